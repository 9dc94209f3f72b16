//! The rules: laws, slow twin, published counts and the source document.

mod common;

use common::{from_play, scattered, slow_flips, slow_moves};
use proptest::prelude::*;
use sobremesa_kernel::{Outcome, Position as _, Rng, Side, laws};
use sobremesa_othello::board::{Board, squares};
use sobremesa_othello::{Illegal, Move, Position, Rules, Square, perft};

const BLACK: Rules = Rules { start: Side::First };
const WHITE: Rules = Rules { start: Side::Second };

fn square(text: &str) -> Square {
    text.parse().unwrap()
}

fn played(moves: &str) -> Position {
    let mut position = Position::start(&BLACK);
    for text in moves.split_whitespace() {
        position.play(text.parse().unwrap()).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    position
}

fn legal(position: &Position) -> String {
    let mut moves: Vec<String> = position.legal().iter().map(Move::to_string).collect();
    moves.sort();
    moves.join(" ")
}

#[test]
fn every_game_keeps_the_laws() {
    // 60 discs are placed, and a side passes at most once after each.
    for rules in [BLACK, WHITE] {
        laws::check::<Position>(&rules, 150, 1, Some(121));
        laws::check_actions::<Position>(&rules, 10, 1);
        laws::diagrams_round_trip::<Position>(&rules, 60, 2);
    }
}

#[test]
fn what_is_not_listed_is_refused() {
    let mut all: Vec<Move> = (0..64).map(|i| Move::Place(Square::new(i).unwrap())).collect();
    all.push(Move::Pass);
    let mut rng = Rng::new(5);
    for empties in (0..=60).rev() {
        let board = from_play(&mut rng, empties);
        let position = Position::new(board, Side::Second, BLACK).unwrap();
        laws::list_is_predicate(&position, &all);
    }
}

fn twins_agree(boards: u64, seed: u64) {
    let mut rng = Rng::new(seed);
    for n in 0..boards {
        let board =
            if n % 2 == 0 { scattered(&mut rng) } else { from_play(&mut rng, (n % 61) as u32) };
        assert_eq!(board.moves(), slow_moves(board), "{board:x?}");
        for square in squares(board.empty()) {
            assert_eq!(board.flips(square), slow_flips(board, square), "{board:x?} {square}");
        }
    }
}

#[test]
fn flips_and_mobility_equal_their_slow_twins() {
    twins_agree(4_000, 1);
}

#[test]
#[ignore = "a million positions: ./test --full"]
fn flips_and_mobility_equal_their_slow_twins_on_a_million_positions() {
    twins_agree(1_000_000, 2);
}

fn published_counts(depths: std::ops::RangeInclusive<u32>) {
    let mut checked = 0;
    for line in include_str!("data/perft.txt").lines().filter(|line| !line.starts_with('#')) {
        let (depth, leaves) = line.split_once(' ').unwrap();
        let depth: u32 = depth.parse().unwrap();
        if depths.contains(&depth) {
            assert_eq!(perft(Board::START, depth), leaves.parse::<u64>().unwrap(), "depth {depth}");
            checked += 1;
        }
    }
    assert_eq!(checked, depths.count());
}

#[test]
fn perft_gives_the_published_counts() {
    published_counts(1..=9);
}

#[test]
#[ignore = "a few seconds: ./test --full"]
fn perft_gives_the_published_counts_deeper() {
    published_counts(10..=12);
}

#[test]
fn document_the_start_is_d4_e5_white_d5_e4_black() {
    let start = Position::start(&BLACK);
    assert_eq!(start.discs(Side::Second), square("d4").bit() | square("e5").bit());
    assert_eq!(start.discs(Side::First), square("d5").bit() | square("e4").bit());
    assert_eq!(start.turn(), Side::First);
    let white = Position::start(&WHITE);
    assert_eq!(white.turn(), Side::Second);
    assert_eq!(white.discs(Side::First), start.discs(Side::First));
}

#[test]
fn document_black_may_open_c4_d3_e6_or_f5() {
    assert_eq!(legal(&Position::start(&BLACK)), "c4 d3 e6 f5");
    assert_eq!(legal(&Position::start(&WHITE)), "c5 d6 e3 f4");
}

#[test]
fn document_after_d3_the_disc_on_d4_is_black() {
    let position = played("D3");
    let black = ["d3", "d4", "d5", "e4"].map(|s| square(s).bit()).iter().sum::<u64>();
    assert_eq!(position.discs(Side::First), black);
    assert_eq!(position.discs(Side::Second), square("e5").bit());
}

#[test]
fn document_after_e6_white_may_play_f4_f6_or_d6() {
    let position = played("E6");
    assert_eq!(legal(&position), "d6 f4 f6");
    let after = played("E6 D6");
    let white = ["d4", "d5", "d6"].map(|s| square(s).bit()).iter().sum::<u64>();
    assert_eq!(after.discs(Side::Second), white);
}

#[test]
fn document_the_sample_game_stops_at_g5() {
    let mut position = Position::start(&WHITE);
    for text in ["D6", "C4"] {
        position.play(text.parse().unwrap()).unwrap();
    }
    let before = position;
    assert_eq!(position.play("G5".parse().unwrap()), Err(Illegal::NoFlip(square("g5"))));
    assert_eq!(position, before);
}

#[test]
fn every_refusal_has_its_reason() {
    let mut start = Position::start(&BLACK);
    let refuse = |position: &mut Position, text: &str| position.play(text.parse().unwrap());
    assert_eq!(refuse(&mut start, "d4"), Err(Illegal::Occupied(square("d4"))));
    assert_eq!(refuse(&mut start, "a1"), Err(Illegal::NoFlip(square("a1"))));
    assert_eq!(refuse(&mut start, "pass"), Err(Illegal::CanMove(square("d3"))));
    // The shortest game: nine moves and White has no disc left.
    let mut over = played("e6 f4 e3 f6 g5 d6 e7 f5 c5");
    assert_eq!(over.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(over.score().unwrap().map(|p| p.to_string()), ["13", "0"]);
    assert_eq!(refuse(&mut over, "a1"), Err(Illegal::GameOver));
    assert_eq!(refuse(&mut over, "pass"), Err(Illegal::GameOver));
    assert_eq!(over.board().final_score(), -64);
}

#[test]
fn who_has_no_move_must_pass_and_nothing_else() {
    let mut rng = Rng::new(3);
    let mut passes = 0;
    for _ in 0..200 {
        let mut position = Position::start(&BLACK);
        loop {
            if position.legal() == [Move::Pass] {
                passes += 1;
                let before = position;
                assert!(position.play(Move::Pass).is_ok());
                assert_eq!(position.board(), before.board().swapped());
                assert_ne!(position.turn(), before.turn());
                assert!(position.board().moves() != 0);
                position = before;
            }
            if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                break;
            }
        }
    }
    assert!(passes > 50);
}

#[test]
fn boards_are_read_in_every_alphabet() {
    let position = played("E6 D6 C4");
    let rows = |symbols| -> Vec<String> {
        let cells = position.cells(symbols);
        (0..8).map(|row| cells[row * 8..row * 8 + 8].to_string()).collect()
    };
    for (symbols, side) in [
        (['X', 'O', '-'], "O"),
        (['x', 'o', '.'], "white"),
        (['*', 'O', '_'], "o"),
        (['b', 'w', '.'], "w"),
        (['B', 'W', '-'], "W"),
        (['N', 'B', 'X'], "B"),
    ] {
        for joint in ["", "\n", "\r\n"] {
            let text = format!(
                "{}{}{side}",
                rows(symbols).join(joint),
                if joint.is_empty() { " " } else { joint }
            );
            let read = Position::parse(&BLACK, &text);
            assert_eq!(read.as_ref(), Ok(&position), "{text}");
        }
    }
}

#[test]
fn boards_that_cannot_be_are_refused_where_they_go_wrong() {
    let good = "-".repeat(27) + "OX------XO" + &"-".repeat(27);
    assert_eq!(Position::parse(&BLACK, &good), Ok(Position::start(&BLACK)));
    let at = |text: &str| Position::parse(&BLACK, text).unwrap_err();
    assert!(at("").to_string().contains("64 squares"));
    assert!(at(&good[1..]).to_string().contains("63 squares"));
    assert_eq!(at(&good.replacen('X', "?", 1)).place(), Some((1, 29)));
    assert_eq!(at(&good.replacen('X', "-", 1)).found(), "square E4 empty");
    let apart = at(&good.replacen("--", "X-", 1));
    assert_eq!(apart.found(), "a disc on A1 apart from the others");
    assert_eq!(apart.place(), Some((1, 1)));
    assert!(at(&(good.clone() + " red")).to_string().contains("black or white"));
    assert!(at(&"x".repeat(100_000)).to_string().contains("2000"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_without_panic(text in "\\PC{0,100}") {
        let _ = text.parse::<Move>();
        let _ = text.parse::<Rules>();
        let _ = Position::parse(&BLACK, &text);
    }

    #[test]
    fn any_board_like_text_is_read_or_refused(text in "[XO\\-*bBwWnN. \n1-8]{60,80}( [a-z]{0,6})?") {
        if let Ok(position) = Position::parse(&BLACK, &text) {
            prop_assert_eq!(Position::parse(&BLACK, &position.diagram()), Ok(position));
        }
    }

    #[test]
    fn moves_follow_the_symmetries(seed: u64, empties in 0u32..60, which in 0usize..8) {
        let board = from_play(&mut Rng::new(seed), empties);
        let there = sobremesa_othello::board::symmetry(board.moves(), which);
        prop_assert_eq!(board.symmetry(which).moves(), there);
    }

    #[test]
    fn a_move_adds_one_disc_and_turns_only_the_rivals(seed: u64, empties in 1u32..60) {
        let board = from_play(&mut Rng::new(seed), empties);
        for square in squares(board.moves()) {
            let flips = board.flips(square);
            let after = board.after(square, flips);
            prop_assert_eq!(flips & board.rival, flips);
            prop_assert_eq!(after.occupied(), board.occupied() | 1 << square);
            prop_assert_eq!(after.rival.count_ones(), board.mover.count_ones() + flips.count_ones() + 1);
        }
    }
}
