//! PostgreSQL: one connection that writes, one that reads. A connection that
//! broke or is silent is made again at the next use.

mod connection;
mod schema;
mod tls;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use tokio_postgres::Client;

pub(crate) use self::connection::{Connection, Target};
pub(crate) use self::schema::version;
use crate::writer::{Batches, Complaint, Keep, Links, Tail, Write, Writer, channel};
use crate::{Answer, Commit, Error, Row, Rows, Store, Stored, Summary};

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
    /// Connects to `postgres://user:password@host:port/name`, with TLS as
    /// `?sslmode=` says, and brings the tables up to date.
    pub async fn open(url: &str) -> Result<Postgres, Error> {
        let target = Target::read(url)?;
        let connection = Connection::new(target.clone(), true);
        let session = connection.session().await?;
        let version = connection.within(&session, schema::version(&session.client)).await?;
        schema::migrate(&session.client, version).await?;
        drop(session);
        let (writer, batches) = channel();
        tokio::spawn(write_batches(connection, batches));
        Ok(Postgres { writer, reader: Arc::new(Connection::new(target, false)) })
    }
}

async fn write_batches(connection: Connection, mut batches: Batches) {
    let mut complaint = Complaint::default();
    while let Some(batch) = batches.next().await {
        let results = commit_or_singly(&connection, &batch.writes).await;
        if let Err(error) = &results {
            complaint.say(error, batch.writes.len());
        }
        batch.answer(results);
    }
    // Before whoever closes the store hears that it is.
    connection.close().await;
}

/// Writes everything in one transaction; when the database refuses something
/// of it, each in its own, so that only what is refused is.
async fn commit_or_singly(
    connection: &Connection,
    writes: &[Write],
) -> Result<Vec<Result<(), Error>>, Error> {
    let mut rest = writes;
    let mut at_once = writes.len();
    let mut results = Vec::with_capacity(writes.len());
    while !rest.is_empty() {
        let session = connection.session().await;
        let done = match &session {
            Ok(session) => {
                connection.within(session, commit(&session.client, &rest[..at_once])).await
            }
            Err(error) => Err(error.clone()),
        };
        match (done, session) {
            (Ok(done), _) => results.extend(done),
            (Err(Error::Rejected(what)), Ok(session)) => {
                let ended = async { Ok(session.client.batch_execute("ROLLBACK").await?) };
                connection.within(&session, ended).await?;
                if at_once > 1 {
                    at_once = 1;
                    continue;
                }
                results.push(Err(Error::Rejected(what)));
            }
            (Err(error), _) if results.is_empty() => return Err(error),
            // What was kept singly before stays so.
            (Err(error), _) => {
                results.resize(writes.len(), Err(error));
                break;
            }
        }
        rest = &rest[at_once..];
    }
    Ok(results)
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
    links: Vec<&'a str>,
}

#[derive(Default)]
struct Additions<'a> {
    ids: Vec<&'a str>,
    numbers: Vec<i64>,
    at: Vec<i64>,
    bodies: Vec<&'a str>,
    links: Vec<&'a str>,
}

/// Writes everything in one transaction of a few statements, however many
/// writes there are. A write that does not follow is refused alone; an error of
/// the database refuses all, as when another server has written the same event
/// meanwhile: the keys of the tables see to that.
async fn commit(client: &Client, writes: &[Write]) -> Result<Vec<Result<(), Error>>, Error> {
    client
        .batch_execute(
            "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL synchronous_commit = on",
        )
        .await?;
    let keeps: Vec<&Keep> = writes
        .iter()
        .filter_map(|write| match write {
            Write::Keep(keep) => Some(keep),
            Write::Delete(_) | Write::Probe(_) => None,
        })
        .collect();
    // What goes is gone before anything is added to it.
    for write in writes {
        match write {
            Write::Keep(_) => {}
            Write::Delete(ids) => {
                delete(client, ids).await?;
            }
            Write::Probe(at) => {
                client.execute("UPDATE probe SET at = $1 WHERE id = 1", &[at]).await?;
            }
        }
    }
    let mut tails = if keeps.is_empty() { HashMap::new() } else { tails(client, &keeps).await? };
    let kept: Vec<Result<Links, Error>> =
        keeps.iter().map(|keep| keep.follows(&mut tails)).collect();
    insert(client, &keeps, &kept).await?;
    client.batch_execute("COMMIT").await?;
    let mut kept = kept.into_iter();
    let answer = |write: &Write| match write {
        Write::Keep(_) => kept.next().map_or(Ok(()), |kept| kept.map(|_| ())),
        Write::Delete(_) | Write::Probe(_) => Ok(()),
    };
    Ok(writes.iter().map(answer).collect())
}

