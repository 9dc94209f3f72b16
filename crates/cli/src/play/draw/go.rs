//! Go in the terminal.

use std::fmt::Write as _;

use sobremesa_kernel::{Mark, Side};

use super::{Board, letter};

/// Wood.
const GROUND: &str = "48;5;179";

/// Letters below and above, row 1 at the bottom, star points as `+`; a point
/// that ko forbids is `#`, territory at the end a small letter.
pub fn draw(board: &Board<'_>, into: &mut String) {
    let letters: String = (0..board.columns()).map(|c| format!(" {} ", letter(c))).collect();
    let _ = writeln!(into, "   {}", letters.trim_end());
    for row in (1..=board.rows()).rev() {
        let _ = write!(into, "{row:>2} ");
        for column in 0..board.columns() {
            let key = format!("{}{row}", letter(column));
            let star = is_star(row, column + 1, board.rows(), board.columns());
            let (inside, style) = match board.side(&key, Mark::Piece) {
                Some(Side::First) => (board.either("X", "●"), "38;5;16"),
                Some(Side::Second) => (board.either("O", "○"), "38;5;231"),
                None => match board.side(&key, Mark::Territory) {
                    Some(Side::First) => (board.either("x", "▪"), "38;5;16"),
                    Some(Side::Second) => (board.either("o", "▫"), "38;5;231"),
                    None if board.has(&key, Mark::Ko) => ("#", "38;5;124"),
                    None => (if star { "+" } else { board.either(".", "·") }, "38;5;94"),
                },
            };
            into.push_str(&board.cell(GROUND, style, inside, board.frame(&key)));
        }
        let _ = writeln!(into, " {row}");
    }
    let _ = writeln!(into, "   {}", letters.trim_end());
}

/// Whether a point (from 1) is a star point: the corners' and the centre, on
/// large boards the sides' too.
fn is_star(row: usize, column: usize, rows: usize, columns: usize) -> bool {
    let edge = |line: usize, size: usize| {
        let distance = if size >= 12 { 4 } else { 3 };
        size >= 7 && (line == distance || line == size + 1 - distance)
    };
    let middle = |line: usize, size: usize| size >= 7 && size % 2 == 1 && line == size / 2 + 1;
    let large = rows.min(columns) >= 15;
    match (edge(row, rows), edge(column, columns), middle(row, rows), middle(column, columns)) {
        (true, true, _, _) | (_, _, true, true) => true,
        (true, _, _, true) | (_, true, true, _) => large,
        _ => false,
    }
}
