//! Discs that can never be turned again.
//!
//! Three sources, each sound by itself: an edge of eight squares is searched
//! exhaustively once (whatever is played on it, which discs stay?); a disc on
//! four full lines cannot be turned; and a disc that on each of its four
//! lines is full, at the rim, or next to a stable disc of its own colour is
//! stable too, which is repeated until nothing is added. The result is a
//! lower bound of the truth, which is all that a cut-off needs.

use std::sync::OnceLock;

use crate::board::Bits;

/// For each pair of edge rows (own bits, rival bits) the own discs that stay
/// whatever happens on that edge.
struct Edges(Vec<u8>);

impl Edges {
    fn get() -> &'static Edges {
        static EDGES: OnceLock<Edges> = OnceLock::new();
        EDGES.get_or_init(Edges::search)
    }

    /// Fuller edges first, so that every continuation is known already.
    fn search() -> Edges {
        let mut stays = vec![0u8; 65_536];
        for discs in (0..=8).rev() {
            for own in 0..=255u8 {
                for rival in 0..=255u8 {
                    if own & rival == 0 && (own | rival).count_ones() == discs {
                        stays[index(own, rival)] = Edges::one(&stays, own, rival);
                    }
                }
            }
        }
        Edges(stays)
    }

    fn one(stays: &[u8], own: u8, rival: u8) -> u8 {
        let mut stable = own;
        for square in (0..8).filter(|square| (own | rival) >> square & 1 == 0) {
            // Either colour may come to this square, because of lines that
            // leave the edge, whether or not it turns anything along it.
            let turned = edge_flips(own, rival, square);
            stable &= stays[index(own | turned | 1 << square, rival & !turned)];
            let turned = edge_flips(rival, own, square);
            stable &= stays[index(own & !turned, rival | turned | 1 << square)];
        }
        stable
    }
}

const fn index(own: u8, rival: u8) -> usize {
    own as usize * 256 + rival as usize
}

/// Flips along one edge.
fn edge_flips(own: u8, rival: u8, square: usize) -> u8 {
    let mut turned = 0;
    for step in [-1i32, 1] {
        let mut line = 0u8;
        let mut at = square as i32 + step;
        while (0..8).contains(&at) && rival >> at & 1 != 0 {
            line |= 1 << at;
            at += step;
        }
        if (0..8).contains(&at) && own >> at & 1 != 0 {
            turned |= line;
        }
    }
    turned
}

const FILE_A: Bits = 0x0101_0101_0101_0101;

