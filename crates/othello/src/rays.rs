//! The squares beyond a square in each direction, as bits.

/// A set of squares, one bit each.
pub type Bits = u64;

/// Row and column steps of the four directions whose bits grow: east, south
/// west, south, south east. The other four are their opposites.
pub(crate) const STEPS: [(i32, i32); 4] = [(0, 1), (1, -1), (1, 0), (1, 1)];

/// `UP[square][d]` are the squares beyond `square` in direction `STEPS[d]`
/// (higher bits), `DOWN` those in the opposite direction.
pub(crate) static UP: [Ray; 64] = rays(1);
pub(crate) static DOWN: [Ray; 64] = rays(-1);

/// Four rays, aligned so that one vector load takes them all.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Ray(pub [Bits; 4]);

pub(crate) const fn rays(sign: i32) -> [Ray; 64] {
    let mut all = [Ray([0; 4]); 64];
    let mut square = 0;
    while square < 64 {
        let mut d = 0;
        while d < 4 {
            let (mut row, mut column) = (square as i32 / 8, square as i32 % 8);
            loop {
                row += sign * STEPS[d].0;
                column += sign * STEPS[d].1;
                if row < 0 || row > 7 || column < 0 || column > 7 {
                    break;
                }
                all[square].0[d] |= 1 << (row * 8 + column);
            }
            d += 1;
        }
        square += 1;
    }
    all
}
