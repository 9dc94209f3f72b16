//! The player: legal, within its budget, perfect where it says so.

use std::ops::ControlFlow;

use sobremesa_dots::chains::{Shape, captures, chains, loony_value};
use sobremesa_dots::estimate::{Estimator, Ply, SCALE, plies};
use sobremesa_dots::transposition::Bounds;
use sobremesa_dots::{Dots, DotsPosition, Graph, Rules};
use sobremesa_kernel::{Budget, Engine, Game, Position, Rng, Side, Value, silent};

fn start(size: &str) -> DotsPosition {
    DotsPosition::start(&format!("size={size}").parse::<Rules>().unwrap())
}

/// A position whose undrawn lines are the strings of `word`, with the closed
/// boxes shared out by lot.
fn position_of(graph: &Graph, size: &str, word: u64, rng: &mut Rng) -> DotsPosition {
    let rules: Rules = format!("size={size}").parse().unwrap();
    let drawn: Vec<usize> = (0..graph.lines.len())
        .filter(|&string| word >> string & 1 == 0)
        .map(|string| graph.lines[string].into())
        .collect();
    let owners: Vec<Option<Side>> = (0..graph.coins.len())
        .map(|coin| (graph.coins[coin] & word == 0).then(|| Side::BOTH[rng.below(2) as usize]))
        .collect();
    DotsPosition::set_up(rules, drawn, &owners, Side::First).unwrap()
}

/// Plays a position out with one engine for both sides; the net boxes of the
/// side that was to move.
fn play_out(
    engine: &mut dyn Engine<DotsPosition>,
    mut position: DotsPosition,
    budget: &Budget,
) -> i32 {
    let mover = position.turn().index();
    let net = |position: &DotsPosition| {
        let boxes = position.boxes().map(i32::from);
        boxes[mover] - boxes[1 - mover]
    };
    let before = net(&position);
    while position.outcome().is_none() {
        let found = engine.search(&position, budget, &mut silent);
        position.play(found.best()).unwrap();
    }
    net(&position) - before
}

#[test]
fn pure_chain_and_loop_endgames_are_played_to_their_exact_value() {
    let mut rng = Rng::new(21);
    let mut played = 0;
    for size in ["4x4", "5x5", "3x6"] {
        let graph = Graph::of_board(start(size).size()).unwrap();
        let mut engine = Dots::engine(7, 1).unwrap();
        for _ in 0..12 {
            let mut word = u64::MAX >> (64 - graph.lines.len());
            loop {
                let crowded: Vec<u64> =
                    graph.coins.iter().map(|c| c & word).filter(|c| c.count_ones() > 2).collect();
                let Some(coin) = rng.pick(&crowded) else { break };
                let strings: Vec<usize> = (0..64).filter(|&s| coin >> s & 1 != 0).collect();
                word &= !(1 << rng.pick(&strings).unwrap());
            }
            let word = captures(&graph, word).rest;
            let (mut free, mut loops) = (Vec::new(), Vec::new());
            for chain in chains(&graph, word) {
                assert_ne!(chain.shape, Shape::Tied);
                if chain.shape == Shape::Loop { &mut loops } else { &mut free }.push(chain.length);
            }
            let value = loony_value(&mut free, &mut loops);
            let position = position_of(&graph, size, word, &mut rng);
            if position.outcome().is_some() {
                continue;
            }
            let found = engine.search(&position, &Budget::nodes(100_000), &mut silent);
            assert_eq!(found.lines[0].value, Value::Exact(value), "{}", position.diagram());
            let net = play_out(engine.as_mut(), position.clone(), &Budget::nodes(100_000));
            assert_eq!(net, value, "{}", position.diagram());
            played += 1;
        }
    }
    assert!(played > 20);
}

#[test]
fn small_boards_are_played_to_their_published_values() {
    for (size, value) in [("1x1", -1), ("1x4", 0), ("2x2", 2), ("2x3", -2), ("3x3", -3)] {
        let mut engine = Dots::engine(7, 4).unwrap();
        let net = play_out(engine.as_mut(), start(size), &Budget::nodes(5_000_000));
        assert_eq!(net, value, "{size}");
    }
}

