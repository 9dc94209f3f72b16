//! What people do at the table, over real sockets.

mod common;

use std::time::Duration;

use common::{Client, Scratch, Table};
use serde_json::{Value, json};

fn here_and_machine(game: &str, level: u8) -> Value {
    json!({"game": game, "seats": [{"kind": "here"}, {"kind": "machine", "level": level}]})
}

fn first_legal(state: &Value) -> String {
    state["legal"][0]["play"].as_str().expect("a legal move").to_owned()
}

#[tokio::test]
async fn two_people_play_and_a_watcher_sees_it_all() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("connect4", "").await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    let mut watcher = table.join(&id, &[]).await;
    assert_eq!(ana.sides, ["first"]);
    assert_eq!(beto.sides, ["second"]);
    assert!(watcher.sides.is_empty());
    ana.until(|s| s["seats"][1]["present"] == true).await;
    for _ in 0..3 {
        ana.play("1").await;
        beto.until(|s| s["turn"] == "second").await;
        beto.play("2").await;
        ana.until(|s| s["turn"] == "first").await;
    }
    ana.play("1").await;
    for client in [&mut ana, &mut beto, &mut watcher] {
        let end = client.until(|s| !s["outcome"].is_null()).await;
        assert_eq!(end["outcome"], json!({"winner": "first", "reason": "play"}));
        assert_eq!(end["moves"].as_array().unwrap().len(), 7);
        assert!(end["legal"].as_array().unwrap().is_empty());
        let winning = end["picture"]["stands"].as_array().unwrap().iter();
        assert_eq!(winning.filter(|s| s["mark"] == "winning").count(), 4);
    }
    assert_eq!(
        beto.refused(json!({"type": "play", "play": "2", "seq": 7})).await,
        "common-game-over"
    );
    drop(ana);
    beto.until(|s| s["seats"][0]["present"] == false).await;
    table.close().await;
}

#[tokio::test]
async fn every_game_is_played_to_its_end_and_survives_a_restart() {
    let data = Scratch::new();
    let mut table = Table::open(&data).await;
    for game in table.get("/api/games").await.json().as_array().unwrap() {
        let game = game["id"].as_str().unwrap();
        let made = table
            .create(&json!({"game": game, "seats": [{"kind": "here"}, {"kind": "here"}]}))
            .await;
        let id = made["id"].as_str().unwrap().to_owned();
        let secrets = ["first", "second"].map(|s| made["secrets"][s].as_str().unwrap().to_owned());
        let held = [secrets[0].as_str(), secrets[1].as_str()];
        let mut client = table.join(&id, &held).await;
        let mut rng = sobremesa_kernel::Rng::new(7);
        for ply in 0.. {
            let legal = client.state["legal"].as_array().unwrap().clone();
            if legal.is_empty() || ply == 80 {
                break;
            }
            // The server goes away in the middle of every game.
            if ply == 10 {
                let before = client.state.clone();
                table.close().await;
                table = Table::open(&data).await;
                client = table.join(&id, &held).await;
                for part in ["picture", "moves", "seq", "turn", "legal", "score", "rules"] {
                    assert_eq!(client.state[part], before[part], "{game}: {part}");
                }
            }
            let play = legal[rng.below(legal.len() as u32) as usize]["play"].clone();
            client.play(play.as_str().unwrap()).await;
        }
        // What it looked like earlier can be asked for.
        let early = table.get(&format!("/api/matches/{id}/at/1")).await.json();
        assert_eq!(early["last"], client.state["moves"][0], "{game}");
        let ply = client.state["moves"].as_array().unwrap().len();
        let now = table.get(&format!("/api/matches/{id}/at/{ply}")).await.json();
        assert_eq!(now["picture"], client.state["picture"], "{game}");
        assert_eq!(table.get(&format!("/api/matches/{id}/at/{}", ply + 1)).await.status, 404);
        for format in ["sgf", "json", "text"] {
            let file = table.get(&format!("/api/matches/{id}/export?format={format}")).await;
            assert_eq!(file.status, 200, "{game} {format}: {}", file.text());
            assert!(file.head.contains("attachment"));
        }
        assert_eq!(table.get(&format!("/api/matches/{id}/export?format=gif")).await.status, 400);
    }
    table.close().await;
}

