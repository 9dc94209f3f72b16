//! What stands in for the world, and what outlives a crash of the server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Message;
use sobremesa_kernel::{Rng, Side};
use sobremesa_store::{Answer, Commit, Error, Rows, Store, Stored, Summary};
use sobremesa_table::{Event, Header, State, Time, Wants};
use tokio::sync::{Notify, mpsc};
use tokio::time::{Instant, sleep};

use crate::kept;
use crate::problem::Problem;
use crate::secret::Chance;
use crate::socket::Peer;
use crate::thinking::{Asked, Found, Thinkers, Thought, thought};

/// The match that is played, and what opens its seats.
pub const ID: &str = "simulated000";
pub const SECRETS: [&str; 2] = ["the first", "the second"];

/// What outlives a crash, and what is noted down of everything.
#[derive(Debug)]
pub struct Whole {
    pub seed: u64,
    pub rng: Mutex<Rng>,
    pub disk: Mutex<BTreeMap<String, Kept>>,
    /// What was acknowledged: at which `seq`, and which move.
    pub acknowledged: Mutex<Vec<(u64, String)>>,
    /// What was acknowledged besides moves.
    pub claims: Mutex<Vec<Claim>>,
    /// What is thought about, or was thought through without failing.
    pub thoughts: Mutex<BTreeSet<(String, String)>>,
    /// Connections that the server has.
    pub lines: Mutex<u32>,
    /// Calls of the seams until everything stops in the middle of one.
    pub calls: Mutex<Option<u32>>,
    /// Everything has stopped.
    pub stopped: Notify,
    pub trace: Mutex<Vec<String>>,
    pub faults: Mutex<bool>,
    /// Laws that were broken.
    pub wrong: Mutex<Vec<String>>,
    /// When the store was last put back to an earlier state.
    pub restored: Mutex<Option<Instant>>,
    /// Until when nothing can be written, and how often a machine began to
    /// think since that began.
    pub full: Mutex<Option<(Instant, u32)>>,
    /// The most turns that were ever kept: more can never be seen.
    pub most: Mutex<u64>,
    /// How often each move was sent, and not refused, by whoever holds which
    /// seats.
    pub sent: Mutex<BTreeMap<(u64, String), [i32; 4]>>,
}

/// How long it takes until every answer from before a restore has arrived.
pub const ARRIVED: Duration = Duration::from_secs(2);
/// How long a disk is full, and how many thoughts a match may begin meanwhile.
const FULL: Duration = Duration::from_secs(8);
const MOST_THOUGHTS: u32 = 12;

/// What was acknowledged must have happened: as which turn, where a `seq` says
/// it, and what is said of it begins like this.
#[derive(Clone, Debug)]
pub struct Claim {
    pub seq: Option<u64>,
    pub event: String,
}

#[derive(Clone, Debug)]
pub struct Kept {
    pub header: Header,
    pub events: Vec<(Time, Event)>,
}

