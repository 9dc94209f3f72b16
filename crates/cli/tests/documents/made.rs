//! Tables that the code knows.
//!
//! `<!-- made: levels go -->` begins such a table and `<!-- /made -->` ends it;
//! what is between them is written by this module.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use sobremesa_games::{GAMES, aliases, find};
use sobremesa_kernel::{GameEntry, Phrase};
use sobremesa_text::{Lang, phrase, say};

use crate::parse::{Document, root};
use crate::{program, run::Server};

const BEGIN: &str = "\n<!-- made: ";
const END: &str = "<!-- /made -->";

/// The document with its tables made anew.
pub fn remade(document: &Document, wrong: &mut Vec<String>) -> String {
    // These are printed whole.
    match document.name.as_str() {
        "docs/predicates.md" => return program(&["--lang", "en", "predicates", "--markdown"]),
        "docs/predicados.md" => return program(&["--lang", "es", "predicates", "--markdown"]),
        _ => {}
    }
    let lang = if document.spanish() { Lang::Es } else { Lang::En };
    let mut text = String::new();
    let mut rest = document.text.as_str();
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let Some((what, (_, after))) = after
            .split_once(" -->\n")
            .and_then(|(what, after)| Some((what, after.split_once(END)?)))
        else {
            wrong.push(format!("{}:{BEGIN} without {END}", document.name));
            return document.text.clone();
        };
        match table(what, lang, document) {
            Some(table) => text += &format!("{before}{BEGIN}{what} -->\n{table}{END}"),
            None => {
                wrong.push(format!("{}: nothing makes {what:?}", document.name));
                return document.text.clone();
            }
        }
        rest = after;
    }
    text + rest
}

fn table(what: &str, lang: Lang, document: &Document) -> Option<String> {
    let mut words = what.split(' ');
    let (name, game) = (words.next()?, words.next());
    match (name, game) {
        ("levels", Some(game)) => Some(levels(find(game)?, lang)),
        ("options", Some(game)) => Some(options(find(game)?, lang)),
        ("presets", Some(game)) => Some(presets(find(game)?, lang)),
        ("doors", None) => Some(doors(lang)),
        ("page-files", None) => Some(page_files()),
        ("endpoints", None) => Some(endpoints(document)),
        ("losses", None) => Some(sobremesa_record::losses::table()),
        _ => None,
    }
}

/// A table of Markdown: the first row is its head.
fn rows(rows: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        let cells: Vec<String> =
            row.iter().map(|cell| cell.replace('|', "\\|").replace('\n', " ")).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
        if number == 0 {
            let _ = writeln!(text, "|{}", "---|".repeat(row.len()));
        }
    }
    text
}

fn head(lang: Lang, en: &[&str], es: &[&str]) -> Vec<String> {
    let words = if lang == Lang::Es { es } else { en };
    words.iter().map(|word| (*word).to_owned()).collect()
}

fn levels(entry: &GameEntry, lang: Lang) -> String {
    let mut table = vec![head(lang, &["level", "name", "thinks"], &["nivel", "nombre", "piensa"])];
    for level in entry.levels() {
        let name = say(lang, level.name, &[]);
        let about = phrase(lang, &Phrase::new(level.about));
        table.push(vec![level.number.to_string(), name, about]);
    }
    rows(&table)
}

fn options(entry: &GameEntry, lang: Lang) -> String {
    let mut table = vec![head(
        lang,
        &["key", "meaning", "usual", "offered", "accepted too"],
        &["clave", "qué es", "si no se dice", "se ofrece", "también vale"],
    )];
    for option in entry.options() {
        table.push(vec![
            format!("`{}`", option.key),
            say(lang, &format!("rule-{}", option.key), &[]),
            format!("`{}`", option.default),
            option.choices.iter().map(|c| format!("`{c}`")).collect::<Vec<_>>().join(" "),
            option.free.map_or_else(|| "–".to_owned(), |free| phrase(lang, &Phrase::new(free))),
        ]);
    }
    rows(&table)
}

