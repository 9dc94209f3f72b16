//! What happens in a match, as it is kept. These types are a file format:
//! fields are added with defaults, never renamed.

use serde::{Deserialize, Serialize};
use sobremesa_kernel::Side;

/// What one side may ask of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Offer {
    Undo,
    Draw,
    Rematch,
    /// Another game with the sides as they are.
    Again,
    /// That nothing of the match is kept.
    Delete,
}

/// Milliseconds left on both clocks after an event; absent without a clock,
/// and in what older programs kept.
pub type Left = Option<[u64; 2]>;

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase", deny_unknown_fields)]
pub enum Event {
    Play {
        side: Side,
        play: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Left,
    },
    /// Moves were taken back until `to` were left.
    Undo {
        to: usize,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Left,
    },
    Resign {
        side: Side,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Left,
    },
    /// A draw was agreed.
    Draw {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Left,
    },
    /// The side's time was used up.
    Timeout {
        side: Side,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Left,
    },
    Offer {
        side: Side,
        offer: Offer,
    },
    Decline {
        offer: Offer,
    },
    Name {
        side: Side,
        name: Option<String>,
    },
    /// The engine on this side failed and loses; `why` is for the log.
    Fault {
        side: Side,
        why: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Left,
    },
    /// Play had stopped and these groups were proposed as dead.
    Propose {
        dead: Vec<String>,
    },
    /// The side takes the group on `at` for dead, or no longer.
    Mark {
        side: Side,
        at: String,
    },
    /// The side agrees to what is marked.
    Agree {
        side: Side,
    },
    /// The side wants to play on; with `out`, what stands at the next stop
    /// counts.
    Resume {
        side: Side,
        out: bool,
    },
    /// A match between machines waits, or goes on.
    Pause {
        paused: bool,
    },
    /// Another game was agreed; it is the match `id`. With `again` the sides
    /// stay as they are, otherwise it is a rematch and they are swapped.
    Next {
        id: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        again: bool,
    },
}
