//! The slow twin: Othello on an 8×8 array, as the rules say it.
#![allow(dead_code)]

use sobremesa_kernel::{Position as _, Rng};
use sobremesa_othello::board::{Board, squares};
use sobremesa_othello::{Position, Rules};

const DIRECTIONS: [(i32, i32); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The discs that a move on `square` turns, walking each line step by step.
pub fn slow_flips(board: Board, square: usize) -> u64 {
    let owner = |row: i32, column: i32| {
        if !(0..8).contains(&row) || !(0..8).contains(&column) {
            return None;
        }
        let bit = 1u64 << (row * 8 + column);
        if board.mover & bit != 0 {
            Some(true)
        } else if board.rival & bit != 0 {
            Some(false)
        } else {
            None
        }
    };
    let (row, column) = (square as i32 / 8, square as i32 % 8);
    let mut turned = 0;
    for (down, right) in DIRECTIONS {
        let mut line = 0u64;
        for step in 1.. {
            let (r, c) = (row + step * down, column + step * right);
            match owner(r, c) {
                Some(false) => line |= 1 << (r * 8 + c),
                Some(true) => {
                    turned |= line;
                    break;
                }
                None => break,
            }
        }
    }
    turned
}

pub fn slow_moves(board: Board) -> u64 {
    (0..64)
        .filter(|&square| board.empty() >> square & 1 != 0 && slow_flips(board, square) != 0)
        .fold(0, |moves, square| moves | 1 << square)
}

/// Discs thrown on the board at random: shapes that no game would show.
pub fn scattered(rng: &mut Rng) -> Board {
    let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
    let occupied = match rng.below(3) {
        0 => a & b,
        1 => a,
        _ => a | b,
    };
    Board::new(occupied & c, occupied & !c)
}

/// A board from a random game, with `empties` empty squares if the game gets
/// that far.
pub fn from_play(rng: &mut Rng, empties: u32) -> Board {
    loop {
        let mut position = Position::start(&Rules::default());
        while position.board().empties() > empties {
            if position.play_random(rng, &mut Vec::new()).is_none() {
                break;
            }
        }
        if position.board().empties() == empties {
            return position.board();
        }
    }
}

/// The definition of the score.
pub fn minimax(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        return match board.swapped().moves() {
            0 => board.final_score(),
            _ => -minimax(board.swapped()),
        };
    }
    squares(moves)
        .map(|square| -minimax(board.after(square, board.flips(square))))
        .max()
        .unwrap_or(0)
}
