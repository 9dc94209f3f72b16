//! How a match ends.

use serde::Serialize;
use sobremesa_kernel::Side;

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Outcome))]
pub struct Ended {
    /// `null` for a draw.
    pub winner: Option<Side>,
    pub reason: Ending,
}

/// Why a match is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Ending {
    /// By the rules of the game.
    Play,
    Resignation,
    Time,
    /// A draw was agreed.
    #[serde(rename = "agreement")]
    DrawAgreed,
    /// An outside engine failed.
    Fault,
    /// The record from which the match was opened says so.
    Record,
}
