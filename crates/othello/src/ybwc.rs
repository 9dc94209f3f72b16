//! Threads that search one tree together.
//!
//! A node in a null window whose first move has failed needs all its moves,
//! as a rule (the younger brothers wait for the eldest). So when a thread has
//! nothing to do, the next such node is [shared](share): its moves are laid
//! out as a [`Split`], and every thread that comes takes one at a time until
//! one of them is good enough or none is left. Who shared the node waits for
//! the others, and meanwhile helps them with what they share in turn.
//!
//! Values are the same whoever finds them: each is searched in the window of
//! the node, and the table that the threads have in common holds bounds that
//! are true for all.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::endgame::Endgame;
use crate::midgame::{Deep, Node, Search, Try, after_null};
use crate::root::POLL;

/// The plies below which a node is not worth sharing: waking a thread takes
/// as long as some thousand nodes.
const LEAST_PLIES: u32 = 7;
const LEAST_EMPTIES: u32 = 14;

/// The others, if one of them has nothing to do and a node is worth sharing.
#[inline(always)]
pub(crate) fn helpers<'a>(s: &Search<'a>, depth: u32, exact: bool) -> Option<&'a Crew> {
    let least = if exact { LEAST_EMPTIES } else { LEAST_PLIES };
    s.crew.filter(|crew| depth >= least && crew.is_idle())
}

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
    node: Node,
    window: Null,
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
enum Next {
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
    fn is_idle(&self) -> bool {
        self.idle.load(Relaxed) > 0
    }

    /// Waits a little for something to do: any offer, or only one below
    /// `below` as long as somebody works on that.
    fn wait(&self, below: Option<&Arc<Split>>) -> Next {
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

    /// What a helper searches with: it counts its nodes and never stops by
    /// itself.
    pub(crate) fn counting(&self) -> impl FnMut(u64) -> Option<u64> {
        let mut told = 0;
        move |nodes| {
            self.nodes.fetch_add(nodes - told, Relaxed);
            told = nodes;
            Some(nodes + POLL)
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

    /// Searches what is offered until everybody is sent home.
    pub(crate) fn help<K: Deep + Endgame>(&self, k: K, s: &mut Search<'_>) {
        loop {
            match self.wait(None) {
                Next::Work(split) => {
                    work(k, s, self, &split);
                    // Its nodes count now, not when there are more.
                    s.ask();
                }
                Next::Again => {}
                Next::Nothing => return,
            }
        }
    }
}

/// A move that somebody searches. It goes back with its value when this is
/// dropped, or without one if it was given up.
struct Taken<'a> {
    split: &'a Split,
    m: Try,
    value: Option<i32>,
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
    /// Whether its value is not needed any more, or known.
    fn is_cut(&self) -> bool {
        self.cut.load(Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cut())
    }

    fn is_below(&self, other: &Arc<Split>) -> bool {
        self.above.as_ref().is_some_and(|above| Arc::ptr_eq(above, other) || above.is_below(other))
    }

    fn has_moves(&self) -> bool {
        !self.is_cut() && lock(&self.moves).left.len() > 0
    }

    fn take(&self) -> Option<Taken<'_>> {
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
    fn result(&self) -> Option<Vec<(Try, i32)>> {
        let mut moves = lock(&self.moves);
        let enough = moves.values.iter().any(|(_, value)| *value > self.window.alpha);
        let all = !moves.incomplete && moves.left.len() == 0;
        (enough || all).then(|| std::mem::take(&mut moves.values))
    }
}

/// A null window, how deep to search in it and how surely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Null {
    pub alpha: i32,
    pub depth: u32,
    pub sure: u8,
}

/// Searches the moves of a node together with whoever has nothing to do, all
/// of them or until one is worth more than alpha: what they are worth. `None`
/// when the search is stopped.
#[cold]
#[inline(never)]
pub(crate) fn share<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    crew: &Crew,
    node: &Node,
    moves: Vec<Try>,
    window: Null,
) -> Option<Vec<(Try, i32)>> {
    let split = Arc::new(Split {
        node: *node,
        window,
        above: s.split.clone(),
        cut: AtomicBool::new(false),
        moves: Mutex::new(Moves {
            left: moves.into_iter(),
            taken: 0,
            incomplete: false,
            values: Vec::new(),
        }),
    });
    crew.change(|offers| offers.splits.push(Arc::clone(&split)));
    work(k, s, crew, &split);
    crew.change(|offers| offers.splits.retain(|offer| !Arc::ptr_eq(offer, &split)));
    loop {
        if s.stopped() {
            split.cut.store(true, Relaxed);
        }
        match crew.wait(Some(&split)) {
            Next::Work(below) => work(k, s, crew, &below),
            Next::Again => s.ask(),
            Next::Nothing => break,
        }
    }
    let result = split.result();
    if result.is_none() {
        s.stop();
    }
    result.filter(|_| !s.stopped())
}

