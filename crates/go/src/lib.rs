#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Start with [`Position`], the rules. Below it [`board`] keeps groups and
//! liberties at the speed that search needs, and [`Stones`] is a plain board
//! for text, files and callers without a game. [`Go`] ties the rules to the
//! players.

mod bits;
pub mod board;
pub mod count;
mod diagram;
mod game;
mod goban;
mod illegal;
pub mod levels;
pub mod mcts;
pub mod net;
mod notation;
mod position;
mod rules;
mod seki;
mod stones;
mod trail;

pub use bits::Bits;
pub use count::{Count, Counting, Estimate, count, estimate};
pub use game::Go;
pub use illegal::Illegal;
pub use notation::{MAX_SIZE, Move, Point};
pub use position::Position;
pub use rules::{Ko, Rules, Scoring};
pub use seki::seki;
pub use stones::Stones;
