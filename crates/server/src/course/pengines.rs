//! The Pengines protocol: <https://pengines.swi-prolog.org/docs>, as SWI-Prolog
//! 9 speaks it and as far as pages use it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Query as Parameters, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use sobremesa_kernel::Message;
use sobremesa_prolog::registry::MODULES;
use sobremesa_prolog::{
    Cell, Found, Heap, PrologError, Query, Read, Term, atoms, json, json_string, read_first,
    read_term,
};
use sobremesa_text::Lang;

use super::doing::{Claim, Refusal, Stop};
use super::event::{Event, Format};
use super::places::{Share, Unanswered, beginning};
use super::registry::{Asking, Pengine};
use super::{Course, Visitor, language, limits};

/// The most answers at once.
const MOST_CHUNK: usize = 1_000;
/// Bytes after which no further answer is put into one message.
const MOST_ANSWERS: usize = 4 << 20;
/// An event up to this length is read at once; a longer one can only be a
/// question, and is read where it is answered.
const SHORT: usize = 16 << 10;
/// The formal term of the error that says that too many wait.
const FULL: &str = "resource_error(places)";

/// What a page says when it creates a pengine. Values may be texts: a form
/// has no others, and SWI-Prolog reads `"false"` as `false`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Creation {
    application: Option<String>,
    format: Option<String>,
    destroy: Option<Loose>,
    src_text: Option<String>,
    src_url: Option<String>,
    src_list: Option<serde_json::Value>,
    ask: Option<String>,
    template: Option<String>,
    chunk: Option<Loose>,
}

/// A value, or its text.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Loose {
    Bool(bool),
    Number(usize),
    Text(String),
}

impl Loose {
    fn bool(&self) -> Option<bool> {
        match self {
            Loose::Bool(value) => Some(*value),
            Loose::Number(_) => None,
            Loose::Text(text) => text.parse().ok(),
        }
    }

    fn number(&self) -> Option<usize> {
        match self {
            Loose::Bool(_) => None,
            Loose::Number(value) => Some(*value),
            Loose::Text(text) => text.parse().ok(),
        }
    }
}

/// Reads a creation: JSON, or a form when the request says so.
fn creation(headers: &HeaderMap, body: &[u8]) -> Result<Creation, (Format, String)> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    if kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded")) {
        return serde_urlencoded::from_bytes(body)
            .map_err(|error| (Format::Prolog, error.to_string()));
    }
    serde_json::from_slice(body).map_err(|error| (Format::Json, error.to_string()))
}

pub async fn create(
    State(course): State<Arc<Course>>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let lang = language(&headers);
    let Ok(body) = body else { return too_long("", Format::Json, lang) };
    let wish = match creation(&headers, &body) {
        Ok(wish) => wish,
        Err((format, error)) => {
            let message = Message::new("prolog-fault-body").with("error", error);
            return Event::protocol(message).respond("", format, lang);
        }
    };
    let format = Format::named(wish.format.as_deref());
    let application = wish.application.as_deref().unwrap_or("proylcc");
    let destroy = wish.destroy.as_ref().and_then(Loose::bool).unwrap_or(true);
    let pengine = course.pengines.create(application, destroy);
    let refuse = |event: Event| {
        course.pengines.destroy(&pengine.id);
        event.respond(&pengine.id, format, lang)
    };
    if !MODULES.iter().any(|(module, _)| *module == application) {
        return refuse(Event::missing("pengine_application", application));
    }
    let has_source = wish.src_text.as_deref().is_some_and(|text| !text.trim().is_empty())
        || wish.src_url.is_some()
        || wish.src_list.is_some_and(|list| list.as_array().is_none_or(|list| !list.is_empty()));
    if has_source {
        return refuse(Event::refused());
    }
    let answer = match wish.ask {
        None => None,
        Some(goal) => {
            let chunk = wish.chunk.as_ref().and_then(Loose::number).unwrap_or(1);
            let (template, application) = (wish.template, pengine.application.clone());
            pengine.state().asked = beginning(&goal);
            let read = move || {
                let text = first_question(&goal, template.as_deref(), chunk);
                read_question(&text.map_err(Event::Error)?, &application)
            };
            let told = Told::Ask(Question::Unread(Box::new(read)));
            let asker = Asker { visitor, format, lang };
            Some(Box::new(act(&course, &pengine, asker, told).await))
        }
    };
    say(&course, &pengine, Event::Create(answer), Asker { visitor, format, lang })
}

