#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Start with [`Judgement`] (the result), then [`Judged`] and [`Judge`] (what
//! a game brings along), [`Review`] (a game's moves judged) and [`AnyReview`]
//! (the same with the types erased). Each game has a directory: how its moves
//! are valued, and the reasons it can give.

mod any;
mod class;
mod connect4;
mod dots;
mod go;
mod judge;
mod judgement;
mod othello;
mod reason;
mod review;

/// Goes up whenever the same game gets other judgements than before, so that
/// what was kept of them is known to be old.
pub const VERSION: u32 = 2;

pub use any::{AnyReview, Work, merits, open, values};
pub use class::{Class, Scale};
pub use judge::{Effort, Judge, Judged, Question, Stage, Stop, Valuation, number};
pub use judgement::{Better, Judgement};
pub use reason::Reason;
pub use review::{Review, position};
