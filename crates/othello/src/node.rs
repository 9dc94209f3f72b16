//! What the searches hand from one ply to the next: a node, a move to try in it
//! and the window it is tried in.

use crate::board::Board;
use crate::pattern::{Features, Layout, passed};

/// A board and what the evaluation sees on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub board: Board,
    pub features: Features,
}

impl Node {
    pub(crate) fn new(board: Board) -> Node {
        Node { board, features: Layout::get().features(board) }
    }

    pub(crate) fn passed(&self) -> Node {
        Node { board: self.board.swapped(), features: passed(&self.features) }
    }

    #[inline(always)]
    pub(crate) fn after(&self, layout: &Layout, square: usize, turned: u64) -> Node {
        Node {
            board: self.board.after(square, turned),
            features: layout.after(&self.features, square, turned),
        }
    }
}

/// A move to try, cheapest first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Try {
    pub square: u8,
    pub turned: u64,
    /// The rival's moves then.
    pub replies: u64,
}

/// A null window, how deep to search in it and how surely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Null {
    pub alpha: i32,
    pub depth: u32,
    pub sure: u8,
}
