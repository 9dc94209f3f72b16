//! What sentences claim there is: commands, options, files, places to go.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex};

use crate::parse::{Document, Use, root};
use crate::program;

/// The help of a command, such as `["solve", "connect4"]`.
fn help(path: &[&str]) -> String {
    static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap();
    known
        .entry(path.join(" "))
        .or_insert_with(|| {
            let mut arguments = vec!["--lang", "en"];
            arguments.extend(path);
            arguments.push("--help");
            program(&arguments)
        })
        .clone()
}

/// The commands that a help lists.
fn subcommands(help: &str) -> Vec<String> {
    help.lines()
        .skip_while(|line| !line.starts_with("Commands:") && !line.starts_with("Comandos:"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        // What a command does goes on further to the right.
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| Some(line.split_whitespace().next()?.to_owned()))
        .collect()
}

/// Commands and options that the document names and the program does not have.
pub fn commands(document: &Document) -> Vec<String> {
    let mut claims = document.code_spans();
    for fence in document.fences() {
        if matches!(fence.purpose(), Ok(Use::NotRun | Use::RunElsewhere(_))) {
            claims.extend(fence.body.lines().map(|line| line.trim_start_matches("$ ").to_owned()));
        }
    }
    let mut wrong = Vec::new();
    for claim in claims {
        for start in ["sobremesa", "cargo run --release --"] {
            let Some(rest) = claim.strip_prefix(start) else { continue };
            if !rest.is_empty() && !rest.starts_with(' ') {
                continue;
            }
            if let Some(missing) = missing(rest) {
                wrong.push(format!("{}: `{claim}`: there is no {missing}", document.name));
            }
        }
    }
    wrong
}

fn missing(arguments: &str) -> Option<String> {
    // Another program's command line, a comment and brackets that say "may be
    // left out" are not ours to check.
    let plain: String = arguments
        .split(['\'', '"'])
        .step_by(2)
        .collect::<Vec<_>>()
        .join(" ")
        .replace(['[', ']', '|'], " ");
    let plain = plain.split('#').next().unwrap_or_default();
    let mut path: Vec<&str> = Vec::new();
    let mut options = Vec::new();
    let mut named = false;
    for word in plain.split_whitespace() {
        if word.starts_with("--") && word.len() > 2 {
            let name = word.split(['=', ',', '…', ')', '.']).next().unwrap_or(word);
            options.push(name);
        } else if !named {
            let below = subcommands(&help(&path));
            if below.iter().any(|known| known == word) {
                path.push(word);
            } else {
                let plain_word = word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
                if path.is_empty() && plain_word && options.is_empty() {
                    return Some(format!("command {word}"));
                }
                named = true;
            }
        }
    }
    let mut help = help(&path);
    if path.is_empty() {
        // Without a command it serves, with all the options of that.
        help += &self::help(&["serve"]);
    }
    options
        .into_iter()
        .find(|option| {
            !help
                .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
                .any(|word| word == *option)
        })
        .map(|option| format!("option {option} of {path:?}"))
}

/// Commands that `sobremesa --help` lists and the README does not name.
pub fn commands_left_out() -> Vec<String> {
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    subcommands(&help(&[]))
        .into_iter()
        .filter(|name| !["help", "serve"].contains(&name.as_str()))
        .filter(|name| !readme.contains(&format!("`sobremesa {name}")))
        .collect()
}

/// Every file of the repository, from its root.
static FILES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let root = root();
    let mut found = BTreeSet::new();
    let mut open = vec![root.clone()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if ["target", "node_modules", ".git", ".venv"].contains(&name.as_str()) {
                continue;
            }
            found.insert(path.strip_prefix(&root).unwrap().display().to_string());
            if path.is_dir() {
                open.push(path);
            }
        }
    }
    found
});

/// Files that the document names and the repository does not have.
pub fn files(document: &Document) -> Vec<String> {
    const TOP: [&str; 7] = ["crates/", "docs/", "tests/", "pack/", "xtask/", "fuzz/", ".cargo/"];
    const SOURCES: [&str; 9] =
        [".rs", ".js", ".mjs", ".css", ".ftl", ".py", ".toml", ".book", ".bin"];
    let mut wrong = Vec::new();
    for span in document.code_spans() {
        let pattern = span.contains(['<', '>', '{', '*', '…', ' ', '$', '(', ':', '\\']);
        // What a command makes is not there before.
        let output = span.contains("NN-") || span.starts_with("pack/lib");
        if pattern || output {
            continue;
        }
        let name = span.trim_end_matches('/');
        let there = if TOP.iter().any(|top| span.starts_with(top)) {
            FILES.contains(name)
        } else if SOURCES.iter().any(|end| span.ends_with(end)) && !span.starts_with('/') {
            FILES.iter().any(|file| file == name || file.ends_with(&format!("/{name}")))
        } else {
            continue;
        };
        if !there {
            wrong.push(format!("{}: `{span}` is not in the repository", document.name));
        }
    }
    wrong
}

/// Promises in a table that no test holds: a row names files of tests, and of
/// some the beginning of a test's name (`both.rs`: *what belongs together…*).
pub fn promises(document: &Document) -> Vec<String> {
    let mut wrong = Vec::new();
    let prose = document.prose();
    for row in prose.lines().filter(|line| line.starts_with('|')) {
        for (at, _) in row.match_indices(".rs`: *") {
            let file = row[..at].rsplit('`').next().unwrap_or_default();
            let named = row[at..].split(".rs`: ").nth(1).unwrap_or_default();
            // Several of one file have commas between them.
            let tests = named.split('`').next().unwrap_or_default();
            for test in tests.split('*').skip(1).step_by(2) {
                let letters = test.trim_end_matches('…').split(|c: char| !c.is_alphanumeric());
                let name: Vec<&str> = letters.filter(|word| !word.is_empty()).collect();
                let name = format!("fn {}", name.join("_").to_lowercase());
                let of = |path: &&String| path.ends_with(&format!("/{file}.rs"));
                let holds = FILES.iter().filter(of).any(|path| {
                    fs::read_to_string(root().join(path)).is_ok_and(|text| text.contains(&name))
                });
                if !holds {
                    wrong.push(format!("{}: `{file}.rs` has no {name}…", document.name));
                }
            }
        }
    }
    wrong
}

/// Links that lead nowhere: no such file, or no such heading in it.
pub fn links(document: &Document) -> Vec<String> {
    let mut wrong = Vec::new();
    let prose = document.prose();
    let pictures = prose.split("src=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let links = prose.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
    for link in links.chain(pictures) {
        if link.contains("://") || link.starts_with("mailto:") {
            continue;
        }
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let path: PathBuf = if file.is_empty() {
            document.path.clone()
        } else {
            document.path.parent().unwrap().join(file)
        };
        let there = path.exists()
            && (heading.is_empty()
                || fs::read_to_string(&path).unwrap_or_default().lines().any(|line| {
                    line.starts_with('#') && slug(line.trim_start_matches('#').trim()) == heading
                }));
        if !there {
            wrong.push(format!("{}: {link}", document.name));
        }
    }
    wrong
}

/// The anchor that a page of documents gives a heading.
fn slug(heading: &str) -> String {
    heading
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}
