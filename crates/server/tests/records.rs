//! Game records as matches, and matches as game records.

mod common;

use common::{Scratch, Table};
use serde_json::{Value, json};

async fn import(table: &Table, file: &[u8]) -> common::Reply {
    table.send("POST", "/api/records", &[("content-type", "application/x-go-sgf")], file).await
}

#[tokio::test]
async fn a_record_becomes_a_match_that_goes_on() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let file = "(;GM[1]SZ[9]KM[6.5]PB[Ana]PW[Beto];B[ee];W[ec](;B[ge])(;B[cc]))";
    let made = import(&table, file.as_bytes()).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let made = made.json();
    let state = &made["match"];
    assert_eq!(state["moves"].as_array().unwrap().len(), 3, "the main line");
    assert_eq!(state["moves"][2], json!({"side": "first", "play": "G5"}));
    assert_eq!(state["seats"][0]["name"], "Ana");
    let id = made["id"].as_str().unwrap();
    let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
    table.close().await;

    let table = Table::open(&data).await;
    let mut both = table.join(id, &secrets).await;
    assert_eq!(both.state["moves"], state["moves"]);
    both.play("C3").await;
    both.say(json!({"type": "undo"})).await;
    both.until(|s| s["moves"].as_array().unwrap().len() == 3).await;
    table.close().await;
}

#[tokio::test]
async fn othello_endings_and_odd_bytes_are_read() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let othello = import(&table, b"(;GM[2];B[d3];W[c3])").await.json();
    assert_eq!(othello["match"]["game"], "othello");
    assert_eq!(othello["match"]["seq"], 2);
    let resigned = import(&table, b"(;SZ[9]RE[W+R];B[ee])").await.json();
    assert_eq!(resigned["match"]["outcome"], json!({"winner": "second", "reason": "resignation"}));
    let latin = import(&table, b"(;CA[ISO-8859-1]SZ[9]PB[Jos\xe9];B[ee])").await.json();
    assert_eq!(latin["match"]["seats"][0]["name"], "José");
    let agreed = import(&table, b"(;SZ[5]XR[count=agreed];B[cc];W[];B[])").await.json();
    assert!(agreed["match"]["outcome"].is_null());
    assert_eq!(agreed["match"]["agreement"]["ready"], false);
    table.close().await;
}

#[tokio::test]
async fn the_move_that_the_rules_refuse_is_named() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    for (file, reason, number) in [
        ("(;SZ[5];B[cc];W[cc])", "go-occupied", json!("2")),
        ("(;GM[2];B[d3];B[c5])", "record-wrong-turn", json!("2")),
        ("(;GM[2];B[d3];W[a1])", "othello-no-flip", json!("2")),
        ("(;SZ[5];B[zy])", "record-unreadable", json!(null)),
        ("hello", "record-unreadable", json!(null)),
        ("", "record-unreadable", json!(null)),
        ("(;GM[3])", "record-unreadable", json!(null)),
        ("(;GM[40]XG[chess])", "server-no-such-game", json!(null)),
    ] {
        let refused = import(&table, file.as_bytes()).await;
        let problem = refused.json();
        assert_eq!(refused.status, 422, "{file}: {problem}");
        assert_eq!(problem["reason"]["id"], reason, "{file}: {problem}");
        assert_eq!(problem["reason"]["args"]["number"], number, "{file}: {problem}");
    }
    let long = format!("(;SZ[5]{})", ";B[];W[cc]".repeat(1_001));
    assert_eq!(import(&table, long.as_bytes()).await.reason(), "server-record-too-long");
    let large = import(&table, &vec![b'x'; 600 * 1024]).await;
    assert_eq!((large.status, large.reason().as_str()), (413, "server-too-large"));
    assert_eq!(large.json()["reason"]["args"]["most"], "512");
    table.close().await;
}

