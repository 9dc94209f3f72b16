//! One owner per live match: a small actor that takes one command at a time.
//!
//! A command is checked, stored, and only then answered and shown, in this
//! order: the seat, resent or not, the game is not over, the turn, `seq`, the
//! rules, the store. When the store fails, what it kept is not known, so the
//! room ends and the next command loads the match afresh.

mod settle;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use axum::http::StatusCode;
use sobremesa_kernel::{Analysis, Budget, Judgement, Match, Played, Points, Side, is_hidden};
use sobremesa_store::{Event, Header, Offer, Seat, SeatKind};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};

use crate::engines::{Answered, Turn};
use crate::hub::Hub;
use crate::problem::Problem;
use crate::secret::Hash;
use crate::sheet::{self, Held, Sheet, to_store};
use crate::wire;
use crate::workers::{Task, Thought, Urgency};

/// Commands that may wait for a room.
const QUEUE: usize = 64;

/// How long a seated machine waits when all the workers are busy.
const BUSY: Duration = Duration::from_millis(500);

/// The longest display name, in characters.
const LONGEST_NAME: usize = 40;

/// The pause between the moves of two machines: at first, and at most.
const FIRST_DELAY: u32 = 700;
const LONGEST_DELAY: u32 = 10_000;

/// Where to send commands for a room and where to see what it shows.
#[derive(Clone, Debug)]
pub struct Handle {
    pub commands: mpsc::Sender<Command>,
    pub shown: Arc<watch::Sender<Shown>>,
}

/// The match as it is shown to everybody: the `state` message, ready to send.
#[derive(Clone, Debug)]
pub struct Shown {
    pub message: Utf8Bytes,
}

const BEFORE: &str = r#"{"type":"state","match":"#;
const AFTER: &str = "}";

impl Shown {
    fn of(state: &wire::State) -> Shown {
        let mut message = String::with_capacity(1024);
        message.push_str(BEFORE);
        match serde_json::to_string(state) {
            Ok(text) => message.push_str(&text),
            Err(error) => {
                // Only a bug in the wire types can bring us here.
                tracing::error!(%error, "a state cannot be written");
                message.push_str("null");
            }
        }
        message.push_str(AFTER);
        Shown { message: message.into() }
    }

    /// The state alone, for an HTTP answer.
    #[must_use]
    pub fn state(&self) -> &str {
        let text = self.message.as_str();
        &text[BEFORE.len()..text.len() - AFTER.len()]
    }
}

/// What can be asked of a room.
#[derive(Debug)]
pub enum Command {
    /// Somebody comes to the table; the secrets say for which seats.
    Join {
        secrets: Arc<[Hash]>,
        answer: oneshot::Sender<Held>,
    },
    /// Somebody who had joined with these seats leaves.
    Leave {
        held: Held,
    },
    /// Renews what is shown (running clocks) and answers with it.
    Look {
        answer: oneshot::Sender<Shown>,
    },
    Act {
        secrets: Arc<[Hash]>,
        action: Action,
        answer: oneshot::Sender<Result<Shown, Problem>>,
    },
    /// An independent copy of the match, to think about or to write out.
    Copy {
        answer: oneshot::Sender<Copied>,
    },
    Earlier {
        ply: usize,
        answer: oneshot::Sender<Option<wire::Earlier>>,
    },
}

/// Something a client wants to happen.
#[derive(Clone, Debug)]
pub enum Action {
    Play { play: String, seq: u64 },
    Mark { at: String, seq: u64 },
    Agree { seq: u64 },
    Resume { seq: u64 },
    Undo,
    Draw,
    Rematch,
    Resign,
    Accept(Offer),
    Decline(Offer),
    Pause(bool),
    Speed(u32),
    Name(String),
}

/// A copy of a match at some moment.
#[derive(Debug)]
pub struct Copied {
    pub seq: u64,
    pub game: Box<dyn Match>,
    pub header: Header,
    pub moves: Vec<Played>,
    pub outcome: Option<wire::Outcome>,
    /// By how much the first side is ahead, as it is or would be counted.
    pub margin: Option<Points>,
}

