//! Reports as pages that need nothing else: they open from a USB stick.

use std::fmt::Write as _;

use sobremesa_text::{Lang, say};

use super::data::{Answer, Counterexample, Finding, Kind, Minimality, Report, TaskReport};
use super::diagram::{Diagram, Style};
use super::markup::escape;
use super::text::number;

/// The page of one submission.
#[must_use]
pub fn html(report: &Report, lang: Lang) -> String {
    let mut page = head(&report.submission, lang);
    let say = |id: &str| escape(&sobremesa_text::say(lang, id, &[]));
    let _ = writeln!(page, "<h1>{}</h1>", escape(&report.submission));
    let mark = report.mark;
    let (points, of) = (number(mark.points), number(mark.of));
    let told = sobremesa_text::say(lang, "grade-mark", &[("points", &points), ("of", &of)]);
    let passed = if mark.points >= mark.pass { "grade-passed" } else { "grade-not-passed" };
    let passed = sobremesa_text::say(lang, passed, &[("pass", &number(mark.pass))]);
    let _ = writeln!(page, "<p class=\"mark\">{} {}</p>", escape(&told), escape(&passed));
    if !report.taken.is_empty() {
        let files = report.taken.join(", ");
        let taken = sobremesa_text::say(lang, "grade-taken", &[("files", &files)]);
        let _ = writeln!(page, "<p>{}</p>", escape(&taken));
    }
    for note in &report.notes {
        let note = sobremesa_text::say(lang, note.what, &[("about", &note.about)]);
        let _ = writeln!(page, "<p>{}</p>", escape(&note));
    }
    if !report.messages.is_empty() {
        let messages = say("grade-messages");
        let text = escape(&report.messages);
        let _ = writeln!(page, "<details><summary>{messages}</summary><pre>{text}</pre></details>");
    }
    for task in &report.tasks {
        page += &section(task, lang);
    }
    let about: [(&str, &dyn std::fmt::Display); 4] = [
        ("version", &report.version),
        ("seed", &report.seed),
        ("rubric", &report.rubric),
        ("sandbox", &report.sandbox),
    ];
    let made = sobremesa_text::say(lang, "grade-made-with", &about);
    let _ = writeln!(page, "<p class=\"made\">{}</p>", escape(&made));
    page + "</main>\n</body>\n</html>\n"
}

/// The page of a class: everybody's mark, and the way to each report.
#[must_use]
pub fn index(pages: &[(String, &Report)], lang: Lang) -> String {
    let title = say(lang, "grade-index", &[]);
    let mut page = head(&title, lang);
    let _ = writeln!(page, "<h1>{}</h1>\n<table>\n<tbody>", escape(&title));
    for (file, report) in pages {
        let _ = writeln!(
            page,
            "<tr><th scope=\"row\"><a href=\"{}\">{}</a></th><td>{} / {}</td></tr>",
            escape(file),
            escape(&report.submission),
            number(report.mark.points),
            number(report.mark.of)
        );
    }
    page + "</tbody>\n</table>\n</main>\n</body>\n</html>\n"
}

fn head(title: &str, lang: Lang) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n<main>\n",
        escape(title),
        include_str!("report.css")
    )
}

fn section(task: &TaskReport, lang: Lang) -> String {
    let state = if task.is_right() { "✓" } else { "✗" };
    let mut out = format!(
        "<section>\n<h2>{state} {} <small>{} / {}</small></h2>\n",
        escape(&task.task),
        number(task.points),
        number(task.of)
    );
    if task.asked > 0 {
        let asked: [(&str, &dyn std::fmt::Display); 2] =
            [("asked", &task.asked), ("wrong", &task.wrong_answers)];
        let _ = writeln!(out, "<p>{}</p>", escape(&say(lang, "grade-asked", &asked)));
    }
    if !task.wrong.is_empty() {
        let says = escape(&say(lang, "grade-sheet-says", &[]));
        let sheet = escape(task.sheet);
        let _ = writeln!(out, "<p>{says} <q lang=\"es\">{sheet}</q></p>");
    }
    for finding in task.wrong.iter().chain(&task.open).chain(&task.style) {
        out += &found(finding, lang);
    }
    out + "</section>\n"
}

