//! Which positions some thread is searching right now.
//!
//! Threads that share a table search the same tree in the same order. A move
//! whose position another thread is busy with is put off to the end of the
//! list, where its answer is most likely found in the table. This is the idea
//! of ABDADA, with the marks beside the table: they are few and short-lived.
//!
//! Marks are only hints. Two positions that fall into one place hide each
//! other, which costs some work and never changes an answer.

use std::sync::atomic::{AtomicU64, Ordering};

use sobremesa_kernel::mix;

const PLACES: usize = 1 << 12;

/// The marks of one search by several threads.
#[derive(Debug)]
pub(crate) struct Busy(Box<[AtomicU64]>);

impl Busy {
    #[must_use]
    pub(crate) fn new() -> Busy {
        Busy((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }

    #[inline]
    fn place(&self, key: u64) -> &AtomicU64 {
        &self.0[mix(key) as usize % PLACES]
    }

    /// Whether someone searches the position with this key.
    #[inline]
    #[must_use]
    pub(crate) fn has(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }

    /// Runs `search` with the position marked.
    #[inline]
    pub(crate) fn during<T>(&self, key: u64, search: impl FnOnce() -> T) -> T {
        let place = self.place(key);
        place.store(key, Ordering::Relaxed);
        let found = search();
        place.store(0, Ordering::Relaxed);
        found
    }
}
