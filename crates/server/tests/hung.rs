//! A PostgreSQL that hangs (SIGSTOP): nobody waits for ever, the server says
//! how it is, goes on when the database does, and stops when it is told to.
//! Tried when `SOBREMESA_TEST_POSTGRES_PID` names the database's first process.

mod common;

use std::process::Command;

use common::{Scratch, Table};
use serde_json::json;

/// Every process of the database, stopped until this is dropped.
struct Stopped(Vec<String>);

impl Stopped {
    fn now(first: &str) -> Stopped {
        let child = |process: &std::fs::DirEntry| {
            let told = std::fs::read_to_string(process.path().join("stat")).ok()?;
            // "pid (name) state parent …", and a name may be anything.
            let parent = told.rsplit_once(')')?.1.split_whitespace().nth(1)?.to_owned();
            (parent == first).then(|| process.file_name().to_string_lossy().into_owned())
        };
        let processes = std::fs::read_dir("/proc").expect("processes").flatten();
        let all = processes.filter_map(|process| child(&process)).chain([first.to_owned()]);
        let stopped = Stopped(all.collect());
        stopped.signal("-STOP");
        stopped
    }

    fn signal(&self, signal: &str) {
        // One that has ended meanwhile is no trouble.
        let kill = format!("kill {signal} {}", self.0.join(" "));
        let _ = Command::new("sh").args(["-c", &kill]).status();
    }
}

impl Drop for Stopped {
    fn drop(&mut self) {
        self.signal("-CONT");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_hangs_holds_nobody_and_not_the_end_of_the_server() {
    let (Ok(url), Ok(first)) =
        (std::env::var("SOBREMESA_TEST_POSTGRES"), std::env::var("SOBREMESA_TEST_POSTGRES_PID"))
    else {
        return;
    };
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.database = Some(url)).await;
    let (id, ana, bruno) = table.match_of("connect4", "").await;
    let path = format!("/api/matches/{id}/moves");
    let played = table.post(&path, Some(&ana), &json!({"play": "4", "seq": 0})).await;
    assert_eq!(played.status, 200, "{}", played.text());
    assert_eq!(table.get("/readyz").await.status, 200);

    let stopped = Stopped::now(&first);
    let move_ = json!({"play": "4", "seq": 1});
    let lost = table.post(&path, Some(&bruno), &move_).await;
    assert_eq!((lost.status, lost.reason().as_str()), (503, "server-not-kept"));
    assert_eq!(table.get("/healthz").await.status, 200, "it lives");
    let ready = table.get("/readyz").await;
    assert_eq!(ready.status, 503);
    assert!(ready.text().contains("does not answer"), "{}", ready.text());

    drop(stopped);
    let mut played = table.post(&path, Some(&bruno), &move_).await;
    while played.status == 503 {
        played = table.post(&path, Some(&bruno), &move_).await;
    }
    // Kept now, or after all when the database went on with what it had heard.
    let state = table.get(&format!("/api/matches/{id}")).await.json();
    assert_eq!(state["seq"], 2, "{} {state}", played.text());

    let _stopped = Stopped::now(&first);
    let _lost = table.post(&path, Some(&ana), &json!({"play": "4", "seq": 2})).await;
    // A server that waits for the database here never ends.
    table.close().await;
}
