//! SQLite: one file, one thread that writes, one that tidies up, one
//! connection that reads.

use std::collections::HashMap;
use std::fmt;
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OptionalExtension, TransactionBehavior, params};

use crate::files::{self, Lease, Presence};
use crate::writer::{Batches, Complaint, Keep, Tail, Write, Writer, channel};
use crate::{
    Answer, Commit, Error, LINKED, MIGRATIONS, Row, Rows, Store, Stored, Summary, chain, too_new,
};

/// Writes after which the log is copied into the file.
const COPY_AFTER: usize = 1000;

/// Pages (4 KiB) of log after which the writer copies it itself: only when
/// the keeper cannot keep up.
const LONGEST_LOG: u32 = 16_384;

/// Bytes of log after which the writer lets everybody wait for a moment, so
/// that the log begins anew although somebody reads all the time.
const LONG_LOG: u32 = 32 << 20;

/// How long that moment is at most.
const MOMENT: Duration = Duration::from_millis(500);

/// How long a database that another process writes to is waited for.
const BUSY: Duration = Duration::from_secs(10);

/// Matches in an SQLite file.
pub struct Sqlite {
    writer: Writer,
    /// `None` when the store is closed.
    reader: Arc<Mutex<Option<Connection>>>,
    /// Given back when the last connection is closed.
    lease: Arc<Mutex<Option<Lease>>>,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sqlite")
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Sqlite {
    /// Opens the file, creating it and bringing it up to date as needed.
    pub fn open(path: &Path) -> Result<Sqlite, Error> {
        let lease = Lease::take(path)?;
        files::private(path)?;
        let unusable = |error: rusqlite::Error| match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                damaged(path, &error.to_string())
            }
            _ => Error::Unusable(format!("cannot open {}: {error}", path.display())),
        };
        let mut connection = connect(path).map_err(unusable)?;
        check(path, &connection)?;
        migrate(&mut connection).map_err(|error| match error {
            Failed::Sqlite(error) => unusable(error),
            Failed::Other(error) => error,
        })?;
        let reader = connect(path).map_err(unusable)?;
        let keeper = connect(path).map_err(unusable)?;
        // Something is written, so that there is a log to be known again.
        probe(&connection, 0).map_err(unusable)?;
        let presence = Presence::of(path, &lease);
        let (writer, batches) = channel();
        let (due, when_due) = sync_channel(1);
        let log = files::parts(path)[1].clone();
        fn start<T: Send + 'static>(
            name: &str,
            work: impl FnOnce() -> T + Send + 'static,
        ) -> Result<std::thread::JoinHandle<T>, Error> {
            std::thread::Builder::new()
                .name(name.to_owned())
                .spawn(work)
                .map_err(|e| Error::Unusable(format!("cannot start {name}: {e}")))
        }
        // One copies at a time; otherwise SQLite refuses the second at once.
        let copying = Arc::new(Mutex::new(()));
        let keepers = Arc::clone(&copying);
        let keeper = start("sqlite-keeper", move || copy_log(&keeper, &keepers, &when_due))?;
        let lease = Arc::new(Mutex::new(Some(lease)));
        let held = Arc::clone(&lease);
        start("sqlite-writer", move || {
            // A store that is dropped and not closed is in use to the end.
            let (_held, mut batches) = (held, batches);
            write_batches(connection, &mut batches, due, &presence, (&log, &copying));
            // With what the writer had, the keeper ends; and then `close` hears
            // that the batches are gone.
            let _ = keeper.join();
        })?;
        let reader = Arc::new(Mutex::new(Some(reader)));
        Ok(Sqlite { writer, reader, lease })
    }

    /// Runs a reading query away from the asynchronous threads.
    fn read<T: Send + 'static>(
        &self,
        query: impl FnOnce(&Connection) -> Result<T, Error> + Send + 'static,
    ) -> Answer<'_, T> {
        let reader = Arc::clone(&self.reader);
        Box::pin(async move {
            tokio::task::spawn_blocking(move || match &*lock(&reader) {
                Some(connection) => query(connection),
                None => Err(Error::Unavailable("it is closed".to_owned())),
            })
            .await
            .map_err(|e| Error::Unavailable(e.to_string()))?
        })
    }
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Error {
        match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => Error::Full(error.to_string()),
            Some(ErrorCode::ConstraintViolation | ErrorCode::TooBig | ErrorCode::TypeMismatch) => {
                Error::Rejected(error.to_string())
            }
            _ => Error::Unavailable(error.to_string()),
        }
    }
}

fn damaged(path: &Path, what: &str) -> Error {
    Error::Unusable(format!(
        "the file {} is damaged: {what}; nothing was changed: restore a backup with sobremesa \
         admin restore",
        path.display()
    ))
}

