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
    found.extend(zugzwang(position, played, best));
    found.extend(follow_up(position, played, best));
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

/// Who has to play below a threat of the other in the end: the mover, who had
/// better, or the rival, if the best column had been played.
fn zugzwang(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Option<Reason> {
    let (Value::Exact(worth), Value::Exact(was)) = (played.value, best.value) else { return None };
    let side = position.turn();
    let odd = |cell: Cell| (position.rules().rows() - cell.row).is_multiple_of(2);
    let said = |id, cell: Cell| {
        let message = Message::new(id).with("row", cell.row).with("at", cell.column);
        Reason::new(message, [String::from(cell)])
    };
    if worth < 0
        && let Some(cell) = decided_below(position, &played.pv, side.other())
        && decided_below(position, &best.pv, side.other()) != Some(cell)
    {
        let id = match odd(cell) {
            true => "judgement-connect4-below-odd",
            false => "judgement-connect4-below-even",
        };
        return Some(said(id, cell));
    }
    if was > 0
        && worth <= 0
        && let Some(cell) = decided_below(position, &best.pv, side)
    {
        let id = match odd(cell) {
            true => "judgement-connect4-misses-odd",
            false => "judgement-connect4-misses-even",
        };
        return Some(said(id, cell));
    }
    None
}

/// The threat that decides a game that `winner` wins by zugzwang: the loser,
/// who is not threatened with anything at once, has no column left but below
/// a threat. `None` where the line ends otherwise.
fn decided_below(position: &Position, line: &[Move], winner: Side) -> Option<Cell> {
    let (&last, rest) = line.split_last()?;
    let (_, rest) = rest.split_last()?;
    let mut now = *position;
    for &play in rest {
        now.play(play).ok()?;
    }
    let board = now.board();
    let wins = |play: Move| after(&now, play).board().winning_columns(winner);
    let forced = now.turn() != winner
        && now.outcome().is_none()
        && board.winning_columns(winner).is_empty()
        && now.legal().into_iter().all(|play| wins(play).contains(&play.column()));
    // The last piece stands on the one that had to be played.
    let below = landing(board, last.column()).filter(|_| forced)?;
    Some(Cell { row: below.row.checked_sub(1)?, column: below.column })
}

/// The cells with which a side holds the game from now on by playing above
/// each piece of the other: from here every column has room for pairs, and
/// the mover, who only gets their lower cells, completes no line with them.
/// The pairs that are needed for that.
fn pairs(position: &Position) -> Option<Vec<[Cell; 2]>> {
    let (board, side) = (position.board(), position.turn());
    let (rows, columns) = (position.rules().rows(), position.rules().columns());
    let mut all: Vec<[Cell; 2]> = Vec::new();
    for column in 1..=columns {
        let Some(lowest) = landing(board, column) else { continue };
        if !lowest.row.is_multiple_of(2) {
            return None;
        }
        all.extend(
            (1..=lowest.row / 2).map(|upper| {
                [Cell { row: 2 * upper, column }, Cell { row: 2 * upper - 1, column }]
            }),
        );
    }
    let mut needed: Vec<[Cell; 2]> = Vec::new();
    for line in lines(rows, columns) {
        // What the rival has a piece in is no line any more.
        if line.iter().any(|&cell| board.at(cell) == Some(side.other())) {
            continue;
        }
        let above = |pair: &&[Cell; 2]| line.contains(&pair[1]);
        if needed.iter().any(|pair| line.contains(&pair[1])) {
            continue;
        }
        needed.push(*all.iter().find(above)?);
    }
    Some(needed)
}

/// Every four cells in a row.
fn lines(rows: u32, columns: u32) -> impl Iterator<Item = [Cell; 4]> {
    let cells =
        move || (1..=rows).flat_map(move |row| (1..=columns).map(move |column| (row, column)));
    cells().flat_map(move |(row, column)| {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().filter_map(
            move |(down, right): (u32, i32)| {
                let cell = |step: u32| {
                    let column = column.checked_add_signed(step as i32 * right)?;
                    let row = row + step * down;
                    (row <= rows && (1..=columns).contains(&column)).then_some(Cell { row, column })
                };
                Some([cell(0)?, cell(1)?, cell(2)?, cell(3)?])
            },
        )
    })
}

/// The rival, or the mover after the best column, needs no more than to play
/// above each piece of the other.
fn follow_up(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Option<Reason> {
    let (Value::Exact(worth), Value::Exact(was)) = (played.value, best.value) else { return None };
    let said = |id, column: Move, pairs: Vec<[Cell; 2]>| {
        let message = Message::new(id).with("column", column);
        Reason::new(message, pairs.into_iter().flatten().map(String::from))
    };
    let next = after(position, played.play);
    if was > 0 && worth <= 0 && next.outcome().is_none() {
        let mut answers = next.legal().into_iter();
        return answers.find_map(|answer| {
            let then = after(&next, answer);
            let pairs = then.outcome().is_none().then(|| pairs(&then)).flatten()?;
            Some(said("judgement-connect4-rival-follows", answer, pairs))
        });
    }
    let instead = after(position, best.play);
    if was >= 0 && worth < 0 && instead.outcome().is_none() {
        let pairs = pairs(&instead)?;
        return Some(said("judgement-connect4-misses-follow-up", best.play, pairs));
    }
    None
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
