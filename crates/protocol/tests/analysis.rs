//! Analysis as Sabaki, Lizzie and GoGui read it: it streams, it ends when it
//! is told to, and no number in it stands for another.

mod common;

use std::io::{BufReader, Write as _};
use std::sync::Arc;

use common::{Out, answers, go, go_with, options, othello};
use sobremesa_kernel::Budget;
use sobremesa_protocol::gtp::{self, Options};

/// A player that searches; `nodes` for a move.
fn searching(nodes: u64) -> Options {
    Options { level: 6, budget: Budget::nodes(nodes), ..options() }
}

/// The value after each `key` of a line.
fn numbers(line: &str, key: &str) -> Vec<f32> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).filter(|pair| pair[0] == key).map(|pair| pair[1].parse().unwrap()).collect()
}

/// The moves of an analysis in order.
fn moves(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    words.windows(2).filter(|pair| pair[0] == "move").map(|pair| pair[1]).collect()
}

/// The last analysis of a conversation.
fn last(said: &str) -> &str {
    said.lines().rfind(|line| line.starts_with("info ")).expect("an analysis")
}

#[test]
fn analysis_goes_on_past_the_level_until_a_line_comes_and_plays_nothing() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let out = Out::default();
    let theirs = out.clone();
    // 40 simulations are what level 2 uses for a move.
    let level_2 = Options { level: 2, budget: Budget::default(), ..options() };
    let program = std::thread::spawn(move || {
        gtp::run(&gtp::go(), level_2, BufReader::new(reader), theirs).unwrap();
    });
    writeln!(writer, "boardsize 9\n7 lz-analyze b 1").unwrap();
    let reports = |text: &str| text.lines().filter(|line| line.starts_with("info ")).count();
    let said = out.wait_for(|text| {
        reports(text) >= 3 && numbers(last(text), "visits").iter().sum::<f32>() > 1_000.0
    });
    assert!(said.starts_with("=\n\n=7\ninfo move "), "{said}");
    // An empty line is enough.
    writeln!(writer).unwrap();
    out.wait_for(|text| text.ends_with("\n\n") && text.len() > said.len());
    writeln!(writer, "8 list_stones b\nquit").unwrap();
    program.join().unwrap();
    assert!(out.text().ends_with("\n\n=8\n\n=\n\n"), "{}", out.text());
}

#[test]
fn gogui_interrupts_a_search_and_gets_its_move() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let out = Out::default();
    let theirs = out.clone();
    let patient = Options { level: 10, budget: Budget::nodes(u64::MAX), ..options() };
    let patient = Options {
        budget: Budget { time: Some(std::time::Duration::from_secs(100_000)), ..patient.budget },
        ..patient
    };
    let program = std::thread::spawn(move || {
        gtp::run(&gtp::go(), patient, BufReader::new(reader), theirs).unwrap();
    });
    // The command that follows waits for its turn.
    writeln!(writer, "boardsize 9\n1 genmove b\n2 name\n# interrupt").unwrap();
    let said = out.wait_for(|text| text.contains("=2"));
    drop(writer);
    program.join().unwrap();
    let generated = answers(&said)[1];
    assert!(generated.starts_with("1 ") && generated.len() <= 4, "{said}");
}

#[test]
fn generating_streams_and_plays() {
    for command in ["lz-genmove_analyze", "kata-genmove_analyze", "genmove_analyze"] {
        let said =
            go_with(searching(4_000), &format!("boardsize 9\n{command} b 1\nlist_stones b\n"));
        let infos = said.lines().filter(|line| line.starts_with("info ")).count();
        assert!(infos > 1, "{command} streams: {said}");
        let played = said.lines().find_map(|line| line.strip_prefix("play ")).unwrap();
        assert!(said.ends_with(&format!("play {played}\n\n= {played}\n\n")), "{said}");
    }
    let said = go_with(searching(100), "boardsize 9\nkata-search_analyze b 1\nlist_stones b\n");
    assert!(said.contains("\nplay ") && said.ends_with("=\n\n"), "nothing is played: {said}");
    let said = go_with(searching(5_000_000), "kata-search_analyze_cancellable b 1\nname\n");
    assert!(said.ends_with("play cancelled\n\n= Sobremesa\n\n"), "{said}");
}

