//! After two passes: which stones are dead, over real sockets.

mod common;

use common::{Client, Scratch, Table};
use serde_json::{Value, json};

/// Walls on C and D; a lone black stone on E3 behind White's, which is dead.
/// Black passes last, so White is to move.
const MOVES: &str = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 E3 pass pass";

fn seq(client: &Client) -> u64 {
    client.state["seq"].as_u64().expect("a state")
}

fn dead(state: &Value) -> Vec<&str> {
    let stands = state["picture"]["stands"].as_array().unwrap();
    stands.iter().filter(|s| s["mark"] == "dead").map(|s| s["at"].as_str().unwrap()).collect()
}

/// Plays the game out with both clients until the proposal is there.
async fn stop(first: &mut Client, second: &mut Client) {
    for (ply, play) in MOVES.split(' ').enumerate() {
        let (mover, turn) =
            if ply % 2 == 0 { (&mut *first, "first") } else { (&mut *second, "second") };
        mover.until(|s| s["turn"] == turn).await;
        mover.play(play).await;
    }
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
    let (id, first, second) = table.match_of("go", "size=5 komi=0.5 count=agreed").await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    stop(&mut ana, &mut beto).await;
    assert_eq!(dead(&ana.state), ["E3"], "proposed");
    assert!(ana.state["outcome"].is_null() && ana.state["legal"].as_array().unwrap().is_empty());
    assert_eq!(ana.state["score"], json!(["15", "10.5"]));

    // A move, a hint, marks of a stranger, of empty points and of yesterday.
    let now = seq(&ana);
    let play = json!({"type": "play", "play": "A1", "seq": now});
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
        ("A1", now, "server-nothing-there"),
        ("pass", now, "server-nothing-there"),
        ("Z99", now, "server-nothing-there"),
        ("E3", now - 1, "server-stale"),
    ] {
        let message = json!({"type": "mark", "at": at, "seq": seq});
        assert_eq!(ana.refused(message).await, why, "{at} {seq}");
    }
    let message = json!({"type": "mark", "at": "E3", "seq": now});
    assert_eq!(stranger.refused(message).await, "server-not-seated");

    // Ana disputes: the whole wall is one group, and agreeing begins anew.
    send(&mut beto, "agree").await;
    ana.until(|s| s["agreement"]["agreed"] == json!(["second"])).await;
    mark(&mut ana, "E3").await;
    assert_eq!(ana.state["agreement"]["agreed"], json!([]));
    assert_eq!(ana.state["score"], json!(["16", "5.5"]), "as it stands, nobody owns E");
    mark(&mut ana, "D2").await;
    assert_eq!(dead(&ana.state).len(), 5);
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
    mark(&mut beto, "E3").await;

    // By HTTP, where what is agreed to is named as well.
    let path = |what: &str| format!("/api/matches/{id}/{what}");
    let body = json!({"seq": seq(&beto)});
    assert_eq!(table.post(&path("agree"), None, &body).await.status, 401);
    assert_eq!(table.post(&path("agree"), Some(&first), &json!({"seq": 1})).await.status, 409);
    let one = table.post(&path("agree"), Some(&first), &body).await;
    assert_eq!((one.status, &one.json()["outcome"]), (200, &Value::Null));
    let both = table.post(&path("agree"), Some(&second), &body).await.json();
    assert_eq!(both["outcome"], json!({"winner": "first", "reason": "play"}));
    assert_eq!(both["score"], json!(["15", "10.5"]));
    assert_eq!(both["agreement"]["dead"], json!(["E3"]));
    assert_eq!(table.post(&path("resume"), Some(&first), &body).await.reason(), "common-game-over");
    let sgf = table.get(&path("export?format=sgf")).await.text();
    assert!(sgf.contains("RE[B+4.5]"), "{sgf}");
    table.close().await;

    let table = Table::open(&data).await;
    let again = table.get(&path("").trim_end_matches('/')).await.json();
    for part in ["outcome", "score", "agreement", "picture", "seq"] {
        assert_eq!(again[part], both[part], "{part}");
    }
    table.close().await;
}

