//! Databases of every kind, and matches to keep in them.
#![allow(dead_code)]

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use sobremesa_kernel::Side;
use sobremesa_store::{Commit, Error, Store, open};
use sobremesa_table::{Event, Header, Occupant, Seat, Time, TimeControl};

/// A database of one kind that can be opened again, as after a restart.
pub struct Place {
    pub data: PathBuf,
    pub database: Option<String>,
}

impl Place {
    pub async fn open(&self) -> Arc<dyn Store> {
        open(&self.data, self.database.as_deref()).await.expect("the store opens")
    }

    /// Why it does not open.
    pub async fn refusal(&self) -> String {
        match open(&self.data, self.database.as_deref()).await {
            Ok(_) => panic!("it opens"),
            Err(Error::Unusable(why)) => why,
            Err(other) => panic!("{other:?}"),
        }
    }

    /// The SQLite file.
    pub fn file(&self) -> PathBuf {
        self.data.join("sobremesa.sqlite")
    }

    /// Runs a statement behind the store's back.
    pub async fn spoil(&self, statement: &str) {
        match &self.database {
            None => rusqlite::Connection::open(self.data.join("sobremesa.sqlite"))
                .and_then(|c| c.execute_batch(statement))
                .expect("the statement is valid"),
            Some(url) => connect(url).await.batch_execute(statement).await.expect("it is valid"),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

pub async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) =
        tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("PostgreSQL answers");
    tokio::spawn(connection);
    client
}

/// An empty place of every kind there is.
pub async fn places() -> Vec<Place> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let name = format!("store_{}_{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
    let data = std::env::temp_dir().join(&name);
    let mut places = vec![Place { data: data.clone(), database: None }];
    if let Ok(url) = std::env::var("SOBREMESA_TEST_POSTGRES") {
        connect(&url).await.batch_execute(&format!("CREATE SCHEMA {name}")).await.unwrap();
        let separator = if url.contains('?') { '&' } else { '?' };
        let database = format!("{url}{separator}options=-csearch_path%3D{name}");
        places.push(Place { data: data.join("unused"), database: Some(database) });
    }
    places
}

pub fn header() -> Header {
    let seat = |occupant, secret: Option<&str>| Seat {
        occupant,
        name: Some("Ñandú <b>".to_owned()),
        secret: secret.map(str::to_owned),
    };
    Header {
        game: "connect4".to_owned(),
        rules: "size=6x7".to_owned(),
        position: None,
        seats: [seat(Occupant::Link, Some("00ff")), seat(Occupant::Machine { level: 3 }, None)],
        clock: Some(TimeControl { main: 300, increment: 2 }),
        listed: true,
        hints: None,
        previous: None,
        record: None,
    }
}

pub fn play(play: &str) -> Event {
    Event::Play { side: Side::First, play: play.to_owned(), left: Some([1, 2]) }
}

/// A new match.
pub async fn create(store: &Arc<dyn Store>, id: &str, header: &Header) -> Result<(), Error> {
    store.commit(&Commit::new_match(id, header, &[], Time(clock()))).await
}

/// One more event of a match.
pub async fn append(
    store: &Arc<dyn Store>,
    id: &str,
    first: u64,
    event: &Event,
    over: Option<bool>,
) -> Result<(), Error> {
    let events = std::slice::from_ref(event);
    store.commit(&Commit { create: None, id, first, events, over, at: Time(clock()) }).await
}

/// A clock that goes on whenever it is looked at.
pub fn clock() -> u64 {
    static NOW: AtomicU64 = AtomicU64::new(1_700_000_000_000);
    NOW.fetch_add(1, Ordering::Relaxed)
}

/// What happened in a match.
pub async fn events(store: &Arc<dyn Store>, id: &str) -> Vec<Event> {
    let kept = store.load(id).await.expect("it answers").expect("it is kept");
    kept.events.into_iter().map(|(_, event)| event).collect()
}
