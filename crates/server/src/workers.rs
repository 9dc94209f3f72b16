//! Where machines think: a few plain threads and a line before them.
//!
//! Thinking never happens on the asynchronous threads, so a hard position
//! cannot delay anybody's move. Who is called next is the [`line`]'s business.
//! Work on the side, such as reviews, takes what the line leaves and makes room
//! as soon as anything else comes.

mod line;

use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sobremesa_kernel::{Analysis, AnyEngine, AnyGame, Budget, Judgement};

use crate::problem::Problem;
use crate::thinking::{Found, InLine, Job, Thought, thought};
use crate::visitor::Visitor;
use crate::wire;
use line::{Called, Class, Line, Ticket};

pub use line::{InWork, Urgency};

/// The threads that think.
#[derive(Debug)]
pub struct Workers {
    shared: Arc<Shared>,
}

/// A position to think about.
#[derive(Debug)]
pub struct Task {
    pub position: Box<dyn AnyGame>,
    pub level: u8,
    pub budget: Budget,
    /// Who thinks: a player that comes back finds its tables again.
    pub thinker: String,
    pub urgency: Urgency,
    /// Who waits for it.
    pub visitor: Visitor,
}

/// Work on the side: it is called again until it says that it is done, and
/// returns as soon as the question it is given answers yes.
pub type Aside = Box<dyn FnMut(&(dyn Fn() -> bool + Sync)) -> bool + Send>;

/// Thinking shorter than this shows nothing of itself.
const SHORT: Duration = Duration::from_millis(900);

/// In every game the levels up to here think for a moment only.
const QUICK_LEVELS: u8 = 5;
/// What is given no more time than this is quick at any level.
const QUICK: Duration = Duration::from_secs(1);
/// While others wait, a quick thought and a hint end after so long, whatever
/// they would like.
const QUICK_IN_A_CROWD: Duration = Duration::from_millis(1500);
const HINT_IN_A_CROWD: Duration = Duration::from_secs(3);

/// What is taken for the cost of a thought before there was one like it.
const USUAL_QUICK: Duration = Duration::from_millis(100);
const USUAL_DEAR: Duration = Duration::from_secs(2);

/// In the line there is room for so many times what one visitor may put there.
const CROWD: usize = 16;

/// Thinks, in a crowd or not, and answers whoever waits.
type Run = Box<dyn FnOnce(&Shared, bool) + Send>;

struct Queued {
    job: Job,
    number: u64,
    since: Instant,
    run: Run,
}

impl fmt::Debug for Queued {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Queued({})", self.number)
    }
}

struct Waiting {
    line: Line<Queued>,
    /// Work on the side that nobody does just now.
    asides: VecDeque<Aside>,
    /// Threads that work on the side.
    aside: usize,
    stopped: bool,
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Waiting({:?}, {} and {} aside)", self.line, self.asides.len(), self.aside)
    }
}

/// What a thread does next.
enum Next {
    Thought(Called<Queued>),
    Aside(Aside),
}

