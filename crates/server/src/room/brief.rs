//! A match in a few words, for the operator.

use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use sobremesa_table::State;

/// What the operator is told of a match.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Brief {
    pub game: &'static str,
    pub rules: String,
    /// Who sits there: a name, or a level.
    pub seats: [Seat; 2],
    pub moves: usize,
    pub thinking: bool,
    pub over: bool,
}

/// Who sits on a side.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Seat {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

impl Brief {
    pub(super) fn of(state: &State, thinking: bool) -> Brief {
        let header = state.header();
        Brief {
            game: state.game().entry().id,
            rules: header.rules.clone(),
            seats: [0, 1].map(|seat: usize| Seat {
                name: header.seats[seat].name.clone(),
                level: header.seats[seat].occupant.level(),
            }),
            moves: state.plies(),
            thinking,
            over: state.ended().is_some(),
        }
    }
}

/// Where a room tells it.
#[derive(Clone, Debug, Default)]
pub struct Told(Arc<Mutex<Brief>>);

impl Told {
    pub(super) fn set(&self, brief: Brief) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = brief;
    }

    pub(super) fn get(&self) -> Brief {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