/// The same for the younger brothers of a node in an open window, whose best
/// so far is `window.alpha`: those that are worth more are searched again for
/// their value, up to `beta`. `tell` hears of every move that was searched, its
/// value and whether that is only known not to be exceeded.
#[cold]
#[inline(never)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn share_open<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    crew: &Crew,
    node: &Node,
    mut moves: Vec<Try>,
    window: Null,
    beta: i32,
    tell: &mut dyn FnMut(Try, i32, bool),
) {
    let Null { alpha: mut floor, depth, sure } = window;
    while floor < beta && !moves.is_empty() {
        let window = Null { alpha: floor, ..window };
        let Some(values) = share(k, s, crew, node, moves.clone(), window) else { return };
        let mut better = None;
        for (m, value) in values {
            if value > floor {
                better.get_or_insert((m, value));
            } else {
                tell(m, value, true);
                moves.retain(|other| other.square != m.square);
            }
        }
        let Some((m, mut value)) = better else { return };
        moves.retain(|other| other.square != m.square);
        if value < beta {
            let child = node.after(s.layout, m.square.into(), m.turned);
            value = -k.open(s, &child, -beta, -floor, depth - 1, sure);
            if s.stopped() {
                return;
            }
        }
        tell(m, value, value <= floor);
        floor = floor.max(value);
    }
}

/// Takes moves of a shared node as long as there are any.
fn work<K: Deep + Endgame>(k: K, s: &mut Search<'_>, crew: &Crew, split: &Arc<Split>) {
    // What stops the node does not stop the thread, so it searches with a
    // clock of its own.
    let mut told_to_stop = false;
    let poll = &mut *s.poll;
    let mut poll = |nodes: u64| {
        if split.is_cut() {
            return None;
        }
        let next = poll(nodes);
        told_to_stop |= next.is_none();
        next
    };
    let mut inner = Search {
        nodes: s.nodes,
        next_poll: s.next_poll,
        stopped: s.stopped,
        far: s.far,
        near: s.near,
        weights: s.weights,
        layout: s.layout,
        poll: &mut poll,
        crew: Some(crew),
        split: Some(Arc::clone(split)),
    };
    while !inner.stopped()
        && let Some(mut taken) = split.take()
    {
        let Null { alpha, depth, sure } = split.window;
        let value = after_null(k, &mut inner, &split.node, taken.m, alpha, depth, sure);
        taken.value = (!inner.stopped()).then_some(value);
    }
    s.nodes = inner.nodes;
    s.next_poll = if inner.stopped { 0 } else { inner.next_poll };
    if told_to_stop {
        s.stop();
    }
    // Whoever waits for this node looks again.
    crew.change(|_| ());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, squares};
    use crate::flip::Portable;
    use crate::root::Thinker;
    use crate::transposition::{Entry, Table};
    use crate::weights::Weights;

    fn split(above: Option<&Arc<Split>>) -> Arc<Split> {
        let m = |square| Try { square, turned: 0, replies: 0 };
        Arc::new(Split {
            node: Node::new(Board::START),
            window: Null { alpha: 3, depth: 8, sure: 0 },
            above: above.cloned(),
            cut: AtomicBool::new(false),
            moves: Mutex::new(Moves {
                left: vec![m(1), m(2), m(3)].into_iter(),
                taken: 0,
                incomplete: false,
                values: Vec::new(),
            }),
        })
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

    /// The owner of a node waits at its first poll until a helper has searched
    /// some nodes of it: both have a part in the values, and they are right.
    #[test]
    fn a_helper_takes_its_part() {
        let mut rng = sobremesa_kernel::Rng::new(5);
        let mut board = Board::START;
        while board.empties() > 15 {
            let moves: Vec<usize> = squares(board.moves()).collect();
            board = match rng.pick(&moves) {
                Some(square) => board.after(square, board.flips(square)),
                None if board.is_over() => Board::START,
                None => board.swapped(),
            };
        }
        let tries: Vec<Try> = squares(board.moves())
            .map(|square| {
                let turned = board.flips(square);
                let replies = board.after(square, turned).moves();
                Try { square: square as u8, turned, replies }
            })
            .collect();
        assert!(tries.len() > 2);
        let (node, weights) = (Node::new(board), Weights::shipped());
        let (far, near) = (Table::new(16), [Table::new(12), Table::new(12)]);
        let window = Null { alpha: 62, depth: board.empties(), sure: Entry::SURE };
        let crew = Crew::default();
        let shared = std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut poll = crew.counting();
                crew.help(Portable, &mut Search::new(&far, &near[1], weights, &mut poll));
            });
            let _dismissal = crew.dismissal();
            let mut poll = |nodes| {
                while crew.nodes() == 0 {
                    std::thread::yield_now();
                }
                Some(nodes + POLL)
            };
            let mut s = Search::new(&far, &near[0], weights, &mut poll);
            s.crew = Some(&crew);
            share(Portable, &mut s, &crew, &node, tries.clone(), window)
        });
        assert!(crew.nodes() > 0);
        let shared = shared.expect("nobody stopped it");
        assert_eq!(shared.len(), tries.len());
        let mut thinker = Thinker::new(weights, 16);
        for (m, value) in shared {
            let score = -thinker.solve(board.after(m.square.into(), m.turned));
            assert!(score <= value && value <= window.alpha, "{score} {value}");
        }
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
