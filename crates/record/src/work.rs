//! What reading costs, counted: the readers say how many bytes they look at,
//! and tests listen. Time would say how busy the machine is.

/// So many bytes were looked at.
#[inline]
pub(crate) fn spend(bytes: usize) {
    #[cfg(test)]
    counted::SPENT.with(|spent| spent.set(spent.get() + bytes as u64));
    #[cfg(not(test))]
    let _ = bytes;
}

#[cfg(test)]
pub(crate) mod counted {
    use std::cell::Cell;

    thread_local! {
        pub(super) static SPENT: Cell<u64> = const { Cell::new(0) };
    }

    fn spent(read: &dyn Fn(&str), text: &str) -> u64 {
        let before = SPENT.with(Cell::get);
        read(text);
        SPENT.with(Cell::get) - before
    }

    /// Twice the input is at most about twice the work, a few passes over it
    /// at most. `make` makes an input of so many pieces.
    pub(crate) fn assert_linear(
        kind: &str,
        make: impl Fn(usize) -> String,
        read: &dyn Fn(&str),
        passes: u64,
    ) {
        let (small, large) = (make(2_000), make(4_000));
        let (once, twice) = (spent(read, &small), spent(read, &large));
        let (short, long) = (small.len(), large.len());
        assert!(once >= short as u64 / 4, "{kind}: only {once} steps for {short} are counted");
        // A step a byte, some passes over each, and nothing that grows.
        let grown = twice as f64 / once as f64 * short as f64 / long as f64;
        assert!(grown < 1.1, "{kind}: {once} steps for {short}, {twice} for {long}");
        assert!(twice < passes * long as u64, "{kind}: {twice} steps for {long}");
    }
}