/// Opens a room and lets it live on its own.
pub fn open(hub: &Arc<Hub>, sheet: Sheet) -> Handle {
    let (commands, inbox) = mpsc::channel(QUEUE);
    let show = (sheet.is_machine(Side::First) && sheet.is_machine(Side::Second))
        .then_some(wire::Show { paused: false, delay: FIRST_DELAY });
    // Time that passed while the match was nowhere is given back: the clock
    // of the side to move starts again now.
    let since = (!sheet.moves.is_empty()).then(Instant::now);
    let shown = Arc::new(watch::Sender::new(Shown { message: Utf8Bytes::default() }));
    let room = Room {
        hub: Arc::clone(hub),
        sheet,
        inbox,
        shown: Arc::clone(&shown),
        present: [0, 0],
        away_since: [Instant::now(); 2],
        since,
        show,
        not_before: Instant::now(),
        thought: None,
        outside: None,
        judging: None,
        failures: 0,
        idle_since: Instant::now(),
        broken: false,
    };
    room.publish();
    let handle = Handle { commands, shown };
    hub.metrics.rooms.add(1);
    tokio::spawn(room.run());
    handle
}

struct Room {
    hub: Arc<Hub>,
    sheet: Sheet,
    inbox: mpsc::Receiver<Command>,
    shown: Arc<watch::Sender<Shown>>,
    /// Connections that hold each seat.
    present: [u32; 2],
    /// When the last of them left.
    away_since: [Instant; 2],
    /// Since when the clock of the side to move runs.
    since: Option<Instant>,
    show: Option<wire::Show>,
    /// A machine does not start to think before this.
    not_before: Instant,
    thought: Option<Thought<Analysis<String>>>,
    /// The move of an outside engine on its way.
    outside: Option<Thought<Answered>>,
    /// The proposal of dead stones on its way.
    judging: Option<Thought<Judgement>>,
    /// How often the machine to move has failed in a row.
    failures: u32,
    idle_since: Instant,
    broken: bool,
}

/// Why a room wakes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wake {
    Flag,
    Away,
    Machine,
    Idle,
}

impl Room {
    async fn run(mut self) {
        let stopping = self.hub.stopping.clone();
        loop {
            self.let_machine_think();
            self.let_judge_think();
            self.let_machines_settle().await;
            let (at, why) = self.wake();
            tokio::select! {
                command = self.inbox.recv() => match command {
                    Some(command) => self.obey(command).await,
                    None => break,
                },
                found = answer(&mut self.thought) => self.machine_answered(found).await,
                found = answer(&mut self.outside) => self.engine_answered(found).await,
                found = answer(&mut self.judging) => self.propose(found).await,
                () = sleep_until(at) => match why {
                    Wake::Flag => self.fall().await,
                    Wake::Away => self.settle_without_absent().await,
                    Wake::Machine => {}
                    Wake::Idle => {
                        if self.is_idle() {
                            break;
                        }
                        self.idle_since = Instant::now();
                    }
                },
                () = stopping.cancelled() => break,
            }
            if self.broken {
                break;
            }
        }
        // From here on the hub loads the match again; commands that arrive
        // meanwhile are dropped unanswered, and their senders ask the hub.
        self.hub.engines.dismiss(&self.sheet.id);
        self.hub.forget(&self.sheet.id, &self.shown);
        self.hub.metrics.rooms.sub(1);
    }

    fn is_idle(&self) -> bool {
        self.shown.receiver_count() == 0
            && !self.thinks()
            && self.judging.is_none()
            && self.inbox.is_empty()
    }

    /// When to wake if nothing happens before, and what for.
    fn wake(&self) -> (Instant, Wake) {
        let mut first = (self.idle_since + self.hub.idle, Wake::Idle);
        if let Some(flag) = self.flag()
            && flag < first.0
        {
            first = (flag, Wake::Flag);
        }
        if let Some(side) = self.absent_from_agreement() {
            let at = self.away_since[side.index()] + self.hub.away;
            if at < first.0 {
                first = (at, Wake::Away);
            }
        }
        let wants_thought = !self.thinks() && self.machine_to_move().is_some()
            || self.judging.is_none() && self.wants_proposal();
        if wants_thought && self.not_before < first.0 {
            first = (self.not_before, Wake::Machine);
        }
        first
    }

