//! Lines of an input, read beside whatever is going on, so that a search can
//! see whether the next one has come.

use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

/// The longest line a protocol reads; the rest of a longer one is dropped.
const MAX_LINE: u64 = 1 << 20;

/// The most lines that are looked at before they are asked for.
const MOST_AHEAD: usize = 256;

/// Lines of an input, read by a thread of their own.
#[derive(Debug)]
pub struct Input {
    lines: Receiver<String>,
    next: VecDeque<String>,
    ended: bool,
}

impl Input {
    /// Starts reading. The thread ends with the input, or with its process.
    pub fn new(reader: impl BufRead + Send + 'static) -> Input {
        let (send, lines) = sync_channel(64);
        thread::spawn(move || {
            let mut reader = reader;
            while let Some(line) = read_line(&mut reader) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Input { lines, next: VecDeque::new(), ended: false }
    }

    /// The next line without its line break, `None` at the end.
    pub fn line(&mut self) -> Option<String> {
        self.next.pop_front().or_else(|| self.lines.recv().ok())
    }

    /// Whether a line (or the end) is waiting.
    pub fn waiting(&mut self) -> bool {
        self.look();
        !self.next.is_empty() || self.ended
    }

    /// Takes the first waiting line that is `wanted` out of turn; whether
    /// there was one.
    pub fn take(&mut self, wanted: impl Fn(&str) -> bool) -> bool {
        self.look();
        let at = self.next.iter().position(|line| wanted(line));
        at.is_some_and(|at| self.next.remove(at).is_some())
    }

    /// Fetches what has come, as far as it is looked ahead.
    fn look(&mut self) {
        while !self.ended && self.next.len() < MOST_AHEAD {
            match self.lines.try_recv() {
                Ok(line) => self.next.push_back(line),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
    }
}

fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes).ok()?;
    if read == 0 {
        return None;
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else {
        // Too long, or the last line: skip what is left of it.
        let mut rest = Vec::new();
        while reader.by_ref().take(MAX_LINE).read_until(b'\n', &mut rest).ok()? > 0 {
            if rest.last() == Some(&b'\n') {
                break;
            }
            rest.clear();
        }
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    #[test]
    fn lines_come_without_their_ends_and_long_ones_are_cut() {
        let long = "x".repeat(3 << 20);
        let mut input = Input::new(Cursor::new(format!("a\r\nb\n{long}\nc")));
        assert_eq!(input.line().as_deref(), Some("a"));
        assert_eq!(input.line().as_deref(), Some("b"));
        assert_eq!(input.line().map(|line| line.len()), Some(1 << 20));
        assert_eq!(input.line().as_deref(), Some("c"));
        assert_eq!(input.line(), None);
    }

    #[test]
    fn a_line_is_taken_out_of_turn() {
        let mut input = Input::new(Cursor::new("a\n# interrupt\nb\n"));
        while !input.take(|line| line == "# interrupt") {
            thread::yield_now();
        }
        assert!(!input.take(|line| line == "# interrupt"));
        assert_eq!(input.line().as_deref(), Some("a"));
        assert_eq!(input.line().as_deref(), Some("b"));
    }
}
