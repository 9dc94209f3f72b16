//! What waits to be looked at, the most urgent first, and what is being looked
//! at.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::query::Ask;

/// More positions than this are not kept.
const MOST: usize = 100_000;

#[derive(Debug, Default)]
pub(super) struct Desk {
    papers: Mutex<Papers>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Papers {
    waiting: BTreeMap<(Reverse<i64>, u64), Arc<Ask>>,
    at_work: Vec<Arc<Ask>>,
    put: u64,
    closed: bool,
}

impl Desk {
    fn papers(&self) -> MutexGuard<'_, Papers> {
        self.papers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Puts a position behind those as urgent; gives it back when there are
    /// too many.
    pub fn put(&self, ask: Ask) -> Result<(), Ask> {
        let mut papers = self.papers();
        if papers.waiting.len() >= MOST {
            return Err(ask);
        }
        papers.put += 1;
        let place = (Reverse(ask.priority), papers.put);
        papers.waiting.insert(place, Arc::new(ask));
        self.changed.notify_one();
        Ok(())
    }

    /// The next position to look at; `None` when there will be no more.
    pub fn next(&self) -> Option<Arc<Ask>> {
        let mut papers = self.papers();
        loop {
            if let Some((_, ask)) = papers.waiting.pop_first() {
                papers.at_work.push(ask.clone());
                return Some(ask);
            }
            if papers.closed {
                return None;
            }
            papers = self.changed.wait(papers).unwrap_or_else(PoisonError::into_inner);
        }
    }

    pub fn done(&self, ask: &Arc<Ask>) {
        self.papers().at_work.retain(|other| !Arc::ptr_eq(other, ask));
    }

    /// Stops what is `meant`: what is being looked at ends soon with what is
    /// known, what waits is given back.
    pub fn stop(&self, meant: impl Fn(&Ask) -> bool) -> Vec<Arc<Ask>> {
        let mut papers = self.papers();
        for ask in papers.at_work.iter().filter(|ask| meant(ask)) {
            ask.stopped.store(true, Ordering::Relaxed);
        }
        let mut stopped = Vec::new();
        papers.waiting.retain(|_, ask| {
            let keep = !meant(ask);
            if !keep {
                stopped.push(ask.clone());
            }
            keep
        });
        stopped
    }

    /// Forgets what waits, and ends what is being looked at.
    pub fn stop_all(&self) {
        let _ = self.stop(|_| true);
    }

    /// No more positions will be put.
    pub fn close(&self) {
        self.papers().closed = true;
        self.changed.notify_all();
    }
}
