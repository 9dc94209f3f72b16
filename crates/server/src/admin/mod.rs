//! What only the operator asks: on a port of its own (`--admin-listen`), where a
//! page shows how the server is, and from this very machine on the others.

mod process;
mod status;
mod token;

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get};
use axum::{Json, Router};

use crate::course::Course;
use crate::hub::Hub;
use crate::origin::is_local;
use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::{http, nothing, page};
use status::Status;
pub use token::Token;

/// What programs that watch ask, without personal data.
pub fn routes() -> Router<Arc<Hub>> {
    Router::new().route("/metrics", get(metrics))
}

/// The operator's page and what it asks, which nobody is told without the
/// token.
pub fn page_routes(course: &Arc<Course>, token: Token) -> Router<Arc<Hub>> {
    let course = Arc::clone(course);
    let status = move |State(hub): State<Arc<Hub>>| async move {
        let told = Json(Status::of(&hub, &course));
        ([(header::CACHE_CONTROL, "no-store")], told)
    };
    let guarded = Router::new()
        .route("/api/operator", get(status))
        .route("/api/operator/matches/{id}", delete(remove))
        .layer(middleware::from_fn_with_state(Arc::new(token), only_with_token));
    page::operator().route("/api/text/{language}", get(http::text)).merge(guarded)
}

/// Lets in who asks from this machine by one of its own names. What a proxy of
/// this machine passes on keeps the name it was asked by.
pub async fn only_near(visitor: Visitor, request: Request, next: Next) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    match visitor.is_near() && host.is_some_and(is_local) {
        true => next.run(request).await,
        false => nothing().into_response(),
    }
}

/// A browser sends the token only where a page of this very port does, so that
/// no page of another place asks for it.
async fn only_with_token(
    State(token): State<Arc<Token>>,
    request: Request,
    next: Next,
) -> Response {
    let given = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer "));
    match given.is_some_and(|given| token.is(given)) {
        true => next.run(request).await,
        false => Problem::new(
            StatusCode::UNAUTHORIZED,
            "server-no-token",
            "expected the header Authorization: Bearer <the operator's token>",
        )
        .into_response(),
    }
}

/// The operator deletes a match, whoever has played it.
async fn remove(
    State(hub): State<Arc<Hub>>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    hub.delete(&id).await?;
    tracing::warn!(id, "the operator deleted a match");
    Ok(StatusCode::NO_CONTENT)
}

async fn metrics(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    let (waiting, thoughts) = hub.workers.counts();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (StatusCode::OK, kind, hub.metrics.page(waiting, hub.workers.thinking(), thoughts))
}
