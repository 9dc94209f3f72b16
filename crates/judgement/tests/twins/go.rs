//! The statements about moves, on plain stones.

use sobremesa_go::{Move, Point, Position, estimate};
use sobremesa_judgement::Reason;
use sobremesa_kernel::{Position as _, Side};

use super::{after, number};

/// How many stones of the side that does not move leave the board by a move.
fn taken(position: &Position, play: Move) -> usize {
    let count = |of: &Position, side: Side| of.stones().iter().filter(|s| s.1 == side).count();
    let rival = position.turn().other();
    count(position, rival) - count(&after(position, play), rival)
}

/// The most stones that the side to move takes by one move.
fn most(position: &Position) -> usize {
    position.legal().into_iter().map(|play| taken(position, play)).max().unwrap_or(0)
}

fn point(text: &str) -> Point {
    match text.parse() {
        Ok(Move::Play(point)) => point,
        other => panic!("{text} is no point: {other:?}"),
    }
}

/// See [`super::connect4::speaks`].
pub fn speaks(position: &Position, play: Move, reason: &Reason) -> bool {
    let side = position.turn();
    let next = after(position, play);
    let places: Vec<Point> = reason.places.iter().map(|place| point(place)).collect();
    let (before, then) = (position.stones(), next.stones());
    let all = |stones: &sobremesa_go::Stones, of: Option<Side>| {
        places.len() == number(reason, "count") && places.iter().all(|&at| stones.at(at) == of)
    };
    match reason.kind {
        "go-captures" => all(&before, Some(side.other())) && all(&then, None),
        "go-saves" => {
            all(&before, Some(side))
                && all(&then, Some(side))
                && before.liberties(places[0]).len() == 1
                && most(&next) == 0
        }
        "go-puts-in-atari" => {
            all(&then, Some(side.other())) && places.iter().all(|&at| then.liberties(at).len() == 1)
        }
        other => panic!("nobody checks {other}"),
    }
}

/// See [`super::connect4::holds`].
pub fn holds(position: &Position, played: Move, best: Move, reason: &Reason) -> bool {
    let side = position.turn();
    let next = |play: Move| after(position, play);
    let places: Vec<Point> = reason.places.iter().map(|place| point(place)).collect();
    let stones = position.stones();
    match reason.kind {
        "go-misses-capture" => {
            taken(position, best) == number(reason, "count")
                && taken(position, played) < number(reason, "count")
        }
        "go-self-atari" | "go-leaves-atari" => {
            let next = next(played);
            let own = matches!(played, Move::Play(point) if places.contains(&point));
            // One move takes them all, and no group of this size after the best.
            places.len() == number(reason, "count")
                && next.legal().into_iter().any(|play| {
                    let then = after(&next, play).stones();
                    places.iter().all(|&place| then.at(place).is_none())
                })
                && (own == (reason.kind == "go-self-atari"))
                && places.iter().all(|&place| next.stones().at(place) == Some(side))
        }
        "go-misses-atari" => {
            let next = next(best);
            let twice = next.with_turn(side);
            places.len() == number(reason, "count")
                && places.iter().all(|&place| stones.at(place) == Some(side.other()))
                && places.iter().all(|&place| next.stones().liberties(place).len() == 1)
                && most(&twice) > 0
        }
        "go-passes" => played == Move::Pass && best != Move::Pass,
        "go-dies" | "go-lets-live" => {
            let dead = |play: Move| estimate(&next(play), 400, 0).dead;
            let dies = reason.kind == "go-dies";
            let owner = if dies { side } else { side.other() };
            let (played, best) = (dead(played), dead(best));
            let (those, others) = if dies { (&played, &best) } else { (&best, &played) };
            places.len() == number(reason, "count")
                && places.iter().all(|&place| stones.at(place) == Some(owner))
                && places.iter().any(|place| those.contains(place) && !others.contains(place))
        }
        "go-points" => {
            let owners = |play: Move| estimate(&next(play), 400, 0).ownership;
            let (played, best) = (owners(played), owners(best));
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let moved = |at: &Point| {
                let index = at.row() * stones.columns() + at.column();
                sign * (best[index] - played[index]) >= 0.5
            };
            places.len() == number(reason, "count") && places.iter().all(moved)
        }
        other => panic!("nobody checks {other}"),
    }
}
