//! The evaluation's weights: trained by `cargo xtask train othello`, shipped
//! compressed, checked when read.
//!
//! ```text
//! "SOTW" | version u16 | knots u16 | weights per knot u32 | checksum u64 | deflate(f32 × 8, i16 …)
//! ```
//! little endian; the f32 are the [`Cut`]s, the checksum is FNV-1a of what is
//! compressed. A knot is a number
//! of empty squares (4, 8, … 60); between two knots weights are interpolated.

use std::sync::OnceLock;

use sobremesa_kernel::{Phrase, SyntaxError};
use sobremesa_search::fnv1a;

use crate::board::Board;
use crate::pattern::{Features, Layout, MOST_MOVES, PLACES};

/// The weights' unit: this many are a disc.
pub const UNIT: i32 = 32;

/// Empty squares at the first knot, and from one knot to the next.
pub const FIRST_KNOT: u32 = 4;
/// From one knot to the next.
pub const KNOT_STEP: u32 = 4;
/// How many knots there are.
pub const KNOTS: usize = 15;

const MAGIC: &[u8; 4] = b"SOTW";
const VERSION: u16 = 2;
const HEADER: usize = 20;
/// Bytes of the two [`Cut`]s.
const CUTS: usize = 32;

/// The weights as the trainer makes them: per knot, one for each shared
/// weight of the [`Layout`].
#[derive(Clone, Debug, PartialEq)]
pub struct Knots {
    /// The shared weights of every knot.
    pub weights: Vec<i16>,
    /// How far to trust shallow searches.
    pub cuts: [Cut; 2],
}

/// How far a shallow search is from a deep one: the logarithm of the standard
/// deviation in discs, linear in both depths and the number of empty squares.
/// The first of two is for searches that end in evaluations, the second for
/// searches to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// What does not depend on anything.
    pub constant: f32,
    /// Per ply of the shallow search.
    pub shallow: f32,
    /// Per ply of the deep one.
    pub deep: f32,
    /// Per empty square.
    pub empties: f32,
}

impl Cut {
    /// Before anything was measured: about six discs.
    pub const WIDE: Cut = Cut { constant: 1.8, shallow: 0.0, deep: 0.0, empties: 0.0 };

    /// The standard deviation in discs.
    #[inline(always)]
    #[must_use]
    pub fn sigma(&self, shallow: u32, deep: u32, empties: u32) -> f32 {
        let sum = self.constant
            + self.shallow * shallow as f32
            + self.deep * deep as f32
            + self.empties * empties as f32;
        sum.exp().clamp(1.0, 64.0)
    }
}

/// The weights as the search uses them: a row for each number of empty
/// squares, made when it is first used. A game needs few of them at once, and
/// all of them take longer to make than a fast player thinks in a game.
#[derive(Debug)]
pub struct Weights {
    knots: Vec<i16>,
    rows: [OnceLock<Vec<i16>>; 61],
    /// How far to trust shallow searches.
    pub cuts: [Cut; 2],
}

/// The two knots around a number of empty squares and the share, in
/// [`KNOT_STEP`] parts, of the second.
#[must_use]
pub fn knots_of(empties: u32) -> (usize, usize, u32) {
    let past = empties.clamp(FIRST_KNOT, FIRST_KNOT + KNOT_STEP * (KNOTS as u32 - 1)) - FIRST_KNOT;
    let low = (past / KNOT_STEP) as usize;
    (low, (low + 1).min(KNOTS - 1), past % KNOT_STEP)
}

