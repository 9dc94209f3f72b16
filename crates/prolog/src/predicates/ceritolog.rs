//! Dots and Boxes (*ceritos*): a board of N×N dots is a matrix of functors,
//! `tablero(fila(c(H,V,J),…),…)` with N rows of N cells. `H` is 1 when the
//! top side of the cell is drawn, `V` when its left side is, `J` is the owner
//! of the box (0 nobody). The last row and column are no boxes: they only
//! carry the border lines. Rows and columns count from 1.

use std::hash::{BuildHasher, RandomState};

use sobremesa_dots::{Direction, Dots, DotsPosition, Line, MOST_VAST, Mismatch, VastBoard};
use sobremesa_kernel::{Message, Rng, Side};

use super::machines::{self, Idle};
use crate::host::{Alphabet, Answer, Call, Fault, Host, Kind, Value};
use crate::predicate::Determinism::{Det, Semidet};
use crate::predicate::Predicate;

static DIRECTIONS: Alphabet = Alphabet {
    board: "tablero",
    symbol: "direccion",
    symbols: ["h", "v", ""],
    strings: false,
    first: 1,
    size: None,
    id: 4,
};

const BOARD: &str = "tablero";

static MACHINES: Idle<DotsPosition> = Idle::new();

pub(crate) static PREDICATES: &[Predicate] = &[
    predicate!("ceritolog", "tablero", ["+N", "?T"], Det, empty, "tablero(4,T)"),
    predicate!(
        "ceritolog",
        "fin_del_juego",
        ["+T", "?P1", "?P2", "?Ganador"],
        Semidet,
        over,
        "tablero(2,T), \\+ fin_del_juego(T,_,_,_)"
    ),
    predicate!(
        "ceritolog",
        "jugada_humano",
        ["+T", "+Turno", "+F", "+C", "+D", "?T2", "?Turno2", "?Celdas"],
        Semidet,
        human,
        "tablero(2,T), jugada_humano(T,1,1,1,h,_,2,[])"
    ),
    predicate!(
        "ceritolog",
        "jugada_maquina",
        ["+T", "+Turno", "+Nivel", "?F", "?C", "?D", "?T2", "?Turno2", "?Celdas"],
        Semidet,
        machine,
        "tablero(3,T), jugada_maquina(T,1,2,F,C,D,T2,U,Cs), jugada_humano(T,1,F,C,D,T2,U,Cs)"
    ),
    predicate!(
        "ceritolog",
        "sugerencia_jugada",
        ["+T", "+Turno", "+Nivel", "?F", "?C", "?D"],
        Semidet,
        hint,
        "tablero(3,T), sugerencia_jugada(T,1,2,F,C,D), jugada_humano(T,1,F,C,D,_,_,_)"
    ),
];

/// Any N that memory holds: fewer than two dots make no board, more than
/// this build takes are a matter of resources.
fn empty(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let dots = call.bound_integer(0)?;
    if dots < 2 {
        return Err(Fault::Domain("tamano_de_tablero", call.arg(0)));
    }
    let boxes = usize::try_from(dots - 1).unwrap_or(usize::MAX);
    let board =
        VastBoard::new(boxes, boxes, Side::First).ok_or(Fault::Resource("tamano_de_tablero"))?;
    Ok(vec![vec![(1, value(&board))]])
}

fn over(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let board = board(call, Side::First)?;
    if !board.is_over() {
        return Ok(vec![]);
    }
    let [first, second] = board.boxes();
    let text = match first.cmp(&second) {
        std::cmp::Ordering::Greater => "Gana el jugador 1",
        std::cmp::Ordering::Less => "Gana el jugador 2",
        std::cmp::Ordering::Equal => "Empate",
    };
    // It is text: whoever asks with an atom is answered with one.
    let text = match call.host.kind(call.args + 3) {
        Kind::Atom => Value::Atom(text),
        _ => Value::Text(text),
    };
    Ok(vec![vec![(1, Value::Integer(first as i64)), (2, Value::Integer(second as i64)), (3, text)]])
}

