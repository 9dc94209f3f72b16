//! The tables: whose they are, and the way to the present ones.

use std::collections::HashMap;

use tokio_postgres::Client;

use crate::{Error, LINKED, MIGRATIONS, chain, too_new};

/// Matches that are linked at a time.
const AT_A_TIME: i64 = 500;

/// What is there before anything is changed.
pub async fn version(client: &Client) -> Result<i64, Error> {
    let encoding: String = client.query_one("SHOW server_encoding", &[]).await?.get(0);
    if encoding != "UTF8" {
        return Err(Error::Unusable(format!(
            "the database has the encoding {encoding}, in which not every name can be kept: \
             expected UTF8, as of createdb --encoding=UTF8 --template=template0"
        )));
    }
    let there = client
        .query_one(
            "SELECT to_regclass('schema_version') IS NOT NULL, to_regclass('matches') IS NOT NULL,
                    to_regclass('events') IS NOT NULL, COALESCE(current_schema(), '')",
            &[],
        )
        .await?;
    let (versioned, matches, events): (bool, bool, bool) =
        (there.get(0), there.get(1), there.get(2));
    let foreign = |what: &str| {
        let schema: String = there.get(3);
        Err(Error::Unusable(format!(
            "the schema {schema:?} of the database has {what} of another program: give this one a \
             schema or a database of its own"
        )))
    };
    if !versioned {
        return if matches || events { foreign("a table matches or events") } else { Ok(0) };
    }
    let columns: Vec<String> = client
        .query(
            "SELECT attname || ' ' || format_type(atttypid, NULL) FROM pg_attribute
             WHERE attrelid = to_regclass('schema_version') AND attnum > 0 AND NOT attisdropped",
            &[],
        )
        .await?
        .iter()
        .map(|row| row.get(0))
        .collect();
    if columns != ["version bigint"] {
        return foreign("a table schema_version");
    }
    let version: i64 =
        client.query_one("SELECT COALESCE(MAX(version), 0) FROM schema_version", &[]).await?.get(0);
    if version > MIGRATIONS.len() as i64 {
        return Err(too_new(version));
    }
    if (version > 0) != (matches && events) {
        return foreign("a table schema_version");
    }
    Ok(version)
}

/// Brings the tables up to date, in one transaction. Nothing is asked of the
/// database, no right either, when they are.
pub async fn migrate(client: &Client, version: i64) -> Result<(), Error> {
    if version == MIGRATIONS.len() as i64 {
        return Ok(());
    }
    client
        .batch_execute(
            "BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 9000;
             CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)",
        )
        .await?;
    for (number, text) in (1..).zip(MIGRATIONS) {
        if number > version {
            client.batch_execute(text).await?;
            if number == LINKED {
                link_what_is_kept(client).await?;
            }
            client.execute("INSERT INTO schema_version VALUES ($1)", &[&number]).await?;
        }
    }
    client.batch_execute("COMMIT").await?;
    Ok(())
}

/// Links the rows of older programs as they are, and refuses rows without a
/// link from then on.
async fn link_what_is_kept(client: &Client) -> Result<(), Error> {
    let mut after = String::new();
    loop {
        let found = client
            .query(
                "SELECT id, game, rules, listed, created, header FROM matches
                 WHERE id > $1 ORDER BY id LIMIT $2",
                &[&after, &AT_A_TIME],
            )
            .await?;
        let Some(last) = found.last() else { break };
        after = last.get(0);
        let mut links: HashMap<String, String> = found
            .iter()
            .map(|row| {
                let (id, listed) = (row.get(0), row.get::<_, i16>(3) != 0);
                let link =
                    chain::of_match(id, row.get(1), row.get(2), listed, row.get(4), row.get(5));
                (id.to_owned(), link)
            })
            .collect();
        let (ids, of_matches): (Vec<&str>, Vec<&str>) =
            links.iter().map(|(id, link)| (id.as_str(), link.as_str())).unzip();
        client
            .execute(
                "UPDATE matches SET link = linked.link
                 FROM UNNEST($1::text[], $2::text[]) AS linked (id, link)
                 WHERE matches.id = linked.id",
                &[&ids, &of_matches],
            )
            .await?;
        let events = client
            .query(
                "SELECT match_id, number, at, body FROM events
                 WHERE match_id = ANY($1::text[]) ORDER BY match_id, number",
                &[&ids],
            )
            .await?;
        let (mut of, mut numbers, mut of_events) = (Vec::new(), Vec::new(), Vec::new());
        for row in &events {
            let id: &str = row.get(0);
            let (number, body): (i64, &str) = (row.get(1), row.get(3));
            let Some(link) = links.get_mut(id) else { continue };
            *link = chain::of_event(link, number, row.get(2), body.as_bytes());
            of.push(id);
            numbers.push(number);
            of_events.push(link.clone());
        }
        client
            .execute(
                "UPDATE events SET link = linked.link
                 FROM UNNEST($1::text[], $2::bigint[], $3::text[]) AS linked (match_id, number, link)
                 WHERE events.match_id = linked.match_id AND events.number = linked.number",
                &[&of, &numbers, &of_events],
            )
            .await?;
    }
    client
        .batch_execute(
            "ALTER TABLE matches ALTER COLUMN link DROP DEFAULT;
             ALTER TABLE events ALTER COLUMN link DROP DEFAULT",
        )
        .await?;
    Ok(())
}
