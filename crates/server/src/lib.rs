//! The table: rooms, machine seats, HTTP and websockets, and the page.
//!
//! A move, from end to end: [`socket`] or [`http`] reads one of the messages
//! of [`wire`]; the [`hub`] finds the match's [`room`], which asks the table what
//! the move comes to, waits until the store has it, lets it happen, answers, and
//! shows the new state to everybody; if a machine sits next, it is [`thinking`]
//! and its move goes the same way.
//!
//! No game is named here: everything comes from `sobremesa_games::all`.

pub mod addresses;
mod admin;
mod advice;
mod cached;
mod clock;
mod course;
pub mod engines;
mod export;
mod health;
mod http;
mod hub;
mod import;
mod kept;
mod limits;
mod machines;
mod metrics;
mod openapi;
mod origin;
mod page;
mod patient;
mod problem;
mod rests;
mod retention;
mod reviews;
mod room;
mod secret;
mod serve;
mod services;
#[cfg(test)]
mod simulation;
mod socket;
mod strict_json;
mod thinking;
mod visitor;
pub mod wire;
mod workers;
mod written;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Redirect};
use axum::routing::get;
use axum::{Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;

use course::Course;
pub use course::{Asked, Doors, Page, Site};
pub use hub::Hub;
pub use kept::replay;
pub use problem::Problem;
pub use serve::{Deaf, Error as NotStarted, Server};
pub use visitor::Range;

/// The longest body of a request.
const LONGEST_BODY: usize = 16 * 1024;

/// What can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen, `host:port`.
    pub listen: String,
    /// Where else. With course pages these are for them alone, without our
    /// page and its interface: an origin of their own.
    pub also: Vec<String>,
    /// The directory of the SQLite file.
    pub data: PathBuf,
    /// A PostgreSQL database to use instead.
    pub database: Option<String>,
    /// Threads on which machines think for long; there is one more.
    pub thinkers: usize,
    /// Positions of one address that may wait for them.
    pub queue: usize,
    /// What an address may ask for in a minute, in new matches.
    pub creations: u32,
    /// Connections and websockets that an address may hold open.
    pub connections: usize,
    /// Proxies that are believed when they say for whom they ask.
    pub proxies: Vec<Range>,
    /// Origins besides the server's own whose pages may connect.
    pub origins: Vec<String>,
    /// A match that nobody watches or asks for so long is put away until
    /// somebody does.
    pub idle: Duration,
    /// Who is away for so long while dead stones are being agreed on leaves it to
    /// the program's proposal.
    pub away: Duration,
    /// The longest a request may take: hints think for a while, slow senders
    /// do not get longer.
    pub patience: Duration,
    /// How long machines go on for somebody who has asked and does not watch.
    pub unwatched: Duration,
    /// The most moves of a match.
    pub longest: usize,
    /// A directory with a course's own pages, served as they are. The ports
    /// of this machine that they ask by number are opened for them.
    pub course_pages: Option<PathBuf>,
    /// Who may ask the courses' protocols, `/pengine` and `/json`.
    pub course_doors: Doors,
    /// Where the operator asks, apart from everybody else.
    pub admin: Option<String>,
    /// What the operator is known by there; made and kept with the data if
    /// `None`.
    pub admin_token: Option<String>,
    /// External engines that may sit at a table.
    pub engines: Vec<engines::Engine>,
    /// How long a match in which nothing happens is kept; for ever if `None`.
    pub keep: Option<Duration>,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: "127.0.0.1:9999".to_owned(),
            also: Vec::new(),
            data: PathBuf::from("data"),
            database: None,
            thinkers: cores.saturating_sub(1).max(2),
            queue: 256,
            creations: 120,
            connections: 1000,
            proxies: Vec::new(),
            origins: Vec::new(),
            idle: Duration::from_secs(60),
            away: Duration::from_secs(120),
            patience: Duration::from_secs(60),
            unwatched: Duration::from_secs(4),
            longest: import::MOST_MOVES,
            course_pages: None,
            course_doors: Doors::default(),
            admin: None,
            admin_token: None,
            engines: Vec::new(),
            keep: None,
        }
    }
}

