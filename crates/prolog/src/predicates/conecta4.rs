//! Connect 4: boards are six rows, top first, of seven atoms `-`, `a`, `b`;
//! rows and columns count from 1.
//!
//! The sheet says of every argument that it *unifies with* a column, a piece,
//! a place: what is none of them unifies with nothing, and the predicate
//! fails. Only the board has to be one.

use sobremesa_connect4::{Board, Rules};
use sobremesa_kernel::{Message, Side};

use crate::host::{Alphabet, Answer, Call, Fault, Kind, Value};
use crate::predicate::Determinism::{Det, Nondet, Semidet};
use crate::predicate::Predicate;

static CELLS: Alphabet = Alphabet {
    board: "tablero",
    symbol: "ficha",
    symbols: ["-", "a", "b"],
    strings: false,
    first: 1,
    size: Some((ROWS, COLUMNS)),
    id: 0,
};

const ROWS: usize = 6;
const COLUMNS: usize = 7;

pub(crate) static PREDICATES: &[Predicate] = &[
    predicate!("conecta4", "tableroInicial", ["?T"], Det, initial, "tableroInicial(T)"),
    predicate!(
        "conecta4",
        "ingresarFicha",
        ["+T", "?Col", "?F", "?T2"],
        Nondet,
        drop_piece,
        "tableroInicial(T), ingresarFicha(T,3,a,T2), contenido(T2,[6,3],a)"
    ),
    predicate!(
        "conecta4",
        "columnaDisp",
        ["+T", "?Col"],
        Nondet,
        free_column,
        "tableroInicial(T), findall(C, columnaDisp(T,C), [1,2,3,4,5,6,7])"
    ),
    predicate!(
        "conecta4",
        "contenido",
        ["+T", "?Pos", "?F"],
        Nondet,
        content,
        "tableroInicial(T), contenido(T,[2,4],-)"
    ),
    predicate!(
        "conecta4",
        "conecta4",
        ["+T", "?F", "?Ps"],
        Nondet,
        four,
        "tableroInicial(T), \\+ conecta4(T,_,_)"
    ),
    predicate!("conecta4", "empate", ["+T"], Semidet, draw, "tableroInicial(T), \\+ empate(T)"),
    predicate!(
        "conecta4",
        "jugadaGanadora",
        ["+T", "?F", "?Col"],
        Nondet,
        winning,
        "tableroInicial(T), \\+ jugadaGanadora(T,a,_)"
    ),
    predicate!(
        "conecta4",
        "jugadaSegura",
        ["+T", "?F", "?Col"],
        Nondet,
        safe,
        "tableroInicial(T), findall(C, jugadaSegura(T,b,C), [1,2,3,4,5,6,7])"
    ),
    predicate!(
        "conecta4",
        "jugadaDefinitiva",
        ["+T", "?F", "?Col"],
        Nondet,
        definitive,
        "tableroInicial(T), \\+ jugadaDefinitiva(T,a,_)"
    ),
];

fn initial(_: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    Ok(vec![vec![(0, value(&Board::empty(Rules::STANDARD)))]])
}

fn drop_piece(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let board = board(call)?;
    let column = number(call, 1);
    let sides = sides(call, 2);
    let columns: Vec<u32> = board.columns().filter(|&c| is(column, c)).collect();
    let mut answers = Vec::with_capacity(columns.len() * sides.len());
    for column in columns {
        for &side in sides {
            let next = board.dropped(column, side).expect("the column has room");
            answers.push(vec![
                (1, Value::Integer(column.into())),
                (2, symbol(side)),
                (3, value(&next)),
            ]);
        }
    }
    Ok(answers)
}

fn free_column(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let board = board(call)?;
    let column = number(call, 1);
    Ok(board
        .columns()
        .filter(|&c| is(column, c))
        .map(|c| vec![(1, Value::Integer(c.into()))])
        .collect())
}

fn content(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let board = board(call)?;
    let Some((row, column)) = place(call, 1) else { return Ok(vec![]) };
    let wanted = match call.symbol(2, &CELLS) {
        Ok(wanted) => wanted,
        Err(_) => return Ok(vec![]),
    };
    Ok(board
        .cells()
        .filter(|cell| is(row, cell.row) && is(column, cell.column))
        .map(|cell| (cell, mark(board.at(cell))))
        .filter(|&(_, mark)| wanted.is_none_or(|wanted| wanted == mark))
        .map(|(cell, mark)| {
            vec![
                (1, Value::Place(cell.row.into(), cell.column.into())),
                (2, Value::Symbol(&CELLS, mark)),
            ]
        })
        .collect())
}

fn four(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let board = board(call)?;
    let mut answers = Vec::new();
    for &side in sides(call, 1) {
        for line in board.lines(side) {
            let places = line
                .into_iter()
                .map(|cell| Value::Place(cell.row.into(), cell.column.into()))
                .collect();
            answers.push(vec![(1, symbol(side)), (2, Value::List(places))]);
        }
    }
    Ok(answers)
}

fn draw(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let board = board(call)?;
    let drawn = !board.is_won() && board.columns().next().is_none();
    Ok(if drawn { vec![vec![]] } else { vec![] })
}

fn winning(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    columns_by(call, Board::winning_columns)
}

fn safe(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    columns_by(call, Board::safe_columns)
}

fn definitive(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    columns_by(call, Board::definitive_columns)
}

