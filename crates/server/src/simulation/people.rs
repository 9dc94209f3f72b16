//! Those who play, and those who come by.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use sobremesa_kernel::Side;
use sobremesa_table::{Event, Header};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::seams::{ARRIVED, Claim, ID, Line, SECRETS, Whole, lock};
use crate::hub::Hub;
use crate::socket;
use crate::visitor::Visitor;

/// Somebody at the table, over crashes and cuts.
#[derive(Debug, Default)]
pub struct Person {
    pub secrets: Vec<&'static str>,
    pub state: Value,
    /// A move that was sent and not answered.
    pub pending: Option<(u64, String)>,
    /// What this connection has asked for and not heard of, oldest first.
    pub asked: VecDeque<Value>,
}

impl Person {
    /// Sits down: where to say something, and where to hear it.
    pub fn connect(
        &self,
        whole: &Arc<Whole>,
        hub: &Arc<Hub>,
    ) -> (mpsc::UnboundedSender<String>, mpsc::UnboundedReceiver<String>) {
        let (to_server, sent) = mpsc::unbounded_channel();
        let (outgoing, from_server) = mpsc::unbounded_channel();
        let line = Line::new(whole, arriving(whole, sent), outgoing);
        tokio::spawn(socket::serve(line, Arc::clone(hub), ID.to_owned(), Visitor::NOBODY));
        let _ = to_server.send(json!({"type": "hello", "secrets": self.secrets}).to_string());
        (to_server, from_server)
    }

    /// Which seats are held, as an index.
    fn seats(&self) -> usize {
        SECRETS.iter().zip([1, 2]).filter(|(s, _)| self.secrets.contains(s)).map(|(_, n)| n).sum()
    }

    /// The move that waits for an answer, sent once more.
    fn sends(&self, whole: &Whole) -> Value {
        let Some((seq, play)) = &self.pending else { return Value::Null };
        lock(&whole.sent).entry((*seq, play.clone())).or_default()[self.seats()] += 1;
        json!({"type": "play", "seq": seq, "play": play})
    }

    /// One connection, until it is cut.
    pub async fn visit(&mut self, whole: &Arc<Whole>, hub: &Arc<Hub>, turns: u32) {
        let (to_server, mut from_server) = self.connect(whole, hub);
        self.asked.clear();
        if self.pending.is_some() {
            self.say(&to_server, self.sends(whole));
        }
        for _ in 0..turns {
            let patience = Duration::from_millis(u64::from(whole.below(400)) + 50);
            match timeout(patience, from_server.recv()).await {
                Ok(Some(text)) => self.hear(whole, &text),
                Ok(None) => return,
                Err(_) => {
                    if let Some(message) = self.says(whole) {
                        whole.note(|| format!("{:?} {message}", self.secrets));
                        self.say(&to_server, message);
                    }
                }
            }
        }
    }

    fn say(&mut self, to_server: &mpsc::UnboundedSender<String>, message: Value) {
        let _ = to_server.send(message.to_string());
        self.asked.push_back(message);
    }

    /// What an acknowledged message claims. An offer may come to nothing or to
    /// something else, and claims nothing.
    fn claims(&self, whole: &Whole, message: &Value) -> Vec<Claim> {
        let header = lock(&whole.disk)[ID].header.clone();
        let own = |side: &Side| {
            self.secrets.contains(&SECRETS[side.index()]) && !header.is_machine(*side)
        };
        let all = |event: &dyn Fn(Side) -> String| {
            let claim = |side| Claim { seq: None, event: event(side) };
            Side::BOTH.into_iter().filter(own).map(claim).collect()
        };
        let turn = |event: &str| vec![Claim { seq: message["seq"].as_u64(), event: event.into() }];
        match message["type"].as_str() {
            Some("name") => {
                let name = message["name"].as_str();
                all(&|side| format!("Name {{ side: {side:?}, name: {name:?} }}"))
            }
            Some("agree") => all(&|side| format!("Agree {{ side: {side:?} }}")),
            Some("resign") => vec![Claim { seq: None, event: "Resign {".to_owned() }],
            Some("mark") => turn("Mark {"),
            Some("resume") => turn("Resume {"),
            _ => Vec::new(),
        }
    }

