//! The player: captures by rule, exact where the solver reaches, else the
//! deepest estimate the budget allows.
//!
//! A turn goes through three steps. Captures that are surely right are made
//! at once. What is left is a quiet word, possibly with a tail to take or to
//! leave; whether the quiet word is worth more or less than the tail decides
//! that. The quiet word itself is looked up in the book, or given to the solver,
//! which keeps its table from turn to turn and is asked first whether the game
//! can be won, then how high. What it cannot reach is sampled in a
//! `mcts` or searched by iterative deepening over [`crate::estimate`].

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use sobremesa_kernel::{
    Analysis, Budget, Engine, Line as Variation, Position, Progress, Rng, Value,
};

use crate::book::Book;
use crate::chains::captures;
use crate::estimate::{Estimator, Ply, SCALE, estimate, plies};
use crate::geometry::Size;
use crate::graph::Graph;
use crate::mcts::{Tree, Verdict};
use crate::solver::{Search, prove};
use crate::transposition::Table;
use crate::{DotsPosition, Line, large};

/// How strong a player is, apart from its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Plies of the estimating search when the budget says nothing.
    pub depth: u32,
    /// Words of up to this many strings are always solved.
    pub exact: u32,
    /// Nodes for each step of a turn whose budget names a depth and no nodes:
    /// the estimating search, a proof of a larger word, a board of more lines
    /// than fit in a word.
    pub effort: u64,
    /// Whether to try the solver on larger words for as long as it may take.
    pub tries: bool,
    /// Bytes of the solver's table.
    pub table: u64,
    /// Whether what cannot be solved is sampled in a tree, not searched to a
    /// depth.
    pub samples: bool,
}

/// A machine player of any board size.
#[derive(Debug)]
pub struct Player {
    strength: Strength,
    rng: Rng,
    /// The graph and table of the board it played last.
    memory: Option<Memory>,
}

#[derive(Debug)]
struct Memory {
    size: Size,
    graph: Graph,
    table: Table,
    book: Option<&'static Book>,
}

/// What a turn thinks about: the quiet word that is left of a position.
#[derive(Clone, Copy)]
struct Task<'a> {
    memory: &'a Memory,
    word: u64,
    position: &'a DotsPosition,
}

/// What is known of a quiet word and its best ply.
#[derive(Clone, Debug)]
struct Thought {
    best: Option<Ply>,
    value: Value,
    depth: u32,
    nodes: u64,
}

impl Thought {
    /// The middle of what is believed, in [`SCALE`]ths of a box.
    fn scaled(&self) -> i32 {
        match self.value {
            Value::Exact(v) | Value::AtLeast(v) | Value::AtMost(v) => v * SCALE,
            Value::Estimate(v) => (v * SCALE as f32) as i32,
            Value::Chance(_) | Value::Unknown => 0,
        }
    }
}

/// The most nodes of a search that counts boxes; they take a fraction of the
/// time of those that estimate.
const MOST_COUNTED: u64 = 2_000_000;

/// No deepening search gets further.
const DEEPEST: u32 = 60;

/// Games sampled between two looks at the clock: some 0.2 ms.
const GAMES_AT_A_TIME: u64 = 64;

/// The part of the time that is kept back, so that a promise is a promise
/// even on a busy machine.
fn usable(time: Duration) -> Duration {
    time.saturating_sub((time / 10).clamp(Duration::from_millis(2), Duration::from_millis(400)))
}

/// One turn's limits, and its way to report.
struct Allowance<'a, 'p> {
    begun: Instant,
    end: Option<Instant>,
    nodes: Option<u64>,
    /// The plies to search, all moves of them. When they are done the turn is:
    /// time and nodes then only say when to end sooner. Without it a turn uses
    /// up the time or nodes it has.
    depth: Option<u32>,
    threads: usize,
    progress: &'a mut Progress<'p, Line>,
    reported: Instant,
    cancelled: bool,
    so_far: Analysis<Line>,
}

