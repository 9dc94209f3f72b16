//! CPU time: of the process, of a thread, and of a thread with its helpers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};

/// The CPU time this process has used, all its threads together: what a
/// benchmark on a busy machine should count.
#[must_use]
pub fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// The CPU time of the calling thread alone, for searches of one thread beside
/// others.
#[must_use]
pub fn thread_cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

thread_local! {
    /// Nanoseconds that helpers have used for this thread.
    static BY_HELPERS: Arc<AtomicU64> = Arc::default();
}

/// The CPU time of the calling thread and of its helpers that are done: what
/// a player has used that thinks in threads of its own, beside others.
#[must_use]
pub fn work_time() -> Duration {
    let by_helpers = BY_HELPERS.with(|sum| sum.load(Ordering::Relaxed));
    thread_cpu_time() + Duration::from_nanos(by_helpers)
}

/// What a helper thread does for the thread that made this: the time it takes
/// is counted as that thread's [`work_time`].
#[derive(Clone, Debug)]
pub struct Errand(Arc<AtomicU64>);

impl Errand {
    /// An errand for the calling thread.
    #[must_use]
    pub fn mine() -> Errand {
        Errand(BY_HELPERS.with(Arc::clone))
    }

    /// Runs the work of a helper, on its own thread.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        let begun = work_time();
        let done = work();
        let used = work_time().saturating_sub(begun);
        self.0.fetch_add(used.as_nanos() as u64, Ordering::Relaxed);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_time_does_not_go_back() {
        let before = cpu_time();
        let sum: u64 = (0..100_000u64).map(sobremesa_kernel::mix).fold(0, u64::wrapping_add);
        assert_ne!(sum, 0);
        assert!(cpu_time() >= before);
    }

    /// Counted, not timed: how much a helper used is known by its own clock.
    #[test]
    fn what_helpers_use_is_their_masters_work() {
        let before = work_time();
        let errand = Errand::mine();
        let used = std::thread::scope(|scope| {
            let helper = scope.spawn(|| {
                errand.run(|| {
                    // A helper of the helper, whose time counts too.
                    let inner = Errand::mine();
                    let used = std::thread::scope(|scope| {
                        scope.spawn(|| inner.run(spin)).join().expect("it spins")
                    });
                    used + spin()
                })
            });
            helper.join().expect("it spins")
        });
        assert!(work_time() >= before + used, "{used:?}");
        assert!(used >= Duration::from_millis(4));
    }

    /// Uses two milliseconds of this thread's time, and says how much it was.
    fn spin() -> Duration {
        let begun = thread_cpu_time();
        while thread_cpu_time() < begun + Duration::from_millis(2) {}
        thread_cpu_time() - begun
    }
}
