//! The table: rooms, machine seats, HTTP and websockets, and the page.
//!
//! A move, from end to end: [`socket`] or [`http`] reads one of the messages
//! of [`wire`]; the [`hub`] finds the match's [`room`], which checks the move
//! on its [`sheet`], waits until the store has it, answers, and shows the new
//! state to everybody; if a machine sits next, the [`workers`] think and its
//! move goes the same way.
//!
//! No game is named here: everything comes from `sobremesa_games::GAMES`.

mod course;
pub mod engines;
mod export;
mod hints;
mod http;
mod hub;
mod import;
mod limits;
mod metrics;
mod object;
mod openapi;
mod page;
mod problem;
mod room;
mod secret;
mod serve;
mod sheet;
mod socket;
pub mod wire;
mod workers;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::get;
use axum::{Router, middleware};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

pub use hub::Hub;
pub use problem::Problem;
pub use serve::Server;

/// The longest body of a request.
const LONGEST_BODY: usize = 16 * 1024;

/// The longest a request may take: hints think for a while, slow senders do
/// not get longer.
const LONGEST_REQUEST: Duration = Duration::from_secs(60);

/// What can be set.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen, `host:port`.
    pub listen: String,
    /// The directory of the SQLite file.
    pub data: PathBuf,
    /// A PostgreSQL database to use instead.
    pub database: Option<String>,
    /// Threads on which machines think.
    pub thinkers: usize,
    /// Positions that may wait for them.
    pub queue: usize,
    /// Matches an address may create in a minute.
    pub creations: u32,
    /// Origins besides the server's own whose pages may connect.
    pub origins: Vec<String>,
    /// A match that nobody watches or asks for so long is put away until
    /// somebody does.
    pub idle: Duration,
    /// Who is away for so long while dead stones are being agreed on leaves it to
    /// the program's proposal.
    pub away: Duration,
    /// A directory with a course's own pages, served as they are.
    pub course_pages: Option<PathBuf>,
    /// Outside engines that may sit at a table.
    pub engines: Vec<engines::Engine>,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            listen: "127.0.0.1:9999".to_owned(),
            data: PathBuf::from("data"),
            database: None,
            thinkers: cores.saturating_sub(1).max(2),
            queue: 64,
            creations: 60,
            origins: Vec::new(),
            idle: Duration::from_secs(60),
            away: Duration::from_secs(120),
            course_pages: None,
            engines: Vec::new(),
        }
    }
}

/// Everything the server answers. Another part of the interface is a `Router`
/// that is merged here.
pub fn app(hub: Arc<Hub>, course_pages: Option<PathBuf>) -> Router {
    let pages = course::Pages::new(course_pages);
    let router = Router::new()
        .merge(course::routes(pages.clone()))
        .merge(http::routes())
        .merge(openapi::routes())
        .merge(page::routes())
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics_page))
        .fallback(|uri: axum::http::Uri| async move {
            match pages.read(uri.path()).await {
                Some(file) => file,
                None => {
                    Problem::new(StatusCode::NOT_FOUND, "server-no-such-page", "nothing is here")
                        .into_response()
                }
            }
        })
        .method_not_allowed_fallback(|| async {
            Problem::new(
                StatusCode::METHOD_NOT_ALLOWED,
                "server-unknown-message",
                "this address is asked in another way: see /api",
            )
        });
    router
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, LONGEST_REQUEST))
        .layer(CatchPanicLayer::custom(|panic: Box<dyn std::any::Any + Send>| {
            let what = panic.downcast_ref::<&str>().copied().unwrap_or("a panic");
            tracing::error!(what, "a request failed");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "server-failed", "a bug; see the log")
                .into_response()
        }))
        .layer(middleware::map_response(page::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(&hub), log))
        .with_state(hub)
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

/// Whether the server and its store answer.
async fn healthz(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    match hub.store.list(1).await {
        Ok(_) => (StatusCode::OK, "ok\n"),
        Err(error) => {
            tracing::error!(%error, "the store does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n")
        }
    }
}

async fn metrics_page(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    let (waiting, thoughts) = hub.workers.counts();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, hub.metrics.page(waiting, thoughts))
}
