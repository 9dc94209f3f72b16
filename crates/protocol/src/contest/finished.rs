//! A finished game of a match, and what decided it.

use std::time::Duration;

use sobremesa_kernel::Side;
use sobremesa_record::GameResult;

/// What decided a game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The board, counted by the rules.
    Counted,
    /// The board, counted without the stones that our player sees as dead:
    /// the rules leave them to the players, and nobody else can be asked.
    Settled,
    /// The board, as the judge saw it.
    Judged,
    /// It was stopped: a draw.
    TooLong,
    Resigned {
        player: usize,
    },
    /// A player broke the rules, crashed, was silent or talked nonsense.
    Fault {
        player: usize,
        why: String,
    },
}

impl Ending {
    /// Who lost by a fault of their own.
    #[must_use]
    pub const fn at_fault(&self) -> Option<usize> {
        match self {
            Ending::Fault { player, .. } => Some(*player),
            _ => None,
        }
    }
}

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    pub number: u32,
    /// Which player (0 or 1) had the first side.
    pub first: usize,
    /// As its record says it.
    pub result: GameResult,
    pub ending: Ending,
    pub plies: usize,
    /// Moves chosen and CPU spent by each player.
    pub moves: [u32; 2],
    pub cpu: [Duration; 2],
    /// The game as SGF.
    pub sgf: String,
}

impl Finished {
    /// The player (0 or 1) who won, `None` of a draw.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.result.winner().map(|colour| match Side::from(colour) {
            Side::First => self.first,
            Side::Second => 1 - self.first,
        })
    }
}
