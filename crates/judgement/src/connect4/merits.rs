//! What speaks for a column, in the terms of Connect 4.

use sobremesa_connect4::{Move, Position};
use sobremesa_kernel::{Message, Position as _};

use super::reasons::{landing, made};
use crate::Reason;

/// What a column does, most telling first.
pub fn of(position: &Position, play: Move) -> Vec<Reason> {
    let (board, side) = (position.board(), position.turn());
    let column = play.column();
    let here = || landing(board, column).map(String::from);
    let said = |id| Reason::new(Message::new(id).with("column", column), here());
    if board.winning_columns(side).contains(&column) {
        return vec![said("judgement-connect4-wins")];
    }
    let mut found = Vec::new();
    if board.winning_columns(side.other()).contains(&column) {
        found.push(said("judgement-connect4-blocks"));
    }
    if board.definitive_columns(side).contains(&column) {
        found.push(said("judgement-connect4-makes-two"));
    } else if let Some(cell) = made(board, play, side) {
        let message = Message::new("judgement-connect4-makes-threat")
            .with("row", cell.row)
            .with("at", cell.column);
        found.push(Reason::new(message, [String::from(cell)]));
    }
    found
}
