//! What is said for a move holds by a checker of its own, and there are words
//! for it.

mod common;
mod twins;

use std::collections::BTreeMap;

use common::endings;
use sobremesa_connect4::Connect4;
use sobremesa_dots::Dots;
use sobremesa_go::Go;
use sobremesa_judgement::{Judged, Reason};
use sobremesa_kernel::Position;
use sobremesa_othello::Othello;
use sobremesa_text::{Lang, tell};

/// Checks what is said for every move of so many positions, and that every
/// kind of statement was met.
fn checked<G: Judged>(
    rules: &str,
    last: u32,
    count: usize,
    speaks: impl Fn(&G::Position, <G::Position as Position>::Move, &Reason) -> bool,
    expected: &[&str],
) {
    let start = G::Position::start(&rules.parse().expect("rules of the game"));
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for position in endings(start, last, 5).take(count) {
        for play in position.legal() {
            for reason in G::merits(&position, play) {
                assert!(
                    speaks(&position, play, &reason),
                    "{play}: {reason:?} does not hold\n{}",
                    position.diagram()
                );
                for lang in Lang::ALL {
                    let said = tell(lang, &reason.message);
                    assert!(!said.contains(['{', '}', '[', '-']), "{said}");
                }
                *kinds.entry(reason.kind).or_default() += 1;
            }
        }
    }
    println!("{}: {kinds:?}", G::ID);
    assert_eq!(kinds.keys().copied().collect::<Vec<_>>(), expected);
}

#[test]
fn what_is_said_for_a_column_is_true() {
    let kinds = ["connect4-blocks", "connect4-makes-threat", "connect4-makes-two", "connect4-wins"];
    checked::<Connect4>("size=5x6", 20, 500, twins::connect4::speaks, &kinds);
}

#[test]
fn what_is_said_for_a_line_is_true() {
    let kinds = ["dots-gives-least", "dots-keeps-control", "dots-safe", "dots-takes"];
    checked::<Dots>("size=3x3", 16, 1_000, twins::dots::speaks, &kinds);
}

#[test]
fn what_is_said_for_a_disc_is_true() {
    let kinds = ["othello-few-moves", "othello-rival-passes", "othello-takes-corner"];
    checked::<Othello>("start=black", 55, 1_000, twins::othello::speaks, &kinds);
}

#[test]
fn what_is_said_for_a_stone_is_true() {
    let kinds = ["go-captures", "go-connects", "go-cuts", "go-puts-in-atari", "go-saves"];
    checked::<Go>("size=6", 200, 200, twins::go::speaks, &kinds);
}
