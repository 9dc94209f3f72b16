//! Fences of commands, run as they stand.
//!
//! ````text
//! ```console
//! $ sobremesa replay go --end <<END
//! > D4
//! > END
//! open
//! ```
//! ````
//!
//! A command begins with `$ `, goes on with `> `, and what it prints, errors
//! too, stands below it. The commands of a fence run one after another in one
//! shell, in a directory of its own with nothing in it but the `file=` fences
//! above it in the document. A line `…` stands for any lines, `…` within a line
//! for any text, but not for all that is said. `exit=1` is the status of the last command, otherwise it is 0.
//! With `server` a server runs for the document, and 127.0.0.1:9999 is its
//! address.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::parse::{Document, Fence, Use};

/// The address the documents write.
const ADDRESS: &str = "127.0.0.1:9999";

/// Between the outputs of two commands, with the status of the first.
const MARK: char = '\u{1e}';

/// The document with what its commands print now.
pub fn replayed(document: &Document, wrong: &mut Vec<String>) -> String {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut server = None;
    let mut text = document.text.clone();
    for (number, fence) in document.fences().into_iter().enumerate() {
        match fence.purpose() {
            Ok(Use::File(name)) => files.push((name, fence.body)),
            Ok(Use::Run) => {
                let port = fence
                    .attribute("server")
                    .map(|_| server.get_or_insert_with(|| Server::start(document)).address.clone());
                let place = Place::new(document, number);
                for (name, body) in &files {
                    let path = place.0.join(name);
                    fs::create_dir_all(path.parent().unwrap()).unwrap();
                    fs::write(path, body).unwrap();
                }
                match play(document, &fence, &place.0, port.as_deref()) {
                    Ok(now) => text = replace(&text, &fence.body, &now),
                    Err(why) => wrong.push(format!("{}:{}: {why}", document.name, fence.line)),
                }
            }
            _ => {}
        }
    }
    text
}

fn replace(text: &str, was: &str, now: &str) -> String {
    if was == now {
        return text.to_owned();
    }
    let (was, now) = (format!("\n{was}```"), format!("\n{now}```"));
    text.replacen(&was, &now, 1)
}

/// A command, as it is run and as it is written, and what is printed below it.
struct Step {
    command: String,
    written: String,
    expected: Vec<String>,
}

fn steps(body: &str) -> Result<Vec<Step>, String> {
    let mut steps: Vec<Step> = Vec::new();
    let mut before = "";
    for line in body.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            steps.push(Step {
                command: command.to_owned(),
                written: format!("{line}\n"),
                expected: Vec::new(),
            });
        } else {
            let step = steps.last_mut().ok_or("the first line is `$ command`")?;
            match line.strip_prefix("> ").or((line == ">").then_some("")) {
                Some(more) if before.starts_with("$ ") || before.starts_with('>') => {
                    step.command.push('\n');
                    step.command.push_str(more);
                    step.written.push_str(line);
                    step.written.push('\n');
                }
                _ => step.expected.push(line.to_owned()),
            }
        }
        before = line;
    }
    Ok(steps)
}

/// The body of the fence as it should be.
fn play(
    document: &Document,
    fence: &Fence,
    place: &Path,
    server: Option<&str>,
) -> Result<String, String> {
    let steps = steps(&fence.body)?;
    let mut script = String::from("exec 2>&1\n");
    for step in &steps {
        let command = match server {
            Some(address) => step.command.replace(ADDRESS, address),
            None => step.command.clone(),
        };
        script += &format!(
            "{command}\n__status=$?; printf '{MARK}%d{MARK}' $__status; (exit $__status)\n"
        );
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_sobremesa")).parent().unwrap();
    let language = if document.spanish() { "es_AR.UTF-8" } else { "en_US.UTF-8" };
    // A command that waits for somebody is a mistake of the document.
    let done = Command::new("timeout")
        .args(["400", "bash", "-c", &script])
        .env_clear()
        .env("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", programs.display()))
        .env("HOME", place)
        .env("LANG", language)
        .env("COLUMNS", "100")
        .current_dir(place)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("bash: {e}"))?;
    let mut output = String::from_utf8_lossy(&done.stdout).into_owned();
    if let Some(address) = server {
        output = output.replace(address, ADDRESS);
    }
    let mut parts = output.split(MARK);
    let mut now = String::new();
    for (number, step) in steps.iter().enumerate() {
        let said: Vec<&str> = parts.next().unwrap_or_default().lines().map(str::trim_end).collect();
        let status = parts.next().ok_or_else(|| format!("{}: no end: {said:?}", step.command))?;
        let last = number + 1 == steps.len();
        let wanted = fence.attribute("exit").filter(|_| last).unwrap_or("0");
        if status != wanted {
            let said = said.join("\n");
            return Err(format!("{}: exit {status}, not {wanted}:\n{said}", step.command));
        }
        now += &step.written;
        // Three dots alone claim nothing.
        let claims = step.expected.iter().any(|line| line.trim() != "…") || said.is_empty();
        if claims && fits(&step.expected, &said) {
            step.expected.iter().for_each(|line| now += &format!("{line}\n"));
        } else {
            said.iter().for_each(|line| now += &format!("{line}\n"));
        }
    }
    Ok(now)
}

/// Whether what was said is what was expected, `…` standing for anything.
fn fits(expected: &[String], said: &[&str]) -> bool {
    match expected.split_first() {
        None => said.is_empty(),
        Some((line, rest)) if line.trim() == "…" => {
            (0..=said.len()).any(|skipped| fits(rest, &said[skipped..]))
        }
        Some((line, rest)) => match said.split_first() {
            Some((first, others)) => line_fits(line.trim_end(), first) && fits(rest, others),
            None => false,
        },
    }
}

fn line_fits(expected: &str, said: &str) -> bool {
    match expected.split_once('…') {
        None => expected == said,
        Some((before, after)) => said.strip_prefix(before).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| line_fits(after, &rest[at..]))
        }),
    }
}

/// An empty directory that goes away.
struct Place(PathBuf);

impl Place {
    fn new(document: &Document, number: usize) -> Place {
        let name = document.name.replace('/', "-");
        let path = std::env::temp_dir()
            .join(format!("sobremesa-documents-{}-{name}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Place(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A server of the document's own, at an address that was free.
pub struct Server {
    child: Child,
    pub address: String,
    _place: Place,
}

impl Server {
    pub fn start(document: &Document) -> Server {
        let place = Place::new(document, usize::MAX);
        let mut child = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
            .args(["serve", "--listen", "127.0.0.1:0", "--lang", "en", "--data"])
            .arg(&place.0)
            .env_clear()
            .env("HOME", &place.0)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        // Reading stops at the line with the address; the pipe stays open so
        // that the server can go on printing.
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let address = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                let after = line.split("http://127.0.0.1:").nth(1)?;
                Some(after.chars().take_while(char::is_ascii_digit).collect::<String>())
            })
            .expect("the server says where it listens");
        std::thread::spawn(move || lines.for_each(drop));
        Server { child, address: format!("127.0.0.1:{address}"), _place: place }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn dots_stand_for_what_may_differ_and_for_nothing_else() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(fits(&lines("a\n…\nz"), &["a", "b", "c", "z"]));
    assert!(fits(&lines("took … s"), &["took 1.5 s"]));
    assert!(!fits(&lines("took … s"), &["took 1.5 ms more"]));
    assert!(!fits(&lines("a"), &["a", "b"]));
    assert!(!fits(&lines("a\nb"), &["a"]));
}
