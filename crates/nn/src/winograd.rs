//! Convolutions of 3×3 by Winograd's minimal filtering (Lavin and Gray, 2015):
//! a tile of 3×3 or 4×4 results takes 5×5 or 6×6 products a pair of channels
//! instead of 81 or 144.
//!
//! A tile of the input of `T`×`T` points becomes `T`² numbers a channel (the
//! matrix `B` from both sides), each of the `T`² places is a matrix product
//! over the channels with filters that were transformed in advance (`G`), and
//! the products become `T - 2` by `T - 2` results (`A`). The points are 0, 1,
//! -1, 2 for `T` = 5, and -2 too for `T` = 6; the errors of `f32` stay around
//! 1e-5.

use crate::finish::Finish;
use crate::simd::Simd;

/// The filter transform, row by row.
const G5: [[f32; 3]; 5] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];
const G6: [[f32; 3]; 6] = [
    [1.0 / 4.0, 0.0, 0.0],
    [-1.0 / 6.0, -1.0 / 6.0, -1.0 / 6.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 24.0, 1.0 / 12.0, 1.0 / 6.0],
    [1.0 / 24.0, -1.0 / 12.0, 1.0 / 6.0],
    [0.0, 0.0, 1.0],
];

/// What a filter of 3×3 counts for at place `(i, j)` of a tile of `size`.
pub(crate) fn filter(size: usize, i: usize, j: usize, weight: impl Fn(usize, usize) -> f32) -> f32 {
    let row = |i: usize| if size == 5 { G5[i] } else { G6[i] };
    let (left, right) = (row(i), row(j));
    let mut sum = 0.0;
    for (y, l) in left.iter().enumerate() {
        for (x, r) in right.iter().enumerate() {
            sum += l * r * weight(y, x);
        }
    }
    sum
}

/// Where the tiles of a batch of boards lie.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tiling {
    pub rows: usize,
    pub columns: usize,
    /// Tiles a row and a column of a board.
    pub down: usize,
    pub across: usize,
    /// Points of a tile of input a side: 5 or 6.
    pub size: usize,
}

impl Tiling {
    /// The tiles of a board that cost least for `boards` boards at once.
    pub(crate) fn new(rows: usize, columns: usize, boards: usize) -> Tiling {
        let of = |size: usize| {
            let (down, across) = (rows.div_ceil(size - 2), columns.div_ceil(size - 2));
            Tiling { rows, columns, down, across, size }
        };
        // Fetching the filters costs about as much as a few rows of product.
        const FETCH: usize = 5;
        let cost = |t: &Tiling| (t.down * t.across * boards + FETCH) * t.size * t.size;
        let (five, six) = (of(5), of(6));
        if cost(&five) <= cost(&six) { five } else { six }
    }

    pub(crate) fn tiles(&self) -> usize {
        self.down * self.across
    }

    /// Board, top row and left column of the results of a tile.
    fn place(&self, tile: usize) -> (usize, usize, usize) {
        let (board, tile) = (tile / self.tiles(), tile % self.tiles());
        let step = self.size - 2;
        (board, tile / self.across * step, tile % self.across * step)
    }
}

#[inline(always)]
unsafe fn transform_in<S: Simd, const T: usize>(d: [S::V; T]) -> [S::V; T] {
    // SAFETY: the caller has the instructions of `S`.
    unsafe {
        let (two, four, five) = (S::splat(2.0), S::splat(4.0), S::splat(5.0));
        let mut out = d;
        if T == 5 {
            let minus_two = S::splat(-2.0);
            let odd = S::sub(d[3], d[1]);
            // 2d0 - d1 - 2d2 + d3
            out[0] = S::fma(two, S::sub(d[0], d[2]), odd);
            // -2d1 - d2 + d3
            out[1] = S::fma(minus_two, d[1], S::sub(d[3], d[2]));
            // 2d1 - 3d2 + d3
            out[2] = S::fma(two, S::sub(d[1], d[2]), S::sub(d[3], d[2]));
            out[3] = odd;
            // 2d1 - d2 - 2d3 + d4
            out[4] = S::fma(minus_two, odd, S::sub(d[4], d[2]));
        } else {
            let minus_four = S::splat(-4.0);
            let minus_five = S::splat(-5.0);
            // 4d0 - 5d2 + d4
            out[0] = S::fma(four, d[0], S::fma(minus_five, d[2], d[4]));
            let even = S::fma(minus_four, d[2], d[4]);
            let odd = S::fma(minus_four, d[1], d[3]);
            out[1] = S::add(even, odd);
            out[2] = S::sub(even, odd);
            let even = S::sub(d[4], d[2]);
            let odd = S::mul(two, S::sub(d[3], d[1]));
            out[3] = S::add(even, odd);
            out[4] = S::sub(even, odd);
            // 4d1 - 5d3 + d5
            out[5] = S::fma(four, d[1], S::sub(d[5], S::mul(five, d[3])));
        }
        out
    }
}

