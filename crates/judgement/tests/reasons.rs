//! Every reason that is given holds by a checker of its own, and the words for
//! it are in the catalogues.

mod common;
mod twins;

use std::collections::BTreeMap;

use common::endings;
use sobremesa_connect4::Connect4;
use sobremesa_dots::Dots;
use sobremesa_go::Go;
use sobremesa_judgement::{Effort, Judged, Judgement, Reason, Review};
use sobremesa_kernel::{Position, Rng};
use sobremesa_othello::Othello;
use sobremesa_text::{Lang, has, tell};

type Kinds = BTreeMap<&'static str, usize>;

/// Judges one move by lot in each position and checks what is said of it.
fn checked<G: Judged>(
    positions: impl Iterator<Item = G::Position>,
    effort: &Effort,
    holds: impl Fn(&G::Position, &Judgement, &Reason) -> bool,
) -> Kinds {
    let mut kinds = Kinds::new();
    let mut rng = Rng::new(9);
    for position in positions {
        let Some(play) = rng.pick(&position.legal()) else { continue };
        let review = Review::<G>::new(&position, &[play], effort.clone()).expect("it is legal");
        let mut judge = review.judges(1).pop().expect("one judge");
        review.work(&mut judge, &|| false, &mut |_| ());
        let judgement: Judgement =
            review.judgements().into_iter().flatten().next().expect("it is judged");
        assert!(judgement.reasons.len() <= 3);
        for reason in &judgement.reasons {
            assert!(
                holds(&position, &judgement, reason),
                "{play}: {reason:?} does not hold\n{judgement:?}\n{}",
                position.diagram()
            );
            assert!(has(reason.message.id), "no words for {}", reason.message.id);
            for lang in Lang::ALL {
                let said = tell(lang, &reason.message);
                assert!(!said.contains(['{', '}', '[']), "{said}");
            }
            *kinds.entry(reason.kind).or_default() += 1;
        }
    }
    println!("{}: {kinds:?}", G::ID);
    kinds
}

/// The kinds that a run must have met, or it has checked nothing.
fn met(kinds: &Kinds, expected: &[&str]) {
    for kind in expected {
        assert!(kinds.contains_key(kind), "no {kind} among {kinds:?}");
    }
}

fn connect4(count: usize, seed: u64) -> Kinds {
    let start = Position::start(&"size=5x6".parse().unwrap());
    let positions = endings(start, 14, seed).take(count);
    checked::<Connect4>(positions, &Effort::default(), twins::connect4::holds)
}

fn dots(count: usize, seed: u64) -> Kinds {
    let start = Position::start(&"size=3x4".parse().unwrap());
    let positions = endings(start, 20, seed).take(count);
    checked::<Dots>(positions, &Effort::default(), twins::dots::holds)
}

fn othello(count: usize, seed: u64) -> Kinds {
    let start = Position::start(&"start=black".parse().unwrap());
    let positions = endings(start, 50, seed).take(count);
    let effort = Effort { depth: Some(4), exact: Some(8), ..Effort::default() };
    checked::<Othello>(positions, &effort, twins::othello::holds)
}

fn go(count: usize, seed: u64) -> Kinds {
    // With the network, and on a board that it does not know.
    let rules = ["size=7 komi=7", "size=6 komi=4"].map(|rules| rules.parse().unwrap());
    let starts = rules.map(|rules| sobremesa_go::Position::start(&rules));
    // Random games go on for long; the middle is where things happen.
    let mut rng = Rng::new(seed);
    let positions = (0..count).map(|number| {
        let mut position = starts[usize::from(number % 8 == 7)].clone();
        for _ in 0..10 + rng.below(30) {
            let mut next = position.clone();
            if next.play_random(&mut rng, &mut Vec::new()).is_none() || next.outcome().is_some() {
                break;
            }
            position = next;
        }
        position
    });
    let effort = Effort { nodes: Some(120), ..Effort::default() };
    checked::<Go>(positions, &effort, twins::go::holds)
}

#[test]
fn connect4_reasons_are_true() {
    let kinds = connect4(500, 1);
    met(
        &kinds,
        &[
            "connect4-misses-win",
            "connect4-misses-two",
            "connect4-leaves-win",
            "connect4-opens-win",
            "connect4-lets-two",
            "connect4-lets-threat",
            "connect4-loses",
            "connect4-below-odd",
            "connect4-below-even",
            "connect4-misses-odd",
            "connect4-misses-even",
            "connect4-rival-follows",
        ],
    );
}

#[test]
fn dots_reasons_are_true() {
    let kinds = dots(3_000, 2);
    met(
        &kinds,
        &[
            "dots-leaves",
            "dots-gives",
            "dots-opens",
            "dots-safe-even",
            "dots-wants-odd",
            "dots-wants-even",
            "dots-margin",
        ],
    );
}

/// Three boxes of a chain of four and a chain that nobody has opened: who takes
/// the last two has to open it, who leaves them does not.
#[test]
fn taking_all_of_a_chain_loses_control() {
    let start: sobremesa_dots::DotsPosition = Position::start(&"size=2x4".parse().unwrap());
    let horizontal = (1..=3).flat_map(|row| (1..=4).map(move |column| format!("{row}-{column}-h")));
    let moves: Vec<_> = horizontal
        .chain(["1-1-v", "1-2-v", "1-3-v", "1-4-v"].map(String::from))
        .map(|line| line.parse().unwrap())
        .collect();
    let review = Review::<Dots>::new(&start, &moves, Effort::default()).unwrap();
    review.work(&mut review.judges(1).pop().unwrap(), &|| false, &mut |_| ());
    let last = review.judgements().pop().flatten().expect("it is judged");
    assert_eq!(last.better[0].play, "1-5-v", "{last:?}");
    let said: Vec<&str> = last.reasons.iter().map(|reason| reason.kind).collect();
    assert!(said.contains(&"dots-takes-all"), "{last:?}");
}

#[test]
fn othello_reasons_are_true() {
    let kinds = othello(1_500, 3);
    met(
        &kinds,
        &[
            "othello-gives-corner",
            "othello-misses-corner",
            "othello-x-square",
            "othello-c-square",
            "othello-rival-moves",
            "othello-frontier",
            "othello-lets-force",
            "othello-misses-force",
            "othello-even-region",
            "othello-rival-stable",
            "othello-misses-stable",
            "othello-ends",
        ],
    );
}

#[test]
fn go_reasons_are_true() {
    let kinds = go(150, 4);
    met(&kinds, &["go-misses-capture", "go-leaves-atari", "go-dies", "go-points"]);
}

#[test]
#[ignore = "a hundred thousand positions"]
fn reasons_are_true_on_many_positions() {
    connect4(35_000, 11);
    dots(35_000, 12);
    othello(35_000, 13);
    go(2_000, 14);
}
