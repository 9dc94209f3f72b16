//! Othello in the style of the other courses: boards are eight rows, top
//! first, of atoms `-`, `n` (black) and `b` (white); positions are `[F, C]`
//! from 1, and `pasa` is a pass.

use sobremesa_kernel::{Position as Rulebook, Side};
use sobremesa_othello::board::{Board, squares};
use sobremesa_othello::{Move, Othello, Position, Rules, Square};

use super::machines::{self, Idle};
use crate::host::{Alphabet, Answer, Call, Fault, Kind, Value};
use crate::predicate::Determinism::{Det, Nondet, Semidet};
use crate::predicate::Predicate;

static CELLS: Alphabet = Alphabet {
    board: "tablero",
    symbol: "color",
    symbols: ["-", "n", "b"],
    strings: false,
    first: 1,
    size: Some((8, 8)),
    id: 2,
};

static PASS: Alphabet = Alphabet {
    board: "jugada",
    symbol: "jugada",
    symbols: ["pasa", "pass", "paso"],
    strings: false,
    first: 1,
    size: None,
    id: 3,
};

static MACHINES: Idle<Position> = Idle::new();

pub(crate) static PREDICATES: &[Predicate] = &[
    predicate!("othello", "tablero_inicial", ["?T"], Det, initial, "tablero_inicial(T)"),
    predicate!(
        "othello",
        "jugada_valida",
        ["+T", "+Color", "?Pos"],
        Nondet,
        legal,
        "tablero_inicial(T), findall(P, jugada_valida(T,n,P), [[3,4],[4,3],[5,6],[6,5]])"
    ),
    predicate!(
        "othello",
        "jugar",
        ["+T", "+Color", "?Pos", "?T2"],
        Nondet,
        play,
        "tablero_inicial(T), jugar(T,n,[3,4],_)"
    ),
    predicate!(
        "othello",
        "ganador",
        ["+T", "?Negras", "?Blancas", "?Ganador"],
        Semidet,
        winner,
        "tablero_inicial(T), \\+ ganador(T,_,_,_)"
    ),
    predicate!(
        "othello",
        "jugada_maquina",
        ["+T", "+Color", "+Nivel", "?Pos", "?T2"],
        Semidet,
        machine,
        "tablero_inicial(T), jugada_maquina(T,n,1,P,_), jugada_valida(T,n,P)"
    ),
];

fn initial(_: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    Ok(vec![vec![(0, value(&Position::start(&Rules::default())))]])
}

fn legal(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let position = position(call)?;
    Ok(moves(call, &position)?.into_iter().map(|m| vec![(2, named(m))]).collect())
}

fn play(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let position = position(call)?;
    Ok(moves(call, &position)?
        .into_iter()
        .map(|m| {
            let mut next = position;
            next.play_unchecked(m);
            vec![(2, named(m)), (3, value(&next))]
        })
        .collect())
}

fn winner(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let discs = discs(call)?;
    if !Board::new(discs[0], discs[1]).is_over() {
        return Ok(vec![]);
    }
    let [black, white] = discs.map(|discs| i64::from(discs.count_ones()));
    let winner = match black.cmp(&white) {
        std::cmp::Ordering::Greater => "n",
        std::cmp::Ordering::Less => "b",
        std::cmp::Ordering::Equal => "empate",
    };
    Ok(vec![vec![(1, Value::Integer(black)), (2, Value::Integer(white)), (3, Value::Atom(winner))]])
}

fn machine(call: &mut Call<'_>) -> Result<Vec<Answer>, Fault> {
    let position = position(call)?;
    let level = call.bound_integer(2)?;
    let Ok(level) = u8::try_from(level.min(255)) else {
        return Err(Fault::Domain("not_less_than_zero", call.arg(2)));
    };
    if position.outcome().is_some() {
        return Ok(vec![]);
    }
    let m = machines::choose::<Othello>(&MACHINES, call.host, &position, level, None)?;
    let mut next = position;
    next.play_unchecked(m);
    Ok(vec![vec![(3, named(m)), (4, value(&next))]])
}

/// The legal moves that fit the third argument.
fn moves(call: &mut Call<'_>, position: &Position) -> Result<Vec<Move>, Fault> {
    let term = call.arg(2);
    if call.host.symbol(term, &PASS).is_some() {
        return Ok(if position.check(Move::Pass).is_ok() { vec![Move::Pass] } else { vec![] });
    }
    if matches!(call.host.kind(term), Kind::Atom | Kind::String) {
        return Err(Fault::Type("list", term));
    }
    let (row, column) = call.place(2)?;
    let fits = |m: &Move| match m {
        Move::Pass => row.is_none() && column.is_none(),
        Move::Place(square) => {
            let [r, c] = place(*square);
            row.is_none_or(|row| row == r) && column.is_none_or(|column| column == c)
        }
    };
    Ok(position.legal().into_iter().filter(fits).collect())
}

fn place(square: Square) -> [i64; 2] {
    [square.index() as i64 / 8 + 1, square.index() as i64 % 8 + 1]
}

fn named(m: Move) -> Value {
    match m {
        Move::Pass => Value::Atom("pasa"),
        Move::Place(square) => {
            let [row, column] = place(square);
            Value::Place(row, column)
        }
    }
}

/// The discs of Black and White on the board of the first argument.
fn discs(call: &mut Call<'_>) -> Result<[u64; 2], Fault> {
    let (cells, _) = call.grid(0, &CELLS)?;
    let mut discs = [0; 2];
    for (square, &cell) in cells.iter().enumerate() {
        if cell > 0 {
            discs[usize::from(cell) - 1] |= 1 << square;
        }
    }
    Ok(discs)
}

/// The position of the first two arguments, board and colour to move. Boards
/// that no game can show (an empty centre, a lonely disc) are boards: a
/// teacher tests with them.
fn position(call: &mut Call<'_>) -> Result<Position, Fault> {
    let [black, white] = discs(call)?;
    let turn = match call.symbol(1, &CELLS)? {
        None => return Err(Fault::Instantiation),
        Some(1) => Side::First,
        Some(2) => Side::Second,
        Some(_) => return Err(Fault::Domain(CELLS.symbol, call.arg(1))),
    };
    let board =
        if turn == Side::First { Board::new(black, white) } else { Board::new(white, black) };
    Position::set_up(board, turn, Rules::default()).ok_or(Fault::Type(CELLS.board, call.arg(0)))
}

fn value(position: &Position) -> Value {
    let mut cells = [0u8; 64];
    for side in Side::BOTH {
        for square in squares(position.discs(side)) {
            cells[square] = side.index() as u8 + 1;
        }
    }
    Value::Grid(&CELLS, 8, cells.into())
}
