//! The statements about lines, by drawing them.

use std::time::Duration;

use sobremesa_dots::explain::explain;
use sobremesa_dots::{DotsPosition, Graph, Line, Search, Table};
use sobremesa_judgement::{Judgement, Reason};
use sobremesa_kernel::{Position as _, Side};

use super::{after, argument, lines, number};

fn boxes(position: &DotsPosition) -> u16 {
    position.boxes().iter().sum()
}

fn closed(position: &DotsPosition, line: Line) -> usize {
    usize::from(boxes(&after(position, line)) - boxes(position))
}

/// The most boxes the side to move takes while it goes on, by every order.
fn in_a_row(position: &DotsPosition) -> usize {
    let closing = position.legal().into_iter().filter(|&line| closed(position, line) > 0);
    closing.map(|line| closed(position, line) + in_a_row(&after(position, line))).max().unwrap_or(0)
}

/// Lines that close nothing and give nothing, by the sides of the boxes.
fn safe(position: &DotsPosition) -> usize {
    let gives = |line: Line| {
        let next = after(position, line);
        let sides = |of_box: usize| {
            let around = next.geometry().around[of_box];
            around.into_iter().filter(|&side| !next.is_drawn(side.into())).count()
        };
        let index = position.size().index(line).expect("a line of the board");
        next.geometry().boxes_beside(index).any(|of_box| sides(of_box) <= 1)
    };
    position.legal().into_iter().filter(|&line| !gives(line)).count()
}

fn long_chains(position: &DotsPosition) -> usize {
    if position.outcome().is_some() {
        return 0;
    }
    explain(position, Duration::ZERO, 1 << 12).runs.iter().filter(|run| run.long).count()
}

/// The boxes that the side to move closes as long as it can.
fn taken(position: &DotsPosition) -> Vec<String> {
    let (mut now, mut taken) = (position.clone(), Vec::new());
    while let Some(line) = now.legal().into_iter().rfind(|&line| closed(&now, line) > 0) {
        let index = now.size().index(line).expect("a line of the board");
        let boxes = now.closed_by(index).map(|of_box| now.geometry().place(of_box));
        taken.extend(boxes.map(|(row, column)| format!("{}-{}", row + 1, column + 1)));
        now = after(&now, line);
    }
    taken
}

/// Whether the side to move can, when it has taken some of these boxes, draw a
/// line beside one that closes nothing and leaves two to be closed by one line.
fn leaves_two(position: &DotsPosition, boxes: &[String]) -> bool {
    let beside = |of: &DotsPosition, line: Line| {
        let index = of.size().index(line).expect("a line of the board");
        let geometry = of.geometry();
        geometry.boxes_beside(index).any(|of_box| {
            let (row, column) = geometry.place(of_box);
            boxes.contains(&format!("{}-{}", row + 1, column + 1))
        })
    };
    let two = |of: &DotsPosition| {
        of.legal().into_iter().any(|line| beside(of, line) && closed(of, line) == 2)
    };
    position.legal().into_iter().filter(|&line| beside(position, line)).any(|line| {
        let next = after(position, line);
        match closed(position, line) {
            0 => !two(position) && two(&next),
            _ => leaves_two(&next, boxes),
        }
    })
}

/// The boxes that the side to move gets more than its rival from now on.
fn rest(position: &DotsPosition) -> i32 {
    let Some((graph, word)) = Graph::of_position(position) else { return 0 };
    let table = Table::new(1 << 16, graph.lines.len() as u32);
    let mut never = |_: u64| false;
    Search::new(&graph, &table, &mut never).value(word, 0).expect("nothing stops it")
}

/// See [`super::connect4::speaks`].
pub fn speaks(position: &DotsPosition, play: Line, reason: &Reason) -> bool {
    let given =
        |line: Line| if closed(position, line) > 0 { 0 } else { in_a_row(&after(position, line)) };
    match reason.kind {
        "dots-takes" => closed(position, play) == number(reason, "boxes"),
        "dots-safe" => given(play) == 0 && closed(position, play) == 0,
        "dots-gives-least" => {
            let least = position.legal().into_iter().map(given).min();
            given(play) == number(reason, "boxes") && least == Some(given(play))
        }
        "dots-keeps-control" => {
            let next = after(position, play);
            let mut now = next.clone();
            while let Some(line) = now.legal().into_iter().rfind(|&line| closed(&now, line) > 0) {
                now = after(&now, line);
            }
            closed(position, play) == 0
                && in_a_row(position) > 0
                && in_a_row(&next) == number(reason, "boxes")
                && now.outcome().is_none()
                && safe(&now) == 0
        }
        other => panic!("nobody checks {other}"),
    }
}

