//! What a program may use, and the words in which `prlimit` is told.

use std::time::Duration;

/// From util-linux, which every Linux has.
pub const PRLIMIT: &str = "/usr/bin/prlimit";

/// What a program may use at most.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Processor time of one process, and of one answer in a dialogue.
    pub cpu: Duration,
    /// Time on the clock, for a program that only waits.
    pub wall: Duration,
    /// Bytes of address space of each process; none where a sanitizer maps
    /// terabytes.
    pub memory: Option<u64>,
    /// Processes and threads, the sandbox's own two among them.
    pub processes: u32,
    /// Bytes of one file.
    pub file: u64,
    /// Bytes of all files in memory.
    pub files: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            cpu: Duration::from_secs(10),
            wall: Duration::from_secs(40),
            memory: Some(2 << 30),
            processes: 24,
            file: 8 << 20,
            files: 16 << 20,
            output: 4 << 20,
        }
    }
}

impl Limits {
    /// The arguments of `prlimit`. Processes are counted for the user as a
    /// whole where there is no sandbox, and are not limited then.
    pub(super) fn arguments(&self, inside: bool) -> Vec<String> {
        let mut arguments = vec![
            format!("--fsize={}", self.file),
            "--core=0".to_owned(),
            "--nofile=128".to_owned(),
        ];
        if let Some(memory) = self.memory {
            arguments.push(format!("--as={memory}"));
        }
        if inside {
            arguments.push(format!("--nproc={}", self.processes));
        }
        arguments
    }
}
