//! How long a match is left alone after its room has failed.
//!
//! When reads work and writes fail (a full disk), a room that ends is opened
//! again at once by whoever watches, and what it would do by itself (a
//! machine's move, a flag) would fail again, without a pause. So each failure
//! in a row lets the match rest for twice as long; what people ask for is tried
//! at any time.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

const FIRST: Duration = Duration::from_millis(500);
const LONGEST: Duration = Duration::from_secs(30);

/// Matches remembered before those that have rested are forgotten.
const REMEMBERED: usize = 10_000;

/// The matches whose rooms have failed.
#[derive(Debug, Default)]
pub struct Rests(Mutex<HashMap<String, Rest>>);

#[derive(Clone, Copy, Debug)]
struct Rest {
    failures: u32,
    until: Instant,
}

impl Rests {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Rest>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of this match has failed; `true` when that is worth a line in
    /// the log.
    pub fn failed(&self, id: &str) -> bool {
        let now = Instant::now();
        let mut all = self.all();
        if all.len() >= REMEMBERED {
            all.retain(|_, rest| rest.until > now);
        }
        let rest = all.entry(id.to_owned()).or_insert(Rest { failures: 0, until: now });
        if rest.until > now {
            return false;
        }
        rest.until = now + FIRST.saturating_mul(1 << rest.failures.min(10)).min(LONGEST);
        rest.failures += 1;
        rest.failures == 1
    }

    /// Something was kept: all is well again.
    pub fn recovered(&self, id: &str) {
        self.all().remove(id);
    }

    /// Until when a match rests; now, if it need not.
    #[must_use]
    pub fn until(&self, id: &str) -> Instant {
        self.all().get(id).map_or_else(Instant::now, |rest| rest.until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_match_that_fails_again_and_again_rests_longer_and_is_said_once() {
        let rests = Rests::default();
        let mut said = 0;
        for seconds in [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 30.0, 30.0] {
            let begun = Instant::now();
            said += u32::from(rests.failed("m"));
            // What people try meanwhile changes nothing.
            said += u32::from(rests.failed("m"));
            assert_eq!(rests.until("m") - begun, Duration::from_secs_f64(seconds));
            tokio::time::sleep_until(rests.until("m")).await;
        }
        assert_eq!(said, 1);
        assert_eq!(rests.until("other"), Instant::now());
        rests.recovered("m");
        assert!(rests.failed("m"));
    }
}
