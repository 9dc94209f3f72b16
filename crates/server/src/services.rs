//! What rooms and requests share, whichever match it is about.

use std::sync::Arc;
use std::time::Duration;

use sobremesa_store::{Answer, Error, Store};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::clock::Clock;
use crate::engines::Engines;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::rests::Rests;
use crate::reviews::Reviews;
use crate::secret::Chance;
use crate::thinking::Thinkers;
use crate::workers::Workers;

/// What rooms and requests use, each behind a seam where there is an outside.
#[derive(Debug)]
pub struct Services {
    pub clock: Clock,
    pub store: Arc<dyn Store>,
    pub thinkers: Box<dyn Thinkers>,
    pub chance: Box<dyn Chance>,
    pub workers: Arc<Workers>,
    pub engines: Arc<Engines>,
    pub reviews: Arc<Reviews>,
    pub limits: Arc<Limits>,
    /// How long a room nobody uses is kept open.
    pub idle: Duration,
    /// How long an agreement waits for somebody who is away.
    pub away: Duration,
    /// The longest a request may take.
    pub patience: Duration,
    /// How long machines go on for somebody who has asked and does not watch.
    pub unwatched: Duration,
    /// Moves of a match, far more than any game needs: what is loaded, replayed
    /// and shown of it has an end. A machine may still answer the last one.
    pub longest: usize,
    pub metrics: Metrics,
    /// Cancelled when the server stops.
    pub stopping: CancellationToken,
    pub rests: Rests,
}

impl Services {
    /// Waits for the store: one that is asked and does not answer has failed.
    ///
    /// # Errors
    /// Those of the store.
    pub async fn patiently<T>(&self, answer: Answer<'_, T>) -> Result<T, Error> {
        let late = || Error::Unavailable("it does not answer".to_owned());
        timeout(self.patience, answer).await.unwrap_or_else(|_| Err(late()))
    }
}
