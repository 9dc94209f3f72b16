//! Thinking: a position and a budget in, an analysis out.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use crate::Position;

/// Thinking: a position in, an [`Analysis`] out.
///
/// An engine keeps what is worth keeping between calls (tables, a tree), so
/// it is `&mut`. A solver is not another kind of thing: it is an engine whose
/// lines say [`Value::Exact`].
pub trait Engine<P: Position>: Send {
    /// Thinks about `position` (which must not be over) within `budget`.
    ///
    /// `progress` is called with what is known so far, at the latest every
    /// few tens of milliseconds; when it answers `Break` the search stops soon and
    /// returns the best it has. The result always has at least one line, best
    /// first, and its first move is legal. With a budget in nodes, one thread
    /// and the same seed the answer repeats.
    fn search(
        &mut self,
        position: &P,
        budget: &Budget,
        progress: &mut Progress<'_, P::Move>,
    ) -> Analysis<P::Move>;

    /// From now on the first move of every search is one of these, whatever
    /// else is legal; `None` allows all again. An engine that cannot leave
    /// moves out says `false` and goes on as before.
    fn only(&mut self, moves: Option<&[P::Move]>) -> bool {
        moves.is_none()
    }
}

/// Streams partial results and says whether to go on.
pub type Progress<'a, M> = dyn FnMut(&Analysis<M>) -> ControlFlow<()> + 'a;

/// A progress that ignores everything and never stops a search.
pub fn silent<M>(_: &Analysis<M>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// How much an engine may spend. What is `None` is not limited; an engine
/// with nothing limited uses the sensible default of its level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Nodes, or playouts for a tree of playouts. Repeatable, unlike time.
    pub nodes: Option<u64>,
    /// Wall time, a promise: an engine answers before it is over.
    pub time: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Threads; `None` is one.
    pub threads: Option<usize>,
}

impl Budget {
    /// As many nodes as are given, and no other limit.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Budget {
        Budget { nodes: Some(nodes), time: None, depth: None, threads: None }
    }

    /// As much time as is given, and no other limit.
    #[must_use]
    pub const fn time(time: Duration) -> Budget {
        Budget { nodes: None, time: Some(time), depth: None, threads: None }
    }

    /// A search of so many plies, and no other limit.
    #[must_use]
    pub const fn depth(depth: u32) -> Budget {
        Budget { nodes: None, time: None, depth: Some(depth), threads: None }
    }

    /// The same budget with so many threads.
    #[must_use]
    pub const fn threads(mut self, threads: usize) -> Budget {
        self.threads = Some(threads);
        self
    }

    /// This budget with `other` filling what is not limited here.
    #[must_use]
    pub fn or(&self, other: &Budget) -> Budget {
        Budget {
            nodes: self.nodes.or(other.nodes),
            time: self.time.or(other.time),
            depth: self.depth.or(other.depth),
            threads: self.threads.or(other.threads),
        }
    }

    /// Starts the clock and the node count of this budget.
    #[must_use]
    pub fn start(&self) -> Deadline {
        Deadline { started: Instant::now(), time: self.time, nodes: self.nodes.unwrap_or(u64::MAX) }
    }
}

/// A [`Budget`] that has started to run.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    started: Instant,
    time: Option<Duration>,
    nodes: u64,
}

impl Deadline {
    /// Whether `nodes` or the time are used up. It reads the clock: call it
    /// every thousand nodes or so, not at each.
    #[must_use]
    pub fn reached(&self, nodes: u64) -> bool {
        nodes >= self.nodes || self.time.is_some_and(|time| self.started.elapsed() >= time)
    }

    /// The time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<M> {
    /// Best first. An engine that values every move lists them all.
    pub lines: Vec<Line<M>>,
    /// How many nodes were visited.
    pub nodes: u64,
    /// How many plies were looked ahead.
    pub depth: u32,
    /// How long it took.
    pub elapsed: Duration,
}

/// One move, what it is worth to the side that plays it, and how the game is
/// expected to go on (`pv` starts with the move itself).
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    /// The move.
    pub play: M,
    /// What it is worth to the side that plays it.
    pub value: Value,
    /// How the game is expected to go on, `play` first.
    pub pv: Vec<M>,
    /// Nodes or playouts spent below this move, 0 where it is not counted.
    pub visits: u64,
    /// How likely the engine took the move to be good before it looked, 0 to
    /// 1, where it has such an opinion.
    pub prior: Option<f32>,
    /// How many points the side that plays it is expected to be ahead, where
    /// `value` does not say so itself.
    pub lead: Option<f32>,
}

impl<M: Clone> Line<M> {
    /// A move and its value, with nothing known beyond it.
    #[must_use]
    pub fn new(play: M, value: Value) -> Line<M> {
        Line { play: play.clone(), value, pv: vec![play], visits: 0, prior: None, lead: None }
    }

    /// The same line with its moves in another form, usually text.
    pub fn map<N>(&self, mut f: impl FnMut(M) -> N) -> Line<N> {
        Line {
            play: f(self.play.clone()),
            value: self.value,
            pv: self.pv.iter().map(|m| f(m.clone())).collect(),
            visits: self.visits,
            prior: self.prior,
            lead: self.lead,
        }
    }
}

/// What a move is worth to the side that plays it, in the unit of the game:
/// discs, boxes, the Connect 4 score, points of Go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// Proven.
    Exact(i32),
    /// Proven to be this or more.
    AtLeast(i32),
    /// Proven to be this or less.
    AtMost(i32),
    /// Believed, in the unit of the game.
    Estimate(f32),
    /// Believed chance of winning, 0 to 1.
    Chance(f32),
    /// The engine has no opinion (a random player).
    Unknown,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Exact(v) => write!(f, "{v:+}"),
            Value::AtLeast(v) => write!(f, "≥{v:+}"),
            Value::AtMost(v) => write!(f, "≤{v:+}"),
            // What rounds to nothing has no minus before it.
            Value::Estimate(v) => write!(f, "≈{:+.1}", if v.abs() < 0.05 { 0.0 } else { *v }),
            Value::Chance(v) => write!(f, "{:.0}%", v * 100.0),
            Value::Unknown => f.write_str("?"),
        }
    }
}

impl<M: Clone> Analysis<M> {
    /// An analysis that knows one move and nothing about it.
    #[must_use]
    pub fn only(play: M) -> Analysis<M> {
        Analysis {
            lines: vec![Line::new(play, Value::Unknown)],
            nodes: 1,
            depth: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// The move to play.
    ///
    /// # Panics
    /// When there is no line, which the contract of [`Engine::search`] rules out.
    #[must_use]
    pub fn best(&self) -> M {
        self.lines[0].play.clone()
    }

    /// The same analysis with its moves in another form, usually text.
    pub fn map<N>(&self, mut f: impl FnMut(M) -> N) -> Analysis<N> {
        Analysis {
            lines: self.lines.iter().map(|line| line.map(&mut f)).collect(),
            nodes: self.nodes,
            depth: self.depth,
            elapsed: self.elapsed,
        }
    }
}
