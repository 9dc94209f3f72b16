//! Why a line is worse than another, in the terms of Dots and Boxes.
//!
//! A line is *safe* when it gives the rival no box to take. A *long* chain has
//! three boxes or more.

use sobremesa_dots::explain::{Kind, kind};
use sobremesa_dots::{DotsPosition, Line};
use sobremesa_kernel::{Line as Variation, Message, Position as _, Side, Value};

use crate::Reason;
use crate::judge::after;

/// What speaks against a line, most telling first.
pub fn against(
    position: &DotsPosition,
    played: &Variation<Line>,
    best: &Variation<Line>,
) -> Vec<Reason> {
    let margin = margin(position, played, best);
    let opens_first = opens_first(position, played, best);
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
    found.extend(half_open(position, played, own, best, other));
    found.extend(opens_first);
    let safe = safe_lines(position, played, own, best, other);
    found.extend(safe.or_else(|| first_without(position, played, best)));
    found.extend(chains(position, played, best));
    found.extend(margin);
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
    take_all(&mut position.clone())
}

/// Closes boxes as long as there are any to close.
fn take_all(now: &mut DotsPosition) -> Vec<usize> {
    let mut taken = Vec::new();
    let closing =
        |now: &DotsPosition| now.undrawn().find(|&line| now.closed_by(line).next().is_some());
    while let Some(line) = closing(now) {
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

/// Gives boxes so that the rival may leave the last ones, where the best line
/// makes it take all it is given.
fn half_open(
    position: &DotsPosition,
    played: usize,
    own: Kind,
    best: usize,
    other: Kind,
) -> Option<Reason> {
    let (Kind::Loony(_), Kind::Sacrifice(_)) = (own, other) else { return None };
    let boxes = given(position, played);
    if !in_a_row(position).is_empty() {
        return None;
    }
    let message = Message::new("judgement-dots-half-open")
        .with("boxes", boxes.len())
        .with("line", position.geometry().lines[best]);
    Some(Reason::new(message, boxes.into_iter().map(|of_box| place(position, of_box))))
}

/// In the best play of both it is the mover who opens the first long chain,
/// and after the best line the rival.
fn opens_first(
    position: &DotsPosition,
    played: &Variation<Line>,
    best: &Variation<Line>,
) -> Option<Reason> {
    let first = |line: &[Line]| {
        let mut now = position.clone();
        for &play in line {
            let opens = now
                .size()
                .index(play)
                .is_some_and(|line| in_a_row(&now).is_empty() && given(&now, line).len() >= 3);
            if opens {
                return Some((now.turn(), play));
            }
            now.play(play).ok()?;
        }
        None
    };
    let ((one, line), (other, _)) = (first(&played.pv)?, first(&best.pv)?);
    let mover = position.turn();
    // What the line itself opens is told already.
    (one == mover && other != mover && line != played.play)
        .then(|| Reason::new(Message::new("judgement-dots-opens-first").with("line", line), [line]))
}

/// That the mover is the first without a safe line once what lies open has been
/// taken, where after the best line it is the rival.
fn first_without(position: &DotsPosition, played: usize, best: usize) -> Option<Reason> {
    let runs_out = |line: usize| {
        let mut now = after(position, position.geometry().lines[line]);
        take_all(&mut now);
        let safe = now.undrawn().filter(|&line| kind(&now, line) == Kind::Safe).count();
        let first = if safe % 2 == 0 { now.turn() } else { now.turn().other() };
        now.outcome().is_none().then_some((first, safe))
    };
    let mover = position.turn();
    let (Some((first, safe)), Some((instead, _))) = (runs_out(played), runs_out(best)) else {
        return None;
    };
    (first == mover && instead != mover).then(|| {
        let message = Message::new("judgement-dots-first-without").with("count", safe);
        Reason::new(message, [position.geometry().lines[best]])
    })
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
/// another number; and whether that is what the mover needs, which by the rule
/// of long chains is an even sum of dots and long chains for the first player.
fn chains(position: &DotsPosition, played: usize, best: usize) -> Option<Reason> {
    let long = |line: usize| {
        let next = after(position, position.geometry().lines[line]);
        long_chains(&next)
    };
    let (here, there) = (long(played), long(best));
    if here == there {
        return None;
    }
    let wants_odd = wants_odd(position);
    let id = match (here % 2 == 1, there % 2 == 1) {
        (false, true) if wants_odd => "judgement-dots-wants-odd",
        (true, false) if !wants_odd => "judgement-dots-wants-even",
        _ => "judgement-dots-long-chains",
    };
    let message = Message::new(id).with("count", here).with("other", there);
    Some(Reason::new(message, [position.geometry().lines[played]]))
}

/// Whether the side to move needs an odd number of long chains.
fn wants_odd(position: &DotsPosition) -> bool {
    let size = position.size();
    let dots = (size.rows() + 1) * (size.columns() + 1);
    (dots % 2 == 1) == (position.turn() == Side::First)
}

/// How the boxes are shared out with the best play of both, where that is
/// proven.
fn margin(
    position: &DotsPosition,
    played: &Variation<Line>,
    best: &Variation<Line>,
) -> Option<Reason> {
    let (Value::Exact(value), Value::Exact(instead)) = (played.value, best.value) else {
        return None;
    };
    let boxes = position.boxes().map(i32::from);
    let (mover, all) = (position.turn().index(), position.size().boxes() as i32);
    let ahead = boxes[mover] - boxes[1 - mover];
    let own = |value: i32| (all + ahead + value) / 2;
    let message = Message::new("judgement-dots-margin")
        .with("own", own(value))
        .with("rival", all - own(value))
        .with("better", own(instead))
        .with("worse", all - own(instead));
    Some(Reason::new(message, [best.play]))
}

/// The boxes that a line leaves to the rival where these are all it gets
/// before it has to give some itself: the lines that are left then are none of
/// them safe.
pub fn keeps_control_with(position: &DotsPosition, line: usize) -> Vec<usize> {
    let next = after(position, position.geometry().lines[line]);
    if next.turn() == position.turn() {
        return Vec::new();
    }
    let mut now = next.clone();
    let taken = take_all(&mut now);
    let mut left = now.undrawn().peekable();
    let is_unsafe = |line: usize| matches!(kind(&now, line), Kind::Sacrifice(_) | Kind::Loony(_));
    if left.peek().is_some() && left.all(is_unsafe) { taken } else { Vec::new() }
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