/// The predicates `(T, F, Col)`: every column of a kind, for either side.
fn columns_by(
    call: &mut Call<'_>,
    columns: fn(&Board, Side) -> Vec<u32>,
) -> Result<Vec<Answer>, Fault> {
    let board = board(call)?;
    let sides = sides(call, 1);
    let wanted = number(call, 2);
    let mut answers = Vec::new();
    for &side in sides {
        for column in columns(&board, side).into_iter().filter(|&c| is(wanted, c)) {
            answers.push(vec![(1, symbol(side)), (2, Value::Integer(column.into()))]);
        }
    }
    Ok(answers)
}

/// A number that an argument asks for.
#[derive(Clone, Copy)]
enum Wanted {
    Any,
    This(i64),
    /// It is something else, which no number unifies with.
    None,
}

/// Whether a number is the one that is asked for.
fn is(wanted: Wanted, number: u32) -> bool {
    match wanted {
        Wanted::Any => true,
        Wanted::This(wanted) => wanted == i64::from(number),
        Wanted::None => false,
    }
}

fn number(call: &mut Call<'_>, n: usize) -> Wanted {
    let term = call.arg(n);
    number_of(call, term)
}

fn number_of(call: &mut Call<'_>, term: usize) -> Wanted {
    match call.host.kind(term) {
        Kind::Var => Wanted::Any,
        Kind::Integer(n) => Wanted::This(n),
        _ => Wanted::None,
    }
}

/// The place `[Row, Column]` of an argument, `None` when it is no such list.
fn place(call: &mut Call<'_>, n: usize) -> Option<(Wanted, Wanted)> {
    let term = call.arg(n);
    if call.host.kind(term) == Kind::Var {
        return Some((Wanted::Any, Wanted::Any));
    }
    let mut items = Vec::new();
    match call.host.items(term, &mut items) {
        // `[R|_]` may still become one: unifying decides.
        Err(Fault::Instantiation) if items.len() <= 2 => Some((Wanted::Any, Wanted::Any)),
        Ok(()) => match items[..] {
            [row, column] => Some((number_of(call, row), number_of(call, column))),
            _ => None,
        },
        Err(_) => None,
    }
}

/// The board in the first argument. What no game can reach by its shape
/// alone (a wrong size, another atom, a floating piece) is a type error that
/// says where it is, and which slip of the sheet it is if it is one.
fn board(call: &mut Call<'_>) -> Result<Board, Fault> {
    read(call).map_err(|fault| match (fault, erratum(call)) {
        (Fault::Malformed(board, term, _), Some(slip)) => {
            Fault::Malformed(board, term, Box::new(Message::new(slip)))
        }
        (fault, _) => fault,
    })
}

fn read(call: &mut Call<'_>) -> Result<Board, Fault> {
    let (cells, _) = call.grid(0, &CELLS)?;
    let mut board = Board::empty(Rules::STANDARD);
    for column in 0..COLUMNS {
        let mut gap = None;
        for row in (0..ROWS).rev() {
            let cell = cells[row * COLUMNS + column];
            let side = match cell {
                0 => {
                    gap = gap.or(Some(row));
                    continue;
                }
                1 => Side::First,
                _ => Side::Second,
            };
            match (gap, board.dropped(column as u32 + 1, side)) {
                (None, Some(next)) => board = next,
                (gap, _) => {
                    let slip = Message::new("prolog-slip-floating")
                        .with("piece", CELLS.symbols[usize::from(cell)])
                        .with("row", row + 1)
                        .with("column", column + 1)
                        .with("below", gap.unwrap_or(row) + 1);
                    return Err(Fault::Malformed(CELLS.board, call.arg(0), Box::new(slip)));
                }
            }
        }
    }
    Ok(board)
}

/// Boards that the sheet prints wrongly, by their rows, and what to say.
const ERRATA: &[(&str, &str)] = &[
    ("------- ------- ---b--- --a-b-- --a-b-- baaab--", "prolog-erratum-figure-3"),
    ("------ ------ -----a ---a--a ---babb aabbabb", "prolog-erratum-definitive"),
    ("------- ------- ------- ------- ------- ------- -------", "prolog-erratum-seven-rows"),
    ("------- ------- ------- ------- ------- ------- --a----", "prolog-erratum-seven-rows"),
];

/// Which of the sheet's slips the first argument is.
fn erratum(call: &mut Call<'_>) -> Option<&'static str> {
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    call.host.items(call.args, &mut rows).ok()?;
    let mut text = String::new();
    for &list in rows.iter().take(ROWS + 2) {
        call.host.items(list, &mut row).ok()?;
        if !text.is_empty() {
            text.push(' ');
        }
        for &cell in row.iter().take(COLUMNS + 1) {
            text += CELLS.symbols[usize::from(call.host.symbol(cell, &CELLS)?)];
        }
    }
    ERRATA.iter().find(|(board, _)| *board == text).map(|(_, slip)| *slip)
}

/// The side of an argument, both when it is unbound, none when it is neither.
fn sides(call: &mut Call<'_>, n: usize) -> &'static [Side] {
    match call.symbol(n, &CELLS) {
        Ok(None) => &Side::BOTH,
        Ok(Some(1)) => &[Side::First],
        Ok(Some(2)) => &[Side::Second],
        _ => &[],
    }
}

fn mark(side: Option<Side>) -> u8 {
    side.map_or(0, |side| side.index() as u8 + 1)
}

fn symbol(side: Side) -> Value {
    Value::Symbol(&CELLS, mark(Some(side)))
}

fn value(board: &Board) -> Value {
    Value::Grid(&CELLS, COLUMNS, board.cells().map(|cell| mark(board.at(cell))).collect())
}
