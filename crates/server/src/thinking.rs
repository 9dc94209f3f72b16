//! The seam between a room and whoever thinks for its machines.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sobremesa_protocol::external::Stop;
use sobremesa_table::{State, Time, Wants};
use tokio::sync::oneshot;

use crate::problem::Problem;
use crate::visitor::Visitor;
use crate::wire;

/// What thinking came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    Play(String),
    /// These are dead.
    Dead(Vec<String>),
    Resign,
    /// An engine failed, and how.
    Fault(String),
}

/// What a room wants to be thought about.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub id: &'a str,
    pub state: &'a State,
    pub wants: Wants,
    /// The machine that sits there has failed on this: the weakest plays.
    pub stand_in: bool,
    pub now: Time,
    /// For whom.
    pub visitor: Visitor,
}

/// Those who think for the machines of all rooms.
pub trait Thinkers: Send + Sync + fmt::Debug {
    /// Begins to think.
    ///
    /// # Errors
    /// When too much is thought about already.
    fn begin(&self, asked: &Asked<'_>) -> Result<Thought<Found>, Problem>;

    /// A match is over or put away: whatever was kept for it may go.
    fn dismiss(&self, id: &str);
}

/// Thinking on its way. Dropping it cancels the thinking.
#[derive(Debug)]
pub struct Thought<T> {
    answer: oneshot::Receiver<Option<T>>,
    job: Job,
    line: Option<Arc<dyn InLine>>,
}

/// Where thoughts wait for their turn.
pub trait InLine: Send + Sync + fmt::Debug {
    /// The place of one that has waited for a while and still does.
    fn waiting(&self) -> Option<wire::Waiting>;
}

/// What whoever thinks shares with whoever waits.
#[derive(Clone, Debug, Default)]
pub struct Job {
    cancelled: Arc<AtomicBool>,
    /// What has been found so far, renewed while the thinking goes on.
    seen: Arc<Mutex<Option<wire::Looking>>>,
    /// A program that thinks.
    program: Arc<Mutex<Option<Stop>>>,
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Job {
    /// Whether nobody waits for the answer any more.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::SeqCst)
    }

    /// This program thinks: it is ended when nobody waits for it any more.
    pub fn done_by(&self, stop: Stop) {
        let mut program = lock(&self.program);
        match self.is_cancelled() {
            true => stop.now(),
            false => *program = Some(stop),
        }
    }

    /// The program has thought; whether somebody has waited for that.
    #[must_use]
    pub fn is_done(&self) -> bool {
        *lock(&self.program) = None;
        !self.is_cancelled()
    }

    /// Shows what has been found so far.
    pub fn show(&self, looking: wire::Looking) {
        *lock(&self.seen) = Some(looking);
    }
}

/// A thought, and where its answer is sent.
#[must_use]
pub fn thought<T>() -> (oneshot::Sender<Option<T>>, Thought<T>, Job) {
    let (answer, answered) = oneshot::channel();
    let job = Job::default();
    (answer, Thought { answer: answered, job: job.clone(), line: None }, job)
}

impl<T> Thought<T> {
    /// What has been found so far, once it has taken a while.
    #[must_use]
    pub fn looking(&self) -> Option<wire::Looking> {
        lock(&self.job.seen).clone()
    }

    /// The same thought, which waits in a line.
    #[must_use]
    pub fn in_line(mut self, line: Arc<dyn InLine>) -> Thought<T> {
        self.line = Some(line);
        self
    }

    /// Its place in the line, once it has waited for a while.
    #[must_use]
    pub fn waiting(&self) -> Option<wire::Waiting> {
        self.line.as_ref()?.waiting()
    }

    /// Waits for the answer; `None` when nothing was found.
    pub async fn answer(&mut self) -> Option<T> {
        (&mut self.answer).await.ok().flatten()
    }
}

impl<T> Drop for Thought<T> {
    fn drop(&mut self) {
        self.job.cancelled.store(true, Ordering::SeqCst);
        if let Some(stop) = lock(&self.job.program).take() {
            stop.now();
        }
    }
}
