//! What a search remembers: bounds and good moves, by board.
//!
//! A slot is two words, the key mixed with the data and the data, so that
//! threads share a table without locks: a slot torn by two writers does not
//! match any key. Four slots are a cache line and a bucket.
//!
//! ```text
//! data: lower i8 | upper i8 | depth u8 | sure u8 | square u8 | second u8 | age u8 | –
//! ```

use sobremesa_search::{prefer_huge_pages, prefetch};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

/// No square, in an [`Entry`].
pub(crate) const NOWHERE: u8 = 64;

/// The value of a board is between `lower` and `upper`, as found by a search
/// of `depth` plies that was `sure` (0 to [`Entry::SURE`]) not to have pruned
/// wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub lower: i8,
    pub upper: i8,
    pub depth: u8,
    pub sure: u8,
    /// The best move, and the second best, or [`NOWHERE`].
    pub square: u8,
    pub second: u8,
}

impl Entry {
    /// Nothing was pruned on probability.
    pub(crate) const SURE: u8 = 5;
}

#[derive(Debug, Default)]
struct Slot {
    key: AtomicU64,
    data: AtomicU64,
}

/// The slots of a bucket: a cache line.
const BUCKET: usize = 4;

#[derive(Debug)]
pub(crate) struct Table {
    slots: Box<[Slot]>,
    /// The first slot that begins a cache line.
    first: usize,
    /// How many buckets there are, a power of two.
    buckets: usize,
    /// How many of them are in use, a power of two.
    in_use: usize,
    /// The most there were in use since all were empty.
    touched: usize,
    age: AtomicU8,
}

impl Table {
    /// The fewest slots worth using, as bits: 1 MiB.
    pub(crate) const LEAST_BITS: u32 = 16;

    /// A table of 2^`bits` slots of 16 bytes; `bits` is at least 2. Until it
    /// is [resized](Table::resize) only the first of them are used.
    #[must_use]
    pub(crate) fn new(bits: u32) -> Table {
        let buckets = buckets_for(bits.min(32));
        let count = BUCKET * (buckets + 1);
        // SAFETY: all zeros is an empty slot. Memory that comes zeroed is not
        // touched before it is used, if no alignment beyond the usual is asked
        // for: hence `first`.
        let slots = unsafe { Box::<[Slot]>::new_zeroed_slice(count).assume_init() };
        prefer_huge_pages(slots.as_ptr(), count);
        let first = slots.as_ptr().align_offset(64).min(BUCKET);
        let in_use = buckets.min(buckets_for(Self::LEAST_BITS));
        Table { slots, first, buckets, in_use, touched: in_use, age: AtomicU8::new(1) }
    }

    /// Uses 2^`bits` slots, or all if there are no more: what a small search
    /// needs stays in the processor's cache, and no more is cleared for it.
    /// Entries that lie elsewhere come back when more slots are used.
    pub(crate) fn resize(&mut self, bits: u32) {
        self.in_use = buckets_for(bits).min(self.buckets);
        self.touched = self.touched.max(self.in_use);
    }

    /// What was written before now gives way first.
    pub(crate) fn grow_old(&self) {
        self.age.store(self.age.load(Relaxed).wrapping_add(1).max(1), Relaxed);
    }

    pub(crate) fn clear(&mut self) {
        self.slots[..self.first + BUCKET * self.touched].fill_with(Slot::default);
        self.touched = self.in_use;
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &[Slot] {
        debug_assert!(self.in_use.is_power_of_two());
        let at = self.first + BUCKET * (hash as usize & (self.in_use - 1));
        &self.slots[at..at + BUCKET]
    }

    /// Asks for the slots of a board to be brought near: they are probed soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch(&self.bucket(hash)[0]);
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn probe(&self, hash: u64) -> Option<Entry> {
        for slot in self.bucket(hash) {
            let data = slot.data.load(Relaxed);
            if slot.key.load(Relaxed) ^ data == hash && data != 0 {
                return Some(unpack(data));
            }
        }
        None
    }

    /// Remembers that a search with this `depth` and surety found `value` in
    /// the null window above `alpha`, or within `(alpha, beta)`.
    #[inline(always)]
    pub(crate) fn store(&self, hash: u64, found: Found) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(hash);
        let mut worst = (u32::MAX, 0);
        for (at, slot) in bucket.iter().enumerate() {
            let data = slot.data.load(Relaxed);
            if data == 0 {
                if worst.0 != 0 {
                    worst = (0, at);
                }
                continue;
            }
            if slot.key.load(Relaxed) ^ data == hash {
                let old = unpack(data);
                write(slot, hash, pack(merge(old, &found), age));
                return;
            }
            // Old generations first, then the least work.
            let worth = 1
                + u32::from(data.to_le_bytes()[2])
                + if data.to_le_bytes()[6] == age { 128 } else { 0 };
            if worth < worst.0 {
                worst = (worth, at);
            }
        }
        write(&bucket[worst.1], hash, pack(fresh(&found), age));
    }
}

