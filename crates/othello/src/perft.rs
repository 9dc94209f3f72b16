use crate::board::{Board, squares};

/// The number of lines of `depth` plies, a pass being a ply and a finished
/// game one leaf however early it ended (the convention of the published
/// counts). The last ply is counted without being played.
#[must_use]
pub fn perft(board: Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves();
    if moves == 0 {
        return if board.swapped().moves() == 0 { 1 } else { perft(board.swapped(), depth - 1) };
    }
    if depth == 1 {
        return u64::from(moves.count_ones());
    }
    squares(moves).map(|square| perft(board.after(square, board.flips(square)), depth - 1)).sum()
}
