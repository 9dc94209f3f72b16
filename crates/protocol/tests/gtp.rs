//! GTP conversations, most of them golden files.

mod common;

use std::io::Cursor;
use std::sync::Arc;

use sobremesa_kernel::{Budget, Position as _, Side};
use sobremesa_othello::Position;
use sobremesa_protocol::gtp::{self, Options};
use sobremesa_protocol::nboard;

use common::{File, Out, Said, fits, go, golden, options, othello};

/// Sends what a golden file says to send and compares what comes back.
fn replay(name: &str, talk: fn(&str) -> String) {
    let mut sent = String::new();
    let mut expected = Vec::new();
    for line in golden(name) {
        match line {
            Said::ToEngine(command) => sent.push_str(&format!("{command}\n")),
            Said::ByEngine(answer) => expected.push(answer),
        }
    }
    let answer = talk(&sent);
    let answer: Vec<&str> = answer.lines().collect();
    for (number, (have, want)) in answer.iter().zip(&expected).enumerate() {
        assert!(
            fits(want, have),
            "{name}, answer line {}: {have:?} instead of {want:?}",
            number + 1
        );
    }
    assert_eq!(answer.len(), expected.len(), "{name}: {answer:#?}");
}

#[test]
fn go_golden() {
    replay("go", go);
}

#[test]
fn go_rules_golden() {
    replay("go_rules", go);
}

/// What GoGui says to a program: when it starts, at a set-up position, while
/// somebody walks through a game, and during one.
#[test]
fn gogui_golden() {
    replay("gogui", go);
}

#[test]
fn othello_golden() {
    replay("othello", othello);
}

#[test]
fn every_command_that_is_listed_is_known_and_answers() {
    let listed = go("list_commands\n");
    let names: Vec<&str> = listed.trim_start_matches("= ").split_whitespace().collect();
    for required in [
        "protocol_version",
        "name",
        "version",
        "known_command",
        "list_commands",
        "quit",
        "boardsize",
        "clear_board",
        "komi",
        "play",
        "genmove",
        "undo",
        "fixed_handicap",
        "place_free_handicap",
        "set_free_handicap",
        "time_settings",
        "time_left",
        "final_score",
        "final_status_list",
        "loadsgf",
        "reg_genmove",
        "showboard",
        "kgs-time_settings",
        "kgs-rules",
        "kgs-genmove_cleanup",
        "gogui-analyze_commands",
        "lz-analyze",
        "kata-analyze",
        "kata-get-rules",
        "kata-set-rules",
        "set_position",
        "printsgf",
        "list_stones",
        "cputime",
        "clear_cache",
        "kata-set-rule",
        "kata-get-param",
        "kata-set-param",
        "kata-time_settings",
        "gogui-play_sequence",
        "gogui-setup",
        "gogui-setup_player",
        "gogui-interrupt",
        "kgs-game_over",
        "kgs-chat",
        "rectangular_boardsize",
        "analyze",
        "genmove_analyze",
        "kata-search_analyze",
    ] {
        assert!(names.contains(&required), "{required} is missing");
    }
    for name in names.into_iter().filter(|name| *name != "quit") {
        let answer = go(&format!("known_command {name}\n{name}\n"));
        assert!(answer.starts_with("= true\n\n"), "{name}: {answer}");
        let rest = &answer["= true\n\n".len()..];
        assert!(rest.starts_with('=') || rest.starts_with('?'), "{name}: {answer}");
        assert!(rest.ends_with("\n\n"), "{name}: {answer:?}");
    }
}

#[test]
fn a_file_that_cannot_be_loaded_leaves_the_board_as_it_was() {
    let bad = File::with("bad.sgf", "(;GM[2];B[fe];W[fe])");
    let good = File::with(
        "good.sgf",
        "(;GM[2];B[ef];W[fd];B[ec];W[ff];B[ge];W[df];B[eg];W[fe];B[ce];W[];B[])",
    );
    let answer = othello(&format!(
        "play b c4\nshowboard\nloadsgf {}\nshowboard\nundo\nloadsgf {}\nfinal_score\n",
        bad.0.display(),
        good.0.display()
    ));
    let parts: Vec<&str> = answer.trim_end().split("\n\n").collect();
    assert_eq!(parts[2], "? cannot load file: move 2 is illegal");
    assert_eq!(parts[3], parts[1], "{answer}");
    assert_eq!(parts[4], "=", "{answer}");
    assert_eq!(parts[6], "= B+64", "passes after the end: {answer}");
}

