//! Alpha-beta with null windows over positions in which nothing is forced.
//!
//! A child is looked at from its parent: forced moves are followed without
//! branching, then what is known of the position reached (room for a line,
//! [`parity`](super::parity), the table) is compared with the window. Only
//! what none of this decides is searched, most promising child first.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::parity::{Parity, Waiting};
use super::transposition::{Bounds, Key, Place, Table};
use crate::Shape;

/// One thread's search. It works on a table that others may share.
pub(super) struct Search<'a, S: Shape> {
    shape: S,
    table: &'a Table,
    parity: Option<Parity>,
    /// The columns' cells, in the order in which equals are tried.
    order: S::Slots<u64>,
    /// Whether mirror images share an entry.
    mirrors: bool,
    halt: &'a AtomicBool,
    pub nodes: u64,
    most_nodes: u64,
}

/// Room for the children of the positions on the way down, kept from one
/// search to the next: making it takes longer than an easy position.
#[derive(Debug, Default)]
pub(super) struct Stack(Vec<Node>);

/// A position seen from the side to move, which has no winning move now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    own: u64,
    occupied: u64,
    /// Empty cells that complete a line of the side to move.
    own_wins: u64,
    /// Empty cells that complete a line of its rival.
    rival_wins: u64,
    playable: u64,
    /// The playable cells that do not lose at once.
    moves: u64,
    place: Place,
    plies: i32,
    bounds: Bounds,
    /// An odd number of forced moves were followed: the side to move is not
    /// the one that was asked about.
    turned: bool,
    /// No forced moves were followed.
    fresh: bool,
    /// The move that led here, before any forced ones.
    played: u64,
    /// The new threats it made.
    threats: u64,
}

impl Node {
    const NONE: Node = Node {
        own: 0,
        occupied: 0,
        own_wins: 0,
        rival_wins: 0,
        playable: 0,
        moves: 0,
        place: Place::NONE,
        plies: 0,
        bounds: Bounds { lower: 0, upper: 0 },
        turned: false,
        fresh: false,
        played: 0,
        threats: 0,
    };
}

/// Tables are not consulted this near the end of the game, where searching
/// costs less than a look-up.
const PLIES_WITHOUT_TABLE: i32 = 6;

/// Positions this near the end of the game share a small part of the table.
const PLIES_NEAR_THE_END: i32 = 20;

/// How many nodes pass between two looks at the halt flag.
const HALT_EVERY: u64 = 1 << 10;

