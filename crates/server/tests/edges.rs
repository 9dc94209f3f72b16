//! The edges of the web: pages of other places, proxies, clients that send
//! twice, hold too much open or never come back.

mod common;

use std::time::Duration;

use common::{Scratch, Table};
use serde_json::json;
use sobremesa_server::{Config, Server};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

const RECORD: &[u8] = b"(;GM[1]SZ[9];B[ee];W[cc])";

#[tokio::test]
async fn pages_of_other_places_change_nothing() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let send = async |headers: &[(&str, &str)]| {
        let headers: Vec<_> = [&[("content-type", "text/plain")], headers].concat();
        table.send("POST", "/api/records", &headers, RECORD).await
    };
    let own = format!("http://{}", table.address);
    assert_eq!(send(&[]).await.status, 201, "a program");
    assert_eq!(send(&[("origin", &own), ("sec-fetch-site", "same-origin")]).await.status, 201);
    for elsewhere in [
        &[("origin", "http://evil.example")][..],
        &[("origin", "null")],
        &[("origin", "http://localhost:3000")],
        &[("sec-fetch-site", "cross-site")],
        &[("sec-fetch-site", "same-site")],
    ] {
        let refused = send(elsewhere).await;
        assert_eq!(refused.status, 403, "{elsewhere:?}");
        assert_eq!(refused.reason(), "server-other-origin");
    }
    // A name of another place that leads here (DNS rebinding).
    let rebound = format!(
        "POST /api/records HTTP/1.1\r\nhost: evil.example:9999\r\n\
         origin: http://evil.example:9999\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        RECORD.len()
    );
    let refused = table.raw(&[rebound.as_bytes(), RECORD].concat()).await;
    assert_eq!(refused.status, 403, "{}", refused.text());
    table.close().await;
}

#[tokio::test]
async fn taking_back_is_done_once_however_often_it_is_sent() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let wanted = json!({"game": "connect4", "seats": [{"kind": "here"}, {"kind": "here"}]});
    let created = table.post("/api/matches", None, &wanted).await.json();
    let path = format!("/api/matches/{}", created["id"].as_str().unwrap());
    let secrets = ["first", "second"].map(|side| created["secrets"][side].as_str().unwrap());
    for seq in 0..4_usize {
        let play = json!({"play": "4", "seq": seq});
        let played = table.post(&format!("{path}/moves"), Some(secrets[seq % 2]), &play).await;
        assert_eq!(played.status, 200);
    }
    // Both seats are held by the same person, whose socket takes back.
    let mut here = table.join(created["id"].as_str().unwrap(), &secrets).await;
    for _ in 0..3 {
        here.say(json!({"type": "undo", "seq": 4})).await;
        assert_eq!(here.hear("ack").await["to"], "undo");
    }
    let state = table.get(&path).await.json();
    assert_eq!((state["moves"].as_array().unwrap().len(), &state["seq"]), (3, &json!(5)));
    // What answers to an earlier state is not done.
    let late = table.post(&format!("{path}/undo"), Some(secrets[0]), &json!({"seq": 2})).await;
    assert_eq!((late.status, late.reason().as_str()), (409, "server-stale"));
    table.close().await;
}

