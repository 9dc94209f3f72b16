//! Hints about memory for large tables. Both change nothing but the time.

/// Asks for large pages behind room for `count` values from `start` on: a
/// probe goes anywhere in a table, and with small pages nearly each waits for
/// an address translation too. To be asked before the room is first written
/// to; the system may refuse.
pub fn prefer_huge_pages<T>(start: *const T, count: usize) {
    #[cfg(target_os = "linux")]
    {
        const PAGE: usize = 4096;
        let end = start.wrapping_add(count) as usize / PAGE * PAGE;
        let start = (start as usize).next_multiple_of(PAGE);
        // SAFETY: the advice does not change what pages hold, and whatever
        // pages it is given: at worst the system answers with an error.
        let _ = unsafe {
            rustix::mm::madvise(
                start as *mut _,
                end.saturating_sub(start),
                rustix::mm::Advice::LinuxHugepage,
            )
        };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (start, count);
}

/// Asks the processor to bring near what will be read soon.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint that reads nothing, on the address of
        // a live reference.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
