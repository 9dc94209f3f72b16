//! Group commit: everything that waits is written in one transaction.

use std::collections::HashMap;
use std::time::{Duration, Instant, SystemTime};

use tokio::sync::{mpsc, oneshot};

use crate::{Answer, Commit, Error, Rows, chain, to_text};

/// The most writes one transaction takes, so that the first of them does not
/// wait for ever while others keep coming.
const MOST: usize = 1024;

/// Writes that may wait before a sender has to wait too.
const QUEUE: usize = 4096;

/// How often it is said at most that commits fail.
const SAYING: Duration = Duration::from_secs(10);

/// Something to write, ready for the database: all of it or nothing.
#[derive(Debug)]
pub enum Write {
    Keep(Keep),
    /// Matches to remove.
    Delete(Vec<String>),
    /// The time, to find out whether anything can be written.
    Probe(i64),
}

/// Rows to keep.
#[derive(Debug)]
pub struct Keep {
    pub create: Option<NewMatch>,
    pub id: String,
    /// The number of the first event.
    pub first: i64,
    /// When each event happened, and what.
    pub events: Vec<(i64, String)>,
    pub over: Option<bool>,
}

/// A match to create.
#[derive(Debug)]
pub struct NewMatch {
    pub id: String,
    pub game: String,
    pub rules: String,
    pub listed: bool,
    pub created: i64,
    pub header: String,
}

/// What the next event of a match follows.
#[derive(Debug)]
pub struct Tail {
    pub number: i64,
    pub link: String,
}

/// The links of the rows of a [`Keep`].
#[derive(Debug)]
pub struct Links {
    /// Of the new match, if there is one.
    pub create: String,
    pub events: Vec<String>,
}

impl Write {
    fn new(commit: &Commit<'_>) -> Result<Write, Error> {
        let at = i64::try_from(commit.at.0).unwrap_or(i64::MAX);
        let create = match commit.create {
            None => None,
            Some((id, header)) => Some(NewMatch {
                id: id.to_owned(),
                game: header.game.clone(),
                rules: header.rules.clone(),
                listed: header.listed,
                created: at,
                header: to_text(header)?,
            }),
        };
        let event = |event| Ok((at, to_text(event)?));
        Ok(Write::Keep(Keep {
            create,
            id: commit.id.to_owned(),
            first: i64::try_from(commit.first).unwrap_or(i64::MAX),
            events: commit.events.iter().map(event).collect::<Result<_, Error>>()?,
            over: commit.over,
        }))
    }
}

impl From<Rows> for Write {
    fn from(rows: Rows) -> Write {
        let Rows { id, game, rules, listed, over, created, header, events, .. } = rows;
        Write::Keep(Keep {
            create: Some(NewMatch { id: id.clone(), game, rules, listed, created, header }),
            id,
            first: 0,
            events: events.into_iter().map(|row| (row.at, row.body)).collect(),
            over: Some(over),
        })
    }
}

impl Keep {
    /// The matches whose state decides whether this may be kept.
    pub fn matches(&self) -> impl Iterator<Item = &str> {
        let new = self.create.as_ref().map(|new| new.id.as_str());
        new.into_iter().chain(std::iter::once(self.id.as_str()))
    }

    /// The events with their numbers and times.
    pub fn numbered(&self) -> impl Iterator<Item = (i64, i64, &str)> {
        (self.first..).zip(&self.events).map(|(number, (at, body))| (number, *at, body.as_str()))
    }

    /// Whether this follows what is kept, and the links by which it does.
    /// `tails` says what the next event of each match follows, without an entry
    /// for a match that is not kept; it is brought up to date when the answer
    /// is yes.
    pub fn follows(&self, tails: &mut HashMap<String, Tail>) -> Result<Links, Error> {
        let conflict = |what: String| Err(Error::Conflict(what));
        if let Some(new) = self.create.as_ref().filter(|new| tails.contains_key(&new.id)) {
            return conflict(format!("match {}", new.id));
        }
        let create = self.create.as_ref().map_or_else(String::new, |new| {
            let NewMatch { id, game, rules, listed, created, header } = new;
            chain::of_match(id, game, rules, *listed, *created, header)
        });
        let tail = match &self.create {
            Some(new) if new.id == self.id => Some((0, &create)),
            _ => tails.get(&self.id).map(|tail| (tail.number, &tail.link)),
        };
        let Some((_, link)) = tail.filter(|(number, _)| *number == self.first) else {
            return conflict(format!("event {} of match {}", self.first, self.id));
        };
        let mut link = link.clone();
        let mut events = Vec::with_capacity(self.events.len());
        for (number, at, body) in self.numbered() {
            link = chain::of_event(&link, number, at, body.as_bytes());
            events.push(link.clone());
        }
        if let Some(new) = &self.create {
            tails.insert(new.id.clone(), Tail { number: 0, link: create.clone() });
        }
        let added = i64::try_from(events.len()).unwrap_or(i64::MAX);
        tails.insert(self.id.clone(), Tail { number: self.first.saturating_add(added), link });
        Ok(Links { create, events })
    }
}

