//! The server is killed in the middle of everything, again and again: every
//! acknowledged move is there afterwards, and none twice.
//!
//! The server is this very test program, started again as a child that serves
//! and is killed with SIGKILL. SQLite always; PostgreSQL too when
//! `SOBREMESA_TEST_POSTGRES` names a server.

mod common;

use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use common::{Client, Scratch};
use serde_json::{Value, json};
use sobremesa_kernel::Rng;

/// Games that are played at the same time.
const GAMES: u64 = 40;

const LISTEN: &str = "SOBREMESA_CRASH_LISTEN";
const DATA: &str = "SOBREMESA_CRASH_DATA";
const DATABASE: &str = "SOBREMESA_CRASH_DATABASE";

/// Not a test of its own: what the child runs.
#[tokio::test(flavor = "multi_thread")]
async fn child() {
    let Ok(listen) = std::env::var(LISTEN) else { return };
    let config = sobremesa_server::Config {
        listen,
        data: std::env::var(DATA).expect("a directory").into(),
        database: std::env::var(DATABASE).ok(),
        creations: u32::MAX,
        ..Default::default()
    };
    let server = sobremesa_server::Server::open(&config).await.expect("the child opens");
    server.run(std::future::pending()).await;
}

struct Place {
    data: Scratch,
    database: Option<String>,
    address: SocketAddr,
}

impl Place {
    fn start(&self) -> Child {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command
            .args(["--exact", "child", "--nocapture"])
            .env(LISTEN, self.address.to_string())
            .env(DATA, &self.data.0)
            .stdout(Stdio::null());
        if let Some(url) = &self.database {
            command.env(DATABASE, url);
        }
        command.spawn().expect("the child starts")
    }
}

async fn places() -> Vec<Place> {
    let free = || {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.local_addr().expect("an address")
    };
    let mut places = vec![Place { data: Scratch::new(), database: None, address: free() }];
    if let Ok(url) = std::env::var("SOBREMESA_TEST_POSTGRES") {
        let name = format!("crash_{}_{}", std::process::id(), places[0].address.port());
        let (client, connection) =
            tokio_postgres::connect(&url, tokio_postgres::NoTls).await.expect("it answers");
        tokio::spawn(connection);
        client.batch_execute(&format!("CREATE SCHEMA {name}")).await.expect("a schema");
        let database = format!("{url}?options=-csearch_path%3D{name}");
        places.push(Place { data: Scratch::new(), database: Some(database), address: free() });
    }
    places
}

/// What a player knows for certain.
struct Game {
    id: String,
    secrets: [String; 2],
    acknowledged: Vec<String>,
    /// Sent and not yet acknowledged.
    pending: Option<String>,
}

impl Game {
    /// Everything acknowledged is there, in order, once; at most the pending
    /// move is there besides.
    fn check(&self, state: &Value) -> bool {
        let kept: Vec<&str> = state["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .map(|m| m["play"].as_str().expect("text"))
            .collect();
        let known = self.acknowledged.len();
        assert!(kept.len() >= known, "{}: acknowledged moves are lost", self.id);
        assert_eq!(kept[..known], self.acknowledged, "{}", self.id);
        match kept.get(known..) {
            Some([]) | None => false,
            Some([extra]) => {
                assert_eq!(
                    Some(*extra),
                    self.pending.as_deref(),
                    "{}: a move nobody sent",
                    self.id
                );
                true
            }
            Some(more) => panic!("{}: moves nobody sent: {more:?}", self.id),
        }
    }
}

async fn create(address: SocketAddr, name: &str) -> Option<Game> {
    let body = json!({"game": name, "seats": [{"kind": "here"}, {"kind": "here"}]}).to_string();
    let mut stream = tokio::net::TcpStream::connect(address).await.ok()?;
    let request = format!(
        "POST /api/matches HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.ok()?;
    let made: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1)?).ok()?;
    let text = |v: &Value| v.as_str().map(str::to_owned);
    Some(Game {
        id: text(&made["id"])?,
        secrets: [text(&made["secrets"]["first"])?, text(&made["secrets"]["second"])?],
        acknowledged: Vec::new(),
        pending: None,
    })
}

