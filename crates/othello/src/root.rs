//! Iterative deepening, time and threads around the search.

use std::ops::ControlFlow;
use std::time::Duration;

use sobremesa_kernel::Budget;

use crate::board::{Board, squares};
use crate::endgame::{Endgame, NONE};
use crate::flip::dispatch;
use crate::midgame::{Deep, MIDDLE, child, share_open};
use crate::node::{Node, Null, Try};
use crate::thread::{POLL, Search};
use crate::transposition::{Entry, NOWHERE, Table};
use crate::weights::Weights;
use crate::ybwc::crew::Crew;
use crate::ybwc::{help, helpers};

/// How far to think.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// Plies, while more than `to_end` squares are empty.
    pub depth: u32,
    /// With this many empty squares or fewer the game is searched to its end:
    /// selectively while more than `exact` are empty.
    pub to_end: u32,
    /// With this many empty squares or fewer the game is solved.
    pub exact: u32,
    /// How careful selective cut-offs are, 0 to 5; 5 makes none.
    pub sure: u8,
    /// Only whether the mover wins, draws or loses, not by how much.
    pub outcome_only: bool,
}

impl Goal {
    /// The exact score, however many squares are empty.
    pub const SOLVE: Goal =
        Goal { depth: 60, to_end: 60, exact: 60, sure: Entry::SURE, outcome_only: false };

    /// Nothing but a search of some plies.
    #[must_use]
    pub const fn depth(depth: u32) -> Goal {
        Goal { depth, to_end: 0, exact: 0, sure: 3, outcome_only: false }
    }
}

/// A move at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// `None` is a pass.
    pub square: Option<usize>,
    /// What it is worth to the mover, in discs.
    pub value: i32,
    /// `value` is only known not to be exceeded.
    pub at_most: bool,
    /// How the game goes on, this move first.
    pub line: Vec<Option<usize>>,
}

/// What is known after an iteration.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Every legal move, best first; empty when the game is over.
    pub moves: Vec<RootMove>,
    /// Plies of the last finished iteration.
    pub depth: u32,
    /// How sure it was: the step of selectivity it was searched with.
    pub sure: u8,
    /// The values are proven scores of the game (with `outcome_only`, their
    /// signs are).
    pub exact: bool,
    /// Nodes of all iterations.
    pub nodes: u64,
    /// Time of all iterations.
    pub elapsed: Duration,
}

impl Report {
    /// The value of the best move, 0 when there is none.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.moves.first().map_or(0, |m| m.value)
    }
}

/// Thinks about boards and remembers what it found.
#[derive(Debug)]
pub struct Thinker<'w> {
    far: Table,
    near: Vec<Table>,
    weights: &'w Weights,
}

