//! What may be asked of a match, by whom, and what it comes to.

use sobremesa_kernel::Side;

use crate::{Event, Header, Held, Offer, Time};

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Somebody who may act for these seats.
    Holder(Held),
    /// The machine or the engine on this side.
    Machine(Side),
    /// Whoever keeps the time and proposes what is dead.
    Referee,
}

/// What is asked. A `seq` is that of the state the command answers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Play {
        play: String,
        seq: u64,
    },
    /// Takes the last move back; with a `seq` only once, however often it is
    /// sent.
    Undo {
        seq: Option<u64>,
    },
    Resign,
    Draw,
    Rematch,
    /// Another game with the sides as they are.
    Again,
    Accept(Offer),
    /// Declines what the other side asks for, or withdraws one's own question.
    Decline(Offer),
    Name(String),
    /// Nothing of the match is to be kept: at once when no other person has
    /// played in it, and otherwise when both sides want it.
    Delete,
    Mark {
        at: String,
        seq: u64,
    },
    Agree {
        seq: u64,
    },
    Resume {
        seq: u64,
    },
    /// A machine cannot go on; `why` is for the log.
    Fault {
        why: String,
        seq: u64,
    },
    /// The referee proposes what is dead.
    Propose {
        dead: Vec<String>,
        seq: u64,
    },
    /// The referee lets a match between machines wait, or go on.
    Pause(bool),
    /// The referee looks at the clocks, and at who is away.
    Tick,
}

/// All that may be known of the world when something is decided.
#[derive(Clone, Copy, Debug)]
pub struct World<'a> {
    pub now: Time,
    /// The id of a match that may be created.
    pub fresh_id: &'a str,
    /// Since when nobody has been there who holds each seat; `None` while
    /// somebody is.
    pub away: [Option<Time>; 2],
    /// How many milliseconds an agreement waits for somebody who is away.
    pub patience: u64,
}

impl World<'_> {
    /// A world in which everybody is there and no match will follow.
    #[must_use]
    pub const fn at(now: Time) -> World<'static> {
        World { now, fresh_id: "", away: [None; 2], patience: u64::MAX }
    }
}

/// What a command comes to. No events: it is so already, as when a command was
/// sent twice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decision {
    /// They happen together or not at all.
    pub events: Vec<Event>,
    /// A match to create with them: its id and what is agreed for it, but for
    /// `previous`, which is this match.
    pub create: Option<(String, Header)>,
    /// Given when they end the match (`true`) or open it again.
    pub over: Option<bool>,
    /// Nothing of the match is to be kept; nothing else happens then.
    pub delete: bool,
}
