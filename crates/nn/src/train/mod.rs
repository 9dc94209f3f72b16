//! Training: what it costs that a network does not say what it should, and the
//! way from there to better weights.
//!
//! A [`Sample`] is a position with what a teacher says of it; [`Trainer`] takes
//! steps with batches of them. Only the layers of [`Model::fresh`] are known,
//! with channels in whole vectors. The convolutions go back through the same
//! Winograd transforms as forward, transposed; everything else is plain loops,
//! which take a small part of the time.
//!
//! [`Model::fresh`]: crate::Model::fresh

mod conv;
mod loss;
mod norm;
mod parts;
mod pass;
mod sample;
mod trainer;

pub use loss::Loss;
pub use parts::Unfit;
pub use sample::Sample;
pub use trainer::{Trainer, gradient};