impl Weights {
    /// The weights that come with this crate. Without the feature `weights`
    /// endings are solved with [`Knots::zero`]: solving only sorts its moves by
    /// what the weights say.
    #[cfg(feature = "weights")]
    #[must_use]
    pub fn shipped() -> &'static Weights {
        static WEIGHTS: OnceLock<Weights> = OnceLock::new();
        WEIGHTS.get_or_init(|| {
            let knots = Knots::read(include_bytes!("../data/weights.bin"))
                .expect("the shipped weights are whole: a test reads them");
            Weights::new(&knots)
        })
    }

    /// The rows of these knots, none of which is made yet.
    #[must_use]
    pub fn new(knots: &Knots) -> Weights {
        Weights {
            knots: knots.weights.clone(),
            rows: [const { OnceLock::new() }; 61],
            cuts: knots.cuts,
        }
    }

    /// The weights for a number of empty squares, between those of two knots.
    #[inline(always)]
    fn row(&self, empties: u32) -> &[i16] {
        let row = &self.rows[empties.min(60) as usize];
        row.get_or_init(|| self.interpolated(empties))
    }

    #[cold]
    fn interpolated(&self, empties: u32) -> Vec<i16> {
        let layout = Layout::get();
        let size = layout.shared_count;
        let knot = |n: usize| &self.knots[n * size..(n + 1) * size];
        let (low, high, share) = knots_of(empties);
        let (step, share) = (KNOT_STEP as i32, share as i32);
        let mixed: Vec<i16> = knot(low)
            .iter()
            .zip(knot(high))
            .map(|(&a, &b)| {
                let sum = i32::from(a) * (step - share) + i32::from(b) * share;
                (2 * sum + step).div_euclid(2 * step) as i16
            })
            .collect();
        layout.shared.iter().map(|&at| mixed[at as usize]).collect()
    }

    /// What the mover expects to win by, in [`UNIT`]s; `moves` are the mover's
    /// and the rival's numbers of moves.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, board: Board, features: &Features, moves: [u32; 2]) -> i32 {
        let layout = Layout::get();
        self.value_at(layout, board.empties(), features, moves)
    }

    #[inline(always)]
    pub(crate) fn value_at(
        &self,
        layout: &Layout,
        empties: u32,
        features: &Features,
        moves: [u32; 2],
    ) -> i32 {
        let row = self.row(empties);
        let at = |index: usize| {
            debug_assert!(index < row.len());
            // SAFETY: every row has `layout.size` weights, and a lane's base
            // and number stay within its shape: the number is a sum of
            // distinct powers of three below the shape's size.
            i32::from(unsafe { *row.get_unchecked(index) })
        };
        let mut sum = 0;
        for lane in 0..PLACES {
            sum += at((layout.base[lane] as i32 + i32::from(features.0[lane])) as usize);
        }
        let extras = layout.extras;
        sum + at(extras + moves[0].min(MOST_MOVES as u32) as usize)
            + at(extras + MOST_MOVES + 1 + moves[1].min(MOST_MOVES as u32) as usize)
            + at(extras + 2 * (MOST_MOVES + 1) + (empties & 1) as usize)
    }
}

impl Knots {
    /// All weights 0: what training starts from.
    #[must_use]
    pub fn zero() -> Knots {
        Knots { weights: vec![0; KNOTS * Layout::get().shared_count], cuts: [Cut::WIDE; 2] }
    }