/// When a step of a turn has to end, and after how many nodes.
#[derive(Clone, Copy)]
struct Limits {
    until: Option<Instant>,
    nodes: Option<u64>,
}

impl Allowance<'_, '_> {
    /// About how many nodes a thread of the solver has left, if that is limited.
    fn left(&self) -> Option<f64> {
        match (self.end, self.nodes) {
            // All threads share the nodes.
            (_, Some(nodes)) => Some(nodes as f64 / self.threads as f64),
            (Some(end), None) => {
                let left = end.saturating_duration_since(Instant::now());
                Some(left.as_secs_f64() * 1.5e6)
            }
            (None, None) => None,
        }
    }

    /// A part of what the turn has left.
    fn part(&self, part: f64) -> Limits {
        let now = Instant::now();
        Limits {
            until: self.end.map(|end| now + end.saturating_duration_since(now).mul_f64(part)),
            nodes: self.nodes.map(|nodes| (nodes as f64 * part) as u64),
        }
    }

    /// The same, and at most `effort` nodes after those `spent` where the
    /// budget names none.
    fn within(&self, part: f64, spent: u64, effort: u64) -> Limits {
        let limits = self.part(part);
        Limits { nodes: limits.nodes.or(Some(spent + effort)), ..limits }
    }

    /// Keeps what is thought so far for the next report.
    fn tell(&mut self, thought: &Thought, task: Task<'_>) {
        if let Some(ply) = thought.best {
            let Task { memory, position, .. } = task;
            let line = memory.graph.undrawn_line(position, ply.string.into());
            let play = position.geometry().lines[line];
            self.so_far = Analysis {
                lines: vec![Variation::new(play, thought.value)],
                nodes: thought.nodes,
                depth: thought.depth,
                elapsed: self.begun.elapsed(),
            };
        }
    }

    /// Reports now and then; `true` to stop the step that asks, which has
    /// `spent` so many nodes.
    fn pulse(&mut self, limits: Limits, spent: u64) -> bool {
        let now = Instant::now();
        if now.duration_since(self.reported) >= Duration::from_millis(20) {
            self.reported = now;
            self.so_far.elapsed = now.duration_since(self.begun);
            self.cancelled |= (self.progress)(&self.so_far).is_break();
        }
        self.cancelled
            || limits.until.is_some_and(|until| now >= until)
            || limits.nodes.is_some_and(|most| spent >= most)
    }
}

impl Player {
    /// A player of this strength; the same seed gives the same choice among equals.
    #[must_use]
    pub fn new(strength: Strength, seed: u64) -> Player {
        Player { strength, rng: Rng::new(seed), memory: None }
    }

    /// The graph and table for a position: those of last time if they fit.
    fn recall(&mut self, position: &DotsPosition) -> Option<(Memory, u64)> {
        let size = position.size();
        let bytes = self.strength.table;
        if let Some(memory) = self.memory.take_if(|memory| memory.size == size)
            && memory.graph.symmetries > 1
        {
            let word = memory.graph.word(position);
            if memory.table.fits(bytes, word.count_ones()) {
                return Some((memory, word));
            }
        }
        let (graph, word) = Graph::of_position(position)?;
        let table = Table::fitting(bytes, graph.lines.len() as u32, word.count_ones());
        let book = Book::of(size).filter(|_| self.strength.tries);
        Some((Memory { size, graph, table, book }, word))
    }
}

