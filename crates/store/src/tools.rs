//! What an operator does beside a server that runs: another connection to the
//! same database, which takes no lease and changes no table.
//!
//! What is removed here under a match that is being played is noticed by its
//! next event, which then follows nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use rusqlite::OpenFlags;

use crate::postgres::{self, Connection, Target};
use crate::{Error, FILE, MIGRATIONS, Rows, files, is_postgres, not_a_database, sqlite};

/// Matches that are read or removed at a time.
const AT_A_TIME: u32 = 200;

/// A database that another program may be serving.
pub struct Tools(Database);

enum Database {
    Sqlite(rusqlite::Connection),
    Postgres(Box<Connection>),
}

impl std::fmt::Debug for Tools {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tools")
    }
}

/// How much there is.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Stats {
    pub matches: u64,
    pub over: u64,
    pub listed: u64,
    pub events: u64,
    /// Bytes of the database.
    pub bytes: u64,
    /// When the oldest and the newest match began: milliseconds since 1970.
    pub oldest: Option<i64>,
    pub newest: Option<i64>,
    /// Matches of each game.
    pub games: BTreeMap<String, u64>,
}

/// What is found is shown to this, match by match; one that cannot even be read
/// is its error.
pub type Seen<'a> = &'a mut (dyn FnMut(Result<Rows, Error>) -> Result<(), Error> + Send);

impl Tools {
    /// Opens a database that is there and up to date.
    ///
    /// # Errors
    /// When there is none, or the server has to bring it up to date first.
    pub async fn open(data: &Path, database: Option<&str>) -> Result<Tools, Error> {
        let (database, version) = match database {
            None => {
                let path = data.join(FILE);
                let wrong = |error: rusqlite::Error| {
                    Error::Unusable(format!("cannot open {}: {error}", path.display()))
                };
                if !path.exists() {
                    return Err(Error::Unusable(format!("there is no {}", path.display())));
                }
                let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
                let connection =
                    rusqlite::Connection::open_with_flags(&path, flags).map_err(wrong)?;
                connection.busy_timeout(Duration::from_secs(10)).map_err(wrong)?;
                connection.pragma_update(None, "secure_delete", true).map_err(wrong)?;
                let version = connection
                    .pragma_query_value(None, "user_version", |row| row.get(0))
                    .map_err(wrong)?;
                (Database::Sqlite(connection), version)
            }
            Some(url) if is_postgres(url) => {
                let connection = Connection::new(Target::read(url)?, false);
                let session = connection.session().await?;
                let version = postgres::version(&session.client).await?;
                // Reading everything takes its time.
                session.client.batch_execute("SET statement_timeout = 0").await?;
                (Database::Postgres(Box::new(connection)), version)
            }
            Some(url) => return Err(not_a_database(url)),
        };
        match version {
            0 => Err(Error::Unusable("there are no matches of this program yet".to_owned())),
            version if version == MIGRATIONS.len() as i64 => Ok(Tools(database)),
            version => Err(Error::Unusable(format!(
                "the database has version {version}, this program expects {}: start the server of \
                 this program once to bring it up to date",
                MIGRATIONS.len()
            ))),
        }
    }