fn found(finding: &Finding, lang: Lang) -> String {
    let (class, kind) = match finding.kind {
        Kind::Wrong => ("wrong", "grade-kind-wrong"),
        Kind::Open => ("open", "grade-kind-open"),
        Kind::Style => ("style", "grade-kind-style"),
    };
    let words = |id: &str| escape(&say(lang, id, &[]));
    let mut out =
        format!("<article class=\"{class}\">\n<h3>{}: {}</h3>\n", words(kind), words(finding.what));
    if let Some(id) = finding.misreading {
        let _ = writeln!(out, "<p><strong>{}</strong></p>", words(id));
    }
    if let Some(example) = &finding.counterexample {
        out += &shown(example, finding.kind == Kind::Wrong, lang);
    }
    out + "</article>\n"
}

fn shown(example: &Counterexample, drawn: bool, lang: Lang) -> String {
    let words = |id: &str| escape(&say(lang, id, &[]));
    let mut out = String::new();
    if let Some(board) = example.board.as_ref().filter(|_| drawn) {
        out += &picture(board);
    }
    let _ = writeln!(out, "<pre tabindex=\"0\"><code>?- {}</code></pre>", escape(&example.query));
    if !drawn {
        return out;
    }
    for (title, answer) in [("grade-answered", &example.answered), ("grade-right", &example.right)]
    {
        let _ = writeln!(out, "<p>{}</p>\n{}", words(title), answered(answer, lang));
    }
    let small = match example.minimality {
        Minimality::Smallest => "grade-smallest",
        Minimality::OneLess => "grade-one-less",
        Minimality::Found => return out,
    };
    let _ = writeln!(out, "<p>{}</p>", words(small));
    out
}

fn answered(answer: &Answer, lang: Lang) -> String {
    let mut out: String = answer.boards.iter().take(2).map(picture).collect();
    if answer.boards.is_empty() && !answer.values.is_empty() {
        let values: Vec<&str> = answer.values.iter().take(12).map(String::as_str).collect();
        let more = if answer.values.len() > values.len() { " ; …" } else { "" };
        let _ = writeln!(
            out,
            "<pre tabindex=\"0\"><code>{}{more}</code></pre>",
            escape(&values.join(" ; "))
        );
    }
    let silent = ["grade-ended-done", "grade-ended-more", "grade-right-values"];
    if answer.values.is_empty() || !silent.contains(&answer.ended) {
        let error = answer.error.clone().unwrap_or_default();
        let ended = say(lang, answer.ended, &[("error", &error)]);
        let _ = writeln!(out, "<p><code>{}</code></p>", escape(&ended));
    }
    out
}

/// A board as a picture; its letters are its description.
fn picture(board: &Diagram) -> String {
    const CELL: usize = 24;
    let columns = board.column_names.len();
    let (width, height) = ((columns + 1) * CELL, (board.rows.len() + 1) * CELL);
    let mut svg = format!(
        "<svg class=\"{}\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n<title>{}</title>\n",
        match board.style {
            Style::Columns => "columns",
            Style::Crossings => "crossings",
            Style::Squares => "squares",
            Style::Dots => "lines",
        },
        escape(&board.drawn())
    );
    let middle = |n: usize| n * CELL + CELL / 2;
    for (n, name) in board.column_names.iter().enumerate() {
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{}\">{name}</text>", middle(n + 1), middle(0) + 5);
    }
    for (row, (name, cells)) in board.row_names.iter().zip(&board.rows).enumerate() {
        let y = middle(row + 1);
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{name}</text>", middle(0), y + 5);
        for (column, letter) in cells.chars().enumerate() {
            let x = middle(column + 1);
            let (left, top) = (x - CELL / 2, y - CELL / 2);
            let _ = writeln!(
                svg,
                "<rect x=\"{left}\" y=\"{top}\" width=\"{CELL}\" height=\"{CELL}\"/>"
            );
            if letter != '-' {
                let _ = writeln!(
                    svg,
                    "<circle class=\"{}\" cx=\"{x}\" cy=\"{y}\" r=\"10\"/><text class=\"on-{}\" \
                     x=\"{x}\" y=\"{}\">{}</text>",
                    class(letter),
                    class(letter),
                    y + 5,
                    escape(&letter.to_string())
                );
            }
        }
    }
    svg + "</svg>\n"
}

/// Pieces of ours have a colour; anything else a program put there has none.
fn class(letter: char) -> &'static str {
    match letter {
        'a' => "a",
        'b' => "b",
        'w' => "w",
        _ => "other",
    }
}
