//! The statements about lines, by drawing them.

use std::time::Duration;

use sobremesa_dots::explain::explain;
use sobremesa_dots::{DotsPosition, Line};
use sobremesa_judgement::Reason;
use sobremesa_kernel::Position as _;

use super::{after, argument, number};

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
        other => panic!("nobody checks {other}"),
    }
}

/// See [`super::connect4::holds`].
pub fn holds(position: &DotsPosition, played: Line, best: Line, reason: &Reason) -> bool {
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
        other => panic!("nobody checks {other}"),
    }
}
