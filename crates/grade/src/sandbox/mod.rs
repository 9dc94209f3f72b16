//! Strangers' programs, run where they can do no harm: no network, a private
//! empty file system, and limits on time, memory, processes, files and output.
//!
//! Start with [`Sandbox::find`], which runs what it finds before it believes
//! in it. [`Sandbox::run`] runs a program to its end; [`Sandbox::talk`] opens
//! a dialogue with one, line by line.
//!
//! Inside, `/usr` is the machine's own, read-only and without `/usr/local`;
//! [`SUBMISSION`] is what the student handed in, read-only; [`WORK`] is a small
//! empty file system in memory; there is nothing else.

mod bubblewrap;
mod dialogue;
mod job;
mod limits;
mod watch;

use std::io;
use std::path::Path;
use std::process::Command;

use bubblewrap::Bubblewrap;
pub use dialogue::{Dialogue, Silence};
pub use job::{Access, Job, SUBMISSION, WORK};
pub use limits::Limits;
pub use watch::{End, Ran};

/// How strangers' programs are run here.
#[derive(Clone, Debug)]
pub struct Sandbox {
    kind: Kind,
}

/// What keeps a program in.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Bubblewrap(Bubblewrap),
    /// Nothing but the limits: somebody said that these programs are trusted.
    Trust,
}

/// There is nothing here that keeps a stranger's program in.
#[derive(Debug, thiserror::Error)]
#[error("no sandbox works here: {why}")]
pub struct NoSandbox {
    /// What was tried and what it said.
    pub why: String,
}

impl Sandbox {
    /// The sandbox that works on this machine: what is tried is run.
    pub fn find() -> Result<Sandbox, NoSandbox> {
        match Bubblewrap::find() {
            Ok(found) => Ok(Sandbox { kind: Kind::Bubblewrap(found) }),
            Err(why) => Err(NoSandbox { why }),
        }
    }

    /// No sandbox at all, for programs whose author is trusted.
    #[must_use]
    pub fn trusting() -> Sandbox {
        Sandbox { kind: Kind::Trust }
    }

    /// What it is called in reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Bubblewrap(_) => "bubblewrap",
            Kind::Trust => "none",
        }
    }

    /// Runs a program to its end, with this as its input.
    pub fn run(&self, job: &Job<'_>, input: &[u8]) -> io::Result<Ran> {
        watch::run(self.command(job), input, &job.limits)
    }

    /// Starts a program to talk with.
    pub fn talk(&self, job: &Job<'_>) -> io::Result<Dialogue> {
        Dialogue::open(self.command(job), &job.limits)
    }

    fn command(&self, job: &Job<'_>) -> Command {
        match &self.kind {
            Kind::Bubblewrap(bubblewrap) => bubblewrap.command(job),
            Kind::Trust => trusted(job),
        }
    }
}

/// A program that is trusted: limited, and started where its files are.
fn trusted(job: &Job<'_>) -> Command {
    let mut command = Command::new(limits::PRLIMIT);
    command.args(job.limits.arguments(false)).arg("--").arg(job.outside(job.program.as_ref()));
    command.args(job.arguments.iter().map(|argument| job.outside(argument)));
    command.current_dir(job.submission);
    command
}

/// Whether a program is there to be run inside.
#[must_use]
pub fn has(program: &str) -> bool {
    Path::new("/usr/bin").join(program).exists()
}
