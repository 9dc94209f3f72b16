//! What is asked about a match's moves: its review, the values of a position,
//! positions that might have been.

use std::sync::Arc;

use axum::http::StatusCode;
use sobremesa_judgement::Effort;
use sobremesa_kernel::AnyGame;
use sobremesa_table::{Refused, State};
use tokio::sync::oneshot;

use super::{Listening, News, Progress, key};
use crate::advice;
use crate::hub::Hub;
use crate::problem::Problem;
use crate::room::Request;
use crate::wire::{self, ServerMessage};

/// The longest match that is reviewed, in moves.
const LONGEST: usize = 1_000;

/// A review, or the values of a position, on their way to who asked.
#[derive(Debug)]
pub enum Asked {
    Review { line: u64, listening: Listening },
    Values(oneshot::Receiver<Option<ServerMessage>>),
}

/// The match as it stands, if its moves may be judged now.
async fn judged(hub: &Arc<Hub>, id: &str) -> Result<State, Problem> {
    let state = hub.ask(id, |answer| Request::Copy { answer }).await?;
    let over = state.ended().is_some() || state.game().outcome().is_some();
    if !over {
        advice::check_allowed(&state)?;
    }
    if state.game().moves().len() > LONGEST {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-review-too-long",
            format!("at most {LONGEST} moves are judged"),
        )
        .with("most", LONGEST));
    }
    Ok(state)
}

/// The game after `ply` of its moves and then others.
fn after(state: &State, ply: usize, then: &[&str]) -> Result<Box<dyn AnyGame>, Problem> {
    let moves = state.game().moves();
    let played = moves.get(..ply).ok_or_else(Problem::no_such_move)?;
    let mut game = state.game().start();
    for play in played.iter().map(|played| &*played.play).chain(then.iter().copied()) {
        game.play(play).map_err(Refused::Move)?;
    }
    Ok(game)
}

/// The most moves of a line that are played out.
const LINE: usize = 64;

/// A position that might have been: after `ply` moves of the match and then
/// others.
///
/// # Errors
/// When there is no such match or ply, or the moves may not be played.
pub async fn instead(
    hub: &Arc<Hub>,
    id: &str,
    ply: usize,
    then: &str,
) -> Result<wire::Earlier, Problem> {
    let then: Vec<&str> = then.split_ascii_whitespace().collect();
    if then.len() > LINE {
        return Err(Problem::unknown_message(format!("`then` has at most {LINE} moves")));
    }
    let state = hub.ask(id, |answer| Request::Copy { answer }).await?;
    Ok(after(&state, ply, &then)?.view().into())
}

/// Begins to review a match, or listens to who does.
///
/// # Errors
/// When there is no such match, it is still played without hints, it is too
/// long, or too many wait already.
pub async fn review(hub: &Arc<Hub>, id: &str) -> Result<Asked, Problem> {
    let state = judged(hub, id).await?;
    let key = key(state.game());
    hub.reviews.fetch(&key, state.game().moves().len()).await;
    let listening = hub.reviews.open(key, state.game(), &hub.workers)?;
    Ok(Asked::Review { line: state.line(), listening })
}

/// Begins to value the moves of the position after `ply` moves, or of the
/// present one.
///
/// # Errors
/// Those of [`review`], and when there are fewer moves or the game is over
/// there.
pub async fn values(hub: &Arc<Hub>, id: &str, ply: Option<usize>) -> Result<Asked, Problem> {
    let state = judged(hub, id).await?;
    let ply = ply.unwrap_or(state.game().moves().len());
    let game = after(&state, ply, &[])?;
    if game.outcome().is_some() {
        return Err(Refused::Over.into());
    }
    let side = game.turn();
    let (answer, answered) = oneshot::channel();
    let mut answer = Some(answer);
    hub.workers.aside(Box::new(move |wanted| {
        let left = || answer.as_ref().is_none_or(oneshot::Sender::is_closed);
        let found = sobremesa_judgement::values(&*game, &Effort::default(), &|| wanted() || left());
        if left() {
            return true;
        }
        // Stopped to make room: it begins again later.
        if found.is_empty() && wanted() {
            return false;
        }
        let lines = found
            .into_iter()
            .map(|line| wire::Line { play: line.play, value: line.value.into(), pv: line.pv })
            .collect();
        if let Some(answer) = answer.take() {
            let _ = answer.send(Some(ServerMessage::Values { ply, side, lines }));
        }
        true
    }))?;
    Ok(Asked::Values(answered))
}

impl Asked {
    /// The name of what was asked, on the wire.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Asked::Review { .. } => "review",
            Asked::Values(_) => "values",
        }
    }

    /// Waits for what comes next, and says whether more is to come. It may be
    /// given up and waited for again.
    ///
    /// # Errors
    /// When the work failed.
    pub async fn next(&mut self) -> Result<(ServerMessage, bool), Problem> {
        let failed = || {
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Problem::new(status, "server-failed", "the moves could not be judged")
        };
        match self {
            Asked::Values(answered) => match answered.await {
                Ok(Some(values)) => Ok((values, false)),
                _ => Err(failed()),
            },
            Asked::Review { line, listening } => {
                let News { judgements, state } = listening.next().await;
                if state == Progress::Failed {
                    return Err(failed());
                }
                let done = state == Progress::Done;
                let moves = listening.running.moves;
                let review = ServerMessage::Review { line: *line, moves, judgements, done };
                Ok((review, !done))
            }
        }
    }
}
