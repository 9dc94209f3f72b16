//! Files: a course's own pages from a directory, our Pengines client, and
//! the way to our page for those who know the courses' addresses.

use std::path::Path;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Redirect, Response};

use super::site::{Located, Site};

/// The largest file that is served.
const LARGEST: u64 = 64 << 20;

/// A course's pages were written before such policies: inline scripts, jQuery
/// from elsewhere. Whoever serves them here has chosen to.
const COURSE_POLICY: &str = "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'";

/// The same beside our own page: the browser takes the course's for a page
/// of nowhere, so that its scripts cannot read what ours keeps, the secrets
/// of the seats. Everything it asks us for is open to pages of any origin.
const BESIDE_OURS: &str = "sandbox allow-scripts allow-forms allow-modals allow-popups \
    allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock; \
    default-src * data: blob: 'unsafe-inline' 'unsafe-eval'";

/// Addresses of the courses' pages and where our page has the same game.
const OURS: &[(&str, &str)] = &[
    ("/static/ceritolog.html", "/new/dots"),
    ("/apps/proylcc/go.html", "/new/go"),
    ("/apps/proylcc/", "/new/go"),
];

/// A course's own files, if there are any.
#[derive(Clone, Debug)]
pub struct Pages {
    site: Option<Arc<Site>>,
    /// On a port where nothing of ours is.
    alone: bool,
}

impl Pages {
    /// The files on the port of our own page.
    #[must_use]
    pub fn beside_ours(site: Option<Arc<Site>>) -> Pages {
        Pages { site, alone: false }
    }

    /// The files on a port of their own, which is an origin of their own.
    #[must_use]
    pub fn alone(site: Arc<Site>) -> Pages {
        Pages { site: Some(site), alone: true }
    }

    /// Where `/` leads, when it does not lead to our page.
    #[must_use]
    pub fn home(&self) -> Option<&str> {
        let site = self.site.as_ref()?;
        let first = || site.pages().first().filter(|_| self.alone);
        site.home().or_else(|| first().map(|page| page.address.as_str()))
    }

    /// The answer to a request for a file, `None` when there is none.
    pub async fn answer(&self, method: &Method, uri: &Uri) -> Option<Response> {
        match *method {
            Method::GET | Method::HEAD => self.read(uri.path()).await,
            Method::OPTIONS if self.site.is_some() => {
                let open = [(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*")];
                Some((open, super::preflight().await).into_response())
            }
            _ => None,
        }
    }

    /// The file at an address, `None` when there is none.
    async fn read(&self, address: &str) -> Option<Response> {
        let site = Arc::clone(self.site.as_ref()?);
        let address = address.to_owned();
        let policy = if self.alone { COURSE_POLICY } else { BESIDE_OURS };
        // Files are waited for where waiting disturbs nobody.
        tokio::task::spawn_blocking(move || show(&site, &address, policy)).await.ok()?
    }
}

fn show(site: &Site, address: &str, policy: &'static str) -> Option<Response> {
    let path = match site.locate(address)? {
        Located::File(path) => path,
        Located::Directory => {
            // Without the slash the page would look for its files beside it.
            // One slash in front: two would name another machine.
            let whole = format!("/{}/", address.trim_start_matches('/'));
            return Some(Redirect::temporary(&whole).into_response());
        }
    };
    if std::fs::metadata(&path).ok()?.len() > LARGEST {
        return None;
    }
    let bytes = std::fs::read(&path).ok()?;
    let mut kind = kind(&path);
    // Old pages are Latin-1 and say so themselves.
    if std::str::from_utf8(&bytes).is_err() {
        kind = kind.trim_end_matches("; charset=utf-8");
    }
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, policy),
        // Browsers refuse a page with a sandbox that wants its windows apart.
        (HeaderName::from_static("cross-origin-opener-policy"), "unsafe-none"),
        // A page may be made of frames.
        (header::X_FRAME_OPTIONS, "SAMEORIGIN"),
        // A page of nowhere gets modules, fonts and data only so.
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        // Whoever writes a page wants to see what they wrote last.
        (header::CACHE_CONTROL, "no-cache"),
    ];
    Some((headers, bytes).into_response())
}

pub(super) async fn file(State(pages): State<Pages>, uri: Uri) -> Response {
    if let Some(response) = pages.read(uri.path()).await {
        return response;
    }
    match OURS.iter().find(|(address, _)| *address == uri.path() && !pages.alone) {
        Some((_, ours)) => Redirect::temporary(ours).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// The course's copy of the client if it has one, else ours.
pub(super) async fn client(State(pages): State<Pages>, uri: Uri) -> Response {
    match pages.read(uri.path()).await {
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
