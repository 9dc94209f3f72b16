//! What the solver remembers: a lower and an upper bound per position, in one
//! table that threads share without locks.
//!
//! An entry is one word, so it is never seen half-written:
//!
//! ```text
//!  63                    18 17      13 12      7 6        0
//!  [ rest of the key: 46 ] [ work: 5 ] [ span: 6 ] [ lower: 7 ]
//! ```
//!
//! Values have the parity of the boxes left, so the span is half of what the
//! upper bound is above the lower. At most 64 boxes are left, and bounds that
//! say nothing at all are not kept.
//!
//! Keys are scattered by a bijection of as many bits as the board has lines;
//! some of the result choose the bucket and all others are kept, so an entry
//! is found for its own position and no other: the table is exact, not
//! probably right. Buckets are a cache line of eight entries, of which the
//! one that cost the fewest nodes gives way.

use std::sync::atomic::{AtomicU64, Ordering};

/// Bounds of a value, both inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// At least this.
    pub lower: i32,
    /// At most this.
    pub upper: i32,
}

impl Bounds {
    /// Both bounds as the low 13 bits of a word.
    #[inline]
    const fn pack(self) -> u64 {
        debug_assert!(self.lower >= -SHIFT && self.lower < SHIFT && self.lower <= self.upper);
        debug_assert!((self.upper - self.lower) % 2 == 0 && self.upper - self.lower < 2 * SHIFT);
        ((self.upper - self.lower) as u64 / 2) << 7 | (self.lower + SHIFT) as u64
    }

    /// The bounds in the low 13 bits of a word.
    #[inline]
    const fn unpack(word: u64) -> Bounds {
        let lower = (word & 127) as i32 - SHIFT;
        Bounds { lower, upper: lower + 2 * (word >> 7 & 63) as i32 }
    }
}

/// Odd, so that multiplying is one to one.
const FIRST: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND: u64 = 0xd6e8_feb8_6659_fd93;

/// Lower bounds are kept as 7 bits, shifted to be positive.
const SHIFT: i32 = 64;
/// How much an entry cost, as a power of two, is kept as 5 bits.
const DEAREST: u64 = 31;
const KEPT: u32 = 46;
const SLOTS: usize = 8;

type Bucket = [AtomicU64; SLOTS];

/// A table of bounds for the positions of one graph.
#[derive(Debug)]
pub struct Table {
    /// The slots of all buckets. Not a slice of aligned buckets, because the
    /// allocator hands out only words zeroed without touching them, and memory
    /// has to be untouched to get huge pages.
    slots: Box<[AtomicU64]>,
    /// The first slot at the beginning of a cache line.
    start: usize,
    /// Bits of a scattered key that choose the bucket.
    bits: u32,
    /// Bits of a key.
    width: u32,
    /// Whether this processor has 512-bit registers.
    #[cfg(target_arch = "x86_64")]
    wide: bool,
}

/// The bits of a key that choose a bucket, for a table of at most `bytes`.
fn bits_for(bytes: u64, width: u32, left: u32) -> u32 {
    let wanted = (bytes / size_of::<Bucket>() as u64).max(1).ilog2();
    // More would gain nothing: a larger table hardly saves nodes, and each one
    // waits longer for memory. 4×4 takes 52 s in 1 GiB and 71 s in 2, 3×4 0.3 s
    // in 32 MiB and 0.7 s in 128.
    let enough = left.saturating_mul(3).saturating_add(2) / 5;
    wanted.min(enough).max(width.saturating_sub(KEPT)).max(1)
}

impl Table {
    /// A table of at most `bytes` for keys of `width` bits, less where a board of
    /// so many lines cannot fill it. A table too small to keep its keys exactly is
    /// made larger (16 MiB at 64 bits).
    #[must_use]
    pub fn new(bytes: u64, width: u32) -> Table {
        Table::fitting(bytes, width, width)
    }

    /// The same, less where only `left` of the lines are still to be drawn.
    #[must_use]
    pub fn fitting(bytes: u64, width: u32, left: u32) -> Table {
        Table::of_bits(bits_for(bytes, width, left), width)
    }

