//! Engines that others wrote, driven over their standard input and output.
//!
//! Whatever such a program does (silence, a crash, nonsense, endless output)
//! becomes a [`Fault`] within the time it was given; it never hangs us.

mod gtp_engine;
mod line_engine;
mod nboard_engine;
mod process;

use std::fmt;
use std::time::Duration;

use sobremesa_games::find;
use sobremesa_kernel::{AnyGame, Facts, PASS, Side};

pub use gtp_engine::GtpEngine;
pub use line_engine::LineEngine;
pub use nboard_engine::NBoardEngine;
pub use process::{Process, Stop};

/// How an external engine failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It could not be started.
    Missing(String),
    /// It did not answer in time.
    Silent,
    /// It ended, or closed its output.
    Gone,
    /// It answered something that is not an answer.
    Nonsense(String),
    /// It refused what it should accept.
    Refused(String),
    /// It has no way to begin where the game begins.
    NoSetUp(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Missing(why) => write!(f, "cannot be started: {why}"),
            Fault::Silent => f.write_str("does not answer in time"),
            Fault::Gone => f.write_str("ended"),
            Fault::Nonsense(text) => write!(f, "answered {text:?}"),
            Fault::Refused(text) => write!(f, "refused: {text}"),
            Fault::NoSetUp(why) => write!(f, "cannot begin from there: {why}"),
        }
    }
}

impl std::error::Error for Fault {}

/// What an engine chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    Play(String),
    Resign,
}

/// An external engine, whatever it speaks.
#[derive(Debug)]
pub enum External {
    Gtp(GtpEngine),
    NBoard(NBoardEngine),
    Line(LineEngine),
}

impl External {
    /// Starts `command` with the protocol that the game's programs usually
    /// speak ([`Facts::protocols`]), unless the command says otherwise by a prefix `gtp:`, `nboard:` or `line:`.
    /// `nboard@16:` tells the engine to search 16 plies.
    pub fn start(command: &str, game: &str) -> Result<External, Fault> {
        External::start_with(command, game, |_| ())
    }

    /// The same, and tells how to stop it before it is waited for.
    pub fn start_with(
        command: &str,
        game: &str,
        started: impl FnOnce(Stop),
    ) -> Result<External, Fault> {
        let (protocol, depth, command) = split(command)?;
        let facts = find(game).map_or(Facts::PLAIN, |entry| entry.facts);
        let usual = facts.protocols.first().copied().unwrap_or("gtp");
        let process = Process::start(command)?;
        started(process.stop());
        Ok(match protocol.unwrap_or(usual) {
            "nboard" => External::NBoard(NBoardEngine::new(process, depth)?),
            "line" => External::Line(LineEngine::new(process)),
            _ => External::Gtp(GtpEngine::new(process)?),
        })
    }

    /// What it calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            External::Gtp(engine) => engine.name(),
            External::NBoard(engine) => engine.name(),
            External::Line(_) => "line engine",
        }
    }

    /// Begins the game of `table` as far as it has come.
    pub fn begin(&mut self, game: &dyn AnyGame) -> Result<(), Fault> {
        match self {
            External::Gtp(engine) => engine.begin(game),
            External::NBoard(engine) => engine.begin(game),
            External::Line(engine) => engine.begin(game),
        }?;
        game.moves().into_iter().try_for_each(|played| self.played(played.side, &played.play))
    }

    /// Tells it a move that was played by either side.
    pub fn played(&mut self, side: Side, play: &str) -> Result<(), Fault> {
        match self {
            External::Gtp(engine) => engine.played(side, play),
            External::NBoard(engine) => engine.played(play),
            External::Line(engine) => engine.played(play),
        }
    }

    /// Asks for a move of the side to move; it may think for `time`, and is
    /// given up on after three times as long and ten seconds. The move is not
    /// played yet: [`played`](External::played) follows for every move.
    ///
    /// Who can only pass is not asked: some engines pass by themselves and
    /// would be asked for the wrong side.
    pub fn choose(&mut self, game: &dyn AnyGame, time: Duration) -> Result<Chosen, Fault> {
        if game.legal() == [PASS] {
            return Ok(Chosen::Play(PASS.to_owned()));
        }
        let patience = time * 3 + Duration::from_secs(10);
        match self {
            External::Gtp(engine) => engine.choose(game.turn(), patience),
            External::NBoard(engine) => engine.choose(patience),
            External::Line(engine) => engine.choose(time, patience),
        }
    }

    /// CPU time it has used so far.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        self.process().cpu()
    }

    /// What ends it from elsewhere.
    #[must_use]
    pub fn stop(&self) -> Stop {
        self.process().stop()
    }

    fn process(&self) -> &Process {
        match self {
            External::Gtp(engine) => engine.process(),
            External::NBoard(engine) => engine.process(),
            External::Line(engine) => engine.process(),
        }
    }
}

/// What came of greeting an engine. One that ends at once was not there or
/// could not begin, and what it said last is why.
fn greeted<T>(process: &Process, came: Result<T, Fault>) -> Result<T, Fault> {
    came.map_err(|fault| match fault {
        Fault::Gone => process.last_words().map_or(Fault::Gone, Fault::Missing),
        other => other,
    })
}

/// Plies that an NBoard engine is told to search where nothing else is said.
const USUAL_DEPTH: u32 = 12;

/// The protocol that a command names, the depth it asks for, and the rest.
fn split(command: &str) -> Result<(Option<&'static str>, u32, &str), Fault> {
    for protocol in ["gtp", "nboard", "line"] {
        let Some(rest) = command.strip_prefix(protocol) else { continue };
        if let Some(command) = rest.strip_prefix(':') {
            return Ok((Some(protocol), USUAL_DEPTH, command));
        }
        if protocol == "nboard"
            && let Some((depth, command)) = rest.strip_prefix('@').and_then(|r| r.split_once(':'))
        {
            let depth = depth.parse().ok().filter(|depth| (1..=60).contains(depth));
            let depth = depth.ok_or_else(|| {
                Fault::Missing("nboard@DEPTH: wants a depth from 1 to 60".to_owned())
            })?;
            return Ok((Some(protocol), depth, command));
        }
    }
    Ok((None, USUAL_DEPTH, command))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_name_its_protocol_and_a_depth() {
        assert_eq!(split("gnugo --mode gtp"), Ok((None, 12, "gnugo --mode gtp")));
        assert_eq!(split("nboard:mEdax -l 5"), Ok((Some("nboard"), 12, "mEdax -l 5")));
        assert_eq!(split("nboard@21:mEdax"), Ok((Some("nboard"), 21, "mEdax")));
        assert_eq!(split("gtp:a:b"), Ok((Some("gtp"), 12, "a:b")));
        assert_eq!(split("nboardish x"), Ok((None, 12, "nboardish x")));
        assert!(split("nboard@0:x").is_err() && split("nboard@many:x").is_err());
    }
}
