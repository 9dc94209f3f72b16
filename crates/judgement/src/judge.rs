//! What a game brings along to be judged.

use std::fmt;

use sobremesa_kernel::{Game, Line, Position, Value};

use crate::{Reason, Scale};

/// Whether to stop: asked every few thousand nodes, on the worker's thread.
pub type Stop<'a> = dyn Fn() -> bool + Sync + 'a;

/// What a review may spend. What is `None` is the game's own usual amount,
/// with which a whole game keeps within the seconds docs/analysis.md names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes or playouts for one position.
    pub nodes: Option<u64>,
    /// Plies of search where the end is not reached (Othello).
    pub depth: Option<u32>,
    /// Empty squares from which values are exact (Othello).
    pub exact: Option<u32>,
}

/// How carefully a position is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// Fast, for the first picture of a game.
    Coarse,
    /// As well as the effort allows.
    Fine,
}

/// A game whose moves can be judged.
pub trait Judged: Game {
    /// When a loss is an inaccuracy, a mistake, a blunder.
    const SCALE: Scale;

    /// The stages of a review, in order; the last one is [`Stage::Fine`].
    const STAGES: &'static [Stage];

    type Judge: Judge<Self::Position> + 'static;

    /// Judges for so many workers, at least one and at most as many, that may
    /// share what they learn. `positions` are those of the game.
    fn judges(effort: &Effort, workers: usize, positions: &[Self::Position]) -> Vec<Self::Judge>;

    /// What the mover already has more than the rival where values count from
    /// now on only.
    fn ahead(position: &Self::Position) -> i32 {
        let _ = position;
        0
    }

    /// Why `played` is worse than `best`, most telling first: statements that
    /// are true of `played` and not of `best`.
    fn reasons(
        position: &Self::Position,
        played: &Line<<Self::Position as Position>::Move>,
        best: &Line<<Self::Position as Position>::Move>,
    ) -> Vec<Reason>;

    /// What a legal move does that speaks for it, most telling first.
    fn merits(position: &Self::Position, play: <Self::Position as Position>::Move) -> Vec<Reason>;
}

/// Values the moves of positions, keeping what is worth keeping between them.
pub trait Judge<P: Position>: Send {
    /// Values the moves of a position that is not over. `None` when stopped.
    fn value(&mut self, question: &Question<'_, P>) -> Option<Valuation<P::Move>>;
}

/// A position to value.
pub struct Question<'a, P: Position> {
    pub position: &'a P,
    pub stop: &'a Stop<'a>,
    /// The move that was made, which must get a value if the game knows any.
    pub played: Option<P::Move>,
    pub stage: Stage,
    /// What is known of the position after the move that was made.
    pub after: Option<&'a Valuation<P::Move>>,
}

impl<P: Position + fmt::Debug> fmt::Debug for Question<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Question({:?}, {:?} of {:?})", self.stage, self.played, self.position)
    }
}

/// What is known of the moves of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Valuation<M> {
    /// Every legal move, best first; each [`Line::pv`] starts with the move.
    pub lines: Vec<Line<M>>,
    /// The mover's chance of winning, where the engine believes in one.
    pub chance: Option<f32>,
    /// The same after the move that was made, still as its maker sees it.
    pub chance_after: Option<f32>,
}

impl<M: Copy + PartialEq> Valuation<M> {
    #[must_use]
    pub fn new(lines: Vec<Line<M>>) -> Valuation<M> {
        Valuation { lines, chance: None, chance_after: None }
    }

    /// The value of the position: that of its best move.
    #[must_use]
    pub fn value(&self) -> Value {
        self.lines.first().map_or(Value::Unknown, |line| line.value)
    }

    /// What is known of a move.
    #[must_use]
    pub fn line(&self, play: M) -> Option<&Line<M>> {
        self.lines.iter().find(|line| line.play == play)
    }

    /// Puts the best first. A proven value comes before a bound on it, and
    /// what is unknown last; moves that are as good keep their order.
    pub(crate) fn sort(&mut self) {
        let key = |line: &Line<M>| {
            let number = number(line.value).unwrap_or(f32::NEG_INFINITY);
            (number, matches!(line.value, Value::Exact(_) | Value::Estimate(_) | Value::Chance(_)))
        };
        self.lines.sort_by(|a, b| {
            let (a, b) = (key(a), key(b));
            b.0.total_cmp(&a.0).then(b.1.cmp(&a.1))
        });
    }
}

/// The number of a value, whatever is known about it.
#[must_use]
pub fn number(value: Value) -> Option<f32> {
    match value {
        Value::Exact(v) | Value::AtLeast(v) | Value::AtMost(v) => Some(v as f32),
        Value::Estimate(v) | Value::Chance(v) => Some(v),
        Value::Unknown => None,
    }
}

/// A value as the other side sees it.
pub(crate) fn turned(value: Value) -> Value {
    match value {
        Value::Exact(v) => Value::Exact(-v),
        Value::AtLeast(v) => Value::AtMost(-v),
        Value::AtMost(v) => Value::AtLeast(-v),
        Value::Estimate(v) => Value::Estimate(-v),
        Value::Chance(v) => Value::Chance(1.0 - v),
        Value::Unknown => Value::Unknown,
    }
}

/// The position after a legal move.
pub(crate) fn after<P: Position>(position: &P, play: P::Move) -> P {
    let mut next = position.clone();
    next.play_unchecked(play);
    next
}
