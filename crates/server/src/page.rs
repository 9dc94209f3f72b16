//! The page: files inside the program, with the headers they need.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Router, http};
use rust_embed::{Embed, EmbeddedFile};
use tower_http::compression::CompressionLayer;

use crate::cached;

/// No script or style but our own files, nothing from elsewhere, in no frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(Embed)]
#[folder = "page/"]
struct Files;

/// The addresses of the page: its screens are all one document, its other
/// files are under `/page/`. With a `home` elsewhere `/` leads there.
pub fn routes<S: Clone + Send + Sync + 'static>(home: Option<String>) -> Router<S> {
    let first = match home {
        Some(home) => get(move || async move { Redirect::temporary(&home) }),
        None => get(document),
    };
    Router::new()
        .route("/", first)
        .route("/new", get(document))
        .route("/new/{game}", get(document))
        .route("/play/{id}", get(document))
        .route("/help", get(document))
        .route("/help/{game}", get(document))
        .route("/page/{*path}", get(|headers, Path(path): Path<String>| file(headers, path)))
        .layer(CompressionLayer::new())
}

/// The operator's page, which is one document, and the files it needs.
pub fn operator<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/", get(|headers| file(headers, "operator.html".to_owned())))
        .route("/page/{*path}", get(|headers, Path(path): Path<String>| file(headers, path)))
        .layer(CompressionLayer::new())
}

async fn document(headers: HeaderMap) -> Response {
    file(headers, "index.html".to_owned()).await
}

/// The page itself for an address that leads nowhere: it says so in the
/// person's language and leads back.
pub async fn lost() -> Response {
    // Without a known tag, so that the answer is never "not modified".
    let mut response = document(HeaderMap::new()).await;
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// Whether a person's browser asks for something to look at.
#[must_use]
pub fn wants_page(headers: &HeaderMap) -> bool {
    let accepts = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|kinds| kinds.contains("text/html"))
}

async fn file(headers: HeaderMap, path: String) -> Response {
    // Only names that were embedded are found: there is no path to walk.
    match Files::get(&path) {
        Some(found) => answer(&headers, &path, found),
        None => missing(),
    }
}

fn answer(headers: &HeaderMap, path: &str, found: EmbeddedFile) -> Response {
    let hash = found.metadata.sha256_hash();
    cached::answer(headers, &hash, kind(path), found.data)
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

fn missing() -> Response {
    (StatusCode::NOT_FOUND, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], "404\n")
        .into_response()
}

/// Puts the headers of caution on every answer, unless a route has set its own.
pub async fn guard(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (http::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(http::HeaderValue::from_static(value));
    }
    response
}
