//! Moves as they are told: all of most games, and of a long one a part.

use serde::Serialize;
use sobremesa_kernel as kernel;
use sobremesa_kernel::Side;
use sobremesa_table as table;
use utoipa::ToSchema;

/// A move that was played.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Move {
    pub side: Side,
    pub play: String,
}

impl From<kernel::Played> for Move {
    fn from(played: kernel::Played) -> Move {
        Move { side: played.side, play: played.play }
    }
}

/// Moves of a match, 512 at most: `GET /api/matches/{id}/moves`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Moves {
    /// The `line` of the match: with another, moves known before may be others.
    pub line: u64,
    /// How many moves came before these.
    pub from: usize,
    /// How many there are in all.
    pub count: usize,
    pub moves: Vec<Move>,
}

impl Moves {
    /// The moves that stand, from a number on.
    #[must_use]
    pub fn of(state: &table::State, from: usize) -> Moves {
        let moves = state.game().moves();
        let count = moves.len();
        let moves = moves.into_iter().skip(from).take(TOLD).map(Move::from).collect();
        Moves { line: state.line(), from, count, moves }
    }

    /// How many of so many moves a state does not tell.
    pub(super) const fn earlier(count: usize) -> usize {
        count.saturating_sub(TOLD)
    }
}

/// Moves that are told at once: more than most games have, and not so many that
/// a state of a long one costs all who watch.
const TOLD: usize = 512;

/// The last of the moves.
pub(super) fn told(mut moves: Vec<kernel::Played>) -> Vec<Move> {
    moves.drain(..Moves::earlier(moves.len()));
    moves.into_iter().map(Move::from).collect()
}