#[tokio::test]
async fn nobody_moves_for_somebody_else() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("connect4", "").await;
    let (other, other_first, _) = table.match_of("connect4", "").await;
    let play = json!({"type": "play", "play": "4", "seq": 0});
    for secrets in [&[][..], &["guess"], &[other_first.as_str()]] {
        let mut stranger = table.join(&id, secrets).await;
        assert!(stranger.sides.is_empty());
        assert_eq!(stranger.refused(play.clone()).await, "server-not-seated");
        for kind in ["undo", "draw", "rematch", "resign"] {
            assert_eq!(stranger.refused(json!({ "type": kind })).await, "server-not-seated");
        }
        assert_eq!(
            stranger.refused(json!({"type": "name", "name": "x"})).await,
            "server-not-seated"
        );
    }
    let mut second_player = table.join(&id, &[&second]).await;
    assert_eq!(second_player.refused(play).await, "server-not-your-turn");
    let body = json!({"play": "4", "seq": 0});
    let path = format!("/api/matches/{id}/moves");
    assert_eq!(table.post(&path, None, &body).await.status, 401);
    assert_eq!(table.post(&path, Some("guess"), &body).await.status, 403);
    assert_eq!(table.post(&path, Some(&other_first), &body).await.status, 403);
    assert_eq!(table.post(&path, Some(&second), &body).await.status, 409);
    assert_eq!(table.post(&path, Some(&first), &body).await.status, 200);
    // No secret or hash is in anything that is shown or kept.
    let shown = table.get(&format!("/api/matches/{id}")).await.text();
    assert!(!shown.contains(&first) && !shown.contains(&second) && !shown.contains("secret"));
    assert_eq!(table.get(&format!("/api/matches/{other}")).await.json()["seq"], 0);
    table.close().await;
    for file in std::fs::read_dir(&data.0).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert!(!bytes.windows(first.len()).any(|w| w == first.as_bytes()));
    }
}

#[tokio::test]
async fn a_move_sent_twice_is_played_once() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("connect4", "").await;
    let mut ana = table.join(&id, &[&first]).await;
    let play = json!({"type": "play", "play": "4", "seq": 0});
    for _ in 0..3 {
        ana.say(play.clone()).await;
        assert_eq!(ana.hear("ack").await["seq"], 0);
    }
    // Also after the answer, on another connection, and after a restart.
    let mut beto = table.join(&id, &[&second]).await;
    beto.play("4").await;
    drop(ana);
    let mut ana = table.join(&id, &[&first]).await;
    ana.say(play.clone()).await;
    ana.hear("ack").await;
    table.close().await;
    let table = Table::open(&data).await;
    let mut ana = table.join(&id, &[&first]).await;
    ana.say(json!({"type": "play", "play": " 4 ", "seq": 0})).await;
    ana.hear("ack").await;
    assert_eq!(ana.state["seq"], 2);
    // Another move with an old `seq` is stale, as is one from the future.
    for (column, seq) in [("5", 0), ("4", 7), ("4", u64::MAX)] {
        let stale = json!({"type": "play", "play": column, "seq": seq});
        assert_eq!(ana.refused(stale).await, "server-stale");
    }
    // The other side's move is not mine to repeat.
    let theirs = json!({"type": "play", "play": "4", "seq": 1});
    assert_eq!(ana.refused(theirs).await, "server-stale");
    assert_eq!(ana.state["moves"].as_array().unwrap().len(), 2);
    table.close().await;
}

#[tokio::test]
async fn every_message_is_answered_also_when_it_says_what_is_so_already() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("othello", "").await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    ana.play("d3").await;
    beto.until(|state| state["seq"] == 1).await;
    beto.play("c3").await;
    ana.until(|state| state["seq"] == 2).await;
    let name = json!({"type": "name", "name": "Ana"});
    for message in [json!({"type": "draw"}), json!({"type": "undo"}), name] {
        for _ in 0..2 {
            ana.say(message.clone()).await;
            assert_eq!(ana.hear("ack").await["to"], message["type"]);
        }
    }
    // Both of Ana's questions stand, and Beto's own does not replace one of them.
    let asked =
        |state: &Value| state["offers"]["draw"] == "first" && state["offers"]["undo"] == "first";
    beto.until(asked).await;
    assert_eq!(beto.refused(json!({"type": "undo"})).await, "server-answer-first");
    assert!(asked(&table.get(&format!("/api/matches/{id}")).await.json()));
    beto.say(json!({"type": "decline", "offer": "undo"})).await;
    assert_eq!(beto.hear("ack").await["to"], "decline");
    beto.say(json!({"type": "undo"})).await;
    assert_eq!(beto.hear("ack").await["to"], "undo");
    ana.until(|state| state["offers"]["undo"] == "second").await;
    table.close().await;
}

