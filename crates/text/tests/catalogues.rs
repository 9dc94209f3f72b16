//! Both languages say the same things, in the part of Fluent we keep to, and
//! everything the code asks for is there.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use sobremesa_kernel::Phrase;
use sobremesa_text::{Lang, files, has, phrase, phrase_id};

/// Every message of a language: id → (area, its arguments).
fn messages(lang: Lang) -> BTreeMap<String, (String, BTreeSet<String>)> {
    let mut all = BTreeMap::new();
    for (area, text) in files(lang) {
        let place = format!("{lang}/{area}.ftl");
        let resource = fluent_syntax::parser::parse(*text)
            .unwrap_or_else(|(_, errors)| panic!("{place}: {errors:?}"));
        for entry in resource.body {
            match entry {
                Entry::Message(message) => {
                    let id = message.id.name;
                    assert!(message.attributes.is_empty(), "{place}: {id} has attributes");
                    let value = message.value.unwrap_or_else(|| panic!("{place}: {id} is empty"));
                    let mut arguments = BTreeSet::new();
                    collect(&value, 0, &format!("{place}: {id}"), &mut arguments);
                    let before = all.insert(id.to_owned(), ((*area).to_owned(), arguments));
                    assert!(before.is_none(), "{place}: {id} is also in {:?}", before.unwrap().0);
                }
                Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
                other => panic!("{place}: only messages, not {other:?}"),
            }
        }
    }
    all
}

fn collect(pattern: &Pattern<&str>, depth: u32, place: &str, into: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        match expression {
            Expression::Inline(InlineExpression::VariableReference { id })
            | Expression::Select { selector: InlineExpression::VariableReference { id }, .. } => {
                into.insert(id.name.to_owned());
            }
            Expression::Inline(
                InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. },
            ) => {}
            other => panic!("{place}: the page cannot format {other:?}"),
        }
        if let Expression::Select { variants, .. } = expression {
            assert_eq!(depth, 0, "{place}: a selector within a selector");
            for variant in variants {
                collect(&variant.value, depth + 1, place, into);
            }
        }
    }
}

#[test]
fn both_languages_have_the_same_messages_with_the_same_arguments() {
    let (en, es) = (messages(Lang::En), messages(Lang::Es));
    let mut wrong = Vec::new();
    for (id, (area, arguments)) in &en {
        match es.get(id) {
            None => wrong.push(format!("es/{area}.ftl lacks {id}")),
            Some((_, others)) if others != arguments => {
                wrong.push(format!("{id}: en uses {arguments:?}, es uses {others:?}"));
            }
            Some((other, _)) if other != area => {
                wrong.push(format!("{id}: {area} in en, {other} in es"))
            }
            Some(_) => {}
        }
    }
    wrong.extend(
        es.iter()
            .filter(|(id, _)| !en.contains_key(*id))
            .map(|(id, (area, _))| format!("en/{area}.ftl lacks {id}")),
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Ids the code asks for by a literal exist. Ids made at run time
/// (`game-<id>`, `rule-<key>` …) are checked where the games are listed.
#[test]
fn every_literal_id_in_the_code_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut missing = Vec::new();
    let mut asked = 0;
    for file in rust_sources(&root) {
        let code = fs::read_to_string(&file).unwrap();
        // Tests of a module may ask for what is not there on purpose.
        let code = code.split("#[cfg(test)]").next().unwrap();
        for id in literal_ids(code) {
            asked += 1;
            if !has(id) {
                missing.push(format!("{}: {id}", file.display()));
            }
        }
    }
    assert!(asked > 0, "no id was found: the scan is broken");
    assert!(missing.is_empty(), "{missing:#?}");
}

/// The phrases of the English catalogue are those of the code, letter by
/// letter: the key of a phrase is made of its words, so one that is not there
/// is a phrase that nobody says any more.
#[test]
fn every_phrase_is_said_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    // A literal may be broken over lines.
    let code: String = rust_sources(&root)
        .iter()
        .map(|file| fs::read_to_string(file).unwrap())
        .flat_map(|code| {
            code.split("\\\n").map(|part| part.trim_start().to_owned()).collect::<Vec<_>>()
        })
        .collect();
    let mut phrases = 0;
    for (id, (area, arguments)) in messages(Lang::En) {
        assert_eq!(id.starts_with("phrase-"), area == "phrases", "{id} is in {area}.ftl");
        if area != "phrases" {
            continue;
        }
        phrases += 1;
        let names: Vec<String> = arguments.iter().map(|name| format!("{{{name}}}")).collect();
        let filled: Vec<(&str, &dyn std::fmt::Display)> =
            arguments.iter().map(String::as_str).zip(names.iter().map(|name| name as _)).collect();
        let template = sobremesa_text::say(Lang::En, &id, &filled);
        assert!(code.contains(&format!("\"{template}\"")), "nothing says {template:?} ({id})");
    }
    assert!(phrases > 100, "{phrases} phrases: the scan is broken");
}

