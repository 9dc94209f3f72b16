//! External engines at the table: good ones play, broken ones forfeit.

mod common;

use std::time::Duration;

use common::{Client, Scratch, Table};
use serde_json::{Value, json};
use sobremesa_server::engines::Engine;

/// A GTP engine as a line of shell: `$answer` is what `genmove` is answered with.
fn shell(answer: &str) -> String {
    format!(
        "sh -c 'while read -r command rest; do case $command in \
         genmove) printf \"{answer}\";; *) printf \"= fake\\n\\n\";; esac; done'"
    )
}

async fn table(data: &Scratch, engines: &[(&str, &str)]) -> Table {
    let engines = engines
        .iter()
        .map(|(name, command)| Engine {
            name: (*name).to_owned(),
            game: "go".to_owned(),
            command: (*command).to_owned(),
            seconds: 1,
        })
        .collect();
    Table::with(data, |config| config.engines = engines).await
}

async fn against(table: &Table, name: &str, rules: &str) -> (String, String, Client) {
    let made = table
        .create(&json!({"game": "go", "rules": rules,
            "seats": [{"kind": "here"}, {"kind": "engine", "name": name}]}))
        .await;
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let (id, secret) = (text(&made["id"]), text(&made["secrets"]["first"]));
    let client = table.join(&id, &[&secret]).await;
    (id, secret, client)
}

#[tokio::test]
async fn an_engine_is_listed_plays_and_survives_undo_and_restart() {
    let data = Scratch::new();
    // It answers with a point of its own for each move it has been told.
    let counting = "sh -c 'n=0; while read -r command rest; do case $command in \
        clear_board) n=0; printf \"= \\n\\n\";; play) n=$((n+1)); printf \"= \\n\\n\";; \
        genmove) n=$((n+1)); printf \"= A$n\\n\\n\";; *) printf \"= fake\\n\\n\";; esac; done'";
    let open = table(&data, &[("Counter", counting)]).await;
    let games = open.get("/api/games").await.json();
    let engines = |id: &str| {
        games.as_array().unwrap().iter().find(|g| g["id"] == id).unwrap()["engines"].clone()
    };
    assert_eq!(engines("go"), json!(["Counter"]));
    assert_eq!(engines("dots"), json!([]));
    let (id, secret, mut ana) = against(&open, "Counter", "size=9").await;
    assert_eq!(
        ana.state["seats"][1],
        json!({"kind": "engine", "name": "Counter", "present": true})
    );
    ana.play("E5").await;
    let state = ana.until(|s| s["turn"] == "first").await;
    assert_eq!(state["moves"][1]["play"], "A2");
    ana.play("E6").await;
    let state = ana.until(|s| s["turn"] == "first" && s["seq"] == 4).await;
    assert_eq!(state["moves"][3]["play"], "A4");
    // Taken back, it is told the game anew.
    ana.say(json!({"type": "undo"})).await;
    ana.until(|s| s["moves"].as_array().unwrap().len() == 2).await;
    ana.play("E7").await;
    let state = ana.until(|s| s["moves"].as_array().unwrap().len() == 4).await;
    assert_eq!(state["moves"][3]["play"], "A4");
    open.close().await;
    let open = table(&data, &[("Counter", counting)]).await;
    let mut ana = open.join(&id, &[&secret]).await;
    ana.play("E8").await;
    let state = ana.until(|s| s["moves"].as_array().unwrap().len() == 6).await;
    assert_eq!(state["moves"][5]["play"], "A6");
    open.close().await;
    // Configured no longer, it cannot go on, and that is said.
    let open = table(&data, &[]).await;
    let mut ana = open.join(&id, &[&secret]).await;
    ana.play("E9").await;
    let end = ana.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["outcome"], json!({"winner": "first", "reason": "fault"}));
    open.close().await;
}

#[tokio::test]
async fn broken_engines_forfeit_and_keep_nobody_waiting() {
    let data = Scratch::new();
    let occupied = shell("= E5\\n\\n");
    let nonsense = shell("= no idea at all\\n\\n");
    let refusing = shell("? unknown command\\n\\n");
    let dying = "sh -c 'while read -r command rest; do case $command in genmove) exit 1;; \
        *) printf \"= fake\\n\\n\";; esac; done'";
    let engines = [
        ("crashes", "false"),
        ("missing", "/no/such/engine"),
        ("floods", "yes"),
        ("floods a line", "sh -c 'tr -d \"\\n\" < /dev/zero'"),
        ("occupied", occupied.as_str()),
        ("nonsense", nonsense.as_str()),
        ("refuses", refusing.as_str()),
        ("dies", dying),
        ("silent", "sleep 1000"),
    ];
    let open = table(&data, &engines).await;
    let mut games = Vec::new();
    for (name, _) in engines {
        let (_, _, mut ana) = against(&open, name, "size=9").await;
        ana.play("E5").await;
        games.push((name, ana));
    }
    // Meanwhile a game of our own goes on.
    let (id, first, second) = open.match_of("connect4", "").await;
    let mut both = open.join(&id, &[&first, &second]).await;
    both.play("4").await;
    for (name, mut ana) in games {
        let end = ana.until(|s| !s["outcome"].is_null()).await;
        assert_eq!(end["outcome"], json!({"winner": "first", "reason": "fault"}), "{name}");
        assert!(end["thinking"].is_null(), "{name}");
    }
    both.play("4").await;
    open.close().await;
}

