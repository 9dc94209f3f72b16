//! Engines of others that speak NBoard.

use std::time::{Duration, Instant};

use sobremesa_kernel::{AnyGame, PASS};
use sobremesa_record::ggf;

use super::{Chosen, Fault, Process, greeted};

/// The most lines read before the answer to one question.
const MOST_LINES: usize = 100_000;

/// An Othello engine that speaks NBoard.
#[derive(Debug)]
pub struct NBoardEngine {
    process: Process,
    name: String,
    pings: u32,
}

impl NBoardEngine {
    /// Greets the engine. The protocol wants a depth before anything is asked:
    /// some engines do not move without one.
    pub(super) fn new(process: Process, depth: u32) -> Result<NBoardEngine, Fault> {
        let mut engine = NBoardEngine { process, name: "nboard engine".to_owned(), pings: 0 };
        let greeting = engine.greet(depth);
        greeted(&engine.process, greeting)?;
        Ok(engine)
    }

    fn greet(&mut self, depth: u32) -> Result<(), Fault> {
        self.process.send("nboard 2")?;
        self.process.send(&format!("set depth {depth}"))?;
        self.synchronise()
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn process(&self) -> &Process {
        &self.process
    }

    /// Waits for the `pong` of a new `ping`: everything before is read.
    fn synchronise(&mut self) -> Result<(), Fault> {
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))?;
        let pong = format!("pong {}", self.pings);
        let until = Instant::now() + Duration::from_secs(20);
        for _ in 0..MOST_LINES {
            let line = self.process.receive(until)?;
            if let Some(name) = line.strip_prefix("set myname ") {
                self.name = name.chars().take(60).collect();
            }
            if line.trim() == pong {
                return Ok(());
            }
        }
        Err(Fault::Nonsense("endless output".to_owned()))
    }

    pub(super) fn begin(&mut self, game: &dyn AnyGame) -> Result<(), Fault> {
        let record = sobremesa_games::replay::record(&*game.start(), ["", ""]);
        self.process.send(&format!("set game {}", ggf::write(&record)))?;
        self.synchronise()
    }

    pub(super) fn played(&mut self, play: &str) -> Result<(), Fault> {
        let text = if play == PASS { "PA".to_owned() } else { play.to_ascii_uppercase() };
        self.process.send(&format!("move {text}"))?;
        self.synchronise()
    }

    pub(super) fn choose(&mut self, patience: Duration) -> Result<Chosen, Fault> {
        self.process.send("go")?;
        let until = Instant::now() + patience;
        for _ in 0..MOST_LINES {
            let line = self.process.receive(until)?;
            if let Some(rest) = line.strip_prefix("===") {
                // `F5/1.5/0.2`; Edax has blanks instead of slashes.
                let end = |c: char| c == '/' || c.is_whitespace();
                let play = rest.trim().split(end).next().unwrap_or("").to_ascii_lowercase();
                let pass = matches!(play.as_str(), "pa" | "ps" | "pass" | "--");
                return Ok(Chosen::Play(if pass { PASS.to_owned() } else { play }));
            }
        }
        Err(Fault::Nonsense("endless output".to_owned()))
    }
}
