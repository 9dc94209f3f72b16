#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Start with [`Position`] (the rules) and [`board::Board`] (two words of 64
//! bits and what is drawn in them); [`flip`] answers flips and mobility.
//! Thinking, from the bottom up: `endgame` (the last dozen squares, exactly),
//! [`pattern`] and [`weights`] (the evaluation), `midgame` (everything above),
//! `ybwc` (threads that share it), [`Thinker`] (iterative deepening, time).
//! The players first look into the opening [`book`].

#![deny(missing_docs, unreachable_pub)]

pub mod board;
pub mod book;
pub mod diagram;
mod endgame;
#[cfg(feature = "weights")]
mod engine;
mod ffo;
pub mod flip;
mod game;
mod midgame;
mod move_order;
mod moves;
mod node;
pub mod pattern;
mod perft;
mod position;
mod rays;
mod root;
mod stability;
mod thread;
pub mod transcript;
mod transposition;
pub mod weights;
mod ybwc;

pub use ffo::{TestPosition, ffo};
pub use game::Othello;
pub use moves::{Move, Square};
pub use perft::perft;
pub use position::{Illegal, Position, Rules};
pub use root::{Goal, Report, RootMove, Thinker};
pub use stability::stable;

/// The vocabulary of this crate's signatures, so that it is enough to depend on
/// this one.
pub use sobremesa_kernel as kernel;

// A position is kept as its rules and moves: a board does not show all of it.
#[cfg(feature = "serde")]
sobremesa_kernel::text_serde!(Move, Rules, Square);