#[test]
fn analysis_of_othello_invents_no_values() {
    // A level that searches, as it does where the opening book has ended,
    // knows the values of its best move and of those that were best before.
    let mut rng = sobremesa_kernel::Rng::new(3);
    let mut position = Position::start(&Default::default());
    let mut input = String::new();
    while position.board().empties() > 30 || position.turn() != Side::First {
        let colour = if position.turn() == Side::First { 'b' } else { 'w' };
        let m = position.play_random(&mut rng, &mut Vec::new()).expect("the game goes on");
        input += &format!("play {colour} {m}\n");
    }
    input += "lz-analyze b 1\nkata-genmove_analyze b\nquit\n";
    let out = Out::default();
    let level_4 = Options { level: 4, ..options() };
    gtp::run(&gtp::othello(), level_4, Cursor::new(input.clone()), out.clone()).unwrap();
    let answer = out.text();
    // How far the analysis came before the next line is a matter of luck; the
    // move that was generated was searched as long as it takes.
    let last = answer.lines().rfind(|line| line.starts_with("info ")).expect("values of moves");
    let listed = last.matches("info move").count();
    assert!((1..position.count_legal() as usize / 2).contains(&listed), "{last}");
    let random = Options { level: 0, ..options() };
    let out = Out::default();
    gtp::run(&gtp::othello(), random, Cursor::new(input), out.clone()).unwrap();
    assert!(!out.text().contains("info"), "{}", out.text());
}

#[test]
fn noise_never_stops_the_conversation() {
    let mut rng = sobremesa_kernel::Rng::new(7);
    let words = [
        "play",
        "genmove",
        "b",
        "w",
        "D4",
        "pass",
        "komi",
        "999999999999",
        "-1",
        "undo",
        "\u{0}",
        "boardsize",
        "é",
        "loadsgf",
        "/nonexistent",
        "set_free_handicap",
        "A1",
        "time_left",
        "kata-set-rules",
        "{}",
        "final_status_list",
        "dead",
        "5",
        "clear_board",
        "#",
        "12",
    ];
    for round in 0..200 {
        let mut input = String::from("boardsize 4\n");
        for _ in 0..20 {
            for _ in 0..=rng.below(4) {
                input.push_str(words[rng.below(words.len() as u32) as usize]);
                input.push(' ');
            }
            input.push('\n');
        }
        input.push_str("77 name\n");
        let answer = go(&input);
        assert!(answer.ends_with("=77 Sobremesa\n\n"), "round {round}: {input}\n{answer}");
        let _ = othello(&input);
        let input = input.replace("play", "move").replace("genmove", "hint 2");
        let options = nboard::Options { level: 1, seed: 1, threads: 1 };
        nboard::run(options, Cursor::new(input), Out::default()).unwrap();
    }
}

#[test]
fn dead_stones_are_listed_and_taken_off_the_score() {
    // Black's wall on the third column of 5×5 holds everything to its left; a
    // lone white stone there is dead, White lives to the right of its own wall.
    let mut input = String::from("boardsize 7\nkomi 0\n");
    for row in 1..=7 {
        input.push_str(&format!("play b D{row}\nplay w E{row}\n"));
    }
    input.push_str("play w B4\nfinal_status_list dead\nfinal_score\n");
    let answer = go(&input);
    let parts: Vec<&str> = answer.trim_end().split("\n\n").collect();
    assert_eq!(parts[parts.len() - 2], "= B4", "{answer}");
    assert_eq!(parts[parts.len() - 1], "= B+7", "{answer}");
}

