//! The pengines there are, and what they keep between requests.
//!
//! A pengine that is not being asked anything costs a few hundred bytes, so
//! they live long; in the original one dies after five idle minutes and its
//! page silently stops. An id that has the right form but is not known (the
//! server was started anew, or it was put away to make room) simply lives
//! again. Only an id that was destroyed is dead.

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use sobremesa_prolog::table::MODULES;
use sobremesa_prolog::{Query, Term};

/// Pengines that are remembered; the one used longest ago makes room.
const MOST: usize = 10_000;
/// Destroyed ids that are remembered.
const MOST_DEAD: usize = 10_000;
/// Cells that all open queries may keep together, 16 bytes each.
const MOST_CELLS: usize = 16 << 20;

#[derive(Debug, Default)]
pub struct Pengines {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    alive: HashMap<String, Arc<Pengine>>,
    dead: VecDeque<String>,
}

/// One pengine.
#[derive(Debug)]
pub struct Pengine {
    pub id: String,
    pub application: String,
    /// Whether it ends with its last answer.
    pub destroy: bool,
    state: Mutex<State>,
    /// Set to stop what it is doing.
    pub stop: AtomicBool,
}

#[derive(Debug)]
pub struct State {
    /// The query that has more answers.
    pub asking: Option<Asking>,
    /// Whether a query is running on some thread.
    pub busy: bool,
    pub used: Instant,
    /// What it said last.
    pub last: Option<String>,
}

/// A query with more answers, and how they are wanted.
#[derive(Debug)]
pub struct Asking {
    pub query: Query,
    pub goal: Term,
    pub template: Option<Term>,
    pub chunk: usize,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pengine {
    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn new(id: String, application: String, destroy: bool) -> Pengine {
        let state = State { asking: None, busy: false, used: Instant::now(), last: None };
        Pengine { id, application, destroy, state: Mutex::new(state), stop: AtomicBool::new(false) }
    }
}

impl Pengines {
    /// A new pengine with a random id.
    pub fn create(&self, application: &str, destroy: bool) -> Arc<Pengine> {
        self.insert(Pengine::new(random_id(), application.into(), destroy))
    }

    fn insert(&self, pengine: Pengine) -> Arc<Pengine> {
        let pengine = Arc::new(pengine);
        let mut inner = lock(&self.inner);
        if inner.alive.len() >= MOST {
            let oldest = inner.alive.values().min_by_key(|pengine| pengine.state().used).cloned();
            if let Some(oldest) = oldest {
                inner.alive.remove(&oldest.id);
            }
        }
        inner.alive.insert(pengine.id.clone(), Arc::clone(&pengine));
        pengine
    }

    /// The pengine of this id, `None` when it was destroyed or is no id.
    pub fn find(&self, id: &str) -> Option<Arc<Pengine>> {
        {
            let inner = lock(&self.inner);
            if let Some(pengine) = inner.alive.get(id) {
                pengine.state().used = Instant::now();
                return Some(Arc::clone(pengine));
            }
            if !is_id(id) || inner.dead.iter().any(|dead| dead == id) {
                return None;
            }
        }
        // Whatever its application was: all share one table.
        Some(self.insert(Pengine::new(id.into(), MODULES[0].0.into(), false)))
    }

    /// Whether it is alive, without waking it.
    pub fn peek(&self, id: &str) -> Option<Arc<Pengine>> {
        lock(&self.inner).alive.get(id).cloned()
    }

    pub fn destroy(&self, id: &str) {
        let mut inner = lock(&self.inner);
        if let Some(pengine) = inner.alive.remove(id) {
            pengine.stop.store(true, Ordering::Relaxed);
            pengine.state().asking = None;
        }
        if is_id(id) && !inner.dead.iter().any(|dead| dead == id) {
            if inner.dead.len() >= MOST_DEAD {
                inner.dead.pop_front();
            }
            inner.dead.push_back(id.into());
        }
    }

    /// Puts away the queries asked longest ago until the others fit.
    pub fn make_room(&self) {
        let mut open: Vec<(Instant, usize, Arc<Pengine>)> = lock(&self.inner)
            .alive
            .values()
            .filter_map(|pengine| {
                let state = pengine.state();
                let size = state.asking.as_ref()?.query.store().len();
                Some((state.used, size, Arc::clone(pengine)))
            })
            .collect();
        let mut total: usize = open.iter().map(|(_, size, _)| size).sum();
        open.sort_by_key(|(used, _, _)| *used);
        for (_, size, pengine) in open {
            if total <= MOST_CELLS {
                break;
            }
            pengine.state().asking = None;
            total -= size;
        }
    }
}

/// Eight, four, four, four and twelve hexadecimal digits.
fn is_id(id: &str) -> bool {
    let parts: Vec<&str> = id.split('-').collect();
    parts.iter().map(|part| part.len()).eq([8, 4, 4, 4, 12])
        && parts.iter().all(|part| part.chars().all(|c| c.is_ascii_hexdigit()))
}

fn random_id() -> String {
    let mut bytes = [0; 16];
    // Without randomness the ids would be guessable, and that is all.
    if getrandom::fill(&mut bytes).is_err() {
        let now = Instant::now();
        bytes = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), now)
            .to_le_bytes()
            .repeat(2)
            .try_into()
            .expect("twice eight bytes");
    }
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_the_form_of_a_uuid() {
        let id = random_id();
        assert!(is_id(&id), "{id}");
        assert_eq!(&id[14..15], "4");
        assert!(!is_id("abc") && !is_id("") && !is_id(&id[1..]));
    }

    #[test]
    fn unknown_ids_live_again_and_destroyed_ones_do_not() {
        let pengines = Pengines::default();
        let pengine = pengines.create("proylcc", false);
        assert!(pengines.find(&pengine.id).is_some());
        pengines.destroy(&pengine.id);
        assert!(pengines.find(&pengine.id).is_none());
        assert!(pengines.find("0a0b0c0d-0000-4000-8000-000000000000").is_some());
        assert!(pengines.find("nonsense").is_none());
    }
}
