//! A match as a file.

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::json;
use sobremesa_games::{archive, json as games_json, replay};
use sobremesa_record::Record;
use sobremesa_record::sgf::{self, Collection};
use sobremesa_table::State;
use utoipa::ToSchema;

use crate::kept;
use crate::problem::Problem;

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
pub fn write(id: &str, state: &State, format: Format) -> Result<Response, Problem> {
    let (kind, ending, text) = match format {
        Format::Sgf => ("application/x-go-sgf", "sgf", sgf(state)?),
        Format::Json => ("application/json", "json", plain(id, state)?),
        Format::Text => ("text/plain; charset=utf-8", "txt", lines(state)),
    };
    let game = &state.header().game;
    let name = format!("attachment; filename=\"sobremesa-{game}-{id}.{ending}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text)
        .into_response())
}

fn sgf(state: &State) -> Result<String, Problem> {
    let record = record(state)?;
    let Some(recorded) = &state.header().record else { return Ok(record.to_sgf()?) };
    let tree = sgf::read_first(recorded.sgf.as_bytes())?;
    match replay::merged(&record, state.game(), tree) {
        Some(tree) => Ok(sgf::write(&Collection { trees: vec![tree] })),
        None => Ok(record.to_sgf()?),
    }
}

/// The match as a record.
fn record(state: &State) -> Result<Record, Problem> {
    let start = kept::begin(state.header())?;
    let written = archive::record(state, &*start, ["", ""]);
    Ok(Record {
        players: [0, 1].map(|seat: usize| {
            let seat = &state.header().seats[seat];
            match (&seat.name, seat.occupant.level()) {
                (Some(name), _) => name.clone(),
                (None, Some(level)) => format!("Sobremesa, level {level}"),
                (None, None) => String::new(),
            }
        }),
        // Nothing is said while the game is on.
        result: if state.ended().is_some() { written.result } else { String::new() },
        ..written
    })
}

fn plain(id: &str, state: &State) -> Result<String, Problem> {
    let record = Record { set_up: None, ..record(state)? };
    let mut game = games_json::write(&record, state.header().position.as_deref());
    game["id"] = json!(id);
    game["outcome"] = json!(state.ended());
    Ok(game.to_string())
}

fn lines(state: &State) -> String {
    let mut text = format!("{} {}\n", state.header().game, state.header().rules);
    if let Some(diagram) = &state.header().position {
        text.push_str(diagram);
        text.push('\n');
    }
    for played in state.game().moves() {
        text.push_str(&format!("{} {}\n", played.side, played.play));
    }
    text
}
