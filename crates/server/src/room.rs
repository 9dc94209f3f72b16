//! One owner per live match: a small actor around a pure [`State`].
//!
//! What is asked is decided, committed, and only then applied, answered and
//! shown: the state is never ahead of the store. When the store fails, what it
//! kept is not known, so the room ends and the next request loads the match
//! afresh. What a machine thinks about follows from the state.

mod brief;
mod presence;
mod shown;

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use sobremesa_kernel::Side;
use sobremesa_store::Commit;
use sobremesa_table::{
    Command, Decision, Event, Held, Occupant, Refused, State, Wants, Who, World, decide,
};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};

use crate::limits::Price;
use crate::problem::Problem;
use crate::secret::{self, Hash, Keys};
use crate::services::Services;
use crate::thinking::{Asked, Found, Thought};
use crate::visitor::Visitor;
use crate::wire;
use presence::Presence;

pub use brief::Brief;
pub use shown::Shown;

/// Requests that may wait for a room.
const QUEUE: usize = 64;

/// How long a seated machine waits when all the workers are busy.
const BUSY: Duration = Duration::from_millis(500);

/// How often it is shown what a machine that thinks has found so far.
const LOOK: Duration = Duration::from_secs(1);

/// So many times its moves a match may have events, and so many once it is
/// over.
const EVENTS: usize = 5;
const AFTERWARDS: u64 = 100;

/// The pause between the moves of two machines: at first, and at most.
const FIRST_DELAY: u32 = 700;
const LONGEST_DELAY: u32 = 10_000;

/// Where to send requests for a room and where to see what it shows.
#[derive(Clone, Debug)]
pub struct Handle {
    pub requests: mpsc::Sender<Request>,
    pub shown: Watched,
    brief: brief::Told,
}

impl Handle {
    /// The match in a few words, as it was shown last.
    #[must_use]
    pub fn brief(&self) -> Brief {
        self.brief.get()
    }
}

/// Where those who watch hear what is shown. It holds the latest alone, and
/// wakes them in the order in which they began to wait: nothing is by chance.
pub type Watched = Arc<broadcast::Sender<Shown>>;

/// What can be asked of a room.
#[derive(Debug)]
pub enum Request {
    /// A connection comes to the table; the secrets say for which seats. It is
    /// answered with them and with what there is to see.
    Join {
        connection: u64,
        asker: Asker,
        answer: oneshot::Sender<(Held, Shown)>,
    },
    /// A connection leaves, whether or not it had come.
    Leave {
        connection: u64,
    },
    Look {
        answer: oneshot::Sender<Shown>,
    },
    Act {
        asker: Asker,
        action: Action,
        answer: oneshot::Sender<Result<Shown, Problem>>,
    },
    /// An independent copy of the match, to think about or to write out.
    Copy {
        answer: oneshot::Sender<State>,
    },
    /// The moves from a number on, as many as are told at once.
    Moves {
        from: usize,
        answer: oneshot::Sender<wire::Moves>,
    },
    /// The operator wants nothing of the match to be kept.
    Delete {
        answer: oneshot::Sender<Result<(), Problem>>,
    },
    Earlier {
        ply: usize,
        answer: oneshot::Sender<Option<wire::Earlier>>,
    },
}

/// Who asks: what opens their seats, and who that is to the server.
#[derive(Clone, Debug)]
pub struct Asker {
    pub secrets: Arc<[Hash]>,
    pub visitor: Visitor,
}

/// Something a client wants to happen.
#[derive(Clone, Debug)]
pub enum Action {
    Do(Command),
    /// The pause between the moves of two machines, in milliseconds.
    Speed(u32),
}

/// What a room does when it ends: it takes itself off the hub's list.
pub type Leave = Box<dyn FnOnce(&str, &Watched) + Send>;

/// Opens a room and lets it live on its own.
pub fn open(
    services: &Arc<Services>,
    id: String,
    state: State,
    visitor: Option<Visitor>,
    leave: Leave,
) -> Handle {
    let (requests, inbox) = mpsc::channel(QUEUE);
    let shown = Arc::new(broadcast::Sender::new(1));
    services.metrics.rooms.add(1);
    let entry = Registered {
        services: Arc::clone(services),
        id,
        shown: Arc::clone(&shown),
        leave: Some(leave),
    };
    let rest = services.rests.until(&entry.id);
    let mut room = Room {
        keys: Keys::of(state.header()),
        state,
        visitor,
        inbox,
        present: Presence::new(services.clock.now()),
        delay: FIRST_DELAY,
        rest,
        not_before: rest,
        thinking: None,
        failed: None,
        look_again: Instant::now(),
        told_place: false,
        idle_since: Instant::now(),
        asked_last: Instant::now(),
        deserted: false,
        fresh_id: None,
        changed: true,
        last: Shown::default(),
        brief: brief::Told::default(),
        broken: false,
        entry,
    };
    room.publish();
    let brief = room.brief.clone();
    tokio::spawn(room.run());
    Handle { requests, shown, brief }
}

