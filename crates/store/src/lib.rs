//! Games kept: one trait, SQLite embedded, PostgreSQL by URL.
//!
//! A match is a [`Header`] (what was agreed at the start) and a list of
//! [`Event`]s (what happened since). Nothing else is stored: whoever loads a
//! match replays its events through the rules, so a stored game can never
//! disagree with them in silence.
//!
//! [`Store::append`] answers only when the event is durable. Both databases
//! get there by *group commit* ([`writer`]): one writer takes everything that
//! waits, commits it in one transaction and then answers everybody, so that
//! the cost of a disk flush is shared by all the moves that arrived meanwhile.

mod event;
mod postgres;
mod sqlite;
mod writer;

use std::fmt;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

pub use event::{Clock, Event, Header, Offer, Seat, SeatKind, Side};
pub use postgres::Postgres;
pub use sqlite::Sqlite;

/// Where matches are kept.
pub trait Store: Send + Sync + fmt::Debug {
    /// Keeps a new match. [`Error::Conflict`] when the id is taken.
    fn create(&self, id: &str, header: &Header) -> Answer<'_, ()>;

    /// Keeps what happened as event `number` of a match, numbered from 0;
    /// `over` is given when this event ends the match or opens it again.
    /// [`Error::Conflict`] when there is such an event already, or no such
    /// match.
    fn append(&self, id: &str, number: u64, event: &Event, over: Option<bool>) -> Answer<'_, ()>;

    /// A match with everything that happened; `None` when there is none.
    fn load(&self, id: &str) -> Answer<'_, Option<Stored>>;

    /// The newest listed matches.
    fn list(&self, most: u32) -> Answer<'_, Vec<Summary>>;

    /// The ids of all matches, for checks and repairs.
    fn ids(&self) -> Answer<'_, Vec<String>>;

    /// Waits until nothing is pending; later writes are refused.
    fn close(&self) -> Answer<'_, ()>;
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
    pub events: Vec<Event>,
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
    #[error("{0} is already kept, or its match is not")]
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
const MIGRATIONS: [&str; 1] = [include_str!("../migrations/0001-matches-and-events.sql")];

/// The error for a database written by a later version of this program.
fn too_new(found: i64) -> Error {
    Error::Unusable(format!(
        "the database has version {found}, this program knows up to {}: use a newer program",
        MIGRATIONS.len()
    ))
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Puts a match together from its rows: `(number, body)` in order.
fn assemble(
    id: &str,
    created: i64,
    header: &str,
    rows: Vec<(i64, String)>,
) -> Result<Stored, Error> {
    let damaged = |what: String| Error::Damaged { id: id.to_owned(), what };
    let header = serde_json::from_str(header).map_err(|e| damaged(format!("header: {e}")))?;
    let mut events = Vec::with_capacity(rows.len());
    for (expected, (number, body)) in (0..).zip(rows) {
        if number != expected {
            return Err(damaged(format!("event {expected} is missing")));
        }
        events.push(
            serde_json::from_str(&body).map_err(|e| damaged(format!("event {number}: {e}")))?,
        );
    }
    Ok(Stored { id: id.to_owned(), created, header, events })
}

fn to_text<T: serde::Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|e| Error::Unusable(format!("cannot write JSON: {e}")))
}
