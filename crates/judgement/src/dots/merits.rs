//! What speaks for a line, in the terms of Dots and Boxes.

use sobremesa_dots::explain::{Kind, kind};
use sobremesa_dots::{DotsPosition, Line};
use sobremesa_kernel::Message;

use super::reasons::{given, in_a_row, keeps_control_with, place};
use crate::Reason;

/// What a line does, most telling first.
pub fn of(position: &DotsPosition, play: Line) -> Vec<Reason> {
    let Some(line) = position.size().index(play) else { return Vec::new() };
    let boxes = |of: Vec<usize>| of.into_iter().map(|of_box| place(position, of_box));
    match kind(position, line) {
        Kind::Captures(count) => {
            let message = Message::new("judgement-dots-takes").with("boxes", count);
            vec![Reason::new(message, boxes(position.closed_by(line).collect()))]
        }
        // Somebody who could take boxes leaves them for a reason.
        _ if !in_a_row(position).is_empty() => {
            let left = keeps_control_with(position, line);
            let message = Message::new("judgement-dots-keeps-control").with("boxes", left.len());
            let keeps = !left.is_empty();
            keeps.then(|| Reason::new(message, boxes(left))).into_iter().collect()
        }
        Kind::Safe => vec![Reason::new(Message::new("judgement-dots-safe"), [play])],
        _ => {
            let own = given(position, line);
            let least = position.undrawn().all(|other| given(position, other).len() >= own.len());
            let message = Message::new("judgement-dots-gives-least").with("boxes", own.len());
            least.then(|| Reason::new(message, boxes(own))).into_iter().collect()
        }
    }
}