/// The room's place in the hub's list, which it leaves however it ends.
struct Registered {
    services: Arc<Services>,
    id: String,
    shown: Watched,
    leave: Option<Leave>,
}

impl Drop for Registered {
    fn drop(&mut self) {
        // From here on the hub loads the match again; requests that arrive
        // meanwhile are dropped unanswered, and their senders ask the services.
        self.services.thinkers.dismiss(&self.id);
        if let Some(leave) = self.leave.take() {
            leave(&self.id, &self.shown);
        }
        self.services.metrics.rooms.sub(1);
    }
}

struct Room {
    keys: Keys,
    state: State,
    /// For whom the machines think, and who pays for what comes of it: who
    /// acted last, at first whoever opened the match.
    visitor: Option<Visitor>,
    inbox: mpsc::Receiver<Request>,
    present: Presence,
    /// Milliseconds between the moves of two machines.
    delay: u32,
    /// Nothing happens by itself before this: the store has failed.
    rest: Instant,
    /// A machine does not start to think before this.
    not_before: Instant,
    /// What is thought about, and the thought.
    thinking: Option<(Wants, Thought<Found>)>,
    /// What the machine that sits there has failed on.
    failed: Option<Wants>,
    /// When to show again what is found so far.
    look_again: Instant,
    /// Whether a place in the line is shown.
    told_place: bool,
    idle_since: Instant,
    /// When somebody asked for something.
    asked_last: Instant,
    /// Nobody is there for whom a machine would think: it rests, its tables are
    /// gone, and its clock stands.
    deserted: bool,
    /// The id of the match that may follow.
    fresh_id: Option<String>,
    /// Whether there is something new to show.
    changed: bool,
    /// What was shown last.
    last: Shown,
    brief: brief::Told,
    /// The store has failed: what it kept is not known.
    broken: bool,
    entry: Registered,
}

impl Room {
    async fn run(mut self) {
        let stopping = self.entry.services.stopping.clone();
        while !self.broken {
            self.reconcile();
            self.publish();
            tokio::select! {
                biased;
                () = stopping.cancelled() => break,
                () = sleep_until(self.wake()) => if self.woken().await {
                    break;
                },
                found = answer(&mut self.thinking) => self.found(found).await,
                request = self.inbox.recv() => match request {
                    Some(request) => self.answer(request).await,
                    None => break,
                },
            }
        }
    }

    // ---- Time ------------------------------------------------------------

    /// When to wake if nothing happens before.
    fn wake(&self) -> Instant {
        let idle = Some(self.idle_since + self.entry.services.idle);
        let due = self.due().map(|due| due.max(self.rest));
        let look = self.thinking.as_ref().map(|_| self.look_again);
        let think = (self.thinking.is_none() && self.wants().is_some()).then_some(self.not_before);
        let services = &self.entry.services;
        let left = (!self.deserted).then_some(self.asked_last + services.unwatched);
        let left = left.filter(|left| *left > Instant::now());
        let all = [idle, due, look, left, think.filter(|_| self.watched_enough())];
        all.into_iter().flatten().min().unwrap_or_else(Instant::now)
    }

    /// When the referee has something to do.
    fn due(&self) -> Option<Instant> {
        if self.deserted && self.machine_is_next() {
            return None;
        }
        let services = &self.entry.services;
        self.state.due(&self.world("")).map(|due| services.clock.instant(due))
    }

    /// Does what it was time for; `true` when the room may end.
    async fn woken(&mut self) -> bool {
        let now = Instant::now();
        if self.due().is_some_and(|due| due.max(self.rest) <= now) {
            self.tick().await;
        }
        if self.look_again <= now {
            self.look_again = now + LOOK;
            let news = |it: &Thought<Found>| it.looking().is_some() || it.waiting().is_some();
            let new = self.thinking.as_ref().is_some_and(|(_, it)| news(it));
            // One that is called has no place in the line any more.
            self.changed |= new || std::mem::replace(&mut self.told_place, false);
        }
        if self.idle_since + self.entry.services.idle <= now {
            self.idle_since = now;
            return self.watchers() == 0 && self.thinking.is_none() && self.inbox.is_empty();
        }
        false
    }

