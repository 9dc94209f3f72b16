//! Othello transcripts: squares one after the other (`f5d6c3…`), blanks and
//! move numbers between them allowed, passes left out or written `pa`, `ps`,
//! `--` or `pass`.

use sobremesa_kernel::{Phrase, SyntaxError};

use crate::{Record, RecordedMove};

/// The longest transcript that is read.
const MAX_LEN: usize = 4096;

/// Reads a transcript.
pub fn read(text: &str) -> Result<Record, SyntaxError> {
    let refuse = |at: usize, expected: Phrase| {
        let column = text[..at].chars().count() + 1;
        SyntaxError::new("record-unreadable", &text[at..], expected).at(1, column)
    };
    if text.len() > MAX_LEN {
        return Err(refuse(0, Phrase::new("at most {most} characters").with("most", MAX_LEN)));
    }
    let mut moves = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let first = rest.chars().next().unwrap_or(' ');
        if first.is_whitespace() || matches!(first, ',' | '.') || first.is_ascii_digit() {
            at += first.len_utf8();
            continue;
        }
        let pair = rest.get(..2).map(str::to_ascii_lowercase).unwrap_or_default();
        let taken = if rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass")) {
            moves.push("pass".to_owned());
            4
        } else if matches!(pair.as_str(), "pa" | "ps" | "--" | "@@") {
            moves.push("pass".to_owned());
            2
        } else if matches!(pair.as_bytes(), [b'a'..=b'h', b'1'..=b'8']) {
            moves.push(pair);
            2
        } else {
            return Err(refuse(at, "a square such as f5, or pa for a pass".into()));
        };
        at += taken;
    }
    Ok(Record {
        game: "othello".to_owned(),
        moves: moves.into_iter().map(|play| RecordedMove::new(None, play)).collect(),
        ..Record::default()
    })
}

/// Writes the moves of an Othello record; passes are left out, as most
/// programs expect.
#[must_use]
pub fn write(record: &Record) -> String {
    record.moves.iter().filter(|m| m.play != "pass").map(|m| m.play.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plays(text: &str) -> Vec<String> {
        read(text).unwrap().moves.into_iter().map(|m| m.play).collect()
    }

    #[test]
    fn squares_passes_numbers_and_blanks() {
        assert_eq!(plays("F5d6C3"), ["f5", "d6", "c3"]);
        assert_eq!(plays("1. f5 2. d6 pa -- pass c3"), ["f5", "d6", "pass", "pass", "pass", "c3"]);
        assert_eq!(write(&read("f5--D6").unwrap()), "f5d6");
    }

    #[test]
    fn a_bad_square_is_shown_where_it_stands() {
        assert_eq!(read("f5d9").unwrap_err().place(), Some((1, 3)));
        assert_eq!(read("ñ").unwrap_err().place(), Some((1, 1)));
        assert!(read("f").is_err());
    }
}