/// The event that asks what a creation asks. Goal and template are looked at
/// by themselves first: an error is where the client wrote it.
fn first_question(goal: &str, template: Option<&str>, chunk: usize) -> Result<String, PrologError> {
    let mut texts = Vec::new();
    for text in [Some(goal), template].into_iter().flatten() {
        let mut heap = Heap::new(limits().cells);
        let read = read_term(&mut heap, text).map_err(|fault| PrologError::syntax(&fault))?;
        // Up to its full stop, which has no place inside a term.
        let text = &text[..read.end];
        let ended = read_term(&mut heap, &format!("{text} .")).is_err();
        texts.push(if ended { text.trim_end().strip_suffix('.').unwrap_or(text) } else { text });
    }
    let mut text = format!("ask(({}\n),[chunk({chunk})", texts[0]);
    if let Some(template) = texts.get(1) {
        text += &format!(",template(({template}\n))");
    }
    Ok(text + "]).")
}

/// Who asks, and how the answers are wanted.
#[derive(Clone, Copy)]
struct Asker {
    visitor: Visitor,
    format: Format,
    lang: Lang,
}

/// Says an event, and remembers it for a client that loses it. Output comes
/// first, and what it stands before is fetched with `pull_response`.
fn say(course: &Course, pengine: &Pengine, event: Event, asker: Asker) -> Response {
    let Asker { format, lang, .. } = asker;
    let text = event.render(&pengine.id, format, lang);
    pengine.state().last = Some((format, text.clone()));
    course.pengines.make_room();
    let status = match event {
        Event::Error(problem) if problem.formal == FULL => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::OK,
    };
    (status, format.respond(text)).into_response()
}

/// The answer to a body that is longer than any goal.
fn too_long(id: &str, format: Format, lang: Lang) -> Response {
    Event::Error(PrologError::resource("text_size")).respond(id, format, lang)
}

/// Which pengine, how to answer, and the event when it is not the body.
#[derive(Debug, Deserialize)]
pub struct Address {
    #[serde(default)]
    id: String,
    format: Option<String>,
    event: Option<String>,
}

pub async fn send(
    State(course): State<Arc<Course>>,
    Parameters(address): Parameters<Address>,
    visitor: Visitor,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let (format, lang) = (Format::named(address.format.as_deref()), language(&headers));
    let asker = Asker { visitor, format, lang };
    let Ok(body) = body else { return too_long(&address.id, format, lang) };
    let Some(pengine) = course.pengines.find(&address.id) else {
        let event = Event::missing("pengine", &address.id);
        return event.respond(&address.id, format, lang);
    };
    let text = match address.event {
        Some(text) => text,
        None => String::from_utf8_lossy(&body).into_owned(),
    };
    // What goes on with a question says nothing of it.
    if !text.starts_with("next") {
        pengine.state().asked = beginning(&text);
    }
    let told = if text.len() > SHORT {
        let application = pengine.application.clone();
        let read = move || read_question(&text, &application);
        Ok(Told::Ask(Question::Unread(Box::new(read))))
    } else {
        read_event(&text, &pengine.application)
    };
    let event = match told {
        Ok(told) => act(&course, &pengine, asker, told).await,
        Err(event) => event,
    };
    say(&course, &pengine, event, asker)
}

/// What it has still to say, else what it said last: for a client that saw
/// output, or lost the answer. It is in the format in which it was asked for.
pub async fn pull_response(
    State(course): State<Arc<Course>>,
    Parameters(address): Parameters<Address>,
    headers: HeaderMap,
) -> Response {
    let said = course.pengines.peek(&address.id).and_then(|pengine| {
        let mut state = pengine.state();
        if let Some(next) = state.waiting.pop_front() {
            state.last = Some(next);
        }
        state.last.clone()
    });
    match said.or_else(|| course.pengines.last_words(&address.id)) {
        Some((format, text)) => format.respond(text),
        None => {
            let format = Format::named(address.format.as_deref());
            Event::Died.respond(&address.id, format, language(&headers))
        }
    }
}

