//! Many games of one visitor, and what somebody else notices of them.

mod common;

use std::time::{Duration, Instant};

use common::{Scratch, Table};
use serde_json::{Value, json};

/// Speaks for somebody behind the proxy that the server trusts.
struct Visitor<'a> {
    table: &'a Table,
    address: &'a str,
}

impl Visitor<'_> {
    async fn send(&self, path: &str, secret: Option<&str>, body: &Value) -> Value {
        let bearer = secret.map(|secret| format!("Bearer {secret}"));
        let mut headers =
            vec![("content-type", "application/json"), ("x-forwarded-for", self.address)];
        headers.extend(bearer.iter().map(|bearer| ("authorization", bearer.as_str())));
        let reply = self.table.send("POST", path, &headers, body.to_string().as_bytes()).await;
        assert!(reply.status < 300, "{path}: {} {}", reply.status, reply.text());
        reply.json()
    }

    /// A game in which the machine has the first move.
    async fn game(&self, game: &str, rules: &str, level: u8) -> Value {
        let seats = json!([{"kind": "machine", "level": level}, {"kind": "here"}]);
        let wanted = json!({"game": game, "rules": rules, "seats": seats, "hints": true});
        self.send("/api/matches", None, &wanted).await
    }

    async fn moves(&self, created: &Value) -> usize {
        let state = self.look(created).await;
        state["moves"].as_array().expect("moves").len()
    }

    async fn look(&self, created: &Value) -> Value {
        let id = created["id"].as_str().expect("an id");
        self.table.get(&format!("/api/matches/{id}")).await.json()
    }

    /// Waits until the machine has moved.
    async fn moved(&self, created: &Value) {
        while self.moves(created).await == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

async fn crowded(data: &Scratch) -> Table {
    Table::with(data, |config| {
        config.thinkers = 2;
        // The many games go on although nobody asks about them.
        config.unwatched = Duration::from_secs(3600);
        config.proxies = vec!["127.0.0.1".parse().expect("an address")];
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_is_answered_before_the_many_games_of_another() {
    let data = Scratch::new();
    let table = crowded(&data).await;
    let greedy = Visitor { table: &table, address: "203.0.113.1" };
    let mut many = Vec::new();
    for _ in 0..12 {
        many.push(greedy.game("go", "size=19", 14).await);
    }
    let newcomer = Visitor { table: &table, address: "203.0.113.2" };
    let own = newcomer.game("connect4", "", 5).await;
    newcomer.moved(&own).await;
    let mut unmoved = 0;
    for game in &many {
        unmoved += usize::from(greedy.moves(game).await == 0);
    }
    assert!(unmoved >= 8, "{unmoved} of 12 still wait");
    // Those that wait say where.
    let last = loop {
        let state = greedy.look(many.last().expect("a game")).await;
        if !state["waiting"].is_null() {
            break state;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert!(last["waiting"]["place"].as_u64() >= Some(6), "{}", last["waiting"]);
    assert!(last["waiting"]["wait"].as_u64() > Some(0) && last["thinking"] == "first");
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_thought_for_who_has_left_and_all_goes_on_for_who_comes_back() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| {
        config.thinkers = 2;
        config.unwatched = Duration::from_millis(1500);
    })
    .await;
    let one = Visitor { table: &table, address: "unknown" };
    let mut games = Vec::new();
    for _ in 0..20 {
        games.push(one.game("go", "size=19", 14).await);
    }
    let at_rest = async || {
        let page = table.get("/metrics").await.text();
        ["sobremesa_thinking 0\n", "sobremesa_thinking_queue 0\n"]
            .iter()
            .all(|it| page.contains(it))
    };
    assert!(!at_rest().await);
    while !at_rest().await {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let last = games.pop().expect("a game");
    assert_eq!(one.moves(&last).await, 0, "nobody has waited for it");
    one.moved(&last).await;
    table.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_that_costs_is_limited_by_address() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| {
        config.creations = 6;
        config.proxies = vec!["127.0.0.1".parse().expect("an address")];
    })
    .await;
    let one = Visitor { table: &table, address: "2001:db8::1" };
    let seats = json!([{"kind": "here"}, {"kind": "here"}]);
    let created =
        one.send("/api/matches", None, &json!({"game": "connect4", "seats": seats})).await;
    let (id, secret) = (&created["id"], created["secrets"]["first"].as_str());
    let both = format!("/api/matches/{}", id.as_str().expect("an id"));
    one.send(&format!("{both}/resign"), secret, &json!({})).await;
    // A rematch of a rematch of a rematch: each is a new match.
    let (mut next, mut refused) = (both, None);
    for _ in 0..8 {
        for seat in ["second", "first"] {
            let bearer = format!("Bearer {}", created["secrets"][seat].as_str().expect("one"));
            let headers = [
                ("content-type", "application/json"),
                ("x-forwarded-for", "2001:db8::2"),
                ("authorization", bearer.as_str()),
            ];
            let path = format!("{next}/again");
            let reply = table.send("POST", &path, &headers, b"{}").await;
            if reply.status != 200 {
                refused = Some(reply);
                break;
            }
        }
        if refused.is_some() {
            break;
        }
        let state = table.get(&next).await.json();
        next = format!("/api/matches/{}", state["next"].as_str().expect("it follows"));
        one.send(&format!("{next}/resign"), secret, &json!({})).await;
    }
    let refused = refused.expect("a seventh match is too many");
    assert_eq!(refused.status, 429, "{}", refused.text());
    assert_eq!(refused.json()["reason"]["id"], "server-too-many-matches");
    // Somebody of another network has everything left.
    let other = Visitor { table: &table, address: "2001:db8:0:1::1" };
    other.game("connect4", "", 0).await;
    table.close().await;
}

/// The bar: `cargo test -p sobremesa-server --profile checked --test fairness
/// -- --ignored --nocapture` prints it. Whether it is met depends on the
/// machine, so nothing is asserted but that everybody is answered.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "minutes: run by ./test --full"]
async fn how_long_a_newcomer_waits_beside_two_hundred_dear_games() {
    let data = Scratch::new();
    let table = crowded(&data).await;
    let greedy = Visitor { table: &table, address: "203.0.113.1" };
    for _ in 0..200 {
        greedy.game("go", "size=19", 14).await;
    }
    let newcomer = Visitor { table: &table, address: "203.0.113.2" };
    let (mut answers, mut hints) = (Vec::new(), Vec::new());
    for (game, rules) in [("connect4", ""), ("dots", ""), ("go", "size=19"), ("othello", "")] {
        for level in 0..=5 {
            for _ in 0..4 {
                let begun = Instant::now();
                let own = newcomer.game(game, rules, level).await;
                newcomer.moved(&own).await;
                answers.push((begun.elapsed(), format!("{game} {level}")));
                let begun = Instant::now();
                let id = own["id"].as_str().expect("an id");
                let asked = json!({"level": level});
                newcomer.send(&format!("/api/matches/{id}/hint"), None, &asked).await;
                hints.push((begun.elapsed(), format!("{game} {level}")));
            }
        }
    }
    for (what, bar, mut times) in [("answers", 2, answers), ("hints", 5, hints)] {
        times.sort();
        let at = |share: f64| &times[((times.len() - 1) as f64 * share).round() as usize];
        let (p50, p99) = (at(0.5), at(0.99));
        println!(
            "{what}: p50 {:.3} s, p99 {:.3} s ({}); wanted: p99 < {bar} s",
            p50.0.as_secs_f64(),
            p99.0.as_secs_f64(),
            p99.1
        );
    }
    table.close().await;
}
