//! Connect 4: boards are six rows, top first, of seven atoms `-`, `a`, `b`;
//! rows and columns count from 1.

use sobremesa_connect4::{Board, Rules};
use sobremesa_kernel::Side;

use crate::host::{Alphabet, Answer, Call, Fault, Value};
use crate::table::Determinism::{Det, Nondet, Semidet};
use crate::table::Predicate;

static CELLS: Alphabet =
    Alphabet { board: "tablero", symbol: "ficha", symbols: ["-", "a", "b"], strings: false, id: 0 };

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
    let column = call.integer(1)?;
    let sides = sides(call, 2)?;
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
    let column = call.integer(1)?;
    Ok(board
        .columns()
        .filter(|&c| is(column, c))
        .map(|c| vec![(1, Value::Integer(c.into()))])
        .collect())
}

fn content(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let board = board(call)?;
    let (row, column) = call.place(1)?;
    let wanted = call.symbol(2, &CELLS)?;
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
    for &side in sides(call, 1)? {
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
    let sides = sides(call, 1)?;
    let wanted = call.integer(2)?;
    let mut answers = Vec::new();
    for &side in sides {
        for column in columns(&board, side).into_iter().filter(|&c| is(wanted, c)) {
            answers.push(vec![(1, symbol(side)), (2, Value::Integer(column.into()))]);
        }
    }
    Ok(answers)
}

/// Whether an argument that may be unbound is this number.
fn is(wanted: Option<i64>, number: u32) -> bool {
    wanted.is_none_or(|wanted| wanted == i64::from(number))
}

/// The board in the first argument. What no game can reach by its shape
/// alone (a wrong size, another atom, a floating piece) is a type error.
fn board(call: &mut Call<'_>) -> Result<Board, Fault> {
    let (cells, columns) = call.grid(0, &CELLS)?;
    let malformed = Fault::Type(CELLS.board, call.arg(0));
    if columns != COLUMNS || cells.len() != ROWS * COLUMNS {
        return Err(malformed);
    }
    let mut board = Board::empty(Rules::STANDARD);
    for column in 0..COLUMNS {
        let mut ended = false;
        for row in (0..ROWS).rev() {
            let side = match cells[row * COLUMNS + column] {
                0 => {
                    ended = true;
                    continue;
                }
                1 => Side::First,
                _ => Side::Second,
            };
            match board.dropped(column as u32 + 1, side) {
                Some(next) if !ended => board = next,
                _ => return Err(malformed),
            }
        }
    }
    Ok(board)
}

/// The side of an argument, or both when it is unbound.
fn sides(call: &mut Call<'_>, n: usize) -> Result<&'static [Side], Fault> {
    match call.symbol(n, &CELLS)? {
        None => Ok(&Side::BOTH),
        Some(1) => Ok(&[Side::First]),
        Some(2) => Ok(&[Side::Second]),
        Some(_) => Err(Fault::Domain(CELLS.symbol, call.arg(n))),
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