#[tokio::test]
async fn a_state_says_which_line_its_moves_are_of() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table
        .create(&json!({"game": "connect4", "seats": [{"kind": "here"}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().unwrap();
    let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
    let mut both = table.join(id, &secrets).await;
    assert_eq!(both.state["line"], 0);
    both.play("4").await;
    both.play("4").await;
    both.until(|state| state["seq"] == 2).await;
    assert_eq!(both.state["line"], 0);
    both.say(json!({"type": "undo"})).await;
    both.until(|state| state["seq"] == 3).await;
    assert_eq!(both.state["line"], 3);
    // The same moves again are another line; it grows, and outlives a restart.
    both.play("4").await;
    both.play("5").await;
    both.until(|state| state["seq"] == 5).await;
    assert_eq!(both.state["line"], 3);
    table.close().await;
    let table = Table::open(&data).await;
    assert_eq!(table.get(&format!("/api/matches/{id}")).await.json()["line"], 3);
    table.close().await;
}

#[tokio::test]
async fn a_move_the_rules_refuse_says_why_and_changes_nothing() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table
        .create(&json!({"game": "go", "rules": "size=9",
            "seats": [{"kind": "here"}, {"kind": "here"}]}))
        .await;
    let secrets = ["first", "second"].map(|s| made["secrets"][s].as_str().unwrap());
    let mut both = table.join(made["id"].as_str().unwrap(), &secrets).await;
    both.play("D4").await;
    for play in ["D4", "Z99", "", "🙂"] {
        let message = json!({"type": "play", "play": play, "seq": 1});
        both.say(message).await;
        let refused = both.hear("refused").await;
        assert_eq!(refused["seq"], 1);
        let id = refused["reason"]["id"].as_str().unwrap();
        assert!(sobremesa_text::has(id), "{play}: {id}");
    }
    assert_eq!(both.state["seq"], 1);
    table.close().await;
}

#[tokio::test]
async fn taking_back_is_at_once_against_a_machine_and_by_consent_between_people() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table.create(&here_and_machine("connect4", 0)).await;
    let secret = made["secrets"]["first"].as_str().unwrap();
    let mut ana = table.join(made["id"].as_str().unwrap(), &[secret]).await;
    assert_eq!(ana.refused(json!({"type": "undo"})).await, "server-nothing-to-take-back");
    for round in 1..=3 {
        let play = first_legal(&ana.state);
        ana.play(&play).await;
        ana.until(|s| s["moves"].as_array().unwrap().len() == 2 * round).await;
    }
    ana.say(json!({"type": "undo"})).await;
    ana.until(|s| s["moves"].as_array().unwrap().len() == 4).await;
    assert_eq!((&ana.state["turn"], &ana.state["seq"]), (&json!("first"), &json!(7)));

    let (id, first, second) = table.match_of("connect4", "").await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    ana.play("1").await;
    ana.say(json!({"type": "undo"})).await;
    beto.until(|s| s["offers"]["undo"] == "first").await;
    assert_eq!(
        ana.refused(json!({"type": "accept", "offer": "undo"})).await,
        "server-nothing-offered"
    );
    beto.say(json!({"type": "decline", "offer": "undo"})).await;
    ana.until(|s| s["offers"]["undo"].is_null() && s["seq"] == 1).await;
    ana.say(json!({"type": "undo"})).await;
    beto.until(|s| s["offers"]["undo"] == "first").await;
    beto.say(json!({"type": "accept", "offer": "undo"})).await;
    ana.until(|s| s["moves"].as_array().unwrap().is_empty()).await;
    assert_eq!(ana.state["turn"], "first");
    // Playing on answers what was asked.
    ana.play("3").await;
    ana.say(json!({"type": "undo"})).await;
    beto.until(|s| s["offers"]["undo"] == "first" && s["seq"] == 3).await;
    beto.play("3").await;
    assert!(beto.state["offers"]["undo"].is_null());
    table.close().await;
}

#[tokio::test]
async fn resigning_drawing_and_a_rematch_with_the_sides_swapped() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("othello", "").await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    assert_eq!(ana.refused(json!({"type": "rematch"})).await, "server-not-over");
    ana.say(json!({"type": "name", "name": "  Ana <b>\u{202e} "})).await;
    beto.until(|s| s["seats"][0]["name"] == "Ana <b>").await;
    assert_eq!(
        ana.refused(json!({"type": "name", "name": "x".repeat(41)})).await,
        "server-name-too-long"
    );
    beto.say(json!({"type": "draw"})).await;
    ana.until(|s| s["offers"]["draw"] == "second").await;
    ana.say(json!({"type": "decline", "offer": "draw"})).await;
    beto.until(|s| s["offers"]["draw"].is_null()).await;
    beto.say(json!({"type": "resign"})).await;
    ana.until(|s| s["outcome"] == json!({"winner": "first", "reason": "resignation"})).await;
    ana.say(json!({"type": "rematch"})).await;
    beto.until(|s| s["offers"]["rematch"] == "first").await;
    beto.say(json!({"type": "accept", "offer": "rematch"})).await;
    let next = ana.until(|s| !s["next"].is_null()).await["next"].as_str().unwrap().to_owned();
    // The same secrets open the other sides.
    let mut ana = table.join(&next, &[&first]).await;
    let mut beto = table.join(&next, &[&second]).await;
    assert_eq!((&ana.sides[0], &beto.sides[0]), (&json!("second"), &json!("first")));
    assert_eq!(ana.state["seats"][1]["name"], "Ana <b>");
    let play = first_legal(&beto.state);
    beto.play(&play).await;
    // Both offer a draw: that is an agreement.
    ana.say(json!({"type": "draw"})).await;
    beto.until(|s| s["offers"]["draw"] == "second").await;
    beto.say(json!({"type": "draw"})).await;
    ana.until(|s| s["outcome"] == json!({"winner": null, "reason": "agreement"})).await;
    table.close().await;
}

