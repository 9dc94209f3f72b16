//! The statements about columns, by playing them out.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use sobremesa_connect4::{Board, Cell, Move, Position, Solver};
use sobremesa_judgement::{Judgement, Reason};
use sobremesa_kernel::{Outcome, Position as _, Side};

use super::{after, lines, number};

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
    read_cell(&reason.places[0])
}

/// What a position is worth to whoever moves in it.
fn worth(position: &Position) -> i32 {
    solved(&mut Solver::new(*position.rules(), 1 << 20), position)
}

fn solved(solver: &mut Solver, position: &Position) -> i32 {
    solver.score(position, &AtomicBool::new(false)).expect("nothing stops it")
}

/// Whether a line is the best play of both, and ends because the loser, whom
/// nothing threatens at once, has to play below this threat of the winner.
fn decided_below(
    position: &Position,
    line: &[Move],
    winner: Side,
    threat: Cell,
    odd: bool,
) -> bool {
    let mut now = after(position, line[0]);
    let mut solver = Solver::new(*position.rules(), 1 << 20);
    let mut expected = solved(&mut solver, &now);
    let [moves @ .., below, last] = &line[1..] else { return false };
    for &play in moves {
        now.play_unchecked(play);
        expected = -expected;
        assert_eq!(solved(&mut solver, &now), expected, "{line:?} is not the best play");
    }
    let wins = |cell: &Cell| {
        now.board().at(*cell).is_none()
            && now.check(Move::new(cell.column).unwrap()).is_ok()
            && is_threat(now.board(), winner, *cell)
            && (cell.row == now.rules().rows()
                || now.board().at(Cell { row: cell.row + 1, ..*cell }).is_some())
    };
    let from_below = now.rules().rows() - threat.row + 1;
    now.turn() == winner.other()
        && !now.board().cells().any(|cell| wins(&cell))
        && is_threat(now.board(), winner, threat)
        && now.legal().into_iter().all(|play| {
            let next = after(&now, play);
            next.outcome().is_none() && wins_at_once(&next, play)
        })
        && below == last
        && last.column() == threat.column
        && now.board().at(Cell { row: threat.row + 1, ..threat }).is_none()
        && (from_below % 2 == 1) == odd
}

/// Whether the side to move never wins if each piece of it is answered with one
/// above it, by all it can do.
fn holds_by_answering_above(position: &Position, seen: &mut HashSet<String>) -> bool {
    let side = position.turn();
    if !seen.insert(position.diagram()) {
        return true;
    }
    position.legal().into_iter().all(|play| {
        let next = after(position, play);
        if next.outcome() == Some(Outcome::Win(side)) || next.check(play).is_err() {
            return false;
        }
        let then = after(&next, play);
        then.outcome().is_some() || holds_by_answering_above(&then, seen)
    })
}

/// Whether each line that the side to move could still complete has an upper
/// cell of a pair that is named.
fn blocked(position: &Position, reason: &Reason) -> bool {
    let pairs: Vec<Cell> = reason.places.iter().map(|place| read_cell(place)).collect();
    let (rows, columns) = (position.rules().rows(), position.rules().columns());
    let free = |cell: &Cell| position.board().at(*cell) != Some(position.turn().other());
    let mut blocked = pairs.chunks(2).all(|pair| {
        pair[0].column == pair[1].column
            && pair[0].row == pair[1].row + 1
            && pair.iter().all(|&cell| position.board().at(cell).is_none())
    });
    for row in 1..=rows {
        for column in 1..=columns {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let line: Vec<Cell> = (0..4)
                    .map_while(|step| {
                        let column = column.checked_add_signed(step * right)?;
                        let row = row.checked_add_signed(step * down)?;
                        let inside = row <= rows && (1..=columns).contains(&column);
                        inside.then_some(Cell { row, column })
                    })
                    .collect();
                let open = line.len() == 4 && line.iter().all(free);
                blocked &= !open || pairs.chunks(2).any(|pair| line.contains(&pair[1]));
            }
        }
    }
    blocked
}

fn read_cell(place: &str) -> Cell {
    let (row, column) = place.split_once('-').expect("a cell");
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
pub fn holds(position: &Position, judgement: &Judgement, reason: &Reason) -> bool {
    let [line, instead] = lines::<Move>(judgement);
    let (played, best) = (line[0], instead[0]);
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
            // The winner makes the first and the last move of the line, and
            // what is shown to refute the column is as long.
            let turns = line.len().div_ceil(2);
            assert_eq!(judgement.refutation.len(), line.len());
            let lost = |score: Option<i32>| score.is_some_and(|score| score > 0);
            end.outcome() == Some(Outcome::Win(rival))
                && turns == number(reason, "turns")
                && !lost(solver.score(&next(best), &never))
        }
        "connect4-below-odd" | "connect4-below-even" => {
            let odd = reason.kind == "connect4-below-odd";
            decided_below(position, &line, rival, cell(reason), odd)
        }
        "connect4-misses-odd" | "connect4-misses-even" => {
            let odd = reason.kind == "connect4-misses-odd";
            decided_below(position, &instead, rival.other(), cell(reason), odd)
                && worth(&next(played)) >= 0
        }
        "connect4-rival-follows" => {
            let then = after(&next(played), column());
            holds_by_answering_above(&then, &mut HashSet::new())
                && blocked(&then, reason)
                && worth(&next(best)) < 0
        }
        "connect4-misses-follow-up" => {
            column() == best
                && holds_by_answering_above(&next(best), &mut HashSet::new())
                && blocked(&next(best), reason)
                && worth(&next(played)) > 0
        }
        other => panic!("nobody checks {other}"),
    }
}
