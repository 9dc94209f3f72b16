//! The tree search as an `Engine`: clock, rules, threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use sobremesa_kernel::{Analysis, Budget, Engine, Line, Position as _, Progress, Rng, Side, Value};

use super::prior;
use super::search::{Ownership, Root, Simulator};
use super::tree::{Node, Tree};
use crate::board::{Board, NONE, Vertex};
use crate::goban::each;
use crate::{Estimate, Move, Position};

/// A player that grows a tree of playouts and keeps what is still of use of
/// it from one move to the next.
///
/// A budget in nodes counts simulations; fewer are run when those left could
/// no longer change the move. With nothing limited it is [`Mcts::USUAL`].
#[derive(Debug)]
pub struct Mcts {
    rng: Rng,
    tree: Tree,
    /// The position at the root of `tree`.
    root: Option<Position>,
    tally: Ownership,
    /// What a search may begin with, `None` for everything.
    allowed: Option<Vec<Move>>,
}

impl Mcts {
    /// Simulations for a move when nothing else is said.
    pub const USUAL: u64 = 2_000;

    /// How often a long search reports.
    const REPORT: Duration = Duration::from_millis(40);

    /// An engine that plays the same moves for the same seed and budget of nodes.
    #[must_use]
    pub fn new(seed: u64) -> Mcts {
        Mcts {
            rng: Rng::new(seed),
            tree: Tree::new(),
            root: None,
            tally: Ownership::new(),
            allowed: None,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.tree = Tree::new();
        self.root = None;
    }

    /// What the simulations of the last search say about its position, `None`
    /// before the first search.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let position = self.root.as_ref()?;
        let simulations = self.tally.simulations.max(1);
        let share = 1.0 / simulations as f32;
        let stones = position.stones();
        let ownership = stones
            .points()
            .map(|point| {
                self.tally.owners[usize::from(position.goban().vertex(point))] as f32 * share
            })
            .collect();
        let lead = self.tally.margin as f32 / 2.0 * share;
        let chance = 1.0 - self.tree.node(0).mean();
        let black = if position.turn() == Side::First { chance } else { 1.0 - chance };
        Some(Estimate::new(&stones, ownership, lead, black, self.tally.simulations))
    }

    /// Keeps the part of the tree that `position` is the root of, if it is
    /// the old root or one or two moves on.
    fn take_root(&mut self, position: &Position) {
        let kept = self.root.as_ref().and_then(|root| find(&self.tree, root, position));
        self.tree = match kept {
            Some(0) => std::mem::replace(&mut self.tree, Tree::new()),
            Some(at) => self.tree.subtree(at),
            None => Tree::new(),
        };
        self.root = Some(position.clone());
    }

