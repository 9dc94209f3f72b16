//! A program that is run, with limits to what it may take.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Fault;

/// The longest line taken from an engine.
const MAX_LINE: u64 = 1 << 16;

/// The most letters of its last words that are repeated.
const MOST_WORDS: usize = 300;

/// A program we talk to line by line; killed when dropped.
#[derive(Debug)]
pub struct Process {
    stop: Stop,
    input: ChildStdin,
    /// Its lines, and nothing once there will be no more.
    lines: Receiver<Option<String>>,
    /// The last line of its standard error, once that is closed.
    words: Receiver<String>,
    ended: bool,
}

/// Ends a program from elsewhere, whatever it does, and whoever waits for it.
#[derive(Clone, Debug)]
pub struct Stop {
    child: Arc<Mutex<Child>>,
    lines: SyncSender<Option<String>>,
}

impl Stop {
    /// Ends it; who waits for a line is told that it is gone.
    pub fn now(&self) {
        let _ = self.child().kill();
        // Where many lines wait, nobody waits for one.
        let _ = self.lines.try_send(None);
    }

    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Process {
    /// Starts a command line through the shell.
    pub fn start(command: &str) -> Result<Process, Fault> {
        // `exec` so that the process we count and kill is the engine itself.
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {command}")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Fault::Missing(error.to_string()))?;
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(Fault::Missing("no pipes".to_owned()));
        };
        // A bounded channel: an engine that floods waits, our memory does not grow.
        let (send, lines) = sync_channel(256);
        let stop = Stop { child: Arc::new(Mutex::new(child)), lines: send.clone() };
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(line) = next_line(&mut output) {
                if send.send(Some(line)).is_err() {
                    return;
                }
            }
            let _ = send.send(None);
        });
        let (last, words) = sync_channel(1);
        thread::spawn(move || {
            // Read to its end, so that no engine waits for somebody to listen.
            let mut errors = BufReader::new(errors);
            let mut kept = String::new();
            while let Some(line) = next_line(&mut errors) {
                if !line.trim().is_empty() {
                    kept = line;
                }
            }
            let _ = last.send(kept);
        });
        Ok(Process { stop, input, lines, words, ended: false })
    }

    /// What it said last on its standard error, of a program that has ended.
    #[must_use]
    pub fn last_words(&self) -> Option<String> {
        let words = self.words.recv_timeout(Duration::from_secs(1)).ok()?;
        Some(words.chars().take(MOST_WORDS).collect()).filter(|words: &String| !words.is_empty())
    }

    /// What ends it from elsewhere.
    #[must_use]
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|_| Fault::Gone)
    }

    /// The next line, if it comes before `until`.
    pub fn receive(&mut self, until: Instant) -> Result<String, Fault> {
        if self.ended {
            return Err(Fault::Gone);
        }
        let left = until.saturating_duration_since(Instant::now());
        let line = self.lines.recv_timeout(left).map_err(|_| Fault::Silent)?;
        self.ended = line.is_none();
        line.ok_or(Fault::Gone)
    }

    /// CPU time used so far, from `/proc`; zero where that cannot be read.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        let id = self.stop.child().id();
        let read = || {
            let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
            // The name in brackets may hold blanks: count from its end.
            let rest = &text[text.rfind(')')? + 1..];
            let fields: Vec<&str> = rest.split_whitespace().collect();
            let ticks = |at: usize| fields.get(at)?.parse::<u64>().ok();
            // utime, stime, cutime, cstime in hundredths of a second.
            Some(Duration::from_millis((ticks(11)? + ticks(12)? + ticks(13)? + ticks(14)?) * 10))
        };
        read().unwrap_or_default()
    }
}

/// The next line, without its end; nothing once there is no more.
fn next_line(from: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    match from.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
        Ok(1..) => Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()),
        _ => None,
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let mut child = self.stop.child();
        let _ = child.kill();
        let _ = child.wait();
    }
}
