//! The Pengines protocol: <https://pengines.swi-prolog.org/docs>, as SWI-Prolog
//! 9 speaks it and as far as pages use it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Query as Parameters, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use sobremesa_prolog::table::MODULES;
use sobremesa_prolog::{
    Cell, Found, Problem, Query, Read, Store, Term, atoms, json, json_string, read_first,
};

use super::event::{Event, Format};
use super::rest::{Asking, Pengine};
use super::{Course, limits};

/// What a page says when it creates a pengine.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Creation {
    application: Option<String>,
    format: Option<String>,
    destroy: Option<bool>,
    src_text: Option<String>,
    src_url: Option<String>,
    src_list: Option<serde_json::Value>,
    ask: Option<String>,
    template: Option<String>,
    chunk: Option<usize>,
}

pub async fn create(
    State(course): State<Arc<Course>>,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let Ok(body) = body else { return too_long("", Format::Json) };
    let wish: Creation = match serde_json::from_slice(&body) {
        Ok(wish) => wish,
        Err(error) => {
            let event = Event::protocol(&format!("the body must be a JSON object: {error}"));
            return event.respond("", Format::Json);
        }
    };
    let format = Format::named(wish.format.as_deref());
    let application = wish.application.as_deref().unwrap_or("proylcc");
    let pengine = course.pengines.create(application, wish.destroy.unwrap_or(true));
    let refuse = |event: Event| {
        course.pengines.destroy(&pengine.id);
        event.respond(&pengine.id, format)
    };
    if !MODULES.iter().any(|(module, _)| *module == application) {
        return refuse(Event::missing("pengine_application", application));
    }
    let has_source = wish.src_text.as_deref().is_some_and(|text| !text.trim().is_empty())
        || wish.src_url.is_some()
        || wish.src_list.is_some_and(|list| list.as_array().is_none_or(|list| !list.is_empty()));
    if has_source {
        return refuse(Event::refused(
            "No permission to load source `src_text': this server runs nobody's code",
        ));
    }
    let answer = match wish.ask {
        None => None,
        Some(goal) => {
            let goal = goal.trim_end().trim_end_matches('.');
            let mut text = format!("ask(({goal}\n),[chunk({})", wish.chunk.unwrap_or(1));
            if let Some(template) = &wish.template {
                text += &format!(",template(({template}\n))");
            }
            text += "]).";
            Some(Box::new(told(&course, &pengine, format, text).await))
        }
    };
    let event = Event::Create(answer);
    pengine.state().last = Some(event.render(&pengine.id, format));
    event.respond(&pengine.id, format)
}

/// The answer to a body that is longer than any goal.
fn too_long(id: &str, format: Format) -> Response {
    Event::Error(Problem::resource("text_size")).respond(id, format)
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
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let format = Format::named(address.format.as_deref());
    let Ok(body) = body else { return too_long(&address.id, format) };
    let Some(pengine) = course.pengines.find(&address.id) else {
        return Event::missing("pengine", &address.id).respond(&address.id, format);
    };
    let text = match address.event {
        Some(text) => text,
        None => String::from_utf8_lossy(&body).into_owned(),
    };
    let event = told(&course, &pengine, format, text).await;
    pengine.state().last = Some(event.render(&pengine.id, format));
    event.respond(&pengine.id, format)
}

/// What it said last: for a client that lost the answer.
pub async fn pull_response(
    State(course): State<Arc<Course>>,
    Parameters(address): Parameters<Address>,
) -> Response {
    let format = Format::named(address.format.as_deref());
    let last = course.pengines.peek(&address.id).and_then(|pengine| pengine.state().last.clone());
    match last {
        Some(text) => {
            ([(header::CONTENT_TYPE, "application/json; charset=UTF-8")], text).into_response()
        }
        None => Event::Died.respond(&address.id, format),
    }
}