    /// A table of all these `bytes`: one in which many words are solved gains by
    /// every entry that it keeps.
    #[must_use]
    pub fn whole(bytes: u64, width: u32) -> Table {
        Table::of_bits(bits_for(bytes, width, u32::MAX), width)
    }

    fn of_bits(bits: u32, width: u32) -> Table {
        let zeroed = Box::<[AtomicU64]>::new_zeroed_slice((SLOTS << bits) + SLOTS);
        // SAFETY: zero is a value of an atomic word.
        let slots = unsafe { zeroed.assume_init() };
        sobremesa_search::prefer_huge_pages(slots.as_ptr(), slots.len());
        let line = size_of::<Bucket>();
        let start = slots.as_ptr().addr().wrapping_neg() % line / size_of::<AtomicU64>();
        Table {
            slots,
            start,
            bits,
            width: width.max(2),
            #[cfg(target_arch = "x86_64")]
            wide: is_x86_feature_detected!("avx512f"),
        }
    }

    /// Whether [`Table::fitting`] would make no larger one.
    #[must_use]
    pub fn fits(&self, bytes: u64, left: u32) -> bool {
        self.bits >= bits_for(bytes, self.width, left)
    }

    /// The memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<Bucket>() << self.bits
    }

    #[inline]
    fn bucket(&self, index: usize) -> &[AtomicU64] {
        &self.slots[self.start + index * SLOTS..][..SLOTS]
    }

    /// Where a key belongs and what an entry keeps of it.
    #[inline]
    fn scatter(&self, key: u64) -> (usize, u64) {
        let (mask, fold) = (self.mask(), self.width.div_ceil(2));
        let mut k = key.wrapping_mul(FIRST) & mask;
        k ^= k >> fold;
        k = k.wrapping_mul(SECOND) & mask;
        k ^= k >> fold;
        ((k & ((1 << self.bits) - 1)) as usize, k >> self.bits)
    }

    fn mask(&self) -> u64 {
        u64::MAX >> (64 - self.width)
    }

    /// Brings the bucket of a key into the cache.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        let (bucket, _) = self.scatter(key);
        sobremesa_search::prefetch(&self.bucket(bucket)[0]);
    }

    /// What is known of a word.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Bounds> {
        let (bucket, rest) = self.scatter(key);
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            // SAFETY: `wide` is only set where the processor has AVX-512.
            return unsafe { find_wide(self.bucket(bucket), rest) };
        }
        for slot in self.bucket(bucket) {
            let entry = slot.load(Ordering::Relaxed);
            if entry >> (64 - KEPT) == rest && entry != 0 {
                return Some(Bounds::unpack(entry));
            }
        }
        None
    }

    /// Keeps `bounds`, found with `nodes` of work, narrowed by what is there.
    #[inline]
    pub fn put(&self, key: u64, mut bounds: Bounds, nodes: u64) {
        let (bucket, rest) = self.scatter(key);
        let mut work = (u64::from(nodes.ilog2()) + 1).min(DEAREST);
        let (mut least, mut victim) = (u64::MAX, 0);
        for (index, slot) in self.bucket(bucket).iter().enumerate() {
            let entry = slot.load(Ordering::Relaxed);
            if entry != 0 && entry >> (64 - KEPT) == rest {
                let known = Bounds::unpack(entry);
                bounds.lower = bounds.lower.max(known.lower);
                bounds.upper = bounds.upper.min(known.upper);
                work = work.max(entry >> 13 & DEAREST);
                victim = index;
                break;
            }
            let worth = entry >> 13 & DEAREST;
            if worth < least {
                (least, victim) = (worth, index);
            }
        }
        let entry = rest << (64 - KEPT) | work << 13 | bounds.pack();
        self.bucket(bucket)[victim].store(entry, Ordering::Relaxed);
    }
}