pub fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Whole {
    pub fn below(&self, bound: u32) -> u32 {
        lock(&self.rng).below(bound)
    }

    /// Once in so many times, while there are faults at all.
    pub fn fails(&self, one_in: u32) -> bool {
        *lock(&self.faults) && self.below(one_in) == 0
    }

    pub fn note(&self, what: impl FnOnce() -> String) {
        lock(&self.trace).push(what());
    }

    /// Puts the store back to what it was some events ago, under the server.
    fn restore(&self) {
        let mut disk = lock(&self.disk);
        let Some(kept) = disk.get_mut(ID) else { return };
        let events = kept.events.len();
        let gone = kept.events.split_off(events.saturating_sub(self.below(3) as usize + 1));
        let journal = journal(&kept.events).len() as u64;
        lock(&self.acknowledged).retain(|(seq, _)| *seq < journal);
        lock(&self.claims).clear();
        *lock(&self.restored) = Some(Instant::now());
        self.note(|| format!("restored to {} events", kept.events.len()));
        // The whole database is as it was, the matches that followed included.
        for (_, event) in gone {
            if let Event::Next { id, .. } = event {
                disk.remove(&id);
            }
        }
    }

    /// Where a task is asked to die, now and then it does, as by a bug of ours.
    fn panics(&self, one_in: u32) {
        if self.fails(one_in) {
            self.note(|| "a room panics".to_owned());
            std::panic::resume_unwind(Box::new("simulated"));
        }
    }

    /// Whether nothing can be written for a while.
    fn is_full(&self) -> bool {
        let until = lock(&self.full).map(|(until, _)| until);
        if until.is_some_and(|until| Instant::now() < until) {
            return *lock(&self.faults);
        }
        let begins = self.fails(80);
        *lock(&self.full) = begins.then(|| (Instant::now() + FULL, 0));
        begins
    }

    /// A machine begins to think.
    fn thinks(&self) {
        if let Some((until, thoughts)) = &mut *lock(&self.full)
            && Instant::now() < *until
        {
            *thoughts += 1;
            self.law(*thoughts <= MOST_THOUGHTS, || "no rest on a full disk".to_owned());
        }
    }

    /// Notes down a law that is broken, also where a panic would not be heard.
    pub fn law(&self, holds: bool, law: impl FnOnce() -> String) {
        if !holds {
            lock(&self.wrong).push(law());
        }
    }

    pub async fn pause(&self, most: u32) {
        sleep(Duration::from_millis(self.below(most).into())).await;
    }

    /// A call of a seam, which takes a while. At one of them everything stops:
    /// neither that call nor any after it returns.
    pub async fn call(&self, most: u32) {
        if self.stops() {
            std::future::pending::<()>().await;
        }
        self.pause(most).await;
    }

    /// Counts a call of a seam; whether everything has stopped.
    fn stops(&self) -> bool {
        let mut calls = lock(&self.calls);
        let Some(left) = &mut *calls else { return false };
        if *left == 1 {
            self.note(|| "everything stops in a call".to_owned());
            self.stopped.notify_one();
        }
        *left = left.saturating_sub(1);
        *left == 0
    }

    pub fn replayed(&self, id: &str) -> State {
        let kept = lock(&self.disk)[id].clone();
        let stored =
            Stored { id: id.to_owned(), created: 0, header: kept.header, events: kept.events };
        kept::replay(stored).unwrap_or_else(|error| panic!("seed {}: {error}", self.seed))
    }
}

/// What `seq` counts.
pub fn turns(events: &[(Time, Event)]) -> Vec<&Event> {
    let counts = |event: &&Event| {
        matches!(
            event,
            Event::Play { .. }
                | Event::Undo { .. }
                | Event::Mark { .. }
                | Event::Propose { .. }
                | Event::Resume { .. }
        )
    };
    events.iter().map(|(_, event)| event).filter(counts).collect()
}

/// The moves by their `seq`, and in the place of other turns none.
pub fn journal(events: &[(Time, Event)]) -> Vec<Option<(Side, String)>> {
    let play = |event: &Event| match event {
        Event::Play { side, play, .. } => Some((*side, play.clone())),
        _ => None,
    };
    turns(events).into_iter().map(play).collect()
}

// ---- The seams -----------------------------------------------------------

#[derive(Debug)]
pub struct Disk(pub Arc<Whole>);

impl Disk {
    /// Does not answer, once in so many times.
    async fn never(&self, one_in: u32) {
        if self.0.fails(one_in) {
            self.0.note(|| "the store never answers".to_owned());
            std::future::pending::<()>().await;
        }
    }

    fn keep(
        &self,
        create: Option<(String, Header)>,
        id: &str,
        first: u64,
        events: Vec<(Time, Event)>,
    ) -> Result<(), Error> {
        let mut disk = lock(&self.0.disk);
        let conflict = || Err(Error::Conflict(format!("event {first} of match {id}")));
        let new = create.as_ref().is_some_and(|(new, _)| new == id);
        let next = disk.get(id).map(|kept| kept.events.len() as u64);
        if next.or(new.then_some(0)) != Some(first) {
            return conflict();
        }
        if let Some((id, header)) = create
            && disk.insert(id, Kept { header, events: Vec::new() }).is_some()
        {
            return conflict();
        }
        if let Some(kept) = disk.get_mut(id) {
            kept.events.extend(events);
            if id == ID {
                let turns = journal(&kept.events).len() as u64;
                let most = &mut *lock(&self.0.most);
                *most = turns.max(*most);
            }
        }
        Ok(())
    }
}

