//! What the program does beyond what transcripts can hold.

mod common;

use std::process::{Command, Output, Stdio};

use common::{printing_to, text};
use sobremesa_games::GAMES;

const PROGRAM: &str = env!("CARGO_BIN_EXE_sobremesa");

fn sobremesa(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    printing_to(Stdio::piped(), PROGRAM, arguments, input)
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
    let mut child = Command::new(PROGRAM)
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

/// One of each way in which the program prints, in a moment.
const PRINTS: &[&[&str]] = &[
    &["games"],
    &["perft", "othello", "2"],
    &["ask", "tableroInicial(T)."],
    &["match", "connect4", "--first", "0", "--second", "0", "--games", "1"],
    &["bench", "othello", "--perft", "1", "--ffo", "39", "--endings", "0"],
    &["othello", "referee", "-", "-"],
];

/// What the referee among them reads.
const GAME: &str = "Ana,B\nLeo,N\nN\nD3\n";

#[cfg(unix)]
#[test]
fn nobody_who_reads_is_no_error() {
    for arguments in PRINTS {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let done = printing_to(writer.into(), PROGRAM, arguments, GAME);
        assert_eq!(text(&done.stderr), "", "{arguments:?}");
        assert_eq!(done.status.code(), Some(0), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for arguments in PRINTS {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let done = printing_to(full.into(), PROGRAM, arguments, GAME);
        let said = text(&done.stderr);
        assert!(said.starts_with("sobremesa: ") && said.lines().count() == 1, "{said}");
        assert_eq!(done.status.code(), Some(1), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_refused() {
    use std::os::unix::ffi::OsStrExt as _;
    let done = Command::new(PROGRAM)
        .arg("games")
        .arg(std::ffi::OsStr::from_bytes(b"\xff"))
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(2), "{}", text(&done.stderr));
}

#[test]
fn othello_problems_with_another_result_are_an_error() {
    let file = std::env::temp_dir().join(format!("sobremesa-{}.obf", std::process::id()));
    let name = file.to_str().unwrap();
    let board = "X".repeat(46) + "OOXXXXXOOXXXXXXXO- O;";
    let solve = |problems: &str| {
        std::fs::write(&file, problems).unwrap();
        let done = sobremesa(&["solve", "othello", "--obf", name, "--lang", "en"], "");
        (done.status.code(), text(&done.stdout), text(&done.stderr))
    };
    let (code, said, _) = solve(&format!("{board} H8:-50;\n"));
    assert!(code == Some(0) && said.contains("expected -50: right"), "{said}");
    let (code, said, why) = solve(&format!("{board} H8:-50;\n{board} H8:+10;\n"));
    assert!(said.contains("expected +10: WRONG") && said.contains("total"), "{said}");
    assert_eq!((code, why.as_str()), (Some(1), "sobremesa: 1 result is not the file’s\n"));
    for nothing in ["", "\n\n", "% a comment\n"] {
        let (code, said, why) = solve(nothing);
        assert_eq!((code, said.as_str()), (Some(1), ""));
        assert!(why.contains("has no problem"), "{why}");
    }
    let (code, said, why) = solve(&format!("{board} H8:-50;\n{board} H8:+65;\n"));
    assert_eq!((code, said.as_str()), (Some(1), ""));
    assert!(why.contains("line 2") && why.contains("a score from -64 to 64"), "{why}");
    for also in [["--position", "start"], ["--moves", "d3"]] {
        let done = sobremesa(&["solve", "othello", "--obf", name, also[0], also[1]], "");
        assert_eq!(done.status.code(), Some(2), "{also:?}");
    }
    std::fs::remove_file(file).unwrap();
}

#[test]
fn no_problem_has_no_total() {
    let none = ["bench", "othello", "--perft", "0", "--ffo", "39", "--endings", "0"];
    let said = text(&sobremesa(&none, "").stdout);
    assert!(said.starts_with("kernel ") && said.lines().count() == 1, "{said}");
}

/// The course's two programs speak Spanish whatever `LANG` says, and so says
/// their help.
#[test]
fn the_help_says_which_language_is_spoken() {
    for (arguments, told) in [
        (&["othello", "--help"][..], "[default: es]"),
        (&["othello", "play", "--help"][..], "[default: es]"),
        (&["play", "--help"][..], "[default: from LANG]"),
    ] {
        let help = text(&sobremesa(&[arguments, &["--lang", "en"]].concat(), "").stdout);
        assert!(help.contains(told), "{help}");
    }
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

/// Our own engines as others meet them: over GTP and NBoard, from wherever a
/// game may begin, nobody losing by a fault.
#[test]
fn matches_begin_where_they_are_told() {
    let program = env!("CARGO_BIN_EXE_sobremesa");
    let gtp = format!("{program} gtp othello --level 1");
    let nboard = format!("nboard@2:{program} nboard --level 2");
    let board = "---------------------------OX------XXX-----O-------------------- X";
    for start in [["--rules", "start=white"], ["--moves", "f5 d6"], ["--position", board]] {
        let mut arguments = vec!["match", "othello", "--black", &gtp, "--white", &nboard];
        arguments.extend(["--games", "2", "--opening", "2", "--lang", "en"]);
        arguments.extend(start);
        let done = sobremesa(&arguments, "");
        let said = text(&done.stdout);
        assert!(done.status.success() && said.contains("2 games"), "{start:?}: {done:?}");
        assert!(!said.contains("fault"), "{start:?}: {said}");
    }
    for wrong in [["--moves", "f5 a1"], ["--position", "garbage"]] {
        for command in
            [&["match", "othello", "--black", "1", "--white", "1"][..], &["gtp", "othello"]]
        {
            let done = sobremesa(&[command, &wrong].concat(), "name\n");
            assert_eq!(done.status.code(), Some(1), "{command:?} {wrong:?}: {done:?}");
            assert!(done.stdout.is_empty(), "{command:?} {wrong:?}");
        }
    }
    let shown = sobremesa(&["gtp", "othello", "--moves", "f5"], "play w d6\nfinal_score\n");
    assert_eq!(text(&shown.stdout), "=\n\n= 0\n\n");
}

#[test]
fn an_archive_counts_the_empty_squares_for_the_winner() {
    let written = sobremesa(&["convert", "-", "--to", "wthor"], "e6f4e3f6g5d6e7f5c5\nf5d6\n");
    assert!(written.status.success(), "{written:?}");
    let score = |game: usize| written.stdout[16 + 68 * game + 6];
    assert_eq!((written.stdout.len(), score(0), score(1)), (16 + 2 * 68, 64, 3));
    let again = sobremesa(&["convert", "-", "--to", "transcript"], &written.stdout);
    assert_eq!(text(&again.stdout), "e6f4e3f6g5d6e7f5c5\nf5d6\n");
}

/// Who won a game that was not played out is what its record says.
#[test]
fn an_archive_keeps_the_result_of_a_game_that_was_given_up() {
    for (result, discs) in [("B+R", 64), ("W+R", 0), ("B+24", 44), ("0", 32), ("?", 3)] {
        let game = format!("(;GM[2]RE[{result}];B[fe];W[df])");
        let written = sobremesa(&["convert", "-", "--to", "wthor"], game);
        assert_eq!(written.stdout[16 + 6], discs, "{result}: {written:?}");
        let again = sobremesa(&["convert", "-", "--to", "wthor"], &written.stdout);
        assert_eq!(again.stdout, written.stdout, "{result}");
    }
}

#[test]
fn searches_are_told_in_the_language_of_the_person() {
    let board = "X".repeat(46) + "OOXXXXXOOXXXXXXXO- O";
    for (arguments, words) in [
        (&["solve", "othello", "--position", &board, "--wld"][..], "1 vacías: derrota, nodos "),
        (&["solve", "othello", "--obf", "-"], "se esperaba -50: bien"),
        (&["solve", "dots", "1x1"], "valor -1\nmejor "),
        (&["analyze", "othello", "f5f4", "--depth", "4"], "mejor d6"),
        (&["match", "dots", "--first", "0", "--second", "0", "--games", "1"], "1 partidas: "),
    ] {
        let problems = format!("{board}; H8:-50;\n");
        let done = sobremesa(&[arguments, &["--lang", "es"]].concat(), problems);
        let said = text(&done.stdout);
        assert!(done.status.success() && said.contains(words), "{arguments:?}: {done:?}");
    }
}

#[test]
fn a_game_to_analyze_may_be_a_file_of_any_format() {
    let file = std::env::temp_dir().join(format!("sobremesa-analyze-{}", std::process::id()));
    let named = format!("@{}", file.display());
    let expected = sobremesa(&["analyze", "othello", "e6f4e3f6g5d6e7f5c5", "--depth", "2"], "");
    assert!(expected.status.success());
    for game in [
        "e6f4e3f6g5d6e7f5c5 pa",
        "(;GM[2];B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce])",
        "(;GM[Othello]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]W[PA];)",
    ] {
        std::fs::write(&file, game).unwrap();
        let found = sobremesa(&["analyze", "othello", &named, "--depth", "2"], "");
        assert_eq!(text(&found.stdout), text(&expected.stdout), "{game}: {found:?}");
    }
    std::fs::write(&file, "(;SZ[9];B[aa])").unwrap();
    let go = sobremesa(&["analyze", "othello", &named, "--lang", "en"], "");
    assert_eq!(go.status.code(), Some(1), "{go:?}");
    std::fs::remove_file(&file).unwrap();
}
