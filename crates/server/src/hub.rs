//! Which rooms are open.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sobremesa_store::Commit;
use sobremesa_table::{Event, Header, State, Wants};
use tokio::sync::{OnceCell, oneshot};

use crate::kept;
use crate::problem::Problem;
use crate::room::{self, Handle, Request, Watched};
use crate::secret;
use crate::services::Services;
use crate::visitor::Visitor;

/// The one list of open rooms. A match has at most one room, because whoever
/// wants it goes through the same cell, which one of them fills.
#[derive(Debug)]
pub struct Hub {
    services: Arc<Services>,
    rooms: Mutex<Rooms>,
    connections: AtomicU64,
}

type Cell = Arc<OnceCell<Handle>>;
type Rooms = HashMap<String, Cell>;

/// How often a command is sent again to a room that was just put away.
const TRIES: usize = 4;

impl std::ops::Deref for Hub {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

impl Hub {
    #[must_use]
    pub fn new(services: Services) -> Arc<Hub> {
        Arc::new(Hub {
            services: Arc::new(services),
            rooms: Mutex::default(),
            connections: AtomicU64::new(0),
        })
    }

    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that no other connection has.
    pub fn connection(&self) -> u64 {
        self.connections.fetch_add(1, Ordering::Relaxed)
    }

    /// Keeps a new match in which `events` have happened already, opens its
    /// room and gives its id. All of it is kept together.
    ///
    /// # Errors
    /// When its rules cannot be read, they refuse an event, or it cannot be
    /// kept.
    pub async fn create(
        self: &Arc<Self>,
        header: Header,
        events: &[Event],
        visitor: Visitor,
    ) -> Result<String, Problem> {
        let id = secret::new_id(&*self.chance).map_err(|error| Problem::no_randomness(&error))?;
        let now = self.clock.now();
        let mut state = kept::open(header.clone())?;
        for event in events {
            state.apply(event, now)?;
        }
        let over = state.ended().is_some().then_some(true);
        let commit = Commit { over, ..Commit::new_match(&id, &header, events, now) };
        self.patiently(self.store.commit(&commit)).await.map_err(|e| Problem::not_kept(&e))?;
        self.metrics.matches.add(1);
        let handle = self.open(id.clone(), state, Some(visitor));
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
        let wanted = Wanted { hub: self, id, cell: Some(cell) };
        match &wanted.cell {
            Some(cell) => cell.get_or_try_init(|| self.load(id)).await.cloned(),
            None => Err(Problem::no_such_match()),
        }
    }

    /// Removes a match, whoever sits there.
    ///
    /// # Errors
    /// When there is no such match, or it cannot be removed.
    pub async fn delete(self: &Arc<Self>, id: &str) -> Result<(), Problem> {
        match self.ask(id, |answer| room::Request::Delete { answer }).await {
            Ok(deleted) => deleted,
            // One that cannot be read can be removed.
            Err(problem) if problem.message.id == "server-record-damaged" => {
                self.store.delete(vec![id.to_owned()]).await.map_err(|e| Problem::not_kept(&e))
            }
            Err(problem) => Err(problem),
        }
    }

    /// The room of a match if it is open.
    #[must_use]
    pub fn open_room(&self, id: &str) -> Option<Handle> {
        self.rooms().get(id)?.get().cloned()
    }

    async fn load(self: &Arc<Self>, id: &str) -> Result<Handle, Problem> {
        let stored = self.patiently(self.store.load(id)).await.and_then(|found| match found {
            None => Ok(None),
            Some(stored) => kept::replay(stored).map(Some),
        });
        match stored {
            Ok(Some(mut state)) => {
                // Time in which there was no server is given back. That nobody
                // looked at the match is no reason: who is away loses on time.
                // But a machine thinks for nobody who is not there.
                let machine = matches!(state.wants(), Some(Wants::Move { .. }));
                state.wake(if machine { self.clock.now() } else { self.clock.begun() });
                Ok(self.open(id.to_owned(), state, None))
            }
            Ok(None) => Err(Problem::no_such_match()),
            Err(error) => {
                tracing::error!(%error, id, "a match cannot be opened");
                Err(Problem::not_kept(&error))
            }
        }
    }

    /// A room that takes itself off the list when it ends, however it does.
    fn open(self: &Arc<Self>, id: String, state: State, visitor: Option<Visitor>) -> Handle {
        let hub = Arc::clone(self);
        let leave = move |id: &str, shown: &Watched| hub.forget(id, shown);
        room::open(&self.services, id, state, visitor, Box::new(leave))
    }

    /// Takes a room that has ended off the list.
    pub fn forget(&self, id: &str, shown: &Watched) {
        let mut rooms = self.rooms();
        let same = |cell: &Cell| cell.get().is_some_and(|room| Arc::ptr_eq(&room.shown, shown));
        if rooms.get(id).is_some_and(same) {
            rooms.remove(id);
        }
    }

    /// Asks a room and waits for its answer. A room that ended without taking
    /// the question is opened again.
    ///
    /// # Errors
    /// Those of [`Hub::room`].
    pub async fn ask<T>(
        self: &Arc<Self>,
        id: &str,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, Problem> {
        for _ in 0..TRIES {
            let room = self.room(id).await?;
            let (answer, answered) = oneshot::channel();
            if room.requests.send(request(answer)).await.is_ok()
                && let Ok(answer) = answered.await
            {
                return Ok(answer);
            }
            // It ended before it was on the list, or failed: it takes itself
            // off, and this is for one that could not.
            if room.requests.is_closed() {
                self.forget(id, &room.shown);
            }
        }
        Err(Problem::stopping())
    }

    /// Every room that is open, with the id of its match.
    #[must_use]
    pub fn open_rooms(&self) -> Vec<(String, Handle)> {
        let rooms = self.rooms();
        let open = rooms.iter().filter_map(|(id, cell)| Some((id.clone(), cell.get()?.clone())));
        open.collect()
    }

    #[cfg(test)]
    pub fn listed(&self) -> usize {
        self.rooms().len()
    }
}

/// Somebody waits for a room. When the last of them goes away and there is
/// none, nothing of the match stays on the list.
struct Wanted<'a> {
    hub: &'a Hub,
    id: &'a str,
    cell: Option<Cell>,
}

impl Drop for Wanted<'_> {
    fn drop(&mut self) {
        let mut rooms = self.hub.rooms();
        let Some(cell) = self.cell.take() else { return };
        let listed = rooms.get(self.id).is_some_and(|listed| Arc::ptr_eq(listed, &cell));
        drop(cell);
        let unused = |cell: &Cell| !cell.initialized() && Arc::strong_count(cell) == 1;
        if listed && rooms.get(self.id).is_some_and(unused) {
            rooms.remove(self.id);
        }
    }
}
