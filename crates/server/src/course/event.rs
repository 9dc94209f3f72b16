//! What a pengine says, as JSON or as Prolog text.

use std::fmt::Write as _;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use sobremesa_prolog::{Problem, json_string, quoted_name};

/// How a client wants its answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Json,
    Prolog,
}

impl Format {
    /// `json` and its relatives, or `prolog`.
    pub fn named(name: Option<&str>) -> Format {
        if name == Some("prolog") { Format::Prolog } else { Format::Json }
    }
}

/// One event about the pengine `id`.
#[derive(Clone, Debug)]
pub enum Event {
    Create(Option<Box<Event>>),
    /// Answers, each already in the client's format.
    Success {
        data: Vec<String>,
        projection: Vec<String>,
        time: f64,
        more: bool,
    },
    Failure {
        time: f64,
    },
    Error(Problem),
    Stop,
    Abort,
    /// With the last answer of a pengine that ends with it.
    Destroy(Option<Box<Event>>),
    Ping {
        busy: bool,
    },
    Died,
}

impl Event {
    /// An error that is not about a goal.
    pub fn missing(what: &'static str, name: &str) -> Event {
        let quoted = quoted_name(name);
        Event::Error(Problem::unknown(what, &quoted, format!("{what} `{quoted}' does not exist")))
    }

    pub fn protocol(message: &str) -> Event {
        Event::Error(Problem {
            code: "protocol_error",
            formal: "protocol_error".into(),
            context: None,
            message: message.into(),
            place: None,
        })
    }

    pub fn refused(message: &str) -> Event {
        Event::Error(Problem {
            code: "permission_error",
            formal: "permission_error(load,source,src_text)".into(),
            context: None,
            message: message.into(),
            place: None,
        })
    }

    /// The body of the answer.
    pub fn render(&self, id: &str, format: Format) -> String {
        match format {
            Format::Json => {
                let mut out = String::new();
                self.json(id, &mut out);
                out
            }
            Format::Prolog => self.prolog(id) + ".\n",
        }
    }

    /// The answer of an HTTP request.
    pub fn respond(&self, id: &str, format: Format) -> Response {
        let kind = match format {
            Format::Json => "application/json; charset=UTF-8",
            Format::Prolog => "application/x-prolog; charset=UTF-8",
        };
        ([(header::CONTENT_TYPE, kind)], self.render(id, format)).into_response()
    }

    fn name(&self) -> &'static str {
        match self {
            Event::Create(_) => "create",
            Event::Success { .. } => "success",
            Event::Failure { .. } => "failure",
            Event::Error(_) => "error",
            Event::Stop => "stop",
            Event::Abort => "abort",
            Event::Destroy(_) => "destroy",
            Event::Ping { .. } => "ping",
            Event::Died => "died",
        }
    }

    fn json(&self, id: &str, out: &mut String) {
        let _ = write!(out, "{{\"event\":\"{}\",\"id\":", self.name());
        json_string(id, out);
        match self {
            Event::Create(answer) => {
                out.push_str(",\"slave_limit\":3");
                if let Some(answer) = answer {
                    out.push_str(",\"answer\":");
                    answer.json(id, out);
                }
            }
            Event::Success { data, projection, time, more } => {
                let _ =
                    write!(out, ",\"data\":[{}],\"more\":{more},\"projection\":[", data.join(","));
                for (n, name) in projection.iter().enumerate() {
                    if n > 0 {
                        out.push(',');
                    }
                    json_string(name, out);
                }
                let _ = write!(out, "],\"time\":{}", seconds(*time));
            }
            Event::Failure { time } => {
                let _ = write!(out, ",\"time\":{}", seconds(*time));
            }
            Event::Error(problem) => self.json_error(problem, out),
            Event::Destroy(Some(last)) => {
                out.push_str(",\"data\":");
                last.json(id, out);
            }
            Event::Ping { busy } => {
                let status = if *busy { "running" } else { "waiting" };
                let _ = write!(out, ",\"data\":{{\"status\":\"{status}\"}}");
            }
            Event::Stop | Event::Abort | Event::Destroy(None) | Event::Died => {}
        }
        out.push('}');
    }

    fn json_error(&self, problem: &Problem, out: &mut String) {
        let _ = write!(out, ",\"code\":\"{}\",\"data\":", problem.code);
        match problem.place {
            // As SWI-Prolog says it: its columns count from 0.
            Some((line, column)) => {
                let column = column - 1;
                json_string(&format!("HTTP:DATA:{line}:{column}: {}", problem.message), out);
                let _ = write!(
                    out,
                    ",\"location\":{{\"file\":\"HTTP:DATA\",\"line\":{line},\"ch\":{column}}}"
                );
            }
            None => json_string(&problem.message, out),
        }
        // existence_error(What,Name): which kind of thing, and which one.
        let args = problem
            .formal
            .strip_prefix("existence_error(")
            .and_then(|args| args.strip_suffix(')'))
            .and_then(|args| args.split_once(','));
        if let Some((what, name)) = args {
            for (key, value) in [("arg1", what), ("arg2", name.trim_matches('\''))] {
                let _ = write!(out, ",\"{key}\":");
                json_string(value, out);
            }
        }
    }

    fn prolog(&self, id: &str) -> String {
        let name = self.name();
        let id_text = quoted_name(id);
        match self {
            Event::Create(answer) => match answer {
                Some(answer) => {
                    format!("create({id_text},[slave_limit(3),answer({})])", answer.prolog(id))
                }
                None => format!("create({id_text},[slave_limit(3)])"),
            },
            Event::Success { data, time, more, .. } => {
                format!("success({id_text},[{}],[],{},{more})", data.join(","), decimal(*time))
            }
            Event::Failure { time } => format!("failure({id_text},{})", decimal(*time)),
            Event::Error(problem) => format!("error({id_text},{})", problem.term()),
            Event::Destroy(Some(last)) => format!("destroy({id_text},{})", last.prolog(id)),
            _ => format!("{name}({id_text})"),
        }
    }
}

/// A time as a JSON number.
fn seconds(time: f64) -> String {
    format!("{time:?}")
}

/// A time as a Prolog float, which needs a point.
fn decimal(time: f64) -> String {
    let text = format!("{time:?}");
    match text.split_once('e') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
        _ => text,
    }
}
