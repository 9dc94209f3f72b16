//! The operations of a network, compiled once for each instruction set, and
//! the choice among them at run time.

use crate::finish::{Finish, Norm, normalised};
use crate::gemm::{crossed, gemm};
use crate::simd::{Portable, Simd};
use crate::winograd::{Tiling, gather, scatter, spread};

/// An instruction set a network can be run with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// No vector instructions that not every machine has.
    Portable,
    /// AVX2 and FMA.
    Avx2,
    /// AVX-512.
    Avx512,
}

impl Kernel {
    /// What this machine has, slowest first.
    #[must_use]
    pub fn available() -> Vec<Kernel> {
        #[allow(unused_mut)]
        let mut kernels = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                kernels.push(Kernel::Avx2);
            }
            if is_x86_feature_detected!("avx512f") {
                kernels.push(Kernel::Avx512);
            }
        }
        kernels
    }

    /// The fastest this machine has.
    #[must_use]
    pub fn best() -> Kernel {
        *Kernel::available().last().expect("the portable one is always there")
    }

    /// As the command line calls it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kernel::Portable => "portable",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }
}

/// Puts `rows` rows of `columns` through `finish`.
#[inline(always)]
unsafe fn finish_rows<S: Simd>(from: *const f32, rows: usize, columns: usize, finish: &Finish) {
    for row in 0..rows {
        let mut c = 0;
        while c < columns {
            let at = row * columns + c;
            // SAFETY: inside the shape the caller vouches for.
            unsafe { finish.put::<S>(at, c, S::load(from.add(at))) };
            c += S::LANES;
        }
    }
}

/// Normalises `columns` columns of `rows` rows from one buffer into another.
#[inline(always)]
unsafe fn norm_rows<S: Simd>(
    from: (*const f32, usize),
    rows: usize,
    columns: usize,
    norm: &Norm,
    to: (*mut f32, usize),
) {
    for row in 0..rows {
        let mut c = 0;
        while c < columns {
            // SAFETY: inside the shape the caller vouches for.
            unsafe {
                let v = S::load(from.0.add(row * from.1 + c));
                S::store(to.0.add(row * to.1 + c), normalised::<S>(v, norm, c));
            }
            c += S::LANES;
        }
    }
}

/// Sum and greatest of each of `columns` columns after a normalisation.
#[inline(always)]
unsafe fn pool<S: Simd>(
    from: (*const f32, usize),
    rows: usize,
    columns: usize,
    norm: &Norm,
    sums: *mut f32,
    tops: *mut f32,
) {
    let mut c = 0;
    while c < columns {
        // SAFETY: inside the shape the caller vouches for.
        unsafe {
            let mut sum = S::splat(0.0);
            let mut top = S::splat(f32::NEG_INFINITY);
            for row in 0..rows {
                let v = S::load(from.0.add(row * from.1 + c));
                let v = normalised::<S>(v, norm, c);
                sum = S::add(sum, v);
                top = S::max(v, top);
            }
            S::store(sums.add(c), sum);
            S::store(tops.add(c), top);
        }
        c += S::LANES;
    }
}

/// What is not zero in the input: for each point its planes and values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sparse {
    /// Where the entries of each point begin, and their end last.
    pub starts: Vec<usize>,
    pub entries: Vec<(u32, f32)>,
}

impl Sparse {
    /// Takes what is not zero in `spatial`, the planes of each point together.
    pub(crate) fn fill(&mut self, spatial: &[f32], planes: usize) {
        self.starts.clear();
        self.entries.clear();
        for planes in spatial.chunks_exact(planes) {
            self.starts.push(self.entries.len());
            let set = planes.iter().enumerate().filter(|(_, value)| **value != 0.0);
            self.entries.extend(set.map(|(plane, value)| (plane as u32, *value)));
        }
        self.starts.push(self.entries.len());
    }
}

