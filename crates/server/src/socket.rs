//! One websocket: a client's messages in, whole states out.
//!
//! A connection keeps no queue of its own. It shows the latest state whenever
//! it is ready to send, so a slow client skips states and never piles them up.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, interval_at, timeout};

use crate::hub::Hub;
use crate::object::Object;
use crate::problem::Problem;
use crate::room::{Action, Command, Shown};
use crate::secret::Hash;
use crate::sheet::Held;
use crate::wire::{ClientMessage, ServerMessage};
use crate::{hints, wire};

/// The longest message a client may send.
pub const LONGEST: usize = 4096;

/// Messages a client may send in [`WINDOW`].
const MOST: u32 = 100;
const WINDOW: Duration = Duration::from_secs(20);

const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// How long a client may take to say hello, and to take what it is sent.
const PATIENCE: Duration = Duration::from_secs(10);
/// Secrets in a hello that are looked at: a match has two seats.
const SECRETS: usize = 4;

/// Talks to one client until it leaves or must go.
pub async fn serve(mut socket: WebSocket, hub: Arc<Hub>, id: String) {
    hub.metrics.sockets.add(1);
    let farewell = match greet(&mut socket).await {
        Ok(secrets) => talk(&mut socket, &hub, &id, &secrets).await,
        Err(farewell) => farewell,
    };
    if let Some(problem) = farewell {
        let code = match problem.message.id {
            "server-stopping" => close_code::RESTART,
            _ => close_code::POLICY,
        };
        let reason = problem.message.id.into();
        let bye = ServerMessage::Bye { reason: problem.reason() };
        if send(&mut socket, &bye).await.is_ok() {
            let close = Message::Close(Some(CloseFrame { code, reason }));
            let _ = timeout(PATIENCE, socket.send(close)).await;
        }
    }
    hub.metrics.sockets.sub(1);
}

/// Why a conversation ended: `None` when the client left by itself.
type Farewell = Option<Problem>;

/// Waits for `hello` and gives the hashes of its secrets.
async fn greet(socket: &mut WebSocket) -> Result<Arc<[Hash]>, Farewell> {
    let expected = || Problem::unknown_message("expected a hello first");
    let deadline = Instant::now() + PATIENCE;
    loop {
        let message = match tokio::time::timeout_at(deadline, socket.recv()).await {
            Err(_) => return Err(Some(expected())),
            Ok(message) => message,
        };
        match incoming(message)? {
            None => {}
            Some(text) => {
                return match parse(&text) {
                    Ok(ClientMessage::Hello { secrets }) => {
                        Ok(secrets.iter().take(SECRETS).filter_map(|s| Hash::of(s)).collect())
                    }
                    Ok(_) => Err(Some(expected())),
                    Err(problem) => Err(Some(problem)),
                };
            }
        }
    }
}

/// The text of a message, `None` for what needs no answer.
fn incoming(message: Option<Result<Message, axum::Error>>) -> Result<Option<String>, Farewell> {
    match message {
        Some(Ok(Message::Text(text))) => Ok(Some(text.as_str().to_owned())),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(None),
        Some(Ok(Message::Binary(_))) => {
            Err(Some(Problem::unknown_message("binary messages are not read")))
        }
        Some(Ok(Message::Close(_))) | None => Err(None),
        Some(Err(error)) => {
            // The library closes what is too long; it does not say so by type.
            let detail = error.to_string();
            Err(detail.contains("too long").then(|| Problem::unknown_message(detail)))
        }
    }
}

fn parse(text: &str) -> Result<ClientMessage, Problem> {
    serde_json::from_str(text)
        .map(|Object(message)| message)
        .map_err(|error| Problem::unknown_message(error.to_string()))
}

/// Tells the room when a connection that held seats is gone, however it ends.
struct Presence {
    hub: Arc<Hub>,
    id: String,
    held: Held,
}

