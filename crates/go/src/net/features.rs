//! A position as the planes and numbers of the network's input.

use sobremesa_kernel::{Position as _, Side};
use sobremesa_nn::Input;

use super::alive;
use crate::board::{Board, EMPTY, NONE, colour, other};
use crate::goban::{Goban, each};
use crate::ladder;
use crate::trail::Step;
use crate::{Ko, Position};

/// Planes of a point.
pub const PLANES: usize = 22;
/// Numbers about the whole board.
pub const GLOBALS: usize = 19;

/// The input for `position` and the side to move. Points go row by row from
/// the top. `suicide` says whether the network is to believe that a group may
/// take its own last liberty: our rules forbid it.
///
/// Territory is counted as area: the games hardly differ, and what KataGo
/// makes of territory needs phases that our rules do not have.
#[must_use]
pub fn input(position: &Position, suicide: bool) -> Input {
    let (rows, columns) = (position.rules().rows(), position.rules().columns());
    let mut input =
        Input { spatial: vec![0.0; rows * columns * PLANES], global: vec![0.0; GLOBALS] };
    let trail = position.trail();
    each!(position.goban(), board => stones(position, board, suicide, &mut input));
    for (i, step) in trail.steps().iter().enumerate() {
        match *step {
            Step::None => break,
            Step::Pass => input.global[i] = 1.0,
            Step::Play(v) => set(&mut input, index(position.goban(), v), 9 + i),
        }
    }
    let earlier = trail.earlier(position.goban(), position.turn());
    for (i, board) in earlier.iter().enumerate() {
        each!(board, board => {
            for group in ladder::caught(board) {
                board.each_stone(group.stone, |v| set(&mut input, place(board, v), 15 + i));
            }
        });
    }
    globals(position, suicide, &mut input.global);
    input
}

fn set(input: &mut Input, point: usize, plane: usize) {
    input.spatial[point * PLANES + plane] = 1.0;
}

/// The place of a vertex among the points, row by row from the top.
fn place<const P: usize, const W: usize>(board: &Board<P, W>, v: u16) -> usize {
    let point = board.point(v);
    (board.rows() - 1 - point.row()) * board.columns() + point.column()
}

fn index(goban: &Goban, v: u16) -> usize {
    each!(goban, board => place(board, v))
}

fn stones<const P: usize, const W: usize>(
    position: &Position,
    board: &Board<P, W>,
    suicide: bool,
    input: &mut Input,
) {
    let own = colour(position.turn());
    let owners = alive::area(board, suicide);
    let superko = position.rules().ko() != Ko::Simple;
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let v = board.vertex(row, column);
            let at = place(board, v);
            set(input, at, 0);
            let stone = board.at(v);
            if stone == EMPTY {
                let banned = superko && board.allows(v, own) && position.is_banned(v);
                if v == board.ko() || banned {
                    set(input, at, 6);
                }
            } else {
                set(input, at, if stone == own { 1 } else { 2 });
                if let count @ 1..=3 = board.count(v) {
                    set(input, at, 2 + usize::from(count));
                }
            }
            match owners[usize::from(v)] {
                EMPTY => {}
                owner => set(input, at, if owner == own { 18 } else { 19 }),
            }
        }
    }
    for group in ladder::caught(board) {
        board.each_stone(group.stone, |v| set(input, place(board, v), 14));
        if board.at(group.stone) == other(own) {
            for v in group.moves {
                debug_assert_ne!(v, NONE);
                set(input, place(board, v), 17);
            }
        }
    }
}

/// All but the passes of the last five moves.
fn globals(position: &Position, suicide: bool, global: &mut [f32]) {
    let rules = position.rules();
    let area = (rules.rows() * rules.columns()) as f32;
    let komi = rules.komi().in_halves() as f32 / 2.0;
    let komi = if position.turn() == Side::Second { komi } else { -komi };
    let komi = komi.clamp(-area - 20.0, area + 20.0);
    global[5] = komi / 20.0;
    match rules.ko() {
        Ko::Simple => {}
        Ko::Positional => (global[6], global[7]) = (1.0, 0.5),
        Ko::Situational => (global[6], global[7]) = (1.0, -0.5),
    }
    global[8] = f32::from(suicide);
    global[14] = f32::from(position.passes() > 0);
    global[18] = wave(komi, (rules.rows() * rules.columns()).is_multiple_of(2));
}

/// Where komi stands between the values that make a draw possible, as a
/// triangular wave of two points.
fn wave(komi: f32, even: bool) -> f32 {
    let shift = if even { 0.0 } else { 1.0 };
    let above = (komi - shift).rem_euclid(2.0);
    if above < 0.5 {
        above
    } else if above < 1.5 {
        1.0 - above
    } else {
        above - 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wave_of_komi_is_as_it_was_in_training() {
        for (komi, even, expected) in [
            (7.0, false, 0.0),
            (7.5, false, 0.5),
            (6.5, false, -0.5),
            (6.0, false, 0.0),
            (0.0, true, 0.0),
            (0.5, true, 0.5),
            (-7.0, false, 0.0),
            (-7.5, false, -0.5),
        ] {
            assert!((wave(komi, even) - expected).abs() < 1e-6, "{komi} {even}");
        }
    }

    #[test]
    fn the_planes_say_what_the_board_shows() {
        let mut position = Position::start(&"size=5 komi=7".parse().unwrap());
        for play in ["C3", "B3", "pass", "D3", "C4", "pass"] {
            position.play(play.parse().unwrap()).unwrap();
        }
        let found = input(&position, false);
        let plane = |plane: usize| -> Vec<usize> {
            (0..25).filter(|p| found.spatial[p * PLANES + plane] == 1.0).collect()
        };
        assert_eq!(plane(0).len(), 25);
        // Black is to move: C3 and C4, row 2 and 1 from the top.
        assert_eq!(plane(1), [7, 12]);
        assert_eq!(plane(2), [11, 13]);
        // B3 and D3 have three liberties; Black's two stones have four.
        assert_eq!(plane(5), [11, 13]);
        assert_eq!(plane(10), [7], "the last move but one");
        assert_eq!(plane(11), [13]);
        assert_eq!(plane(13), [11]);
        assert_eq!(found.global[..5], [1.0, 0.0, 0.0, 1.0, 0.0]);
        assert_eq!(found.global[5], -7.0 / 20.0);
        assert_eq!(found.global[14], 1.0);
    }
}
