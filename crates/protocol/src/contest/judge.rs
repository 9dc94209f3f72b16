//! A third engine that says who won.

use std::time::Duration;

use sobremesa_kernel::{AnyGame, SyntaxError};
use sobremesa_record::GameResult;

use crate::external::{External, Fault};

/// A third engine that says who won a game that two passes ended.
///
/// The rules count every stone as it stands. Programs that pass with dead
/// stones on the board rely on agreement instead, and would be robbed of won
/// games (or win lost ones); a judge counts as they mean it.
#[derive(Debug)]
pub struct Judge {
    engine: External,
}

impl Judge {
    /// Starts the engine, which speaks GTP with `final_score`.
    pub fn start(command: &str, game: &str) -> Result<Judge, Fault> {
        External::start(&format!("gtp:{command}"), game).map(|engine| Judge { engine })
    }

    /// What the judge says of the game on `table`.
    pub(super) fn decide(&mut self, game: &dyn AnyGame) -> Result<GameResult, Broken> {
        self.score(game).map_err(Broken::Judge)
    }

    fn score(&mut self, game: &dyn AnyGame) -> Result<GameResult, Fault> {
        self.engine.begin(game)?;
        let External::Gtp(engine) = &mut self.engine else {
            return Err(Fault::Nonsense("not a GTP engine".to_owned()));
        };
        let answer = engine.ask("final_score", Duration::from_secs(120))?;
        // Some add how sure they are, as GNU Go does: `W+3.5 (upper bound …)`.
        let said = answer.split_whitespace().next().and_then(|word| word.parse().ok());
        said.filter(|result: &GameResult| result.is_over()).ok_or(Fault::Nonsense(answer))
    }
}

/// Why a match cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub enum Broken {
    Record(SyntaxError),
    Judge(Fault),
    /// A player cannot begin where the games begin.
    SetUp(String, Fault),
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Broken::Record(error) => error.fmt(f),
            Broken::Judge(fault) => write!(f, "the judge {fault}"),
            Broken::SetUp(name, fault) => write!(f, "{name} {fault}"),
        }
    }
}

impl std::error::Error for Broken {}

impl From<SyntaxError> for Broken {
    fn from(error: SyntaxError) -> Broken {
        Broken::Record(error)
    }
}
