//! A match between two seats as a record.

use sobremesa_kernel::{AnyGame, Outcome, Side};
use sobremesa_record::{GameResult, How, Record, RecordedMove};
use sobremesa_table::{Ended, Ending, Header, State};

use crate::replay;

/// How a match ended, as its record says it; unknown while it is on.
#[must_use]
pub fn result(state: &State) -> GameResult {
    let Some(ended) = state.ended() else { return GameResult::Unknown };
    let winner = ended.winner;
    let won = |how| winner.map_or(GameResult::Draw, |side| GameResult::Win(side.into(), how));
    match ended.reason {
        Ending::Resignation => won(How::Resignation),
        Ending::Time => won(How::Time),
        Ending::Fault => won(How::Forfeit),
        Ending::Record => {
            let says = state.header().record.as_ref().and_then(|record| record.result.parse().ok());
            says.unwrap_or(GameResult::Unknown)
        }
        Ending::Play | Ending::DrawAgreed => winner.map_or(GameResult::Draw, |winner| {
            GameResult::played_out(Outcome::Win(winner), state.margin())
        }),
    }
}

/// Writes a match down that began with `start`. `names` are those of the first
/// and second side.
#[must_use]
pub fn record(state: &State, start: &dyn AnyGame, names: [&str; 2]) -> Record {
    let moves = state.game().moves().into_iter();
    let settled = state.settlement().filter(|_| state.ended().is_some());
    Record {
        result: result(state).to_string(),
        moves: moves
            .map(|played| RecordedMove::new(Some(played.side.into()), played.play))
            .collect(),
        dead: settled.map(|settlement| settlement.dead.clone()),
        ..replay::record(start, names)
    }
}

/// How the record a match was opened from says it ended, if not by the rules.
#[must_use]
pub fn says(header: &Header) -> Option<Ended> {
    let result: GameResult = header.record.as_ref()?.result.parse().ok()?;
    let reason = match result {
        _ if !result.is_over() => return None,
        GameResult::Win(_, How::Resignation) => Ending::Resignation,
        GameResult::Win(_, How::Time) => Ending::Time,
        _ => Ending::Record,
    };
    Some(Ended { winner: result.winner().map(Side::from), reason })
}
