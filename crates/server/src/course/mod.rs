//! The web protocols of the courses, so that their own pages run unchanged:
//! Pengines (the Go page, and the newer ones) in [`pengines`], `/json` (the
//! ceritos page) in [`json`], and the files themselves in [`pages`], found in
//! a course's repository by [`site`].
//!
//! Everything is answered by the table of `sobremesa-prolog`, which cannot
//! run a program: nobody's code runs here.

mod doing;
mod doors;
mod event;
mod json;
mod pages;
mod pengines;
mod places;
mod registry;
mod site;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware;
use axum::response::Response;
use axum::routing::{any, get, post};
use sobremesa_prolog::Limits;
use sobremesa_text::Lang;

use crate::limits::Limits as Purse;
use crate::origin::Origins;
use crate::visitor::Visitor;

pub use doors::Doors;
use doors::Porter;
pub use pages::Pages;
pub use places::Goals;
use places::Places;
use registry::Pengines;
pub use site::{Asked, Page, Site};

/// The longest body of a request: a goal with all the boards of a long game of
/// Go in it.
const LONGEST_BODY: usize = 2 << 20;

/// What every protocol shares, on every port.
#[derive(Debug)]
pub struct Course {
    pengines: Pengines,
    places: Places,
    porter: Arc<Porter>,
}

impl Course {
    /// What the goals do now and of late.
    pub fn goals(&self) -> Goals {
        self.places.goals()
    }

    pub fn new(doors: Doors, origins: Vec<String>, pages: bool, purse: Arc<Purse>) -> Course {
        let threads = std::thread::available_parallelism().map_or(2, usize::from).max(2);
        Course {
            pengines: Pengines::default(),
            places: Places::new(threads, purse),
            porter: Arc::new(Porter { doors, origins: Origins(origins), pages }),
        }
    }
}

/// The routes of the courses.
pub fn routes<S: Clone + Send + Sync + 'static>(course: Arc<Course>, pages: Pages) -> Router<S> {
    let files = Router::new()
        .route("/pengine/pengines.js", get(pages::client).options(preflight))
        .route("/static/{*path}", get(pages::file).options(preflight))
        .route("/apps/{*path}", get(pages::file).options(preflight))
        .route("/vendor/{*path}", get(pages::file).options(preflight))
        .with_state(pages);
    let porter = Arc::clone(&course.porter);
    let protocols = Router::new()
        .route("/pengine/create", post(pengines::create).options(preflight))
        .route("/pengine/send", any(pengines::send).options(preflight))
        .route("/pengine/pull_response", any(pengines::pull_response).options(preflight))
        .route("/pengine/ping", any(pengines::ping).options(preflight))
        .route("/pengine/abort", any(pengines::abort).options(preflight))
        .route("/pengine/list", any(pengines::list).options(preflight))
        .route("/pengine/destroy_all", any(pengines::destroy_all).options(preflight))
        .route("/json", post(json::answer).options(preflight))
        .with_state(course)
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(porter, doors::keep));
    let files = files.layer(middleware::map_response(open_to_all));
    protocols.merge(files)
}

/// What a query from the web may use.
fn limits() -> Limits {
    Limits {
        steps: 5_000_000,
        cells: 2 << 20,
        // A request has one deadline for all it does: see `places`.
        time: Duration::MAX,
        text: LONGEST_BODY,
        output: 64 << 10,
    }
}

/// The language a client asks for; English, as SWI-Prolog's, when it does not.
fn language(headers: &HeaderMap) -> Lang {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    accepted.and_then(Lang::from_accept).unwrap_or(Lang::En)
}

/// A course's files are for pages of any origin, as its pages beside ours are
/// of none.
async fn open_to_all(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

async fn preflight() -> [(HeaderName, &'static str); 3] {
    [
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, OPTIONS"),
        // jQuery adds the second when it takes the server for the page's own.
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "Content-Type, X-Requested-With, *"),
        (header::ACCESS_CONTROL_MAX_AGE, "86400"),
    ]
}
