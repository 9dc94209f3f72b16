//! Who may ask at the courses' doors. A goal costs time, and a browser lets
//! any page send one to a server on the visitor's own machine: a page of
//! another place is turned away unless the doors are open.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::origin::{From, Origins};
use crate::problem::Problem;
use crate::visitor::Visitor;

/// Whether the courses' protocols are answered, and to whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Doors {
    /// To nobody.
    Off,
    /// To programs, to the pages of this server and of its machine, and to
    /// those of the origins that may connect.
    #[default]
    Local,
    /// To pages of any origin.
    Open,
}

/// The doors of a server, and the origins that may connect besides its own.
#[derive(Debug)]
pub struct Porter {
    pub doors: Doors,
    pub origins: Origins,
    /// Whether a course's pages stand beside ours. They are of no origin there,
    /// and a browser tells nothing that would set them apart from other pages
    /// of no origin.
    pub pages: bool,
}

/// Lets a request in or turns it away, and tells the browser who may read the
/// answer.
pub async fn keep(State(porter): State<Arc<Porter>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(visitor) = Visitor::from_request_parts(&mut parts, &()).await;
    let request = Request::from_parts(parts, body);
    let origin = request.headers().get(header::ORIGIN).cloned();
    match porter.doors {
        Doors::Off => return StatusCode::NOT_FOUND.into_response(),
        Doors::Local if !porter.lets_in(visitor, request.headers()) => {
            return Problem::new(
                StatusCode::FORBIDDEN,
                "server-other-origin",
                "the courses' doors are closed to pages of other origins: see --course-doors",
            )
            .into_response();
        }
        Doors::Local | Doors::Open => {}
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    match (porter.doors, origin) {
        (Doors::Local, Some(origin)) => {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.append(header::VARY, HeaderValue::from_static("Origin"));
        }
        _ => {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        }
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-cache"));
    response
}

impl Porter {
    fn lets_in(&self, visitor: Visitor, headers: &HeaderMap) -> bool {
        match self.origins.from(visitor, headers) {
            From::Ours | From::Near => true,
            From::Nowhere => self.pages,
            From::Elsewhere => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn may(peer: &str, headers: &[(&str, &str)]) -> bool {
        let origins = Origins(vec!["https://aula.example".to_owned()]);
        asked(&Porter { doors: Doors::Local, origins, pages: false }, peer, headers)
    }

    fn asked(porter: &Porter, peer: &str, headers: &[(&str, &str)]) -> bool {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: header::HeaderName = name.parse().unwrap();
            map.insert(name, value.parse().unwrap());
        }
        porter.lets_in(Visitor::of(peer.parse().unwrap()), &map)
    }

    #[test]
    fn pages_of_this_machine_and_programs_are_let_in() {
        let host = ("host", "127.0.0.1:9999");
        assert!(may("127.0.0.1", &[host]));
        for origin in [
            "http://127.0.0.1:9999",
            "http://localhost:3030",
            "https://aula.example",
            "http://[::1]:1",
        ] {
            assert!(may("127.0.0.1", &[host, ("origin", origin)]), "{origin}");
        }
        // The sandboxed page beside ours, and a typed address.
        let porter = Porter { doors: Doors::Local, origins: Origins::default(), pages: true };
        assert!(asked(&porter, "127.0.0.1", &[host, ("origin", "null")]));
        assert!(!asked(&porter, "127.0.0.1", &[host, ("origin", "http://evil.example")]));
        assert!(may("127.0.0.1", &[host, ("sec-fetch-site", "none")]));
        // Another device of the network, by address or by a name.
        let lan = ("host", "192.168.1.5:9999");
        assert!(may("192.168.1.9", &[lan, ("origin", "http://192.168.1.5:9999")]));
        let named = ("host", "aula.lan:9999");
        assert!(may("192.168.1.9", &[named, ("origin", "http://aula.lan:9999")]));
        // Behind a proxy of this machine, by a name that it was told.
        let proxied = ("host", "aula.example");
        assert!(may("127.0.0.1", &[proxied, ("origin", "https://aula.example")]));
    }

    #[test]
    fn pages_of_other_places_are_turned_away() {
        let host = ("host", "localhost:9999");
        for origin in ["http://evil.example", "null", "http://localhost.evil.example", "file://"] {
            assert!(!may("127.0.0.1", &[host, ("origin", origin)]), "{origin}");
        }
        let referred = [host, ("origin", "null"), ("referer", "http://localhost:9999/")];
        assert!(!may("127.0.0.1", &referred));
        // An image of another page.
        assert!(!may("127.0.0.1", &[host, ("sec-fetch-site", "cross-site")]));
        // A name of another place that leads here: the page takes us for its own.
        let rebound = ("host", "evil.example:9999");
        assert!(!may("127.0.0.1", &[rebound, ("origin", "http://evil.example:9999")]));
        assert!(!may("127.0.0.1", &[rebound]));
        assert!(!may("::1", &[rebound]));
    }
}