/// The sheet: «si el movimiento que se quiere hacer no es válido, el predicado
/// falla». A player that is neither 1 nor 2 and a direction that is neither
/// `h` nor `v` make no valid move, like a line off the board.
fn human(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let player = call.bound_integer(1)?;
    let turn = if player == 2 { Side::Second } else { Side::First };
    let board = board(call, turn)?;
    let (row, column) = (call.bound_integer(2)?, call.bound_integer(3)?);
    let direction = match call.symbol(4, &DIRECTIONS) {
        Ok(None) => return Err(Fault::Instantiation),
        Ok(Some(0)) => Direction::Horizontal,
        Ok(Some(1)) => Direction::Vertical,
        Ok(Some(_)) | Err(Fault::Domain(..)) => return Ok(vec![]),
        Err(fault) => return Err(fault),
    };
    if !(1..=2).contains(&player) {
        return Ok(vec![]);
    }
    let (Ok(row), Ok(column)) = (u8::try_from(row), u8::try_from(column)) else {
        return Ok(vec![]);
    };
    let line = Line { row, column, direction };
    if !board.is_legal(line) {
        return Ok(vec![]);
    }
    Ok(vec![after(board, line, 5)])
}

fn machine(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let turn = turn(call)?;
    let board = board(call, turn)?;
    let Some(line) = think(call, &board)? else { return Ok(vec![]) };
    let mut answer = named(line, 3);
    answer.extend(after(board, line, 6));
    Ok(vec![answer])
}

fn hint(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let turn = turn(call)?;
    let board = board(call, turn)?;
    Ok(think(call, &board)?.map(|line| named(line, 3)).into_iter().collect())
}

/// The machine's line at the level of the third argument, `None` at the end.
/// A board that is too large for the engines has a quick and careful player.
fn think(call: &mut Call<'_>, board: &VastBoard) -> Result<Option<Line>, Fault> {
    let level = call.bound_integer(2)?;
    let Ok(level) = u8::try_from(level.min(255)) else {
        return Err(Fault::Domain("not_less_than_zero", call.arg(2)));
    };
    if board.is_over() {
        return Ok(None);
    }
    let Some(position) = board.position() else {
        let mut rng = Rng::new(RandomState::new().hash_one(level));
        return Ok(board.careful_line(&mut rng));
    };
    // Level 1 closes boxes and looks no further; a Nivel of 1 asks for a
    // search, if only one ply deep.
    let player = if level == 1 { 2 } else { level };
    machines::choose::<Dots>(&MACHINES, call.host, &position, player, Some(level.into())).map(Some)
}

/// `F`, `C`, `D` of a line, in three arguments from `at` on.
fn named(line: Line, at: usize) -> Answer {
    let direction = match line.direction {
        Direction::Horizontal => "h",
        Direction::Vertical => "v",
    };
    vec![
        (at, Value::Integer(line.row.into())),
        (at + 1, Value::Integer(line.column.into())),
        (at + 2, Value::Atom(direction)),
    ]
}

/// The board after a line, whose turn it is then and the boxes it closed, in
/// three arguments from `at` on.
fn after(mut board: VastBoard, line: Line, at: usize) -> Answer {
    let closed = board.draw(line);
    let closed =
        closed.into_iter().map(|(row, column)| Value::Place(row as i64 + 1, column as i64 + 1));
    let closed = Value::List(closed.collect());
    let turn = board.turn().index() as i64 + 1;
    vec![(at, value(&board)), (at + 1, Value::Integer(turn)), (at + 2, closed)]
}

/// The side of the second argument.
fn turn(call: &mut Call<'_>) -> Result<Side, Fault> {
    match call.bound_integer(1)? {
        1 => Ok(Side::First),
        2 => Ok(Side::Second),
        _ => Err(Fault::Domain("turno", call.arg(1))),
    }
}

/// The board of the first argument. A shape that is no board, a mark that is
/// neither 0 nor 1, a border line where there is none, an owned box that is
/// open or a closed one that is nobody's: all are type errors that say where.
fn board(call: &mut Call<'_>, turn: Side) -> Result<VastBoard, Fault> {
    let term = call.args;
    let cells = read_cells(call.host, term)?;
    parse(&cells, turn).map_err(|slip| Fault::Malformed(BOARD, term, Box::new(slip)))
}

