//! `sobremesa grade`: the teacher's tool, and a student's at night.

mod files;

use std::fs;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context as _, anyhow, bail};
use sobremesa_grade::intake::{self, Group, Submission};
use sobremesa_grade::report::{self, Report};
use sobremesa_grade::sandbox::{Sandbox, has};
use sobremesa_grade::{COURSES, CourseId, Grader, Options, Progress};
use sobremesa_text::{Lang, say};

use crate::exit::WrongArguments;
use crate::{Context, wrap};

/// Grade submissions of a course, with counterexamples.
///
/// A submission is a file, a folder, a .zip or a .tar.gz, or a folder or
/// archive of them. Programs are run in a sandbox.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The course
    course: String,
    /// What was handed in
    #[arg(required = true)]
    submissions: Vec<PathBuf>,
    /// Points, late penalty and passing mark, as TOML; the sheet's when absent
    #[arg(long, value_name = "FILE")]
    rubric: Option<PathBuf>,
    /// The submissions are late
    #[arg(long)]
    late: bool,
    /// Ask about this predicate alone; may be said again
    #[arg(long, value_name = "PREDICATE")]
    only: Vec<String>,
    /// Makes the boards that chance plays repeat
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// A folder is one submission, whatever it looks like
    #[arg(long)]
    one: bool,
    /// A folder holds a submission each
    #[arg(long, conflicts_with = "one")]
    class: bool,
    /// Submissions graded at once [default: one a processor]
    #[arg(long, short, value_name = "N")]
    jobs: Option<usize>,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
    /// Write pages to this folder: one a submission, and a list
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Write JUnit's XML to this file
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Fill in Moodle's grading worksheet; what is filled in stands beside it
    #[arg(long, value_name = "FILE")]
    worksheet: Option<PathBuf>,
    /// Write what Moodle's VPL reads
    #[arg(long, conflicts_with = "json")]
    vpl: bool,
    /// Run the programs without a sandbox where none works
    #[arg(long)]
    trust: bool,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let course = course(&args.course, lang)?;
    let sandbox = sandbox(args.trust, lang)?;
    let rubric = match &args.rubric {
        Some(path) => {
            let name = path.display().to_string();
            Some(fs::read_to_string(path).with_context(|| name)?)
        }
        None => None,
    };
    let options = Options { seed: args.seed, late: args.late, only: args.only.clone() };
    let grader = Grader::new(course, sandbox, rubric.as_deref(), options).map_err(|error| {
        match &args.rubric {
            Some(path) => anyhow!("{}: {error}", path.display()),
            None => anyhow!("{error}"),
        }
    })?;
    let group = match (args.one, args.class) {
        (true, _) => Group::One,
        (_, true) => Group::Class,
        _ => Group::Guess,
    };
    let mut submissions = Vec::new();
    for path in &args.submissions {
        let read = intake::read(path, group, &|files| grader.is_whole(files))
            .with_context(|| path.display().to_string())?;
        submissions.extend(read);
    }
    if submissions.is_empty() {
        bail!(say(lang, "grade-nothing-handed-in", &[]));
    }
    let form = match (args.json, args.vpl) {
        (true, _) => Form::Json,
        (_, true) => Form::Vpl,
        _ => Form::Text,
    };
    let told = Told { lang, form };
    let jobs = args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
    let reports = match (&submissions[..], form) {
        ([one], Form::Text) => vec![alone(&grader, one, told)?],
        _ => class(&grader, &submissions, jobs.clamp(1, 64), told)?,
    };
    files::write(&reports, args.html.as_deref(), args.junit.as_deref(), lang)?;
    if let Some(path) = &args.worksheet {
        files::fill_in(path, &reports, lang)?;
    }
    Ok(())
}

/// In which form reports are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Vpl,
}

/// How reports are told.
#[derive(Clone, Copy)]
struct Told {
    lang: Lang,
    form: Form,
}