/// Plays until the connection breaks or the game ends; `false` when it ended.
async fn play(game: &mut Game, address: SocketAddr, rng: &mut Rng, moves: &AtomicU64) -> bool {
    let Ok(mut client) = Client::connect(address, &game.id, None).await else { return true };
    let hello = json!({"type": "hello", "secrets": game.secrets});
    if futures_util::SinkExt::send(&mut client.socket, text(&hello)).await.is_err() {
        return true;
    }
    // Whether the state in hand answers to everything acknowledged.
    let mut resent = false;
    loop {
        let Some(message) = client.next().await else { return true };
        match message["type"].as_str() {
            Some("ack") => {
                assert_eq!(message["seq"], game.acknowledged.len() as u64);
                game.acknowledged.extend(game.pending.take());
                moves.fetch_add(1, Ordering::Relaxed);
            }
            Some("state") => {}
            Some("welcome") => continue,
            Some("bye") => return true,
            other => panic!("{other:?}: {message}"),
        }
        if client.state.is_null() {
            continue;
        }
        if game.pending.is_some() {
            // Reconnected with a move in the air: it is sent again, whether
            // it had arrived or not.
            if !resent {
                game.check(&client.state);
                resent = true;
                if !send_pending(game, &mut client).await {
                    return true;
                }
            }
            continue;
        }
        resent = true;
        if client.state["seq"].as_u64() < Some(game.acknowledged.len() as u64) {
            continue;
        }
        game.check(&client.state);
        let legal = client.state["legal"].as_array().expect("legal moves");
        if legal.is_empty() {
            return false;
        }
        let choice = &legal[rng.below(legal.len() as u32) as usize]["play"];
        game.pending = choice.as_str().map(str::to_owned);
        if !send_pending(game, &mut client).await {
            return true;
        }
    }
}

async fn send_pending(game: &Game, client: &mut Client) -> bool {
    let message = json!({"type": "play", "play": game.pending, "seq": game.acknowledged.len()});
    futures_util::SinkExt::send(&mut client.socket, text(&message)).await.is_ok()
}

fn text(message: &Value) -> tokio_tungstenite::tungstenite::Message {
    tokio_tungstenite::tungstenite::Message::text(message.to_string())
}

/// Keeps one game going, and a new one after it, until told to stop.
async fn player(
    number: u64,
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    moves: Arc<AtomicU64>,
) -> Vec<Game> {
    let mut rng = Rng::new(number);
    let name = ["connect4", "dots", "othello"][(number % 3) as usize];
    let mut games: Vec<Game> = Vec::new();
    let mut over = true;
    while !stop.load(Ordering::Relaxed) {
        if over {
            match create(address, name).await {
                Some(game) => games.push(game),
                None => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
            }
        }
        let game = games.last_mut().expect("a game");
        let playing = play(game, address, &mut rng, &moves);
        // A dead server may leave a connection that never answers.
        over = tokio::time::timeout(Duration::from_secs(5), playing).await.is_ok_and(|on| !on);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    games
}

async fn survive(rounds: u32) {
    for place in places().await {
        let kind = if place.database.is_some() { "PostgreSQL" } else { "SQLite" };
        let mut child = place.start();
        let (stop, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let players: Vec<_> = (0..GAMES)
            .map(|n| tokio::spawn(player(n, place.address, Arc::clone(&stop), Arc::clone(&moves))))
            .collect();
        let mut rng = Rng::new(u64::from(std::process::id()));
        for round in 0..rounds {
            // Killed at any moment once moves flow again.
            let before = moves.load(Ordering::Relaxed);
            let mut waited = 0;
            while moves.load(Ordering::Relaxed) < before + 100 {
                tokio::time::sleep(Duration::from_millis(10)).await;
                waited += 1;
                assert!(waited < 6000, "{kind}, round {round}: no moves for a minute");
            }
            tokio::time::sleep(Duration::from_millis(rng.below(700).into())).await;
            child.kill().expect("the child is killed");
            child.wait().expect("it is gone");
            child = place.start();
        }
        let before = moves.load(Ordering::Relaxed);
        while moves.load(Ordering::Relaxed) < before + 100 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        stop.store(true, Ordering::Relaxed);
        let mut games = Vec::new();
        for player in players {
            games.extend(player.await.expect("no player met a lie"));
        }
        child.kill().expect("the child is killed");
        child.wait().expect("it is gone");
        // The last word has the store itself.
        let store =
            sobremesa_store::open(&place.data.0, place.database.as_deref()).await.expect("opens");
        let mut acknowledged = 0;
        for game in &games {
            let kept = store.load(&game.id).await.expect("readable").expect("kept");
            let moves: Vec<Value> = kept
                .events
                .iter()
                .filter_map(|(_, event)| match event {
                    sobremesa_table::Event::Play { play, .. } => Some(json!({ "play": play })),
                    _ => None,
                })
                .collect();
            game.check(&json!({ "moves": moves }));
            acknowledged += game.acknowledged.len();
        }
        println!(
            "{kind}: killed {rounds} times, {} games, {acknowledged} acknowledged moves, all kept once",
            games.len()
        );
        assert!(acknowledged as u64 >= 100 * u64::from(rounds));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_when_the_server_is_killed() {
    survive(4).await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a long proof: minutes"]
async fn no_acknowledged_move_is_lost_when_the_server_is_killed_20_times() {
    survive(20).await;
}
