//! Places in which goals run: a few threads of their own, so that no goal
//! takes a thread from the store or the files, and a line before them in
//! which every visitor has its turn.
//!
//! A place belongs to the work, not to the request: it is free again when the
//! work has ended, whatever became of whoever asked.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use serde::Serialize;
use tokio::sync::oneshot;

use super::doing::lock;
use crate::limits::{Limits, Price};
use crate::visitor::Visitor;

/// Everybody is answered about so long after asking, the course's ten seconds
/// less what it takes on the way.
const ANSWERED_WITHIN: Duration = Duration::from_secs(8);
/// A machine thinks so long even when it is late.
const LEAST_THINKING: Duration = Duration::from_millis(200);
/// A goal may take so long while nobody waits …
const LONGEST: Duration = Duration::from_secs(20);
/// … and so long when somebody does: more than any machine thinks.
const LONGEST_IN_A_CROWD: Duration = Duration::from_secs(9);
/// Questions that wait, of everybody and of one visitor: a class behind one
/// address, not more.
const MOST_WAITING: usize = 128;
const MOST_WAITING_EACH: usize = 64;

/// A goal that takes so long is remembered as a slow one, and so many are.
const SLOW: Duration = Duration::from_secs(1);
const MOST_SLOW: usize = 50;
/// Characters of a goal that the operator sees.
const SEEN: usize = 200;

/// What the goals do, for the operator.
#[derive(Debug, Serialize)]
pub struct Goals {
    places: usize,
    waiting: usize,
    running: Vec<Seen>,
    /// Those that took long of late, the last one first.
    slow: Vec<Seen>,
}

/// A goal as the operator sees it.
#[derive(Clone, Debug, Serialize)]
struct Seen {
    visitor: String,
    goal: String,
    /// It has run, or did run, for so long.
    seconds: f64,
    /// Seconds since it ended.
    ago: f64,
}

/// A goal that runs, or ran.
#[derive(Debug)]
struct Noted {
    visitor: Visitor,
    goal: String,
    begun: Instant,
    ended: Option<Instant>,
}

impl Noted {
    fn seen(&self, now: Instant) -> Seen {
        let ended = self.ended.unwrap_or(now);
        Seen {
            visitor: self.visitor.to_string(),
            goal: self.goal.clone(),
            seconds: ended.duration_since(self.begun).as_secs_f64(),
            ago: now.duration_since(ended).as_secs_f64(),
        }
    }
}

/// The goals that run and those that took long.
#[derive(Debug, Default)]
struct Book {
    running: HashMap<u64, Noted>,
    slow: VecDeque<Noted>,
    begun: u64,
}

/// A goal is in the book of those that run until this is dropped.
struct Entry<'a> {
    book: &'a Mutex<Book>,
    number: u64,
}

impl<'a> Entry<'a> {
    fn of(book: &'a Mutex<Book>, visitor: Visitor, goal: String) -> Entry<'a> {
        let mut kept = lock(book);
        kept.begun += 1;
        let number = kept.begun;
        kept.running.insert(number, Noted { visitor, goal, begun: Instant::now(), ended: None });
        Entry { book, number }
    }
}

impl Drop for Entry<'_> {
    fn drop(&mut self) {
        let mut book = lock(self.book);
        let Some(mut noted) = book.running.remove(&self.number) else { return };
        if noted.begun.elapsed() >= SLOW {
            noted.ended = Some(Instant::now());
            book.slow.truncate(MOST_SLOW - 1);
            book.slow.push_front(noted);
        }
    }
}

