//! A file as a match: read, replayed through the rules, and kept move by move.

use axum::http::StatusCode;
use sobremesa_games::files;
use sobremesa_games::replay::{self, ReplayError};
use sobremesa_kernel::{AnyGame, Message, Side, SyntaxError};
use sobremesa_record::sgf::{self, Collection};
use sobremesa_record::{GameResult, Record, RecordedMove};
use sobremesa_table::{Event, Header, LONGEST_NAME, Occupant, Recorded, Seat, clean_name};

use crate::problem::Problem;

/// The longest file.
pub const LONGEST: usize = 512 * 1024;

/// The most moves of a game: far more than anybody plays, and few enough to
/// be kept while the sender waits.
pub const MOST_MOVES: usize = 2_000;

/// What a file says, ready to be kept: both seats are a person's here.
#[derive(Debug)]
pub struct Imported {
    pub header: Header,
    pub events: Vec<Event>,
    /// What was unusual, and what is kept without being shown.
    pub notes: Vec<Message>,
}

/// Reads a file; of its moves only the first `until`, if that is given.
///
/// # Errors
/// When the file cannot be read, or where the rules refuse it; the message's
/// argument `number` is then the number of the move, from 1.
pub fn read(file: &[u8], until: Option<usize>) -> Result<Imported, Problem> {
    let mut games = files::read(file)?;
    let several = games.len();
    let record = games.swap_remove(0)?;
    if record.moves.len() > MOST_MOVES {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-record-too-long",
            format!("a record has at most {MOST_MOVES} moves"),
        )
        .with("most", MOST_MOVES));
    }
    let replayed = replay::replay_whole(&record)?;
    let sgf = source(file, &record, replayed.moves)?;
    let mut game = replayed.game;
    let mut notes = record.notes.clone();
    notes.extend(replayed.notes);
    if several > 1 {
        notes.push(Message::new("record-note-several").with("count", several));
    }
    if record.left_out.variations > 0 {
        let count = record.left_out.variations;
        notes.push(Message::new("record-note-variations").with("count", count));
    }
    for _ in until.unwrap_or(usize::MAX)..game.moves().len() {
        game.undo();
    }
    let mut events: Vec<Event> = game
        .moves()
        .into_iter()
        .map(|m| Event::Play { side: m.side, play: m.play, left: None })
        .collect();
    let moves = events.len();
    let says = record.result.parse().ok().filter(|_| until.is_none());
    let settled = says.is_some_and(|says| settle(&*game, &record, says, &mut events));
    let result = match says {
        Some(says) if !settled && !says.agrees(replay::result(&*game)) => record.result.clone(),
        _ => String::new(),
    };
    let seat = |name: &str| Seat {
        occupant: Occupant::Here,
        name: clean_name(&name.chars().take(LONGEST_NAME).collect::<String>()).ok().flatten(),
        secret: None,
    };
    let header = Header {
        game: game.entry().id.to_owned(),
        rules: game.rules(),
        position: replay::unusual_start(&*game).map(|start| start.diagram()),
        seats: [seat(&record.players[0]), seat(&record.players[1])],
        clock: None,
        listed: false,
        hints: None,
        previous: None,
        record: Some(Recorded { sgf, result, moves }),
    };
    Ok(Imported { header, events, notes })
}

/// The stones that the record says were agreed to be dead, agreed to again,
/// if that is what its result says.
fn settle(game: &dyn AnyGame, record: &Record, says: GameResult, events: &mut Vec<Event>) -> bool {
    let Some(dead) = record.dead.as_ref().filter(|_| game.awaits_agreement()) else {
        return false;
    };
    let known = |at: &String| !game.group_at(at).is_empty();
    let counted = || game.counted(dead).score.map(|[first, second]| first - second);
    if !dead.iter().all(known) || counted().map(GameResult::counted) != Some(says) {
        return false;
    }
    events.push(Event::Propose { dead: dead.clone() });
    events.extend(Side::BOTH.map(|side| Event::Agree { side }));
    true
}

/// The first game of a file as SGF, whole: its tree if it has one, else its
/// `moves` with those that other formats leave out (forced passes, and whose
/// move it is).
fn source(file: &[u8], record: &Record, moves: Vec<RecordedMove>) -> Result<String, SyntaxError> {
    let tree = match files::is_sgf(file) {
        true => sgf::read_first(file)?,
        false => Record { moves, ..record.clone() }.to_tree()?,
    };
    Ok(sgf::write(&Collection { trees: vec![tree] }))
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
