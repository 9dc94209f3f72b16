//! The threads of a search and the nodes that they share: who has nothing to do,
//! what is on offer, and what has been found out about it.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::node::{Node, Null, Try};

/// How long a thread waits before it looks at the clock.
const PATIENCE: Duration = Duration::from_millis(2);

/// The threads of a search.
#[derive(Debug, Default)]
pub(crate) struct Crew {
    /// How many have nothing to do.
    idle: AtomicUsize,
    nodes: AtomicU64,
    offers: Mutex<Offers>,
    /// Something was offered, finished or called off.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Offers {
    /// Shared nodes, oldest first: the largest.
    splits: Vec<Arc<Split>>,
    over: bool,
}

/// A node whose moves are searched by several threads.
#[derive(Debug)]
pub(crate) struct Split {
    pub(super) node: Node,
    pub(super) window: Null,
    /// The shared node that this one is below, if any.
    above: Option<Arc<Split>>,
    /// A move was good enough, or the search was stopped.
    cut: AtomicBool,
    moves: Mutex<Moves>,
}

#[derive(Debug)]
struct Moves {
    /// Those nobody has taken yet, in the order to try them.
    left: std::vec::IntoIter<Try>,
    /// Those that somebody searches now.
    taken: usize,
    /// A move was given up before its value was known.
    incomplete: bool,
    /// What was found out about the others.
    values: Vec<(Try, i32)>,
}

/// What a thread with nothing to do does next.
pub(super) enum Next {
    Work(Arc<Split>),
    /// Nothing yet: look at the clock and wait on.
    Again,
    /// There will be no more.
    Nothing,
}

/// A thread that panicked has left numbers and lists that are still whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Crew {
    /// Whether somebody has nothing to do.
    #[inline(always)]
    pub(super) fn is_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Waits a little for something to do: any offer, or only one below
    /// `below` as long as somebody works on that.
    pub(super) fn wait(&self, below: Option<&Arc<Split>>) -> Next {
        let mut offers = lock(&self.offers);
        self.idle.fetch_add(1, Relaxed);
        let mut waited = false;
        let next = loop {
            if offers.over || below.is_some_and(|split| lock(&split.moves).taken == 0) {
                break Next::Nothing;
            }
            let fits = |offer: &&Arc<Split>| {
                below.is_none_or(|split| offer.is_below(split)) && offer.has_moves()
            };
            if let Some(offer) = offers.splits.iter().find(fits) {
                break Next::Work(Arc::clone(offer));
            }
            if waited {
                break Next::Again;
            }
            let again = self.changed.wait_timeout(offers, PATIENCE);
            (offers, waited) = (again.unwrap_or_else(PoisonError::into_inner).0, true);
        };
        self.idle.fetch_sub(1, Relaxed);
        next
    }

    fn change(&self, how: impl FnOnce(&mut Offers)) {
        how(&mut lock(&self.offers));
        self.changed.notify_all();
    }

    /// Lays a node out for whoever has nothing to do.
    pub(super) fn offer(&self, split: &Arc<Split>) {
        self.change(|offers| offers.splits.push(Arc::clone(split)));
    }

    /// Takes it back: nobody begins to work on it any more.
    pub(super) fn withdraw(&self, split: &Arc<Split>) {
        self.change(|offers| offers.splits.retain(|offer| !Arc::ptr_eq(offer, split)));
    }

    /// Lets whoever waits for a node look again.
    pub(super) fn stir(&self) {
        self.change(|_| ());
    }

    /// What a helper searches with: it counts its nodes and never stops by
    /// itself, but is asked again `every` so many.
    pub(crate) fn counting(&self, every: u64) -> impl FnMut(u64) -> Option<u64> {
        let mut told = 0;
        move |nodes| {
            self.nodes.fetch_add(nodes - told, Relaxed);
            told = nodes;
            Some(nodes + every)
        }
    }

    /// The nodes of all helpers.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Sends everybody home when it is dropped.
    pub(crate) fn dismissal(&self) -> Dismissal<'_> {
        Dismissal(self)
    }
}

/// A move that somebody searches. It goes back with its value when this is
/// dropped, or without one if it was given up.
pub(super) struct Taken<'a> {
    split: &'a Split,
    pub(super) m: Try,
    pub(super) value: Option<i32>,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut moves = lock(&self.split.moves);
        moves.taken -= 1;
        match self.value {
            Some(value) => moves.values.push((self.m, value)),
            None => moves.incomplete = true,
        }
        if self.value.is_some_and(|value| value > self.split.window.alpha) {
            self.split.cut.store(true, Relaxed);
        }
    }
}

pub(crate) struct Dismissal<'a>(&'a Crew);

