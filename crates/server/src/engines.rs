//! Engines that others wrote, at our tables.
//!
//! A file lists them:
//!
//! ```json
//! {"engines": [
//!   {"name": "GNU Go 10", "game": "go", "command": "/usr/games/gnugo --mode gtp --level 10"},
//!   {"name": "Edax", "game": "othello", "command": "nboard:mEdax", "seconds": 5}
//! ]}
//! ```
//!
//! `command` is what `sobremesa match` takes; `seconds` is what it may think
//! about a move, 10 if nothing is said. An engine that is silent, ends, answers
//! nonsense or plays what the rules refuse forfeits its game. Each thinks on
//! a thread of its own, so a slow one keeps nobody else waiting.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sobremesa_kernel::{AnyGame, Played};
use sobremesa_protocol::external::{Chosen, External};
use sobremesa_table::LONGEST_NAME;

use crate::problem::Problem;
use crate::thinking::{Found, Job, Thought, thought};

/// Engines that may think, or wait with a game in their memory, at once.
const MOST: usize = 16;

/// An engine of the configuration file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Engine {
    pub name: String,
    pub game: String,
    pub command: String,
    /// What it may think about a move.
    #[serde(default = "usual_seconds")]
    pub seconds: u32,
}

const fn usual_seconds() -> u32 {
    10
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    engines: Vec<Engine>,
}

/// Reads a configuration file.
///
/// # Errors
/// A sentence with the file, the place and what was expected.
pub fn read(path: &Path) -> Result<Vec<Engine>, String> {
    let refuse = |what: String| format!("cannot use the engines of {}: {what}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| refuse(error.to_string()))?;
    let File { engines } =
        serde_json::from_str(&text).map_err(|error| refuse(error.to_string()))?;
    for (number, engine) in engines.iter().enumerate() {
        let wrong =
            |what: String| refuse(format!("engine {} ({:?}): {what}", number + 1, engine.name));
        let length = engine.name.chars().count();
        if engine.name.trim() != engine.name || !(1..=LONGEST_NAME).contains(&length) {
            return Err(wrong(format!("expected a name of 1 to {LONGEST_NAME} characters")));
        }
        if sobremesa_games::all().all(|entry| entry.id != engine.game) {
            let ids: Vec<&str> = sobremesa_games::all().map(|entry| entry.id).collect();
            return Err(wrong(format!(
                "no game {:?}, expected one of {}",
                engine.game,
                ids.join(", ")
            )));
        }
        if engine.command.trim().is_empty() {
            return Err(wrong("expected a command".to_owned()));
        }
        if !(1..=600).contains(&engine.seconds) {
            return Err(wrong("expected 1 to 600 seconds".to_owned()));
        }
        let twin = |other: &Engine| other.name == engine.name && other.game == engine.game;
        if engines[..number].iter().any(twin) {
            return Err(wrong("the name is taken already".to_owned()));
        }
    }
    Ok(engines)
}

/// The engines there are, and those that sit at a table.
#[derive(Debug)]
pub struct Engines {
    known: Vec<Engine>,
    seated: Arc<Mutex<Seated>>,
}

#[derive(Debug, Default)]
struct Seated {
    /// Waiting for their turn, by table and side, the one used last at the end.
    waiting: Vec<(String, AtTable)>,
    /// Threads that think, wanted or not.
    threads: usize,
}

/// An engine in the middle of a game.
struct AtTable {
    engine: External,
    /// The moves it has been told.
    told: Vec<Played>,
}

impl fmt::Debug for AtTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AtTable({}, {} moves)", self.engine.name(), self.told.len())
    }
}

/// A position for an engine to move in.
#[derive(Debug)]
pub struct Question {
    /// The match before its first move, and now.
    pub start: Box<dyn AnyGame>,
    pub now: Box<dyn AnyGame>,
    /// The table and the side.
    pub seat: String,
}

impl Engines {
    #[must_use]
    pub fn new(known: Vec<Engine>) -> Engines {
        Engines { known, seated: Arc::default() }
    }

    /// The names of the engines of a game.
    pub fn of<'a>(&'a self, game: &'a str) -> impl Iterator<Item = &'a str> {
        self.known.iter().filter(move |e| e.game == game).map(|e| e.name.as_str())
    }

