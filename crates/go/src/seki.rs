//! Seki: stones that live because whoever moves there first loses.

use crate::board::{BLACK, Board, Colour, EDGE, EMPTY, NONE, Vertex, WHITE, other};
use crate::goban::each;
use crate::mcts::tactics::{ladder, vital_point};
use crate::{Point, Position};

/// Moves that the reader may try for one stone.
const READING: u32 = 60;

/// The stones in seki, in the order of the board: the groups that touch a
/// space between both colours where neither side can play without being
/// captured.
///
/// It knows the ordinary ones, whose shared liberties are filled by no one:
/// with two of them and no eyes, with one of them and an eye each, with
/// stones inside the rival's eye space. What depends on a ko, on a shape that
/// is filled and captured several times (bent four) or on other sekis is not
/// seen.
#[must_use]
pub fn seki(position: &Position) -> Vec<Point> {
    each!(position.goban(), board => {
        let mut points: Vec<Point> = stones_in_seki(board).iter().map(|&v| board.point(v)).collect();
        points.sort_unstable();
        points
    })
}

fn stones_in_seki<const P: usize, const W: usize>(board: &Board<P, W>) -> Vec<Vertex> {
    let mut found = Vec::new();
    let mut seen = [false; P];
    for &from in board.empties() {
        if seen[usize::from(from)] {
            continue;
        }
        let mut space = vec![from];
        seen[usize::from(from)] = true;
        let mut walls: Vec<Vertex> = Vec::new();
        let (mut next, mut touched) = (0, 0);
        while let Some(&v) = space.get(next) {
            next += 1;
            for n in board.neighbours(v) {
                match board.at(n) {
                    EDGE => {}
                    EMPTY if !seen[usize::from(n)] => {
                        seen[usize::from(n)] = true;
                        space.push(n);
                    }
                    EMPTY => {}
                    stone => {
                        touched |= stone;
                        if !walls.contains(&board.head(n)) {
                            walls.push(board.head(n));
                        }
                    }
                }
            }
        }
        let shared = touched == BLACK | WHITE;
        if shared && space.iter().all(|&v| [BLACK, WHITE].iter().all(|&c| is_lost(board, v, c))) {
            for head in walls {
                board.each_stone(head, |stone| {
                    if !found.contains(&stone) {
                        found.push(stone);
                    }
                });
            }
        }
    }
    found
}

/// Whether a stone of `colour` on `v` is captured with its group for nothing,
/// or cannot be played at all.
fn is_lost<const P: usize, const W: usize>(board: &Board<P, W>, v: Vertex, colour: Colour) -> bool {
    if board.is_suicide(v, colour) {
        return true;
    }
    if board.outlook(v, colour).captures > 0 {
        return false;
    }
    let mut after = board.clone();
    after.play(v, colour);
    match after.count(v) {
        1 => !kills_by_dying(&after, v),
        2 => ladder(&after, v, &mut READING.clone()) != NONE,
        _ => false,
    }
}

/// Whether capturing the group of `v`, which is in atari, leaves the captor
/// with nothing but the space where it stood, and that is one eye: less than
/// three points, or a shape that a stone on its vital point kills.
fn kills_by_dying<const P: usize, const W: usize>(board: &Board<P, W>, v: Vertex) -> bool {
    let mut given = Vec::new();
    board.each_stone(v, |stone| given.push(stone));
    let rival = other(board.at(v));
    let cornered = given
        .iter()
        .flat_map(|&stone| board.neighbours(stone))
        .all(|n| board.at(n) != rival || board.count(n) == 1);
    cornered && (given.len() < 3 || vital_point(board, &given).is_some())
}
