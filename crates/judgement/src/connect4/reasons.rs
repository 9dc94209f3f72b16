//! Why a column is worse than another, in the terms of Connect 4.
//!
//! A *threat* of a side is an empty cell that would complete four of its
//! pieces in line, whether a piece can land there yet or not.

use sobremesa_connect4::{Board, Cell, Move, Position};
use sobremesa_kernel::{Line, Message, Position as _, Side, Value};

use crate::Reason;
use crate::judge::after;
use crate::reason::unless_shared;

/// What speaks against a column, most telling first.
pub fn against(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
    let mut found = missed(position, played, best);
    let own = about(position, played.play);
    found.extend(unless_shared(own, &about(position, best.play)));
    found.extend(threats(position, played, best));
    // That a win at once is a win is said already.
    found
        .extend(mate(position, played, best).filter(|_| can_win(position, played.play).is_empty()));
    found
}

/// The columns with which the rival wins at once after a move.
fn can_win(position: &Position, play: Move) -> Vec<u32> {
    after(position, play).board().winning_columns(position.turn().other())
}

/// What the best column does at once and the other does not.
fn missed(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
    let (board, side) = (position.board(), position.turn());
    let (column, instead) = (played.play.column(), best.play.column());
    let wins = board.winning_columns(side);
    if wins.contains(&instead) && !wins.contains(&column) {
        let message = Message::new("judgement-connect4-misses-win").with("column", instead);
        return vec![Reason::new(message, landing(board, instead).map(String::from))];
    }
    let doubles = board.definitive_columns(side);
    if doubles.contains(&instead) && !doubles.contains(&column) {
        let message = Message::new("judgement-connect4-misses-two").with("column", instead);
        return vec![Reason::new(message, landing(board, instead).map(String::from))];
    }
    Vec::new()
}

/// Statements about one column.
fn about(position: &Position, play: Move) -> Vec<Reason> {
    let (board, side) = (position.board(), position.turn());
    let (column, rival) = (play.column(), side.other());
    let Some(next) = board.dropped(column, side) else { return Vec::new() };
    let mut found = Vec::new();
    let wins = next.winning_columns(rival);
    let above = wins.contains(&column);
    if let Some(&other) = wins.iter().find(|&&other| other != column) {
        let message = Message::new("judgement-connect4-leaves-win").with("column", other);
        found.push(Reason::new(message, landing(&next, other).map(String::from)));
    }
    if above {
        let message = Message::new("judgement-connect4-opens-win").with("column", column);
        found.push(Reason::new(message, landing(&next, column).map(String::from)));
    }
    if wins.is_empty()
        && let Some(&two) = next.definitive_columns(rival).first()
    {
        let message = Message::new("judgement-connect4-lets-two").with("column", two);
        found.push(Reason::new(message, landing(&next, two).map(String::from)));
    }
    if let Some(cell) = landing(&next, column)
        && completes(board, side, cell)
    {
        let message = Message::new("judgement-connect4-spoils-threat").with("column", column);
        found.push(Reason::new(message, [String::from(cell)]));
    }
    found
}

/// Threats that the rival's best answer makes, and those that the best column
/// would have made.
fn threats(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
    let side = position.turn();
    let next = after(position, played.play);
    let mut found = Vec::new();
    if can_win(position, played.play).is_empty()
        && let Some(&answer) = played.pv.get(1)
        && let Some(cell) = made(next.board(), answer, side.other())
        // The same answer would make no threat there after the best column.
        && !makes(after(position, best.play).board(), answer, side.other(), cell)
    {
        let message = Message::new("judgement-connect4-lets-threat")
            .with("column", answer)
            .with("row", cell.row)
            .with("at", cell.column);
        found.push(Reason::new(message, [String::from(cell)]));
    }
    if let Some(cell) = made(position.board(), best.play, side)
        && made(position.board(), played.play, side).is_none()
    {
        let message = Message::new("judgement-connect4-misses-threat")
            .with("column", best.play)
            .with("row", cell.row)
            .with("at", cell.column);
        found.push(Reason::new(message, [String::from(cell)]));
    }
    found
}

/// That the game is lost now, and in how many turns of the rival.
fn mate(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Option<Reason> {
    let (Value::Exact(worth), Value::Exact(was)) = (played.value, best.value) else { return None };
    if worth >= 0 || was < 0 {
        return None;
    }
    let next = after(position, played.play);
    let rules = next.rules();
    let left = (rules.rows() * rules.columns()) as i32 - next.plies() as i32;
    // The score counts the cells that are empty when the line is made.
    let then = -2 * worth - left % 2;
    let turns = 1 + (left - then) / 2;
    let message = Message::new("judgement-connect4-loses").with("turns", turns);
    Some(Reason::new(message, played.pv.get(1)))
}

/// The cell where a piece in a column would land.
pub fn landing(board: &Board, column: u32) -> Option<Cell> {
    (1..=board.rules().rows())
        .rev()
        .map(|row| Cell { row, column })
        .find(|&cell| board.has_room(column) && board.at(cell).is_none())
}

/// The lowest threat that a side makes by playing a column and did not have.
pub fn made(board: &Board, play: Move, side: Side) -> Option<Cell> {
    board.cells().filter(|&cell| makes(board, play, side, cell)).max_by_key(|cell| cell.row)
}

/// Whether a side, by playing a column, makes a threat on a cell where it had
/// none.
fn makes(board: &Board, play: Move, side: Side, cell: Cell) -> bool {
    board.dropped(play.column(), side).is_some_and(|next| {
        next.at(cell).is_none() && completes(&next, side, cell) && !completes(board, side, cell)
    })
}

/// Whether a piece of `side` on an empty cell would stand in a line of four.
fn completes(board: &Board, side: Side, cell: Cell) -> bool {
    let run = |down: i32, right: i32| {
        (1..4)
            .take_while(|&step| {
                let row = cell.row.checked_add_signed(step * down);
                let column = cell.column.checked_add_signed(step * right);
                row.zip(column)
                    .is_some_and(|(row, column)| board.at(Cell { row, column }) == Some(side))
            })
            .count()
    };
    [(0, 1), (1, 0), (1, 1), (1, -1)]
        .into_iter()
        .any(|(down, right)| run(down, right) + run(-down, -right) >= 3)
}