/// The buckets of 2^`bits` slots.
fn buckets_for(bits: u32) -> usize {
    1 << bits.min(40).saturating_sub(2)
}

/// The result of a search, to be stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub depth: u8,
    pub sure: u8,
    pub alpha: i32,
    pub beta: i32,
    pub value: i32,
    pub square: u8,
}

fn fresh(found: &Found) -> Entry {
    Entry {
        lower: if found.value > found.alpha { found.value as i8 } else { -64 },
        upper: if found.value < found.beta { found.value as i8 } else { 64 },
        depth: found.depth,
        sure: found.sure,
        square: found.square,
        second: NOWHERE,
    }
}

/// Bounds of the same depth and surety narrow each other; others give way.
#[inline(always)]
fn merge(old: Entry, found: &Found) -> Entry {
    let mut new = fresh(found);
    if old.depth == found.depth && old.sure == found.sure {
        new.lower = new.lower.max(old.lower);
        new.upper = new.upper.min(old.upper);
    }
    // A node where everything failed low has no best move of its own.
    if found.value <= found.alpha || new.square == NOWHERE {
        new.square = old.square;
        new.second = old.second;
    } else {
        new.second = if old.square == new.square { old.second } else { old.square };
    }
    new
}

#[inline(always)]
fn write(slot: &Slot, hash: u64, data: u64) {
    slot.key.store(hash ^ data, Relaxed);
    slot.data.store(data, Relaxed);
}

#[inline(always)]
const fn pack(e: Entry, age: u8) -> u64 {
    u64::from_le_bytes([e.lower as u8, e.upper as u8, e.depth, e.sure, e.square, e.second, age, 0])
}

#[inline(always)]
const fn unpack(data: u64) -> Entry {
    let [lower, upper, depth, sure, square, second, _, _] = data.to_le_bytes();
    Entry { lower: lower as i8, upper: upper as i8, depth, sure, square, second }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_one_depth_narrow_and_others_replace() {
        let table = Table::new(4);
        let found = |depth, alpha, value| Found {
            depth,
            sure: Entry::SURE,
            alpha,
            beta: alpha + 1,
            value,
            square: 19,
        };
        table.store(77, found(10, 3, 8));
        table.store(77, found(10, 11, 10));
        let entry = table.probe(77).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.square), (8, 10, 19));
        table.store(77, found(12, 3, 2));
        let entry = table.probe(77).unwrap();
        assert_eq!((entry.lower, entry.upper, entry.depth, entry.square), (-64, 2, 12, 19));
        assert_eq!(table.probe(78), None);
    }

    #[test]
    fn a_table_in_part_forgets_nothing_but_when_cleared() {
        let mut table = Table::new(20);
        let found = Found { depth: 9, sure: 0, alpha: 0, beta: 1, value: 2, square: NOWHERE };
        let (small, large) = (Table::LEAST_BITS, 20);
        let hashes = [3, (1 << 18) - 1, (1 << 18) + 77];
        for bits in [small, large, 64, small] {
            table.resize(bits);
            for hash in hashes {
                table.store(hash, found);
                assert!(table.probe(hash).is_some(), "{hash} with {bits} bits");
            }
        }
        table.resize(large);
        assert!(hashes.iter().all(|&hash| table.probe(hash).is_some()));
        table.resize(small);
        table.clear();
        for bits in [small, large] {
            table.resize(bits);
            assert!(hashes.iter().all(|&hash| table.probe(hash).is_none()), "{bits} bits");
        }
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let table = Table::new(2);
        for (hash, depth) in [(1, 9), (2, 4), (3, 8), (4, 7), (5, 6)] {
            let found = Found { depth, sure: 0, alpha: 0, beta: 1, value: 2, square: NOWHERE };
            table.store(hash, found);
        }
        let kept: Vec<u64> = (1..=5).filter(|&hash| table.probe(hash).is_some()).collect();
        assert_eq!(kept, [1, 3, 4, 5]);
    }
}
