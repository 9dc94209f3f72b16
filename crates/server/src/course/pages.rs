//! Files: a course's own pages from a directory, our Pengines client, and
//! the way to our page for those who know the courses' addresses.

use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::Course;

/// The largest file that is served.
const LARGEST: u64 = 64 << 20;

/// A course's pages were written before such policies: inline scripts, jQuery
/// from elsewhere. Whoever serves them here has chosen to.
const COURSE_POLICY: &str = "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'";

/// Addresses of the courses' pages and where our page has the same game.
const OURS: &[(&str, &str)] = &[
    ("/static/ceritolog.html", "/new/dots"),
    ("/apps/proylcc/go.html", "/new/go"),
    ("/apps/proylcc/", "/new/go"),
];

/// A directory with a course's own files.
#[derive(Clone, Debug)]
pub struct Pages {
    folder: Option<PathBuf>,
}

impl Pages {
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Pages {
        // Resolved once, so that links out of it can be told apart.
        Pages { folder: folder.map(|folder| folder.canonicalize().unwrap_or(folder)) }
    }

    /// The file at an address, `None` when there is none. An address never
    /// leads out of the directory.
    pub async fn read(&self, address: &str) -> Option<Response> {
        let folder = self.folder.as_ref()?;
        let decoded = decode(address.trim_start_matches('/'))?;
        let relative = Path::new(&decoded);
        let inside = relative.components().all(|part| match part {
            Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
            _ => false,
        });
        if !inside {
            return None;
        }
        let mut path = folder.join(relative);
        if tokio::fs::metadata(&path).await.ok()?.is_dir() {
            path.push("index.html");
        }
        let path = tokio::fs::canonicalize(&path).await.ok()?;
        let about = tokio::fs::metadata(&path).await.ok()?;
        if !path.starts_with(folder) || !about.is_file() || about.len() > LARGEST {
            return None;
        }
        let bytes = tokio::fs::read(&path).await.ok()?;
        let headers =
            [(header::CONTENT_TYPE, kind(&path)), (header::CONTENT_SECURITY_POLICY, COURSE_POLICY)];
        Some((headers, bytes).into_response())
    }
}

pub(super) async fn file(State(course): State<Arc<Course>>, uri: Uri) -> Response {
    if let Some(response) = course.pages.read(uri.path()).await {
        return response;
    }
    match OURS.iter().find(|(address, _)| *address == uri.path()) {
        Some((_, ours)) => Redirect::temporary(ours).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The course's copy of the client if it has one, else ours.
pub(super) async fn client(State(course): State<Arc<Course>>, uri: Uri) -> Response {
    match course.pages.read(uri.path()).await {
        Some(response) => response,
        None => (
            [(header::CONTENT_TYPE, "text/javascript; charset=utf-8")],
            include_str!("pengines.js"),
        )
            .into_response(),
    }
}

fn kind(path: &Path) -> &'static str {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension.to_ascii_lowercase().as_str() {
        "html" | "htm" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "webp" => "image/webp",
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "mp3" => "audio/mpeg",
        "wav" => "audio/wav",
        "txt" | "md" | "pl" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Undoes `%20`; `None` for what is not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
