//! Matches as a person plays them: stopped, resumed, and of one directory each.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use common::{printing_to, text};

fn played(arguments: &[&str]) -> Output {
    let mut all = vec!["match", "connect4", "--first", "2", "--second", "1", "--opening", "4"];
    all.extend(arguments);
    all.extend(["--lang", "en"]);
    printing_to(Stdio::piped(), env!("CARGO_BIN_EXE_sobremesa"), &all, "")
}

struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Directory(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }

    /// Every game of the log by number, without the time it took.
    fn games(&self) -> Vec<String> {
        let log = fs::read_to_string(self.0.join("log.txt")).unwrap();
        let mut games: Vec<(u32, String)> = log
            .lines()
            .skip(1)
            .map(|line| {
                let words = line.split(' ').filter(|word| !word.starts_with("cpu_ms="));
                let number = line.split(' ').next().unwrap().parse().unwrap();
                (number, words.collect::<Vec<_>>().join(" "))
            })
            .collect();
        games.sort();
        games.into_iter().map(|(_, line)| line).collect()
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Cuts the end off the log, as a crash does.
fn tear(directory: &Path, bytes: usize) {
    let path = directory.join("log.txt");
    let log = fs::read(&path).unwrap();
    fs::write(&path, &log[..log.len() - bytes]).unwrap();
}

#[test]
fn a_match_that_was_stopped_five_times_is_the_same_game_by_game() {
    let (whole, torn) = (Directory::new("match-whole"), Directory::new("match-torn"));
    let at_once = played(&["--games", "200", "--out", whole.path(), "--json"]);
    assert!(at_once.status.success(), "{}", text(&at_once.stderr));
    for (games, parallel, bytes) in
        [("31", "1", 1), ("77", "2", 9), ("101", "1", 60), ("150", "2", 333), ("199", "2", 2)]
    {
        let part = ["--games", games, "--parallel", parallel, "--out", torn.path()];
        assert!(played(&part).status.success());
        tear(&torn.0, bytes);
    }
    let last = played(&["--games", "200", "--parallel", "2", "--out", torn.path(), "--json"]);
    let (games, again) = (whole.games(), torn.games());
    assert_eq!(games.len(), 200);
    assert_eq!(games, again);
    for number in 0..200 {
        let sgf = |directory: &Directory| {
            fs::read_to_string(directory.0.join(format!("{number:05}.sgf"))).unwrap()
        };
        assert_eq!(sgf(&whole), sgf(&torn), "game {number}");
    }
    let sum = |output: &Output| {
        let sum: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        ["games", "won", "drawn", "lost", "rate", "interval"].map(|key| sum[key].clone())
    };
    assert_eq!(sum(&at_once), sum(&last));
    assert_eq!(sum(&last)[0], 200);
}

#[test]
fn a_directory_keeps_one_match() {
    let directory = Directory::new("match-other");
    assert!(played(&["--games", "2", "--out", directory.path()]).status.success());
    let before = directory.games();
    for other in [["--seed", "2"], ["--rules", "size=5x6"], ["--nodes", "50"]] {
        let mut arguments = vec!["--games", "4", "--out", directory.path()];
        arguments.extend(other);
        let refused = played(&arguments);
        assert!(!refused.status.success(), "{other:?}");
        let said = text(&refused.stderr);
        assert!(said.contains("another match") && said.contains("game=connect4"), "{said}");
    }
    assert_eq!(directory.games(), before);
    fs::write(directory.0.join("log.txt"), "0 first=0 winner=1 plies=9\n").unwrap();
    let nameless = played(&["--games", "4", "--out", directory.path()]);
    assert!(text(&nameless.stderr).contains("does not say"), "{}", text(&nameless.stderr));
}

#[test]
fn a_sequential_test_ends_a_match_that_is_decided() {
    let sum = |arguments: &[&str]| -> serde_json::Value {
        let output = played(arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        serde_json::from_slice(&output.stdout).unwrap()
    };
    // Level 2 is far stronger than level 1.
    let decided = sum(&["--games", "500", "--sprt", "0", "100", "--json"]);
    assert_eq!(decided["sprt"]["decided"], 100.0, "{decided}");
    assert!(decided["games"].as_u64().unwrap() < 200, "{decided}");
    let again = sum(&["--games", "500", "--sprt", "0", "100", "--json", "--parallel", "2"]);
    assert_eq!(decided["games"], again["games"]);
    let open = sum(&["--games", "2", "--sprt", "-5", "5", "--json"]);
    assert!(open["sprt"]["decided"].is_null(), "{open}");
    let odd = played(&["--games", "2", "--sprt", "5", "0"]);
    assert!(text(&odd.stderr).contains("--sprt"), "{}", text(&odd.stderr));
    let said = text(&played(&["--games", "2", "--sprt", "-5", "5"]).stdout);
    assert!(
        said.contains("2 games: ")
            && said.contains("95 %, n = 2")
            && said.contains("not decided between"),
        "{said}"
    );
}