/// Adds the rows of everything that follows.
async fn insert(
    client: &Client,
    keeps: &[&Keep],
    links: &[Result<Links, Error>],
) -> Result<(), Error> {
    let mut new = Creations::default();
    let mut more = Additions::default();
    let mut over = Vec::new();
    for (keep, links) in keeps.iter().zip(links) {
        let Ok(links) = links else { continue };
        if let Some(create) = &keep.create {
            new.ids.push(&create.id);
            new.games.push(&create.game);
            new.rules.push(&create.rules);
            new.listed.push(i16::from(create.listed));
            new.created.push(create.created);
            new.headers.push(&create.header);
            new.links.push(&links.create);
        }
        for ((number, at, body), link) in keep.numbered().zip(&links.events) {
            more.ids.push(&keep.id);
            more.numbers.push(number);
            more.at.push(at);
            more.bodies.push(body);
            more.links.push(link);
        }
        over.extend(keep.over.map(|over| (&keep.id, i16::from(over))));
    }
    if !new.ids.is_empty() {
        client
            .execute(
                "INSERT INTO matches (id, game, rules, listed, over, created, header, link)
                 SELECT id, game, rules, listed, 0, created, header, link
                 FROM UNNEST($1::text[], $2::text[], $3::text[], $4::smallint[], $5::bigint[],
                             $6::text[], $7::text[])
                      AS new (id, game, rules, listed, created, header, link)",
                &[
                    &new.ids,
                    &new.games,
                    &new.rules,
                    &new.listed,
                    &new.created,
                    &new.headers,
                    &new.links,
                ],
            )
            .await?;
    }
    if !more.ids.is_empty() {
        client
            .execute(
                "INSERT INTO events (match_id, number, at, body, link)
                 SELECT match_id, number, at, body, link
                 FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[])
                      AS more (match_id, number, at, body, link)",
                &[&more.ids, &more.numbers, &more.at, &more.bodies, &more.links],
            )
            .await?;
    }
    for (id, over) in over {
        client.execute("UPDATE matches SET over = $2 WHERE id = $1", &[id, &over]).await?;
    }
    Ok(())
}

/// What the next event of each match follows.
async fn tails(client: &Client, keeps: &[&Keep]) -> Result<HashMap<String, Tail>, Error> {
    let ids: Vec<&str> = keeps.iter().flat_map(|keep| keep.matches()).collect();
    let rows = client
        .query(
            "SELECT id, COALESCE(number + 1, 0), COALESCE(last.link, matches.link)
             FROM matches LEFT JOIN LATERAL (SELECT number, link FROM events
                 WHERE match_id = id ORDER BY number DESC LIMIT 1) last ON TRUE
             WHERE id = ANY($1::text[])",
            &[&ids],
        )
        .await?;
    let tail = |row: &tokio_postgres::Row| Tail { number: row.get(1), link: row.get(2) };
    Ok(rows.iter().map(|row| (row.get(0), tail(row))).collect())
}

/// Removes matches; how many there were.
pub(crate) async fn delete(client: &Client, ids: &[String]) -> Result<u64, Error> {
    client.execute("DELETE FROM events WHERE match_id = ANY($1::text[])", &[&ids]).await?;
    Ok(client.execute("DELETE FROM matches WHERE id = ANY($1::text[])", &[&ids]).await?)
}

/// Ids of matches in which nothing has happened since `before`.
pub(crate) async fn idle(client: &Client, before: i64, most: u32) -> Result<Vec<String>, Error> {
    let oldest = "SELECT id FROM matches WHERE created < $1 AND NOT EXISTS
                      (SELECT 1 FROM events WHERE match_id = id AND at >= $1)
                  ORDER BY created, id LIMIT $2";
    let rows = client.query(oldest, &[&before, &i64::from(most)]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// The ids of all matches.
pub(crate) async fn ids(client: &Client) -> Result<Vec<String>, Error> {
    let rows = client.query("SELECT id FROM matches ORDER BY id", &[]).await?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// All rows of the matches that are there.
pub(crate) async fn rows(client: &Client, ids: &[String]) -> Result<Vec<Rows>, Error> {
    let found = client
        .query("SELECT * FROM matches WHERE id = ANY($1::text[]) ORDER BY id", &[&ids])
        .await?;
    let mut all: Vec<Rows> = found
        .iter()
        .map(|row| Rows {
            id: row.get("id"),
            game: row.get("game"),
            rules: row.get("rules"),
            listed: row.get::<_, i16>("listed") != 0,
            over: row.get::<_, i16>("over") != 0,
            created: row.get("created"),
            header: row.get("header"),
            link: row.get("link"),
            events: Vec::new(),
        })
        .collect();
    let places: HashMap<String, usize> =
        all.iter().enumerate().map(|(place, rows)| (rows.id.clone(), place)).collect();
    let events = "SELECT * FROM events WHERE match_id = ANY($1::text[]) ORDER BY match_id, number";
    for row in client.query(events, &[&ids]).await? {
        if let Some(place) = places.get(row.get::<_, &str>("match_id")) {
            all[*place].events.push(Row {
                number: row.get("number"),
                at: row.get("at"),
                body: row.get("body"),
                link: row.get("link"),
            });
        }
    }
    Ok(all)
}

impl Store for Postgres {
    fn commit(&self, commit: &Commit<'_>) -> Answer<'_, ()> {
        self.writer.commit(commit)
    }

    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        Box::pin(async move {
            let session = self.reader.session().await?;
            let found = self.reader.within(&session, rows(&session.client, &[id])).await?;
            found.first().map(Rows::read).transpose()
        })
    }

    fn list(&self, most: u32) -> Answer<'_, Vec<Summary>> {
        Box::pin(async move {
            let newest = "SELECT id, game, rules, created, over FROM matches
                          WHERE listed = 1 ORDER BY created DESC, id LIMIT $1";
            let session = self.reader.session().await?;
            let asking = async { Ok(session.client.query(newest, &[&i64::from(most)]).await?) };
            let rows = self.reader.within(&session, asking).await?;
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
            let session = self.reader.session().await?;
            self.reader.within(&session, ids(&session.client)).await
        })
    }

    fn ready(&self) -> Answer<'_, ()> {
        self.writer.probe()
    }

    fn delete(&self, ids: Vec<String>) -> Answer<'_, ()> {
        self.writer.write(Ok(Write::Delete(ids)))
    }

    fn idle(&self, before: i64, most: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async move {
            let session = self.reader.session().await?;
            self.reader.within(&session, idle(&session.client, before, most)).await
        })
    }

    fn import(&self, rows: Rows) -> Answer<'_, ()> {
        self.writer.write(Ok(rows.into()))
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            self.writer.close().await?;
            self.reader.close().await;
            Ok(())
        })
    }
}
