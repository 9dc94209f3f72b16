//! What a network learns from.

use crate::output::Input;

/// A position and what should be said of it, for the side to move.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// The position as numbers.
    pub input: Input,
    /// The chance of each point, row by row from the top, and of the pass
    /// last; `None` where no move is allowed.
    pub policy: Vec<Option<f32>>,
    /// Chances of win, loss and no result.
    pub value: [f32; 3],
    /// Points ahead.
    pub lead: f32,
    /// Points at the end of a game, their mean and spread.
    pub score: f32,
    /// The spread of `score`.
    pub spread: f32,
    /// Who will own each point, from -1 (the other side) to 1.
    pub ownership: Vec<f32>,
}
