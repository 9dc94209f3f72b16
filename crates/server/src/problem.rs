//! Why something was refused, as a status, a sentence of the catalogue and a
//! line for developers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use sobremesa_kernel::{Message, Refusal, SyntaxError};

use crate::wire;

/// A refusal. Nothing was changed by the request it answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub status: StatusCode,
    pub message: Message,
    pub detail: String,
}

impl Problem {
    #[must_use]
    pub fn new(status: StatusCode, id: &'static str, detail: impl Into<String>) -> Problem {
        Problem { status, message: Message::new(id), detail: detail.into() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Problem {
        self.message = self.message.with(name, value);
        self
    }

    #[must_use]
    pub fn status(mut self, status: StatusCode) -> Problem {
        self.status = status;
        self
    }

    #[must_use]
    pub fn reason(&self) -> wire::Reason {
        self.message.clone().into()
    }

    /// What was sent is not one of the messages there are.
    #[must_use]
    pub fn unknown_message(detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "server-unknown-message", detail)
    }

    /// What was sent could not be taken in; `most` bytes would have been.
    #[must_use]
    pub fn unreadable(status: StatusCode, most: usize, detail: impl Into<String>) -> Problem {
        if status == StatusCode::PAYLOAD_TOO_LARGE {
            Problem::new(status, "server-too-large", detail).with("most", most >> 10)
        } else {
            Problem::unknown_message(detail).status(status)
        }
    }

    #[must_use]
    pub fn no_such_match() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "server-no-such-match", "there is no such match")
    }

    #[must_use]
    pub fn no_secret() -> Problem {
        Problem::new(
            StatusCode::UNAUTHORIZED,
            "server-no-secret",
            "expected the header Authorization: Bearer <secret>",
        )
    }

    /// The secret fits no seat of the match, or none was given.
    #[must_use]
    pub fn not_seated() -> Problem {
        Problem::new(
            StatusCode::FORBIDDEN,
            "server-not-seated",
            "no seat of this match belongs to the sender",
        )
    }

    #[must_use]
    pub fn over() -> Problem {
        Problem::new(StatusCode::CONFLICT, "common-game-over", "the game is over")
    }

    #[must_use]
    pub fn not_your_turn() -> Problem {
        Problem::new(StatusCode::CONFLICT, "server-not-your-turn", "the other side is to move")
    }

    /// Play has stopped: a move comes after somebody wants to play on.
    #[must_use]
    pub fn settling() -> Problem {
        Problem::new(
            StatusCode::CONFLICT,
            "server-settling",
            "play has stopped and the players agree on dead stones: resume before a move",
        )
    }

    /// There is nothing to agree on, or not yet.
    #[must_use]
    pub fn not_settling() -> Problem {
        Problem::new(
            StatusCode::CONFLICT,
            "server-not-settling",
            "dead stones are agreed on after play has stopped and a proposal was made",
        )
    }

    #[must_use]
    pub fn nothing_to_take_back() -> Problem {
        Problem::new(
            StatusCode::CONFLICT,
            "server-nothing-to-take-back",
            "there is no move to take back",
        )
    }

    #[must_use]
    pub fn stale(now: u64) -> Problem {
        Problem::new(
            StatusCode::CONFLICT,
            "server-stale",
            format!("the match has moved on: seq is {now}"),
        )
    }

    #[must_use]
    pub fn busy() -> Problem {
        Problem::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "server-busy",
            "too many positions wait for a machine already",
        )
    }

    #[must_use]
    pub fn stopping() -> Problem {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "server-stopping", "the server stops")
    }

    #[must_use]
    pub fn too_many(what: &'static str, detail: impl Into<String>) -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, what, detail)
    }

    #[must_use]
    pub fn not_kept(error: &sobremesa_store::Error) -> Problem {
        match error {
            sobremesa_store::Error::Damaged { .. } => Problem::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "server-record-damaged",
                error.to_string(),
            ),
            _ => {
                Problem::new(StatusCode::SERVICE_UNAVAILABLE, "server-not-kept", error.to_string())
            }
        }
    }

    #[must_use]
    pub fn wire(&self) -> wire::Problem {
        wire::Problem { reason: self.reason(), detail: self.detail.clone() }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        Problem {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            message: refusal.message,
            detail: refusal.detail,
        }
    }
}

impl From<SyntaxError> for Problem {
    fn from(error: SyntaxError) -> Problem {
        Problem {
            status: StatusCode::UNPROCESSABLE_ENTITY,
            detail: error.to_string(),
            message: error.into(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(self.wire())).into_response()
    }
}