#[test]
fn generating_resigns_as_genmove_does_and_never_takes_its_equals_sign_back() {
    let sure = Options { resign: 1.1, ..searching(50) };
    for command in ["genmove", "kata-genmove_analyze", "lz-genmove_analyze"] {
        let said = go_with(sure.clone(), &format!("boardsize 5\n{0} b\n{0} w\n{0} b\n", command));
        assert!(said.trim_end().ends_with("resign"), "{command}: {said}");
        assert_eq!(said.matches("resign").count(), 1, "{command}: {said}");
    }
    // White is not to move, and cannot be.
    for command in ["lz-genmove_analyze", "kata-genmove_analyze", "kata-analyze", "lz-analyze"] {
        let said = othello(&format!("play b d3\n{command} b\n"));
        assert_eq!(answers(&said)[1], "it is the other side's turn", "{command}");
        assert!(said.ends_with("\n\n? it is the other side's turn\n\n"), "{command}: {said}");
    }
    for wrong in
        ["maxmoves", "maxmoves x", "allow b", "allow b Z9 1", "avoid b A1 0", "ownership maybe"]
    {
        let said = go(&format!("boardsize 5\nkata-genmove_analyze b 1 {wrong}\n"));
        assert!(said.starts_with("=\n\n? "), "{wrong}: {said}");
    }
}

#[test]
fn only_what_is_allowed_is_looked_at() {
    let ask = |what: &str| {
        let said = go_with(
            searching(300),
            &format!("boardsize 5\nplay w C3\nkata-search_analyze b 1 {what}\n"),
        );
        (
            moves(last(&said)).join(" "),
            said.lines().rfind(|l| l.starts_with("play")).unwrap().to_owned(),
        )
    };
    let (listed, chosen) = ask("allow b A1,B5 1");
    let mut listed: Vec<&str> = listed.split(' ').collect();
    listed.sort_unstable();
    assert_eq!(listed, ["A1", "B5"]);
    assert!(["play A1", "play B5"].contains(&chosen.as_str()), "{chosen}");
    let (all, best) = ask("");
    let best = best.strip_prefix("play ").unwrap();
    assert!(all.contains(best));
    let (others, _) = ask(&format!("avoid b {best},A1 3 avoid w C3 1"));
    assert!(!others.split(' ').any(|m| m == best || m == "A1"), "{others}");
    // The other side's moves are not ours.
    assert!(ask("allow w A1 1").0.contains(best));
    assert_eq!(ask("maxmoves 2").0.split(' ').count(), 2);
    let said = go(
        "boardsize 5\nplay b A1\nlz-analyze w allow w A1 1\nlz-analyze w allow w B1 1 avoid w B2 1\n",
    );
    assert_eq!(answers(&said)[2], "no legal move is left to look at");
    assert!(answers(&said)[3].starts_with("allow may be given once"));
}

#[test]
fn moves_that_nobody_tried_are_listed_only_when_asked_for() {
    let said =
        go_with(searching(10), "boardsize 5\nplay b C3\nkata-search_analyze w minmoves 25\n");
    let line = last(&said);
    assert_eq!(moves(line).len(), 25, "{line}");
    assert!(numbers(line, "visits").contains(&0.0), "{line}");
    let tried = numbers(line, "visits").iter().filter(|visits| **visits > 0.0).count();
    assert_eq!(numbers(line, "winrate").len(), tried, "{line}");
}

/// Black has everything but a corner: komi 0, 5×5.
const BLACK_LEADS: &str = "boardsize 5\nkomi 0\nset_position b B5 b B4 b B3 b B2 b B1 b D4 b D2\n";