pub async fn ping(
    State(course): State<Arc<Course>>,
    Parameters(address): Parameters<Address>,
    headers: HeaderMap,
) -> Response {
    let event = match course.pengines.peek(&address.id) {
        Some(pengine) => Event::Ping { busy: pengine.machine.is_running() },
        None => Event::Died,
    };
    event.respond(&address.id, Format::named(address.format.as_deref()), language(&headers))
}

pub async fn abort(
    State(course): State<Arc<Course>>,
    Parameters(address): Parameters<Address>,
    headers: HeaderMap,
) -> Response {
    let format = Format::named(address.format.as_deref());
    let event = match course.pengines.peek(&address.id) {
        Some(pengine) => {
            pengine.machine.abort();
            Event::Abort
        }
        None => Event::missing("pengine", &address.id),
    };
    event.respond(&address.id, format, language(&headers))
}

/// Whose pengines there are is nobody's business, as in the original.
pub async fn list() -> Response {
    ([(header::CONTENT_TYPE, "application/json; charset=UTF-8")], "{\"pengines\":[]}")
        .into_response()
}

#[derive(Debug, Deserialize)]
pub struct Ids {
    #[serde(default)]
    ids: String,
}

pub async fn destroy_all(
    State(course): State<Arc<Course>>,
    Parameters(Ids { ids }): Parameters<Ids>,
) -> Response {
    for id in ids.split(',').filter(|id| !id.is_empty()).take(1_000) {
        course.pengines.destroy(id);
    }
    ([(header::CONTENT_TYPE, "application/json; charset=UTF-8")], "\"ok\"").into_response()
}

/// A question, which is read where it is answered when it is long.
enum Question {
    Read(Box<Asking>),
    Unread(Box<dyn FnOnce() -> Result<Asking, Event> + Send>),
}

/// What a client can tell a pengine.
enum Told {
    Ask(Question),
    Next(Option<usize>),
    Stop,
    Destroy,
}

/// Does what a client tells a pengine, and answers.
async fn act(course: &Course, pengine: &Arc<Pengine>, asker: Asker, told: Told) -> Event {
    let refusal = |refusal: Refusal, nothing| match refusal {
        Refusal::Busy => Event::protocol(Message::new("prolog-fault-busy")),
        Refusal::Nothing => Event::protocol(Message::new(nothing)),
    };
    let (turn, question) = match told {
        Told::Destroy => {
            course.pengines.destroy(&pengine.id);
            return Event::Destroy(None);
        }
        Told::Stop => {
            return match pengine.machine.drop_question() {
                Ok(()) => Event::Stop,
                Err(why) => refusal(why, "prolog-fault-no-stop"),
            };
        }
        Told::Next(chunk) => match pengine.machine.resume() {
            Ok((turn, mut asking)) => {
                asking.chunk = chunk.unwrap_or(asking.chunk).min(MOST_CHUNK);
                (turn, Question::Read(Box::new(asking)))
            }
            Err(why) => return refusal(why, "prolog-fault-no-next"),
        },
        Told::Ask(question) => match pengine.machine.begin() {
            Ok(turn) => (turn, question),
            Err(why) => return refusal(why, "prolog-fault-busy"),
        },
    };
    pengine.state().waiting.clear();
    let (event, printed) = answered(course, pengine, asker, turn, question).await;
    let over = matches!(event, Event::Success { more: false, .. } | Event::Failure { .. });
    let event = if pengine.destroy && over {
        course.pengines.destroy(&pengine.id);
        Event::Destroy(Some(Box::new(event)))
    } else {
        event
    };
    if printed.is_empty() {
        return event;
    }
    let text = event.render(&pengine.id, asker.format, asker.lang);
    pengine.state().waiting.push_back((asker.format, text));
    course.pengines.keep_words(pengine);
    Event::Output(printed)
}

