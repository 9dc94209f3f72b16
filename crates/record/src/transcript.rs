//! Othello transcripts: squares one after the other (`f5d6c3…`), with blanks,
//! dashes, dots, commas and move numbers between them or without, passes left
//! out or written `pa`, `ps`, `--` or `pass`.

use sobremesa_kernel::{Phrase, SyntaxError};

use crate::record::{place, shown};
use crate::work::spend;
use crate::{Record, RecordedMove};

/// The longest transcript that is read.
const MAX_LEN: usize = 4096;

/// Reads a transcript.
pub fn read(text: &str) -> Result<Record, SyntaxError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let refuse = |at: usize, expected: Phrase| {
        let (line, column) = place(text, at);
        SyntaxError::new("record-unreadable", &shown(&text[at..]), expected).at(line, column)
    };
    if text.len() > MAX_LEN {
        return Err(refuse(0, Phrase::new("at most {most} characters").with("most", MAX_LEN)));
    }
    let mut moves = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        spend(1);
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
        } else if first == '-' {
            // Two are a pass, one stands between squares: `f5-d6-c3`.
            1
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

/// Reads a transcript a line; empty lines are skipped.
#[must_use]
pub fn read_lines(text: &str) -> Vec<Result<Record, SyntaxError>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, line)| {
            read(line).map_err(|error| {
                let column = error.place().map_or(1, |(_, column)| column);
                error.at(number + 1, column)
            })
        })
        .collect()
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
    use crate::work::counted::assert_linear;

    fn plays(text: &str) -> Vec<String> {
        read(text).unwrap().moves.into_iter().map(|m| m.play).collect()
    }

    #[test]
    fn squares_passes_numbers_and_blanks() {
        assert_eq!(plays("F5d6C3"), ["f5", "d6", "c3"]);
        assert_eq!(plays("1. f5 2. d6 pa -- pass c3"), ["f5", "d6", "pass", "pass", "pass", "c3"]);
        assert_eq!(write(&read("f5--D6").unwrap()), "f5d6");
        assert_eq!(plays("\u{feff}f5-d6\tc3 - d3"), ["f5", "d6", "c3", "d3"]);
    }

    #[test]
    fn a_line_may_be_a_game() {
        let games = read_lines("f5d6\n\n  c4\r\nf5x\n");
        assert_eq!(games.len(), 3);
        assert_eq!(games[1].as_ref().unwrap().moves.len(), 1);
        assert_eq!(games[2].as_ref().unwrap_err().place(), Some((4, 3)));
    }

    #[test]
    fn reading_is_linear_in_the_input() {
        type Made = fn(usize) -> String;
        let kinds: [(&str, Made); 3] = [
            ("games", |n| "f5d6c3\n".repeat(n)),
            ("bad games", |n| "f5d6x\n".repeat(n)),
            ("numbers", |n| "1. f5 2. d6 pass\n".repeat(n)),
        ];
        for (kind, make) in kinds {
            assert_linear(kind, make, &|text| drop(read_lines(text)), 12);
        }
    }

    #[test]
    fn a_bad_square_is_shown_where_it_stands() {
        assert_eq!(read("f5d9").unwrap_err().place(), Some((1, 3)));
        assert_eq!(read("f5\nd6 i3\nc3").unwrap_err().place(), Some((2, 4)));
        assert_eq!(read("ñ").unwrap_err().place(), Some((1, 1)));
        assert!(read("f").is_err());
    }
}
