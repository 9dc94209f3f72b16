//! What front ends see, and the first two players.

use std::ops::ControlFlow;
use std::time::Duration;

use sobremesa_kernel::{Budget, Game, Position as _, Rng, silent};
use sobremesa_othello::{Move, Othello, Position, Rules};
use sobremesa_search::{Duel, duel, playouts};

#[test]
fn the_picture_shows_every_disc_and_changes_show_what_turns() {
    let start = Position::start(&Rules::default());
    let picture = Othello::picture(&start);
    let at: Vec<&str> = picture.stands.iter().map(|s| s.at.as_str()).collect();
    assert_eq!(at, ["d4", "e4", "d5", "e5"]);
    assert_eq!(Othello::changes(&start, "d3".parse().unwrap()), ["d4"]);
    assert!(Othello::changes(&start, Move::Pass).is_empty());
}

#[test]
fn level_1_turns_most_discs_and_its_seed_decides_ties() {
    let mut position = Position::start(&Rules::default());
    let mut rng = Rng::new(8);
    for _ in 0..30 {
        position.play_random(&mut rng, &mut Vec::new());
        let most = position.legal().iter().map(|&m| position.turned(m).count_ones()).max();
        let found = Othello::engine(1, 4).search(&position, &Default::default(), &mut silent);
        assert_eq!(Some(position.turned(found.best()).count_ones()), most);
    }
    let start = Position::start(&Rules::default());
    let choices: std::collections::HashSet<String> = (0..40)
        .map(|seed| {
            let mut engine = Othello::engine(1, seed);
            engine.search(&start, &Default::default(), &mut silent).best().to_string()
        })
        .collect();
    assert_eq!(choices.len(), 4, "all four openings turn one disc");
}

#[test]
fn random_games_end_and_are_counted() {
    let sum = playouts(&Position::start(&Rules::default()), 500, usize::MAX, &mut Rng::new(1));
    assert_eq!(sum.first + sum.second + sum.level, 500);
    assert!((500 * 55..500 * 66).contains(&sum.moves), "{sum:?}");
}

#[test]
fn every_level_plays_legal_moves_to_the_end_and_repeats_itself() {
    for level in 0..=5 {
        let mut played: Vec<Vec<Move>> = Vec::new();
        for _ in 0..2 {
            let mut engine = Othello::engine(level, 7);
            let mut position = Position::start(&Rules::default());
            let mut moves = Vec::new();
            // The upper levels need not play a whole game here.
            while position.outcome().is_none() && (level < 5 || moves.len() < 16) {
                let found = engine.search(&position, &Budget::nodes(20_000), &mut silent);
                position.play(found.best()).expect("a legal move");
                moves.push(found.best());
            }
            played.push(moves);
        }
        assert_eq!(played[0], played[1], "level {level}");
    }
}

#[test]
fn a_search_stops_when_told_and_still_answers() {
    let position = Position::start(&Rules::default());
    let mut engine = Othello::engine(7, 1);
    let mut asked = 0;
    let found = engine.search(&position, &Budget::default(), &mut |_| {
        asked += 1;
        if asked > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(position.check(found.best()).is_ok());
    let mut engine = Othello::engine(7, 1);
    let limit = Duration::from_millis(50);
    let found = engine.search(&position, &Budget::time(limit), &mut silent);
    assert!(position.check(found.best()).is_ok());
    assert!(found.depth >= 1);
}

/// Stronger levels win, by much: a ladder in small. `docs/othello.md` has the
/// whole one.
#[test]
fn a_level_beats_those_below_it() {
    for (strong, weak) in [(2, 0), (3, 1), (4, 2)] {
        let mut engines = [Othello::engine(strong, 3), Othello::engine(weak, 4)];
        let [a, b] = &mut engines;
        let terms = Duel {
            games: 10,
            random_plies: 6,
            budget: [Budget::default(), Budget::default()],
            seed: 5,
            most_plies: 200,
        };
        let tally = duel(&Position::start(&Rules::default()), [&mut **a, &mut **b], &terms);
        assert!(tally.rate() >= 0.7, "level {strong} against {weak}: {tally:?}");
    }
}
