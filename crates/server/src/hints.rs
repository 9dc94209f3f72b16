//! What a machine would do, and who owns what: anybody at the table may ask.

use std::sync::Arc;

use axum::http::StatusCode;
use sobremesa_kernel::Budget;

use crate::hub::Hub;
use crate::problem::Problem;
use crate::room::Command;
use crate::wire;
use crate::workers::{Task, Urgency};

/// Lines of a hint that are sent: every move of most games, and no more of a
/// large board than anybody would look at.
const LINES: usize = 64;

/// Lets a machine of the given level think about the match as it stands.
///
/// # Errors
/// When the game is over, there is no such level, or too many wait already.
pub async fn think(hub: &Arc<Hub>, id: &str, level: u8) -> Result<wire::Hint, Problem> {
    let copied = hub.ask(id, |answer| Command::Copy { answer }).await?;
    // Over, or stopped: either way there is no move to find.
    if copied.outcome.is_some() || copied.game.outcome().is_some() {
        return Err(Problem::over());
    }
    check_level(copied.game.entry(), level)?;
    let seq = copied.seq;
    let mut thought = hub.workers.submit(Task {
        position: copied.game,
        level,
        budget: Budget::default(),
        thinker: format!("{id}/hint"),
        urgency: Urgency::Hint,
    })?;
    let found = (&mut thought.answer).await.ok().flatten().ok_or_else(|| {
        Problem::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "server-failed",
            "the machine found no answer",
        )
    })?;
    let lines = found
        .lines
        .into_iter()
        .take(LINES)
        .map(|line| wire::Line { play: line.play, value: line.value.into(), pv: line.pv })
        .collect();
    Ok(wire::Hint { level, seq, lines })
}

/// Lets the program judge who owns what in the match as it stands.
///
/// # Errors
/// In games where nothing is owned, or when too many wait already.
pub async fn judge(hub: &Arc<Hub>, id: &str) -> Result<wire::Estimate, Problem> {
    let copied = hub.ask(id, |answer| Command::Copy { answer }).await?;
    let mut thought = hub.workers.judge(copied.game, Urgency::Hint)?;
    let found = (&mut thought.answer).await.ok().flatten().ok_or_else(|| {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-no-estimate",
            "nothing is estimated in this game",
        )
    })?;
    Ok(wire::Estimate {
        seq: copied.seq,
        lead: found.lead,
        chance: found.chance,
        owners: found.owners.into_iter().map(|(at, share)| wire::Owned { at, share }).collect(),
        dead: found.dead,
    })
}

/// Refuses a level the game does not have.
///
/// # Errors
/// Says which levels there are.
pub fn check_level(entry: &sobremesa_kernel::Entry, level: u8) -> Result<(), Problem> {
    let levels = entry.levels().len();
    if usize::from(level) < levels {
        return Ok(());
    }
    let most = levels.saturating_sub(1);
    Err(Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "server-no-such-level",
        format!("{} has the levels 0 to {most}", entry.id),
    )
    .with("most", most))
}