#[tokio::test]
async fn a_match_from_a_diagram_is_exported_and_read_again() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    for (game, rules, diagram, play) in [
        (
            "go",
            "size=5 komi=0.5 count=territory",
            "X.O..\n.....\n.....\n.....\n....O\nturn=white",
            "J1",
        ),
        (
            "go",
            "size=9",
            "X.O......\n.........\n.........\n.........\n........O\n.........\n.........\n.........\n.........\nturn=white",
            "J1",
        ),
        (
            "othello",
            "",
            "........\n........\n........\n...OX...\n...XXX..\n........\n........\n........\nwhite to move",
            "f6",
        ),
    ] {
        let play = if rules.contains("size=5") { "E5" } else { play };
        let made = table
            .create(&json!({"game": game, "rules": rules, "position": diagram,
                "seats": [{"kind": "here"}, {"kind": "here"}]}))
            .await;
        let id = made["id"].as_str().unwrap();
        let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
        let mut both = table.join(id, &secrets).await;
        both.play(play).await;
        let file = table.get(&format!("/api/matches/{id}/export?format=sgf")).await;
        assert_eq!(file.status, 200, "{}", file.text());
        let again = import(&table, &file.body).await;
        assert_eq!(again.status, 201, "{}: {}", file.text(), again.text());
        let again = again.json();
        for part in ["picture", "turn", "moves", "rules"] {
            assert_eq!(again["match"][part], both.state[part], "{part}: {}", file.text());
        }
    }
    table.close().await;
}

/// Exports a match in both formats; each is read as the same match again.
async fn comes_back(table: &Table, id: &str, state: &Value) -> String {
    let mut texts = Vec::new();
    for format in ["sgf", "json"] {
        let file = table.get(&format!("/api/matches/{id}/export?format={format}")).await;
        assert_eq!(file.status, 200, "{}", file.text());
        let again = import(table, &file.body).await;
        assert_eq!(again.status, 201, "{}: {}", file.text(), again.text());
        let again = again.json();
        for part in ["game", "picture", "turn", "moves", "rules", "outcome", "score", "position"] {
            assert_eq!(again["match"][part], state[part], "{format} {part}: {}", file.text());
        }
        texts.push(file.text());
    }
    texts.swap_remove(0)
}

#[tokio::test]
async fn every_game_comes_back_from_its_file_whole() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    for (game, rules, moves, in_file) in [
        ("go", "size=9 komi=0.5 handicap=4", "E5 pass", "HA[4]"),
        ("go", "size=5 komi=0.5", "C3 pass pass", "RE[B+24.5]"),
        ("othello", "", "f5 d6 c3", "GM[2]"),
        ("connect4", "", "4 4 5 5 6 6 7", "RE[B+]"),
        ("connect4", "size=5x6", "3 2", "GM[1004]"),
        ("dots", "size=2x3", "1-1-h 1-1-v 2-1-h 1-2-v", "GM[1005]"),
    ] {
        let entry = sobremesa_games::find(game).unwrap();
        let begun = entry.start(rules).unwrap();
        for position in [None, Some(begun)] {
            // The same from a diagram of some position in the middle.
            let mut position = position;
            let mut left: Vec<&str> = moves.split(' ').collect();
            if let Some(table) = &mut position {
                table.play(left.remove(0)).unwrap();
            }
            let diagram = position.map(|table| table.diagram());
            let rules =
                if diagram.is_some() { rules.replace(" handicap=4", "") } else { rules.to_owned() };
            let made = table
                .create(&json!({"game": game, "rules": rules, "position": diagram,
                    "seats": [{"kind": "here"}, {"kind": "here"}]}))
                .await;
            let id = made["id"].as_str().unwrap();
            let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
            let mut both = table.join(id, &secrets).await;
            for play in left {
                both.play(play).await;
            }
            let file = comes_back(&table, id, &both.state).await;
            if diagram.is_none() {
                assert!(file.contains(in_file), "{in_file}: {file}");
            }
            if rules.contains("handicap") {
                assert!(file.contains("AB["), "{file}");
            }
            both.say(json!({"type": "resign"})).await;
            both.until(|s| !s["outcome"].is_null()).await;
            let file = comes_back(&table, id, &both.state).await;
            assert!(file.contains("RE["), "{file}");
        }
    }
    table.close().await;
}