/// The beginning of a goal, without what would draw it otherwise than it is.
pub fn beginning(goal: &str) -> String {
    let plain = |c: char| if c.is_control() || sobremesa_kernel::is_hidden(c) { ' ' } else { c };
    goal.chars().take(SEEN).map(plain).collect()
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unanswered {
    /// Too many wait already, or the visitor has asked for too much.
    Full,
    /// The work did not come to its end: a panic.
    Lost,
}

/// The threads and the line before them.
#[derive(Debug)]
pub struct Places {
    shared: Arc<Shared>,
    jobs: mpsc::Sender<Job>,
    purse: Arc<Limits>,
}

type Job = Box<dyn FnOnce() + Send>;

#[derive(Debug)]
struct Shared {
    line: Mutex<Line>,
    /// How many wait: looked at by goals while they run.
    waiting: AtomicUsize,
    threads: usize,
    book: Mutex<Book>,
}

#[derive(Debug)]
struct Line {
    free: usize,
    /// Each visitor who waits, with its questions; the first is next.
    visitors: VecDeque<(Visitor, VecDeque<oneshot::Sender<Place>>)>,
}

/// The right to run on one of the threads, handed on when it is dropped.
#[derive(Debug)]
struct Place(Option<Arc<Shared>>);

impl Drop for Place {
    fn drop(&mut self) {
        let Some(shared) = self.0.take() else { return };
        loop {
            let next = {
                let mut line = lock(&shared.line);
                let next = line.next();
                line.free += usize::from(next.is_none());
                next
            };
            match next.map(|next| next.send(Place(Some(Arc::clone(&shared))))) {
                None | Some(Ok(())) => return,
                // Whoever waited has gone: the next one has it instead.
                Some(Err(mut place)) => place.0 = None,
            }
        }
    }
}

impl Line {
    /// The first question of the visitor whose turn it is; the visitor goes
    /// to the end of the line with the others.
    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        let (visitor, mut questions) = self.visitors.pop_front()?;
        let next = questions.pop_front();
        if !questions.is_empty() {
            self.visitors.push_back((visitor, questions));
        }
        next
    }
}

/// One that waits, counted until it is dropped: whoever hangs up waits no more.
struct Waiting<'a>(&'a Shared);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What a goal may take of the time there is.
#[derive(Debug)]
pub struct Share {
    shared: Arc<Shared>,
    begun: Instant,
    /// How long a machine may think about one move, so that those who wait
    /// are answered in time too.
    pub thinking: Duration,
}

impl Share {
    /// Whether the time of the goal is up. It binds all of a request: reading,
    /// every predicate, every answer.
    pub fn is_over(&self) -> bool {
        let most = match self.shared.waiting.load(Ordering::Relaxed) {
            0 => LONGEST,
            _ => LONGEST_IN_A_CROWD,
        };
        self.begun.elapsed() > most
    }
}

impl Places {
    /// As many places as there are threads to be.
    pub fn new(threads: usize, purse: Arc<Limits>) -> Places {
        let line = Mutex::new(Line { free: threads, visitors: VecDeque::new() });
        let shared = Arc::new(Shared {
            line,
            waiting: AtomicUsize::new(0),
            threads,
            book: Mutex::default(),
        });
        let (jobs, taken) = mpsc::channel::<Job>();
        let taken = Arc::new(Mutex::new(taken));
        for _ in 0..threads {
            let taken = Arc::clone(&taken);
            let thread = std::thread::Builder::new().name("goal".into()).spawn(move || {
                loop {
                    // In a statement of its own: the lock ends before the work.
                    let job = lock(&taken).recv();
                    let Ok(job) = job else { return };
                    // Whoever asked is told that the work was lost.
                    let _ = catch_unwind(AssertUnwindSafe(job));
                }
            });
            thread.expect("a thread at the start");
        }
        Places { shared, jobs, purse }
    }

    /// What the goals do now and of late.
    pub fn goals(&self) -> Goals {
        let now = Instant::now();
        let book = lock(&self.shared.book);
        let mut running: Vec<Seen> = book.running.values().map(|noted| noted.seen(now)).collect();
        running.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
        Goals {
            places: self.shared.threads,
            waiting: self.shared.waiting.load(Ordering::Relaxed),
            running,
            slow: book.slow.iter().map(|noted| noted.seen(now)).collect(),
        }
    }

