//! Positions as text.
//!
//! ```text
//!    A B C D E
//!  5 . . . . . 5
//!  4 . X O . . 4
//!  3 X . X O . 3
//!  2 . X O . . 2
//!  1 . . . . . 1
//!    A B C D E
//! turn=white ko=B3
//! ```
//!
//! The letters and numbers are optional when reading, the last line too
//! (Black to move, no ko, no passes). Black is `X`, also `x # b B @ ●`; White
//! is `O`, also `o w W ○`; an empty point is `.`, also `+ - * , _`.

use std::fmt::Write as _;

use sobremesa_kernel::{Phrase, Side, SyntaxError, rules};

use crate::{Point, Rules, Stones};

/// The longest diagram that is read.
const MAX_LEN: usize = 10_000;

/// What a diagram says.
pub(crate) struct Diagram {
    pub stones: Stones,
    pub turn: Side,
    /// Where a stone may not be retaken at once.
    pub ko: Option<Point>,
    pub passes: u8,
    /// Line and column of what is said below the board.
    pub state_at: (usize, usize),
}

pub(crate) fn write(diagram: &Diagram) -> String {
    let stones = &diagram.stones;
    let mut letters = String::from("   ");
    for column in 0..stones.columns() {
        let name = Point::new(0, column).map(|p| p.to_string()).unwrap_or_default();
        let _ = write!(letters, " {}", name.trim_end_matches('1'));
    }
    let mut text = format!("{letters}\n");
    for row in (0..stones.rows()).rev() {
        let _ = write!(text, "{:3}", row + 1);
        for column in 0..stones.columns() {
            text.push_str(match Point::new(row, column).and_then(|p| stones.at(p)) {
                Some(Side::First) => " X",
                Some(Side::Second) => " O",
                None => " .",
            });
        }
        let _ = writeln!(text, " {}", row + 1);
    }
    let turn = if diagram.turn == Side::First { "black" } else { "white" };
    let _ = write!(text, "{letters}\nturn={turn}");
    if let Some(ko) = diagram.ko {
        let _ = write!(text, " ko={ko}");
    }
    if diagram.passes > 0 {
        let _ = write!(text, " passes={}", diagram.passes);
    }
    text.push('\n');
    text
}

pub(crate) fn read(rules: &Rules, text: &str) -> Result<Diagram, SyntaxError> {
    let refuse =
        |found: &str, expected: Phrase| SyntaxError::new("go-diagram-unreadable", found, expected);
    if text.len() > MAX_LEN {
        return Err(refuse(text, Phrase::new("at most {most} characters").with("most", MAX_LEN)));
    }
    let mut stones = Stones::new(rules.rows(), rules.columns())
        .ok_or_else(|| refuse(text, "rules with a size".into()))?;
    let mut rows_read = 0;
    let (mut turn, mut ko, mut passes) = (Side::First, None, 0);
    let mut state_at = (1, 1);
    for (number, line) in text.lines().enumerate() {
        let number = number + 1;
        if line.contains('=') {
            for pair in rules::pairs(line, &["turn", "ko", "passes"])? {
                state_at = (number, pair.column);
                match (pair.key, pair.value) {
                    ("turn", "black") => turn = Side::First,
                    ("turn", "white") => turn = Side::Second,
                    ("turn", _) => {
                        return Err(pair.refuse("black or white").at(number, pair.column));
                    }
                    ("ko", value) => ko = Some(value.parse::<Point>()?),
                    _ => passes = pair.number(0..=2)? as u8,
                }
            }
            continue;
        }
        // A line of letters is a heading, and so is an empty one.
        let heading = |c: char| c.is_ascii_uppercase() && c != 'X' && c != 'O';
        if line.trim().is_empty() || is_heading(line, rules.columns()) {
            continue;
        }
        let mut column = 0;
        for (at, c) in line.chars().enumerate() {
            let side = match c {
                ' ' | '\t' | '\r' | '0'..='9' | '|' => continue,
                '.' | '+' | '-' | '*' | ',' | '_' => None,
                'X' | 'x' | '#' | 'b' | 'B' | '@' | '●' => Some(Side::First),
                'O' | 'o' | 'w' | 'W' | '○' => Some(Side::Second),
                _ => {
                    let what = if heading(c) { "a heading or a row" } else { "X, O or ." };
                    return Err(refuse(&c.to_string(), what.into()).at(number, at + 1));
                }
            };
            if rows_read == rules.rows() || column == rules.columns() {
                let most = Phrase::new("{rows} rows of {columns} points")
                    .with("rows", rules.rows())
                    .with("columns", rules.columns());
                return Err(refuse(line, most).at(number, at + 1));
            }
            if let Some(point) = Point::new(rules.rows() - 1 - rows_read, column) {
                stones.put(point, side);
            }
            column += 1;
        }
        if column < rules.columns() {
            let all = Phrase::new("a row of {columns} points").with("columns", rules.columns());
            return Err(refuse(line, all).at(number, line.chars().count() + 1));
        }
        rows_read += 1;
    }
    if rows_read < rules.rows() {
        let all = Phrase::new("{rows} rows, there are {found}")
            .with("rows", rules.rows())
            .with("found", rows_read);
        return Err(refuse("", all).at(text.lines().count() + 1, 1));
    }
    Ok(Diagram { stones, turn, ko, passes, state_at })
}

/// A ko that cannot be where the diagram says it is.
pub(crate) fn no_such_ko(ko: Option<Point>, (line, column): (usize, usize)) -> SyntaxError {
    SyntaxError::new(
        "go-diagram-ko",
        &ko.map(|at| at.to_string()).unwrap_or_default(),
        "an empty point among rival stones where one stone could be retaken, and no pass",
    )
    .at(line, column)
}

/// Whether a line is the letters of the columns and nothing else.
fn is_heading(line: &str, columns: usize) -> bool {
    let letters = (0..columns).filter_map(|column| Point::new(0, column)).map(|p| p.to_string());
    line.split_whitespace().eq(letters.map(|name| name.trim_end_matches('1').to_owned()))
}