    /// Whether the pages of a file hang together; what PostgreSQL keeps is its
    /// own affair.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn check(&self) -> Result<(), Error> {
        let Database::Sqlite(connection) = &self.0 else { return Ok(()) };
        let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |r| r.get(0))?;
        if found == "ok" { Ok(()) } else { Err(Error::Unusable(found)) }
    }

    /// Shows all matches, or those with the ids, as they are at one moment.
    ///
    /// # Errors
    /// Of the database, or the first that `seen` gives.
    pub async fn each(&mut self, ids: Option<&[String]>, seen: Seen<'_>) -> Result<(), Error> {
        match &mut self.0 {
            Database::Sqlite(connection) => {
                let view = connection.transaction()?;
                let all = match ids {
                    Some(ids) => ids.to_vec(),
                    None => sqlite::ids(&view)?,
                };
                for id in all {
                    if let Some(rows) = sqlite::rows(&view, &id).transpose() {
                        seen(rows)?;
                    }
                }
                Ok(())
            }
            Database::Postgres(connection) => {
                let session = connection.session().await?;
                let client = &session.client;
                client.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
                let all: Vec<String> = match ids {
                    Some(ids) => ids.to_vec(),
                    None => postgres::ids(client).await?,
                };
                for ids in all.chunks(AT_A_TIME as usize) {
                    for rows in postgres::rows(client, ids).await? {
                        seen(Ok(rows))?;
                    }
                }
                client.batch_execute("COMMIT").await?;
                Ok(())
            }
        }
    }

    /// Removes matches; how many there were.
    ///
    /// # Errors
    /// Of the database.
    pub async fn delete(&mut self, ids: &[String]) -> Result<u64, Error> {
        match &mut self.0 {
            Database::Sqlite(connection) => {
                let transaction = connection
                    .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
                let removed = sqlite::delete(&transaction, ids)?;
                transaction.commit()?;
                Ok(removed)
            }
            Database::Postgres(connection) => {
                let session = connection.session().await?;
                session.client.batch_execute("BEGIN").await?;
                let removed = postgres::delete(&session.client, ids).await?;
                session.client.batch_execute("COMMIT").await?;
                Ok(removed)
            }
        }
    }

    /// Some matches in which nothing has happened since `before`.
    ///
    /// # Errors
    /// Of the database.
    pub async fn idle(&mut self, before: i64) -> Result<Vec<String>, Error> {
        match &mut self.0 {
            Database::Sqlite(connection) => Ok(sqlite::idle(connection, before, AT_A_TIME)?),
            Database::Postgres(connection) => {
                let session = connection.session().await?;
                Ok(postgres::idle(&session.client, before, AT_A_TIME).await?)
            }
        }
    }

    /// How much there is.
    ///
    /// # Errors
    /// Of the database.
    pub async fn stats(&mut self) -> Result<Stats, Error> {
        let whole = "SELECT COUNT(*), COALESCE(SUM(over), 0), COALESCE(SUM(listed), 0),
                            MIN(created), MAX(created), (SELECT COUNT(*) FROM events) FROM matches";
        let games = "SELECT game, COUNT(*) FROM matches GROUP BY game";
        let count = |number: i64| u64::try_from(number).unwrap_or(0);
        match &mut self.0 {
            Database::Sqlite(connection) => {
                let view = connection.transaction()?;
                let mut stats = view.query_row(whole, [], |row| {
                    Ok(Stats {
                        matches: count(row.get(0)?),
                        over: count(row.get(1)?),
                        listed: count(row.get(2)?),
                        oldest: row.get(3)?,
                        newest: row.get(4)?,
                        events: count(row.get(5)?),
                        ..Stats::default()
                    })
                })?;
                stats.games = view
                    .prepare(games)?
                    .query_map([], |row| Ok((row.get(0)?, count(row.get(1)?))))?
                    .collect::<Result<_, _>>()?;
                let path = view.path().unwrap_or_default().to_owned();
                stats.bytes = files::parts(path.as_ref())
                    .iter()
                    .filter_map(|part| std::fs::metadata(part).ok())
                    .map(|part| part.len())
                    .sum();
                Ok(stats)
            }
            Database::Postgres(connection) => {
                let session = connection.session().await?;
                let row = session.client.query_one(whole, &[]).await?;
                let games = session.client.query(games, &[]).await?;
                let bytes = "SELECT pg_total_relation_size('matches')
                                    + pg_total_relation_size('events')";
                Ok(Stats {
                    matches: count(row.get(0)),
                    over: count(row.get(1)),
                    listed: count(row.get(2)),
                    oldest: row.get(3),
                    newest: row.get(4),
                    events: count(row.get(5)),
                    bytes: count(session.client.query_one(bytes, &[]).await?.get(0)),
                    games: games.iter().map(|row| (row.get(0), count(row.get(1)))).collect(),
                })
            }
        }
    }
}