type Waiting = (Write, oneshot::Sender<Result<(), Error>>);

/// The sending half: hands writes to the one writer and waits for its answer.
#[derive(Debug)]
pub struct Writer {
    queue: std::sync::Mutex<Option<mpsc::Sender<Waiting>>>,
    done: tokio::sync::Mutex<Option<oneshot::Receiver<()>>>,
}

/// The receiving half: what the one writer takes its batches from.
#[derive(Debug)]
pub struct Batches {
    queue: mpsc::Receiver<Waiting>,
    // Dropped with the rest when the writer ends, which is what `close` waits
    // for: whoever writes closes the database before.
    _done: oneshot::Sender<()>,
}

pub fn channel() -> (Writer, Batches) {
    let (sender, queue) = mpsc::channel(QUEUE);
    let (done, ended) = oneshot::channel();
    let writer = Writer {
        queue: std::sync::Mutex::new(Some(sender)),
        done: tokio::sync::Mutex::new(Some(ended)),
    };
    (writer, Batches { queue, _done: done })
}

impl Writer {
    /// [`crate::Store::commit`].
    pub fn commit(&self, commit: &Commit<'_>) -> Answer<'_, ()> {
        self.write(Write::new(commit))
    }

    /// [`crate::Store::ready`].
    pub fn probe(&self) -> Answer<'_, ()> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        self.write(Ok(Write::Probe(i64::try_from(now.as_millis()).unwrap_or(i64::MAX))))
    }

    /// Waits until `write` is durable.
    pub fn write(&self, write: Result<Write, Error>) -> Answer<'_, ()> {
        let queue = self.queue.lock().ok().and_then(|queue| queue.clone());
        Box::pin(async move {
            let write = write?;
            let closed = || Error::Unavailable("it is closed".to_owned());
            let (answer, answered) = oneshot::channel();
            queue.ok_or_else(closed)?.send((write, answer)).await.map_err(|_| closed())?;
            answered.await.map_err(|_| closed())?
        })
    }

    /// Refuses new writes and waits for those that are pending.
    pub fn close(&self) -> Answer<'_, ()> {
        Box::pin(async {
            if let Ok(mut queue) = self.queue.lock() {
                queue.take();
            }
            if let Some(done) = self.done.lock().await.take() {
                // An error here is the end of the writer: what was waited for.
                let _ = done.await;
            }
            Ok(())
        })
    }
}

/// Writes taken together and the people who wait for them.
#[derive(Debug)]
pub struct Batch {
    pub writes: Vec<Write>,
    waiting: Vec<oneshot::Sender<Result<(), Error>>>,
}

impl Batch {
    /// Answers everybody, in the order of `writes`.
    pub fn answer(self, results: Result<Vec<Result<(), Error>>, Error>) {
        let results = match results {
            Ok(each) => each,
            Err(all) => vec![Err(all); self.waiting.len()],
        };
        for (waiting, result) in self.waiting.into_iter().zip(results) {
            // Whoever gave up waiting does not need the answer.
            let _ = waiting.send(result);
        }
    }
}

impl Batches {
    /// The next batch, from a plain thread; `None` when the store is closed.
    pub fn blocking_next(&mut self) -> Option<Batch> {
        let first = self.queue.blocking_recv()?;
        Some(self.fill(first))
    }

    /// The next batch; `None` when the store is closed.
    pub async fn next(&mut self) -> Option<Batch> {
        let first = self.queue.recv().await?;
        Some(self.fill(first))
    }

    fn fill(&mut self, first: Waiting) -> Batch {
        let mut batch = Batch { writes: vec![first.0], waiting: vec![first.1] };
        while batch.writes.len() < MOST {
            let Ok((write, waiting)) = self.queue.try_recv() else { break };
            batch.writes.push(write);
            batch.waiting.push(waiting);
        }
        batch
    }
}

/// Says that commits fail, and says it seldom: when the disk is full, everybody
/// who tries to play would add a line to the log that fills it.
#[derive(Debug, Default)]
pub struct Complaint {
    said: Option<Instant>,
    unsaid: usize,
}

impl Complaint {
    /// A commit of so many writes has failed.
    pub fn say(&mut self, error: &Error, writes: usize) {
        if self.said.is_some_and(|said| said.elapsed() < SAYING) {
            self.unsaid += 1;
            return;
        }
        tracing::error!(%error, writes, unsaid = self.unsaid, "a commit failed");
        *self = Complaint { said: Some(Instant::now()), unsaid: 0 };
    }
}
