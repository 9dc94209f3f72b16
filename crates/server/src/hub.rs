//! Which rooms are open, and everything they share.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use futures_util::future::try_join_all;
use sobremesa_store::{Event, Header, Store};
use tokio::sync::{OnceCell, oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::engines::Engines;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::problem::Problem;
use crate::room::{self, Command, Handle, Shown};
use crate::secret;
use crate::sheet::Sheet;
use crate::workers::Workers;

/// The one list of open rooms. A match has at most one room, because whoever
/// wants it goes through the same cell, which one of them fills.
#[derive(Debug)]
pub struct Hub {
    pub store: Arc<dyn Store>,
    pub workers: Workers,
    pub engines: Engines,
    pub metrics: Metrics,
    pub limits: Limits,
    /// How long a room nobody uses is kept open.
    pub idle: Duration,
    /// How long an agreement waits for somebody who is away.
    pub away: Duration,
    /// Cancelled when the server stops.
    pub stopping: CancellationToken,
    rooms: Mutex<HashMap<String, Arc<OnceCell<Handle>>>>,
}

/// How often a command is sent again to a room that was just put away.
const TRIES: usize = 4;

impl Hub {
    #[must_use]
    pub fn new(
        store: Arc<dyn Store>,
        workers: Workers,
        engines: Engines,
        limits: Limits,
        idle: Duration,
        away: Duration,
    ) -> Arc<Hub> {
        Arc::new(Hub {
            store,
            workers,
            engines,
            metrics: Metrics::default(),
            limits,
            idle,
            away,
            stopping: CancellationToken::new(),
            rooms: Mutex::default(),
        })
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<OnceCell<Handle>>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a new match, opens its room and gives its id.
    ///
    /// # Errors
    /// When its rules cannot be read or it cannot be kept.
    pub async fn create(self: &Arc<Self>, header: Header) -> Result<String, Problem> {
        self.create_with(header, &[]).await
    }

    /// Keeps a new match in which something has happened already.
    ///
    /// # Errors
    /// Those of [`Hub::create`], and what the rules say against the events.
    pub async fn create_with(
        self: &Arc<Self>,
        header: Header,
        events: &[Event],
    ) -> Result<String, Problem> {
        let id = secret::new_id().map_err(|error| no_randomness(&error))?;
        let mut sheet = Sheet::new(id.clone(), header.clone())?;
        for event in events {
            sheet.apply(event)?;
        }
        self.store.create(&id, &header).await.map_err(|e| Problem::not_kept(&e))?;
        // All at once, so that they share a few flushes; the match is known to
        // nobody before all of them are kept.
        let last = events.len().saturating_sub(1);
        let kept = events.iter().enumerate().map(|(number, event)| {
            let over = (number == last && sheet.outcome().is_some()).then_some(true);
            self.store.append(&id, number as u64, event, over)
        });
        try_join_all(kept).await.map_err(|e| Problem::not_kept(&e))?;
        self.metrics.matches.add(1);
        let handle = room::open(self, sheet);
        self.rooms().insert(id.clone(), Arc::new(OnceCell::new_with(Some(handle))));
        Ok(id)
    }

    /// The room of a match, opened if need be.
    ///
    /// # Errors
    /// When there is no such match, or its record is damaged.
    pub async fn room(self: &Arc<Self>, id: &str) -> Result<Handle, Problem> {
        if self.stopping.is_cancelled() {
            return Err(Problem::stopping());
        }
        if !secret::is_id(id) {
            return Err(Problem::no_such_match());
        }
        let cell = Arc::clone(self.rooms().entry(id.to_owned()).or_default());
        let opened = cell.get_or_try_init(|| self.load(id)).await.cloned();
        if opened.is_err() {
            let mut rooms = self.rooms();
            // Somebody else may have been luckier since.
            if rooms.get(id).is_some_and(|kept| Arc::ptr_eq(kept, &cell) && !kept.initialized()) {
                rooms.remove(id);
            }
        }
        opened
    }

    async fn load(self: &Arc<Self>, id: &str) -> Result<Handle, Problem> {
        let stored = self.store.load(id).await.and_then(|found| match found {
            None => Ok(None),
            Some(stored) => Sheet::replay(stored).map(Some),
        });
        match stored {
            Ok(Some(sheet)) => Ok(room::open(self, sheet)),
            Ok(None) => Err(Problem::no_such_match()),
            Err(error) => {
                tracing::error!(%error, id, "a match cannot be opened");
                Err(Problem::not_kept(&error))
            }
        }
    }

    /// Takes a room that has ended off the list.
    pub fn forget(&self, id: &str, shown: &Arc<watch::Sender<Shown>>) {
        let mut rooms = self.rooms();
        let same = |cell: &Arc<OnceCell<Handle>>| {
            cell.get().is_some_and(|handle| Arc::ptr_eq(&handle.shown, shown))
        };
        if rooms.get(id).is_some_and(same) {
            rooms.remove(id);
        }
    }

    /// Sends a command to a room and waits for its answer. A room that ended
    /// without taking the command is opened again.
    ///
    /// # Errors
    /// Those of [`Hub::room`].
    pub async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        command: impl Fn(oneshot::Sender<T>) -> Command,
    ) -> Result<T, Problem> {
        for _ in 0..TRIES {
            let room = self.room(id).await?;
            let (answer, answered) = oneshot::channel();
            if room.commands.send(command(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
        }
        Err(Problem::stopping())
    }
}

#[must_use]
pub fn no_randomness(error: &getrandom::Error) -> Problem {
    tracing::error!(%error, "the system gives no random numbers");
    Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "server-failed", error.to_string())
}
