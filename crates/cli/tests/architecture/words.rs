//! What source files must say and must not: a first sentence, and no game's id
//! outside the files that know it.

use std::fs;

use super::{files, root, shown};

const IDS: [&str; 4] = ["connect4", "dots", "go", "othello"];

/// The files outside a game's crate that name it. What they know of it belongs
/// into the game's crate, behind `Game`; whoever moves it there takes the line
/// out, and nobody adds one without need. (`go` is also a word of GTP and
/// NBoard.)
const NAMED: &[(&str, &[&str])] = &[
    ("crates/cli/src/analyze/html/board.rs", &["connect4", "dots", "go", "othello"]),
    ("crates/cli/src/analyze/mod.rs", &["connect4", "go", "othello"]),
    ("crates/cli/src/bench/mod.rs", &["connect4", "go", "othello"]),
    ("crates/cli/src/bench/perft.rs", &["connect4", "dots", "go", "othello"]),
    ("crates/cli/src/bench/playouts.rs", &["connect4", "dots", "go", "othello"]),
    ("crates/cli/src/bench/server.rs", &["connect4"]),
    ("crates/cli/src/gtp.rs", &["go"]),
    ("crates/cli/src/main.rs", &["othello"]),
    ("crates/cli/src/play/draw/mod.rs", &["connect4", "dots", "go", "othello"]),
    ("crates/grade/src/course/go/mod.rs", &["go"]),
    ("crates/grade/src/grader.rs", &["go"]),
    ("crates/games/src/files.rs", &["othello"]),
    ("crates/games/src/reading.rs", &["go"]),
    ("crates/prolog/src/predicates/othello.rs", &["othello"]),
    ("crates/prolog/src/registry.rs", &["othello"]),
    ("crates/protocol/src/dots.rs", &["go"]),
    ("crates/protocol/src/external/nboard_engine.rs", &["go"]),
    ("crates/protocol/src/nboard.rs", &["go"]),
    ("crates/record/src/ggf.rs", &["othello"]),
    ("crates/record/src/losses.rs", &["othello"]),
    ("crates/record/src/sgf_record/kind.rs", &["connect4", "dots", "go", "othello"]),
    ("crates/record/src/transcript.rs", &["othello"]),
    ("crates/record/src/wthor.rs", &["othello"]),
    ("crates/server/page/boards/connect4.js", &["connect4"]),
    ("crates/server/page/boards/dots.js", &["dots"]),
    ("crates/server/page/boards/go.js", &["go"]),
    ("crates/server/page/boards/othello.js", &["othello"]),
    ("crates/server/page/samples.js", &["connect4", "dots", "go", "othello"]),
    ("crates/server/page/screens/moves.js", &["go"]),
    ("crates/server/src/engines.rs", &["go", "othello"]),
];

/// Whether code names a game as text or, in the page, as a key.
fn names(path: &str, code: &str, id: &str) -> bool {
    let key = |line: &str| line.trim_start().starts_with(&format!("{id}: "));
    code.contains(&format!("\"{id}\""))
        || code.contains(&format!("'{id}'"))
        || path.ends_with(".js") && code.lines().any(key)
}

#[test]
fn a_game_is_named_in_its_crate_and_where_it_must_be() {
    let mut wrong = Vec::new();
    for path in files(&root(), &["rs", "js"]) {
        let name = shown(&path);
        let source = name.contains("/src/") || name.starts_with("crates/server/page/");
        if !source || name.ends_with("tests.rs") || name.contains("/simulation") {
            continue;
        }
        let code = fs::read_to_string(&path).unwrap();
        let code = code.split("#[cfg(test)]").next().unwrap();
        for id in IDS {
            let home = name.starts_with(&format!("crates/{id}/"));
            let known = NAMED.iter().any(|(file, ids)| *file == name && ids.contains(&id));
            if !home && !known && names(&name, code, id) {
                wrong.push(format!("{name}: {id}"));
            }
        }
    }
    assert!(wrong.is_empty(), "games named outside their crates: {wrong:#?}");
}

#[test]
fn the_table_of_names_has_no_more_than_it_needs() {
    for (file, ids) in NAMED {
        let path = root().join(file);
        assert!(path.is_file(), "{file} is gone: take it out of the table");
        let code = fs::read_to_string(path).unwrap();
        let code = code.split("#[cfg(test)]").next().unwrap();
        for id in *ids {
            assert!(
                IDS.contains(id) && names(file, code, id),
                "{file} does not name {id} any more"
            );
        }
    }
}

#[test]
fn every_file_begins_with_a_sentence() {
    let begins = |text: &str, name: &str| {
        let says = |line: &&str| !line.starts_with("#!/") && *line != "// @ts-check";
        let first = text.lines().find(says).unwrap_or_default();
        let opening: &[&str] = match name.rsplit('.').next() {
            Some("rs") => &["//! ", "#![doc", "#![no_main]"],
            Some("py") => &["\"\"\"", "# "],
            _ => &["// ", "/*"],
        };
        opening.iter().any(|opening| first.starts_with(opening))
    };
    let silent: Vec<String> = files(&root(), &["rs", "js", "mjs", "py"])
        .into_iter()
        // Pages of courses are as students hand them in.
        .filter(|path| !shown(path).starts_with("tests/course/pages/"))
        .filter(|path| !begins(&fs::read_to_string(path).unwrap(), &shown(path)))
        .map(|path| shown(&path))
        .collect();
    assert!(silent.is_empty(), "what are these for? {silent:#?}");
}
