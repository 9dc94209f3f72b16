//! The course's two programs as files: what is written, and what is not.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("sobremesa-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn run(program: &str, arguments: &[&str], input: &str) -> Output {
    use std::io::Write as _;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

const REFEREE: &str = env!("CARGO_BIN_EXE_othello-arbitro");
const PLAY: &str = env!("CARGO_BIN_EXE_othello-jugar");

#[test]
fn the_referee_writes_the_board_that_the_other_program_reads() {
    let at = directory("course");
    let (list, board) = (at.join("partida.txt"), at.join("tablero.txt"));
    fs::write(&list, "José,B\nAna,N\nN\nE6\n").unwrap();
    let (list, board_name) = (list.to_str().unwrap(), board.to_str().unwrap());
    let done = run(REFEREE, &[list, board_name], "");
    assert_eq!(done.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&done.stdout).contains("juega José (Blancas)"));
    let written = fs::read_to_string(&board).unwrap();
    assert_eq!(written.lines().count(), 9);
    assert!(written.ends_with("XXXXXXXX\nB\n"), "{written}");

    let done = run(PLAY, &[board_name, "N", "0", "--seed", "3"], "");
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(said.contains("El programa (Blancas) juega"), "{said}");
    let again = run(PLAY, &[board_name, "N", "0", "--seed", "3"], "");
    assert_eq!(done.stdout, again.stdout, "the same seed plays the same");
    fs::remove_dir_all(at).unwrap();
}

#[test]
fn nothing_is_written_when_something_is_wrong() {
    let at = directory("course-wrong");
    let board = at.join("tablero.txt");
    fs::write(&board, "before").unwrap();
    for (list, code) in [
        ("Ana,B\nLeo,N\nN\nA1\n", 3),
        ("Ana,B\nLeo,N\nN\nE6\nF4\nE3\nF6\nG5\nD6\nE7\nF5\nC5\n", 0),
        ("Ana,B\nLeo,B\nN\nD3\n", 1),
        ("", 1),
    ] {
        let done = run(REFEREE, &["-", board.to_str().unwrap()], list);
        assert_eq!(done.status.code(), Some(code), "{list:?}");
        assert_eq!(fs::read_to_string(&board).unwrap(), "before", "{list:?}");
    }
    assert_eq!(fs::read_dir(&at).unwrap().count(), 1, "no other file is left");
    let done = run(REFEREE, &["-", at.to_str().unwrap()], "Ana,B\nLeo,N\nN\nD3\n");
    assert_eq!(done.status.code(), Some(1), "a directory cannot be written");
    let done = run(REFEREE, &["only-one"], "");
    assert_eq!(done.status.code(), Some(2));
    fs::remove_dir_all(at).unwrap();
}
