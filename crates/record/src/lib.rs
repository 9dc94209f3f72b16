#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! Two layers. The formats ([`sgf`], [`ggf`], [`obf`], [`wthor`],
//! [`transcript`]) read and write the files as they are and keep what they do
//! not understand. [`Record`] is what the rest of Sobremesa uses: game, rules,
//! set-up and moves as the texts the games themselves read. Nothing here knows
//! a rule: whether the moves are legal is found out by replaying them
//! (`sobremesa_games::replay`).

pub mod ggf;
pub mod losses;
pub mod obf;
mod record;
pub mod result;
pub mod sgf;
mod sgf_record;
pub mod transcript;
mod work;
pub mod wthor;

pub use record::{Colour, Edit, LeftOut, Record, RecordedMove, SetUp, rule};
pub use result::{GameResult, How, Margin};
pub use sgf_record::Origin;
