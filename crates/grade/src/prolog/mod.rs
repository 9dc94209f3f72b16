//! A student's Prolog program in real SWI-Prolog, asked goal by goal.
//!
//! The program and `driver.pl` share one process inside the sandbox. What
//! comes back is a stranger's word about what his program answers, no more:
//! right and wrong are decided here, outside, where he has nothing.

mod term;

use std::ffi::OsString;
use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::Path;

use crate::sandbox::{Access, Dialogue, Job, Limits, SUBMISSION, Sandbox, Silence};
use crate::scratch::Scratch;
pub use term::Term;

/// Inferences of one call before it counts as one that does not end: tens of
/// seconds, where the slowest right solution known to us needs one.
pub const PATIENT: u64 = 200_000_000;

/// Inferences of one call before it is put off to be asked patiently.
pub const QUICK: u64 = 20_000_000;

/// How often a program may say nothing until its time is up before it is not
/// asked any more.
const PATIENCE: u32 = 6;

/// Where the driver is, inside.
const DRIVER: &str = "/sobremesa";

/// One call within a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Whether the next step goes on from its first solution.
    pub plays: bool,
    /// Variables and what they are before the call.
    pub lets: Vec<(&'static str, Term)>,
    pub goal: Term,
    /// What is told of each solution.
    pub told: Term,
    /// Solutions asked for at most.
    pub most: usize,
}

/// How the search for solutions went.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// These are all.
    Done,
    /// There may be more than were asked for.
    More,
    /// Too many inferences.
    Limit,
    /// The program raised an error; its formal part.
    Error(Term),
    /// No such predicate.
    Undefined,
    /// It said nothing that can be understood, or Prolog ended, or time was up.
    Silent(Silence),
}

/// One solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// `None` when it is no finite term.
    pub value: Option<Term>,
    /// Whether nothing was left to try after it.
    pub last: bool,
}

/// What was answered to a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    pub status: Status,
    pub inferences: u64,
    pub solutions: Vec<Solution>,
}

/// How a program writes what the sheet leaves to it.
#[derive(Clone, Debug, Default)]
pub struct Dialect {
    /// Predicates that it has under another name: ours, its own.
    pub names: Vec<(&'static str, &'static str)>,
    /// Whether it has atoms where we ask with strings.
    pub atoms: bool,
}

impl Dialect {
    /// A term as the program writes it.
    #[must_use]
    pub fn own(&self, term: &Term) -> Term {
        match term {
            Term::Text(text) if self.atoms => Term::Atom(text.clone()),
            Term::List(items) => Term::List(items.iter().map(|item| self.own(item)).collect()),
            Term::Compound(name, items) => {
                Term::Compound(name.clone(), items.iter().map(|item| self.own(item)).collect())
            }
            other => other.clone(),
        }
    }

    /// A call as the program has it.
    #[must_use]
    pub fn goal(&self, goal: &Term) -> Term {
        match self.own(goal) {
            Term::Compound(name, arguments) => {
                let own = self.names.iter().find(|(ours, _)| *ours == name);
                Term::Compound(own.map_or(name, |(_, own)| (*own).to_owned()), arguments)
            }
            other => other,
        }
    }
}

/// Where a predicate of the student's is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Home {
    /// The file as the student named it.
    pub file: String,
    pub line: u64,
}

/// A program that is loaded, or was until it ended.
#[derive(Debug)]
pub struct Program<'a> {
    sandbox: &'a Sandbox,
    submission: &'a Path,
    /// Paths within the submission.
    files: Vec<String>,
    driver: Scratch,
    /// How this program writes what the sheet leaves to it.
    pub dialect: Dialect,
    dialogue: Option<Dialogue>,
    word: String,
    asked: u64,
    /// How often it said nothing until its time was up.
    lost: u32,
    /// What SWI-Prolog said when it loaded the files.
    pub messages: String,
    /// Why it could not be loaded.
    pub failed: Option<Silence>,
}

