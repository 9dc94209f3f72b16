//! A real server on a real port, and clients as plain as can be.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sobremesa_server::{Config, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A directory that goes away with the test.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("table_{}_{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a temporary directory");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub struct Table {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: Option<JoinHandle<()>>,
}

impl Table {
    pub async fn open(data: &Scratch) -> Table {
        Table::with(data, |_| {}).await
    }

    pub async fn with(data: &Scratch, change: impl FnOnce(&mut Config)) -> Table {
        let mut config = Config {
            listen: "127.0.0.1:0".to_owned(),
            data: data.0.clone(),
            creations: 100_000,
            ..Config::default()
        };
        change(&mut config);
        let server = Server::open(&config).await.expect("the server opens");
        let address = server.address().expect("it listens");
        let (stop, stopped) = oneshot::channel();
        let done = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Table { address, stop: Some(stop), done: Some(done) }
    }

    /// Stops as on Ctrl-C and waits until everything is kept.
    pub async fn close(mut self) {
        drop(self.stop.take());
        if let Some(done) = self.done.take() {
            done.await.expect("the server ends well");
        }
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"").await
    }

    pub async fn post(&self, path: &str, secret: Option<&str>, body: &Value) -> Reply {
        let bearer = secret.map(|secret| format!("Bearer {secret}"));
        let mut headers = vec![("content-type", "application/json")];
        if let Some(bearer) = &bearer {
            headers.push(("authorization", bearer));
        }
        self.send("POST", path, &headers, body.to_string().as_bytes()).await
    }

    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-length: {}\r\n",
            self.address,
            body.len()
        );
        for (name, value) in headers {
            head.push_str(&format!("{name}: {value}\r\n"));
        }
        head.push_str("\r\n");
        let mut request = head.into_bytes();
        request.extend_from_slice(body);
        self.raw(&request).await
    }

    /// Sends bytes as they are and reads until the server closes.
    pub async fn raw(&self, request: &[u8]) -> Reply {
        Table::raw_at(self.address, request).await
    }

    /// The same at another of its addresses.
    pub async fn raw_at(address: SocketAddr, request: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(address).await.expect("it accepts");
        let _ = stream.write_all(request).await;
        let mut bytes = Vec::new();
        let _ = tokio::time::timeout(Duration::from_secs(40), stream.read_to_end(&mut bytes)).await;
        Reply::read(&bytes)
    }

    /// Creates a match of two people and gives its id and their secrets.
    pub async fn match_of(&self, game: &str, rules: &str) -> (String, String, String) {
        let made = self
            .create(&json!({"game": game, "rules": rules,
            "seats": [{"kind": "link"}, {"kind": "link"}]}))
            .await;
        let text = |v: &Value| v.as_str().expect("text").to_owned();
        (text(&made["id"]), text(&made["secrets"]["first"]), text(&made["secrets"]["second"]))
    }

    pub async fn create(&self, wanted: &Value) -> Value {
        let made = self.post("/api/matches", None, wanted).await;
        assert_eq!(made.status, 201, "{}", made.text());
        made.json()
    }

    pub async fn join(&self, id: &str, secrets: &[&str]) -> Client {
        let mut client = Client::connect(self.address, id, None).await.expect("it opens");
        client.say(json!({"type": "hello", "secrets": secrets})).await;
        let welcome = client.hear("welcome").await;
        client.sides = welcome["sides"].as_array().unwrap().clone();
        client.hear("state").await;
        client
    }
}

pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    fn read(bytes: &[u8]) -> Reply {
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").unwrap_or(bytes.len());
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        Reply { status, head, body: bytes.get(end + 4..).unwrap_or_default().to_vec() }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }

    /// The catalogue key of a refusal.
    pub fn reason(&self) -> String {
        self.json()["reason"]["id"].as_str().unwrap_or_default().to_owned()
    }
}

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub struct Client {
    pub socket: Stream,
    /// The last state that was shown.
    pub state: Value,
    pub sides: Vec<Value>,
}

impl Client {
    pub async fn connect(
        address: SocketAddr,
        id: &str,
        origin: Option<&str>,
    ) -> Result<Client, tokio_tungstenite::tungstenite::Error> {
        let url = format!("ws://{address}/api/matches/{id}/ws");
        let mut request = url.into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        let (socket, _) = tokio_tungstenite::connect_async(request).await?;
        Ok(Client { socket, state: Value::Null, sides: Vec::new() })
    }

    pub async fn say(&mut self, message: Value) {
        self.socket.send(Message::text(message.to_string())).await.expect("it is open");
    }

    /// The next message, states being noted on the way.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let wait = tokio::time::timeout(Duration::from_secs(30), self.socket.next());
            match wait.await.expect("an answer in 30 s")? {
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if message["type"] == "state" {
                        self.state = message["match"].clone();
                    }
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for a message of a kind.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed before {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Waits until the state is as wanted.
    pub async fn until(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        while !wanted(&self.state) {
            assert!(self.next().await.is_some(), "closed; the last state was {}", self.state);
        }
        self.state.clone()
    }

    /// Plays a move at the `seq` last seen, waits for the acknowledgement and
    /// for the state it leads to.
    pub async fn play(&mut self, play: &str) {
        let seq = self.state["seq"].as_u64().expect("a state");
        self.say(json!({"type": "play", "play": play, "seq": seq})).await;
        loop {
            let message = self.next().await.expect("open");
            match message["type"].as_str() {
                Some("ack") => break assert_eq!(message["seq"], seq),
                Some("refused") => panic!("{message}"),
                _ => {}
            }
        }
        self.until(|state| state["seq"].as_u64() > Some(seq)).await;
    }

    /// Says something and gives the reason it is refused with.
    pub async fn refused(&mut self, message: Value) -> String {
        self.say(message).await;
        self.hear("refused").await["reason"]["id"].as_str().unwrap_or_default().to_owned()
    }

    /// Waits for the socket to close; the reason the server gave, if any.
    pub async fn farewell(&mut self) -> Option<String> {
        let mut reason = None;
        while let Some(message) = self.next().await {
            if message["type"] == "bye" {
                reason = message["reason"]["id"].as_str().map(str::to_owned);
            }
        }
        reason
    }
}
