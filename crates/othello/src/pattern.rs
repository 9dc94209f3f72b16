//! The shapes that the evaluation looks at, and their numbers.
//!
//! A shape is a list of squares; with the symmetries of the board it appears
//! in several places. What stands on one place is a number in balanced
//! ternary: the k-th square adds +3ᵏ for the mover's disc, −3ᵏ for the
//! rival's and nothing when empty. So seeing the board from the other side
//! negates every number, and playing a move adds a vector per disc:
//!
//! ```text
//! after = −(before + delta[square] + 2 · Σ delta[turned])
//! ```
//!
//! Ten squares stay within ±29,524, which fits 16 bits; the 54 places are 54
//! lanes of one array that the compiler adds in vector registers.

use std::sync::OnceLock;

use crate::board::{Bits, Board, squares, symmetry};

/// Lanes of a [`Features`]: [`PLACES`] are used.
pub const LANES: usize = 64;
/// How many placed shapes a position has.
pub const PLACES: usize = 54;

/// The shapes, each by the squares of one of its places.
const SHAPES: [&[&str]; 13] = [
    // Corner 3×3, corner 2×5 and angle.
    &["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"],
    &["a1", "b1", "c1", "d1", "e1", "a2", "b2", "c2", "d2", "e2"],
    &["a1", "b1", "c1", "d1", "a2", "b2", "c2", "a3", "b3", "a4"],
    // Edge with both X squares, and edge block.
    &["b2", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "g2"],
    &["a1", "c1", "d1", "e1", "f1", "h1", "c2", "d2", "e2", "f2"],
    // Rows 2 to 4.
    &["a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2"],
    &["a3", "b3", "c3", "d3", "e3", "f3", "g3", "h3"],
    &["a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4"],
    // Diagonals of 8 to 4 squares.
    &["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8"],
    &["b1", "c2", "d3", "e4", "f5", "g6", "h7"],
    &["c1", "d2", "e3", "f4", "g5", "h6"],
    &["d1", "e2", "f3", "g4", "h5"],
    &["e1", "f2", "g3", "h4"],
];

/// Counts of moves above this are one.
pub const MOST_MOVES: usize = 31;

/// After the shapes' weights come those of the mover's number of moves, of
/// the rival's, and of the parity of the empty squares.
pub const EXTRAS: usize = 2 * (MOST_MOVES + 1) + 2;

/// What stands on each place, from the mover's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Features(pub [i16; LANES]);

/// Everything computed once about the shapes.
#[derive(Debug)]
pub struct Layout {
    /// What a disc of the mover on each square adds to every lane.
    delta: Vec<Features>,
    /// Where in a row of weights the number 0 of each lane is.
    pub base: [u32; PLACES],
    /// The length of a row of weights, extras included.
    pub size: usize,
    /// The first of the extras.
    pub extras: usize,
    /// Weights that are the same by a symmetry of their shape share one: the
    /// number of the shared weight for every weight, dense from 0.
    pub shared: Vec<u32>,
    /// How many shared weights there are.
    pub shared_count: usize,
}