/// Whether the pages of the file hang together.
fn check(path: &Path, connection: &Connection) -> Result<(), Error> {
    let begun = Instant::now();
    let found: rusqlite::Result<String> =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    tracing::info!(seconds = begun.elapsed().as_secs_f32(), "the file was checked");
    match found {
        Ok(found) if found == "ok" => Ok(()),
        Ok(found) => Err(damaged(path, &found)),
        Err(error) => Err(damaged(path, &error.to_string())),
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
    connection.busy_timeout(BUSY)?;
    // WAL lets the reader go on while the writer writes; FULL flushes the log
    // at every commit, which is what "durable" means here.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "wal_autocheckpoint", LONGEST_LOG)?;
    connection.pragma_update(None, "journal_size_limit", LONG_LOG)?;
    // What is deleted is overwritten.
    connection.pragma_update(None, "secure_delete", true)?;
    Ok(connection)
}

enum Failed {
    Sqlite(rusqlite::Error),
    Other(Error),
}

impl From<rusqlite::Error> for Failed {
    fn from(error: rusqlite::Error) -> Failed {
        Failed::Sqlite(error)
    }
}

fn migrate(connection: &mut Connection) -> Result<(), Failed> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let known = MIGRATIONS.len() as i64;
    if version > known {
        return Err(Failed::Other(too_new(version)));
    }
    for (number, text) in (1..).zip(MIGRATIONS) {
        if number > version {
            transaction.execute_batch(text)?;
            if number == LINKED {
                link_what_is_kept(&transaction)?;
            }
        }
    }
    if version < known {
        transaction.pragma_update(None, "user_version", known)?;
    }
    transaction.commit()?;
    Ok(())
}

/// Links the rows of older programs as they are, whether they can be read or
/// not, and refuses rows without a link from then on.
fn link_what_is_kept(connection: &Connection) -> rusqlite::Result<()> {
    let mut matches =
        connection.prepare("SELECT id, game, rules, listed, created, header FROM matches")?;
    let mut events = connection
        .prepare("SELECT number, at, body FROM events WHERE match_id = ?1 ORDER BY number")?;
    let mut found = matches.query([])?;
    while let Some(row) = found.next()? {
        let text = |at| row.get_ref(at).map(lossy);
        let (id, header) = (text(0)?, text(5)?);
        let mut link = chain::of_match(
            &id,
            &text(1)?,
            &text(2)?,
            row.get_ref(3)?.as_i64().unwrap_or(0) != 0,
            row.get_ref(4)?.as_i64().unwrap_or(0),
            &header,
        );
        connection
            .prepare_cached("UPDATE matches SET link = ?2 WHERE id = ?1")?
            .execute(params![id, link])?;
        let mut happened = events.query([&id])?;
        while let Some(row) = happened.next()? {
            let number = row.get(0)?;
            let body = match row.get_ref(2)? {
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes,
                _ => b"",
            };
            link = chain::of_event(&link, number, row.get_ref(1)?.as_i64().unwrap_or(0), body);
            connection
                .prepare_cached("UPDATE events SET link = ?3 WHERE match_id = ?1 AND number = ?2")?
                .execute(params![id, number, link])?;
        }
    }
    connection.execute_batch(
        "CREATE TRIGGER matches_linked BEFORE INSERT ON matches WHEN NEW.link = ''
         BEGIN SELECT RAISE(ABORT, 'a program of an older version may not write here'); END;
         CREATE TRIGGER events_linked BEFORE INSERT ON events WHEN NEW.link = ''
         BEGIN SELECT RAISE(ABORT, 'a program of an older version may not write here'); END;",
    )
}

fn lossy(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Text(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    }
}