impl Engine<DotsPosition> for Player {
    fn search(
        &mut self,
        position: &DotsPosition,
        budget: &Budget,
        progress: &mut Progress<'_, Line>,
    ) -> Analysis<Line> {
        // Making a table takes its time too.
        let begun = Instant::now();
        let Some((memory, word)) = self.recall(position) else {
            // A depth says nothing there, and a time beside it is no budget.
            let nodes = match budget {
                Budget { depth: None, time: Some(_), nodes: None, .. } => None,
                _ => Some(budget.nodes.unwrap_or(self.strength.effort)),
            };
            let budget = Budget { nodes, ..budget.clone() };
            return large::search(position, &budget, &mut self.rng, progress);
        };
        let fallback = position.geometry().lines[graph_fallback(&memory.graph, position, word)];
        let mut turn = Allowance {
            begun,
            end: budget.time.map(|time| begun + usable(time)),
            nodes: budget.nodes,
            depth: match budget {
                Budget { depth: None, time: None, nodes: None, .. } => Some(self.strength.depth),
                _ => budget.depth,
            },
            threads: budget.threads.unwrap_or(1).clamp(1, 64),
            progress,
            reported: begun,
            cancelled: false,
            so_far: Analysis::only(fallback),
        };
        let found = self.take_turn(&memory, position, word, &mut turn);
        self.memory = Some(memory);
        found
    }
}

/// A line that is legal and not foolish, for when there is no time at all.
fn graph_fallback(graph: &Graph, position: &DotsPosition, word: u64) -> usize {
    let string = match captures(graph, word).sure.first() {
        Some(&string) => string,
        None => match word & !graph.hot(word) {
            0 => word.trailing_zeros() as usize,
            safe => safe.trailing_zeros() as usize,
        },
    };
    graph.undrawn_line(position, string)
}

impl Player {
    fn take_turn(
        &mut self,
        memory: &Memory,
        position: &DotsPosition,
        word: u64,
        turn: &mut Allowance<'_, '_>,
    ) -> Analysis<Line> {
        let graph = &memory.graph;
        let captures = captures(graph, word);
        let rest = graph.normal(captures.rest);
        let answer = |string: usize, value: Value, nodes: u64, depth: u32, begun: Instant| {
            let play = position.geometry().lines[graph.undrawn_line(position, string)];
            let line = Variation::new(play, value);
            Analysis { lines: vec![line], nodes, depth, elapsed: begun.elapsed() }
        };
        if let Some(&string) = captures.sure.first() {
            let value =
                whole(&captures, Value::Estimate(estimate(graph, rest) as f32 / SCALE as f32));
            return answer(string, value, 1, 0, turn.begun);
        }
        let [own, other] = {
            let boxes = position.boxes().map(i32::from);
            let mover = position.turn().index();
            [boxes[mover], boxes[1 - mover]]
        };
        // What the quiet word must bring to win, or with a tail to be indifferent.
        let guess = match captures.tail {
            None => 1 - (own - other),
            Some(tail) => 1 - tail.coins,
        };
        let thought = self.think(Task { memory, word: rest, position }, guess, turn);
        let value = whole(&captures, thought.value);
        let string = match (captures.tail, thought.best) {
            (Some(tail), _) if thought.scaled() + tail.coins * SCALE >= 0 => tail.take,
            (Some(tail), _) => tail.leave,
            (None, Some(ply)) => ply.string.into(),
            (None, None) => rest.trailing_zeros() as usize,
        };
        answer(string, value, thought.nodes, thought.depth, turn.begun)
    }

    /// Finds the best ply of a quiet word, as well as the turn allows.
    fn think(&mut self, task: Task<'_>, guess: i32, turn: &mut Allowance<'_, '_>) -> Thought {
        let Task { memory, word, .. } = task;
        if word == 0 {
            return Thought { best: None, value: Value::Exact(0), depth: 0, nodes: 0 };
        }
        if let Some(thought) = remembered(memory, word) {
            return thought;
        }
        if let Some(depth) = turn.depth {
            return self.think_to(depth, task, guess, turn);
        }
        let small = word.count_ones() <= self.strength.exact;
        let hope = if self.strength.tries { hope(task, turn.left(), turn) } else { Hope::None };
        match hope {
            // The estimate is what there is if the solver does not come through.
            Hope::Some if !small => {
                let thought = self.estimate(task, 0.3, turn);
                let solved = solve(task, guess, thought.nodes, turn.part(1.0), turn);
                if solved.best.is_some() {
                    return solved;
                }
                Thought { nodes: solved.nodes, ..thought }
            }
            Hope::None if !small => self.estimate(task, 1.0, turn),
            _ => {
                let limits = turn.part(0.8);
                let solved = solve(task, guess, 0, limits, turn);
                if solved.best.is_some() {
                    return solved;
                }
                let thought = self.estimate(task, 1.0, turn);
                Thought { nodes: solved.nodes + thought.nodes, ..thought }
            }
        }
    }