    async fn obey(&mut self, command: Command) {
        self.idle_since = Instant::now();
        match command {
            Command::Join { secrets, answer } => {
                let held = self.sheet.held(&secrets);
                for side in held.sides() {
                    self.present[side.index()] += 1;
                }
                if held.sides().any(|side| self.present[side.index()] == 1) || self.clock_runs() {
                    self.publish();
                }
                if answer.send(held).is_err() {
                    self.leave(held);
                }
            }
            Command::Leave { held } => self.leave(held),
            Command::Look { answer } => {
                if self.clock_runs() {
                    self.publish();
                }
                let _ = answer.send(self.shown.borrow().clone());
            }
            Command::Act { secrets, action, answer } => {
                let result = self.act(&secrets, action).await;
                let _ = answer.send(result.map(|()| self.shown.borrow().clone()));
            }
            Command::Copy { answer } => {
                let _ = answer.send(Copied {
                    seq: self.sheet.seq(),
                    game: self.sheet.game.fork(),
                    header: self.sheet.header.clone(),
                    moves: self.sheet.moves.clone(),
                    outcome: self.sheet.outcome(),
                    margin: self.sheet.margin(),
                });
            }
            Command::Earlier { ply, answer } => {
                let _ = answer.send(self.sheet.earlier(ply));
            }
        }
    }

    fn leave(&mut self, held: Held) {
        for side in held.sides() {
            self.present[side.index()] = self.present[side.index()].saturating_sub(1);
            self.away_since[side.index()] = Instant::now();
        }
        if held.sides().any(|side| self.present[side.index()] == 0) {
            self.publish();
        }
    }

    // ---- What people do --------------------------------------------------

    async fn act(&mut self, secrets: &[Hash], action: Action) -> Result<(), Problem> {
        // Anybody who watches two machines may slow them down.
        match (&action, &mut self.show) {
            (Action::Pause(paused), Some(show)) => {
                show.paused = *paused;
                self.reconsider();
                return Ok(());
            }
            (Action::Speed(delay), Some(show)) => {
                show.delay = (*delay).min(LONGEST_DELAY);
                self.not_before = Instant::now();
                self.publish();
                return Ok(());
            }
            _ => {}
        }
        let held = self.sheet.held(secrets);
        if held.is_empty() {
            return Err(Problem::not_seated());
        }
        match action {
            Action::Play { play, seq } => self.play(held, &play, seq).await,
            Action::Mark { at, seq } => self.mark(held, at, seq).await,
            Action::Agree { seq } => self.agree_dead(held, seq).await,
            Action::Resume { seq } => self.resume(held, seq).await,
            Action::Undo => self.undo(held).await,
            Action::Draw => self.draw(held).await,
            Action::Rematch => self.rematch(held).await,
            Action::Resign => {
                let side = self.acting_side(held);
                self.happen(Event::Resign { side: to_store(side) }).await
            }
            Action::Accept(offer) => self.accept(held, offer).await,
            Action::Decline(offer) => {
                // The side that asked may withdraw what it asked for.
                self.sheet.offered(offer).ok_or_else(nothing_offered)?;
                self.happen(Event::Decline { offer }).await
            }
            Action::Name(name) => self.rename(held, &name).await,
            Action::Pause(_) | Action::Speed(_) => Err(Problem::new(
                StatusCode::CONFLICT,
                "server-no-show",
                "only a match between machines can be paused",
            )),
        }
    }

    /// The side somebody acts for: the one to move, if that is theirs.
    fn acting_side(&self, held: Held) -> Side {
        let turn = self.sheet.game.turn();
        if held.has(turn) { turn } else { turn.other() }
    }

    async fn play(&mut self, held: Held, text: &str, seq: u64) -> Result<(), Problem> {
        if self.sheet.was_played(held, seq, text) {
            return Ok(());
        }
        if self.sheet.outcome().is_some() {
            return Err(Problem::over());
        }
        if self.sheet.settling() {
            return Err(Problem::settling());
        }
        if !held.has(self.sheet.game.turn()) {
            return Err(Problem::not_your_turn());
        }
        if seq != self.sheet.seq() {
            return Err(Problem::stale(self.sheet.seq()));
        }
        if self.flag().is_some_and(|flag| flag <= Instant::now()) {
            self.fall().await;
            return Err(Problem::over());
        }
        self.play_now(text).await
    }

