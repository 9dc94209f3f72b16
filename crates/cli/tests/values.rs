//! The doors of the terminal that say what every move is worth, against playing
//! the move and every game that can follow.

mod common;

use std::collections::HashMap;
use std::process::Stdio;

use common::{printing_to, text};
use sobremesa_dots::{DotsPosition, Line, Rules};
use sobremesa_kernel::laws::proven_values_are_those_of_play;
use sobremesa_kernel::{Analysis, Line as Variation, Position, Rng, Value};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sobremesa");

fn net(position: &DotsPosition, mover: usize) -> i32 {
    let boxes = position.boxes().map(i32::from);
    boxes[mover] - boxes[1 - mover]
}

/// What the side to move takes from now on, net, by trying everything.
fn value(position: &DotsPosition, known: &mut HashMap<Vec<usize>, i32>) -> i32 {
    let undrawn: Vec<usize> = position.undrawn().collect();
    if let Some(&value) = known.get(&undrawn) {
        return value;
    }
    let lines = undrawn.iter().map(|&line| {
        let mut after = position.clone();
        after.draw(line);
        worth(position, &after, known)
    });
    let best = lines.max().unwrap_or(0);
    known.insert(undrawn, best);
    best
}

fn worth(
    position: &DotsPosition,
    after: &DotsPosition,
    known: &mut HashMap<Vec<usize>, i32>,
) -> i32 {
    let mover = position.turn();
    let gained = net(after, mover.index()) - net(position, mover.index());
    let rest = value(after, known);
    gained + if after.turn() == mover { rest } else { -rest }
}

/// The lines of an answer that begin with a line of the board and its value.
fn values(answer: &str) -> Analysis<Line> {
    let lines: Vec<Variation<Line>> = answer
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let play = words.next()?.parse().ok()?;
            Some(Variation::new(play, Value::Exact(words.next()?.parse().ok()?)))
        })
        .collect();
    let elapsed = std::time::Duration::ZERO;
    Analysis { lines, nodes: 0, depth: 0, elapsed }
}

#[test]
fn solve_and_analyze_value_every_line_as_play_does() {
    let mut rng = Rng::new(3);
    for size in ["1x3", "2x2", "2x3", "3x3", "4x4", "6x6"] {
        for round in 0..5 {
            let rules: Rules = format!("size={size}").parse().unwrap();
            let mut position = DotsPosition::start(&rules);
            let mut moves = Vec::new();
            while position.count_undrawn() > 7 + round {
                let line = position.play_random(&mut rng, &mut Vec::new()).unwrap();
                moves.push(line.to_string());
            }
            let moves = moves.join(" ");
            let solve = ["solve", "dots", size, "--lines", "--moves", &moves];
            let analyze = ["analyze", "dots", "--size", size, "--moves", &moves];
            for arguments in [&solve[..], &analyze] {
                let output = printing_to(Stdio::piped(), PROGRAM, arguments, "");
                let answer = text(&output.stdout);
                let mut found = values(&answer);
                assert_eq!(found.lines.len(), position.count_undrawn(), "{answer}");
                if arguments[0] == "solve" {
                    // In the order of the board; the law wants the best first.
                    found.lines.sort_by_key(|line| match line.value {
                        Value::Exact(value) => -value,
                        _ => i32::MAX,
                    });
                }
                let mut known = HashMap::new();
                proven_values_are_those_of_play(&position, &found, |position, after| {
                    worth(position, after, &mut known)
                });
            }
        }
    }
}