#[tokio::test]
async fn another_game_is_offered_and_keeps_the_sides_and_the_agreed_rules() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, second) = table.match_of("connect4", "size=5x6").await;
    let mut ana = table.join(&id, &[&first]).await;
    let mut beto = table.join(&id, &[&second]).await;
    assert_eq!(beto.refused(json!({"type": "again"})).await, "server-not-over");
    ana.say(json!({"type": "resign"})).await;
    beto.until(|s| !s["outcome"].is_null()).await;
    beto.say(json!({"type": "again"})).await;
    let asked = ana.until(|s| s["offers"]["again"] == "second").await;
    assert!(asked["next"].is_null(), "nothing happens before the answer");
    ana.say(json!({"type": "accept", "offer": "again"})).await;
    let state = beto.until(|s| !s["next"].is_null()).await;
    assert_eq!(state["again"], true);
    let next = state["next"].as_str().unwrap();
    let ana = table.join(next, &[&first]).await;
    let beto = table.join(next, &[&second]).await;
    assert_eq!((&ana.sides[0], &beto.sides[0]), (&json!("first"), &json!("second")));
    assert_eq!(ana.state["agreed"], "size=5x6");
    // It is all there again after a restart.
    table.close().await;
    let table = Table::open(&data).await;
    let kept = table.get(&format!("/api/matches/{id}")).await.json();
    assert_eq!((&kept["next"], &kept["again"]), (&json!(next), &json!(true)));
    table.close().await;
}

