//! A match as a file.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use sobremesa_games::replay;
use sobremesa_kernel::Side;
use sobremesa_record::{Colour, Record, RecordedMove};
use utoipa::ToSchema;

use crate::problem::Problem;
use crate::room::Copied;
use crate::{sheet, wire};

/// How a record is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// Smart Game Format, FF[4].
    #[default]
    Sgf,
    /// Game, rules and moves as plain data.
    Json,
    /// One move a line.
    Text,
}

/// Writes the record of a match.
///
/// # Errors
/// When the format cannot hold this match.
pub fn write(id: &str, copied: &Copied, format: Format) -> Result<Response, Problem> {
    let (kind, ending, text) = match format {
        Format::Sgf => ("application/x-go-sgf", "sgf", sgf(copied)?),
        Format::Json => ("application/json", "json", plain(id, copied)),
        Format::Text => ("text/plain; charset=utf-8", "txt", lines(copied)),
    };
    let game = &copied.header.game;
    let name = format!("attachment; filename=\"sobremesa-{game}-{id}.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text)
        .into_response())
}

fn sgf(copied: &Copied) -> Result<String, Problem> {
    let set_up = match &copied.header.position {
        None => None,
        Some(_) => {
            let start = sheet::begin(&copied.header)?;
            Some(replay::set_up(&*start).ok_or_else(|| {
                Problem::new(
                    StatusCode::UNPROCESSABLE_ENTITY,
                    "server-format-without-set-up",
                    "a match of this game that began from a diagram is exported as json or text",
                )
            })?)
        }
    };
    let record = Record {
        game: copied.header.game.clone(),
        rules: copied.header.rules.clone(),
        players: [0, 1].map(|seat: usize| {
            let seat = &copied.header.seats[seat];
            match (&seat.name, seat.level) {
                (Some(name), _) => name.clone(),
                (None, Some(level)) => format!("Sobremesa, level {level}"),
                (None, None) => String::new(),
            }
        }),
        result: result(copied),
        moves: copied
            .moves
            .iter()
            .map(|played| {
                let colour = match played.side {
                    Side::First => Colour::Black,
                    Side::Second => Colour::White,
                };
                RecordedMove::new(Some(colour), played.play.clone())
            })
            .collect(),
        set_up,
        ..Record::default()
    };
    Ok(record.to_sgf()?)
}

/// As SGF words it: `B+3.5`, `W+R`, `B+T`, `0`; empty while the game is on.
fn result(copied: &Copied) -> String {
    let Some(outcome) = copied.outcome else { return String::new() };
    let Some(winner) = outcome.winner else { return "0".to_owned() };
    let (letter, sign) = match winner {
        wire::Side::First => ('B', 1.0),
        wire::Side::Second => ('W', -1.0),
    };
    match outcome.reason {
        wire::Ending::Resignation => format!("{letter}+R"),
        wire::Ending::Time => format!("{letter}+T"),
        wire::Ending::Fault => format!("{letter}+F"),
        wire::Ending::Play | wire::Ending::Agreement => match copied.margin {
            Some(margin) => format!("{letter}+{}", margin.as_f64() * sign),
            None => format!("{letter}+"),
        },
    }
}

fn plain(id: &str, copied: &Copied) -> String {
    let moves: Vec<wire::Move> = copied.moves.iter().map(Into::into).collect();
    json!({
        "id": id,
        "game": copied.header.game,
        "rules": copied.header.rules,
        "position": copied.header.position,
        "players": copied.header.seats.each_ref().map(|seat| &seat.name),
        "outcome": copied.outcome,
        "moves": moves,
    })
    .to_string()
}

fn lines(copied: &Copied) -> String {
    let mut text = format!("{} {}\n", copied.header.game, copied.header.rules);
    if let Some(diagram) = &copied.header.position {
        text.push_str(diagram);
        text.push('\n');
    }
    for played in &copied.moves {
        text.push_str(&format!("{} {}\n", played.side, played.play));
    }
    text
}
