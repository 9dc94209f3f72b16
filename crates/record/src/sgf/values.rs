//! What a raw property value means.

/// Text: a backslash keeps the next character, an escaped line break
/// disappears (soft), other line breaks stay (as `\n`), other white space
/// becomes a blank.
#[must_use]
pub fn text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some(breaking @ ('\n' | '\r')) => skip_pair(&mut chars, breaking),
                Some(kept) => out.push(blank(kept)),
                None => {}
            },
            '\n' | '\r' => {
                skip_pair(&mut chars, c);
                out.push('\n');
            }
            other => out.push(blank(other)),
        }
    }
    out
}

/// Simple text: like [`text`], and line breaks become blanks too.
#[must_use]
pub fn simple_text(raw: &str) -> String {
    text(raw).replace('\n', " ").trim().to_owned()
}

fn blank(c: char) -> char {
    if c.is_whitespace() { ' ' } else { c }
}

/// A line break may be two characters: the other half goes with the first.
fn skip_pair(chars: &mut std::iter::Peekable<std::str::Chars<'_>>, first: char) {
    if let Some(&second) = chars.peek()
        && matches!((first, second), ('\n', '\r') | ('\r', '\n'))
    {
        chars.next();
    }
}

/// Text with the characters escaped that would end or split a value.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, ']' | '\\' | ':') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

/// The two halves of a composed value, split at the first colon that is not
/// escaped; both still raw.
#[must_use]
pub fn compose(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, c) in raw.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ':' => return Some((&raw[..at], &raw[at + 1..])),
            _ => {}
        }
    }
    None
}

/// A point as column and row, both from 0 at the top left: `a`–`z` are 0–25,
/// `A`–`Z` 26–51.
#[must_use]
pub fn point(raw: &str) -> Option<(usize, usize)> {
    match raw.trim().as_bytes() {
        [column, row] => Some((ordinal(*column)?, ordinal(*row)?)),
        _ => None,
    }
}

fn ordinal(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some((letter - b'a') as usize),
        b'A'..=b'Z' => Some((letter - b'A') as usize + 26),
        _ => None,
    }
}

/// The text of a point; `None` beyond 52.
#[must_use]
pub fn write_point(column: usize, row: usize) -> Option<String> {
    let letter = |n: usize| match n {
        0..=25 => Some((b'a' + n as u8) as char),
        26..=51 => Some((b'A' + (n - 26) as u8) as char),
        _ => None,
    };
    Some([letter(column)?, letter(row)?].iter().collect())
}

/// The points of one value of a list: a point, or a rectangle `aa:cc`.
#[must_use]
pub fn points(raw: &str) -> Option<Vec<(usize, usize)>> {
    match compose(raw) {
        None => point(raw).map(|p| vec![p]),
        Some((a, b)) => {
            let ((c1, r1), (c2, r2)) = (point(a)?, point(b)?);
            let mut all = Vec::new();
            for row in r1.min(r2)..=r1.max(r2) {
                for column in c1.min(c2)..=c1.max(c2) {
                    all.push((column, row));
                }
            }
            Some(all)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_and_soft_breaks_as_the_standard_says() {
        assert_eq!(text("a\\]b\\\\c\\:d"), "a]b\\c:d");
        assert_eq!(text("soft\\\nbreak\\\r\nhere"), "softbreakhere");
        assert_eq!(text("hard\r\nbreak\tand tab"), "hard\nbreak and tab");
        assert_eq!(simple_text(" one\ntwo "), "one two");
        assert_eq!(text("ends in \\"), "ends in ");
        assert_eq!(text(&escape("x]:\\y")), "x]:\\y");
    }

    #[test]
    fn points_and_rectangles() {
        assert_eq!(point("cd"), Some((2, 3)));
        assert_eq!(point("Aa"), Some((26, 0)));
        assert_eq!(point("c"), None);
        assert_eq!(points("aa:bb").unwrap(), [(0, 0), (1, 0), (0, 1), (1, 1)]);
        assert_eq!(points("bb:aa").unwrap().len(), 4);
        for n in 0..52 {
            assert_eq!(point(&write_point(n, 51 - n).unwrap()), Some((n, 51 - n)));
        }
        assert_eq!(write_point(52, 0), None);
    }

    #[test]
    fn composed_values_split_at_an_open_colon() {
        assert_eq!(compose("a\\:b:c:d"), Some(("a\\:b", "c:d")));
        assert_eq!(compose("19"), None);
    }
}
