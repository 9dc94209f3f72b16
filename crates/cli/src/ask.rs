//! `sobremesa ask`: goals over the courses' predicates, as at a `?-` prompt.

use std::io::{self, IsTerminal as _, Read as _, Write as _};
use std::path::PathBuf;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use rustyline::error::ReadlineError;
use serde_json::{Value, json};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use sobremesa_prolog::{Binding, Found, Limits, PrologError, Query, is_blank, skip_term};
use sobremesa_text::{decode, say};

use crate::{Context, wrap};

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
    /// Write JSON, for programs: an object a goal
    #[arg(long, conflicts_with = "pretty")]
    json: bool,
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
    // The flag is raised inside the signal's handler, on the thread that reads:
    // a Ctrl-C at the prompt is seen before the line typed after it, and so
    // never stops that line's goal. A second one, while the first is still
    // unnoticed, ends the program.
    let interrupted = Arc::new(AtomicBool::new(false));
    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(&interrupted))?;
    flag::register(SIGINT, Arc::clone(&interrupted))?;
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
        self.ask_below(goal, 0)
    }

    /// The same for a goal of a longer text, after so many lines of it.
    fn ask_below(&self, goal: &str, lines: usize) -> anyhow::Result<i32> {
        self.interrupted.store(false, Ordering::Relaxed);
        let stop = || self.interrupted.load(Ordering::Relaxed);
        let mut out = io::stdout().lock();
        if self.args.json {
            let (found, status) = self.told(goal, lines, &stop);
            writeln!(out, "{found}")?;
            return Ok(status);
        }
        let mut query = match Query::new(goal, &self.args.module, self.limits.clone()) {
            Ok(query) => query,
            Err(problem) => return self.complain(&problem.below(lines)),
        };
        let mut answered = false;
        loop {
            let found = query.next(&stop);
            let printed = query.take_printed();
            write!(out, "{printed}")?;
            if !printed.is_empty() && !printed.ends_with('\n') {
                writeln!(out)?;
            }
            match found {
                Ok(Found::Answer { more }) => {
                    answered = true;
                    match query.bindings() {
                        Ok(bindings) => write!(out, "{}", self.shown(&query, &bindings))?,
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

    /// All that a goal comes to, for a program.
    fn told(&self, goal: &str, lines: usize, stop: &dyn Fn() -> bool) -> (Value, i32) {
        let mut found = json!({ "goal": goal.trim(), "answers": [], "more": false, "printed": "" });
        let mut answers = Vec::new();
        let mut printed = String::new();
        let mut seek = || -> Result<bool, PrologError> {
            let mut query = Query::new(goal, &self.args.module, self.limits.clone())
                .map_err(|problem| problem.below(lines))?;
            loop {
                let next = query.next(&stop);
                printed.push_str(&query.take_printed());
                let Found::Answer { more } = next? else { return Ok(false) };
                let bindings = query.bindings()?;
                let pairs = bindings.iter().map(|of| (of.name.clone(), of.text.clone().into()));
                answers.push(Value::Object(pairs.collect()));
                if !more || !self.args.all {
                    return Ok(more);
                }
            }
        };
        let sought = seek();
        let mut status = if answers.is_empty() { FAILED } else { ANSWERED };
        found["answers"] = answers.into();
        found["printed"] = printed.into();
        match sought {
            Ok(more) => found["more"] = more.into(),
            Err(problem) => {
                status = RAISED;
                let lang = self.context.lang;
                let place = problem.place;
                found["error"] = json!({
                    "message": problem.words(lang),
                    "term": problem.term(lang),
                    "line": place.map(|(line, _)| line),
                    "column": place.map(|(_, column)| column),
                });
            }
        }
        (found, status)
    }

    fn complain(&self, problem: &PrologError) -> anyhow::Result<i32> {
        io::stdout().flush()?;
        let lang = self.context.lang;
        let mut message = problem.words(lang);
        if let Some((line, column)) = problem.place {
            message = format!("{line}:{column}: {message}");
        }
        let mut err = io::stderr().lock();
        let said = say(lang, "prolog-error", &[("message", &message)]);
        writeln!(err, "{}", wrap::on(&err, &said))?;
        writeln!(err, "  {}", problem.term(lang))?;
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
        let another = matches!(key()?, Some(b';' | b' ' | b'n' | b'\t'));
        writeln!(out, "{}", if another { ";" } else { "." })?;
        Ok(another)
    }

    /// The present answer as a toplevel shows it.
    fn shown(&self, query: &Query, bindings: &[Binding]) -> String {
        let lines: Vec<String> = bindings
            .iter()
            .map(|Binding { name, text, value }| {
                let drawn = value.filter(|_| self.args.pretty).and_then(|term| query.drawn(term));
                match drawn {
                    Some(board) => format!("{name} =\n{board}"),
                    None => format!("{name} = {text}"),
                }
            })
            .collect();
        if lines.is_empty() { "true".into() } else { lines.join(",\n") }
    }

    /// Answers every goal of the standard input; the worst status wins. A
    /// goal that cannot be read costs only itself.
    fn batch(&self) -> anyhow::Result<i32> {
        let mut bytes = Vec::new();
        io::stdin()
            .take(self.limits.text as u64)
            .read_to_end(&mut bytes)
            .context("standard input")?;
        let text = decode(&bytes);
        let mut worst = ANSWERED;
        let (mut rest, mut lines) = (text.as_str(), 0);
        while !is_blank(rest) {
            let (goal, after) = rest.split_at(skip_term(rest));
            if leaves(goal) {
                break;
            }
            worst = worst.max(self.ask_below(goal, lines)?);
            lines += goal.matches('\n').count();
            rest = after;
        }
        Ok(worst)
    }

    /// A prompt with history, until the end of the input.
    fn prompt(&self) -> anyhow::Result<i32> {
        let help = say(self.context.lang, "prolog-prompt-help", &[]);
        writeln!(io::stdout(), "{}", wrap::on(&io::stdout(), &help))?;
        let mut editor = rustyline::DefaultEditor::new()?;
        let history = history_file();
        if let Some(file) = &history {
            // The first time there is none.
            let _ = editor.load_history(file);
        }
        let mut goal = String::new();
        loop {
            self.interrupted.store(false, Ordering::Relaxed);
            let prompt = if goal.is_empty() { "?- " } else { "|    " };
            match editor.readline(prompt) {
                Ok(line) => {
                    // Where lines are not edited Ctrl-C is a signal.
                    if self.interrupted.load(Ordering::Relaxed) {
                        goal.clear();
                    }
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
                if let Some(file) = &history {
                    // A goal that cannot be kept is still a goal.
                    let _ = editor.append_history(file);
                }
                if leaves(&asked) {
                    break;
                }
                if asked.trim() == "predicates." {
                    super::predicates::list(self.context.lang, None, &mut io::stdout().lock())?;
                } else {
                    self.ask(&asked)?;
                }
                writeln!(io::stdout())?;
            }
        }
        Ok(ANSWERED)
    }
}

/// Whether a goal is how one takes one's leave of a Prolog.
fn leaves(goal: &str) -> bool {
    goal.trim().strip_suffix('.').is_some_and(|goal| goal.trim_end() == "halt")
}

/// A key, without waiting for the end of a line; `None` at the end of the
/// input. Ctrl-C and Ctrl-D are keys too. The standard library's buffer is
/// passed by, as what is typed next is the line editor's.
#[cfg(unix)]
fn key() -> io::Result<Option<u8>> {
    use nix::sys::termios::{LocalFlags, SetArg, SpecialCharacterIndices, tcgetattr, tcsetattr};
    const ESCAPE: u8 = 0x1b;
    let input = io::stdin();
    let usual = tcgetattr(&input)?;
    let mut single = usual.clone();
    single.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO | LocalFlags::ISIG);
    single.control_chars[SpecialCharacterIndices::VMIN as usize] = 1;
    single.control_chars[SpecialCharacterIndices::VTIME as usize] = 0;
    tcsetattr(&input, SetArg::TCSADRAIN, &single)?;
    let mut byte = [0];
    let read = nix::unistd::read(&input, &mut byte);
    // An arrow is several bytes: the others are no part of the next goal.
    let restore = if byte[0] == ESCAPE { SetArg::TCSAFLUSH } else { SetArg::TCSADRAIN };
    tcsetattr(&input, restore, &usual)?;
    Ok((read? == 1).then_some(byte[0]))
}

/// Elsewhere the first character of a line.
#[cfg(not(unix))]
fn key() -> io::Result<Option<u8>> {
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    Ok(line.bytes().next())
}

/// Where the prompt keeps its history; `None` when there is no home.
fn history_file() -> Option<PathBuf> {
    let folder = crate::serve::own_data()?;
    std::fs::create_dir_all(&folder).ok()?;
    Some(folder.join("ask-history"))
}
