//! The least image of a word after each of several cuts: the keys under which
//! the solver looks up the children of a position, its most frequent work.
//!
//! The eight images of a word fill one 512-bit register. Processors that have
//! those find a key in a handful of instructions, others go through the images
//! one by one; both find the same.

/// The keys of the words that cutting single strings leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keys {
    /// Whether this processor has 512-bit registers.
    wide: bool,
}

impl Keys {
    #[must_use]
    pub(crate) fn new() -> Keys {
        #[cfg(target_arch = "x86_64")]
        let wide = is_x86_feature_detected!("avx512f");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        Keys { wide }
    }

    /// Sets the key of each move (key, string): the least of the images after
    /// that string has been cut. `cuts` has the images of every string.
    #[inline]
    pub(crate) fn set<const S: usize>(
        self,
        images: &[u64; S],
        cuts: &[[u64; 8]],
        moves: &mut [(u64, u8)],
    ) {
        #[cfg(target_arch = "x86_64")]
        if self.wide
            && let Some(images) = images.first_chunk::<8>()
        {
            // SAFETY: `wide` is only set where the processor has AVX-512.
            unsafe { set_wide(images, cuts, moves) };
            return;
        }
        for (key, string) in moves {
            *key = images
                .iter()
                .zip(&cuts[usize::from(*string)])
                .fold(u64::MAX, |least, (image, bit)| least.min(image & !bit));
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn set_wide(images: &[u64; 8], cuts: &[[u64; 8]], moves: &mut [(u64, u8)]) {
    use std::arch::x86_64::{_mm512_andnot_si512, _mm512_loadu_si512, _mm512_reduce_min_epu64};
    // SAFETY: both arrays have the 64 bytes that are read.
    let images = unsafe { _mm512_loadu_si512(images.as_ptr().cast()) };
    for (key, string) in moves {
        let cut = &cuts[usize::from(*string)];
        // SAFETY: as above.
        let cut = unsafe { _mm512_loadu_si512(cut.as_ptr().cast()) };
        *key = _mm512_reduce_min_epu64(_mm512_andnot_si512(cut, images));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Graph, Size};

    #[test]
    fn wide_and_narrow_registers_find_the_same_keys() {
        let graph = Graph::of_board(Size::new(4, 4).unwrap()).unwrap();
        let mut rng = sobremesa_kernel::Rng::new(8);
        for _ in 0..1000 {
            let images: [u64; 8] = std::array::from_fn(|_| rng.next_u64() >> 24);
            let mut wide: Vec<(u64, u8)> = (0..40).map(|string| (0, string)).collect();
            let mut narrow = wide.clone();
            Keys::new().set(&images, &graph.images, &mut wide);
            Keys { wide: false }.set(&images, &graph.images, &mut narrow);
            assert_eq!(wide, narrow);
        }
    }
}
