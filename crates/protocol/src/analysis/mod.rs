//! KataGo's analysis engine: queries for positions of Go as JSON objects, one
//! a line, answered in any order; KaTrain and review tools speak it.
//!
//! [`query`] reads a query, [`desk`] keeps what waits and what is being looked
//! at, [`report`] writes an answer. What is not understood or not honoured is
//! said in an error or a warning that names the field.

mod desk;
mod options;
mod query;
mod report;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use sobremesa_go::net::Player;
use sobremesa_go::{Go, Move, Position};
use sobremesa_kernel::{Analysis, Budget, Engine, Game as _};

use crate::{Input, LEVEL};
use desk::Desk;
pub use options::Options;
use query::{Ask, Asked, Complaint};

/// The line that goes to the tool.
struct Out(Mutex<Box<dyn Write + Send>>);

impl Out {
    /// One line. A tool that is gone shows at the next read.
    fn say(&self, line: &Value) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    }
}

/// Answers queries until the input ends and everything is answered.
pub fn run(
    options: &Options,
    reader: impl BufRead + Send + 'static,
    writer: impl Write + Send + 'static,
) -> io::Result<()> {
    let out = Out(Mutex::new(Box::new(writer)));
    let desk = Desk::default();
    let mut input = Input::new(reader);
    std::thread::scope(|scope| {
        for _ in 0..options.parallel.max(1) {
            scope.spawn(|| {
                while let Some(ask) = desk.next() {
                    look_at(options, &ask, &out);
                    desk.done(&ask);
                }
            });
        }
        while let Some(line) = input.line() {
            if !line.trim().is_empty() {
                answer(options, &line, &desk, &out);
            }
        }
        if options.leave_at_the_end {
            desk.stop_all();
        }
        desk.close();
    });
    Ok(())
}

/// Does what a line asks for, or puts it on the desk.
fn answer(options: &Options, line: &str, desk: &Desk, out: &Out) {
    match query::read(line, options) {
        Err(complaint) => out.say(&complaint.told("error")),
        Ok(Asked::Positions { asks, warnings }) => {
            warnings.iter().for_each(|warning| out.say(&warning.told("warning")));
            for ask in asks {
                if let Err(ask) = desk.put(ask) {
                    let why = "too many positions are waiting".to_owned();
                    out.say(
                        &Complaint { why, field: None, id: Some(ask.id.clone()) }.told("error"),
                    );
                }
            }
        }
        Ok(Asked::Terminate { echo, id, turns }) => {
            let stopped = desk.stop(|ask| {
                id.as_ref().is_none_or(|id| *id == ask.id)
                    && turns.as_ref().is_none_or(|turns| turns.contains(&ask.turn))
            });
            out.say(&echo);
            for ask in stopped {
                out.say(&report::nothing(&ask));
            }
        }
        Ok(Asked::Echo(echo)) => out.say(&echo),
    }
}

/// Looks at one position and says what it is worth.
fn look_at(options: &Options, ask: &Ask, out: &Out) {
    let position = match ask.position() {
        Ok(position) => position,
        Err(complaint) => return out.say(&complaint.told("error")),
    };
    let mut engine: Box<dyn Engine<Position>> = match &options.network {
        Some(network) => Box::new(Player::new(network.clone())),
        None => Go::engine(options.level, options.seed).expect(LEVEL),
    };
    let allowed = ask.allowed(&position);
    let leaves_out = engine.only(allowed.as_deref());
    let budget = Budget {
        nodes: Some(ask.visits),
        time: Some(ask.time.unwrap_or(AGES)),
        depth: None,
        threads: Some(options.threads),
    };
    let mut teller = report::Teller::new(options, ask, &position);
    let mut last = Instant::now();
    let mut found = engine.search(&position, &budget, &mut |partial: &Analysis<Move>| {
        if ask.every.is_some_and(|every| last.elapsed() >= every) {
            last = Instant::now();
            out.say(&teller.told(partial, true));
        }
        match ask.stopped.load(Ordering::Relaxed) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    if let (Some(allowed), false) = (&allowed, leaves_out) {
        found.lines.retain(|line| allowed.contains(&line.play));
    }
    out.say(&teller.told(&found, false));
}

/// A search that only visits end.
const AGES: Duration = Duration::from_secs(100 * 365 * 24 * 3600);
