//! What the program does beyond what transcripts can hold.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use sobremesa_games::GAMES;

fn sobremesa(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_ref());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn games_lists_every_game_with_its_levels() {
    let listed = text(&sobremesa(&["games", "--lang", "en"], "").stdout);
    for entry in GAMES {
        assert!(listed.contains(&format!("({}", entry.id)), "{listed}");
        for level in entry.levels() {
            assert!(listed.contains(level.about), "{}: {}", entry.id, level.about);
        }
        for option in entry.options() {
            assert!(listed.contains(&format!("{}={}", option.key, option.default)));
        }
    }
    assert!(!listed.contains('['), "a message is missing:\n{listed}");
}

#[test]
fn completions_are_written_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&sobremesa(&["completions", shell], "").stdout);
        assert!(script.contains("perft"), "{shell}");
    }
}

#[test]
fn a_saved_game_is_loaded_again() {
    let file = std::env::temp_dir().join(format!("sobremesa-{}.sgf", std::process::id()));
    let file = file.to_str().unwrap();
    for (game, moves) in [
        ("go", "D4\nE5\npass\nC3\n"),
        ("connect4", "4\n4\n3\n"),
        ("dots", "1-1-h\n2-2-v\n"),
        ("othello", "d3\nc3\nc4\n"),
    ] {
        let saved = sobremesa(
            &["play", game, "--two", "--lang", "en"],
            format!("{moves}save {file}\nboard\n"),
        );
        let loaded = sobremesa(&["play", game, "--two", "--lang", "en", "--load", file], "board\n");
        let board = |output: &Output| {
            let said = text(&output.stdout);
            let at = said.rfind("board\n").unwrap_or_else(|| panic!("{game}: {said}"));
            said[at..].to_owned()
        };
        assert_eq!(board(&saved), board(&loaded), "{game}");
        let other = GAMES.iter().find(|entry| entry.id != game).unwrap().id;
        let refused = sobremesa(&["play", other, "--lang", "en", "--load", file], "");
        assert!(!refused.status.success(), "{other} loads a game of {game}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn a_level_that_is_not_there_is_refused() {
    let refused = sobremesa(&["play", "go", "--level", "200", "--lang", "en"], "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("there is no level 200"));
}

#[test]
fn input_that_is_not_text_is_a_bad_move() {
    let garbage = b"\xff\xfe\x00\nD4\n";
    let said = sobremesa(&["play", "go", "--two", "--lang", "en"], garbage);
    assert!(said.status.success());
    assert!(text(&said.stdout).contains("is not a move"));
    let said = sobremesa(&["replay", "go", "--end", "--lang", "en"], garbage);
    assert!(said.status.success());
    assert!(text(&said.stdout).starts_with("refused 1 "));
}

#[test]
fn a_line_that_is_no_position_is_named_and_the_others_are_solved() {
    let said = sobremesa(&["solve", "connect4", "--lang", "en"], b"44\n\xff\xfe\n444\n");
    assert_eq!(said.status.code(), Some(1));
    assert!(text(&said.stderr).starts_with("sobremesa: 2: "), "{}", text(&said.stderr));
    let lines: Vec<String> = text(&said.stdout).lines().map(str::to_owned).collect();
    assert!(lines.len() == 2 && lines[0].starts_with("44 ") && lines[1].starts_with("444 "));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(["play", "go", "--watch", "--level", "0", "--size", "19"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!(text(&done.stderr), "");
    assert!(done.status.success());
}

/// Every subcommand explains itself.
#[test]
fn help_is_there_for_every_subcommand() {
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut seen = 0;
    while let Some(path) = open.pop() {
        let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
        arguments.extend(["--help", "--lang", "en"]);
        let done = sobremesa(&arguments, "");
        let help = text(&done.stdout);
        assert!(done.status.success() && help.contains("Usage:"), "{path:?}: {help}");
        seen += 1;
        let commands = help
            .lines()
            .skip_while(|line| !line.starts_with("Commands:"))
            .skip(1)
            .take_while(|line| line.starts_with("  "))
            .filter(|line| !line.starts_with("   "))
            .filter_map(|line| line.split_whitespace().next())
            .filter(|name| *name != "help");
        for name in commands {
            let mut deeper = path.clone();
            deeper.push(name.to_owned());
            open.push(deeper);
        }
    }
    assert!(seen > 8);
}
