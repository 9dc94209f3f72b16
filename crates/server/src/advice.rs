//! What a machine would do, and who owns what: anybody at the table may ask.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use sobremesa_kernel::{Analysis, Budget, Value};
use sobremesa_table::{Refused, State};

use crate::hub::Hub;
use crate::problem::Problem;
use crate::room::Request;
use crate::visitor::Visitor;
use crate::wire;
use crate::workers::{Task, Urgency};

/// Lines of a hint that are sent: every move of most games, and no more of a
/// large board than anybody would look at.
const LINES: usize = 64;

/// How long the strongest player may try to prove what a move is worth, in games
/// where it can.
const PROOF: Duration = Duration::from_millis(700);

/// How often whoever waits is told what is being looked at.
const TELLING: Duration = Duration::from_millis(500);

/// Lets a machine of the given level think about the match as it stands, and
/// tells now and then what it looks at, or how long it waits for its turn.
///
/// # Errors
/// When the game is over, hints were not agreed on, there is no such level, or
/// too many wait already.
pub async fn think(
    hub: &Arc<Hub>,
    id: &str,
    level: u8,
    visitor: Visitor,
    tell: impl Fn(wire::ServerMessage),
) -> Result<wire::Hint, Problem> {
    let state = hub.ask(id, |answer| Request::Copy { answer }).await?;
    let game = state.game();
    // Over, or stopped: either way there is no move to find.
    if state.ended().is_some() || game.outcome().is_some() {
        return Err(Refused::Over.into());
    }
    let entry = game.entry();
    check_level(entry, level)?;
    check_allowed(&state)?;
    let seq = state.seq();
    let ask = async |level, budget| -> Result<Analysis<String>, Problem> {
        let mut thought = hub.workers.submit(Task {
            position: game.fork(),
            level,
            budget,
            thinker: format!("{id}/hint"),
            urgency: Urgency::Hint,
            visitor,
        })?;
        let answer = loop {
            tokio::select! {
                biased;
                answer = thought.answer() => break answer,
                () = tokio::time::sleep(TELLING) => {
                    thought.waiting().map(wire::ServerMessage::Waiting).into_iter().for_each(&tell);
                    thought.looking().map(wire::ServerMessage::Looking).into_iter().for_each(&tell);
                }
            }
        };
        answer.ok_or_else(|| {
            Problem::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "server-failed",
                "the machine found no answer",
            )
        })
    };
    // What is known for certain is told at any level.
    let mut found = None;
    let best = entry.levels().last().filter(|best| best.number != level);
    if let (true, Some(best)) = (entry.facts.proves, best) {
        let tried = ask(best.number, Budget::time(PROOF)).await?;
        let proven = tried.lines.first().is_some_and(|l| matches!(l.value, Value::Exact(_)));
        found = proven.then_some(tried);
    }
    let found = match found {
        Some(found) => found,
        None => ask(level, Budget::default()).await?,
    };
    let best = found.lines.first().map_or("", |line| &line.play);
    let why = sobremesa_judgement::merits(game, best).into_iter().map(wire::Why::from).collect();
    let lines = found
        .lines
        .into_iter()
        .take(LINES)
        .map(|line| wire::Line { play: line.play, value: line.value.into(), pv: line.pv })
        .collect();
    Ok(wire::Hint { level, seq, lines, why })
}

/// Lets the program judge who owns what in the match as it stands.
///
/// # Errors
/// In games where nothing is owned, or when too many wait already.
pub async fn judge(hub: &Arc<Hub>, id: &str, visitor: Visitor) -> Result<wire::Estimate, Problem> {
    let state = hub.ask(id, |answer| Request::Copy { answer }).await?;
    if state.ended().is_none() && state.game().outcome().is_none() {
        check_allowed(&state)?;
    }
    let mut thought = hub.workers.judge(state.game().fork(), visitor)?;
    let found = thought.answer().await.ok_or_else(|| {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-no-estimate",
            "nothing is estimated in this game",
        )
    })?;
    Ok(wire::Estimate {
        seq: state.seq(),
        lead: found.lead,
        chance: found.chance,
        owners: found.owners.into_iter().map(|(at, share)| wire::Owned { at, share }).collect(),
        dead: found.dead,
    })
}

/// Between people there are hints only when the set-up allowed them.
///
/// # Errors
/// When it did not.
pub fn check_allowed(state: &State) -> Result<(), Problem> {
    if state.header().allows_hints() {
        return Ok(());
    }
    Err(Problem::new(StatusCode::CONFLICT, "server-no-hints", "the set-up allowed no hints"))
}

/// Refuses a level the game does not have.
///
/// # Errors
/// Says which levels there are.
pub fn check_level(entry: &sobremesa_kernel::GameEntry, level: u8) -> Result<(), Problem> {
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
