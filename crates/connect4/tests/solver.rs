//! The solver against published values, against plain minimax, and against
//! itself.

mod common;

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use common::{minimax, positions, rules};
use sobremesa_connect4::{Board, Cell, Move, Position, Rules, Solver, Wanted};
use sobremesa_kernel::{Outcome, Position as _, Rng};

static NEVER: AtomicBool = AtomicBool::new(false);

fn read(text: &str) -> Position {
    Position::from_columns(Rules::STANDARD, text).expect("positions of a test are legal")
}

fn solver(rules: Rules) -> Solver {
    Solver::new(rules, 16 << 20)
}

fn score(solver: &mut Solver, position: &Position) -> i32 {
    solver.score(position, &NEVER).expect("nothing halts a test")
}

fn columns(solver: &mut Solver, position: &Position) -> Vec<Option<i32>> {
    solver.columns(position, Wanted::Score, &NEVER).expect("nothing halts a test")
}

#[test]
fn two_positions_wrong_in_an_old_book() {
    let mut solver = solver(Rules::STANDARD);
    let some = |scores: [i32; 7]| scores.map(Some).to_vec();
    let first = read("226744515337");
    assert_eq!(score(&mut solver, &first), 7);
    assert_eq!(columns(&mut solver, &first), some([-1, 0, -1, 7, 6, -2, 0]));
    let second = read("475772722323");
    assert_eq!(score(&mut solver, &second), 4);
    assert_eq!(columns(&mut solver, &second), some([-14, 4, 4, 3, 4, -3, 4]));
}

#[test]
#[ignore = "solves the empty board without a book: run by ./test --full"]
fn the_empty_board_and_the_replies_to_the_centre() {
    let mut solver = Solver::new(Rules::STANDARD, 1 << 30);
    let some = |scores: [i32; 7]| scores.map(Some).to_vec();
    let scores = columns(&mut solver, &read(""));
    assert_eq!(scores, some([-2, -1, 0, 1, 0, -1, -2]));
    let scores = columns(&mut solver, &read("4"));
    assert_eq!(scores, some([-4, -2, -2, -1, -2, -2, -4]));
}

fn agrees_with_minimax(size: &str, left: std::ops::RangeInclusive<u32>, count: usize) {
    let rules = rules(size);
    let mut solver = solver(rules);
    for position in positions(rules, left, 11).take(count) {
        let expected = minimax(&position, &mut HashMap::new());
        solver.forget();
        assert_eq!(score(&mut solver, &position), expected, "{size}\n{}", position.diagram());
        let sign = solver.solve(&position, Wanted::Sign, &NEVER);
        assert_eq!(sign, Some(expected.signum()), "{size}\n{}", position.diagram());
    }
}

#[test]
fn late_positions_agree_with_minimax() {
    agrees_with_minimax("6x7", 1..=10, 3_000);
    agrees_with_minimax("6x7", 11..=13, 200);
}

#[test]
fn other_sizes_agree_with_minimax() {
    for size in ["4x5", "5x4", "4x4", "5x6", "7x8", "3x16", "4x8", "8x5", "15x4"] {
        agrees_with_minimax(size, 1..=9, 150);
    }
    for size in ["4x4", "3x5", "2x8", "4x3", "1x9"] {
        let start = Position::start(&rules(size));
        let expected = minimax(&start, &mut HashMap::new());
        assert_eq!(score(&mut solver(rules(size)), &start), expected, "{size}");
    }
}

#[test]
#[ignore = "hundreds of thousands of positions: run by ./test --full"]
fn many_positions_agree_with_minimax() {
    agrees_with_minimax("6x7", 1..=10, 100_000);
    agrees_with_minimax("6x7", 11..=15, 3_000);
    for size in ["4x5", "4x7", "5x6", "6x6", "8x5", "6x9", "10x5"] {
        agrees_with_minimax(size, 4..=12, 3_000);
    }
}

