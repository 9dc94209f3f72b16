//! Game records as matches, and matches as game records.

mod common;

use common::{Scratch, Table};
use serde_json::json;

async fn import(table: &Table, file: &[u8]) -> common::Reply {
    table.send("POST", "/api/records", &[("content-type", "application/x-go-sgf")], file).await
}

#[tokio::test]
async fn a_record_becomes_a_match_that_goes_on() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let file = "(;GM[1]SZ[9]KM[6.5]PB[Ana]PW[Beto];B[ee];W[ec](;B[ge])(;B[cc]))";
    let made = import(&table, file.as_bytes()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let made = made.json();
    let state = &made["match"];
    assert_eq!(state["moves"].as_array().unwrap().len(), 3, "the main line");
    assert_eq!(state["moves"][2], json!({"side": "first", "play": "G5"}));
    assert_eq!(state["seats"][0]["name"], "Ana");
    let id = made["id"].as_str().unwrap();
    let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
    table.close().await;

    let table = Table::open(&data).await;
    let mut both = table.join(id, &secrets).await;
    assert_eq!(both.state["moves"], state["moves"]);
    both.play("C3").await;
    both.say(json!({"type": "undo"})).await;
    both.until(|s| s["moves"].as_array().unwrap().len() == 3).await;
    table.close().await;
}

#[tokio::test]
async fn othello_endings_and_odd_bytes_are_read() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let othello = import(&table, b"(;GM[2];B[d3];W[c3])").await.json();
    assert_eq!(othello["match"]["game"], "othello");
    assert_eq!(othello["match"]["seq"], 2);
    let resigned = import(&table, b"(;SZ[9]RE[W+R];B[ee])").await.json();
    assert_eq!(resigned["match"]["outcome"], json!({"winner": "second", "reason": "resignation"}));
    let latin = import(&table, b"(;CA[ISO-8859-1]SZ[9]PB[Jos\xe9];B[ee])").await.json();
    assert_eq!(latin["match"]["seats"][0]["name"], "José");
    let agreed = import(&table, b"(;SZ[5]XR[count=agreed];B[cc];W[];B[])").await.json();
    assert!(agreed["match"]["outcome"].is_null());
    assert_eq!(agreed["match"]["agreement"]["ready"], false);
    table.close().await;
}

#[tokio::test]
async fn the_move_that_the_rules_refuse_is_named() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    for (file, reason, number) in [
        ("(;SZ[5];B[cc];W[cc])", "go-occupied", json!("2")),
        ("(;SZ[5];B[cc];B[dd])", "record-wrong-turn", json!("2")),
        ("(;GM[2];B[d3];W[a1])", "othello-no-flip", json!("2")),
        ("(;SZ[5];B[];W[];B[cc])", "go-over", json!("3")),
        ("(;SZ[5];B[zz])", "record-unreadable", json!(null)),
        ("hello", "record-unreadable", json!(null)),
        ("", "record-unreadable", json!(null)),
        ("(;GM[3])", "record-unreadable", json!(null)),
        ("(;GM[40]XG[chess])", "server-no-such-game", json!(null)),
    ] {
        let refused = import(&table, file.as_bytes()).await;
        let problem = refused.json();
        assert_eq!(refused.status, 422, "{file}: {problem}");
        assert_eq!(problem["reason"]["id"], reason, "{file}: {problem}");
        assert_eq!(problem["reason"]["args"]["number"], number, "{file}: {problem}");
    }
    let long = format!("(;SZ[5]{})", ";B[];W[cc]".repeat(1_001));
    assert_eq!(import(&table, long.as_bytes()).await.reason(), "server-record-too-long");
    let large = import(&table, &vec![b'x'; 600 * 1024]).await;
    assert_eq!((large.status, large.reason().as_str()), (413, "server-too-large"));
    assert_eq!(large.json()["reason"]["args"]["most"], "512");
    table.close().await;
}

#[tokio::test]
async fn a_match_from_a_diagram_is_exported_and_read_again() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    for (game, rules, diagram, play) in [
        (
            "go",
            "size=5 komi=0.5 count=territory",
            "X.O..\n.....\n.....\n.....\n....O\nturn=white",
            "J1",
        ),
        (
            "go",
            "size=9",
            "X.O......\n.........\n.........\n.........\n........O\n.........\n.........\n.........\n.........\nturn=white",
            "J1",
        ),
        (
            "othello",
            "",
            "........\n........\n........\n...OX...\n...XXX..\n........\n........\n........\nwhite to move",
            "f6",
        ),
    ] {
        let play = if rules.contains("size=5") { "E5" } else { play };
        let made = table
            .create(&json!({"game": game, "rules": rules, "position": diagram,
                "seats": [{"kind": "here"}, {"kind": "here"}]}))
            .await;
        let id = made["id"].as_str().unwrap();
        let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
        let mut both = table.join(id, &secrets).await;
        both.play(play).await;
        let file = table.get(&format!("/api/matches/{id}/export?format=sgf")).await;
        assert_eq!(file.status, 200, "{}", file.text());
        let again = import(&table, &file.body).await;
        assert_eq!(again.status, 201, "{}: {}", file.text(), again.text());
        let again = again.json();
        for part in ["picture", "turn", "moves", "rules"] {
            assert_eq!(again["match"][part], both.state[part], "{part}: {}", file.text());
        }
    }
    let made = table
        .create(&json!({"game": "connect4", "position": table_of_connect4(),
            "seats": [{"kind": "here"}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().unwrap();
    let file = table.get(&format!("/api/matches/{id}/export?format=sgf")).await;
    assert_eq!((file.status, file.reason().as_str()), (422, "server-format-without-set-up"));
    table.close().await;
}

fn table_of_connect4() -> String {
    sobremesa_games::find("connect4").unwrap().start("").unwrap().diagram()
}
