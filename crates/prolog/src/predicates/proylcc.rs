//! Go: boards are rows, top first, of strings `"-"`, `"b"`, `"w"`; positions
//! are `[Row, Column]` from 0, row 0 on top ([`Stones`] counts rows from the
//! bottom, which the rules of Go do not notice). The course plays on 19×19; the predicates read
//! boards of 2×2 to 25×25.

use sobremesa_go::{Point, Stones};
use sobremesa_kernel::Side;

use crate::host::{Alphabet, Answer, Call, Fault, Value};
use crate::table::Determinism::{Det, Nondet, Semidet};
use crate::table::Predicate;

static CELLS: Alphabet =
    Alphabet { board: "board", symbol: "player", symbols: ["-", "b", "w"], strings: true, id: 1 };

pub(crate) static PREDICATES: &[Predicate] = &[
    predicate!("proylcc", "emptyBoard", ["?Board"], Det, empty, "emptyBoard(B), length(B,19)"),
    predicate!(
        "proylcc",
        "goMove",
        ["+Board", "+Player", "+Pos", "?RBoard"],
        Semidet,
        play,
        "goMove([[\"-\",\"-\"],[\"-\",\"-\"]],\"b\",[0,1],[[\"-\",\"b\"],[\"-\",\"-\"]])"
    ),
    predicate!(
        "proylcc",
        "goMove",
        ["+Board", "+Player", "+Pos", "+History", "?RBoard"],
        Semidet,
        play_with_history,
        "emptyBoard(B), goMove(B,\"b\",[3,3],[B],_)"
    ),
    predicate!(
        "proylcc",
        "finDelJuego",
        ["+Board", "?Negras", "?Blancas"],
        Det,
        score_black_white,
        "emptyBoard(B), goMove(B,\"b\",[3,3],B2), finDelJuego(B2,361,0)"
    ),
    predicate!(
        "proylcc",
        "score",
        ["+Board", "?White", "?Black"],
        Det,
        score_white_black,
        "emptyBoard(B), goMove(B,\"b\",[3,3],B2), score(B2,0,361)"
    ),
    predicate!(
        "proylcc",
        "contarFichas",
        ["+Board", "?Blancas", "?Negras"],
        Det,
        score_white_black,
        "emptyBoard(B), contarFichas(B,0,0)"
    ),
    predicate!(
        "proylcc",
        "terminarJuego",
        ["+Board", "?W", "?B"],
        Det,
        score_white_black,
        "emptyBoard(B), terminarJuego(B,0,0)"
    ),
    predicate!(
        "proylcc",
        "winPoints",
        ["+Board", "?White", "?Black"],
        Det,
        score_white_black,
        "emptyBoard(B), winPoints(B,0,0)"
    ),
    predicate!(
        "proylcc",
        "puntajeColor",
        ["+Board", "?Color", "?Puntaje"],
        Nondet,
        score_of,
        "emptyBoard(B), goMove(B,\"w\",[0,0],B2), puntajeColor(B2,\"w\",361)"
    ),
];

fn empty(_: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    Ok(vec![vec![(0, Value::Grid(&CELLS, 19, vec![0; 19 * 19].into()))]])
}

fn play(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let board = board(call, 0)?;
    move_on(call, &board, &[], 3)
}

fn play_with_history(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let now = board(call, 0)?;
    let mut lists = Vec::new();
    call.host.items(call.args + 3, &mut lists)?;
    let mut history = Vec::with_capacity(lists.len());
    for list in lists {
        history.push(read_board(call, list)?);
    }
    move_on(call, &now, &history, 4)
}

/// Plays the move of the second and third arguments; the board after it goes
/// to argument `result`.
fn move_on(
    call: &mut Call<'_>,
    board: &Stones,
    history: &[Stones],
    result: usize,
) -> Result<Vec<Answer>, Fault> {
    let side = match call.symbol(1, &CELLS)? {
        None => return Err(Fault::Instantiation),
        Some(1) => Side::First,
        Some(2) => Side::Second,
        Some(_) => return Err(Fault::Domain(CELLS.symbol, call.arg(1))),
    };
    let (Some(row), Some(column)) = call.place(2)? else { return Err(Fault::Instantiation) };
    let point = usize::try_from(row)
        .ok()
        .zip(usize::try_from(column).ok())
        .and_then(|(row, column)| Point::new(row, column));
    let after = point.and_then(|point| board.play(side, point, history).ok());
    Ok(after.map(|after| vec![(result, value(&after))]).into_iter().collect())
}

fn score_black_white(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let [black, white] = area(call)?;
    Ok(vec![vec![(1, Value::Integer(black)), (2, Value::Integer(white))]])
}

fn score_white_black(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let [black, white] = area(call)?;
    Ok(vec![vec![(1, Value::Integer(white)), (2, Value::Integer(black))]])
}

fn score_of(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let area = area(call)?;
    let wanted = match call.symbol(1, &CELLS)? {
        Some(0) => return Err(Fault::Domain(CELLS.symbol, call.arg(1))),
        wanted => wanted,
    };
    Ok((1..=2u8)
        .filter(|&side| wanted.is_none_or(|wanted| wanted == side))
        .map(|side| {
            let points = area[usize::from(side) - 1];
            vec![(1, Value::Symbol(&CELLS, side)), (2, Value::Integer(points))]
        })
        .collect())
}

/// The points of Black and White on the board of the first argument.
fn area(call: &mut Call<'_>) -> Result<[i64; 2], Fault> {
    Ok(board(call, 0)?.area().map(i64::from))
}

fn board(call: &mut Call<'_>, n: usize) -> Result<Stones, Fault> {
    read_board(call, call.arg(n))
}

fn read_board(call: &mut Call<'_>, term: usize) -> Result<Stones, Fault> {
    let mut cells = Vec::with_capacity(19 * 19);
    let columns = call.host.grid(term, &CELLS, &mut cells)?;
    let malformed = || Fault::Type(CELLS.board, term);
    if columns == 0 {
        return Err(malformed());
    }
    Stones::from_cells(cells.len() / columns, columns, cells.iter().map(|&cell| side(cell)))
        .ok_or_else(malformed)
}

fn side(cell: u8) -> Option<Side> {
    match cell {
        1 => Some(Side::First),
        2 => Some(Side::Second),
        _ => None,
    }
}

fn value(stones: &Stones) -> Value {
    let cells = stones.cells().iter().map(|side| side.map_or(0, |side| side.index() as u8 + 1));
    Value::Grid(&CELLS, stones.columns(), cells.collect())
}
