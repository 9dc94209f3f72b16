use std::fmt::Write as _;

use sobremesa_kernel::{Mark, Side};

use super::Board;

/// Columns numbered above; the winning line in bold between bars.
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
            let wins = board.has(&key, Mark::Winning);
            let (inside, style) = match board.side(&key, Mark::Piece) {
                Some(Side::First) => (board.either("a", "●"), if wins { "1;5;93" } else { "93" }),
                Some(Side::Second) => (board.either("b", "●"), if wins { "1;5;91" } else { "91" }),
                None => (".", "2"),
            };
            if wins {
                let _ = write!(into, "[{}]", board.paint(style, inside));
            } else {
                into.push_str(&board.cell(style, inside, last[column - 1] == Some(row)));
            }
        }
        into.push_str("|\n");
    }
    let _ = writeln!(into, "+{}+", "---".repeat(board.columns()));
}
