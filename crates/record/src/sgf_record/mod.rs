//! The main line of an SGF game tree as a [`Record`], and back.
//!
//! Go is `GM[1]`, the default, and Othello `GM[2]`. Connect 4 and Dots and
//! Boxes have no number in the standard: they are written as `GM[1004]` and
//! `GM[1005]`, beyond the registered ones, with moves as the game's own text.
//! Private properties carry what the standard has no word for, and other
//! programs skip them: `XR` the rules text, `XG` the id of the game, `XP` the
//! diagram a game began from, `XD` the stones agreed to be dead, `XW` what
//! WTHOR says of a game.

mod kind;
mod merge;
mod read;
mod write;

pub use merge::Origin;
use sobremesa_kernel::{Phrase, SyntaxError};

use crate::Record;
use crate::sgf::Tree;

/// What SGF says of the whole game and a record keeps as it is.
const INFO: &[&str] =
    &["BR", "WR", "BT", "WT", "RO", "PC", "GN", "ON", "TM", "OT", "US", "SO", "AN", "CP", "GC"];

impl Record {
    /// One of the game-info properties that are kept as they are.
    #[must_use]
    pub fn info(&self, id: &str) -> Option<&str> {
        self.info.iter().find(|(known, _)| known == id).map(|(_, value)| value.as_str())
    }
}

fn refuse(found: &str, expected: impl Into<Phrase>) -> SyntaxError {
    SyntaxError::new("record-unreadable", found, expected)
}

/// The node that says what the whole game is: the root, or the first on the
/// main line that says anything.
fn head(tree: &Tree) -> usize {
    tree.main_line().find(|&at| !tree.node(at).properties.is_empty()).unwrap_or(0)
}
