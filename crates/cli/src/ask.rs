//! `sobremesa ask`: goals over the courses' predicates, as at a `?-` prompt.

use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use rustyline::error::ReadlineError;
use sobremesa_prolog::{Found, Limits, Problem, Query, Store, read_first};
use sobremesa_text::say;

use crate::Context;

/// Answer a Prolog goal over the games' predicates, without a Prolog.
///
/// Without a goal: a prompt on a terminal, otherwise the goals of the
/// standard input. The exit status is 0 after an answer, 1 after `false`, 2
/// after an error.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A goal, such as 'tableroInicial(T), columnaDisp(T,C).'
    goal: Option<String>,
    /// Print every answer instead of asking for each
    #[arg(long)]
    all: bool,
    /// Draw the boards
    #[arg(long)]
    pretty: bool,
    /// Where unqualified names are looked for first
    #[arg(long, default_value = "proylcc", value_name = "MODULE")]
    module: String,
    /// Seconds an answer may take
    #[arg(long, default_value_t = 60, value_name = "SECONDS")]
    time: u64,
}

/// How a goal ended: the exit status.
const ANSWERED: i32 = 0;
const FAILED: i32 = 1;
const RAISED: i32 = 2;

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // A second Ctrl-C, while the first is still unnoticed, means it.
    let _ = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    });
    let limits = Limits { time: Duration::from_secs(args.time), ..Limits::default() };
    let asker = Asker { args: &args, context, limits, interrupted };
    let status = match &args.goal {
        Some(goal) => asker.ask(goal)?,
        None if io::stdin().is_terminal() => asker.prompt()?,
        None => asker.batch()?,
    };
    if status != ANSWERED {
        process::exit(status);
    }
    Ok(())
}

struct Asker<'a> {
    args: &'a Args,
    context: &'a Context,
    limits: Limits,
    interrupted: Arc<AtomicBool>,
}

impl Asker<'_> {
    /// Answers one goal and says how it ended.
    fn ask(&self, goal: &str) -> anyhow::Result<i32> {
        self.interrupted.store(false, Ordering::Relaxed);
        let stop = || self.interrupted.load(Ordering::Relaxed);
        let mut out = io::stdout().lock();
        let mut query = match Query::new(goal, &self.args.module, self.limits.clone()) {
            Ok(query) => query,
            Err(problem) => return self.complain(&problem),
        };
        let mut answered = false;
        loop {
            match query.next(&stop) {
                Ok(Found::Answer { more }) => {
                    answered = true;
                    match self.shown(&query) {
                        Ok(text) => write!(out, "{text}")?,
                        Err(problem) => return self.complain(&problem),
                    }
                    if !more {
                        writeln!(out, ".")?;
                        return Ok(ANSWERED);
                    }
                    if !self.wants_another(&mut out)? {
                        return Ok(ANSWERED);
                    }
                }
                Ok(Found::Nothing) => {
                    writeln!(out, "{}", say(self.context.lang, "prolog-answer-false", &[]))?;
                    return Ok(if answered { ANSWERED } else { FAILED });
                }
                Err(problem) => return self.complain(&problem),
            }
        }
    }

    fn complain(&self, problem: &Problem) -> anyhow::Result<i32> {
        io::stdout().flush()?;
        let message = problem.to_string();
        let mut err = io::stderr().lock();
        writeln!(err, "{}", say(self.context.lang, "prolog-error", &[("message", &message)]))?;
        writeln!(err, "  {}", problem.term())?;
        Ok(RAISED)
    }

    /// Whether to look for another answer: a key on a terminal, all with
    /// `--all`, only the first in a pipe.
    fn wants_another(&self, out: &mut impl io::Write) -> anyhow::Result<bool> {
        if self.args.all {
            writeln!(out, " ;")?;
            return Ok(true);
        }
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            writeln!(out, ".")?;
            return Ok(false);
        }
        write!(out, " ")?;
        out.flush()?;
        let mut line = String::new();
        io::stdin().read_line(&mut line)?;
        let another = line.trim_start().starts_with([';', 'n', ' ']);
        if !another {
            writeln!(out, ".")?;
        }
        Ok(another)
    }

    /// The present answer as a toplevel shows it.
    fn shown(&self, query: &Query) -> Result<String, Problem> {
        let mut lines = Vec::new();
        for (name, term) in query.variables() {
            if name.starts_with('_') || !query.is_bound(*term) {
                continue;
            }
            let drawn = if self.args.pretty { query.drawn(*term) } else { None };
            lines.push(match drawn {
                Some(board) => format!("{name} =\n{board}"),
                None => format!("{name} = {}", query.quoted(*term)?),
            });
        }
        Ok(if lines.is_empty() { "true".into() } else { lines.join(",\n") })
    }

    /// Answers every goal of the standard input; the worst status wins.
    fn batch(&self) -> anyhow::Result<i32> {
        let mut text = String::new();
        io::stdin()
            .take(self.limits.text as u64)
            .read_to_string(&mut text)
            .context("standard input")?;
        let mut worst = ANSWERED;
        let mut rest = text.as_str();
        while !rest.trim().is_empty() {
            // Only to find where the goal ends.
            let end = match read_first(&mut Store::new(self.limits.cells), rest) {
                Ok(read) => read.end,
                Err(fault) => return self.complain(&Problem::syntax(&fault)),
            };
            worst = worst.max(self.ask(&rest[..end])?);
            rest = &rest[end..];
        }
        Ok(worst)
    }

    /// A prompt with history, until the end of the input.
    fn prompt(&self) -> anyhow::Result<i32> {
        writeln!(io::stdout(), "{}", say(self.context.lang, "prolog-prompt-help", &[]))?;
        let mut editor = rustyline::DefaultEditor::new()?;
        let history = history_file();
        if let Some(file) = &history {
            // The first time there is none.
            let _ = editor.load_history(file);
        }
        let mut goal = String::new();
        loop {
            let prompt = if goal.is_empty() { "?- " } else { "|    " };
            match editor.readline(prompt) {
                Ok(line) => {
                    if !goal.is_empty() {
                        goal.push('\n');
                    }
                    goal.push_str(&line);
                }
                Err(ReadlineError::Interrupted) => {
                    goal.clear();
                    continue;
                }
                Err(ReadlineError::Eof) => break,
                Err(error) => return Err(error.into()),
            }
            if goal.trim().is_empty() {
                goal.clear();
            } else if goal.trim_end().ends_with('.') {
                let asked = std::mem::take(&mut goal);
                editor.add_history_entry(asked.replace('\n', " "))?;
                if asked.trim() == "predicates." {
                    super::predicates::list(self.context.lang, None, &mut io::stdout().lock())?;
                } else {
                    self.ask(&asked)?;
                }
                writeln!(io::stdout())?;
            }
        }
        if let Some(file) = &history {
            let _ = editor.save_history(file);
        }
        Ok(ANSWERED)
    }
}

/// Where the prompt keeps its history; `None` when there is no home.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(|| {
        std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local").join("state"))
    })?;
    let folder = state.join("sobremesa");
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("ask-history"))
}
