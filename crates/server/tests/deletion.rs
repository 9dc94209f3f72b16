//! A match is deleted by those who played it, and nothing of it is left; and a
//! long one is told in parts.

mod common;

use common::{Client, Scratch, Table};
use serde_json::{Value, json};

/// Every byte that the data directory holds.
fn kept(data: &Scratch) -> Vec<u8> {
    let files = std::fs::read_dir(&data.0).expect("the directory").flatten();
    files.filter_map(|file| std::fs::read(file.path()).ok()).flatten().collect()
}

fn contains(all: &[u8], text: &str) -> bool {
    all.windows(text.len()).any(|part| part == text.as_bytes())
}

async fn delete(table: &Table, id: &str, secret: Option<&str>) -> common::Reply {
    let bearer = secret.map(|secret| format!("Bearer {secret}"));
    let headers: Vec<_> = bearer.iter().map(|it| ("authorization", it.as_str())).collect();
    table.send("DELETE", &format!("/api/matches/{id}"), &headers, b"").await
}

async fn play(table: &Table, id: &str, secret: &str, seq: u64) {
    let play = json!({"play": "4", "seq": seq});
    let played = table.post(&format!("/api/matches/{id}/moves"), Some(secret), &play).await;
    assert_eq!(played.status, 200, "{}", played.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_alone_has_a_say_deletes_at_once_and_nothing_is_left() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let wanted = json!({"game": "connect4", "listed": true,
        "seats": [{"kind": "here", "name": "Penelope"}, {"kind": "machine", "level": 0}]});
    let created = table.create(&wanted).await;
    let id = created["id"].as_str().unwrap();
    let secret = created["secrets"]["first"].as_str().unwrap();
    play(&table, id, secret, 0).await;
    let mut watcher = table.join(id, &[]).await;
    // Nobody else may, and no page of another place.
    assert_eq!(delete(&table, id, None).await.status, 401);
    assert_eq!(delete(&table, id, Some("somebody's")).await.status, 403);
    let bearer = format!("Bearer {secret}");
    let elsewhere = [("authorization", bearer.as_str()), ("origin", "http://evil.example")];
    let refused = table.send("DELETE", &format!("/api/matches/{id}"), &elsewhere, b"").await;
    assert_eq!(refused.status, 403, "{}", refused.text());

    let deleted = delete(&table, id, Some(secret)).await;
    assert_eq!(deleted.status, 204, "{}", deleted.text());
    assert_eq!(watcher.farewell().await.as_deref(), Some("server-match-deleted"));
    for path in ["", "/at/0", "/moves", "/export"] {
        assert_eq!(table.get(&format!("/api/matches/{id}{path}")).await.status, 404, "{path}");
    }
    assert_eq!(delete(&table, id, Some(secret)).await.status, 404);
    assert_eq!(table.get("/api/matches").await.json(), json!([]));
    table.close().await;
    let left = kept(&data);
    assert!(!contains(&left, "Penelope") && !contains(&left, id), "something is left of it");
    assert!(contains(&left, "SQLite format"), "it looks at the right files");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_person_has_played_is_deleted_when_both_want_it() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, ana, bruno) = table.match_of("connect4", "").await;
    play(&table, &id, &ana, 0).await;
    play(&table, &id, &bruno, 1).await;
    let mut here: Client = table.join(&id, &[&bruno]).await;

    let asked = delete(&table, &id, Some(&ana)).await;
    assert_eq!((asked.status, &asked.json()["offers"]["delete"]), (200, &json!("first")));
    // Asked again, it is asked still; the other says no, and is asked anew.
    assert_eq!(delete(&table, &id, Some(&ana)).await.status, 200);
    here.until(|state| state["offers"]["delete"] == "first").await;
    here.say(json!({"type": "decline", "offer": "delete"})).await;
    here.until(|state| state["offers"]["delete"].is_null()).await;
    assert_eq!(delete(&table, &id, Some(&ana)).await.status, 200);
    table.close().await;

    // The question outlives the server.
    let table = Table::open(&data).await;
    let mut here = table.join(&id, &[&bruno]).await;
    assert_eq!(here.state["offers"]["delete"], "first");
    here.say(json!({"type": "accept", "offer": "delete"})).await;
    assert_eq!(here.farewell().await.as_deref(), Some("server-match-deleted"));
    assert_eq!(table.get(&format!("/api/matches/{id}")).await.status, 404);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_that_nobody_took_is_deleted_at_once() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, ana, _) = table.match_of("connect4", "").await;
    play(&table, &id, &ana, 0).await;
    let mut here = table.join(&id, &[&ana]).await;
    here.say(json!({"type": "delete"})).await;
    assert_eq!(here.farewell().await.as_deref(), Some("server-match-deleted"));
    assert_eq!(table.get(&format!("/api/matches/{id}")).await.status, 404);
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_match_is_told_in_parts_and_its_states_are_bounded() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    // One side fills the board while the other passes.
    let place = |n: usize| {
        format!("{}{}", char::from(b'a' + (n % 19) as u8), char::from(b'a' + (n / 19) as u8))
    };
    let moves: String = (0..350).map(|n| format!(";B[{}];W[]", place(n))).collect();
    let record = format!("(;GM[1]FF[4]SZ[19]{moves})");
    let headers = [("content-type", "application/x-go-sgf")];
    let made = table.send("POST", "/api/records", &headers, record.as_bytes()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let id = made.json()["id"].as_str().unwrap().to_owned();

    let state = table.get(&format!("/api/matches/{id}")).await.json();
    let told = state["moves"].as_array().unwrap();
    assert_eq!((told.len(), &state["earlier"], &state["seq"]), (512, &json!(188), &json!(700)));
    let mut all: Vec<Value> = Vec::new();
    while all.len() < 700 {
        let path = format!("/api/matches/{id}/moves?from={}", all.len());
        let part = table.get(&path).await.json();
        assert_eq!((&part["from"], &part["count"]), (&json!(all.len()), &json!(700)));
        let part = part["moves"].as_array().unwrap();
        assert!((1..=512).contains(&part.len()));
        all.extend(part.iter().cloned());
    }
    assert_eq!(&all[188..], told);
    assert_eq!(all[699], json!({"side": "second", "play": "pass"}));
    let beyond = table.get(&format!("/api/matches/{id}/moves?from=9999")).await.json();
    assert_eq!(beyond["moves"], json!([]));
    assert_eq!(table.get(&format!("/api/matches/{id}/moves?from=x")).await.status, 400);
    table.close().await;
}
