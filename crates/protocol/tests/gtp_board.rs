//! Nothing but moves changes the board: rules, komi and clocks do not, and
//! positions that are set up are those that were named.

mod common;

use common::{File, answers, go, go_with, options};
use sobremesa_go::Position;
use sobremesa_kernel::{Position as _, Rng, Side};
use sobremesa_protocol::gtp::Options;

#[test]
fn rules_recolour_no_stone() {
    for change in
        ["komi 6.5", "kgs-rules japanese", "kata-set-rules aga", "kata-set-rule ko SIMPLE"]
    {
        let said = go(&format!(
            "boardsize 5\nplay b B2\nplay b C3\n{change}\nlist_stones b\nlist_stones w\nundo\nlist_stones b\n"
        ));
        let said = answers(&said);
        assert_eq!(said[3..], ["", "B2 C3", "", "", "B2"], "{change}");
    }
}

/// Moves of both colours in any order, with captures and repetitions that
/// superko would not have let be.
#[test]
fn rules_take_no_move_back_in_the_middle_of_a_game() {
    for seed in 0..20 {
        let mut rng = Rng::new(seed);
        let mut position = Position::start(&"size=4 ko=simple".parse().unwrap());
        let mut input = String::from("boardsize 4\nclear_board\nkata-set-rule ko SIMPLE\n");
        let mut played = 0;
        while played < 60 {
            let side = if rng.below(4) == 0 { position.turn().other() } else { position.turn() };
            let mut next = position.with_turn(side);
            let Some(m) = next.play_random(&mut rng, &mut Vec::new()) else { break };
            if next.outcome().is_some() {
                continue;
            }
            position = next;
            input += &format!("play {} {m}\n", if side == Side::First { 'b' } else { 'w' });
            played += 1;
        }
        let look = "showboard\nlist_stones b\nlist_stones w\ncaptures b\ncaptures w\n";
        input += look;
        for change in
            ["komi 3.5", "kata-set-rules tromp-taylor", "kgs-rules aga", "kata-set-rules japanese"]
        {
            input += &format!("{change}\n{look}");
        }
        input += &format!("gg-undo {played}\nlist_stones b\nlist_stones w\nundo\n");
        let said = go(&input);
        let said = answers(&said);
        let (_, looks) = said.split_at(3 + played);
        let first = &looks[..5];
        for again in looks[5..29].chunks(6) {
            assert_eq!(&again[1..], first, "seed {seed}");
        }
        assert_eq!(looks[29..], ["", "", "", "cannot undo"], "seed {seed}");
    }
}

#[test]
fn superko_knows_the_moves_before_it_was_asked_for() {
    // A ko that White retakes at once: allowed by no rule. After two moves
    // elsewhere simple ko allows it; the board differs, so superko does too.
    let ko =
        "boardsize 5\nkata-set-rule ko SIMPLE\nset_position b B3 b A2 b B1 w C3 w D2 w C1 w B2\n";
    let said = go(&format!(
        "{ko}play b C2\nis_legal w B2\nkata-set-rules tromp-taylor\nis_legal w B2\n\
         play w pass\nplay b pass\nkata-get-rules\nis_legal w B2\nundo\nundo\nis_legal w B2\n"
    ));
    let said = answers(&said);
    // The board before Black took is forbidden for ever under superko.
    assert_eq!([said[4], said[6], said[10], said[13]], ["0", "0", "0", "0"], "{said:#?}");
}

#[test]
fn a_new_board_has_no_handicap() {
    let said = go("boardsize 19\nfixed_handicap 9\nboardsize 5\nlist_stones b\nplay b C3\n\
                   boardsize 9\nplace_free_handicap 4\nboardsize 13\nlist_stones b\n");
    let said = answers(&said);
    assert_eq!(said[2..4], ["", ""]);
    assert_eq!(said[7..], ["", ""], "{said:?}");
    assert!(!go("boardsize 19\nfixed_handicap 9\nboardsize 5\n").contains('?'));
}

