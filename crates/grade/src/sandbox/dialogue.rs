//! A program that is asked line by line and answers line by line.
//!
//! Its standard output is the channel, shared with whatever else inside writes
//! to it: a line is an answer when it begins with the session's word.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::limits::Limits;
use super::watch::{kill, used};

/// A program to talk with; it ends when this is dropped.
#[derive(Debug)]
pub struct Dialogue {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
    errors: Arc<Mutex<Vec<u8>>>,
    limits: Limits,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It ended.
    Ended,
    /// Its time was up.
    Time,
    /// It wrote more than anybody reads.
    Flood,
}

/// Lines of other output that are skipped for one answer.
const MOST_NOISE: usize = 20_000;

/// Bytes of standard error that are kept.
const MOST_ERRORS: usize = 64 << 10;

impl Dialogue {
    pub(super) fn open(mut command: Command, limits: &Limits) -> io::Result<Dialogue> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (sender, lines) = sync_channel(64);
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let longest = limits.output as u64;
        thread::spawn(move || read_lines(output, longest, &sender));
        let errors = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&errors);
        let mut from = child.stderr.take().expect("piped");
        thread::spawn(move || {
            let mut buffer = [0; 4 << 10];
            while let Ok(count @ 1..) = from.read(&mut buffer) {
                let mut kept = kept.lock().expect("nobody panics with it");
                let room = MOST_ERRORS - kept.len();
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
        });
        let input = child.stdin.take();
        Ok(Dialogue { child, input, lines, errors, limits: limits.clone() })
    }

    /// Says a line. What is said is shorter than a pipe is deep, so nobody
    /// waits for a program that does not listen.
    pub fn say(&mut self, line: &str) -> Result<(), Silence> {
        let input = self.input.as_mut().ok_or(Silence::Ended)?;
        let mut line = line.to_owned();
        line.push('\n');
        input.write_all(line.as_bytes()).and_then(|()| input.flush()).map_err(|_| Silence::Ended)
    }

    /// The next line that begins with a word, without it.
    pub fn hear(&mut self, word: &str) -> Result<String, Silence> {
        let started = Instant::now();
        let before = used(self.child.id());
        let look = Duration::from_millis(250);
        let mut noise = 0;
        loop {
            match self.lines.recv_timeout(look) {
                Ok(line) => {
                    let line = String::from_utf8_lossy(&line);
                    if let Some(rest) = line.strip_prefix(word) {
                        return Ok(rest.trim().to_owned());
                    }
                    noise += 1;
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Ended),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if noise > MOST_NOISE {
                return Err(Silence::Flood);
            }
            let waited = started.elapsed();
            if waited > self.limits.wall
                || waited > self.limits.cpu
                    && used(self.child.id()).saturating_sub(before) > self.limits.cpu
            {
                return Err(Silence::Time);
            }
        }
    }

    /// What it wrote on standard error so far.
    #[must_use]
    pub fn errors(&self) -> String {
        let kept = self.errors.lock().expect("nobody panics with it");
        String::from_utf8_lossy(&kept).into_owned()
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        self.input = None;
        kill(&mut self.child);
    }
}

/// Sends every line on; one that is too long ends the listening.
fn read_lines(mut from: impl io::BufRead, longest: u64, to: &SyncSender<Vec<u8>>) {
    loop {
        let mut line = Vec::new();
        match from.by_ref().take(longest).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) if line.last() != Some(&b'\n') && line.len() as u64 == longest => return,
            Ok(_) => {}
        }
        if to.send(line).is_err() {
            return;
        }
    }
}
