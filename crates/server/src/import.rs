//! A file as a match: read, replayed through the rules, and kept move by move.

use axum::http::StatusCode;
use sobremesa_games::replay::{self, ReplayError};
use sobremesa_kernel::Side;
use sobremesa_record::Record;
use sobremesa_store::{Event, Header, Seat, SeatKind};

use crate::problem::Problem;
use crate::room::clean_name;
use crate::sheet::to_store;

/// The longest file.
pub const LONGEST: usize = 512 * 1024;

/// The most moves of a game: far more than anybody plays, and few enough to
/// be kept while the sender waits.
const MOST_MOVES: usize = 2_000;

/// What a file says, ready to be kept: both seats are a person's here.
///
/// # Errors
/// When the file cannot be read, or where the rules refuse it; the message's
/// argument `number` is then the number of the move, from 1.
pub fn read(file: &[u8]) -> Result<(Header, Vec<Event>), Problem> {
    let record = Record::from_sgf(file)?;
    if record.moves.len() > MOST_MOVES {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-record-too-long",
            format!("a record has at most {MOST_MOVES} moves"),
        )
        .with("most", MOST_MOVES));
    }
    let table = replay::replay(&record)?;
    let mut events: Vec<Event> = table
        .moves()
        .into_iter()
        .map(|m| Event::Play { side: to_store(m.side), play: m.play, left: None })
        .collect();
    if table.outcome().is_none() {
        events.extend(ending(&record.result));
    }
    let seat = |name: &str| Seat {
        kind: SeatKind::Here,
        level: None,
        name: clean_name(&name.chars().take(40).collect::<String>()).ok().flatten(),
        secret: None,
    };
    let header = Header {
        game: table.entry().id.to_owned(),
        rules: table.rules(),
        position: replay::diagram(&record),
        seats: [seat(&record.players[0]), seat(&record.players[1])],
        clock: None,
        listed: false,
        previous: None,
    };
    Ok((header, events))
}

/// How the game ended away from the board: `B+R`, `W+Resign`, `B+T`.
fn ending(result: &str) -> Option<Event> {
    let (winner, how) = result.split_once('+')?;
    let loser = to_store(match winner {
        "B" => Side::Second,
        "W" => Side::First,
        _ => return None,
    });
    match how {
        "R" | "Resign" => Some(Event::Resign { side: loser }),
        "T" | "Time" => Some(Event::Timeout { side: loser }),
        _ => None,
    }
}

impl From<ReplayError> for Problem {
    fn from(error: ReplayError) -> Problem {
        let detail = error.to_string();
        match error {
            ReplayError::UnknownGame(_) => {
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "server-no-such-game", detail)
            }
            ReplayError::Unreadable(error) => error.into(),
            ReplayError::Illegal { number, message, .. } => Problem {
                status: StatusCode::UNPROCESSABLE_ENTITY,
                message: message.with("number", number),
                detail,
            },
        }
    }
}
