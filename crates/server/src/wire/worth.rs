//! What moves are worth, as it crosses the wire.

use serde::Serialize;
use sobremesa_judgement as judgement;
use sobremesa_kernel::{self as kernel, Side};
use utoipa::ToSchema;

use super::Reason;

/// A move, what it is worth to the side that plays it, and how the game is
/// expected to go on.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Line {
    pub play: String,
    pub value: MoveValue,
    pub pv: Vec<String>,
}

/// What a move is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MoveValue {
    pub kind: ValueKind,
    /// In the unit of the game; a chance is 0 to 1; absent when unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<f32>,
    /// Ready to show: `+3`, `≥+1`, `≈-2.5`, `63%`, `?`.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ValueKind {
    Exact,
    AtLeast,
    AtMost,
    Estimate,
    Chance,
    Unknown,
}

impl From<kernel::Value> for MoveValue {
    fn from(value: kernel::Value) -> MoveValue {
        let (kind, number) = match value {
            kernel::Value::Exact(v) => (ValueKind::Exact, Some(v as f32)),
            kernel::Value::AtLeast(v) => (ValueKind::AtLeast, Some(v as f32)),
            kernel::Value::AtMost(v) => (ValueKind::AtMost, Some(v as f32)),
            kernel::Value::Estimate(v) => (ValueKind::Estimate, Some(v)),
            kernel::Value::Chance(v) => (ValueKind::Chance, Some(v)),
            kernel::Value::Unknown => (ValueKind::Unknown, None),
        };
        MoveValue { kind, number, text: value.to_string() }
    }
}

/// What a move that was played was worth: see `docs/analysis.md`.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Judgement {
    /// The move's number, from 1.
    pub number: usize,
    pub side: Side,
    pub play: String,
    /// What the move is worth to its side, and what the best one is.
    pub value: MoveValue,
    pub best: MoveValue,
    /// What the side already had more where values count from now on only.
    pub ahead: i32,
    /// The chance of winning after the move and after the best one, in games
    /// where there is one beside the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chances: Option<[f32; 2]>,
    /// What the move costs in the unit of the game, if that is known.
    pub loss: Option<f32>,
    /// `best`, `good`, `inaccuracy`, `mistake` or `blunder`: the catalogue's
    /// `judgement-class-<class>`.
    pub class: Option<&'static str>,
    /// What annotators write after the move: `?!`, `?`, `??` or nothing.
    pub mark: &'static str,
    /// Moves that are worth more, best first.
    pub better: Vec<Line>,
    /// How the rival makes the most of the move.
    pub refutation: Vec<String>,
    /// Why it costs what it costs, most telling first.
    pub reasons: Vec<Why>,
    /// Whether nothing finer is to come.
    #[serde(rename = "final")]
    pub is_final: bool,
}

/// A true statement about a move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Why {
    pub kind: &'static str,
    pub says: Reason,
    /// Where to look: keys of `picture.stands`, or moves.
    pub places: Vec<String>,
}

impl From<judgement::Reason> for Why {
    fn from(of: judgement::Reason) -> Why {
        Why { kind: of.kind, says: of.message.into(), places: of.places }
    }
}

impl From<judgement::Judgement> for Judgement {
    fn from(of: judgement::Judgement) -> Judgement {
        let better = of.better.into_iter();
        let reasons = of.reasons.into_iter();
        Judgement {
            number: of.number,
            side: of.side,
            play: of.play,
            value: of.value.into(),
            best: of.best.into(),
            ahead: of.ahead,
            chances: of.chances,
            loss: of.loss,
            class: of.class.map(judgement::Class::name),
            mark: of.class.map_or("", judgement::Class::mark),
            better: better
                .map(|line| Line { play: line.play, value: line.value.into(), pv: line.line })
                .collect(),
            refutation: of.refutation,
            reasons: reasons.map(Why::from).collect(),
            is_final: of.is_final,
        }
    }
}
