//! What the program does beyond what transcripts can hold.

mod common;

use std::process::{Command, Output, Stdio};

use common::{printing_to, text};
use sobremesa_games::GAMES;
use sobremesa_kernel::{Level, Phrase};
use sobremesa_text::{Lang, phrase};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sobremesa");

fn sobremesa(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    printing_to(Stdio::piped(), PROGRAM, arguments, input)
}

/// What the program says to someone with that locale.
fn spoken_by(locale: &str, arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .args(arguments)
        .env_remove("LC_ALL")
        .env_remove("LC_MESSAGES")
        .env_remove("LANGUAGE")
        .env("LANG", locale)
        .stdin(Stdio::null())
        .output()
        .unwrap()
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

/// What was given up or agreed on is loaded as it ended, and not asked again.
#[test]
fn a_game_that_is_over_is_loaded_as_it_ended() {
    let file = std::env::temp_dir().join(format!("sobremesa-over-{}.sgf", std::process::id()));
    let file = file.to_str().unwrap();
    let dead = "X . X . .\n. X . X .\nX X X X X\n. X . O X\nX X . . X\nturn=white";
    let agreed = ["--rules", "size=5 komi=0.5 count=agreed", "--position", dead];
    for (game, options, moves, end) in [
        ("connect4", &[][..], "4\nresign\n", "Yellow won, by resignation"),
        ("go", &agreed[..], "pass\npass\nagree\n", "Black won"),
    ] {
        let play = [&["play", game, "--two", "--lang", "en"], options].concat();
        let saved = text(&sobremesa(&play, format!("{moves}save {file}\n")).stdout);
        let load = ["play", game, "--two", "--lang", "en", "--load", file];
        let loaded = text(&sobremesa(&load, "undo\nmoves\n").stdout);
        assert!(saved.contains(end), "{saved}");
        assert!(loaded.contains(end) && !loaded.contains("Taken for dead"), "{loaded}");
        // At home that can be taken back, and the game goes on.
        assert!(loaded.contains("legal moves"), "{loaded}");
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
    assert_eq!((written.stdout.len(), score(0), score(1)), (16 + 2 * 68, 64, 255));
    let again = sobremesa(&["convert", "-", "--to", "transcript"], &written.stdout);
    assert_eq!(text(&again.stdout), "e6f4e3f6g5d6e7f5c5\nf5d6\n");
}

/// What a form cannot hold is said once, with the number of games.
#[test]
fn what_a_form_cannot_say_is_said_on_standard_error() {
    let games = "(;GM[2]PB[Ana]RE[?];B[fe](;W[df])(;W[dc]))(;GM[2]PW[Luis]C[hola];B[fe])";
    for (form, lines) in [
        (
            "wthor",
            &["names of the players (2 games)", "not over (2 games)", "comments (one game)"][..],
        ),
        ("ggf", &["comments (one game)", "variations"]),
        ("transcript", &["names of the players (2 games)"]),
        ("sgf", &["sobremesa: SGF cannot say: variations (--to sgf-tree keeps them) (one game)"]),
        ("moves", &[]),
    ] {
        let done = sobremesa(&["convert", "-", "--to", form, "--lang", "en"], games);
        assert!(done.status.success(), "{form}: {done:?}");
        let said = text(&done.stderr);
        for line in lines {
            assert_eq!(said.matches(line).count(), 1, "{form}: {line}: {said}");
        }
        assert_eq!(lines.is_empty(), said.is_empty(), "{form}: {said}");
    }
    let done = sobremesa(&["convert", "-", "--to", "sgf", "--lang", "en"], "(;GM[2];B[fe])");
    assert_eq!(text(&done.stderr), "");
}

/// Who won a game that was not played out is what its record says.
#[test]
fn an_archive_keeps_the_result_of_a_game_that_was_given_up() {
    for (result, discs) in
        [("B+R", 64), ("W+R", 0), ("B+24", 44), ("0", 32), ("?", 255), ("Void", 255)]
    {
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
        (&["analyze", "othello", "f5f4", "--depth", "4"], "s de CPU\n"),
        (&["match", "dots", "--first", "0", "--second", "0", "--games", "1"], "1 partida: "),
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
    // Without the time that it took.
    let options = ["--depth", "2", "--json"];
    let analyze =
        |game: &str| sobremesa(&[&["analyze", "othello", game], &options[..]].concat(), "");
    let expected = analyze("e6f4e3f6g5d6e7f5c5");
    assert!(expected.status.success());
    for game in [
        "e6f4e3f6g5d6e7f5c5 pa",
        "(;GM[2];B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce])",
        "(;GM[Othello]B[E6]W[F4]B[E3]W[F6]B[G5]W[D6]B[E7]W[F5]B[C5]W[PA];)",
    ] {
        std::fs::write(&file, game).unwrap();
        let found = analyze(&named);
        assert_eq!(text(&found.stdout), text(&expected.stdout), "{game}: {found:?}");
    }
    std::fs::write(&file, "(;SZ[9];B[aa])").unwrap();
    let go = sobremesa(&["analyze", "othello", &named, "--lang", "en"], "");
    assert_eq!(go.status.code(), Some(1), "{go:?}");
    std::fs::remove_file(&file).unwrap();
    let gone = sobremesa(&["analyze", "othello", &named[1..], "--lang", "en"], "");
    assert_eq!(gone.status.code(), Some(1), "{gone:?}");
    assert!(text(&gone.stderr).contains("there is no such file"), "{gone:?}");
}

/// What `games` lists is what `play` takes, under either option.
#[test]
fn every_preset_can_be_played_by_its_name() {
    for entry in GAMES {
        for preset in entry.presets() {
            let rules = entry.start(&preset.rules).unwrap().rules();
            let short = preset.id.strip_prefix(entry.id).unwrap().trim_start_matches('-');
            for option in [["--preset", preset.id], ["--preset", short], ["--rules", preset.id]] {
                let play = ["play", entry.id, "--two", "--lang", "en"];
                let said = text(&sobremesa(&[&play[..], &option].concat(), "").stdout);
                let first = said.lines().next().unwrap_or_default();
                assert!(first.ends_with(&format!(" ({rules})")), "{option:?}: {first}");
            }
        }
        let wrong = sobremesa(&["play", entry.id, "--preset", "nonsense", "--lang", "en"], "");
        let said = text(&wrong.stderr);
        assert_eq!(wrong.status.code(), Some(1), "{said}");
        assert!(entry.presets().iter().all(|preset| said.contains(preset.id)), "{said}");
    }
    let first = |arguments: &[&str]| {
        let play = ["play", "go", "--two", "--lang", "en"];
        let said = text(&sobremesa(&[&play[..], arguments].concat(), "").stdout);
        said.lines().next().unwrap_or_default().to_owned()
    };
    // What else is given changes the preset.
    let changed = first(&["--preset", "go-9", "--rules", "komi=5.5", "--size", "7"]);
    assert!(changed.contains("size=7") && changed.contains("komi=5.5"), "{changed}");
    // A small board alone has the komi of its preset.
    assert!(first(&["--size", "9"]).contains("komi=7 "), "{}", first(&["--size", "9"]));
    assert!(first(&["--size", "9", "--rules", "ko=simple"]).contains("komi=0"));
}

fn json(arguments: &[&str]) -> Vec<serde_json::Value> {
    let done = sobremesa(&[arguments, &["--json"]].concat(), "");
    assert!(done.status.success(), "{arguments:?}: {done:?}");
    let said = text(&done.stdout);
    if said.starts_with('[') {
        return serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"));
    }
    said.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn programs_are_answered_in_json() {
    let games = json(&["games"]);
    assert_eq!(games.len(), GAMES.len());
    for (game, entry) in games.iter().zip(GAMES) {
        assert_eq!(game["id"], entry.id);
        assert_eq!(game["levels"].as_array().unwrap().len(), entry.levels().len());
        assert_eq!(game["presets"].as_array().unwrap().len(), entry.presets().len());
    }
    let solved = json(&["solve", "connect4", "--size", "4x4", "11", "1122", "--columns", "--line"]);
    assert_eq!((solved.len(), &solved[0]["position"]), (2, &"11".into()));
    assert!(solved[0]["columns"].as_array().is_some_and(|columns| columns.len() == 4));
    let best = solved[0]["columns"].as_array().unwrap().iter().filter_map(|c| c.as_i64()).max();
    assert_eq!(best, solved[0]["score"].as_i64());
    let dots = &json(&["solve", "dots", "--size", "1x2", "--lines"])[0];
    let lines = dots["lines"].as_array().unwrap();
    let best = lines.iter().map(|line| line["value"].as_i64().unwrap()).max();
    assert_eq!((lines.len(), best), (7, dots["value"].as_i64()));
    let board = "X".repeat(46) + "OOXXXXXOOXXXXXXXO- O";
    let othello = &json(&["solve", "othello", "--position", &board])[0];
    assert_eq!((&othello["value"], &othello["empties"]), (&(-50).into(), &1.into()));
    let explained = &json(&["analyze", "dots", "--size", "1x1"])[0];
    assert_eq!(explained["lines"][0]["value"]["kind"], "exact");
    let moves = json(&["analyze", "othello", "f5f4", "--depth", "2"]);
    assert_eq!((moves.len(), &moves[1]["move"]), (2, &"f4".into()));
    let counts = json(&["perft", "othello", "3"]);
    let counts: Vec<i64> = counts.iter().map(|row| row["count"].as_i64().unwrap()).collect();
    assert_eq!(counts, [4, 12, 56]);
}

#[test]
fn a_size_of_dots_may_be_an_option() {
    let value = |arguments: &[&str]| {
        let said =
            text(&sobremesa(&[&["solve", "dots", "--lang", "en"], arguments].concat(), "").stdout);
        said.lines().take(2).map(str::to_owned).collect::<Vec<_>>()
    };
    let expected = value(&["1x3"]);
    assert!(expected.len() == 2 && expected[0].starts_with("value "), "{expected:?}");
    assert_eq!(value(&["--size", "1x3"]), expected);
    assert_eq!(sobremesa(&["solve", "dots", "1x3", "--size", "1x3"], "").status.code(), Some(2));
}

#[test]
fn games_are_listed_in_columns() {
    for lang in Lang::ALL {
        let listed = text(&sobremesa(&["games", "--lang", lang.tag()], "").stdout);
        for entry in GAMES {
            let at = |part: &str| {
                let line = listed.lines().find(|line| line.ends_with(part)).expect(part);
                line.chars().count() - part.chars().count()
            };
            let about = |level: &Level| phrase(lang, &Phrase::new(level.about));
            let levels: Vec<usize> = entry.levels().iter().map(|level| at(&about(level))).collect();
            assert!(levels.iter().all(|&column| column == levels[0]), "{listed}");
            let rules: Vec<usize> = entry.presets().iter().map(|p| at(&p.rules)).collect();
            assert!(rules.iter().all(|&column| column == rules[0]), "{listed}");
        }
    }
}

/// The lines that a command writes with `--json`, each an object.
fn objects(line: &str, input: &str) -> Vec<serde_json::Value> {
    let done = sobremesa(&line.split(' ').collect::<Vec<_>>(), input);
    assert!(done.status.success(), "{line}: {}", text(&done.stderr));
    let said = text(&done.stdout);
    let read =
        |line: &str| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}"));
    let objects: Vec<serde_json::Value> = said.lines().map(read).collect();
    assert!(!objects.is_empty() && objects.iter().all(serde_json::Value::is_object), "{said}");
    objects
}

#[test]
fn a_match_is_told_to_programs() {
    let sums = objects("match connect4 --first 1 --second 0 --games 4 --json", "");
    let [sum] = &sums[..] else { panic!("{sums:?}") };
    assert_eq!((&sum["game"], &sum["games"]), (&"connect4".into(), &4.into()), "{sum}");
    let parts = ["won", "drawn", "lost"].map(|part| sum[part].as_u64().unwrap());
    assert_eq!(parts.iter().sum::<u64>(), 4, "{sum}");
    let rate = sum["rate"].as_f64().unwrap();
    assert!((rate - (parts[0] as f64 + parts[1] as f64 / 2.0) / 4.0).abs() < 1e-9, "{sum}");
    let interval = [0, 1].map(|end| sum["interval"][end].as_f64().unwrap());
    assert!(interval[0] <= rate && rate <= interval[1], "{sum}");
    for player in [0, 1] {
        let player = &sum["players"][player];
        assert!(player["name"].is_string() && player["moves"].as_u64() > Some(7), "{sum}");
        assert!(player["cpu_per_move"].is_number() && player["faults"] == 0, "{sum}");
    }
}

#[test]
fn benchmarks_are_told_to_programs_and_to_people_in_their_language() {
    for (line, rows, key) in [
        ("bench go --seconds 0.001", 9, "playouts_per_second"),
        ("bench playouts connect4 --seconds 0.001", 1, "moves_per_second"),
        ("bench perft dots", 1, "leaves"),
        ("bench othello --perft 3 --ffo 39 --endings 0", 2, "leaves"),
        ("bench connect4 end-easy --count 3", 1, "nodes"),
        ("bench connect4 end-easy --count 3 --list", 3, "score"),
        ("bench nn --seconds 0.001", 8, "positions_per_second"),
        ("bench server --watchers 2 --matches 2 --seconds 1 --rate 20", 4, "moves_per_cpu_second"),
    ] {
        let told = objects(&format!("{line} --json"), "");
        assert!(told.len() >= rows, "{line}: {told:?}");
        let bench = line.split(' ').nth(1).unwrap();
        assert!(told.iter().all(|object| object["bench"] == bench), "{told:?}");
        assert!(told[told.len() - 1][key].is_number(), "{line}: {told:?}");
        if bench == "server" {
            // Another second of load would tell no more.
            continue;
        }
        let line: Vec<&str> = line.split(' ').chain(["--lang", "es"]).collect();
        let said = text(&sobremesa(&line, "").stdout);
        assert_eq!(said.lines().count(), told.len(), "{said}");
        for english in ["[", "moves", "nodes", "positions", "leaves", "games/", "plies"] {
            assert!(!said.contains(english), "{line:?}: {said}");
        }
    }
}

#[test]
fn predicates_are_told_to_programs() {
    let all = text(&sobremesa(&["predicates", "--json", "--lang", "es"], "").stdout);
    let all: serde_json::Value = serde_json::from_str(&all).unwrap();
    let all = all.as_array().unwrap();
    assert!(all.len() >= 4, "{all:?}");
    for module in all {
        assert!(module["about"].as_str().is_some_and(|about| !about.starts_with('[')), "{module}");
        for predicate in module["predicates"].as_array().unwrap() {
            let arguments = predicate["arguments"].as_array().unwrap().len();
            assert_eq!(predicate["arity"], arguments, "{predicate}");
            for key in ["name", "determinism", "about", "example"] {
                assert!(predicate[key].is_string(), "{key}: {predicate}");
            }
        }
    }
    let one = text(&sobremesa(&["predicates", "conecta4", "--json"], "").stdout);
    let one: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(one.as_array().unwrap().len(), 1, "{one}");
    assert_eq!(one[0]["module"], "conecta4");
    for other in ["--markdown", "--pack"] {
        let both = sobremesa(&["predicates", "conecta4", "--json", other], "");
        assert_eq!(both.status.code(), Some(2), "{other}");
    }
}

#[test]
fn what_convert_found_is_told_to_programs() {
    let two = "(;GM[1]SZ[9]PB[Ana]PW[Leo]RE[B+R];B[ee];W[cc])(;GM[1]SZ[5];B[cc])";
    let games = objects("convert - --json", two);
    assert_eq!(games.len(), 2);
    assert_eq!(games[0]["players"], serde_json::json!(["Ana", "Leo"]));
    assert_eq!(games[0]["moves"], serde_json::json!(["E5", "C7"]));
    assert_eq!((&games[0]["game"], &games[0]["result"]), (&"go".into(), &"B+R".into()));
    assert!(games[0]["diagram"].as_str().is_some_and(|board| board.lines().count() >= 9));
    let second = objects("convert - --json --game 2", two);
    assert_eq!(second, games[1..], "the second is the second, with its number");
    assert_eq!(second[0]["number"], 2);
    let both = sobremesa(&["convert", "-", "--json", "--to", "sgf"], two);
    assert_eq!(both.status.code(), Some(2));
}

/// What a level does, and what else a rule accepts, is told in Spanish too.
#[test]
fn what_the_games_list_says_is_spanish() {
    let spanish = |english: &'static str| {
        let words = phrase(Lang::Es, &Phrase::new(english));
        assert_ne!(words, english, "the catalogue has no Spanish for it");
        words
    };
    let listed = text(&spoken_by("es_AR.UTF-8", &["games"]).stdout);
    let json = text(&sobremesa(&["games", "--json", "--lang", "es"], "").stdout);
    for entry in GAMES {
        let levels = entry.levels().iter().map(|level| level.about);
        let free = entry.options().into_iter().filter_map(|option| option.free);
        for english in levels.chain(free) {
            let words = spanish(english);
            assert!(listed.contains(&words) && !listed.contains(english), "{words}: {listed}");
            assert!(json.contains(&words) && !json.contains(english), "{words}: {json}");
        }
    }
}

/// The reasons of the option parser, too, with nothing but the locale.
#[test]
fn wrong_values_are_told_in_spanish() {
    for (line, words) in [
        ("play go --level x", "«x» no es un valor para --level <N> (se esperaba un número entero)"),
        ("play go --level 300", "(se esperaba de 0 a 255)"),
        ("play go --time 0", "(se esperaban segundos, más de 0, como 2.5)"),
        ("match go --first 1 --second 1 --time x", "(se esperaba un número)"),
        ("solve connect4 --table 3T", "(se esperaba un tamaño de 1M a 64G, como 64M o 2G)"),
        ("solve dots --table 3T", "(se esperaba un tamaño como 512M o 2G)"),
        ("--lang fr games", "(se esperaba es o en)"),
        ("games --json --json", "--json se puede dar una sola vez"),
        ("games --json=1", "«1» está de más: --json no lo espera"),
        ("solve --lang es", "le falta un comando (connect4, dots, othello)"),
        ("convert - --to x", "(moves, diagram,"),
    ] {
        let line: Vec<&str> = line.split(' ').collect();
        let output = spoken_by("es_AR.UTF-8", &line);
        assert_eq!(output.status.code(), Some(2), "{line:?}");
        let said = text(&output.stderr);
        assert!(said.contains(words), "{line:?}: {said}");
    }
}

/// Neither clap's words nor ours are English where Spanish is asked for.
#[test]
fn all_of_the_help_is_spanish() {
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut seen = 0;
    while let Some(path) = open.pop() {
        for flag in ["--help", "-h"] {
            let mut arguments: Vec<&str> = path.iter().map(String::as_str).collect();
            arguments.extend([flag, "--lang", "es"]);
            let help = text(&sobremesa(&arguments, "").stdout);
            assert!(help.contains("Uso: sobremesa"), "{path:?}: {help}");
            for english in [
                "Usage",
                "Options",
                "OPTIONS",
                "Commands",
                "COMMAND>",
                "Arguments",
                "[default",
                "[possible",
                "Possible",
                "[env",
                "[aliases",
                "Print",
                " the ",
                " of ",
                "<FILE>",
                "<GAME>",
                "<SECONDS>",
            ] {
                assert!(!help.contains(english), "{path:?}: {english} in\n{help}");
            }
            seen += 1;
            let commands = help
                .lines()
                .skip_while(|line| !line.starts_with("Comandos"))
                .skip(1)
                .take_while(|line| line.starts_with("  "))
                .filter(|line| !line.starts_with("   "))
                .filter_map(|line| line.split_whitespace().next());
            for name in commands.filter(|_| flag == "-h") {
                let mut deeper = path.clone();
                deeper.push(name.to_owned());
                open.push(deeper);
            }
        }
    }
    assert!(seen > 40, "{seen}");
    let wrong = text(&sobremesa(&["gaems", "--lang", "es"], "").stderr);
    assert!(wrong.contains("Quizás quieres decir: games"), "{wrong}");
    let wrong = text(&sobremesa(&["play", "go", "--levle", "3", "--lang", "es"], "").stderr);
    assert!(wrong.contains("Quizás quieres decir: --level"), "{wrong}");
    let play = text(&sobremesa(&["help", "play", "--lang", "es"], "").stdout);
    assert!(play.contains("Uso: sobremesa play [OPCIONES] <JUEGO>"), "{play}");
    assert!(play.contains("rendirse"), "{play}");
}

/// A network that knows nothing, in a file of its own.
fn network_file(name: &str) -> std::path::PathBuf {
    use sobremesa_go::net;
    use sobremesa_nn::{Encoding, Model, Shape, write};
    let shape =
        Shape { planes: net::PLANES, globals: net::GLOBALS, blocks: 1, channels: 16, heads: 8 };
    let file = std::env::temp_dir().join(format!("{name}-{}.bin.gz", std::process::id()));
    let to = std::fs::File::create(&file).unwrap();
    write(&Model::fresh("ignorant", &shape, 1), Encoding::Binary, to).unwrap();
    file
}

#[test]
fn networks_are_listed_checked_and_played_with() {
    let at_hand = sobremesa(&["networks", "--lang", "en"], "");
    assert!(text(&at_hand.stdout).starts_with("comes with the program: "), "{at_hand:?}");
    let at_hand = sobremesa(&["networks", "--json"], "");
    let first = text(&at_hand.stdout).lines().next().map(str::to_owned).expect("a line");
    let own: serde_json::Value = serde_json::from_str(&first).expect("one object");
    assert!(own["file"].is_null() && own["weights"].as_u64() > Some(10_000), "{own}");

    let file = network_file("whole");
    let name = file.to_str().unwrap();
    let listed = sobremesa(&["networks", name, "--lang", "en"], "");
    assert!(listed.status.success());
    assert!(text(&listed.stdout).contains("ignorant, b1c16, version 8"), "{listed:?}");
    let told = sobremesa(&["networks", name, "--json"], "");
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).expect("one object");
    assert_eq!((&told["name"], &told["version"]), (&"ignorant".into(), &8.into()), "{told}");
    let said = sobremesa(
        &["gtp", "--network", name, "--nodes", "10", "--rules", "size=5"],
        "genmove b\nkata-raw-nn 0\nquit\n",
    );
    assert!(text(&said.stdout).contains("policyPass"), "{said:?}");

    let bytes = std::fs::read(&file).unwrap();
    std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let cut = sobremesa(&["networks", name, "--lang", "en"], "");
    assert_eq!(cut.status.code(), Some(1));
    assert!(text(&cut.stdout).contains("byte"), "where it ends: {cut:?}");
    let told = sobremesa(&["networks", name, "--json"], "");
    assert_eq!(told.status.code(), Some(1));
    let told: serde_json::Value = serde_json::from_slice(&told.stdout).expect("one object");
    assert!(told["error"].as_str().is_some_and(|error| error.contains("byte")), "{told}");
    let refused = sobremesa(&["gtp", "--network", name], "genmove b\n");
    assert_eq!(refused.status.code(), Some(1));
    assert!(refused.stdout.is_empty());
    assert!(text(&refused.stderr).contains(name), "{refused:?}");
    std::fs::remove_file(&file).unwrap();
    let missing = sobremesa(&["gtp", "--network", "no-such-network", "--lang", "en"], "");
    assert_eq!(missing.status.code(), Some(1));
    assert!(text(&missing.stderr).contains("no-such-network"), "{missing:?}");
}

#[test]
fn a_server_that_cannot_listen_says_so_in_the_persons_language() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (lang, words) in [("es", "el puerto está ocupado"), ("en", "the port is taken")] {
        let refused = sobremesa(&["serve", "--listen", &address, "--lang", lang], "");
        assert_eq!(refused.status.code(), Some(1));
        let said = text(&refused.stderr);
        assert!(said.contains(words) && said.contains(&address), "{said}");
    }
    let nowhere = sobremesa(&["serve", "--listen", "9999", "--lang", "es"], "");
    assert!(text(&nowhere.stderr).contains("se espera máquina:puerto"), "{nowhere:?}");
}
