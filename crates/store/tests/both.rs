//! What a store promises, asked of SQLite always and of PostgreSQL when
//! `SOBREMESA_TEST_POSTGRES` names a server (`tests/steps/30-postgres` starts
//! one).

mod common;

use std::sync::Arc;

use common::{append, create, events, header, places, play};
use sobremesa_kernel::Side;
use sobremesa_store::{Commit, Error, open};
use sobremesa_table::{Event, Header, Offer, Time};

#[tokio::test]
async fn what_is_kept_comes_back_after_opening_again() {
    for place in places().await {
        let events = [
            play("4"),
            Event::Offer { side: Side::Second, offer: Offer::Undo },
            Event::Decline { offer: Offer::Undo },
            Event::Undo { to: 0, left: None },
            Event::Name { side: Side::First, name: None },
            Event::Draw { left: None },
            Event::Timeout { side: Side::First, left: Some([0, 5]) },
            Event::Next { id: "other".to_owned(), again: true },
            Event::Resign { side: Side::Second, left: None },
        ];
        let store = place.open().await;
        assert!(store.load("m").await.unwrap().is_none());
        create(&store, "m", &header()).await.unwrap();
        for (number, event) in (0..).zip(&events) {
            append(&store, "m", number, event, (number == 8).then_some(true)).await.unwrap();
        }
        store.close().await.unwrap();
        let store = place.open().await;
        let kept = store.load("m").await.unwrap().unwrap();
        assert_eq!(kept.header, header());
        assert!(kept.events.windows(2).all(|two| two[0].0 < two[1].0), "with their times");
        assert_eq!(kept.events.into_iter().map(|(_, e)| e).collect::<Vec<_>>(), events);
        assert_eq!(store.ids().await.unwrap(), ["m"]);
        assert!(store.list(10).await.unwrap()[0].over);
    }
}

