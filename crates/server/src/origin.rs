//! From where a browser may ask. A browser lets any page send requests to any
//! server, and a name of any place may lead to this machine; what changes
//! something is done for our own pages, for those of origins that were named,
//! and for programs, which hold their secrets themselves.

use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

use crate::problem::Problem;
use crate::visitor::Visitor;

/// The origins that may connect besides the server's own.
#[derive(Clone, Debug, Default)]
pub struct Origins(pub Vec<String>);

/// What a browser said of where a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// A page of ours or of an origin that may connect, or no page at all.
    Ours,
    /// A page of this machine, at whatever port.
    Near,
    /// A page that a browser takes for one of no origin.
    Nowhere,
    /// A page of another place.
    Elsewhere,
}

/// Turns away what a page of another place would change.
pub async fn keep(State(origins): State<Arc<Origins>>, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let Ok(visitor) = Visitor::from_request_parts(&mut parts, &()).await;
    if origins.from(visitor, &parts.headers) != From::Ours {
        return refused().into_response();
    }
    next.run(Request::from_parts(parts, body)).await
}

/// The refusal of a page of another place.
#[must_use]
pub fn refused() -> Problem {
    Problem::new(
        StatusCode::FORBIDDEN,
        "server-other-origin",
        "a page of another server may not do that here: see --origin",
    )
}

impl Origins {
    /// Where a request comes from by what the browser says of it.
    #[must_use]
    pub fn from(&self, visitor: Visitor, headers: &HeaderMap) -> From {
        let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
        let host = text(header::HOST).unwrap_or("");
        // A name that leads to this machine and is none of its own: another
        // place's name, which now stands for us (DNS rebinding).
        if visitor.is_near() && is_far_name(host) && !self.knows(host) {
            return From::Elsewhere;
        }
        let place = |origin: &str| {
            let listed = self.0.iter().any(|known| known.eq_ignore_ascii_case(origin));
            let from = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            match from {
                _ if listed => From::Ours,
                Some(from) if from.eq_ignore_ascii_case(host) => From::Ours,
                Some(from) if is_local(from) => From::Near,
                _ => From::Elsewhere,
            }
        };
        // The page that a request says it comes from, without its path.
        let referring = || {
            let (scheme, rest) = text(header::REFERER)?.split_once("://")?;
            Some(format!("{scheme}://{}", rest.split('/').next().unwrap_or(rest)))
        };
        match text(header::ORIGIN) {
            Some("null") => From::Nowhere,
            Some(origin) => place(origin),
            None if headers.contains_key(header::ORIGIN) => From::Elsewhere,
            None => match text(header::HeaderName::from_static("sec-fetch-site")) {
                // Programs say nothing, a typed address `none`.
                None | Some("same-origin" | "none") => From::Ours,
                Some(_) => referring().map_or(From::Elsewhere, |origin| place(&origin)),
            },
        }
    }

    /// Whether a host is that of an origin that may connect.
    fn knows(&self, host: &str) -> bool {
        self.0.iter().any(|origin| {
            origin.split_once("://").is_some_and(|(_, known)| known.eq_ignore_ascii_case(host))
        })
    }
}

/// A host without its port, and without the brackets of an IPv6 address.
fn name(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(rest),
        None => host.split(':').next().unwrap_or(host),
    }
}

fn is_numeric(host: &str) -> bool {
    host.is_empty() || name(host).parse::<IpAddr>().is_ok()
}

/// Whether a host is a name that anybody may have bought and pointed here: one
/// with a dot, and none that is kept for this machine and its network.
fn is_far_name(host: &str) -> bool {
    !is_numeric(host) && !is_local(host) && name(host).trim_end_matches('.').contains('.')
}

/// Whether a host is this machine.
pub fn is_local(host: &str) -> bool {
    let name = name(host);
    name.eq_ignore_ascii_case("localhost")
        || name.to_ascii_lowercase().ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(peer: &str, headers: &[(&str, &str)]) -> From {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let name: header::HeaderName = name.parse().unwrap();
            map.insert(name, value.parse().unwrap());
        }
        let origins = Origins(vec!["https://games.example".to_owned()]);
        origins.from(Visitor::of(peer.parse().unwrap()), &map)
    }

    #[test]
    fn only_the_servers_own_pages_and_programs_change_something() {
        let far = ("host", "table.example:9999");
        for origin in
            ["http://table.example:9999", "https://TABLE.example:9999", "https://games.example"]
        {
            assert_eq!(from("10.0.0.9", &[far, ("origin", origin)]), From::Ours, "{origin}");
        }
        for origin in [
            "http://evil.example",
            "http://table.example",
            "http://table.example:9999.evil.example",
            "file://table.example:9999",
        ] {
            assert_eq!(from("10.0.0.9", &[far, ("origin", origin)]), From::Elsewhere, "{origin}");
        }
        assert_eq!(from("10.0.0.9", &[far, ("origin", "null")]), From::Nowhere);
        assert_eq!(from("10.0.0.9", &[far]), From::Ours);
        assert_eq!(from("10.0.0.9", &[far, ("sec-fetch-site", "cross-site")]), From::Elsewhere);
        let near = ("host", "127.0.0.1:9999");
        // Another program's page on this machine is not ours.
        let other = [near, ("origin", "http://localhost:3000")];
        assert_eq!(from("127.0.0.1", &other), From::Near);
    }

    #[test]
    fn a_name_of_another_place_that_leads_here_is_not_ours() {
        let rebound = ("host", "evil.example:9999");
        let page = [rebound, ("origin", "http://evil.example:9999")];
        assert_eq!(from("127.0.0.1", &page), From::Elsewhere);
        assert_eq!(from("::1", &[rebound]), From::Elsewhere);
        assert_eq!(from("127.0.0.1", &[("host", "evil.example.")]), From::Elsewhere);
        // This machine by the name it has in its network.
        let named = [("host", "mesa:9999"), ("origin", "http://mesa:9999")];
        assert_eq!(from("127.0.0.1", &named), From::Ours);
        let proxied = [("host", "games.example"), ("origin", "https://games.example")];
        assert_eq!(from("127.0.0.1", &proxied), From::Ours);
    }
}