    /// The referee looks at the clocks and at who is away.
    async fn tick(&mut self) {
        if let Err(problem) = self.step(Who::Referee, &Command::Tick).await
            && !self.broken
        {
            tracing::error!(?problem, id = self.entry.id, "the time was not kept");
            self.rest = Instant::now() + BUSY;
        }
    }

    // ---- What is asked ---------------------------------------------------

    async fn answer(&mut self, request: Request) {
        self.idle_since = Instant::now();
        self.asked_last = self.idle_since;
        self.is_visited();
        match request {
            Request::Join { connection, asker, answer } => {
                let held = self.keys.held(&asker.secrets);
                self.visitor.get_or_insert(asker.visitor);
                self.changed |= self.present.join(connection, held);
                self.publish();
                let _ = answer.send((held, self.now_shown()));
            }
            Request::Leave { connection } => {
                let now = self.entry.services.clock.now();
                self.changed |= self.present.leave(connection, now);
            }
            Request::Look { answer } => {
                let _ = answer.send(self.now_shown());
            }
            Request::Act { asker, action, answer } => {
                let done = self.act(&asker, action).await;
                self.reconcile();
                self.publish();
                let _ = answer.send(done.map(|()| self.last.clone()));
            }
            Request::Copy { answer } => {
                let _ = answer.send(self.state.clone());
            }
            Request::Earlier { ply, answer } => {
                let _ = answer.send(self.state.past(ply).map(wire::Earlier::from));
            }
            Request::Moves { from, answer } => {
                let _ = answer.send(wire::Moves::of(&self.state, from));
            }
            Request::Delete { answer } => {
                let _ = answer.send(self.delete().await);
            }
        }
    }

    async fn act(&mut self, asker: &Asker, action: Action) -> Result<(), Problem> {
        // Whose time is used up has lost before anything else is done.
        if self.state.flagged(self.entry.services.clock.now()) {
            self.step(Who::Referee, &Command::Tick).await?;
        }
        let held = self.keys.held(&asker.secrets);
        if !held.is_empty() {
            self.visitor = Some(asker.visitor);
        }
        let is_show = self.state.header().is_show();
        match action {
            // Anybody who watches two machines may slow them down.
            Action::Do(Command::Pause(paused)) if is_show => {
                self.step(Who::Referee, &Command::Pause(paused)).await
            }
            Action::Speed(delay) if is_show => {
                self.delay = delay.min(LONGEST_DELAY);
                self.not_before = self.rest;
                self.changed = true;
                Ok(())
            }
            Action::Speed(_) if held.is_empty() => Err(Refused::NotSeated.into()),
            Action::Speed(_) => Err(Refused::NoShow.into()),
            Action::Do(command) => self.step(Who::Holder(held), &command).await,
        }
    }

    fn visitor(&self) -> Visitor {
        self.visitor.unwrap_or(Visitor::NOBODY)
    }

    // ---- What happens ----------------------------------------------------