/// A convolution whose input is mostly zeros, which the planes of a board
/// are. `weights` has the padded outputs of each tap and plane together,
/// `bias` a summand an output.
pub(crate) struct SparseConv<'a> {
    pub weights: &'a [f32],
    pub bias: &'a [f32],
    pub planes: usize,
    pub height: usize,
    pub width: usize,
    pub outputs: usize,
}

#[inline(always)]
unsafe fn sparse<S: Simd>(
    conv: &SparseConv<'_>,
    input: &Sparse,
    rows: usize,
    columns: usize,
    out: &mut [f32],
) {
    let mut c = 0;
    while c < conv.outputs {
        let left = (conv.outputs - c) / S::LANES;
        // SAFETY: the vectors from `c` on are inside the padded outputs.
        unsafe {
            let wide = match left {
                6.. => sparse_strip::<S, 6>(conv, input, rows, columns, c, out),
                3.. => sparse_strip::<S, 3>(conv, input, rows, columns, c, out),
                _ => sparse_strip::<S, 1>(conv, input, rows, columns, c, out),
            };
            c += wide * S::LANES;
        }
    }
}

#[inline(always)]
unsafe fn sparse_strip<S: Simd, const N: usize>(
    conv: &SparseConv<'_>,
    input: &Sparse,
    rows: usize,
    columns: usize,
    c: usize,
    out: &mut [f32],
) -> usize {
    let (up, left) = (conv.height / 2, conv.width / 2);
    for y in 0..rows {
        for x in 0..columns {
            // SAFETY: taps are cut to the board, planes are below `planes`
            // (checked where the entries are made), and `c` plus `N` vectors
            // are inside the padded outputs.
            unsafe {
                let mut sums = [S::splat(0.0); N];
                for (n, sum) in sums.iter_mut().enumerate() {
                    *sum = S::load(conv.bias.as_ptr().add(c + n * S::LANES));
                }
                for ky in up.saturating_sub(y)..conv.height.min(rows + up - y) {
                    for kx in left.saturating_sub(x)..conv.width.min(columns + left - x) {
                        let point = (y + ky - up) * columns + (x + kx - left);
                        let tap = (ky * conv.width + kx) * conv.planes;
                        let from = *input.starts.get_unchecked(point);
                        let to = *input.starts.get_unchecked(point + 1);
                        for &(plane, value) in input.entries.get_unchecked(from..to) {
                            let row = (tap + plane as usize) * conv.outputs + c;
                            let weights = conv.weights.as_ptr().add(row);
                            let value = S::splat(value);
                            for (n, sum) in sums.iter_mut().enumerate() {
                                *sum = S::fma(value, S::load(weights.add(n * S::LANES)), *sum);
                            }
                        }
                    }
                }
                let to = out.as_mut_ptr().add((y * columns + x) * conv.outputs + c);
                for (n, sum) in sums.into_iter().enumerate() {
                    S::store(to.add(n * S::LANES), sum);
                }
            }
        }
    }
    N
}

/// Adds to `weights` (as [`SparseConv`] has them) what each is blamed for when
/// the results are blamed as `blame` says.
#[inline(always)]
unsafe fn sparse_back<S: Simd>(
    shape: &SparseConv<'_>,
    input: &Sparse,
    rows: usize,
    columns: usize,
    blame: &[f32],
    weights: &mut [f32],
) {
    let (up, left) = (shape.height / 2, shape.width / 2);
    for point in 0..rows * columns {
        let (y, x) = (point / columns, point % columns);
        // Results that see this point through a tap of their filter.
        for ky in 0..shape.height {
            for kx in 0..shape.width {
                let (to_y, to_x) = ((y + up).wrapping_sub(ky), (x + left).wrapping_sub(kx));
                if to_y >= rows || to_x >= columns {
                    continue;
                }
                let from = &blame[(to_y * columns + to_x) * shape.outputs..][..shape.outputs];
                let tap = (ky * shape.width + kx) * shape.planes;
                for &(plane, value) in &input.entries[input.starts[point]..input.starts[point + 1]]
                {
                    let to = &mut weights[(tap + plane as usize) * shape.outputs..];
                    let to = &mut to[..shape.outputs];
                    let mut c = 0;
                    while c < shape.outputs {
                        // SAFETY: the outputs are whole vectors, and both
                        // slices have all of them.
                        unsafe {
                            let to = to.as_mut_ptr().add(c);
                            let sum =
                                S::fma(S::splat(value), S::load(from.as_ptr().add(c)), S::load(to));
                            S::store(to, sum);
                        }
                        c += S::LANES;
                    }
                }
            }
        }
    }
}

