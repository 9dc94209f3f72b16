//! Damage is noticed, said by name, and costs nobody more than itself: files
//! that are cut, removed or replaced, rows that were changed, two servers on
//! one database.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{Place, append, connect, create, events, header, places, play};
use sobremesa_store::{Error, Store, open};
use sobremesa_table::Header;

/// A store with a few matches in it.
async fn filled(place: &Place, matches: u32, moves: u64) -> Arc<dyn Store> {
    let store = place.open().await;
    for number in 0..matches {
        let id = format!("m{number}");
        create(&store, &id, &header()).await.unwrap();
        for number in 0..moves {
            append(&store, &id, number, &play("4"), None).await.unwrap();
        }
    }
    store
}

#[tokio::test]
async fn a_row_that_was_changed_is_refused_by_name() {
    for place in places().await {
        let store = filled(&place, 6, 3).await;
        place
            .spoil(
                "UPDATE events SET body = '{\"event\":\"play\",\"side\":\"first\",\"play\":\"5\"}'
                 WHERE match_id = 'm0' AND number = 1;
                 UPDATE events SET at = at + 1 WHERE match_id = 'm1' AND number = 2;
                 UPDATE matches SET listed = 0 WHERE id = 'm2';
                 UPDATE matches SET header = REPLACE(header, '6x7', '5x7') WHERE id = 'm3';
                 UPDATE events SET link = (SELECT link FROM events WHERE match_id = 'm5' AND number = 0)
                 WHERE match_id = 'm4' AND number = 0",
            )
            .await;
        for (id, part) in [
            ("m0", "event 1"),
            ("m1", "event 2"),
            ("m2", "agreed"),
            ("m3", "agreed"),
            ("m4", "event 0"),
        ] {
            match store.load(id).await {
                Err(Error::Damaged { id: named, what }) => {
                    assert_eq!(named, id);
                    assert!(what.contains(part), "{id}: {what}");
                }
                other => panic!("{id} should be damaged: {other:?}"),
            }
        }
        assert_eq!(events(&store, "m5").await.len(), 3);
        assert_eq!(store.list(10).await.unwrap().len(), 5);
    }
}

const OLD: [&str; 3] = [
    include_str!("../migrations/0001-matches-and-events.sql"),
    include_str!("../migrations/0002-new-games-and-pauses.sql"),
    include_str!("../migrations/0003-clocks-at-the-end.sql"),
];

#[tokio::test]
async fn what_an_older_program_kept_is_linked_and_goes_on_and_it_writes_no_more() {
    for place in places().await {
        std::fs::create_dir_all(&place.data).unwrap();
        let version = match &place.database {
            None => "PRAGMA user_version = 3",
            Some(_) => {
                "CREATE TABLE schema_version (version BIGINT NOT NULL);
                 INSERT INTO schema_version VALUES (1), (2), (3)"
            }
        };
        place.spoil(&[OLD.concat().as_str(), version].join(";\n")).await;
        let old = |id: &str| {
            let header = serde_json::to_string(&header()).unwrap();
            let body = serde_json::to_string(&play("4")).unwrap();
            format!(
                "INSERT INTO matches (id, game, rules, listed, over, created, header)
                 VALUES ('{id}', 'connect4', 'size=6x7', 1, 0, 7, '{header}');
                 INSERT INTO events (match_id, number, at, body)
                 VALUES ('{id}', 0, 8, '{body}'), ('{id}', 1, 9, '{body}'), ('{id}', 2, 9, '{body}');"
            )
        };
        let many: String = (0..1200).map(|number| old(&format!("old{number:04}"))).collect();
        place.spoil(&format!("BEGIN; {many} COMMIT")).await;
        let store = place.open().await;
        for id in ["old0000", "old0499", "old0500", "old1199"] {
            assert_eq!(store.load(id).await.unwrap().unwrap().header, header());
            append(&store, id, 3, &play("5"), None).await.unwrap();
            assert_eq!(events(&store, id).await.len(), 4);
        }
        // The old program, still running, keeps nothing any more.
        let statement = old("new");
        let refused = match &place.database {
            None => {
                rusqlite::Connection::open(place.file()).unwrap().execute_batch(&statement).is_err()
            }
            Some(url) => connect(url).await.batch_execute(&statement).await.is_err(),
        };
        assert!(refused, "an older program wrote rows without links");
        place.spoil("UPDATE events SET at = 10 WHERE match_id = 'old0500' AND number = 1").await;
        let lost = store.load("old0500").await;
        assert!(matches!(lost, Err(Error::Damaged { .. })), "{lost:?}");
    }
}

