//! A course, a sandbox and a rubric put together: what grades a submission.

use std::io;

use crate::choose::{choose, is_whole};
use crate::course::conecta4::Conecta4;
use crate::course::go::Go;
use crate::examine::{Course, Plan, Task, examine};
use crate::intake::{File, Stage, Submission};
use crate::prolog::{Home, Program};
use crate::report::{Finding, Kind, Note, Report, TaskReport};
use crate::rubric::{Rubric, WrongRubric};
use crate::sandbox::Sandbox;

/// A course that can be graded: its name and its own rubric. Another course is
/// a folder of `course/`, a line here and a line in [`Grader::new`].
pub static COURSES: &[CourseId] = &[
    CourseId { name: "conecta4", rubric: include_str!("../rubric/conecta4.toml") },
    CourseId { name: "go", rubric: include_str!("../rubric/go.toml") },
];

/// A course by its name.
#[derive(Clone, Copy, Debug)]
pub struct CourseId {
    pub name: &'static str,
    /// The sheet's rubric.
    pub rubric: &'static str,
}

/// How to grade.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Where the boards that chance plays come from.
    pub seed: u64,
    /// Whether the submissions are late.
    pub late: bool,
    /// The predicates that are asked about; all where none is named.
    pub only: Vec<String>,
}

/// What grades submissions of one course, several at a time.
#[derive(Debug)]
pub struct Grader {
    subject: Box<dyn Subject>,
    sandbox: Sandbox,
    rubric: Rubric,
    options: Options,
}

/// A course with its types erased.
trait Subject: Sync + Send + std::fmt::Debug {
    fn name(&self) -> &'static str;
    fn is_whole(&self, files: &[File]) -> bool;
    fn predicates(&self) -> Vec<&'static str>;
    /// Fills the report; `hear` is told of each part that is done.
    fn grade(
        &self,
        sandbox: &Sandbox,
        submission: &Submission,
        only: &[String],
        report: &mut Report,
        hear: &mut dyn FnMut(Part<'_>),
    ) -> io::Result<()>;
}

/// A part of a report that is done, before it has its points.
enum Part<'a> {
    /// All but the tasks.
    Loaded(&'a Report),
    Task(&'a mut TaskReport),
}

/// What is heard of a report while it is made.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// All but the tasks and the mark: the program is loaded.
    Loaded(&'a Report),
    Task(&'a TaskReport),
}

/// A course that is asked in Prolog, with its questions.
#[derive(Debug)]
struct Asked<C: Course> {
    course: C,
    plan: Plan<C>,
}

impl Grader {
    /// A grader of a course of [`COURSES`]; its own rubric where none is given.
    pub fn new(
        course: CourseId,
        sandbox: Sandbox,
        rubric: Option<&str>,
        options: Options,
    ) -> Result<Grader, WrongRubric> {
        let subject: Box<dyn Subject> = match course.name {
            "conecta4" => asked(Conecta4, options.seed),
            "go" => asked(Go, options.seed),
            other => unreachable!("{other} is in COURSES"),
        };
        let predicates = subject.predicates();
        if let Some(name) = options.only.iter().find(|name| !predicates.contains(&name.as_str())) {
            let known = predicates.join(", ");
            return Err(WrongRubric::Unknown { found: name.clone(), known });
        }
        let rubric = Rubric::read(rubric.unwrap_or(course.rubric), &predicates)?;
        Ok(Grader { subject, sandbox, rubric, options })
    }

    /// Whether files are a whole submission of the course.
    #[must_use]
    pub fn is_whole(&self, files: &[File]) -> bool {
        self.subject.is_whole(files)
    }

    /// The predicates of the course, in the order of the sheet.
    #[must_use]
    pub fn predicates(&self) -> Vec<&'static str> {
        self.subject.predicates()
    }

    /// Grades a submission. `progress` hears each part as it is done. An error
    /// is ours or the machine's, never the student's.
    pub fn grade(
        &self,
        submission: &Submission,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> io::Result<Report> {
        let mut report = Report {
            submission: submission.person.name.clone(),
            participant: submission.person.id,
            seed: self.options.seed,
            rubric: self.rubric.name.clone(),
            sandbox: self.sandbox.name(),
            notes: submission.notes.clone(),
            ..Report::blank(self.subject.name())
        };
        let mut hear = |part: Part<'_>| match part {
            Part::Loaded(report) => progress(Progress::Loaded(report)),
            Part::Task(task) => {
                self.rubric.mark_task(task);
                progress(Progress::Task(task));
            }
        };
        let only = &self.options.only;
        self.subject.grade(&self.sandbox, submission, only, &mut report, &mut hear)?;
        report.mark = self.rubric.mark(&report.tasks, self.options.late);
        Ok(report)
    }
}

fn asked<C: Course + std::fmt::Debug + Send + 'static>(course: C, seed: u64) -> Box<dyn Subject>
where
    Plan<C>: std::fmt::Debug,
{
    let plan = Plan::new(&course, seed);
    Box::new(Asked { course, plan })
}

impl<C: Course + std::fmt::Debug + Send> Subject for Asked<C>
where
    Plan<C>: std::fmt::Debug,
{
    fn name(&self) -> &'static str {
        self.course.id()
    }

    fn is_whole(&self, files: &[File]) -> bool {
        is_whole(files, self.course.tasks())
    }

    fn predicates(&self) -> Vec<&'static str> {
        self.course.tasks().iter().map(|task| task.predicate).collect()
    }

