#![doc = include_str!("../README.md")]
//!
//! # The code
//!
//! [`perft`] counts, [`playouts`] plays random games, [`Random`] and
//! [`Greedy`] are the two weakest players of every game, [`duel`] lets two
//! engines play each other, [`put_varint`] keeps the keys of books small and
//! [`fnv1a`] tells damaged ones.

#![deny(missing_docs, unreachable_pub)]

mod checksum;
mod cpu;
mod duel;
mod memory;
mod perft;
mod players;
mod playouts;
mod varint;

pub use checksum::fnv1a;
pub use cpu::{Errand, cpu_time, thread_cpu_time, work_time};
pub use duel::{Duel, Tally, duel};
pub use memory::{prefer_huge_pages, prefetch};
pub use perft::{distinct, perft};
pub use players::{Greedy, Random};
pub use playouts::{Playouts, playouts};
pub use varint::{put_varint, take_varint};