#[tokio::test]
async fn a_file_that_is_cut_or_overwritten_is_refused_by_name_and_left_alone() {
    let place = places().await.swap_remove(0);
    filled(&place, 30, 20).await.close().await.unwrap();
    let file = place.file();
    let whole = std::fs::read(&file).unwrap();
    assert!(whole.len() > 20 * 4096, "{} bytes", whole.len());
    let mut overwritten = whole.clone();
    overwritten[whole.len() / 2..][..4096].fill(0xa5);
    let last = whole.len() - 4096;
    for spoilt in [
        &whole[..0],
        &whole[..100],
        &whole[..8192],
        &whole[..whole.len() / 2],
        &whole[..last],
        &overwritten,
    ] {
        std::fs::write(&file, spoilt).unwrap();
        let why = place.refusal().await;
        assert!(why.contains(file.to_str().unwrap()), "{why}");
        assert!(std::fs::read(&file).unwrap() == spoilt, "{} bytes: it was changed", spoilt.len());
    }
    std::fs::write(&file, &whole).unwrap();
    assert_eq!(events(&place.open().await, "m7").await.len(), 20);
}

#[tokio::test]
async fn files_that_are_removed_or_replaced_under_the_server_are_noticed() {
    type Spoil = fn(&Place);
    let spoils: [(&str, Spoil); 4] = [
        ("the directory", |place| std::fs::remove_dir_all(&place.data).unwrap()),
        ("the log", |place| std::fs::remove_file(place.data.join("sobremesa.sqlite-wal")).unwrap()),
        ("the file", |place| std::fs::rename(place.file(), place.data.join("away")).unwrap()),
        ("another file", |place| {
            std::fs::copy(place.file(), place.data.join("copy")).unwrap();
            std::fs::rename(place.data.join("copy"), place.file()).unwrap();
        }),
    ];
    for (what, spoil) in spoils {
        let place = places().await.swap_remove(0);
        let store = filled(&place, 1, 2).await;
        store.ready().await.unwrap();
        spoil(&place);
        let lost = append(&store, "m0", 2, &play("4"), None).await;
        assert!(matches!(lost, Err(Error::Gone(_))), "{what}: {lost:?}");
        let ready = store.ready().await;
        assert!(matches!(&ready, Err(Error::Gone(why)) if why.contains("sobremesa")), "{ready:?}");
    }
}

#[tokio::test]
async fn one_unreadable_row_does_not_take_everybodys_list() {
    let place = places().await.swap_remove(0);
    let store = filled(&place, 4, 1).await;
    place
        .spoil(
            "UPDATE matches SET game = x'ff00fe' WHERE id = 'm1';
             UPDATE matches SET created = 'yesterday' WHERE id = 'm2'",
        )
        .await;
    let shown = store.list(10).await.unwrap();
    let mut shown: Vec<&str> = shown.iter().map(|summary| summary.id.as_str()).collect();
    shown.sort_unstable();
    assert_eq!(shown, ["m0", "m3"]);
    for id in ["m1", "m2"] {
        let named = store.load(id).await;
        assert!(
            matches!(&named, Err(Error::Damaged { id: named, .. }) if named == id),
            "{named:?}"
        );
    }
    store.ready().await.unwrap();
}

#[cfg(unix)]
#[tokio::test]
async fn the_files_are_for_their_owner() {
    use std::os::unix::fs::PermissionsExt as _;
    let mode =
        |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let place = places().await.swap_remove(0);
    let store = filled(&place, 1, 1).await;
    assert_eq!(mode(&place.data), 0o700);
    let mut seen = 0;
    for file in std::fs::read_dir(&place.data).unwrap() {
        let path = file.unwrap().path();
        assert_eq!(mode(&path), 0o600, "{}", path.display());
        seen += 1;
    }
    assert!(seen >= 4, "the file, its log, the log's index and the lock");
    // What an older program left open is closed.
    store.close().await.unwrap();
    std::fs::set_permissions(place.file(), std::fs::Permissions::from_mode(0o644)).unwrap();
    let _store = place.open().await;
    assert_eq!(mode(&place.file()), 0o600);
}

#[tokio::test]
async fn a_second_server_is_refused_by_name_until_the_first_ends() {
    for place in places().await {
        let first = filled(&place, 1, 1).await;
        let why = place.refusal().await;
        assert!(why.contains("another server"), "{why}");
        assert!(why.contains(&std::process::id().to_string()), "it says which: {why}");
        append(&first, "m0", 1, &play("4"), None).await.unwrap();
        first.close().await.unwrap();
        let second = place.open().await;
        append(&second, "m0", 2, &play("4"), None).await.unwrap();
        // One that is dropped and not closed frees it too.
        drop(second);
        assert_eq!(events(&place.open().await, "m0").await.len(), 3);
    }
}

