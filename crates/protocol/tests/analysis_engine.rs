//! KataGo's analysis protocol: every position is answered exactly once, the
//! urgent first, and what is not understood names its field.

mod common;

use std::io::{BufReader, Cursor, Write as _};

use common::Out;
use serde_json::{Value, json};
use sobremesa_protocol::analysis::{self, Options};

fn options() -> Options {
    Options {
        level: 6,
        network: None,
        visits: 30,
        parallel: 1,
        threads: 1,
        seed: 1,
        leave_at_the_end: false,
    }
}

/// What is answered to some queries, line by line.
fn told(options: &Options, queries: &[Value]) -> Vec<Value> {
    let input: String = queries.iter().map(|query| format!("{query}\n")).collect();
    said(options, &input)
}

fn said(options: &Options, input: &str) -> Vec<Value> {
    let out = Out::default();
    analysis::run(options, Cursor::new(input.to_owned()), out.clone()).unwrap();
    lines(&out.text())
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A query for the end of a short game, with some fields changed.
fn query(id: &str, changes: Value) -> Value {
    let mut query = json!({
        "id": id,
        "moves": [["B", "C3"], ["W", "D4"]],
        "rules": "tromp-taylor",
        "komi": 7.5,
        "boardXSize": 5,
        "boardYSize": 5,
    });
    for (key, value) in changes.as_object().unwrap() {
        query[key] = value.clone();
    }
    query
}

#[test]
fn a_position_is_told_in_full() {
    let wants = json!({
        "includeOwnership": true, "includePolicy": true, "includeMovesOwnership": true,
        "maxVisits": 60, "analyzeTurns": [2],
    });
    let told = told(&options(), &[query("a", wants)]);
    assert_eq!(told.len(), 1);
    let told = &told[0];
    assert_eq!((&told["id"], &told["turnNumber"]), (&json!("a"), &json!(2)));
    assert_eq!(told["isDuringSearch"], false);
    assert_eq!(told["ownership"].as_array().unwrap().len(), 25);
    let policy: Vec<f64> =
        told["policy"].as_array().unwrap().iter().map(|p| p.as_f64().unwrap()).collect();
    assert_eq!((policy.len(), policy[12]), (26, -1.0), "C3 is taken");
    assert!((policy.iter().filter(|p| **p >= 0.0).sum::<f64>() - 1.0).abs() < 1e-3);
    let best = &told["moveInfos"][0];
    assert_eq!(best["order"], 0);
    assert_eq!(best["pv"][0], best["move"]);
    assert_eq!(best["ownership"].as_array().unwrap().len(), 25);
    let number = |of: &Value, key: &str| of[key].as_f64().unwrap_or_else(|| panic!("{key}: {of}"));
    for key in ["visits", "winrate", "scoreLead", "utility", "lcb", "prior"] {
        number(best, key);
    }
    assert_eq!(told["rootInfo"]["currentPlayer"], "B");
    assert!(number(&told["rootInfo"], "visits") >= 1.0);
    assert!(number(best, "lcb") <= number(best, "winrate"), "Black looks on, and plays");
}

#[test]
fn values_are_those_of_whom_they_are_wanted_of() {
    let stones: Vec<Value> =
        ["B5", "B4", "B3", "B2", "B1", "D4", "D2"].iter().map(|at| json!(["B", at])).collect();
    let lead = |player: &str, perspective: &str| {
        let told = told(
            &options(),
            &[query(
                "a",
                json!({
                    "moves": [], "initialStones": stones, "initialPlayer": player, "komi": 0,
                    "overrideSettings": {"reportAnalysisWinratesAs": perspective},
                }),
            )],
        );
        (
            told[0]["rootInfo"]["scoreLead"].as_f64().unwrap(),
            told[0]["rootInfo"]["winrate"].as_f64().unwrap(),
        )
    };
    for player in ["B", "W"] {
        let (points, chance) = lead(player, "BLACK");
        assert!(points > 15.0 && chance > 0.9, "{player}: {points} {chance}");
        let (points, chance) = lead(player, "WHITE");
        assert!(points < -15.0 && chance < 0.1, "{player}: {points} {chance}");
    }
    assert!(lead("W", "SIDETOMOVE").0 < -15.0 && lead("B", "SIDETOMOVE").0 > 15.0);
}

#[test]
fn every_turn_of_every_query_is_answered_once_and_the_urgent_first() {
    let queries = [
        query("slow", json!({"maxVisits": 3000})),
        query("low", json!({"analyzeTurns": [0, 1, 2], "priority": -3})),
        query("mixed", json!({"analyzeTurns": [2, 0, 1], "priorities": [5, 9, 7]})),
        query("plain", json!({})),
    ];
    let order = |options: &Options| -> Vec<(String, u64)> {
        told(options, &queries)
            .iter()
            .map(|told| {
                assert_eq!(told["isDuringSearch"], false, "{told}");
                (told["id"].as_str().unwrap().to_owned(), told["turnNumber"].as_u64().unwrap())
            })
            .collect()
    };
    let alone = order(&options());
    // While the first is looked at the others arrive; whether all have is a
    // matter of luck, so that the order among them is what counts.
    let place = |id: &str, turn: u64| {
        alone.iter().position(|(i, t)| (i.as_str(), *t) == (id, turn)).unwrap()
    };
    assert_eq!(alone.len(), 8);
    assert!(place("low", 0) < place("low", 1) && place("low", 1) < place("low", 2));
    let mut together = order(&Options { parallel: 3, ..options() });
    let mut sorted = alone.clone();
    together.sort();
    sorted.sort();
    assert_eq!(together, sorted);
}

#[test]
fn a_search_reports_and_is_terminated() {
    let (reader, mut writer) = std::io::pipe().unwrap();
    let out = Out::default();
    let theirs = out.clone();
    let engine = std::thread::spawn(move || {
        analysis::run(&options(), BufReader::new(reader), theirs).unwrap();
    });
    let endless = query(
        "endless",
        json!({
            "maxVisits": 1_000_000_000u64, "reportDuringSearchEvery": 0.01, "boardXSize": 9, "boardYSize": 9,
        }),
    );
    writeln!(writer, "{endless}\n{}", query("waits", json!({"analyzeTurns": [0, 1]}))).unwrap();
    out.wait_for(|text| text.matches("\"isDuringSearch\":true").count() >= 3);
    writeln!(
        writer,
        "{}",
        json!({"id": "t", "action": "terminate", "terminateId": "waits", "turnNumbers": [1]})
    )
    .unwrap();
    let text = out.wait_for(|text| text.contains("noResults"));
    let last = lines(&text);
    let gone = last.iter().find(|line| line["noResults"] == true).unwrap();
    assert_eq!(
        *gone,
        json!({"id": "waits", "isDuringSearch": false, "noResults": true, "turnNumber": 1})
    );
    assert!(text.contains("\"terminateId\":\"waits\""), "the query is echoed");
    writeln!(writer, "{}", json!({"id": "u", "action": "terminate", "terminateId": "endless"}))
        .unwrap();
    // The one that was being looked at ends with what is known; the other
    // turn that waited is answered after it.
    let text =
        out.wait_for(|text| lines(text).iter().any(|l| l["id"] == "waits" && l["turnNumber"] == 0));
    let ended: Vec<Value> = lines(&text)
        .into_iter()
        .filter(|line| line["id"] == "endless" && line["isDuringSearch"] == false)
        .collect();
    assert_eq!(ended.len(), 1);
    assert!(ended[0]["rootInfo"]["visits"].as_u64().unwrap() > 0);
    drop(writer);
    engine.join().unwrap();
}

#[test]
fn leaving_at_once_leaves() {
    let endless = query("endless", json!({"maxVisits": 1_000_000_000u64}));
    let options = Options { leave_at_the_end: true, ..options() };
    let told = told(&options, &[endless.clone(), endless]);
    assert!(told.len() <= 2);
}

#[test]
fn what_is_wrong_names_its_field_and_its_query() {
    for (changes, field) in [
        (json!({"boardXSize": 99}), "boardXSize"),
        (json!({"boardYSize": "9"}), "boardYSize"),
        (json!({"rules": "stone-scoring"}), "rules"),
        (json!({"rules": null}), "rules"),
        (json!({"komi": 1e9}), "komi"),
        (json!({"komi": "x"}), "komi"),
        (json!({"moves": [["B", "C3"], ["W", "C3"]]}), "moves"),
        (json!({"moves": [["B", "Q16"]]}), "moves"),
        (json!({"moves": [["B"]]}), "moves"),
        (json!({"moves": "C3"}), "moves"),
        (json!({"initialStones": [["B", "A1"], ["W", "A1"]]}), "initialStones"),
        (json!({"initialStones": [["B", "A9"]]}), "initialStones"),
        (json!({"initialPlayer": "red"}), "initialPlayer"),
        (json!({"analyzeTurns": [3]}), "analyzeTurns"),
        (json!({"analyzeTurns": [-1]}), "analyzeTurns"),
        (json!({"priorities": [1, 2]}), "priorities"),
        (json!({"maxVisits": 0}), "maxVisits"),
        (json!({"reportDuringSearchEvery": -1}), "reportDuringSearchEvery"),
        (json!({"includePolicy": "yes"}), "includePolicy"),
        (json!({"avoidMoves": [{"player": "B", "moves": ["C3"]}]}), "avoidMoves"),
        (json!({"allowMoves": [{"player": "B", "moves": ["?"], "untilDepth": 1}]}), "allowMoves"),
        (json!({"overrideSettings": {"maxTime": "long"}}), "overrideSettings"),
        (json!({"overrideSettings": []}), "overrideSettings"),
    ] {
        let told = told(&options(), &[query("q", changes.clone()), query("fine", json!({}))]);
        assert_eq!(told.len(), 2, "{changes}: {told:?}");
        assert_eq!((&told[0]["field"], &told[0]["id"]), (&json!(field), &json!("q")), "{told:?}");
        assert!(told[0]["error"].is_string() && told[1]["rootInfo"].is_object());
    }
    for line in [
        "",
        "[]",
        "{",
        "{\"id\": 5}",
        "{\"moves\": []}",
        "\u{0}",
        "{\"id\":\"x\",\"action\":\"dance\"}",
    ] {
        let told = said(&options(), &format!("{line}\n{}\n", query("fine", json!({}))));
        let answers = 1 + usize::from(!line.is_empty());
        assert_eq!(told.len(), answers, "{line:?}: {told:?}");
        assert!(line.is_empty() || told[0]["error"].is_string(), "{told:?}");
    }
}

#[test]
fn what_is_not_honoured_is_said_and_the_rest_is_done() {
    let changes = json!({
        "rootFpuReductionMax": 0.0,
        "overrideSettings": {"wideRootNoise": 0.04, "maxTime": 100.0, "maxVisits": 20},
    });
    let told = told(&options(), &[query("q", changes)]);
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0]["warning"].as_str().unwrap().starts_with("wideRootNoise"));
    assert_eq!(told[0]["field"], "overrideSettings");
    assert!(told[1]["warning"].as_str().unwrap().starts_with("rootFpuReductionMax"));
    assert!(told[2]["rootInfo"]["visits"].as_u64().unwrap() <= 20);
}

