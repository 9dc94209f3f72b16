//! What is shown of a game.

use crate::{Outcome, Points, Side};

/// A position as a picture: a grid size and what stands on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Rows and columns of cells (points in Go, boxes in Dots and Boxes).
    pub rows: usize,
    /// How many columns the grid has.
    pub columns: usize,
    /// What stands on it.
    pub stands: Vec<Stand>,
    /// Further counts worth showing, `[First, Second]`: `captures` in Go.
    /// The words are the catalogue's `count-<name>`.
    pub counts: Vec<(&'static str, [i32; 2])>,
}

/// One thing on the board.
///
/// `at` is the key that moves use where a move names a place (`D4`, `d3`,
/// `2-1-h`); a box is `row-column` and so is a Connect 4 cell (from 1, row 1
/// on top), whose move is the column alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// Where: the key that moves use.
    pub at: String,
    /// What.
    pub mark: Mark,
    /// Whose, if it is anybody's.
    pub side: Option<Side>,
}

/// The kinds of thing that stand on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A stone, disc or piece.
    Piece,
    /// A drawn line of Dots and Boxes (its `side` is who drew it, if known).
    Line,
    /// An owned box.
    Box,
    /// A cell of a winning line.
    Winning,
    /// A point that counts for a side at the end.
    Territory,
    /// A point that may not be played because of ko.
    Ko,
    /// A piece that the players take for dead.
    Dead,
}

impl Mark {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Piece => "piece",
            Mark::Line => "line",
            Mark::Box => "box",
            Mark::Winning => "winning",
            Mark::Territory => "territory",
            Mark::Ko => "ko",
            Mark::Dead => "dead",
        }
    }
}

/// A legal move, with what it would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as text.
    pub play: String,
    /// The keys of what would change.
    pub changes: Vec<String>,
}

/// Everything a front end needs to show a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The game's id.
    pub game: &'static str,
    /// The rules as text.
    pub rules: String,
    /// The board.
    pub picture: Picture,
    /// Who moves.
    pub turn: Side,
    /// How it ended, if it is over.
    pub outcome: Option<Outcome>,
    /// Points of both sides, where the game counts.
    pub score: Option<[Points; 2]>,
    /// Empty when the game is over.
    pub legal: Vec<Choice>,
    /// The moves so far, oldest first.
    pub moves: Vec<Played>,
}

/// A move that was played, and by whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Who.
    pub side: Side,
    /// The move as text.
    pub play: String,
}