impl Store for Disk {
    fn commit(&self, commit: &Commit<'_>) -> Answer<'_, ()> {
        let create = commit.create.map(|(id, header)| (id.to_owned(), header.clone()));
        let (id, first) = (commit.id.to_owned(), commit.first);
        let events: Vec<_> = commit.events.iter().map(|event| (commit.at, event.clone())).collect();
        Box::pin(async move {
            self.0.call(40).await;
            let lost = || Err(Error::Unavailable("simulated".to_owned()));
            if self.0.fails(100) {
                self.0.restore();
            }
            if self.0.is_full() || self.0.fails(12) {
                self.0.note(|| format!("{id} {first} fails before"));
                return lost();
            }
            self.never(60).await;
            if id == ID {
                self.0.panics(120);
            }
            let kept = self.keep(create, &id, first, events.clone());
            if id == ID {
                self.0.panics(120);
            }
            self.0.note(|| format!("{id} {first} {events:?} {}", kept.is_ok()));
            if self.0.fails(12) {
                return lost();
            }
            self.0.call(20).await;
            kept
        })
    }

    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        Box::pin(async move {
            self.0.call(30).await;
            if self.0.fails(12) {
                return Err(Error::Unavailable("simulated".to_owned()));
            }
            self.never(60).await;
            let kept = lock(&self.0.disk).get(&id).cloned();
            Ok(kept.map(|Kept { header, events }| Stored { id, created: 0, header, events }))
        })
    }

    fn list(&self, _: u32) -> Answer<'_, Vec<Summary>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn ids(&self) -> Answer<'_, Vec<String>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn ready(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn delete(&self, _: Vec<String>) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn idle(&self, _: i64, _: u32) -> Answer<'_, Vec<String>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    fn import(&self, _: Rows) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

#[derive(Debug)]
pub struct Lots(pub Arc<Whole>);

impl Chance for Lots {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), getrandom::Error> {
        self.0.stops();
        bytes.fill_with(|| self.0.below(256) as u8);
        Ok(())
    }
}

#[derive(Debug)]
pub struct Dreamers(pub Arc<Whole>);

impl Thinkers for Dreamers {
    fn begin(&self, asked: &Asked<'_>) -> Result<Thought<Found>, Problem> {
        let whole = Arc::clone(&self.0);
        whole.panics(60);
        if whole.fails(20) {
            return Err(Problem::busy());
        }
        let about = (asked.id.to_owned(), format!("{:?}", asked.wants));
        whole.note(|| format!("thinks about {about:?}"));
        whole.thinks();
        let new = lock(&whole.thoughts).insert(about.clone());
        whole.law(new, || format!("{about:?} is thought about twice"));
        let legal = asked.state.game().legal();
        let found = match (asked.wants, whole.fails(10), whole.fails(10)) {
            (_, true, _) => None,
            (_, _, true) => Some(Found::Play("nonsense".to_owned())),
            (Wants::Proposal { .. }, ..) => Some(Found::Dead(Vec::new())),
            _ => Some(Found::Play(legal[whole.below(legal.len() as u32) as usize].clone())),
        };
        let never = matches!(asked.wants, Wants::Move { .. }) && whole.fails(30);
        let (mut answer, thought, _) = thought();
        whole.stops();
        tokio::spawn(async move {
            // On a full disk nothing else slows a match down.
            let full = lock(&whole.full).is_some();
            let thinks = async {
                if never {
                    whole.note(|| "a machine never answers".to_owned());
                    std::future::pending::<()>().await;
                }
                whole.call(if full { 50 } else { 3_000 }).await;
            };
            tokio::select! {
                biased;
                () = thinks => {}
                () = answer.closed() => {
                    // Where nobody is left to wait for it, it is thought about
                    // again when somebody comes back; otherwise it never is.
                    if *lock(&whole.lines) == 0 {
                        lock(&whole.thoughts).remove(&about);
                    }
                    return;
                }
            }
            if !matches!(&found, Some(Found::Play(play)) if play != "nonsense") {
                lock(&whole.thoughts).remove(&about);
            }
            let _ = answer.send(found);
        });
        Ok(thought)
    }

    fn dismiss(&self, id: &str) {
        lock(&self.0.thoughts).retain(|(other, _)| other != id);
    }
}

/// The server's end of a connection.
pub struct Line {
    whole: Arc<Whole>,
    incoming: mpsc::UnboundedReceiver<String>,
    outgoing: mpsc::UnboundedSender<String>,
}

impl Line {
    pub fn new(
        whole: &Arc<Whole>,
        incoming: mpsc::UnboundedReceiver<String>,
        outgoing: mpsc::UnboundedSender<String>,
    ) -> Line {
        *lock(&whole.lines) += 1;
        Line { whole: Arc::clone(whole), incoming, outgoing }
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        *lock(&self.whole.lines) -= 1;
    }
}

impl Peer for Line {
    async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        Some(Ok(Message::Text(self.incoming.recv().await?.into())))
    }

    async fn send(&mut self, message: Message) -> Result<(), axum::Error> {
        self.whole.call(25).await;
        match message {
            Message::Text(text) => {
                self.outgoing.send(text.as_str().to_owned()).map_err(axum::Error::new)
            }
            _ => Ok(()),
        }
    }
}
