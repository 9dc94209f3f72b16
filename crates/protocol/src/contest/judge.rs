use std::time::Duration;

use sobremesa_kernel::{Match, Outcome, Side, SyntaxError};

use super::Terms;
use crate::outside::{Fault, Outside};

/// A third engine that says who won a game that two passes ended.
///
/// The rules count every stone as it stands. Programs that pass with dead
/// stones on the board rely on agreement instead, and would be robbed of won
/// games (or win lost ones); a judge counts as they mean it.
#[derive(Debug)]
pub struct Judge {
    engine: Outside,
}

impl Judge {
    /// Starts the engine, which speaks GTP with `final_score`.
    pub fn start(command: &str) -> Result<Judge, Fault> {
        Outside::start(&format!("gtp:{command}"), "go").map(|engine| Judge { engine })
    }

    /// What the judge says of the game on `table`.
    pub(super) fn decide(&mut self, terms: &Terms, table: &dyn Match) -> Result<Outcome, Broken> {
        let start = terms.entry.start(&terms.rules).map_err(Broken::Record)?;
        self.score(&*start, table).map_err(Broken::Judge)
    }

    fn score(&mut self, start: &dyn Match, table: &dyn Match) -> Result<Outcome, Fault> {
        self.engine.begin(start)?;
        for played in table.moves() {
            self.engine.played(played.side, &played.play)?;
        }
        let Outside::Gtp(engine) = &mut self.engine else {
            return Err(Fault::Nonsense("not a GTP engine".to_owned()));
        };
        let answer = engine.ask("final_score", Duration::from_secs(120))?;
        match answer.as_bytes() {
            [b'B' | b'b', b'+', ..] => Ok(Outcome::Win(Side::First)),
            [b'W' | b'w', b'+', ..] => Ok(Outcome::Win(Side::Second)),
            [b'0', ..] => Ok(Outcome::Draw),
            _ => Err(Fault::Nonsense(answer)),
        }
    }
}

/// Why a match cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Broken {
    Record(SyntaxError),
    Judge(Fault),
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Broken::Record(error) => error.fmt(f),
            Broken::Judge(fault) => write!(f, "the judge {fault}"),
        }
    }
}

impl std::error::Error for Broken {}

impl From<SyntaxError> for Broken {
    fn from(error: SyntaxError) -> Broken {
        Broken::Record(error)
    }
}
