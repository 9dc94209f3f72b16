//! Matrix products with the right-hand side packed in advance: its columns in
//! panels as wide as a block of sums, each panel row by row.

use crate::simd::Simd;

/// Channels are padded to this many, a multiple of every vector.
pub(crate) const PAD: usize = 16;

/// How far in front of the products the packed matrix is asked for. With few
/// rows each number is used once, and fetching decides.
const AHEAD: usize = 1536;

/// `n` rounded up to whole vectors of every kernel.
pub(crate) const fn padded(n: usize) -> usize {
    n.div_ceil(PAD) * PAD
}

/// Appends a matrix of `depth` rows and `columns` columns (already padded) to
/// `into`, in panels of `lanes · vectors` columns.
pub(crate) fn pack(
    into: &mut Vec<f32>,
    depth: usize,
    columns: usize,
    panel: usize,
    at: impl Fn(usize, usize) -> f32,
) {
    let mut from = 0;
    while from < columns {
        let to = (from + panel).min(columns);
        for k in 0..depth {
            into.extend((from..to).map(|column| at(k, column)));
        }
        from = to;
    }
}

/// `c = a · b` for `rows` rows of `a` (`depth` long, `a_stride` apart), with
/// `b` as [`pack`] leaves it and `columns` columns.
///
/// # Safety
/// The instructions of `S`, and memory for the shapes given.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "two matrices and their strides")]
pub(crate) unsafe fn gemm<S: Simd>(
    a: *const f32,
    a_stride: usize,
    rows: usize,
    depth: usize,
    b: *const f32,
    columns: usize,
    c: *mut f32,
    c_stride: usize,
) {
    let blocks = rows.div_ceil(S::ROWS);
    let vectors = columns / S::LANES;
    let mut b = b;
    let mut from = 0;
    while from < vectors {
        let wide = (vectors - from).min(S::VECTORS);
        // Rows are spread evenly over the blocks: 9, 8, 8 rather than 9, 9, 7.
        let mut row = 0;
        for block in 0..blocks {
            let tall = rows / blocks + usize::from(block < rows % blocks);
            // SAFETY: inside the shapes the caller vouches for.
            unsafe {
                let a = a.add(row * a_stride);
                let c = c.add(row * c_stride + from * S::LANES);
                match wide {
                    1 => strip::<S, 1>(tall, a, a_stride, b, depth, c, c_stride),
                    2 => strip::<S, 2>(tall, a, a_stride, b, depth, c, c_stride),
                    _ => strip::<S, 3>(tall, a, a_stride, b, depth, c, c_stride),
                }
            }
            row += tall;
        }
        // SAFETY: the end of the panel, at most one past the packed matrix.
        b = unsafe { b.add(depth * wide * S::LANES) };
        from += wide;
    }
}

/// One block of sums of a height known at run time.
#[inline(always)]
unsafe fn strip<S: Simd, const N: usize>(
    tall: usize,
    a: *const f32,
    a_stride: usize,
    b: *const f32,
    depth: usize,
    c: *mut f32,
    c_stride: usize,
) {
    macro_rules! tall {
        ($($m:literal)*) => {
            match tall {
                // SAFETY: as for `gemm`.
                $($m if $m <= S::ROWS => unsafe {
                    block::<S, $m, N>(a, a_stride, b, depth, c, c_stride)
                },)*
                _ => unreachable!("a block of {tall} rows"),
            }
        };
    }
    tall!(1 2 3 4 5 6 7 8 9)
}

/// `M` rows by `N` vectors of sums, all in registers.
#[inline(always)]
unsafe fn block<S: Simd, const M: usize, const N: usize>(
    a: *const f32,
    a_stride: usize,
    b: *const f32,
    depth: usize,
    c: *mut f32,
    c_stride: usize,
) {
    // SAFETY: as for `gemm`.
    unsafe {
        let mut sums = [[S::splat(0.0); N]; M];
        for k in 0..depth {
            let row = b.add(k * N * S::LANES);
            let mut weights = [S::splat(0.0); N];
            for (n, weight) in weights.iter_mut().enumerate() {
                *weight = S::load(row.add(n * S::LANES));
                S::prefetch(row.wrapping_add(n * S::LANES + AHEAD));
            }
            for (m, sums) in sums.iter_mut().enumerate() {
                let x = S::splat(*a.add(m * a_stride + k));
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum = S::fma(x, weight, *sum);
                }
            }
        }
        for (m, sums) in sums.iter().enumerate() {
            for (n, sum) in sums.iter().enumerate() {
                S::store(c.add(m * c_stride + n * S::LANES), *sum);
            }
        }
    }
}

/// `c += aᵀ · b` for `rows` rows of `a` (`height` long) and of `b` (`width`
/// long, whole vectors): what weights are blamed for, summed over rows.
///
/// # Safety
/// The instructions of `S`, and memory for the shapes given.
#[inline(always)]
pub(crate) unsafe fn crossed<S: Simd>(
    a: *const f32,
    height: usize,
    b: *const f32,
    width: usize,
    rows: usize,
    c: *mut f32,
) {
    let vectors = width / S::LANES;
    let mut from = 0;
    while from < vectors {
        let wide = (vectors - from).min(S::VECTORS);
        let mut row = 0;
        while row < height {
            let tall = if height - row >= 4 { 4 } else { 1 };
            // SAFETY: inside the shapes the caller vouches for.
            unsafe {
                let (a, b) = (a.add(row), b.add(from * S::LANES));
                let c = c.add(row * width + from * S::LANES);
                match (tall, wide) {
                    (4, 1) => crossed_block::<S, 4, 1>(a, height, b, width, rows, c),
                    (4, 2) => crossed_block::<S, 4, 2>(a, height, b, width, rows, c),
                    (4, _) => crossed_block::<S, 4, 3>(a, height, b, width, rows, c),
                    (_, 1) => crossed_block::<S, 1, 1>(a, height, b, width, rows, c),
                    (_, 2) => crossed_block::<S, 1, 2>(a, height, b, width, rows, c),
                    _ => crossed_block::<S, 1, 3>(a, height, b, width, rows, c),
                }
            }
            row += tall;
        }
        from += wide;
    }
}

/// `M` rows by `N` vectors of the sums of [`crossed`].
#[inline(always)]
unsafe fn crossed_block<S: Simd, const M: usize, const N: usize>(
    a: *const f32,
    height: usize,
    b: *const f32,
    width: usize,
    rows: usize,
    c: *mut f32,
) {
    // SAFETY: as for `crossed`.
    unsafe {
        let mut sums = [[S::splat(0.0); N]; M];
        for row in 0..rows {
            let mut right = [S::splat(0.0); N];
            for (n, right) in right.iter_mut().enumerate() {
                *right = S::load(b.add(row * width + n * S::LANES));
            }
            for (m, sums) in sums.iter_mut().enumerate() {
                let x = S::splat(*a.add(row * height + m));
                for (sum, right) in sums.iter_mut().zip(right) {
                    *sum = S::fma(x, right, *sum);
                }
            }
        }
        for (m, sums) in sums.iter().enumerate() {
            for (n, sum) in sums.iter().enumerate() {
                let to = c.add(m * width + n * S::LANES);
                S::store(to, S::add(S::load(to), *sum));
            }
        }
    }
}