#[derive(Debug)]
struct Shared {
    waiting: Mutex<Waiting>,
    changed: Condvar,
    /// Players at rest, the one used last at the end. Few are kept, because a
    /// strong player may hold a large table.
    resting: Mutex<Vec<(String, AnyEngine)>>,
    most_resting: usize,
    /// Dear thoughts at a time, and work on the side.
    slots: usize,
    /// Work on the side that may wait.
    most_aside: usize,
    /// How long the thoughts of a game's level have taken of late, in seconds.
    costs: Mutex<HashMap<(&'static str, u8), f64>>,
    asked: AtomicU64,
    done: AtomicU64,
}

impl Workers {
    /// Starts threads for `slots` dear thoughts at a time and one more, which
    /// is for quick ones alone; `limit` thoughts of one visitor may wait. With
    /// no slots nothing is ever thought.
    #[must_use]
    pub fn start(slots: usize, limit: usize) -> Workers {
        let threads = if slots == 0 { 0 } else { slots + 1 };
        let line = Line::new(slots, limit, limit.saturating_mul(CROWD));
        let shared = Arc::new(Shared {
            waiting: Mutex::new(Waiting {
                line,
                asides: VecDeque::new(),
                aside: 0,
                stopped: false,
            }),
            changed: Condvar::new(),
            resting: Mutex::default(),
            most_resting: 2 * threads,
            slots,
            most_aside: limit,
            costs: Mutex::default(),
            asked: AtomicU64::new(0),
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
        let ticket = self.shared.ticket(&task);
        self.queue(ticket, move |shared, job, crowded| shared.think(task, ticket, job, crowded))
    }

    /// Queues the choice of a move.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn choose(&self, task: Task) -> Result<Thought<Found>, Problem> {
        let ticket = self.shared.ticket(&task);
        self.queue(ticket, move |shared, job, crowded| {
            let found = shared.think(task, ticket, job, crowded)?;
            Some(Found::Play(found.lines.into_iter().next()?.play))
        })
    }

    /// Queues the proposal of what is dead; without an opinion nothing is.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn propose(
        &self,
        position: Box<dyn AnyGame>,
        visitor: Visitor,
    ) -> Result<Thought<Found>, Problem> {
        let ticket = judging(visitor, Urgency::Move);
        self.queue(ticket, move |_, _, _| {
            Some(Found::Dead(position.judge().map(|judged| judged.dead).unwrap_or_default()))
        })
    }

    /// Queues a judgement of who owns what, for somebody who asks.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn judge(
        &self,
        position: Box<dyn AnyGame>,
        visitor: Visitor,
    ) -> Result<Thought<Judgement>, Problem> {
        self.queue(judging(visitor, Urgency::Hint), move |_, _, _| position.judge())
    }

    fn queue<T: Send + 'static>(
        &self,
        ticket: Ticket,
        think: impl FnOnce(&Shared, &Job, bool) -> Option<T> + Send + 'static,
    ) -> Result<Thought<T>, Problem> {
        let number = self.shared.asked.fetch_add(1, Ordering::Relaxed);
        let (shared, visitor) = (Arc::clone(&self.shared), ticket.visitor);
        let line: Arc<dyn InLine> = Arc::new(Standing { shared, visitor, number });
        let (answer, thought, job) = thought();
        let own = job.clone();
        let run = Box::new(move |shared: &Shared, crowded: bool| {
            // A bug in an engine costs this answer, not the thread: the player
            // is dropped with whatever it had half written.
            let found = catch_unwind(AssertUnwindSafe(|| think(shared, &own, crowded)));
            let found = found.unwrap_or_else(|_| {
                tracing::error!("a machine player failed");
                None
            });
            shared.done.fetch_add(1, Ordering::Relaxed);
            let _ = answer.send(found);
        });
        let mut waiting = self.shared.lock();
        // What nobody waits for any more does not count.
        waiting.line.retain(|queued| !queued.job.is_cancelled());
        let queued = Queued { job, number, since: Instant::now(), run };
        waiting.line.push(ticket, queued).map_err(|_| Problem::busy())?;
        drop(waiting);
        self.shared.changed.notify_all();
        Ok(thought.in_line(line))
    }

    /// Queues work that is done while threads are free of anything else.
    ///
    /// # Errors
    /// [`Problem::busy`].
    pub fn aside(&self, work: Aside) -> Result<(), Problem> {
        let mut waiting = self.shared.lock();
        if waiting.asides.len() >= self.shared.most_aside {
            return Err(Problem::busy());
        }
        waiting.asides.push_back(work);
        drop(waiting);
        self.shared.changed.notify_all();
        Ok(())
    }

    /// What is thought and who waits, for the operator.
    #[must_use]
    pub fn in_work(&self) -> InWork {
        let waiting = self.shared.lock();
        let mut all = waiting.line.in_work(Instant::now());
        all.aside = waiting.aside + waiting.asides.len();
        all
    }

    /// Lets the players go that have rested for a match, with their tables.
    pub fn dismiss(&self, id: &str) {
        let mut resting = self.shared.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let is_of = |name: &str| name.strip_prefix(id).is_some_and(|rest| rest.starts_with('/'));
        let gone: Vec<_> = resting.extract_if(.., |(name, _)| is_of(name)).collect();
        drop(resting);
        drop(gone);
    }

    /// How many may work on the side at a time.
    #[must_use]
    pub fn on_the_side(&self) -> usize {
        self.shared.slots
    }

    /// How many tasks wait, and how many were thought through.
    #[must_use]
    pub fn counts(&self) -> (usize, u64) {
        (self.shared.lock().line.len(), self.shared.done.load(Ordering::Relaxed))
    }

    /// How many tasks are being thought about.
    #[must_use]
    pub fn thinking(&self) -> usize {
        self.shared.lock().line.running()
    }
}