/// What a record says is shown as what the record says.
#[tokio::test]
async fn the_result_of_a_record_is_the_records() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let moves = ";B[cc];W[bb];B[];W[]";
    for (file, winner, reason, says) in [
        (format!("(;SZ[5]RU[Japanese]KM[6.5]RE[B+3.5]{moves})"), "first", "record", "B+3.5"),
        (format!("(;SZ[5]RU[Chinese]RE[B+19]{moves})"), "first", "record", "B+19"),
        (format!("(;SZ[5]KM[0.5]RE[B+1.5]{moves})"), "first", "record", "B+1.5"),
        (format!("(;SZ[5]KM[0.5]RE[W+0.5]{moves})"), "second", "play", ""),
        (format!("(;SZ[5]RE[W+Forfeit]{moves})"), "second", "record", "W+Forfeit"),
        ("(;SZ[5]RE[W+Time];B[cc])".to_owned(), "second", "time", ""),
        ("(;SZ[5]RE[B+12];B[cc])".to_owned(), "first", "record", "B+12"),
        ("(;GM[2]RE[Draw];B[d3])".to_owned(), "", "record", "Draw"),
    ] {
        let made = import(&table, file.as_bytes()).await.json();
        let state = &made["match"];
        let winner = if winner.is_empty() { json!(null) } else { json!(winner) };
        assert_eq!(state["outcome"], json!({"winner": winner, "reason": reason}), "{file}");
        assert_eq!(state["recorded"].as_str().unwrap_or_default(), says, "{file}");
        assert_eq!(state["legal"], json!([]), "{file}");
        assert!(says.is_empty() || state["score"].is_null(), "{file}: {state}");
        let id = made["id"].as_str().unwrap();
        let written = table.get(&format!("/api/matches/{id}/export")).await.text();
        let result = file.split_once("RE[").unwrap().1.split_once(']').unwrap().0;
        assert!(written.contains(&format!("RE[{result}]")), "{file}: {written}");
    }
    for open in ["(;SZ[5]RE[?];B[cc])", "(;SZ[5]RE[Void];B[cc])", "(;SZ[5];B[cc])"] {
        let made = import(&table, open.as_bytes()).await.json();
        assert!(made["match"]["outcome"].is_null(), "{open}");
    }
    // The stones that were agreed to be dead are so again.
    let dead = "(;SZ[3]XR[size=3 count=agreed]XD[A3]RE[B+9];B[bb];W[aa];B[];W[])";
    let made = import(&table, dead.as_bytes()).await.json();
    assert_eq!(made["match"]["outcome"]["reason"], "play", "{made}");
    assert_eq!(made["match"]["score"], json!(["9", "0"]));
    comes_back_as_sgf(&table, &made).await;
    table.close().await;
}

async fn comes_back_as_sgf(table: &Table, made: &Value) {
    let id = made["id"].as_str().unwrap();
    let file = table.get(&format!("/api/matches/{id}/export?format=sgf")).await;
    let again = import(table, &file.body).await.json();
    for part in ["picture", "outcome", "score", "moves", "rules", "recorded", "agreement"] {
        assert_eq!(again["match"][part], made["match"][part], "{part}: {}", file.text());
    }
}

#[tokio::test]
async fn variations_comments_and_odd_komi_are_kept_and_said() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let file =
        "(;SZ[9]KM[3.75]RU[AGA]BR[3d]C[inicio];B[ee]C[uno];W[ec](;B[ge]LB[ee:x])(;B[cc];W[gg]))";
    let made = import(&table, file.as_bytes()).await.json();
    let notes: Vec<&str> =
        made["notes"].as_array().unwrap().iter().map(|note| note["id"].as_str().unwrap()).collect();
    assert_eq!(notes, ["record-note-komi", "record-note-variations"]);
    comes_back_as_sgf(&table, &made).await;
    let id = made["id"].as_str().unwrap();
    let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
    let mut both = table.join(id, &secrets).await;
    both.say(json!({"type": "undo"})).await;
    both.until(|s| s["moves"].as_array().unwrap().len() == 2).await;
    both.play("A1").await;
    let written = table.get(&format!("/api/matches/{id}/export")).await.text();
    for part in [
        "KM[3.75]",
        "RU[AGA]",
        "BR[3d]",
        "C[inicio]",
        "C[uno]",
        "LB[ee:x]",
        "(;B[cc];W[gg])",
        "(;B[ai])",
    ] {
        assert!(written.contains(part), "{part}: {written}");
    }
    let again = import(&table, written.as_bytes()).await.json();
    assert_eq!(again["match"]["moves"], both.state["moves"], "{written}");
    table.close().await;
}

