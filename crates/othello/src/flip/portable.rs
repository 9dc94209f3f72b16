//! Flips and mobility in plain integers: what runs where no vector unit is
//! found, and wherever speed does not matter.

use crate::rays::{Bits, DOWN, UP};

/// The discs of `rival` that a disc of `mover` on the empty `square` turns.
#[inline(always)]
pub fn flips(mover: Bits, rival: Bits, square: usize) -> Bits {
    let mut turned = 0;
    for ray in UP[square].0 {
        // Outside the ray every bit is 1, so the carry of +1 runs through
        // the rival's discs and lands on the first square that is not one.
        let end = (rival | !ray).wrapping_add(1) & mover & ray;
        turned |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in DOWN[square].0 {
        // The highest square of the ray that is not the rival's.
        let stops = ray & !rival;
        let end = (1 << 63 >> (stops | 1).leading_zeros()) & stops & mover;
        turned |= ray & (end << 1).wrapping_neg();
    }
    turned
}

/// Every empty square where `mover` turns something.
#[inline(always)]
pub fn moves(mover: Bits, rival: Bits) -> Bits {
    // What is turned sideways or diagonally never lies in column a or h, so
    // these masks also stop lines from wrapping around the board.
    let inner = rival & 0x7e7e_7e7e_7e7e_7e7e;
    let found = line(mover, inner, 1)
        | line(mover, inner, 7)
        | line(mover, inner, 9)
        | line(mover, rival, 8);
    found & !(mover | rival)
}

/// The squares just beyond a run of `through` that starts next to `mover`,
/// in the two directions of one step.
#[inline(always)]
fn line(mover: Bits, through: Bits, step: u32) -> Bits {
    let mut up = through & (mover << step);
    let mut down = through & (mover >> step);
    up |= through & (up << step);
    down |= through & (down >> step);
    // Two squares at a time: the runs of two, then of four, then of six.
    let pairs_up = through & (through << step);
    let pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    (up << step) | (down >> step)
}
