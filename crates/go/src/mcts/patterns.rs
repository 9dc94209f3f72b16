//! Local shapes: the eight neighbours of an empty point.
//!
//! A shape is sixteen bits, two for each neighbour (its [`Colour`]), in the
//! order of [`code`]:
//!
//! ```text
//!     5 6 7          row above
//!     3 . 4
//!     0 1 2          row below
//! ```
//!
//! [`TABLE`] says for each shape whether a move there is worth a look. It is
//! unfolded from the well-known dozen of MoGo (hane, cut, side) through the
//! eight symmetries and both colours.

use std::sync::LazyLock;

use crate::board::{BLACK, Board, Colour, EDGE, EMPTY, Vertex, WHITE};

/// One bit for each shape.
pub static TABLE: LazyLock<Box<[u64; 1024]>> = LazyLock::new(unfold);

/// The shape around `v`.
#[inline]
pub fn code<const P: usize, const W: usize>(board: &Board<P, W>, v: Vertex) -> u16 {
    let s = board.stride();
    let around = [v - s - 1, v - s, v - s + 1, v - 1, v + 1, v + s - 1, v + s, v + s + 1];
    around.iter().enumerate().fold(0, |code, (i, &n)| code | u16::from(board.at(n)) << (2 * i))
}

/// Whether the shape `code` is one of a table.
#[inline]
pub fn matches(table: &[u64; 1024], code: u16) -> bool {
    table[usize::from(code >> 6)] >> (code & 63) & 1 != 0
}

/// The shapes, three rows of three with the move in the middle. `X` and `O`
/// are the two colours (either may be the mover), `x` is anything but X, `o`
/// anything but O, `?` anything, `#` the edge.
const SHAPES: [&str; 13] = [
    // Hane: around a stone that leans on ours, then thinner and thicker ones.
    "XOX ... ???",
    "XO. ... ?.?",
    "XO? X.. x.?",
    ".O. X.. ...",
    // Cuts: the cutting point protected or not, and the cut seen from inside.
    "XO? O.o ?o?",
    "XO? O.X ???",
    "?X? O.O ooo",
    "OX? o.O ???",
    // On the edge: chase, sagari, hane, cut.
    "X.? O.? ###",
    "OX? X.O ###",
    "?X? x.O ###",
    "?OX X.O ###",
    "OX. ... ###",
];

fn unfold() -> Box<[u64; 1024]> {
    let mut table = Box::new([0; 1024]);
    for shape in SHAPES {
        let rows: Vec<&[u8]> = shape.split(' ').map(str::as_bytes).collect();
        let mut cells = [[b'.'; 3]; 3];
        for (cell, &symbol) in cells.iter_mut().flatten().zip(rows.iter().copied().flatten()) {
            *cell = symbol;
        }
        for turn in 0..8 {
            if turn == 4 {
                cells.reverse();
            }
            // A quarter turn.
            let before = cells;
            for r in 0..3 {
                for c in 0..3 {
                    cells[c][2 - r] = before[r][c];
                }
            }
            for swap in [false, true] {
                add(&mut table, &cells, swap);
            }
        }
    }
    table
}

/// Sets the bit of every shape that `cells` describes.
fn add(table: &mut [u64; 1024], cells: &[[u8; 3]; 3], swap: bool) {
    let order = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)];
    let mut codes = vec![0u16];
    for (i, (r, c)) in order.into_iter().enumerate() {
        let (x, o) = if swap { (WHITE, BLACK) } else { (BLACK, WHITE) };
        let allowed: &[Colour] = match cells[r][c] {
            b'X' => &[x],
            b'O' => &[o],
            b'x' => &[EMPTY, o, EDGE],
            b'o' => &[EMPTY, x, EDGE],
            b'.' => &[EMPTY],
            b'#' => &[EDGE],
            _ => &[EMPTY, BLACK, WHITE, EDGE],
        };
        codes = codes
            .iter()
            .flat_map(|&code| allowed.iter().map(move |&cell| code | u16::from(cell) << (2 * i)))
            .collect();
    }
    for code in codes {
        table[usize::from(code >> 6)] |= 1 << (code & 63);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Small;

    #[test]
    fn a_hane_is_a_shape_for_both_colours_and_an_empty_corner_is_not() {
        let mut board = Small::new(9, 9);
        assert!(!matches(&TABLE, code(&board, board.vertex(4, 4))));
        for (row, column, colour) in [(3, 3, BLACK), (3, 4, WHITE), (3, 5, BLACK)] {
            board.play(board.vertex(row, column), colour);
        }
        assert!(matches(&TABLE, code(&board, board.vertex(4, 4))));
        assert!(!matches(&TABLE, code(&board, board.vertex(0, 0))));
    }
}
