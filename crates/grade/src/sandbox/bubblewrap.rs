//! bubblewrap: namespaces of its own for everything, and a file system that
//! has nothing of ours in it.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use super::job::{Access, Job, SUBMISSION, WORK};
use super::limits::{Limits, PRLIMIT};
use crate::scratch::Scratch;

/// Who strangers' programs are when we are root: a user that nobody is, for
/// the kernel counts no processes of root's.
const NOBODY: u32 = 64_917;

/// bubblewrap that works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bubblewrap {
    program: PathBuf,
    /// Who the programs are, when we are root.
    user: Option<u32>,
}

impl Bubblewrap {
    /// The sandbox, if it runs a program here and keeps it from what it must not
    /// have.
    pub fn find() -> Result<Bubblewrap, String> {
        let program = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"]
            .into_iter()
            .map(PathBuf::from)
            .find(|path| path.is_file())
            .ok_or("bubblewrap is not installed")?;
        let user = is_root().then_some(NOBODY);
        let found = Bubblewrap { program, user };
        let empty = Scratch::new().map_err(|error| error.to_string())?;
        // It runs, there is no network but the loopback, nothing of the machine's
        // own is readable, and nothing can be written outside its own place.
        let proof = "test \"$(ls /)\" != \"\" && test ! -e /etc/passwd && test ! -e /home \
                     && ! touch /usr/x 2>/dev/null && test ! -e /sys && test ! -e /root && echo kept";
        let job = Job {
            program: "sh",
            arguments: vec!["-c".into(), proof.into()],
            submission: empty.path(),
            shared: vec![],
            proc: false,
            limits: Limits::default(),
        };
        let output = found
            .command(&job)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| format!("bubblewrap: {error}"))?;
        if output.stdout == b"kept\n" {
            return Ok(found);
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(format!("bubblewrap does not work here: {said}"))
    }

    /// What runs a job inside.
    pub fn command(&self, job: &Job<'_>) -> Command {
        let mut command = Command::new(&self.program);
        command
            .args(["--unshare-user", "--unshare-all", "--disable-userns"])
            .args(["--die-with-parent", "--new-session", "--hostname", "sobremesa"])
            .args(["--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--setenv", "HOME", WORK])
            .args(["--setenv", "LANG", "C.UTF-8", "--setenv", "TERM", "dumb"])
            .args(["--ro-bind", "/usr", "/usr", "--tmpfs", "/usr/local"]);
        // Distributions differ in what is a link into /usr.
        for directory in ["/bin", "/sbin", "/lib", "/lib32", "/lib64"] {
            match std::fs::read_link(directory) {
                Ok(target) => {
                    command.arg("--symlink").arg(target).arg(directory);
                }
                Err(_) => {
                    command.args(["--ro-bind-try", directory, directory]);
                }
            }
        }
        for file in ["/etc/alternatives", "/etc/ld.so.cache", "/etc/swi-prolog"] {
            command.args(["--ro-bind-try", file, file]);
        }
        command.args(["--dev", "/dev", "--remount-ro", "/dev"]);
        if job.proc {
            command.args(["--proc", "/proc"]);
        }
        command.arg("--size").arg(job.limits.files.to_string()).args(["--tmpfs", WORK]);
        command.arg("--ro-bind").arg(job.submission).arg(SUBMISSION);
        for (outside, inside, access) in &job.shared {
            let bind = if *access == Access::Write { "--bind" } else { "--ro-bind" };
            command.arg(bind).arg(outside).arg(inside);
        }
        command.args(["--remount-ro", "/", "--chdir", WORK, "--", PRLIMIT]);
        command.args(job.limits.arguments(true)).arg("--").arg(job.program).args(&job.arguments);
        command.env_clear();
        become_user(&mut command, self.user);
        command
    }
}

#[cfg(unix)]
fn become_user(command: &mut Command, user: Option<u32>) {
    use std::os::unix::process::CommandExt as _;
    if let Some(user) = user {
        command.uid(user).gid(user);
    }
}

#[cfg(not(unix))]
fn become_user(_: &mut Command, _: Option<u32>) {}

#[cfg(unix)]
fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

#[cfg(not(unix))]
fn is_root() -> bool {
    false
}