#[test]
fn leads_and_bounds_are_true_or_left_out() {
    let said = go_with(
        searching(500),
        &format!("{BLACK_LEADS}kata-search_analyze b rootInfo true\nkata-search_analyze w\n"),
    );
    let [black, white] = [2, 1].map(|back| {
        let lines: Vec<&str> = said.lines().filter(|l| l.starts_with("info ")).collect();
        lines[lines.len() - back].to_owned()
    });
    assert!(numbers(&black, "scoreLead")[0] > 15.0, "{black}");
    assert_eq!(numbers(&black, "scoreLead")[0], numbers(&black, "scoreMean")[0]);
    assert!(numbers(&white, "scoreLead")[0] < -15.0, "{white}");
    for line in [&black, &white] {
        let (winrates, bounds) = (numbers(line, "winrate"), numbers(line, "lcb"));
        assert!(bounds.iter().zip(&winrates).all(|(bound, winrate)| bound <= winrate), "{line}");
    }
    let root = black.split("rootInfo").nth(1).expect("the root");
    assert!(numbers(root, "scoreLead")[0] > 15.0 && numbers(root, "winrate")[0] > 0.9, "{root}");
    // Bounds come nearer with visits.
    let few = go_with(searching(60), "boardsize 9\nkata-search_analyze b\n");
    let many = go_with(searching(3_000), "boardsize 9\nkata-search_analyze b\n");
    let gap = |said: &str| {
        let line = last(said);
        numbers(line, "winrate")[0] - numbers(line, "lcb")[0]
    };
    assert!(gap(&many) < gap(&few), "{} and {}", gap(&many), gap(&few));
}

#[test]
fn points_have_owners_for_the_side_that_looks() {
    for (side, sign) in [('b', 1.0), ('w', -1.0)] {
        let said = go_with(
            searching(100),
            &format!(
                "{BLACK_LEADS}kata-search_analyze {side} minmoves 2 maxmoves 2 ownership true movesOwnership true\n"
            ),
        );
        let line = last(&said);
        let (infos, owners) = line.split_once(" ownership ").expect("owners");
        let owners: Vec<f32> = owners.split(' ').map(|owner| owner.parse().unwrap()).collect();
        assert_eq!(owners.len(), 25);
        // A5 is Black's, from the top left.
        assert!(owners[0] * sign > 0.8, "{owners:?}");
        let after: Vec<&str> = infos.split(" movesOwnership ").skip(1).collect();
        assert_eq!(after.len(), 2, "{line}");
        for owners in after {
            let owners = owners.split(" info ").next().unwrap();
            let owners: Vec<f32> = owners.split(' ').map(|owner| owner.parse().unwrap()).collect();
            assert!(owners.len() == 25 && owners[0] * sign > 0.8, "{owners:?}");
        }
    }
}

/// A network that knows nothing, to see whose values are told.
#[test]
fn a_network_tells_its_own_values() {
    use sobremesa_go::net;
    use sobremesa_nn::{Model, Network, Shape};
    let shape =
        Shape { planes: net::PLANES, globals: net::GLOBALS, blocks: 1, channels: 16, heads: 8 };
    let network = Arc::new(Network::new(&Model::fresh("ignorant", &shape, 1)));
    let options = Options { network: Some(network), ..searching(60) };
    let said = go_with(
        options,
        "boardsize 5\nkomi 7\nplay b C3\nkata-raw-nn 0\n\
         kata-search_analyze w rootInfo true ownership true movesOwnership true maxmoves 3\n",
    );
    let line = last(&said);
    assert_eq!(numbers(line, "scoreLead").len(), 3 + 1, "three moves and the root: {line}");
    assert_eq!(numbers(line, "prior").len(), 3, "{line}");
    let owners: Vec<f32> = line
        .split(" ownership ")
        .nth(1)
        .unwrap()
        .split(' ')
        .map(|owner| owner.parse().unwrap())
        .collect();
    let raw: Vec<f32> = said
        .split("whiteOwnership\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap()
        .split_whitespace()
        .map(|owner| owner.parse().unwrap())
        .collect();
    // White looks: its view is the raw one.
    assert!(owners.iter().zip(&raw).all(|(a, b)| (a - b).abs() < 0.01), "{owners:?} {raw:?}");
    assert_eq!(line.matches("movesOwnership").count(), 3);
}
