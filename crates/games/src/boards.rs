//! A game's board as records know it: set-up, diagram, an unusual start, the
//! result; and what is said when a record cannot be played.

use std::fmt;

use sobremesa_kernel::{AnyGame, Mark, Message, SyntaxError};
use sobremesa_record::{Colour, GameResult, Record, SetUp};

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// No game of that name.
    UnknownGame(String),
    /// The rules, the set-up or a move cannot be read.
    Unreadable(SyntaxError),
    /// Move `number` (from 1) may not be played; the refusal says why.
    Illegal { number: usize, play: String, message: Message, detail: String },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::UnknownGame(game) => write!(f, "no game is called {game:?}"),
            ReplayError::Unreadable(error) => write!(f, "{error}"),
            ReplayError::Illegal { number, play, detail, .. } => {
                write!(f, "move {number} ({play}) is illegal: {detail}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<SyntaxError> for ReplayError {
    fn from(error: SyntaxError) -> ReplayError {
        ReplayError::Unreadable(error)
    }
}

/// The match before its first move, if it does not begin as its rules say.
#[must_use]
pub fn unusual_start(game: &dyn AnyGame) -> Option<Box<dyn AnyGame>> {
    let start = game.start();
    let usual = game.entry().start(&game.rules());
    let same = usual.is_ok_and(|usual| usual.diagram() == start.diagram());
    (!same).then_some(start)
}

/// How a match ended by the rules; unknown while it is on, and while the
/// players have yet to agree on what is dead.
#[must_use]
pub fn result(game: &dyn AnyGame) -> GameResult {
    match game.outcome() {
        Some(outcome) if !game.awaits_agreement() => GameResult::played_out(outcome, game.margin()),
        _ => GameResult::Unknown,
    }
}

/// The position of a match as a set-up of discs or stones, `None` in games
/// whose files have none. A ko or passes that a diagram may carry are left out.
#[must_use]
pub fn set_up(game: &dyn AnyGame) -> Option<SetUp> {
    let entry = game.entry();
    if !entry.facts.set_up {
        return None;
    }
    let view = game.view();
    let (rows, columns) = (view.picture.rows, view.picture.columns);
    let mut cells = vec![None; rows * columns];
    for stand in view.picture.stands.iter().filter(|stand| stand.mark == Mark::Piece) {
        let (column, row) = entry.cell(&stand.at, rows)?;
        *cells.get_mut(row * columns + column)? = stand.side.map(Colour::from);
    }
    Some(SetUp { columns, cells, turn: view.turn.into() })
}

/// Where a record begins, as the game's diagram, if not as usual.
#[must_use]
pub fn diagram(record: &Record) -> Option<String> {
    match &record.set_up {
        Some(set_up) => Some(diagram_of(set_up)),
        None => Some(record.diagram.clone()).filter(|diagram| !diagram.is_empty()),
    }
}

pub(crate) fn diagram_of(set_up: &SetUp) -> String {
    format!("{}\nturn={}\n", set_up.rows().join("\n"), set_up.turn)
}

/// Rules without the handicap stones that a diagram shows already.
pub(crate) fn without_handicap(rules: &str) -> String {
    let others = rules.split_whitespace().filter(|pair| !pair.starts_with("handicap="));
    others.collect::<Vec<_>>().join(" ")
}