    /// Lets an engine think.
    ///
    /// # Errors
    /// [`Problem::busy`] when too many do.
    pub fn choose(&self, name: &str, turn: Question) -> Result<Thought<Found>, Problem> {
        let (answer, thought, job) = thought();
        let game = turn.now.entry().id;
        let Some(known) = self.known.iter().find(|e| e.game == game && e.name == name) else {
            let _ = answer.send(Some(Found::Fault("it is not configured any more".to_owned())));
            return Ok(thought);
        };
        let seated = Arc::clone(&self.seated);
        let at_table = {
            let mut all = lock(&seated);
            if all.threads >= MOST {
                return Err(Problem::busy());
            }
            all.threads += 1;
            let at = all.waiting.iter().position(|(seat, _)| *seat == turn.seat);
            at.map(|at| all.waiting.remove(at).1)
        };
        let known = known.clone();
        let work = move || {
            let answered = think(&known, at_table, &turn, &job);
            let mut gone = None;
            let mut all = lock(&seated);
            all.threads -= 1;
            let wanted = job.is_done();
            let found = match answered {
                Ok((at_table, chosen)) => {
                    if wanted {
                        all.waiting.retain(|(seat, _)| *seat != turn.seat);
                        all.waiting.push((turn.seat, at_table));
                        if all.waiting.len() > MOST {
                            gone = Some(all.waiting.remove(0).1);
                        }
                    } else {
                        gone = Some(at_table);
                    }
                    match chosen {
                        Chosen::Play(play) => Found::Play(play),
                        Chosen::Resign => Found::Resign,
                    }
                }
                Err(fault) => Found::Fault(fault),
            };
            drop(all);
            let _ = answer.send(Some(found));
            // Its process ends while nobody waits for the lock.
            drop(gone);
        };
        let spawned = std::thread::Builder::new().name("outside-engine".to_owned()).spawn(work);
        if let Err(error) = spawned {
            tracing::error!(%error, "cannot start a thread for an engine");
            let mut all = lock(&self.seated);
            all.threads -= 1;
            return Err(Problem::busy());
        }
        Ok(thought)
    }

    /// Sends the engines of a table away that wait. One that thinks ends with
    /// the thought that is dropped.
    pub fn dismiss(&self, table: &str) {
        let gone: Vec<_> = {
            let mut all = lock(&self.seated);
            let at = |seat: &str| seat.split('/').next() == Some(table);
            all.waiting.extract_if(.., |(seat, _)| at(seat)).collect()
        };
        drop(gone);
    }
}

fn lock(seated: &Mutex<Seated>) -> MutexGuard<'_, Seated> {
    seated.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells an engine what it has missed and asks for its move. One that was told
/// a move that was taken back since begins the game anew.
fn think(
    known: &Engine,
    at_table: Option<AtTable>,
    turn: &Question,
    job: &Job,
) -> Result<(AtTable, Chosen), String> {
    let moves = turn.now.moves();
    let mut at_table = match at_table {
        Some(at_table) => {
            job.done_by(at_table.engine.stop());
            at_table
        }
        None => {
            let started =
                External::start_with(&known.command, &known.game, |stop| job.done_by(stop));
            AtTable { engine: started.map_err(|e| e.to_string())?, told: Vec::new() }
        }
    };
    let AtTable { engine, told } = &mut at_table;
    if told.is_empty() || !moves.starts_with(told) {
        engine.begin(&*turn.start).map_err(|e| e.to_string())?;
        told.clear();
    }
    for played in &moves[told.len()..] {
        engine.played(played.side, &played.play).map_err(|e| e.to_string())?;
        told.push(played.clone());
    }
    let time = Duration::from_secs(known.seconds.into());
    let chosen = engine.choose(&*turn.now, time).map_err(|e| e.to_string())?;
    Ok((at_table, chosen))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_file_is_refused_with_the_place_and_the_reason() {
        let path = std::env::temp_dir().join(format!("engines_{}.json", std::process::id()));
        for (text, wanted) in [
            ("{", "line 1"),
            ("[]", "expected"),
            (r#"{"engines": [{"name": "x", "game": "go"}]}"#, "command"),
            (r#"{"engines": [{"name": "x", "game": "chess", "command": "c"}]}"#, "othello"),
            (r#"{"engines": [{"name": "", "game": "go", "command": "c"}]}"#, "name"),
            (r#"{"engines": [{"name": "x", "game": "go", "command": " "}]}"#, "command"),
            (r#"{"engines": [{"name": "x", "game": "go", "command": "c", "seconds": 0}]}"#, "600"),
            (r#"{"engines": [{"name": "x", "game": "go", "command": "c", "level": 1}]}"#, "level"),
            (
                r#"{"engines": [{"name": "x", "game": "go", "command": "c"},
                    {"name": "x", "game": "go", "command": "d"}]}"#,
                "taken",
            ),
        ] {
            std::fs::write(&path, text).unwrap();
            let error = read(&path).unwrap_err();
            assert!(error.contains(wanted) && error.contains("engines_"), "{text}: {error}");
        }
        std::fs::write(&path, r#"{"engines": [{"name": "x", "game": "go", "command": "c"}]}"#)
            .unwrap();
        assert_eq!(read(&path).unwrap()[0].seconds, 10);
        std::fs::remove_file(&path).unwrap();
        assert!(read(&path).is_err());
    }
}
