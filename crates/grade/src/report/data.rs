//! What was found about a submission, as data.

use serde::Serialize;

use super::diagram::Diagram;

/// Everything about one submission.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Of this program.
    pub version: &'static str,
    pub course: &'static str,
    /// Whose it is: the name of the file or folder, or Moodle's name.
    pub submission: String,
    /// Moodle's number of the participant.
    pub participant: Option<u64>,
    pub seed: u64,
    pub rubric: String,
    pub sandbox: &'static str,
    /// The files that were taken for the program.
    pub taken: Vec<String>,
    /// Things to know about the submission: catalogue key and file or name.
    pub notes: Vec<Note>,
    /// What the compiler or SWI-Prolog said when it read the program.
    pub messages: String,
    pub tasks: Vec<TaskReport>,
    pub mark: Mark,
}

/// A remark about the submission as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The key of its sentence.
    pub what: &'static str,
    /// What it is about.
    pub about: String,
}

/// Points, after the rubric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Mark {
    pub points: f64,
    pub of: f64,
    /// The least that passes.
    pub pass: f64,
    /// Taken off for being late.
    pub late: f64,
}

/// What was found about one predicate or program.
#[derive(Clone, Debug, Serialize)]
pub struct TaskReport {
    /// `jugadaSegura/3`, as the program has it.
    pub task: String,
    /// What the rubric calls it.
    pub rubric: &'static str,
    /// The sheet's sentence about it.
    pub sheet: &'static str,
    pub points: f64,
    pub of: f64,
    /// Where it is defined; `None` when it is not.
    pub home: Option<String>,
    pub asked: usize,
    /// Whether any answer had the form that is asked for.
    #[serde(skip)]
    pub understood: bool,
    pub wrong_answers: usize,
    pub wrong: Vec<Finding>,
    pub open: Vec<Finding>,
    pub style: Vec<Finding>,
}

/// The three kinds of finding, never mixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// By the sheet.
    Wrong,
    /// On a point that the sheet leaves open: it costs nothing.
    Open,
    Style,
}

/// One thing that was found.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub kind: Kind,
    /// The key of its sentence.
    pub what: &'static str,
    /// The key of the misunderstanding that explains every answer.
    pub misreading: Option<&'static str>,
    /// How many of the questions showed it.
    pub places: usize,
    pub counterexample: Option<Counterexample>,
}

/// A question whose answer proves a finding.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    pub board: Option<Diagram>,
    /// What to paste to see it.
    pub query: String,
    pub answered: Answer,
    pub right: Answer,
    pub minimality: Minimality,
}

/// An answer in words and, where it is one, as a board.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Answer {
    /// The key of how it ended.
    pub ended: &'static str,
    pub error: Option<String>,
    /// The solutions, as Prolog would show them.
    pub values: Vec<String>,
    pub boards: Vec<Diagram>,
}

/// How small a counterexample is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Minimality {
    /// No smaller one exists: all were asked.
    Smallest,
    /// Nothing can be left out of it.
    OneLess,
    /// As it was found.
    Found,
}

impl Report {
    /// A report of this course in which nothing is said yet.
    #[must_use]
    pub fn blank(course: &'static str) -> Report {
        Report {
            version: env!("CARGO_PKG_VERSION"),
            course,
            submission: String::new(),
            participant: None,
            seed: 0,
            rubric: String::new(),
            sandbox: "",
            taken: vec![],
            notes: vec![],
            messages: String::new(),
            tasks: vec![],
            mark: Mark::default(),
        }
    }
}

impl TaskReport {
    /// What was asked so often, and nothing found.
    #[must_use]
    pub fn new(task: String, sheet: &'static str, asked: usize) -> TaskReport {
        TaskReport {
            task,
            rubric: "",
            sheet,
            points: 0.0,
            of: 0.0,
            home: None,
            asked,
            understood: asked > 0,
            wrong_answers: 0,
            wrong: vec![],
            open: vec![],
            style: vec![],
        }
    }

    /// Nothing of it is wrong by the sheet.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.wrong.is_empty()
    }
}

impl Finding {
    /// A finding without an example.
    #[must_use]
    pub fn plain(kind: Kind, what: &'static str) -> Finding {
        Finding { kind, what, misreading: None, places: 1, counterexample: None }
    }
}
