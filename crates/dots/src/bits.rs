//! A fixed set of small numbers, and the k-th member of a word.

/// A set of numbers below `64 · W`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(crate) const EMPTY: Bits<W> = Bits([0; W]);

    #[inline]
    pub(crate) const fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }

    #[inline]
    pub(crate) const fn insert(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    /// Inserts `index` when `bit` is 1, does nothing when it is 0.
    #[inline]
    pub(crate) const fn or(&mut self, index: usize, bit: u64) {
        self.0[index / 64] |= bit << (index % 64);
    }

    /// The `k`-th number (from 0) below `end` that is *not* in the set;
    /// there must be one.
    #[inline]
    pub(crate) fn nth_absent(&self, mut k: u32, end: usize) -> usize {
        let mut word = 0;
        loop {
            let mut absent = !self.0[word];
            if (word + 1) * 64 > end {
                absent &= (1 << (end % 64)) - 1;
            }
            // A board of up to 64 lines has one word: no need to count it.
            if end <= 64 {
                return nth_one(absent, k) as usize;
            }
            let count = absent.count_ones();
            if k < count {
                return word * 64 + nth_one(absent, k) as usize;
            }
            k -= count;
            word += 1;
        }
    }

    /// The numbers below `end` that are not in the set, in order.
    pub(crate) fn absent(&self, end: usize) -> impl Iterator<Item = usize> + '_ {
        (0..W).flat_map(move |word| {
            let mut left = match end.saturating_sub(word * 64) {
                0 => 0,
                n @ 1..64 => !self.0[word] & ((1 << n) - 1),
                _ => !self.0[word],
            };
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                Some(word * 64 + bit)
            })
        })
    }
}

/// The place of the `k`-th one (from 0) of `word`, which has more than `k`.
///
/// Random play waits for this and for nothing else, so it is worth the
/// run-time choice: with `pdep` a random 5×5 game takes a third less time.
#[inline]
pub(crate) fn nth_one(word: u64, k: u32) -> u32 {
    debug_assert!(k < word.count_ones());
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("bmi2") {
        // SAFETY: the feature was detected just now.
        return unsafe { nth_one_bmi2(word, k) };
    }
    nth_one_portable(word, k)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2")]
fn nth_one_bmi2(word: u64, k: u32) -> u32 {
    std::arch::x86_64::_pdep_u64(1 << k, word).trailing_zeros()
}

/// Broadword: count the ones up to each byte, find the byte by subtracting
/// all counts at once, finish in a table.
#[inline]
fn nth_one_portable(word: u64, k: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let mut s = word - ((word >> 1) & 0x5555_5555_5555_5555);
    s = (s & 0x3333_3333_3333_3333) + ((s >> 2) & 0x3333_3333_3333_3333);
    s = (s + (s >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Byte b of `upto` counts the ones of bytes 0 to b.
    let upto = s.wrapping_mul(ONES);
    // A high bit stays for each byte whose count is at most k.
    let passed = (((u64::from(k) * ONES) | HIGHS) - upto) & HIGHS;
    let byte = ((passed >> 7).wrapping_mul(ONES) >> 56) as u32 * 8;
    let before = (upto << 8 >> byte) as u32 & 0xff;
    let rest = (word >> byte) as usize & 0xff;
    byte + u32::from(IN_BYTE[((k - before) as usize & 7) << 8 | rest])
}

/// `IN_BYTE[k << 8 | byte]` is the place of the `k`-th one of `byte`.
static IN_BYTE: [u8; 2048] = {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut k) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[k << 8 | byte] = bit as u8;
                k += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The places of the ones of a word, lowest first.
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sobremesa_kernel::Rng;

    #[test]
    fn the_kth_one_is_the_one_a_loop_finds() {
        let mut rng = Rng::new(4);
        for round in 0..20_000 {
            let mut word = rng.next_u64();
            match round % 4 {
                0 => word &= rng.next_u64(),
                1 => word |= rng.next_u64(),
                2 => word = u64::MAX >> (round % 64),
                _ => {}
            }
            let places: Vec<u32> = (0..64).filter(|&bit| word >> bit & 1 != 0).collect();
            for (k, &place) in places.iter().enumerate() {
                assert_eq!(nth_one(word, k as u32), place, "{word:#x} {k}");
                assert_eq!(nth_one_portable(word, k as u32), place, "{word:#x} {k}");
            }
        }
    }

    #[test]
    fn absent_numbers_are_listed_and_picked_in_order() {
        let mut rng = Rng::new(5);
        for end in [1, 60, 63, 64, 65, 127, 128, 130, 190] {
            let mut set = Bits::<3>::EMPTY;
            for _ in 0..end / 2 {
                set.insert(rng.below(end as u32) as usize);
            }
            let slow: Vec<usize> = (0..end).filter(|&i| !set.has(i)).collect();
            assert_eq!(set.absent(end).collect::<Vec<_>>(), slow);
            for (k, &i) in slow.iter().enumerate() {
                assert_eq!(set.nth_absent(k as u32, end), i);
            }
        }
    }
}
