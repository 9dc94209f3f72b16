//! After two passes: which stones are dead, over real sockets.

mod common;

use common::{Client, Scratch, Table};
use serde_json::{Value, json};

/// Both sides have their eyes, and the black stone on F2 is dead.
const DIAGRAM: &str = ".XXOO.\nX.XO.O\n.XXOOO\nXXXO..\n.XXO.X\nX.XO..\nturn=black\n";

async fn create(table: &Table, rules: &str, seats: Value) -> (String, [String; 2]) {
    let made = table
        .create(&json!({"game": "go", "rules": format!("size=6 komi=0.5 {rules}"),
            "position": DIAGRAM, "seats": seats, "clock": {"main": 600}}))
        .await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&made["id"]), ["first", "second"].map(|side| text(&made["secrets"][side])))
}

fn two_links() -> Value {
    json!([{"kind": "link"}, {"kind": "link"}])
}

fn seq(client: &Client) -> u64 {
    client.state["seq"].as_u64().expect("a state")
}

fn dead(state: &Value) -> Vec<&str> {
    let stands = state["picture"]["stands"].as_array().unwrap();
    stands.iter().filter(|s| s["mark"] == "dead").map(|s| s["at"].as_str().unwrap()).collect()
}

/// Both pass; until the proposal is there.
async fn stop(first: &mut Client, second: &mut Client) {
    first.play("pass").await;
    second.until(|s| s["turn"] == "second").await;
    second.play("pass").await;
    for client in [first, second] {
        client.until(|s| s["agreement"]["ready"] == true).await;
    }
}

async fn send(client: &mut Client, kind: &str) {
    let seq = seq(client);
    client.say(json!({"type": kind, "seq": seq})).await;
}

async fn mark(client: &mut Client, at: &str) {
    let seq = seq(client);
    client.say(json!({"type": "mark", "at": at, "seq": seq})).await;
    client.until(|s| s["seq"].as_u64() > Some(seq)).await;
}

#[tokio::test]
async fn two_people_agree_on_what_is_dead_and_it_survives_restarts() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, [first, second]) = create(&table, "count=agreed", two_links()).await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    stop(&mut ana, &mut beto).await;
    assert_eq!(dead(&ana.state), ["F2"], "proposed");
    assert!(ana.state["outcome"].is_null() && ana.state["legal"].as_array().unwrap().is_empty());
    assert_eq!(ana.state["score"], json!(["18", "18.5"]));

    // A move, a hint, marks of a stranger, of empty points and of yesterday.
    let now = seq(&ana);
    let play = json!({"type": "play", "play": "A4", "seq": now});
    assert_eq!(beto.refused(play).await, "server-settling");
    assert_eq!(ana.refused(json!({"type": "hint", "level": 1})).await, "common-game-over");
    let mut stranger = table.join(&id, &[]).await;
    for kind in ["agree", "resume"] {
        let message = json!({"type": kind, "seq": now});
        assert_eq!(stranger.refused(message).await, "server-not-seated");
        let stale = json!({"type": kind, "seq": now - 1});
        assert_eq!(ana.refused(stale).await, "server-stale");
    }
    for (at, seq, why) in [
        ("A4", now, "server-nothing-there"),
        ("pass", now, "server-nothing-there"),
        ("Z99", now, "server-nothing-there"),
        ("F2", now - 1, "server-stale"),
    ] {
        let message = json!({"type": "mark", "at": at, "seq": seq});
        assert_eq!(ana.refused(message).await, why, "{at} {seq}");
    }
    let message = json!({"type": "mark", "at": "F2", "seq": now});
    assert_eq!(stranger.refused(message).await, "server-not-seated");

    // Ana disputes: the whole wall is one group, and agreeing begins anew.
    send(&mut beto, "agree").await;
    ana.until(|s| s["agreement"]["agreed"] == json!(["second"])).await;
    mark(&mut ana, "F2").await;
    assert_eq!(ana.state["agreement"]["agreed"], json!([]));
    assert_eq!(ana.state["score"], json!(["19", "12.5"]), "as it stands, nobody owns the corner");
    mark(&mut ana, "D2").await;
    assert!(dead(&ana.state).len() >= 9, "{:?}", dead(&ana.state));
    mark(&mut ana, "D5").await;
    assert!(dead(&ana.state).is_empty());
    send(&mut ana, "agree").await;
    ana.until(|s| s["agreement"]["agreed"] == json!(["first"])).await;

    // The server goes away and comes back to the same marks.
    table.close().await;
    let table = Table::open(&data).await;
    let mut beto = table.join(&id, &[&second]).await;
    assert_eq!(beto.state["agreement"], ana.state["agreement"]);
    assert_eq!(beto.state["score"], ana.state["score"]);
    assert_eq!(seq(&beto), seq(&ana));
    mark(&mut beto, "F2").await;

    // By HTTP, where what is agreed to is named as well.
    let path = |what: &str| format!("/api/matches/{id}/{what}");
    let body = json!({"seq": seq(&beto)});
    assert_eq!(table.post(&path("agree"), None, &body).await.status, 401);
    assert_eq!(table.post(&path("agree"), Some(&first), &json!({"seq": 1})).await.status, 409);
    let one = table.post(&path("agree"), Some(&first), &body).await;
    assert_eq!((one.status, &one.json()["outcome"]), (200, &Value::Null));
    let both = table.post(&path("agree"), Some(&second), &body).await.json();
    assert_eq!(both["outcome"], json!({"winner": "second", "reason": "play"}));
    assert_eq!(both["score"], json!(["18", "18.5"]));
    assert_eq!(both["agreement"]["dead"], json!(["F2"]));
    assert_eq!(table.post(&path("resume"), Some(&first), &body).await.reason(), "common-game-over");
    let sgf = table.get(&path("export?format=sgf")).await.text();
    assert!(sgf.contains("RE[W+0.5]"), "{sgf}");
    table.close().await;

    let table = Table::open(&data).await;
    let again = table.get(path("").trim_end_matches('/')).await.json();
    for part in ["outcome", "score", "agreement", "picture", "seq"] {
        assert_eq!(again[part], both[part], "{part}");
    }
    table.close().await;
}