#[test]
fn every_level_plays_whole_games_of_any_size() {
    for level in 0..Dots::levels().len() as u8 {
        for size in ["1x1", "3x2", "4x4", "6x6"] {
            if size == "6x6" && level < 7 {
                continue;
            }
            let mut engine = Dots::engine(level, 9).unwrap();
            let mut position = start(size);
            let budget = Budget { depth: Some(1), ..Budget::nodes(300) };
            while position.outcome().is_none() {
                let found = engine.search(&position, &budget, &mut silent);
                position.play(found.best()).unwrap();
            }
        }
    }
}

#[test]
fn the_largest_board_is_played_to_the_end() {
    let mut engine = Dots::engine(7, 2).unwrap();
    let mut position = start("20x20");
    while position.outcome().is_none() {
        let found = engine.search(&position, &Budget::nodes(60), &mut silent);
        position.play(found.best()).unwrap();
    }
    assert_eq!(position.boxes().iter().sum::<u16>(), 400);
}

#[test]
fn a_budget_of_nodes_repeats() {
    let mut position = start("5x5");
    let mut rng = Rng::new(5);
    for _ in 0..24 {
        position.play_random(&mut rng, &mut Vec::new());
    }
    let think =
        || Dots::engine(6, 77).unwrap().search(&position, &Budget::nodes(20_000), &mut silent);
    let (a, b) = (think(), think());
    assert_eq!((a.lines, a.nodes, a.depth), (b.lines, b.nodes, b.depth));
}

#[test]
fn a_cancelled_search_still_answers() {
    for size in ["5x5", "9x9"] {
        let mut engine = Dots::engine(7, 1).unwrap();
        let mut calls = 0;
        let found = engine.search(&start(size), &Budget::default(), &mut |_| {
            calls += 1;
            ControlFlow::Break(())
        });
        assert!(start(size).check(found.best()).is_ok());
        assert!(calls <= 3, "{calls} reports after the first said stop");
    }
}

#[test]
fn two_threads_find_the_same_value() {
    let position = start("3x3");
    let value = |threads| {
        let budget = Budget::nodes(20_000_000).threads(threads);
        Dots::engine(7, 1).unwrap().search(&position, &budget, &mut silent).lines[0].value
    };
    assert_eq!(value(1), Value::Exact(-3));
    assert_eq!(value(2), Value::Exact(-3));
}

#[test]
fn stronger_levels_beat_weaker_ones() {
    use sobremesa_search::{Duel, duel};
    let terms = Duel {
        games: 10,
        random_plies: 4,
        budget: [Budget::nodes(2_000), Budget::default()],
        seed: 3,
        most_plies: 100,
    };
    let (mut strong, mut greedy) = (Dots::engine(6, 1).unwrap(), Dots::engine(1, 2).unwrap());
    let tally = duel(&start("4x4"), [strong.as_mut(), greedy.as_mut()], &terms);
    assert!(tally.won >= 9, "{tally:?}");
}

/// Whatever the opponent does, the strongest level knows the value of every
/// quiet position of 4×4 boxes within a second's nodes, and never falls below
/// what it once could reach.
#[test]
fn the_4x4_board_is_played_perfectly_from_the_first_line() {
    for seed in 0..6 {
        let mut rng = Rng::new(seed);
        let mut engine = Dots::engine(7, seed).unwrap();
        let us = Side::BOTH[seed as usize % 2];
        let mut position = start("4x4");
        let lead = |position: &DotsPosition| {
            let boxes = position.boxes().map(i32::from);
            boxes[us.index()] - boxes[us.other().index()]
        };
        let mut reached = i32::MIN;
        while position.outcome().is_none() {
            if position.turn() != us {
                let lines: Vec<usize> = position.undrawn().collect();
                let gives = |&line: &usize| {
                    let mut beside = position.geometry().boxes_beside(line);
                    beside.any(|b| position.open_sides(b) == 2)
                };
                let safe: Vec<usize> = lines.iter().copied().filter(|l| !gives(l)).collect();
                let from = if safe.is_empty() || seed % 3 == 0 { lines } else { safe };
                position.play(position.geometry().lines[rng.pick(&from).unwrap()]).unwrap();
                continue;
            }
            let found = engine.search(&position, &Budget::nodes(2_000_000), &mut silent);
            let captures = position.undrawn().any(|line| position.closed_by(line).count() > 0);
            match found.lines[0].value {
                Value::Exact(value) => {
                    assert!(lead(&position) + value >= reached, "{}", position.diagram());
                    reached = lead(&position) + value;
                }
                other => assert!(captures, "{other:?} in {}", position.diagram()),
            }
            position.play(found.best()).unwrap();
        }
        assert!(lead(&position) >= reached, "{}", position.diagram());
    }
}

