//! Reports as JUnit's XML, which every continuous check shows.

use std::fmt::Write as _;

use sobremesa_text::{Lang, say};

use super::data::{Report, TaskReport};
use super::json::sentence;
use super::markup::escape;
use super::text::task_text;

/// A suite for each submission, a case for each predicate.
#[must_use]
pub fn junit(reports: &[Report], lang: Lang) -> String {
    let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for report in reports {
        let failures = report.tasks.iter().filter(|task| !task.is_right()).count();
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\">",
            escape(&report.submission),
            report.tasks.len()
        );
        for task in &report.tasks {
            xml += &case(task, report.course, lang);
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}

fn case(task: &TaskReport, course: &str, lang: Lang) -> String {
    let name = escape(&task.task);
    let Some(first) = task.wrong.first() else {
        return format!("    <testcase classname=\"{course}\" name=\"{name}\"/>\n");
    };
    format!(
        "    <testcase classname=\"{course}\" name=\"{name}\">\n      \
         <failure type=\"{}\" message=\"{}\">{}</failure>\n    </testcase>\n",
        escape(&say(lang, "grade-kind-wrong", &[])),
        escape(&sentence(first, lang)),
        escape(&task_text(task, lang))
    )
}
