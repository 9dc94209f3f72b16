//! CPU seconds of reviews, and how many blunders they explain, of games between
//! two levels: `cargo run --profile checked -p sobremesa-judgement --example
//! review -- GAME RULES GAMES LEVEL LEVEL [NODES [DEPTH EXACT]]`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeMap;

use sobremesa_connect4::Connect4;
use sobremesa_dots::Dots;
use sobremesa_go::Go;
use sobremesa_judgement::{Class, Effort, Judged, Judgement, Review};
use sobremesa_kernel::{Position, Value};
use sobremesa_othello::Othello;
use sobremesa_search::cpu_time;

/// Reasons that say little more than the value does.
const NEAR_THE_VALUE: [&str; 3] = ["connect4-loses", "dots-margin", "othello-ends"];

/// The share of the blunders that have a reason, by kind and in all.
fn coverage(judgements: &[Judgement]) {
    let blunders = judgements.iter().filter(|judgement| judgement.class == Some(Class::Blunder));
    let blunders: Vec<&Judgement> = blunders.collect();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for reason in blunders.iter().flat_map(|judgement| &judgement.reasons) {
        *kinds.entry(reason.kind).or_default() += 1;
    }
    let percent = |count: usize| 100.0 * count as f64 / blunders.len().max(1) as f64;
    let with = |fits: &dyn Fn(&str) -> bool| {
        let fits = |judgement: &&&Judgement| judgement.reasons.iter().any(|one| fits(one.kind));
        percent(blunders.iter().filter(fits).count())
    };
    println!(
        "{} blunders, {:.1} % with a reason, {:.1} % with one that says more than the value",
        blunders.len(),
        with(&|_| true),
        with(&|kind| !NEAR_THE_VALUE.contains(&kind)),
    );
    for (kind, count) in kinds {
        println!("  {:>5.1} % {kind}", percent(count));
    }
}

fn measure<G: Judged>(rules: &str, games: u64, levels: [u8; 2], effort: &Effort) {
    let start = G::Position::start(&rules.parse().expect("rules of the game"));
    let mut all = Vec::new();
    for seed in 0..games {
        let moves = common::played_game::<G>(&start, levels, seed);
        let begun = cpu_time();
        let review = Review::<G>::new(&start, &moves, effort.clone()).expect("it was played");
        let mut first = None;
        let mut left = moves.len();
        let mut judge = review.judges(1).pop().expect("one judge");
        review.work(&mut judge, &|| false, &mut |_| {
            left = left.saturating_sub(1);
            if left == 0 {
                first.get_or_insert_with(|| cpu_time() - begun);
            }
        });
        let spent = (cpu_time() - begun).as_secs_f64();
        let first = first.unwrap_or_default().as_secs_f64();
        let judgements: Vec<_> = review.judgements().into_iter().flatten().collect();
        let exact = judgements.iter().filter(|j| matches!(j.value, Value::Exact(_))).count();
        let bad = judgements.iter().filter(|j| j.class >= Some(Class::Mistake));
        println!(
            "{} moves, {exact} exact, {} mistakes or worse, first graph {first:.2} s, all {spent:.2} s",
            moves.len(),
            bad.count(),
        );
        // The values as the first side sees them.
        let values: Vec<String> = judgements.iter().map(|j| format!("{}", j.best)).collect();
        println!("  {}", values.join(" "));
        all.extend(judgements);
    }
    coverage(&all);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [game, rules, games, one, other, spent @ ..] = arguments.as_slice() else {
        eprintln!("usage: review GAME RULES GAMES LEVEL LEVEL [NODES [DEPTH EXACT]]");
        return;
    };
    let number = |text: &str| text.parse::<u64>().expect("a number");
    let levels = [number(one) as u8, number(other) as u8];
    let games: u64 = number(games);
    let spent = |at: usize| spent.get(at).map(|text| number(text));
    let plies = |at: usize| spent(at).map(|plies| plies as u32);
    let effort = Effort { nodes: spent(0), depth: plies(1), exact: plies(2) };
    match game.as_str() {
        "go" => measure::<Go>(rules, games, levels, &effort),
        "connect4" => measure::<Connect4>(rules, games, levels, &effort),
        "othello" => measure::<Othello>(rules, games, levels, &effort),
        _ => measure::<Dots>(rules, games, levels, &effort),
    }
}