#[tokio::test]
async fn anybody_may_ask_who_owns_what_where_hints_are_allowed() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let here = || json!([{"kind": "here"}, {"kind": "here"}]);
    let (id, _) = create(&table, "", here()).await;
    let mut watcher = table.join(&id, &[]).await;
    watcher.say(json!({"type": "estimate"})).await;
    let found = watcher.hear("estimate").await;
    assert_eq!(found["seq"], 0);
    let share = |at: &str| {
        let owners = found["owners"].as_array().unwrap();
        owners.iter().find(|o| o["at"] == at).unwrap()["share"].as_f64().unwrap()
    };
    assert_eq!(found["owners"].as_array().unwrap().len(), 36);
    assert!(share("A4") > 0.5 && share("F3") < -0.5, "{found}");
    assert!(found["lead"].as_f64().unwrap().abs() < 5.0, "{}", found["lead"]);
    assert!((0.0..=1.0).contains(&found["chance"].as_f64().unwrap()));
    assert_eq!(found["dead"], json!(["F2"]));
    let again = table.post(&format!("/api/matches/{id}/estimate"), None, &json!({})).await;
    assert_eq!(again.json()["owners"], found["owners"], "the same position, the same answer");
    let other = table.create(&json!({"game": "othello", "seats": here()})).await;
    let other = other["id"].as_str().unwrap();
    let none = table.post(&format!("/api/matches/{other}/estimate"), None, &json!({})).await;
    assert_eq!((none.status, none.reason().as_str()), (422, "server-no-estimate"));
    // Between two people it would be a hint, which they have not agreed on.
    let (between, _) = create(&table, "", two_links()).await;
    let none = table.post(&format!("/api/matches/{between}/estimate"), None, &json!({})).await;
    assert_eq!((none.status, none.reason().as_str()), (409, "server-no-hints"));
    table.close().await;
}

#[tokio::test]
async fn play_goes_on_when_a_person_wants_it() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, [first, second]) = create(&table, "count=territory", two_links()).await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    assert_eq!(
        ana.refused(json!({"type": "agree", "seq": 0})).await,
        "server-not-settling",
        "nothing has stopped yet"
    );
    stop(&mut ana, &mut beto).await;
    assert_eq!(ana.state["score"], json!(["5", "9.5"]), "territory and a prisoner");
    assert!(ana.state["clock"]["running"].is_null(), "nobody's time runs meanwhile");
    send(&mut ana, "resume").await;
    // The passes are gone, and who passed first is to move.
    for client in [&mut ana, &mut beto] {
        client.until(|s| s["agreement"].is_null()).await;
    }
    assert!(beto.state["moves"].as_array().unwrap().is_empty());
    assert_eq!(beto.state["turn"], "first");
    assert!(beto.state["rules"].as_str().unwrap().contains("count=territory"));
    for play in ["E2", "F3", "F1", "pass"] {
        ana.until(|s| s["turn"] == "first").await;
        ana.play("pass").await;
        beto.until(|s| s["turn"] == "second").await;
        beto.play(play).await;
    }
    assert_eq!(beto.state["picture"]["counts"]["captures"], json!([0, 1]));
    // People may agree as often as they stop.
    for client in [&mut ana, &mut beto] {
        client.until(|s| s["agreement"]["ready"] == true).await;
        send(client, "agree").await;
    }
    let end = ana.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["score"], json!(["5", "6.5"]));
    table.close().await;
}

