//! The pengines there are, and what they keep between requests.
//!
//! A pengine that is not being asked anything costs a few hundred bytes, so
//! they live long; in the original one dies after five idle minutes and its
//! page silently stops. An id that has the right form but is not known (the
//! server was started anew, or it was put away to make room) simply lives
//! again. Only an id that was destroyed is dead.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use data_encoding::HEXLOWER;
use sobremesa_prolog::registry::MODULES;
use sobremesa_prolog::{Query, Term};

use super::doing::{Machine, lock};
use super::event::Format;

/// Pengines that are remembered; the one used longest ago makes room.
const MOST: usize = 10_000;
/// Destroyed ids that are remembered.
const MOST_DEAD: usize = 10_000;
/// Last words that wait for their client.
const MOST_WORDS: usize = 8;
/// Bytes that all open queries and all answers kept may take together.
const MOST_KEPT: usize = 64 << 20;

#[derive(Debug, Default)]
pub struct Pengines {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    alive: HashMap<String, Arc<Pengine>>,
    /// The destroyed ids, and the order in which they are forgotten.
    dead: HashSet<String>,
    order: VecDeque<String>,
    /// What a pengine that ended behind its output has still to say.
    words: VecDeque<(String, Said)>,
}

/// One pengine.
#[derive(Debug)]
pub struct Pengine {
    pub id: String,
    pub application: String,
    /// Whether it ends with its last answer.
    pub destroy: bool,
    /// Whether it is looking for an answer, or has more.
    pub machine: Machine<Asking>,
    state: Mutex<State>,
}

/// What it said, and in which format.
pub type Said = (Format, String);

#[derive(Debug)]
pub struct State {
    pub used: Instant,
    /// What it said last.
    pub last: Option<Said>,
    /// What it has still to say: an answer behind its output.
    pub waiting: VecDeque<Said>,
    /// How what it was asked last begins, for the operator.
    pub asked: String,
}

/// A query with more answers, and how they are wanted.
#[derive(Debug)]
pub struct Asking {
    pub query: Query,
    pub goal: Term,
    pub template: Option<Term>,
    pub chunk: usize,
}

impl Pengine {
    pub fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    fn new(id: String, application: String, destroy: bool) -> Pengine {
        let state = State {
            used: Instant::now(),
            last: None,
            waiting: VecDeque::new(),
            asked: String::new(),
        };
        let (machine, state) = (Machine::default(), Mutex::new(state));
        Pengine { id, application, destroy, machine, state }
    }

    /// Bytes that it keeps between requests.
    fn size(&self) -> usize {
        let question = self.machine.question(|asking| asking.query.bytes());
        let state = self.state();
        let said = state.last.iter().chain(&state.waiting).map(|(_, text)| text.len());
        question.unwrap_or(0) + said.sum::<usize>()
    }

    /// Gives up what it keeps, to make room for others.
    fn put_away(&self) {
        let _ = self.machine.drop_question();
        let mut state = self.state();
        state.last = None;
        state.waiting.clear();
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
            if !is_id(id) || inner.dead.contains(id) {
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
            pengine.machine.kill();
        }
        if is_id(id) && inner.dead.insert(id.into()) {
            inner.order.push_back(id.into());
            if inner.order.len() > MOST_DEAD
                && let Some(oldest) = inner.order.pop_front()
            {
                inner.dead.remove(&oldest);
            }
        }
    }

    /// Keeps the last words of a pengine that has ended, for the client that
    /// is being told what it printed.
    pub fn keep_words(&self, pengine: &Pengine) {
        let mut inner = lock(&self.inner);
        if inner.alive.contains_key(&pengine.id) {
            return;
        }
        if let Some(said) = pengine.state().waiting.pop_front() {
            if inner.words.len() >= MOST_WORDS {
                inner.words.pop_front();
            }
            inner.words.push_back((pengine.id.clone(), said));
        }
    }

    /// The last words of a pengine that has ended, once.
    pub fn last_words(&self, id: &str) -> Option<Said> {
        let mut inner = lock(&self.inner);
        let place = inner.words.iter().position(|(of, _)| of == id)?;
        inner.words.remove(place).map(|(_, said)| said)
    }

    /// Puts away what was used longest ago until the others fit.
    pub fn make_room(&self) {
        let mut kept: Vec<(Instant, usize, Arc<Pengine>)> = lock(&self.inner)
            .alive
            .values()
            .map(|pengine| {
                // Not in one expression with `size`, which locks again.
                let used = pengine.state().used;
                (used, pengine.size(), Arc::clone(pengine))
            })
            .collect();
        let mut total: usize = kept.iter().map(|(_, size, _)| size).sum();
        if total <= MOST_KEPT {
            return;
        }
        kept.sort_by_key(|(used, _, _)| *used);
        for (_, size, pengine) in kept {
            if total <= MOST_KEPT {
                break;
            }
            pengine.put_away();
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
    let hex = HEXLOWER.encode(&bytes);
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
