//! Othello in the terminal.

use std::fmt::Write as _;

use sobremesa_kernel::{Mark, Side};

use super::Board;

/// Green felt.
const GROUND: &str = "48;5;28";

/// Letters above, numbers at both sides; where one may play is marked.
pub fn draw(board: &Board<'_>, into: &mut String) {
    let letters: String =
        (b'A'..).take(board.columns()).map(|c| format!(" {} ", c as char)).collect();
    let _ = writeln!(into, "  {}", letters.trim_end());
    for row in 1..=board.rows() {
        let _ = write!(into, "{row} ");
        for column in (b'a'..).take(board.columns()) {
            let key = format!("{}{row}", char::from(column));
            let (inside, style) = match board.side(&key, Mark::Piece) {
                Some(Side::First) => (board.either("X", "●"), "38;5;16"),
                Some(Side::Second) => (board.either("O", "○"), "38;5;231"),
                None if board.is_legal(&key) => (board.either("*", "·"), "38;5;120"),
                None => (board.either(".", " "), "38;5;22"),
            };
            into.push_str(&board.cell(GROUND, style, inside, board.frame(&key)));
        }
        let _ = writeln!(into, " {row}");
    }
    let _ = writeln!(into, "  {}", letters.trim_end());
}
