//! Time as the table knows it: the caller's clock, and the two of the players.

use serde::{Deserialize, Serialize};
use sobremesa_kernel::Side;

/// A moment of the caller's clock, in milliseconds. That clock never goes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(pub u64);

impl Time {
    /// Milliseconds since an earlier moment, 0 since a later one.
    #[must_use]
    pub const fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    #[must_use]
    pub const fn after(self, millis: u64) -> Time {
        Time(self.0.saturating_add(millis))
    }
}

/// A clock for each side: so long for the whole game, and so much more after
/// each move, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TimeControl {
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 86400))]
    pub main: u32,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(maximum = 3600))]
    pub increment: u32,
}

impl TimeControl {
    /// What a move is given, in milliseconds.
    fn increment(self) -> u64 {
        u64::from(self.increment) * 1000
    }
}

/// Milliseconds that at least remain to who takes a move back.
const LEAST_AFTER_TAKING_BACK: u64 = 1000;

/// The clocks of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    pub control: TimeControl,
    /// What was left when `running` was last set.
    left: [u64; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, Time)>,
}

impl Clocks {
    #[must_use]
    pub fn new(control: TimeControl) -> Clocks {
        Clocks { control, left: [u64::from(control.main) * 1000; 2], running: None }
    }

    /// What the clocks show.
    #[must_use]
    pub fn left(&self, now: Time) -> [u64; 2] {
        let mut left = self.left;
        if let Some((side, since)) = self.running {
            let own = &mut left[side.index()];
            *own = own.saturating_sub(now.since(since));
        }
        left
    }

    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// When the time of the side whose clock runs is used up.
    #[must_use]
    pub fn flag(&self) -> Option<Time> {
        self.running.map(|(side, since)| since.after(self.left[side.index()]))
    }

    /// What the clocks show after a move of `side`. The first move of a match
    /// is given nothing, because it starts the clocks.
    pub(crate) fn after_move(&self, side: Side, first: bool, now: Time) -> [u64; 2] {
        let mut left = self.left(now);
        if !first {
            let own = &mut left[side.index()];
            *own = own.saturating_add(self.control.increment());
        }
        left
    }

    /// What of `left` remains after the moves of `movers` beyond the first
    /// `to` are taken back: nobody keeps the time that was given for them.
    pub(crate) fn taken_back(&self, mut left: [u64; 2], movers: &[Side], to: usize) -> [u64; 2] {
        for side in movers.iter().skip(to.max(1)) {
            let own = &mut left[side.index()];
            // Time that was thought away since may exceed what is left: then
            // a second remains, for nobody loses by taking back.
            let least = (*own).min(LEAST_AFTER_TAKING_BACK);
            *own = own.saturating_sub(self.control.increment()).max(least);
        }
        left
    }

    /// From `at` on the clocks show `left`, and that of `running` runs.
    pub(crate) fn set(&mut self, left: [u64; 2], running: Option<Side>, at: Time) {
        self.left = left;
        self.running = running.map(|side| (side, at));
    }

    /// What was kept of the clocks, without the time since.
    pub(crate) fn kept(&self) -> [u64; 2] {
        self.left
    }

    /// The running clock did not run before `up`.
    pub(crate) fn wake(&mut self, up: Time) {
        if let Some((_, since)) = &mut self.running {
            *since = up.max(*since);
        }
    }
}
