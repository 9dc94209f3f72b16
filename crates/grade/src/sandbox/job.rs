//! A program to run in a sandbox, and what it sees there.

use std::ffi::OsString;
use std::path::Path;

use super::limits::Limits;

/// Where a student's files are for his program.
pub const SUBMISSION: &str = "/entrega";

/// Where his program runs, and may write a little.
pub const WORK: &str = "/tmp";

/// A program to run inside, and what it sees.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// A program of `/usr/bin`, or a path inside.
    pub program: &'a str,
    pub arguments: Vec<OsString>,
    /// A directory that is [`SUBMISSION`] inside, read-only.
    pub submission: &'a Path,
    /// A directory that is the place inside, written to or not.
    pub shared: Vec<(&'a Path, &'a str, Access)>,
    /// Whether it needs `/proc` (its own processes only), as sanitizers do.
    pub proc: bool,
    pub limits: Limits,
}

/// Whether a shared directory may be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

impl Job<'_> {
    /// An argument with the paths of the inside as they are outside.
    pub(super) fn outside(&self, argument: &std::ffi::OsStr) -> OsString {
        let Some(text) = argument.to_str() else { return argument.to_owned() };
        let places = [(self.submission, SUBMISSION)];
        let shared = self.shared.iter().map(|(outside, inside, _)| (*outside, *inside));
        for (outside, inside) in places.into_iter().chain(shared) {
            if let Some(rest) = text.strip_prefix(inside) {
                return outside.join(rest.trim_start_matches('/')).into_os_string();
            }
        }
        argument.to_owned()
    }
}
