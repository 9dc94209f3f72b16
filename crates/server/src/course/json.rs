//! `/json`, the protocol of the ceritos page: a query as text in, the first
//! solution out, values as quoted text.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use sobremesa_prolog::{Found, PrologError, Query};
use sobremesa_text::Lang;

use super::doing::Stop;
use super::pengines::Leaving;
use super::places::{Share, Unanswered};
use super::{Course, Visitor, language, limits};

/// Bytes of all values of an answer, and of the goal with them in it.
const MOST_ANSWER: usize = 8 << 20;

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
    printed_output: String,
    vars: Vec<Binding>,
}

#[derive(Debug, Serialize)]
struct Binding {
    var: String,
    value: String,
}

pub async fn answer(
    State(course): State<Arc<Course>>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let lang = language(&headers);
    let Ok(body) = body else {
        return respond(&failed(String::new()).raised(&PrologError::resource("text_size"), lang));
    };
    let question: Question = match serde_json::from_slice(&body) {
        Ok(question) => question,
        Err(error) => {
            let message = format!("the body must be {{\"query\":\"Goal.\"}}: {error}");
            return (StatusCode::BAD_REQUEST, message).into_response();
        }
    };
    // The work ends soon after its client went.
    let stop = Stop::default();
    let _gone = Leaving(stop.clone());
    let goal = question.query.clone();
    let work = move |share: &Share| first(question.query, &stop, share, lang);
    match course.places.run(visitor, &goal, work).await {
        Ok(answer) => respond(&answer),
        Err(Unanswered::Full) => {
            let refused = failed(String::new()).raised(&PrologError::resource("places"), lang);
            (StatusCode::SERVICE_UNAVAILABLE, respond(&refused)).into_response()
        }
        Err(Unanswered::Lost) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
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
    fn raised(mut self, problem: &PrologError, lang: Lang) -> Answer {
        self.success = Success::Raised("error");
        self.error = problem.term(lang);
        self
    }
}

fn failed(query: String) -> Answer {
    Answer {
        success: Success::Answered(false),
        error: String::new(),
        query_after_call: query.clone(),
        query,
        printed_output: String::new(),
        vars: Vec::new(),
    }
}

/// The first solution: the goal with its values, the values, what it printed.
fn first(text: String, stop: &Stop, share: &Share, lang: Lang) -> Answer {
    let mut query = match Query::new(&text, "ceritolog", limits()) {
        Ok(query) => query,
        Err(problem) => return failed(text).raised(&problem, lang),
    };
    query.share_thinking(share.thinking);
    let found = query.next_while(&|| share.is_over(), &|| stop.is_set());
    let answer = Answer { printed_output: query.take_printed(), ..failed(text) };
    match found.and_then(|found| solution(&query, found)) {
        Ok(None) => answer,
        Ok(Some((query_after_call, vars))) => {
            Answer { success: Success::Answered(true), query_after_call, vars, ..answer }
        }
        Err(problem) => answer.raised(&problem, lang),
    }
}

/// The goal with its values and the values, `None` when there is no answer.
fn solution(query: &Query, found: Found) -> Result<Option<(String, Vec<Binding>)>, PrologError> {
    if found == Found::Nothing {
        return Ok(None);
    }
    let goal = query.quoted(query.goal())?;
    let mut size = goal.len();
    let mut vars = Vec::new();
    for (name, term) in query.variables() {
        let value = query.quoted(*term)?;
        size += value.len();
        if size > MOST_ANSWER {
            return Err(PrologError::resource("answer_size"));
        }
        vars.push(Binding { var: name.clone(), value });
    }
    Ok(Some((goal, vars)))
}
