//! Why a move is worse than another, in the terms of Go.

use sobremesa_go::{Move, Point, Position, Stones, estimate};
use sobremesa_kernel::{Line, Message, Position as _, Side};

use crate::Reason;
use crate::judge::after;

/// Playouts behind what is said about life and points.
pub const PLAYOUTS: u32 = 400;

/// What speaks against a move, most telling first.
pub fn against(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
    let mut found = Vec::new();
    found.extend(misses_capture(position, played.play, best.play));
    found.extend(in_atari(position, played.play, best.play));
    found.extend(passes(played.play, best.play));
    found.extend(misses_atari(position, played.play, best.play));
    let changes = Changes::new(position, played.play, best.play);
    found.extend(changes.lost());
    found.extend(changes.lives());
    found.extend(changes.points());
    found
}

/// The stones that a move takes.
pub fn taken(position: &Position, play: Move) -> Vec<Point> {
    match play {
        Move::Play(point) => position.captured_by(point),
        Move::Pass => Vec::new(),
    }
}

/// Stones that were there to be captured.
fn misses_capture(position: &Position, played: Move, best: Move) -> Option<Reason> {
    let stones = taken(position, best);
    if stones.len() <= taken(position, played).len() {
        return None;
    }
    let message =
        Message::new("judgement-go-misses-capture").with("at", best).with("count", stones.len());
    Some(Reason::new(message, stones))
}

/// The largest group of a side that the rival can capture at once.
pub fn capturable(position: &Position, side: Side) -> Vec<Point> {
    debug_assert_eq!(position.turn(), side.other());
    let stones = position.stones();
    let mut largest = Vec::new();
    for (point, _) in stones.iter().filter(|&(_, of)| of == side) {
        let group = stones.group(point);
        // Each group once, by its first stone.
        if group.first() != Some(&point) || group.len() <= largest.len() {
            continue;
        }
        if let [liberty] = stones.liberties(point)[..]
            && position.check(Move::Play(liberty)).is_ok()
        {
            largest = group;
        }
    }
    largest
}

/// Own stones that the rival can capture at once after the move, and not
/// after the best one.
fn in_atari(position: &Position, played: Move, best: Move) -> Option<Reason> {
    let side = position.turn();
    let open = |play: Move| {
        let next = after(position, play);
        if next.outcome().is_some() { Vec::new() } else { capturable(&next, side) }
    };
    let group = open(played);
    if group.len() <= open(best).len() {
        return None;
    }
    let id = match played {
        Move::Play(point) if group.contains(&point) => "judgement-go-self-atari",
        _ => "judgement-go-leaves-atari",
    };
    let message = Message::new(id).with("count", group.len()).with("at", group[0]);
    Some(Reason::new(message, group))
}

/// The largest group of the rival that a move puts in atari.
pub fn put_in_atari(position: &Position, play: Move) -> Vec<Point> {
    let Move::Play(point) = play else { return Vec::new() };
    let rival = position.turn().other();
    let next = after(position, play).stones();
    let groups = next
        .neighbours(point)
        .filter(|&n| next.at(n) == Some(rival) && next.liberties(n).len() == 1)
        .map(|n| next.group(n));
    groups.max_by_key(Vec::len).unwrap_or_default()
}

/// Rival stones that the best move puts in atari.
fn misses_atari(position: &Position, played: Move, best: Move) -> Option<Reason> {
    let group = put_in_atari(position, best);
    if group.is_empty() || !put_in_atari(position, played).is_empty() {
        return None;
    }
    let message =
        Message::new("judgement-go-misses-atari").with("at", best).with("count", group.len());
    Some(Reason::new(message, group))
}

/// A pass while something is left to play for.
fn passes(played: Move, best: Move) -> Option<Reason> {
    (played == Move::Pass && best != Move::Pass)
        .then(|| Reason::new(Message::new("judgement-go-passes").with("at", best), [best]))
}

/// What the engine believes of the board after the move and after the best
/// one, as the mover sees it.
struct Changes {
    stones: Stones,
    side: Side,
    /// Who owns each point: from 1, the mover, to -1, the rival.
    owners: [Vec<f32>; 2],
    dead: [Vec<Point>; 2],
}

impl Changes {
    fn new(position: &Position, played: Move, best: Move) -> Changes {
        let side = position.turn();
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let [one, other] = [played, best].map(|play| {
            let found = estimate(&after(position, play), PLAYOUTS, 0);
            let owners = found.ownership.iter().map(|owner| sign * owner).collect();
            (owners, found.dead)
        });
        Changes {
            stones: position.stones(),
            side,
            owners: [one.0, other.0],
            dead: [one.1, other.1],
        }
    }

    /// The largest group of a side whose stones are among `those` and not
    /// among `others`.
    fn group(&self, of: Side, those: &[Point], others: &[Point]) -> Vec<Point> {
        let changed = |&(point, side): &(Point, Side)| {
            side == of && those.contains(&point) && !others.contains(&point)
        };
        let groups = self.stones.iter().filter(changed).map(|(point, _)| self.stones.group(point));
        groups.max_by_key(Vec::len).unwrap_or_default()
    }

    /// A group of the mover that dies.
    fn lost(&self) -> Option<Reason> {
        let [played, best] = &self.dead;
        let group = self.group(self.side, played, best);
        let first = *group.first()?;
        let message =
            Message::new("judgement-go-dies").with("at", first).with("count", group.len());
        Some(Reason::new(message, group))
    }

    /// A group of the rival that lives on although it could have been killed.
    fn lives(&self) -> Option<Reason> {
        let [played, best] = &self.dead;
        let group = self.group(self.side.other(), best, played);
        let first = *group.first()?;
        let message =
            Message::new("judgement-go-lets-live").with("at", first).with("count", group.len());
        Some(Reason::new(message, group))
    }

    /// Points that would have been the mover's and are more likely not.
    fn points(&self) -> Option<Reason> {
        /// A change of owner that is more than noise.
        const CHANGED: f32 = 0.5;
        /// Fewer points are no reason by themselves.
        const LEAST: usize = 3;
        let [played, best] = &self.owners;
        let changed: Vec<Point> = self
            .stones
            .points()
            .zip(played.iter().zip(best))
            .filter(|(_, (played, best))| *best - *played >= CHANGED)
            .map(|(point, _)| point)
            .collect();
        if changed.len() < LEAST {
            return None;
        }
        let message =
            Message::new("judgement-go-points").with("count", changed.len()).with("at", changed[0]);
        Some(Reason::new(message, changed))
    }
}