impl<'a> Program<'a> {
    /// Loads these files of the submission.
    pub fn load(
        sandbox: &'a Sandbox,
        submission: &'a Path,
        files: Vec<String>,
    ) -> io::Result<Program<'a>> {
        let driver = Scratch::new()?;
        std::fs::write(driver.path().join("driver.pl"), include_str!("driver.pl"))?;
        let mut program = Program {
            sandbox,
            submission,
            files,
            driver,
            dialect: Dialect::default(),
            dialogue: None,
            word: String::new(),
            asked: 0,
            lost: 0,
            messages: String::new(),
            failed: None,
        };
        program.start()?;
        if let Some(dialogue) = &program.dialogue {
            program.messages = dialogue.errors();
        }
        Ok(program)
    }

    /// Which of these predicates there are.
    pub fn homes(&mut self, heads: &[(&str, usize)]) -> Vec<Option<Home>> {
        let none = vec![None; heads.len()];
        let list: Vec<Term> = heads
            .iter()
            .map(|&(name, arity)| Term::call("/", [Term::atom(name), Term::Int(arity as i64)]))
            .collect();
        let Some(dialogue) = &mut self.dialogue else { return none };
        let said = dialogue.say(&format!("defined({}).", Term::List(list)));
        let Ok(heard) = said.and_then(|()| dialogue.hear(&self.word)) else { return none };
        let read = Term::read(&heard);
        let Some([Term::List(found)]) = read.as_ref().and_then(|t| t.arguments("defined", 1))
        else {
            return none;
        };
        let home = |found: &Term| {
            let [_, file, line] = found.arguments("d", 3)? else { return None };
            let file = file.as_text()?.strip_prefix(SUBMISSION).unwrap_or_default();
            Some(Home {
                file: file.trim_start_matches('/').to_owned(),
                line: line.as_int()?.try_into().ok()?,
            })
        };
        let mut homes: Vec<Option<Home>> = found.iter().map(home).collect();
        homes.resize(heads.len(), None);
        homes
    }

    /// Asks one thing, each step with at most so many inferences. There is a
    /// reply for each step that was got to.
    pub fn ask(&mut self, steps: &[Step], limit: u64) -> io::Result<Vec<Reply>> {
        if self.lost >= PATIENCE {
            self.failed = Some(Silence::Time);
            self.dialogue = None;
        }
        if self.dialogue.is_none() && self.failed.is_none() {
            self.start()?;
        }
        let silent = |silence| {
            vec![Reply { status: Status::Silent(silence), inferences: 0, solutions: vec![] }]
        };
        let Some(dialogue) = &mut self.dialogue else {
            return Ok(silent(self.failed.unwrap_or(Silence::Ended)));
        };
        self.asked += 1;
        let mut question = format!("ask({},{limit},[", self.asked);
        for (n, step) in steps.iter().enumerate() {
            let comma = if n == 0 { "" } else { "," };
            let kind = if step.plays { "play" } else { "probe" };
            let _ = write!(question, "{comma}step({kind},[");
            for (n, (name, value)) in step.lets.iter().enumerate() {
                let comma = if n == 0 { "" } else { "," };
                let _ = write!(question, "{comma}{name}={}", self.dialect.own(value));
            }
            let goal = self.dialect.goal(&step.goal);
            let _ = write!(question, "],{goal},{},{})", step.told, step.most);
        }
        question += "]).";
        let mut replies = Vec::with_capacity(steps.len());
        let mut heard = dialogue.say(&question);
        let end = format!("end({})", self.asked);
        while heard.is_ok() {
            match dialogue.hear(&self.word) {
                Ok(line) if line == end => return Ok(replies),
                Ok(line) => {
                    let reply = read_reply(&line, self.asked);
                    if replies.len() < steps.len() {
                        replies.extend(reply);
                    }
                }
                Err(silence) => heard = Err(silence),
            }
        }
        self.dialogue = None;
        self.lost += u32::from(heard == Err(Silence::Time));
        replies.extend(heard.err().map(silent).into_iter().flatten());
        Ok(replies)
    }

    /// Loads the program anew, so that it remembers nothing.
    pub fn forget(&mut self) -> io::Result<()> {
        self.dialogue = None;
        if self.lost >= PATIENCE { Ok(()) } else { self.start() }
    }

    fn start(&mut self) -> io::Result<()> {
        self.word = format!("s{:016x}", RandomState::new().build_hasher().finish());
        let place = format!("{DRIVER}/driver.pl");
        let arguments = ["-q", "-f", "none", "--no-tty", "--no-packs", "--stack-limit=512m"];
        let mut arguments: Vec<OsString> = arguments.map(OsString::from).into();
        arguments.extend(["--on-error=print", "--on-warning=print"].map(OsString::from));
        arguments.extend(["-g", "'$sobremesa':main", &place].map(OsString::from));
        let job = Job {
            program: "swipl",
            arguments,
            submission: self.submission,
            shared: vec![(self.driver.path(), DRIVER, Access::Read)],
            proc: false,
            limits: Limits::default(),
        };
        let mut dialogue = self.sandbox.talk(&job)?;
        let files = self.files.iter().map(|file| Term::atom(&format!("{SUBMISSION}/{file}")));
        let load = Term::call("load", [Term::List(files.collect())]);
        let loaded = dialogue
            .say(&format!("{}.", self.word))
            .and_then(|()| dialogue.say(&format!("{load}.")))
            .and_then(|()| dialogue.hear(&self.word));
        match loaded {
            Ok(_) => {
                self.failed = None;
                self.dialogue = Some(dialogue);
            }
            Err(silence) => {
                self.messages = dialogue.errors();
                self.failed = Some(silence);
            }
        }
        Ok(())
    }
}

/// `a(Id, Status, Inferences, [s(Det, Value), …])`. A line of ours that cannot
/// be read was spoilt by what the program wrote, or is no finite term.
fn read_reply(line: &str, id: u64) -> Option<Reply> {
    let spoilt = Reply { status: Status::Silent(Silence::Flood), inferences: 0, solutions: vec![] };
    let Some(term) = Term::read(line) else { return Some(spoilt) };
    let [this, status, inferences, solutions] = term.arguments("a", 4)? else { return None };
    if this.as_int() != i64::try_from(id).ok() {
        return None;
    }
    let status = match status {
        Term::Atom(word) if word == "done" => Status::Done,
        Term::Atom(word) if word == "more" => Status::More,
        Term::Atom(word) if word == "limit" => Status::Limit,
        Term::Atom(word) if word == "undefined" => Status::Undefined,
        Term::Compound(word, error) if word == "error" => Status::Error(error.first()?.clone()),
        _ => return Some(spoilt),
    };
    let solution = |term: &Term| {
        let [last, value] = term.arguments("s", 2)? else { return None };
        let cyclic = *value == Term::atom("$cyclic");
        Some(Solution {
            value: (!cyclic).then(|| value.clone()),
            last: last.as_text() == Some("det"),
        })
    };
    Some(Reply {
        status,
        inferences: inferences.as_int().and_then(|n| n.try_into().ok()).unwrap_or(0),
        solutions: solutions.as_list()?.iter().filter_map(solution).collect(),
    })
}
