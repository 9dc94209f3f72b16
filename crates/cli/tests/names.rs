//! The names of games on the command line, and what programs are told of games
//! and goals.

mod common;

use std::process::{Output, Stdio};

use common::{printing_to, text};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_sobremesa");

fn sobremesa(arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    printing_to(Stdio::piped(), PROGRAM, arguments, input)
}

/// The lines that a command writes with `--json`.
fn objects(line: &str, input: &str) -> Vec<Value> {
    let done = sobremesa(&line.split(' ').collect::<Vec<_>>(), input);
    assert!(done.status.success(), "{line}: {}", text(&done.stderr));
    text(&done.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Wherever a game is named, any of its names will do; and what a game does not
/// have is said in its own words.
#[test]
fn every_name_of_a_game_is_understood_by_every_command() {
    for entry in sobremesa_games::all() {
        for name in sobremesa_games::aliases(entry.id) {
            for command in ["analyze", "solve", "bench"] {
                let ask = |name: &str| {
                    let said = sobremesa(&["--lang", "en", command, name, "--help"], "");
                    (said.status.code(), text(&said.stdout), text(&said.stderr))
                };
                assert_eq!(ask(name), ask(entry.id), "{command} {name}");
            }
        }
    }
    for (arguments, lang, words, code) in [
        (&["solve", "baduk", "--size", "5"][..], "en", "is not for Go but for Connect 4, ", 2),
        (&["solve", "go"], "es", "el comando solve no es para Go, sino para Conecta 4, Ceritos", 2),
        (&["play", "othello", "--size", "6"], "en", "Othello has a board of one size", 1),
        (&["solve", "reversi", "--size", "6"], "es", "un tablero de un solo tamaño", 1),
    ] {
        let said = sobremesa(&[arguments, &["--lang", lang]].concat(), "");
        assert_eq!(said.status.code(), Some(code), "{arguments:?}");
        assert!(text(&said.stderr).contains(words), "{}", text(&said.stderr));
    }
    for command in ["solve", "analyze"] {
        let help = text(&sobremesa(&[command, "othello", "--help", "--lang", "en"], "").stdout);
        assert!(!help.contains("--size <"), "{help}");
    }
}

#[test]
fn refereed_games_are_told_to_programs() {
    let games = objects("replay connect4 --json --lang en", "4 4 5 5 6 6 7\n4 9\n1\n");
    let [over, refused, open] = &games[..] else { panic!("{games:?}") };
    assert_eq!((&over["winner"], &over["plies"]), (&"first".into(), &7.into()));
    assert_eq!(over["turns"].as_array().unwrap().len(), 7);
    assert_eq!(over["turns"][1]["side"], "second");
    assert_eq!((&refused["refused"]["ply"], &refused["refused"]["move"]), (&2.into(), &"9".into()));
    assert!(refused["refused"]["why"].as_str().unwrap().contains('9'), "{refused}");
    assert_eq!(open["turns"][1]["legal"].as_array().unwrap().len(), 7);
    assert_eq!(open["over"], false);
    assert!(open["winner"].is_null() && open["score"].is_null(), "{open}");
    let ended = objects("replay dots --size 1x1 --json --end", "1-1-h 2-1-h 1-1-v 1-2-v\n");
    assert_eq!(ended[0]["score"], json!(["0", "1"]));
    assert!(ended[0].get("turns").is_none());
}

#[test]
fn answers_to_goals_are_told_to_programs() {
    let told = |arguments: &[&str], code: i32| -> Value {
        let said = sobremesa(&[&["ask", "--json", "--lang", "en"], arguments].concat(), "");
        assert_eq!(said.status.code(), Some(code), "{said:?}");
        assert!(said.stderr.is_empty(), "{said:?}");
        serde_json::from_slice(&said.stdout).unwrap()
    };
    let first = told(&["member(X,[a,b])."], 0);
    assert_eq!(first["answers"], json!([{ "X": "a" }]));
    assert_eq!((&first["more"], first.get("error")), (&true.into(), None));
    let all = told(&["--all", "member(X,[a,b])."], 0);
    assert_eq!(all["answers"], json!([{ "X": "a" }, { "X": "b" }]));
    assert_eq!(all["more"], false);
    assert_eq!(told(&["fail."], 1)["answers"], json!([]));
    let printed = told(&["write(hola)."], 0);
    assert_eq!((&printed["printed"], &printed["answers"][0]), (&"hola".into(), &json!({})));
    assert_eq!(told(&["X = (."], 2)["error"]["line"], 1);
    assert!(told(&["X is a."], 2)["error"]["term"].as_str().unwrap().contains("type_error"));
    // One object for every goal of the standard input.
    assert_eq!(objects("ask --json", "X = 1. Y = 2.").len(), 2);
}