    fn run<const P: usize, const W: usize>(
        &mut self,
        position: &Position,
        board: &Board<P, W>,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        let limits = match (budget.nodes, budget.time) {
            (None, None) => Budget { nodes: Some(Self::USUAL), ..budget.clone() },
            _ => budget.clone(),
        };
        // A little early, so that the answer is there when the time is over.
        let early = |time: Duration| time - (time / 10).min(Duration::from_millis(5));
        let limits = Budget { time: limits.time.map(early), ..limits };
        let clock = limits.start();
        let mut root = Root::new(position, board);
        root.margin_share = self.margin_share(position);
        root.allowed = self.allowed_here(position);
        let tree = Mutex::new(std::mem::replace(&mut self.tree, Tree::new()));
        let done = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let threads = budget.threads.unwrap_or(1).clamp(1, 64);
        let mut simulators: Vec<Simulator> =
            (0..threads).map(|_| Simulator::new(self.rng.next_u64())).collect();
        let (mine, others) = simulators.split_first_mut().expect("at least one thread");
        std::thread::scope(|scope| {
            for simulator in others {
                scope.spawn(|| {
                    while !stop.load(Ordering::Relaxed) {
                        simulator.run(&root, &tree);
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            let mut reported = Duration::ZERO;
            loop {
                mine.run(&root, &tree);
                let simulations = done.fetch_add(1, Ordering::Relaxed) + 1;
                if limits.nodes.is_some_and(|most| simulations >= most) {
                    break;
                }
                if simulations.is_multiple_of(8) {
                    let elapsed = clock.elapsed();
                    if clock.reached(simulations) {
                        break;
                    }
                    if simulations.is_multiple_of(64) {
                        let left = simulations_left(&limits, simulations, elapsed);
                        if is_decided(&tree.lock().expect("no simulation panics"), left) {
                            break;
                        }
                    }
                    if elapsed >= reported + Self::REPORT {
                        reported = elapsed;
                        let tree = tree.lock().expect("no simulation panics");
                        let partial = report(&tree, position, simulations, elapsed);
                        drop(tree);
                        if progress(&partial).is_break() {
                            break;
                        }
                    }
                }
            }
            stop.store(true, Ordering::Relaxed);
        });
        self.tree = tree.into_inner().expect("no simulation panics");
        self.tally = Ownership::new();
        for simulator in &simulators {
            self.tally.add(&simulator.tally);
        }
        let nodes = done.load(Ordering::Relaxed);
        let mut analysis = report(&self.tree, position, nodes, clock.elapsed());
        self.decide_on_passing(position, &mut analysis);
        analysis
    }

    /// The vertices of the moves that a search may begin with, those that are
    /// legal; `None` for all, which is also what is meant when none is.
    fn allowed_here(&self, position: &Position) -> Option<Vec<Vertex>> {
        let legal = self.allowed.iter().flatten().filter(|&&m| position.check(m).is_ok());
        let vertices: Vec<Vertex> = legal
            .map(|&m| match m {
                Move::Play(point) => position.goban().vertex(point),
                Move::Pass => NONE,
            })
            .collect();
        (!vertices.is_empty()).then_some(vertices)
    }

    /// How much of a result is the margin rather than the win. A little
    /// always; more when the game is all but won or lost, or begins with a
    /// handicap, because there wins and losses hardly tell moves apart.
    fn margin_share(&self, position: &Position) -> f32 {
        const USUAL: f32 = 0.04;
        const MOST: f32 = 0.20;
        let root = self.tree.node(0);
        if root.visits < 50.0 {
            return if position.rules().handicap() > 0 { MOST / 2.0 } else { USUAL };
        }
        let extreme = ((root.mean() - 0.5).abs() - 0.4).max(0.0) / 0.1;
        USUAL + (MOST - USUAL) * extreme
    }

    /// Brings the pass to the front when it ends the game with a win, or when
    /// everything is settled and counting now would win.
    fn decide_on_passing(&self, position: &Position, analysis: &mut Analysis<Move>) {
        let wins_now = position.score().is_some_and(|[black, white]| match position.turn() {
            Side::First => black > white,
            Side::Second => white > black,
        });
        let may_pass = wins_now && (position.passes() == 1 || self.is_settled(position));
        let pass = analysis.lines.iter().position(|line| line.play == Move::Pass);
        if let (true, Some(i)) = (may_pass, pass) {
            analysis.lines[..=i].rotate_right(1);
        }
    }

    /// Whether the playouts agree on the owner of every point, and with what
    /// counting the stones as they stand would say.
    fn is_settled(&self, position: &Position) -> bool {
        let stones = position.stones();
        let simulations = self.tally.simulations.max(1) as f32;
        self.tally.simulations >= 100
            && stones.points().zip(stones.owners()).all(|(point, owner)| {
                let v = position.goban().vertex(point);
                let share = self.tally.owners[usize::from(v)] as f32 / simulations;
                match owner {
                    Some(Side::First) => share > 0.9,
                    Some(Side::Second) => share < -0.9,
                    None => false,
                }
            })
    }
}

/// How many more simulations a search can make.
fn simulations_left(limits: &Budget, simulations: u64, elapsed: Duration) -> u64 {
    let by_nodes = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(simulations));
    let by_time = limits.time.map_or(u64::MAX, |time| {
        let rate = simulations as f64 / elapsed.as_secs_f64().max(1e-6);
        (rate * time.saturating_sub(elapsed).as_secs_f64()) as u64
    });
    by_nodes.min(by_time)
}

/// Whether the most visited move stays the most visited whatever happens in
/// the simulations that are left.
fn is_decided(tree: &Tree, left: u64) -> bool {
    let (mut first, mut second) = (0.0, 0.0);
    for child in tree.children(0) {
        if child.visits > first {
            second = first;
            first = child.visits;
        } else if child.visits > second {
            second = child.visits;
        }
    }
    first - second > left as f32
}

/// The node of `tree`, whose root is `root`, that stands for `position`.
fn find(tree: &Tree, root: &Position, position: &Position) -> Option<u32> {
    if root == position {
        return Some(0);
    }
    if root.rules() != position.rules() {
        return None;
    }
    let step = |from: &Position, node: &Node| {
        let mut next = from.clone();
        let m = as_move(from, node);
        (next.check(m).is_ok() && node.visits > 0.0).then(|| {
            next.play_unchecked(m);
            next
        })
    };
    let same =
        |other: &Position| other.key() == position.key() && other.history() == position.history();
    for (i, child) in tree.children(0).iter().enumerate() {
        let Some(after) = step(root, child) else { continue };
        let at = tree.child(0, i);
        if same(&after) {
            return Some(at);
        }
        if after.turn() == position.turn() {
            continue;
        }
        // Only a grandchild whose vertex was just played can match.
        for (j, grandchild) in tree.children(at).iter().enumerate() {
            if grandchild.vertex == position.last_vertices()[0]
                && child.vertex == position.last_vertices()[1]
                && step(&after, grandchild).is_some_and(|two| same(&two))
            {
                return Some(tree.child(at, j));
            }
        }
    }
    None
}

fn as_move(position: &Position, node: &Node) -> Move {
    if node.vertex == NONE { Move::Pass } else { Move::Play(position.goban().point(node.vertex)) }
}

/// What the tree says, most visited move first.
fn report(tree: &Tree, position: &Position, nodes: u64, elapsed: Duration) -> Analysis<Move> {
    let mut order: Vec<usize> = (0..tree.children(0).len()).collect();
    order.sort_by(|&a, &b| {
        let (a, b) = (&tree.children(0)[a], &tree.children(0)[b]);
        b.visits.total_cmp(&a.visits).then(b.promise().total_cmp(&a.promise()))
    });
    let mut depth = 0;
    let mut lines: Vec<Line<Move>> = order
        .into_iter()
        .map(|i| {
            let mut at = tree.child(0, i);
            let node = tree.node(at);
            let value = if node.visits > 0.0 { Value::Chance(node.mean()) } else { Value::Unknown };
            let visits = node.visits as u64;
            let mut pv = vec![as_move(position, node)];
            while tree.node(at).children > 0 && pv.len() < 12 {
                let (best, child) = tree
                    .children(at)
                    .iter()
                    .enumerate()
                    .max_by(|a, b| a.1.visits.total_cmp(&b.1.visits))
                    .expect("there are children");
                if child.visits < 2.0 {
                    break;
                }
                pv.push(as_move(position, child));
                at = tree.child(at, best);
            }
            depth = depth.max(pv.len() as u32);
            let (prior, lead) = (prior::chance(node), node.lead());
            Line { play: pv[0], value, pv, visits, prior, lead }
        })
        .collect();
    lines.retain(|line| position.check(line.play).is_ok());
    if lines.is_empty() {
        lines = Analysis::only(Move::Pass).lines;
    }
    Analysis { lines, nodes, depth, elapsed }
}

impl Engine<Position> for Mcts {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        self.take_root(position);
        each!(position.goban(), board => self.run(position, board, budget, progress))
    }

    fn only(&mut self, moves: Option<&[Move]>) -> bool {
        if self.allowed.as_deref() != moves {
            self.allowed = moves.map(<[Move]>::to_vec);
            // The root of the old tree has other moves.
            self.clear();
        }
        true
    }
}
