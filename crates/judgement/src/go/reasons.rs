//! Why a move is worse than another, in the terms of Go.

use sobremesa_go::{Move, Point, Position, Stones};
use sobremesa_kernel::{Line, Message, Position as _, Side};

use super::owners::Owners;
use super::shapes::{Chase, caught, cut, escapes, groups, is_caught, joined};
use crate::Reason;
use crate::judge::after;

/// What speaks against a move, most telling first.
pub fn against(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
    let mut found = Vec::new();
    found.extend(misses_capture(position, played.play, best.play));
    found.extend(in_atari(position, played.play, best.play));
    found.extend(passes(played.play, best.play));
    found.extend(ladders(position, played.play, best.play));
    let changes = Changes::new(position, &played.pv, &best.pv);
    found.extend(changes.lost());
    found.extend(changes.lives());
    found.extend(cuts(position, played, best));
    found.extend(misses_atari(position, played.play, best.play));
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
    let taken = |group: &Vec<Point>| match stones.liberties(group[0])[..] {
        [liberty] => position.check(Move::Play(liberty)).is_ok(),
        _ => false,
    };
    groups(&stones, side).into_iter().filter(taken).max_by_key(Vec::len).unwrap_or_default()
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

/// Ladders: one that catches the mover's own stones, one that was there to be
/// begun, and one that was begun and does not work.
fn ladders(position: &Position, played: Move, best: Move) -> Vec<Reason> {
    let (side, rival) = (position.turn(), position.turn().other());
    let (next, instead) = (after(position, played), after(position, best));
    let told = |id, chase: Chase| {
        let message = Message::new(id)
            .with("at", chase.group[0])
            .with("count", chase.group.len())
            .with("line", chase.line.iter().map(Point::to_string).collect::<Vec<_>>().join(" "));
        Reason::new(message, chase.group.into_iter().chain(chase.line))
    };
    let mut found = Vec::new();
    if next.outcome().is_none()
        && let Some(chase) = caught(&next, side, 2)
        && !chase.group.iter().any(|&stone| is_caught(&instead, stone))
    {
        let runs = match played {
            Move::Play(point) => {
                let own = position.stones();
                let was = |&stone: &Point| {
                    stone != point && own.at(stone) == Some(side) && own.liberties(stone).len() == 1
                };
                chase.group.contains(&point) && chase.group.iter().any(was)
            }
            Move::Pass => false,
        };
        let id = if runs { "judgement-go-ladder-runs" } else { "judgement-go-ladder-caught" };
        found.push(told(id, chase));
    }
    if instead.outcome().is_none()
        && let Some(chase) = caught(&instead, rival, 1)
        && next.at(chase.group[0]).is_some()
        && !is_caught(&next, chase.group[0])
    {
        found.push(told("judgement-go-ladder-missed", chase));
    }
    if let Some(chase) = escapes(position, played)
        && put_in_atari(position, best).is_empty()
    {
        found.push(told("judgement-go-ladder-fails", chase));
    }
    found
}

/// Groups that are cut apart or not joined: by the answer to the move, or
/// because the best move would have done it.
fn cuts(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Option<Reason> {
    let told = |id, at: Move, stones: Vec<Point>| {
        Some(Reason::new(Message::new(id).with("at", at), stones))
    };
    let next = after(position, played.play);
    if let Some(&answer) = played.pv.get(1) {
        let apart = cut(&next, answer);
        let instead = after(position, best.play);
        let cut_anyway = instead.check(answer).is_ok() && !cut(&instead, answer).is_empty();
        if !apart.is_empty() && !cut_anyway {
            return told("judgement-go-lets-cut", answer, apart);
        }
    }
    let apart = cut(position, best.play);
    if !apart.is_empty() && cut(position, played.play).is_empty() {
        return told("judgement-go-misses-cut", best.play, apart);
    }
    let together = joined(position, best.play);
    if !together.is_empty() && joined(position, played.play).is_empty() {
        return told("judgement-go-misses-connection", best.play, together);
    }
    None
}

/// A pass while something is left to play for.
fn passes(played: Move, best: Move) -> Option<Reason> {
    (played == Move::Pass && best != Move::Pass)
        .then(|| Reason::new(Message::new("judgement-go-passes").with("at", best), [best]))
}

/// What the engine believes of the board some moves after the move and after
/// the best one, as the mover sees it.
struct Changes {
    stones: Stones,
    side: Side,
    played: Owners,
    best: Owners,
}

/// From here on, up or down, a group is somebody's.
const SURE: f32 = 0.4;

impl Changes {
    fn new(position: &Position, played: &[Move], best: &[Move]) -> Changes {
        let side = position.turn();
        Changes {
            stones: position.stones(),
            side,
            played: Owners::after_line(position, played, side),
            best: Owners::after_line(position, best, side),
        }
    }

    /// The largest group of a side that the mover owns after the best move and
    /// the rival after the one that was made: a group that dies, or one that
    /// is not killed.
    fn group(&self, id: &'static str, of: Side) -> Option<Reason> {
        let lost = |group: &Vec<Point>| {
            self.best.of_group(group) >= SURE && self.played.of_group(group) <= -SURE
        };
        let group = groups(&self.stones, of).into_iter().filter(lost).max_by_key(Vec::len)?;
        let message = Message::new(id).with("at", group[0]).with("count", group.len());
        Some(Reason::new(message, group))
    }

    /// A group of the mover that dies.
    fn lost(&self) -> Option<Reason> {
        self.group("judgement-go-dies", self.side)
    }

    /// A group of the rival that lives on although it could have been killed.
    fn lives(&self) -> Option<Reason> {
        self.group("judgement-go-lets-live", self.side.other())
    }

    /// Points that would have been the mover's and are more likely not.
    fn points(&self) -> Option<Reason> {
        /// A change of owner that is more than noise.
        const CHANGED: f32 = 0.5;
        /// Fewer points are no reason by themselves.
        const LEAST: usize = 3;
        let moved = |&point: &Point| self.best.share(point) - self.played.share(point) >= CHANGED;
        let changed: Vec<Point> = self.stones.points().filter(moved).collect();
        let at = changed.first().filter(|_| changed.len() >= LEAST)?;
        let message =
            Message::new("judgement-go-points").with("count", changed.len()).with("at", at);
        Some(Reason::new(message, changed))
    }
}