#[tokio::test]
async fn anybody_may_ask_who_owns_what_at_any_time() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("go", "size=5 komi=0.5").await;
    let mut both = table.join(&id, &[&first, &second]).await;
    for play in MOVES.split(' ').take(11) {
        both.play(play).await;
    }
    let mut watcher = table.join(&id, &[]).await;
    watcher.say(json!({"type": "estimate"})).await;
    let found = watcher.hear("estimate").await;
    assert_eq!(found["seq"], 11);
    let share = |at: &str| {
        let owners = found["owners"].as_array().unwrap();
        owners.iter().find(|o| o["at"] == at).unwrap()["share"].as_f64().unwrap()
    };
    assert_eq!(found["owners"].as_array().unwrap().len(), 25);
    assert!(share("A1") > 0.5 && share("E5") < -0.5, "{found}");
    assert!(found["lead"].as_f64().unwrap() > 2.0 && found["chance"].as_f64().unwrap() > 0.5);
    assert_eq!(found["dead"], json!(["E3"]));
    let again = table.post(&format!("/api/matches/{id}/estimate"), None, &json!({})).await;
    assert_eq!(again.json()["owners"], found["owners"], "the same position, the same answer");
    let (other, ..) = table.match_of("othello", "").await;
    let none = table.post(&format!("/api/matches/{other}/estimate"), None, &json!({})).await;
    assert_eq!((none.status, none.reason().as_str()), (422, "server-no-estimate"));
    table.close().await;
}

#[tokio::test]
async fn play_goes_on_when_a_person_wants_it() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let wanted = json!({"game": "go", "rules": "size=5 komi=0.5 count=territory",
        "seats": [{"kind": "link"}, {"kind": "link"}], "clock": {"main": 600}});
    let made = table.create(&wanted).await;
    let id = made["id"].as_str().unwrap();
    let mut ana = table.join(id, &[made["secrets"]["first"].as_str().unwrap()]).await;
    let mut beto = table.join(id, &[made["secrets"]["second"].as_str().unwrap()]).await;
    assert_eq!(
        ana.refused(json!({"type": "agree", "seq": 0})).await,
        "server-not-settling",
        "nothing has stopped yet"
    );
    stop(&mut ana, &mut beto).await;
    assert_eq!(ana.state["score"], json!(["10", "6.5"]), "territory and a prisoner");
    assert!(ana.state["clock"]["running"].is_null(), "nobody's time runs meanwhile");
    send(&mut ana, "resume").await;
    // The passes are gone, and who passed first is to move.
    beto.until(|s| s["agreement"].is_null()).await;
    assert_eq!(beto.state["moves"].as_array().unwrap().len(), 11);
    assert_eq!(beto.state["turn"], "second");
    assert_eq!(beto.state["clock"]["running"], "second");
    beto.play("E2").await;
    ana.until(|s| s["turn"] == "first").await;
    ana.play("pass").await;
    beto.until(|s| s["turn"] == "second").await;
    beto.play("E4").await;
    assert_eq!(beto.state["picture"]["counts"]["captures"], json!([0, 1]));
    // People may agree as often as they stop.
    ana.until(|s| s["turn"] == "first").await;
    ana.play("pass").await;
    beto.until(|s| s["turn"] == "second").await;
    beto.play("pass").await;
    for client in [&mut ana, &mut beto] {
        client.until(|s| s["agreement"]["ready"] == true).await;
        send(client, "agree").await;
    }
    let end = ana.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["score"], json!(["10", "4.5"]));
    table.close().await;
}

#[tokio::test]
async fn one_person_for_both_sides_agrees_once() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("go", "size=5 komi=0.5 count=agreed").await;
    let mut both = table.join(&id, &[&first, &second]).await;
    for play in MOVES.split(' ') {
        both.play(play).await;
    }
    // Taking back a pass leaves the agreement, and so does playing on.
    both.until(|s| s["agreement"]["ready"] == true).await;
    both.say(json!({"type": "undo"})).await;
    both.until(|s| s["agreement"].is_null()).await;
    assert_eq!(both.state["turn"], "first");
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
    let diagram = "..XO.\n..XO.\n..XOX\n..XO.\n..XO.\nturn=black\n";
    let made = table
        .create(&json!({"game": "go", "rules": "size=5 komi=0.5 count=agreed", "position": diagram,
            "seats": [{"kind": "here"}, {"kind": "machine", "level": 6}]}))
        .await;
    let id = made["id"].as_str().unwrap();
    let mut ana = table.join(id, &[made["secrets"]["first"].as_str().unwrap()]).await;
    ana.play("pass").await;
    ana.until(|s| s["agreement"]["ready"] == true).await;
    ana
}

#[tokio::test]
async fn a_machine_agrees_to_its_own_proposal() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let mut ana = against_machine(&table).await;
    assert_eq!(dead(&ana.state), ["E3"]);
    send(&mut ana, "agree").await;
    let end = ana.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["score"], json!(["15", "10.5"]));
    table.close().await;
}

#[tokio::test]
async fn a_machine_that_disagrees_plays_the_game_out() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let mut ana = against_machine(&table).await;
    mark(&mut ana, "E3").await;
    send(&mut ana, "agree").await;
    let on = ana.until(|s| s["agreement"].is_null()).await;
    assert!(!on["rules"].as_str().unwrap().contains("count="), "{}", on["rules"]);
    // From now on the stones count as they stand, so passing costs the
    // machine E3 unless it takes it.
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
