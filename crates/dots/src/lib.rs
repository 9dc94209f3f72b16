#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Start with [`DotsPosition`] (the rules), whose moves are [`Line`]s on a
//! board numbered by [`Geometry`]. [`Dots`] is the game as the rest of the
//! program sees it. [`VastBoard`] has the rules on boards that are too large for
//! the engines.

#![deny(missing_docs, unreachable_pub)]

mod abdada;
mod bits;
pub mod book;
mod canonical;
pub mod chains;
mod diagram;
pub mod estimate;
pub mod explain;
mod game;
mod geometry;
pub mod graph;
mod large;
mod line;
mod mcts;
pub mod player;
mod position;
pub mod solver;
pub mod transposition;
mod vast;

pub use bits::bits;
pub use game::Dots;
pub use geometry::{Geometry, MOST, MOST_BOXES, MOST_LINES, Size};
pub use graph::Graph;
pub use line::{Direction, Line};
pub use position::{DotsPosition, Illegal, Rules};
pub use solver::Search;
pub use transposition::Table;
pub use vast::{MOST_VAST, Mismatch, VastBoard};

/// The vocabulary of this crate's signatures, so that it is enough to depend on
/// this one.
pub use sobremesa_kernel as kernel;

// A position is kept as its rules and moves: a board does not show all of it.
#[cfg(feature = "serde")]
sobremesa_kernel::text_serde!(Line, Rules);
