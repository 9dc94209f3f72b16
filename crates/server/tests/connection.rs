//! What a client can rely on when the line, the other side or the server is slow.

mod common;

use std::time::Duration;

use common::{Scratch, Table};
use serde_json::{Value, json};

#[tokio::test]
async fn a_ping_is_answered_for_players_and_watchers() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, _) = table.match_of("connect4", "").await;
    for secrets in [vec![first.as_str()], vec![]] {
        let mut client = table.join(&id, &secrets).await;
        client.say(json!({"type": "ping"})).await;
        assert_eq!(client.hear("pong").await, json!({"type": "pong"}));
        client.say(json!({"type": "ping", "more": 1})).await;
        assert_eq!(client.hear("refused").await["reason"]["id"], "server-unknown-message");
    }
    table.close().await;
}

#[tokio::test]
async fn what_takes_too_long_is_told_so() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.patience = Duration::from_millis(50)).await;
    // The body never comes.
    let head = "POST /api/matches HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
        content-type: application/json\r\ncontent-length: 10\r\n\r\n{";
    let reply = table.raw(head.as_bytes()).await;
    assert_eq!(reply.status, 408);
    assert_eq!(reply.json()["reason"]["id"], "server-too-slow");
    table.close().await;
}

#[tokio::test]
async fn a_paused_show_is_still_paused_when_it_comes_back() {
    let data = Scratch::new();
    let machines = json!({"game": "connect4",
        "seats": [{"kind": "machine", "level": 0}, {"kind": "machine", "level": 0}]});
    let table = Table::open(&data).await;
    let made = table.create(&machines).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let mut watcher = table.join(&id, &[]).await;
    watcher.say(json!({"type": "pause", "paused": true})).await;
    let paused = watcher.until(|state| state["show"]["paused"] == true).await;
    table.close().await;
    let table = Table::open(&data).await;
    let mut watcher = table.join(&id, &[]).await;
    assert_eq!(watcher.state["show"]["paused"], true);
    assert_eq!(watcher.state["moves"], paused["moves"]);
    watcher.say(json!({"type": "pause", "paused": false})).await;
    watcher.until(|state| state["moves"] != paused["moves"]).await;
    table.close().await;
}

/// Milliseconds left on both clocks.
fn left(state: &Value) -> [u64; 2] {
    [0, 1].map(|i| state["clock"]["left"][i].as_u64().expect("a clock"))
}

#[tokio::test]
async fn taking_back_gives_the_increment_back_also_after_a_restart() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table
        .create(&json!({"game": "connect4", "clock": {"main": 10, "increment": 60},
            "seats": [{"kind": "here"}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().expect("one"));
    let mut both = table.join(&id, &secrets).await;
    for round in 0..5 {
        both.play("4").await;
        both.play("4").await;
        for moves in [1, 0] {
            both.say(json!({"type": "undo"})).await;
            let now = both.until(|state| state["moves"].as_array().expect("moves").len() == moves);
            for own in left(&now.await) {
                assert!(own <= 10_000, "round {round}: {own} ms of 10 s");
                assert!(own > 0, "round {round}");
            }
        }
    }
    table.close().await;
    let table = Table::open(&data).await;
    let both = table.join(&id, &secrets).await;
    assert!(left(&both.state).iter().all(|own| *own <= 10_000), "{}", both.state["clock"]);
    table.close().await;
}
