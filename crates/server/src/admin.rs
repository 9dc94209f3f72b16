//! What only the operator asks: on a port of its own (`--admin-listen`), and
//! from this very machine on the others.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::hub::Hub;
use crate::nothing;
use crate::origin::is_local;
use crate::visitor::Visitor;

/// Everything an operator may ask.
pub fn routes() -> Router<Arc<Hub>> {
    Router::new().route("/metrics", get(metrics))
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

async fn metrics(State(hub): State<Arc<Hub>>) -> impl IntoResponse {
    let (waiting, thoughts) = hub.workers.counts();
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (StatusCode::OK, kind, hub.metrics.page(waiting, hub.workers.thinking(), thoughts))
}
