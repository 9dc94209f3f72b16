//! The levels: legal at every size, repeatable, stronger as they go up, and
//! perfect at the top.

use std::ops::ControlFlow;
use std::time::Duration;

use sobremesa_connect4::{Connect4, Position, Rules};
use sobremesa_kernel::{Budget, Game, Position as _, Rng, Value, silent};
use sobremesa_search::{Duel, duel};

fn top() -> u8 {
    Connect4::levels().len() as u8 - 1
}

fn read(text: &str) -> Position {
    Position::from_columns(Rules::STANDARD, text).expect("positions of a test are legal")
}

#[test]
fn levels_are_numbered_without_gaps() {
    for (number, level) in (0..).zip(Connect4::levels()) {
        assert_eq!(level.number, number);
    }
}

#[test]
fn every_level_plays_legal_moves_to_the_end_at_many_sizes() {
    for size in ["4x4", "5x4", "3x16", "1x5", "7x8"] {
        let rules: Rules = format!("size={size}").parse().unwrap();
        for level in 0..=top() {
            let mut engine = Connect4::engine(level, 1).unwrap();
            // Half-way there at random: a large empty board is not for a test.
            let mut position = Position::start(&rules);
            let mut rng = Rng::new(u64::from(level));
            while position.plies() + 20 < rules.rows() * rules.columns() {
                if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                    break;
                }
            }
            while position.outcome().is_none() {
                let budget = Connect4::levels()[usize::from(level)].budget.clone();
                let found = engine.search(&position, &budget, &mut silent);
                position.play(found.best()).expect("an engine's move is legal");
            }
        }
    }
}

#[test]
fn the_same_seed_and_nodes_give_the_same_answer() {
    for level in 2..=top() {
        let answer = |seed| {
            let mut engine = Connect4::engine(level, seed).unwrap();
            let found = engine.search(&read("4435"), &Budget::nodes(30_000), &mut silent);
            found.lines.iter().map(|line| line.play).collect::<Vec<_>>()
        };
        assert_eq!(answer(7), answer(7), "level {level}");
    }
}

#[test]
fn a_win_in_one_is_taken_and_a_threat_answered() {
    for level in 1..=top() {
        // What is obvious needs no more.
        let budget = Connect4::levels()[usize::from(level)].budget.or(&Budget::nodes(60_000));
        for seed in 0..3 {
            let mut engine = Connect4::engine(level, seed).unwrap();
            let mut best =
                |text: &str| engine.search(&read(text), &budget, &mut silent).best().to_string();
            assert_eq!(best("1212127"), "2", "level {level} wins in column 2");
            assert_eq!(best("414141"), "4", "level {level} wins in column 4");
            assert_eq!(best("71717"), "7", "level {level} answers in column 7");
        }
    }
}

#[test]
fn the_perfect_player_wins_fastest_and_values_every_column() {
    let mut engine = Connect4::engine(top(), 3).unwrap();
    let found = engine.search(&read("226744515337"), &Budget::default(), &mut silent);
    assert_eq!(found.best().to_string(), "4");
    assert_eq!(found.lines[0].value, Value::Exact(7));
    assert_eq!(found.lines.len(), 7);
    let mut values: Vec<String> =
        found.lines.iter().map(|line| format!("{}{}", line.play, line.value)).collect();
    values.sort();
    assert_eq!(values, ["1-1", "2+0", "3-1", "4+7", "5+6", "6-2", "7+0"]);
}