    fn world<'a>(&self, fresh_id: &'a str) -> World<'a> {
        let services = &self.entry.services;
        World {
            now: services.clock.now(),
            fresh_id,
            away: self.present.away(),
            patience: u64::try_from(services.away.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// Decides what a command comes to, and lets that happen.
    async fn step(&mut self, who: Who, command: &Command) -> Result<(), Problem> {
        let decision = self.decide(who, command)??;
        if decision.delete {
            return self.delete().await;
        }
        let ends = matches!(command, Command::Resign | Command::Delete);
        if matches!(who, Who::Holder(_)) && !ends && self.is_long() {
            return Err(Problem::new(
                StatusCode::CONFLICT,
                "server-match-too-long",
                format!("a match has at most {} moves", self.entry.services.longest),
            ));
        }
        if decision.create.is_some() {
            self.entry.services.limits.spend(self.visitor(), Price::Match)?;
        }
        self.happen(decision).await
    }

    fn decide(
        &mut self,
        who: Who,
        command: &Command,
    ) -> Result<Result<Decision, Refused>, Problem> {
        let fresh_id = match self.fresh_id.take() {
            Some(id) => id,
            None => secret::new_id(&*self.entry.services.chance)
                .map_err(|e| Problem::no_randomness(&e))?,
        };
        let decided = decide(&self.state, who, command, &self.world(&fresh_id));
        self.fresh_id = Some(fresh_id);
        Ok(decided)
    }

    /// Waits until what was decided is kept, and lets it happen.
    async fn happen(&mut self, decision: Decision) -> Result<(), Problem> {
        let Decision { events, mut create, over, .. } = decision;
        if events.is_empty() {
            return Ok(());
        }
        let (services, id) = (Arc::clone(&self.entry.services), self.entry.id.clone());
        if let Some((_, header)) = &mut create {
            header.previous = Some(id.clone());
            self.fresh_id = None;
        }
        let commit = Commit {
            create: create.as_ref().map(|(id, header)| (id.as_str(), header)),
            id: &id,
            first: self.state.events(),
            events: &events,
            over,
            at: services.clock.now(),
        };
        if let Err(error) = services.patiently(services.store.commit(&commit)).await {
            self.broken = true;
            if services.rests.failed(&id) {
                tracing::error!(%error, id, "an event was not kept");
            }
            return Err(Problem::not_kept(&error));
        }
        services.rests.recovered(&id);
        for event in &events {
            // The clock of whoever is next starts when this is kept.
            if let Err(refused) = self.state.apply(event, services.clock.now()) {
                self.broken = true;
                tracing::error!(%refused, ?event, id, "what was decided cannot happen");
                return Err(refused.into());
            }
            services.metrics.moves.add(u64::from(matches!(event, Event::Play { .. })));
        }
        services.metrics.matches.add(u64::from(create.is_some()));
        self.changed = true;
        if self.state.header().is_show() {
            self.not_before = Instant::now() + Duration::from_millis(self.delay.into());
        }
        if self.state.ended().is_some() {
            // What thinks first, so that nobody comes back to wait.
            self.thinking = None;
            services.thinkers.dismiss(&id);
        }
        Ok(())
    }

    /// Nothing of the match is kept from now on. Those who watch find that
    /// there is no such match any more.
    async fn delete(&mut self) -> Result<(), Problem> {
        let (services, id) = (Arc::clone(&self.entry.services), self.entry.id.clone());
        let gone = services.patiently(services.store.delete(vec![id.clone()])).await;
        // Gone, or whether it is is not known.
        self.broken = true;
        gone.map_err(|error| {
            tracing::error!(%error, id, "a match was not deleted");
            Problem::not_kept(&error)
        })
    }

    // ---- Machines --------------------------------------------------------

    /// What should be thought about: nothing while a show is paused.
    fn wants(&self) -> Option<Wants> {
        let paused = self.state.header().is_show() && self.state.paused();
        let stopped = paused || (self.state.header().is_show() && self.is_long());
        self.state.wants().filter(|wants| !(stopped && matches!(wants, Wants::Move { .. })))
    }

    /// Whether the match has gone on for too long: it can only be given up.
    fn is_long(&self) -> bool {
        let most = self.entry.services.longest;
        let (events, most_events) = (self.state.events(), (most * EVENTS) as u64);
        match self.state.ended() {
            None => self.state.plies() >= most || events >= most_events,
            // Another game may still be agreed on.
            Some(_) => events >= most_events + AFTERWARDS,
        }
    }

    /// Machines think for somebody: for those who watch, and for a moment for
    /// who has asked. Two machines play only for those who watch.
    fn watched_enough(&self) -> bool {
        self.watchers() > 0
            || self.state.settling()
            || (!self.state.header().is_show()
                && self.asked_last.elapsed() < self.entry.services.unwatched)
    }

    fn watchers(&self) -> usize {
        self.entry.shown.receiver_count()
    }

    fn machine_is_next(&self) -> bool {
        matches!(self.state.wants(), Some(Wants::Move { .. }))
    }

    /// Somebody is there again. A machine that could not think while nobody was
    /// has lost no time.
    fn is_visited(&mut self) {
        if std::mem::take(&mut self.deserted) && self.machine_is_next() {
            self.state.wake(self.entry.services.clock.now());
        }
    }

    /// Lets be thought what should be thought, and nothing else.
    fn reconcile(&mut self) {
        let wants = self.wants();
        let left = !self.watched_enough();
        if self.thinking.as_ref().is_some_and(|(begun, _)| left || Some(*begun) != wants) {
            self.thinking = None;
            self.changed = true;
        }
        if left && !self.deserted {
            self.deserted = true;
            self.entry.services.thinkers.dismiss(&self.entry.id);
        }
        let Some(wants) = wants.filter(|_| self.thinking.is_none() && !left) else {
            return;
        };
        if Instant::now() < self.not_before {
            return;
        }
        let services = &self.entry.services;
        let asked = Asked {
            id: &self.entry.id,
            state: &self.state,
            wants,
            stand_in: self.failed == Some(wants),
            visitor: self.visitor(),
            now: services.clock.now(),
        };
        match services.thinkers.begin(&asked) {
            Ok(thought) => {
                self.thinking = Some((wants, thought));
                self.look_again = Instant::now() + LOOK;
                self.changed = true;
            }
            Err(_) => self.not_before = Instant::now() + BUSY,
        }
    }

    /// Thinking has come to an end, perhaps without a result.
    async fn found(&mut self, found: Option<Found>) {
        let Some((wants, _)) = self.thinking.take() else { return };
        self.changed = true;
        if self.state.flagged(self.entry.services.clock.now()) {
            return self.tick().await;
        }
        let (side, seq) = match wants {
            Wants::Move { side, seq } => (side, seq),
            Wants::Proposal { seq } => {
                let dead = match found {
                    Some(Found::Dead(dead)) => dead,
                    _ => Vec::new(),
                };
                return self.answered(Who::Referee, Command::Propose { dead, seq }, wants).await;
            }
        };
        let is_engine = self.state.header().seats[side.index()].occupant == Occupant::Engine;
        let command = match found {
            Some(Found::Play(play)) => Command::Play { play, seq },
            Some(Found::Resign) => Command::Resign,
            Some(Found::Fault(why)) => Command::Fault { why, seq },
            _ if is_engine => Command::Fault { why: "it was lost".to_owned(), seq },
            _ => return self.has_failed(wants, "it gave no move"),
        };
        self.answered(Who::Machine(side), command, wants).await;
    }

    /// A machine has answered. What the rules refuse costs an engine its game;
    /// for a level of ours the weakest stands in.
    async fn answered(&mut self, who: Who, mut command: Command, wants: Wants) {
        loop {
            if let Command::Fault { why, .. } = &command {
                tracing::warn!(why, id = self.entry.id, "an outside engine forfeits its game");
            }
            let refused = match self.decide(who, &command) {
                Ok(Ok(decision)) => {
                    if self.happen(decision).await.is_ok() {
                        self.failed = None;
                    }
                    return;
                }
                Ok(Err(refused)) => refused,
                Err(problem) => return self.has_failed(wants, &problem.detail),
            };
            command = match (command, self.plays_engine(wants)) {
                (Command::Play { play, seq }, true) => {
                    Command::Fault { why: format!("played {play}: {refused}"), seq }
                }
                _ => return self.has_failed(wants, &refused.to_string()),
            };
        }
    }

    fn plays_engine(&self, wants: Wants) -> bool {
        let engine = |side: Side| self.state.header().seats[side.index()].occupant;
        matches!(wants, Wants::Move { side, .. } if engine(side) == Occupant::Engine)
    }

    fn has_failed(&mut self, wants: Wants, why: &str) {
        tracing::error!(why, id = self.entry.id, "a machine did not move");
        self.failed = Some(wants);
        self.not_before = Instant::now() + BUSY;
    }

    // ---- What is seen ----------------------------------------------------

    /// Shows everybody what is new, if anything is.
    fn publish(&mut self) {
        if std::mem::take(&mut self.changed) {
            let place = self.thinking.as_ref().and_then(|(_, thought)| thought.waiting());
            self.told_place = place.is_some();
            self.last = self.seen(self.last.version + 1);
            self.brief.set(Brief::of(&self.state, self.thinking.is_some()));
            // Perhaps nobody watches.
            let _ = self.entry.shown.send(self.last.clone());
        }
    }

    /// What there is to see now, for one who asks: clocks go on without being
    /// shown to everybody.
    fn now_shown(&self) -> Shown {
        match self.state.clocks().and_then(|clocks| clocks.running()) {
            Some(_) => self.seen(self.last.version),
            None => self.last.clone(),
        }
    }

    fn seen(&self, version: u64) -> Shown {
        let mut state =
            wire::State::of(&self.entry.id, &self.state, self.entry.services.clock.now());
        for side in Side::BOTH {
            state.seats[side.index()].present |= self.present.has(side);
        }
        if let Some((Wants::Move { side, .. }, thought)) = &self.thinking {
            state.thinking = Some(*side);
            state.looking = thought.looking();
            state.waiting = thought.waiting();
        }
        state.show = self
            .state
            .header()
            .is_show()
            .then(|| wire::Show { paused: self.state.paused(), delay: self.delay });
        Shown::of(version, &state)
    }
}

/// What was found; waits for ever when nobody thinks.
async fn answer(thinking: &mut Option<(Wants, Thought<Found>)>) -> Option<Found> {
    match thinking {
        Some((_, thought)) => thought.answer().await,
        None => std::future::pending().await,
    }
}
