//! Matches in virtual time: one thread, a clock that jumps, and a seed for
//! everything else but the order in which tokio wakes those who watch the same
//! room in the same instant.
//!
//! The server's five seams have stand-ins: a store that is slow, fails before or
//! after it has kept something, or never answers; machines that answer late,
//! with nothing or with nonsense; connections that are slow and cut; ids by
//! lot; tokio's paused clock. Now and then everything stops in the middle and is
//! opened again on what was kept. A failing seed is printed; with
//! `SOBREMESA_SEED` it alone is played, with `SOBREMESA_SEEDS` so many are.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use axum::extract::ws::Message;
use serde_json::{Value, json};
use sobremesa_kernel::Rng;
use sobremesa_store::{Answer, Commit, Error, Store, Stored, Summary};
use sobremesa_table::{Event, Header, Occupant, Seat, State, Time, TimeControl, Wants};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, timeout};

use crate::clock::Clock;
use crate::engines::Engines;
use crate::hub::{Hub, Services};
use crate::kept;
use crate::limits::Limits;
use crate::problem::Problem;
use crate::secret::{Chance, Hash};
use crate::socket::{self, Peer};
use crate::thinking::{Asked, Found, Thinkers, Thought, thought};
use crate::workers::Workers;

const SECRETS: [&str; 2] = ["the first", "the second"];
const ID: &str = "simulated000";

/// What outlives a crash, and what is noted down of everything.
#[derive(Debug)]
struct Whole {
    seed: u64,
    rng: Mutex<Rng>,
    disk: Mutex<BTreeMap<String, Kept>>,
    /// What was acknowledged: at which `seq`, and which move.
    acknowledged: Mutex<Vec<(u64, String)>>,
    /// What is thought about, or was thought through without failing.
    thoughts: Mutex<BTreeSet<(String, String)>>,
    trace: Mutex<Vec<String>>,
    faults: Mutex<bool>,
    /// Laws that were broken.
    wrong: Mutex<Vec<String>>,
    /// When the store was last put back to an earlier state.
    restored: Mutex<Option<Instant>>,
    /// Until when nothing can be written, and how often a machine began to
    /// think since that began.
    full: Mutex<Option<(Instant, u32)>>,
}

/// How long it takes until every answer from before a restore has arrived.
const ARRIVED: Duration = Duration::from_secs(2);
/// How long a disk is full, and how many thoughts a match may begin meanwhile.
const FULL: Duration = Duration::from_secs(8);
const MOST_THOUGHTS: u32 = 12;