/// Every column but one loses as late: the one kept must leave the rival the
/// most replies that throw the win away.
#[test]
fn a_lost_perfect_player_sets_traps() {
    let halt = std::sync::atomic::AtomicBool::new(false);
    let mut solver = sobremesa_connect4::Solver::new(Rules::STANDARD, 16 << 20);
    let mut tried = 0;
    for seed in 0.. {
        let mut rng = Rng::new(seed);
        let mut position = read("");
        for _ in 0..22 {
            position.play_random(&mut rng, &mut Vec::new());
        }
        if position.outcome().is_some() {
            continue;
        }
        let mut scores = |position: &Position| {
            let wanted = sobremesa_connect4::Wanted::Score;
            solver.columns(position, wanted, &halt).expect("nothing halts a test")
        };
        let columns = scores(&position);
        let best = columns.iter().flatten().max().copied().expect("the game is on");
        if best >= 0 || columns.iter().flatten().filter(|&&score| score == best).count() < 2 {
            continue;
        }
        let mut traps = |column: usize| {
            let mut next = position;
            next.play(sobremesa_connect4::Move::new(column as u32 + 1).unwrap()).unwrap();
            scores(&next).iter().flatten().filter(|&&score| -score > best).count()
        };
        let most = (0..7).filter(|&c| columns[c] == Some(best)).map(&mut traps).max();
        let mut engine = Connect4::engine(top(), seed).unwrap();
        let chosen = engine.search(&position, &Budget::default(), &mut silent).best();
        let chosen = chosen.column() as usize - 1;
        assert_eq!(columns[chosen], Some(best), "{}", position.diagram());
        assert_eq!(Some(traps(chosen)), most, "{}", position.diagram());
        tried += 1;
        if tried == 10 {
            break;
        }
    }
}

#[test]
fn a_search_stops_when_told_to() {
    for level in 2..=top() {
        let mut engine = Connect4::engine(level, 1).unwrap();
        let mut calls = 0;
        let budget = Budget { depth: Some(30), ..Budget::default() };
        let found = engine.search(&read("3"), &budget, &mut |_| {
            calls += 1;
            ControlFlow::Break(())
        });
        assert!(read("3").check(found.best()).is_ok());
        assert!(calls > 0, "level {level} tells its progress");
        // A moment is enough for an answer at every level.
        let found = engine.search(&read("3"), &Budget::time(Duration::from_millis(1)), &mut silent);
        assert!(read("3").check(found.best()).is_ok());
    }
}

#[test]
fn each_level_beats_one_well_below() {
    let start = Position::start(&Rules::STANDARD);
    for (strong, weak, least) in [(1, 0, 0.75), (2, 0, 0.85), (3, 1, 0.6), (4, 2, 0.6), (5, 3, 0.6)]
    {
        let levels = Connect4::levels();
        let budget = |level: u8| levels[usize::from(level)].budget.clone();
        let terms = Duel {
            games: 20,
            random_plies: 2,
            budget: [budget(strong), budget(weak)],
            seed: 9,
            most_plies: 42,
        };
        let mut engines =
            (Connect4::engine(strong, 1).unwrap(), Connect4::engine(weak, 2).unwrap());
        let tally = duel(&start, [engines.0.as_mut(), engines.1.as_mut()], &terms);
        assert!(tally.rate() >= least, "level {strong} against {weak}: {tally:?}");
    }
}

/// Every size that is accepted, by asking the reader of sizes.
fn sizes() -> Vec<Rules> {
    let all =
        (1..=20).flat_map(|rows| (1..=40).map(move |columns| format!("size={rows}x{columns}")));
    let sizes: Vec<Rules> = all.filter_map(|size| size.parse().ok()).collect();
    assert_eq!(sizes.len(), 147, "1 to 15 rows, (rows + 1) x columns at most 64, 32 columns");
    sizes
}

/// A level's budget ends its search on every board we accept, and on the
/// standard one it is the plies that do.
#[test]
fn every_level_keeps_its_limit_at_every_size() {
    for level in Connect4::levels().iter().filter(|level| level.number >= 2) {
        let Some(most) = level.budget.nodes else {
            assert!(level.budget.time.is_some(), "level {} has no limit", level.number);
            continue;
        };
        for rules in sizes() {
            let mut engine = Connect4::engine(level.number, 1).unwrap();
            let mut position = Position::start(&rules);
            for _ in 0..2 {
                if position.outcome().is_some() {
                    break;
                }
                let found = engine.search(&position, &level.budget, &mut silent);
                let slack = 200_000;
                assert!(found.nodes <= most + slack, "level {} on {rules:?}", level.number);
                position.play(found.best()).unwrap();
            }
        }
        if let Some(depth) = level.budget.depth {
            for text in ["", "4435", "44", "172635"] {
                let mut engine = Connect4::engine(level.number, 1).unwrap();
                let found = engine.search(&read(text), &level.budget, &mut silent);
                assert_eq!(found.depth, depth, "level {} after {text:?}", level.number);
            }
        }
    }
}