pub async fn ping(
    State(course): State<Arc<Course>>,
    Parameters(address): Parameters<Address>,
) -> Response {
    let event = match course.pengines.peek(&address.id) {
        Some(pengine) => Event::Ping { busy: pengine.state().busy },
        None => Event::Died,
    };
    event.respond(&address.id, Format::named(address.format.as_deref()))
}

pub async fn abort(
    State(course): State<Arc<Course>>,
    Parameters(address): Parameters<Address>,
) -> Response {
    let format = Format::named(address.format.as_deref());
    let event = match course.pengines.peek(&address.id) {
        Some(pengine) => {
            pengine.stop.store(true, Ordering::Relaxed);
            pengine.state().asking = None;
            Event::Abort
        }
        None => Event::missing("pengine", &address.id),
    };
    event.respond(&address.id, format)
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

/// What a client can tell a pengine.
enum Told {
    Ask(Box<Asking>),
    Next(Option<usize>),
    Stop,
    Destroy,
}

/// Does what the event in `text` says, and answers.
async fn told(course: &Course, pengine: &Arc<Pengine>, format: Format, text: String) -> Event {
    let told = match read_event(&text, &pengine.application) {
        Ok(told) => told,
        Err(event) => return event,
    };
    let mut asking = match told {
        Told::Destroy => {
            course.pengines.destroy(&pengine.id);
            return Event::Destroy(None);
        }
        Told::Stop => {
            return match pengine.state().asking.take() {
                Some(_) => Event::Stop,
                None => Event::protocol("stop: there is no question to stop"),
            };
        }
        Told::Next(chunk) => {
            let Some(mut asking) = pengine.state().asking.take() else {
                return Event::protocol("next: there is no question with more answers");
            };
            asking.chunk = chunk.unwrap_or(asking.chunk);
            asking
        }
        // A new question ends the old one.
        Told::Ask(asking) => {
            let mut state = pengine.state();
            state.asking = None;
            if state.busy {
                return Event::protocol("ask: it is still looking for an answer");
            }
            *asking
        }
    };
    let Ok(_running) = course.running.acquire().await else {
        return Event::protocol("the server is stopping");
    };
    pengine.stop.store(false, Ordering::Relaxed);
    pengine.state().busy = true;
    let asked = Arc::clone(pengine);
    let ran = tokio::task::spawn_blocking(move || {
        let event = gather(&mut asking, &asked, format);
        (event, asking)
    })
    .await;
    let mut state = pengine.state();
    state.busy = false;
    state.used = Instant::now();
    let Ok((event, asking)) = ran else {
        return Event::protocol("the question could not be answered");
    };
    if matches!(event, Event::Success { more: true, .. }) {
        state.asking = Some(asking);
        drop(state);
        course.pengines.make_room();
        return event;
    }
    drop(state);
    let over = matches!(event, Event::Success { .. } | Event::Failure { .. });
    if pengine.destroy && over {
        course.pengines.destroy(&pengine.id);
        return Event::Destroy(Some(Box::new(event)));
    }
    event
}

/// Looks for as many answers as are wanted at once.
fn gather(asking: &mut Asking, pengine: &Pengine, format: Format) -> Event {
    let begun = Instant::now();
    let stop = || pengine.stop.load(Ordering::Relaxed);
    let mut data = Vec::new();
    let more = loop {
        match asking.query.next(&stop) {
            Ok(Found::Answer { more }) => {
                match answer(asking, format) {
                    Ok(text) => data.push(text),
                    Err(problem) => return Event::Error(problem),
                }
                if !more || data.len() >= asking.chunk {
                    break more;
                }
            }
            Ok(Found::Nothing) => break false,
            Err(problem) => return Event::Error(problem),
        }
    };
    let time = begun.elapsed().as_secs_f64();
    if data.is_empty() {
        return Event::Failure { time };
    }
    let projection = projection(&asking.query).map(|(name, _)| name.to_owned()).collect();
    Event::Success { data, projection, time, more }
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
fn answer(asking: &Asking, format: Format) -> Result<String, Problem> {
    let (query, store) = (&asking.query, asking.query.store());
    let too_long = |_| Problem::resource("text_size");
    if format == Format::Prolog {
        return query.quoted(asking.template.unwrap_or(asking.goal));
    }
    let values: Vec<Term> = match asking.template {
        Some(template) => vec![template],
        None => projection(query).map(|(_, term)| term).collect(),
    };
    if values.iter().any(|&value| store.is_cyclic(value)) {
        return Err(Problem::cyclic());
    }
    let names = shared_names(store, &values);
    let mut out = String::new();
    if let Some(template) = asking.template {
        json(store, template, &names, &mut out).map_err(too_long)?;
        return Ok(out);
    }
    out.push('{');
    for (n, (name, term)) in projection(query).enumerate() {
        if n > 0 {
            out.push(',');
        }
        json_string(name, &mut out);
        out.push(':');
        json(store, term, &names, &mut out).map_err(too_long)?;
    }
    out.push('}');
    Ok(out)
}

/// Names `A`, `B` … for the unbound variables that occur more than once.
fn shared_names(store: &Store, values: &[Term]) -> HashMap<Term, String> {
    let mut counts: Vec<(Term, u32)> = Vec::new();
    let mut places: HashMap<Term, usize> = HashMap::new();
    for &value in values {
        for (variable, count) in store.variables(value) {
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
        return Err(Event::Error(Problem::resource("text_size")));
    }
    let mut store = Store::new(limits.cells);
    let read =
        read_first(&mut store, text).map_err(|fault| Event::Error(Problem::syntax(&fault)))?;
    let unknown = || Event::protocol("expected ask(Goal,Options), next, next(N), stop or destroy");
    let (name, args) = match store.cell(read.term) {
        Cell::Atom(name) => (name, Vec::new()),
        Cell::Compound { name, arity, args } => {
            (name, (0..arity).map(|n| store.arg(args, n)).collect())
        }
        _ => return Err(unknown()),
    };
    match (store.name(name), &args[..]) {
        ("next", []) => Ok(Told::Next(None)),
        ("next", [count]) => match store.cell(*count) {
            Cell::Int(n) if n > 0 => Ok(Told::Next(Some(n as usize))),
            _ => Err(Event::Error(Problem::wrong_type(&store, "positive_integer", *count))),
        },
        ("stop", []) => Ok(Told::Stop),
        ("destroy", []) => Ok(Told::Destroy),
        ("ask", [goal]) => Ok(Told::Ask(asking(store, &read, *goal, None, application)?.into())),
        ("ask", [goal, options]) => {
            Ok(Told::Ask(asking(store, &read, *goal, Some(*options), application)?.into()))
        }
        _ => Err(unknown()),
    }
}

fn asking(
    store: Store,
    read: &Read,
    goal: Term,
    options: Option<Term>,
    application: &str,
) -> Result<Asking, Event> {
    let (mut template, mut chunk) = (None, 1);
    let (items, rest) = options.map_or((Vec::new(), None), |options| {
        let (items, rest) = store.items(options);
        (items, Some(rest))
    });
    if let Some(rest) = rest
        && store.cell(rest) != Cell::Atom(atoms::NIL)
    {
        return Err(Event::Error(Problem::wrong_type(&store, "list", rest)));
    }
    for option in items {
        let Cell::Compound { name, arity: 1, args } = store.cell(option) else { continue };
        match (store.name(name), store.cell(args)) {
            ("template", _) => template = Some(args),
            ("chunk", Cell::Int(n)) if n > 0 => chunk = n as usize,
            _ => {}
        }
    }
    let read = Read { term: goal, variables: read.variables.clone(), end: read.end };
    let query = Query::of(store, read, application, limits());
    Ok(Asking { query, goal, template, chunk })
}