fn presets(entry: &GameEntry, lang: Lang) -> String {
    let mut table = vec![head(lang, &["preset", "rules", ""], &["variante", "reglas", ""])];
    for preset in entry.presets() {
        let word = say(lang, &format!("preset-{}", preset.id), &[]);
        table.push(vec![format!("`{}`", preset.id), format!("`{}`", preset.rules), word]);
    }
    rows(&table)
}

/// Which commands know which game: asked of the program itself.
fn doors(lang: Lang) -> String {
    let mut table = vec![head(
        lang,
        &["game", "other names", "`solve`", "`analyze`", "`gtp`"],
        &["juego", "otros nombres", "`solve`", "`analyze`", "`gtp`"],
    )];
    let has = |command: &str, game: &str| {
        let help = program(&["--lang", "en", command, "--help"]);
        help.lines().any(|line| line.split_whitespace().next() == Some(game))
    };
    let sign = |yes: bool| if yes { "✓" } else { "–" }.to_owned();
    for entry in GAMES {
        table.push(vec![
            format!("`{}`", entry.id),
            aliases(entry.id).iter().map(|a| format!("`{a}`")).collect::<Vec<_>>().join(" "),
            sign(has("solve", entry.id)),
            sign(has("analyze", entry.id)),
            sign(speaks_gtp(entry.id)),
        ]);
    }
    rows(&table)
}

fn speaks_gtp(game: &str) -> bool {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(["gtp", game])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A game without GTP is gone before it reads.
    let _ = child.stdin.take().unwrap().write_all(b"protocol_version\nquit\n");
    child.wait_with_output().unwrap().stdout.starts_with(b"= 2")
}

/// The files of the page and the first sentence of what each says of itself.
fn page_files() -> String {
    let page = root().join("crates/server/page");
    let mut files = Vec::new();
    let mut open = vec![page.clone()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    // The files of the root first, then directory by directory.
    files.sort_by_key(|path| path.parent() != Some(&*page));
    let mut table = vec![vec!["file".to_owned(), "what it is".to_owned()]];
    for path in files {
        let name = path.strip_prefix(&page).unwrap().display().to_string();
        let text = fs::read_to_string(&path).unwrap();
        let said = Some(first_sentence(&text)).filter(|said| !said.is_empty());
        table.push(vec![format!("`{name}`"), said.unwrap_or_else(|| "–".to_owned())]);
    }
    rows(&table)
}

/// The first sentence of the comment at the top of a file.
fn first_sentence(text: &str) -> String {
    let mut words = String::new();
    let says = |line: &&str| !line.starts_with("<!doctype") && *line != "// @ts-check";
    for line in text.lines().filter(says) {
        let line = line.trim();
        let Some(said) = ["//", "/*", "<!--", "*"]
            .iter()
            .find_map(|start| line.strip_prefix(start))
            .or((!words.is_empty() && !text.starts_with("//")).then_some(line))
        else {
            break;
        };
        let said = said.trim_matches(['*', '/', ' ']);
        if said.is_empty() {
            break;
        }
        words += if words.is_empty() { "" } else { " " };
        words += said.trim_end_matches("-->").trim();
        if let Some(end) = words.find(". ").or(words.ends_with('.').then_some(words.len() - 1)) {
            words.truncate(end);
            break;
        }
        if line.ends_with("*/") || line.ends_with("-->") {
            break;
        }
    }
    words.trim_end_matches([':', '.']).to_owned()
}

/// The server's own description of its interface.
pub fn description(document: &Document) -> serde_json::Value {
    let server = Server::start(document);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    let request = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

/// Every request of that description.
fn endpoints(document: &Document) -> String {
    let description = description(document);
    let mut table =
        vec![["request", "body", "what it does", "statuses"].map(str::to_owned).to_vec()];
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let body = operation
                .pointer("/requestBody/content/application~1json/schema/$ref")
                .and_then(|reference| reference.as_str()?.rsplit('/').next())
                .map_or_else(String::new, |name| format!("`{name}`"));
            let statuses: Vec<String> =
                operation["responses"].as_object().unwrap().keys().cloned().collect();
            table.push(vec![
                format!("`{} {path}`", method.to_uppercase()),
                body,
                operation["summary"].as_str().unwrap_or_default().to_owned(),
                statuses.join(" "),
            ]);
        }
    }
    rows(&table)
}
