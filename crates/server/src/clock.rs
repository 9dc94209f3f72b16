//! The server's clock: tokio's, which never goes back, told as milliseconds
//! since 1970, so that what is kept says when it happened.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sobremesa_table::Time;
use tokio::time::Instant;

/// Tokio's clock and the hour at which it was looked at first.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    begun: Instant,
    hour: u64,
}

impl Clock {
    /// Set by the clock on the wall.
    #[must_use]
    pub fn on_the_wall() -> Clock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock::set(u64::try_from(since.as_millis()).unwrap_or(0))
    }

    /// It is so many milliseconds after 1970 now.
    #[must_use]
    pub fn set(hour: u64) -> Clock {
        Clock { begun: Instant::now(), hour }
    }

    #[must_use]
    pub fn now(&self) -> Time {
        let passed = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        Time(self.hour.saturating_add(passed))
    }

    /// When the server began.
    #[must_use]
    pub fn begun(&self) -> Time {
        Time(self.hour)
    }

    /// When it will be that time; what has long passed is passed at once.
    #[must_use]
    pub fn instant(&self, time: Time) -> Instant {
        self.begun + Duration::from_millis(time.0.saturating_sub(self.hour))
    }
}
