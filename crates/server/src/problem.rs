//! Why something was refused, as a status, a sentence of the catalogue and a
//! line for developers.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sobremesa_kernel::{Message, SyntaxError};
use sobremesa_table::Refused;

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

    /// The system gives no random numbers, so nothing can be made that nobody
    /// else could guess.
    #[must_use]
    pub fn no_randomness(error: &getrandom::Error) -> Problem {
        tracing::error!(%error, "the system gives no random numbers");
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "server-failed", error.to_string())
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
    pub fn no_such_move() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "server-no-such-move", "the match has fewer moves")
    }

    #[must_use]
    pub fn no_such_match() -> Problem {
        Problem::new(StatusCode::NOT_FOUND, "server-no-such-match", "there is no such match")
    }

    /// There was one a moment ago.
    #[must_use]
    pub fn deleted() -> Problem {
        Problem::new(StatusCode::GONE, "server-match-deleted", "the match was deleted")
    }

    #[must_use]
    pub fn no_secret() -> Problem {
        Problem::new(
            StatusCode::UNAUTHORIZED,
            "server-no-secret",
            "expected the header Authorization: Bearer <secret>",
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

/// The one place where a refusal of the table becomes an answer: its status
/// here, its words and its detail by the table itself.
impl From<Refused> for Problem {
    fn from(refused: Refused) -> Problem {
        let status = match refused {
            Refused::NotSeated => StatusCode::FORBIDDEN,
            Refused::Over
            | Refused::Flagged
            | Refused::NotYourTurn
            | Refused::Stale { .. }
            | Refused::Settling
            | Refused::NotSettling
            | Refused::NothingToTakeBack
            | Refused::NothingOffered
            | Refused::AnswerFirst
            | Refused::MachinePlaysOn
            | Refused::NotOver
            | Refused::NoShow => StatusCode::CONFLICT,
            Refused::NothingThere | Refused::NameTooLong { .. } | Refused::Move(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
        };
        Problem { status, message: Message::from(&refused), detail: refused.to_string() }
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
        let mut response = (self.status, Json(self.wire())).into_response();
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sobremesa_kernel::Refusal;

    /// What clients are told, which they may rely on.
    #[test]
    fn a_refusal_is_told_as_it_always_was() {
        let occupied = Refusal {
            message: Message::new("go-occupied"),
            detail: String::new(),
            unreadable: false,
        };
        for (refused, status, reason) in [
            (Refused::NotSeated, 403, "server-not-seated"),
            (Refused::Over, 409, "common-game-over"),
            (Refused::Flagged, 409, "common-game-over"),
            (Refused::NotYourTurn, 409, "server-not-your-turn"),
            (Refused::Stale { now: 7 }, 409, "server-stale"),
            (Refused::Settling, 409, "server-settling"),
            (Refused::NotSettling, 409, "server-not-settling"),
            (Refused::NothingToTakeBack, 409, "server-nothing-to-take-back"),
            (Refused::NothingOffered, 409, "server-nothing-offered"),
            (Refused::AnswerFirst, 409, "server-answer-first"),
            (Refused::MachinePlaysOn, 409, "server-machine-plays-on"),
            (Refused::NotOver, 409, "server-not-over"),
            (Refused::NoShow, 409, "server-no-show"),
            (Refused::NothingThere, 422, "server-nothing-there"),
            (Refused::NameTooLong { most: 40 }, 422, "server-name-too-long"),
            (Refused::Move(occupied), 422, "go-occupied"),
        ] {
            let problem = Problem::from(refused.clone());
            let told = (problem.status.as_u16(), problem.message.id);
            assert_eq!(told, (status, reason), "{refused:?}");
            assert_eq!(problem.detail, refused.to_string());
        }
    }
}
