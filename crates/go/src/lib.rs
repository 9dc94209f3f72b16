#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Start with [`Position`], the rules. Below it [`board`] keeps groups and
//! liberties at the speed that search needs, and [`Stones`] is a plain board
//! for text, files and callers without a game. [`Go`] ties the rules to the
//! players.

#![deny(missing_docs, unreachable_pub)]

mod bits;
pub mod board;
pub mod count;
mod diagram;
mod estimate;
mod game;
mod goban;
mod illegal;
mod ladder;
pub mod levels;
pub mod mcts;
#[cfg(feature = "net")]
pub mod net;
mod notation;
mod position;
mod rules;
mod seki;
mod stones;
// Only a network asks what it keeps.
#[cfg_attr(not(feature = "net"), expect(dead_code))]
mod trail;

pub use bits::Bits;
pub use count::{Count, Estimate};
pub use estimate::estimate;
pub use game::Go;
pub use illegal::Illegal;
pub use ladder::{Ladder, ladder};
pub use notation::{MAX_SIZE, Move, Point};
pub use position::{Position, count};
pub use rules::{Counting, Ko, Rules, Scoring};
pub use seki::seki;
pub use stones::Stones;

/// The vocabulary of this crate's signatures, so that it is enough to depend on
/// this one.
pub use sobremesa_kernel as kernel;

// A position is kept as its rules and moves: a board does not show all of it.
#[cfg(feature = "serde")]
sobremesa_kernel::text_serde!(Move, Point, Rules);