    /// Plays for whoever is to move, who may.
    async fn play_now(&mut self, text: &str) -> Result<(), Problem> {
        let side = self.sheet.game.turn();
        let mut left = self.left();
        if let (Some(left), Some(clock), Some(_)) = (&mut left, self.sheet.header.clock, self.since)
        {
            left[side.index()] += u64::from(clock.increment) * 1000;
        }
        let before = self.sheet.events;
        let event = self.sheet.play_new(text, left)?;
        self.keep(before, &event).await?;
        self.since = Some(Instant::now());
        self.hub.metrics.moves.add(1);
        self.changed();
        Ok(())
    }

    async fn undo(&mut self, held: Held) -> Result<(), Problem> {
        let side = self.acting_side(held);
        let to = self
            .sheet
            .before_last_move_of(side, held.both())
            .ok_or_else(Problem::nothing_to_take_back)?;
        if self.sheet.alone(held) {
            return self.happen(Event::Undo { to }).await;
        }
        if self.sheet.outcome().is_some() {
            return Err(Problem::over());
        }
        self.ask(side, Offer::Undo).await
    }

    async fn draw(&mut self, held: Held) -> Result<(), Problem> {
        if self.sheet.outcome().is_some() {
            return Err(Problem::over());
        }
        if held.both() {
            return self.happen(Event::Draw {}).await;
        }
        if self.sheet.alone(held) {
            return Err(Problem::new(
                StatusCode::CONFLICT,
                "server-machine-plays-on",
                "a machine does not agree to draws",
            ));
        }
        self.ask(self.acting_side(held), Offer::Draw).await
    }

    async fn rematch(&mut self, held: Held) -> Result<(), Problem> {
        if self.sheet.outcome().is_none() {
            return Err(Problem::new(
                StatusCode::CONFLICT,
                "server-not-over",
                "a rematch comes after the end of the game",
            ));
        }
        if self.sheet.next.is_some() {
            return Ok(());
        }
        if self.sheet.alone(held) {
            return self.start_rematch().await;
        }
        self.ask(self.acting_side(held), Offer::Rematch).await
    }

    async fn start_rematch(&mut self) -> Result<(), Problem> {
        let id = self.hub.create(self.sheet.rematch()).await?;
        self.happen(Event::Next { id }).await
    }

    /// Asks the other side; when it has asked for the same, both agree.
    async fn ask(&mut self, side: Side, offer: Offer) -> Result<(), Problem> {
        match self.sheet.offered(offer) {
            Some(asker) if asker == side => Ok(()),
            Some(asker) if offer != Offer::Undo => self.agree(asker, offer).await,
            _ => self.happen(Event::Offer { side: to_store(side), offer }).await,
        }
    }

    async fn accept(&mut self, held: Held, offer: Offer) -> Result<(), Problem> {
        let asker = self.sheet.offered(offer).ok_or_else(nothing_offered)?;
        if !held.has(asker.other()) {
            return Err(nothing_offered());
        }
        self.agree(asker, offer).await
    }

    async fn agree(&mut self, asker: Side, offer: Offer) -> Result<(), Problem> {
        match offer {
            Offer::Undo => {
                let to = self
                    .sheet
                    .before_last_move_of(asker, false)
                    .ok_or_else(Problem::nothing_to_take_back)?;
                self.happen(Event::Undo { to }).await
            }
            Offer::Draw => self.happen(Event::Draw {}).await,
            Offer::Rematch => self.start_rematch().await,
        }
    }

    async fn rename(&mut self, held: Held, name: &str) -> Result<(), Problem> {
        let name = clean_name(name)?;
        for side in held.sides() {
            if self.sheet.header.seats[side.index()].name != name {
                self.happen(Event::Name { side: to_store(side), name: name.clone() }).await?;
            }
        }
        Ok(())
    }

    // ---- What happens ----------------------------------------------------

    /// Lets an event happen, keeps it and shows what came of it.
    async fn happen(&mut self, event: Event) -> Result<(), Problem> {
        let before = self.sheet.events;
        let left = self.left();
        let taken_back = matches!(event, Event::Undo { .. } | Event::Resume { .. });
        self.sheet.apply(&event)?;
        self.keep(before, &event).await?;
        if taken_back || self.sheet.outcome().is_some() {
            // What was used up stays used up.
            self.sheet.left = left;
            self.since = self.since.map(|_| Instant::now());
        }
        self.changed();
        Ok(())
    }

