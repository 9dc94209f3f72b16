//! What speaks for a move, in the terms of Go.

use sobremesa_go::{Move, Position};
use sobremesa_kernel::{Message, Position as _};

use super::reasons::{capturable, put_in_atari, taken};
use super::shapes::{cut, joined};
use crate::Reason;
use crate::judge::after;

/// What a move does, most telling first.
pub fn of(position: &Position, play: Move) -> Vec<Reason> {
    let mut found = Vec::new();
    let captured = taken(position, play);
    if let Some(&first) = captured.first() {
        let message =
            Message::new("judgement-go-captures").with("count", captured.len()).with("at", first);
        found.push(Reason::new(message, captured));
    }
    let side = position.turn();
    let before = capturable(&position.with_turn(side.other()), side);
    let next = after(position, play);
    if let Some(&first) = before.first()
        && next.outcome().is_none()
        && capturable(&next, side).is_empty()
    {
        let message =
            Message::new("judgement-go-saves").with("count", before.len()).with("at", first);
        found.push(Reason::new(message, before));
    }
    let threatened = put_in_atari(position, play);
    if let Some(&first) = threatened.first() {
        let message = Message::new("judgement-go-puts-in-atari")
            .with("count", threatened.len())
            .with("at", first);
        found.push(Reason::new(message, threatened));
    }
    for (id, stones) in [
        ("judgement-go-cuts", cut(position, play)),
        ("judgement-go-connects", joined(position, play)),
    ] {
        if !stones.is_empty() {
            found.push(Reason::new(Message::new(id), stones));
        }
    }
    found
}
