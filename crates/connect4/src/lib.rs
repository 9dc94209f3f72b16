#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Start with [`Shape`] (how a board lies in 64 bits), then [`Board`] (pieces
//! without a turn, and the notions players speak of: winning, safe and
//! definitive columns), [`Position`] (the rules) and [`Connect4`] (the game
//! as the rest of Sobremesa sees it).

#![deny(missing_docs, unreachable_pub)]

mod board;
mod book;
mod game;
mod notation;
mod perfect;
mod position;
mod rules;
mod shallow;
mod shape;
mod solver;

pub use board::{Board, Cell};
pub use book::Book;
pub use game::Connect4;
pub use position::{Illegal, Move, Position};
pub use rules::Rules;
pub use shape::{AnySize, Shape, Standard};
pub use solver::{Solver, Table, Wanted};

/// The vocabulary of this crate's signatures, so that it is enough to depend on
/// this one.
pub use sobremesa_kernel as kernel;

// A position is kept as its rules and moves: a board does not show all of it.
#[cfg(feature = "serde")]
sobremesa_kernel::text_serde!(Move, Rules);
