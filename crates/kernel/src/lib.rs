#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Start with [`Position`] (the rules of a game), then [`Engine`] (thinking),
//! [`Game`] (one unit struct per game that ties the two together) and
//! [`Match`] (a game in progress with its types erased). There are four traits
//! and no more; everything else here is plain data that crosses them.
//!
//! This crate uses the standard library only and knows no game; two features
//! let the words that cross a wire be written as JSON (`serde`) and described
//! (`schema`).

#![deny(missing_docs, unreachable_pub)]

mod engine;
mod error;
mod game;
pub mod laws;
mod outcome;
mod position;
mod rng;
pub mod rules;
mod shown;
mod side;
mod table;

pub use engine::{Analysis, Budget, Deadline, Engine, Line, Progress, Value, silent};
pub use error::{Argument, Message, Phrase, SyntaxError};
pub use game::{
    Choice, Counted, Game, Judgement, Level, Mark, NoSuchLevel, Picture, Preset, RuleOption, Stand,
    View,
};
pub use outcome::{Outcome, Points};
pub use position::Position;
pub use rng::{Rng, mix};
pub use shown::{escaped, is_hidden, shown};
pub use side::Side;
pub use table::{Checked, Entry, Match, Played, Player, Refusal, Table};
