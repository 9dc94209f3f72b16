//! Dots and Boxes in the terminal.

use std::fmt::Write as _;

use sobremesa_kernel::{Mark, Side};

use super::Board;

/// Dots and lines to scale. A label at the left of a row of dots is the F of
/// its horizontal lines, at the left of a row of boxes the F of its vertical
/// ones; the numbers above are C. The last line is drawn double.
///
/// ```text
///       1   2
///  1  +---+   +
///  1  | 1 |
///  2  +===+   +
/// ```
pub fn draw(board: &Board<'_>, into: &mut String) {
    let (rows, columns) = (board.rows(), board.columns());
    let numbers: String = (1..=columns).map(|column| format!("{column:^4}")).collect();
    let _ = writeln!(into, "     {}", numbers.trim_end());
    for row in 1..=rows + 1 {
        let _ = write!(into, "{row:>3}  ");
        for column in 1..=columns {
            into.push_str(&board.paint("1", board.either("+", "•")));
            into.push_str(&line(board, &format!("{row}-{column}-h"), ["   ", "---", "==="]));
        }
        let _ = writeln!(into, "{}", board.paint("1", board.either("+", "•")));
        if row > rows {
            break;
        }
        let mut text = format!("{row:>3}  ");
        for column in 1..=columns + 1 {
            text.push_str(&line(board, &format!("{row}-{column}-v"), [" ", "|", "H"]));
            if column <= columns {
                text.push_str(&match board.side(&format!("{row}-{column}"), Mark::Box) {
                    Some(Side::First) => board.paint("1;34", " 1 "),
                    Some(Side::Second) => board.paint("1;31", " 2 "),
                    None => "   ".to_owned(),
                });
            }
        }
        let _ = writeln!(into, "{}", text.trim_end());
    }
}

/// A line in the colour of who drew it: undrawn, drawn or just drawn.
fn line(board: &Board<'_>, key: &str, [undrawn, drawn, last]: [&str; 3]) -> String {
    if !board.has(key, Mark::Line) {
        return undrawn.to_owned();
    }
    let style = match board.side(key, Mark::Line) {
        Some(Side::First) => "34",
        Some(Side::Second) => "31",
        None => "0",
    };
    board.paint(style, if board.is_last(key) { last } else { drawn })
}