#[test]
fn a_phrase_is_said_in_both_languages() {
    let column = Phrase::new("a column from 1 to {most}").with("most", 7);
    assert_eq!(phrase(Lang::Es, &column), "una columna de 1 a 7");
    assert_eq!(phrase(Lang::En, &column), column.to_string());
    assert_eq!(phrase_id(&Phrase::new("words that nobody says")), None);
}

/// The literals in `Message::new("…"`, `SyntaxError::new("…"`, `say(_, "…"`.
fn literal_ids(code: &str) -> Vec<&str> {
    let mut ids = Vec::new();
    for call in ["Message::new(", "SyntaxError::new(", "SyntaxError::finding(", "say("] {
        for (at, _) in code.match_indices(call) {
            let before = code[..at].chars().next_back().unwrap_or(' ');
            if before.is_alphanumeric() || before == '_' {
                continue;
            }
            let rest = code[at + call.len()..].trim_start();
            let argument = if call == "say(" { said(rest) } else { rest };
            if let Some(literal) = argument.strip_prefix('"') {
                ids.push(literal.split('"').next().unwrap());
            }
        }
    }
    ids
}

/// The argument of `say(…)` that is the id: the second after a language, or
/// the first where a method knows the language. Other things are called `say`
/// too; their first argument is neither.
fn said(arguments: &str) -> &str {
    let (first, rest) = arguments.split_once(',').unwrap_or((arguments, ""));
    let own = ["\"cli-", "\"common-"].iter().any(|start| first.starts_with(start));
    match first.to_lowercase().contains("lang") {
        _ if own => first,
        true => rest.trim_start(),
        false => "",
    }
}

fn rust_sources(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = fs::read_dir(root.join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("src"))
        .filter(|path| path.is_dir())
        .collect();
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// One voice: `tú`, in words that are at home everywhere.
#[test]
fn spanish_speaks_with_tu() {
    let strangers = "vos acá usted ustedes vosotros sos podés tenés querés hacé poné jugá elegí \
        escribí mirá tocá pegá pegala abrí fijate probá ordenador vuestra vuestro sólo";
    let strangers: Vec<&str> = strangers.split_whitespace().collect();
    let mut found = Vec::new();
    for (area, text) in files(Lang::Es) {
        for (number, line) in text.lines().enumerate() {
            let line = line.to_lowercase();
            let mut words = line.split(|letter: char| !letter.is_alphabetic());
            if let Some(word) = words.find(|word| strangers.contains(word)) {
                found.push(format!("{area}.ftl:{}: {word}", number + 1));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_scan_finds_ids() {
    let code = r#"Message::new("a"); x.say(lang, "b", &[]); SyntaxError::new(
        "c", text, ""); essay(lang, "no"); say(lang, id, "no"); say("cli-d", &[]);
        out.say("status", "no"); say(Lang::Es, "e", &[]);"#;
    assert_eq!(literal_ids(code), ["a", "c", "b", "cli-d", "e"]);
}