/// Looks at all entries of a bucket at once: nine in ten are asked for in vain,
/// and then one comparison says so.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
fn find_wide(bucket: &[AtomicU64], rest: u64) -> Option<Bounds> {
    use std::arch::x86_64::{
        __m512i, _mm512_cmpeq_epi64_mask, _mm512_set1_epi64, _mm512_srli_epi64,
    };
    assert!(bucket.len() == SLOTS);
    let line: __m512i;
    // SAFETY: the bucket has the 64 bytes that are read, at the start of a cache
    // line. Other threads may write to it, which a plain load must not meet; to
    // the language an assembly load is what the processor does, and that never
    // reads half a word.
    unsafe {
        std::arch::asm!(
            "vmovdqa64 {line}, zmmword ptr [{bucket}]",
            line = out(zmm_reg) line,
            bucket = in(reg) bucket.as_ptr(),
            options(readonly, nostack, preserves_flags, pure),
        );
    }
    let rests = _mm512_srli_epi64::<{ 64 - KEPT }>(line);
    let found = _mm512_cmpeq_epi64_mask(rests, _mm512_set1_epi64(rest as i64));
    if found == 0 {
        return None;
    }
    // The entry may have given way since; then it is another one's.
    let entry = bucket[found.trailing_zeros() as usize].load(Ordering::Relaxed);
    (entry >> (64 - KEPT) == rest && entry != 0).then(|| Bounds::unpack(entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_lines_take_a_smaller_table() {
        let table = Table::fitting(1 << 30, 40, 30);
        assert!(table.bytes() < Table::new(1 << 30, 40).bytes());
        assert!(Table::new(1 << 30, 20).bytes() < Table::whole(1 << 30, 20).bytes());
        assert_eq!(Table::whole(1 << 30, 40).bytes(), 1 << 30);
        assert!(table.fits(1 << 30, 30) && table.fits(1 << 30, 12));
        assert!(!table.fits(1 << 30, 40));
        // No more is allowed: nothing to be gained by another.
        assert!(table.fits(table.bytes() as u64, 40));
        assert_eq!(Table::fitting(1 << 30, 60, 2).bytes(), size_of::<Bucket>() << (60 - KEPT));
    }

    #[test]
    fn scattering_is_one_to_one() {
        for width in [4, 7, 12, 16] {
            let table = Table::new(1 << 10, width);
            let mut seen: Vec<_> = (0..1 << width).map(|key| table.scatter(key)).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 1 << width);
        }
    }

    #[test]
    fn bounds_are_found_again_and_narrowed() {
        let table = Table::new(1 << 16, 60);
        let key = 0xfed_cba9_8765_4321;
        assert_eq!(table.get(key), None);
        table.put(key, Bounds { lower: -25, upper: 25 }, 1);
        table.put(key, Bounds { lower: 3, upper: 25 }, 100);
        table.put(key, Bounds { lower: -25, upper: 7 }, 10);
        assert_eq!(table.get(key), Some(Bounds { lower: 3, upper: 7 }));
        assert_eq!(table.get(key ^ 1), None);
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn wide_and_narrow_registers_find_the_same_entries() {
        let mut table = Table::new(1 << 12, 20);
        for key in 0..2_000 {
            let lower = key as i32 % 16 - 8;
            table.put(key, Bounds { lower, upper: lower + 2 }, 1 + key % 100);
        }
        let found: Vec<_> = (0..4_000).map(|key| table.get(key)).collect();
        table.wide = false;
        let narrow: Vec<_> = (0..4_000).map(|key| table.get(key)).collect();
        assert_eq!(found, narrow);
        assert!((100..2_000).contains(&found.iter().flatten().count()));
    }

    #[test]
    fn bounds_of_any_board_come_back() {
        for boxes in 1..=64 {
            for lower in (-boxes..boxes).step_by(2) {
                for upper in (lower..=boxes).step_by(2).filter(|&up| up - lower < 2 * boxes) {
                    let (table, bounds) = (Table::new(64, 20), Bounds { lower, upper });
                    table.put(7, bounds, u64::MAX);
                    assert_eq!(table.get(7), Some(bounds));
                }
            }
        }
    }

    #[test]
    fn a_full_bucket_gives_up_its_cheapest_entry() {
        let table = Table::new(64, 20);
        for key in 0..1000 {
            table.put(key, Bounds { lower: 1, upper: 1 }, if key == 17 { 1 << 20 } else { 1 });
        }
        assert!(table.get(17).is_some());
    }
}
