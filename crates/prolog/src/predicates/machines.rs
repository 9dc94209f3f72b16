//! The machines behind `jugada_maquina`: engines that keep their tables from
//! one call to the next.

use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

use sobremesa_kernel::{Budget, Engine, Game, Position};

use crate::host::{Fault, Host};

/// No machine thinks longer than this about one move: the course allows ten
/// seconds on a board of size 6.
const MOST_TIME: Duration = Duration::from_secs(8);

/// Engines that are not thinking now.
pub(crate) struct Idle<P: Position>(Mutex<Vec<Seated<P>>>);

/// An engine and its level.
type Seated<P> = (u8, Box<dyn Engine<P>>);

/// Engines of one game kept for later; more than this would be memory that a
/// single course never uses again.
const MOST_IDLE: usize = 8;

impl<P: Position> Idle<P> {
    pub const fn new() -> Idle<P> {
        Idle(Mutex::new(Vec::new()))
    }

    fn take(&self, level: u8) -> Option<Box<dyn Engine<P>>> {
        let mut idle = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let at = idle.iter().position(|(of, _)| *of == level)?;
        Some(idle.swap_remove(at).1)
    }

    fn give(&self, level: u8, engine: Box<dyn Engine<P>>) {
        let mut idle = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if idle.len() >= MOST_IDLE {
            idle.remove(0);
        }
        idle.push((level, engine));
    }
}

/// The move of the machine of this level (the strongest when there is none so
/// high), or by a search of `depth` plies where that is given: it answers as
/// soon as it has searched them, and the time only ends what would take too
/// long.
///
/// `position` must not be over.
pub(crate) fn choose<G: Game>(
    idle: &Idle<G::Position>,
    host: &mut dyn Host,
    position: &G::Position,
    level: u8,
    depth: Option<u32>,
) -> Result<<G::Position as Position>::Move, Fault> {
    let levels = G::levels();
    let level = level.min(levels.len() as u8 - 1);
    let usual = &levels[usize::from(level)].budget;
    let most = host.thinking().min(MOST_TIME);
    let budget = match depth {
        Some(depth) => Budget { depth: Some(depth), time: Some(most), ..Budget::default() },
        None => {
            Budget { time: Some(usual.time.map_or(most, |time| time.min(most))), ..usual.clone() }
        }
    };
    // Ties fall differently every time: a machine that always answers the
    // same is beaten by memory.
    let seed = RandomState::new().hash_one(level);
    let mut engine = idle
        .take(level)
        .unwrap_or_else(|| G::engine(level, seed).expect("at most the strongest level"));
    let mut interrupted = false;
    let found = engine.search(position, &budget, &mut |_| {
        let flow = host.poll();
        interrupted |= flow.is_break();
        flow
    });
    idle.give(level, engine);
    // The last look is for engines that had no time to report.
    if interrupted || host.poll() == ControlFlow::Break(()) {
        return Err(Fault::Interrupted);
    }
    Ok(found.best())
}
