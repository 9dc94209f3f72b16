//! What the sheet expects of a question, and what a misunderstanding would.
//! The columns that win, are safe or definitive are what our own board says.

use sobremesa_connect4::{Board, Rules};
use sobremesa_kernel::Side;

use super::case::{Case, Columns, EMPTY, piece, term};
use super::reading::{COLUMNS, Grid, ROWS, Reading};
use crate::examine::Expected;
use crate::prolog::Term;

/// What somebody with this reading would answer.
pub fn expected(case: &Case, reading: &Reading) -> Expected {
    let sheet = *reading == Reading::default();
    match case {
        Case::Initial => Expected::Value(term(&EMPTY)),
        Case::Drop { grid, column, side, into } => {
            let next = dropped(grid, *column, *side, reading);
            match (next, into) {
                (None, _) => Expected::Fails,
                (Some(next), None) => Expected::Value(Term::call("t", [term(grid), term(&next)])),
                (Some(next), Some(into)) if next == *into => Expected::Holds,
                (Some(_), Some(_)) => Expected::Fails,
            }
        }
        Case::Room { grid, column } => columns(&reading.free(grid), &[], *column, reading),
        Case::Content { grid, row, column, piece: asked } => {
            let content = content(grid, *row, *column, reading);
            match (content, asked) {
                (None, _) => Expected::Fails,
                (Some(content), None) => Expected::Value(piece(content)),
                (Some(content), Some(asked)) if content == *asked => Expected::Holds,
                (Some(_), Some(_)) => Expected::Fails,
            }
        }
        Case::Four { grid, side } => four(grid, *side, reading),
        Case::Draw { grid } => match reading.drawn(grid) {
            true => Expected::Holds,
            false => Expected::Fails,
        },
        Case::Kind { which, grid, side, column } => {
            let (mut must, may) = by_our_board(grid, *side, *which);
            if !sheet {
                // What the sheet leaves open tells no misunderstanding.
                must = by_reading(grid, *side, *which, reading);
                must.retain(|column| !may.contains(column));
            }
            columns(&must, &may, *column, reading)
        }
    }
}

/// What our own board says, and the columns about which the sheet is open:
/// what wins at once may be called definitive or not, and need not be called
/// safe where the rival has a threat that it no longer gets to carry out. A
/// move that leaves no room for an answer is open too.
fn by_our_board(grid: &Grid, side: u8, which: Columns) -> (Vec<usize>, Vec<usize>) {
    let board = board(grid);
    let side = if side == 1 { Side::First } else { Side::Second };
    let from_zero = |columns: Vec<u32>| columns.into_iter().map(|c| c as usize - 1).collect();
    let winning = board.winning_columns(side);
    match which {
        Columns::Winning => (from_zero(winning), vec![]),
        Columns::Safe => {
            let threatened = |column: &u32| {
                board.dropped(*column, side).is_some_and(|next| threatens(&next, side.other()))
            };
            let safe = board.safe_columns(side);
            let (may, must) = safe.into_iter().partition(|c| winning.contains(c) && threatened(c));
            (from_zero(must), from_zero(may))
        }
        Columns::Definitive => {
            let fills = |column: &u32| {
                board.dropped(*column, side).is_some_and(|next| next.columns().next().is_none())
            };
            let may = board.columns().filter(|c| winning.contains(c) || fills(c)).collect();
            (from_zero(board.definitive_columns(side)), from_zero(may))
        }
    }
}

/// Whether a side could complete a line, were the game not over.
fn threatens(board: &Board, side: Side) -> bool {
    board
        .columns()
        .any(|column| board.dropped(column, side).is_some_and(|next| next.has_line(side)))
}

fn by_reading(grid: &Grid, side: u8, which: Columns, reading: &Reading) -> Vec<usize> {
    match which {
        Columns::Winning => reading.winning(grid, side),
        Columns::Safe => reading.safe(grid, side),
        Columns::Definitive => reading.definitive(grid, side),
    }
}

