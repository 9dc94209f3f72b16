//! PostgreSQL: one connection that writes, one that reads. A connection that
//! broke is made again at the next use.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use tokio::sync::Mutex;
use tokio_postgres::{Client, Config, NoTls};

use crate::writer::{Batches, Complaint, Write, Writer, channel};
use crate::{Answer, Commit, Error, MIGRATIONS, Store, Stored, Summary, assemble, too_new};

/// Matches in a PostgreSQL database.
pub struct Postgres {
    writer: Writer,
    reader: Arc<Connection>,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Postgres")
    }
}

impl Postgres {
    /// Connects to `postgres://user:password@host:port/name` and brings the
    /// tables up to date. Without TLS: use a local socket or a private network.
    pub async fn open(url: &str) -> Result<Postgres, Error> {
        let config: Config = url
            .parse()
            .map_err(|e| Error::Unusable(format!("cannot read the database address: {e}")))?;
        migrate(&Connection::new(config.clone())).await?;
        let (writer, batches) = channel();
        tokio::spawn(write_batches(Connection::new(config.clone()), batches));
        Ok(Postgres { writer, reader: Arc::new(Connection::new(config)) })
    }
}

/// A client that is made when needed and again after it broke.
struct Connection {
    config: Config,
    client: Mutex<Option<Arc<Client>>>,
}

impl Connection {
    fn new(config: Config) -> Connection {
        Connection { config, client: Mutex::new(None) }
    }

    async fn client(&self) -> Result<Arc<Client>, Error> {
        let mut slot = self.client.lock().await;
        if let Some(client) = slot.as_ref().filter(|client| !client.is_closed()) {
            return Ok(Arc::clone(client));
        }
        let (client, connection) = self.config.connect(NoTls).await?;
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::warn!(%error, "a connection to PostgreSQL ended");
            }
        });
        let client = Arc::new(client);
        *slot = Some(Arc::clone(&client));
        Ok(client)
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        // Its own text is only the kind of error; the reason is its source.
        let source = std::error::Error::source(&error).map(|s| format!(": {s}"));
        Error::Unavailable(format!("{error}{}", source.unwrap_or_default()))
    }
}

async fn migrate(connection: &Connection) -> Result<(), Error> {
    let client = connection.client().await?;
    // The lock keeps two servers that start together from migrating twice; it
    // ends with the transaction.
    client
        .batch_execute(
            "BEGIN; SELECT pg_advisory_xact_lock(7462031);
             CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)",
        )
        .await?;
    let version: i64 =
        client.query_one("SELECT COALESCE(MAX(version), 0) FROM schema_version", &[]).await?.get(0);
    if version > MIGRATIONS.len() as i64 {
        return Err(too_new(version));
    }
    for (number, text) in (1..).zip(MIGRATIONS) {
        if number > version {
            client.batch_execute(text).await?;
            client.execute("INSERT INTO schema_version VALUES ($1)", &[&number]).await?;
        }
    }
    client.batch_execute("COMMIT").await?;
    Ok(())
}

async fn write_batches(connection: Connection, mut batches: Batches) {
    let mut complaint = Complaint::default();
    while let Some(batch) = batches.next().await {
        let results = match connection.client().await {
            Ok(client) => commit(&client, &batch.writes).await,
            Err(error) => Err(error),
        };
        if let Err(error) = &results {
            complaint.say(error, batch.writes.len());
            // The transaction may still be open on this connection: drop it.
            *connection.client.lock().await = None;
        }
        batch.answer(results);
    }
}

/// One column of the rows that one statement inserts.
#[derive(Default)]
struct Creations<'a> {
    ids: Vec<&'a str>,
    games: Vec<&'a str>,
    rules: Vec<&'a str>,
    listed: Vec<i16>,
    created: Vec<i64>,
    headers: Vec<&'a str>,
}

#[derive(Default)]
struct Additions<'a> {
    ids: Vec<&'a str>,
    numbers: Vec<i64>,
    at: Vec<i64>,
    bodies: Vec<&'a str>,
}

