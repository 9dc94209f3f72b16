//! What is written down. These types are a file format: fields are added with
//! defaults, never renamed.

use serde::{Deserialize, Serialize};

/// What was agreed when a match was created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    pub game: String,
    pub rules: String,
    /// The diagram the match began from, if not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    pub seats: [Seat; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    #[serde(default)]
    pub listed: bool,
    /// The match this one is the rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
}

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    pub kind: SeatKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The SHA-256 of the seat's secret, in hexadecimal. The secret itself is
    /// kept nowhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    Here,
    Link,
    Machine,
    /// An outside engine, known by the seat's name.
    Engine,
}

/// Seconds for the game, and seconds more after each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    pub main: u32,
    pub increment: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    First,
    Second,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Offer {
    Undo,
    Draw,
    Rematch,
}

/// Something that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase", deny_unknown_fields)]
pub enum Event {
    Play {
        side: Side,
        play: String,
        /// Milliseconds left on both clocks after the move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<[u64; 2]>,
    },
    /// Moves were taken back until `to` were left.
    Undo {
        to: usize,
    },
    Resign {
        side: Side,
    },
    /// A draw was agreed.
    Draw {},
    /// The side's time was used up.
    Timeout {
        side: Side,
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
    /// A rematch was agreed; it is the match `id`.
    Next {
        id: String,
    },
}
