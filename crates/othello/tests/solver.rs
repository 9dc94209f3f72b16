//! The exact solver against plain minimax, against symmetry, and against
//! itself with other windows and threads.

mod common;

use std::ops::ControlFlow;

use common::{from_play, minimax};
use sobremesa_kernel::{Budget, Rng};
use sobremesa_othello::board::Board;
use sobremesa_othello::weights::{Knots, Weights};
use sobremesa_othello::{Goal, RootMove, Square, Thinker, ffo};

/// Without trained weights: the answer must not depend on them.
fn weights() -> Weights {
    Weights::new(&Knots::zero())
}

fn agrees_with_minimax(boards: u32, most: u32, seed: u64) {
    let weights = weights();
    let mut thinker = Thinker::new(&weights, 16);
    let mut rng = Rng::new(seed);
    for n in 0..boards {
        let board = from_play(&mut rng, n % (most + 1));
        assert_eq!(thinker.solve(board), minimax(board), "{board:x?}");
    }
}

#[test]
fn scores_are_those_of_minimax() {
    agrees_with_minimax(3_000, 8, 1);
}

#[test]
#[ignore = "a minute: ./test --full"]
fn scores_are_those_of_minimax_with_more_empty_squares() {
    agrees_with_minimax(20_000, 8, 2);
    agrees_with_minimax(200, 10, 3);
}

#[test]
fn every_symmetry_has_the_same_score() {
    let weights = weights();
    let mut rng = Rng::new(4);
    for empties in [9, 11, 13, 14] {
        for _ in 0..4 {
            let board = from_play(&mut rng, empties);
            let mut thinker = Thinker::new(&weights, 16);
            let score = thinker.solve(board);
            assert!((1..8).all(|which| thinker.solve(board.symmetry(which)) == score));
        }
    }
}

#[test]
fn who_wins_and_two_threads_agree_with_the_score() {
    let weights = weights();
    let mut rng = Rng::new(6);
    let outcome = Goal { outcome_only: true, ..Goal::SOLVE };
    let mut quiet = |_: &_| ControlFlow::Continue(());
    for empties in [8, 10, 12, 13, 14, 15] {
        for _ in 0..6 {
            let board = from_play(&mut rng, empties);
            if board.is_over() {
                continue;
            }
            let score = Thinker::new(&weights, 16).solve(board);
            let mut thinker = Thinker::new(&weights, 16);
            let won = thinker.think(board, &outcome, &Budget::default(), &mut quiet);
            assert_eq!(won.value().signum(), score.signum(), "{board:x?}");
            let mut thinker = Thinker::new(&weights, 16);
            let two = thinker.think(board, &Goal::SOLVE, &Budget::default().threads(2), &mut quiet);
            assert_eq!(two.value(), score, "{board:x?}");
            assert!(two.exact);
        }
    }
}

/// Endings long enough for nodes to be shared, in nodes that are shared, by
/// more threads than there are cores too.
#[test]
fn threads_that_share_nodes_find_the_same_score() {
    let mut rng = Rng::new(9);
    let mut quiet = |_: &_| ControlFlow::Continue(());
    for round in 0..12 {
        let board = from_play(&mut rng, 16 + round % 3);
        if board.is_over() {
            continue;
        }
        let score = Thinker::new(Weights::shipped(), 16).solve(board);
        for threads in [2, 3, 7] {
            let budget = Budget::default().threads(threads);
            let report = Thinker::new(Weights::shipped(), 16).think(
                board,
                &Goal::SOLVE,
                &budget,
                &mut quiet,
            );
            assert_eq!((report.value(), report.exact), (score, true), "{board:x?}");
        }
    }
}