#[tokio::test]
async fn a_store_that_is_closed_has_everything_in_its_file() {
    for _ in 0..10 {
        let place = places().await.swap_remove(0);
        let store = filled(&place, 2, 10).await;
        // Somebody reads up to the end.
        let reader = Arc::clone(&store);
        let reading = tokio::spawn(async move { while reader.load("m0").await.is_ok() {} });
        store.close().await.unwrap();
        reading.await.unwrap();
        for end in ["-wal", "-shm"] {
            let name = format!("sobremesa.sqlite{end}");
            assert!(!place.data.join(&name).exists(), "{name} is left");
        }
        // The file alone is everything.
        let copy = place.data.join("copy");
        std::fs::create_dir(&copy).unwrap();
        std::fs::copy(place.file(), copy.join("sobremesa.sqlite")).unwrap();
        assert_eq!(events(&open(&copy, None).await.unwrap(), "m1").await.len(), 10);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_is_bounded_while_somebody_reads_all_the_time() {
    let place = places().await.swap_remove(0);
    let store = filled(&place, 20, 20).await;
    let stop = Arc::new(AtomicBool::new(false));
    // Two that take turns, so that at no moment nobody reads.
    let readers: Vec<_> = (0..2)
        .map(|_| {
            let (file, stop) = (place.file(), Arc::clone(&stop));
            std::thread::spawn(move || {
                let connection = rusqlite::Connection::open(file).unwrap();
                while !stop.load(Ordering::Relaxed) {
                    let view = connection.unchecked_transaction().unwrap();
                    view.query_row("SELECT COUNT(*) FROM matches", [], |_| Ok(())).unwrap();
                    std::thread::sleep(std::time::Duration::from_millis(40));
                }
            })
        })
        .collect();
    let long = Header { record: None, rules: "x".repeat(60_000), ..header() };
    let mut longest = 0;
    for round in 0..100 {
        let creations = (0..20).map(|number| {
            let (store, long, id) = (Arc::clone(&store), long.clone(), format!("{round}-{number}"));
            tokio::spawn(async move {
                create(&store, &id, &long).await.unwrap();
                // Small ones, of which the keeper counts a thousand.
                for number in 0..5 {
                    append(&store, &id, number, &play("4"), None).await.unwrap();
                }
            })
        });
        for creation in creations.collect::<Vec<_>>() {
            creation.await.unwrap();
        }
        let log = std::fs::metadata(place.data.join("sobremesa.sqlite-wal")).unwrap().len();
        longest = longest.max(log);
    }
    stop.store(true, Ordering::Relaxed);
    readers.into_iter().for_each(|reader| reader.join().unwrap());
    let written = std::fs::metadata(place.file()).unwrap().len();
    assert!(written > 200 << 20, "{} MB were written", written >> 20);
    assert!(longest < 100 << 20, "the log had {} MB", longest >> 20);
}

#[tokio::test]
async fn one_write_that_is_refused_does_not_take_the_others_with_it() {
    for place in places().await {
        let store = filled(&place, 1, 0).await;
        let condition = "CREATE TRIGGER choosy BEFORE INSERT ON matches";
        place
            .spoil(&match place.database {
                None => format!(
                    "{condition} WHEN NEW.id LIKE 'bad%' BEGIN SELECT RAISE(ABORT, 'no'); END"
                ),
                Some(_) => format!(
                    "CREATE FUNCTION choosy() RETURNS trigger LANGUAGE plpgsql AS
                     $$BEGIN RAISE EXCEPTION 'no'; END$$;
                     {condition} FOR EACH ROW WHEN (NEW.id LIKE 'bad%') EXECUTE FUNCTION choosy()"
                ),
            })
            .await;
        let tries: Vec<_> = (0..60)
            .map(|number| {
                let store = Arc::clone(&store);
                tokio::spawn(async move {
                    let kind = if number % 20 == 7 { "bad" } else { "good" };
                    (kind, create(&store, &format!("{kind}{number}"), &header()).await)
                })
            })
            .collect();
        for attempt in tries {
            match attempt.await.unwrap() {
                ("good", Ok(())) | ("bad", Err(Error::Rejected(_))) => {}
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(store.ids().await.unwrap().len(), 1 + 57);
    }
}

#[tokio::test]
async fn what_has_rested_is_found_and_what_is_removed_is_gone() {
    for place in places().await {
        let store = filled(&place, 3, 2).await;
        let newest = store.load("m1").await.unwrap().unwrap().events[1].0.0 as i64;
        assert_eq!(store.idle(newest, 10).await.unwrap(), ["m0"]);
        assert_eq!(store.idle(newest + 1, 10).await.unwrap(), ["m0", "m1"]);
        assert_eq!(store.idle(newest + 1, 1).await.unwrap(), ["m0"]);
        store.delete(vec!["m0".to_owned(), "nobody".to_owned()]).await.unwrap();
        assert_eq!(store.ids().await.unwrap(), ["m1", "m2"]);
        assert!(store.load("m0").await.unwrap().is_none());
        let lost = append(&store, "m0", 2, &play("4"), None).await;
        assert!(matches!(lost, Err(Error::Conflict(_))), "{lost:?}");
        create(&store, "m0", &header()).await.unwrap();
        assert!(events(&store, "m0").await.is_empty(), "nothing of the first one is left");
    }
}

#[test]
fn a_full_disk_is_told_as_such() {
    let full = rusqlite::Connection::open_in_memory().unwrap();
    full.execute_batch("CREATE TABLE t (x)").unwrap();
    full.pragma_update(None, "max_page_count", 8).unwrap();
    let error = full.execute("INSERT INTO t VALUES (zeroblob(100000))", []).unwrap_err();
    assert!(matches!(Error::from(error), Error::Full(_)));
}
