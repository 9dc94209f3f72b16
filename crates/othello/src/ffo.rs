//! The FFO endgame positions.

use sobremesa_kernel::{Position as _, SyntaxError};

use crate::position::{Position, Rules};

/// A published endgame problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPosition {
    /// Its number in the published list.
    pub number: u32,
    /// Where it begins.
    pub position: Position,
    /// What the mover wins by with best play on both sides.
    pub score: i32,
}

/// The positions of the FFO endgame suite that we keep, from 40 on.
pub fn ffo() -> Result<Vec<TestPosition>, SyntaxError> {
    let lines = include_str!("../data/ffo.txt").lines().enumerate();
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(at, line)| {
            let refuse =
                || SyntaxError::new("othello-board-unreadable", line, "number, board, side, score");
            let [number, cells, side, score] = line.split(' ').collect::<Vec<_>>()[..] else {
                return Err(refuse().at(at + 1, 1));
            };
            let position = Position::parse(&Rules::default(), &format!("{cells} {side}"))?;
            match (number.parse(), score.parse()) {
                (Ok(number), Ok(score)) => Ok(TestPosition { number, position, score }),
                _ => Err(refuse().at(at + 1, 1)),
            }
        })
        .collect()
}
