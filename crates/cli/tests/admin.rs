//! What an operator does with the matches of a server, while it runs. SQLite
//! always; PostgreSQL when `SOBREMESA_TEST_POSTGRES` names a server.

#[path = "common/server.rs"]
mod server;

use std::io::Read as _;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use server::{Directory, Server, command, text};

/// A database of one kind, empty.
struct Place {
    data: Directory,
    database: Option<String>,
}

impl Place {
    /// One of each kind.
    fn all(name: &str) -> Vec<Place> {
        let mut places = vec![Place { data: Directory::new(name), database: None }];
        if let Ok(url) = std::env::var("SOBREMESA_TEST_POSTGRES") {
            let schema = format!("{}_{}", name.replace('-', "_"), std::process::id());
            let made = Command::new("psql")
                .args([&url, "-qc", &format!("CREATE SCHEMA {schema}")])
                .status();
            assert!(made.unwrap().success());
            let database = Some(format!("{url}?options=-csearch_path%3D{schema}"));
            let data = Directory::new(&format!("{name}-unused"));
            places.push(Place { data, database });
        }
        places
    }

    fn options(&self) -> Vec<&str> {
        match &self.database {
            None => vec!["--data", text(&self.data.0)],
            Some(url) => vec!["--data", text(&self.data.0), "--database", url],
        }
    }

    fn serve(&self) -> Server {
        let options = [&["--listen", "127.0.0.1:0"], &self.options()[..]].concat();
        Server::start(&options, &[])
    }

    /// Runs `admin`: whether it went well, and all it said.
    fn admin(&self, arguments: &[&str]) -> (bool, String) {
        let all = [&["--lang", "en", "admin"], arguments, &self.options()[..]].concat();
        let done = command(&all, &[]).output().unwrap();
        let said = [done.stdout, done.stderr].concat();
        (done.status.success(), String::from_utf8(said).unwrap())
    }

    fn well(&self, arguments: &[&str]) -> String {
        let (well, said) = self.admin(arguments);
        assert!(well, "{arguments:?}: {said}");
        said
    }

    fn refused(&self, arguments: &[&str]) -> String {
        let (well, said) = self.admin(arguments);
        assert!(!well, "{arguments:?}: {said}");
        said
    }
}

/// A match in which a move was played: its id, the secrets, its state.
fn played(server: &Server) -> (String, [String; 2], Value) {
    let new =
        json!({"game": "connect4", "seats": [{"kind": "here", "name": "Ana"}, {"kind": "link"}]});
    let (status, made) =
        server.ask("POST", "/api/matches", &server.address, None, &new.to_string());
    assert_eq!(status, 201, "{made}");
    let made: Value = serde_json::from_str(&made).unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let secrets =
        ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap().to_owned());
    let path = format!("/api/matches/{id}/moves");
    let first = json!({"play": "4", "seq": 0}).to_string();
    let (status, answer) = server.ask("POST", &path, &server.address, Some(&secrets[0]), &first);
    assert_eq!(status, 200, "{answer}");
    let state = state(server, &id);
    (id, secrets, state)
}

fn state(server: &Server, id: &str) -> Value {
    serde_json::from_str(&server.get(&format!("/api/matches/{id}"), &server.address)).unwrap()
}

#[test]
fn a_backup_of_a_server_that_runs_is_restored_and_the_games_go_on() {
    let files = Directory::new("admin-files");
    for (kind, (from, into)) in
        Place::all("admin-from").into_iter().zip(Place::all("admin-into")).enumerate()
    {
        let mut server = from.serve();
        let matches: Vec<_> = (0..30).map(|_| played(&server)).collect();
        let file = files.0.join(format!("backup-{kind}"));
        assert!(from.well(&["backup", text(&file)]).contains("30"));
        assert!(from.refused(&["backup", text(&file)]).contains("already"));
        let stats: Value = serde_json::from_str(&from.well(&["stats", "--json"])).unwrap();
        assert_eq!((&stats["matches"], &stats["events"]), (&json!(30), &json!(30)));
        assert_eq!(stats["games"], json!({"connect4": 30}));
        let check: Value = serde_json::from_str(&from.well(&["check", "--json"])).unwrap();
        assert_eq!((&check["well"], &check["damaged"]), (&json!(30), &json!([])));
        // A server that runs is never overwritten.
        assert!(from.refused(&["restore", text(&file)]).contains("another server"));
        assert!(server.stop().success());
        assert!(from.refused(&["restore", text(&file)]).contains("already"));

        // Half a backup is none, nor is one that was changed.
        let whole = std::fs::read_to_string(&file).unwrap();
        let broken = files.0.join("broken");
        let cut = whole.len() / 2;
        for spoilt in
            [&whole[..cut], &whole.replacen("\\\"play\\\":\\\"4\\\"", "\\\"play\\\":\\\"5\\\"", 1)]
        {
            assert_ne!(spoilt, whole);
            std::fs::write(&broken, spoilt).unwrap();
            assert!(into.refused(&["restore", text(&broken)]).contains("no backup"));
        }
        into.well(&["restore", text(&file)]);
        let server = into.serve();
        for (id, secrets, before) in &matches {
            assert_eq!(state(&server, id)["moves"], before["moves"]);
            let second = json!({"play": "4", "seq": 1}).to_string();
            let path = format!("/api/matches/{id}/moves");
            let played = server.ask("POST", &path, &server.address, Some(&secrets[1]), &second);
            assert_eq!(played.0, 200, "{}", played.1);
        }
    }
}