/// The transpose of [`transform_out`]: how each product is to blame for the
/// first `T - 2` numbers.
#[inline(always)]
unsafe fn transform_back<S: Simd, const T: usize>(g: [S::V; T]) -> [S::V; T] {
    // SAFETY: the caller has the instructions of `S`.
    unsafe {
        let (two, four) = (S::splat(2.0), S::splat(4.0));
        let mut out = g;
        let ends = S::add(g[0], g[2]);
        if T == 5 {
            out[1] = S::add(ends, g[1]);
            out[2] = S::sub(ends, g[1]);
            // g0 + 2g1 + 4g2
            out[3] = S::fma(four, g[2], S::fma(two, g[1], g[0]));
            out[4] = g[2];
        } else {
            let odd = S::add(g[1], g[3]);
            out[1] = S::add(ends, odd);
            out[2] = S::sub(ends, odd);
            let even = S::fma(four, g[2], g[0]);
            let odd = S::fma(S::splat(8.0), g[3], S::mul(two, g[1]));
            out[3] = S::add(even, odd);
            out[4] = S::sub(even, odd);
            out[5] = g[3];
        }
        out
    }
}

/// Only the first `T - 2` of the results are meant.
#[inline(always)]
unsafe fn transform_out<S: Simd, const T: usize>(m: [S::V; T]) -> [S::V; T] {
    // SAFETY: the caller has the instructions of `S`.
    unsafe {
        let (two, four) = (S::splat(2.0), S::splat(4.0));
        let mut out = m;
        let even = S::add(m[1], m[2]);
        let odd = S::sub(m[1], m[2]);
        if T == 5 {
            out[0] = S::add(S::add(m[0], even), m[3]);
            out[1] = S::fma(two, m[3], odd);
            out[2] = S::fma(four, m[3], S::add(even, m[4]));
        } else {
            let even2 = S::add(m[3], m[4]);
            let odd2 = S::sub(m[3], m[4]);
            out[0] = S::add(S::add(m[0], even), even2);
            out[1] = S::fma(two, odd2, odd);
            out[2] = S::fma(four, even2, even);
            out[3] = S::fma(S::splat(8.0), odd2, S::add(odd, m[5]));
        }
        out
    }
}

/// Transforms the input under `tiles` tiles from `first` on. `input` has the
/// `channels` (padded) of each point together; `into` gets `T`² matrices of a
/// row a tile. `zeros` stands for points off the board.
///
/// # Safety
/// The instructions of `S`, and memory for the shapes given.
#[inline(always)]
pub(crate) unsafe fn gather<S: Simd, const T: usize>(
    input: *const f32,
    channels: usize,
    tiling: &Tiling,
    first: usize,
    tiles: usize,
    zeros: *const f32,
    into: *mut f32,
) {
    for tile in 0..tiles {
        let (board, top, left) = tiling.place(first + tile);
        let mut from = [[zeros; T]; T];
        for (i, from) in from.iter_mut().enumerate() {
            let y = (top + i).wrapping_sub(1);
            if y >= tiling.rows {
                continue;
            }
            for (j, from) in from.iter_mut().enumerate() {
                let x = (left + j).wrapping_sub(1);
                if x < tiling.columns {
                    let point = (board * tiling.rows + y) * tiling.columns + x;
                    // SAFETY: a point on the board.
                    *from = unsafe { input.add(point * channels) };
                }
            }
        }
        let mut c = 0;
        while c < channels {
            // SAFETY: `c` stays below the padded channels, `tile` below the
            // rows that `into` has.
            unsafe {
                let mut half = [[S::splat(0.0); T]; T];
                for j in 0..T {
                    let mut column = [S::splat(0.0); T];
                    for (i, d) in column.iter_mut().enumerate() {
                        *d = S::load(from[i][j].add(c));
                    }
                    let column = transform_in::<S, T>(column);
                    for (i, d) in column.into_iter().enumerate() {
                        half[i][j] = d;
                    }
                }
                for (i, row) in half.into_iter().enumerate() {
                    let row = transform_in::<S, T>(row);
                    for (j, d) in row.into_iter().enumerate() {
                        S::store(into.add(((i * T + j) * tiles + tile) * channels + c), d);
                    }
                }
            }
            c += S::LANES;
        }
    }
}

