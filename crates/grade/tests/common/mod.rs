//! What the tests of the courses share.

#![allow(dead_code)]

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::Deserialize;
use sobremesa_grade::intake::{self, File, Group, Person, Submission};
use sobremesa_grade::report::Report;
use sobremesa_grade::sandbox::{Sandbox, has};
use sobremesa_grade::{COURSES, Grader, Options};

pub fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(path)
}

/// The sandbox, where there is one and SWI-Prolog; `./test` has both, so it
/// sets `SOBREMESA_GRADE_MUST` and nothing is left out there.
pub fn sandbox() -> Option<Sandbox> {
    let must = std::env::var_os("SOBREMESA_GRADE_MUST").is_some();
    match (has("swipl"), Sandbox::find()) {
        (true, Ok(sandbox)) => Some(sandbox),
        (swipl, found) => {
            assert!(!must, "swipl: {swipl}, sandbox: {found:?}");
            eprintln!("left out: swipl: {swipl}, sandbox: {found:?}");
            None
        }
    }
}

pub fn grader(course: &str) -> Option<Grader> {
    grader_of(course, &[])
}

/// A grader that asks about some predicates alone.
pub fn grader_of(course: &str, only: &[&str]) -> Option<Grader> {
    let only = only.iter().map(|&name| name.to_owned()).collect();
    let course = COURSES.iter().find(|known| known.name == course).expect("a course");
    let grader = Grader::new(*course, sandbox()?, None, Options { seed: 1, late: false, only });
    Some(grader.expect("the sheet's rubric is right"))
}

pub fn grade_file(grader: &Grader, path: &Path) -> Report {
    let read = intake::read(path, Group::One, &|files| grader.is_whole(files)).unwrap();
    grader.grade(&read[0], &mut |_| {}).unwrap()
}

pub fn grade_text(grader: &Grader, name: &str, text: &str) -> Report {
    let submission = Submission {
        person: Person { name: name.to_owned(), id: None },
        files: vec![File { path: name.to_owned(), bytes: text.as_bytes().to_owned() }],
        notes: vec![],
    };
    grader.grade(&submission, &mut |_| {}).unwrap()
}

/// Does something with each, two at a time; the results in order.
pub fn in_parallel<T: Sync, R: Send>(all: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(one) = all.get(at) else { return };
                    let result = work(one);
                    done.lock().unwrap().push((at, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[derive(Debug, Deserialize)]
struct Twins {
    twin: Vec<Twin>,
}

/// A right program with one fault.
#[derive(Debug, Deserialize)]
struct Twin {
    /// The predicate whose fault it is.
    task: String,
    /// The misunderstanding to be named.
    names: Option<String>,
    from: String,
    to: String,
    /// Near the misunderstanding, so another name or none will do.
    #[serde(default)]
    loose: bool,
}

/// Every right program of a course gets full marks.
pub fn right_programs_get_full_marks(course: &str, fewest: usize) {
    let Some(grader) = grader(course) else { return };
    let programs = fs::read_dir(here(&format!("{course}/right"))).unwrap();
    let programs: Vec<PathBuf> = programs.map(|entry| entry.unwrap().path()).collect();
    assert!(programs.len() >= fewest);
    for report in in_parallel(&programs, |path| grade_file(&grader, path)) {
        let told = sobremesa_grade::report::text(&report, sobremesa_text::Lang::En);
        assert!(report.tasks.iter().all(|task| task.is_right()), "{told}");
        assert_eq!(report.tasks.len(), grader.predicates().len(), "{told}");
        assert!((report.mark.points - report.mark.of).abs() < 1e-9, "{told}");
    }
}

/// Every wrong twin of a right program loses points, and four in five of those
/// whose misunderstanding the catalogue has are named.
pub fn wrong_twins_are_caught_and_named(course: &str, base: &str) {
    if sandbox().is_none() {
        return;
    }
    let base = fs::read_to_string(here(&format!("{course}/right/{base}"))).unwrap();
    let twins = fs::read_to_string(here(&format!("{course}/twins.toml"))).unwrap();
    let twins: Twins = toml::from_str(&twins).unwrap();
    // One a predicate: the others are right.
    let graders: HashMap<&str, Grader> = twins
        .twin
        .iter()
        .map(|twin| (&*twin.task, grader_of(course, &[&*twin.task]).expect("it works")))
        .collect();
    let reports = in_parallel(&twins.twin, |twin| {
        assert!(base.contains(&twin.from), "nothing to replace: {}", twin.from);
        let text = base.replace(&twin.from, &twin.to);
        grade_text(&graders[&*twin.task], "tp.pl", &text)
    });
    let (mut missed, mut unnamed, mut named) = (Vec::new(), Vec::new(), 0);
    for (twin, report) in twins.twin.iter().zip(&reports) {
        let label = format!("{} {:?} {:?}", twin.task, twin.names, twin.to);
        let Some(task) = report.tasks.first().filter(|task| !task.is_right()) else {
            missed.push(label);
            continue;
        };
        assert!(task.points < task.of, "{label}: no point is lost");
        assert!(task.wrong[0].counterexample.is_some(), "{label}");
        if let Some(name) = &twin.names {
            if task.wrong[0].misreading == Some(name) {
                named += 1;
            } else if !twin.loose {
                unnamed.push(format!("{label}: {:?}", task.wrong[0].misreading));
            }
        }
    }
    let all = twins.twin.len();
    assert!(missed.is_empty(), "of {all} twins these pass: {missed:#?}");
    let catalogued = twins.twin.iter().filter(|twin| twin.names.is_some()).count();
    println!("{course}: {all} twins caught, {named} of {catalogued} named; not: {unnamed:#?}");
    assert!(named * 10 >= catalogued * 8, "{named} of {catalogued} are named: {unnamed:#?}");
}