/// On a large board the lead can be many times what is left, and more than a
/// byte holds.
#[test]
fn the_end_of_a_large_decided_game_is_sampled_too() {
    let rules: Rules = "size=20x20".parse().unwrap();
    let geometry = start("20x20").geometry();
    // All but a corner of 5×4 boxes is closed; who has more is 128 ahead.
    let inside = |of_box: usize| {
        let (row, column) = geometry.place(of_box);
        row < 5 && column < 4
    };
    let drawn: Vec<usize> =
        (0..840).filter(|&line| geometry.boxes_beside(line).any(|b| !inside(b))).collect();
    for ahead in Side::BOTH {
        let mut left = 254;
        let owners: Vec<Option<Side>> = (0..400)
            .map(|of_box| {
                (!inside(of_box)).then(|| {
                    left -= 1;
                    if left >= 0 { ahead } else { ahead.other() }
                })
            })
            .collect();
        let position =
            DotsPosition::set_up(rules, drawn.iter().copied(), &owners, Side::First).unwrap();
        let boxes = position.boxes();
        assert_eq!(boxes[ahead.index()] - boxes[ahead.other().index()], 128);
        let found =
            Dots::engine(7, 1).unwrap().search(&position, &Budget::nodes(20_000), &mut silent);
        assert!(position.check(found.best()).is_ok());
        assert!(matches!(found.lines[0].value, Value::Estimate(net) if net.abs() <= 20.0));
    }
}

/// Just past the book a value may be known from the positions before, and the
/// move still has to be looked for: that too is part of the budget.
#[test]
fn nodes_are_bounded_just_past_the_book() {
    let mut rng = Rng::new(12);
    for seed in 0..12 {
        let mut position = start("4x4");
        for _ in 0..8 {
            let line = rng.pick(&position.undrawn().collect::<Vec<_>>()).unwrap();
            position.play(position.geometry().lines[line]).unwrap();
        }
        let found =
            Dots::engine(7, seed).unwrap().search(&position, &Budget::nodes(2_000), &mut silent);
        assert!(found.nodes <= 4_000, "{} nodes\n{}", found.nodes, position.diagram());
        assert!(position.check(found.best()).is_ok());
    }
}

/// A position of careful play: no box can be closed, and safe lines are few or
/// many.
fn quiet(size: &str, drawn: usize, rng: &mut Rng) -> DotsPosition {
    let mut position = start(size);
    for _ in 0..drawn {
        let lines: Vec<usize> = position.undrawn().collect();
        let safe = |line: &usize| {
            let mut beside = position.geometry().boxes_beside(*line);
            beside.all(|of_box| position.open_sides(of_box) > 2)
        };
        let safe: Vec<usize> = lines.into_iter().filter(safe).collect();
        let Some(line) = rng.pick(&safe) else { break };
        position.draw(line);
    }
    position
}

/// A depth is what is asked for, and the time beside it is no budget: a search
/// of fewer plies takes no more nodes than one of more, and none goes on when
/// it has its plies.
#[test]
fn fewer_plies_never_take_more_nodes() {
    let mut rng = Rng::new(6);
    for drawn in [14, 24, 28, 31, 34, 37] {
        let position = quiet("5x5", drawn, &mut rng);
        let mut last = 0;
        for depth in 1..=6 {
            let time = Some(std::time::Duration::from_secs(3_600));
            let budget = Budget { time, ..Budget::depth(depth) };
            let mut engine = Dots::engine((depth as u8).max(2), 8).unwrap();
            let found = engine.search(&position, &budget, &mut silent);
            assert!(found.nodes >= last, "depth {depth}\n{}", position.diagram());
            assert!(found.nodes < 2_500_000, "depth {depth}\n{}", position.diagram());
            let all = position.count_undrawn() as u32;
            assert!(
                found.depth >= depth.min(all) || matches!(found.lines[0].value, Value::Exact(_)),
                "depth {depth}: {}\n{}",
                found.depth,
                position.diagram()
            );
            last = found.nodes;
        }
    }
}

