//! Where machines think: a few plain threads and a queue with an end.
//!
//! Thinking never happens on the asynchronous threads, so a hard position
//! cannot delay anybody's move. Moves of seated machines go before hints, and
//! hints never take the last thread.

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use sobremesa_kernel::{Analysis, Budget, Judgement, Match, Player};
use tokio::sync::oneshot;

use crate::problem::Problem;

/// The threads that think.
#[derive(Debug)]
pub struct Workers {
    shared: Arc<Shared>,
}

/// A position to think about.
#[derive(Debug)]
pub struct Task {
    pub position: Box<dyn Match>,
    pub level: u8,
    pub budget: Budget,
    /// Who thinks: a player that comes back finds its tables again.
    pub thinker: String,
    pub urgency: Urgency,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    Move,
    Hint,
}

/// Thinking on its way. Dropping it cancels the thinking.
#[derive(Debug)]
pub struct Thought<T> {
    pub answer: oneshot::Receiver<Option<T>>,
    cancelled: Arc<AtomicBool>,
}

/// A thought that somebody else than the workers thinks.
#[must_use]
pub fn thought<T>() -> (oneshot::Sender<Option<T>>, Thought<T>) {
    let (answer, answered) = oneshot::channel();
    (answer, Thought { answer: answered, cancelled: Arc::default() })
}

impl<T> Drop for Thought<T> {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

struct Job {
    cancelled: Arc<AtomicBool>,
    urgency: Urgency,
    /// Thinks, and answers whoever waits.
    run: Box<dyn FnOnce(&Shared) + Send>,
}

impl fmt::Debug for Job {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Job({:?})", self.urgency)
    }
}

#[derive(Debug, Default)]
struct Queues {
    moves: VecDeque<Job>,
    hints: VecDeque<Job>,
    /// Threads that think about a hint.
    hinting: usize,
    stopped: bool,
}

#[derive(Debug)]
struct Shared {
    queues: Mutex<Queues>,
    waiting: Condvar,
    limit: usize,
    threads: usize,
    /// Players at rest, the one used last at the end. Few are kept, because a
    /// strong player may hold a large table.
    resting: Mutex<Vec<(String, Player)>>,
    most_resting: usize,
    done: AtomicU64,
}

impl Workers {
    /// Starts `threads` threads; `limit` tasks of each urgency may wait.
    #[must_use]
    pub fn start(threads: usize, limit: usize) -> Workers {
        let shared = Arc::new(Shared {
            queues: Mutex::default(),
            waiting: Condvar::new(),
            limit,
            threads,
            resting: Mutex::default(),
            most_resting: 2 * threads,
            done: AtomicU64::new(0),
        });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let spawned = std::thread::Builder::new()
                .name(format!("thinker-{number}"))
                // Solvers recurse; the usual 2 MiB has been enough for all of
                // them, and memory that is not touched costs nothing.
                .stack_size(16 << 20)
                .spawn(move || shared.work());
            if let Err(error) = spawned {
                tracing::error!(%error, "cannot start a thread for the machines");
            }
        }
        Workers { shared }
    }

    /// Queues a task, or says that too many wait already.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn submit(&self, task: Task) -> Result<Thought<Analysis<String>>, Problem> {
        let urgency = task.urgency;
        self.queue(urgency, move |shared, cancelled| shared.think(&task, cancelled))
    }

    /// Queues a judgement of who owns what, or says that too many wait.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn judge(
        &self,
        position: Box<dyn Match>,
        urgency: Urgency,
    ) -> Result<Thought<Judgement>, Problem> {
        self.queue(urgency, move |_, _| position.judge())
    }

    fn queue<T: Send + 'static>(
        &self,
        urgency: Urgency,
        think: impl FnOnce(&Shared, &AtomicBool) -> Option<T> + Send + 'static,
    ) -> Result<Thought<T>, Problem> {
        let (answer, answered) = oneshot::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let thought = Thought { answer: answered, cancelled: Arc::clone(&cancelled) };
        let flag = Arc::clone(&cancelled);
        let run = Box::new(move |shared: &Shared| {
            // A bug in an engine costs this answer, not the thread: the player
            // is dropped with whatever it had half written.
            let found = catch_unwind(AssertUnwindSafe(|| think(shared, &flag)));
            let found = found.unwrap_or_else(|_| {
                tracing::error!("a machine player failed");
                None
            });
            shared.done.fetch_add(1, Ordering::Relaxed);
            let _ = answer.send(found);
        });
        let mut queues = self.shared.lock();
        let queue = match urgency {
            Urgency::Move => &mut queues.moves,
            Urgency::Hint => &mut queues.hints,
        };
        // What nobody waits for any more does not count.
        queue.retain(|job| !job.cancelled.load(Ordering::Relaxed));
        if queue.len() >= self.shared.limit {
            return Err(Problem::busy());
        }
        queue.push_back(Job { cancelled, urgency, run });
        drop(queues);
        self.shared.waiting.notify_one();
        Ok(thought)
    }

    /// How many tasks wait, and how many were thought through.
    #[must_use]
    pub fn counts(&self) -> (usize, u64) {
        let queues = self.shared.lock();
        (queues.moves.len() + queues.hints.len(), self.shared.done.load(Ordering::Relaxed))
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        let mut queues = self.shared.lock();
        queues.stopped = true;
        // Dropping the jobs tells whoever waits that nothing will come.
        queues.moves.clear();
        queues.hints.clear();
        drop(queues);
        self.shared.waiting.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Job> {
        let mut queues = self.lock();
        loop {
            if queues.stopped {
                return None;
            }
            if let Some(job) = queues.moves.pop_front() {
                return Some(job);
            }
            if (queues.hinting == 0 || queues.hinting + 1 < self.threads)
                && let Some(job) = queues.hints.pop_front()
            {
                queues.hinting += 1;
                return Some(job);
            }
            queues = self.waiting.wait(queues).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn work(&self) {
        while let Some(job) = self.next() {
            if !job.cancelled.load(Ordering::Relaxed) {
                (job.run)(self);
            }
            if job.urgency == Urgency::Hint {
                self.lock().hinting -= 1;
                // Another hint may have waited for this one to end.
                self.waiting.notify_one();
            }
        }
    }

    fn think(&self, task: &Task, cancelled: &AtomicBool) -> Option<Analysis<String>> {
        let name = format!("{}/{}", task.thinker, task.level);
        let mut player = self.wake(&name).or_else(|| {
            let mut seed = [0; 8];
            getrandom::fill(&mut seed).ok()?;
            task.position.entry().player(task.level, u64::from_le_bytes(seed))
        })?;
        let found = player.think(task.position.as_ref(), &task.budget, &mut |_| {
            if cancelled.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        self.rest(name, player);
        found
    }

    fn wake(&self, name: &str) -> Option<Player> {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let at = resting.iter().position(|(resting, _)| resting == name)?;
        Some(resting.remove(at).1)
    }

    fn rest(&self, name: String, player: Player) {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        resting.push((name, player));
        if resting.len() > self.most_resting {
            resting.remove(0);
        }
    }
}
