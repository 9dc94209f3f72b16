use std::fmt::Write as _;

use sobremesa_kernel::{Mark, Side};

use super::Board;

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
                Some(Side::First) => (board.either("X", "●"), "1;32"),
                Some(Side::Second) => (board.either("O", "●"), "1;97"),
                None if board.is_legal(&key) => (board.either("*", "·"), "36"),
                None => (board.either(".", " "), "2"),
            };
            into.push_str(&board.cell(style, inside, board.is_last(&key)));
        }
        let _ = writeln!(into, " {row}");
    }
    let _ = writeln!(into, "  {}", letters.trim_end());
}
