use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};
use std::thread;

/// The longest line a protocol reads; the rest of a longer one is dropped.
const MAX_LINE: u64 = 1 << 20;

/// Lines of an input, read by a thread of their own so that a search can see
/// whether the next one has come.
#[derive(Debug)]
pub struct Input {
    lines: Receiver<String>,
    next: Option<String>,
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
        Input { lines, next: None, ended: false }
    }

    /// The next line without its line break, `None` at the end.
    pub fn line(&mut self) -> Option<String> {
        self.next.take().or_else(|| self.lines.recv().ok())
    }

    /// Whether a line (or the end) is waiting.
    pub fn waiting(&mut self) -> bool {
        if self.next.is_none() && !self.ended {
            match self.lines.try_recv() {
                Ok(line) => self.next = Some(line),
                Err(TryRecvError::Empty) => {}
                Err(TryRecvError::Disconnected) => self.ended = true,
            }
        }
        self.next.is_some() || self.ended
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
}
