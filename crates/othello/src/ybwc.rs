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

pub(crate) mod crew;

use std::sync::Arc;

use crate::node::{Node, Null, Try};
use crate::thread::Search;
use crew::{Crew, Next, Split};

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

/// Searches what is offered until everybody is sent home; `child` as in [`share`].
pub(crate) fn help(s: &mut Search<'_>, crew: &Crew, child: impl Child) {
    loop {
        match crew.wait(None) {
            Next::Work(split) => {
                work(s, crew, &split, child);
                // Its nodes count now, not when there are more.
                s.ask();
            }
            Next::Again => {}
            Next::Nothing => return,
        }
    }
}

/// What a move of a node is worth in a null window: the search that others
/// are handed along with a node.
pub(crate) trait Child: Fn(&mut Search<'_>, &Node, Try, Null) -> i32 + Copy {}

impl<F: Fn(&mut Search<'_>, &Node, Try, Null) -> i32 + Copy> Child for F {}

/// Searches the moves of a node together with whoever has nothing to do, all
/// of them or until one is worth more than alpha: what they are worth. `None`
/// when the search is stopped.
#[cold]
#[inline(never)]
pub(crate) fn share(
    s: &mut Search<'_>,
    crew: &Crew,
    node: &Node,
    moves: Vec<Try>,
    window: Null,
    child: impl Child,
) -> Option<Vec<(Try, i32)>> {
    let split = Split::new(*node, window, s.split.clone(), moves);
    crew.offer(&split);
    work(s, crew, &split, child);
    crew.withdraw(&split);
    loop {
        if s.stopped() {
            split.call_off();
        }
        match crew.wait(Some(&split)) {
            Next::Work(below) => work(s, crew, &below, child),
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

/// Takes moves of a shared node as long as there are any.
fn work(s: &mut Search<'_>, crew: &Crew, split: &Arc<Split>, child: impl Child) {
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
        let value = child(&mut inner, &split.node, taken.m, split.window);
        taken.value = (!inner.stopped()).then_some(value);
    }
    s.nodes = inner.nodes;
    s.next_poll = if inner.stopped { 0 } else { inner.next_poll };
    if told_to_stop {
        s.stop();
    }
    crew.stir();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, squares};
    use crate::flip::Portable;
    use crate::midgame::child;
    use crate::root::Thinker;
    use crate::thread::POLL;
    use crate::transposition::{Entry, Table};
    use crate::weights::Weights;

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
        let child = child(Portable);
        let shared = std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut poll = crew.counting(POLL);
                help(&mut Search::new(&far, &near[1], weights, &mut poll), &crew, child);
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
            share(&mut s, &crew, &node, tries.clone(), window, child)
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
}
