//! Everything there is to say about one move.

use sobremesa_kernel::{Side, Value};

use crate::{Class, Reason};

/// A move judged: what it was worth, what was to be had, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The move's number, from 1.
    pub number: usize,
    pub side: Side,
    pub play: String,
    /// What the move is worth to the side that made it, in the game's unit.
    pub value: Value,
    /// What the best move is worth: the value of the position.
    pub best: Value,
    /// What the mover already had more than the rival, where values count
    /// from now on only (boxes), else 0.
    pub ahead: i32,
    /// The mover's chance of winning after the move and after the best one,
    /// where the engine believes in one beside the value.
    pub chances: Option<[f32; 2]>,
    /// What the move costs in the game's unit, at least; `None` where that
    /// is not known.
    pub loss: Option<f32>,
    pub class: Option<Class>,
    /// Moves that are worth more, best first, each with how the game goes on.
    pub better: Vec<Better>,
    /// How the rival makes the most of the move, its answer first.
    pub refutation: Vec<String>,
    /// Why it costs what it costs, most telling first.
    pub reasons: Vec<Reason>,
    /// Whether nothing finer is to come from the review that said this.
    pub is_final: bool,
}

/// A move that is worth more than the one that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Better {
    pub play: String,
    pub value: Value,
    /// How the game goes on, this move first.
    pub line: Vec<String>,
}