#[tokio::test]
async fn between_people_hints_are_given_only_when_the_set_up_allowed_them() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    for (hints, link, allowed) in [
        (json!(null), true, false),
        (json!(false), false, false),
        (json!(true), true, true),
        (json!(null), false, true),
    ] {
        let other = if link { "link" } else { "here" };
        let mut setup = json!({"game": "go", "rules": "size=5",
            "seats": [{"kind": "here"}, {"kind": other}]});
        if !hints.is_null() {
            setup["hints"] = hints;
        }
        let made = table.create(&setup).await;
        assert_eq!(made["match"]["hints"], allowed);
        for (ask, body) in [("hint", json!({"level": 1})), ("estimate", json!({}))] {
            let path = format!("/api/matches/{}/{ask}", made["id"].as_str().unwrap());
            let reply = table.post(&path, None, &body).await;
            let wanted = if allowed { 200 } else { 409 };
            assert_eq!(reply.status, wanted, "{ask}: {}", reply.text());
            assert!(allowed || reply.reason() == "server-no-hints");
        }
    }
    table.close().await;
}

#[tokio::test]
async fn a_hint_is_exact_at_any_level_where_it_is_known() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    // Three in a column and the fourth to play; the end of a game of boxes.
    for (game, rules, moves, best, number) in [
        ("connect4", "", &["1", "2", "1", "2", "1", "2"][..], Some("1"), 18.0),
        ("dots", "size=1x2", &["1-1-h", "2-1-h", "1-2-h", "2-2-h"][..], None, -2.0),
    ] {
        let seats = json!([{"kind": "here"}, {"kind": "here"}]);
        let made = table.create(&json!({"game": game, "rules": rules, "seats": seats})).await;
        let id = made["id"].as_str().unwrap();
        let [first, second] = ["first", "second"].map(|s| made["secrets"][s].as_str().unwrap());
        let mut player = table.join(id, &[first, second]).await;
        for play in moves {
            player.play(play).await;
        }
        let path = format!("/api/matches/{id}/hint");
        for level in [0, 2] {
            let hint = table.post(&path, None, &json!({"level": level})).await.json();
            let line = &hint["lines"][0];
            assert_eq!(line["value"]["kind"], "exact", "{hint}");
            assert_eq!(line["value"]["number"], number, "{hint}");
            assert!(best.is_none_or(|best| line["play"] == best), "{hint}");
        }
    }
    table.close().await;
}

#[tokio::test]
async fn a_machine_that_thinks_for_long_shows_what_it_has_found_so_far() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    // Nobody solves this board at once.
    let made = table
        .create(&json!({"game": "connect4", "rules": "size=7x8",
            "seats": [{"kind": "machine", "level": 7}, {"kind": "here"}]}))
        .await;
    let id = made["id"].as_str().unwrap();
    let mut ana = table.join(id, &[made["secrets"]["second"].as_str().unwrap()]).await;
    let state = ana.until(|s| !s["looking"].is_null()).await;
    let legal: Vec<&Value> =
        state["legal"].as_array().unwrap().iter().map(|c| &c["play"]).collect();
    assert!(legal.contains(&&state["looking"]["play"]), "{}", state["looking"]);
    assert_eq!(state["thinking"], "first");
    table.close().await;
}

#[tokio::test]
async fn rules_can_be_looked_at_before_a_match_is_made_of_them() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let start = table.get("/api/games/go/start?rules=size%3D9x13").await.json();
    assert_eq!((&start["picture"]["rows"], &start["picture"]["columns"]), (&json!(9), &json!(13)));
    for (path, status, reason) in [
        ("/api/games/go/start?rules=size%3D30", 422, "rules-unreadable"),
        ("/api/games/chess/start", 404, "server-no-such-game"),
        ("/api/games/go/start?size=9", 400, "server-unknown-message"),
    ] {
        let reply = table.get(path).await;
        assert_eq!((reply.status, reply.reason().as_str()), (status, reason), "{path}");
    }
    table.close().await;
}