#[tokio::test]
async fn one_person_for_both_sides_agrees_once() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, [first, second]) = create(&table, "count=agreed", two_links()).await;
    let mut both = table.join(&id, &[&first, &second]).await;
    both.play("pass").await;
    both.play("pass").await;
    // Taking back a pass leaves the agreement, and so does playing on.
    both.until(|s| s["agreement"]["ready"] == true).await;
    both.say(json!({"type": "undo"})).await;
    both.until(|s| s["agreement"].is_null()).await;
    assert_eq!(both.state["turn"], "second");
    both.play("pass").await;
    both.until(|s| s["agreement"]["ready"] == true).await;
    send(&mut both, "agree").await;
    let end = both.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["agreement"]["agreed"], json!(["first", "second"]));
    table.close().await;
}

/// A game against the machine that stands at its end: the person passes and
/// the machine, which has nothing left, passes too.
async fn against_machine(table: &Table) -> Client {
    let seats = json!([{"kind": "here"}, {"kind": "machine", "level": 6}]);
    let (id, [first, _]) = create(table, "count=agreed", seats).await;
    let mut ana = table.join(&id, &[&first]).await;
    ana.play("pass").await;
    ana.until(|s| s["agreement"]["ready"] == true).await;
    ana
}

#[tokio::test]
async fn a_machine_agrees_to_its_own_proposal() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let mut ana = against_machine(&table).await;
    assert_eq!(dead(&ana.state), ["F2"]);
    send(&mut ana, "agree").await;
    let end = ana.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["score"], json!(["18", "18.5"]));
    table.close().await;
}

#[tokio::test]
async fn a_machine_that_disagrees_plays_the_game_out() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let mut ana = against_machine(&table).await;
    mark(&mut ana, "F2").await;
    send(&mut ana, "agree").await;
    let on = ana.until(|s| s["agreement"].is_null()).await;
    assert!(!on["rules"].as_str().unwrap().contains("count="), "{}", on["rules"]);
    // From now on the stones count as they stand, so passing costs the
    // machine the corner unless it takes the stone.
    for _ in 0..40 {
        let state = ana.until(|s| s["turn"] == "first" || !s["outcome"].is_null()).await;
        if !state["outcome"].is_null() {
            assert!(state["agreement"].is_null());
            return table.close().await;
        }
        ana.play("pass").await;
    }
    panic!("the game never ends: {}", ana.state);
}

#[tokio::test]
async fn nobody_waits_for_ever_for_somebody_who_is_away() {
    let data = Scratch::new();
    let away = std::time::Duration::from_millis(300);
    let table = Table::with(&data, |config| config.away = away).await;
    let (id, [first, second]) = create(&table, "count=agreed", two_links()).await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    stop(&mut ana, &mut beto).await;
    // Who does not agree may stay away: the other can still play on.
    drop(beto);
    ana.until(|s| s["seats"][1]["present"] == false).await;
    tokio::time::sleep(2 * away).await;
    mark(&mut ana, "D5").await;
    assert!(dead(&ana.state).len() > 9);
    assert!(ana.state["outcome"].is_null());
    // Ana takes the whole of Beto's wall for dead and agrees with herself.
    send(&mut ana, "agree").await;
    let end = ana.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["outcome"], json!({"winner": "second", "reason": "play"}));
    assert_eq!(end["agreement"]["dead"], json!(["F2"]), "as the program proposed");
    assert_eq!(end["score"], json!(["18", "18.5"]));
    table.close().await;

    // Who comes back in time is asked.
    let table = Table::open(&data).await;
    let (id, [first, second]) = create(&table, "count=agreed", two_links()).await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    stop(&mut ana, &mut beto).await;
    drop(beto);
    send(&mut ana, "agree").await;
    ana.until(|s| s["agreement"]["agreed"] == json!(["first"])).await;
    tokio::time::sleep(2 * away).await;
    let mut beto = table.join(&id, &[&second]).await;
    assert!(beto.state["outcome"].is_null());
    send(&mut beto, "agree").await;
    ana.until(|s| !s["outcome"].is_null()).await;
    table.close().await;
}
