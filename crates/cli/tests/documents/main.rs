//! What a document says, a test does.
//!
//! The documents are README.md and its Spanish twin, ARCHITECTURE.md,
//! CONTRIBUTING.md, everything in `docs/` and every README of a crate or of
//! the pack. Each fence of theirs says what it is ([`parse`]), commands are run
//! as they stand ([`run`]), tables that the code knows are made from it
//! ([`made`]), commands, options and paths named in a sentence exist
//! ([`claims`]), and what is written in two languages says the same in both
//! ([`twins`]).
//!
//! `UPDATE=1 cargo test -p sobremesa --profile checked --test documents` writes
//! what the program says now into the documents; read the difference before
//! committing it.

mod claims;
#[path = "../common/mod.rs"]
mod common;
mod made;
mod parse;
mod run;
mod twins;

use std::fs;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use parse::{Document, Fence, Use, documents};

const UPDATE: &str =
    "UPDATE=1 cargo test -p sobremesa --profile checked --test documents writes what is so now";

/// The program, in English unless the arguments say otherwise, away from
/// everything that could show.
fn program(arguments: &[&str]) -> String {
    let done = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(arguments)
        .env_clear()
        .env("HOME", "/nonexistent")
        .env("LANG", "en_US.UTF-8")
        .output()
        .unwrap();
    String::from_utf8(done.stdout).unwrap()
}

/// Makes every document what `now` says it should be, or reports where it is
/// not.
fn compare(now: impl Fn(&Document, &mut Vec<String>) -> String) {
    // One after another: both may write the same document.
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let update = std::env::var_os("UPDATE").is_some();
    let mut wrong = Vec::new();
    let mut changed = false;
    for document in documents() {
        let text = now(&document, &mut wrong);
        if text == document.text {
            continue;
        }
        if update {
            fs::write(&document.path, text).unwrap();
        } else {
            changed = true;
            wrong.push(format!("{}:\n{}", document.name, difference(&document.text, &text)));
        }
    }
    let hint = if changed { UPDATE } else { "" };
    assert!(wrong.is_empty(), "{}\n{hint}", wrong.join("\n\n"));
}

/// The first lines that differ.
fn difference(was: &str, now: &str) -> String {
    let (was, now): (Vec<&str>, Vec<&str>) = (was.lines().collect(), now.lines().collect());
    let at = was.iter().zip(&now).take_while(|(was, now)| was == now).count();
    let some = |lines: &[&str], sign: &str| -> String {
        lines.iter().skip(at).take(6).map(|line| format!("  {sign} {line}\n")).collect()
    };
    format!("line {}:\n{}{}", at + 1, some(&was, "-"), some(&now, "+"))
}

#[test]
fn the_commands_of_the_documents_say_what_is_printed_below_them() {
    compare(run::replayed);
}

#[test]
fn the_tables_of_the_documents_are_those_of_the_code() {
    compare(made::remade);
}

/// A fence is run, checked, or says why it is not: none is passed over in
/// silence.
#[test]
fn every_fence_says_what_it_is() {
    let mut wrong = Vec::new();
    let mut counts = std::collections::BTreeMap::<&str, usize>::new();
    for document in documents() {
        for fence in document.fences() {
            match fence.purpose() {
                Ok(purpose) => *counts.entry(purpose.name()).or_default() += 1,
                Err(why) => wrong.push(format!("{}:{}: {why}", document.name, fence.line)),
            }
            if let Ok(Use::RunElsewhere(step)) = fence.purpose() {
                let runs = fs::read_to_string(parse::root().join(&step)).unwrap_or_default();
                let name = document.name.rsplit('/').next().unwrap();
                if !runs.contains(name) {
                    wrong
                        .push(format!("{}:{}: {step} does not read it", document.name, fence.line));
                }
            }
            if let Ok(Use::DocTest) = fence.purpose() {
                let library = document.path.with_file_name("src").join("lib.rs");
                let code = fs::read_to_string(library).unwrap_or_default();
                if !code.contains("include_str!(\"../README.md\")") {
                    wrong.push(format!("{}:{}: no doc test", document.name, fence.line));
                }
            }
            if let Ok(Use::Json) = fence.purpose()
                && let Err(why) = json(&document, &fence)
            {
                wrong.push(format!("{}:{}: {why}", document.name, fence.line));
            }
        }
    }
    println!("fences: {counts:?}");
    assert!(counts.get("run").is_some_and(|&run| run > 0), "{counts:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// JSON in a document can be read, and with `schema=NAME` it has the fields
/// that the server says such an object has.
fn json(document: &Document, fence: &Fence) -> Result<(), String> {
    let value: serde_json::Value =
        serde_json::from_str(&fence.body).map_err(|error| format!("not JSON: {error}"))?;
    let Some(name) = fence.attribute("schema") else { return Ok(()) };
    let description = made::description(document);
    let schema = &description["components"]["schemas"][name];
    let fields = schema["properties"].as_object().ok_or(format!("no schema {name}"))?;
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(|v| v.as_str()).collect();
    let given = value.as_object().ok_or("not an object")?;
    let unknown = given.keys().find(|key| !fields.contains_key(*key));
    let missing = required.iter().find(|key| !given.contains_key(**key));
    match (unknown, missing) {
        (None, None) => Ok(()),
        (Some(key), _) => Err(format!("{name} has no field {key}")),
        (_, Some(key)) => Err(format!("{name} has a field {key} too")),
    }
}

#[test]
fn the_commands_and_options_that_sentences_name_exist() {
    let wrong: Vec<String> = documents().iter().flat_map(claims::commands).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_files_that_sentences_name_exist() {
    let wrong: Vec<String> = documents().iter().flat_map(claims::files).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_tests_that_are_said_to_hold_a_promise_exist() {
    let wrong: Vec<String> = documents().iter().flat_map(claims::promises).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn links_lead_somewhere() {
    let wrong: Vec<String> = documents().iter().flat_map(claims::links).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_is_in_the_readme() {
    assert_eq!(claims::commands_left_out(), Vec::<String>::new());
}

#[test]
fn what_is_written_twice_says_the_same_in_both_languages() {
    let wrong = twins::differences();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every crate says what it is for where a reader of the repository looks, and
/// the code map knows it.
#[test]
fn every_crate_has_a_readme_and_a_place_on_the_map() {
    let guide = fs::read_to_string(parse::root().join("ARCHITECTURE.md")).unwrap();
    let map = guide.split("## Code map").nth(1).expect("a code map");
    let mut missing = Vec::new();
    for entry in fs::read_dir(parse::root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !path.join("Cargo.toml").exists() {
            continue;
        }
        if !path.join("README.md").exists() {
            missing.push(format!("crates/{name} has no README.md"));
        }
        if ![format!("`crates/{name}`"), format!("`{name}`")].iter().any(|n| map.contains(n)) {
            missing.push(format!("the code map of ARCHITECTURE.md has no crates/{name}"));
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}
