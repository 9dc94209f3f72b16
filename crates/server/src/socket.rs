//! One websocket: a client's messages in, whole states out.
//!
//! A connection keeps no queue of its own. It shows the latest state whenever
//! it is ready to send, so a slow client skips states and never piles them up.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, WebSocket, close_code};
use axum::http::StatusCode;
use sobremesa_table::{Command, Held};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, mpsc};
use tokio::time::{Instant, interval_at, timeout};

use crate::advice;
use crate::hub::Hub;
use crate::limits::Price;
use crate::problem::Problem;
use crate::reviews;
use crate::room::{Action, Asker, Request, Shown};
use crate::secret::Hash;
use crate::strict_json::Object;
use crate::visitor::Visitor;
use crate::wire::{ClientMessage, ServerMessage};

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

/// The other end of a conversation: a websocket, or what stands in for one.
pub trait Peer: Send {
    /// The next message, `None` when there will be no more.
    fn recv(&mut self) -> impl Future<Output = Option<Result<Message, axum::Error>>> + Send;

    /// Sends a message, which may take as long as the client takes.
    ///
    /// # Errors
    /// When the client is gone.
    fn send(&mut self, message: Message) -> impl Future<Output = Result<(), axum::Error>> + Send;
}

impl Peer for WebSocket {
    async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        WebSocket::recv(self).await
    }

    async fn send(&mut self, message: Message) -> Result<(), axum::Error> {
        WebSocket::send(self, message).await
    }
}