#[derive(Clone, Debug)]
struct Kept {
    header: Header,
    events: Vec<(Time, Event)>,
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Whole {
    fn below(&self, bound: u32) -> u32 {
        lock(&self.rng).below(bound)
    }

    /// Once in so many times, while there are faults at all.
    fn fails(&self, one_in: u32) -> bool {
        *lock(&self.faults) && self.below(one_in) == 0
    }

    fn note(&self, what: impl FnOnce() -> String) {
        lock(&self.trace).push(what());
    }

    /// Puts the store back to what it was some events ago, under the server.
    fn restore(&self) {
        let mut disk = lock(&self.disk);
        let Some(kept) = disk.get_mut(ID) else { return };
        let events = kept.events.len();
        kept.events.truncate(events.saturating_sub(self.below(3) as usize + 1));
        let journal = journal(&kept.events).len() as u64;
        lock(&self.acknowledged).retain(|(seq, _)| *seq < journal);
        *lock(&self.restored) = Some(Instant::now());
        self.note(|| format!("restored to {} events", kept.events.len()));
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
    fn law(&self, holds: bool, law: impl FnOnce() -> String) {
        if !holds {
            lock(&self.wrong).push(law());
        }
    }

    async fn pause(&self, most: u32) {
        sleep(Duration::from_millis(self.below(most).into())).await;
    }

    fn replayed(&self, id: &str) -> State {
        let kept = lock(&self.disk)[id].clone();
        let stored =
            Stored { id: id.to_owned(), created: 0, header: kept.header, events: kept.events };
        kept::replay(stored).unwrap_or_else(|error| panic!("seed {}: {error}", self.seed))
    }
}

// ---- The seams -----------------------------------------------------------

#[derive(Debug)]
struct Disk(Arc<Whole>);

impl Disk {
    fn keep(
        &self,
        create: Option<(String, Header)>,
        id: &str,
        first: u64,
        events: Vec<(Time, Event)>,
    ) -> Result<(), Error> {
        let mut disk = lock(&self.0.disk);
        let conflict = || Err(Error::Conflict(format!("event {first} of match {id}")));
        if disk.get(id).is_none_or(|kept| kept.events.len() as u64 != first) {
            return conflict();
        }
        if let Some((id, header)) = create
            && disk.insert(id, Kept { header, events: Vec::new() }).is_some()
        {
            return conflict();
        }
        if let Some(kept) = disk.get_mut(id) {
            kept.events.extend(events);
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
            self.0.pause(40).await;
            let lost = || Err(Error::Unavailable("simulated".to_owned()));
            if self.0.fails(100) {
                self.0.restore();
            }
            if self.0.is_full() || self.0.fails(12) {
                self.0.note(|| format!("{id} {first} fails before"));
                return lost();
            }
            if self.0.fails(60) {
                std::future::pending::<()>().await;
            }
            let kept = self.keep(create, &id, first, events.clone());
            self.0.note(|| format!("{id} {first} {events:?} {}", kept.is_ok()));
            if self.0.fails(12) {
                return lost();
            }
            self.0.pause(20).await;
            kept
        })
    }

    fn load(&self, id: &str) -> Answer<'_, Option<Stored>> {
        let id = id.to_owned();
        Box::pin(async move {
            self.0.pause(30).await;
            if self.0.fails(12) {
                return Err(Error::Unavailable("simulated".to_owned()));
            }
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

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async { Ok(()) })
    }
}

#[derive(Debug)]
struct Lots(Arc<Whole>);

impl Chance for Lots {
    fn fill(&self, bytes: &mut [u8]) -> Result<(), getrandom::Error> {
        bytes.fill_with(|| self.0.below(256) as u8);
        Ok(())
    }
}

#[derive(Debug)]
struct Dreamers(Arc<Whole>);

impl Thinkers for Dreamers {
    fn begin(&self, asked: &Asked<'_>) -> Result<Thought<Found>, Problem> {
        let whole = Arc::clone(&self.0);
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
        let (answer, thought, _) = thought();
        tokio::spawn(async move {
            // On a full disk nothing else slows a match down.
            let full = lock(&whole.full).is_some();
            whole.pause(if full { 50 } else { 3_000 }).await;
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
struct Line {
    whole: Arc<Whole>,
    incoming: mpsc::UnboundedReceiver<String>,
    outgoing: mpsc::UnboundedSender<String>,
}

impl Peer for Line {
    async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        Some(Ok(Message::Text(self.incoming.recv().await?.into())))
    }

    async fn send(&mut self, message: Message) -> Result<(), axum::Error> {
        self.whole.pause(25).await;
        match message {
            Message::Text(text) => {
                self.outgoing.send(text.as_str().to_owned()).map_err(axum::Error::new)
            }
            _ => Ok(()),
        }
    }
}

// ---- The people ----------------------------------------------------------

/// Somebody at the table, over crashes and cuts.
#[derive(Debug, Default)]
struct Person {
    secrets: Vec<&'static str>,
    state: Value,
    /// A move that was sent and not answered.
    pending: Option<(u64, String)>,
}

impl Person {
    /// One connection, until it is cut.
    async fn visit(&mut self, whole: &Arc<Whole>, hub: &Arc<Hub>, turns: u32) {
        let (to_server, incoming) = mpsc::unbounded_channel();
        let (outgoing, mut from_server) = mpsc::unbounded_channel::<String>();
        let line = Line { whole: Arc::clone(whole), incoming, outgoing };
        tokio::spawn(socket::serve(line, Arc::clone(hub), ID.to_owned()));
        let _ = to_server.send(json!({"type": "hello", "secrets": self.secrets}).to_string());
        if let Some((seq, play)) = &self.pending {
            let again = json!({"type": "play", "seq": seq, "play": play});
            let _ = to_server.send(again.to_string());
        }
        for _ in 0..turns {
            let patience = Duration::from_millis(u64::from(whole.below(400)) + 50);
            match timeout(patience, from_server.recv()).await {
                Ok(Some(text)) => self.hear(whole, &text),
                Ok(None) => return,
                Err(_) => {
                    if let Some(message) = self.says(whole) {
                        whole.note(|| format!("{:?} {message}", self.secrets));
                        let _ = to_server.send(message.to_string());
                    }
                }
            }
        }
    }

    fn hear(&mut self, whole: &Whole, text: &str) {
        let message: Value = serde_json::from_str(text).expect("JSON");
        // A move that was sent twice is answered twice: the second answer may
        // come when something else is asked already.
        let answers = self.pending.as_ref().is_some_and(|(seq, _)| message["seq"] == *seq);
        match (message["type"].as_str(), message["to"].as_str()) {
            (Some("state"), _) => self.state = message["match"].clone(),
            (Some("ack"), Some("play")) if answers => {
                let known = self.pending.take();
                // What was answered before a restore is gone with it.
                let restored = *lock(&whole.restored);
                if restored.is_none_or(|at| at.elapsed() > ARRIVED) {
                    lock(&whole.acknowledged).extend(known);
                }
            }
            // What became of what was not kept is not known: it is sent again.
            (Some("refused"), Some("play"))
                if answers && message["reason"]["id"] != "server-not-kept" =>
            {
                self.pending = None;
            }
            _ => {}
        }
    }

    fn says(&mut self, whole: &Whole) -> Option<Value> {
        let seq = self.state["seq"].as_u64()?;
        if let Some((seq, play)) = &self.pending {
            return Some(json!({"type": "play", "seq": seq, "play": play}));
        }
        let legal = self.state["legal"].as_array()?;
        Some(match whole.below(40) {
            0 => json!({"type": "undo"}),
            1 => json!({"type": "name", "name": format!("Ana {}", whole.below(9))}),
            2 => json!({"type": "draw"}),
            3 => json!({"type": "accept", "offer": "undo"}),
            4 => json!({"type": "decline", "offer": "draw"}),
            5 => json!({"type": "resume", "seq": seq}),
            6 => json!({"type": "rematch"}),
            7..12 => json!({"type": "agree", "seq": seq}),
            12 => json!({"type": "mark", "seq": seq, "at": "A1"}),
            13..16 => json!({"type": "name", "name": "Beto"}),
            _ if legal.is_empty() || self.secrets.is_empty() => json!({"type": "ping"}),
            _ => {
                let play = &legal[whole.below(legal.len() as u32) as usize]["play"];
                let play = play.as_str().expect("a move").to_owned();
                self.pending = Some((seq, play.clone()));
                json!({"type": "play", "seq": seq, "play": play})
            }
        })
    }
}

// ---- A run ---------------------------------------------------------------

/// Asks for matches that there are not, and does not wait for the answer.
async fn pass_by(whole: &Arc<Whole>, hub: &Arc<Hub>) {
    loop {
        whole.pause(2_000).await;
        let id = format!("passing{:05}", whole.below(100_000));
        let patience = Duration::from_millis(whole.below(40).into());
        let _ = timeout(patience, hub.room(&id)).await;
    }
}

/// Comes and goes until everything stops.
async fn live(whole: &Arc<Whole>, hub: &Arc<Hub>, person: &mut Person) {
    loop {
        let turns = whole.below(40) + 1;
        person.visit(whole, hub, turns).await;
        whole.pause(500).await;
    }
}

fn hub(whole: &Arc<Whole>) -> Arc<Hub> {
    let ago = lock(&whole.disk)[ID].events.last().map_or(0, |(at, _)| at.0);
    Hub::new(Services {
        clock: Clock::set(ago + 1_000),
        store: Arc::new(Disk(Arc::clone(whole))),
        thinkers: Box::new(Dreamers(Arc::clone(whole))),
        chance: Box::new(Lots(Arc::clone(whole))),
        workers: Arc::new(Workers::start(0, 0)),
        engines: Arc::new(Engines::new(Vec::new())),
        reviews: Arc::default(),
        limits: Limits::new(1, Vec::new()),
        idle: Duration::from_secs(2),
        away: Duration::from_secs(5),
        patience: Duration::from_secs(3),
    })
}

fn header(rng: &mut Rng) -> Header {
    let seat = |number: usize, occupant| Seat {
        secret: Hash::of(SECRETS[number])
            .map(Hash::to_hex)
            .filter(|_| !Occupant::is_machine(occupant)),
        ..Seat::of(occupant)
    };
    let machine = Occupant::Machine { level: 1 };
    let occupants = match rng.below(4) {
        0 => [Occupant::Link, Occupant::Link],
        1 => [Occupant::Link, machine],
        2 => [machine, Occupant::Here],
        _ => [Occupant::Here, Occupant::Here],
    };
    Header {
        seats: [seat(0, occupants[0]), seat(1, occupants[1])],
        clock: (rng.below(2) == 0).then_some(TimeControl { main: 30, increment: 2 }),
        ..Header::between_people("go", "size=4 count=agreed")
    }
}

/// Plays one seed and gives what happened in it.
fn play(seed: u64) -> Vec<String> {
    let mut rng = Rng::new(seed);
    let header = header(&mut rng);
    let machine = |seat: usize| header.seats[seat].occupant.is_machine();
    let held = |seat: usize| if machine(seat) { vec![] } else { vec![SECRETS[seat]] };
    let mut people = [
        Person { secrets: held(0), ..Person::default() },
        Person { secrets: held(1), ..Person::default() },
        // Both seats at once, or a watcher.
        Person {
            secrets: if seed.is_multiple_of(3) { SECRETS.to_vec() } else { vec![] },
            ..Person::default()
        },
    ];
    let kept = Kept { header, events: Vec::new() };
    let whole = Arc::new(Whole {
        seed,
        rng: Mutex::new(rng),
        disk: Mutex::new([(ID.to_owned(), kept)].into()),
        acknowledged: Mutex::default(),
        thoughts: Mutex::default(),
        trace: Mutex::default(),
        faults: Mutex::new(true),
        wrong: Mutex::default(),
        restored: Mutex::default(),
        full: Mutex::default(),
    });
    for life in 0..3 {
        let last = life == 2;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .start_paused(true)
            .build()
            .expect("a runtime");
        runtime.block_on(async {
            let hub = hub(&whole);
            let crash = Duration::from_millis(u64::from(whole.below(20_000)) + 500);
            let [ana, beto, both] = &mut people;
            let all = async {
                tokio::join!(
                    live(&whole, &hub, ana),
                    live(&whole, &hub, beto),
                    live(&whole, &hub, both),
                    pass_by(&whole, &hub)
                )
            };
            let _ = timeout(crash, all).await;
            whole.note(|| "everything stops".to_owned());
            if last {
                // Without faults everybody sees what was kept, and can go on.
                *lock(&whole.faults) = false;
                sleep(Duration::from_secs(90)).await;
                for person in &mut people {
                    person.pending = None;
                    quiet(&whole, &hub, person).await;
                }
                sleep(Duration::from_secs(10)).await;
                assert_eq!(hub.listed(), 0, "seed {seed}: rooms that nobody uses are listed");
            }
        });
        drop(runtime);
        *lock(&whole.restored) = None;
        *lock(&whole.full) = None;
        lock(&whole.thoughts).clear();
        check(&whole);
    }
    std::mem::take(&mut *lock(&whole.trace))
}

/// What `seq` counts: the moves, and in their place what is none.
fn journal(events: &[(Time, Event)]) -> Vec<Option<String>> {
    let turn = |event: &Event| match event {
        Event::Play { play, .. } => Some(Some(play.clone())),
        Event::Undo { .. } | Event::Mark { .. } | Event::Propose { .. } | Event::Resume { .. } => {
            Some(None)
        }
        _ => None,
    };
    events.iter().filter_map(|(_, event)| turn(event)).collect()
}

/// Everything that was acknowledged is kept, once and in its place.
fn check(whole: &Whole) {
    let wrong = lock(&whole.wrong).clone();
    assert_eq!(wrong, [] as [String; 0], "seed {}", whole.seed);
    whole.replayed(ID);
    let journal = journal(&lock(&whole.disk)[ID].events);
    for (seq, play) in lock(&whole.acknowledged).iter() {
        let kept = usize::try_from(*seq).ok().and_then(|at| journal.get(at));
        let there = kept.is_some_and(|kept| kept.as_ref() == Some(play));
        assert!(there, "seed {}: {play} at {seq} was acknowledged and is {kept:?}", whole.seed);
    }
}

/// Looks until nothing changes any more: what is seen then is what is kept.
async fn quiet(whole: &Arc<Whole>, hub: &Arc<Hub>, person: &mut Person) {
    let (to_server, incoming) = mpsc::unbounded_channel();
    let (outgoing, mut from_server) = mpsc::unbounded_channel::<String>();
    let line = Line { whole: Arc::clone(whole), incoming, outgoing };
    tokio::spawn(socket::serve(line, Arc::clone(hub), ID.to_owned()));
    let _ = to_server.send(json!({"type": "hello", "secrets": person.secrets}).to_string());
    person.state = Value::Null;
    for _ in 0..20 {
        while let Ok(Some(text)) = timeout(Duration::from_secs(10), from_server.recv()).await {
            person.hear(whole, &text);
        }
        let kept = whole.replayed(ID);
        let moves = person.state["moves"].as_array().map(Vec::len);
        if person.state["seq"] == kept.seq()
            && moves == Some(kept.plies())
            && person.state["outcome"].is_null() == kept.ended().is_none()
        {
            return;
        }
    }
    panic!("seed {}: what is seen is not what is kept: {}", whole.seed, person.state);
}

#[test]
fn nothing_that_was_acknowledged_is_lost_whatever_fails() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    if let Some(seed) = number("SOBREMESA_SEED") {
        for line in play(seed) {
            println!("{line}");
        }
        return;
    }
    let mut moves = 0;
    for seed in 0..number("SOBREMESA_SEEDS").unwrap_or(200) {
        let trace = play(seed);
        moves += trace.iter().filter(|line| line.contains("Play {")).count();
    }
    assert!(moves > 1_000, "only {moves} moves were played");
}