#[test]
fn stones_in_seki_are_listed_apart_from_living_and_dead_ones() {
    // Two liberties, F1 and F2, shared by white stones to their left and
    // black ones to their right; the outer groups have two eyes.
    let mut input = String::new();
    for (colour, points) in [("b", "B2 C2 A1 C1 G2 H2 G1 H1"), ("w", "D2 E2 D1 E1 J2 K2 J1 L1")] {
        for point in points.split(' ') {
            input.push_str(&format!("play {colour} {point}\n"));
        }
    }
    for fate in ["seki", "dead", "alive"] {
        input.push_str(&format!("final_status_list {fate}\n"));
    }
    let out = Out::default();
    let options = Options { rules: "size=2x11".to_owned(), ..options() };
    gtp::run(&gtp::go(), options, Cursor::new(input), out.clone()).unwrap();
    let answer = out.text();
    let parts: Vec<Vec<&str>> = answer
        .trim_end()
        .split("\n\n")
        .map(|part| {
            let mut points: Vec<&str> = part.trim_start_matches('=').split_whitespace().collect();
            points.sort_unstable();
            points
        })
        .collect();
    let [seki, dead, alive] = &parts[parts.len() - 3..] else { panic!("{answer}") };
    assert_eq!(*seki, ["D1", "D2", "E1", "E2", "G1", "G2", "H1", "H2"], "{answer}");
    assert!(dead.is_empty(), "{answer}");
    assert_eq!(*alive, ["A1", "B2", "C1", "C2", "J1", "J2", "K2", "L1"], "{answer}");
}

/// Go with a network: any will do, so it is one that knows nothing.
fn go_with_network(input: &str) -> String {
    use sobremesa_go::net;
    use sobremesa_nn::{Model, Network, Shape};
    let shape =
        Shape { planes: net::PLANES, globals: net::GLOBALS, blocks: 1, channels: 16, heads: 8 };
    let network = Network::new(&Model::fresh("ignorant", &shape, 1));
    let options =
        Options { network: Some(Arc::new(network)), budget: Budget::nodes(20), ..options() };
    let out = Out::default();
    gtp::run(&gtp::go(), options, Cursor::new(input.to_owned()), out.clone()).unwrap();
    out.text()
}

#[test]
fn a_network_plays_and_says_what_it_thinks() {
    let said = go_with_network("boardsize 5\nkomi 7\nplay b C3\nkata-raw-nn 0\nquit\n");
    let numbers = |name: &str| -> Vec<f32> {
        let line = said.lines().find(|line| line.trim_start_matches("= ").starts_with(name));
        let line = line.unwrap_or_else(|| panic!("{name} in {said}"));
        line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
    };
    assert!((numbers("whiteWin")[0] + numbers("whiteLoss")[0] - 1.0).abs() < 1e-4, "{said}");
    let rows: Vec<&str> =
        said.lines().skip_while(|line| *line != "policy").skip(1).take(5).collect();
    let policy: Vec<f32> =
        rows.iter().flat_map(|row| row.split_whitespace()).map(|w| w.parse().unwrap()).collect();
    assert_eq!(policy.len(), 25);
    assert!(policy[12].is_nan(), "C3 is taken: {rows:?}");
    let sum: f32 = policy.iter().filter(|chance| !chance.is_nan()).sum();
    assert!((sum + numbers("policyPass")[0] - 1.0).abs() < 1e-3, "{said}");
    assert!(said.contains("whiteOwnership"));

    let said = go_with_network("boardsize 5\ngenmove b\ngenmove w\nshowboard\nquit\n");
    assert_eq!(said.matches("= ").count(), 3, "{said}");
    let said = go_with_network("boardsize 5\nkata-raw-nn all\nkata-raw-nn 8\nquit\n");
    assert_eq!(said.matches("symmetry ").count(), 8 + 1, "{said}");
    assert!(said.contains("? could not parse symmetry argument"));
    assert!(go("boardsize 3\nkata-raw-nn 0\n").contains("? no network is loaded"));
}