#[tokio::test]
async fn the_clock_of_who_is_away_runs_on() {
    let data = Scratch::new();
    let short = |config: &mut Config| config.idle = Duration::from_millis(100);
    let table = Table::with(&data, short).await;
    let wanted = json!({"game": "connect4", "clock": {"main": 2, "increment": 0},
        "seats": [{"kind": "here"}, {"kind": "here"}]});
    let created = table.post("/api/matches", None, &wanted).await.json();
    let path = format!("/api/matches/{}", created["id"].as_str().unwrap());
    let secret = created["secrets"]["first"].as_str();
    let play = json!({"play": "4", "seq": 0});
    assert_eq!(table.post(&format!("{path}/moves"), secret, &play).await.status, 200);
    // Nobody asks for the match, and it is put away.
    while !table.get("/metrics").await.text().contains("sobremesa_rooms 0\n") {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(Duration::from_millis(2_100)).await;
    let mut state = table.get(&path).await.json();
    while state["outcome"].is_null() {
        assert_eq!(state["clock"]["left"][1], 0, "{state}");
        state = table.get(&path).await.json();
    }
    assert_eq!(state["outcome"], json!({"winner": "first", "reason": "time"}));
    table.close().await;
}

#[tokio::test]
async fn a_match_has_an_end() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.longest = 6).await;
    let wanted = json!({"game": "connect4", "seats": [{"kind": "here"}, {"kind": "here"}]});
    let created = table.post("/api/matches", None, &wanted).await.json();
    let path = format!("/api/matches/{}", created["id"].as_str().unwrap());
    let secrets = ["first", "second"].map(|side| created["secrets"][side].as_str());
    for seq in 0..6_usize {
        let play = json!({"play": "4", "seq": seq});
        let played = table.post(&format!("{path}/moves"), secrets[seq % 2], &play).await;
        assert_eq!(played.status, 200);
    }
    let play = json!({"play": "1", "seq": 6});
    let refused = table.post(&format!("{path}/moves"), secrets[0], &play).await;
    assert_eq!((refused.status, refused.reason().as_str()), (409, "server-match-too-long"));
    assert_eq!(table.post(&format!("{path}/resign"), secrets[0], &json!({})).await.status, 200);
    table.close().await;
}

#[tokio::test]
async fn an_address_holds_so_many_connections_and_no_more() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.connections = 5).await;
    let mut held = Vec::new();
    for _ in 0..5 {
        held.push(TcpStream::connect(table.address).await.unwrap());
    }
    let mut more = TcpStream::connect(table.address).await.unwrap();
    let mut nothing = [0; 1];
    // Closed without a word, or reset.
    assert!(matches!(more.read(&mut nothing).await, Ok(0) | Err(_)));
    drop(held);
    loop {
        if table.get("/healthz").await.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    table.close().await;
}

