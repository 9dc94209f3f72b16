//! Everything a client should not send: each gets a clear refusal and leaves
//! the server healthy.

mod common;

use std::time::Duration;

use common::{Client, Scratch, Table};
use futures_util::SinkExt;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::{Bytes, Error, Message};

const JSON: (&str, &str) = ("content-type", "application/json");

async fn is_well(table: &Table) {
    assert_eq!(table.get("/healthz").await.status, 200);
    let (id, first, _) = table.match_of("connect4", "").await;
    table.join(&id, &[&first]).await.play("4").await;
}

#[tokio::test]
async fn bodies_that_are_no_message_are_refused() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let seats = r#""seats":[{"kind":"here"},{"kind":"here"}]"#;
    let deep = "[".repeat(10_000);
    let bodies: &[(&str, u16)] = &[
        ("", 400),
        ("{", 400),
        ("null", 400),
        ("[]", 400),
        ("\u{0}", 400),
        (&deep, 400),
        (r#"{"game":"go"}"#, 400),
        (&format!(r#"{{"game":"go",{seats},"extra":1}}"#), 400),
        (&format!(r#"{{"game":7,{seats}}}"#), 400),
        (&format!(r#"{{"game":"go","game":"go",{seats}}}"#), 400),
        (r#"{"game":"go","seats":[{"kind":"here"}]}"#, 400),
        (r#"{"game":"go","seats":[{"kind":"here"},{"kind":"here"},{"kind":"here"}]}"#, 400),
        (r#"{"game":"go","seats":[{"kind":"here"},{"kind":"cat"}]}"#, 400),
        (r#"{"game":"go","seats":[{"kind":"here","level":1},{"kind":"here"}]}"#, 400),
        (r#"{"game":"go","seats":[{"kind":"here"},{"kind":"machine"}]}"#, 400),
        (r#"{"game":"go","seats":[{"kind":"here"},{"kind":"machine","level":-1}]}"#, 400),
        (r#"{"game":"go","seats":[{"kind":"here"},{"kind":"machine","level":1.5}]}"#, 400),
        (r#"{"game":"go","seats":[{"kind":"here"},{"kind":"machine","level":99}]}"#, 422),
        (&format!(r#"{{"game":"chess",{seats}}}"#), 422),
        (&format!(r#"{{"game":"go","rules":"size=1000000",{seats}}}"#), 422),
        (&format!(r#"{{"game":"go","rules":"siz=9",{seats}}}"#), 422),
        (&format!(r#"{{"game":"go","position":"nonsense",{seats}}}"#), 422),
        (&format!(r#"{{"game":"go","clock":{{"main":-1}},{seats}}}"#), 400),
        // Structures have names, inside as well: a list is none.
        (&format!(r#"{{"game":"go","clock":[60,0],{seats}}}"#), 400),
        (r#"{"game":"go","seats":[["here"],["here"]]}"#, 400),
        (r#"{"game":"go","seats":[["machine",1],{"kind":"here"}]}"#, 400),
        (r#"{"game":"go","seats":{"0":{"kind":"here"},"1":{"kind":"here"}}}"#, 400),
    ];
    for (body, status) in bodies {
        let reply = table.send("POST", "/api/matches", &[JSON], body.as_bytes()).await;
        assert_eq!(reply.status, *status, "{body:.100}: {}", reply.text());
        assert!(sobremesa_text::has(&reply.reason()), "{}", reply.text());
    }
    let reply = table.send("POST", "/api/matches", &[JSON], b"\xff\xfe").await;
    assert_eq!(reply.status, 400);
    let reply = table.send("POST", "/api/matches", &[], b"{}").await;
    assert_eq!(reply.status, 415);
    let reply = table.send("POST", "/api/matches", &[JSON], &vec![b' '; 100_000]).await;
    assert_eq!((reply.status, reply.reason().as_str()), (413, "server-too-large"));
    // A message without fields is an object all the same.
    let (id, first, _) = table.match_of("connect4", "").await;
    let seated = ("authorization", format!("Bearer {first}"));
    let path = format!("/api/matches/{id}/resign");
    let reply = table.send("POST", &path, &[JSON, (seated.0, &seated.1)], b"[]").await;
    assert_eq!(reply.status, 400, "{}", reply.text());
    is_well(&table).await;
    table.close().await;
}

#[tokio::test]
async fn addresses_that_lead_nowhere_are_said_to() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    for path in [
        "/api/nothing",
        "/api/matches/x",
        "/api/matches/AAAAAAAAAAAA",
        "/api/matches/..%2f..%2fetc%2fpasswd",
        "/api/matches/%00%00%00%00%00%00%00%00%00%00%00%00",
        "/api/matches/%ff",
        "/api/matches/AAAAAAAAAAAA/moves",
        "/api/matches/AAAAAAAAAAAA/at/-1",
        "/api/matches/AAAAAAAAAAAA/at/99999999999999999999999",
        "/api/text/fr",
        "/page/../Cargo.toml",
        "/page/..%2f..%2fCargo.toml",
        "/page//etc/passwd",
        "/../../etc/passwd",
        "/nothing",
    ] {
        let reply = table.get(path).await;
        assert!(matches!(reply.status, 400 | 404), "{path}: {}", reply.status);
    }
    assert_eq!(table.send("DELETE", "/api/games", &[], b"").await.status, 405);
    assert_eq!(table.send("GET", "/api/matches/AAAAAAAAAAAA/resign", &[], b"").await.status, 405);
    assert_eq!(table.raw(b"NONSENSE\r\n\r\n").await.status, 400);
    let long = format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "x".repeat(200_000));
    let status = table.raw(long.as_bytes()).await.status;
    assert!(matches!(status, 0 | 400 | 414 | 431), "{status}");
    is_well(&table).await;
    table.close().await;
}

#[tokio::test]
async fn messages_that_are_none_are_answered_and_the_talk_goes_on() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, _) = table.match_of("connect4", "").await;
    let mut client = table.join(&id, &[&first]).await;
    for text in [
        "",
        "null",
        "[]",
        "{}",
        "{",
        "7",
        "\u{0}",
        r#"{"type":"dance"}"#,
        r#"["undo"]"#,
        r#"["play","4",0]"#,
        r#"{"type":"play"}"#,
        r#"{"type":"play","play":4,"seq":0}"#,
        r#"{"type":"play","play":"4","seq":-1}"#,
        r#"{"type":"play","play":"4","seq":0,"extra":true}"#,
        r#"{"type":"play","play":"4","seq":1e99}"#,
        r#"{"type":"undo","extra":true}"#,
        r#"{"type":"accept","offer":"marriage"}"#,
        r#"{"type":"hint","level":999}"#,
        r#"{"type":"hello","secrets":[]}"#,
        r#"{"type":"speed","delay":-5}"#,
    ] {
        client.socket.send(Message::text(text)).await.unwrap();
        let refused = client.hear("refused").await;
        assert_eq!(refused["reason"]["id"], "server-unknown-message", "{text}");
    }
    client.play("4").await;
    table.close().await;
}

#[tokio::test]
async fn sockets_that_misbehave_are_closed_with_a_reason() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, _) = table.match_of("connect4", "").await;
    // Not a hello first.
    let mut client = Client::connect(table.address, &id, None).await.unwrap();
    client.say(json!({"type": "play", "play": "4", "seq": 0})).await;
    assert_eq!(client.farewell().await.as_deref(), Some("server-unknown-message"));
    // Binary.
    let mut client = table.join(&id, &[&first]).await;
    client.socket.send(Message::Binary(Bytes::from_static(b"\x00\xff"))).await.unwrap();
    assert_eq!(client.farewell().await.as_deref(), Some("server-unknown-message"));
    // Too long, in one frame and in many.
    let mut client = table.join(&id, &[&first]).await;
    let long = json!({"type": "name", "name": "x".repeat(5000)});
    client.socket.send(Message::text(long.to_string())).await.unwrap();
    assert_eq!(client.farewell().await.as_deref(), Some("server-unknown-message"));
    // Too much at once.
    let mut client = table.join(&id, &[&first]).await;
    for _ in 0..150 {
        if client.socket.send(Message::text("{}")).await.is_err() {
            break;
        }
    }
    assert_eq!(client.farewell().await.as_deref(), Some("server-too-many-messages"));
    // Too many secrets are not all tried.
    let many: Vec<String> = (0..60).map(|n| format!("secret-{n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(table.join(&id, &many).await.sides.is_empty());
    is_well(&table).await;
    table.close().await;
}

#[tokio::test]
async fn a_page_of_another_place_may_not_connect() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, ..) = table.match_of("connect4", "").await;
    let own = format!("http://{}", table.address);
    assert!(Client::connect(table.address, &id, Some(&own)).await.is_ok());
    for origin in ["http://evil.example", "null", "http://localhost"] {
        match Client::connect(table.address, &id, Some(origin)).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 403),
            other => panic!("{origin}: {:?}", other.err()),
        }
    }
    // Not a websocket at all.
    let status = table.get(&format!("/api/matches/{id}/ws")).await.status;
    assert!(matches!(status, 400 | 426), "{status}");
    match Client::connect(table.address, "AAAAAAAAAAAA", None).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 404),
        other => panic!("{:?}", other.err()),
    }
    table.close().await;
}

#[tokio::test]
async fn thousands_of_creations_from_one_address_are_slowed_down() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.creations = 20).await;
    let wanted = json!({"game": "connect4", "seats": [{"kind": "here"}, {"kind": "here"}]});
    let mut counts = [0, 0];
    for _ in 0..50 {
        let asked = (0..40).map(|_| table.post("/api/matches", None, &wanted));
        for reply in futures_util::future::join_all(asked).await {
            match reply.status {
                201 => counts[0] += 1,
                429 => {
                    assert_eq!(reply.reason(), "server-too-many-matches");
                    counts[1] += 1;
                }
                other => panic!("{other}"),
            }
        }
    }
    assert!((20..100).contains(&counts[0]), "{counts:?}");
    assert_eq!(table.get("/healthz").await.status, 200);
    table.close().await;
}

#[tokio::test]
async fn slow_senders_hold_nobody_up() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    // Heads that never end, and a body that never comes.
    let mut slow = Vec::new();
    for text in [
        "GET / HTTP/1.1\r\nhost: x\r\nx-slow: ",
        "POST /api/matches HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
    ] {
        for _ in 0..50 {
            let mut stream = tokio::net::TcpStream::connect(table.address).await.unwrap();
            stream.write_all(text.as_bytes()).await.unwrap();
            slow.push(stream);
        }
    }
    is_well(&table).await;
    // The heads are given up on after a while.
    let mut bytes = Vec::new();
    let wait = Duration::from_secs(30);
    let ended = tokio::time::timeout(wait, slow[0].read_to_end(&mut bytes)).await;
    assert!(ended.is_ok(), "the connection is still open");
    is_well(&table).await;
    table.close().await;
}

#[tokio::test]
async fn the_page_comes_with_its_headers_and_is_not_sent_twice() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let page = table.get("/").await;
    assert_eq!(page.status, 200);
    for header in [
        "content-type: text/html",
        "cache-control: no-cache",
        "script-src 'self'",
        "default-src 'none'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.head.contains(header), "{header}: {}", page.head);
    }
    assert!(!page.head.contains("unsafe"));
    // The head was made lower case; a weak tag begins with a capital.
    let tag = |of: &str| of.lines().find_map(|l| l.strip_prefix("etag: w/")).unwrap().to_owned();
    let weak = format!("W/{}", tag(&page.head));
    let again = table.send("GET", "/play/AAAAAAAAAAAA", &[("if-none-match", &weak)], b"").await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    // The words are kept by the browser too, and travel compressed.
    let words = table.get("/api/text/es").await;
    let strong = tag(&words.head);
    for tag in [format!("W/{strong}"), strong] {
        let again = table.send("GET", "/api/text/es", &[("if-none-match", &tag)], b"").await;
        assert_eq!((again.status, again.body.len()), (304, 0), "{tag}");
    }
    for path in ["/api/text/es", "/page/app.js"] {
        let plain = table.get(path).await;
        let small = table.send("GET", path, &[("accept-encoding", "gzip")], b"").await;
        assert!(small.head.contains("content-encoding: gzip"), "{}", small.head);
        assert!(small.body.len() * 2 < plain.body.len(), "{path}");
    }
    let script = table.get("/page/app.js").await;
    assert!(script.head.contains("content-type: text/javascript"), "{}", script.head);
    // No other host is named in anything the page loads.
    let text = page.text();
    assert!(!text.contains("https://") && !text.contains("http://"), "{text}");
    table.close().await;
}

#[tokio::test]
async fn the_interface_describes_itself() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let description = table.get("/api/openapi.json").await.json();
    for path in ["/api/matches", "/api/matches/{id}/moves", "/api/matches/{id}/ws"] {
        assert!(description["paths"][path].is_object(), "{path}");
    }
    let page = table.get("/api").await;
    assert!(page.head.contains("text/html"));
    assert!(page.text().contains("POST /api/matches/{id}/moves"));
    assert!(!page.text().contains("<script"));
    let metrics = table.get("/metrics").await.text();
    for name in ["sobremesa_moves_total", "sobremesa_rooms", "sobremesa_move_seconds_bucket"] {
        assert!(metrics.contains(name), "{name}");
    }
    for language in ["es", "en"] {
        let words = table.get(&format!("/api/text/{language}")).await.json();
        assert!(words["server-stale"].is_array(), "{language}");
    }
    table.close().await;
}
