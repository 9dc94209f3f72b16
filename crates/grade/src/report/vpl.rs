//! Reports as Moodle's Virtual Programming Lab reads them from a program's
//! output: comments between marks, and the grade.

use std::fmt::Write as _;

use sobremesa_text::Lang;

use super::data::Report;
use super::text::{head_text, number, task_text};

/// What VPL reads. A line of ours that begins as one of its marks would is
/// moved, so that nothing a student wrote is a mark.
#[must_use]
pub fn vpl(report: &Report, lang: Lang) -> String {
    let tasks: String = report.tasks.iter().map(|task| task_text(task, lang)).collect();
    let mut out = String::from("<|--\n");
    for line in (head_text(report, lang) + &tasks).lines() {
        let mark = ["Grade :=>>", "Comment :=>>", "--|>", "<|--"];
        let moved = mark.iter().any(|mark| line.trim_start().starts_with(mark));
        // VPL takes a line that begins with `-` for a heading.
        let moved = moved || line.starts_with('-');
        let _ = writeln!(out, "{}{line}", if moved { "| " } else { "" });
    }
    let _ = writeln!(out, "--|>");
    let _ = writeln!(out, "Grade :=>> {}", number(report.mark.points));
    out
}
