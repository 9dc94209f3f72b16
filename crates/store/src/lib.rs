//! Games kept: one trait, SQLite embedded, PostgreSQL by URL.
//!
//! A match is a [`Header`] (what was agreed at the start) and a list of
//! [`Event`]s (what happened since). Nothing else is stored: whoever loads a
//! match replays its events through the rules, so a stored game can never
//! disagree with them in silence. Each row says what it follows ([`chain`]): one
//! that was changed, even to another legal move, is refused by name.
//!
//! [`Store::commit`] answers only when everything it was given is durable, and
//! keeps an event only if its number follows the last one kept: whoever
//! believes in events that a database has lost is told so at once, instead of
//! writing behind a gap that nobody could ever load. Both databases
//! get there by *group commit* ([`writer`]): one writer takes everything that
//! waits, commits it in one transaction and then answers everybody, so that
//! the cost of a disk flush is shared by all the moves that arrived meanwhile.

mod chain;
mod files;
mod postgres;
mod sqlite;
pub mod tools;
mod writer;

use std::fmt;
use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

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

    /// Writes something of no meaning: whether a move could be kept now.
    fn ready(&self) -> Answer<'_, ()>;

    /// Removes matches with all that happened in them; ids that are not there
    /// are no error.
    fn delete(&self, ids: Vec<String>) -> Answer<'_, ()>;

    /// Ids of matches in which nothing has happened since `before`, oldest
    /// first.
    fn idle(&self, before: i64, most: u32) -> Answer<'_, Vec<String>>;

    /// Keeps a whole match of another database as it was.
    /// [`Error::Conflict`] when its id is taken.
    fn import(&self, rows: Rows) -> Answer<'_, ()>;

    /// Waits until nothing is pending and the database is closed; later writes
    /// are refused.
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

/// A match as the rows of a database, which nobody has understood yet.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    pub id: String,
    pub game: String,
    pub rules: String,
    pub listed: bool,
    pub over: bool,
    pub created: i64,
    pub header: String,
    /// What the first event follows.
    pub link: String,
    pub events: Vec<Row>,
}

/// An event as a row of a database.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    pub number: i64,
    pub at: i64,
    pub body: String,
    /// What the next event follows.
    pub link: String,
}

impl Rows {
    /// The match that these rows are.
    ///
    /// # Errors
    /// [`Error::Damaged`] when a row cannot be read, is missing or is not the
    /// one that was kept.
    pub fn read(&self) -> Result<Stored, Error> {
        let damaged = |what: String| Error::Damaged { id: self.id.clone(), what };
        let header =
            serde_json::from_str(&self.header).map_err(|e| damaged(format!("header: {e}")))?;
        let mut events = Vec::with_capacity(self.events.len());
        for (expected, row) in (0..).zip(&self.events) {
            if row.number != expected {
                return Err(damaged(format!("event {expected} is missing")));
            }
            let event = serde_json::from_str(&row.body)
                .map_err(|e| damaged(format!("event {expected}: {e}")))?;
            events.push((Time(u64::try_from(row.at).unwrap_or(0)), event));
        }
        chain::check(self)?;
        Ok(Stored { id: self.id.clone(), created: self.created, header, events })
    }
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
    /// There is no room to write.
    #[error("the disk of the database is full: {0}")]
    Full(String),
    /// What the store was opened on is no longer where it was.
    #[error("{0}")]
    Gone(String),
    /// The database answers, and does not take this.
    #[error("the database refuses it: {0}")]
    Rejected(String),
    /// The database cannot be used by this program at all.
    #[error("{0}")]
    Unusable(String),
}

/// How long the lease of a server that has just ended is waited for.
const LEASE: Duration = Duration::from_secs(3);

/// What a URL of a PostgreSQL database looks like.
const EXPECTED: &str = "expected postgres://user:password@host:port/name, with %40 for @ and \
                        %2F for / in the password";

/// Opens the store that an address names: `postgres://…`, or a directory that
/// keeps an SQLite file and is created if needed. One server at a time has it.
///
/// No error repeats the address: there may be a password in it.
pub async fn open(data: &Path, database: Option<&str>) -> Result<Arc<dyn Store>, Error> {
    match database {
        None => {
            let data = data.to_owned();
            let opened = tokio::task::spawn_blocking(move || {
                files::directory(&data)?;
                Sqlite::open(&data.join(FILE))
            });
            Ok(Arc::new(opened.await.map_err(|e| Error::Unusable(e.to_string()))??))
        }
        Some(url) if is_postgres(url) => Ok(Arc::new(Postgres::open(url).await?)),
        Some(url) => Err(not_a_database(url)),
    }
}

/// The file in the data directory.
const FILE: &str = "sobremesa.sqlite";

fn is_postgres(url: &str) -> bool {
    url.starts_with("postgres://") || url.starts_with("postgresql://")
}

fn not_a_database(url: &str) -> Error {
    let named = |kind: &&str| kind.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c));
    Error::Unusable(match url.split_once("://").map(|(kind, _)| kind).filter(named) {
        Some(kind) => format!("cannot use a database of the kind {kind}: {EXPECTED}"),
        None => format!("cannot read the address of the database: {EXPECTED}"),
    })
}

/// The changes that lead from an empty database to the present one, in order.
/// The same text serves both databases.
const MIGRATIONS: [&str; 5] = [
    include_str!("../migrations/0001-matches-and-events.sql"),
    include_str!("../migrations/0002-new-games-and-pauses.sql"),
    include_str!("../migrations/0003-clocks-at-the-end.sql"),
    include_str!("../migrations/0004-links.sql"),
    include_str!("../migrations/0005-deletion.sql"),
];

/// The version after which every row has its link.
const LINKED: i64 = 4;

/// The error for a database written by a later version of this program.
fn too_new(found: i64) -> Error {
    Error::Unusable(format!(
        "the database has version {found}, this program knows up to {}: use a newer program",
        MIGRATIONS.len()
    ))
}

fn to_text<T: serde::Serialize>(value: &T) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|e| Error::Unusable(format!("cannot write JSON: {e}")))
}