/// The way back: `T`² matrices of a row a tile become results, which go
/// through `finish`.
///
/// # Safety
/// The instructions of `S`, and memory for the shapes given.
#[inline(always)]
pub(crate) unsafe fn scatter<S: Simd, const T: usize>(
    from: *const f32,
    channels: usize,
    tiling: &Tiling,
    first: usize,
    tiles: usize,
    finish: &Finish,
) {
    for tile in 0..tiles {
        let (board, top, left) = tiling.place(first + tile);
        let mut c = 0;
        while c < channels {
            // SAFETY: as for `gather`.
            unsafe {
                let mut half = [[S::splat(0.0); T]; T];
                #[expect(clippy::needless_range_loop, reason = "columns of an array of rows")]
                for j in 0..T {
                    let mut column = [S::splat(0.0); T];
                    for (i, m) in column.iter_mut().enumerate() {
                        *m = S::load(from.add(((i * T + j) * tiles + tile) * channels + c));
                    }
                    let column = transform_out::<S, T>(column);
                    for (i, m) in column.into_iter().enumerate() {
                        half[i][j] = m;
                    }
                }
                for (i, row) in half.into_iter().take(T - 2).enumerate() {
                    let y = top + i;
                    if y >= tiling.rows {
                        break;
                    }
                    let row = transform_out::<S, T>(row);
                    for (j, v) in row.into_iter().take(T - 2).enumerate() {
                        let x = left + j;
                        if x < tiling.columns {
                            let point = (board * tiling.rows + y) * tiling.columns + x;
                            finish.put::<S>(point * channels + c, c, v);
                        }
                    }
                }
            }
            c += S::LANES;
        }
    }
}

/// The transpose of [`scatter`]: spreads what each result is blamed for over
/// the `T`² products of its tile. `blame` has the rows of the results, `zeros`
/// stands for points off the board.
///
/// # Safety
/// The instructions of `S`, and memory for the shapes given.
#[inline(always)]
pub(crate) unsafe fn spread<S: Simd, const T: usize>(
    blame: *const f32,
    channels: usize,
    tiling: &Tiling,
    first: usize,
    tiles: usize,
    zeros: *const f32,
    into: *mut f32,
) {
    for tile in 0..tiles {
        let (board, top, left) = tiling.place(first + tile);
        let mut from = [[zeros; T]; T];
        for (i, from) in from.iter_mut().take(T - 2).enumerate() {
            for (j, from) in from.iter_mut().take(T - 2).enumerate() {
                let (y, x) = (top + i, left + j);
                if y < tiling.rows && x < tiling.columns {
                    let point = (board * tiling.rows + y) * tiling.columns + x;
                    // SAFETY: a point on the board.
                    *from = unsafe { blame.add(point * channels) };
                }
            }
        }
        let mut c = 0;
        while c < channels {
            // SAFETY: as for `gather`.
            unsafe {
                let mut half = [[S::splat(0.0); T]; T];
                for j in 0..T - 2 {
                    let mut column = [S::splat(0.0); T];
                    for (i, g) in column.iter_mut().take(T - 2).enumerate() {
                        *g = S::load(from[i][j].add(c));
                    }
                    let column = transform_back::<S, T>(column);
                    for (i, g) in column.into_iter().enumerate() {
                        half[i][j] = g;
                    }
                }
                for (i, row) in half.into_iter().enumerate() {
                    let row = transform_back::<S, T>(row);
                    for (j, g) in row.into_iter().enumerate() {
                        S::store(into.add(((i * T + j) * tiles + tile) * channels + c), g);
                    }
                }
            }
            c += S::LANES;
        }
    }
}

/// The transpose of [`filter`] for all filters at once: `blame` has the
/// matrices of `inputs` by `outputs` of the `size`² places, `into` gets the
/// weights' share added, row, column, input and output.
pub(crate) fn filter_back(size: usize, blame: &[f32], pairs: usize, into: &mut [f32]) {
    let g = |i: usize| if size == 5 { G5[i] } else { G6[i] };
    for i in 0..size {
        for j in 0..size {
            let from = &blame[(i * size + j) * pairs..][..pairs];
            for (y, left) in g(i).into_iter().enumerate() {
                for (x, right) in g(j).into_iter().enumerate() {
                    let factor = left * right;
                    if factor == 0.0 {
                        continue;
                    }
                    let to = &mut into[(y * 3 + x) * pairs..][..pairs];
                    for (to, from) in to.iter_mut().zip(from) {
                        *to += factor * from;
                    }
                }
            }
        }
    }
}
