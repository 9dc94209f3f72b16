//! What a room shows, written once for everybody who watches.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::wire::{ServerMessage, State};
use crate::written::Written;

/// The match as it is shown to everybody.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Goes up with every change, so that of two the later is known.
    pub version: u64,
    pub state: Arc<Written>,
    /// The `state` message, ready to send.
    pub message: Utf8Bytes,
}

impl Shown {
    pub(super) fn of(version: u64, state: &State) -> Shown {
        let state = Arc::new(Written::of(state));
        let message = ServerMessage::State { state: Arc::clone(&state) };
        Shown { version, message: Written::of(&message).text().into(), state }
    }
}

impl IntoResponse for Shown {
    fn into_response(self) -> Response {
        let kind =
            [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
        (kind, self.state.text().to_owned()).into_response()
    }
}
