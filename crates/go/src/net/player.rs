//! The player with a network: a tree of its judgements, grown where they
//! promise most (PUCT).

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use sobremesa_kernel::{Analysis, Budget, Engine, Line, Position as _, Progress, Side, Value};
use sobremesa_nn::Network;

use super::judge::{Judge, Judgement, Memory};
use super::tree::{State, Tree};
use crate::board::{NONE, Vertex};
use crate::estimate::is_settled;
use crate::{Move, Position, Scoring};

/// A player that asks a network about the positions it looks at, and keeps
/// what is still of use from one move to the next.
///
/// A budget in nodes counts visits, as KataGo does: one is the network's
/// first choice. With nothing limited it is [`Player::USUAL`].
#[derive(Debug)]
pub struct Player {
    judges: Vec<Judge>,
    memory: Memory,
    tree: Tree,
    root: Option<Position>,
    /// Who owns each point, from the last search: row by row from the top, 1
    /// for the side to move.
    owners: Vec<f32>,
    /// The moves that may be played, if not all.
    only: Option<Vec<Move>>,
}

impl Player {
    /// Visits for a move when nothing else is said.
    pub const USUAL: u64 = 400;
    const REPORT: Duration = Duration::from_millis(40);
    /// The most positions that one thread has judged together.
    const BATCH: u64 = 4;