/// Whoever owns what is found out by playouts: neither a moment nor long.
const fn judging(visitor: Visitor, urgency: Urgency) -> Ticket {
    Ticket { visitor, class: Class::Dear, urgency, cost: QUICK }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Tells whoever waits for a thought where it stands.
#[derive(Debug)]
struct Standing {
    shared: Arc<Shared>,
    visitor: Visitor,
    number: u64,
}

impl InLine for Standing {
    fn waiting(&self) -> Option<wire::Waiting> {
        let now = Instant::now();
        let waiting = self.shared.lock();
        // Who has only just come is as good as called.
        let is = |queued: &Queued| {
            queued.number == self.number && now.saturating_duration_since(queued.since) >= SHORT
        };
        let place = waiting.line.place(self.visitor, is, now)?;
        Some(wire::Waiting { place: place.number, wait: millis(place.wait) })
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        let mut waiting = self.shared.lock();
        waiting.stopped = true;
        // Dropping the jobs tells whoever waits that nothing will come.
        waiting.line.retain(|_| false);
        let asides = std::mem::take(&mut waiting.asides);
        drop(waiting);
        drop(asides);
        self.shared.changed.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next(&self) -> Option<Next> {
        let mut waiting = self.lock();
        loop {
            if waiting.stopped {
                return None;
            }
            if let Some(called) = waiting.line.next(Instant::now()) {
                return Some(Next::Thought(called));
            }
            if waiting.line.running() + waiting.aside < self.slots
                && let Some(aside) = waiting.asides.pop_front()
            {
                waiting.aside += 1;
                return Some(Next::Aside(aside));
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether work on the side has to make room: for a thought that could
    /// begin, or that has begun.
    fn is_wanted(&self) -> bool {
        let waiting = self.lock();
        let line = &waiting.line;
        waiting.stopped || line.may_begin() || line.running() + waiting.aside > self.slots
    }

    /// Works on the side for a while. What is not done goes on before what has
    /// not begun, so that few are ever half done.
    fn work_aside(&self, mut aside: Aside) {
        let done = catch_unwind(AssertUnwindSafe(|| aside(&|| self.is_wanted())));
        let mut waiting = self.lock();
        waiting.aside -= 1;
        match done {
            Ok(false) if !waiting.stopped => waiting.asides.push_front(aside),
            Ok(_) => {}
            Err(_) => tracing::error!("work on the side failed"),
        }
    }

    fn work(&self) {
        while let Some(next) = self.next() {
            match next {
                Next::Thought(Called { number, item, crowded }) => {
                    if !item.job.is_cancelled() {
                        (item.run)(self, crowded);
                    }
                    self.lock().line.done(number);
                }
                Next::Aside(aside) => self.work_aside(aside),
            }
            // Another may have waited for this one to end.
            self.changed.notify_all();
        }
    }

    /// What the line is told of a task.
    fn ticket(&self, task: &Task) -> Ticket {
        let entry = task.position.entry();
        let quick =
            task.level <= QUICK_LEVELS || task.budget.time.is_some_and(|time| time <= QUICK);
        let (class, usual) =
            if quick { (Class::Quick, USUAL_QUICK) } else { (Class::Dear, USUAL_DEAR) };
        let costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        let known = costs.get(&(entry.id, task.level)).copied().map(Duration::from_secs_f64);
        let cost = known.unwrap_or(usual).min(task.budget.time.unwrap_or(Duration::MAX));
        Ticket { visitor: task.visitor, class, urgency: task.urgency, cost }
    }

    /// Notes down how long a thought of a level has taken.
    fn learn(&self, game: &'static str, level: u8, took: Duration) {
        let took = took.as_secs_f64();
        let mut costs = self.costs.lock().unwrap_or_else(PoisonError::into_inner);
        let cost = costs.entry((game, level)).or_insert(took);
        *cost += (took - *cost) / 8.0;
    }

    fn think(
        &self,
        mut task: Task,
        ticket: Ticket,
        job: &Job,
        crowded: bool,
    ) -> Option<Analysis<String>> {
        let entry = task.position.entry();
        if crowded {
            let levels = entry.levels();
            let usual = levels.get(usize::from(task.level)).and_then(|level| level.budget.time);
            in_a_crowd(&mut task.budget, usual, ticket);
        }
        let name = format!("{}/{}", task.thinker, task.level);
        let mut player = self.wake(&name).or_else(|| {
            let mut seed = [0; 8];
            getrandom::fill(&mut seed).ok()?;
            entry.player(task.level, u64::from_le_bytes(seed))
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
        if ticket.urgency == Urgency::Move && !job.is_cancelled() {
            self.learn(entry.id, task.level, begun.elapsed());
        }
        // Nobody waits for it: perhaps everybody has gone.
        if !job.is_cancelled() {
            self.rest(name, player);
        }
        found
    }

    fn wake(&self, name: &str) -> Option<AnyEngine> {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        let at = resting.iter().position(|(resting, _)| resting == name)?;
        Some(resting.remove(at).1)
    }

    fn rest(&self, name: String, player: AnyEngine) {
        let mut resting = self.resting.lock().unwrap_or_else(PoisonError::into_inner);
        resting.push((name, player));
        if resting.len() > self.most_resting {
            resting.remove(0);
        }
    }
}

/// What a thought spends while others wait: one thread, and if it should be
/// over in a moment no more than that. `usual` is the time of its level.
fn in_a_crowd(budget: &mut Budget, usual: Option<Duration>, ticket: Ticket) {
    budget.threads = Some(1);
    let most = match ticket {
        Ticket { class: Class::Quick, .. } => QUICK_IN_A_CROWD,
        Ticket { urgency: Urgency::Hint, .. } => HINT_IN_A_CROWD,
        _ => return,
    };
    let time = budget.time.or(usual).unwrap_or(Duration::MAX);
    budget.time = Some(time.min(most));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn in_a_crowd_a_thought_takes_one_thread_and_hints_and_quick_ones_are_short() {
        let spent = |level, urgency| {
            let ticket = Ticket { urgency, ..judging(Visitor::NOBODY, urgency) };
            let class = if level <= QUICK_LEVELS { Class::Quick } else { Class::Dear };
            let mut budget = Budget::default();
            in_a_crowd(&mut budget, Some(Duration::from_secs(10)), Ticket { class, ..ticket });
            assert_eq!(budget.threads, Some(1));
            budget.time
        };
        assert_eq!(spent(10, Urgency::Move), None, "the level's own");
        assert_eq!(spent(10, Urgency::Hint), Some(HINT_IN_A_CROWD));
        assert_eq!(spent(5, Urgency::Move), Some(QUICK_IN_A_CROWD));
        let mut short = Budget::time(Duration::from_millis(20));
        in_a_crowd(&mut short, None, judging(Visitor::NOBODY, Urgency::Hint));
        assert_eq!(short.time, Some(Duration::from_millis(20)));
    }
}
