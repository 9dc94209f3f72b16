//! Why a line is worse than another, in the terms of Dots and Boxes.
//!
//! A line is *safe* when it gives the rival no box to take. A *long* chain has
//! three boxes or more.

use sobremesa_dots::explain::{Kind, kind};
use sobremesa_dots::{DotsPosition, Line};
use sobremesa_kernel::{Line as Variation, Message, Position as _};

use crate::Reason;
use crate::judge::after;

/// What speaks against a line, most telling first.
pub fn against(
    position: &DotsPosition,
    played: &Variation<Line>,
    best: &Variation<Line>,
) -> Vec<Reason> {
    let (Some(played), Some(best)) =
        (position.size().index(played.play), position.size().index(best.play))
    else {
        return Vec::new();
    };
    let (own, other) = (kind(position, played), kind(position, best));
    let mut found = Vec::new();
    found.extend(leaves(position, own, other, best));
    found.extend(gives(position, played, own, best));
    found.extend(keeps_control(position, own, other, best));
    found.extend(safe_lines(position, played, own, best, other));
    found.extend(chains(position, played, best));
    found
}

/// Boxes that were there to be taken and are left.
fn leaves(position: &DotsPosition, own: Kind, other: Kind, best: usize) -> Option<Reason> {
    let (Kind::Captures(boxes), false) = (other, matches!(own, Kind::Captures(_))) else {
        return None;
    };
    let message = Message::new("judgement-dots-leaves").with("boxes", boxes);
    Some(Reason::new(message, position.closed_by(best).map(|of_box| place(position, of_box))))
}

/// Boxes that the rival can take in a row because of the line.
fn gives(position: &DotsPosition, played: usize, own: Kind, best: usize) -> Option<Reason> {
    if matches!(own, Kind::Captures(_)) || !in_a_row(position).is_empty() {
        return None;
    }
    let boxes = given(position, played);
    if boxes.len() <= given(position, best).len() {
        return None;
    }
    let id = if boxes.len() >= 3 { "judgement-dots-opens" } else { "judgement-dots-gives" };
    let message = Message::new(id).with("boxes", boxes.len());
    Some(Reason::new(message, boxes.into_iter().map(|of_box| place(position, of_box))))
}

/// The boxes that the rival can take in a row after a line.
pub fn given(position: &DotsPosition, line: usize) -> Vec<usize> {
    let next = after(position, position.geometry().lines[line]);
    // Who closes a box goes on, and gives nothing.
    if next.turn() == position.turn() { Vec::new() } else { in_a_row(&next) }
}

/// The boxes that the side to move can take one after another.
pub fn in_a_row(position: &DotsPosition) -> Vec<usize> {
    let mut now = position.clone();
    let mut taken = Vec::new();
    let closing =
        |now: &DotsPosition| now.undrawn().find(|&line| now.closed_by(line).next().is_some());
    while let Some(line) = closing(&now) {
        taken.extend(now.closed_by(line));
        now.draw(line);
    }
    taken
}

/// Takes boxes where leaving some would make the rival move next elsewhere.
fn keeps_control(position: &DotsPosition, own: Kind, other: Kind, best: usize) -> Option<Reason> {
    let line = position.geometry().lines[best];
    let declined = !matches!(other, Kind::Captures(_)) && matches!(own, Kind::Captures(_));
    if !declined || in_a_row(&after(position, line)).is_empty() {
        return None;
    }
    Some(Reason::new(Message::new("judgement-dots-takes-all").with("line", line), [line]))
}

/// How many safe lines are left, where that is another parity than after the
/// best line: it says who runs out of them first.
fn safe_lines(
    position: &DotsPosition,
    played: usize,
    own: Kind,
    best: usize,
    other: Kind,
) -> Option<Reason> {
    if own != Kind::Safe {
        return None;
    }
    let left = |line: usize| {
        let next = after(position, position.geometry().lines[line]);
        next.undrawn().filter(|&line| kind(&next, line) == Kind::Safe).count()
    };
    let (here, there) = (left(played), left(best));
    if other != Kind::Safe || here % 2 == there % 2 {
        return None;
    }
    let id = match here % 2 == 0 {
        true => "judgement-dots-safe-even",
        false => "judgement-dots-safe-odd",
    };
    let message = Message::new(id).with("count", here).with("other", there);
    Some(Reason::new(message, [position.geometry().lines[played]]))
}

/// How many long chains and loops there are, where the best line leaves
/// another number.
fn chains(position: &DotsPosition, played: usize, best: usize) -> Option<Reason> {
    let long = |line: usize| {
        let next = after(position, position.geometry().lines[line]);
        long_chains(&next)
    };
    let (here, there) = (long(played), long(best));
    if here == there {
        return None;
    }
    let message =
        Message::new("judgement-dots-long-chains").with("count", here).with("other", there);
    Some(Reason::new(message, [position.geometry().lines[played]]))
}

/// The chains of three boxes or more, and the loops: boxes with one or two
/// sides open that are tied together by undrawn lines.
fn long_chains(position: &DotsPosition) -> usize {
    let geometry = position.geometry();
    let in_chain = |of_box: usize| matches!(position.open_sides(of_box), 1 | 2);
    let mut seen = vec![false; geometry.around.len()];
    let mut long = 0;
    for start in 0..seen.len() {
        if seen[start] || !in_chain(start) {
            continue;
        }
        seen[start] = true;
        let mut chain = vec![start];
        let mut next = 0;
        while let Some(&of_box) = chain.get(next) {
            next += 1;
            let lines = geometry.around[of_box].map(usize::from);
            for line in lines.into_iter().filter(|&line| !position.is_drawn(line)) {
                for beside in geometry.boxes_beside(line) {
                    if !seen[beside] && in_chain(beside) {
                        seen[beside] = true;
                        chain.push(beside);
                    }
                }
            }
        }
        long += usize::from(chain.len() >= 3);
    }
    long
}

/// The key of a box.
pub fn place(position: &DotsPosition, of_box: usize) -> String {
    let (row, column) = position.geometry().place(of_box);
    format!("{}-{}", row + 1, column + 1)
}