/// Looks for answers in a place for goals. The place belongs to the work, and
/// when the client goes the work is stopped.
async fn answered(
    course: &Course,
    pengine: &Arc<Pengine>,
    asker: Asker,
    turn: Claim<Asking>,
    question: Question,
) -> (Event, String) {
    let _gone = Leaving(turn.stop().clone());
    let asked = Arc::clone(pengine);
    let work = move |share: &Share| {
        let mut asking = match question {
            Question::Read(asking) => *asking,
            Question::Unread(read) => match read() {
                Ok(asking) => asking,
                // The turn is given up.
                Err(event) => return (event, String::new()),
            },
        };
        asking.query.share_thinking(share.thinking);
        let event = gather(&mut asking, turn.stop(), share, asker.format);
        let printed = asking.query.take_printed();
        let more = matches!(event, Event::Success { more: true, .. });
        turn.finish(more.then_some(asking));
        asked.state().used = Instant::now();
        (event, printed)
    };
    let goal = pengine.state().asked.clone();
    let event = match course.places.run(asker.visitor, &goal, work).await {
        Ok(done) => return done,
        Err(Unanswered::Full) => Event::Error(PrologError::resource("places")),
        Err(Unanswered::Lost) => Event::protocol(Message::new("prolog-fault-lost")),
    };
    (event, String::new())
}

/// Stops the work of a request when the request is dropped.
pub(super) struct Leaving(pub Stop);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.set();
    }
}

/// Looks for as many answers as are wanted at once, all before one deadline.
fn gather(asking: &mut Asking, stop: &Stop, share: &Share, format: Format) -> Event {
    let begun = Instant::now();
    let (mut data, mut cycles, mut size) = (Vec::new(), Vec::new(), 0);
    let failed = |problem: PrologError| match problem.code {
        "abort" => Event::Abort,
        _ => Event::Error(problem),
    };
    let more = loop {
        match asking.query.next_while(&|| share.is_over(), &|| stop.is_set()) {
            Ok(Found::Answer { more }) => {
                match answer(asking, format, data.len(), &mut cycles) {
                    Ok(text) => {
                        size += text.len();
                        data.push(text);
                    }
                    Err(problem) => return failed(problem),
                }
                if size > MOST_ANSWERS && data.len() == 1 {
                    return Event::Error(PrologError::resource("answer_size"));
                }
                if !more || data.len() >= asking.chunk || size > MOST_ANSWERS {
                    break more;
                }
            }
            Ok(Found::Nothing) => break false,
            Err(problem) => return failed(problem),
        }
    };
    if stop.is_set() {
        return Event::Abort;
    }
    let time = begun.elapsed().as_secs_f64();
    if data.is_empty() {
        return Event::Failure { time };
    }
    let projection = projection(&asking.query).map(|(name, _)| name.to_owned()).collect();
    Event::Success { data, projection, time, more, cycles }
}

/// The variables a page gets to see.
fn projection(query: &Query) -> impl Iterator<Item = (&str, Term)> {
    query
        .variables()
        .iter()
        .filter(|(name, _)| !name.starts_with('_'))
        .map(|(name, term)| (name.as_str(), *term))
}

/// The present answer: the template if there is one, else an object of the
/// variables (the goal itself in Prolog text).
fn answer(
    asking: &Asking,
    format: Format,
    serial: usize,
    cycles: &mut Vec<String>,
) -> Result<String, PrologError> {
    let (query, heap) = (&asking.query, asking.query.heap());
    let too_long = |_| PrologError::resource("text_size");
    if format == Format::Prolog {
        let term = asking.template.unwrap_or(asking.goal);
        let (text, knots) = query.knotted(term, serial)?;
        cycles.extend(knots);
        return Ok(text);
    }
    let values: Vec<Term> = match asking.template {
        Some(template) => vec![template],
        None => projection(query).map(|(_, term)| term).collect(),
    };
    if values.iter().any(|&value| heap.is_cyclic(value)) {
        return Err(PrologError::cyclic());
    }
    let names = shared_names(heap, &values);
    let mut out = String::new();
    if let Some(template) = asking.template {
        json(heap, template, &names, &mut out).map_err(too_long)?;
        return Ok(out);
    }
    out.push('{');
    for (n, (name, term)) in projection(query).enumerate() {
        if n > 0 {
            out.push(',');
        }
        json_string(name, &mut out);
        out.push(':');
        json(heap, term, &names, &mut out).map_err(too_long)?;
    }
    out.push('}');
    Ok(out)
}