impl Drop for Dismissal<'_> {
    fn drop(&mut self) {
        self.0.change(|offers| offers.over = true);
    }
}

impl Split {
    /// A node with the moves to be searched in `window`, below `above`.
    pub(super) fn new(
        node: Node,
        window: Null,
        above: Option<Arc<Split>>,
        moves: Vec<Try>,
    ) -> Arc<Split> {
        Arc::new(Split {
            node,
            window,
            above,
            cut: AtomicBool::new(false),
            moves: Mutex::new(Moves {
                left: moves.into_iter(),
                taken: 0,
                incomplete: false,
                values: Vec::new(),
            }),
        })
    }

    /// Its value is not needed any more.
    pub(super) fn call_off(&self) {
        self.cut.store(true, Relaxed);
    }

    /// Whether its value is not needed any more, or known.
    pub(super) fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cut())
    }

    fn is_below(&self, other: &Arc<Split>) -> bool {
        self.above.as_ref().is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }

    fn has_moves(&self) -> bool {
        !self.is_cut() && lock(&self.moves).left.len() > 0
    }

    pub(super) fn take(&self) -> Option<Taken<'_>> {
        if self.is_cut() {
            return None;
        }
        let mut moves = lock(&self.moves);
        let m = moves.left.next()?;
        moves.taken += 1;
        Some(Taken { split: self, m, value: None })
    }

    /// What its moves are worth, when nobody works on it any more: of all of
    /// them, or until one was good enough. `None` if it was called off before.
    pub(super) fn result(&self) -> Option<Vec<(Try, i32)>> {
        let mut moves = lock(&self.moves);
        let enough = moves.values.iter().any(|(_, value)| *value > self.window.alpha);
        let all = !moves.incomplete && moves.left.len() == 0;
        (enough || all).then(|| std::mem::take(&mut moves.values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    fn split(above: Option<&Arc<Split>>) -> Arc<Split> {
        let m = |square| Try { square, turned: 0, replies: 0 };
        let window = Null { alpha: 3, depth: 8, sure: 0 };
        Split::new(Node::new(Board::START), window, above.cloned(), vec![m(1), m(2), m(3)])
    }

    fn values(split: &Split) -> Option<Vec<(u8, i32)>> {
        let values = split.result()?;
        Some(values.into_iter().map(|(m, value)| (m.square, value)).collect())
    }

    #[test]
    fn a_node_has_a_value_when_all_its_moves_have_one_or_one_is_enough() {
        let all = split(None);
        for value in [-2, 3, 0] {
            assert_eq!(values(&all), None);
            all.take().expect("a move is left").value = Some(value);
        }
        assert!(all.take().is_none());
        assert_eq!(values(&all), Some(vec![(1, -2), (2, 3), (3, 0)]));
        let enough = split(None);
        enough.take().expect("a move is left").value = Some(4);
        assert!(enough.take().is_none() && enough.is_cut());
        assert_eq!(values(&enough), Some(vec![(1, 4)]));
    }

    /// What is not known must not look like a bound: it would be remembered.
    #[test]
    fn a_node_that_was_called_off_has_no_value() {
        let split = split(None);
        while let Some(mut taken) = split.take() {
            taken.value = (taken.m.square != 2).then_some(0);
        }
        assert_eq!(values(&split), None);
    }

    #[test]
    fn what_is_below_a_node_that_is_cut_is_cut_too() {
        let above = split(None);
        let below = split(Some(&above));
        let further = split(Some(&below));
        assert!(further.is_below(&above) && further.is_below(&below));
        assert!(!above.is_below(&below));
        below.cut.store(true, Relaxed);
        assert!(further.is_cut() && further.take().is_none() && !further.has_moves());
        assert!(!above.is_cut() && above.has_moves());
    }

    #[test]
    fn who_waits_helps_only_below_and_everybody_goes_home() {
        let crew = Crew::default();
        let (mine, other) = (split(None), split(None));
        let below = split(Some(&mine));
        crew.change(|offers| offers.splits.extend([other, Arc::clone(&below)]));
        let taken = mine.take().expect("a move is left");
        assert!(matches!(crew.wait(Some(&mine)), Next::Work(found) if Arc::ptr_eq(&found, &below)));
        below.cut.store(true, Relaxed);
        assert!(matches!(crew.wait(Some(&mine)), Next::Again));
        drop(taken);
        assert!(matches!(crew.wait(Some(&mine)), Next::Nothing));
        assert!(matches!(crew.wait(None), Next::Work(_)));
        drop(crew.dismissal());
        assert!(matches!(crew.wait(None), Next::Nothing));
        assert!(!crew.is_idle());
    }
}