    /// The weights as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let cuts = self.cuts.iter().flat_map(|c| [c.constant, c.shallow, c.deep, c.empties]);
        let mut bytes: Vec<u8> = cuts.flat_map(f32::to_le_bytes).collect();
        bytes.extend(self.weights.iter().flat_map(|w| w.to_le_bytes()));
        let mut file = Vec::from(MAGIC);
        file.extend(VERSION.to_le_bytes());
        file.extend((KNOTS as u16).to_le_bytes());
        file.extend((Layout::get().shared_count as u32).to_le_bytes());
        file.extend(fnv1a(&bytes).to_le_bytes());
        file.extend(miniz_oxide::deflate::compress_to_vec(&split(&bytes), 9));
        file
    }

    /// Reads what [`write`](Knots::write) wrote and refuses anything else.
    pub fn read(file: &[u8]) -> Result<Knots, SyntaxError> {
        let refuse = |found: Phrase, expected: Phrase| {
            SyntaxError::finding("othello-weights-unreadable", found, expected)
        };
        if file.len() < HEADER || &file[..4] != MAGIC {
            return Err(refuse("other bytes".into(), "a file of Othello weights (SOTW)".into()));
        }
        let number = |range: std::ops::Range<usize>| {
            file[range].iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte))
        };
        let found = (number(4..6), number(6..8), number(8..12));
        let expected = (u64::from(VERSION), KNOTS as u64, Layout::get().shared_count as u64);
        if found != expected {
            let shape = |(version, knots, weights): (u64, u64, u64)| {
                Phrase::new("version {version}, {knots} knots of {weights} weights")
                    .with("version", version)
                    .with("knots", knots)
                    .with("weights", weights)
            };
            return Err(refuse(shape(found), shape(expected)));
        }
        let size = CUTS + 2 * KNOTS * Layout::get().shared_count;
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(&file[HEADER..], size)
            .map_err(|_| refuse("damaged data".into(), "whole compressed data".into()))?;
        if bytes.len() != size {
            let bytes_of = |n: usize| Phrase::new("{bytes} bytes").with("bytes", n);
            return Err(refuse(bytes_of(bytes.len()), bytes_of(size)));
        }
        let bytes = joined(&bytes);
        if fnv1a(&bytes) != number(12..20) {
            let sum = |n: u64| Phrase::new("checksum {sum}").with("sum", format!("{n:016x}"));
            return Err(refuse(sum(fnv1a(&bytes)), sum(number(12..20))));
        }
        let (cuts, weights) = bytes.split_at(CUTS);
        let cuts: Vec<f32> =
            cuts.chunks_exact(4).map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]])).collect();
        let cut = |at: usize| Cut {
            constant: cuts[at],
            shallow: cuts[at + 1],
            deep: cuts[at + 2],
            empties: cuts[at + 3],
        };
        Ok(Knots {
            weights: weights
                .chunks_exact(2)
                .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
                .collect(),
            cuts: [cut(0), cut(4)],
        })
    }
}

/// Low bytes first, then high bytes: these repeat, and compress well apart.
fn split(bytes: &[u8]) -> Vec<u8> {
    let low = bytes.iter().step_by(2);
    low.chain(bytes.iter().skip(1).step_by(2)).copied().collect()
}

fn joined(bytes: &[u8]) -> Vec<u8> {
    let (low, high) = bytes.split_at(bytes.len() / 2);
    low.iter().zip(high).flat_map(|(&l, &h)| [l, h]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_read_back_and_damage_is_refused() {
        let mut knots = Knots::zero();
        for (n, weight) in knots.weights.iter_mut().enumerate() {
            *weight = (n % 201) as i16 - 100;
        }
        let file = knots.write();
        assert_eq!(Knots::read(&file).unwrap(), knots);
        assert!(Knots::read(&[]).is_err());
        assert!(Knots::read(b"not weights at all, no").unwrap_err().to_string().contains("SOTW"));
        let mut other = file.clone();
        other[4] = 9;
        assert!(Knots::read(&other).unwrap_err().to_string().contains("version 9"));
        other = file.clone();
        other[13] ^= 1;
        assert!(Knots::read(&other).unwrap_err().to_string().contains("checksum"));
        assert!(Knots::read(&file[..file.len() / 2]).is_err());
        for at in (HEADER..file.len()).step_by(file.len() / 50) {
            let mut other = file.clone();
            other[at] ^= 0x10;
            assert!(Knots::read(&other).is_err(), "damage at {at} passes");
        }
    }

    #[test]
    fn the_shipped_weights_are_whole() {
        assert!(Knots::read(include_bytes!("../data/weights.bin")).is_ok());
    }

    #[test]
    fn knots_surround_every_number_of_empty_squares() {
        assert_eq!(knots_of(0), (0, 1, 0));
        assert_eq!(knots_of(4), (0, 1, 0));
        assert_eq!(knots_of(7), (0, 1, 3));
        assert_eq!(knots_of(60), (14, 14, 0));
    }
}
