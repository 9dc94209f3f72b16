//! Group commit: everything that waits is written in one transaction.

use tokio::sync::{mpsc, oneshot};

use crate::{Answer, Error, Event, Header, now, to_text};

/// The most writes one transaction takes, so that the first of them does not
/// wait for ever while others keep coming.
const MOST: usize = 1024;

/// Writes that may wait before a sender has to wait too.
const QUEUE: usize = 4096;

/// Something to write, ready for the database.
#[derive(Debug)]
pub enum Write {
    Create { id: String, game: String, rules: String, listed: bool, created: i64, header: String },
    Append { id: String, number: i64, at: i64, body: String, over: Option<bool> },
}

impl Write {
    /// The error for a write that the database ignored.
    pub fn conflict(&self) -> Error {
        Error::Conflict(match self {
            Write::Create { id, .. } => format!("match {id}"),
            Write::Append { id, number, .. } => format!("event {number} of match {id}"),
        })
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
    // Dropped with the rest when the writer ends, which is what `close` waits for.
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
    /// [`crate::Store::create`].
    pub fn create(&self, id: &str, header: &Header) -> Answer<'_, ()> {
        self.write(to_text(header).map(|text| Write::Create {
            id: id.to_owned(),
            game: header.game.clone(),
            rules: header.rules.clone(),
            listed: header.listed,
            created: now(),
            header: text,
        }))
    }

    /// [`crate::Store::append`].
    pub fn append(
        &self,
        id: &str,
        number: u64,
        event: &Event,
        over: Option<bool>,
    ) -> Answer<'_, ()> {
        self.write(to_text(event).map(|body| Write::Append {
            id: id.to_owned(),
            number: i64::try_from(number).unwrap_or(i64::MAX),
            at: now(),
            body,
            over,
        }))
    }

    /// Waits until `write` is durable.
    fn write(&self, write: Result<Write, Error>) -> Answer<'_, ()> {
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