/// Everything the server answers. Another part of the interface is a `Router`
/// that is merged here.
fn app(hub: &Arc<Hub>, course: &Arc<Course>, site: Option<Arc<Site>>) -> Router {
    let pages = course::Pages::beside_ours(site);
    let origins = Arc::new(hub.limits.origins.clone());
    let router = Router::new()
        .merge(course::routes(Arc::clone(course), pages.clone()))
        .merge(http::routes().layer(middleware::from_fn_with_state(origins, origin::keep)))
        .merge(addresses::routes())
        .merge(openapi::routes())
        .merge(page::routes(pages.home().map(str::to_owned)))
        .merge(health::routes())
        .merge(admin::routes().layer(middleware::from_fn(admin::only_near)))
        .fallback(|method: Method, uri: Uri, headers: HeaderMap| async move {
            match pages.answer(&method, &uri).await {
                Some(file) => file,
                None if page::wants_page(&headers) => page::lost().await,
                None => nothing().into_response(),
            }
        });
    guarded(router, hub)
}

/// Everything that is answered on a port of the course's own: its files and
/// its protocols. Our page and its interface are not there, so that the
/// course's scripts, which may do anything, find no secret of a seat.
fn course_app(hub: &Arc<Hub>, course: &Arc<Course>, site: Arc<Site>) -> Router {
    let pages = course::Pages::alone(site);
    let mut router = Router::new()
        .merge(course::routes(Arc::clone(course), pages.clone()))
        .route("/healthz", get(health::alive));
    if let Some(home) = pages.home().map(str::to_owned) {
        router = router.route("/", get(move || async move { Redirect::temporary(&home) }));
    }
    let router = router.fallback(|method: Method, uri: Uri| async move {
        pages.answer(&method, &uri).await.unwrap_or_else(|| nothing().into_response())
    });
    guarded(router, hub)
}

/// Everything that is answered on the operator's port.
fn admin_app(hub: &Arc<Hub>, course: &Arc<Course>, token: admin::Token) -> Router {
    let router = Router::new()
        .merge(admin::routes())
        .merge(health::routes())
        .merge(admin::page_routes(course, token))
        .fallback(async || nothing());
    guarded(router, hub)
}

fn nothing() -> Problem {
    Problem::new(StatusCode::NOT_FOUND, "server-no-such-page", "nothing is here")
}

/// What holds on every port.
fn guarded(router: Router<Arc<Hub>>, hub: &Arc<Hub>) -> Router {
    router
        .method_not_allowed_fallback(|| async {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "server-unknown-message",
                "this address is asked in another way: see /api",
            )
        })
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::clone(hub), hurry))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn std::any::Any + Send>| {
            let what = panic.downcast_ref::<&str>().copied().unwrap_or("a panic");
            tracing::error!(what, "a request failed");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "server-failed", "a bug; see the log")
                .into_response()
        }))
        .layer(middleware::map_response(page::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(hub), log))
        .with_state(Arc::clone(hub))
}

/// Ends what takes too long, and says so.
async fn hurry(
    State(hub): State<Arc<Hub>>,
    request: axum::extract::Request,
    next: middleware::Next,
) -> axum::response::Response {
    match tokio::time::timeout(hub.patience, next.run(request)).await {
        Ok(response) => response,
        Err(_) => Problem::new(
            StatusCode::REQUEST_TIMEOUT,
            "server-too-slow",
            format!("a request has {} s", hub.patience.as_secs_f32()),
        )
        .into_response(),
    }
}

async fn log(
    State(hub): State<Arc<Hub>>,
    request: axum::extract::Request,
    next: middleware::Next,
) -> axum::response::Response {
    hub.metrics.requests.add(1);
    let begun = std::time::Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
    if response.status().is_server_error() {
        tracing::warn!(%method, path, status, micros, "request");
    } else {
        tracing::debug!(%method, path, status, micros, "request");
    }
    response
}
