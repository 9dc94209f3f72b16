//! A match as it was kept: its header opened, its events replayed.

use axum::http::StatusCode;
use sobremesa_games::archive;
use sobremesa_kernel::AnyGame;
use sobremesa_store::{self as store, Stored};
use sobremesa_table::{Header, State};

use crate::problem::Problem;

/// The game a header describes, before any move.
///
/// # Errors
/// When there is no such game, or its rules or its diagram cannot be read.
pub fn begin(header: &Header) -> Result<Box<dyn AnyGame>, Problem> {
    let entry = sobremesa_games::find(&header.game).ok_or_else(|| {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-no-such-game",
            format!("there is no game {:?}", header.game),
        )
    })?;
    Ok(match &header.position {
        None => entry.start(&header.rules)?,
        Some(diagram) => entry.set_up(&header.rules, diagram)?,
    })
}

/// A match in which nothing has happened.
///
/// # Errors
/// Those of [`begin`].
pub fn open(header: Header) -> Result<State, Problem> {
    let game = begin(&header)?;
    let says = archive::says(&header);
    Ok(State::open(header, game, says))
}

/// A match with everything that happened. An event that the rules refuse means
/// that the record is damaged.
///
/// # Errors
/// [`store::Error::Damaged`].
pub fn replay(stored: Stored) -> Result<State, store::Error> {
    let id = stored.id;
    let damaged = |what: String| store::Error::Damaged { id: id.clone(), what };
    let mut state =
        open(stored.header).map_err(|problem| damaged(format!("header: {}", problem.detail)))?;
    for (number, (at, event)) in stored.events.iter().enumerate() {
        state.apply(event, *at).map_err(|refused| damaged(format!("event {number}: {refused}")))?;
    }
    Ok(state)
}
