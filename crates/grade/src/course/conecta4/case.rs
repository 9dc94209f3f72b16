//! The questions about Connect 4, and how boards are written.

use super::reading::{COLUMNS, Grid, ROWS};
use crate::prolog::Term;
use crate::report::{Diagram, Style};

/// Which columns are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    Winning,
    Safe,
    Definitive,
}

/// One question. Columns and places are as the sheet counts, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Case {
    Initial,
    /// With the board that it asks about as the result, if it does.
    Drop {
        grid: Grid,
        column: i64,
        side: u8,
        into: Option<Grid>,
    },
    Room {
        grid: Grid,
        column: Option<i64>,
    },
    Content {
        grid: Grid,
        row: i64,
        column: i64,
        piece: Option<u8>,
    },
    Four {
        grid: Grid,
        side: Option<u8>,
    },
    Draw {
        grid: Grid,
    },
    Kind {
        which: Columns,
        grid: Grid,
        side: u8,
        column: Option<i64>,
    },
}

pub const EMPTY: Grid = [[0; COLUMNS]; ROWS];

/// The call of a question, and what is told of each solution.
pub fn goal(case: &Case) -> (Term, Term) {
    let var = Term::var;
    let yes = Term::atom("true");
    let number = |column: &Option<i64>| column.map_or(var("C"), Term::Int);
    let told = |column: &Option<i64>| column.map_or(var("C"), |_| Term::atom("true"));
    match case {
        Case::Initial => (Term::call("tableroInicial", [var("T")]), var("T")),
        Case::Drop { column, side, into, .. } => {
            let result = into.as_ref().map_or(var("T2"), term);
            let goal =
                Term::call("ingresarFicha", [var("T"), Term::Int(*column), piece(*side), result]);
            // The board it was given is told too: it must be what it was.
            let told = match into {
                Some(_) => yes,
                None => Term::call("t", [var("T"), var("T2")]),
            };
            (goal, told)
        }
        Case::Room { column, .. } => {
            (Term::call("columnaDisp", [var("T"), number(column)]), told(column))
        }
        Case::Content { row, column, piece: asked, .. } => {
            let what = asked.map_or(var("F"), piece);
            let told = if asked.is_some() { yes } else { var("F") };
            let place = Term::numbers(&[*row, *column]);
            (Term::call("contenido", [var("T"), place, what]), told)
        }
        Case::Four { side, .. } => {
            let side = side.map_or(var("F"), piece);
            let told = Term::call("t", [side.clone(), var("L")]);
            (Term::call("conecta4", [var("T"), side, var("L")]), told)
        }
        Case::Draw { .. } => (Term::call("empate", [var("T")]), yes),
        Case::Kind { which, side, column, .. } => {
            let name = match which {
                Columns::Winning => "jugadaGanadora",
                Columns::Safe => "jugadaSegura",
                Columns::Definitive => "jugadaDefinitiva",
            };
            (Term::call(name, [var("T"), piece(*side), number(column)]), told(column))
        }
    }
}

/// A piece as the sheet writes it.
pub fn piece(cell: u8) -> Term {
    Term::atom(["-", "a", "b"][usize::from(cell)])
}

/// A board as the sheet writes it.
pub fn term(grid: &Grid) -> Term {
    Term::List(grid.iter().map(|row| Term::List(row.iter().map(|&c| piece(c)).collect())).collect())
}

pub fn diagram(grid: &Grid) -> Diagram {
    let letter = |&cell: &u8| ['-', 'a', 'b'][usize::from(cell)];
    let rows = grid.iter().map(|row| row.iter().map(letter).collect()).collect();
    Diagram::counted(Style::Columns, rows, 1)
}

pub fn pieces(grid: &Grid) -> usize {
    grid.iter().flatten().filter(|&&cell| cell != 0).count()
}

/// The board of a question.
pub fn grid(case: &Case) -> Option<&Grid> {
    match case {
        Case::Initial => None,
        Case::Drop { grid, .. }
        | Case::Room { grid, .. }
        | Case::Content { grid, .. }
        | Case::Four { grid, .. }
        | Case::Draw { grid }
        | Case::Kind { grid, .. } => Some(grid),
    }
}
