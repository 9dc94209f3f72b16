//! Counting move sequences on bare boards.

use crate::board::{Board, squares};
use crate::flip::{dispatch, recursive};

/// The number of lines of `depth` plies, a pass being a ply and a finished
/// game one leaf however early it ended (the convention of the published
/// counts). The last ply is counted without being played.
#[must_use]
pub fn perft(board: Board, depth: u32) -> u64 {
    dispatch!(k => k.count(board, depth))
}

recursive! {
    pub trait Count {
        fn count(board: Board, depth: u32) -> u64 = body;
    }
}

#[inline(always)]
fn body<K: Count>(k: K, board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = k.moves(board.mover, board.rival);
    if moves == 0 {
        let passed = board.swapped();
        return if k.moves(passed.mover, passed.rival) == 0 {
            1
        } else {
            k.count(passed, depth - 1)
        };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    let children =
        squares(moves).map(|square| board.after(square, k.flips(board.mover, board.rival, square)));
    if depth == 2 {
        // One call less for each of the many nodes above the leaves.
        return children
            .map(|child| match k.moves(child.mover, child.rival) {
                0 => 1,
                moves => u64::from(moves.count_ones()),
            })
            .sum();
    }
    children.map(|child| k.count(child, depth - 1)).sum()
}
