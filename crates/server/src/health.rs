//! Whether the server lives, and whether it could keep a move now.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use sobremesa_store::Error;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

use crate::hub::Hub;

/// How long an answer of the store is good: whoever asks more often costs no
/// more flushes of the disk.
const GOOD: Duration = Duration::from_secs(1);

/// How long the store may take to write next to nothing.
const SLOWEST: Duration = Duration::from_secs(5);

/// What was found when the store was asked last.
type Found = Mutex<Option<(Instant, Result<(), &'static str>)>>;

/// `/healthz` and `/readyz`.
pub fn routes() -> Router<Arc<Hub>> {
    let found = Arc::new(Found::default());
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(move |State(hub): State<Arc<Hub>>| ready(hub, found)))
}

/// The server answers: that is all this says, so that nobody ends it because
/// the database is away.
pub async fn alive() -> &'static str {
    "ok\n"
}

async fn ready(hub: Arc<Hub>, found: Arc<Found>) -> (StatusCode, String) {
    let no = |why| (StatusCode::SERVICE_UNAVAILABLE, format!("not ready: {why}\n"));
    if hub.stopping.is_cancelled() {
        return no("the server stops");
    }
    let mut found = found.lock().await;
    let before = found.as_ref().map(|(_, answer)| *answer);
    let answer = match *found {
        Some((at, answer)) if at.elapsed() < GOOD => answer,
        _ => {
            let silent = || Error::Unavailable("it does not answer".to_owned());
            let wrote = timeout(SLOWEST, hub.store.ready()).await.unwrap_or_else(|_| Err(silent()));
            let answer = wrote.as_ref().copied().map_err(why);
            if before != Some(answer)
                && let Err(error) = wrote
            {
                tracing::error!(%error, "the store keeps nothing");
            }
            *found = Some((Instant::now(), answer));
            answer
        }
    };
    match answer {
        Ok(()) => (StatusCode::OK, "ready\n".to_owned()),
        Err(why) => no(why),
    }
}

/// In a few words that name no place; the log has the others.
fn why(error: &Error) -> &'static str {
    match error {
        Error::Full(_) => "the disk is full",
        Error::Gone(_) => "the files of the database were removed or replaced",
        Error::Unavailable(_) => "the database does not answer",
        _ => "the database refuses to write",
    }
}
