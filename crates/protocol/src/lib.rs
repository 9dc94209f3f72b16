//! The protocols of the field, each as a command table and a `run(reader,
//! writer)`: [`gtp`], [`nboard`] and [`dots`] answer a controller, [`external`] drives
//! engines that others wrote, [`contest`] lets any two of them play a match, and
//! [`analysis`] answers tools that review games.

pub mod analysis;
pub mod contest;
pub mod dots;
pub mod external;
pub mod gtp;
mod input;
pub mod nboard;
mod time;

pub use input::Input;

/// What is asked of who starts a session.
const LEVEL: &str = "the level of a session is one that the game has";
