//! The web protocols of the courses, so that their own pages run unchanged:
//! Pengines (the Go page, and the newer ones) in [`pengines`], `/json` (the
//! ceritos page) in [`json`], and the files themselves in [`pages`].
//!
//! Everything is answered by the table of `sobremesa-prolog`, which cannot
//! run a program: nobody's code runs here.

mod event;
mod json;
mod pages;
mod pengines;
mod rest;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::{any, get, post};
use sobremesa_prolog::Limits;
use tokio::sync::Semaphore;

pub use pages::Pages;
use rest::Pengines;

/// The longest body of a request: a goal with a few hundred boards in it.
const LONGEST_BODY: usize = 4 << 20;

/// What every protocol shares.
#[derive(Debug)]
struct Course {
    pengines: Pengines,
    /// Queries that may run at the same time; the others wait.
    running: Semaphore,
    pages: Pages,
}

/// The routes of the courses.
pub fn routes<S: Clone + Send + Sync + 'static>(pages: Pages) -> Router<S> {
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let course = Arc::new(Course {
        pengines: Pengines::default(),
        running: Semaphore::new(threads.max(2)),
        pages,
    });
    Router::new()
        .route("/pengine/create", post(pengines::create).options(preflight))
        .route("/pengine/send", any(pengines::send).options(preflight))
        .route("/pengine/pull_response", any(pengines::pull_response).options(preflight))
        .route("/pengine/ping", any(pengines::ping).options(preflight))
        .route("/pengine/abort", any(pengines::abort).options(preflight))
        .route("/pengine/list", any(pengines::list).options(preflight))
        .route("/pengine/destroy_all", any(pengines::destroy_all).options(preflight))
        .route("/pengine/pengines.js", get(pages::client))
        .route("/json", post(json::answer).options(preflight))
        .route("/static/{*path}", get(pages::file))
        .route("/apps/{*path}", get(pages::file))
        .route("/vendor/{*path}", get(pages::file))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::map_response(open_to_all))
        .with_state(course)
}

/// What a query from the web may use.
fn limits() -> Limits {
    Limits { steps: 5_000_000, cells: 2 << 20, time: Duration::from_secs(20), text: LONGEST_BODY }
}

/// Pages of any origin may ask: nothing here depends on who does.
async fn open_to_all(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

async fn preflight() -> [(HeaderName, &'static str); 3] {
    [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, OPTIONS"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ]
}
