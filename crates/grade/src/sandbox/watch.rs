//! A program run to its end while its time, its silence and its output are
//! watched.
//!
//! Time is processor time, so that a busy machine accuses nobody; the clock is
//! only looked at for a program that waits for something that never comes.

use std::io::{self, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::limits::Limits;

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this code.
    Code(i32),
    /// By a signal.
    Signal(i32),
    /// Its time was up.
    Time,
    /// It wrote without end.
    Output,
}

/// What a program did.
#[derive(Clone, Debug)]
pub struct Ran {
    pub end: End,
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
}

/// Between two looks at a program that runs.
const LOOK: Duration = Duration::from_millis(5);

pub fn run(mut command: Command, input: &[u8], limits: &Limits) -> io::Result<Ran> {
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let flooded = Arc::new(AtomicBool::new(false));
    let output = collect(child.stdout.take().expect("piped"), limits.output, &flooded);
    let errors = collect(child.stderr.take().expect("piped"), limits.output, &flooded);
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    // A program that does not read must not keep us.
    let writer = thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    let end = loop {
        if let Some(status) = child.try_wait()? {
            break ended(status);
        }
        if flooded.load(Ordering::Relaxed) {
            break End::Output;
        }
        if started.elapsed() > limits.wall
            || started.elapsed() > limits.cpu && used(child.id()) > limits.cpu
        {
            break End::Time;
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LOOK);
    };
    kill(&mut child);
    let _ = writer.join();
    Ok(Ran {
        end,
        output: output.join().unwrap_or_default(),
        errors: errors.join().unwrap_or_default(),
    })
}

/// Ends a sandbox, and with it everything inside.
pub fn kill(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

/// Reads what a program writes, up to a limit; what is more is thrown away,
/// and said.
fn collect(
    mut from: impl Read + Send + 'static,
    most: usize,
    flooded: &Arc<AtomicBool>,
) -> JoinHandle<Vec<u8>> {
    let flooded = Arc::clone(flooded);
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut buffer = [0; 16 << 10];
        while let Ok(count @ 1..) = from.read(&mut buffer) {
            let room = most - kept.len();
            kept.extend_from_slice(&buffer[..count.min(room)]);
            if count > room {
                flooded.store(true, Ordering::Relaxed);
            }
        }
        kept
    })
}

#[cfg(unix)]
fn ended(status: std::process::ExitStatus) -> End {
    use std::os::unix::process::ExitStatusExt as _;
    match (status.code(), status.signal()) {
        // bubblewrap says a signal as a shell does.
        (Some(code @ 129..=192), _) => End::Signal(code - 128),
        (Some(code), _) => End::Code(code),
        (None, signal) => End::Signal(signal.unwrap_or(0)),
    }
}

#[cfg(not(unix))]
fn ended(status: std::process::ExitStatus) -> End {
    End::Code(status.code().unwrap_or(-1))
}

/// The processor time of a process and of all that came of it and still runs.
pub fn used(process: u32) -> Duration {
    let ticks = ticks(process, 0);
    // The kernel counts in hundredths for everybody.
    Duration::from_millis(10 * ticks)
}

fn ticks(process: u32, depth: u32) -> u64 {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{process}/stat")) else { return 0 };
    // The name may have anything in it, even `)`.
    let fields: Vec<&str> =
        stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
    let number = |n: usize| fields.get(n).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
    // User and system, of its own and of children that ended.
    let mut sum = (11..=14).map(number).sum();
    if depth < 8
        && let Ok(children) =
            std::fs::read_to_string(format!("/proc/{process}/task/{process}/children"))
    {
        sum += children
            .split_whitespace()
            .filter_map(|child| child.parse().ok())
            .map(|child| ticks(child, depth + 1))
            .sum::<u64>();
    }
    sum
}
