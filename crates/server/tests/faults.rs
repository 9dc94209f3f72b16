//! Faults of the store and of the network, over a real server: what is
//! acknowledged is kept, and a failure costs nobody more than itself.

mod common;

use std::time::Duration;

use common::{Scratch, Table};
use serde_json::json;

fn file(data: &Scratch) -> rusqlite::Connection {
    let file = rusqlite::Connection::open(data.0.join("sobremesa.sqlite")).expect("it opens");
    file.busy_timeout(Duration::from_secs(10)).expect("a number");
    file
}

/// A restore or the promotion of a standby under a running server: what the
/// room believes in is gone.
#[tokio::test]
async fn nothing_is_acknowledged_behind_a_gap() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("connect4", "").await;
    let path = format!("/api/matches/{id}/moves");
    for seq in 0..4 {
        let secret = [&first, &second][seq % 2];
        let played = table.post(&path, Some(secret), &json!({"play": "4", "seq": seq})).await;
        assert_eq!(played.status, 200, "{}", played.text());
    }
    file(&data).execute("DELETE FROM events WHERE number >= 2", []).expect("they go");
    let lost = table.post(&path, Some(&first), &json!({"play": "5", "seq": 4})).await;
    assert_eq!((lost.status, lost.reason().as_str()), (503, "server-not-kept"));
    // The match is what the database says it is, and goes on from there.
    let kept = table.get(&format!("/api/matches/{id}")).await.json();
    assert_eq!(kept["seq"], 2);
    let played = table.post(&path, Some(&first), &json!({"play": "5", "seq": 2})).await;
    assert_eq!(played.status, 200, "{}", played.text());
    table.close().await;
    let table = Table::open(&data).await;
    let kept = table.get(&format!("/api/matches/{id}")).await;
    assert_eq!((kept.status, &kept.json()["seq"]), (200, &json!(3)));
    table.close().await;
}

/// What the referee says by itself, and cannot be kept, leaves no gap behind
/// which anything else is kept.
#[tokio::test]
async fn nothing_is_acknowledged_behind_a_proposal_that_was_not_kept() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("go", "size=5 count=agreed").await;
    file(&data)
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.body LIKE '%propose%'
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        )
        .expect("a trigger");
    let mut both = table.join(&id, &[&first, &second]).await;
    both.play("pass").await;
    both.play("pass").await;
    both.say(json!({"type": "name", "name": "Ana"})).await;
    both.until(|state| state["seats"][0]["name"] == "Ana").await;
    assert_eq!(both.state["agreement"]["ready"], false);
    file(&data).execute_batch("DROP TRIGGER full").expect("it goes");
    table.close().await;
    let table = Table::open(&data).await;
    let mut both = table.join(&id, &[&first, &second]).await;
    let state = both.until(|state| state["agreement"]["ready"] == true).await;
    assert_eq!((&state["seats"][1]["name"], &state["seq"]), (&json!("Ana"), &json!(3)));
    table.close().await;
}

/// Nothing of a record is kept unless all of it is.
#[tokio::test]
async fn an_import_that_fails_leaves_nothing() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    file(&data)
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.number = 3
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        )
        .expect("a trigger");
    let sgf = b"(;FF[4]GM[1]SZ[9];B[aa];W[bb];B[cc];W[dd];B[ee];W[ff])";
    let headers = [("content-type", "text/plain")];
    let refused = table.send("POST", "/api/records", &headers, sgf).await;
    assert_eq!((refused.status, refused.reason().as_str()), (503, "server-not-kept"));
    let count = |what: &str| -> u32 {
        let query = format!("SELECT COUNT(*) FROM {what}");
        file(&data).query_row(&query, [], |row| row.get(0)).expect("a number")
    };
    assert_eq!((count("matches"), count("events")), (0, 0));
    table.close().await;
}