    /// A player that asks `network`.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Player {
        Player {
            judges: vec![Judge::new(network)],
            memory: Memory::default(),
            tree: Tree::new(),
            root: None,
            owners: Vec::new(),
            only: None,
        }
    }

    /// How many points the side to move is believed to be ahead after the
    /// last search.
    #[must_use]
    pub fn lead(&self) -> f32 {
        self.tree.node(0).mean_lead() as f32
    }

    /// The position of the last search and what was found.
    pub(super) fn known(&self) -> Option<(&Position, &Tree)> {
        Some((self.root.as_ref()?, &self.tree))
    }

    /// Who judges for the first thread.
    pub(super) fn judge(&mut self) -> &mut Judge {
        &mut self.judges[0]
    }

    /// Keeps the part of the tree that `position` is the root of, if it is the
    /// old root or one or two moves on.
    fn take_root(&mut self, position: &Position) {
        // A kept tree has all the moves.
        let root = self.root.as_ref().filter(|_| self.only.is_none());
        let kept = root.and_then(|root| find(&self.tree, root, position));
        self.tree = match kept {
            Some(0) => std::mem::replace(&mut self.tree, Tree::new()),
            Some(at) => self.tree.subtree(at),
            None => Tree::new(),
        };
        self.root = Some(position.clone());
    }

    fn run(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        let mut limits = budget.clone();
        if limits.nodes.is_none() && limits.time.is_none() {
            limits.nodes = Some(Self::USUAL);
        }
        let early = |time: Duration| time - (time / 10).min(Duration::from_millis(10));
        limits.time = limits.time.map(early);
        let clock = limits.start();
        let threads = budget.threads.unwrap_or(1).clamp(1, 64);
        let network = self.judges[0].network().clone();
        while self.judges.len() < threads {
            self.judges.push(Judge::new(network.clone()));
        }
        let (mut first, owners) = self.judges[0].raw(position, 0);
        self.owners = owners;
        if let Some(only) = &self.only {
            let allowed = |v: Vertex| only.contains(&as_move(position, v));
            if first.moves.iter().any(|(v, _)| allowed(*v)) {
                first.moves.retain(|(v, _)| allowed(*v));
            }
        }
        let shared = Shared {
            root: position.clone(),
            center: f64::from(first.lead) * 0.8,
            tree: Mutex::new(std::mem::replace(&mut self.tree, Tree::new())),
            memory: &self.memory,
            done: AtomicU64::new(0),
            stop: AtomicBool::new(false),
        };
        {
            let mut tree = shared.lock();
            if tree.node(0).state != State::Open {
                tree.open(0, &first);
                let [utility, win, lead] = shared.value(&first, position);
                let node = tree.node_mut(0);
                node.visits = 1;
                (node.utility, node.wins, node.lead) = (utility, win, lead);
            }
            shared.done.store(u64::from(tree.node(0).visits), Ordering::Relaxed);
        }
        let most = limits.nodes.unwrap_or(u64::MAX);
        let (mine, others) = self.judges[..threads].split_first_mut().expect("one at least");
        std::thread::scope(|scope| {
            for judge in others {
                let shared = &shared;
                scope.spawn(move || {
                    while !shared.stop.load(Ordering::Relaxed) {
                        shared.step(judge, most, Self::BATCH);
                    }
                });
            }
            let mut reported = Duration::ZERO;
            loop {
                let done = shared.done.load(Ordering::Relaxed);
                let elapsed = clock.elapsed();
                let over = limits.time.is_some_and(|time| elapsed >= time);
                if done >= most || over || shared.is_decided(&limits, done, elapsed) {
                    break;
                }
                if elapsed >= reported + Self::REPORT {
                    reported = elapsed;
                    let partial = report(&shared.lock(), position, done, elapsed);
                    if progress(&partial).is_break() {
                        break;
                    }
                }
                shared.step(mine, most, Self::BATCH);
            }
            shared.stop.store(true, Ordering::Relaxed);
        });
        let done = shared.done.load(Ordering::Relaxed);
        self.tree = shared.tree.into_inner().expect("no search panics");
        let mut analysis = report(&self.tree, position, done, clock.elapsed());
        self.decide_on_passing(position, &mut analysis);
        analysis
    }

    /// Brings the pass to the front when it ends the game with a win, when
    /// everything is settled and counting now wins, or when the other side
    /// has passed and nothing is left to agree on but dead stones.
    fn decide_on_passing(&self, position: &Position, analysis: &mut Analysis<Move>) {
        let Some(pass) = analysis.lines.iter().position(|line| line.play == Move::Pass) else {
            return;
        };
        let may_pass = if position.rules().scoring() == Scoring::Standing {
            let wins = position.score().is_some_and(|[black, white]| match position.turn() {
                Side::First => black > white,
                Side::Second => white > black,
            });
            wins && (position.passes() == 1 || self.is_owned_as_it_stands(position))
        } else {
            position.passes() == 1 && is_settled(position)
        };
        if may_pass {
            analysis.lines[..=pass].rotate_right(1);
        }
    }

    /// Whether the network gives every point to whom the stones as they stand
    /// give it.
    fn is_owned_as_it_stands(&self, position: &Position) -> bool {
        let stones = position.stones();
        let (rows, columns) = (stones.rows(), stones.columns());
        stones.points().zip(stones.owners()).all(|(point, owner)| {
            let at = (rows - 1 - point.row()) * columns + point.column();
            let share = self.owners.get(at).copied().unwrap_or(0.0);
            match owner {
                Some(side) if side == position.turn() => share > 0.8,
                Some(_) => share < -0.8,
                None => false,
            }
        })
    }
}

/// What the threads of a search share.
struct Shared<'a> {
    root: Position,
    /// Where score utility is steepest, in points for the root's side.
    center: f64,
    tree: Mutex<Tree>,
    memory: &'a Memory,
    done: AtomicU64,
    stop: AtomicBool,
}

/// A way down the tree whose end waits for its judgement.
struct Descent {
    path: Vec<u32>,
    position: Position,
    /// Set when the game is over there: by how many points the side to move
    /// is ahead.
    margin: Option<f64>,
}

