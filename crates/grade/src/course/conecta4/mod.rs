//! Connect 4: nine predicates over boards that are lists of rows of `-`, `a`
//! and `b`. What is right is what our own board says; [`reading`] is only its
//! slow twin and the misunderstandings.

mod case;
mod catalogue;
mod expect;
mod pool;
mod reading;

use crate::examine::{Course, Expected, Misreading, Task};
use crate::prolog::{Step, Term};
use crate::report::{Diagram, Style};
use case::{Case, diagram, goal, grid, pieces, term};
use expect::expected;
use pool::with_grid;
use reading::Reading;

/// The course.
#[derive(Clone, Copy, Debug)]
pub struct Conecta4;

static TASKS: &[Task] = &[
    Task {
        predicate: "tableroInicial",
        arity: 1,
        aliases: &[],
        sheet: "Este predicado permitirá obtener el tablero inicial de una partida.",
    },
    Task {
        predicate: "ingresarFicha",
        arity: 4,
        aliases: &[],
        sheet: "Tablero unifica con un tablero, Columna con un número de columna, Ficha con una \
                ficha del juego y Tablero2 con el tablero resultante de ingresar la ficha en la \
                columna.",
    },
    Task {
        predicate: "columnaDisp",
        arity: 2,
        aliases: &[],
        sheet: "Tablero unifica con un tablero y Columna con un número de columna que cuenta con \
                al menos un casillero libre.",
    },
    Task {
        predicate: "contenido",
        arity: 3,
        aliases: &[],
        sheet: "Tablero unifica con un tablero, Casillero con una lista de dos elementos que \
                indica la fila y columna, y Ficha con una ficha del juego.",
    },
    Task {
        predicate: "conecta4",
        arity: 3,
        aliases: &[],
        sheet: "Tablero unifica con un tablero que tiene un ganador, Ficha con la ficha del \
                ganador y ListaPos con la lista de posiciones ganadoras. El predicado fallará en \
                caso de no haber un ganador.",
    },
    Task {
        predicate: "empate",
        arity: 1,
        aliases: &[],
        sheet: "Tablero unifica con un tablero que no tiene ganador y ninguna columna disponible \
                para ingresar fichas.",
    },
    Task {
        predicate: "jugadaGanadora",
        arity: 3,
        aliases: &[],
        sheet: "Columna con la columna sobre la cual ingresar una ficha que gane el juego. Si no \
                existe un movimiento para ganar el juego el predicado falla.",
    },
    Task {
        predicate: "jugadaSegura",
        arity: 3,
        aliases: &[],
        sheet: "Columna con la columna sobre la cual ingresar una ficha garantizando que no se \
                habilita una jugada ganadora al oponente.",
    },
    Task {
        predicate: "jugadaDefinitiva",
        arity: 3,
        aliases: &[],
        sheet: "Columna con la columna sobre la cual ingresar una ficha que garantice ganar el \
                juego en el próximo turno sin importar el movimiento del oponente.",
    },
];

impl Course for Conecta4 {
    type Case = Case;
    type Reading = Reading;

    fn id(&self) -> &'static str {
        "conecta4"
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

    fn steps(&self, case: &Case) -> Vec<Step> {
        let (goal, told) = goal(case);
        let lets = grid(case).map(|grid| vec![("T", term(grid))]).unwrap_or_default();
        vec![Step { plays: false, lets, goal, told, most: 60 }]
    }

    fn expected(&self, case: &Case, reading: &Reading) -> Expected {
        expected(case, reading)
    }

    fn smaller(&self, case: &Case) -> Vec<Case> {
        let Some(grid) = grid(case) else { return vec![] };
        pool::lifted(grid).into_iter().filter_map(|grid| with_grid(case, grid)).collect()
    }

    fn all_below(&self, case: &Case) -> Option<Vec<Case>> {
        let pieces = self.size(case);
        if pieces > 3 {
            return None;
        }
        let boards = pool::universe(pieces.checked_sub(1)?);
        Some(boards.iter().filter_map(|grid| with_grid(case, *grid)).collect())
    }

    fn size(&self, case: &Case) -> usize {
        grid(case).map_or(0, pieces)
    }

    fn query(&self, case: &Case) -> String {
        let (goal, _) = goal(case);
        match grid(case) {
            Some(grid) => format!("T = {}, {goal}.", term(grid)),
            None => format!("{goal}."),
        }
    }

    fn board(&self, case: &Case) -> Option<Diagram> {
        grid(case).map(diagram)
    }

    fn drawn(&self, _: &Case, answer: &Term) -> Option<Diagram> {
        let rows = match answer {
            Term::List(rows) => rows,
            Term::Compound(name, arguments) if name == "t" => arguments.last()?.as_list()?,
            _ => return None,
        };
        let row = |row: &Term| -> Option<String> {
            let cells = row.as_list().filter(|cells| cells.len() > 2)?;
            cells.iter().map(|cell| cell.as_text().and_then(|text| text.chars().next())).collect()
        };
        let rows = rows.iter().map(row).collect::<Option<Vec<String>>>()?;
        (!rows.is_empty()).then(|| Diagram::counted(Style::Columns, rows, 1))
    }

    fn told(&self, case: &Case, answer: &Term) -> String {
        match case {
            Case::Initial => format!("T = {answer}"),
            Case::Drop { into: None, .. } => match answer.arguments("t", 2) {
                Some([_, board]) => format!("T2 = {board}"),
                _ => answer.to_string(),
            },
            Case::Room { column: None, .. } | Case::Kind { column: None, .. } => {
                format!("C = {answer}")
            }
            Case::Content { piece: None, .. } => format!("F = {answer}"),
            Case::Four { .. } => match answer.arguments("t", 2) {
                Some([winner, places]) => format!("F = {winner}, L = {places}"),
                _ => answer.to_string(),
            },
            _ => "true".to_owned(),
        }
    }
}
