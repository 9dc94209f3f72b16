//! Squares, rays and the two words of a board.
//!
//! Bit 0 is a1, the corner at the top left; a row is eight bits and rows go
//! down the board, so that row 1 of a printed board is the lowest byte:
//!
//! ```text
//!     a  b  c  d  e  f  g  h
//! 1   0  1  2  3  4  5  6  7
//! 2   8  9 10 11 12 13 14 15
//! …
//! 8  56 57 58 59 60 61 62 63
//! ```
//!
//! Boards are kept from the mover's side: `mover` holds the discs of whoever
//! is about to play, `rival` the others. Playing flips and swaps, so the
//! search never asks whose turn it is. At the start Black (who moves) has e4
//! (bit 28) and d5 (35), White has d4 (27) and e5 (36).

use crate::flip::portable;
pub use crate::rays::Bits;

/// The four squares that are occupied in every position of every game.
pub const CENTRE: Bits = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

/// The four corners.
pub const CORNERS: Bits = 1 | 1 << 7 | 1 << 56 | 1 << 63;

/// The discs of the side to move and of its rival; no square holds both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board {
    /// Of the side to move.
    pub mover: Bits,
    /// Of the other side.
    pub rival: Bits,
}

impl Board {
    /// The usual start, Black to move.
    pub const START: Board = Board { mover: 1 << 28 | 1 << 35, rival: 1 << 27 | 1 << 36 };

    /// A board with these discs.
    #[inline]
    #[must_use]
    pub const fn new(mover: Bits, rival: Bits) -> Board {
        Board { mover, rival }
    }

    /// The squares with a disc.
    #[inline]
    #[must_use]
    pub const fn occupied(self) -> Bits {
        self.mover | self.rival
    }

    /// The squares without one.
    #[inline]
    #[must_use]
    pub const fn empty(self) -> Bits {
        !self.occupied()
    }

    /// The number of empty squares.
    #[inline]
    #[must_use]
    pub const fn empties(self) -> u32 {
        self.empty().count_ones()
    }

    /// The same board with the other side to move: a pass.
    #[inline]
    #[must_use]
    pub const fn swapped(self) -> Board {
        Board { mover: self.rival, rival: self.mover }
    }

    /// Where the mover may play.
    #[inline]
    #[must_use]
    pub fn moves(self) -> Bits {
        portable::moves(self.mover, self.rival)
    }

    /// The rival's discs that a disc of the mover on `square` turns; none
    /// means that the move is not allowed. `square` must be empty.
    #[inline]
    #[must_use]
    pub fn flips(self, square: usize) -> Bits {
        portable::flips(self.mover, self.rival, square)
    }

    /// The board after the mover plays `square` and turns `flips`.
    #[inline]
    #[must_use]
    pub const fn after(self, square: usize, flips: Bits) -> Board {
        Board { mover: self.rival ^ flips, rival: self.mover ^ flips | 1 << square }
    }

    /// Neither side can move.
    #[must_use]
    pub fn is_over(self) -> bool {
        self.moves() == 0 && self.swapped().moves() == 0
    }

    /// Discs of the mover less discs of the rival.
    #[must_use]
    pub const fn difference(self) -> i32 {
        self.mover.count_ones() as i32 - self.rival.count_ones() as i32
    }

    /// The result of a finished game for the mover, the empty squares going
    /// to the winner as tournaments and every solver count them.
    #[must_use]
    pub const fn final_score(self) -> i32 {
        let difference = self.difference();
        let empties = self.empties() as i32;
        match difference {
            0 => 0,
            d if d > 0 => d + empties,
            d => d - empties,
        }
    }

    /// A well-spread hash of board and side to move.
    #[inline]
    #[must_use]
    pub const fn hash(self) -> u64 {
        // Two odd multipliers and a fold: both words reach every bit.
        let h = self.mover.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.rival.wrapping_mul(0xd1b5_4a32_d192_ed03).rotate_left(32);
        let h = (h ^ (h >> 32)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        h ^ (h >> 29)
    }

    /// One of the eight symmetries of the board, 0 being the board itself.
    #[must_use]
    pub const fn symmetry(self, which: usize) -> Board {
        Board { mover: symmetry(self.mover, which), rival: symmetry(self.rival, which) }
    }

    /// The least of the eight symmetric boards: one name for all of them.
    #[must_use]
    pub fn canonical(self) -> Board {
        (0..8).map(|which| self.symmetry(which)).min().unwrap_or(self)
    }
}

/// Symmetry `which` of a set of squares: bit 0 mirrors columns, bit 1 mirrors
/// rows, bit 2 transposes (done first).
#[must_use]
pub const fn symmetry(bits: Bits, which: usize) -> Bits {
    let mut b = bits;
    if which & 4 != 0 {
        b = transpose(b);
    }
    if which & 2 != 0 {
        b = b.swap_bytes();
    }
    if which & 1 != 0 {
        b = b.reverse_bits().swap_bytes();
    }
    b
}

/// Rows become columns (a1–h8 stays), by swapping ever larger blocks.
const fn transpose(b: Bits) -> Bits {
    let t = (b ^ (b >> 7)) & 0x00aa_00aa_00aa_00aa;
    let b = b ^ t ^ (t << 7);
    let t = (b ^ (b >> 14)) & 0x0000_cccc_0000_cccc;
    let b = b ^ t ^ (t << 14);
    let t = (b ^ (b >> 28)) & 0x0000_0000_f0f0_f0f0;
    b ^ t ^ (t << 28)
}

/// The squares of a set, lowest first.
#[must_use]
pub const fn squares(bits: Bits) -> Squares {
    Squares(bits)
}

/// See [`squares`].
#[derive(Clone, Debug)]
pub struct Squares(Bits);

impl Iterator for Squares {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_eight_and_keep_the_centre() {
        let board = Board::new(0x0000_0010_2844_8001, 0x00f0_0000_0003_0200);
        let mut all: Vec<Board> = (0..8).map(|which| board.symmetry(which)).collect();
        assert!(all.iter().all(|b| b.canonical() == board.canonical()));
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 8);
        assert!((0..8).all(|which| symmetry(CENTRE, which) == CENTRE));
    }

    #[test]
    fn the_first_moves_are_the_four_of_the_document() {
        let moves: Vec<usize> = squares(Board::START.moves()).collect();
        assert_eq!(moves, [19, 26, 37, 44], "d3 c4 f5 e6");
    }
}
