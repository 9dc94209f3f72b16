//! Reviews of matches for whoever asks: worked out on the side by the workers,
//! shared by all who ask for the same one, and kept for the next.
//!
//! A review lives as long as somebody listens. Those who listen take what is
//! new whenever they are ready to send it, so nothing piles up for a slow one.

mod asked;
mod shelf;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use axum::http::StatusCode;
use sobremesa_judgement::{AnyReview, Effort, Judgement, Work};
use sobremesa_kernel::AnyGame;
use tokio::sync::watch;

use crate::problem::Problem;
use crate::wire;
use crate::workers::Workers;
use crate::written::Written;
pub use asked::{Asked, instead, review, values};
pub use shelf::Shelf;

/// What is new is gathered for so long before it is sent.
const GATHERING: Duration = Duration::from_millis(60);

/// Bytes of finished reviews that are kept.
const KEPT: usize = 32 << 20;

/// The reviews there are. They are found by what was played, and not by the
/// match it was played in.
#[derive(Debug, Default)]
pub struct Reviews {
    inner: Mutex<Inner>,
    /// Where they outlive the server.
    shelf: Option<Shelf>,
}

#[derive(Debug, Default)]
struct Inner {
    at_work: HashMap<String, Weak<Running>>,
    /// Those that are done, the one asked for last at the end.
    kept: VecDeque<(String, Arc<Running>)>,
    bytes: usize,
}

