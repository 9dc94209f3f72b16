//! What every line is said to be worth, against playing it and solving what is
//! left: by a solver that has never seen the board before, and where little is
//! left by trying all there is to play.

use std::collections::HashMap;
use std::time::Duration;

use sobremesa_dots::explain::explain;
use sobremesa_dots::{Dots, DotsPosition, Graph, Rules, Search, Table};
use sobremesa_kernel::laws::proven_values_are_those_of_play;
use sobremesa_kernel::{Analysis, Budget, Game, Line as Variation, Position, Rng, Value, silent};

/// Boards, how many lines are left at least and at most, and how many positions.
const SAMPLES: [(&str, u32, u32, u32); 24] = [
    ("1x1", 1, 4, 40),
    ("1x2", 1, 7, 100),
    ("2x1", 1, 7, 100),
    ("1x3", 1, 10, 150),
    ("1x4", 1, 13, 150),
    ("4x1", 1, 13, 150),
    ("1x7", 3, 16, 100),
    ("1x20", 3, 14, 60),
    ("2x2", 1, 12, 300),
    ("2x3", 2, 16, 300),
    ("3x2", 2, 16, 300),
    ("2x4", 4, 17, 150),
    ("3x3", 4, 18, 300),
    ("2x6", 4, 18, 80),
    ("3x4", 4, 18, 120),
    ("4x3", 4, 18, 120),
    ("4x4", 4, 18, 120),
    ("3x5", 4, 16, 80),
    ("2x12", 4, 16, 60),
    ("5x5", 4, 16, 100),
    ("5x6", 4, 14, 60),
    ("6x6", 4, 14, 60),
    ("9x4", 4, 14, 40),
    ("20x20", 4, 12, 20),
];

/// Positions with fewer undrawn lines are also played out by brute force.
const BY_FORCE: usize = 11;

fn net(position: &DotsPosition, mover: usize) -> i32 {
    let boxes = position.boxes().map(i32::from);
    boxes[mover] - boxes[1 - mover]
}

/// What the side to move in `position` takes from now on, net, by the line that
/// led to `after`: a new graph and a new table of what is left, no book.
fn solved_anew(position: &DotsPosition, after: &DotsPosition) -> i32 {
    let mover = position.turn().index();
    let gained = net(after, mover) - net(position, mover);
    if after.outcome().is_some() {
        return gained;
    }
    let (graph, word) = Graph::of_position(after).expect("few lines are left");
    let table = Table::fitting(1 << 16, graph.lines.len() as u32, word.count_ones());
    let rest = Search::new(&graph, &table, &mut |_| false).value(word, 0).unwrap();
    if after.turn() == position.turn() { gained + rest } else { gained - rest }
}

/// The same by playing everything there is, with nothing but the rules.
fn by_force() -> impl FnMut(&DotsPosition, &DotsPosition) -> i32 {
    let mut known = HashMap::new();
    move |position, after| {
        let mover = position.turn().index();
        let gained = net(after, mover) - net(position, mover);
        let rest = best_by_force(after, &mut known);
        if after.turn() == position.turn() { gained + rest } else { gained - rest }
    }
}

fn best_by_force(position: &DotsPosition, known: &mut HashMap<Vec<usize>, i32>) -> i32 {
    let undrawn: Vec<usize> = position.undrawn().collect();
    if undrawn.is_empty() {
        return 0;
    }
    if let Some(&value) = known.get(&undrawn) {
        return value;
    }
    let mover = position.turn().index();
    let mut best = i32::MIN;
    for &line in &undrawn {
        let mut after = position.clone();
        after.draw(line);
        let rest = best_by_force(&after, known);
        let gained = net(&after, mover) - net(position, mover);
        best = best.max(if after.turn() == position.turn() { gained + rest } else { -rest });
    }
    known.insert(undrawn, best);
    best
}

/// A position that random play reaches, with about `left` lines to draw. Random
/// lines leave boxes to close; every other position is one that careful play
/// leaves, with safe lines and chains.
fn sample(size: &str, left: u32, careful: bool, rng: &mut Rng) -> DotsPosition {
    let rules: Rules = format!("size={size}").parse().unwrap();
    let mut position = DotsPosition::start(&rules);
    while position.count_undrawn() > left as usize {
        let lines: Vec<usize> = position.undrawn().collect();
        let gives = |line: usize| {
            let mut beside = position.geometry().boxes_beside(line);
            beside.any(|of_box| position.open_sides(of_box) == 2)
        };
        let safe: Vec<usize> = lines.iter().copied().filter(|&line| !gives(line)).collect();
        let from = if careful && !safe.is_empty() { &safe } else { &lines };
        position.draw(rng.pick(from).unwrap());
    }
    position
}

fn samples() -> impl Iterator<Item = DotsPosition> {
    let mut rng = Rng::new(17);
    SAMPLES.into_iter().flat_map(move |(size, least, most, count)| {
        let mut rng = Rng::new(rng.next_u64());
        (0..count).map(move |round| {
            let left = least + rng.below(most - least + 1);
            sample(size, left, round % 2 == 0, &mut rng)
        })
    })
}

/// An explanation in the words of an analysis: it values every line.
fn explained(position: &DotsPosition) -> Analysis<sobremesa_dots::Line> {
    let found = explain(position, Duration::from_secs(600), 1 << 20);
    let lines = found.lines.iter().map(|judged| Variation::new(judged.line, judged.value));
    Analysis { lines: lines.collect(), nodes: found.nodes, depth: 0, elapsed: Duration::ZERO }
}

#[test]
fn every_line_is_worth_what_playing_it_comes_to() {
    let (mut positions, mut values) = (0, 0);
    for position in samples() {
        let found = explained(&position);
        let exact = proven_values_are_those_of_play(&position, &found, solved_anew);
        assert_eq!(exact, position.count_undrawn(), "{}", position.diagram());
        if position.count_undrawn() < BY_FORCE {
            proven_values_are_those_of_play(&position, &found, by_force());
        }
        positions += 1;
        values += exact;
    }
    assert!(positions > 3_000 && values > 25_000, "{positions} {values}");
}

#[test]
fn what_a_player_calls_exact_is_what_its_line_comes_to() {
    let mut engines: Vec<_> =
        (2..Dots::levels().len() as u8).map(|level| Dots::engine(level, 5).unwrap()).collect();
    let levels = engines.len();
    let mut values = 0;
    for (round, position) in samples().enumerate() {
        let engine = &mut engines[round % levels];
        let found = engine.search(&position, &Budget::nodes(1_000_000), &mut silent);
        values += proven_values_are_those_of_play(&position, &found, solved_anew);
    }
    assert!(values > 1_000, "{values}");
}

/// The position in which the fault was first seen: a corner box with one outer
/// line drawn, whose other outer line the normal form calls by the name of the
/// drawn one.
#[test]
fn a_corner_box_with_one_outer_line_is_valued_like_any_other() {
    let rules: Rules = "size=3x3".parse().unwrap();
    let mut position = DotsPosition::start(&rules);
    for line in "3-4-v 3-1-h 1-2-v 3-3-h 2-3-h 1-1-v 2-4-v 1-3-h".split(' ') {
        position.play(line.parse().unwrap()).unwrap();
    }
    let found = explained(&position);
    let value = |line: &str| {
        let line = line.parse().unwrap();
        found.lines.iter().find(|judged| judged.play == line).unwrap().value
    };
    assert_eq!(found.lines[0].value, Value::Exact(-1));
    assert_eq!(value("1-4-v"), Value::Exact(-5));
    proven_values_are_those_of_play(&position, &found, solved_anew);
}
