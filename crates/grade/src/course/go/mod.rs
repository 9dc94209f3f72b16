//! Go on 19×19: the empty board, a move, and the count, whose name and order
//! the sheets leave to the students. What is right is what our own stones say.

mod case;
mod catalogue;
mod pool;
mod reading;

use std::io;

use sobremesa_go::{Point, Stones};
use sobremesa_kernel::Side;

use crate::examine::{Course, Expected, Misreading, Task};
use crate::prolog::{Program, QUICK, Reply, Step, Term};
use crate::report::{Diagram, Style};
use case::{Case, board};
use reading::{Board, Reading, SIZE};

/// The course.
#[derive(Clone, Copy, Debug)]
pub struct Go;

static TASKS: &[Task] = &[
    Task {
        predicate: "emptyBoard",
        arity: 1,
        aliases: &[],
        sheet: "Retornar un Tablero de juego vacío.",
    },
    Task {
        predicate: "goMove",
        arity: 4,
        aliases: &[],
        sheet: "NewBoard: es la configuración resultante de reflejar la movida del jugador Player \
                en la posición Pos a partir de la configuración Board y eventualmente eliminar \
                fichas del oponente encerradas por esta jugada. Un jugador podrá hacer una movida \
                válida al colocar una piedra en cualquier intersección vacía, con la restricción \
                de que al colocarla en dicho lugar no cometa suicidio.",
    },
    Task {
        predicate: "finDelJuego",
        arity: 3,
        aliases: &["score", "contarFichas", "terminarJuego", "winPoints"],
        sheet: "Territorio: número de intersecciones que quedaron ocupadas por piedras propias, \
                además de aquellas intersecciones vacías que quedaron encerradas o rodeadas por \
                piedras propias.",
    },
];

impl Course for Go {
    type Case = Case;
    type Reading = Reading;

    fn id(&self) -> &'static str {
        "go"
    }

    fn tasks(&self) -> &'static [Task] {
        TASKS
    }

    fn misreadings(&self) -> &'static [Misreading<Reading>] {
        catalogue::MISREADINGS
    }

    fn pool(&self, task: usize, seed: u64) -> Vec<Case> {
        pool::pool(task, seed)
    }

    /// Who writes the empty board with atoms is asked with atoms.
    fn prepare(&self, program: &mut Program<'_>) -> io::Result<()> {
        let replies = program.ask(&self.steps(&Case::Empty), QUICK)?;
        let first = replies.first().and_then(|reply| reply.solutions.first()?.value.as_ref());
        let cell = first.and_then(|board| board.as_list()?.first()?.as_list()?.first());
        program.dialect.atoms = matches!(cell, Some(Term::Atom(_)));
        Ok(())
    }

    fn sheets(&self) -> Vec<Reading> {
        vec![Reading::default(), Reading { white_first: true, ..Reading::default() }]
    }

    fn steps(&self, case: &Case) -> Vec<Step> {
        let lets = board(case).map(|board| vec![("Board", term(board))]).unwrap_or_default();
        let (goal, told) = goal(case);
        vec![Step { plays: false, lets, goal, told, most: 8 }]
    }

    fn expected(&self, case: &Case, reading: &Reading) -> Expected {
        let sheet = Reading { white_first: false, ..reading.clone() } == Reading::default();
        match case {
            Case::Empty => Expected::Value(term(&Board::empty())),
            Case::Move { board, colour, row, column } => {
                let after = match sheet {
                    true => by_our_stones(board, *colour, *row, *column),
                    false => reading.played(board, *colour, *row, *column),
                };
                match after {
                    Some(after) => Expected::Value(Term::call("t", [term(board), term(&after)])),
                    None => Expected::Fails,
                }
            }
            Case::Score { board } => {
                let [black, white] = match sheet {
                    true => stones(board).map_or([0, 0], |stones| stones.area().map(i64::from)),
                    false => reading.score(board),
                };
                let order = if reading.white_first { [white, black] } else { [black, white] };
                Expected::Value(Term::numbers(&order))
            }
        }
    }

    fn normal(&self, _: &Case, answer: Term) -> Term {
        texts(answer)
    }

    /// A count is two numbers.
    fn is_understood(&self, case: &Case, replies: &[Reply]) -> bool {
        let first = || replies.last()?.solutions.first()?.value.as_ref()?.as_list();
        let numbers = |points: &[Term]| points.iter().all(|point| point.as_int().is_some());
        !matches!(case, Case::Score { .. }) || first().is_some_and(numbers)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        match case {
            Case::Empty => vec![],
            Case::Move { board, colour, row, column } => pool::lifted(board)
                .into_iter()
                .filter(sound)
                .map(|board| Case::Move { board, colour: *colour, row: *row, column: *column })
                .collect(),
            Case::Score { board } => pool::lifted(board)
                .into_iter()
                .filter(pool::fair)
                .map(|board| Case::Score { board })
                .collect(),
        }
    }

    fn size(&self, case: &Case) -> usize {
        board(case).map_or(0, Board::stones)
    }

    fn query(&self, case: &Case) -> String {
        let (goal, _) = goal(case);
        match board(case) {
            // The rows that have stones, on the program's own empty board.
            Some(board) => format!("Board = {}, {goal}.", term(board)),
            None => format!("{goal}."),
        }
    }

    fn board(&self, case: &Case) -> Option<Diagram> {
        board(case).map(|board| {
            let letter = |&cell: &u8| ['-', 'b', 'w'][usize::from(cell)];
            let rows = board.0.chunks(SIZE).map(|row| row.iter().map(letter).collect()).collect();
            Diagram::counted(Style::Crossings, rows, 0)
        })
    }

    fn drawn(&self, _: &Case, answer: &Term) -> Option<Diagram> {
        let rows = match answer {
            Term::List(rows) => rows,
            Term::Compound(name, arguments) if name == "t" => arguments.last()?.as_list()?,
            _ => return None,
        };
        let row = |row: &Term| -> Option<String> {
            let cells = row.as_list()?;
            cells.iter().map(|cell| cell.as_text().and_then(|text| text.chars().next())).collect()
        };
        let rows = rows.iter().map(row).collect::<Option<Vec<String>>>()?;
        (rows.len() > 2).then(|| Diagram::counted(Style::Crossings, rows, 0))
    }

    fn told(&self, case: &Case, answer: &Term) -> String {
        match (case, answer) {
            (Case::Score { .. }, Term::List(points)) if points.len() == 2 => {
                format!("A = {}, B = {}", points[0], points[1])
            }
            (Case::Move { .. }, Term::Compound(name, arguments)) if name == "t" => {
                arguments.last().map_or_else(String::new, |board| format!("RBoard = {board}"))
            }
            _ => format!("Board = {answer}"),
        }
    }
}

