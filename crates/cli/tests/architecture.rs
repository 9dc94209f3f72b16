//! The invariants of ARCHITECTURE.md that a program can check.

#[path = "architecture/dependencies.rs"]
mod dependencies;
#[path = "architecture/modules.rs"]
mod modules;
#[path = "architecture/order.rs"]
mod order;
#[path = "architecture/words.rs"]
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A crate depends only on crates of a lower rank: the architecture as one
/// table. `kernel ← search ← games of their own ← the list ← the front ends`.
const RANKS: &[(&str, u32)] = &[
    ("sobremesa-kernel", 0),
    ("sobremesa-search", 1),
    ("sobremesa-nn", 1),
    ("sobremesa-record", 1),
    ("sobremesa-text", 1),
    ("sobremesa-table", 1),
    ("sobremesa-connect4", 2),
    ("sobremesa-dots", 2),
    ("sobremesa-go", 2),
    ("sobremesa-othello", 2),
    ("sobremesa-store", 2),
    ("sobremesa-games", 3),
    ("sobremesa-judgement", 3),
    ("sobremesa-protocol", 4),
    ("sobremesa-prolog", 4),
    ("sobremesa-swipl", 5),
    ("sobremesa-grade", 5),
    ("sobremesa-server", 5),
    ("sobremesa", 6),
    ("xtask", 6),
];

/// Files of the page that say something about each game.
const PAGE_TABLES: [&str; 2] =
    ["crates/server/page/boards/all.js", "crates/server/page/samples.js"];