    /// A search of so many plies, and a proof where one can be had for little.
    ///
    /// The plies come first, even where the proof will make them needless: so
    /// a search of fewer plies never takes more nodes than one of more, and
    /// what a stronger player proves beyond that is on top. Where so many plies
    /// of estimates are more than the player's effort, it estimates as deep as
    /// it gets, and all the plies are searched for boxes won or lost: the line
    /// is then one that plain minimax of that depth would play.
    fn think_to(
        &mut self,
        depth: u32,
        task: Task<'_>,
        guess: i32,
        turn: &mut Allowance<'_, '_>,
    ) -> Thought {
        let Strength { exact, tries, effort, .. } = self.strength;
        let mut thought = self.deepen(task, depth, turn.within(1.0, 0, effort), turn);
        let known = matches!(thought.value, Value::Exact(_));
        if !known && thought.depth < depth {
            thought = self.count_boxes(task, depth, thought, turn);
        }
        let small = task.word.count_ones() <= exact;
        let hopeful = tries && matches!(hope(task, Some(effort as f64), turn), Hope::Good);
        if !small && (known || !hopeful) {
            return thought;
        }
        let limits = if small { turn.part(1.0) } else { turn.within(1.0, thought.nodes, effort) };
        let solved = solve(task, guess, thought.nodes, limits, turn);
        if solved.best.is_some() { solved } else { Thought { nodes: solved.nodes, ..thought } }
    }

    /// Sees to it that a thought's ply loses no box within so many plies that
    /// another one would keep.
    fn count_boxes(
        &mut self,
        task: Task<'_>,
        depth: u32,
        thought: Thought,
        turn: &mut Allowance<'_, '_>,
    ) -> Thought {
        let (graph, word) = (&task.memory.graph, task.word);
        let limits = turn.within(1.0, thought.nodes, MOST_COUNTED);
        let mut pulse = |nodes: u64| match turn.pulse(limits, thought.nodes + nodes) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let mut estimator = Estimator::of_boxes(graph, &mut pulse);
        let mut moves = plies(graph, word);
        // The ply that is thought best goes first, and stays if none is better.
        if let Some(at) =
            thought.best.and_then(|best| moves.iter().position(|ply| ply.string == best.string))
        {
            moves[..=at].rotate_right(1);
        }
        let (mut top, mut best) = (i32::MIN / 2, None);
        for ply in &moves {
            let Some(value) = estimator.ply_value(ply, depth - 1, top, i32::MAX / 2) else {
                let nodes = thought.nodes + estimator.nodes;
                return Thought { nodes, ..thought };
            };
            if value > top {
                (top, best) = (value, Some(*ply));
            }
        }
        let nodes = thought.nodes + estimator.nodes;
        Thought { best: best.or(thought.best), depth, nodes, ..thought }
    }

    /// The best ply as far as a part of the budget can tell without a proof.
    fn estimate(&mut self, task: Task<'_>, part: f64, turn: &mut Allowance<'_, '_>) -> Thought {
        let safe = task.word & !task.memory.graph.hot(task.word);
        if self.strength.samples && safe != 0 {
            self.sample(task, part, turn)
        } else {
            let limits = turn.part(part);
            self.deepen(task, DEEPEST, limits, turn)
        }
    }