/// The call of a question, and what is told of each solution.
fn goal(case: &Case) -> (Term, Term) {
    let var = Term::var;
    match case {
        Case::Empty => (Term::call("emptyBoard", [var("Board")]), var("Board")),
        Case::Move { colour, row, column, .. } => {
            let player = symbol(*colour);
            let place = Term::numbers(&[*row, *column]);
            let goal = Term::call("goMove", [var("Board"), player, place, var("RBoard")]);
            // The board it was given is told too: it must be what it was.
            (goal, Term::call("t", [var("Board"), var("RBoard")]))
        }
        Case::Score { .. } => {
            let goal = Term::call("finDelJuego", [var("Board"), var("A"), var("B")]);
            (goal, Term::List(vec![var("A"), var("B")]))
        }
    }
}

fn symbol(cell: u8) -> Term {
    Term::Text(["-", "b", "w"][usize::from(cell)].to_owned())
}

/// A board as the course's code writes it.
fn term(board: &Board) -> Term {
    let row = |row: &[u8]| Term::List(row.iter().map(|&cell| symbol(cell)).collect());
    Term::List(board.0.chunks(SIZE).map(row).collect())
}

/// Atoms as strings: whoever writes atoms means the same.
fn texts(term: Term) -> Term {
    match term {
        Term::Atom(name) => Term::Text(name),
        Term::List(items) => Term::List(items.into_iter().map(texts).collect()),
        Term::Compound(name, items) => Term::Compound(name, items.into_iter().map(texts).collect()),
        other => other,
    }
}

/// Our own stones of a board.
fn stones(board: &Board) -> Option<Stones> {
    let side = |&cell: &u8| match cell {
        1 => Some(Side::First),
        2 => Some(Side::Second),
        _ => None,
    };
    Stones::from_cells(SIZE, SIZE, board.0.iter().map(side))
}

fn by_our_stones(board: &Board, colour: u8, row: i64, column: i64) -> Option<Board> {
    let side = if colour == 1 { Side::First } else { Side::Second };
    let point = Point::new(row.try_into().ok()?, column.try_into().ok()?)?;
    let after = stones(board)?.play(side, point, &[]).ok()?;
    let cell = |side: &Option<Side>| side.map_or(0, |side| side.index() as u8 + 1);
    Some(Board(after.cells().iter().map(cell).collect()))
}

/// Whether every stone has a liberty, as in every game.
fn sound(board: &Board) -> bool {
    stones(board).is_some_and(|stones| stones.breathless().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Our own stones and the slow reading of the rules agree on every
    /// question.
    #[test]
    fn the_sheet_read_slowly_is_our_own_board() {
        let rule = Reading::default();
        let (mut moves, mut scores) = (0, 0);
        for case in [1, 2].into_iter().flat_map(|task| Go.pool(task, 5)) {
            match &case {
                Case::Empty => {}
                Case::Move { board, colour, row, column } => {
                    let ours = by_our_stones(board, *colour, *row, *column);
                    assert_eq!(ours, rule.played(board, *colour, *row, *column), "{case:?}");
                    moves += 1;
                }
                Case::Score { board } => {
                    let ours = stones(board).unwrap().area().map(i64::from);
                    assert_eq!(ours, rule.score(board), "{case:?}");
                    scores += 1;
                }
            }
        }
        assert!(moves >= 100 && scores >= 40, "{moves} moves and {scores} scores");
    }
}
