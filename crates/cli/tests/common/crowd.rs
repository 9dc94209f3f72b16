//! Visitors of a server, good and bad, each behind an address of its own, and
//! what the server takes of the machine meanwhile.
#![allow(dead_code)]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{self, Message, WebSocket, client::IntoClientRequest as _};

use crate::server::{Directory, Server, text};

/// The longest that anything may take before it counts as never.
pub const AT_LAST: Duration = Duration::from_secs(90);

/// A server that believes this machine when it says for whom it asks.
pub fn open(data: &Directory, more: &[&str]) -> Server {
    let usual =
        ["--listen", "127.0.0.1:0", "--trusted-proxy", "127.0.0.1", "--data", text(&data.0)];
    Server::start(&[&usual, more].concat(), &[("RUST_LOG", "off")])
}

/// Somebody at an address.
#[derive(Clone)]
pub struct Visitor {
    pub server: String,
    pub address: String,
}

impl Visitor {
    pub fn of(server: &Server, address: &str) -> Visitor {
        Visitor { server: server.address.clone(), address: address.to_owned() }
    }

    pub fn connect(&self) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(&self.server)?;
        stream.set_read_timeout(Some(AT_LAST))?;
        stream.set_write_timeout(Some(AT_LAST))?;
        Ok(stream)
    }

    pub fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Vec<u8> {
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nX-Forwarded-For: {}\r\n\
             {headers}Content-Length: {}\r\n\r\n",
            self.server,
            self.address,
            body.len()
        );
        [head.as_bytes(), body].concat()
    }

    /// Sends a request and hangs up without an answer.
    pub fn leave(&self, method: &str, path: &str, headers: &str, body: &[u8]) {
        if let Ok(mut stream) = self.connect() {
            let _ = stream.write_all(&self.request(method, path, headers, body));
        }
    }

    /// A request and its answer: the status, 0 for none, and the body.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String) {
        let answer = || {
            let mut stream = self.connect().ok()?;
            stream.write_all(&self.request(method, path, headers, body)).ok()?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).ok()?;
            let answer = String::from_utf8(answer).ok()?;
            let (head, body) = answer.split_once("\r\n\r\n")?;
            Some((head.split(' ').nth(1)?.parse().ok()?, body.to_owned()))
        };
        answer().unwrap_or_default()
    }

    pub fn post(&self, path: &str, secret: Option<&str>, body: &Value) -> (u16, String) {
        self.ask("POST", path, &headers(secret), body.to_string().as_bytes())
    }

    /// A new match; `None` when it is refused.
    pub fn create(&self, game: &str, rules: &str, seats: Value) -> Option<Value> {
        let wanted = json!({"game": game, "rules": rules, "seats": seats, "hints": true});
        let (status, body) = self.post("/api/matches", None, &wanted);
        (status == 201).then(|| serde_json::from_str(&body).expect("JSON"))
    }

    pub fn look(&self, id: &str) -> Value {
        let (_, body) = self.ask("GET", &format!("/api/matches/{id}"), "", b"");
        serde_json::from_str(&body).unwrap_or_default()
    }

    /// A live view of a match.
    pub fn watch(&self, id: &str, secrets: &[&str]) -> Option<WebSocket<TcpStream>> {
        let url = format!("ws://{}/api/matches/{id}/ws", self.server);
        let mut request = url.into_client_request().ok()?;
        request.headers_mut().insert("x-forwarded-for", self.address.parse().ok()?);
        let (mut socket, _) = tungstenite::client(request, self.connect().ok()?).ok()?;
        say(&mut socket, &json!({"type": "hello", "secrets": secrets}));
        Some(socket)
    }
}

pub fn headers(secret: Option<&str>) -> String {
    let secret = secret.map(|secret| format!("Authorization: Bearer {secret}\r\n"));
    format!("Content-Type: application/json\r\n{}", secret.unwrap_or_default())
}

pub fn say(socket: &mut WebSocket<TcpStream>, message: &Value) -> bool {
    socket.send(Message::text(message.to_string())).is_ok()
}

/// The next message of a kind; none when what was said was refused, or when
/// none comes.
pub fn hear(socket: &mut WebSocket<TcpStream>, kind: &str) -> Option<Value> {
    let begun = Instant::now();
    while begun.elapsed() < AT_LAST {
        if let Message::Text(text) = socket.read().ok()? {
            let message: Value = serde_json::from_str(&text).ok()?;
            match message["type"].as_str() {
                Some(said) if said == kind => return Some(message),
                Some("refused" | "bye") => return None,
                _ => {}
            }
        }
    }
    None
}

/// The id of a match that was created, and the secret of a seat.
pub fn id(made: &Value) -> &str {
    made["id"].as_str().expect("an id")
}

pub fn secret<'a>(made: &'a Value, side: &str) -> &'a str {
    made["secrets"][side].as_str().expect("a secret")
}

/// What a process takes of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Taken {
    /// Bytes.
    pub memory: u64,
    pub threads: usize,
    pub descriptors: usize,
    /// Hundredths of a second of processor time.
    pub ticks: u64,
}

impl Taken {
    pub fn now(server: &Server) -> Taken {
        let of = |name: &str| format!("/proc/{}/{name}", server.child.id());
        let status = std::fs::read_to_string(of("status")).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next());
        let stat = std::fs::read_to_string(of("stat")).expect("it runs");
        let fields: Vec<&str> =
            stat.rsplit(')').next().expect("fields").split_whitespace().collect();
        let count = |name| std::fs::read_dir(of(name)).expect("it runs").count();
        Taken {
            memory: kilobytes.and_then(|it| it.parse::<u64>().ok()).expect("its memory") << 10,
            threads: count("task"),
            descriptors: count("fd"),
            ticks: fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap(),
        }
    }

    /// Whether the server does next to nothing, and how it is then.
    pub fn at_rest(server: &Server) -> Option<Taken> {
        let before = Taken::now(server);
        std::thread::sleep(Duration::from_millis(300));
        let after = Taken::now(server);
        (after.ticks - before.ticks < 6).then_some(after)
    }
}

/// Waits until something holds.
pub fn until(what: &str, holds: impl Fn() -> bool) -> Duration {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < AT_LAST, "never: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
    begun.elapsed()
}

/// Plays Connect 4 at both seats until it is told to stop. The longest that an
/// acknowledgement has taken, and how many there were.
pub fn person(visitor: &Visitor, stop: &std::sync::atomic::AtomicBool) -> (Duration, u32) {
    let (mut longest, mut count) = (Duration::ZERO, 0);
    let on = || !stop.load(std::sync::atomic::Ordering::Relaxed);
    while on() {
        let seats = json!([{"kind": "here"}, {"kind": "here"}]);
        let made = visitor.create("connect4", "", seats).expect("somebody else may play");
        let mut socket =
            visitor.watch(id(&made), &[secret(&made, "first"), secret(&made, "second")]).unwrap();
        // Three columns to the top: nobody has four in a row.
        for (seq, column) in "111111222222333333".chars().enumerate() {
            if !on() {
                break;
            }
            let begun = Instant::now();
            say(&mut socket, &json!({"type": "play", "play": column.to_string(), "seq": seq}));
            let Some(_) = hear(&mut socket, "ack") else { break };
            longest = longest.max(begun.elapsed());
            count += 1;
            std::thread::sleep(Duration::from_millis(250));
        }
    }
    (longest, count)
}