impl<'w> Thinker<'w> {
    /// A thinker with a table of 2^`bits` boards of 16 bytes.
    #[must_use]
    pub fn new(weights: &'w Weights, bits: u32) -> Thinker<'w> {
        Thinker { far: Table::new(bits), near: vec![Table::new(15)], weights }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.far.clear();
        self.near.iter_mut().for_each(Table::clear);
    }

    /// Thinks about `board` until `goal` is reached, `budget` is spent or
    /// `progress` breaks. Budget's depth replaces the goal's.
    pub fn think(
        &mut self,
        board: Board,
        goal: &Goal,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Report {
        let threads = budget.threads.unwrap_or(1).clamp(1, 256);
        while self.near.len() < threads {
            self.near.push(Table::new(15));
        }
        self.far.resize(table_bits(board.empties(), goal, budget));
        self.far.grow_old();
        dispatch!(k => self.run(k, board, goal, budget, threads, progress))
    }

    /// The exact score of `board` for its mover.
    pub fn solve(&mut self, board: Board) -> i32 {
        if board.is_over() {
            return board.final_score();
        }
        let mut quiet = |_: &Report| ControlFlow::Continue(());
        self.think(board, &Goal::SOLVE, &Budget::default(), &mut quiet).value()
    }

    fn run<K: Deep + Endgame>(
        &self,
        k: K,
        board: Board,
        goal: &Goal,
        budget: &Budget,
        threads: usize,
        progress: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Report {
        if threads == 1 {
            return self.deepen(k, board, goal, budget, None, progress);
        }
        let crew = Crew::default();
        std::thread::scope(|scope| {
            for near in &self.near[1..threads] {
                let crew = &crew;
                scope.spawn(move || {
                    let mut poll = crew.counting(POLL);
                    let mut search = Search::new(&self.far, near, self.weights, &mut poll);
                    help(&mut search, crew, child(k));
                });
            }
            // However this ends, nobody is left waiting.
            let _dismissal = crew.dismissal();
            self.deepen(k, board, goal, budget, Some(&crew), progress)
        })
    }

    fn deepen<K: Deep + Endgame>(
        &self,
        k: K,
        board: Board,
        goal: &Goal,
        budget: &Budget,
        crew: Option<&Crew>,
        progress: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Report {
        let deadline = budget.start();
        let mut moves = root_moves(board);
        let mut report = Report { moves: moves.clone(), ..Report::default() };
        let Some(first) = moves.first() else { return report };
        let node = Node::new(board);
        if first.square.is_none() {
            return self.passed(k, board, goal, budget, crew, progress);
        }
        let plan = plan(board.empties(), goal, budget, moves.len());
        let latest = std::sync::Mutex::new(report.clone());
        let helped = || crew.map_or(0, Crew::nodes);
        let mut poll = |own: u64| {
            let nodes = own + helped();
            if deadline.reached(nodes) {
                return None;
            }
            let mut now = latest.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            now.nodes = nodes;
            now.elapsed = deadline.elapsed();
            let next = own + budget.nodes.map_or(POLL, |most| POLL.min(most - nodes));
            progress(&now).is_continue().then_some(next)
        };
        let mut search = Search::new(&self.far, &self.near[0], self.weights, &mut poll);
        search.crew = crew;
        let mut value = 0;
        for (step, &(depth, sure)) in plan.iter().enumerate() {
            let exact = depth >= board.empties() && sure == Entry::SURE;
            // Half the time gone: the next iteration would not end in time.
            let late = budget.time.is_some_and(|time| deadline.elapsed() * 2 > time);
            if step > 0 && late {
                break;
            }
            let window = Window::around(value, step, exact, goal.outcome_only);
            value = iteration(k, &mut search, &node, &mut moves, window, depth, sure);
            // The first move of an iteration that was cut short is the best
            // of those it finished, so the order is kept in any case.
            if search.stopped() {
                report.moves = moves.clone();
                break;
            }
            report = Report {
                moves: moves.clone(),
                depth,
                sure,
                exact,
                nodes: search.nodes + helped(),
                elapsed: deadline.elapsed(),
            };
            let proven = exact && !goal.outcome_only;
            self.complete_line(k, &mut search, board, proven, &mut report);
            *latest.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = report.clone();
            if exact {
                break;
            }
        }
        report.nodes = search.nodes + helped();
        report.elapsed = deadline.elapsed();
        report
    }

    /// A position whose only move is the pass: think about what follows.
    fn passed<K: Deep + Endgame>(
        &self,
        k: K,
        board: Board,
        goal: &Goal,
        budget: &Budget,
        crew: Option<&Crew>,
        progress: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Report {
        let turn = |report: &Report| {
            let best = report.moves.first();
            let mut line = vec![None];
            line.extend(best.map_or(&[][..], |m| &m.line));
            let value = -best.map_or(0, |m| m.value);
            Report {
                moves: vec![RootMove { square: None, value, at_most: false, line }],
                ..report.clone()
            }
        };
        let mut told = |report: &Report| progress(&turn(report));
        turn(&self.deepen(k, board.swapped(), goal, budget, crew, &mut told))
    }

    /// Follows the table from the best move. Where the scores are proven the
    /// line is too: each move is checked to keep the value.
    fn complete_line<K: Deep + Endgame>(
        &self,
        k: K,
        s: &mut Search<'_>,
        board: Board,
        proven: bool,
        report: &mut Report,
    ) {
        let Some(best) = report.moves.first_mut() else { return };
        let (mut board, mut value) = (board, best.value);
        best.line.clear();
        let mut next = best.square;
        loop {
            best.line.push(next);
            board = match next {
                Some(square) => board.after(square, board.flips(square)),
                None => board.swapped(),
            };
            value = -value;
            let moves = board.moves();
            if moves == 0 {
                if board.swapped().moves() == 0 {
                    break;
                }
                next = None;
                continue;
            }
            let table = s.table_for(board.empties());
            let known = table.probe(board.hash()).map_or(NOWHERE, |e| e.square);
            let known = (known != NOWHERE && moves >> known & 1 != 0).then_some(usize::from(known));
            next = known;
            if proven {
                let keeps = |s: &mut Search<'_>, square: usize| {
                    let child = Node::new(board.after(square, board.flips(square)));
                    let depth = board.empties() - 1;
                    k.null(s, &child, -value, depth, Entry::SURE) <= -value
                };
                let others = squares(moves).filter(|&square| Some(square) != known);
                next = known.into_iter().chain(others).find(|&square| keeps(s, square));
            }
            if next.is_none() || s.stopped() {
                break;
            }
        }
    }
}

/// How many boards the far table should hold for a search, as bits: more do
/// not spare it a node, and look-ups in a larger one take longer.
fn table_bits(empties: u32, goal: &Goal, budget: &Budget) -> u32 {
    let depth = budget.depth.unwrap_or(goal.depth);
    let bits = match Ending::of(empties, depth, goal) {
        Ending::Far => depth + 5,
        Ending::Selective | Ending::Exact => empties.saturating_sub(6),
    };
    bits.max(Table::LEAST_BITS)
}

/// How the end of the game is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Far,
    Selective,
    Exact,
}

impl Ending {
    fn of(empties: u32, depth: u32, goal: &Goal) -> Ending {
        if empties <= goal.exact || depth >= empties {
            Ending::Exact
        } else if empties <= goal.to_end {
            Ending::Selective
        } else {
            Ending::Far
        }
    }
}

/// The iterations: depth and surety of each.
fn plan(empties: u32, goal: &Goal, budget: &Budget, moves: usize) -> Vec<(u32, u8)> {
    let depth = budget.depth.unwrap_or(goal.depth);
    let ending = Ending::of(empties, depth, goal);
    if ending == Ending::Far {
        // A single move needs no thought, but a value is nice to have.
        let depth = if moves == 1 { depth.min(4) } else { depth };
        return (1..=depth).map(|d| (d, goal.sure)).collect();
    }
    let mut plan = Vec::new();
    let last = if ending == Ending::Exact { Entry::SURE } else { goal.sure };
    if empties > MIDDLE {
        let prepare = empties.saturating_sub(10).clamp(3, 18);
        plan.extend((1..=prepare).filter(|d| d % 2 == prepare % 2).map(|d| (d, 1)));
        // The whole way with growing care, where it takes long enough to pay.
        let sureties = [(18, 0), (20, 2), (25, 4)];
        let worth = sureties.into_iter().filter(|&(least, sure)| empties >= least && sure < last);
        plan.extend(worth.map(|(_, sure)| (empties, sure)));
    }
    plan.push((empties, last));
    plan
}

/// The window of an iteration and how it grows.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
    step: i32,
    fixed: bool,
}

impl Window {
    fn around(value: i32, iteration: usize, exact: bool, outcome_only: bool) -> Window {
        if exact && outcome_only {
            return Window { alpha: -1, beta: 1, step: 0, fixed: true };
        }
        if iteration == 0 {
            return Window { alpha: -64, beta: 64, step: 64, fixed: true };
        }
        // Exact scores are even: the narrowest window around one is ±1.
        let (value, half) = if exact { (value & !1, 1) } else { (value, 3) };
        Window {
            alpha: (value - half).max(-64),
            beta: (value + half).min(64),
            step: 2 * half,
            fixed: false,
        }
    }

    /// Moves towards `value`; `false` when there is nowhere left to look.
    ///
    /// A selective search may fail high and then low: whatever fails twice
    /// is searched in the whole window.
    fn widen(&mut self, value: i32) -> bool {
        if self.fixed {
            return false;
        }
        let high = value >= self.beta;
        if (high && self.beta == 64) || (!high && self.alpha == -64) {
            return false;
        }
        if self.step > 8 {
            *self = Window { alpha: -64, beta: 64, step: 64, fixed: true };
        } else if high {
            self.alpha = value - 1;
            self.beta = (value + self.step).min(64);
        } else {
            self.beta = value + 1;
            self.alpha = (value - self.step).max(-64);
        }
        self.step *= 2;
        true
    }
}

/// Every legal move, a lone pass included; empty when the game is over.
fn root_moves(board: Board) -> Vec<RootMove> {
    let one = |square| RootMove { square, value: NONE, at_most: true, line: vec![square] };
    let mut moves: Vec<RootMove> = squares(board.moves()).map(|s| one(Some(s))).collect();
    if moves.is_empty() && board.swapped().moves() != 0 {
        moves.push(one(None));
    }
    moves
}

/// One iteration: windows until the value is inside.
fn iteration<K: Deep + Endgame>(
    k: K,
    search: &mut Search<'_>,
    node: &Node,
    moves: &mut Vec<RootMove>,
    mut window: Window,
    depth: u32,
    sure: u8,
) -> i32 {
    loop {
        let value = root(k, search, node, moves, window, depth, sure);
        let inside = window.alpha < value && value < window.beta;
        if search.stopped() || inside || !window.widen(value) {
            return value;
        }
    }
}

/// Searches every move and puts the best first.
fn root<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    moves: &mut Vec<RootMove>,
    window: Window,
    depth: u32,
    sure: u8,
) -> i32 {
    let mut best = NONE;
    let mut best_at = 0;
    // The squares that were searched in this window.
    let mut searched = 0u64;
    let beta = window.beta;
    for at in 0..moves.len() {
        let floor = window.alpha.max(best);
        if at > 0
            && let Some(crew) = helpers(s, depth, depth >= node.board.empties())
        {
            let rest = moves[at..].iter().filter_map(|m| m.square).map(|square| {
                let turned = node.board.flips(square);
                let replies = node.board.after(square, turned).moves();
                Try { square: square as u8, turned, replies }
            });
            let (rest, window) = (rest.collect(), Null { alpha: floor, depth, sure });
            share_open(k, s, crew, node, rest, window, beta, &mut |t, value, at_most| {
                let is_it = |m: &RootMove| m.square == Some(t.square.into());
                let Some(at) = moves.iter().position(is_it) else { return };
                (moves[at].value, moves[at].at_most) = (value, at_most);
                searched |= 1 << t.square;
                if value > best {
                    (best, best_at) = (value, at);
                }
            });
            break;
        }
        let m = &mut moves[at];
        let Some(square) = m.square else { continue };
        let turned = node.board.flips(square);
        let child = node.after(s.layout, square, turned);
        let value = if at == 0 {
            -k.open(s, &child, -beta, -floor, depth - 1, sure)
        } else {
            let value = -k.null(s, &child, -floor - 1, depth - 1, sure);
            if value > floor && value < beta && !s.stopped() {
                -k.open(s, &child, -beta, -floor, depth - 1, sure)
            } else {
                value
            }
        };
        if s.stopped() {
            break;
        }
        m.value = value;
        m.at_most = value <= floor;
        searched |= 1 << square;
        if value > best {
            best = value;
            best_at = at;
            if best >= beta {
                break;
            }
        }
    }
    if best >= beta && !s.stopped() {
        // What an earlier iteration thought of the others is not proven here.
        for m in moves.iter_mut() {
            if m.square.is_some_and(|square: usize| searched >> square & 1 == 0) {
                (m.value, m.at_most) = (64, true);
            }
        }
    }
    let first = moves.remove(best_at);
    moves.insert(0, first);
    best
}
