//! The few vector operations the kernels are written in, for each instruction
//! set. The portable one is plain arrays, which compilers turn into whatever
//! the target always has.

/// Vectors of `LANES` floats. `ROWS` and `VECTORS` are the shape of the block
/// of sums that fits the registers.
///
/// # Safety
/// Every function needs the instructions of its implementation, and pointers
/// need `LANES` readable or writable floats.
pub(crate) trait Simd {
    const LANES: usize;
    const ROWS: usize;
    const VECTORS: usize;
    type V: Copy;

    unsafe fn load(from: *const f32) -> Self::V;
    unsafe fn store(to: *mut f32, v: Self::V);
    /// A hint that what `at` points to will be read soon; any pointer will do.
    #[inline(always)]
    fn prefetch(_at: *const f32) {}
    unsafe fn splat(x: f32) -> Self::V;
    /// `a · b + c`.
    unsafe fn fma(a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    unsafe fn add(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn sub(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn mul(a: Self::V, b: Self::V) -> Self::V;
    unsafe fn max(a: Self::V, b: Self::V) -> Self::V;
}

pub(crate) struct Portable;

impl Portable {
    #[inline(always)]
    fn zip(a: [f32; 4], b: [f32; 4], f: impl Fn(f32, f32) -> f32) -> [f32; 4] {
        [f(a[0], b[0]), f(a[1], b[1]), f(a[2], b[2]), f(a[3], b[3])]
    }
}

impl Simd for Portable {
    const LANES: usize = 4;
    const ROWS: usize = 3;
    const VECTORS: usize = 3;
    type V = [f32; 4];

    #[inline(always)]
    unsafe fn load(from: *const f32) -> [f32; 4] {
        // SAFETY: the caller has four floats there.
        unsafe { from.cast::<[f32; 4]>().read_unaligned() }
    }
    #[inline(always)]
    unsafe fn store(to: *mut f32, v: [f32; 4]) {
        // SAFETY: the caller has room for four floats there.
        unsafe { to.cast::<[f32; 4]>().write_unaligned(v) }
    }
    #[inline(always)]
    unsafe fn splat(x: f32) -> [f32; 4] {
        [x; 4]
    }
    #[inline(always)]
    unsafe fn fma(a: [f32; 4], b: [f32; 4], c: [f32; 4]) -> [f32; 4] {
        // Two roundings: a fused product without its instruction is a call.
        Self::zip(Self::zip(a, b, |x, y| x * y), c, |x, y| x + y)
    }
    #[inline(always)]
    unsafe fn add(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        Self::zip(a, b, |x, y| x + y)
    }
    #[inline(always)]
    unsafe fn sub(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        Self::zip(a, b, |x, y| x - y)
    }
    #[inline(always)]
    unsafe fn mul(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        Self::zip(a, b, |x, y| x * y)
    }
    #[inline(always)]
    unsafe fn max(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
        Self::zip(a, b, |x, y| if x > y { x } else { y })
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::Simd;

    pub(crate) struct Avx2;
    pub(crate) struct Avx512;

    macro_rules! simd {
        ($name:ident, $v:ty, $lanes:literal, $rows:literal, $vectors:literal,
         $load:ident, $store:ident, $splat:ident, $fma:ident, $add:ident, $sub:ident,
         $mul:ident, $max:ident) => {
            // SAFETY: the trait's contract: the caller has the instructions
            // and the memory.
            impl Simd for $name {
                const LANES: usize = $lanes;
                const ROWS: usize = $rows;
                const VECTORS: usize = $vectors;
                type V = $v;

                #[inline(always)]
                fn prefetch(at: *const f32) {
                    // SAFETY: a hint reads nothing and faults nowhere.
                    unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
                }
                #[inline(always)]
                unsafe fn load(from: *const f32) -> $v {
                    // SAFETY: the caller has the instructions and the memory.
                    unsafe { $load(from) }
                }
                #[inline(always)]
                unsafe fn store(to: *mut f32, v: $v) {
                    // SAFETY: the caller has the instructions and the memory.
                    unsafe { $store(to, v) }
                }
                #[inline(always)]
                unsafe fn splat(x: f32) -> $v {
                    // SAFETY: the caller has the instructions and the memory.
                    unsafe { $splat(x) }
                }
                #[inline(always)]
                unsafe fn fma(a: $v, b: $v, c: $v) -> $v {
                    // SAFETY: the caller has the instructions and the memory.
                    unsafe { $fma(a, b, c) }
                }
                #[inline(always)]
                unsafe fn add(a: $v, b: $v) -> $v {
                    // SAFETY: the caller has the instructions and the memory.
                    unsafe { $add(a, b) }
                }
                #[inline(always)]
                unsafe fn sub(a: $v, b: $v) -> $v {
                    // SAFETY: the caller has the instructions and the memory.
                    unsafe { $sub(a, b) }
                }
                #[inline(always)]
                unsafe fn mul(a: $v, b: $v) -> $v {
                    // SAFETY: the caller has the instructions and the memory.
                    unsafe { $mul(a, b) }
                }
                #[inline(always)]
                unsafe fn max(a: $v, b: $v) -> $v {
                    // SAFETY: the caller has the instructions and the memory.
                    unsafe { $max(a, b) }
                }
            }
        };
    }

    simd!(
        Avx2,
        __m256,
        8,
        4,
        3,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_set1_ps,
        _mm256_fmadd_ps,
        _mm256_add_ps,
        _mm256_sub_ps,
        _mm256_mul_ps,
        _mm256_max_ps
    );
    simd!(
        Avx512,
        __m512,
        16,
        9,
        3,
        _mm512_loadu_ps,
        _mm512_storeu_ps,
        _mm512_set1_ps,
        _mm512_fmadd_ps,
        _mm512_add_ps,
        _mm512_sub_ps,
        _mm512_mul_ps,
        _mm512_max_ps
    );
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Avx512};
