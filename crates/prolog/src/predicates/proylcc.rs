//! Go: boards are rows, top first, of strings `"-"`, `"b"`, `"w"`; positions
//! are `[Row, Column]` from 0, row 0 on top ([`Stones`] counts rows from the
//! bottom, which the rules of Go do not notice). The course plays on 19×19; the predicates read
//! boards of 2×2 to 25×25.

use sobremesa_go::{Point, Stones};
use sobremesa_kernel::{Message, Side};

use crate::host::{Alphabet, Answer, Call, Fault, Kind, Value};
use crate::predicate::Determinism::{Det, Nondet, Semidet};
use crate::predicate::Predicate;

static CELLS: Alphabet = Alphabet {
    board: "board",
    symbol: "player",
    symbols: ["-", "b", "w"],
    strings: true,
    first: 0,
    size: None,
    id: 1,
};

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
    predicate!(
        "proylcc",
        "opuesto",
        ["?Color", "?ColorOp"],
        Nondet,
        opposite,
        "opuesto(\"b\",\"w\")"
    ),
    predicate!(
        "proylcc",
        "colorOpuesto",
        ["?Color", "?ColorOp"],
        Nondet,
        opposite,
        "colorOpuesto(\"blanco\",\"negro\")"
    ),
    predicate!(
        "proylcc",
        "adyacente",
        ["+Pos", "?PosAdy"],
        Nondet,
        adjacent,
        "findall(P, adyacente([0,0],P), [[1,0],[0,1]])"
    ),
    predicate!(
        "proylcc",
        "adyacentes",
        ["+P", "?L"],
        Det,
        all_adjacent,
        "adyacentes([3,3], [[2,3],[4,3],[3,2],[3,4]])"
    ),
    predicate!(
        "proylcc",
        "replace",
        ["?X", "+XIndex", "?Y", "+Xs", "?XsY"],
        Semidet,
        replace,
        "replace(X, 1, z, [a,b,c], [a,z,c])"
    ),
];

/// The colours as the second sheet names them.
static WORDS: Alphabet = Alphabet {
    board: "board",
    symbol: "player",
    symbols: ["", "negro", "blanco"],
    strings: true,
    first: 0,
    size: None,
    id: 5,
};

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

/// The facts `opuesto("b","w")` and `opuesto("w","b")`; a colour by its name
/// is answered by name. Whatever else is no fact, and fails.
fn opposite(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let words = [0, 1]
        .map(|n| call.arg(n))
        .into_iter()
        .any(|term| call.host.symbol(term, &WORDS).is_some_and(|word| word > 0));
    let colours = if words { &WORDS } else { &CELLS };
    let mut answers = Vec::new();
    for pair in [[1, 2], [2, 1]] {
        let mut answer = Vec::new();
        let fits = pair.iter().enumerate().all(|(n, &colour)| {
            if call.host.kind(call.args + n) == Kind::Var {
                answer.push((n, Value::Symbol(colours, colour)));
                return true;
            }
            // Atoms are read as strings, and stay what they are.
            call.host.symbol(call.args + n, colours) == Some(colour)
        });
        if fits {
            answers.push(answer);
        }
    }
    Ok(answers)
}

/// Up, down, left and right of a place on the course's board.
fn neighbours(call: &mut Call<'_>) -> Result<Vec<Value>, Fault> {
    let (Some(row), Some(column)) = call.place(0)? else { return Err(Fault::Instantiation) };
    let on_board = |(row, column): &(i64, i64)| (0..19).contains(row) && (0..19).contains(column);
    if !on_board(&(row, column)) {
        return Ok(vec![]);
    }
    Ok([(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        .into_iter()
        .filter(on_board)
        .map(|(row, column)| Value::Place(row, column))
        .collect())
}

fn adjacent(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    Ok(neighbours(call)?.into_iter().map(|place| vec![(1, place)]).collect())
}

fn all_adjacent(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    Ok(vec![vec![(1, Value::List(neighbours(call)?))]])
}

/// Of any list, not only of boards: the sheets use it for rows and for cells.
fn replace(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let index = call.bound_integer(1)?;
    let mut items = Vec::new();
    call.host.items(call.args + 3, &mut items)?;
    let Some(&old) = usize::try_from(index).ok().and_then(|index| items.get(index)) else {
        return Ok(vec![]);
    };
    let mut list: Vec<Value> = items.into_iter().map(Value::Term).collect();
    list[index as usize] = Value::Term(call.arg(2));
    Ok(vec![vec![(0, Value::Term(old)), (4, Value::List(list))]])
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
    let rows = cells.len().checked_div(columns).unwrap_or(0);
    Stones::from_cells(rows, columns, cells.iter().map(|&cell| side(cell))).ok_or_else(|| {
        let slip = Message::new("prolog-slip-go-size").with("rows", rows).with("columns", columns);
        Fault::Malformed(CELLS.board, term, Box::new(slip))
    })
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
