//! The statements about columns, by playing them out.

use std::sync::atomic::AtomicBool;

use sobremesa_connect4::{Board, Cell, Move, Position, Solver};
use sobremesa_judgement::Reason;
use sobremesa_kernel::{Outcome, Position as _, Side};

use super::{after, number};

fn wins_at_once(position: &Position, play: Move) -> bool {
    position.check(play).is_ok()
        && after(position, play).outcome() == Some(Outcome::Win(position.turn()))
}

fn can_win(position: &Position) -> bool {
    position.legal().into_iter().any(|play| wins_at_once(position, play))
}

/// Whether the mover, having played, wins next turn whatever is answered.
fn makes_two(position: &Position, play: Move) -> bool {
    if position.check(play).is_err() {
        return false;
    }
    let next = after(position, play);
    next.outcome().is_none()
        && !can_win(&next)
        && next.legal().into_iter().all(|answer| can_win(&after(&next, answer)))
}

/// Whether three pieces of a side and this empty cell are four in line, by
/// every line of four on the board.
fn is_threat(board: &Board, side: Side, cell: Cell) -> bool {
    let at = |row: i64, column: i64| {
        let place = Cell { row: u32::try_from(row).ok()?, column: u32::try_from(column).ok()? };
        Some((place, board.at(place)))
    };
    let mut found = false;
    for row in 1..=i64::from(board.rules().rows()) {
        for column in 1..=i64::from(board.rules().columns()) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line: Vec<_> =
                    (0..4).filter_map(|k| at(row + k * down, column + k * right)).collect();
                found |= line.iter().any(|(place, _)| *place == cell)
                    && line.iter().filter(|(_, of)| *of == Some(side)).count() == 3;
            }
        }
    }
    found && board.at(cell).is_none()
}

fn cell(reason: &Reason) -> Cell {
    let (row, column) = reason.places[0].split_once('-').expect("a cell");
    Cell { row: row.parse().unwrap(), column: column.parse().unwrap() }
}

/// Whether what is said for a column is true of it.
pub fn speaks(position: &Position, play: Move, reason: &Reason) -> bool {
    let (side, board) = (position.turn(), position.board());
    let next = after(position, play);
    match reason.kind {
        "connect4-wins" => wins_at_once(position, play),
        "connect4-blocks" => {
            is_threat(board, side.other(), cell(reason))
                && next.board().at(cell(reason)) == Some(side)
        }
        "connect4-makes-two" => makes_two(position, play),
        "connect4-makes-threat" => {
            !is_threat(board, side, cell(reason)) && is_threat(next.board(), side, cell(reason))
        }
        other => panic!("nobody checks {other}"),
    }
}

/// Whether a reason against `played`, with `best` to be had, is true of the
/// one and not of the other.
pub fn holds(position: &Position, played: Move, best: Move, reason: &Reason) -> bool {
    let rival = position.turn().other();
    let column = || Move::new(number(reason, "column") as u32).expect("a column");
    let next = |play: Move| after(position, play);
    match reason.kind {
        "connect4-misses-win" => {
            wins_at_once(position, column()) && !wins_at_once(position, played)
        }
        "connect4-misses-two" => makes_two(position, column()) && !makes_two(position, played),
        "connect4-leaves-win" => {
            let lets = |play: Move| {
                let wins = |&m: &Move| m != play && wins_at_once(&next(play), m);
                next(play).legal().into_iter().any(|m| wins(&m))
            };
            column() != played && wins_at_once(&next(played), column()) && !lets(best)
        }
        "connect4-opens-win" => {
            column() == played
                && wins_at_once(&next(played), played)
                && !wins_at_once(&next(best), best)
        }
        "connect4-lets-two" => {
            let lets = |play: Move| {
                let next = next(play);
                next.legal().into_iter().any(|m| makes_two(&next, m))
            };
            makes_two(&next(played), column()) && (can_win(&next(best)) || !lets(best))
        }
        "connect4-spoils-threat" => {
            is_threat(position.board(), position.turn(), cell(reason))
                && next(played).check(played).is_ok()
                && cell(reason).column == played.column()
        }
        "connect4-lets-threat" => {
            let threatens = |play: Move| {
                let answered = next(play).board().dropped(column().column(), rival);
                answered.is_some_and(|board| is_threat(&board, rival, cell(reason)))
                    && !is_threat(next(play).board(), rival, cell(reason))
            };
            threatens(played) && !threatens(best)
        }
        "connect4-misses-threat" => {
            let side = position.turn();
            !is_threat(position.board(), side, cell(reason))
                && is_threat(next(best).board(), side, cell(reason))
                && !is_threat(next(played).board(), side, cell(reason))
                && column() == best
        }
        "connect4-loses" => {
            let never = AtomicBool::new(false);
            let mut solver = Solver::new(*position.rules(), 1 << 20);
            let after = next(played);
            let mut end = after;
            let line = solver.line(&after, &never).expect("nothing stops it");
            line.iter().for_each(|&m| end.play_unchecked(m));
            // The winner makes the first and the last move of the line.
            let turns = line.len().div_ceil(2);
            let lost = |score: Option<i32>| score.is_some_and(|score| score > 0);
            end.outcome() == Some(Outcome::Win(rival))
                && turns == number(reason, "turns")
                && !lost(solver.score(&next(best), &never))
        }
        other => panic!("nobody checks {other}"),
    }
}
