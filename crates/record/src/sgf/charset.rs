//! Character sets: what a file's bytes are, by what it says and by what it is.

use std::borrow::Cow;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_16BE, UTF_16LE};

/// A file in one of the sets whose brackets are not those of ASCII, as UTF-8;
/// any other as it is. UTF-16 begins with its mark, and the Japanese of old
/// news and mail (ISO-2022-JP) has an escape before its first letter.
#[must_use]
pub fn unicode(bytes: &[u8]) -> Cow<'_, [u8]> {
    let escapes = || bytes.windows(3).any(|three| matches!(three, b"\x1b$B" | b"\x1b$@"));
    let encoding = match bytes {
        [0xff, 0xfe, ..] => UTF_16LE,
        [0xfe, 0xff, ..] => UTF_16BE,
        _ if escapes() => ISO_2022_JP,
        _ => return Cow::Borrowed(bytes),
    };
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    Cow::Owned(text.into_owned().into_bytes())
}

/// What a name of a character set stands for.
pub(super) enum Named {
    Known(&'static Encoding),
    /// Its brackets are not those of ASCII: [`unicode`] has seen to it.
    Wide,
    Unknown,
}

/// The encoding of a name, by the names browsers know and some that programs
/// for Go write.
pub(super) fn named(label: &str) -> Named {
    let label = label.trim().to_ascii_lowercase();
    let label = match label.as_str() {
        "utf_8" | "utf 8" => "utf-8",
        "cp936" => "gbk",
        "cp932" => "shift_jis",
        "cp949" => "euc-kr",
        "cp950" => "big5",
        "latin-1" | "iso 8859-1" => "latin1",
        other => other,
    };
    match Encoding::for_label(label.as_bytes()) {
        Some(encoding) if encoding.is_ascii_compatible() => Named::Known(encoding),
        Some(_) => Named::Wide,
        None => Named::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_without_the_brackets_of_ascii_are_turned_into_utf_8() {
        let text = "(;PB[囲碁 [x\\]])";
        let wide: Vec<u16> = std::iter::once(0xfeff).chain(text.encode_utf16()).collect();
        let little: Vec<u8> = wide.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = wide.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        let (mail, ..) = ISO_2022_JP.encode(text);
        for bytes in [&little, &big, &*mail] {
            assert_eq!(unicode(bytes), text.as_bytes());
        }
        assert!(matches!(unicode(text.as_bytes()), Cow::Borrowed(_)));
    }
}
