//! Why a move is refused.

use std::fmt;

use sobremesa_kernel::Message;

use crate::{Ko, Point};

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// Two passes ended the game.
    Over,
    /// The board has no such point.
    OffBoard(Point),
    /// A stone is there.
    Occupied(Point),
    /// The stone would have no liberty and capture nothing.
    Suicide(Point),
    /// The move would bring back an earlier position. `Ko::Simple` is the
    /// immediate retake, whatever the rule; the others are named by the rule
    /// that forbids them.
    Ko(Point, Ko),
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::Over => f.write_str("the game is over"),
            Illegal::OffBoard(at) => write!(f, "{at} is off the board"),
            Illegal::Occupied(at) => write!(f, "{at} is occupied"),
            Illegal::Suicide(at) => write!(f, "{at} would be suicide"),
            Illegal::Ko(at, Ko::Simple) => write!(f, "{at} may not be retaken at once (ko)"),
            Illegal::Ko(at, ko) => {
                write!(f, "{at} would repeat an earlier position ({ko} superko)")
            }
        }
    }
}

impl std::error::Error for Illegal {}

impl From<Illegal> for Message {
    fn from(illegal: Illegal) -> Message {
        match illegal {
            Illegal::Over => Message::new("go-over"),
            Illegal::OffBoard(at) => Message::new("go-off-board").with("at", at),
            Illegal::Occupied(at) => Message::new("go-occupied").with("at", at),
            Illegal::Suicide(at) => Message::new("go-suicide").with("at", at),
            Illegal::Ko(at, Ko::Simple) => Message::new("go-ko-simple").with("at", at),
            Illegal::Ko(at, Ko::Positional) => Message::new("go-ko-positional").with("at", at),
            Illegal::Ko(at, Ko::Situational) => Message::new("go-ko-situational").with("at", at),
        }
    }
}