/// Talks to one client until it leaves or must go.
pub async fn serve(mut socket: impl Peer, hub: Arc<Hub>, id: String, visitor: Visitor) {
    hub.metrics.sockets.add(1);
    let farewell = match greet(&mut socket).await {
        Ok(secrets) => talk(&mut socket, &hub, &id, &Asker { secrets, visitor }).await,
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
async fn greet(socket: &mut impl Peer) -> Result<Arc<[Hash]>, Farewell> {
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

/// A connection at the table, which tells the room when it is gone, however it
/// ends.
struct Presence {
    hub: Arc<Hub>,
    id: String,
    connection: u64,
}

impl Drop for Presence {
    fn drop(&mut self) {
        if self.hub.stopping.is_cancelled() {
            return;
        }
        // A room that was put away meanwhile knows of nobody.
        let Some(room) = self.hub.open_room(&self.id) else { return };
        let connection = self.connection;
        tokio::spawn(async move {
            let _ = room.requests.send(Request::Leave { connection }).await;
        });
    }
}

/// What somebody at the table may do and sees.
struct Joined {
    held: Held,
    now: Shown,
    shown: broadcast::Receiver<Shown>,
}

/// Sits down in the room, or stands there to watch.
async fn join(presence: &Presence, asker: &Asker) -> Result<Joined, Problem> {
    let Presence { hub, id, connection } = presence;
    // What changes from here on is heard, too.
    let shown = hub.room(id).await?.shown.subscribe();
    let (held, now) = hub
        .ask(id, |answer| Request::Join { connection: *connection, asker: asker.clone(), answer })
        .await?;
    Ok(Joined { held, now, shown })
}

async fn talk(socket: &mut impl Peer, hub: &Arc<Hub>, id: &str, asker: &Asker) -> Farewell {
    let presence =
        Presence { hub: Arc::clone(hub), id: id.to_owned(), connection: hub.connection() };
    let Joined { held, mut now, mut shown } = match Box::pin(join(&presence, asker)).await {
        Ok(joined) => joined,
        Err(problem) => return Some(problem),
    };
    let welcome = ServerMessage::Welcome { sides: held.sides().collect() };
    if send(socket, &welcome).await.is_err() || show(socket, &now).await.is_err() {
        return None;
    }
    let visitor = asker.visitor;
    let mut heard = Instant::now();
    let mut ping = interval_at(heard + PING, PING);
    let mut allowance = Allowance::new();
    // A hint takes its time; it comes back this way while the talk goes on.
    let mut hint: Option<mpsc::Receiver<ServerMessage>> = None;
    // So does a review, in many parts.
    let mut review: Option<reviews::Asked> = None;
    loop {
        tokio::select! {
            biased;
            () = hub.stopping.cancelled() => return Some(Problem::stopping()),
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
                        ask_one(&mut hint, "hint", async move |progress| {
                            // A client that is slow to listen misses some of it.
                            let tell = |now| {
                                let _ = progress.try_send(now);
                            };
                            hub.limits.spend(visitor, Price::Hint)?;
                            let hint = advice::think(&hub, &id, level, visitor, tell).await?;
                            Ok(ServerMessage::Hint(hint))
                        })
                    }
                    Ok(ClientMessage::Estimate {}) => {
                        let (hub, id) = (Arc::clone(hub), id.to_owned());
                        ask_one(&mut hint, "estimate", async move |_| {
                            hub.limits.spend(visitor, Price::Hint)?;
                            advice::judge(&hub, &id, visitor).await.map(ServerMessage::Estimate)
                        })
                    }
                    Ok(ClientMessage::Cancel {}) => {
                        review = None;
                        Some(ServerMessage::Ack { to: "cancel", seq: None })
                    }
                    Ok(message @ (ClientMessage::Review {} | ClientMessage::Values { .. })) => {
                        Box::pin(ask_review(&mut review, hub, (id, visitor), message)).await
                    }
                    Ok(ClientMessage::Ping {}) => Some(ServerMessage::Pong {}),
                    Ok(message) => Some(Box::pin(act(hub, id, asker, message)).await),
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
            changed = shown.recv() => {
                now = match changed {
                    Ok(later) if later.version > now.version => later,
                    // It was shown already, or a later one is there.
                    Ok(_) | Err(RecvError::Lagged(_)) => continue,
                    // The room ended under us (its store failed): find it
                    // again. There is nobody to say goodbye to.
                    Err(RecvError::Closed) => match Box::pin(join(&presence, asker)).await {
                        Ok(joined) => {
                            shown = joined.shown;
                            joined.now
                        }
                        Err(problem) if problem.status == StatusCode::NOT_FOUND => {
                            return Some(Problem::deleted());
                        }
                        Err(problem) => return Some(problem),
                    },
                };
                if show(socket, &now).await.is_err() {
                    return None;
                }
            }
            found = next(&mut hint) => {
                if !matches!(found, Some(ServerMessage::Looking(_) | ServerMessage::Waiting(_))) {
                    hint = None;
                }
                if let Some(found) = found && send(socket, &found).await.is_err() {
                    return None;
                }
            }
            (message, more) = next_judgements(&mut review) => {
                if !more {
                    review = None;
                }
                if send(socket, &message).await.is_err() {
                    return None;
                }
            }
            _ = ping.tick() => {
                let alive = heard.elapsed() < SILENCE
                    && timeout(PATIENCE, socket.send(Message::Ping(Default::default())))
                        .await
                        .is_ok_and(|sent| sent.is_ok());
                if !alive {
                    tracing::debug!(id, ?held, "a peer was silent for too long");
                    return None;
                }
            }
        }
    }
}

/// Does what a message asks for; the answer.
async fn act(hub: &Arc<Hub>, id: &str, asker: &Asker, message: ClientMessage) -> ServerMessage {
    let name = message.name();
    let seq = match &message {
        ClientMessage::Play { seq, .. } => Some(*seq),
        _ => None,
    };
    let Some(action) = asked(message) else {
        return refused(name, None, &Problem::unknown_message("hello is said once"));
    };
    let begun = Instant::now();
    let done = hub
        .ask(id, |answer| Request::Act { asker: asker.clone(), action: action.clone(), answer })
        .await
        .and_then(|result| result);
    match done {
        Ok(_) => {
            if seq.is_some() {
                hub.metrics.move_times.record(begun.elapsed());
            }
            ServerMessage::Ack { to: name, seq }
        }
        Err(problem) => refused(name, seq, &problem),
    }
}

/// What a message asks of the room, if it asks anything of it.
fn asked(message: ClientMessage) -> Option<Action> {
    Some(Action::Do(match message {
        ClientMessage::Play { play, seq } => Command::Play { play, seq },
        ClientMessage::Mark { at, seq } => Command::Mark { at, seq },
        ClientMessage::Agree { seq } => Command::Agree { seq },
        ClientMessage::Resume { seq } => Command::Resume { seq },
        ClientMessage::Undo { seq } => Command::Undo { seq },
        ClientMessage::Draw {} => Command::Draw,
        ClientMessage::Rematch {} => Command::Rematch,
        ClientMessage::Again {} => Command::Again,
        ClientMessage::Resign {} => Command::Resign,
        ClientMessage::Accept { offer } => Command::Accept(offer),
        ClientMessage::Decline { offer } => Command::Decline(offer),
        ClientMessage::Pause { paused } => Command::Pause(paused),
        ClientMessage::Name { name } => Command::Name(name),
        ClientMessage::Delete {} => Command::Delete,
        ClientMessage::Speed { delay } => return Some(Action::Speed(delay)),
        ClientMessage::Hello { .. }
        | ClientMessage::Hint { .. }
        | ClientMessage::Estimate {}
        | ClientMessage::Review {}
        | ClientMessage::Values { .. }
        | ClientMessage::Cancel {}
        | ClientMessage::Ping {} => return None,
    }))
}

/// Lets something think for this client, one thing at a time, which may tell
/// what it looks at; the refusal if something thinks already.
fn ask_one<F>(
    waiting: &mut Option<mpsc::Receiver<ServerMessage>>,
    name: &'static str,
    asked: impl FnOnce(mpsc::Sender<ServerMessage>) -> F,
) -> Option<ServerMessage>
where
    F: Future<Output = Result<ServerMessage, Problem>> + Send + 'static,
{
    if waiting.is_some() {
        return Some(refused(name, None, &Problem::busy()));
    }
    let (answer, answered) = mpsc::channel(1);
    let asked = asked(answer.clone());
    tokio::spawn(async move {
        // When the client leaves, the thinking is dropped and so cancelled.
        let message = tokio::select! {
            biased;
            found = asked => found.unwrap_or_else(|problem| refused(name, None, &problem)),
            () = answer.closed() => return,
        };
        let _ = answer.send(message).await;
    });
    *waiting = Some(answered);
    None
}

/// Lets moves be judged for this client, one review or position at a time; the
/// refusal if there is one.
async fn ask_review(
    waiting: &mut Option<reviews::Asked>,
    hub: &Arc<Hub>,
    (id, visitor): (&str, Visitor),
    message: ClientMessage,
) -> Option<ServerMessage> {
    let name = message.name();
    if waiting.is_some() {
        return Some(refused(name, None, &Problem::busy()));
    }
    if let Err(problem) = hub.limits.spend(visitor, Price::Review) {
        return Some(refused(name, None, &problem));
    }
    let asked = match message {
        ClientMessage::Values { ply } => reviews::values(hub, id, ply).await,
        _ => reviews::review(hub, id).await,
    };
    match asked {
        Ok(asked) => {
            *waiting = Some(asked);
            None
        }
        Err(problem) => Some(refused(name, None, &problem)),
    }
}

/// The next message of a review or of values, and whether more will come.
async fn next_judgements(review: &mut Option<reviews::Asked>) -> (ServerMessage, bool) {
    let Some(asked) = review else { return std::future::pending().await };
    let name = asked.name();
    asked.next().await.unwrap_or_else(|problem| (refused(name, None, &problem), false))
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

async fn send(socket: &mut impl Peer, message: &ServerMessage) -> Result<(), Gone> {
    let text = serde_json::to_string(message).map_err(|_| Gone)?;
    deliver(socket, Message::Text(text.into())).await
}

async fn show(socket: &mut impl Peer, now: &Shown) -> Result<(), Gone> {
    deliver(socket, Message::Text(now.message.clone())).await
}

async fn deliver(socket: &mut impl Peer, message: Message) -> Result<(), Gone> {
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
        let granted = self.left > 0;
        self.left = self.left.saturating_sub(1);
        granted
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hundredth_message_is_answered_and_the_next_is_too_many() {
        let mut allowance = Allowance::new();
        let granted = (0..300).take_while(|_| allowance.spend()).count();
        assert_eq!(granted, 100, "as docs/WIRE.md says");
    }
}
