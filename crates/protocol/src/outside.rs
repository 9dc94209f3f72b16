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

use sobremesa_kernel::{Match, Side};

pub use gtp_engine::GtpEngine;
pub use line_engine::LineEngine;
pub use nboard_engine::NBoardEngine;
pub use process::Process;

/// How an outside engine failed.
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
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Missing(why) => write!(f, "cannot be started: {why}"),
            Fault::Silent => f.write_str("does not answer in time"),
            Fault::Gone => f.write_str("ended"),
            Fault::Nonsense(text) => write!(f, "answered {text:?}"),
            Fault::Refused(text) => write!(f, "refused: {text}"),
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

/// An outside engine, whatever it speaks.
#[derive(Debug)]
pub enum Outside {
    Gtp(GtpEngine),
    NBoard(NBoardEngine),
    Line(LineEngine),
}

impl Outside {
    /// Starts `command` with the protocol that the game's programs speak:
    /// the line protocol for Dots and Boxes, GTP for the others, unless the
    /// command says otherwise by a prefix `gtp:`, `nboard:` or `line:`.
    pub fn start(command: &str, game: &str) -> Result<Outside, Fault> {
        let (protocol, command) = ["gtp", "nboard", "line"]
            .into_iter()
            .find_map(|name| Some((name, command.strip_prefix(name)?.strip_prefix(':')?)))
            .unwrap_or((if game == "dots" { "line" } else { "gtp" }, command));
        let process = Process::start(command)?;
        Ok(match protocol {
            "nboard" => Outside::NBoard(NBoardEngine::new(process)?),
            "line" => Outside::Line(LineEngine::new(process)),
            _ => Outside::Gtp(GtpEngine::new(process)?),
        })
    }

    /// What it calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Outside::Gtp(engine) => engine.name(),
            Outside::NBoard(engine) => engine.name(),
            Outside::Line(_) => "line engine",
        }
    }

    /// Sets a new game up; `table` has no moves yet.
    pub fn begin(&mut self, table: &dyn Match) -> Result<(), Fault> {
        match self {
            Outside::Gtp(engine) => engine.begin(table),
            Outside::NBoard(engine) => engine.begin(table),
            Outside::Line(engine) => engine.begin(table),
        }
    }

    /// Tells it a move that was played by either side.
    pub fn played(&mut self, side: Side, play: &str) -> Result<(), Fault> {
        match self {
            Outside::Gtp(engine) => engine.played(side, play),
            Outside::NBoard(engine) => engine.played(play),
            Outside::Line(engine) => engine.played(play),
        }
    }

    /// Asks for a move of `side`; it may think for `time`, and is given up on
    /// after three times as long and ten seconds. The move is not played yet:
    /// [`played`](Outside::played) follows for every move.
    pub fn choose(&mut self, side: Side, time: Duration) -> Result<Chosen, Fault> {
        let patience = time * 3 + Duration::from_secs(10);
        match self {
            Outside::Gtp(engine) => engine.choose(side, patience),
            Outside::NBoard(engine) => engine.choose(patience),
            Outside::Line(engine) => engine.choose(time, patience),
        }
    }

    /// CPU time it has used so far.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        match self {
            Outside::Gtp(engine) => engine.process().cpu(),
            Outside::NBoard(engine) => engine.process().cpu(),
            Outside::Line(engine) => engine.process().cpu(),
        }
    }
}
