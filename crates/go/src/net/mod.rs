//! Go with a network: positions as the numbers it was trained on, and a
//! player that searches with its judgement.
//!
//! The inputs are those of KataGo's networks of model version 8 and later
//! (its "V7" features), learnt from its published sources.

mod alive;
mod features;
mod judge;
mod own;
mod owners;
mod player;
mod tree;

pub use features::{GLOBALS, PLANES, input};
pub use judge::{Judge, Judgement, mirrored};
pub use own::{or_own, own, own_knows, own_model};
pub use owners::estimate;
pub use player::Player;
