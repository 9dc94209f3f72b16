//! Reports for a person at a terminal.

use std::fmt::Write as _;

use sobremesa_kernel::escaped;
use sobremesa_text::{Lang, say};

use super::data::{Answer, Counterexample, Finding, Kind, Minimality, Report, TaskReport};

/// The whole report of a submission.
#[must_use]
pub fn text(report: &Report, lang: Lang) -> String {
    let tasks: String = report.tasks.iter().map(|task| task_text(task, lang)).collect();
    head_text(report, lang) + &tasks + &mark_text(report, lang)
}

/// What is known before anything is asked.
#[must_use]
pub fn head_text(report: &Report, lang: Lang) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "== {} ==", escaped(&report.submission));
    let taken = report.taken.iter().map(|file| escaped(file)).collect::<Vec<_>>().join(", ");
    if !taken.is_empty() {
        let _ = writeln!(out, "{}", say(lang, "grade-taken", &[("files", &taken)]));
    }
    for note in &report.notes {
        let about = escaped(&note.about);
        let _ = writeln!(out, "{}", say(lang, note.what, &[("about", &about)]));
    }
    if !report.messages.is_empty() {
        let _ = writeln!(out, "{}", say(lang, "grade-messages", &[]));
        for line in report.messages.lines().take(12) {
            let _ = writeln!(out, "    {}", escaped(line));
        }
    }
    out
}

/// The mark, and what the report was made with.
#[must_use]
pub fn mark_text(report: &Report, lang: Lang) -> String {
    let mut out = String::new();
    let mark = report.mark;
    let (points, of) = (number(mark.points), number(mark.of));
    let _ = writeln!(out, "\n{}", say(lang, "grade-mark", &[("points", &points), ("of", &of)]));
    if mark.late > 0.0 {
        let _ = writeln!(out, "{}", say(lang, "grade-late", &[("points", &number(mark.late))]));
    }
    let passed = if mark.points >= mark.pass { "grade-passed" } else { "grade-not-passed" };
    let _ = writeln!(out, "{}", say(lang, passed, &[("pass", &number(mark.pass))]));
    let about: [(&str, &dyn std::fmt::Display); 4] = [
        ("version", &report.version),
        ("seed", &report.seed),
        ("rubric", &report.rubric),
        ("sandbox", &report.sandbox),
    ];
    let _ = writeln!(out, "{}", say(lang, "grade-made-with", &about));
    out
}

/// A number of points: whole, or with one digit.
#[must_use]
pub fn number(points: f64) -> String {
    let rounded = (points * 10.0).round() / 10.0;
    if rounded.fract() == 0.0 { format!("{rounded:.0}") } else { format!("{rounded:.1}") }
}

/// What was found about one predicate.
#[must_use]
pub fn task_text(task: &TaskReport, lang: Lang) -> String {
    let state = if task.is_right() { "✓" } else { "✗" };
    let mut out =
        format!("\n{state} {:<22} {:>5} / {}", task.task, number(task.points), number(task.of));
    if task.asked > 0 {
        let asked: [(&str, &dyn std::fmt::Display); 2] =
            [("asked", &task.asked), ("wrong", &task.wrong_answers)];
        let _ = write!(out, "   {}", say(lang, "grade-asked", &asked));
    }
    out.push('\n');
    if !task.wrong.is_empty() {
        let _ = writeln!(out, "  {} «{}»", say(lang, "grade-sheet-says", &[]), task.sheet);
    }
    for finding in task.wrong.iter().chain(&task.open).chain(&task.style) {
        out += &of_finding(finding, lang);
    }
    out
}

fn of_finding(finding: &Finding, lang: Lang) -> String {
    let kind = match finding.kind {
        Kind::Wrong => "grade-kind-wrong",
        Kind::Open => "grade-kind-open",
        Kind::Style => "grade-kind-style",
    };
    let mut out = format!("  {}: {}", say(lang, kind, &[]), say(lang, finding.what, &[]));
    out.push('\n');
    if let Some(id) = finding.misreading {
        let _ = writeln!(out, "    → {}", say(lang, id, &[]));
    }
    if let Some(example) = &finding.counterexample {
        // An example of style needs no board of its own.
        if finding.kind == Kind::Wrong {
            out += &of_example(example, lang);
        } else {
            let _ = writeln!(out, "    ?- {}", example.query);
        }
    }
    out
}

fn of_example(example: &Counterexample, lang: Lang) -> String {
    let mut out = String::new();
    if let Some(board) = &example.board {
        for line in board.drawn().lines() {
            let _ = writeln!(out, "      {line}");
        }
    }
    let _ = writeln!(out, "    ?- {}", example.query);
    let _ = writeln!(out, "    {}", say(lang, "grade-answered", &[]));
    out += &of_answer(&example.answered, lang);
    let _ = writeln!(out, "    {}", say(lang, "grade-right", &[]));
    out += &of_answer(&example.right, lang);
    let small = match example.minimality {
        Minimality::Smallest => "grade-smallest",
        Minimality::OneLess => "grade-one-less",
        Minimality::Found => return out,
    };
    let _ = writeln!(out, "    {}", say(lang, small, &[]));
    out
}

fn of_answer(answer: &Answer, lang: Lang) -> String {
    const SHOWN: usize = 12;
    let mut out = String::new();
    if answer.boards.is_empty() {
        let values: Vec<String> = answer.values.iter().take(SHOWN).map(|v| escaped(v)).collect();
        if !values.is_empty() {
            let more = if answer.values.len() > SHOWN { " ; …" } else { "" };
            let _ = writeln!(out, "        {}{more}", values.join(" ; "));
        }
    } else {
        for board in answer.boards.iter().take(2) {
            for line in board.drawn().lines() {
                let _ = writeln!(out, "        {line}");
            }
        }
    }
    let silent = ["grade-ended-done", "grade-ended-more", "grade-right-values"];
    if answer.values.is_empty() || !silent.contains(&answer.ended) {
        let error = answer.error.as_deref().map(escaped).unwrap_or_default();
        let _ = writeln!(out, "        {}", say(lang, answer.ended, &[("error", &error)]));
    }
    out
}
