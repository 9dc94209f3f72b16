//! Every reason there is to refuse a command, and the words for it.

use std::fmt;

use sobremesa_kernel::{Message, Refusal};

/// Why a command was refused, or why an event that was kept cannot have
/// happened. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// No seat that may do this belongs to the sender.
    NotSeated,
    Over,
    /// The time of the side to move is used up, and the match as good as over.
    Flagged,
    NotYourTurn,
    /// The command answers to a match that has moved on.
    Stale {
        now: u64,
    },
    /// Play has stopped: a move comes after somebody wants to play on.
    Settling,
    /// There is nothing to agree on, or not yet.
    NotSettling,
    NothingToTakeBack,
    NothingOffered,
    /// Both want to take back: one answers first.
    AnswerFirst,
    MachinePlaysOn,
    NotOver,
    /// Only a match between machines can be paused.
    NoShow,
    NothingThere,
    NameTooLong {
        most: usize,
    },
    /// What the rules of the game say against a move.
    Move(Refusal),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Refused::NotSeated => "no seat of this match belongs to the sender",
            Refused::Over => "the game is over",
            Refused::Flagged => "the time of the side to move is used up",
            Refused::NotYourTurn => "the other side is to move",
            Refused::Stale { now } => return write!(f, "the match has moved on: seq is {now}"),
            Refused::Settling => {
                "play has stopped and the players agree on dead stones: resume before a move"
            }
            Refused::NotSettling => {
                "dead stones are agreed on after play has stopped and a proposal was made"
            }
            Refused::NothingToTakeBack => "there is no move to take back",
            Refused::NothingOffered => "nothing was asked",
            Refused::AnswerFirst => "the other side asks for the same: it is answered first",
            Refused::MachinePlaysOn => "a machine does not agree to draws",
            Refused::NotOver => "another game comes after the end of this one",
            Refused::NoShow => "only a match between machines can be paused",
            Refused::NothingThere => "nothing that could be dead stands there",
            Refused::NameTooLong { most } => {
                return write!(f, "a name has at most {most} characters");
            }
            Refused::Move(refusal) => return refusal.fmt(f),
        })
    }
}

impl std::error::Error for Refused {}

impl From<&Refused> for Message {
    fn from(refused: &Refused) -> Message {
        Message::new(match refused {
            Refused::NotSeated => "server-not-seated",
            Refused::Over | Refused::Flagged => "common-game-over",
            Refused::NotYourTurn => "server-not-your-turn",
            Refused::Stale { .. } => "server-stale",
            Refused::Settling => "server-settling",
            Refused::NotSettling => "server-not-settling",
            Refused::NothingToTakeBack => "server-nothing-to-take-back",
            Refused::NothingOffered => "server-nothing-offered",
            Refused::AnswerFirst => "server-answer-first",
            Refused::MachinePlaysOn => "server-machine-plays-on",
            Refused::NotOver => "server-not-over",
            Refused::NoShow => "server-no-show",
            Refused::NothingThere => "server-nothing-there",
            Refused::NameTooLong { most } => {
                return Message::new("server-name-too-long").with("most", most);
            }
            Refused::Move(refusal) => return refusal.message.clone(),
        })
    }
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::Move(refusal)
    }
}
