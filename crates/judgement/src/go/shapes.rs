//! Ladders, cuts and connections, on plain stones.

use sobremesa_go::{Ladder, Move, Point, Position, Stones, ladder};
use sobremesa_kernel::{Position as _, Side};

use crate::judge::after;

/// A group that is chased, and how.
pub struct Chase {
    pub group: Vec<Point>,
    pub line: Vec<Point>,
}

/// The largest group of a side with so many liberties that is caught in a
/// ladder, whoever is to move.
pub fn caught(position: &Position, side: Side, liberties: usize) -> Option<Chase> {
    let stones = position.stones();
    let chased = groups(&stones, side).into_iter().filter_map(|group| {
        let fits = stones.liberties(group[0]).len() == liberties;
        let Ladder { caught, line } = fits.then(|| ladder(position, group[0])).flatten()?;
        caught.then_some(Chase { group, line })
    });
    chased.max_by_key(|chase| chase.group.len())
}

/// Whether the group of a stone that is still there is caught, by whoever is
/// to move.
pub fn is_caught(position: &Position, stone: Point) -> bool {
    ladder(position, stone).is_some_and(|ladder| ladder.caught)
}

/// The rival's group that a move puts in atari and that gets away, and how.
pub fn escapes(position: &Position, play: Move) -> Option<Chase> {
    let (Move::Play(point), rival) = (play, position.turn().other()) else { return None };
    let next = after(position, play);
    let stones = next.stones();
    let chased = beside(&stones, point, rival).into_iter().filter_map(|group| {
        let in_atari = stones.liberties(group[0]).len() == 1;
        let Ladder { caught, line } = in_atari.then(|| ladder(&next, group[0])).flatten()?;
        (!caught).then_some(Chase { group, line })
    });
    chased.max_by_key(|chase| chase.group.len())
}

/// The groups of a side.
pub fn groups(stones: &Stones, side: Side) -> Vec<Vec<Point>> {
    let mut found: Vec<Vec<Point>> = Vec::new();
    for (point, of) in stones.iter() {
        if of == side && !found.iter().any(|group| group.contains(&point)) {
            found.push(stones.group(point));
        }
    }
    found
}

/// The groups of a side beside a point.
fn beside(stones: &Stones, point: Point, side: Side) -> Vec<Vec<Point>> {
    let mut found: Vec<Vec<Point>> = Vec::new();
    for next in stones.neighbours(point).filter(|&next| stones.at(next) == Some(side)) {
        if !found.iter().any(|group| group.contains(&next)) {
            found.push(stones.group(next));
        }
    }
    found
}

/// The pairs of groups of a side that hang together by one point alone.
fn tied(stones: &Stones, point: Point, side: Side) -> Vec<Vec<Point>> {
    let around = beside(stones, point, side);
    let shared = |one: &[Point], other: &[Point]| {
        let others = stones.liberties(other[0]);
        stones.liberties(one[0]).iter().filter(|liberty| others.contains(liberty)).count()
    };
    let mut pairs = Vec::new();
    for (at, one) in around.iter().enumerate() {
        for other in around[at + 1..].iter().filter(|other| shared(one, other) == 1) {
            pairs.push(one.iter().chain(other).copied().collect());
        }
    }
    pairs
}

/// The stones of the rival that a move keeps apart: two groups that this point
/// alone would have joined, by a stone that cannot be taken at once.
pub fn cut(position: &Position, play: Move) -> Vec<Point> {
    let (Move::Play(point), rival) = (play, position.turn().other()) else { return Vec::new() };
    let next = after(position, play).stones();
    if next.liberties(point).len() < 2 {
        return Vec::new();
    }
    let stands = |pair: &Vec<Point>| pair.iter().all(|&stone| next.at(stone) == Some(rival));
    tied(&position.stones(), point, rival).into_iter().find(stands).unwrap_or_default()
}

/// The stones of the mover that a move joins: two groups that this point alone
/// could join, and that cannot be taken at once then.
pub fn joined(position: &Position, play: Move) -> Vec<Point> {
    let Move::Play(point) = play else { return Vec::new() };
    if after(position, play).stones().liberties(point).len() < 2 {
        return Vec::new();
    }
    tied(&position.stones(), point, position.turn()).into_iter().next().unwrap_or_default()
}
