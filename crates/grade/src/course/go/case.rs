//! The questions about Go.

use super::reading::Board;

/// One question. Places are as the pages count, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    Empty,
    Move { board: Board, colour: u8, row: i64, column: i64 },
    Score { board: Board },
}

/// The board of a question.
pub fn board(case: &Case) -> Option<&Board> {
    match case {
        Case::Empty => None,
        Case::Move { board, .. } | Case::Score { board } => Some(board),
    }
}