#[tokio::test]
async fn what_the_server_counts_is_for_its_operator() {
    let data = Scratch::new();
    let config = Config {
        listen: "127.0.0.1:0".to_owned(),
        admin: Some("127.0.0.1:0".to_owned()),
        data: data.0.clone(),
        ..Config::default()
    };
    let server = Server::open(&config).await.unwrap();
    let (ours, admin) = (server.address().unwrap(), server.admin().unwrap());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let ask = async |address, host: &str, path: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        Table::raw_at(address, head.as_bytes()).await
    };
    assert_eq!(ask(admin, "operator.example", "/metrics").await.status, 200);
    assert_eq!(ask(admin, "localhost", "/api/matches").await.status, 404);
    assert_eq!(ask(ours, "localhost", "/metrics").await.status, 200);
    // What a proxy of this machine passes on.
    assert_eq!(ask(ours, "games.example", "/metrics").await.status, 404);
    drop(stop);
    running.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_sees_and_deletes_with_the_token_alone() {
    const TOKEN: &str = "a token of the operator";
    let data = Scratch::new();
    let config = Config {
        listen: "127.0.0.1:0".to_owned(),
        admin: Some("127.0.0.1:0".to_owned()),
        admin_token: Some(TOKEN.to_owned()),
        data: data.0.clone(),
        ..Config::default()
    };
    let server = Server::open(&config).await.unwrap();
    let (ours, admin) = (server.address().unwrap(), server.admin().unwrap());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let running = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let ask = async |address, request: &str, token: &str, body: &str| {
        let head = format!(
            "{request} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{}content-type: \
             application/json\r\ncontent-length: {}\r\n\r\n{body}",
            if token.is_empty() {
                String::new()
            } else {
                format!("authorization: Bearer {token}\r\n")
            },
            body.len()
        );
        Table::raw_at(address, head.as_bytes()).await
    };
    let wanted = json!({"game": "connect4",
        "seats": [{"kind": "here", "name": "Ana"}, {"kind": "link"}]});
    let made = ask(ours, "POST /api/matches", "", &wanted.to_string()).await.json();
    let id = made["id"].as_str().unwrap();
    let goal = json!({"query": "tableroInicial(T)."}).to_string();
    assert_eq!(ask(ours, "POST /json", "", &goal).await.status, 200);

    // Without the token, with another, with a seat's secret, at another port.
    let secret = made["secrets"]["first"].as_str().unwrap();
    let removal = format!("DELETE /api/operator/matches/{id}");
    for request in ["GET /api/operator", &removal] {
        for token in ["", "another token of the operator", secret] {
            let refused = ask(admin, request, token, "").await;
            assert_eq!((refused.status, refused.reason().as_str()), (401, "server-no-token"));
        }
        assert_eq!(ask(ours, request, TOKEN, "").await.status, 404);
    }
    // Nothing of anybody is on the page itself.
    for path in ["/", "/page/operator/page.js", "/api/text/es", "/healthz", "/metrics"] {
        let page = ask(admin, &format!("GET {path}"), "", "").await;
        assert_eq!(page.status, 200, "{path}");
        assert!(!page.text().contains(id) && !page.text().contains(TOKEN));
    }
    let told = ask(admin, "GET /api/operator", TOKEN, "").await;
    assert!(told.head.contains("no-store"), "{}", told.head);
    let told = told.json();
    assert_eq!(
        (&told["rooms"][0]["id"], &told["rooms"][0]["seats"][0]["name"]),
        (&made["id"], &json!("Ana"))
    );
    assert_eq!(told["counts"]["matches"], 1);
    assert_eq!((&told["goals"]["running"], &told["work"]["waiting"]), (&json!([]), &json!([])));
    assert!(told["visitors"][0]["left"].as_f64() < told["per_minute"].as_f64());
    assert!(!told.to_string().contains(secret));

    let path = format!("GET /api/matches/{id}");
    assert_eq!(ask(ours, &path, "", "").await.status, 200);
    assert_eq!(ask(admin, &removal, TOKEN, "").await.status, 204);
    assert_eq!(ask(ours, &path, "", "").await.status, 404);
    assert_eq!(ask(admin, &removal, TOKEN, "").await.status, 404);
    assert_eq!(ask(admin, "DELETE /api/operator/matches/..%2f..", TOKEN, "").await.status, 404);
    drop(stop);
    running.await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_machine_rests_while_nobody_is_there_and_its_clock_with_it() {
    let data = Scratch::new();
    let short = |config: &mut Config| {
        config.unwatched = Duration::from_millis(200);
        config.idle = Duration::from_secs(3600);
    };
    let table = Table::with(&data, short).await;
    // It thinks for some seconds.
    let wanted = json!({"game": "go", "rules": "size=19", "clock": {"main": 3600, "increment": 0},
        "seats": [{"kind": "here"}, {"kind": "machine", "level": 14}]});
    let created = table.post("/api/matches", None, &wanted).await.json();
    let path = format!("/api/matches/{}", created["id"].as_str().unwrap());
    let secret = created["secrets"]["first"].as_str();
    let play = json!({"play": "D4", "seq": 0});
    assert_eq!(table.post(&format!("{path}/moves"), secret, &play).await.status, 200);
    let thinks = async || table.get("/metrics").await.text().contains("sobremesa_thinking 1\n");
    while thinks().await {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(Duration::from_millis(2_500)).await;
    assert!(!thinks().await, "nobody is there");
    // It has lost no time, and goes on for who is there.
    let state = table.get(&path).await.json();
    assert_eq!(state["seq"], 1, "it has not thought in secret");
    assert!(state["clock"]["left"][1].as_u64() > Some(3_598_500), "{}", state["clock"]);
    while !thinks().await {
        table.get(&path).await;
    }
    table.close().await;
}