    /// Samples games in a tree.
    fn sample(&mut self, task: Task<'_>, part: f64, turn: &mut Allowance<'_, '_>) -> Thought {
        let Task { memory, word, position } = task;
        let graph = &memory.graph;
        let limits = turn.part(part);
        let mover = position.turn().index();
        let boxes = position.boxes().map(i32::from);
        let mut late = |_: u64| limits.until.is_some_and(|until| Instant::now() >= until);
        let search = Search::new(graph, &memory.table, &mut late);
        let mut tree = Tree::new(graph, search, word, boxes[mover] - boxes[1 - mover]);
        let mut thought = Thought { best: None, value: Value::Unknown, depth: 0, nodes: 0 };
        let moves = plies(graph, word);
        while !turn.pulse(limits, thought.nodes) {
            for _ in 0..GAMES_AT_A_TIME {
                tree.sample(&mut self.rng);
            }
            thought.nodes += GAMES_AT_A_TIME;
            if let Some(Verdict { string, net }) = tree.verdict() {
                thought.best = moves.iter().find(|ply| ply.string == string).copied();
                thought.value = Value::Estimate(net);
            }
            turn.tell(&thought, task);
        }
        thought.best = thought.best.or(moves.first().copied());
        thought
    }

    /// Iterative deepening over the estimate, `deepest` plies at most.
    fn deepen(
        &mut self,
        task: Task<'_>,
        deepest: u32,
        limits: Limits,
        turn: &mut Allowance<'_, '_>,
    ) -> Thought {
        let (graph, word) = (&task.memory.graph, task.word);
        let mut moves = plies(graph, word);
        let safe = moves.iter().take_while(|ply| ply.opens.is_none()).count();
        // Equal lines should not always be tried, and so played, in one order.
        self.rng.shuffle(&mut moves[..safe]);
        keep_distinct(graph, &mut moves);
        let mut best =
            Thought { best: moves.first().copied(), value: Value::Unknown, depth: 0, nodes: 0 };
        let mut pulse = |nodes: u64| {
            if turn.pulse(limits, nodes) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut estimator = Estimator::new(graph, &mut pulse);
        for depth in 1..=deepest.clamp(1, word.count_ones()) {
            estimator.guessed = false;
            let (mut top, mut at) = (i32::MIN / 2, 0);
            let mut finished = true;
            for (index, ply) in moves.iter().enumerate() {
                let Some(value) = estimator.ply_value(ply, depth - 1, top, i32::MAX / 2) else {
                    finished = false;
                    break;
                };
                if value > top {
                    (top, at) = (value, index);
                }
            }
            // An unfinished depth still knows a better move than the last one
            // if it got past the first, which was the best so far.
            if finished || at > 0 {
                best.best = Some(moves[at]);
                best.value = Value::Estimate(top as f32 / SCALE as f32);
            }
            moves[..=at].rotate_right(1);
            if !finished {
                break;
            }
            best.depth = depth;
            if !estimator.guessed {
                best.value = Value::Exact(top / SCALE);
                break;
            }
        }
        best.nodes = estimator.nodes;
        turn.tell(&best, task);
        best
    }
}

/// Keeps the first of the plies that lead to the same word or to images of it.
fn keep_distinct(graph: &Graph, moves: &mut Vec<Ply>) {
    let mut seen = HashSet::new();
    moves.retain(|ply| {
        let word = graph.least_image(graph.normal(ply.next)).0;
        seen.insert((word, ply.opens.map(|chain| (chain.length, chain.tail()))))
    });
}

/// What can be expected of the solver within the budget.
enum Hope {
    /// It should come through.
    Good,
    /// It may.
    Some,
    None,
}

/// Whether it is worth trying to solve a word within so many nodes. From
/// 3×6 to 5×5 boxes it takes about 400 · e^(safe / 3) nodes, 10 thousand with
/// ten safe strings, a quarter of a million with twenty, ten times more or less;
/// a tenth where a book's board is left, which is small and knows the words
/// before.
fn hope(task: Task<'_>, left: Option<f64>, turn: &Allowance<'_, '_>) -> Hope {
    let Some(left) = left else { return Hope::None };
    let safe = (task.word & !task.memory.graph.hot(task.word)).count_ones();
    let after_book = task.memory.book.is_some();
    let cost = if after_book { 40.0 } else { 400.0 } * (f64::from(safe) / 3.0).exp();
    let left = left * turn.threads as f64;
    match () {
        () if cost <= left => Hope::Good,
        () if cost <= left * 12.0 => Hope::Some,
        () => Hope::None,
    }
}

/// Proves what it can about a quiet word, on all threads of the turn, and
/// finds the ply that the proof rests on.
fn solve(
    task: Task<'_>,
    guess: i32,
    spent: u64,
    limits: Limits,
    turn: &mut Allowance<'_, '_>,
) -> Thought {
    let Task { memory: Memory { graph, table, book, .. }, word, .. } = task;
    let threads = turn.threads;
    let mut pulse = |nodes: u64| turn.pulse(limits, spent + nodes);
    let (bounds, nodes) = prove(graph, table, *book, word, guess, threads, &mut pulse);
    let exact = bounds.lower == bounds.upper;
    let mut thought = Thought {
        best: None,
        value: if exact { Value::Exact(bounds.lower) } else { Value::AtLeast(bounds.lower) },
        depth: word.count_ones(),
        nodes: spent + nodes,
    };
    // A proof that stops short of winning is no reason to play a move.
    if exact || bounds.lower >= guess {
        let all = turn.part(1.0);
        let mut pulse = |nodes: u64| turn.pulse(all, thought.nodes + nodes);
        let mut search = Search::new(graph, table, &mut pulse).with_book(*book);
        thought.best = proven_ply(graph, &mut search, word, bounds.lower);
        let nodes = search.nodes();
        thought.nodes += nodes;
    }
    thought
}

/// The ply that is known without any search to be worth at least `target`.
fn known_ply(graph: &Graph, search: &Search<'_>, word: u64, target: i32) -> Option<Ply> {
    plies(graph, word).into_iter().find(|ply| {
        let rest = search.known(graph.normal(ply.next));
        rest.is_some_and(|rest| ply.worth(rest).lower >= target)
    })
}

/// The ply that is worth at least `target`, which was just proven of `word`:
/// the table knows it unless its entry had to give way, or the proof was from
/// the words before; then `search` finds it, if it is not stopped.
pub fn proven_ply(graph: &Graph, search: &mut Search<'_>, word: u64, target: i32) -> Option<Ply> {
    if let Some(ply) = known_ply(graph, search, word, target) {
        return Some(ply);
    }
    search.confirm(word, target);
    known_ply(graph, search, word, target).or_else(|| {
        plies(graph, word).into_iter().find(|ply| {
            let rest = search.quiet_bounds(graph.normal(ply.next), -target);
            ply.worth(rest).lower >= target
        })
    })
}

/// The value of the word the captures came from, from that of its rest.
fn whole(captures: &crate::chains::Captures, rest: Value) -> Value {
    match rest {
        Value::Exact(v) => Value::Exact(captures.value(v)),
        Value::AtLeast(v) if captures.tail.is_none() => Value::AtLeast(captures.value(v)),
        Value::Estimate(v) => Value::Estimate(match captures.tail {
            None => captures.taken as f32 + v,
            Some(tail) => captures.taken as f32 + (tail.coins as f32 + v).abs(),
        }),
        _ => Value::Unknown,
    }
}

/// The best ply where it is known without any search: from the book, or from
/// an earlier turn.
fn remembered(memory: &Memory, word: u64) -> Option<Thought> {
    let depth = word.count_ones();
    let graph = &memory.graph;
    if let Some((value, string)) = memory.book.and_then(|book| book.answer(graph, word)) {
        let best = plies(graph, word)
            .into_iter()
            .find(|ply| ply.opens.map_or(1 << ply.string, |chain| chain.run) >> string & 1 != 0);
        return Some(Thought { best, value: Value::Exact(value), depth, nodes: 1 });
    }
    let mut never = |_: u64| false;
    let search = Search::new(graph, &memory.table, &mut never);
    let known = search.known(word)?;
    if known.lower != known.upper {
        return None;
    }
    let best = known_ply(graph, &search, word, known.lower)?;
    Some(Thought { best: Some(best), value: Value::Exact(known.lower), depth, nodes: 1 })
}
