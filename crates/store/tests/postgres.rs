//! What is PostgreSQL's own: whose database it is, with which rights, over
//! which line. Tried when `SOBREMESA_TEST_POSTGRES` names a server.

mod common;

use common::{append, connect, create, events, header, places, play};
use sobremesa_store::{Error, open};

/// The address of a server with another database, role or options.
fn address(url: &str, user: &str, database: &str, options: &str) -> String {
    let (_, host) = url.split_once('@').expect("a role");
    let (host, _) = host.split_once('/').expect("a database");
    format!("postgres://{user}@{host}/{database}{options}")
}

fn server() -> Option<String> {
    std::env::var("SOBREMESA_TEST_POSTGRES").ok()
}

async fn refusal(url: &str) -> String {
    match open("unused".as_ref(), Some(url)).await {
        Ok(_) => panic!("{url} opens"),
        Err(Error::Unusable(why)) => why,
        Err(other) => other.to_string(),
    }
}

#[tokio::test]
async fn a_database_in_which_not_every_name_can_be_kept_is_refused() {
    let Some(url) = server() else { return };
    connect(&url)
        .await
        .batch_execute(
            "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0
             LC_COLLATE 'C' LC_CTYPE 'C'",
        )
        .await
        .unwrap();
    let why = refusal(&address(&url, "sobremesa", "latin", "")).await;
    assert!(why.contains("LATIN1") && why.contains("expected UTF8"), "{why}");
}

#[tokio::test]
async fn tables_of_another_program_are_left_alone() {
    let Some(_) = server() else { return };
    for (foreign, named) in [
        ("CREATE TABLE schema_version (version TEXT, installed_on DATE)", "schema_version"),
        (
            "CREATE TABLE schema_version (version BIGINT NOT NULL);
          INSERT INTO schema_version VALUES (3)",
            "schema_version",
        ),
        ("CREATE TABLE matches (id TEXT)", "matches"),
    ] {
        let place = places().await.swap_remove(1);
        place.spoil(foreign).await;
        let why = place.refusal().await;
        assert!(why.contains("another program") && why.contains(named), "{why}");
        let url = place.database.clone().unwrap();
        let tables = "SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()";
        let tables: i64 = connect(&url).await.query_one(tables, &[]).await.unwrap().get(0);
        assert_eq!(tables, 1, "nothing was added");
    }
}

#[tokio::test]
async fn a_role_that_may_only_read_and_write_rows_is_enough() {
    let Some(url) = server() else { return };
    let place = places().await.swap_remove(1);
    place.open().await.close().await.unwrap();
    place
        .spoil(
            "DO $$ BEGIN
                 EXECUTE 'CREATE ROLE clerk LOGIN';
                 EXECUTE 'GRANT USAGE ON SCHEMA ' || current_schema() || ' TO clerk';
                 EXECUTE 'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA '
                     || current_schema() || ' TO clerk';
             END $$",
        )
        .await;
    let options = place.database.as_deref().and_then(|url| url.split_once('?')).unwrap().1;
    let options = format!("?{options}");
    let clerk = address(&url, "clerk", "postgres", &options);
    let store = open("unused".as_ref(), Some(&clerk)).await;
    let store = store.expect("it opens without the right to create tables");
    create(&store, "m", &header()).await.unwrap();
    append(&store, "m", 0, &play("4"), Some(true)).await.unwrap();
    store.ready().await.unwrap();
    assert_eq!(events(&store, "m").await.len(), 1);
    store.delete(vec!["m".to_owned()]).await.unwrap();
    store.close().await.unwrap();
}

#[tokio::test]
async fn the_line_is_encrypted_as_the_address_says() {
    let (Some(url), Ok(authority)) = (server(), std::env::var("SOBREMESA_TEST_POSTGRES_CA")) else {
        return;
    };
    let named = url.replace("127.0.0.1", "localhost");
    for (number, (url, options, encrypted)) in [
        (&url, "sslmode=disable".to_owned(), false),
        (&url, "sslmode=prefer".to_owned(), true),
        (&url, "sslmode=require".to_owned(), true),
        (&named, format!("sslmode=verify-full&sslrootcert={authority}"), true),
    ]
    .into_iter()
    .enumerate()
    {
        let place = places().await.swap_remove(1);
        let schema = place.database.as_deref().and_then(|url| url.split_once('?')).unwrap().1;
        let name = format!("line{number}");
        let url = format!("{url}?{schema}&{options}&application_name={name}");
        let store =
            open(&place.data, Some(&url)).await.unwrap_or_else(|e| panic!("{options}: {e}"));
        create(&store, "m", &header()).await.unwrap();
        assert!(events(&store, "m").await.is_empty());
        let lines = connect(&server().unwrap())
            .await
            .query(
                "SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                 WHERE application_name = $1",
                &[&name],
            )
            .await
            .unwrap();
        assert_eq!(lines.len(), 2, "one that writes, one that reads");
        assert!(lines.iter().all(|line| line.get::<_, bool>(0) == encrypted), "{options}");
    }
    // Somebody else's name, and an authority nobody has heard of.
    let other = format!("{url}?sslmode=verify-full&sslrootcert={authority}");
    let unknown = format!("{named}?sslmode=verify-full");
    for url in [other, unknown] {
        let why = refusal(&url).await;
        assert!(why.contains("TLS") || why.contains("sslrootcert"), "{why}");
    }
}

#[tokio::test]
async fn a_session_that_was_ended_is_made_again_with_its_lease() {
    let Some(_) = server() else { return };
    let place = places().await.swap_remove(1);
    let name = "application_name=ended";
    let url = format!("{}&{name}", place.database.as_deref().unwrap());
    let store = open(&place.data, Some(&url)).await.unwrap();
    create(&store, "m", &header()).await.unwrap();
    for number in 0..3 {
        place
            .spoil("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ended'")
            .await;
        // Whoever comes first may hear of it; nothing is lost, and nobody else
        // gets in between.
        let mut kept = store.load("m").await;
        while let Err(Error::Unavailable(_)) = kept {
            kept = store.load("m").await;
        }
        assert_eq!(kept.unwrap().unwrap().events.len() as u64, number);
        while let Err(error) = append(&store, "m", number, &play("4"), None).await {
            assert!(matches!(error, Error::Unavailable(_)), "{error:?}");
        }
        assert!(place.refusal().await.contains("another server"));
    }
}
