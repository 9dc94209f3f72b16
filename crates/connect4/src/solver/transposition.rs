//! A transposition table whose entries say for certain which position they
//! are about.
//!
//! A position is named by a code of at most 64 bits. The low `k` bits, mixed
//! with a hash of the rest, choose one of 2ᵏ buckets; the rest is stored. The
//! bucket and the rest give the whole code back, so a hit is never another
//! position's. An entry is one word, written and read whole, which lets
//! threads share a table without locks:
//!
//! ```text
//!  63                          16 15   12 11     6 5      0
//! ┌──────────────────────────────┬───────┬────────┬────────┐
//! │ rest of the code, generation │ work  │ upper  │ lower  │
//! └──────────────────────────────┴───────┴────────┴────────┘
//! ```
//!
//! Bounds are stored plus 32, so that no entry is 0. `work` is half the binary
//! logarithm of the nodes it took to prove them.
//!
//! The bits above the rest are, from the top, the generation (starting a new
//! one forgets everything at once without touching memory) and whether the
//! position is *near* the end of the game. Those make up most of what is asked
//! and are cheap to find again, so they live together in the first buckets,
//! which stay in the processor's cache. A look-up elsewhere in a large table
//! costs more than a node: without this, half the time of a search in 8 GB.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What is proven about the score of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub lower: i32,
    pub upper: i32,
}

/// What a position is asked for by.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Key {
    pub code: u64,
    /// Near the end of the game; a function of the position.
    pub near: bool,
}

/// Where a position is kept, as long as the table does not grow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    bucket: usize,
    tag: u64,
}

impl Place {
    pub(crate) const NONE: Place = Place { bucket: 0, tag: 0 };
}

/// Two entries side by side in a cache line: one is kept for its work, the
/// other takes what comes.
#[repr(align(16))]
#[derive(Debug, Default)]
struct Bucket([AtomicU64; 2]);

/// See the module's header.
#[derive(Debug)]
pub struct Table {
    buckets: Box<[Bucket]>,
    /// Buckets in use, as a number of bits: few at first, so that what an
    /// easy position needs stays in the processor's cache.
    bits: u32,
    /// The most `bits` there were since entries were last erased.
    touched: u32,
    /// The fewest `bits` there may be.
    least: u32,
    generation: u64,
    /// How many bits the rest of a code has at most.
    rest_bits: u32,
}

const REST_SHIFT: u32 = 16;
const REST_BITS: u32 = 64 - REST_SHIFT;
const WORK_SHIFT: u32 = 12;
const SCORE_BITS: u32 = 6;
const SCORE_MASK: u64 = (1 << SCORE_BITS) - 1;
const SCORE_ZERO: i32 = 32;

/// The buckets that positions near the end share, as bits: 4 MiB.
const NEAR_BITS: u32 = 18;

impl Table {
    /// The fewest buckets in use, as bits: fewer are not worth having, and
    /// the rest of the code would leave no room for the generation.
    const LEAST_BITS: u32 = 14;

    /// A table of at most `bytes` (but at least 1 MiB, or 4 for long codes) for codes of at most
    /// `code_bits` (up to 64).
    #[must_use]
    pub(crate) fn new(bytes: usize, code_bits: u32) -> Table {
        // Two bits at least are left: for the generation, and for `near`.
        let least = Self::LEAST_BITS.max(code_bits.saturating_sub(REST_BITS - 2));
        let bits = (bytes / size_of::<Bucket>()).max(1 << 16).ilog2().max(least);
        // SAFETY: all zeros is a bucket of empty entries.
        let buckets = unsafe { Box::<[Bucket]>::new_zeroed_slice(1 << bits).assume_init() };
        sobremesa_search::prefer_huge_pages(buckets.as_ptr(), buckets.len());
        Table {
            buckets,
            bits: least,
            touched: least,
            least,
            generation: 0,
            rest_bits: code_bits.saturating_sub(least),
        }
    }

    /// The memory it holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Forgets everything, and uses few buckets until it [grows](Table::grow).
    pub(crate) fn forget(&mut self) {
        self.bits = self.least;
        self.generation += 1;
        if self.generation >> (REST_BITS - self.rest_bits - 1) != 0 {
            self.generation = 0;
            self.buckets[..1 << self.touched].fill_with(Bucket::default);
            self.touched = self.bits;
        }
    }

    /// How many entries it can hold before it grows; `None` when it cannot.
    pub(crate) fn room(&self) -> Option<u64> {
        (self.bits < self.buckets.len().ilog2()).then_some(2 << self.bits)
    }

    /// Uses 16 times as many buckets, as far as there are, and takes along
    /// what is known: bucket and entry together give a position's code back.
    pub(crate) fn grow(&mut self) {
        let old_bits = self.bits;
        let old: Vec<[u64; 2]> = self.buckets[..1 << old_bits]
            .iter_mut()
            .map(|bucket| std::mem::take(bucket).0.map(AtomicU64::into_inner))
            .collect();
        self.bits = (old_bits + 4).min(self.buckets.len().ilog2());
        self.touched = self.touched.max(self.bits);
        for (index, entry) in (0..).zip(&old).flat_map(|(index, pair)| pair.map(|e| (index, e))) {
            if !self.is_current(entry) {
                continue;
            }
            let near = entry >> (REST_SHIFT + self.rest_bits) & 1 != 0;
            let bits = bits_for(near, old_bits);
            let rest = entry >> REST_SHIFT & ((1 << self.rest_bits) - 1);
            let code = rest << bits | (index ^ spread(rest, bits));
            let Place { bucket, tag } = self.place(Key { code, near });
            let bucket = &self.buckets[bucket];
            let slot = usize::from(bucket.0[0].load(Relaxed) != 0);
            let moved = tag << REST_SHIFT | entry & ((1 << REST_SHIFT) - 1);
            bucket.0[slot].store(moved, Relaxed);
        }
    }

