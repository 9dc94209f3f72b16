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
}
