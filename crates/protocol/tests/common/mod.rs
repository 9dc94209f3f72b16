//! Conversations with a program that speaks GTP, and golden files of some:
//! `golden/*.txt` have what is sent after `>`, what must come back otherwise,
//! and comments after `//`.

// Every test uses some of it.
#![allow(dead_code)]

use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex};

use sobremesa_kernel::Budget;
use sobremesa_protocol::gtp::{self, Options};

/// What a program wrote so far.
#[derive(Clone, Default)]
pub struct Out(Arc<Mutex<Vec<u8>>>);

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Out {
    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// Waits until `enough` of what was written, and returns it.
    pub fn wait_for(&self, enough: impl Fn(&str) -> bool) -> String {
        loop {
            let text = self.text();
            if enough(&text) {
                return text;
            }
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
    }
}

pub fn options() -> Options {
    Options {
        level: 1,
        seed: 1,
        budget: Budget::nodes(200),
        rules: String::new(),
        resign: 0.0,
        network: None,
    }
}

pub fn go(input: &str) -> String {
    go_with(options(), input)
}

pub fn go_with(options: Options, input: &str) -> String {
    let out = Out::default();
    gtp::run(&gtp::go(), options, Cursor::new(input.to_owned()), out.clone()).unwrap();
    out.text()
}

pub fn othello(input: &str) -> String {
    let out = Out::default();
    gtp::run(&gtp::othello(), options(), Cursor::new(input.to_owned()), out.clone()).unwrap();
    out.text()
}

/// The answers of a conversation, without their `=` and `?`.
pub fn answers(said: &str) -> Vec<&str> {
    said.trim_end_matches('\n').split("\n\n").map(|part| part[1..].trim()).collect()
}

/// A file of this text that is gone at the end.
pub struct File(pub std::path::PathBuf);

impl File {
    pub fn with(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        File(path)
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A line of a conversation.
pub enum Said {
    ToEngine(String),
    /// `~` stands for any line.
    ByEngine(String),
}

/// The conversation `golden/NAME.txt`.
pub fn golden(name: &str) -> Vec<Said> {
    let path = format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with("//"));
    lines
        .map(|line| match line.strip_prefix('>') {
            Some(command) => Said::ToEngine(command.strip_prefix(' ').unwrap_or(command).into()),
            None => Said::ByEngine(line.into()),
        })
        .collect()
}

/// Whether an engine said what a golden file wants.
pub fn fits(want: &str, have: &str) -> bool {
    want == "~" || want == have
}
