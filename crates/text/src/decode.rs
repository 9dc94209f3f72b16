//! Text that people wrote with whatever editor they had.

use std::borrow::Cow;

/// Text in UTF-8; a line that is not is taken for Latin-1, in which any bytes
/// are text and older editors write names.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    // An editor's mark says UTF-8 of the file, whatever its first line is.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    lines
        .map(|line| match std::str::from_utf8(line) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => line.iter().map(|&byte| char::from(byte)).collect(),
        })
        .collect()
}
