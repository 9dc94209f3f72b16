//! `/json`, the protocol of the ceritos page: a query as text in, the first
//! solution out, values as quoted text.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sobremesa_prolog::{Found, Problem, Query};

use super::{Course, limits};

#[derive(Debug, Deserialize)]
struct Question {
    query: String,
}

/// `true`, `false` or the word `error`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Success {
    Answered(bool),
    Raised(&'static str),
}

#[derive(Debug, Serialize)]
struct Answer {
    success: Success,
    error: String,
    query: String,
    query_after_call: String,
    printed_output: &'static str,
    vars: Vec<Binding>,
}

#[derive(Debug, Serialize)]
struct Binding {
    var: String,
    value: String,
}

pub async fn answer(
    State(course): State<Arc<Course>>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let Ok(body) = body else {
        return respond(&raised(String::new(), &Problem::resource("text_size")));
    };
    let question: Question = match serde_json::from_slice(&body) {
        Ok(question) => question,
        Err(error) => {
            let message = format!("the body must be {{\"query\":\"Goal.\"}}: {error}");
            return (StatusCode::BAD_REQUEST, message).into_response();
        }
    };
    let text = question.query.clone();
    let Ok(_running) = course.running.acquire().await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let found = tokio::task::spawn_blocking(move || first(&question.query)).await;
    let answer = match found {
        Ok(Ok(Some((query_after_call, vars)))) => {
            Answer { query_after_call, vars, ..failed(text) }.succeeded()
        }
        Ok(Ok(None)) => failed(text),
        Ok(Err(problem)) => raised(text, &problem),
        Err(_) => raised(text, &Problem::resource("thread")),
    };
    respond(&answer)
}

fn respond(answer: &Answer) -> Response {
    match serde_json::to_string(answer) {
        Ok(text) => {
            ([(header::CONTENT_TYPE, "application/json; charset=UTF-8")], text).into_response()
        }
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

impl Answer {
    fn succeeded(mut self) -> Answer {
        self.success = Success::Answered(true);
        self
    }
}

fn failed(query: String) -> Answer {
    Answer {
        success: Success::Answered(false),
        error: String::new(),
        query_after_call: query.clone(),
        query,
        printed_output: "",
        vars: Vec::new(),
    }
}

fn raised(query: String, problem: &Problem) -> Answer {
    Answer { success: Success::Raised("error"), error: problem.term(), ..failed(query) }
}

/// The first solution: the goal with its values, and the values.
fn first(text: &str) -> Result<Option<(String, Vec<Binding>)>, Problem> {
    let mut query = Query::new(text, "ceritolog", limits())?;
    if query.next(&|| false)? == Found::Nothing {
        return Ok(None);
    }
    let mut vars = Vec::new();
    for (name, term) in query.variables() {
        vars.push(Binding { var: name.clone(), value: query.quoted(*term)? });
    }
    let goal = query.quoted(query.goal())?;
    Ok(Some((goal, vars)))
}
