//! What a benchmark measured: a line of labels and numbers, in words for
//! people or as a JSON object for programs.
//!
//! A benchmark names what it measures once. The name is the key in JSON, with
//! the number as it was measured; for people the number is rounded and the
//! catalogue has its unit (`bench-` and the key).

use std::io::{self, Write as _};

use serde_json::{Map, Value};
use sobremesa_text::{Lang, say};

/// Where the lines of a benchmark go.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    pub bench: &'static str,
    pub lang: Lang,
    pub json: bool,
}

impl Figures {
    /// A line, with the labels and numbers that are added to it.
    pub fn line(self) -> Line {
        let mut object = Map::new();
        object.insert("bench".to_owned(), self.bench.into());
        Line { figures: self, text: String::new(), object }
    }
}

/// A line that is being put together.
#[derive(Debug)]
#[must_use]
pub struct Line {
    figures: Figures,
    text: String,
    object: Map<String, Value>,
}

impl Line {
    /// What is measured: its value alone is shown, at least so wide.
    pub fn label(mut self, key: &str, value: impl Into<Value>, width: usize) -> Line {
        let value = value.into();
        let shown = match &value {
            Value::String(text) if text.is_empty() => "-".to_owned(),
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.show(&format!("{shown:<width$}"));
        self.object.insert(key.to_owned(), value);
        self
    }

    /// A whole number with its unit, at least so wide.
    pub fn count(mut self, key: &str, value: u64, width: usize) -> Line {
        let unit = self.unit(key);
        self.show(&format!("{value:>width$} {unit}"));
        self.object.insert(key.to_owned(), value.into());
        self
    }

    /// A number with its unit, rounded for people to so many decimals.
    pub fn figure(mut self, key: &str, value: f64, width: usize, decimals: usize) -> Line {
        let unit = self.unit(key);
        self.show(&format!("{value:>width$.decimals$} {unit}"));
        // What is no number, such as a rate of nothing, is null in JSON.
        self.object.insert(key.to_owned(), value.into());
        self
    }

    /// Something that is so or not: people are told only what is wrong.
    pub fn right(mut self, right: bool) -> Line {
        if !right {
            let wrong = say(self.figures.lang, "bench-wrong", &[]);
            self.show(&wrong);
        }
        self.object.insert("right".to_owned(), right.into());
        self
    }

    /// Writes the line, at once: the next one may take minutes.
    pub fn write(self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        match self.figures.json {
            true => writeln!(out, "{}", Value::Object(self.object))?,
            false => writeln!(out, "{}", self.text.trim_end())?,
        }
        out.flush()
    }

    fn unit(&self, key: &str) -> String {
        say(self.figures.lang, &format!("bench-{}", key.replace('_', "-")), &[])
    }

    fn show(&mut self, part: &str) {
        if !self.text.is_empty() {
            self.text.push(' ');
        }
        self.text.push_str(part);
    }
}
