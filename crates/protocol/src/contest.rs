//! Matches between any two players: levels of ours and external engines.
//!
//! Seats alternate: in odd games the first player has the first side, in even
//! games the second. A seat that breaks the rules, crashes or is silent loses
//! that game. A game depends on its number and the match's terms alone, so
//! that a match that was stopped goes on where it was: [`Log`] keeps every
//! finished game as a line under the terms it was played by.

mod finished;
mod game;
mod judge;
mod log;
mod sprt;
mod standing;
mod tally;
mod terms;

pub use finished::{Ending, Finished};
pub use game::play_game;
pub use judge::{Broken, Judge};
pub use log::{Log, LogError};
pub use sprt::{Sprt, Verdict};
pub use standing::Standing;
pub use tally::Tally;
pub use terms::{Seat, Spec, Terms};
