//! Running the programs as a person does.

// Each test program takes what it needs.
#![allow(dead_code)]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// Runs a program with its standard output there.
pub fn printing_to(
    output: Stdio,
    program: &str,
    arguments: &[&str],
    input: impl AsRef<[u8]>,
) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program need not read all of it.
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Splits a command line at blanks, except within double quotes.
pub fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    words
}