/// Column a as eight bits, a1 lowest.
#[inline(always)]
const fn column_a(bits: Bits) -> u8 {
    ((bits & FILE_A).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The inverse of [`column_a`].
#[inline(always)]
const fn to_column_a(line: u8) -> Bits {
    // Each half of the byte spreads over four rows.
    let low = (line as u64 & 15).wrapping_mul(0x0020_4081) & 0x0101_0101;
    let high = (line as u64 >> 4).wrapping_mul(0x0020_4081) & 0x0101_0101;
    low | high << 32
}

/// The lines that are full, per direction: rows, columns, and both diagonals.
#[inline(always)]
fn full_lines(occupied: Bits) -> [Bits; 4] {
    // Rows and columns: and-fold, then spread.
    let mut rows = occupied & (occupied >> 4);
    rows &= rows >> 2;
    rows &= rows >> 1;
    let rows = (rows & FILE_A).wrapping_mul(0xff);
    let mut columns = occupied;
    columns &= columns.rotate_right(8);
    columns &= columns.rotate_right(16);
    columns &= columns.rotate_right(32);
    // Diagonals: from every square to the rim both ways, in steps of 1, 2, 4.
    let full = |step: u32, rims: [[Bits; 3]; 2]| {
        let (mut up, mut down) = (occupied, occupied);
        for (n, at) in [(1, 0), (2, 1), (4, 2)] {
            up &= rims[0][at] | up >> (n * step);
            down &= rims[1][at] | down << (n * step);
        }
        up & down
    };
    const FALLING: [[Bits; 3]; 2] = [rims(true, true), rims(false, false)];
    const RISING: [[Bits; 3]; 2] = [rims(true, false), rims(false, true)];
    [rows, columns, full(9, FALLING), full(7, RISING)]
}

/// The squares from which 1, 2 and 4 steps along a diagonal lead off the
/// board: towards the last row or the first, the last column or the first.
const fn rims(last_row: bool, last_column: bool) -> [Bits; 3] {
    let mut rims = [0; 3];
    let mut at = 0;
    while at < 3 {
        let steps = 1 << at;
        let rows = (1 << (8 * steps)) - 1;
        let columns = FILE_A * ((1 << steps) - 1);
        rims[at] = if last_row { rows << (64 - 8 * steps) } else { rows }
            | if last_column { columns << (8 - steps) } else { columns };
        at += 1;
    }
    rims
}

/// The discs of `own` that can surely never be turned again; there may be more.
#[must_use]
pub fn stable(own: Bits, rival: Bits) -> Bits {
    let edges = &Edges::get().0;
    let (own_h, rival_h) = (own >> 7, rival >> 7);
    let mut stable = u64::from(edges[index(own as u8, rival as u8)])
        | u64::from(edges[index((own >> 56) as u8, (rival >> 56) as u8)]) << 56
        | to_column_a(edges[index(column_a(own), column_a(rival))])
        | to_column_a(edges[index(column_a(own_h), column_a(rival_h))]) << 7;

    let [rows, columns, falling, rising] = full_lines(own | rival);
    let inside = own & 0x007e_7e7e_7e7e_7e00;
    stable |= inside & rows & columns & falling & rising;
    if stable == 0 {
        return 0;
    }
    loop {
        let across = stable << 1 | stable >> 1 | rows;
        let along = stable << 8 | stable >> 8 | columns;
        let fall = stable << 9 | stable >> 9 | falling;
        let rise = stable << 7 | stable >> 7 | rising;
        let more = stable | inside & across & along & fall & rise;
        if more == stable {
            return stable;
        }
        stable = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, squares};
    use sobremesa_kernel::Rng;

    #[test]
    fn columns_go_there_and_back() {
        for line in 0..=255 {
            assert_eq!(column_a(to_column_a(line)), line);
        }
    }

    #[test]
    fn full_lines_equal_a_walk() {
        let mut rng = Rng::new(2);
        for _ in 0..2_000 {
            let occupied = rng.next_u64() | rng.next_u64() | rng.next_u64();
            let found = full_lines(occupied);
            for square in 0..64i32 {
                let full = |down: i32, right: i32| {
                    [-1, 1].into_iter().all(|sign| {
                        (0..8).all(|n| {
                            let (r, c) =
                                (square / 8 + sign * n * down, square % 8 + sign * n * right);
                            !(0..8).contains(&r)
                                || !(0..8).contains(&c)
                                || occupied >> (r * 8 + c) & 1 != 0
                        })
                    })
                };
                let expected = [full(0, 1), full(1, 0), full(1, 1), full(1, -1)];
                assert_eq!(found.map(|lines| lines >> square & 1 != 0), expected, "{square}");
            }
        }
    }

    /// Whatever is played from here, what was stable stays.
    #[test]
    fn stable_discs_are_never_turned() {
        let mut rng = Rng::new(3);
        let (mut counted, mut games) = (0, 0);
        while games < 400 {
            games += 1;
            let mut board = Board::START;
            // The sure discs so far: absolute colours, `swapped` tells whose.
            let mut least = [0u32; 2];
            let mut side = 0;
            while !board.is_over() {
                let now = [stable(board.mover, board.rival), stable(board.rival, board.mover)]
                    .map(Bits::count_ones);
                for (who, found) in [(side, now[0]), (1 - side, now[1])] {
                    assert!(found >= least[who], "a stable disc was lost: {board:x?}");
                    least[who] = found;
                    counted += found;
                }
                let moves: Vec<usize> = squares(board.moves()).collect();
                board = match rng.pick(&moves) {
                    Some(square) => board.after(square, board.flips(square)),
                    None => board.swapped(),
                };
                side = 1 - side;
            }
            assert!(least[side] <= board.mover.count_ones());
            assert!(least[1 - side] <= board.rival.count_ones());
        }
        assert!(counted > 20_000);
    }
}
