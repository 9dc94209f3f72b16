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

#![deny(missing_docs, unreachable_pub)]

mod archived;
pub mod ggf;
pub mod losses;
pub mod obf;
mod record;
pub mod result;
mod rule_text;
pub mod sgf;
mod sgf_record;
pub mod transcript;
mod work;
pub mod wthor;

pub use record::{Colour, Edit, LeftOut, Record, RecordedMove, SetUp};
pub use result::{GameResult, How, Margin};
pub use rule_text::rule;
pub use sgf_record::Origin;
