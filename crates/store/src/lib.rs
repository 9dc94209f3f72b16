//! Games kept: one trait, SQLite embedded, PostgreSQL by URL.
//!
//! A match is a [`Header`] (what was agreed at the start) and a list of
//! [`Event`]s (what happened since). Nothing else is stored: whoever loads a
//! match replays its events through the rules, so a stored game can never
//! disagree with them in silence.
//!
//! [`Store::commit`] answers only when everything it was given is durable, and
//! keeps an event only if its number follows the last one kept: whoever
//! believes in events that a database has lost is told so at once, instead of
//! writing behind a gap that nobody could ever load. Both databases
//! get there by *group commit* ([`writer`]): one writer takes everything that
//! waits, commits it in one transaction and then answers everybody, so that
//! the cost of a disk flush is shared by all the moves that arrived meanwhile.

mod postgres;
mod sqlite;
mod writer;

use std::fmt;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;

pub use postgres::Postgres;
use sobremesa_table::{Event, Header, Time};
pub use sqlite::Sqlite;

/// Where matches are kept.
pub trait Store: Send + Sync + fmt::Debug {
    /// Keeps all of it or nothing. [`Error::Conflict`] when the id of a new
    /// match is taken, when there is no match to which the events belong, or
    /// when their numbers do not follow the last one kept.
    fn commit(&self, commit: &Commit<'_>) -> Answer<'_, ()>;

    /// A match with everything that happened; `None` when there is none.
    fn load(&self, id: &str) -> Answer<'_, Option<Stored>>;

    /// The newest listed matches.
    fn list(&self, most: u32) -> Answer<'_, Vec<Summary>>;

    /// The ids of all matches, for checks and repairs.
    fn ids(&self) -> Answer<'_, Vec<String>>;

    /// Waits until nothing is pending; later writes are refused.
    fn close(&self) -> Answer<'_, ()>;
}

/// What is kept together.
#[derive(Clone, Copy, Debug)]
pub struct Commit<'a> {
    /// A match to create: its id and what was agreed.
    pub create: Option<(&'a str, &'a Header)>,
    /// The match to which the events belong, perhaps the new one.
    pub id: &'a str,
    /// The number of the first event; the first of a match is 0.
    pub first: u64,
    pub events: &'a [Event],
    /// Given when the events end the match or open it again.
    pub over: Option<bool>,
    /// When it happened: milliseconds since 1970.
    pub at: Time,
}

impl<'a> Commit<'a> {
    /// A new match in which `events` have happened already.
    #[must_use]
    pub fn new_match(id: &'a str, header: &'a Header, events: &'a [Event], at: Time) -> Self {
        Commit { create: Some((id, header)), id, first: 0, events, over: None, at }
    }
}

/// What a [`Store`] promises to answer.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send + 'a>>;

/// A match as it was kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    pub id: String,
    /// Milliseconds since 1970.
    pub created: i64,
    pub header: Header,
    /// What happened, and when.
    pub events: Vec<(Time, Event)>,
}

/// A listed match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    pub id: String,
    pub game: String,
    pub rules: String,
    pub created: i64,
    pub over: bool,
}

/// Why a store could not do as asked.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    #[error("{0} does not follow what is kept")]
    Conflict(String),
    /// The record is there and cannot be read. Only this match is affected.
    #[error("the record of match {id} is damaged: {what}")]
    Damaged { id: String, what: String },
    /// The database does not answer; whether a pending event was kept is not
    /// known. Load the match again to find out.
    #[error("the database is not available: {0}")]
    Unavailable(String),
    /// The database cannot be used by this program at all.
    #[error("{0}")]
    Unusable(String),
}

/// Opens the store that an address names: `postgres://…`, or a directory that
/// keeps an SQLite file and is created if needed.
pub async fn open(data: &Path, database: Option<&str>) -> Result<Arc<dyn Store>, Error> {
    match database {
        None => {
            std::fs::create_dir_all(data).map_err(|error| {
                Error::Unusable(format!(
                    "cannot create the data directory {}: {error}",
                    data.display()
                ))
            })?;
            Ok(Arc::new(Sqlite::open(&data.join("sobremesa.sqlite"))?))
        }
        Some(url) if url.starts_with("postgres://") || url.starts_with("postgresql://") => {
            Ok(Arc::new(Postgres::open(url).await?))
        }
        Some(url) => Err(Error::Unusable(format!(
            "cannot use the database {url:?}: expected postgres://user@host/name"
        ))),
    }
}

/// The changes that lead from an empty database to the present one, in order.
/// The same text serves both databases.
const MIGRATIONS: [&str; 3] = [
    include_str!("../migrations/0001-matches-and-events.sql"),
    include_str!("../migrations/0002-new-games-and-pauses.sql"),
    include_str!("../migrations/0003-clocks-at-the-end.sql"),
];

/// The error for a database written by a later version of this program.
fn too_new(found: i64) -> Error {
    Error::Unusable(format!(
        "the database has version {found}, this program knows up to {}: use a newer program",
        MIGRATIONS.len()
    ))
}

/// Puts a match together from its rows: `(number, at, body)` in order.
fn assemble(
    id: &str,
    created: i64,
    header: &str,
    rows: Vec<(i64, i64, String)>,
) -> Result<Stored, Error> {
    let damaged = |what: String| Error::Damaged { id: id.to_owned(), what };
    let header = serde_json::from_str(header).map_err(|e| damaged(format!("header: {e}")))?;
    let mut events = Vec::with_capacity(rows.len());
    for (expected, (number, at, body)) in (0..).zip(rows) {
        if number != expected {
            return Err(damaged(format!("event {expected} is missing")));
        }
        let event =
            serde_json::from_str(&body).map_err(|e| damaged(format!("event {number}: {e}")))?;
        events.push((Time(u64::try_from(at).unwrap_or(0)), event));
    }
    Ok(Stored { id: id.to_owned(), created, header, events })
}

fn to_text<T: serde::Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|e| Error::Unusable(format!("cannot write JSON: {e}")))
}
