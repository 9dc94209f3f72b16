//! The statements about moves, on plain stones.

use sobremesa_go::net::{Judge, own, own_knows};
use sobremesa_go::{Move, Point, Position, Stones, estimate};
use sobremesa_judgement::{Judgement, Reason};
use sobremesa_kernel::{Position as _, Side};

use super::{after, argument, lines, number};

#[path = "../../../go/tests/brute/chase.rs"]
mod chase;
use chase::{attack, defend, ends};

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

fn at(reason: &Reason) -> Move {
    argument(reason, "at").parse().expect("a move")
}

fn sorted(mut points: Vec<Point>) -> Vec<Point> {
    points.sort();
    points
}

/// Who owns what at the end of the first moves of a line, as a side sees it.
fn shares(position: &Position, line: &[Move], side: Side) -> impl Fn(Point) -> f32 + use<> {
    let mut now = position.clone();
    line.iter().take(8).for_each(|&play| now.play(play).expect("a line of play"));
    let (rows, columns) = (now.rules().rows(), now.rules().columns());
    let mut all = vec![0.0; rows * columns];
    if own_knows(rows, columns) {
        let now = if now.outcome().is_some() { now.resumed() } else { now };
        let sign = if now.turn() == side { 1.0 } else { -1.0 };
        let mut judge = Judge::new(own().clone());
        for symmetry in 0..8 {
            for (at, share) in judge.raw(&now, symmetry).1.into_iter().enumerate() {
                all[(rows - 1 - at / columns) * columns + at % columns] += sign * share / 8.0;
            }
        }
    } else {
        let sign = if side == Side::First { 1.0 } else { -1.0 };
        let found = estimate(&now, 400, 0).ownership;
        all = found.into_iter().map(|share| sign * share).collect();
    }
    move |point: Point| all[point.row() * columns + point.column()]
}

/// The pairs of groups of a side that a stone there would make one, and no
/// other stone.
fn hanging(stones: &Stones, point: Point, side: Side) -> Vec<Vec<Point>> {
    let with = |at: Point| {
        let mut with = stones.clone();
        with.put(at, Some(side));
        with
    };
    let own: Vec<Point> =
        stones.neighbours(point).filter(|&n| stones.at(n) == Some(side)).collect();
    let mut found = Vec::new();
    for &one in &own {
        for &other in &own {
            let apart = !stones.group(one).contains(&other);
            let joins = |at: Point| with(at).group(one).contains(&other);
            let empty = |&at: &Point| at != point && stones.at(at).is_none();
            if apart && joins(point) && !stones.points().filter(empty).any(joins) {
                let both = stones.group(one).into_iter().chain(stones.group(other));
                found.push(sorted(both.collect()));
            }
        }
    }
    found
}

/// The pairs of groups of the rival that a move keeps apart, by a stone that
/// cannot be taken at once.
fn cuts(position: &Position, play: Move) -> Vec<Vec<Point>> {
    let Move::Play(point) = play else { return Vec::new() };
    let rival = position.turn().other();
    let next = after(position, play).stones();
    let mut apart = hanging(&position.stones(), point, rival);
    apart.retain(|pair| {
        next.liberties(point).len() > 1 && pair.iter().all(|&at| next.at(at) == Some(rival))
    });
    apart
}

/// The pairs of groups of the mover that a move makes one, in no danger.
fn joins(position: &Position, play: Move) -> Vec<Vec<Point>> {
    let Move::Play(point) = play else { return Vec::new() };
    let next = after(position, play).stones();
    let safe = next.liberties(point).len() > 1;
    if safe { hanging(&position.stones(), point, position.turn()) } else { Vec::new() }
}

/// See [`super::connect4::speaks`].
pub fn speaks(position: &Position, play: Move, reason: &Reason) -> bool {
    let side = position.turn();
    let next = after(position, play);
    let places: Vec<Point> = reason.places.iter().map(|place| point(place)).collect();
    let (before, then) = (position.stones(), next.stones());
    let all = |stones: &Stones, of: Option<Side>| {
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
        "go-cuts" => cuts(position, play).contains(&sorted(places)),
        "go-connects" => joins(position, play).contains(&sorted(places)),
        other => panic!("nobody checks {other}"),
    }
}

/// See [`super::connect4::holds`].
pub fn holds(position: &Position, judgement: &Judgement, reason: &Reason) -> bool {
    let [line, instead] = lines::<Move>(judgement);
    let (played, best) = (line[0], instead[0]);
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
            let owner = if reason.kind == "go-dies" { side } else { side.other() };
            let mean = |line: &[Move]| {
                let shares = shares(position, line, side);
                places.iter().map(|&at| shares(at)).sum::<f32>() / places.len() as f32
            };
            places.len() == number(reason, "count")
                && stones.group(places[0]).len() == places.len()
                && places.iter().all(|&place| stones.at(place) == Some(owner))
                && mean(&line) <= -0.39
                && mean(&instead) >= 0.39
        }
        "go-points" => {
            let (now, then) = (shares(position, &line, side), shares(position, &instead, side));
            places.len() == number(reason, "count")
                && places.iter().all(|&at| then(at) - now(at) >= 0.49)
        }
        "go-ladder-caught" | "go-ladder-runs" => {
            let (group, chase) = places.split_at(number(reason, "count"));
            let (next, then) = (next(played), next(best).stones());
            let ran = |&stone: &Point| {
                stones.at(stone) == Some(side) && stones.liberties(stone).len() == 1
            };
            let runs =
                matches!(played, Move::Play(at) if group.contains(&at)) && group.iter().any(ran);
            next.stones().liberties(group[0]).len() == 2
                && next.stones().at(group[0]) == Some(side)
                && attack(&next.stones(), group[0], None)
                && ends(&next.stones(), next.turn(), chase, group, true)
                && runs == (reason.kind == "go-ladder-runs")
                && group.iter().all(|&at| then.at(at).is_none() || !attack(&then, at, None))
        }
        "go-ladder-missed" => {
            let (group, chase) = places.split_at(number(reason, "count"));
            let (now, next) = (next(played).stones(), next(best));
            next.stones().liberties(group[0]).len() == 1
                && next.stones().at(group[0]) == Some(side.other())
                && defend(&next.stones(), group[0])
                && ends(&next.stones(), next.turn(), chase, group, true)
                && now.at(group[0]) == Some(side.other())
                && !defend(&now, group[0])
        }
        "go-ladder-fails" => {
            let (group, chase) = places.split_at(number(reason, "count"));
            let next = next(played);
            next.stones().liberties(group[0]).len() == 1
                && next.stones().at(group[0]) == Some(side.other())
                && !defend(&next.stones(), group[0])
                && ends(&next.stones(), next.turn(), chase, group, false)
        }
        "go-lets-cut" => {
            let (answer, then) = (at(reason), next(best));
            cuts(&next(played), answer).contains(&sorted(places))
                && (then.check(answer).is_err() || cuts(&then, answer).is_empty())
        }
        "go-misses-cut" => {
            best == at(reason)
                && cuts(position, best).contains(&sorted(places))
                && cuts(position, played).is_empty()
        }
        "go-misses-connection" => {
            best == at(reason)
                && joins(position, best).contains(&sorted(places))
                && joins(position, played).is_empty()
        }
        other => panic!("nobody checks {other}"),
    }
}