    /// Waits until an event that has happened on the sheet is durable.
    async fn keep(&mut self, number: u64, event: &Event) -> Result<(), Problem> {
        let over = match event {
            Event::Undo { .. } => Some(false),
            Event::Play { .. }
            | Event::Agree { .. }
            | Event::Resign { .. }
            | Event::Fault { .. }
            | Event::Draw {}
            | Event::Timeout { .. } => self.sheet.outcome().is_some().then_some(true),
            _ => None,
        };
        match self.hub.store.append(&self.sheet.id, number, event, over).await {
            Ok(()) => Ok(()),
            Err(error) => {
                tracing::error!(%error, id = self.sheet.id, "an event was not kept");
                self.broken = true;
                Err(Problem::not_kept(&error))
            }
        }
    }

    /// The position or the seats are not what they were: whatever a machine
    /// thinks is of no use any more.
    fn changed(&mut self) {
        self.failures = 0;
        if let Some(show) = self.show {
            self.not_before = Instant::now() + Duration::from_millis(show.delay.into());
        }
        self.reconsider();
    }

    fn reconsider(&mut self) {
        self.thought = None;
        self.outside = None;
        if self.sheet.outcome().is_some() {
            self.hub.engines.dismiss(&self.sheet.id);
        }
        self.let_machine_think();
        if !self.wants_proposal() {
            self.judging = None;
        }
        self.publish();
    }

    fn publish(&self) {
        let mut state = self.sheet.state();
        for side in Side::BOTH {
            state.seats[side.index()].present |= self.present[side.index()] > 0;
        }
        if let (Some(clock), Some(left)) = (&mut state.clock, self.left()) {
            clock.left = left;
            clock.running = self.clock_runs().then(|| self.sheet.game.turn().into());
        }
        state.thinking = self.thinks().then(|| self.sheet.game.turn().into());
        state.show = self.show;
        self.shown.send_replace(Shown::of(&state));
    }

    // ---- Clocks ----------------------------------------------------------

    fn clock_runs(&self) -> bool {
        self.sheet.left.is_some()
            && self.since.is_some()
            && self.sheet.outcome().is_none()
            && !self.sheet.settling()
    }

    /// What the clocks show now.
    fn left(&self) -> Option<[u64; 2]> {
        let mut left = self.sheet.left?;
        if let (true, Some(since)) = (self.clock_runs(), self.since) {
            let used = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
            let own = &mut left[self.sheet.game.turn().index()];
            *own = own.saturating_sub(used);
        }
        Some(left)
    }

    /// When the time of the side to move is used up.
    fn flag(&self) -> Option<Instant> {
        let left = self.sheet.left?[self.sheet.game.turn().index()];
        self.clock_runs().then_some(self.since? + Duration::from_millis(left))
    }

    /// The time of the side to move is used up.
    async fn fall(&mut self) {
        let side = to_store(self.sheet.game.turn());
        self.let_happen(Event::Timeout { side }).await;
    }

    /// Lets something happen that nobody waits to hear about.
    async fn let_happen(&mut self, event: Event) {
        if let Err(problem) = self.happen(event).await {
            tracing::error!(?problem, id = self.sheet.id, "something did not happen");
            self.not_before = Instant::now() + BUSY;
        }
    }

    // ---- Machines --------------------------------------------------------

    /// The machine to move and its level, if it should move at all: two
    /// machines play only for somebody.
    fn machine_to_move(&self) -> Option<(Side, u8)> {
        if self.sheet.outcome().is_some() || self.sheet.settling() {
            return None;
        }
        let side = self.sheet.game.turn();
        let seat = &self.sheet.header.seats[side.index()];
        let level = self.sheet.is_machine(side).then(|| seat.level.unwrap_or(0))?;
        let wanted = self.show.is_none_or(|show| !show.paused && self.shown.receiver_count() > 0);
        wanted.then_some((side, level))
    }

    fn thinks(&self) -> bool {
        self.thought.is_some() || self.outside.is_some()
    }