/// Copies the log into the file now and then, on a thread of its own, so that
/// nobody's move waits for it. It ends when the writer does.
fn copy_log(connection: &Connection, copying: &Mutex<()>, when_due: &Receiver<()>) {
    while when_due.recv().is_ok() {
        // The writer goes on meanwhile. Each turn has less to copy than the
        // one before; when nothing is left over, the writer begins the log
        // again from its start instead of making it longer.
        for _ in 0..8 {
            let _copying = lock(copying);
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

/// The log cannot begin from its start while anybody reads what is in it, and
/// with many readers somebody always does. Here the writer waits until those who
/// read now have ended; who comes later reads the file.
fn begin_log_anew(connection: &Connection, copying: &Mutex<()>) {
    let _copying = lock(copying);
    let busy: rusqlite::Result<i64> = connection.busy_timeout(MOMENT).and_then(|()| {
        connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
    });
    let restored = connection.busy_timeout(BUSY);
    if !matches!((&busy, restored), (Ok(0), Ok(()))) {
        tracing::warn!(?busy, "the log of the database grows: somebody reads for long");
    }
}

fn write_batches(
    mut connection: Connection,
    batches: &mut Batches,
    due: SyncSender<()>,
    presence: &Presence,
    (log, copying): (&Path, &Mutex<()>),
) {
    let mut written = 0;
    let mut longest = u64::from(LONG_LOG);
    let mut complaint = Complaint::default();
    while let Some(batch) = batches.blocking_next() {
        // Before: nothing is written to a file that nobody can find. After:
        // nothing is acknowledged that nobody will find.
        let results = presence
            .check()
            .and_then(|()| commit_or_singly(&mut connection, &batch.writes))
            .and_then(|results| presence.check().map(|()| results));
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
        let length = std::fs::metadata(log).map_or(0, |log| log.len());
        if length > longest {
            begin_log_anew(&connection, copying);
            // Whoever reads for long is not waited for again and again.
            let left = std::fs::metadata(log).map_or(0, |log| log.len());
            longest = left + u64::from(LONG_LOG);
        } else if length < longest / 2 {
            longest = LONG_LOG.into();
        }
    }
}

/// Writes everything in one transaction; when the database refuses something
/// of it, each in its own, so that only what is refused is.
fn commit_or_singly(
    connection: &mut Connection,
    writes: &[Write],
) -> Result<Vec<Result<(), Error>>, Error> {
    match commit(connection, writes).map_err(Error::from) {
        Err(Error::Rejected(_)) if writes.len() > 1 => Ok(writes
            .iter()
            .map(|write| commit(connection, std::slice::from_ref(write))?.remove(0))
            .collect()),
        Err(Error::Rejected(what)) => Ok(vec![Err(Error::Rejected(what))]),
        all => all,
    }
}

/// Writes everything in one transaction. A write that does not follow is
/// refused alone; an error of the database refuses all.
fn commit(
    connection: &mut Connection,
    writes: &[Write],
) -> rusqlite::Result<Vec<Result<(), Error>>> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let mut tails = HashMap::new();
    let mut results = Vec::with_capacity(writes.len());
    for write in writes {
        results.push(match write {
            Write::Keep(keep) => insert(&transaction, keep, &mut tails)?,
            Write::Delete(ids) => {
                delete(&transaction, ids)?;
                for id in ids {
                    tails.remove(id);
                }
                Ok(())
            }
            Write::Probe(at) => {
                probe(&transaction, *at)?;
                Ok(())
            }
        });
    }
    transaction.commit()?;
    Ok(results)
}

/// Removes matches; how many there were.
pub(crate) fn delete(connection: &Connection, ids: &[String]) -> rusqlite::Result<u64> {
    let mut removed = 0;
    for id in ids {
        connection.prepare_cached("DELETE FROM events WHERE match_id = ?1")?.execute([id])?;
        let found =
            connection.prepare_cached("DELETE FROM matches WHERE id = ?1")?.execute([id])?;
        removed += found as u64;
    }
    Ok(removed)
}

/// Ids of matches in which nothing has happened since `before`.
pub(crate) fn idle(
    connection: &Connection,
    before: i64,
    most: u32,
) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare_cached(
            "SELECT id FROM matches WHERE created < ?1 AND NOT EXISTS
                 (SELECT 1 FROM events WHERE match_id = id AND at >= ?1)
             ORDER BY created, id LIMIT ?2",
        )?
        .query_map(params![before, most], |row| row.get(0))?
        .collect()
}

/// The ids of all matches, also those that are no text.
pub(crate) fn ids(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    connection
        .prepare("SELECT id FROM matches ORDER BY id")?
        .query_map([], |row| row.get_ref(0).map(lossy))?
        .collect()
}

fn probe(connection: &Connection, at: i64) -> rusqlite::Result<()> {
    connection.prepare_cached("UPDATE probe SET at = ?1 WHERE id = 1")?.execute([at])?;
    Ok(())
}

/// What a match's next event follows, `None` without such a match.
fn tail(connection: &Connection, id: &str) -> rusqlite::Result<Option<Tail>> {
    connection
        .prepare_cached(
            "SELECT COALESCE(last.number + 1, 0), COALESCE(last.link, matches.link)
             FROM matches LEFT JOIN events last ON last.match_id = matches.id AND last.number =
                 (SELECT MAX(number) FROM events WHERE match_id = ?1)
             WHERE matches.id = ?1",
        )?
        .query_row([id], |row| Ok(Tail { number: row.get(0)?, link: row.get(1)? }))
        .optional()
}

fn insert(
    connection: &Connection,
    keep: &Keep,
    tails: &mut HashMap<String, Tail>,
) -> rusqlite::Result<Result<(), Error>> {
    for id in keep.matches() {
        if !tails.contains_key(id)
            && let Some(tail) = tail(connection, id)?
        {
            tails.insert(id.to_owned(), tail);
        }
    }
    let links = match keep.follows(tails) {
        Ok(links) => links,
        Err(conflict) => return Ok(Err(conflict)),
    };
    if let Some(new) = &keep.create {
        connection
            .prepare_cached(
                "INSERT INTO matches (id, game, rules, listed, over, created, header, link)
                 VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, ?7)",
            )?
            .execute(params![
                new.id,
                new.game,
                new.rules,
                new.listed,
                new.created,
                new.header,
                links.create
            ])?;
    }
    for ((number, at, body), link) in keep.numbered().zip(&links.events) {
        connection
            .prepare_cached(
                "INSERT INTO events (match_id, number, at, body, link)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?
            .execute(params![keep.id, number, at, body, link])?;
    }
    if let Some(over) = keep.over {
        connection
            .prepare_cached("UPDATE matches SET over = ?2 WHERE id = ?1")?
            .execute(params![keep.id, over])?;
    }
    Ok(Ok(()))
}

/// All rows of a match.
pub(crate) fn rows(connection: &Connection, id: &str) -> Result<Option<Rows>, Error> {
    let unreadable = |error| unreadable(id, error);
    let found = connection
        .prepare_cached(
            "SELECT game, rules, listed, over, created, header, link FROM matches WHERE id = ?1",
        )?
        .query_row([id], |row| {
            Ok(Rows {
                id: id.to_owned(),
                game: row.get(0)?,
                rules: row.get(1)?,
                listed: row.get(2)?,
                over: row.get(3)?,
                created: row.get(4)?,
                header: row.get(5)?,
                link: row.get(6)?,
                events: Vec::new(),
            })
        })
        .optional()
        .map_err(unreadable)?;
    let Some(mut rows) = found else { return Ok(None) };
    rows.events = connection
        .prepare_cached(
            "SELECT number, at, body, link FROM events WHERE match_id = ?1 ORDER BY number",
        )?
        .query_map([id], |row| {
            Ok(Row { number: row.get(0)?, at: row.get(1)?, body: row.get(2)?, link: row.get(3)? })
        })?
        .collect::<Result<_, _>>()
        .map_err(unreadable)?;
    Ok(Some(rows))
}

impl Store for Sqlite {
    fn commit(&self, commit: &Commit<'_>) -> Answer<'_, ()> {
        self.writer.commit(commit)
    }

    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        self.read(move |connection| {
            // One view of both tables.
            let view = connection.unchecked_transaction()?;
            rows(&view, &id)?.map(|rows| rows.read()).transpose()
        })
    }

    fn list(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        self.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT id, game, rules, created, over FROM matches
                 WHERE listed = 1 ORDER BY created DESC, id LIMIT ?1",
            )?;
            let mut found = statement.query([most])?;
            let mut all = Vec::new();
            while let Some(row) = found.next()? {
                let summary = (|| {
                    Ok(Summary {
                        id: row.get(0)?,
                        game: row.get(1)?,
                        rules: row.get(2)?,
                        created: row.get(3)?,
                        over: row.get(4)?,
                    })
                })();
                match summary {
                    Ok(summary) => all.push(summary),
                    Err(error) => {
                        let error = unreadable(&lossy(row.get_ref(0)?), error);
                        tracing::error!(%error, "a match is left out of the list");
                    }
                }
            }
            Ok(all)
        })
    }

    fn ids(&self) -> Answer<'_, Vec<String>> {
        self.read(|connection| Ok(ids(connection)?))
    }

    fn ready(&self) -> Answer<'_, ()> {
        self.writer.probe()
    }

    fn delete(&self, ids: Vec<String>) -> Answer<'_, ()> {
        self.writer.write(Ok(Write::Delete(ids)))
    }

    fn idle(&self, before: i64, most: u32) -> Answer<'_, Vec<String>> {
        self.read(move |connection| Ok(idle(connection, before, most)?))
    }

    fn import(&self, rows: Rows) -> Answer<'_, ()> {
        self.writer.write(Ok(rows.into()))
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            self.writer.close().await?;
            let (reader, lease) = (Arc::clone(&self.reader), Arc::clone(&self.lease));
            tokio::task::spawn_blocking(move || {
                // The last connection copies the log into the file and removes
                // it; then another server may come.
                let closed = lock(&reader).take().map_or(Ok(()), Connection::close);
                lock(&lease).take();
                closed.map_err(|(_, error)| error.into())
            })
            .await
            .map_err(|e| Error::Unavailable(e.to_string()))?
        })
    }
}
