#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! In reading order, which is also the order of `use`: what is agreed
//! ([`seat`](Header)) and what happens ([`Event`]), why something is refused
//! ([`Refused`]), the [`State`] with [`State::apply`], what may be asked
//! ([`Command`]) and [`decide`], and what everybody sees ([`View`]).

mod clock;
mod command;
mod decide;
mod ending;
mod event;
pub mod laws;
mod refused;
mod seat;
mod settlement;
mod state;
mod view;

pub use clock::{Clocks, Time, TimeControl};
pub use command::{Command, Decision, Who, World};
pub use decide::decide;
pub use ending::{Ended, Ending};
pub use event::{Event, Offer};
pub use refused::Refused;
pub use seat::{Header, Held, LONGEST_NAME, Occupant, Recorded, Seat, clean_name};
pub use settlement::Settlement;
pub use state::{Offers, State, Wants};
pub use view::{Settling, View};
