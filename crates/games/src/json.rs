//! Games as plain data: the JSON that the server exports.

use serde_json::{Value, json};
use sobremesa_kernel::{Side, SyntaxError};
use sobremesa_record::{Colour, GameResult, How, Record, RecordedMove};

/// The most that is read: 4 MiB.
const MAX_BYTES: usize = 4 << 20;

/// Writes a game. `position` is the diagram it began from, if not as usual.
#[must_use]
pub fn write(record: &Record, position: Option<&str>) -> Value {
    let moves = record.moves.iter().map(|m| {
        let side = m.colour.map(|colour| Side::from(colour).to_string());
        let mut move_ = json!({"side": side, "play": m.play});
        if !m.comment.is_empty() {
            move_["comment"] = json!(m.comment);
        }
        if m.forced {
            move_["forced"] = json!(true);
        }
        move_
    });
    let name = |name: &String| (!name.is_empty()).then(|| name.clone());
    let mut game = json!({
        "game": record.game,
        "rules": record.rules,
        "position": position,
        "players": record.players.each_ref().map(name),
        "event": record.event,
        "date": record.date,
        "result": record.result,
        "comment": record.comment,
        "moves": moves.collect::<Vec<_>>(),
    });
    if !record.info.is_empty() {
        game["info"] = json!(record.info);
    }
    if let Some(dead) = &record.dead {
        game["dead"] = json!(dead);
    }
    game
}

/// Reads a game as [`write`] writes it; what else is in there is ignored.
/// Files of before `result` have an `outcome` alone.
pub fn read(text: &str) -> Result<Record, SyntaxError> {
    let refuse = |found: &str, expected: &'static str| {
        SyntaxError::new("record-unreadable", found, expected)
    };
    if text.len() > MAX_BYTES {
        return Err(SyntaxError::finding("record-unreadable", "a larger file", "at most 4 MiB"));
    }
    let game: Value = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let rest = text.lines().nth(line.saturating_sub(1)).unwrap_or("");
        let found: String = rest.chars().skip(column.saturating_sub(1)).take(60).collect();
        refuse(&found, "a game as JSON").at(line.max(1), column.max(1))
    })?;
    let word = |of: &Value, key: &str| of[key].as_str().unwrap_or_default().to_owned();
    let Some(listed) = game["moves"].as_array().filter(|_| game["game"].is_string()) else {
        return Err(refuse("{", "a game and its moves, as this program writes them"));
    };
    let moves = listed.iter().enumerate().map(|(index, m)| {
        let colour = match m["side"].as_str() {
            Some("first") => Some(Colour::Black),
            Some("second") => Some(Colour::White),
            _ => None,
        };
        let Some(play) = m["play"].as_str().or(m.as_str()) else {
            return Err(refuse(&m.to_string(), "a side and a play").at(1, index + 1));
        };
        let forced = m["forced"] == true;
        Ok(RecordedMove { comment: word(m, "comment"), forced, ..RecordedMove::new(colour, play) })
    });
    Ok(Record {
        game: word(&game, "game"),
        rules: word(&game, "rules"),
        players: [0, 1]
            .map(|seat: usize| game["players"][seat].as_str().unwrap_or_default().to_owned()),
        event: word(&game, "event"),
        date: word(&game, "date"),
        result: match game["result"].as_str() {
            Some(result) => result.to_owned(),
            None => outcome(&game["outcome"]),
        },
        comment: word(&game, "comment"),
        diagram: word(&game, "position"),
        info: listed_in(&game["info"])
            .filter_map(|pair| Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.to_owned())))
            .collect(),
        dead: game["dead"].is_array().then(|| {
            listed_in(&game["dead"]).filter_map(|at| at.as_str().map(str::to_owned)).collect()
        }),
        moves: moves.collect::<Result<_, _>>()?,
        ..Record::default()
    })
}

/// What is in a list; nothing in what is none.
fn listed_in(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn outcome(outcome: &Value) -> String {
    let winner = match outcome["winner"].as_str() {
        Some("first") => Colour::Black,
        Some("second") => Colour::White,
        _ if outcome.is_object() => return GameResult::Draw.to_string(),
        _ => return String::new(),
    };
    let how = match outcome["reason"].as_str() {
        Some("resignation") => How::Resignation,
        Some("time") => How::Time,
        Some("fault") => How::Forfeit,
        _ => How::Unsaid,
    };
    GameResult::Win(winner, how).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GAMES, replay};

    #[test]
    fn every_game_comes_back() {
        for entry in GAMES {
            let mut game = entry.start("").unwrap();
            for _ in 0..6 {
                let legal = game.legal();
                game.play(&legal[legal.len() / 2]).unwrap();
            }
            let mut record = replay::record(&*game, ["Ana", ""]);
            record.comment = "una partida".to_owned();
            record.moves[2].comment = "«¿por qué?»".to_owned();
            let text = write(&record, None).to_string();
            assert_eq!(read(&text).unwrap(), record, "{text}");
        }
    }

    #[test]
    fn what_is_no_game_is_refused_and_old_files_are_read() {
        for bad in ["{", "{}", r#"{"game":"go"}"#, r#"{"game":"go","moves":[1]}"#, "{\"game\":\n?"]
        {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("{\"game\":\n  ?").unwrap_err().place(), Some((2, 3)));
        let old = r#"{"id":"x","game":"connect4","rules":"","position":null,"players":[null,"B"],
            "outcome":{"winner":"second","reason":"resignation"},"moves":[{"side":"first","play":"4"}]}"#;
        let read = read(old).unwrap();
        assert_eq!((read.result.as_str(), read.players[1].as_str()), ("W+R", "B"));
        assert_eq!(replay::replay(&read).unwrap().moves().len(), 1);
    }
}