/// A match that follows is kept with the event that names it, or not at all.
#[tokio::test]
async fn a_rematch_that_fails_leaves_no_match_that_nobody_knows() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table
        .create(&json!({"game": "connect4", "seats": [{"kind": "here"}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().expect("an id");
    let secret = made["secrets"]["first"].as_str();
    let both = ["first", "second"].map(|side| made["secrets"][side].as_str().expect("a secret"));
    let path = |what: &str| format!("/api/matches/{id}/{what}");
    assert_eq!(table.post(&path("resign"), secret, &json!({})).await.status, 200);
    file(&data)
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.body LIKE '%next%'
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        )
        .expect("a trigger");
    let mut client = table.join(id, &both).await;
    assert_eq!(client.refused(json!({"type": "rematch"})).await, "server-not-kept");
    let count = || -> u32 {
        file(&data).query_row("SELECT COUNT(*) FROM matches", [], |row| row.get(0)).expect("it")
    };
    assert_eq!(count(), 1);
    file(&data).execute_batch("DROP TRIGGER full").expect("it goes");
    client.say(json!({"type": "rematch"})).await;
    let state = client.until(|state| !state["next"].is_null()).await;
    assert_eq!(count(), 2);
    let next = state["next"].as_str().expect("an id");
    assert_eq!(table.get(&format!("/api/matches/{next}")).await.status, 200);
    table.close().await;
}

/// What a machine would do by itself is not tried without a pause when reads
/// work and writes fail; people are answered meanwhile, and it goes on after.
#[tokio::test]
async fn a_full_disk_lets_a_match_rest_and_it_goes_on_after() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table
        .create(&json!({"game": "connect4", "seats": [{"kind": "machine", "level": 0}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().expect("an id");
    let mut ana = table.join(id, &[made["secrets"]["second"].as_str().expect("a secret")]).await;
    ana.until(|state| state["seq"] == 1).await;
    file(&data)
        .execute_batch(
            "CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.body LIKE '%\"first\"%'
             BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
        )
        .expect("a trigger");
    ana.play("4").await;
    // The machine answers, which cannot be kept; the states that are shown are
    // those of the rooms that were opened.
    let thoughts = async || {
        let page = table.get("/metrics").await.text();
        let line = page.lines().find_map(|line| line.strip_prefix("sobremesa_thoughts_total "));
        line.and_then(|number| number.parse::<u32>().ok()).expect("a number")
    };
    let before = thoughts().await;
    while thoughts().await < before + 3 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(thoughts().await <= before + 5, "{} thoughts", thoughts().await - before);
    assert_eq!(table.get(&format!("/api/matches/{id}")).await.json()["seq"], 2);
    file(&data).execute_batch("DROP TRIGGER full").expect("it goes");
    ana.until(|state| state["seq"] == 3).await;
    table.close().await;
}

/// The clocks of a match are the same after a restart as before it.
#[tokio::test]
async fn time_used_before_taking_back_or_the_end_is_kept() {
    let data = Scratch::new();
    let mut table = Table::open(&data).await;
    for end in ["undo", "resign"] {
        let made = table
            .create(&json!({"game": "connect4", "clock": {"main": 60, "increment": 0},
                "seats": [{"kind": "here"}, {"kind": "here"}]}))
            .await;
        let id = made["id"].as_str().expect("an id").to_owned();
        let secrets = ["first", "second"].map(|s| made["secrets"][s].as_str().expect("one"));
        let mut both = table.join(&id, &secrets).await;
        for column in ["1", "2", "3"] {
            both.play(column).await;
        }
        tokio::time::sleep(Duration::from_millis(80)).await;
        both.say(json!({ "type": end })).await;
        let live = both.until(|s| s["seq"] == 4 || !s["outcome"].is_null()).await;
        assert!(live["clock"]["left"][1].as_u64() <= Some(59_920), "{}", live["clock"]);
        drop(both);
        table.close().await;
        table = Table::open(&data).await;
        let kept = table.get(&format!("/api/matches/{id}")).await.json();
        let left = |state: &serde_json::Value| state["clock"]["left"][1].clone();
        assert_eq!(left(&kept), left(&live), "{end}");
    }
    table.close().await;
}

/// While a clock runs, whoever looks gets a view of their own.
#[tokio::test]
async fn looking_at_a_match_sends_nothing_to_those_who_watch() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table
        .create(&json!({"game": "connect4", "clock": {"main": 60},
            "seats": [{"kind": "here"}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().expect("an id");
    let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().expect("one"));
    let mut both = table.join(id, &secrets).await;
    both.play("4").await;
    for _ in 0..20 {
        let seen = table.get(&format!("/api/matches/{id}")).await.json();
        assert_eq!(seen["clock"]["running"], "second");
        drop(table.join(id, &[]).await);
    }
    both.say(json!({"type": "ping"})).await;
    let mut states = 0;
    while both.next().await.expect("open")["type"] != "pong" {
        states += 1;
    }
    assert_eq!(states, 0, "states were sent to somebody who had not asked");
    table.close().await;
}

/// Moves are acknowledged only into files that somebody can find again.
#[tokio::test]
async fn a_data_directory_that_is_removed_under_the_server_is_noticed() {
    for what in ["", "sobremesa.sqlite-wal"] {
        let data = Scratch::new();
        let table = Table::open(&data).await;
        let (id, first, _) = table.match_of("connect4", "").await;
        let ready = table.get("/readyz").await;
        assert_eq!((ready.status, ready.text().as_str()), (200, "ready\n"));
        if what.is_empty() {
            std::fs::remove_dir_all(&data.0).expect("it goes");
        } else {
            std::fs::remove_file(data.0.join(what)).expect("it goes");
        }
        let path = format!("/api/matches/{id}/moves");
        let lost = table.post(&path, Some(&first), &json!({"play": "4", "seq": 0})).await;
        assert_eq!((lost.status, lost.reason().as_str()), (503, "server-not-kept"));
        while table.get("/readyz").await.status == 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        assert!(table.get("/readyz").await.text().contains("removed or replaced"));
        assert_eq!(table.get("/healthz").await.status, 200, "it lives");
        table.close().await;
    }
}

/// A changed row is its match's trouble, and nobody is shown it as the truth.
#[tokio::test]
async fn a_move_that_was_changed_to_another_legal_one_is_not_served_as_the_truth() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("connect4", "").await;
    let (other, _, _) = table.match_of("connect4", "").await;
    let path = format!("/api/matches/{id}/moves");
    for seq in 0..4 {
        let secret = [&first, &second][seq % 2];
        table.post(&path, Some(secret), &json!({"play": "4", "seq": seq})).await;
    }
    table.close().await;
    let changed = "UPDATE events SET body = REPLACE(body, '\"4\"', '\"5\"') WHERE number = 1";
    assert_eq!(file(&data).execute(changed, []), Ok(1));
    let table = Table::open(&data).await;
    let shown = table.get(&format!("/api/matches/{id}")).await;
    assert_eq!((shown.status, shown.reason().as_str()), (500, "server-record-damaged"));
    assert!(shown.json()["detail"].as_str().is_some_and(|detail| detail.contains(&id)));
    assert_eq!(table.get(&format!("/api/matches/{other}")).await.status, 200);
    assert_eq!(table.get("/readyz").await.status, 200);
    table.close().await;
}

/// What the operator does not want to keep for ever goes by itself.
#[tokio::test]
async fn matches_that_have_rested_for_longer_than_is_kept_are_removed() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (old, _, _) = table.match_of("connect4", "").await;
    table.close().await;
    tokio::time::sleep(Duration::from_millis(5)).await;
    let kept = Table::with(&data, |config| config.keep = Some(Duration::from_secs(3600))).await;
    assert_eq!(kept.get(&format!("/api/matches/{old}")).await.status, 200);
    kept.close().await;
    let table = Table::with(&data, |config| config.keep = Some(Duration::from_millis(1))).await;
    let count = || -> u32 {
        file(&data).query_row("SELECT COUNT(*) FROM matches", [], |row| row.get(0)).expect("it")
    };
    while count() > 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(table.get(&format!("/api/matches/{old}")).await.status, 404);
    table.close().await;
}