/// Whoever says stop is heard by all threads, and is not asked again.
#[test]
fn threads_stop_when_one_is_told_to() {
    let mut rng = Rng::new(10);
    let board = loop {
        let board = from_play(&mut rng, 30);
        if board.moves().count_ones() > 3 {
            break board;
        }
    };
    for threads in [1, 2, 5] {
        for most in [1, 3, 40] {
            let mut asked = 0;
            let budget = Budget::default().threads(threads);
            let mut thinker = Thinker::new(Weights::shipped(), 18);
            let report = thinker.think(board, &Goal::SOLVE, &budget, &mut |_| {
                asked += 1;
                if asked < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            assert_eq!(asked, most, "{threads} threads");
            assert!(!report.exact && !report.moves.is_empty());
        }
        let mut quiet = |_: &_| ControlFlow::Continue(());
        let budget = Budget::nodes(300_000).threads(threads);
        let report =
            Thinker::new(Weights::shipped(), 18).think(board, &Goal::SOLVE, &budget, &mut quiet);
        // How far the others come before they hear of it is a matter of luck.
        let most = if threads == 1 { 301_000 } else { u64::MAX };
        assert!((300_000..most).contains(&report.nodes), "{threads}: {}", report.nodes);
    }
}

/// A move that wins everything ends the search: what earlier iterations
/// thought of the others is not claimed to be proven.
#[test]
fn nothing_is_claimed_of_moves_that_were_not_needed() {
    let mut board = Board::START;
    for square in ["e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5"] {
        let square = square.parse::<Square>().unwrap().index();
        board = board.after(square, board.flips(square));
    }
    let mut quiet = |_: &_| ControlFlow::Continue(());
    for threads in [1, 2] {
        let budget = Budget::default().threads(threads);
        let report =
            Thinker::new(Weights::shipped(), 16).think(board, &Goal::SOLVE, &budget, &mut quiet);
        assert!(report.exact && report.value() == 64 && !report.moves[0].at_most);
        assert!(report.moves.len() > 3);
        let wins = |m: &RootMove| !m.at_most && m.value == 64;
        assert!(report.moves.iter().all(|m| m.at_most || wins(m)), "{:?}", report.moves);
    }
}

#[test]
fn the_line_of_a_solved_game_leads_to_its_score() {
    let weights = weights();
    let mut rng = Rng::new(7);
    for _ in 0..30 {
        let board = from_play(&mut rng, 12);
        if board.is_over() {
            continue;
        }
        let mut thinker = Thinker::new(&weights, 16);
        let mut quiet = |_: &_| ControlFlow::Continue(());
        let report = thinker.think(board, &Goal::SOLVE, &Budget::default(), &mut quiet);
        let (mut now, mut sign) = (board, 1);
        for m in &report.moves[0].line {
            now = match m {
                Some(square) => now.after(*square, now.flips(*square)),
                None => now.swapped(),
            };
            sign = -sign;
        }
        assert_eq!(sign * Thinker::new(&weights, 16).solve(now), report.value(), "{report:?}");
    }
}

/// Far from the end to a depth, nearer selectively to the end, then exactly.
#[test]
fn endings_are_searched_to_the_end_before_they_are_solved() {
    let goal = Goal { to_end: 16, exact: 13, ..Goal::depth(4) };
    let mut rng = Rng::new(8);
    for (empties, depth, exact) in
        [(17, 4, false), (16, 16, false), (14, 14, false), (13, 13, true)]
    {
        let board = loop {
            let board = from_play(&mut rng, empties);
            if board.moves() != 0 && board.empties() == empties {
                break board;
            }
        };
        let mut thinker = Thinker::new(Weights::shipped(), 16);
        let mut quiet = |_: &_| ControlFlow::Continue(());
        let report = thinker.think(board, &goal, &Budget::default(), &mut quiet);
        assert_eq!((report.depth, report.exact), (depth, exact), "{empties} empty");
    }
}

/// The FFO endgame suite: published positions with their scores.
fn solve_ffo(numbers: std::ops::RangeInclusive<u32>) {
    let mut solved = 0;
    for problem in ffo().unwrap().iter().filter(|problem| numbers.contains(&problem.number)) {
        let mut thinker = Thinker::new(Weights::shipped(), 20);
        let score = thinker.solve(problem.position.board());
        assert_eq!(score, problem.score, "number {}", problem.number);
        solved += 1;
    }
    assert_eq!(solved, numbers.count());
}

#[test]
fn ffo_40_to_44_have_their_published_scores() {
    solve_ffo(40..=44);
}

#[test]
#[ignore = "half a minute: ./test --full"]
fn ffo_45_to_49_have_their_published_scores() {
    solve_ffo(45..=49);
}