impl Layout {
    /// The one there is, made when it is first asked for.
    #[must_use]
    pub fn get() -> &'static Layout {
        static LAYOUT: OnceLock<Layout> = OnceLock::new();
        LAYOUT.get_or_init(Layout::new)
    }

    fn new() -> Layout {
        let mut delta = vec![Features([0; LANES]); 64];
        let mut base = [0; PLACES];
        let mut shared: Vec<u32> = Vec::new();
        let mut shared_count = 0;
        let mut lane = 0;
        for names in SHAPES {
            let shape: Vec<usize> = names
                .iter()
                .map(|name| name.parse::<crate::Square>().map_or(0, crate::Square::index))
                .collect();
            let start = shared.len();
            let numbers = 3usize.pow(shape.len() as u32);
            let mut seen: Vec<Bits> = Vec::new();
            let mut mirrors: Vec<Vec<usize>> = Vec::new();
            for which in 0..8 {
                let place: Vec<usize> = shape
                    .iter()
                    .map(|&s| symmetry(1 << s, which).trailing_zeros() as usize)
                    .collect();
                let set = place.iter().fold(0, |set: Bits, &s| set | 1 << s);
                if seen.first() == Some(&set) && place != shape {
                    // The shape onto itself: where does each digit go?
                    mirrors.push(
                        place
                            .iter()
                            .map(|s| shape.iter().position(|t| t == s).unwrap_or(0))
                            .collect(),
                    );
                }
                if seen.contains(&set) {
                    continue;
                }
                seen.push(set);
                base[lane] = (start + numbers / 2) as u32;
                let mut weight = 1;
                for &s in &place {
                    delta[s].0[lane] = weight;
                    weight = weight.wrapping_mul(3);
                }
                lane += 1;
            }
            for number in 0..numbers {
                let least = mirrors.iter().map(|m| permuted(number, m)).min();
                match least {
                    Some(least) if least < number => shared.push(shared[start + least]),
                    _ => {
                        shared.push(shared_count);
                        shared_count += 1;
                    }
                }
            }
        }
        assert_eq!(lane, PLACES);
        let extras = shared.len();
        for _ in 0..EXTRAS {
            shared.push(shared_count);
            shared_count += 1;
        }
        Layout {
            delta,
            base,
            size: shared.len(),
            extras,
            shared,
            shared_count: shared_count as usize,
        }
    }

    /// The numbers of a board, from nothing.
    #[must_use]
    pub fn features(&self, board: Board) -> Features {
        let mut sum = Features([0; LANES]);
        for square in squares(board.mover) {
            add(&mut sum, &self.delta[square]);
        }
        for square in squares(board.rival) {
            for (lane, d) in sum.0.iter_mut().zip(&self.delta[square].0) {
                *lane = lane.wrapping_sub(*d);
            }
        }
        sum
    }

    /// The numbers after the mover plays `square` and turns `turned`, from
    /// the rival's side.
    #[inline(always)]
    #[must_use]
    pub fn after(&self, before: &Features, square: usize, turned: Bits) -> Features {
        let mut twice = Features([0; LANES]);
        for square in squares(turned) {
            add(&mut twice, &self.delta[square & 63]);
        }
        let mut next = Features([0; LANES]);
        let placed = &self.delta[square & 63];
        for lane in 0..LANES {
            // A sum on the way may leave 16 bits; the result never does.
            next.0[lane] = before.0[lane]
                .wrapping_add(placed.0[lane])
                .wrapping_add(twice.0[lane].wrapping_mul(2))
                .wrapping_neg();
        }
        next
    }
}

#[inline(always)]
fn add(sum: &mut Features, more: &Features) {
    for lane in 0..LANES {
        sum.0[lane] = sum.0[lane].wrapping_add(more.0[lane]);
    }
}

/// The numbers after a pass.
#[inline(always)]
#[must_use]
pub fn passed(before: &Features) -> Features {
    Features(before.0.map(|number| -number))
}

/// A number (0 for all digits −1) with its digits moved: digit i goes to
/// `to[i]`.
fn permuted(mut number: usize, to: &[usize]) -> usize {
    let mut result = 0;
    for &place in to {
        result += number % 3 * 3usize.pow(place as u32);
        number /= 3;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use sobremesa_kernel::Rng;

    #[test]
    fn numbers_follow_the_moves() {
        let layout = Layout::get();
        let mut rng = Rng::new(4);
        for _ in 0..50 {
            let mut board = Board::START;
            let mut features = layout.features(board);
            while !board.is_over() {
                let moves: Vec<usize> = squares(board.moves()).collect();
                match rng.pick(&moves) {
                    Some(square) => {
                        let turned = board.flips(square);
                        features = layout.after(&features, square, turned);
                        board = board.after(square, turned);
                    }
                    None => {
                        features = passed(&features);
                        board = board.swapped();
                    }
                }
                assert_eq!(features, layout.features(board));
            }
        }
    }

    /// The sum of shared weights does not change with the symmetry of the
    /// board: what makes the evaluation symmetric.
    #[test]
    fn shared_weights_are_the_same_for_all_symmetries() {
        let layout = Layout::get();
        let mut rng = Rng::new(5);
        let of = |board: Board| {
            let features = layout.features(board);
            let mut used: Vec<u32> = (0..PLACES)
                .map(|lane| {
                    let at = i64::from(layout.base[lane]) + i64::from(features.0[lane]);
                    layout.shared[at as usize]
                })
                .collect();
            used.sort_unstable();
            used
        };
        for _ in 0..200 {
            let (a, b) = (rng.next_u64(), rng.next_u64());
            let board = Board::new(a & b, a & !b);
            let used = of(board);
            assert!((1..8).all(|which| of(board.symmetry(which)) == used));
        }
    }
}
