//! What is done to a result on its way to memory.

use crate::mish::mish;
use crate::model::Activation;
use crate::simd::Simd;

/// A factor, a summand and an activation a channel, by pointer so that one
/// buffer can be read and another written by the same operation.
#[derive(Clone, Copy)]
pub(crate) struct Norm {
    pub scale: *const f32,
    pub bias: *const f32,
    pub activation: Activation,
}

/// What happens to a result: added to or put into `raw`, then normalised into
/// `out`. Both have the rows of the result.
#[derive(Clone, Copy)]
pub(crate) struct Finish {
    pub raw: *mut f32,
    pub add: bool,
    pub out: *mut f32,
    pub norm: Norm,
}

impl Finish {
    /// # Safety
    /// The instructions of `S`; `raw` and `out` are null or have a vector at
    /// `at`, the normalisation has one at channel `c`.
    #[inline(always)]
    pub(crate) unsafe fn put<S: Simd>(&self, at: usize, c: usize, v: S::V) {
        // SAFETY: the caller's promise.
        unsafe {
            let mut v = v;
            if !self.raw.is_null() {
                if self.add {
                    v = S::add(v, S::load(self.raw.add(at)));
                }
                S::store(self.raw.add(at), v);
            }
            if !self.out.is_null() {
                S::store(self.out.add(at), normalised::<S>(v, &self.norm, c));
            }
        }
    }
}

#[inline(always)]
pub(crate) unsafe fn normalised<S: Simd>(v: S::V, norm: &Norm, c: usize) -> S::V {
    // SAFETY: the caller's promise.
    unsafe {
        let v = S::fma(v, S::load(norm.scale.add(c)), S::load(norm.bias.add(c)));
        match norm.activation {
            Activation::Identity => v,
            Activation::Relu => S::max(v, S::splat(0.0)),
            Activation::Mish => {
                let mut lanes = [0.0f32; 16];
                S::store(lanes.as_mut_ptr(), v);
                for lane in &mut lanes[..S::LANES] {
                    *lane = mish(*lane);
                }
                S::load(lanes.as_ptr())
            }
        }
    }
}
