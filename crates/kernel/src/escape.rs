//! Text from outside, made harmless for a terminal or a log.

/// Whether a character is not seen but steers what shows it: a control
/// character, a mark that turns the direction of the text around, or another
/// kind of line break.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2066}'..='\u{2069}'
                | '\u{feff}'
        )
}

/// Text from outside as it may reach a terminal: its hidden characters are
/// written as escapes (`\u{1b}`), so that a file cannot steer the screen.
///
/// ```
/// assert_eq!(sobremesa_kernel::escaped("a\x1b[2Jñ\n"), r"a\u{1b}[2Jñ\n");
/// ```
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    text.chars().for_each(|c| push(&mut written, c));
    written
}

/// The same for a piece of text within a sentence: only so much of a long one
/// is repeated to people.
///
/// ```
/// let long = sobremesa_kernel::shown(&"x".repeat(100));
/// assert_eq!(long, "x".repeat(40) + "…");
/// ```
#[must_use]
pub fn shown(text: &str) -> String {
    const SHOWN: usize = 40;
    let mut written = String::new();
    let mut letters = 0;
    for c in text.chars() {
        let before = written.len();
        push(&mut written, c);
        letters += written[before..].chars().count();
        if letters > SHOWN {
            written.truncate(before);
            written.push('…');
            break;
        }
    }
    written
}

fn push(written: &mut String, c: char) {
    if is_hidden(c) {
        written.extend(c.escape_default());
    } else {
        written.push(c);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_as_escapes() {
        assert_eq!(escaped("José, 日本 👍"), "José, 日本 👍");
        let error = crate::SyntaxError::new("some-id", "\x1b[31m", "a move");
        assert_eq!(error.found(), r"\u{1b}[31m");
        assert_eq!(escaped("\u{9b}2J\u{202e}\t\u{feff}"), r"\u{9b}2J\u{202e}\t\u{feff}");
    }

    #[test]
    fn a_long_text_is_cut_between_its_letters() {
        assert_eq!(shown(&"ñ".repeat(40)), "ñ".repeat(40));
        assert_eq!(shown(&"ñ".repeat(41)), "ñ".repeat(40) + "…");
        // An escape is six letters here and is never cut in two.
        assert_eq!(shown(&"\x1b".repeat(10)), r"\u{1b}".repeat(6) + "…");
    }
}
