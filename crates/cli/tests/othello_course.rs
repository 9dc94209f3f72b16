//! The course's two programs as files: what is written, and what is not.

use std::fs;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use common::{printing_to, text};

mod common;
#[cfg(unix)]
#[path = "othello_course/places.rs"]
mod places;

/// A directory of this test's own.
fn directory(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("sobremesa-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn run(program: &str, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    printing_to(Stdio::piped(), program, arguments, input)
}

/// Also of what clap finds wrong, and of what the system does.
#[test]
fn wrong_arguments_and_missing_files_are_told_in_spanish() {
    for (program, arguments, code, words) in [
        (REFEREE, &["entrada"][..], 2, "Faltan argumentos: <SALIDA>\n\nUso: othello-arbitro "),
        (PLAY, &["t", "B", "1", "--seed", "x"], 2, "«x» no es un valor para --seed"),
        (PLAY, &["t", "B", "1", "otro"], 2, "No se conoce, o sobra: otro"),
        (REFEREE, &["/nonexistent", "x"], 1, "/nonexistent: no existe ese archivo"),
    ] {
        let done = run(program, arguments, "");
        let said = text(&done.stderr);
        assert!(done.status.code() == Some(code) && said.contains(words), "{arguments:?}: {said}");
        assert!(!said.contains("error") && !said.contains("Usage"), "{said}");
    }
    let help = text(&run(REFEREE, &["--help"], "").stdout);
    assert!(help.contains("Uso: othello-arbitro") && help.contains("Muestra esta ayuda"), "{help}");
}

const REFEREE: &str = env!("CARGO_BIN_EXE_othello-arbitro");
const PLAY: &str = env!("CARGO_BIN_EXE_othello-jugar");

/// A game that goes on, and the board of it.
const LIST: &str = "Ana,B\nLeo,N\nN\nD3\n";
const BOARD: &str =
    "XXXXXXXX\nXXXXXXXX\nXXXNXXXX\nXXXNNXXX\nXXXNBXXX\nXXXXXXXX\nXXXXXXXX\nXXXXXXXX\nB\n";

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

#[test]
fn names_are_read_in_either_encoding() {
    for list in [&b"Jos\xe9,B\nI\xf1aki,N\nN\nA1\n"[..], "José,B\nIñaki,N\nN\nA1\n".as_bytes()] {
        let said = text(&run(REFEREE, &["-", "-"], list).stdout);
        assert!(said.contains("Iñaki (Negras)"), "{said}");
    }
    // Both in one file, and an editor's mark before it.
    let mixed = b"\xef\xbb\xbfJos\xe9,B\nI\xc3\xb1aki,N\nN\nD3\nA1\n";
    let said = text(&run(REFEREE, &["-", "-"], mixed).stdout);
    assert!(said.contains("José (Blancas)"), "{said}");
    let said = run(PLAY, &["-", "N", "0"], format!("\u{feff}{BOARD}"));
    assert_eq!(said.status.code(), Some(1), "the input ends");
    assert!(text(&said.stderr).contains("Se terminó la entrada"), "{}", text(&said.stderr));
}

/// What a file or a person says cannot steer the terminal, nor fill it.
#[test]
fn what_is_repeated_is_escaped_and_cut() {
    let evil = "\x1b[2J\u{202e}\u{9b}1m\x07";
    let long = "x".repeat(10_000);
    let lists = [
        format!("{evil},B\nLeo,N\nB\nA1\n"),
        format!("Ana,B\nLeo,N\nN\n{evil}\n"),
        format!("Ana,B\nLeo,N{evil}\nN\n"),
        format!("Ana,B\nLeo,N\nN{evil}\n"),
        format!("{long},B\nLeo,N\nB\nA1\n"),
        format!("Ana,B\nLeo,N\nN\n{long}\n"),
        format!("Ana,B\nLeo,N\n{long}\n"),
    ];
    let mut answers: Vec<Output> =
        lists.iter().map(|list| run(REFEREE, &["-", "-"], list)).collect();
    answers.push(run(REFEREE, &["-", &format!("/nonexistent/{evil}")], LIST));
    answers.push(run(PLAY, &["-", "N", "0"], BOARD.replacen("XXXXXXXX", evil, 1)));
    answers.push(run(PLAY, &["-", "N", "0"], BOARD.replacen('B', evil, 2)));
    answers.push(run(PLAY, &["-", "B", "0"], format!("{BOARD}{evil}\n{long}\n")));
    answers.push(run(PLAY, &["-", evil, "0"], ""));
    answers.push(run(PLAY, &["-", "N", &long], ""));
    for done in answers {
        let said = text(&done.stdout) + &text(&done.stderr);
        assert!(!said.is_empty());
        for line in said.lines() {
            assert!(!line.chars().any(sobremesa_kernel::is_hidden), "{line:?}");
            assert!(line.chars().count() < 300, "{line:?}");
        }
    }
}

#[test]
fn a_file_that_is_too_large_is_called_so() {
    let large = format!("{LIST}{}", " ".repeat(1 << 20));
    for done in [run(REFEREE, &["-", "-"], &large), run(REFEREE, &["-", "-"], "\n".repeat(1 << 21))]
    {
        assert_eq!(done.status.code(), Some(1));
        let said = text(&done.stderr);
        assert!(said.contains("demasiado grande") && said.contains("1 MiB"), "{said}");
    }
}

#[test]
fn wrong_arguments_are_told_from_wrong_files() {
    for (arguments, code) in [
        (["-", "R", "0"], 2),
        (["-", "", "0"], 2),
        (["-", "N", "8"], 2),
        (["-", "N", "-1"], 2),
        (["-", "N", "uno"], 2),
        (["/nonexistent/board", "N", "0"], 1),
        (["-", "NEGRAS", "0"], 1),
        (["-", "White", "7"], 1),
    ] {
        let done = run(PLAY, &arguments, "XXX\n");
        assert_eq!(done.status.code(), Some(code), "{arguments:?}: {}", text(&done.stderr));
    }
}

#[test]
fn a_person_can_leave() {
    for word in ["salir", "quit", " SALIR "] {
        let done = run(PLAY, &["-", "B", "0"], format!("{BOARD}{word}\nC3\n"));
        assert_eq!(done.status.code(), Some(0), "{word}");
        let said = text(&done.stdout);
        assert!(
            said.ends_with("Tu jugada (Blancas): \nDejaste la partida sin terminar.\n"),
            "{said}"
        );
    }
}

#[cfg(unix)]
#[test]
fn the_verdict_stands_when_nobody_reads_it() {
    let over = "Ana,B\nLeo,N\nN\nE6\nF4\nE3\nF6\nG5\nD6\nE7\nF5\nC5\n";
    for (program, arguments, input, code) in [
        (REFEREE, &["-", "-"][..], LIST, 0),
        (REFEREE, &["-", "-"][..], over, 0),
        (REFEREE, &["-", "-"][..], "Ana,B\nLeo,N\nN\nA1\n", 3),
        (PLAY, &["-", "B", "0"][..], BOARD, 0),
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let done = printing_to(writer.into(), program, arguments, input);
        assert_eq!(text(&done.stderr), "");
        assert_eq!(done.status.code(), Some(code), "{input}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for (program, arguments, input) in [
        (REFEREE, &["-", "-"][..], LIST),
        (REFEREE, &["-", "-"][..], "Ana,B\nLeo,N\nN\nA1\n"),
        (PLAY, &["-", "B", "0"][..], BOARD),
    ] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let done = printing_to(full.into(), program, arguments, input);
        assert_eq!(done.status.code(), Some(1), "{}", text(&done.stderr));
        assert_eq!(text(&done.stderr).lines().count(), 1, "{}", text(&done.stderr));
    }
}
