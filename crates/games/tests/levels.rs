//! What a level spends on a move, in one table for all games: everything has a
//! limit, and what a level says of itself is what it does.

use std::ops::ControlFlow;

use sobremesa_connect4::Connect4;
use sobremesa_dots::Dots;
use sobremesa_games::GAMES;
use sobremesa_go::Go;
use sobremesa_kernel::{AnyGame, Budget, Game, GameEntry, Level, NoSuchLevel, Rng, silent};
use sobremesa_othello::Othello;

/// A board of each game on which a level does what it usually does; the oddest
/// boards are in the tests of each game.
fn usual(entry: &GameEntry) -> &'static str {
    match entry.id {
        "go" => "size=5",
        "dots" => "size=4x4",
        _ => "",
    }
}

/// Whether the same seed plays the same game: what a level says of itself
/// names the seconds that would end a move sooner on a slower machine.
fn repeats(level: &Level) -> bool {
    level.budget.time.is_none() && level.budget.threads.unwrap_or(1) == 1
}

#[test]
fn every_level_that_a_clock_can_end_says_so() {
    for entry in GAMES {
        for level in entry.levels() {
            match level.budget.time {
                Some(time) => {
                    let named = format!("{} s", time.as_secs());
                    assert!(level.about.contains(&named), "{}: {}", entry.id, level.about);
                }
                None => assert!(!level.about.contains(" s,"), "{}: {}", entry.id, level.about),
            }
        }
    }
}

#[test]
fn a_level_that_does_not_exist_is_an_error() {
    fn refused<G: Game>() -> String {
        let most = G::levels().last().unwrap().number;
        for level in [most + 1, 100, u8::MAX] {
            let Err(error) = G::engine(level, 1) else { panic!("{} level {level}", G::ID) };
            assert_eq!(error, NoSuchLevel { level, most });
        }
        assert!(G::engine(most, 1).is_ok());
        G::engine(100, 1).err().unwrap().to_string()
    }
    assert_eq!(refused::<Connect4>(), "there is no level 100; levels go from 0 to 7");
    assert_eq!(refused::<Dots>(), "there is no level 100; levels go from 0 to 7");
    assert_eq!(refused::<Go>(), "there is no level 100; levels go from 0 to 14");
    assert_eq!(refused::<Othello>(), "there is no level 100; levels go from 0 to 7");
    assert!(GAMES.iter().all(|entry| entry.player(100, 1).is_none()));
}

/// Two players of a seed make the same moves whatever the machine does: one of
/// them is asked again and again whether to go on, which takes time.
#[test]
fn the_same_seed_plays_the_same_game_at_every_level_without_a_clock() {
    for entry in GAMES {
        for level in entry.levels().iter().filter(|level| repeats(level)) {
            let mut hurried = entry.player(level.number, 5).unwrap();
            let mut slowed = entry.player(level.number, 5).unwrap();
            let mut game = middle(entry, usual(entry));
            for _ in 0..3 {
                let budget = Budget::default();
                let Some(first) = hurried.think(&*game, &budget, &mut silent) else { break };
                let again = slowed.think(&*game, &budget, &mut |_| {
                    std::thread::yield_now();
                    ControlFlow::Continue(())
                });
                let again = again.expect("the game is on");
                let moves = [&first, &again].map(|found| found.lines[0].play.clone());
                assert_eq!(moves[0], moves[1], "{} level {}", entry.id, level.number);
                game.play(&moves[0]).unwrap();
            }
        }
    }
}

/// A game a few random moves on, where there is something to think about.
fn middle(entry: &'static GameEntry, rules: &str) -> Box<dyn AnyGame> {
    let mut game = entry.start(rules).unwrap();
    let mut rng = Rng::new(11);
    for _ in 0..6 {
        let legal = game.legal();
        let mut tried = game.fork();
        let Some(play) = rng.pick(&legal.iter().collect::<Vec<_>>()) else { break };
        if tried.play(play).is_err() || tried.outcome().is_some() {
            break;
        }
        game = tried;
    }
    game
}

/// A level names nodes, plies, seconds, or is one of the two that do not
/// search; Go's and Othello's know their simulations and plies themselves and
/// name the seconds or the plies in words.
#[test]
fn every_level_of_every_game_has_a_limit() {
    for entry in GAMES {
        for level in entry.levels().iter().skip(2) {
            let budget = &level.budget;
            let limited = budget.nodes.is_some() || budget.time.is_some() || budget.depth.is_some();
            let in_words = level.about.contains(" plies");
            assert!(limited || in_words, "{} level {}: {}", entry.id, level.number, level.about);
        }
    }
}