    pub fn hear(&mut self, whole: &Whole, text: &str) {
        let message: Value = serde_json::from_str(text).expect("JSON");
        // A move that was sent twice is answered twice: the second answer may
        // come when something else is asked already.
        let kind = (&message["type"], &message["to"], &message["match"]["seq"]);
        whole.note(|| format!("{:?} hears {kind:?}", self.secrets));
        // What was answered before a restore is gone with it.
        let restored = *lock(&whole.restored);
        let stands = restored.is_none_or(|at| at.elapsed() > ARRIVED);
        if let Some("ack" | "refused" | "pong") = message["type"].as_str() {
            let asked = self.asked.pop_front().unwrap_or_default();
            // A room may not know of a restore yet, and say what was so before.
            if message["type"] == "ack" && restored.is_none() {
                lock(&whole.claims).extend(self.claims(whole, &asked));
            }
        }
        let answers = self.pending.as_ref().is_some_and(|(seq, _)| message["seq"] == *seq);
        match (message["type"].as_str(), message["to"].as_str()) {
            (Some("state"), _) => {
                self.state = message["match"].clone();
                let (seq, most) = (self.state["seq"].as_u64(), *lock(&whole.most));
                whole.law(seq <= Some(most), || format!("{seq:?} is seen, {most} were kept"));
            }
            (Some("ack"), Some("play")) if answers => {
                let known = self.pending.take();
                if stands {
                    lock(&whole.acknowledged).extend(known);
                }
            }
            // What became of what was not kept is not known: it is sent again.
            (Some("refused"), Some("play"))
                if answers && message["reason"]["id"] != "server-not-kept" =>
            {
                if let Some(refused) = self.pending.take() {
                    lock(&whole.sent).entry(refused).or_default()[self.seats()] -= 1;
                }
            }
            _ => {}
        }
    }

    fn says(&mut self, whole: &Whole) -> Option<Value> {
        let seq = self.state["seq"].as_u64()?;
        if self.pending.is_some() {
            return Some(self.sends(whole));
        }
        let legal = self.state["legal"].as_array()?;
        Some(match whole.below(120) {
            0..3 => json!({"type": "undo"}),
            3..6 => json!({"type": "name", "name": format!("Ana {}", whole.below(9))}),
            6..9 => json!({"type": "draw"}),
            9..12 => json!({"type": "accept", "offer": "undo"}),
            12..15 => json!({"type": "decline", "offer": "draw"}),
            15..18 => json!({"type": "resume", "seq": seq}),
            18..22 => json!({"type": "rematch"}),
            22..37 => json!({"type": "agree", "seq": seq}),
            37..40 => json!({"type": "mark", "seq": seq, "at": "A1"}),
            40..49 => json!({"type": "name", "name": "Beto"}),
            49 => json!({"type": "resign"}),
            _ if legal.is_empty() => json!({"type": "ping"}),
            _ => {
                let play = &legal[whole.below(legal.len() as u32) as usize]["play"];
                self.pending = Some((seq, play.as_str().expect("a move").to_owned()));
                self.sends(whole)
            }
        })
    }
}

/// What is sent arrives in order and after a while; a cut may lose what is on
/// its way then.
fn arriving(
    whole: &Arc<Whole>,
    mut sent: mpsc::UnboundedReceiver<String>,
) -> mpsc::UnboundedReceiver<String> {
    let (arrives, arriving) = mpsc::unbounded_channel();
    let whole = Arc::clone(whole);
    tokio::spawn(async move {
        while let Some(text) = sent.recv().await {
            whole.call(15).await;
            if sent.is_closed() && whole.fails(2) {
                whole.note(|| "a cut loses what was sent".to_owned());
                return;
            }
            if arrives.send(text).is_err() {
                return;
            }
        }
    });
    arriving
}

/// Asks for matches that there are not, and does not wait for the answer.
pub async fn pass_by(whole: &Arc<Whole>, hub: &Arc<Hub>) {
    loop {
        whole.pause(2_000).await;
        let id = format!("passing{:05}", whole.below(100_000));
        let patience = Duration::from_millis(whole.below(40).into());
        let _ = timeout(patience, hub.room(&id)).await;
    }
}

/// What a record that somebody brings has: two columns, and two passes.
pub const BROUGHT: [&str; 6] = ["A1", "B1", "A2", "B2", "pass", "pass"];

/// Brings records, and does not always wait until they are kept.
pub async fn bring(whole: &Arc<Whole>, hub: &Arc<Hub>) {
    let sides = [Side::First, Side::Second].into_iter().cycle();
    let event =
        |(side, play): (Side, &&str)| Event::Play { side, play: (*play).to_owned(), left: None };
    let events: Vec<Event> = sides.zip(&BROUGHT).map(event).collect();
    loop {
        whole.pause(4_000).await;
        let header = Header::between_people("go", "size=4");
        let patience = Duration::from_millis(whole.below(400).into());
        let made = timeout(patience, hub.create(header, &events, Visitor::NOBODY)).await;
        whole.note(|| format!("a record is brought: {:?}", made.map(|made| made.is_ok())));
    }
}

/// Comes and goes until everything stops.
pub async fn live(whole: &Arc<Whole>, hub: &Arc<Hub>, person: &mut Person) {
    loop {
        let turns = whole.below(40) + 1;
        person.visit(whole, hub, turns).await;
        whole.pause(500).await;
    }
}