/// Minimax over plies with nothing counted but boxes.
fn boxes_won(graph: &Graph, word: u64, depth: u32) -> i32 {
    let worth = |ply: &Ply| {
        let rest = boxes_won(graph, graph.normal(ply.next), depth - 1);
        ply.worth(Bounds { lower: rest, upper: rest }).lower
    };
    if depth == 0 { 0 } else { plies(graph, word).iter().map(worth).max().unwrap_or(0) }
}

#[test]
fn counting_boxes_is_plain_minimax() {
    let mut rng = Rng::new(30);
    for (size, drawn, deepest) in [("2x3", 4, 4), ("3x3", 9, 4), ("4x4", 16, 3), ("4x4", 22, 4)] {
        for _ in 0..20 {
            let position = quiet(size, drawn, &mut rng);
            let (graph, word) = Graph::of_position(&position).unwrap();
            for depth in 1..=deepest {
                let mut go_on = |_: u64| ControlFlow::Continue(());
                let mut search = Estimator::of_boxes(&graph, &mut go_on);
                for ply in plies(&graph, word) {
                    let rest = boxes_won(&graph, graph.normal(ply.next), depth - 1);
                    let slow = ply.worth(Bounds { lower: rest, upper: rest }).lower;
                    let fast = search.ply_value(&ply, depth - 1, -10_000, 10_000);
                    assert_eq!(fast, Some(slow * SCALE), "{ply:?}\n{}", position.diagram());
                }
            }
        }
    }
}

/// Levels with a budget in plies or nodes: the same seed, the same game.
#[test]
fn the_same_seed_plays_the_same_game() {
    let repeats = |level: u8| Dots::levels()[usize::from(level)].budget.time.is_none();
    assert!((0..6).all(repeats) && !repeats(6) && !repeats(7));
    for level in 0..6 {
        for (size, drawn, moves) in [("3x3", 4, 20), ("5x5", 26, 2), ("9x9", 60, 2)] {
            let game = || {
                let mut engines =
                    [Dots::engine(level, 4).unwrap(), Dots::engine(level, 5).unwrap()];
                let mut position = quiet(size, drawn, &mut Rng::new(2));
                let budget = &Dots::levels()[usize::from(level)].budget;
                let mut played = Vec::new();
                while played.len() < moves && position.outcome().is_none() {
                    let engine = &mut engines[position.turn().index()];
                    let found = engine.search(&position, budget, &mut silent);
                    position.play(found.best()).unwrap();
                    played.push((found.best(), found.nodes));
                }
                played
            };
            assert_eq!(game(), game(), "level {level} on {size}");
        }
    }
}

/// Every board that players are asked about, as `rows x columns`.
fn shapes() -> Vec<String> {
    (1..=20).flat_map(|rows| (1..=20).map(move |columns| format!("{rows}x{columns}"))).collect()
}

/// Asks every level that nodes end for a move on each of these boards.
fn limits_hold<'a>(sizes: impl Iterator<Item = &'a str> + Clone) {
    for level in Dots::levels().iter().filter(|level| level.number >= 2) {
        let Some(most) = level.budget.nodes else {
            assert!(level.budget.time.is_some(), "level {} has no limit", level.number);
            continue;
        };
        for size in sizes.clone() {
            let found = Dots::engine(level.number, 1).unwrap().search(
                &start(size),
                &level.budget,
                &mut silent,
            );
            assert!(found.nodes <= most + 1_000, "level {} on {size}", level.number);
        }
    }
}

/// A level's budget ends its search on boards of all kinds.
#[test]
fn every_level_keeps_its_limit_at_the_oddest_sizes() {
    limits_hold(["1x1", "1x20", "20x1", "2x20", "6x6", "20x20"].into_iter());
}

/// The same on every board we accept.
#[test]
#[ignore = "minutes"]
fn every_level_keeps_its_limit_at_every_size() {
    limits_hold(shapes().iter().map(String::as_str));
}