/// The cells `[H, V, J]`, row by row.
fn read_cells(host: &mut dyn Host, term: usize) -> Result<Vec<Vec<[i64; 3]>>, Fault> {
    let (mut rows, mut row, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    let malformed = |host: &mut dyn Host, part, slip: Message| match host.kind(part) {
        Kind::Var => Fault::Instantiation,
        _ => Fault::Malformed(BOARD, term, Box::new(slip.with("found", host.shown(part)))),
    };
    if !host.arguments(term, &mut rows) {
        return Err(malformed(host, term, Message::new("prolog-slip-dots-board")));
    }
    let mut cells = Vec::with_capacity(rows.len());
    for (r, &list) in rows.iter().enumerate() {
        if !host.arguments(list, &mut row) {
            let slip = Message::new("prolog-slip-dots-row").with("row", r + 1);
            return Err(malformed(host, list, slip));
        }
        let mut read = Vec::with_capacity(row.len());
        for (c, &cell) in row.iter().enumerate() {
            let slip = |id| Message::new(id).with("row", r + 1).with("column", c + 1);
            if !host.arguments(cell, &mut marks) || marks.len() != 3 {
                return Err(malformed(host, cell, slip("prolog-slip-dots-cell")));
            }
            let mut values = [0; 3];
            for (value, &mark) in values.iter_mut().zip(&marks) {
                *value = match host.kind(mark) {
                    Kind::Integer(n) => n,
                    _ => return Err(malformed(host, mark, slip("prolog-slip-dots-mark"))),
                };
            }
            read.push(values);
        }
        cells.push(read);
    }
    Ok(cells)
}

/// The board that the cells show, or what is wrong with them.
fn parse(cells: &[Vec<[i64; 3]>], turn: Side) -> Result<VastBoard, Message> {
    let columns = cells.first().map_or(0, Vec::len);
    let board = (cells.len().checked_sub(1).zip(columns.checked_sub(1)))
        .and_then(|(rows, columns)| VastBoard::new(rows, columns, turn))
        .ok_or_else(|| {
            let slip = Message::new("prolog-slip-dots-size").with("most", MOST_VAST + 1);
            slip.with("rows", cells.len()).with("columns", columns)
        })?;
    let boxes = board.columns();
    let mut lines = Vec::new();
    let mut owners = vec![None; board.rows() * boxes];
    for (r, row) in cells.iter().enumerate() {
        if row.len() != columns {
            let slip = Message::new("prolog-slip-row-length").with("row", r + 1);
            return Err(slip.with("found", row.len()).with("expected", columns));
        }
        for (c, &[top, left, owner]) in row.iter().enumerate() {
            let slip = |id| Message::new(id).with("row", r + 1).with("column", c + 1);
            let (row, column) = (r as u8 + 1, c as u8 + 1);
            for (mark, line) in
                [(top, Line::horizontal(row, column)), (left, Line::vertical(row, column))]
            {
                match mark {
                    0 => {}
                    1 if board.has(line) => lines.push(line),
                    1 => return Err(slip("prolog-slip-dots-border")),
                    _ => return Err(slip("prolog-slip-dots-mark").with("found", mark)),
                }
            }
            let side = match owner {
                0 => continue,
                1 => Side::First,
                2 => Side::Second,
                _ => return Err(slip("prolog-slip-dots-owner").with("found", owner)),
            };
            if r >= board.rows() || c >= boxes {
                return Err(slip("prolog-slip-dots-no-box"));
            }
            owners[r * boxes + c] = Some(side);
        }
    }
    board.with(lines, owners).map_err(|mismatch| {
        let (id, of_box) = match mismatch {
            Mismatch::Open(of_box) => ("prolog-slip-dots-open", of_box),
            Mismatch::Unowned(of_box) => ("prolog-slip-dots-closed", of_box),
        };
        Message::new(id).with("row", of_box / boxes + 1).with("column", of_box % boxes + 1)
    })
}

fn value(board: &VastBoard) -> Value {
    let cell = |r: usize, c: usize| {
        let (row, column) = (r as u8 + 1, c as u8 + 1);
        let drawn = |line| Value::Integer(board.is_drawn(line).into());
        let owner = board.owner(r, c).map_or(0, |side| side.index() as i64 + 1);
        let sides = [Line::horizontal(row, column), Line::vertical(row, column)];
        let [top, left] = sides.map(drawn);
        Value::Compound("c", vec![top, left, Value::Integer(owner)])
    };
    let rows = (0..=board.rows())
        .map(|r| Value::Compound("fila", (0..=board.columns()).map(|c| cell(r, c)).collect()))
        .collect();
    Value::Compound(BOARD, rows)
}