#[tokio::test]
async fn clocks_run_on_the_servers_time() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table
        .create(&json!({"game": "connect4", "clock": {"main": 1, "increment": 2},
            "seats": [{"kind": "link"}, {"kind": "link"}]}))
        .await;
    let id = made["id"].as_str().unwrap();
    let [first, second] = ["first", "second"].map(|s| made["secrets"][s].as_str().unwrap());
    let mut ana = table.join(id, &[first]).await;
    let mut beto = table.join(id, &[second]).await;
    // Nothing runs before the first move.
    assert!(ana.state["clock"]["running"].is_null());
    tokio::time::sleep(Duration::from_millis(1200)).await;
    ana.play("1").await;
    beto.until(|s| s["clock"]["running"] == "second").await;
    beto.play("1").await;
    // The increment was added to what was left of the second.
    let left = beto.state["clock"]["left"][1].as_u64().unwrap();
    assert!((2000..=3000).contains(&left), "{left}");
    // Nobody moves: the time of the first is used up.
    let end = ana.until(|s| !s["outcome"].is_null()).await;
    assert_eq!(end["outcome"], json!({"winner": "second", "reason": "time"}));
    assert_eq!(end["clock"]["left"][0], 0);
    assert_eq!(
        ana.refused(json!({"type": "play", "play": "1", "seq": 2})).await,
        "common-game-over"
    );
    for clock in
        [json!({"main": 0}), json!({"main": 90_000}), json!({"main": 5, "increment": 9999})]
    {
        let wanted = json!({"game": "connect4", "clock": clock,
            "seats": [{"kind": "here"}, {"kind": "here"}]});
        assert_eq!(table.post("/api/matches", None, &wanted).await.status, 422);
    }
    table.close().await;
}

#[tokio::test]
async fn machines_play_each_other_for_those_who_watch() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table
        .create(&json!({"game": "dots", "seats": [{"kind": "machine", "level": 0}, {"kind": "machine", "level": 1}]}))
        .await;
    let id = made["id"].as_str().unwrap();
    assert_eq!(made["secrets"], json!({}));
    // Nobody watches: nothing happens.
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert_eq!(table.get(&format!("/api/matches/{id}")).await.json()["seq"], 0);
    let mut watcher = table.join(id, &[]).await;
    watcher.say(json!({"type": "pause", "paused": true})).await;
    let paused = watcher.until(|s| s["show"]["paused"] == true).await;
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert_eq!(table.get(&format!("/api/matches/{id}")).await.json()["seq"], paused["seq"]);
    watcher.say(json!({"type": "speed", "delay": 0})).await;
    watcher.say(json!({"type": "pause", "paused": false})).await;
    watcher.until(|s| !s["outcome"].is_null()).await;
    // Only such a match can be paused.
    let (id, first, _) = table.match_of("dots", "").await;
    let mut player = table.join(&id, &[&first]).await;
    let pause = json!({"type": "pause", "paused": true});
    assert_eq!(player.refused(pause).await, "server-no-show");
    table.close().await;
}

#[tokio::test]
async fn a_machine_answers_hints_are_given_and_too_many_are_told_to_wait() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let made = table.create(&here_and_machine("othello", 1)).await;
    let id = made["id"].as_str().unwrap();
    let secret = made["secrets"]["first"].as_str().unwrap();
    let mut ana = table.join(id, &[secret]).await;
    let play = first_legal(&ana.state);
    ana.play(&play).await;
    ana.until(|s| s["turn"] == "first" && s["seq"] == 2).await;
    assert_eq!(ana.refused(json!({"type": "draw"})).await, "server-machine-plays-on");
    ana.say(json!({"type": "hint", "level": 1})).await;
    let hint = ana.hear("hint").await;
    let legal: Vec<&Value> =
        ana.state["legal"].as_array().unwrap().iter().map(|c| &c["play"]).collect();
    assert!(legal.contains(&&hint["lines"][0]["play"]), "{hint}");
    assert_eq!(hint["seq"], 2);
    assert_eq!(ana.refused(json!({"type": "hint", "level": 200})).await, "server-no-such-level");
    let path = format!("/api/matches/{id}/hint");
    let hint = table.post(&path, None, &json!({"level": 0})).await;
    assert_eq!(hint.status, 200, "{}", hint.text());
    table.close().await;
    // No room in the queue: whoever asks is told, the machine's own move waits.
    let table = Table::with(&data, |config| config.queue = 0).await;
    let reply = table.post(&path, None, &json!({"level": 0})).await;
    assert_eq!((reply.status, reply.reason().as_str()), (503, "server-busy"));
    let mut ana = table.join(id, &[secret]).await;
    assert_eq!(ana.refused(json!({"type": "hint", "level": 0})).await, "server-busy");
    let play = first_legal(&ana.state);
    ana.play(&play).await;
    assert_eq!(ana.state["turn"], "second");
    table.close().await;
    // With room again, it moves by itself as soon as somebody looks.
    let table = Table::open(&data).await;
    table.join(id, &[secret]).await.until(|s| s["seq"] == 4).await;
    table.close().await;
}