type Rows = (*const f32, usize);
type RowsMut = (*mut f32, usize);

/// The operations compiled for one instruction set. All are unsafe to call:
/// they need its instructions and believe the shapes they are given.
#[derive(Clone, Copy)]
pub(crate) struct Ops {
    /// Columns of a packed panel.
    pub panel: usize,
    /// Products of matrices that follow each other.
    pub products: unsafe fn(Products),
    pub gather: unsafe fn(*const f32, usize, &Tiling, usize, usize, *const f32, *mut f32),
    pub scatter: unsafe fn(*const f32, usize, &Tiling, usize, usize, &Finish),
    pub finish_rows: unsafe fn(*const f32, usize, usize, &Finish),
    pub norm_rows: unsafe fn(Rows, usize, usize, &Norm, RowsMut),
    pub pool: unsafe fn(Rows, usize, usize, &Norm, *mut f32, *mut f32),
    pub sparse: unsafe fn(&SparseConv<'_>, &Sparse, usize, usize, &mut [f32]),
    /// What training adds: the way back through the same operations.
    pub spread: unsafe fn(*const f32, usize, &Tiling, usize, usize, *const f32, *mut f32),
    pub crossed: unsafe fn(*const f32, usize, *const f32, usize, usize, *mut f32),
    pub sparse_back: unsafe fn(&SparseConv<'_>, &Sparse, usize, usize, &[f32], &mut [f32]),
}

/// Products of matrices of one shape, each behind the last: `T`² of them in
/// the middle of Winograd's convolution.
#[derive(Clone, Copy)]
pub(crate) struct Products {
    pub count: usize,
    pub rows: usize,
    pub inputs: usize,
    /// Padded: the distance of rows of `a`.
    pub a_stride: usize,
    pub outputs: usize,
    pub a: *const f32,
    pub b: *const f32,
    pub c: *mut f32,
}

#[inline(always)]
unsafe fn products<S: Simd>(p: Products) {
    for i in 0..p.count {
        // SAFETY: the caller's promise about the shapes.
        unsafe {
            let a = p.a.add(i * p.rows * p.a_stride);
            let b = p.b.add(i * p.inputs * p.outputs);
            let c = p.c.add(i * p.rows * p.outputs);
            gemm::<S>(a, p.a_stride, p.rows, p.inputs, b, p.outputs, c, p.outputs);
        }
    }
}

macro_rules! compiled {
    ($module:ident, $simd:ty $(, $feature:literal)?) => {
        mod $module {
            use super::*;

            // These add nothing to the generic functions but the instruction set.
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_products(p: Products) {
                // SAFETY: what `Ops` says of its functions.
                unsafe { products::<$simd>(p) }
            }
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_gather(
                input: *const f32, channels: usize, tiling: &Tiling, first: usize, tiles: usize,
                zeros: *const f32, into: *mut f32,
            ) {
                // SAFETY: what `Ops` says of its functions.
                unsafe {
                    if tiling.size == 5 {
                        gather::<$simd, 5>(input, channels, tiling, first, tiles, zeros, into)
                    } else {
                        gather::<$simd, 6>(input, channels, tiling, first, tiles, zeros, into)
                    }
                }
            }
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_scatter(
                from: *const f32, channels: usize, tiling: &Tiling, first: usize, tiles: usize,
                finish: &Finish,
            ) {
                // SAFETY: what `Ops` says of its functions.
                unsafe {
                    if tiling.size == 5 {
                        scatter::<$simd, 5>(from, channels, tiling, first, tiles, finish)
                    } else {
                        scatter::<$simd, 6>(from, channels, tiling, first, tiles, finish)
                    }
                }
            }
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_finish_rows(from: *const f32, rows: usize, columns: usize, f: &Finish) {
                // SAFETY: what `Ops` says of its functions.
                unsafe { finish_rows::<$simd>(from, rows, columns, f) }
            }
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_norm_rows(
                from: Rows, rows: usize, columns: usize, norm: &Norm, to: RowsMut,
            ) {
                // SAFETY: what `Ops` says of its functions.
                unsafe { norm_rows::<$simd>(from, rows, columns, norm, to) }
            }
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_pool(
                from: Rows, rows: usize, columns: usize, norm: &Norm, sums: *mut f32,
                tops: *mut f32,
            ) {
                // SAFETY: what `Ops` says of its functions.
                unsafe { pool::<$simd>(from, rows, columns, norm, sums, tops) }
            }
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_sparse(
                conv: &SparseConv<'_>, input: &Sparse, rows: usize, columns: usize,
                out: &mut [f32],
            ) {
                // SAFETY: what `Ops` says of its functions.
                unsafe { sparse::<$simd>(conv, input, rows, columns, out) }
            }

            $(#[target_feature(enable = $feature)])?
            unsafe fn run_spread(
                blame: *const f32, channels: usize, tiling: &Tiling, first: usize, tiles: usize,
                zeros: *const f32, into: *mut f32,
            ) {
                // SAFETY: what `Ops` says of its functions.
                unsafe {
                    if tiling.size == 5 {
                        spread::<$simd, 5>(blame, channels, tiling, first, tiles, zeros, into)
                    } else {
                        spread::<$simd, 6>(blame, channels, tiling, first, tiles, zeros, into)
                    }
                }
            }
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_crossed(
                a: *const f32, height: usize, b: *const f32, width: usize, rows: usize,
                c: *mut f32,
            ) {
                // SAFETY: what `Ops` says of its functions.
                unsafe { crossed::<$simd>(a, height, b, width, rows, c) }
            }
            $(#[target_feature(enable = $feature)])?
            unsafe fn run_sparse_back(
                shape: &SparseConv<'_>, input: &Sparse, rows: usize, columns: usize,
                blame: &[f32], weights: &mut [f32],
            ) {
                // SAFETY: what `Ops` says of its functions.
                unsafe { sparse_back::<$simd>(shape, input, rows, columns, blame, weights) }
            }

            pub(crate) const OPS: Ops = Ops {
                panel: <$simd>::LANES * <$simd>::VECTORS,
                products: run_products,
                gather: run_gather,
                scatter: run_scatter,
                finish_rows: run_finish_rows,
                norm_rows: run_norm_rows,
                pool: run_pool,
                sparse: run_sparse,
                spread: run_spread,
                crossed: run_crossed,
                sparse_back: run_sparse_back,
            };
        }
    };
}

compiled!(portable, Portable);
#[cfg(target_arch = "x86_64")]
compiled!(avx2, crate::simd::Avx2, "avx2,fma");
#[cfg(target_arch = "x86_64")]
compiled!(avx512, crate::simd::Avx512, "avx512f");

impl Ops {
    /// The operations of `kernel`, which must be [available](Kernel::available).
    pub(crate) fn of(kernel: Kernel) -> Ops {
        assert!(Kernel::available().contains(&kernel), "{} on this machine", kernel.name());
        match kernel {
            Kernel::Portable => portable::OPS,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::OPS,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::OPS,
            #[cfg(not(target_arch = "x86_64"))]
            _ => unreachable!("not available"),
        }
    }
}
