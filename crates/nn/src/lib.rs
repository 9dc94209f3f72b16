#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! [`Model`] is a network as its file has it; [`read`] takes KataGo's
//! `.bin.gz` and `.txt.gz`, [`write()`] writes them. [`Network`] is the same
//! network laid out for one [`Kernel`] of this machine, and [`Evaluator`] runs
//! batches of [`Input`]s through it. [`train`] is the way to better weights.
//!
//! The work is in three places. `simd` names the few vector operations a
//! kernel needs, `gemm` multiplies matrices with them, and `winograd` turns
//! convolutions of 3×3 into fewer multiplications.

#![deny(missing_docs, unreachable_pub)]

mod finish;
mod fresh;
mod gemm;
mod layers;
mod mish;
mod model;
mod network;
mod ops;
mod output;
mod read;
mod simd;
pub mod train;
mod winograd;
mod write;

pub use fresh::Shape;
pub use model::{
    Activation, Block, Conv, Head, Matrix, Model, NormAct, PassHidden, PolicyHead, Scales,
    ValueHead,
};
pub use network::{Evaluator, Network};
pub use ops::Kernel;
pub use output::{Input, Judged, Output};
pub use read::{Fault, ReadError, open, read};
pub use write::{Encoding, write};