#[test]
fn a_match_is_exported_without_its_secrets_and_removed_while_the_server_runs() {
    for place in Place::all("admin-person") {
        let server = place.serve();
        let (id, secrets, _) = played(&server);
        let (other, _, _) = played(&server);
        let told = place.well(&["export", &id]);
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["header"]["seats"][0]["name"], "Ana");
        assert_eq!(told["events"][0]["play"], "4");
        assert!(!told.to_string().contains("secret"), "{told}");
        assert_eq!(place.well(&["export"]).lines().count(), 2);
        assert!(place.well(&["delete", &id]).contains('1'));
        assert!(place.refused(&["delete", &id]).contains("not there"));
        assert!(place.refused(&["export", &id]).contains("not there"));
        // Whoever still has it on the screen hears of it with the next move.
        let path = format!("/api/matches/{id}/moves");
        let next = json!({"play": "4", "seq": 1}).to_string();
        let lost = server.ask("POST", &path, &server.address, Some(&secrets[1]), &next);
        assert_eq!(lost.0, 503, "{}", lost.1);
        let gone = server.ask("GET", &format!("/api/matches/{id}"), &server.address, None, "");
        assert_eq!(gone.0, 404, "{}", gone.1);
        assert_eq!(state(&server, &other)["seq"], 1);
        assert!(place.well(&["prune", "--older", "1"]).contains('0'));
    }
}

#[test]
fn damage_is_found_by_name_while_the_server_runs() {
    let place = Place::all("admin-damage").remove(0);
    let server = place.serve();
    let (id, _, _) = played(&server);
    let (other, _, _) = played(&server);
    let file = place.data.0.join("sobremesa.sqlite");
    let changed = format!(
        "import sqlite3; c = sqlite3.connect({:?}); c.execute(\"UPDATE events SET body = \
         REPLACE(body, '4', '5') WHERE match_id = '{id}'\"); c.commit()",
        text(&file)
    );
    assert!(Command::new("python3").args(["-c", &changed]).status().unwrap().success());
    let said = place.refused(&["check"]);
    assert!(said.contains(&id) && !said.contains(&other), "{said}");
    assert!(place.refused(&["check", "--json"]).contains(&format!("\"id\":\"{id}\"")));
    // The rest is worth a backup; it is said what is not in it.
    let backup = place.data.0.join("backup");
    assert!(place.refused(&["backup", text(&backup)]).contains(&id));
    assert!(std::fs::read_to_string(&backup).unwrap().contains(&other));
}

#[test]
fn a_database_that_is_not_there_is_not_made() {
    let place = Place::all("admin-nothing").remove(0);
    for command in [&["stats"][..], &["check"], &["backup", "/nonexistent/x"]] {
        assert!(place.refused(command).contains("there is no"), "{command:?}");
    }
    assert_eq!(std::fs::read_dir(&place.data.0).unwrap().count(), 0);
    let url = "mysql://ana:hush@localhost/x";
    let done = command(&["admin", "stats", "--database", url], &[]).output().unwrap();
    assert!(!done.status.success() && !String::from_utf8_lossy(&done.stderr).contains("hush"));
}

/// Everything that can be logged is, and a seat's secret is in none of it.
#[tokio::test]
async fn no_secret_of_a_seat_is_in_the_log() {
    use futures_util::{SinkExt as _, StreamExt as _};
    use tokio_tungstenite::tungstenite::Message;

    let place = Place::all("admin-log").remove(0);
    let options = [&["--listen", "127.0.0.1:0", "--lang", "en"], &place.options()[..]].concat();
    let mut child = command(&options, &[("RUST_LOG", "trace")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut errors = child.stderr.take().unwrap();
    let log = std::thread::spawn(move || {
        let mut log = String::new();
        errors.read_to_string(&mut log).map(|_| log).unwrap()
    });
    let mut server = Server::of(child);
    let (id, secrets, _) = played(&server);
    let url = format!("ws://{}/api/matches/{id}/ws", server.address);
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await.unwrap();
    for said in [
        json!({"type": "hello", "secrets": secrets}),
        json!({"type": "play", "play": "4", "seq": 1}),
        json!({"type": "nonsense", "secret": secrets[0]}),
    ] {
        socket.send(Message::text(said.to_string())).await.unwrap();
    }
    while let Some(Ok(message)) = socket.next().await {
        if message.to_string().contains("ack") {
            break;
        }
    }
    // Where it should not be, it may be seen by others, but not in our log.
    let bad = json!({"play": 4, "secret": secrets[1]}).to_string();
    let path = format!("/api/matches/{id}/moves");
    server.ask("POST", &path, &server.address, Some(&secrets[1]), &bad);
    assert!(server.stop().success());
    let log = log.join().unwrap();
    assert!(log.contains("/api/matches") && log.contains("DEBUG"), "there is a log: {log}");
    for secret in &secrets {
        let at = log.find(secret.as_str());
        let line = at.and_then(|at| log[..at + 60].lines().last());
        assert!(at.is_none(), "{line:?}");
    }
}
