//! The documents and what is in them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::words;

/// A document of the repository.
pub struct Document {
    pub path: PathBuf,
    /// Its path within the repository.
    pub name: String,
    pub text: String,
}

/// A fenced block.
pub struct Fence {
    /// The first word after the backticks.
    pub language: String,
    /// The other words: `key=value`, `key="a value"` or a bare `key`.
    pub attributes: Vec<(String, String)>,
    pub body: String,
    /// The line of the opening backticks, from 1.
    pub line: usize,
}

/// What a fence is for.
#[derive(Debug)]
pub enum Use {
    /// Commands after `$ ` and what they print.
    Run,
    /// A file for the commands that follow.
    File(String),
    /// Valid JSON.
    Json,
    /// A doc test of the crate whose README it is in.
    DocTest,
    /// A drawing made by hand: no board, no output.
    Picture,
    /// Commands that a step of `./test` takes from the document.
    RunElsewhere(String),
    /// Commands that no test can run, and why.
    NotRun,
}

impl Use {
    pub const fn name(&self) -> &'static str {
        match self {
            Use::Run => "run",
            Use::File(_) => "file",
            Use::Json => "json",
            Use::DocTest => "doc test",
            Use::Picture => "picture",
            Use::RunElsewhere(_) => "run by a step",
            Use::NotRun => "not run",
        }
    }
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every document, in the order of their names. The changelog is history: what
/// it says was so when it was written.
pub fn documents() -> Vec<Document> {
    let root = root();
    let mut paths: Vec<PathBuf> =
        ["README.md", "README.es.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "pack/README.md"]
            .iter()
            .map(|name| root.join(name))
            .collect();
    let mut open = vec![root.join("docs")];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    let crates = fs::read_dir(root.join("crates")).unwrap();
    paths.extend(crates.map(|e| e.unwrap().path().join("README.md")).filter(|path| path.exists()));
    paths.sort();
    paths
        .into_iter()
        .map(|path| Document {
            name: path.strip_prefix(&root).unwrap().display().to_string(),
            text: fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())),
            path,
        })
        .collect()
}

impl Document {
    /// Whether it is written in Spanish.
    pub fn spanish(&self) -> bool {
        ["README.es.md", "docs/cursos.md", "docs/reglas.md", "docs/analisis.md"]
            .contains(&self.name.as_str())
    }

    pub fn fences(&self) -> Vec<Fence> {
        let mut fences = Vec::new();
        let mut lines = self.text.lines().enumerate();
        while let Some((number, line)) = lines.next() {
            let Some(info) = line.strip_prefix("```") else { continue };
            let words = words(info);
            let language = words[0].clone();
            let attributes = words[1..]
                .iter()
                .filter(|word| !word.is_empty())
                .map(|word| word.split_once('=').unwrap_or((word, "")))
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
            let mut body = String::new();
            for (_, line) in lines.by_ref().take_while(|(_, line)| *line != "```") {
                body.push_str(line);
                body.push('\n');
            }
            fences.push(Fence { language, attributes, body, line: number + 1 });
        }
        fences
    }

    /// The text without its fences: what is left are sentences and tables.
    pub fn prose(&self) -> String {
        let mut inside = false;
        let mut prose = String::new();
        for line in self.text.lines() {
            let edge = line.starts_with("```");
            if !edge && !inside {
                prose.push_str(line);
            }
            prose.push('\n');
            inside ^= edge;
        }
        prose
    }

    /// What stands between backticks in its sentences.
    pub fn code_spans(&self) -> Vec<String> {
        self.prose()
            .split("\n\n")
            .flat_map(|paragraph| paragraph.split('`').skip(1).step_by(2))
            .map(|span| span.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }
}

impl Fence {
    pub fn attribute(&self, key: &str) -> Option<&str> {
        self.attributes.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// What the fence is for, or what it should say about itself.
    pub fn purpose(&self) -> Result<Use, String> {
        if let Some(why) = self.attribute("not-run") {
            return match why.split_whitespace().count() {
                0..2 => Err("not-run says why: not-run=\"starts a server\"".to_owned()),
                _ => Ok(Use::NotRun),
            };
        }
        if let Some(step) = self.attribute("run-by") {
            return Ok(Use::RunElsewhere(step.to_owned()));
        }
        match (self.language.as_str(), self.attribute("file")) {
            ("console", None) => Ok(Use::Run),
            (_, Some(name)) => Ok(Use::File(name.to_owned())),
            ("json", None) => Ok(Use::Json),
            ("rust", None) => Ok(Use::DocTest),
            ("text", None) if self.attribute("picture").is_some() => Ok(Use::Picture),
            (other, None) => Err(format!(
                "a fence of {other:?} is either `console` (run), `json`, `text picture` (a drawing \
                 that is no output), has file=NAME, or says run-by=STEP or not-run=\"why\""
            )),
        }
    }
}