#[test]
fn rules_are_told_as_they_are_and_set_by_name_or_field() {
    let territory = Options { rules: "size=9 count=territory".to_owned(), ..options() };
    assert!(go_with(territory, "kata-get-rules\n").contains("\"scoring\":\"TERRITORY\""));
    let told = |command: &str| {
        let said = go(&format!("{command}\nkata-get-rules\n"));
        let said = answers(&said);
        let rules: serde_json::Value = serde_json::from_str(said[1]).unwrap();
        let word = |key: &str| rules[key].as_str().unwrap_or_default().to_owned();
        (word("ko"), word("scoring"), rules["friendlyPassOk"] == true)
    };
    let rules = |ko: &str, scoring: &str, friendly| (ko.to_owned(), scoring.to_owned(), friendly);
    for (command, is) in [
        ("kata-set-rules japanese", rules("SIMPLE", "TERRITORY", true)),
        ("kata-set-rules tromp-taylor", rules("POSITIONAL", "AREA", false)),
        ("kata-set-rules chinese", rules("SIMPLE", "AREA", true)),
        ("kata-set-rules New Zealand", rules("SITUATIONAL", "AREA", true)),
        ("kgs-rules chinese", rules("POSITIONAL", "AREA", true)),
        ("kgs-rules japanese", rules("SIMPLE", "TERRITORY", true)),
        ("kata-set-rule scoring TERRITORY", rules("POSITIONAL", "TERRITORY", true)),
        (
            "kata-set-rules {\"tax\":\"SEKI\",\"ko\":\"SIMPLE\",\"scoring\":\"TERRITORY\",\
             \"suicide\":false,\"hasButton\":false,\"whiteHandicapBonus\":\"0\"}",
            rules("SIMPLE", "TERRITORY", true),
        ),
    ] {
        assert_eq!(told(command), is, "{command}");
    }
    // What cannot be is refused and changes nothing.
    for command in [
        "kata-set-rules stone-scoring",
        "kata-set-rules {\"ko\":\"SIMPLE\",\"suicide\":true}",
        "kata-set-rules {\"ko\":\"SIMPLE\"",
        "kata-set-rule hasButton true",
        "kata-set-rule ko NONE",
        "kata-set-rule",
    ] {
        assert!(go(&format!("{command}\n")).starts_with('?'), "{command}");
        assert_eq!(told(command), rules("POSITIONAL", "AREA", false), "{command}");
    }
    // What is told can be set again.
    let said = go("kata-set-rules japanese\nkata-get-rules\n");
    let rules = answers(&said)[1];
    assert_eq!(
        go(&format!("kata-set-rules {rules}\nkata-get-rules\n")),
        format!("=\n\n= {rules}\n\n")
    );
}

#[test]
fn a_file_that_names_no_rules_keeps_those_that_were_set() {
    let silent = File::with("silent.sgf", "(;SZ[9];B[cc];W[gg])");
    let named = File::with("named.sgf", "(;SZ[9]RU[Chinese]KM[5.5];B[cc];W[gg])");
    let (silent, named) = (silent.0.display(), named.0.display());
    let said = go(&format!(
        "kata-set-rules japanese\nkomi 6.5\nloadsgf {silent}\nkata-get-rules\nget_komi\n\
         loadsgf {named}\nkata-get-rules\nget_komi\n"
    ));
    let said = answers(&said);
    assert!(said[3].contains("TERRITORY") && said[4] == "6.5", "{said:?}");
    assert!(said[6].contains("AREA") && said[7] == "5.5", "{said:?}");
}

#[test]
fn the_game_is_printed_with_who_played_what() {
    let said =
        go("boardsize 9\nkomi 7\nfixed_handicap 2\nplay w E5\nplay b C5\nplay b D5\nprintsgf\n");
    let sgf = answers(&said)[6];
    let record = sobremesa_record::Record::from_sgf(sgf.as_bytes()).unwrap();
    let again = sobremesa_games::replay::replay_whole(&record).unwrap();
    let by: String = again.moves.iter().map(|m| m.colour.unwrap().letter()).collect();
    assert_eq!(by, "OXX", "{sgf}");
    assert!(sgf.contains("HA[2]") && sgf.contains("KM[7]"), "{sgf}");
    // In a file it loads again as the same board.
    let path = std::env::temp_dir().join(format!("printed-{}.sgf", std::process::id()));
    let said = go(&format!(
        "boardsize 5\nplay b C3\nplay b C2\nprintsgf {0}\nclear_board\nloadsgf {0}\nlist_stones b\n",
        path.display()
    ));
    std::fs::remove_file(&path).unwrap();
    assert!(said.ends_with("= C2 C3\n\n"), "{said}");
}

#[test]
fn oblong_boards_are_made_by_either_command() {
    for command in ["boardsize 7 3", "rectangular_boardsize 7 3"] {
        let said = go(&format!("{command}\nquery_boardsize\nplay b G3\nplay b A4\n"));
        assert_eq!(answers(&said)[1..], ["7 3", "", "illegal move"], "{command}");
    }
}

#[test]
fn parameters_have_something_behind_them() {
    let said = go("kata-set-param maxVisits 50\nkata-get-param maxVisits\n\
                   kata-set-param maxTime 2.5\nkata-get-param maxTime\n\
                   kata-set-param maxTime 1e20\nkata-get-param maxTime\n\
                   kata-set-param numSearchThreads 2\nkata-get-param numSearchThreads\n\
                   kata-set-param playoutDoublingAdvantage 0\n");
    assert_eq!(answers(&said), ["", "50", "", "2.5", "", "1e20", "", "2", ""]);
    for refused in [
        "kata-set-param maxVisits 0",
        "kata-set-param maxTime -1",
        "kata-set-param playoutDoublingAdvantage 1.5",
        "kata-set-param chosenMoveTemperature 0.5",
        "kata-get-param nothing",
    ] {
        assert!(go(&format!("{refused}\n")).starts_with('?'), "{refused}");
    }
}
