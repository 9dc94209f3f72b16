//! Databases that version 1 wrote open, show what they showed, and play on.
//!
//! `version-1/` was made by that program with `play.py`: a SQLite file, a
//! PostgreSQL dump, and for each the states the server gave after a restart.
//! PostgreSQL is tried when `SOBREMESA_TEST_POSTGRES` names a server.

mod common;

use std::path::Path;

use common::{Scratch, Table};
use serde_json::{Value, json};

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version-1").join(name)
}

/// Every field that version 1 told is told as it was; there may be more.
fn keeps(now: &Value, then: &Value, place: &str) {
    match (now, then) {
        (Value::Object(now), Value::Object(then)) => {
            for (key, then) in then {
                let now = now.get(key).unwrap_or_else(|| panic!("{place}.{key} is gone"));
                keeps(now, then, &format!("{place}.{key}"));
            }
        }
        (Value::Array(now), Value::Array(then)) => {
            assert_eq!(now.len(), then.len(), "{place}");
            for (number, (now, then)) in now.iter().zip(then).enumerate() {
                keeps(now, then, &format!("{place}[{number}]"));
            }
        }
        _ => assert_eq!(now, then, "{place}"),
    }
}

async fn opens_and_plays_on(table: &Table, matches: &str) {
    let matches = std::fs::read_to_string(file(matches)).expect("the states of version 1");
    let matches: Value = serde_json::from_str(&matches).expect("JSON");
    let matches = matches.as_object().expect("an object");
    for (name, then) in matches {
        let id = then["id"].as_str().expect("an id");
        let now = table.get(&format!("/api/matches/{id}")).await;
        assert_eq!(now.status, 200, "{name}: {}", now.text());
        keeps(&now.json(), &then["state"], name);
        let ply = then["earlier"]["ply"].as_u64().expect("a ply");
        let earlier = table.get(&format!("/api/matches/{id}/at/{ply}")).await.json();
        keeps(&earlier, &then["earlier"], name);
    }
    // The secrets still open their seats, and the games go on.
    for (name, side, play) in [("taken-back", "first", "1"), ("named", "second", "E5")] {
        let kept = &matches[name];
        let path = format!("/api/matches/{}/moves", kept["id"].as_str().expect("an id"));
        let move_ = json!({"play": play, "seq": kept["state"]["seq"]});
        let played = table.post(&path, kept["secrets"][side].as_str(), &move_).await;
        assert_eq!(played.status, 200, "{name}: {}", played.text());
    }
    let settling = &matches["settling"];
    let path = format!("/api/matches/{}/agree", settling["id"].as_str().expect("an id"));
    let agree = json!({"seq": settling["state"]["seq"]});
    let agreed = table.post(&path, settling["secrets"]["second"].as_str(), &agree).await;
    assert_eq!(agreed.status, 200, "{}", agreed.text());
    assert_eq!(agreed.json()["outcome"]["reason"], "play");
}

#[tokio::test]
async fn a_file_of_version_1_opens_and_plays_on() {
    let data = Scratch::new();
    std::fs::copy(file("matches.sqlite"), data.0.join("sobremesa.sqlite")).expect("a copy");
    let table = Table::open(&data).await;
    opens_and_plays_on(&table, "sqlite.json").await;
    table.close().await;
}

#[tokio::test]
async fn a_dump_of_version_1_opens_and_plays_on() {
    let Ok(url) = std::env::var("SOBREMESA_TEST_POSTGRES") else { return };
    let name = format!("version_1_{}", std::process::id());
    let connect = async |url: &str| {
        let (client, connection) =
            tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("it answers");
        tokio::spawn(connection);
        client
    };
    connect(&url).await.batch_execute(&format!("CREATE DATABASE {name}")).await.expect("its own");
    let url = format!("{}/{name}", url.rsplit_once('/').expect("a database").0);
    let dump = std::fs::read_to_string(file("matches.sql")).expect("the dump");
    connect(&url).await.batch_execute(&dump).await.expect("the dump is put back");
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.database = Some(url)).await;
    opens_and_plays_on(&table, "postgres.json").await;
    table.close().await;
}