/// Names `A`, `B` … for the unbound variables that occur more than once.
fn shared_names(heap: &Heap, values: &[Term]) -> HashMap<Term, String> {
    let mut counts: Vec<(Term, u32)> = Vec::new();
    let mut places: HashMap<Term, usize> = HashMap::new();
    for &value in values {
        for (variable, count) in heap.variables(value) {
            let place = *places.entry(variable).or_insert_with(|| {
                counts.push((variable, 0));
                counts.len() - 1
            });
            counts[place].1 += count;
        }
    }
    counts
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .enumerate()
        .map(|(n, (variable, _))| {
            let letter = char::from(b'A' + (n % 26) as u8);
            let name = if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26) };
            (variable, name)
        })
        .collect()
}

/// Reads `ask(Goal, Options)`, `next`, `next(N)`, `stop` or `destroy`.
fn read_event(text: &str, application: &str) -> Result<Told, Event> {
    let limits = limits();
    if text.len() > limits.text {
        return Err(Event::Error(PrologError::resource("text_size")));
    }
    let mut heap = Heap::new(limits.cells);
    let read =
        read_first(&mut heap, text).map_err(|fault| Event::Error(PrologError::syntax(&fault)))?;
    let unknown = || Event::protocol(Message::new("prolog-fault-event"));
    let (name, args) = match heap.cell(read.term) {
        Cell::Atom(name) => (name, Vec::new()),
        Cell::Compound { name, arity, args } => {
            (name, (0..arity).map(|n| heap.arg(args, n)).collect())
        }
        _ => return Err(unknown()),
    };
    match (heap.name(name), &args[..]) {
        ("next", []) => Ok(Told::Next(None)),
        ("next", [count]) => match heap.cell(*count) {
            Cell::Int(n) if n > 0 => Ok(Told::Next(Some(n as usize))),
            _ => Err(Event::Error(PrologError::wrong_type(&heap, "positive_integer", *count))),
        },
        ("stop", []) => Ok(Told::Stop),
        ("destroy", []) => Ok(Told::Destroy),
        ("ask", [goal, options @ ..]) if options.len() < 2 => {
            let asking = asking(heap, &read, *goal, options.first().copied(), application)?;
            Ok(Told::Ask(Question::Read(Box::new(asking))))
        }
        _ => Err(unknown()),
    }
}

/// Reads a text that must be a question.
fn read_question(text: &str, application: &str) -> Result<Asking, Event> {
    match read_event(text, application)? {
        Told::Ask(Question::Read(asking)) => Ok(*asking),
        _ => Err(Event::protocol(Message::new("prolog-fault-event"))),
    }
}

fn asking(
    heap: Heap,
    read: &Read,
    goal: Term,
    options: Option<Term>,
    application: &str,
) -> Result<Asking, Event> {
    let (mut template, mut chunk) = (None, 1);
    let (items, rest) = options.map_or((Vec::new(), None), |options| {
        let (items, rest) = heap.items(options);
        (items, Some(rest))
    });
    if let Some(rest) = rest
        && heap.cell(rest) != Cell::Atom(atoms::NIL)
    {
        return Err(Event::Error(PrologError::wrong_type(&heap, "list", rest)));
    }
    for option in items {
        let Cell::Compound { name, arity: 1, args } = heap.cell(option) else { continue };
        match (heap.name(name), heap.cell(args)) {
            ("template", _) => template = Some(args),
            ("chunk", Cell::Int(n)) if n > 0 => {
                chunk = usize::try_from(n).map_or(MOST_CHUNK, |n| n.min(MOST_CHUNK))
            }
            _ => {}
        }
    }
    let read = Read { term: goal, variables: read.variables.clone(), end: read.end };
    let query = Query::of(heap, read, application, limits());
    Ok(Asking { query, goal, template, chunk })
}
