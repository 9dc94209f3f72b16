//! The kinds of SGF file a record can be in, and how each writes its moves.

use sobremesa_kernel::{Phrase, SyntaxError};

use super::refuse;
use crate::Record;
use crate::rule_text::rule;
use crate::sgf::{self, Node};

/// Go's column letters, I being skipped.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The games without a number of their own. The registered numbers end at 40,
/// which is Kropki, another game of dots.
const OWN: &[(&str, &str)] = &[("1004", "connect4"), ("1005", "dots")];

/// The number for any other game of ours.
const OTHER: &str = "1000";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Go {
        columns: usize,
        rows: usize,
    },
    Othello,
    /// Moves are the game's own text.
    Other,
}

impl Kind {
    /// The kind of a root, and the id of its game.
    pub(crate) fn of_root(root: &Node) -> Result<(Kind, String), SyntaxError> {
        let number = root.simple("GM").filter(|n| !n.is_empty()).unwrap_or_else(|| "1".to_owned());
        let named = |id: &str| (Kind::Other, id.to_owned());
        match number.to_ascii_lowercase().as_str() {
            "1" | "go" | "weiqi" | "baduk" => {
                let size = root.simple("SZ").filter(|size| !size.is_empty());
                let size = size.unwrap_or_else(|| "19".to_owned());
                let (columns, rows) =
                    size.split_once([':', 'x', 'X', '*']).unwrap_or((&size, &size));
                match (columns.trim().parse(), rows.trim().parse()) {
                    (Ok(columns @ 1..=25), Ok(rows @ 1..=25)) => {
                        Ok((Kind::Go { columns, rows }, "go".to_owned()))
                    }
                    _ => Err(refuse(&format!("SZ[{size}]"), "a board size from 1 to 25")),
                }
            }
            "2" => match root.simple("SZ").as_deref().unwrap_or("8") {
                "8" | "8:8" => Ok((Kind::Othello, "othello".to_owned())),
                size => Err(refuse(&format!("SZ[{size}]"), "an Othello board of 8")),
            },
            // Files of before the numbers were 40, which is another game.
            OTHER | "40" if root.has("XG") => Ok(named(&root.simple("XG").unwrap_or_default())),
            other => match OWN.iter().find(|(number, _)| *number == other) {
                Some((_, id)) => Ok(named(id)),
                None => {
                    let known = "GM[1] (Go), GM[2] (Othello), GM[1004] (Connect 4) or GM[1005] (Dots and Boxes)";
                    Err(refuse(&format!("GM[{other}]"), known))
                }
            },
        }
    }

    pub(crate) fn of_record(record: &Record) -> Result<Kind, SyntaxError> {
        Ok(match record.game.as_str() {
            "go" => match size(&record.rules, "19") {
                Some((rows, columns)) => Kind::Go { columns, rows },
                None => return Err(refuse(&record.rules, "a size in the rules")),
            },
            "othello" => Kind::Othello,
            _ => Kind::Other,
        })
    }

    /// Columns and rows of a board of stones.
    pub(crate) fn grid(self) -> Option<(usize, usize)> {
        match self {
            Kind::Go { columns, rows } => Some((columns, rows)),
            Kind::Othello => Some((8, 8)),
            Kind::Other => None,
        }
    }

    /// The value of `GM`.
    pub(crate) fn number(self, game: &str) -> &'static str {
        match self {
            Kind::Go { .. } => "1",
            Kind::Othello => "2",
            Kind::Other => {
                OWN.iter().find(|(_, id)| *id == game).map_or(OTHER, |(number, _)| number)
            }
        }
    }

    /// A move in the game's text, and whether it is written as the standard
    /// says; `number` is its own, for the error.
    pub(crate) fn read_move(self, raw: &str, number: usize) -> Result<(String, bool), SyntaxError> {
        let bad = || {
            refuse(raw, Phrase::new("a point on the board at move {number}").with("number", number))
        };
        match self {
            Kind::Go { columns, rows } => {
                let small = raw.trim().to_ascii_lowercase();
                // `tt` is a pass on boards up to 19×19.
                if small.is_empty() || (small == "tt" && columns <= 19 && rows <= 19) {
                    return Ok(("pass".to_owned(), true));
                }
                let on_board = |&(column, row): &(usize, usize)| column < columns && row < rows;
                let text = |(column, row): (usize, usize)| {
                    format!("{}{}", COLUMNS[column] as char, rows - row)
                };
                if let Some(point) = sgf::point(raw).filter(on_board) {
                    return Ok((text(point), true));
                }
                // Capitals, the names that people use, and words for a pass.
                let named = || {
                    let letter = small.as_bytes().first()?.to_ascii_uppercase();
                    let column = COLUMNS.iter().position(|&c| c == letter)?;
                    let row: usize = small.get(1..)?.parse().ok()?;
                    Some((column, rows.checked_sub(row)?))
                };
                match sgf::point(&small).or_else(named).filter(on_board) {
                    Some(point) => Ok((text(point), false)),
                    None if matches!(small.as_str(), "pass" | "pa" | "--" | ".." | "zz") => {
                        Ok(("pass".to_owned(), false))
                    }
                    None => Err(bad()),
                }
            }
            Kind::Othello => {
                let raw = raw.trim().to_ascii_lowercase();
                if matches!(raw.as_str(), "" | "tt" | "pass" | "pa" | "--") {
                    return Ok(("pass".to_owned(), true));
                }
                // Two letters as in Go, or the square's usual name.
                match *raw.as_bytes() {
                    [column @ b'a'..=b'h', row @ b'a'..=b'h'] => {
                        Ok((format!("{}{}", column as char, row - b'a' + 1), true))
                    }
                    [b'a'..=b'h', b'1'..=b'8'] => Ok((raw, true)),
                    _ => Err(bad()),
                }
            }
            Kind::Other => Ok((sgf::simple_text(raw), true)),
        }
    }

    /// A move as a raw value.
    pub(crate) fn write_move(self, play: &str) -> Result<String, SyntaxError> {
        let bad = || refuse(play, "a move of the record's game");
        if self != Kind::Other && play.eq_ignore_ascii_case("pass") {
            return Ok(String::new());
        }
        match self {
            Kind::Go { columns, rows } => {
                let letter = play.as_bytes().first().ok_or_else(bad)?.to_ascii_uppercase();
                let column = COLUMNS.iter().position(|&c| c == letter).ok_or_else(bad)?;
                let row: usize = play.get(1..).and_then(|n| n.parse().ok()).ok_or_else(bad)?;
                if column >= columns || row == 0 || row > rows {
                    return Err(bad());
                }
                sgf::write_point(column, rows - row).ok_or_else(bad)
            }
            Kind::Othello => match *play.to_ascii_lowercase().as_bytes() {
                [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                    Ok(format!("{}{}", column as char, (row - b'1' + b'a') as char))
                }
                _ => Err(bad()),
            },
            Kind::Other => Ok(sgf::escape(play)),
        }
    }
}

/// Rows and columns of a rules text.
pub(super) fn size(rules: &str, usual: &str) -> Option<(usize, usize)> {
    let size = rule(rules, "size").unwrap_or(usual);
    let (rows, columns) = size.split_once('x').unwrap_or((size, size));
    Some((rows.parse().ok()?, columns.parse().ok()?))
}