#[tokio::test]
async fn an_engine_may_resign_and_is_refused_where_it_cannot_play() {
    let data = Scratch::new();
    let resigns = shell("= resign\\n\\n");
    let open = table(&data, &[("Polite", &resigns)]).await;
    let (_, _, mut ana) = against(&open, "Polite", "size=9").await;
    ana.play("E5").await;
    let end = ana.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["outcome"], json!({"winner": "first", "reason": "resignation"}));
    let seats = |name: &str| json!([{"kind": "here"}, {"kind": "engine", "name": name}]);
    for (wanted, reason) in [
        (json!({"game": "go", "seats": seats("Nobody")}), "server-no-such-engine"),
        (json!({"game": "dots", "seats": seats("Polite")}), "server-no-such-engine"),
        (
            json!({"game": "go", "rules": "size=2", "position": "..\n..", "seats": seats("Polite")}),
            "server-engine-needs-start",
        ),
    ] {
        let refused = open.post("/api/matches", None, &wanted).await;
        assert_eq!((refused.status, refused.reason().as_str()), (422, reason));
    }
    open.close().await;
}

/// An engine that thinks when its match ends, or when its turn is taken back,
/// is ended with its thought: nobody waits for half an hour until it has thought.
#[tokio::test]
async fn an_engine_that_thinks_for_nobody_is_ended() {
    let data = Scratch::new();
    let started = data.0.join("started");
    let slow = format!(
        "sh -c 'echo $$ >> {}; while read -r command rest; do case $command in \
         genmove) ;; *) printf \"= fake\\n\\n\";; esac; done'",
        started.display()
    );
    let engine = Engine { name: "Slow".into(), game: "go".into(), command: slow, seconds: 600 };
    let open = Table::with(&data, |config| config.engines = vec![engine]).await;
    // The processes that were started, and those of them that are there.
    let all = || -> Vec<String> {
        let text = std::fs::read_to_string(&started).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    };
    let alive = || -> Vec<String> {
        let is = |id: &String| {
            let asked = std::process::Command::new("kill").args(["-0", id]).output();
            asked.expect("kill").status.success()
        };
        all().into_iter().filter(is).collect()
    };
    let eventually = async |what: &str, is: &dyn Fn() -> bool| {
        for _ in 0..1_000 {
            if is() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{what}: {:?} of {:?}", alive(), all());
    };
    let (_, _, mut ana) = against(&open, "Slow", "size=9").await;
    ana.play("E5").await;
    eventually("it thinks", &|| alive().len() == 1).await;
    ana.say(json!({"type": "undo"})).await;
    ana.until(|state| state["moves"] == json!([])).await;
    eventually("its turn was taken back", &|| alive().is_empty()).await;
    ana.play("E5").await;
    eventually("another thinks", &|| all().len() == 2 && alive().len() == 1).await;
    ana.say(json!({"type": "resign"})).await;
    ana.until(|state| !state["outcome"].is_null()).await;
    eventually("its match is over", &|| alive().is_empty()).await;
    assert_eq!(all().len(), 2, "nobody else was started");
    open.close().await;
}

/// Run by `tests/steps/41-gnugo`, where GNU Go is installed.
#[tokio::test]
#[ignore = "needs /usr/games/gnugo"]
async fn gnu_go_plays_a_whole_game() {
    let data = Scratch::new();
    let open = table(&data, &[("GNU Go", "/usr/games/gnugo --mode gtp --level 1")]).await;
    let made = open
        .create(&json!({"game": "go", "rules": "size=7 komi=7 count=agreed",
            "seats": [{"kind": "machine", "level": 4}, {"kind": "engine", "name": "GNU Go"}]}))
        .await;
    let mut watcher = open.join(made["id"].as_str().unwrap(), &[]).await;
    watcher.say(json!({"type": "speed", "delay": 0})).await;
    let end = watcher.until(|s| !s["outcome"].is_null()).await;
    assert_ne!(end["outcome"]["reason"], "fault");
    assert!(end["moves"].as_array().unwrap().len() > 10);
    open.close().await;
}