impl<'a, S: Shape> Search<'a, S> {
    /// `thread` varies the order of moves, so that threads that share a table
    /// help each other instead of doing the same.
    pub(super) fn new(shape: S, table: &'a Table, halt: &'a AtomicBool, thread: usize) -> Self {
        let mut order = S::slots(0);
        for (slot, column) in order.as_mut().iter_mut().zip(shape.centre_out()) {
            let mirrored = shape.columns() - 1 - column;
            *slot = shape.column(if thread.is_multiple_of(2) { mirrored } else { column });
        }
        Search {
            shape,
            table,
            parity: Parity::new(shape),
            order,
            mirrors: true,
            halt,
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// Halts by itself after about so many nodes.
    pub(super) fn limit(mut self, nodes: u64) -> Self {
        self.most_nodes = nodes;
        self
    }

    /// A bound on the score for the side to move, which has no winning move:
    /// at least the score if it is at most `alpha`, at most the score if it is
    /// above. `None` when halted.
    pub(super) fn test(
        &mut self,
        own: u64,
        occupied: u64,
        alpha: i32,
        stack: &mut Stack,
    ) -> Option<i32> {
        let shape = self.shape;
        // Two mirror images can both come of this position only if its own
        // image does not contradict it.
        self.mirrors = shape.mirror(own) & (own ^ occupied) == 0;
        let mut node = Node {
            own,
            occupied,
            own_wins: shape.completions(own) & !occupied,
            rival_wins: shape.completions(own ^ occupied) & !occupied,
            plies: occupied.count_ones() as i32,
            ..Node::NONE
        };
        self.follow(&mut node, alpha)
            .or_else(|| self.bound(&mut node, alpha))
            .or_else(|| {
                self.name(&mut node);
                self.recall(&mut node, alpha)
            })
            .or_else(|| {
                let left = shape.cells() - node.plies as u32;
                let room = (shape.columns() * left) as usize;
                stack.0.resize(room.max(stack.0.len()), Node::NONE);
                match Wide::detect() {
                    Some(wide) => self.visit(wide, &node, &mut stack.0, alpha),
                    None => self.visit(Usual, &node, &mut stack.0, alpha),
                }
            })
    }

    /// Searches what was reached by following; the answer is for the side
    /// that moved before that.
    #[inline(always)]
    fn visit<R: Registers>(
        &mut self,
        registers: R,
        node: &Node,
        stack: &mut [Node],
        alpha: i32,
    ) -> Option<i32> {
        let (sign, alpha) = if node.turned { (-1, -alpha - 1) } else { (1, alpha) };
        registers.search(self, node, stack, alpha).map(|score| sign * score)
    }

    /// Plays forced moves: the answer to a threat, and the only move that
    /// does not lose at once. `Some` is a bound that settles the window
    /// (alpha, alpha + 1) for the side to move at the start; otherwise `node`
    /// is a position with a choice.
    #[inline(always)]
    fn follow(&self, node: &mut Node, mut alpha: i32) -> Option<i32> {
        let shape = self.shape;
        let cells = shape.cells() as i32;
        let mut sign = 1;
        loop {
            let playable = shape.playable(node.occupied);
            let mut moves = playable & !(node.rival_wins >> 1);
            let threats = node.rival_wins & playable;
            if threats != 0 {
                moves &= if threats & (threats - 1) == 0 { threats } else { 0 };
            }
            let left = cells - node.plies;
            if moves == 0 {
                return Some(sign * -(left / 2));
            }
            if left <= 2 {
                return Some(0);
            }
            let bounds = Bounds { lower: -((left - 2) / 2), upper: (left - 1) / 2 };
            if let Some(score) = bounds.settle(alpha) {
                return Some(sign * score);
            }
            if moves & (moves - 1) != 0 {
                node.playable = playable;
                node.moves = moves;
                node.bounds = bounds;
                node.turned = sign < 0;
                return None;
            }
            let mover = node.own | moves;
            node.own ^= node.occupied;
            node.occupied |= moves;
            node.own_wins = node.rival_wins & !moves;
            node.rival_wins = shape.completions(mover) & !node.occupied;
            node.plies += 1;
            node.fresh = false;
            alpha = -alpha - 1;
            sign = -sign;
        }
    }

    /// Narrows the bounds of a position with a choice by all that is known
    /// without searching; `Some` as in [`Search::follow`].
    #[inline(always)]
    fn bound(&self, node: &mut Node, alpha: i32) -> Option<i32> {
        let shape = self.shape;
        let rival = node.own ^ node.occupied;
        let (sign, alpha) = if node.turned { (-1, -alpha - 1) } else { (1, alpha) };
        // Whoever has no room left for a line cannot win. Only one side's room
        // can settle this window. Where it was already there a move ago, and
        // the other side has moved since, it is there still.
        if alpha >= 0 {
            if !shape.has_line(shape.all() ^ rival) {
                node.bounds.upper = 0;
                return Some(0);
            }
        } else if !node.fresh && !shape.has_line(shape.all() ^ node.own) {
            node.bounds.lower = 0;
            return Some(0);
        }
        if let Some(parity) = &self.parity {
            node.bounds = if node.plies % 2 == 0 {
                let at = Waiting {
                    first: node.own,
                    second: rival,
                    first_wins: node.own_wins,
                    second_wins: node.rival_wins,
                    playable: node.playable,
                    first_to_move: true,
                };
                parity.bounds(shape, &at, node.bounds, alpha)
            } else {
                let at = Waiting {
                    first: rival,
                    second: node.own,
                    first_wins: node.rival_wins,
                    second_wins: node.own_wins,
                    playable: node.playable,
                    first_to_move: false,
                };
                parity.bounds(shape, &at, node.bounds.turned(), -alpha - 1).turned()
            };
            if let Some(score) = node.bounds.settle(alpha) {
                return Some(sign * score);
            }
        }
        None
    }

    /// Narrows the bounds of a position by what the table knows of it; `Some`
    /// as in [`Search::follow`].
    #[inline(always)]
    fn recall(&self, node: &mut Node, alpha: i32) -> Option<i32> {
        let (sign, alpha) = if node.turned { (-1, -alpha - 1) } else { (1, alpha) };
        if self.in_table(node)
            && let Some(known) = self.table.probe(node.place)
        {
            node.bounds.lower = node.bounds.lower.max(known.lower);
            node.bounds.upper = node.bounds.upper.min(known.upper);
            return node.bounds.settle(alpha).map(|score| sign * score);
        }
        None
    }

    /// The bound that searching `node` gives, for its side to move. `stack`
    /// has room for the children of this and of every later node.
    #[inline(always)]
    fn expand<R: Registers>(
        &mut self,
        registers: R,
        node: &Node,
        stack: &mut [Node],
        alpha: i32,
    ) -> Option<i32> {
        let shape = self.shape;
        let before = self.nodes;
        self.nodes += 1;
        if self.nodes.is_multiple_of(HALT_EVERY)
            && (self.nodes >= self.most_nodes || self.halt.load(Relaxed))
        {
            return None;
        }
        let rival = node.own ^ node.occupied;
        let (children, deeper) = stack.split_at_mut(shape.columns() as usize);
        let mut count = 0;
        let mut best = i32::MIN;
        for &column in self.order.as_ref() {
            let played = node.moves & column;
            if played == 0 {
                continue;
            }
            let occupied = node.occupied | played;
            let wins = shape.completions(node.own | played) & !occupied;
            let child = &mut children[count];
            child.own = rival;
            child.occupied = occupied;
            child.own_wins = node.rival_wins & !played;
            child.rival_wins = wins;
            child.plies = node.plies + 1;
            child.threats = wins & !(node.rival_wins << 1);
            child.played = played;
            child.fresh = true;
            match self.follow(child, -alpha - 1) {
                Some(score) => {
                    best = best.max(-score);
                    if best > alpha {
                        return Some(best);
                    }
                }
                None => count += 1,
            }
        }
        // No move makes a double threat, so a win takes two moves more.
        let left = shape.cells() as i32 - node.plies;
        let mut bounds = node.bounds;
        bounds.upper = bounds.upper.min((left - 3) / 2);
        if bounds.upper <= alpha {
            return Some(bounds.upper);
        }
        // The children that nothing settles yet, then ranked by promise.
        let mut ranked = S::slots(0u8);
        let ranked = ranked.as_mut();
        let mut promises = S::slots(0i8);
        let promises = promises.as_mut();
        let mut open = 0;
        for (at, child) in children[..count].iter_mut().enumerate() {
            match self.bound(child, -alpha - 1) {
                Some(score) => {
                    best = best.max(-score);
                    if best > alpha {
                        return Some(self.refuted(node, bounds, best));
                    }
                }
                None => {
                    self.name(child);
                    ranked[open] = at as u8;
                    open += 1;
                }
            }
        }
        for next in 0..std::mem::take(&mut open) {
            let at = ranked[next];
            let child = &mut children[usize::from(at)];
            match self.recall(child, -alpha - 1) {
                Some(score) => {
                    best = best.max(-score);
                    if best > alpha {
                        return Some(self.refuted(node, bounds, best));
                    }
                }
                None => {
                    let promise = promise(shape, node.occupied | child.played, child.threats);
                    let mut rank = open;
                    while rank > 0 && promises[rank - 1] < promise {
                        (promises[rank], ranked[rank]) = (promises[rank - 1], ranked[rank - 1]);
                        rank -= 1;
                    }
                    (promises[rank], ranked[rank]) = (promise, at);
                    open += 1;
                }
            }
        }
        for &at in &ranked[..open] {
            let child = &children[usize::from(at)];
            best = best.max(-self.visit(registers, child, deeper, -alpha - 1)?);
            if best > alpha {
                break;
            }
        }
        if best > alpha {
            bounds.lower = bounds.lower.max(best);
            best = bounds.lower;
        } else {
            bounds.upper = bounds.upper.min(best);
            best = bounds.upper;
        }
        if self.in_table(node) {
            self.table.store(node.place, bounds, self.nodes - before);
        }
        Some(best)
    }

    /// Keeps what a reply says that needed no search: `best` at least.
    #[inline(always)]
    fn refuted(&self, node: &Node, bounds: Bounds, best: i32) -> i32 {
        if self.in_table(node) {
            self.table.store(node.place, Bounds { lower: best, ..bounds }, 1);
        }
        best
    }

    #[inline(always)]
    fn in_table(&self, node: &Node) -> bool {
        node.plies + PLIES_WITHOUT_TABLE < self.shape.cells() as i32
    }

    /// Finds the name of a position in the table and has its entry fetched,
    /// well before it is asked for.
    #[inline(always)]
    fn name(&self, node: &mut Node) {
        if self.in_table(node) {
            let near = node.plies + PLIES_NEAR_THE_END >= self.shape.cells() as i32;
            node.place = self.table.place(Key { code: self.code(node), near });
            self.table.prefetch(node.place);
        }
    }

    /// The name of a position in the table: its own pieces plus the occupied
    /// cells, or its mirror image's if that is smaller.
    #[inline(always)]
    fn code(&self, node: &Node) -> u64 {
        let shape = self.shape;
        let code = node.own + node.occupied;
        if self.mirrors { code.min(shape.mirror(code)) } else { code }
    }
}

/// How good a move looks by the threats it leaves: most of all those that
/// soon become playable. `occupied` is with the move.
#[inline(always)]
fn promise<S: Shape>(shape: S, occupied: u64, threats: u64) -> i8 {
    let playable = shape.playable(occupied);
    let count = |cells: u64| cells.count_ones() as i8;
    2 * count(threats) + 2 * count(threats & playable << 1) + count(threats & playable << 2)
}

impl Bounds {
    /// The bound that settles the window (alpha, alpha + 1), if one does.
    #[inline(always)]
    fn settle(self, alpha: i32) -> Option<i32> {
        if self.upper <= alpha {
            Some(self.upper)
        } else if self.lower > alpha {
            Some(self.lower)
        } else {
            None
        }
    }

    /// The same bounds for the other side.
    #[inline(always)]
    fn turned(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }
}

/// For which processor the search is compiled.
trait Registers: Copy {
    /// [`Search::expand`], as a function of its own.
    fn search<S: Shape>(
        self,
        search: &mut Search<'_, S>,
        node: &Node,
        stack: &mut [Node],
        alpha: i32,
    ) -> Option<i32>;
}

/// Any processor.
#[derive(Clone, Copy)]
struct Usual;

/// A processor with AVX2 and its companions: the four directions of a line
/// are shifted at once. Measured at a third fewer instructions.
#[derive(Clone, Copy)]
struct Wide(());

impl Wide {
    /// What [`Registers::search`] relies on: there is no other way to one.
    fn detect() -> Option<Wide> {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
        {
            return Some(Wide(()));
        }
        None
    }
}

impl Registers for Usual {
    fn search<S: Shape>(
        self,
        search: &mut Search<'_, S>,
        node: &Node,
        stack: &mut [Node],
        alpha: i32,
    ) -> Option<i32> {
        search.expand(self, node, stack, alpha)
    }
}

impl Registers for Wide {
    #[inline(always)]
    fn search<S: Shape>(
        self,
        search: &mut Search<'_, S>,
        node: &Node,
        stack: &mut [Node],
        alpha: i32,
    ) -> Option<i32> {
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        fn compiled<S: Shape>(
            wide: Wide,
            search: &mut Search<'_, S>,
            node: &Node,
            stack: &mut [Node],
            alpha: i32,
        ) -> Option<i32> {
            search.expand(wide, node, stack, alpha)
        }
        // SAFETY: a `Wide` is made only where the processor has the features.
        #[cfg(target_arch = "x86_64")]
        return unsafe { compiled(self, search, node, stack, alpha) };
        #[cfg(not(target_arch = "x86_64"))]
        Usual.search(search, node, stack, alpha)
    }
}