    fn let_machine_think(&mut self) {
        if self.thinks() || Instant::now() < self.not_before {
            return;
        }
        let Some((side, level)) = self.machine_to_move() else { return };
        if let Seat { kind: SeatKind::Engine, name: Some(name), .. } =
            &self.sheet.header.seats[side.index()]
        {
            let name = name.clone();
            return self.let_engine_think(side, &name);
        }
        // A level that failed on this position is stood in for by the weakest.
        let level = if self.failures > 0 { 0 } else { level };
        let task = Task {
            position: self.sheet.game.fork(),
            level,
            budget: self.budget(side, level),
            thinker: format!("{}/{side}", self.sheet.id),
            urgency: Urgency::Move,
        };
        match self.hub.workers.submit(task) {
            Ok(thought) => {
                self.thought = Some(thought);
                self.publish();
            }
            Err(_) => self.not_before = Instant::now() + BUSY,
        }
    }

    /// The level's own budget, and with a clock no more than a fair share of
    /// what is left, network and queue included.
    fn budget(&self, side: Side, level: u8) -> Budget {
        let usual = self
            .sheet
            .game
            .entry()
            .levels()
            .get(usize::from(level))
            .map(|level| level.budget.clone())
            .unwrap_or_default();
        let (Some(left), Some(clock)) = (self.left(), self.sheet.header.clock) else {
            return usual;
        };
        let share = left[side.index()] / 30 + u64::from(clock.increment) * 700;
        let most = left[side.index()] / 2;
        let share = Duration::from_millis(share.min(most).max(10));
        Budget { time: Some(usual.time.map_or(share, |time| time.min(share))), ..usual }
    }

    fn let_engine_think(&mut self, side: Side, name: &str) {
        let turn = match sheet::begin(&self.sheet.header) {
            Ok(start) => Turn {
                start,
                now: self.sheet.game.fork(),
                seat: format!("{}/{side}", self.sheet.id),
            },
            Err(problem) => return tracing::error!(?problem, "a match has no beginning"),
        };
        match self.hub.engines.choose(name, turn) {
            Ok(thought) => {
                self.outside = Some(thought);
                self.publish();
            }
            Err(_) => self.not_before = Instant::now() + BUSY,
        }
    }

    /// An outside engine has moved, or it forfeits the game.
    async fn engine_answered(&mut self, found: Option<Answered>) {
        self.outside = None;
        let side = to_store(self.sheet.game.turn());
        let answered = found.unwrap_or_else(|| Answered::Fault("it was lost".to_owned()));
        let fault = match answered {
            Answered::Resign => return self.let_happen(Event::Resign { side }).await,
            Answered::Fault(why) => why,
            Answered::Play(play) => match self.play_now(&play).await {
                Ok(()) => return,
                // The store is to blame, not the engine.
                Err(_) if self.broken => return,
                Err(problem) => format!("played {play}: {}", problem.detail),
            },
        };
        tracing::warn!(fault, id = self.sheet.id, "an outside engine forfeits its game");
        self.let_happen(Event::Fault { side, why: fault }).await;
    }

    async fn machine_answered(&mut self, found: Option<Analysis<String>>) {
        self.thought = None;
        let best = found.and_then(|found| found.lines.into_iter().next()).map(|line| line.play);
        let played = match best {
            Some(play) => self.play_now(&play).await.map_err(|problem| problem.detail),
            None => Err("it gave no move".to_owned()),
        };
        if let Err(error) = played {
            self.failures += 1;
            tracing::error!(error, id = self.sheet.id, "a machine did not move");
            self.not_before = Instant::now() + BUSY;
            self.publish();
        }
    }
}

/// What the workers found; waits for ever when nobody thinks.
async fn answer<T>(thought: &mut Option<Thought<T>>) -> Option<T> {
    match thought {
        Some(thought) => (&mut thought.answer).await.ok().flatten(),
        None => std::future::pending().await,
    }
}

fn nothing_offered() -> Problem {
    Problem::new(StatusCode::CONFLICT, "server-nothing-offered", "nothing was asked")
}

/// A display name with the blanks around it and the hidden characters in it
/// removed; empty is none.
///
/// # Errors
/// When it is too long.
pub fn clean_name(name: &str) -> Result<Option<String>, Problem> {
    if name.chars().count() > LONGEST_NAME {
        return Err(Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-name-too-long",
            format!("a name has at most {LONGEST_NAME} characters"),
        )
        .with("most", LONGEST_NAME));
    }
    // Those that turn the direction of the text around could make one name
    // look like another.
    let clean: String = name.chars().filter(|&c| !is_hidden(c)).collect();
    let clean = clean.trim();
    Ok((!clean.is_empty()).then(|| clean.to_owned()))
}