impl Drop for Presence {
    fn drop(&mut self) {
        if self.held.is_empty() || self.hub.stopping.is_cancelled() {
            return;
        }
        let (hub, id, held) = (Arc::clone(&self.hub), std::mem::take(&mut self.id), self.held);
        tokio::spawn(async move {
            if let Ok(room) = hub.room(&id).await {
                let _ = room.commands.send(Command::Leave { held }).await;
            }
        });
    }
}

/// Sits down in the room, or stands there to watch.
async fn join(
    hub: &Arc<Hub>,
    id: &str,
    secrets: &Arc<[Hash]>,
) -> Result<(watch::Receiver<Shown>, Presence), Problem> {
    let shown = hub.room(id).await?.shown.subscribe();
    let held = hub.ask(id, |answer| Command::Join { secrets: Arc::clone(secrets), answer }).await?;
    Ok((shown, Presence { hub: Arc::clone(hub), id: id.to_owned(), held }))
}

async fn talk(socket: &mut WebSocket, hub: &Arc<Hub>, id: &str, secrets: &Arc<[Hash]>) -> Farewell {
    let (mut shown, mut presence) = match Box::pin(join(hub, id, secrets)).await {
        Ok(joined) => joined,
        Err(problem) => return Some(problem),
    };
    let welcome =
        ServerMessage::Welcome { sides: presence.held.sides().map(wire::Side::from).collect() };
    if send(socket, &welcome).await.is_err() || show(socket, &mut shown).await.is_err() {
        return None;
    }
    let mut heard = Instant::now();
    let mut ping = interval_at(heard + PING, PING);
    let mut allowance = Allowance::new();
    // A hint takes its time; it comes back this way while the talk goes on.
    let mut hint: Option<mpsc::Receiver<ServerMessage>> = None;
    loop {
        tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                let text = match incoming(message) {
                    Ok(None) => continue,
                    Ok(Some(text)) => text,
                    Err(farewell) => return farewell,
                };
                if !allowance.spend() {
                    return Some(Problem::too_many("server-too-many-messages", "slow down"));
                }
                let reply = match parse(&text) {
                    Err(problem) => Some(refused("", None, &problem)),
                    Ok(ClientMessage::Hint { level }) => {
                        let (hub, id) = (Arc::clone(hub), id.to_owned());
                        let asked = async move {
                            hints::think(&hub, &id, level).await.map(ServerMessage::Hint)
                        };
                        ask_one(&mut hint, "hint", asked)
                    }
                    Ok(ClientMessage::Estimate {}) => {
                        let (hub, id) = (Arc::clone(hub), id.to_owned());
                        let asked = async move {
                            hints::judge(&hub, &id).await.map(ServerMessage::Estimate)
                        };
                        ask_one(&mut hint, "estimate", asked)
                    }
                    Ok(message) => Box::pin(act(hub, id, secrets, message)).await,
                };
                if let Some(reply) = reply {
                    if matches!(reply, ServerMessage::Refused { .. }) {
                        hub.metrics.refused.add(1);
                    }
                    if send(socket, &reply).await.is_err() {
                        return None;
                    }
                }
            }
            changed = shown.changed() => {
                if changed.is_err() {
                    // The room ended under us (its store failed): find it
                    // again. There is nobody to say goodbye to.
                    presence.held = Held::default();
                    (shown, presence) = match Box::pin(join(hub, id, secrets)).await {
                        Ok(joined) => joined,
                        Err(problem) => return Some(problem),
                    };
                }
                if show(socket, &mut shown).await.is_err() {
                    return None;
                }
            }
            found = next(&mut hint) => {
                hint = None;
                if let Some(found) = found && send(socket, &found).await.is_err() {
                    return None;
                }
            }
            _ = ping.tick() => {
                let alive = heard.elapsed() < SILENCE
                    && timeout(PATIENCE, socket.send(Message::Ping(Default::default())))
                        .await
                        .is_ok_and(|sent| sent.is_ok());
                if !alive {
                    tracing::debug!(id, held = ?presence.held, "a peer was silent for too long");
                    return None;
                }
            }
            () = hub.stopping.cancelled() => return Some(Problem::stopping()),
        }
    }
}

