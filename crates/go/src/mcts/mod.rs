//! The player: Monte Carlo tree search with heavy playouts.
//!
//! [`tactics`] reads ladders, [`patterns`] knows 3×3 shapes, [`policy`] plays
//! games out with them, [`features`] and `prior` say which moves of a new
//! node deserve a look first, `tree` grows by results and by RAVE, `search` runs the
//! simulations and `engine` ties them to the clock, the rules and the
//! levels.

mod engine;
pub mod features;
mod opening;
pub mod patterns;
pub mod policy;
mod prior;
mod search;
pub mod tactics;
mod tree;

pub use engine::Mcts;