/// Published: 4x6 is lost to the second player on the last cell, the others
/// here are drawn.
#[test]
fn small_boards_have_their_published_results() {
    for (size, expected) in [("4x5", 0), ("4x6", -1), ("5x4", 0), ("5x5", 0), ("6x4", 0)] {
        let start = Position::start(&rules(size));
        assert_eq!(score(&mut solver(rules(size)), &start), expected, "{size}");
    }
}

fn mirrored(position: &Position) -> Position {
    let rules = *position.rules();
    let board = position.board();
    let mut image = Board::empty(rules);
    for row in (1..=rules.rows()).rev() {
        for column in 1..=rules.columns() {
            if let Some(side) = board.at(Cell { row, column }) {
                image = image.dropped(rules.columns() + 1 - column, side).expect("same heights");
            }
        }
    }
    Position::from_board(image).expect("an image of a position is one")
}

#[test]
fn column_scores_are_mirrored_in_the_mirror() {
    let mut solver = solver(Rules::STANDARD);
    for position in positions(Rules::STANDARD, 14..=22, 5).take(40) {
        let mut straight = columns(&mut solver, &position);
        solver.forget();
        straight.reverse();
        assert_eq!(columns(&mut solver, &mirrored(&position)), straight);
    }
}

#[test]
fn a_score_is_the_best_of_the_replies() {
    let mut solver = solver(Rules::STANDARD);
    for mut position in positions(Rules::STANDARD, 20..=24, 6).take(12) {
        let mut rng = Rng::new(position.key());
        while position.outcome().is_none() {
            let best = columns(&mut solver, &position).into_iter().flatten().max();
            assert_eq!(best, Some(score(&mut solver, &position)), "{}", position.diagram());
            position.play_random(&mut rng, &mut Vec::new());
        }
    }
}

#[test]
fn best_play_ends_as_the_score_says() {
    let mut solver = solver(Rules::STANDARD);
    for position in positions(Rules::STANDARD, 16..=20, 8).take(12) {
        let expected = score(&mut solver, &position);
        let mut end = position;
        for m in solver.line(&position, &NEVER).expect("nothing halts a test") {
            end.play(m).expect("best play is legal");
        }
        let reached = match end.outcome().expect("best play ends the game") {
            Outcome::Draw => 0,
            Outcome::Win(side) => {
                let score = 22 - (end.plies() as i32 + 1) / 2;
                if side == position.turn() { score } else { -score }
            }
        };
        assert_eq!(reached, expected, "{}", position.diagram());
    }
}

#[test]
fn two_threads_agree_with_one() {
    let (mut one, mut two) = (solver(Rules::STANDARD), solver(Rules::STANDARD).threads(2));
    for position in positions(Rules::STANDARD, 20..=27, 9).take(25) {
        assert_eq!(score(&mut one, &position), score(&mut two, &position));
    }
}

#[test]
fn a_solver_halts_when_told_and_when_its_nodes_are_used_up() {
    let start = read("");
    let halted = AtomicBool::new(true);
    assert_eq!(solver(Rules::STANDARD).score(&start, &halted), None);
    assert_eq!(solver(Rules::STANDARD).threads(2).score(&start, &halted), None);
    let mut limited = solver(Rules::STANDARD).limit(Some(50_000));
    assert_eq!(limited.score(&start, &NEVER), None);
    assert!(limited.nodes() < 60_000, "{}", limited.nodes());
    assert_eq!(limited.score(&start, &NEVER), None);
}

#[test]
fn finished_games_have_a_score_too() {
    let mut solver = solver(Rules::STANDARD);
    assert_eq!(score(&mut solver, &read("1212121")), -18);
    let column = Move::new(1).expect("there is a column 1");
    let mut won = read("121212");
    assert_eq!(score(&mut solver, &won), 18);
    won.play(column).expect("the winning move is legal");
    assert_eq!(score(&mut solver, &won), -18);
}
