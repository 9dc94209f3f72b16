//! Connect 4 in the terminal.

use std::fmt::Write as _;

use sobremesa_kernel::{Mark, Side};

use super::{Board, Frame};

/// Blue plastic.
const GROUND: &str = "48;5;18";

/// Columns numbered above; the winning line in brackets.
pub fn draw(board: &Board<'_>, into: &mut String) {
    let numbers: String = (1..=board.columns()).map(|column| format!("{column:^3}")).collect();
    let _ = writeln!(into, " {}", numbers.trim_end());
    // The last piece is the highest one of the column that was played.
    let last_row = |column: usize| {
        (1..=board.rows())
            .find(|row| board.has(&format!("{row}-{column}"), Mark::Piece))
            .filter(|_| board.is_last(&column.to_string()))
    };
    let last: Vec<Option<usize>> = (1..=board.columns()).map(last_row).collect();
    for row in 1..=board.rows() {
        into.push('|');
        for column in 1..=board.columns() {
            let key = format!("{row}-{column}");
            let (inside, style) = match board.side(&key, Mark::Piece) {
                Some(Side::First) => (board.either("a", "●"), "38;5;226"),
                Some(Side::Second) => (board.either("b", "○"), "38;5;203"),
                None => (board.either(".", "·"), "38;5;61"),
            };
            let frame = match last[column - 1] {
                _ if board.has(&key, Mark::Winning) => Frame::Winning,
                Some(last) if last == row => Frame::Last,
                _ => Frame::None,
            };
            into.push_str(&board.cell(GROUND, style, inside, frame));
        }
        into.push_str("|\n");
    }
    let _ = writeln!(into, "+{}+", "---".repeat(board.columns()));
}