/// Does what a message asks for; the answer, if it has one.
async fn act(
    hub: &Arc<Hub>,
    id: &str,
    secrets: &Arc<[Hash]>,
    message: ClientMessage,
) -> Option<ServerMessage> {
    let name = message.name();
    let mut seq = None;
    let action = match message {
        ClientMessage::Play { play, seq: at } => {
            seq = Some(at);
            Action::Play { play, seq: at }
        }
        ClientMessage::Mark { at, seq } => Action::Mark { at, seq },
        ClientMessage::Agree { seq } => Action::Agree { seq },
        ClientMessage::Resume { seq } => Action::Resume { seq },
        ClientMessage::Undo {} => Action::Undo,
        ClientMessage::Draw {} => Action::Draw,
        ClientMessage::Rematch {} => Action::Rematch,
        ClientMessage::Resign {} => Action::Resign,
        ClientMessage::Accept { offer } => Action::Accept(offer.into()),
        ClientMessage::Decline { offer } => Action::Decline(offer.into()),
        ClientMessage::Pause { paused } => Action::Pause(paused),
        ClientMessage::Speed { delay } => Action::Speed(delay),
        ClientMessage::Name { name } => Action::Name(name),
        ClientMessage::Hello { .. } | ClientMessage::Hint { .. } | ClientMessage::Estimate {} => {
            let problem = Problem::unknown_message("hello is said once");
            return Some(refused(name, None, &problem));
        }
    };
    let begun = Instant::now();
    let done = hub
        .ask(id, |answer| Command::Act {
            secrets: Arc::clone(secrets),
            action: action.clone(),
            answer,
        })
        .await
        .and_then(|result| result);
    match (done, seq) {
        (Ok(_), Some(seq)) => {
            hub.metrics.move_times.record(begun.elapsed());
            Some(ServerMessage::Ack { seq })
        }
        (Ok(_), None) => None,
        (Err(problem), seq) => Some(refused(name, seq, &problem)),
    }
}

/// Lets something think for this client, one thing at a time; the refusal if
/// something does already.
fn ask_one(
    waiting: &mut Option<mpsc::Receiver<ServerMessage>>,
    name: &'static str,
    asked: impl Future<Output = Result<ServerMessage, Problem>> + Send + 'static,
) -> Option<ServerMessage> {
    if waiting.is_some() {
        return Some(refused(name, None, &Problem::busy()));
    }
    let (answer, answered) = mpsc::channel(1);
    tokio::spawn(async move {
        // When the client leaves, the thinking is dropped and so cancelled.
        let message = tokio::select! {
            found = asked => found.unwrap_or_else(|problem| refused(name, None, &problem)),
            () = answer.closed() => return,
        };
        let _ = answer.send(message).await;
    });
    *waiting = Some(answered);
    None
}

async fn next(hint: &mut Option<mpsc::Receiver<ServerMessage>>) -> Option<ServerMessage> {
    match hint {
        Some(hint) => hint.recv().await,
        None => std::future::pending().await,
    }
}

fn refused(to: &'static str, seq: Option<u64>, problem: &Problem) -> ServerMessage {
    ServerMessage::Refused { to, seq, reason: problem.reason(), detail: problem.detail.clone() }
}

/// The client is gone, or does not take what it is sent.
struct Gone;

async fn send(socket: &mut WebSocket, message: &ServerMessage) -> Result<(), Gone> {
    let text = serde_json::to_string(message).map_err(|_| Gone)?;
    deliver(socket, Message::Text(text.into())).await
}

async fn show(socket: &mut WebSocket, shown: &mut watch::Receiver<Shown>) -> Result<(), Gone> {
    let message = shown.borrow_and_update().message.clone();
    deliver(socket, Message::Text(message)).await
}

async fn deliver(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// How many messages a client may still send in this window.
struct Allowance {
    left: u32,
    since: Instant,
}

impl Allowance {
    fn new() -> Allowance {
        Allowance { left: MOST, since: Instant::now() }
    }

    fn spend(&mut self) -> bool {
        if self.since.elapsed() >= WINDOW {
            *self = Allowance::new();
        }
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }
}
