//! What speaks for a move, in the terms of Othello.

use sobremesa_kernel::{Message, Position as _};
use sobremesa_othello::board::{CORNERS, squares};
use sobremesa_othello::{Move, Position};

use super::reasons::{Made, name};
use crate::Reason;

/// So few moves are worth a word.
const FEW: u32 = 4;

/// What a move does, most telling first.
pub fn of(position: &Position, play: Move) -> Vec<Reason> {
    let own = Made::new(position, play);
    let mut found = Vec::new();
    let Some(square) = own.square else { return found };
    if CORNERS >> square & 1 != 0 {
        let message = Message::new("judgement-othello-takes-corner").with("corner", name(square));
        found.push(Reason::new(message, [name(square)]));
    }
    let moves = |turn: &Made| turn.after.moves().count_ones();
    let left = moves(&own);
    if left == 0 && own.after.swapped().moves() != 0 {
        found.push(Reason::new(Message::new("judgement-othello-rival-passes"), [""; 0]));
    }
    let others: Vec<u32> =
        position.legal().into_iter().map(|other| moves(&Made::new(position, other))).collect();
    let fewest = others.iter().all(|&other| other >= left);
    if fewest && (1..=FEW).contains(&left) && others.iter().any(|&other| other > left) {
        let message = Message::new("judgement-othello-few-moves").with("count", left);
        found.push(Reason::new(message, squares(own.after.moves()).map(name)));
    }
    found
}
