//! An attack of everything at once, and that nothing of it is left. Alone in
//! its process, so that what is counted is the server's.
#![cfg(target_os = "linux")]

mod common;

use std::time::Duration;

use common::{Scratch, Table};
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

/// What the process holds: threads, open files, resident kilobytes.
fn held() -> [usize; 3] {
    let count = |what: &str| std::fs::read_dir(what).map_or(0, Iterator::count);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let resident = resident.and_then(|rest| rest.split_whitespace().next()?.parse().ok());
    [count("/proc/self/task"), count("/proc/self/fd"), resident.unwrap_or(0)]
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_left_of_an_attack_once_the_attacker_is_gone() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| {
        config.thinkers = 2;
        config.connections = 300;
        config.unwatched = Duration::from_secs(1);
        config.idle = Duration::from_secs(1);
    })
    .await;
    let seats = json!([{"kind": "machine", "level": 14}, {"kind": "here"}]);
    let dear = json!({"game": "go", "rules": "size=19", "seats": seats, "hints": true});
    // Everything is started once before it is counted.
    let first = table.create(&dear).await["id"].as_str().expect("an id").to_owned();
    let hint = json!({"level": 14});
    let asked = async |path: String, body: &[u8]| {
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n",
            table.address,
            body.len()
        );
        let mut stream = TcpStream::connect(table.address).await.expect("it accepts");
        let _ = stream.write_all(&[head.as_bytes(), body].concat()).await;
        stream
    };
    let goal = json!({"query": "between(1,1000000000,X),fail."});
    drop(asked("/json".to_owned(), goal.to_string().as_bytes()).await);
    quiet(&table).await;
    let before = held();

    let mut held_open = Vec::new();
    for n in 0..60 {
        let id = table.create(&dear).await["id"].as_str().expect("an id").to_owned();
        held_open.push(asked(format!("/api/matches/{id}/hint"), hint.to_string().as_bytes()).await);
        held_open.push(asked("/json".to_owned(), goal.to_string().as_bytes()).await);
        // Heads and bodies that never come.
        let mut slow = TcpStream::connect(table.address).await.expect("it accepts");
        let _ = slow.write_all(&b"POST /api/records HTTP/1.1\r\ncontent-le"[..n % 30]).await;
        held_open.push(slow);
    }
    let mut sockets = Vec::new();
    for _ in 0..50 {
        sockets.push(table.join(&first, &[]).await);
    }
    assert!(held()[1] > before[1] + 100, "the attack is one");

    // Somebody plays meanwhile.
    let seats = json!([{"kind": "machine", "level": 3}, {"kind": "here"}]);
    let played = table.create(&json!({"game": "connect4", "seats": seats})).await;
    let path = format!("/api/matches/{}", played["id"].as_str().expect("an id"));
    while table.get(&path).await.json()["moves"] == json!([]) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }

    drop((held_open, sockets));
    quiet(&table).await;
    let after = held();
    assert!(after[0] <= before[0] + 2, "threads: {before:?}, then {after:?}");
    assert!(after[1] <= before[1] + 5, "open files: {before:?}, then {after:?}");
    // Search trees of the players at rest are kept, and they are few.
    assert!(after[2] <= before[2] + 300_000, "kilobytes: {before:?}, then {after:?}");
    table.close().await;
}

/// Waits until nobody thinks, no room is open and no connection but our own.
async fn quiet(table: &Table) {
    for _ in 0..1_200 {
        let page = table.get("/metrics").await.text();
        let is = |name: &str, most: u32| {
            (0..=most).any(|n| page.contains(&format!("sobremesa_{name} {n}\n")))
        };
        let rest = ["thinking", "thinking_queue", "rooms", "sockets"].iter().all(|it| is(it, 0));
        if rest && is("connections", 1) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("no rest: {}", table.get("/metrics").await.text());
}