    fn grade(
        &self,
        sandbox: &Sandbox,
        submission: &Submission,
        only: &[String],
        report: &mut Report,
        hear: &mut dyn FnMut(Part<'_>),
    ) -> io::Result<()> {
        let tasks = self.course.tasks();
        let chosen = choose(&submission.files, tasks);
        report.notes.extend(chosen.notes);
        report.taken.clone_from(&chosen.files);
        if chosen.files.is_empty() {
            let names: Vec<&str> = tasks.iter().map(|task| task.predicate).collect();
            report.notes.push(Note { what: "grade-note-nothing", about: names.join(", ") });
        }
        let stage = Stage::new(&submission.files)?;
        let mut program = Program::load(sandbox, stage.path(), chosen.files)?;
        report.messages = program.messages.replace(crate::sandbox::SUBMISSION, "");
        if program.failed.is_some() {
            report.notes.push(Note { what: "grade-note-not-loaded", about: String::new() });
        }
        hear(Part::Loaded(report));
        let wanted = |task: &Task| only.is_empty() || only.iter().any(|n| n == task.predicate);
        // Which of its names each task has here.
        let heads: Vec<(usize, &'static str, usize)> = tasks
            .iter()
            .enumerate()
            .flat_map(|(n, task)| {
                let names = std::iter::once(&task.predicate).chain(task.aliases);
                names.map(move |&name| (n, name, task.arity))
            })
            .collect();
        let asked: Vec<(&str, usize)> =
            heads.iter().map(|&(_, name, arity)| (name, arity)).collect();
        let homes = program.homes(&asked);
        let found: Vec<Option<(&'static str, Home)>> = (0..tasks.len())
            .map(|n| {
                let mut own = heads.iter().zip(&homes).filter(|((task, ..), _)| *task == n);
                own.find_map(|((_, name, _), home)| home.clone().map(|home| (*name, home)))
            })
            .collect();
        for (task, found) in tasks.iter().zip(&found) {
            if let Some((name, _)) = found {
                program.dialect.names.push((task.predicate, name));
            }
        }
        self.course.prepare(&mut program)?;
        for (n, (task, found)) in
            tasks.iter().zip(found).enumerate().filter(|(_, (t, _))| wanted(t))
        {
            let mut done = match found {
                Some((name, home)) => {
                    let mut done = examine(&self.course, &self.plan, &mut program, n)?;
                    done.task = format!("{name}/{}", task.arity);
                    done.home = Some(format!("{}:{}", home.file, home.line));
                    done
                }
                None => {
                    let mut missing = task.report(0);
                    missing.wrong.push(Finding::plain(Kind::Wrong, "grade-wrong-undefined"));
                    missing
                }
            };
            done.rubric = task.predicate;
            if !task.aliases.is_empty() && !done.understood {
                let names: Vec<&str> = heads.iter().filter(|h| h.0 == n).map(|h| h.1).collect();
                report.notes.push(Note { what: "grade-note-not-graded", about: names.join(", ") });
                continue;
            }
            hear(Part::Task(&mut done));
            report.tasks.push(done);
        }
        Ok(())
    }
}
