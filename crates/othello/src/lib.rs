//! Othello: rules, players and notation.
//!
//! Start with [`Position`] (the rules) and [`board::Board`] (two words of 64
//! bits and what is drawn in them); [`kernel`] answers flips and mobility.

pub mod board;
pub mod diagram;
mod game;
pub mod kernel;
mod moves;
mod perft;
mod position;

pub use game::Othello;
pub use moves::{Move, Square};
pub use perft::perft;
pub use position::{Illegal, Position, Rules};
