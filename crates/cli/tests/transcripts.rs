//! Golden transcripts: the real program, its input, and everything it says.
//!
//! A file of `transcripts/` is
//!
//! ```text
//! $ play connect4 --seed 1        the arguments, quotes as in a shell
//! 4                               standard input
//! quit
//! --- 0                           the exit code, then standard output
//! …
//! --- stderr                      and standard error, when there is any
//! ```
//!
//! `UPDATE=1 cargo test -p sobremesa --test transcripts` writes what the
//! program says now; read the difference before committing it.

mod common;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::words;

#[test]
fn the_program_says_what_it_said() {
    let update = std::env::var_os("UPDATE").is_some();
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut files: Vec<PathBuf> = fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    let mut wrong = Vec::new();
    for path in files {
        let golden = fs::read_to_string(&path).unwrap();
        let said = replay(&golden);
        if said == golden {
            continue;
        }
        if update {
            fs::write(&path, said).unwrap();
        } else {
            wrong.push(format!("{}:\n{}", path.display(), first_difference(&golden, &said)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The transcript with what the program says now.
fn replay(golden: &str) -> String {
    let (given, _) = golden.split_once("\n--- ").unwrap_or((golden.trim_end(), ""));
    let (command, input) = given.split_once('\n').unwrap_or((given, ""));
    let words = words(command.strip_prefix("$ ").expect("the first line is `$ arguments`"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(&words)
        // Nothing of the surroundings may show.
        .env_clear()
        .env("HOME", "/nonexistent")
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let lines = if input.is_empty() { String::new() } else { format!("{input}\n") };
    // A program that refuses its arguments may be gone before it reads.
    let _ = stdin.write_all(lines.as_bytes());
    drop(stdin);
    let done = child.wait_with_output().unwrap();
    let code = done.status.code().expect("no signal");
    let mut said = format!("{given}\n--- {code}\n{}", String::from_utf8(done.stdout).unwrap());
    if !done.stderr.is_empty() {
        said.push_str("--- stderr\n");
        said.push_str(&String::from_utf8(done.stderr).unwrap());
    }
    said
}

fn first_difference(golden: &str, said: &str) -> String {
    let mut before = golden.lines();
    for (number, now) in said.lines().enumerate() {
        let was = before.next().unwrap_or("(end)");
        if was != now {
            return format!("line {}: was {was:?}, now {now:?}", number + 1);
        }
    }
    format!("{:?} is no longer said", before.next().unwrap_or_default())
}
