#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Start with [`Position`] (the rules of a game), then [`Engine`] (thinking),
//! [`Game`] (one unit struct per game that ties the two together) and
//! [`AnyGame`] (a game in progress with its types erased). There are four traits
//! and no more, and one that a game may add, [`Actions`]; everything else here is
//! plain data that crosses them. [`History`] takes moves back.
//!
//! This crate uses the standard library only and knows no game; two features
//! let the words that cross a wire be written as JSON (`serde`) and described
//! (`schema`).

#![deny(missing_docs, unreachable_pub)]

mod actions;
mod engine;
mod erased;
mod error;
mod escape;
mod facts;
mod game;
mod history;
pub mod laws;
mod outcome;
mod position;
mod rng;
pub mod rules;
mod settlement;
mod side;
#[cfg(feature = "serde")]
mod text_serde;
mod view;

pub use actions::Actions;
pub use engine::{Analysis, Budget, Deadline, Engine, Line, Progress, Value, silent};
pub use erased::{AnyEngine, AnyGame, Checked, GameEntry, Playing, Refusal};
pub use error::{Argument, Message, Phrase, SyntaxError};
pub use escape::{escaped, is_hidden, shown};
pub use facts::{Facts, Pass, Worth};
pub use game::{Game, Level, NoSuchLevel, Preset, RuleOption};
pub use history::History;
pub use outcome::{Outcome, Points};
pub use position::Position;
pub use rng::{Rng, mix};
/// For [`text_serde`], so that crates with a `serde` feature need no more than ours.
#[cfg(feature = "serde")]
#[doc(hidden)]
pub use serde;
pub use settlement::{Counted, Judgement, Settling};
pub use side::Side;
pub use view::{Choice, Mark, Picture, Played, Stand, View};

/// A pass as every game with passes writes and reads it.
pub const PASS: &str = "pass";
