//! What one thread of a search carries with it.

use std::sync::Arc;

use crate::pattern::Layout;
use crate::transposition::Table;
use crate::weights::Weights;
use crate::ybwc::crew::{Crew, Split};

/// Searches are polled this often, in nodes: a few times per millisecond.
pub(crate) const POLL: u64 = 1 << 14;

/// What one thread of a search carries with it.
pub(crate) struct Search<'a> {
    pub nodes: u64,
    pub next_poll: u64,
    pub stopped: bool,
    pub far: &'a Table,
    pub near: &'a Table,
    pub weights: &'a Weights,
    pub layout: &'static Layout,
    /// Told the nodes so far, answers when to be asked again, or `None` to
    /// stop.
    pub poll: &'a mut dyn FnMut(u64) -> Option<u64>,
    /// The threads to share work with, if there are others.
    pub crew: Option<&'a Crew>,
    /// The shared node that is being searched, if any.
    pub split: Option<Arc<Split>>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        far: &'a Table,
        near: &'a Table,
        weights: &'a Weights,
        poll: &'a mut dyn FnMut(u64) -> Option<u64>,
    ) -> Search<'a> {
        Search {
            nodes: 0,
            next_poll: 0,
            stopped: false,
            far,
            near,
            weights,
            layout: Layout::get(),
            poll,
            crew: None,
            split: None,
        }
    }

    /// Whether to give up; values returned from then on mean nothing.
    #[inline(always)]
    pub(crate) fn should_stop(&mut self) -> bool {
        if self.nodes >= self.next_poll {
            self.ask();
        }
        self.stopped
    }

    /// Asks whether to go on, unless the answer was no already.
    #[cold]
    pub(crate) fn ask(&mut self) {
        if self.stopped {
            return;
        }
        match (self.poll)(self.nodes) {
            Some(next) => self.next_poll = next.max(self.nodes + 1),
            None => self.stop(),
        }
    }

    /// Gives up. Whoever said so is not asked again on the way back.
    pub(crate) fn stop(&mut self) {
        (self.stopped, self.next_poll) = (true, u64::MAX);
    }

    #[inline(always)]
    pub(crate) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Small subtrees live in a table that fits the cache.
    #[inline(always)]
    pub(crate) fn table_for(&self, empties: u32) -> &'a Table {
        if empties <= 10 { self.near } else { self.far }
    }
}