    #[inline(always)]
    fn is_current(&self, entry: u64) -> bool {
        entry >> (REST_SHIFT + self.rest_bits + 1) == self.generation && entry != 0
    }

    #[inline(always)]
    pub(crate) fn place(&self, Key { code, near }: Key) -> Place {
        let bits = bits_for(near, self.bits);
        let rest = code >> bits;
        let index = (code & ((1 << bits) - 1)) ^ spread(rest, bits);
        let above = self.generation << 1 | u64::from(near);
        Place { bucket: index as usize, tag: rest | above << self.rest_bits }
    }

    #[inline(always)]
    pub(crate) fn probe(&self, Place { bucket, tag }: Place) -> Option<Bounds> {
        self.buckets[bucket].0.iter().map(|entry| entry.load(Relaxed)).find_map(|entry| {
            (entry >> REST_SHIFT == tag && entry != 0).then_some(Bounds {
                lower: (entry & SCORE_MASK) as i32 - SCORE_ZERO,
                upper: (entry >> SCORE_BITS & SCORE_MASK) as i32 - SCORE_ZERO,
            })
        })
    }

    /// Keeps what was proven with `nodes` of work.
    #[inline(always)]
    pub(crate) fn store(&self, Place { bucket, tag }: Place, bounds: Bounds, nodes: u64) {
        let work = u64::from((nodes | 1).ilog2() / 2).min(15);
        let entry = tag << REST_SHIFT
            | work << WORK_SHIFT
            | ((bounds.upper + SCORE_ZERO) as u64) << SCORE_BITS
            | (bounds.lower + SCORE_ZERO) as u64;
        let [first, second] = &self.buckets[bucket].0;
        let kept = first.load(Relaxed);
        let same = kept >> REST_SHIFT == tag;
        if same || !self.is_current(kept) || (kept >> WORK_SHIFT & 15) <= work {
            if !same {
                second.store(kept, Relaxed);
            }
            first.store(entry, Relaxed);
        } else {
            second.store(entry, Relaxed);
        }
    }

    /// Asks the processor to fetch the bucket of a position that will be probed.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: Place) {
        sobremesa_search::prefetch(&self.buckets[place.bucket]);
    }
}

/// Of so many buckets in use, as bits, those that a position may be in.
#[inline(always)]
fn bits_for(near: bool, bits: u32) -> u32 {
    if near { bits.min(NEAR_BITS) } else { bits }
}

/// A hash of a code's rest, of so many bits.
#[inline(always)]
fn spread(rest: u64, bits: u32) -> u64 {
    rest.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)
}

#[cfg(test)]
mod tests {
    use sobremesa_kernel::Rng;

    use super::*;

    const KNOWN: Bounds = Bounds { lower: -3, upper: 7 };

    /// Every third position is near the end.
    fn place(table: &Table, code: u64) -> Place {
        table.place(Key { code, near: code.is_multiple_of(3) })
    }

    #[test]
    fn what_is_kept_is_found_and_nothing_else() {
        for code_bits in [49, 56, 64] {
            let mut table = Table::new(1 << 20, code_bits);
            table.grow();
            let mut rng = Rng::new(1);
            let mut code = || rng.next_u64() >> (64 - code_bits);
            let codes: Vec<u64> = (0..2_000).map(|_| code()).collect();
            for &code in &codes {
                table.store(place(&table, code), KNOWN, 9);
            }
            let found = codes
                .iter()
                .filter(|&&code| table.probe(place(&table, code)) == Some(KNOWN))
                .count();
            assert!(found > 1_900, "{found} of 2000");
            assert!((0..2_000).all(|_| table.probe(place(&table, code())).is_none()));
        }
    }

    #[test]
    fn forgetting_forgets_and_growing_does_not() {
        for code_bits in [49, 64] {
            let mut table = Table::new(4 << 20, code_bits);
            table.forget();
            let mut rng = Rng::new(2);
            let codes: Vec<u64> =
                (0..500).map(|_| rng.next_u64() >> (64 - code_bits)).chain([0, 1]).collect();
            for &code in &codes {
                table.store(place(&table, code), KNOWN, 9);
            }
            while table.room().is_some() {
                table.grow();
            }
            assert!(codes.iter().all(|&code| table.probe(place(&table, code)) == Some(KNOWN)));
            for _ in 0..20_000 {
                table.forget();
            }
            assert!(codes.iter().all(|&code| table.probe(place(&table, code)).is_none()));
        }
    }

    #[test]
    fn more_work_stays() {
        let table = Table::new(1 << 20, 49);
        table.store(place(&table, 5), KNOWN, 1 << 20);
        // Codes that fall into the bucket of 5.
        let home = place(&table, 5).bucket;
        let rivals = (1..).map(|n| n << 20).filter(|&code| place(&table, code).bucket == home);
        for code in rivals.take(3) {
            table.store(place(&table, code), KNOWN, 2);
            assert!(table.probe(place(&table, code)).is_some());
        }
        assert!(table.probe(place(&table, 5)).is_some());
    }
}