/// Writes everything in one transaction of a few statements, however many
/// writes there are. A write that does not follow is refused alone; an error of
/// the database refuses all, as when another server has written the same event
/// meanwhile: the keys of the tables see to that.
async fn commit(client: &Client, writes: &[Write]) -> Result<Vec<Result<(), Error>>, Error> {
    client.batch_execute("BEGIN; SET LOCAL synchronous_commit = on").await?;
    let mut next = next_numbers(client, writes).await?;
    let results: Vec<_> = writes.iter().map(|write| write.follows(&mut next)).collect();
    let mut new = Creations::default();
    let mut more = Additions::default();
    let mut over = Vec::new();
    let kept = writes.iter().zip(&results).filter(|(_, result)| result.is_ok());
    for (write, _) in kept {
        if let Some(create) = &write.create {
            new.ids.push(&create.id);
            new.games.push(&create.game);
            new.rules.push(&create.rules);
            new.listed.push(i16::from(create.listed));
            new.created.push(write.at);
            new.headers.push(&create.header);
        }
        for (number, body) in write.numbered() {
            more.ids.push(&write.id);
            more.numbers.push(number);
            more.at.push(write.at);
            more.bodies.push(body);
        }
        over.extend(write.over.map(|over| (&write.id, i16::from(over))));
    }
    if !new.ids.is_empty() {
        client
            .execute(
                "INSERT INTO matches (id, game, rules, listed, over, created, header)
                 SELECT id, game, rules, listed, 0, created, header
                 FROM UNNEST($1::text[], $2::text[], $3::text[], $4::smallint[], $5::bigint[],
                             $6::text[]) AS new (id, game, rules, listed, created, header)",
                &[&new.ids, &new.games, &new.rules, &new.listed, &new.created, &new.headers],
            )
            .await?;
    }
    if !more.ids.is_empty() {
        client
            .execute(
                "INSERT INTO events (match_id, number, at, body)
                 SELECT match_id, number, at, body
                 FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[])
                      AS more (match_id, number, at, body)",
                &[&more.ids, &more.numbers, &more.at, &more.bodies],
            )
            .await?;
    }
    for (id, over) in over {
        client.execute("UPDATE matches SET over = $2 WHERE id = $1", &[id, &over]).await?;
    }
    client.batch_execute("COMMIT").await?;
    Ok(results)
}

/// The number of the next event of each match that is kept.
async fn next_numbers(client: &Client, writes: &[Write]) -> Result<HashMap<String, i64>, Error> {
    let ids: Vec<&str> = writes.iter().flat_map(Write::matches).collect();
    let rows = client
        .query(
            "SELECT id, COALESCE((SELECT MAX(number) + 1 FROM events WHERE match_id = id), 0)
             FROM matches WHERE id = ANY($1::text[])",
            &[&ids],
        )
        .await?;
    Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
}

impl Store for Postgres {
    fn commit(&self, commit: &Commit<'_>) -> Answer<'_, ()> {
        self.writer.commit(commit)
    }

    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        Box::pin(async move {
            let client = self.reader.client().await?;
            let found = client
                .query_opt("SELECT created, header FROM matches WHERE id = $1", &[&id])
                .await?;
            let Some(found) = found else { return Ok(None) };
            let rows = client
                .query(
                    "SELECT number, at, body FROM events WHERE match_id = $1 ORDER BY number",
                    &[&id],
                )
                .await?
                .iter()
                .map(|row| (row.get(0), row.get(1), row.get(2)))
                .collect();
            assemble(&id, found.get(0), found.get(1), rows).map(Some)
        })
    }

    fn list(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        Box::pin(async move {
            let client = self.reader.client().await?;
            let rows = client
                .query(
                    "SELECT id, game, rules, created, over FROM matches
                     WHERE listed = 1 ORDER BY created DESC, id LIMIT $1",
                    &[&i64::from(most)],
                )
                .await?;
            Ok(rows
                .iter()
                .map(|row| Summary {
                    id: row.get(0),
                    game: row.get(1),
                    rules: row.get(2),
                    created: row.get(3),
                    over: row.get::<_, i16>(4) == 1,
                })
                .collect())
        })
    }

    fn ids(&self) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let client = self.reader.client().await?;
            let rows = client.query("SELECT id FROM matches ORDER BY id", &[]).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn close(&self) -> Answer<'_, ()> {
        self.writer.close()
    }
}
