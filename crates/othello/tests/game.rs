//! What front ends see, and the first two players.

use std::ops::ControlFlow;
use std::time::Duration;

use sobremesa_kernel::{Budget, Game, Points, Position as _, Rng, Value, silent};
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
        let found =
            Othello::engine(1, 4).unwrap().search(&position, &Default::default(), &mut silent);
        assert_eq!(Some(position.turned(found.best()).count_ones()), most);
    }
    let start = Position::start(&Rules::default());
    let choices: std::collections::HashSet<String> = (0..40)
        .map(|seed| {
            let mut engine = Othello::engine(1, seed).unwrap();
            engine.search(&start, &Default::default(), &mut silent).best().to_string()
        })
        .collect();
    assert_eq!(choices.len(), 4, "all four openings turn one disc");
}

/// The course lets any of them be played.
#[test]
fn of_moves_that_turn_as_many_level_1_takes_a_corner_and_leaves_none() {
    let mut rng = Rng::new(9);
    let corner = |m: &Move| ["a1", "a8", "h1", "h8"].contains(&m.to_string().as_str());
    let (mut taken, mut kept) = (0, 0);
    for _ in 0..100 {
        let mut position = Position::start(&Rules::default());
        while position.outcome().is_none() {
            let turned = |m: &Move| position.turned(*m).count_ones();
            let most = position.legal().iter().map(turned).max();
            let ties: Vec<Move> =
                position.legal().into_iter().filter(|m| Some(turned(m)) == most).collect();
            let gives = |m: &Move| {
                let mut next = position;
                next.play(*m).unwrap();
                next.legal().iter().any(corner)
            };
            let best = Othello::engine(1, 4)
                .unwrap()
                .search(&position, &Default::default(), &mut silent)
                .best();
            assert!(ties.contains(&best));
            if ties.iter().any(|m| corner(m) && !gives(m)) {
                assert!(corner(&best), "{best}");
                taken += u32::from(ties.len() > 1);
            } else if !ties.iter().any(corner) && ties.iter().any(|m| !gives(m)) {
                assert!(!gives(&best), "{best}");
                kept += u32::from(ties.iter().any(gives));
            }
            position.play_random(&mut rng, &mut Vec::new());
        }
    }
    assert!(taken > 10 && kept > 10, "{taken} {kept}");
}

#[test]
fn the_margin_gives_the_empty_squares_to_the_winner() {
    let mut position = Position::start(&Rules::default());
    for play in "e6 f4 e3 f6 g5 d6 e7 f5".split(' ') {
        position.play(play.parse().unwrap()).unwrap();
    }
    assert_eq!(Othello::margin(&position), position.score().map(|[black, white]| black - white));
    position.play("c5".parse().unwrap()).unwrap();
    assert_eq!(Othello::margin(&position), Some(Points::whole(64)));
    assert_eq!(position.score(), Some([Points::whole(13), Points::whole(0)]));
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
            let mut engine = Othello::engine(level, 7).unwrap();
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
    // Far from every opening.
    let position = with_empty(36);
    let mut engine = Othello::engine(7, 1).unwrap();
    let mut asked = 0;
    let found = engine.search(&position, &Budget::default(), &mut |_| {
        asked += 1;
        if asked > 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(asked, 4);
    assert!(position.check(found.best()).is_ok());
    let mut engine = Othello::engine(7, 1).unwrap();
    let limit = Duration::from_millis(50);
    let found = engine.search(&position, &Budget::time(limit), &mut silent);
    assert!(position.check(found.best()).is_ok());
    let found = engine.search(&position, &Budget::nodes(20_000), &mut silent);
    assert!(position.check(found.best()).is_ok());
    assert!(found.depth >= 1);
}

/// A position of a random game with about so many empty squares and a choice.
fn with_empty(empties: u32) -> Position {
    let mut rng = Rng::new(11);
    let mut position = Position::start(&Rules::default());
    while position.board().empties() > empties || position.count_legal() < 2 {
        if position.play_random(&mut rng, &mut Vec::new()).is_none() {
            position = Position::start(&Rules::default());
        }
    }
    position
}

#[test]
fn openings_come_from_the_book_and_vary_with_the_seed() {
    let mut position = Position::start(&Rules::default());
    position.play("d3".parse().unwrap()).unwrap();
    for level in 4..=7 {
        let mut choices = Vec::new();
        for seed in 0..40 {
            let found = Othello::engine(level, seed).unwrap().search(
                &position,
                &Budget::default(),
                &mut silent,
            );
            assert_eq!((found.nodes, found.lines.len()), (0, 3), "level {level}");
            assert!(position.check(found.best()).is_ok());
            assert!(matches!(found.lines[0].value, Value::Estimate(_)));
            choices.push(found.best());
        }
        choices.sort_by_key(ToString::to_string);
        choices.dedup();
        // White's answer along the row loses discs.
        assert!(!choices.contains(&"e3".parse().unwrap()), "level {level}: {choices:?}");
        assert!(level == 7 || choices.len() == 2, "level {level}: {choices:?}");
    }
}

/// Eight squares more than the depth, whatever the level would solve.
#[test]
fn a_budget_in_plies_limits_the_endings_that_are_solved() {
    let mut engine = Othello::engine(7, 1).unwrap();
    for position in [with_empty(13), with_empty(16)] {
        let empties = position.board().empties();
        let mut value =
            |depth| engine.search(&position, &Budget::depth(depth), &mut silent).lines[0].value;
        assert!(matches!(value(empties - 8), Value::Exact(_)), "{empties} empty squares");
        assert!(matches!(value(empties - 9), Value::Estimate(_)), "{empties} empty squares");
        let found = engine.search(&position, &Budget::depth(empties - 11), &mut silent);
        assert_eq!(found.depth, empties - 11);
    }
}

/// Stronger levels win, by much: a ladder in small. `docs/othello.md` has the
/// whole one.
#[test]
fn a_level_beats_those_below_it() {
    for (strong, weak) in [(2, 0), (3, 1), (4, 2)] {
        let mut engines = [Othello::engine(strong, 3).unwrap(), Othello::engine(weak, 4).unwrap()];
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