#[tokio::test]
async fn an_event_is_kept_once_and_only_for_a_match() {
    for place in places().await {
        let store = place.open().await;
        create(&store, "m", &header()).await.unwrap();
        assert!(matches!(create(&store, "m", &header()).await, Err(Error::Conflict(_))));
        // Many at once for the same place: they share transactions, one wins.
        let tries: Vec<_> = (0..40)
            .map(|i| {
                let store = Arc::clone(&store);
                tokio::spawn(
                    async move { append(&store, "m", 0, &play(&i.to_string()), None).await },
                )
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
        let lost = append(&store, "nobody", 0, &play("1"), None).await;
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
                    create(&store, &id, &header()).await.unwrap();
                    for number in 0..20 {
                        let event = play(&format!("{i}-{number}"));
                        append(&store, &id, number, &event, None).await.unwrap();
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        for i in 0..50 {
            let kept = events(&store, &format!("m{i}")).await;
            let expected: Vec<Event> = (0..20).map(|n| play(&format!("{i}-{n}"))).collect();
            assert_eq!(kept, expected);
        }
    }
}

#[tokio::test]
async fn the_list_shows_the_newest_listed_matches() {
    for place in places().await {
        let store = place.open().await;
        for (id, listed) in [("a", true), ("b", false), ("c", true)] {
            create(&store, id, &Header { listed, ..header() }).await.unwrap();
        }
        append(&store, "a", 0, &Event::Draw { left: None }, Some(true)).await.unwrap();
        append(&store, "c", 0, &Event::Draw { left: None }, Some(true)).await.unwrap();
        append(&store, "c", 1, &Event::Undo { to: 0, left: None }, Some(false)).await.unwrap();
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
            create(&store, id, &header()).await.unwrap();
            for number in 0..3 {
                append(&store, id, number, &play("4"), None).await.unwrap();
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
    create(&store, "m", &header()).await.unwrap();
    append(&store, "m", 0, &play("4"), None).await.unwrap();
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
async fn an_address_that_is_no_database_is_explained_without_its_password() {
    for url in [
        "mysql://ana:hush@x/y",
        "ana:hush@x/y",
        "host=x user=ana password=hush",
        "hush@://x",
        "postgres://ana:hush@host:port/name",
        "postgres://ana:hu?hush=sh@host/name",
        "postgres://ana:hush@host/name?sslmode=hush",
        "postgres://ana:hush@127.0.0.1:1/name",
    ] {
        let Err(error) = open(&std::env::temp_dir(), Some(url)).await else { panic!("{url}") };
        let said = format!("{error} {error:?}");
        assert!(!said.contains("hush"), "{said}");
        assert!(said.contains("expected") || said.contains("connecting"), "{said}");
    }
    let refused = open("/proc/nowhere".as_ref(), None).await;
    assert!(refused.is_err_and(|e| e.to_string().contains("/proc/nowhere")));
}

#[tokio::test]
async fn a_closed_store_refuses_and_has_everything() {
    for place in places().await {
        let store = place.open().await;
        create(&store, "m", &header()).await.unwrap();
        let pending: Vec<_> = (0..30)
            .map(|n| {
                let store = Arc::clone(&store);
                tokio::spawn(async move { append(&store, "m", n, &play("4"), None).await.is_ok() })
            })
            .collect();
        store.close().await.unwrap();
        let mut kept = 0;
        for task in pending {
            kept += usize::from(task.await.unwrap());
        }
        assert!(matches!(
            append(&store, "m", 99, &play("4"), None).await,
            Err(Error::Unavailable(_))
        ));
        // What was acknowledged is there, and nothing else.
        let events = events(&place.open().await, "m").await;
        assert_eq!(events.len(), kept);
    }
}

#[tokio::test]
async fn an_event_is_kept_only_if_its_number_follows_the_last_one_kept() {
    for place in places().await {
        let store = place.open().await;
        create(&store, "m", &header()).await.unwrap();
        for number in 0..4 {
            append(&store, "m", number, &play("4"), None).await.unwrap();
        }
        // The database is put back to what it was before the last two.
        place.spoil("DELETE FROM events WHERE match_id = 'm' AND number >= 2").await;
        for number in [4, 3, 7, 1] {
            let lost = append(&store, "m", number, &play("5"), Some(true)).await;
            assert!(matches!(lost, Err(Error::Conflict(_))), "{number}: {lost:?}");
        }
        assert_eq!(events(&store, "m").await.len(), 2);
        assert!(!store.list(1).await.unwrap()[0].over, "what was refused changed nothing");
        append(&store, "m", 2, &play("6"), None).await.unwrap();
        assert_eq!(events(&store, "m").await.len(), 3);
    }
}

#[tokio::test]
async fn what_belongs_together_is_kept_together_or_not_at_all() {
    for place in places().await {
        let store = place.open().await;
        let all: Vec<Event> = (0..40).map(|n| play(&n.to_string())).collect();
        store.commit(&Commit::new_match("m", &header(), &all, Time(1))).await.unwrap();
        assert_eq!(events(&store, "m").await, all);
        // A match that follows is created with the event that names it.
        let next = [Event::Next { id: "n".to_owned(), again: false }];
        let header = header();
        let rematch = |first| Commit {
            create: Some(("n", &header)),
            id: "m",
            first,
            events: &next,
            over: None,
            at: Time(2),
        };
        for wrong in [39, 41] {
            let lost = store.commit(&rematch(wrong)).await;
            assert!(matches!(lost, Err(Error::Conflict(_))), "{lost:?}");
            assert_eq!(store.ids().await.unwrap(), ["m"], "no match that nobody knows of");
        }
        store.commit(&rematch(40)).await.unwrap();
        assert_eq!(store.ids().await.unwrap(), ["m", "n"]);
        // An id that is taken takes the events with it.
        let taken = store.commit(&rematch(41)).await;
        assert!(matches!(taken, Err(Error::Conflict(_))), "{taken:?}");
        assert_eq!(events(&store, "m").await.len(), 41);
        let again = store.commit(&Commit::new_match("m", &header, &all, Time(3))).await;
        assert!(matches!(again, Err(Error::Conflict(_))), "{again:?}");
    }
}