#[tokio::test]
async fn stopping_says_goodbye_and_the_game_goes_on_after() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let (id, first, _) = table.match_of("connect4", "").await;
    let mut ana = table.join(&id, &[&first]).await;
    ana.play("4").await;
    let mut silent = Client::connect(table.address, &id, None).await.unwrap();
    table.close().await;
    assert_eq!(ana.farewell().await.as_deref(), Some("server-stopping"));
    drop(silent.farewell().await);
    let table = Table::open(&data).await;
    let ana = table.join(&id, &[&first]).await;
    assert_eq!(ana.state["moves"], json!([{"side": "first", "play": "4"}]));
    table.close().await;
}

#[tokio::test]
async fn a_damaged_record_is_reported_and_the_others_are_well() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let mut ids = Vec::new();
    for _ in 0..3 {
        let (id, first, _) = table.match_of("connect4", "").await;
        table.join(&id, &[&first]).await.play("4").await;
        ids.push(id);
    }
    table.close().await;
    let file = rusqlite::Connection::open(data.0.join("sobremesa.sqlite")).unwrap();
    // One that is no JSON, one that the rules refuse.
    file.execute("UPDATE events SET body = 'x' WHERE match_id = ?1", [&ids[0]]).unwrap();
    let move_nine = r#"{"event":"play","side":"first","play":"9"}"#;
    file.execute("UPDATE events SET body = ?2 WHERE match_id = ?1", [&ids[1], move_nine]).unwrap();
    drop(file);
    let table = Table::open(&data).await;
    for id in &ids[..2] {
        let broken = table.get(&format!("/api/matches/{id}")).await;
        assert_eq!((broken.status, broken.reason().as_str()), (500, "server-record-damaged"));
        assert!(Client::connect(table.address, id, None).await.is_err());
    }
    assert_eq!(table.get(&format!("/api/matches/{}", ids[2])).await.json()["seq"], 1);
    assert_eq!(table.get("/healthz").await.status, 200);
    table.close().await;
}

#[tokio::test]
async fn a_taken_port_is_explained() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let other = Scratch::new();
    let config = sobremesa_server::Config {
        listen: table.address.to_string(),
        data: other.0.clone(),
        ..Default::default()
    };
    let refused = sobremesa_server::Server::open(&config).await.unwrap_err().to_string();
    assert!(refused.contains("taken") && refused.contains("--listen"), "{refused}");
    table.close().await;
}

#[tokio::test]
async fn only_listed_matches_are_listed() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let mut wanted = here_and_machine("go", 0);
    table.create(&wanted).await;
    wanted["listed"] = json!(true);
    let made = table.create(&wanted).await;
    let listed = table.get("/api/matches").await.json();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["id"], made["id"]);
    assert_eq!(listed[0]["over"], false);
    table.close().await;
}

#[tokio::test]
async fn a_match_nobody_uses_is_put_away_and_comes_back() {
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.idle = Duration::from_millis(100)).await;
    let rooms = async || {
        let page = table.get("/metrics").await.text();
        let line = page.lines().find_map(|l| l.strip_prefix("sobremesa_rooms ")).map(str::to_owned);
        line.and_then(|n| n.parse::<u32>().ok()).expect("a number")
    };
    let (id, first, second) = table.match_of("connect4", "").await;
    let mut ana = table.join(&id, &[&first]).await;
    ana.play("4").await;
    // It stays as long as somebody watches.
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(rooms().await, 1);
    drop(ana);
    let mut waited = 0;
    while rooms().await > 0 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        waited += 1;
        assert!(waited < 200, "the room is still open");
    }
    // Many come back at once: one room is opened for all of them.
    let path = format!("/api/matches/{id}");
    let looks = (0..20).map(|_| table.get(&path));
    let replies = futures_util::future::join_all(looks).await;
    assert!(replies.iter().all(|reply| reply.json()["seq"] == 1));
    let mut beto = table.join(&id, &[&second]).await;
    assert_eq!(rooms().await, 1);
    beto.play("4").await;
    table.close().await;
}
