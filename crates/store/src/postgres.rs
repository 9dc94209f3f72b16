//! PostgreSQL: one connection that writes, one that reads. A connection that
//! broke is made again at the next use.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use tokio::sync::Mutex;
use tokio_postgres::{Client, Config, NoTls};

use crate::writer::{Batches, Write, Writer, channel};
use crate::{Answer, Error, Event, Header, MIGRATIONS, Store, Stored, Summary, assemble, too_new};

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
    while let Some(batch) = batches.next().await {
        let results = match connection.client().await {
            Ok(client) => commit(&client, &batch.writes).await,
            Err(error) => Err(error),
        };
        if let Err(error) = &results {
            tracing::error!(%error, writes = batch.writes.len(), "a commit failed");
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
    /// Whether the event says that the match is over (1), is not (0), or
    /// says nothing of it (-1).
    over: Vec<i16>,
}

/// Writes everything in one transaction of a few statements, however many
/// writes there are. A write that conflicts is refused alone; an error of the
/// database refuses all.
async fn commit(client: &Client, writes: &[Write]) -> Result<Vec<Result<(), Error>>, Error> {
    let mut new = Creations::default();
    let mut more = Additions::default();
    for write in writes {
        match write {
            Write::Create { id, game, rules, listed, created, header } => {
                new.ids.push(id);
                new.games.push(game);
                new.rules.push(rules);
                new.listed.push(i16::from(*listed));
                new.created.push(*created);
                new.headers.push(header);
            }
            Write::Append { id, number, at, body, over } => {
                more.ids.push(id);
                more.numbers.push(*number);
                more.at.push(*at);
                more.bodies.push(body);
                more.over.push(over.map_or(-1, i16::from));
            }
        }
    }
    client.batch_execute("BEGIN; SET LOCAL synchronous_commit = on").await?;
    let mut created = HashSet::new();
    if !new.ids.is_empty() {
        for row in client
            .query(
                "INSERT INTO matches (id, game, rules, listed, over, created, header)
                 SELECT id, game, rules, listed, 0, created, header
                 FROM UNNEST($1::text[], $2::text[], $3::text[], $4::smallint[], $5::bigint[],
                             $6::text[]) AS new (id, game, rules, listed, created, header)
                 ON CONFLICT DO NOTHING RETURNING id",
                &[&new.ids, &new.games, &new.rules, &new.listed, &new.created, &new.headers],
            )
            .await?
        {
            created.insert(row.get::<_, String>(0));
        }
    }
    let mut added = HashSet::new();
    if !more.ids.is_empty() {
        for row in client
            .query(
                "INSERT INTO events (match_id, number, at, body)
                 SELECT more.match_id, more.number, more.at, more.body
                 FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[])
                      AS more (match_id, number, at, body)
                 JOIN matches ON matches.id = more.match_id
                 ON CONFLICT DO NOTHING RETURNING match_id, number",
                &[&more.ids, &more.numbers, &more.at, &more.bodies],
            )
            .await?
        {
            added.insert((row.get::<_, String>(0), row.get::<_, i64>(1)));
        }
    }
    let ended = |(id, number, over): &(&&str, &i64, &i16)| {
        **over >= 0 && added.contains(&((**id).to_owned(), **number))
    };
    for (id, _, over) in more
        .ids
        .iter()
        .zip(&more.numbers)
        .zip(&more.over)
        .map(|((id, number), over)| (id, number, over))
        .filter(ended)
    {
        client.execute("UPDATE matches SET over = $2 WHERE id = $1", &[id, over]).await?;
    }
    client.batch_execute("COMMIT").await?;
    // Taken out as they are matched, so that of two equal writes in one batch
    // only the first counts as done.
    Ok(writes
        .iter()
        .map(|write| {
            let done = match write {
                Write::Create { id, .. } => created.remove(id),
                Write::Append { id, number, .. } => added.remove(&(id.clone(), *number)),
            };
            if done { Ok(()) } else { Err(write.conflict()) }
        })
        .collect())
}

impl Store for Postgres {
    fn create(&self, id: &str, header: &Header) -> Answer<'_, ()> {
        self.writer.create(id, header)
    }

    fn append(&self, id: &str, number: u64, event: &Event, over: Option<bool>) -> Answer<'_, ()> {
        self.writer.append(id, number, event, over)
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
                    "SELECT number, body FROM events WHERE match_id = $1 ORDER BY number",
                    &[&id],
                )
                .await?
                .iter()
                .map(|row| (row.get(0), row.get(1)))
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