#[test]
fn only_what_is_allowed_is_looked_at() {
    let moves = |changes: Value| -> Vec<String> {
        let told = told(&options(), &[query("q", changes)]);
        let infos = told[0]["moveInfos"].as_array().unwrap().iter();
        infos.map(|info| info["move"].as_str().unwrap().to_owned()).collect()
    };
    let choice = |player: &str| json!([{"player": player, "moves": ["A1", "E5"], "untilDepth": 1}]);
    let allowed = moves(json!({"allowMoves": choice("B")}));
    assert!(!allowed.is_empty());
    assert!(allowed.iter().all(|m| ["A1", "E5"].contains(&m.as_str())), "{allowed:?}");
    assert!(!moves(json!({"allowMoves": choice("W")})).is_empty());
    let best = moves(json!({}))[0].clone();
    let avoid = json!([{"player": "B", "moves": [best], "untilDepth": 2}]);
    assert!(!moves(json!({"avoidMoves": avoid})).contains(&best));
}

#[test]
fn actions_are_echoed_with_what_they_ask() {
    let told = told(
        &options(),
        &[
            json!({"id": "v", "action": "query_version"}),
            json!({"id": "m", "action": "query_models"}),
            json!({"id": "c", "action": "clear_cache", "own": 1}),
            json!({"id": "t", "action": "terminate_all"}),
            json!({"id": "u", "action": "terminate"}),
        ],
    );
    assert_eq!(told[0]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(told[1]["models"], json!([]));
    assert_eq!(told[2], json!({"id": "c", "action": "clear_cache", "own": 1}));
    assert_eq!(told[3], json!({"id": "t", "action": "terminate_all"}));
    assert_eq!(told[4]["field"], "terminateId");
}

/// Two passes end a game, not what can be asked about it.
#[test]
fn positions_after_the_end_are_answered() {
    let passes = json!({"moves": [["B", "C3"], ["W", "pass"], ["B", "pass"], ["B", "D3"]], "analyzeTurns": [3, 4]});
    let told = told(&options(), &[query("q", passes)]);
    assert_eq!(told.len(), 2);
    assert!(told.iter().all(|told| told["moveInfos"][0]["move"].is_string()), "{told:?}");
}