/// About 800 lines: files longer than this are two things.
const LONGEST_FILE: usize = 800;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// Every file below `directory` with one of the extensions, build output and
/// downloads left out.
fn files(directory: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![directory.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !["target", "node_modules", ".git", ".venv", "corpus"].contains(&name.as_str()) {
                    open.push(path);
                }
            } else if extensions.iter().any(|extension| name.ends_with(&format!(".{extension}"))) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The names under `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line.trim() == "[dependencies]";
        } else if inside && !line.trim().is_empty() && !line.starts_with('#') {
            let name: String =
                line.chars().take_while(|c| c.is_alphanumeric() || "-_".contains(*c)).collect();
            names.push(name);
        }
    }
    names
}

#[test]
fn dependencies_point_one_way() {
    let ranks: BTreeMap<&str, u32> = RANKS.iter().copied().collect();
    let mut manifests: Vec<PathBuf> = fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path().join("Cargo.toml"))
        .collect();
    manifests.push(root().join("xtask/Cargo.toml"));
    assert_eq!(manifests.len(), RANKS.len(), "a crate without a rank, or a rank without a crate");
    for path in manifests {
        let manifest = fs::read_to_string(&path).unwrap();
        let name = manifest
            .lines()
            .find_map(|line| line.strip_prefix("name = "))
            .map(|name| name.trim_matches('"'))
            .unwrap();
        let rank = ranks.get(name).unwrap_or_else(|| panic!("{name} has no rank"));
        for dependency in dependencies(&manifest) {
            if let Some(below) = ranks.get(dependency.as_str()) {
                assert!(below < rank, "{name} must not depend on {dependency}");
            }
        }
    }
}

#[test]
fn the_kernel_uses_the_standard_library_only() {
    let manifest = fs::read_to_string(root().join("crates/kernel/Cargo.toml")).unwrap();
    // What its features need is asked for by name.
    let optional = |name: &String| {
        manifest.contains(&format!("{name} = {{ workspace = true, optional = true }}"))
    };
    let needed: Vec<String> =
        dependencies(&manifest).into_iter().filter(|name| !optional(name)).collect();
    assert_eq!(needed, [] as [&str; 0]);
}

/// A match is handed its game: what it is does not depend on which there are.
#[test]
fn the_table_uses_the_kernel_alone() {
    let manifest = fs::read_to_string(root().join("crates/table/Cargo.toml")).unwrap();
    let ours = |name: &String| name.starts_with("sobremesa");
    let needed: Vec<String> = dependencies(&manifest).into_iter().filter(ours).collect();
    assert_eq!(needed, ["sobremesa-kernel"]);
    for path in files(&root().join("crates/table/src"), &["rs"]) {
        let code = fs::read_to_string(&path).unwrap();
        for word in ["Instant", "SystemTime", "tokio", "axum", "std::fs", "std::net"] {
            assert!(!code.contains(word), "{}: {word}", shown(&path));
        }
    }
}

/// Games know no other game, no words and no files; Go has a network.
#[test]
fn a_game_crate_uses_the_kernel_and_the_search_tools_only() {
    for game in ["connect4", "dots", "go", "othello"] {
        let manifest =
            fs::read_to_string(root().join(format!("crates/{game}/Cargo.toml"))).unwrap();
        for dependency in dependencies(&manifest) {
            let ours = dependency.starts_with("sobremesa");
            let network = game == "go" && dependency == "sobremesa-nn";
            let tools = ["sobremesa-kernel", "sobremesa-search"].contains(&dependency.as_str());
            assert!(!ours || tools || network, "{game} must not depend on {dependency}");
        }
    }
}

#[test]
fn no_file_is_too_long() {
    let long: Vec<String> = files(&root(), &["rs", "js", "mjs", "css", "html", "py", "pl", "ftl"])
        .into_iter()
        .filter_map(|path| {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            (lines > LONGEST_FILE).then(|| format!("{}: {lines} lines", shown(&path)))
        })
        .collect();
    assert!(long.is_empty(), "split these: {long:#?}");
}

/// The page shows what the server says: it gets the legal keys and decides
/// nothing. It may draw a game its own way, but not list the games.
#[test]
fn the_page_holds_no_rules() {
    let page = root().join("crates/server/page");
    let mut wrong = Vec::new();
    for path in files(&page, &["js"]) {
        let code = fs::read_to_string(&path).unwrap();
        for word in ["suicide", "superko", "liberties", "flood", "isLegal", "legalMoves", "winner("]
        {
            if code.contains(word) {
                wrong.push(format!("{}: {word}", shown(&path)));
            }
        }
        let table = PAGE_TABLES.contains(&shown(&path).as_str());
        if !table && names_all_games(&code) {
            wrong.push(format!("{}: a second list of games", shown(&path)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn names_all_games(code: &str) -> bool {
    ["connect4", "dots", "go", "othello"]
        .iter()
        .all(|game| code.contains(&format!("\"{game}\"")) || code.contains(&format!("'{game}'")))
}

/// `GAMES` is the one list. A file that names all four games is a second one,
/// unless it is a table that adds something about each of them.
#[test]
fn there_is_one_list_of_games() {
    const TABLES: &[&str] = &[
        "crates/cli/src/play/draw/mod.rs",
        "crates/cli/src/analyze/html/board.rs",
        "crates/cli/src/bench/perft.rs",
        "crates/cli/src/bench/playouts.rs",
        "crates/record/src/sgf_record/kind.rs",
    ];
    let guide = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let guide = guide.split("## Adding a game").nth(1).expect("how to add a game");
    for table in TABLES.iter().chain(&PAGE_TABLES) {
        assert!(guide.contains(table), "who adds a game is not told of {table}");
    }
    let mut lists = Vec::new();
    for path in files(&root().join("crates"), &["rs"]) {
        let name = shown(&path);
        if name.contains("/tests/") || TABLES.contains(&name.as_str()) {
            continue;
        }
        let code = fs::read_to_string(&path).unwrap();
        let code = code.split("#[cfg(test)]").next().unwrap();
        if ["\"connect4\"", "\"dots\"", "\"go\"", "\"othello\""].iter().all(|id| code.contains(id))
        {
            lists.push(name);
        }
    }
    assert!(lists.is_empty(), "a second list of games in {lists:#?}");
}