/// A review at work, or done.
#[derive(Debug)]
struct Running {
    moves: usize,
    found: Mutex<Found>,
    /// How often something new was found; who listens holds a receiver.
    news: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Found {
    /// The judgement of each move and when it was new.
    judgements: Vec<Option<(u64, Arc<Written>)>>,
    state: Progress,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Progress {
    #[default]
    AtWork,
    Done,
    Failed,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    fn new(moves: usize) -> Running {
        let judgements = vec![None; moves];
        let found = Found { judgements, state: Progress::default() };
        Running { moves, found: Mutex::new(found), news: watch::Sender::new(0) }
    }

    fn tell(&self, judgement: Judgement) {
        let at = judgement.number - 1;
        let written = Arc::new(Written::of(&wire::Judgement::from(judgement)));
        // Under the lock, so that what is counted as new is there to be taken.
        let mut found = lock(&self.found);
        self.news.send_modify(|news| *news += 1);
        if let Some(place) = found.judgements.get_mut(at) {
            *place = Some((*self.news.borrow(), written));
        }
    }

    /// Whether this is what ended it.
    fn end(&self, state: Progress) -> bool {
        let mut found = lock(&self.found);
        let first = found.state == Progress::AtWork;
        if first {
            found.state = state;
            self.news.send_modify(|news| *news += 1);
        }
        first
    }

    fn judgements(&self) -> Vec<Arc<Written>> {
        let found = lock(&self.found);
        found.judgements.iter().flatten().map(|(_, written)| Arc::clone(written)).collect()
    }

    fn bytes(&self) -> usize {
        let found = lock(&self.found);
        found.judgements.iter().flatten().map(|(_, written)| written.text().len()).sum()
    }
}

impl Reviews {
    /// Reviews that are kept beyond the life of the server.
    #[must_use]
    pub fn on(shelf: Shelf) -> Reviews {
        Reviews { shelf: Some(shelf), ..Reviews::default() }
    }

    /// Takes a review from the shelf, if it is there and not at hand already.
    async fn fetch(self: &Arc<Self>, key: &str, moves: usize) {
        let Some(shelf) = self.shelf.clone() else { return };
        let at_hand = {
            let inner = lock(&self.inner);
            inner.at_work.contains_key(key) || inner.kept.iter().any(|(kept, _)| kept == key)
        };
        if at_hand {
            return;
        }
        let name = key.to_owned();
        let found = tokio::task::spawn_blocking(move || shelf.take(&name, moves)).await;
        let Ok(Some(found)) = found else { return };
        let running = Arc::new(Running::new(moves));
        for (place, written) in lock(&running.found).judgements.iter_mut().zip(found) {
            *place = Some((1, Arc::new(written)));
        }
        running.end(Progress::Done);
        self.keep(key, &running);
    }

    /// Listens to the review of a match, which begins if need be.
    fn open(
        self: &Arc<Self>,
        key: String,
        of: &dyn AnyGame,
        workers: &Workers,
    ) -> Result<Listening, Problem> {
        let mut inner = lock(&self.inner);
        if let Some(at) = inner.kept.iter().position(|(kept, _)| *kept == key)
            && let Some(kept) = inner.kept.remove(at)
        {
            let listening = Listening::to(&kept.1);
            inner.kept.push_back(kept);
            return Ok(listening);
        }
        if let Some(running) = inner.at_work.get(&key).and_then(Weak::upgrade)
            && lock(&running.found).state == Progress::AtWork
        {
            return Ok(Listening::to(&running));
        }
        let review = sobremesa_judgement::open(of, &Effort::default()).ok_or_else(no_review)?;
        let running = Arc::new(Running::new(review.len()));
        let listening = Listening::to(&running);
        if review.is_empty() {
            running.end(Progress::Done);
            return Ok(listening);
        }
        inner.at_work.retain(|_, running| running.strong_count() > 0);
        inner.at_work.insert(key.clone(), Arc::downgrade(&running));
        drop(inner);
        let at_work = Arc::new(AtWork {
            running,
            reviews: Arc::clone(self),
            key,
            review,
            threads: workers.on_the_side(),
            works: Mutex::new(None),
        });
        for piece in 0..workers.on_the_side() {
            let at_work = Arc::clone(&at_work);
            let queued = workers.aside(Box::new(move |wanted| at_work.go_on(wanted)));
            // With one of them it is done, only later.
            if piece == 0 {
                queued?;
            }
        }
        Ok(listening)
    }

    fn keep(&self, key: &str, running: &Arc<Running>) {
        let mut inner = lock(&self.inner);
        inner.at_work.remove(key);
        // Two may have fetched it at the same time.
        if inner.kept.iter().any(|(kept, _)| kept == key) {
            return;
        }
        inner.bytes += running.bytes();
        inner.kept.push_back((key.to_owned(), Arc::clone(running)));
        while inner.bytes > KEPT
            && let Some((_, oldest)) = inner.kept.pop_front()
        {
            inner.bytes -= oldest.bytes();
        }
    }

    /// Gives a review up that nobody listens to; `false` when somebody does
    /// after all.
    fn give_up(&self, key: &str, running: &Arc<Running>) -> bool {
        let mut inner = lock(&self.inner);
        if running.news.receiver_count() > 0 {
            return false;
        }
        let same = |listed: &Weak<Running>| std::ptr::eq(listed.as_ptr(), Arc::as_ptr(running));
        if inner.at_work.get(key).is_some_and(same) {
            inner.at_work.remove(key);
        }
        true
    }
}

/// What is judged, and by which version: the game, where it began and what was
/// played.
fn key(of: &dyn AnyGame) -> String {
    let moves: Vec<String> = of.moves().into_iter().map(|played| played.play).collect();
    let start = of.start();
    let version = format!("{} {}", env!("CARGO_PKG_VERSION"), sobremesa_judgement::VERSION);
    [&version, start.entry().id, &start.rules(), &start.diagram(), &moves.join(" ")].join("\n")
}

/// A review in the hands of the workers.
struct AtWork {
    running: Arc<Running>,
    reviews: Arc<Reviews>,
    key: String,
    review: Arc<dyn AnyReview>,
    threads: usize,
    /// What nobody works on just now; made when the first one begins, because
    /// it may hold large tables.
    works: Mutex<Option<Vec<Work>>>,
}

impl AtWork {
    /// Works until something more urgent comes; whether it is done.
    fn go_on(&self, wanted: &(dyn Fn() -> bool + Sync)) -> bool {
        let workers = || Arc::clone(&self.review).workers(self.threads);
        let work = lock(&self.works).get_or_insert_with(workers).pop();
        // There may be fewer pieces of work than threads.
        let Some(mut work) = work else { return true };
        let stopped = AtomicBool::new(false);
        let stop = || {
            let stop = wanted() || self.running.news.receiver_count() == 0;
            stopped.fetch_or(stop, Ordering::Relaxed) || stop
        };
        work(&stop, &mut |judgement| self.running.tell(judgement));
        if self.review.is_done() {
            if self.running.end(Progress::Done) {
                self.reviews.keep(&self.key, &self.running);
                if let Some(shelf) = &self.reviews.shelf {
                    shelf.put(&self.key, &self.running.judgements());
                }
            }
            return true;
        }
        // Not stopped, it has nothing left to do while others end theirs.
        let given_up = || {
            self.running.news.receiver_count() == 0
                && self.reviews.give_up(&self.key, &self.running)
        };
        if !stopped.load(Ordering::Relaxed) || given_up() {
            return true;
        }
        if let Some(works) = &mut *lock(&self.works) {
            works.push(work);
        }
        false
    }
}

impl Drop for AtWork {
    fn drop(&mut self) {
        // The work failed, or the server stops, or nobody listens.
        self.running.end(Progress::Failed);
    }
}

/// Somebody listens to a review.
#[derive(Debug)]
pub struct Listening {
    running: Arc<Running>,
    news: watch::Receiver<u64>,
    /// The newest that was taken.
    taken: u64,
}

/// What is new of a review.
struct News {
    judgements: Vec<Arc<Written>>,
    state: Progress,
}

impl Listening {
    fn to(running: &Arc<Running>) -> Listening {
        Listening { running: Arc::clone(running), news: running.news.subscribe(), taken: 0 }
    }

    /// Waits for something new. Nothing is lost when the waiting is given up.
    async fn next(&mut self) -> News {
        if self.taken > 0 {
            // It ends only when the review does, which is something new.
            let _ = self.news.wait_for(|&news| news > self.taken).await;
            if lock(&self.running.found).state == Progress::AtWork {
                tokio::time::sleep(GATHERING).await;
            }
        } else {
            let _ = self.news.wait_for(|&news| news > 0).await;
        }
        let found = lock(&self.running.found);
        let fresh = found.judgements.iter().flatten().filter(|(at, _)| *at > self.taken);
        let judgements = fresh.map(|(_, written)| Arc::clone(written)).collect();
        self.taken = *self.running.news.borrow();
        News { judgements, state: found.state }
    }
}

fn no_review() -> Problem {
    Problem::new(
        StatusCode::UNPROCESSABLE_ENTITY,
        "judgement-no-review",
        "the moves of this game cannot be judged",
    )
}