impl Shared<'_> {
    fn lock(&self) -> std::sync::MutexGuard<'_, Tree> {
        self.tree.lock().expect("no search panics")
    }

    /// Utility, chance and lead of a judgement, for its side to move.
    fn value(&self, judgement: &Judgement, position: &Position) -> [f64; 3] {
        let lead = f64::from(judgement.lead);
        let (win, loss) = (f64::from(judgement.win), f64::from(judgement.loss));
        let drawn = 1.0 - win - loss;
        let spread = f64::from(judgement.spread);
        let utility = win - loss + self.score_utility(lead, spread, position);
        [utility, win + drawn / 2.0, lead]
    }

    /// What being `lead` points ahead counts for beside winning, to the side
    /// to move in `position`: a little everywhere, more near what the root
    /// expects.
    fn score_utility(&self, lead: f64, spread: f64, position: &Position) -> f64 {
        let rules = self.root.rules();
        let side = ((rules.rows() * rules.columns()) as f64).sqrt();
        let curve = |x: f64, scale: f64| {
            (x / (scale * side).hypot(spread)).atan() * std::f64::consts::FRAC_2_PI
        };
        let center = if position.turn() == self.root.turn() { self.center } else { -self.center };
        0.1 * curve(lead, 2.0) + 0.3 * curve(lead - center, 0.75)
    }

    /// Goes down the tree until a position that was not judged yet.
    fn descend(&self, tree: &mut Tree) -> Option<(Vec<u32>, Vec<Vertex>)> {
        let mut path = vec![0];
        let mut moves = Vec::new();
        let mut at = 0;
        loop {
            let over = Tree::ends(self.root.passes(), &moves);
            match tree.node(at).state {
                State::New if tree.is_full() && !over => return None,
                State::New => {
                    if !over {
                        tree.node_mut(at).state = State::Asked;
                    }
                    break;
                }
                // Another search is asking: try again when it knows.
                State::Asked => return None,
                State::Open => {
                    let edge = tree.best_edge(at);
                    moves.push(tree.edges(at)[edge].vertex);
                    at = tree.child(at, edge);
                    path.push(at);
                }
            }
        }
        for &node in &path {
            tree.node_mut(node).pending += 1;
        }
        Some((path, moves))
    }

    /// Has a few positions judged and takes what is found back to the root.
    fn step(&self, judge: &mut Judge, most: u64, batch: u64) {
        let done = self.done.load(Ordering::Relaxed);
        // Few at first: each waits for none of the others' results.
        let batch = batch.min(1 + done / 50).min(most.saturating_sub(done).max(1));
        let mut ways = Vec::new();
        {
            let mut tree = self.lock();
            for _ in 0..batch {
                match self.descend(&mut tree) {
                    Some(way) => ways.push(way),
                    None => break,
                }
            }
        }
        if ways.is_empty() {
            std::thread::yield_now();
            return;
        }
        let descents: Vec<Descent> = ways
            .into_iter()
            .map(|(path, moves)| {
                let mut position = self.root.clone();
                for &v in &moves {
                    position.play_unchecked(as_move(&self.root, v));
                }
                let over = Tree::ends(self.root.passes(), &moves);
                let standing = position.rules().scoring() == Scoring::Standing;
                let margin = (over && standing).then(|| margin(&position));
                // Where the players agree on dead stones, what the network
                // thinks of the position stands for the count.
                if over && !standing {
                    position = position.resumed();
                }
                Descent { path, position, margin }
            })
            .collect();
        let asked: Vec<Position> = descents
            .iter()
            .filter(|descent| descent.margin.is_none())
            .map(|descent| descent.position.clone())
            .collect();
        let mut judgements = judge.judge(&asked, self.memory).into_iter();
        let mut tree = self.lock();
        for descent in descents {
            let leaf = *descent.path.last().expect("the root at least");
            let [mut utility, mut win, mut lead] = match descent.margin {
                Some(margin) => {
                    let sign = if margin == 0.0 { 0.0 } else { margin.signum() };
                    let utility = sign + self.score_utility(margin, 0.0, &descent.position);
                    [utility, (sign + 1.0) / 2.0, margin]
                }
                None => {
                    let judgement = judgements.next().expect("one for each");
                    if tree.node(leaf).state == State::Asked {
                        tree.open(leaf, &judgement);
                    }
                    self.value(&judgement, &descent.position)
                }
            };
            for &at in descent.path.iter().rev() {
                let node = tree.node_mut(at);
                node.pending -= 1;
                node.visits += 1;
                node.utility += utility;
                node.wins += win;
                node.lead += lead;
                (utility, win, lead) = (-utility, 1.0 - win, -lead);
            }
            self.done.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Whether the most visited move stays it whatever is still to come.
    fn is_decided(&self, limits: &Budget, done: u64, elapsed: Duration) -> bool {
        let by_nodes = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(done));
        let by_time = limits.time.map_or(u64::MAX, |time| {
            let rate = done as f64 / elapsed.as_secs_f64().max(1e-6);
            (rate * time.saturating_sub(elapsed).as_secs_f64()) as u64
        });
        let tree = self.lock();
        let ranked = tree.ranked();
        match ranked.as_slice() {
            [_] => true,
            [first, second, ..] => u64::from(first.1 - second.1) > by_nodes.min(by_time),
            [] => true,
        }
    }
}

