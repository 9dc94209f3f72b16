//! Dots and Boxes (*ceritos*): a board of N×N dots is a matrix of functors,
//! `tablero(fila(c(H,V,J),…),…)` with N rows of N cells. `H` is 1 when the
//! top side of the cell is drawn, `V` when its left side is, `J` is the owner
//! of the box (0 nobody). The last row and column are no boxes: they only
//! carry the border lines. Rows and columns count from 1.

use sobremesa_dots::{Direction, Dots, DotsPosition, Line, Rules, Size};
use sobremesa_kernel::{Position, Side};

use super::machines::{self, Idle};
use crate::host::{Alphabet, Answer, Call, Fault, Host, Kind, Value};
use crate::table::Determinism::{Det, Semidet};
use crate::table::Predicate;

static DIRECTIONS: Alphabet = Alphabet {
    board: "tablero",
    symbol: "direccion",
    symbols: ["h", "v", ""],
    strings: false,
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

fn empty(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let dots = call.bound_integer(0)?;
    let size = usize::try_from(dots)
        .ok()
        .and_then(|dots| dots.checked_sub(1))
        .and_then(|boxes| Size::new(boxes, boxes))
        .ok_or(Fault::Domain("tamano_de_tablero", call.arg(0)))?;
    Ok(vec![vec![(1, value(&DotsPosition::start(&Rules { size })))]])
}

fn over(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let position = board(call, Side::First)?;
    if position.outcome().is_none() {
        return Ok(vec![]);
    }
    let [first, second] = position.boxes();
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
    Ok(vec![vec![(1, Value::Integer(first.into())), (2, Value::Integer(second.into())), (3, text)]])
}

fn human(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let turn = turn(call)?;
    let position = board(call, turn)?;
    let (row, column) = (call.bound_integer(2)?, call.bound_integer(3)?);
    let direction = match call.symbol(4, &DIRECTIONS)? {
        None => return Err(Fault::Instantiation),
        Some(0) => Direction::Horizontal,
        Some(1) => Direction::Vertical,
        Some(_) => return Err(Fault::Domain(DIRECTIONS.symbol, call.arg(4))),
    };
    let (Ok(row), Ok(column)) = (u8::try_from(row), u8::try_from(column)) else {
        return Ok(vec![]);
    };
    let line = Line { row, column, direction };
    if position.check(line).is_err() {
        return Ok(vec![]);
    }
    Ok(vec![after(position, line, 5)])
}

fn machine(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let turn = turn(call)?;
    let position = board(call, turn)?;
    let Some(line) = think(call, &position)? else { return Ok(vec![]) };
    let mut answer = named(line, 3);
    answer.extend(after(position, line, 6));
    Ok(vec![answer])
}

fn hint(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let turn = turn(call)?;
    let position = board(call, turn)?;
    Ok(think(call, &position)?.map(|line| named(line, 3)).into_iter().collect())
}

/// The machine's line at the level of the third argument, `None` at the end.
fn think(call: &mut Call<'_>, position: &DotsPosition) -> Result<Option<Line>, Fault> {
    let level = call.bound_integer(2)?;
    let Ok(level) = u8::try_from(level.min(255)) else {
        return Err(Fault::Domain("not_less_than_zero", call.arg(2)));
    };
    if position.outcome().is_some() {
        return Ok(None);
    }
    // Level 1 closes boxes and looks no further; a Nivel of 1 asks for a
    // search, if only one ply deep.
    let player = if level == 1 { 2 } else { level };
    machines::choose::<Dots>(&MACHINES, call.host, position, player, Some(level.into())).map(Some)
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
fn after(mut position: DotsPosition, line: Line, at: usize) -> Answer {
    let index = position.size().index(line).expect("the line was checked");
    let closed: Vec<Value> = position
        .closed_by(index)
        .map(|of_box| {
            let (row, column) = position.geometry().place(of_box);
            Value::Place(row as i64 + 1, column as i64 + 1)
        })
        .collect();
    position.draw(index);
    let turn = position.turn().index() as i64 + 1;
    vec![(at, value(&position)), (at + 1, Value::Integer(turn)), (at + 2, Value::List(closed))]
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
/// open or a closed one that is nobody's: all are type errors.
fn board(call: &mut Call<'_>, turn: Side) -> Result<DotsPosition, Fault> {
    let term = call.args;
    let cells = read_cells(call.host, term)?;
    parse(&cells, turn).ok_or(Fault::Type(BOARD, term))
}

/// The cells `[H, V, J]`, row by row.
fn read_cells(host: &mut dyn Host, term: usize) -> Result<Vec<Vec<[i64; 3]>>, Fault> {
    let (mut rows, mut row, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    let malformed = |host: &mut dyn Host, part| match host.kind(part) {
        Kind::Var => Fault::Instantiation,
        _ => Fault::Type(BOARD, term),
    };
    if !host.arguments(term, &mut rows) {
        return Err(malformed(host, term));
    }
    let mut cells = Vec::with_capacity(rows.len());
    for &list in &rows {
        if !host.arguments(list, &mut row) {
            return Err(malformed(host, list));
        }
        let mut read = Vec::with_capacity(row.len());
        for &cell in &row {
            if !host.arguments(cell, &mut marks) || marks.len() != 3 {
                return Err(malformed(host, cell));
            }
            let mut values = [0; 3];
            for (value, &mark) in values.iter_mut().zip(&marks) {
                *value = match host.kind(mark) {
                    Kind::Integer(n) => n,
                    _ => return Err(malformed(host, mark)),
                };
            }
            read.push(values);
        }
        cells.push(read);
    }
    Ok(cells)
}

fn parse(cells: &[Vec<[i64; 3]>], turn: Side) -> Option<DotsPosition> {
    let columns = cells.first()?.len().checked_sub(1)?;
    let size = Size::new(cells.len().checked_sub(1)?, columns)?;
    let mut lines = Vec::new();
    let mut owners = vec![None; size.boxes()];
    for (r, row) in cells.iter().enumerate() {
        if row.len() != columns + 1 {
            return None;
        }
        for (c, &[top, left, owner]) in row.iter().enumerate() {
            let (row, column) = (r as u8 + 1, c as u8 + 1);
            for (mark, line) in
                [(top, Line::horizontal(row, column)), (left, Line::vertical(row, column))]
            {
                match mark {
                    0 => {}
                    1 => lines.push(size.index(line)?),
                    _ => return None,
                }
            }
            let side = match owner {
                0 => continue,
                1 => Side::First,
                2 => Side::Second,
                _ => return None,
            };
            if r >= size.rows() || c >= size.columns() {
                return None;
            }
            owners[r * size.columns() + c] = Some(side);
        }
    }
    DotsPosition::set_up(Rules { size }, lines, &owners, turn).ok()
}

fn value(position: &DotsPosition) -> Value {
    let size = position.size();
    let drawn = |line: Line| {
        let drawn = size.index(line).is_some_and(|index| position.is_drawn(index));
        Value::Integer(drawn.into())
    };
    let cell = |r: usize, c: usize| {
        let owner = if r < size.rows() && c < size.columns() {
            position.owner(r * size.columns() + c)
        } else {
            None
        };
        let (row, column) = (r as u8 + 1, c as u8 + 1);
        Value::Compound(
            "c",
            vec![
                drawn(Line::horizontal(row, column)),
                drawn(Line::vertical(row, column)),
                Value::Integer(owner.map_or(0, |side| side.index() as i64 + 1)),
            ],
        )
    };
    let rows = (0..=size.rows())
        .map(|r| Value::Compound("fila", (0..=size.columns()).map(|c| cell(r, c)).collect()))
        .collect();
    Value::Compound(BOARD, rows)
}