/// Columns counted from 0 as a question expects them.
fn columns(must: &[usize], may: &[usize], asked: Option<i64>, reading: &Reading) -> Expected {
    let first = if reading.from_zero { 0 } else { 1 };
    let number = |&column: &usize| column as i64 + first;
    let mut must: Vec<i64> = must.iter().map(number).collect();
    let may: Vec<i64> = may.iter().map(number).collect();
    // Who is asked about one column has but one answer to give.
    if reading.first_only && asked.is_none() {
        must.truncate(1);
    }
    match asked {
        None => {
            let terms = |numbers: Vec<i64>| numbers.into_iter().map(Term::Int).collect();
            Expected::Set { must: terms(must), may: terms(may) }
        }
        Some(column) if may.contains(&column) => Expected::Any,
        Some(column) if must.contains(&column) => Expected::Holds,
        Some(_) => Expected::Fails,
    }
}

/// The board after a piece in a column as the reading counts them.
pub fn dropped(grid: &Grid, column: i64, side: u8, reading: &Reading) -> Option<Grid> {
    let first = if reading.from_zero { 0 } else { 1 };
    let place = usize::try_from(column - first).ok().filter(|&column| column < COLUMNS);
    match place {
        Some(place) => reading.dropped(grid, place, side),
        None => reading.off_board.then_some(*grid),
    }
}

fn content(grid: &Grid, row: i64, column: i64, reading: &Reading) -> Option<u8> {
    let (mut row, mut column) = (row, column);
    if reading.swapped {
        std::mem::swap(&mut row, &mut column);
    }
    if reading.from_bottom {
        row = ROWS as i64 + 1 - row;
    }
    let first = if reading.from_zero { 0 } else { 1 };
    let row = grid.get(usize::try_from(row - first).ok()?)?;
    row.get(usize::try_from(column - first).ok()?).copied()
}

fn four(grid: &Grid, asked: Option<u8>, reading: &Reading) -> Expected {
    let sides: &[u8] = if reading.empties { &[1, 2, 0] } else { &[1, 2] };
    let wanted = |side: &u8| asked.is_none_or(|asked| asked == *side);
    let mut winners =
        sides.iter().copied().filter(|side| wanted(side) && reading.has_line(grid, *side));
    let Some(side) = winners.next() else { return Expected::Fails };
    if winners.next().is_some() {
        // Who of several is told is not said.
        return Expected::Any;
    }
    let first = if reading.from_zero { 0 } else { 1 };
    let place = |&(row, column): &(usize, usize)| {
        let row = if reading.from_bottom { ROWS - 1 - row } else { row };
        let (row, column) = (row as i64 + first, column as i64 + first);
        Term::numbers(&if reading.swapped { [column, row] } else { [row, column] })
    };
    let lines = reading.lines(grid, side);
    Expected::Lines {
        winner: piece(side),
        lines: lines.iter().map(|line| line.iter().map(place).collect()).collect(),
    }
}

/// Our own board of a grid in which nothing floats.
fn board(grid: &Grid) -> Board {
    let mut board = Board::empty(Rules::STANDARD);
    for (row, column) in (0..ROWS).rev().flat_map(|row| (0..COLUMNS).map(move |c| (row, c))) {
        let side = match grid[row][column] {
            0 => continue,
            1 => Side::First,
            _ => Side::Second,
        };
        board = board.dropped(column as u32 + 1, side).expect("nothing floats");
    }
    board
}

#[cfg(test)]
mod tests {
    use super::super::pool::pool;
    use super::*;

    /// Our own board and the slow reading of the rules agree on every
    /// question, where the sheet is not open.
    #[test]
    fn the_sheet_read_slowly_is_our_own_board() {
        let rule = Reading::default();
        let mut asked = 0;
        for case in (6..9).flat_map(|task| pool(task, 5)) {
            let Case::Kind { which, grid, side, .. } = case else { continue };
            let (must, may) = by_our_board(&grid, side, which);
            let mut slow = by_reading(&grid, side, which, &rule);
            slow.retain(|column| !may.contains(column));
            let must: Vec<usize> = must.into_iter().filter(|c| !may.contains(c)).collect();
            assert_eq!(must, slow, "{which:?} {side} {grid:?}");
            asked += 1;
        }
        assert!(asked > 300, "{asked}");
    }
}