fn course(name: &str, lang: Lang) -> anyhow::Result<CourseId> {
    let found = COURSES.iter().find(|course| course.name.eq_ignore_ascii_case(name));
    found.copied().ok_or_else(|| {
        let known = COURSES.iter().map(|course| course.name).collect::<Vec<_>>().join(", ");
        WrongArguments(say(lang, "grade-no-course", &[("name", &name), ("known", &known)])).into()
    })
}

fn sandbox(trust: bool, lang: Lang) -> anyhow::Result<Sandbox> {
    if !has("swipl") {
        bail!(say(lang, "grade-no-prolog", &[]));
    }
    match Sandbox::find() {
        Ok(sandbox) => Ok(sandbox),
        Err(_) if trust => Ok(Sandbox::trusting()),
        Err(error) => bail!(say(lang, "grade-no-sandbox", &[("why", &error.why)])),
    }
}

/// One submission: each part is shown as soon as it is known.
fn alone(grader: &Grader, submission: &Submission, told: Told) -> anyhow::Result<Report> {
    let mut out = io::stdout();
    let mut failed = None;
    let report = grader.grade(submission, &mut |progress| {
        let text = match progress {
            Progress::Loaded(report) => report::head_text(report, told.lang),
            Progress::Task(task) => report::task_text(task, told.lang),
        };
        if let Err(error) = out.write_all(fitted(&text).as_bytes()).and_then(|()| out.flush()) {
            failed.get_or_insert(error);
        }
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    io::stdout().write_all(fitted(&report::mark_text(&report, told.lang)).as_bytes())?;
    Ok(report)
}

/// A class: several at once, told in their order.
fn class(
    grader: &Grader,
    submissions: &[Submission],
    jobs: usize,
    told: Told,
) -> anyhow::Result<Vec<Report>> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Done { reports: submissions.iter().map(|_| None).collect(), told: 0 });
    let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    thread::scope(|scope| {
        for _ in 0..jobs.min(submissions.len()) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(submission) = submissions.get(number) else { return };
                    let result = grader.grade(submission, &mut |_| {}).map_err(anyhow::Error::from);
                    let result = result.and_then(|report| {
                        let mut done = done.lock().expect("nobody panics with it");
                        done.reports[number] = Some(report);
                        done.tell_those_in_order(told)
                    });
                    if let Err(error) = result {
                        failed.lock().expect("nobody panics with it").get_or_insert(error);
                        next.store(usize::MAX / 2, Ordering::Relaxed);
                        return;
                    }
                }
            });
        }
    });
    match failed.into_inner().expect("nobody panics with it") {
        Some(error) => Err(error),
        None => {
            let done = done.into_inner().expect("nobody panics with it");
            Ok(done.reports.into_iter().flatten().collect())
        }
    }
}

/// The reports that are done, and how many of them are told.
struct Done {
    reports: Vec<Option<Report>>,
    told: usize,
}

impl Done {
    /// Tells every report whose turn it is.
    fn tell_those_in_order(&mut self, told: Told) -> anyhow::Result<()> {
        let mut out = io::stdout().lock();
        let all = self.reports.len();
        while let Some(Some(report)) = self.reports.get(self.told) {
            self.told += 1;
            match told.form {
                Form::Text => writeln!(out, "{}", fitted(&report::text(report, told.lang)))?,
                Form::Vpl => write!(out, "{}", report::vpl(report, told.lang))?,
                Form::Json => {
                    let json = report::json(report, told.lang);
                    // One submission is an object, a class a list of them.
                    match (all, self.told) {
                        (1, _) => writeln!(out, "{json:#}")?,
                        (_, 1) => write!(out, "[{json}")?,
                        _ => write!(out, ",\n{json}")?,
                    }
                    if all > 1 && self.told == all {
                        writeln!(out, "]")?;
                    }
                }
            }
        }
        out.flush()?;
        Ok(())
    }
}

/// Sentences that fit the terminal; drawings and queries fit or are long.
fn fitted(text: &str) -> String {
    text.lines()
        .map(|line| {
            let drawn = line.trim_start().starts_with("?-") || line.starts_with("      ");
            let line = if drawn { line.to_owned() } else { wrap::on(&io::stdout(), line) };
            line + "\n"
        })
        .collect()
}
