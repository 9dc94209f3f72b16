//! What everybody knows of large empty boards, and playouts do not.
//!
//! A playout from an almost empty board is noise, and the moves of playouts
//! that win (RAVE) gather in the middle, where any stone is of some use. So
//! on boards from [`LEAST`] lines up the tree does not ask them: empty
//! corners come first, on their usual points, and as long as there are few
//! stones nothing is played far from all of them but on the third and fourth
//! lines. On small boards the first stone goes to the middle.

use super::features::{is_open, line};
use crate::board::{BLACK, Board, Colour, EMPTY, NONE, Vertex, WHITE, other};

/// The smallest side on which there is an opening worth the name.
const LEAST: usize = 11;

/// The smallest side on which the first stone belongs in the middle.
const SMALLEST: usize = 5;

/// Which moves an opening has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opening {
    /// These and no others: the empty corners, or the middle of a small board.
    Only(Vec<Vertex>),
    /// Those that [`is_usual`] accepts.
    Sides,
    /// The opening is over, or the board small: any.
    Over,
}

impl Opening {
    /// `last` is the move before, or [`NONE`].
    pub(crate) fn of<const P: usize, const W: usize>(
        board: &Board<P, W>,
        colour: Colour,
        last: Vertex,
    ) -> Opening {
        let (rows, columns) = (board.rows(), board.columns());
        let stones: i32 = board.stone_counts().iter().sum();
        if rows.min(columns) < LEAST {
            return if stones == 0 && rows.min(columns) >= SMALLEST {
                Opening::Only(vec![board.vertex(rows / 2, columns / 2)])
            } else {
                Opening::Over
            };
        }
        if stones as usize * 8 > rows * columns {
            return Opening::Over;
        }
        let corners = empty_corners(board);
        if corners.is_empty() || is_urgent(board, colour, last) {
            Opening::Sides
        } else {
            Opening::Only(corners)
        }
    }

    pub(crate) fn allows<const P: usize, const W: usize>(
        &self,
        board: &Board<P, W>,
        v: Vertex,
    ) -> bool {
        match self {
            Opening::Over => true,
            Opening::Sides => is_usual(board, v),
            Opening::Only(points) => points.contains(&v),
        }
    }
}

/// Near other stones, or on the third or fourth line.
fn is_usual<const P: usize, const W: usize>(board: &Board<P, W>, v: Vertex) -> bool {
    matches!(line(board, v), 3 | 4) || !is_open(board, v)
}

/// The 4-4 and both 3-4 points of every corner in which there is no stone.
fn empty_corners<const P: usize, const W: usize>(board: &Board<P, W>) -> Vec<Vertex> {
    let (rows, columns) = (board.rows(), board.columns());
    // A corner goes to just short of the middle, and to the seventh line.
    let reach = ((rows.min(columns) - 1) / 2).min(7);
    let mut points = Vec::new();
    for (top, right) in [(false, false), (false, true), (true, false), (true, true)] {
        let at = |row: usize, column: usize| {
            board.vertex(
                if top { rows - 1 - row } else { row },
                if right { columns - 1 - column } else { column },
            )
        };
        if (0..reach).all(|row| (0..reach).all(|column| board.at(at(row, column)) == EMPTY)) {
            points.extend([at(3, 3), at(2, 3), at(3, 2)]);
        }
    }
    points
}

/// Whether stones are in contact with the last move, or a group of either
/// side is short of liberties: that comes before a corner.
fn is_urgent<const P: usize, const W: usize>(
    board: &Board<P, W>,
    colour: Colour,
    last: Vertex,
) -> bool {
    if last != NONE && board.at(last) == other(colour) && board.beside(last, colour) > 0 {
        return true;
    }
    (0..board.rows()).any(|row| {
        (0..board.columns()).any(|column| {
            let v = board.vertex(row, column);
            matches!(board.at(v), BLACK | WHITE) && board.count(v) <= 2
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Medium, Small};

    #[test]
    fn empty_corners_come_first_then_sides_and_contact_before_both() {
        let mut board = Medium::new(13, 13);
        let Opening::Only(points) = Opening::of(&board, BLACK, NONE) else { panic!() };
        assert_eq!(points.len(), 12);
        for (row, column) in [(3, 3), (9, 9), (3, 9)] {
            board.play(board.vertex(row, column), BLACK);
        }
        let Opening::Only(points) = Opening::of(&board, WHITE, board.vertex(3, 9)) else {
            panic!()
        };
        assert!(points.contains(&board.vertex(9, 3)) && points.len() == 3, "{points:?}");
        let contact = board.vertex(3, 4);
        board.play(contact, WHITE);
        assert_eq!(Opening::of(&board, BLACK, contact), Opening::Sides);
        // Next to stones all lines are open, far from them only two.
        assert!(Opening::Sides.allows(&board, board.vertex(1, 3)));
        assert!(Opening::Sides.allows(&board, board.vertex(9, 2)));
        assert!(!Opening::Sides.allows(&board, board.vertex(9, 1)));
    }

    #[test]
    fn a_small_board_opens_in_the_middle() {
        let mut board = Small::new(9, 9);
        let middle = board.vertex(4, 4);
        assert_eq!(Opening::of(&board, BLACK, NONE), Opening::Only(vec![middle]));
        board.play(middle, BLACK);
        assert_eq!(Opening::of(&board, WHITE, middle), Opening::Over);
        assert_eq!(Opening::of(&Small::new(4, 9), BLACK, NONE), Opening::Over);
    }
}