    /// Does the work of a goal in a place of its own, when it is this
    /// visitor's turn.
    pub async fn run<T: Send + 'static>(
        &self,
        visitor: Visitor,
        goal: &str,
        work: impl FnOnce(&Share) -> T + Send + 'static,
    ) -> Result<T, Unanswered> {
        let asked = Instant::now();
        let goal = beginning(goal);
        if !self.purse.may(visitor) {
            return Err(Unanswered::Full);
        }
        let place = self.place(visitor).await?;
        let purse = Arc::clone(&self.purse);
        let shared = Arc::clone(&self.shared);
        let (answered, answer) = oneshot::channel();
        let job = Box::new(move || {
            let begun = Instant::now();
            let left = ANSWERED_WITHIN.saturating_sub(asked.elapsed());
            let waiting = shared.waiting.load(Ordering::Relaxed);
            let rounds = 1 + waiting.div_ceil(shared.threads);
            let thinking = (left / rounds as u32).max(LEAST_THINKING);
            let noted = Arc::clone(&shared);
            let entry = Entry::of(&noted.book, visitor, goal);
            let found = work(&Share { shared, begun, thinking });
            drop(entry);
            drop(place);
            purse.charge(visitor, Price::Goal(begun.elapsed()));
            // Nobody may be there any more.
            let _ = answered.send(found);
        });
        self.jobs.send(job).map_err(|_| Unanswered::Lost)?;
        answer.await.map_err(|_| Unanswered::Lost)
    }

    async fn place(&self, visitor: Visitor) -> Result<Place, Unanswered> {
        let turn = {
            let mut line = lock(&self.shared.line);
            if line.free > 0 {
                line.free -= 1;
                return Ok(Place(Some(Arc::clone(&self.shared))));
            }
            // Those who hung up leave their place to others.
            for (_, questions) in &mut line.visitors {
                questions.retain(|question| !question.is_closed());
            }
            line.visitors.retain(|(_, questions)| !questions.is_empty());
            if line.visitors.iter().map(|(_, questions)| questions.len()).sum::<usize>()
                >= MOST_WAITING
            {
                return Err(Unanswered::Full);
            }
            let (called, turn) = oneshot::channel();
            match line.visitors.iter_mut().find(|(other, _)| *other == visitor) {
                Some((_, questions)) if questions.len() >= MOST_WAITING_EACH => {
                    return Err(Unanswered::Full);
                }
                Some((_, questions)) => questions.push_back(called),
                None => line.visitors.push_back((visitor, VecDeque::from([called]))),
            }
            turn
        };
        self.shared.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.shared);
        turn.await.map_err(|_| Unanswered::Lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visitor::Proxies;

    const ONE: Visitor = Visitor::NOBODY;
    const OTHER: Visitor = Visitor::LOCAL;

    /// Places for visitors who may ask for so much in a minute.
    fn rich(threads: usize, per_minute: u32) -> Places {
        let purse = Limits::new(per_minute, 1, Vec::new(), Proxies::default());
        Places::new(threads, Arc::new(purse))
    }

    /// Keeps the only place until it is told to end.
    fn occupied(places: &Arc<Places>) -> (mpsc::Sender<()>, tokio::task::JoinHandle<()>) {
        let (end, ended) = mpsc::channel::<()>();
        let places = Arc::clone(places);
        let running = tokio::spawn(async move {
            let work = move |_: &Share| {
                let _ = ended.recv();
            };
            places.run(ONE, "goal", work).await.unwrap();
        });
        (end, running)
    }

    async fn until(places: &Places, waiting: usize) {
        while places.shared.waiting.load(Ordering::Relaxed) != waiting {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn visitors_take_turns_and_share_the_time() {
        let places = Arc::new(rich(1, 1000));
        let alone = places.run(ONE, "goal", |share| share.thinking).await.unwrap();
        assert!(alone > ANSWERED_WITHIN / 2);
        let (end, running) = occupied(&places);
        while lock(&places.shared.line).free > 0 {
            tokio::task::yield_now().await;
        }
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut asked = Vec::new();
        for (n, visitor) in [ONE, ONE, ONE, OTHER].into_iter().enumerate() {
            let (line, order) = (Arc::clone(&places), Arc::clone(&order));
            asked.push(tokio::spawn(async move {
                let note = move |share: &Share| {
                    lock(&order).push((n, visitor));
                    share.thinking
                };
                line.run(visitor, "goal", note).await.unwrap()
            }));
            until(&places, n + 1).await;
        }
        end.send(()).unwrap();
        running.await.unwrap();
        let mut thinking = Vec::new();
        for question in asked {
            thinking.push(question.await.unwrap());
        }
        // The other visitor came last and is second.
        assert_eq!(lock(&order)[1], (3, OTHER));
        // The first of four has a quarter of the time at most.
        assert!(thinking[0] <= ANSWERED_WITHIN / 4 && thinking[0] >= LEAST_THINKING);
    }

    #[tokio::test]
    async fn who_hangs_up_waits_no_more_and_the_line_has_an_end() {
        let places = Arc::new(rich(1, 1000));
        let (end, running) = occupied(&places);
        while lock(&places.shared.line).free > 0 {
            tokio::task::yield_now().await;
        }
        let wait = || {
            let places = Arc::clone(&places);
            tokio::spawn(async move { places.run(ONE, "goal", |_| ()).await })
        };
        let waiting: Vec<_> = (0..MOST_WAITING_EACH).map(|_| wait()).collect();
        until(&places, MOST_WAITING_EACH).await;
        assert_eq!(wait().await.unwrap(), Err(Unanswered::Full));
        for question in waiting {
            question.abort();
        }
        until(&places, 0).await;
        // Their places in the line are free, and so is the thread in the end.
        let last = wait();
        until(&places, 1).await;
        end.send(()).unwrap();
        running.await.unwrap();
        assert_eq!(last.await.unwrap(), Ok(()));
        assert_eq!(lock(&places.shared.line).free, 1);
    }

    #[tokio::test]
    async fn goals_that_run_and_those_that_took_long_are_told() {
        let places = Arc::new(rich(1, 1000));
        places.run(ONE, "short.", |_| ()).await.unwrap();
        let (end, ended) = mpsc::channel::<()>();
        let running = Arc::clone(&places);
        let asked = tokio::spawn(async move {
            running
                .run(OTHER, &format!("\u{202e}{}", "long, ".repeat(99)), move |_| ended.recv())
                .await
        });
        while places.goals().running.is_empty() {
            tokio::task::yield_now().await;
        }
        let told = places.goals();
        assert!(told.running[0].goal.starts_with(" long, long") && told.slow.is_empty());
        assert_eq!(told.running[0].goal.chars().count(), SEEN);
        while places.goals().running[0].seconds < SLOW.as_secs_f64() {
            std::thread::sleep(Duration::from_millis(20));
        }
        end.send(()).unwrap();
        asked.await.unwrap().unwrap().unwrap();
        let told = places.goals();
        assert!(told.running.is_empty());
        assert_eq!(told.slow.len(), 1);
        assert_eq!(told.slow[0].visitor, OTHER.to_string());
    }

    #[tokio::test]
    async fn a_panic_costs_one_answer() {
        let places = rich(1, 1000);
        let lost = places.run(ONE, "goal", |_| panic!("as a test")).await;
        assert_eq!(lost, Err::<(), _>(Unanswered::Lost));
        assert_eq!(places.run(ONE, "goal", |_| 7).await, Ok(7));
    }

    #[tokio::test]
    async fn who_has_asked_for_too_much_waits_until_it_is_paid() {
        let places = rich(1, 1);
        places.purse.charge(ONE, Price::Goal(Duration::from_secs(9)));
        assert_eq!(places.run(ONE, "goal", |_| 7).await, Err(Unanswered::Full));
        assert_eq!(places.run(OTHER, "goal", |_| 7).await, Ok(7));
        assert!(places.purse.may(OTHER), "a short goal costs next to nothing");
    }
}
