//! SQLite: one file, one thread that writes, one that tidies up, one
//! connection that reads.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};

use crate::writer::{Batches, Complaint, Write, Writer, channel};
use crate::{Answer, Commit, Error, MIGRATIONS, Store, Stored, Summary, assemble, too_new};

/// Writes after which the log is copied into the file.
const COPY_AFTER: usize = 1000;

/// Pages (4 KiB) of log after which the writer copies it itself: only when
/// the keeper cannot keep up.
const LONGEST_LOG: u32 = 16_384;

/// Matches in an SQLite file.
pub struct Sqlite {
    writer: Writer,
    reader: Arc<Mutex<Connection>>,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sqlite")
    }
}

impl Sqlite {
    /// Opens the file, creating it and bringing it up to date as needed.
    pub fn open(path: &Path) -> Result<Sqlite, Error> {
        let unusable =
            |e: rusqlite::Error| Error::Unusable(format!("cannot open {}: {e}", path.display()));
        let mut connection = connect(path).map_err(unusable)?;
        migrate(&mut connection)?;
        let reader = connect(path).map_err(unusable)?;
        let keeper = connect(path).map_err(unusable)?;
        let (writer, batches) = channel();
        let (due, when_due) = sync_channel(1);
        let start = |name: &str, work: Box<dyn FnOnce() + Send>| {
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(work)
                .map_err(|e| Error::Unusable(format!("cannot start {name}: {e}")))
        };
        start("sqlite-keeper", Box::new(move || copy_log(&keeper, &when_due)))?;
        start("sqlite-writer", Box::new(move || write_batches(connection, batches, &due)))?;
        Ok(Sqlite { writer, reader: Arc::new(Mutex::new(reader)) })
    }

    /// Runs a reading query away from the asynchronous threads.
    fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Answer<'_, T> {
        let reader = Arc::clone(&self.reader);
        Box::pin(async move {
            tokio::task::spawn_blocking(move || {
                let connection = reader.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
                query(&connection)
            })
            .await
            .map_err(|e| Error::Unavailable(e.to_string()))?
        })
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        Error::Unavailable(error.to_string())
    }
}

/// A value of another type, or text that is not UTF-8, is a damaged record and
/// no trouble of the database.
fn unreadable(id: &str, error: rusqlite::Error) -> Error {
    match error {
        rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..) => {
            Error::Damaged { id: id.to_owned(), what: error.to_string() }
        }
        other => other.into(),
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    // WAL lets the reader go on while the writer writes; FULL flushes the log
    // at every commit, which is what "durable" means here.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", LONGEST_LOG)?;
    Ok(connection)
}

fn migrate(connection: &mut Connection) -> Result<(), Error> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(too_new(version));
    }
    for (number, text) in (1..).zip(MIGRATIONS) {
        if number > version {
            transaction.execute_batch(text)?;
        }
    }
    transaction.pragma_update(None, "user_version", known)?;
    transaction.commit()?;
    Ok(())
}

/// Copies the log into the file now and then, on a thread of its own, so that
/// nobody's move waits for it. It ends when the writer does.
fn copy_log(connection: &Connection, when_due: &Receiver<()>) {
    while when_due.recv().is_ok() {
        // The writer goes on meanwhile. Each turn has less to copy than the
        // one before; when nothing is left over, the writer begins the log
        // again from its start instead of making it longer.
        for _ in 0..8 {
            let left = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
                Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?)
            });
            match left {
                Ok(0) => break,
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, "the log was not copied into the file");
                    break;
                }
            }
        }
    }
}

fn write_batches(mut connection: Connection, mut batches: Batches, due: &SyncSender<()>) {
    let mut written = 0;
    let mut complaint = Complaint::default();
    while let Some(batch) = batches.blocking_next() {
        let results = commit(&mut connection, &batch.writes).map_err(Error::from);
        if let Err(error) = &results {
            complaint.say(error, batch.writes.len());
        }
        written += batch.writes.len();
        batch.answer(results);
        if written >= COPY_AFTER {
            // When the last copy is still going on, there is one more coming.
            let _ = due.try_send(());
            written = 0;
        }
    }
}

/// Writes everything in one transaction. A write that does not follow is
/// refused alone; an error of the database refuses all.
fn commit(
    connection: &mut Connection,
    writes: &[Write],
) -> rusqlite::Result<Vec<Result<(), Error>>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut next = HashMap::new();
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        for id in write.matches() {
            if !next.contains_key(id)
                && let Some(number) = next_number(&transaction, id)?
            {
                next.insert(id.to_owned(), number);
            }
        }
        let follows = write.follows(&mut next);
        if follows.is_ok() {
            insert(&transaction, write)?;
        }
        results.push(follows);
    }
    transaction.commit()?;
    Ok(results)
}

/// The number of a match's next event, `None` without such a match.
fn next_number(connection: &Connection, id: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached(
            "SELECT COALESCE((SELECT MAX(number) + 1 FROM events WHERE match_id = ?1), 0)
             FROM matches WHERE id = ?1",
        )?
        .query_row([id], |row| row.get(0))
        .optional()
}

fn insert(connection: &Connection, write: &Write) -> rusqlite::Result<()> {
    if let Some(new) = &write.create {
        connection
            .prepare_cached(
                "INSERT INTO matches (id, game, rules, listed, over, created, header)
                 VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6)",
            )?
            .execute(params![new.id, new.game, new.rules, new.listed, write.at, new.header])?;
    }
    for (number, body) in write.numbered() {
        connection
            .prepare_cached(
                "INSERT INTO events (match_id, number, at, body) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![write.id, number, write.at, body])?;
    }
    if let Some(over) = write.over {
        connection
            .prepare_cached("UPDATE matches SET over = ?2 WHERE id = ?1")?
            .execute(params![write.id, over])?;
    }
    Ok(())
}

impl Store for Sqlite {
    fn commit(&self, commit: &Commit<'_>) -> Answer<'_, ()> {
        self.writer.commit(commit)
    }

    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        self.read(move |connection| {
            let unreadable = |error| unreadable(&id, error);
            let found: Option<(i64, String)> = connection
                .prepare_cached("SELECT created, header FROM matches WHERE id = ?1")?
                .query_row([&id], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
                .map_err(unreadable)?;
            let Some((created, header)) = found else { return Ok(None) };
            let rows = connection
                .prepare_cached(
                    "SELECT number, at, body FROM events WHERE match_id = ?1 ORDER BY number",
                )?
                .query_map([&id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
                .collect::<Result<Vec<_>, _>>()
                .map_err(unreadable)?;
            assemble(&id, created, &header, rows).map(Some)
        })
    }

    fn list(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        self.read(move |connection| {
            let rows = connection
                .prepare_cached(
                    "SELECT id, game, rules, created, over FROM matches
                     WHERE listed = 1 ORDER BY created DESC, id LIMIT ?1",
                )?
                .query_map([most], |row| {
                    Ok(Summary {
                        id: row.get(0)?,
                        game: row.get(1)?,
                        rules: row.get(2)?,
                        created: row.get(3)?,
                        over: row.get(4)?,
                    })
                })?
                .collect::<Result<Vec<_>, _>>()?;
            Ok(rows)
        })
    }

    fn ids(&self) -> Answer<'_, Vec<String>> {
        self.read(|connection| {
            let rows = connection
                .prepare("SELECT id FROM matches ORDER BY id")?
                .query_map([], |row| row.get(0))?
                .collect::<Result<Vec<_>, _>>()?;
            Ok(rows)
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        self.writer.close()
    }
}