/// By how many points the side to move is ahead when the stones are counted
/// as they stand.
fn margin(position: &Position) -> f64 {
    let [black, white] = position.area().map(f64::from);
    let ahead = black - white - f64::from(position.rules().komi().in_halves()) / 2.0;
    if position.turn() == Side::First { ahead } else { -ahead }
}

pub(super) fn as_move(position: &Position, v: Vertex) -> Move {
    if v == NONE { Move::Pass } else { Move::Play(position.goban().point(v)) }
}

/// The node of `tree`, whose root is `root`, that stands for `position`.
fn find(tree: &Tree, root: &Position, position: &Position) -> Option<u32> {
    if root == position {
        return Some(0);
    }
    if root.rules() != position.rules() {
        return None;
    }
    let same =
        |other: &Position| other.key() == position.key() && other.history() == position.history();
    let [last, before] = position.last_vertices();
    let step = |from: &Position, v: Vertex| {
        let mut next = from.clone();
        next.play(as_move(root, v)).ok().map(|()| next)
    };
    for edge in tree.edges(0).iter().filter(|edge| edge.child != 0) {
        if edge.vertex == last && step(root, edge.vertex).is_some_and(|one| same(&one)) {
            return Some(edge.child);
        }
        if edge.vertex != before {
            continue;
        }
        let Some(one) = step(root, edge.vertex) else { continue };
        for next in tree.edges(edge.child).iter().filter(|next| next.child != 0) {
            if next.vertex == last && step(&one, next.vertex).is_some_and(|two| same(&two)) {
                return Some(next.child);
            }
        }
    }
    None
}

/// What the tree says, most visited move first.
fn report(tree: &Tree, position: &Position, nodes: u64, elapsed: Duration) -> Analysis<Move> {
    let mut depth = 0;
    let mut lines: Vec<Line<Move>> = tree
        .ranked()
        .into_iter()
        .map(|(i, visits)| {
            let edge = &tree.edges(0)[i];
            let value = if visits > 0 {
                Value::Chance((1.0 - tree.node(edge.child).win_rate()) as f32)
            } else {
                Value::Unknown
            };
            let pv: Vec<Move> =
                tree.line(edge, 12).into_iter().map(|v| as_move(position, v)).collect();
            depth = depth.max(pv.len() as u32);
            let lead = (visits > 0).then(|| -tree.node(edge.child).mean_lead() as f32);
            let prior = Some(edge.prior);
            Line { play: pv[0], value, pv, visits: u64::from(visits), prior, lead }
        })
        .collect();
    // The only visit is the root's own: what the network thinks of it.
    if let Some(first) = lines.first_mut()
        && first.visits == 0
    {
        first.value = Value::Chance(tree.node(0).win_rate() as f32);
    }
    if lines.is_empty() {
        lines = Analysis::only(Move::Pass).lines;
    }
    Analysis { lines, nodes, depth, elapsed }
}

impl Engine<Position> for Player {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        self.take_root(position);
        self.run(position, budget, progress)
    }

    fn only(&mut self, moves: Option<&[Move]>) -> bool {
        let moves = moves.map(<[Move]>::to_vec);
        if self.only != moves {
            self.only = moves;
            self.root = None;
        }
        true
    }
}