/// A game that begins anew in the middle of its file (a move that the rules
/// forbid, a colour that moved twice, stones that were changed) is written
/// from where it began.
#[tokio::test]
async fn an_unusual_record_is_played_on_and_written_whole() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    for (file, play, tail) in [
        ("(;SZ[5];B[aa]C[uno];W[];W[bb];B[cc]C[dos])", "A1", ";W[];W[bb];B[cc]C[dos];W[ae])"),
        ("(;SZ[5];B[aa];B[bb];W[cc])", "A1", ";B[aa];B[bb];W[cc];B[ae])"),
        ("(;SZ[5];B[aa]W[bb]C[dos])", "A1", ";B[aa]W[bb]C[dos];B[ae])"),
        ("(;SZ[3]RU[NZ]AB[ba][ab]AW[cc]PL[W];W[aa];B[bb])", "C3", ";W[aa];B[bb];W[ca])"),
        ("(;SZ[3];B[ba];W[aa];B[ab]AE[aa];W[cc])", "B2", ";B[ab]AE[aa];W[cc];B[bb])"),
        ("(;SZ[5];B[aa];AW[bb];W[cc])", "A1", ";B[aa];AW[bb];W[cc];B[ae])"),
    ] {
        let made = import(&table, file.as_bytes()).await.json();
        let id = made["id"].as_str().unwrap();
        comes_back_as_sgf(&table, &made).await;
        let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
        let mut both = table.join(id, &secrets).await;
        both.play(play).await;
        let written = table.get(&format!("/api/matches/{id}/export")).await.text();
        assert!(written.replace('\n', "").ends_with(tail), "{file}: {written}");
        let again = import(&table, written.as_bytes()).await.json();
        for part in ["picture", "moves", "turn", "rules"] {
            assert_eq!(again["match"][part], both.state[part], "{part}: {written}");
        }
    }
    table.close().await;
}

/// Transcripts leave out forced passes and who moves; what is saved has both,
/// and what the file says besides.
#[tokio::test]
async fn a_transcript_with_a_forced_pass_is_saved_whole() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let mut rng = sobremesa_kernel::Rng::new(4);
    let mut archives = 0;
    while archives < 3 {
        let mut game = sobremesa_games::find("othello").unwrap().start("").unwrap();
        while game.outcome().is_none() {
            let legal = game.legal();
            game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
        }
        if game.moves().iter().all(|m| m.play != "pass") {
            continue;
        }
        archives += 1;
        let record = sobremesa_games::replay::record(&*game, ["", ""]);
        let played = record.result.parse().unwrap();
        let archive = sobremesa_record::wthor::Archive::of(&[(
            &record,
            sobremesa_record::wthor::score(played),
        )]);
        let transcript = sobremesa_record::transcript::write(&record);
        let files = [sobremesa_record::wthor::write(&archive).unwrap(), transcript.into_bytes()];
        for (at, file) in files.iter().enumerate() {
            let made = import(&table, file).await.json();
            assert_eq!(made["match"]["moves"].as_array().unwrap().len(), game.moves().len());
            comes_back_as_sgf(&table, &made).await;
            let id = made["id"].as_str().unwrap();
            let saved = table.get(&format!("/api/matches/{id}/export")).await.text();
            assert_eq!(saved.contains("XW["), at == 0, "what only an archive says: {saved}");
        }
    }
    table.close().await;
}

#[tokio::test]
async fn a_record_is_played_on_from_any_move() {
    let data = Scratch::new();
    let table = Table::open(&data).await;
    let file = b"(;SZ[9]RE[B+R];B[ee];W[ec];B[ge])";
    for moves in 0..4 {
        let made = table.send("POST", &format!("/api/records?moves={moves}"), &[], file).await;
        assert_eq!(made.status, 201, "{}", made.text());
        let made = made.json();
        assert_eq!(made["match"]["moves"].as_array().unwrap().len(), moves);
        assert!(made["match"]["outcome"].is_null(), "{made}");
        let secrets = ["first", "second"].map(|side| made["secrets"][side].as_str().unwrap());
        let mut both = table.join(made["id"].as_str().unwrap(), &secrets).await;
        both.play("A1").await;
        assert_eq!(both.state["moves"].as_array().unwrap().len(), moves + 1);
    }
    let odd = table.send("POST", "/api/records?moves=x", &[], file).await;
    assert_eq!(odd.status, 400, "{}", odd.text());
    table.close().await;
}
