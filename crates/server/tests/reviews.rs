//! Reviews over the wire: what every move was worth, as it is found out, for
//! whoever asks and as long as they listen.

mod common;

use std::collections::BTreeMap;

use common::{Client, Scratch, Table};
use serde_json::{Value, json};

/// A finished game of Connect 4: the second side did not stop the three in a
/// column.
const GAME: [&str; 7] = ["1", "4", "1", "4", "1", "7", "1"];

async fn finished(table: &Table) -> String {
    let made = table
        .create(&json!({"game": "connect4", "seats": [{"kind": "here"}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().unwrap().to_owned();
    let both = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap().to_owned());
    let mut client = table.join(&id, &[&both[0], &both[1]]).await;
    for play in GAME {
        client.play(play).await;
    }
    assert_eq!(client.state["outcome"]["winner"], "first");
    id
}

/// Listens until a review is done; the judgements by number as they stand at
/// the end, and the messages it came in.
async fn whole(client: &mut Client) -> (BTreeMap<u64, Value>, usize) {
    let mut found = BTreeMap::new();
    for messages in 1.. {
        let part = client.hear("review").await;
        for judgement in part["judgements"].as_array().unwrap() {
            found.insert(judgement["number"].as_u64().unwrap(), judgement.clone());
        }
        if part["done"] == true {
            assert_eq!(part["moves"], found.len());
            return (found, messages);
        }
    }
    unreachable!()
}

#[tokio::test]
async fn a_finished_game_is_reviewed_and_the_next_who_asks_has_it_at_once() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let id = finished(&table).await;
    // A watcher may ask: it is over.
    let mut watcher = table.join(&id, &[]).await;
    watcher.say(json!({"type": "review"})).await;
    let (found, _) = whole(&mut watcher).await;
    assert_eq!(found.keys().copied().collect::<Vec<_>>(), (1..=7).collect::<Vec<_>>());
    let bad = &found[&6];
    assert_eq!(
        (&bad["side"], &bad["play"], &bad["mark"]),
        (&json!("second"), &json!("7"), &json!("??"))
    );
    assert_eq!(bad["class"], "blunder");
    assert_eq!(bad["value"]["kind"], "exact");
    assert_eq!(bad["reasons"][0]["kind"], "connect4-leaves-win");
    assert_eq!(bad["reasons"][0]["says"]["id"], "judgement-connect4-leaves-win");
    assert!(!bad["reasons"][0]["places"].as_array().unwrap().is_empty());
    assert!(bad["final"] == true);
    let line = &bad["better"][0]["pv"];
    assert_eq!(line[0], bad["better"][0]["play"]);
    // The better line can be looked at, move by move.
    let then = line[0].as_str().unwrap();
    let there = table.get(&format!("/api/matches/{id}/at/5?then={then}")).await;
    assert_eq!(there.status, 200, "{}", there.text());
    assert_eq!((&there.json()["ply"], &there.json()["last"]["play"]), (&json!(6), &json!(then)));
    // Another match with the same moves has the same review, in one message.
    let again = finished(&table).await;
    let mut other = table.join(&again, &[]).await;
    other.say(json!({"type": "review"})).await;
    let (same, messages) = whole(&mut other).await;
    assert_eq!((&same, messages), (&found, 1));
    table.close().await;
    // So it has after the server was started again.
    let table = Table::open(&data).await;
    let mut later = table.join(&id, &[]).await;
    later.say(json!({"type": "review"})).await;
    assert_eq!(whole(&mut later).await, (found, 1));
    table.close().await;
}

#[tokio::test]
async fn what_may_not_be_reviewed_is_refused_with_a_reason() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, _) = table.match_of("othello", "").await;
    let mut client = table.join(&id, &[&first]).await;
    for message in [json!({"type": "review"}), json!({"type": "values"})] {
        assert_eq!(client.refused(message).await, "server-no-hints", "they play without");
    }
    let id = finished(&table).await;
    let mut client = table.join(&id, &[]).await;
    assert_eq!(client.refused(json!({"type": "values"})).await, "common-game-over");
    assert_eq!(client.refused(json!({"type": "values", "ply": 8})).await, "server-no-such-move");
    assert_eq!(
        client.refused(json!({"type": "review", "deep": true})).await,
        "server-unknown-message"
    );
    for (path, status) in [
        ("at/99?then=4", 404),
        ("at/3?then=9", 422),
        ("at/3?then=x", 422),
        ("at/7?then=1", 422),
        ("at/3?than=4", 400),
        (&*format!("at/0?then={}", "4+".repeat(70)), 400),
    ] {
        let reply = table.get(&format!("/api/matches/{id}/{path}")).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.text());
    }
    table.close().await;
}

#[tokio::test]
async fn values_of_a_position_come_best_first() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let id = finished(&table).await;
    let mut client = table.join(&id, &[]).await;
    client.say(json!({"type": "values", "ply": 6})).await;
    let values = client.hear("values").await;
    assert_eq!((&values["ply"], &values["side"]), (&json!(6), &json!("first")));
    let lines = values["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0]["play"], "1", "it wins at once");
    assert_eq!(lines[0]["value"]["kind"], "exact");
    table.close().await;
}

/// An empty 19×19 board and many moves: minutes of work for anybody's machine.
async fn endless(table: &Table) -> String {
    let made = table
        .create(&json!({"game": "go", "rules": "size=19", "seats": [{"kind": "here"}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().unwrap().to_owned();
    let both = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap().to_owned());
    let mut client = table.join(&id, &[&both[0], &both[1]]).await;
    for row in [4, 16, 10] {
        for column in "DKQCF".chars() {
            client.play(&format!("{column}{row}")).await;
        }
    }
    client.say(json!({"type": "resign"})).await;
    client.until(|state| !state["outcome"].is_null()).await;
    id
}

#[tokio::test]
async fn a_review_gives_way_is_shared_and_ends_when_nobody_listens() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.thinkers = 1).await;
    let id = endless(&table).await;
    let mut ana = table.join(&id, &[]).await;
    let mut beto = table.join(&id, &[]).await;
    ana.say(json!({"type": "review"})).await;
    beto.say(json!({"type": "review"})).await;
    let part = ana.hear("review").await;
    assert_eq!((&part["moves"], &part["done"]), (&json!(15), &json!(false)));
    assert!(!part["judgements"].as_array().unwrap().is_empty());
    beto.hear("review").await;
    // One at a time for each of them.
    assert_eq!(ana.refused(json!({"type": "review"})).await, "server-busy");
    assert_eq!(ana.refused(json!({"type": "values", "ply": 3})).await, "server-busy");
    // With a single thread, which reviews, a seated machine still moves.
    let made = table
        .create(&json!({"game": "connect4",
            "seats": [{"kind": "here"}, {"kind": "machine", "level": 1}]}))
        .await;
    let secret = made["secrets"]["first"].as_str().unwrap();
    let mut carla = table.join(made["id"].as_str().unwrap(), &[secret]).await;
    carla.play("4").await;
    carla.until(|state| state["seq"] == 2).await;
    // Ana has enough; Beto still listens, and hears more.
    ana.say(json!({"type": "cancel"})).await;
    while ana.next().await.unwrap()["type"] != "ack" {}
    beto.hear("review").await;
    // Beto leaves without a word. The thread is free for the next review.
    drop(beto);
    let id = finished(&table).await;
    let mut dora = table.join(&id, &[]).await;
    dora.say(json!({"type": "review"})).await;
    // `hear` waits for 30 s; the endless one would have taken minutes.
    whole(&mut dora).await;
    table.close().await;
}
