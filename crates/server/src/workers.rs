//! Where machines think: a few plain threads and a queue with an end.
//!
//! Thinking never happens on the asynchronous threads, so a hard position
//! cannot delay anybody's move. Moves of seated machines go before hints, and
//! hints never take the last thread. Work on the side, such as reviews, takes
//! what is left and makes room as soon as anything else comes.

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sobremesa_kernel::{Analysis, Budget, Judgement, Match, Player};

use crate::problem::Problem;
use crate::thinking::{Found, Job, Thought, thought};
use crate::wire;

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

/// Work on the side: it is called again until it says that it is done, and
/// returns as soon as the question it is given answers yes.
pub type Aside = Box<dyn FnMut(&(dyn Fn() -> bool + Sync)) -> bool + Send>;

/// Thinking shorter than this shows nothing of itself.
const SHORT: Duration = Duration::from_millis(900);

struct Queued {
    job: Job,
    urgency: Urgency,
    /// Thinks, and answers whoever waits.
    run: Box<dyn FnOnce(&Shared) + Send>,
}

impl fmt::Debug for Queues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [self.moves.len(), self.hints.len(), self.asides.len()];
        write!(f, "Queues({counts:?}, {} idle)", self.idle)
    }
}

/// What a thread does next.
enum Next {
    Thought(Queued),
    Aside(Aside),
}

impl fmt::Debug for Queued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Queued({:?})", self.urgency)
    }
}

#[derive(Default)]
struct Queues {
    moves: VecDeque<Queued>,
    hints: VecDeque<Queued>,
    asides: VecDeque<Aside>,
    /// Threads that wait for something to do.
    idle: usize,
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
        self.queue(urgency, move |shared, job| shared.think(&task, job))
    }

    /// Queues the choice of a move.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn choose(&self, task: Task) -> Result<Thought<Found>, Problem> {
        let urgency = task.urgency;
        self.queue(urgency, move |shared, job| {
            let line = shared.think(&task, job)?.lines.into_iter().next()?;
            Some(Found::Play(line.play))
        })
    }

    /// Queues the proposal of what is dead; without an opinion nothing is.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn propose(&self, position: Box<dyn Match>) -> Result<Thought<Found>, Problem> {
        self.queue(Urgency::Move, move |_, _| {
            Some(Found::Dead(position.judge().map(|judged| judged.dead).unwrap_or_default()))
        })
    }

    /// Queues a judgement of who owns what, for somebody who asks.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn judge(&self, position: Box<dyn Match>) -> Result<Thought<Judgement>, Problem> {
        self.queue(Urgency::Hint, move |_, _| position.judge())
    }

    fn queue<T: Send + 'static>(
        &self,
        urgency: Urgency,
        think: impl FnOnce(&Shared, &Job) -> Option<T> + Send + 'static,
    ) -> Result<Thought<T>, Problem> {
        let (answer, thought, job) = thought();
        let own = job.clone();
        let run = Box::new(move |shared: &Shared| {
            // A bug in an engine costs this answer, not the thread: the player
            // is dropped with whatever it had half written.
            let found = catch_unwind(AssertUnwindSafe(|| think(shared, &own)));
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
        queue.retain(|queued| !queued.job.is_cancelled());
        if queue.len() >= self.shared.limit {
            return Err(Problem::busy());
        }
        queue.push_back(Queued { job, urgency, run });
        drop(queues);
        self.shared.waiting.notify_one();
        Ok(thought)
    }

    /// Queues work that is done while nothing else is to be thought about.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn aside(&self, work: Aside) -> Result<(), Problem> {
        let mut queues = self.shared.lock();
        if queues.asides.len() >= self.shared.limit {
            return Err(Problem::busy());
        }
        queues.asides.push_back(work);
        drop(queues);
        self.shared.waiting.notify_one();
        Ok(())
    }

    /// How many threads there are.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.shared.threads
    }

    /// How many tasks wait, and how many were thought through.
    #[must_use]
    pub fn counts(&self) -> (usize, u64) {
        let queues = self.shared.lock();
        (queues.moves.len() + queues.hints.len(), self.shared.done.load(Ordering::Relaxed))
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

impl Drop for Workers {
    fn drop(&mut self) {
        let mut queues = self.shared.lock();
        queues.stopped = true;
        // Dropping the jobs tells whoever waits that nothing will come.
        queues.moves.clear();
        queues.hints.clear();
        let asides = std::mem::take(&mut queues.asides);
        drop(queues);
        drop(asides);
        self.shared.waiting.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queues> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Next> {
        let mut queues = self.lock();
        loop {
            if queues.stopped {
                return None;
            }
            if let Some(job) = queues.moves.pop_front() {
                return Some(Next::Thought(job));
            }
            if self.may_hint(&queues)
                && let Some(job) = queues.hints.pop_front()
            {
                queues.hinting += 1;
                return Some(Next::Thought(job));
            }
            if let Some(aside) = queues.asides.pop_front() {
                return Some(Next::Aside(aside));
            }
            queues.idle += 1;
            queues = self.waiting.wait(queues).unwrap_or_else(PoisonError::into_inner);
            queues.idle -= 1;
        }
    }

    fn may_hint(&self, queues: &Queues) -> bool {
        queues.hinting == 0 || queues.hinting + 1 < self.threads
    }

    /// Whether work on the side has to make room.
    fn is_wanted(&self) -> bool {
        let queues = self.lock();
        let waits = !queues.moves.is_empty() || self.may_hint(&queues) && !queues.hints.is_empty();
        queues.stopped || waits && queues.idle == 0
    }

    /// Works on the side for a while. What is not done goes on before what has
    /// not begun, so that few are ever half done.
    fn work_aside(&self, mut aside: Aside) {
        match catch_unwind(AssertUnwindSafe(|| aside(&|| self.is_wanted()))) {
            Ok(true) => {}
            Ok(false) => self.lock().asides.push_front(aside),
            Err(_) => tracing::error!("work on the side failed"),
        }
    }

    fn work(&self) {
        while let Some(next) = self.next() {
            let queued = match next {
                Next::Thought(queued) => queued,
                Next::Aside(aside) => {
                    self.work_aside(aside);
                    continue;
                }
            };
            if !queued.job.is_cancelled() {
                (queued.run)(self);
            }
            if queued.urgency == Urgency::Hint {
                self.lock().hinting -= 1;
                // Another hint may have waited for this one to end.
                self.waiting.notify_one();
            }
        }
    }

    fn think(&self, task: &Task, job: &Job) -> Option<Analysis<String>> {
        let name = format!("{}/{}", task.thinker, task.level);
        let mut player = self.wake(&name).or_else(|| {
            let mut seed = [0; 8];
            getrandom::fill(&mut seed).ok()?;
            task.position.entry().player(task.level, u64::from_le_bytes(seed))
        })?;
        let begun = Instant::now();
        let most = task.budget.time.map(millis);
        let found = player.think(task.position.as_ref(), &task.budget, &mut |so_far| {
            if begun.elapsed() >= SHORT
                && let Some(line) = so_far.lines.first()
            {
                job.show(wire::Looking {
                    play: line.play.clone(),
                    depth: so_far.depth,
                    elapsed: millis(begun.elapsed()),
                    most,
                });
            }
            if job.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
