//! What a store promises, asked of SQLite always and of PostgreSQL when
//! `SOBREMESA_TEST_POSTGRES` names a server (`tests/steps/30-postgres` starts
//! one).

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use sobremesa_store::{Clock, Error, Event, Header, Offer, Seat, SeatKind, Side, Store, open};

/// A database of one kind that can be opened again, as after a restart.
struct Place {
    data: PathBuf,
    database: Option<String>,
}

impl Place {
    async fn open(&self) -> Arc<dyn Store> {
        open(&self.data, self.database.as_deref()).await.expect("the store opens")
    }

    /// Runs a statement behind the store's back.
    async fn spoil(&self, statement: &str) {
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

async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) =
        tokio_postgres::connect(url, tokio_postgres::NoTls).await.expect("PostgreSQL answers");
    tokio::spawn(connection);
    client
}

/// An empty place of every kind there is.
async fn places() -> Vec<Place> {
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

fn header() -> Header {
    let seat = |kind, level, secret: Option<&str>| Seat {
        kind,
        level,
        name: Some("Ñandú <b>".to_owned()),
        secret: secret.map(str::to_owned),
    };
    Header {
        game: "connect4".to_owned(),
        rules: "size=6x7".to_owned(),
        position: None,
        seats: [seat(SeatKind::Link, None, Some("00ff")), seat(SeatKind::Machine, Some(3), None)],
        clock: Some(Clock { main: 300, increment: 2 }),
        listed: true,
        previous: None,
    }
}

fn play(play: &str) -> Event {
    Event::Play { side: Side::First, play: play.to_owned(), left: Some([1, 2]) }
}

#[tokio::test]
async fn what_is_kept_comes_back_after_opening_again() {
    for place in places().await {
        let events = [
            play("4"),
            Event::Offer { side: Side::Second, offer: Offer::Undo },
            Event::Decline { offer: Offer::Undo },
            Event::Undo { to: 0 },
            Event::Name { side: Side::First, name: None },
            Event::Draw {},
            Event::Timeout { side: Side::First },
            Event::Next { id: "other".to_owned() },
            Event::Resign { side: Side::Second },
        ];
        let store = place.open().await;
        assert!(store.load("m").await.unwrap().is_none());
        store.create("m", &header()).await.unwrap();
        for (number, event) in (0..).zip(&events) {
            store.append("m", number, event, (number == 8).then_some(true)).await.unwrap();
        }
        store.close().await.unwrap();
        let store = place.open().await;
        let kept = store.load("m").await.unwrap().unwrap();
        assert_eq!(kept.header, header());
        assert_eq!(kept.events, events);
        assert_eq!(store.ids().await.unwrap(), ["m"]);
        assert!(store.list(10).await.unwrap()[0].over);
    }
}

#[tokio::test]
async fn an_event_is_kept_once_and_only_for_a_match() {
    for place in places().await {
        let store = place.open().await;
        store.create("m", &header()).await.unwrap();
        assert!(matches!(store.create("m", &header()).await, Err(Error::Conflict(_))));
        // Many at once for the same place: they share transactions, one wins.
        let tries: Vec<_> = (0..40)
            .map(|i| {
                let store = Arc::clone(&store);
                tokio::spawn(async move { store.append("m", 0, &play(&i.to_string()), None).await })
            })
            .collect();
        let mut kept = 0;
        for attempt in tries {
            match attempt.await.unwrap() {
                Ok(()) => kept += 1,
                Err(Error::Conflict(_)) => {}
                Err(other) => panic!("{other}"),
            }
        }
        assert_eq!(kept, 1);
        assert_eq!(store.load("m").await.unwrap().unwrap().events.len(), 1);
        let lost = store.append("nobody", 0, &play("1"), None).await;
        assert!(matches!(lost, Err(Error::Conflict(_))), "{lost:?}");
    }
}

#[tokio::test]
async fn many_matches_write_at_once() {
    for place in places().await {
        let store = place.open().await;
        let tasks: Vec<_> = (0..50)
            .map(|i| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let id = format!("m{i}");
                    store.create(&id, &header()).await.unwrap();
                    for number in 0..20 {
                        let event = play(&format!("{i}-{number}"));
                        store.append(&id, number, &event, None).await.unwrap();
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        for i in 0..50 {
            let kept = store.load(&format!("m{i}")).await.unwrap().unwrap();
            let expected: Vec<Event> = (0..20).map(|n| play(&format!("{i}-{n}"))).collect();
            assert_eq!(kept.events, expected);
        }
    }
}

#[tokio::test]
async fn the_list_shows_the_newest_listed_matches() {
    for place in places().await {
        let store = place.open().await;
        for (id, listed) in [("a", true), ("b", false), ("c", true)] {
            store.create(id, &Header { listed, ..header() }).await.unwrap();
            tokio::time::sleep(std::time::Duration::from_millis(3)).await;
        }
        store.append("a", 0, &Event::Draw {}, Some(true)).await.unwrap();
        store.append("c", 0, &Event::Draw {}, Some(true)).await.unwrap();
        store.append("c", 1, &Event::Undo { to: 0 }, Some(false)).await.unwrap();
        let shown = store.list(10).await.unwrap();
        let shown: Vec<(&str, bool)> = shown.iter().map(|m| (m.id.as_str(), m.over)).collect();
        assert_eq!(shown, [("c", false), ("a", true)]);
        assert_eq!(store.list(1).await.unwrap().len(), 1);
    }
}

#[tokio::test]
async fn a_damaged_record_is_named_and_the_others_are_well() {
    for place in places().await {
        let store = place.open().await;
        for id in ["good", "torn", "gap", "odd", "head"] {
            store.create(id, &header()).await.unwrap();
            for number in 0..3 {
                store.append(id, number, &play("4"), None).await.unwrap();
            }
        }
        place
            .spoil(
                "UPDATE events SET body = '{\"event\":\"pl' WHERE match_id = 'torn' AND number = 1;
                 DELETE FROM events WHERE match_id = 'gap' AND number = 1;
                 UPDATE events SET body = '{\"event\":\"dance\"}'
                 WHERE match_id = 'odd' AND number = 2;
                 UPDATE matches SET header = '[]' WHERE id = 'head'",
            )
            .await;
        for (id, part) in [
            ("torn", "event 1"),
            ("gap", "event 1 is missing"),
            ("odd", "dance"),
            ("head", "header"),
        ] {
            let Err(Error::Damaged { id: named, what }) = store.load(id).await else {
                panic!("{id} should be damaged")
            };
            assert_eq!(named, id);
            assert!(what.contains(part), "{id}: {what}");
        }
        assert_eq!(store.load("good").await.unwrap().unwrap().events.len(), 3);
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_are_a_damaged_record() {
    let place = places().await.swap_remove(0);
    let store = place.open().await;
    store.create("m", &header()).await.unwrap();
    store.append("m", 0, &play("4"), None).await.unwrap();
    place.spoil("UPDATE events SET body = CAST(x'ff00fe' AS TEXT)").await;
    assert!(matches!(store.load("m").await, Err(Error::Damaged { .. })));
}

#[tokio::test]
async fn a_database_of_a_later_program_is_left_alone() {
    for place in places().await {
        drop(place.open().await);
        place
            .spoil(match place.database {
                None => "PRAGMA user_version = 99",
                Some(_) => "INSERT INTO schema_version VALUES (99)",
            })
            .await;
        let refused = open(&place.data, place.database.as_deref()).await;
        assert!(refused.err().is_some_and(|e| e.to_string().contains("version 99")));
    }
}

#[tokio::test]
async fn an_address_that_is_no_database_is_explained() {
    for url in ["mysql://x", "postgres://host:port/name"] {
        let refused = open(&std::env::temp_dir(), Some(url)).await;
        assert!(matches!(refused, Err(Error::Unusable(_))), "{url}");
    }
    let refused = open("/proc/nowhere".as_ref(), None).await;
    assert!(refused.is_err_and(|e| e.to_string().contains("/proc/nowhere")));
}

#[tokio::test]
async fn a_closed_store_refuses_and_has_everything() {
    for place in places().await {
        let store = place.open().await;
        store.create("m", &header()).await.unwrap();
        let pending: Vec<_> = (0..30)
            .map(|n| {
                let store = Arc::clone(&store);
                tokio::spawn(async move { store.append("m", n, &play("4"), None).await.is_ok() })
            })
            .collect();
        store.close().await.unwrap();
        let mut kept = 0;
        for task in pending {
            kept += usize::from(task.await.unwrap());
        }
        assert!(matches!(
            store.append("m", 99, &play("4"), None).await,
            Err(Error::Unavailable(_))
        ));
        // What was acknowledged is there; gaps are expected in this race only.
        place.spoil("UPDATE events SET number = number").await;
        let rows = place.open().await.load("m").await;
        match rows {
            Ok(Some(found)) => assert_eq!(found.events.len(), kept),
            Err(Error::Damaged { .. }) => assert!(kept < 30),
            other => panic!("{other:?}"),
        }
    }
}