/// See [`super::connect4::holds`].
pub fn holds(position: &DotsPosition, judgement: &Judgement, reason: &Reason) -> bool {
    let [played, best] = lines::<Line>(judgement).map(|line| line[0]);
    let next = |line: Line| after(position, line);
    let given = |line: Line| if closed(position, line) > 0 { 0 } else { in_a_row(&next(line)) };
    match reason.kind {
        "dots-leaves" => {
            closed(position, best) == number(reason, "boxes") && closed(position, played) == 0
        }
        "dots-gives" | "dots-opens" => {
            let said = number(reason, "boxes");
            given(played) == said
                && given(best) < said
                && in_a_row(position) == 0
                && reason.places.len() == said
                && (said >= 3) == (reason.kind == "dots-opens")
        }
        "dots-takes-all" => {
            closed(position, played) > 0
                && closed(position, best) == 0
                && argument(reason, "line") == best.to_string()
                && in_a_row(&next(best)) > 0
        }
        "dots-safe-even" | "dots-safe-odd" => {
            let (here, there) = (safe(&next(played)), safe(&next(best)));
            here == number(reason, "count")
                && there == number(reason, "other")
                && here % 2 != there % 2
                && (here % 2 == 0) == (reason.kind == "dots-safe-even")
        }
        "dots-long-chains" => {
            let (here, there) = (long_chains(&next(played)), long_chains(&next(best)));
            (here, there) == (number(reason, "count"), number(reason, "other")) && here != there
        }
        "dots-half-open" => {
            let boxes = number(reason, "boxes");
            let places = &reason.places;
            given(played) == boxes
                && places.len() == boxes
                && argument(reason, "line") == best.to_string()
                && in_a_row(position) == 0
                && leaves_two(&next(played), places)
                && given(best) > 0
                && !leaves_two(&next(best), &taken(&next(best)))
        }
        "dots-opens-first" => {
            let first = |line: &[Line]| {
                let mut now = position.clone();
                for &play in line {
                    let next = after(&now, play);
                    let gives = closed(&now, play) == 0 && in_a_row(&now) == 0;
                    if gives && in_a_row(&next) >= 3 {
                        return (Some(now.turn()), play);
                    }
                    now = next;
                }
                (None, line[0])
            };
            let [line, instead] = lines::<Line>(judgement);
            let opened: Line = argument(reason, "line").parse().expect("a line");
            first(&line) == (Some(position.turn()), opened)
                && first(&instead).0 == Some(position.turn().other())
        }
        "dots-first-without" => {
            let first = |line: Line| {
                let mut now = next(line);
                while let Some(line) = now.legal().into_iter().rfind(|&line| closed(&now, line) > 0)
                {
                    now = after(&now, line);
                }
                let mut turn = now.turn();
                for _ in 0..safe(&now) {
                    turn = turn.other();
                }
                (turn, safe(&now))
            };
            first(played) == (position.turn(), number(reason, "count"))
                && first(best).0 == position.turn().other()
        }
        "dots-wants-odd" | "dots-wants-even" => {
            let (here, there) = (long_chains(&next(played)), long_chains(&next(best)));
            // The first player wants an even sum of dots and long chains, the
            // other one an odd sum.
            let dots = (position.size().rows() + 1) * (position.size().columns() + 1);
            let serves = |chains: usize| {
                (dots + chains).is_multiple_of(2) == (position.turn() == Side::First)
            };
            (here, there) == (number(reason, "count"), number(reason, "other"))
                && !serves(here)
                && serves(there)
                && (there % 2 == 1) == (reason.kind == "dots-wants-odd")
        }
        "dots-margin" => {
            let of = |name: &str| number(reason, name) as i32;
            let ahead = |line: Line| {
                let next = next(line);
                let mover = position.turn().index();
                let boxes = next.boxes().map(i32::from);
                let rest = rest(&next);
                boxes[mover] - boxes[1 - mover]
                    + if next.turn() == position.turn() { rest } else { -rest }
            };
            of("own") - of("rival") == ahead(played)
                && of("better") - of("worse") == ahead(best)
                && of("own") + of("rival") == position.size().boxes() as i32
                && of("better") + of("worse") == position.size().boxes() as i32
        }
        other => panic!("nobody checks {other}"),
    }
}
