//! Answers that a browser keeps and asks about: the same bytes are sent once.

use std::borrow::Cow;

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use data_encoding::HEXLOWER;

/// Answers with `bytes`, or only says that they are still the same. They are
/// asked for again every time, so that a new version of the program shows at
/// once; `hash` is theirs, of whatever kind.
///
/// The tag is a weak one: compressed on their way the bytes are others, and
/// say the same.
pub fn answer(
    headers: &HeaderMap,
    hash: &[u8],
    kind: &'static str,
    bytes: Cow<'static, [u8]>,
) -> Response {
    let tag = format!("\"{}\"", HEXLOWER.encode(&hash[..hash.len().min(12)]));
    let common = [
        (header::ETAG, format!("W/{tag}")),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::VARY, "accept-encoding".to_owned()),
    ];
    if is_known(headers, &tag) {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    (common, [(header::CONTENT_TYPE, kind)], bytes).into_response()
}

/// Whether the one who asks has it: the tags are compared as weak ones
/// (RFC 9110, 8.8.3.2), and `*` stands for every one.
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let known = headers.get_all(header::IF_NONE_MATCH);
    known.iter().filter_map(|value| value.to_str().ok()).flat_map(|list| list.split(',')).any(
        |one| {
            let one = one.trim();
            one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(asked: &[&str]) -> StatusCode {
        let mut headers = HeaderMap::new();
        for value in asked {
            headers.append(header::IF_NONE_MATCH, value.parse().unwrap());
        }
        answer(&headers, &[0xab; 32], "text/plain", Cow::Borrowed(b"x")).status()
    }

    #[test]
    fn tags_are_compared_as_weak_ones() {
        let tag = "abababababababababababab";
        for same in [format!("\"{tag}\""), format!("W/\"{tag}\""), "*".to_owned()] {
            assert_eq!(status(&[&same]), StatusCode::NOT_MODIFIED, "{same}");
            assert_eq!(status(&["\"x\"", &format!("\"y\", {same}")]), StatusCode::NOT_MODIFIED);
        }
        for other in ["", "\"ab\"", tag, "w/\"abababababababababababab\""] {
            assert_eq!(status(&[other]), StatusCode::OK, "{other}");
        }
        assert_eq!(status(&[]), StatusCode::OK);
    }
}
