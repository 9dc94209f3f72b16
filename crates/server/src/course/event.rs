//! What a pengine says, as JSON or as Prolog text.

use std::fmt::Write as _;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use sobremesa_kernel::Message;
use sobremesa_prolog::{PrologError, json_string, quoted_name, quoted_text};
use sobremesa_text::Lang;

/// How a client wants its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Json,
    Prolog,
}

impl Format {
    /// `json` and its relatives; `prolog`, which is what a client means that
    /// says nothing: SWI-Prolog's own.
    pub fn named(name: Option<&str>) -> Format {
        match name {
            None | Some("prolog") => Format::Prolog,
            Some(_) => Format::Json,
        }
    }

    const fn content_type(self) -> &'static str {
        match self {
            Format::Json => "application/json; charset=UTF-8",
            Format::Prolog => "text/x-prolog; charset=UTF-8",
        }
    }

    /// The answer of an HTTP request.
    pub fn respond(self, text: String) -> Response {
        ([(header::CONTENT_TYPE, self.content_type())], text).into_response()
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
        /// `_S1=f(_S1)`: what names in the data stand for, in Prolog text.
        cycles: Vec<String>,
    },
    Failure {
        time: f64,
    },
    /// What was printed; what it says next is behind it.
    Output(String),
    Error(PrologError),
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
        Event::Error(PrologError::unknown(what, &quoted_name(name)))
    }

    pub fn protocol(message: Message) -> Event {
        Event::Error(PrologError::new("protocol_error", "protocol_error", message))
    }

    pub fn refused() -> Event {
        let formal = "permission_error(load,source,src_text)";
        let message = Message::new("prolog-fault-source");
        Event::Error(PrologError::new("permission_error", formal, message))
    }

    /// The body of the answer.
    pub fn render(&self, id: &str, format: Format, lang: Lang) -> String {
        match format {
            Format::Json => {
                let mut out = String::new();
                self.json(id, lang, &mut out);
                out
            }
            Format::Prolog => {
                let text = self.prolog(id, lang);
                match self.cycles() {
                    [] => format!("{text}.\n"),
                    // A term that contains itself: the client ties the knot.
                    knots => format!("@({text},[{}]).\n", knots.join(",")),
                }
            }
        }
    }

    /// The answer of an HTTP request.
    pub fn respond(&self, id: &str, format: Format, lang: Lang) -> Response {
        format.respond(self.render(id, format, lang))
    }

    /// The parts of cyclic answers, in Prolog text.
    fn cycles(&self) -> &[String] {
        match self {
            Event::Success { cycles, .. } => cycles,
            Event::Create(Some(event)) | Event::Destroy(Some(event)) => event.cycles(),
            _ => &[],
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Event::Create(_) => "create",
            Event::Success { .. } => "success",
            Event::Failure { .. } => "failure",
            Event::Output(_) => "output",
            Event::Error(_) => "error",
            Event::Stop => "stop",
            Event::Abort => "abort",
            Event::Destroy(_) => "destroy",
            Event::Ping { .. } => "ping",
            Event::Died => "died",
        }
    }

    fn json(&self, id: &str, lang: Lang, out: &mut String) {
        let _ = write!(out, "{{\"event\":\"{}\",\"id\":", self.name());
        json_string(id, out);
        match self {
            Event::Create(answer) => {
                out.push_str(",\"slave_limit\":3");
                if let Some(answer) = answer {
                    out.push_str(",\"answer\":");
                    answer.json(id, lang, out);
                }
            }
            Event::Success { data, projection, time, more, .. } => {
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
            Event::Output(text) => {
                out.push_str(",\"data\":");
                json_string(text, out);
            }
            Event::Error(problem) => json_error(problem, lang, out),
            Event::Destroy(Some(last)) => {
                out.push_str(",\"data\":");
                last.json(id, lang, out);
            }
            Event::Ping { busy } => {
                let status = if *busy { "running" } else { "waiting" };
                let _ = write!(out, ",\"data\":{{\"status\":\"{status}\"}}");
            }
            Event::Stop | Event::Abort | Event::Destroy(None) | Event::Died => {}
        }
        out.push('}');
    }

    fn prolog(&self, id: &str, lang: Lang) -> String {
        let name = self.name();
        let id_text = quoted_name(id);
        match self {
            Event::Create(answer) => match answer {
                Some(answer) => {
                    format!(
                        "create({id_text},[slave_limit(3),answer({})])",
                        answer.prolog(id, lang)
                    )
                }
                None => format!("create({id_text},[slave_limit(3)])"),
            },
            Event::Success { data, time, more, .. } => {
                format!("success({id_text},[{}],[],{},{more})", data.join(","), decimal(*time))
            }
            Event::Failure { time } => format!("failure({id_text},{})", decimal(*time)),
            Event::Output(text) => format!("output({id_text},{})", quoted_text(text)),
            Event::Error(problem) => format!("error({id_text},{})", problem.term(lang)),
            Event::Destroy(Some(last)) => format!("destroy({id_text},{})", last.prolog(id, lang)),
            _ => format!("{name}({id_text})"),
        }
    }
}

/// The members of an error event behind its id.
fn json_error(problem: &PrologError, lang: Lang, out: &mut String) {
    let _ = write!(out, ",\"code\":\"{}\",\"data\":", problem.code);
    match problem.place {
        // As SWI-Prolog says it: its columns count from 0.
        Some((line, column)) => {
            let column = column - 1;
            json_string(&format!("HTTP:DATA:{line}:{column}: {}", problem.words(lang)), out);
            let _ = write!(
                out,
                ",\"location\":{{\"file\":\"HTTP:DATA\",\"line\":{line},\"ch\":{column}}}"
            );
        }
        None => json_string(&problem.words(lang), out),
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
