//! The state of a GTP conversation: the line of positions, the player, the
//! clock, and answers that stream.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sobremesa_kernel::{Analysis, Budget, Engine, Game, PASS, Position, Side, Value};
use sobremesa_nn::Network;

use super::{Answer, Dialect};
use crate::Input;
use crate::time::Clocks;

/// How the engine behind a session plays.
#[derive(Clone, Debug)]
pub struct Options {
    /// One that the game has.
    pub level: u8,
    pub seed: u64,
    /// Limits that take the place of the level's own.
    pub budget: Budget,
    /// The rules a game starts with; empty is the game's default.
    pub rules: String,
    /// Resign below this chance of winning; 0 never resigns.
    pub resign: f32,
    /// A network to play with instead of the level's own way, in Go.
    pub network: Option<Arc<Network>>,
}

/// The moves of a game.
pub(super) type MoveOf<G> = <<G as Game>::Position as Position>::Move;

/// The rules of a game.
pub(super) type RulesOf<G> = <<G as Game>::Position as Position>::Rules;

/// The state of one GTP conversation.
pub struct Session<G: Game> {
    pub(super) options: Options,
    pub(super) dialect: Dialect<G>,
    pub(super) rules: RulesOf<G>,
    pub(super) now: G::Position,
    /// The positions before each move, for undo.
    pub(super) past: Vec<(G::Position, MoveOf<G>)>,
    engine: Box<dyn Engine<G::Position>>,
    pub(super) clock: Clocks,
    pub(super) names: Vec<&'static str>,
    pub(super) input: Input,
    pub(super) quit: bool,
    /// Moves in a row in which the chance of winning was hopeless.
    hopeless: u32,
    out: Box<dyn Write + Send>,
    /// Set once an answer has begun to stream, so that it is not begun twice.
    streaming: bool,
    id: Option<u64>,
}

/// See [`Session::kept`].
pub(super) struct Kept<G: Game> {
    rules: RulesOf<G>,
    now: G::Position,
    past: Vec<(G::Position, MoveOf<G>)>,
}

/// What ends a search before its budget does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// GoGui's way to say that it has waited long enough.
    Interrupt,
    /// Whatever comes next.
    AnyLine,
}

/// How one search of a session goes.
pub(super) struct Task<G: Game> {
    /// Not over.
    pub position: G::Position,
    pub budget: Budget,
    pub until: Until,
    pub every: Duration,
    /// What it may begin with, `None` for everything.
    pub allowed: Option<Vec<MoveOf<G>>>,
}

/// What a side does when it is asked for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice<M> {
    Play(M),
    Resign,
}

/// Analysis that nobody ends goes on as long as this.
const AGES: Duration = Duration::from_secs(100 * 365 * 24 * 3600);

impl<G: Game> std::fmt::Debug for Session<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({}, {} moves)", G::ID, self.past.len())
    }
}

impl<G: Game> Session<G> {
    pub(super) fn new(
        options: Options,
        dialect: Dialect<G>,
        start: G::Position,
        names: Vec<&'static str>,
        input: Input,
        out: Box<dyn Write + Send>,
    ) -> Session<G> {
        Session {
            rules: start.rules().clone(),
            now: start,
            past: Vec::new(),
            engine: (dialect.engine)(&options),
            options,
            dialect,
            clock: Clocks::default(),
            names,
            input,
            quit: false,
            hopeless: 0,
            out,
            streaming: false,
            id: None,
        }
    }

    pub(super) fn begin(&mut self, id: Option<u64>) {
        self.id = id;
        self.streaming = false;
    }

    /// Writes the answer, or the end of one that streamed: what has begun with
    /// `=` cannot fail any more.
    pub(super) fn finish(&mut self, id: Option<u64>, answer: &Answer) -> io::Result<()> {
        let id = id.map(|id| id.to_string()).unwrap_or_default();
        match answer {
            Ok(text) if self.streaming => {
                if !text.is_empty() {
                    writeln!(self.out, "{text}")?;
                }
                writeln!(self.out)?;
            }
            Err(_) if self.streaming => writeln!(self.out)?,
            Ok(text) if text.is_empty() => write!(self.out, "={id}\n\n")?,
            Ok(text) => write!(self.out, "={id} {text}\n\n")?,
            Err(text) => write!(self.out, "?{id} {text}\n\n")?,
        }
        self.out.flush()
    }

    /// Begins an answer that goes on line by line.
    pub(super) fn open_stream(&mut self) {
        let id = self.id.map(|id| id.to_string()).unwrap_or_default();
        self.streaming = true;
        // A controller that is gone shows at the next read; nothing to do here.
        let _ = writeln!(self.out, "={id}").and_then(|()| self.out.flush());
    }

    /// Writes a line of such an answer.
    pub(super) fn stream(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}").and_then(|()| self.out.flush());
    }

    /// What the board is and how it came to be, to go back to.
    pub(super) fn kept(&self) -> Kept<G> {
        Kept { rules: self.rules.clone(), now: self.now.clone(), past: self.past.clone() }
    }

    /// Goes back to what was kept.
    pub(super) fn restore(&mut self, kept: Kept<G>) {
        (self.rules, self.now, self.past) = (kept.rules, kept.now, kept.past);
    }

    /// An empty board under `rules`, nothing to undo.
    pub(super) fn restart(&mut self, rules: RulesOf<G>) {
        self.set(G::Position::start(&rules));
    }

    /// Goes on from a position that was set up.
    pub(super) fn set(&mut self, position: G::Position) {
        self.rules = position.rules().clone();
        self.now = position;
        self.past.clear();
        self.hopeless = 0;
        self.clock.reset();
    }

    /// The rules with some keys changed, or `None` when the game refuses that.
    pub(super) fn rules_with(&self, changes: &[(&str, &str)]) -> Option<RulesOf<G>> {
        merged(&self.rules.to_string(), changes).parse().ok()
    }

    /// The rules of a new game: the handicap was the last one's.
    pub(super) fn rules_anew(&self, size: Option<&str>) -> Option<RulesOf<G>> {
        let rules = self.rules.to_string();
        let rules = size.map_or(rules.clone(), |size| merged(&rules, &[("size", size)]));
        let pairs = rules.split_whitespace().filter(|pair| !pair.starts_with("handicap="));
        pairs.collect::<Vec<_>>().join(" ").parse().ok()
    }

    /// The position with `side` to move, if the game allows it.
    pub(super) fn with_turn(&self, side: Side) -> Option<G::Position> {
        if self.now.turn() == side && self.now.outcome().is_none() {
            Some(self.now.clone())
        } else {
            (self.dialect.hand_over)(&self.now, side)
        }
    }

    /// The position for `side` to think about; `None` when the game is over.
    pub(super) fn subject(&self, side: Side) -> Result<Option<G::Position>, String> {
        match self.with_turn(side) {
            Some(position) if position.outcome().is_none() => Ok(Some(position)),
            None if self.now.outcome().is_none() => Err("it is the other side's turn".to_owned()),
            _ => Ok(None),
        }
    }

    /// Plays for `side`, whoever's turn it is.
    pub(super) fn play(&mut self, side: Side, m: MoveOf<G>) -> Result<(), ()> {
        let before = self.with_turn(side).ok_or(())?;
        let mut next = before.clone();
        next.play(m).map_err(|_| ())?;
        self.past.push((std::mem::replace(&mut self.now, next), m));
        Ok(())
    }

    /// Where the game is over, a pass that changes nothing but can be undone,
    /// as the controller will believe; `false` where it is not.
    pub(super) fn pass_after_the_end(&mut self) -> bool {
        match PASS.parse() {
            Ok(pass) if self.now.outcome().is_some() => {
                self.past.push((self.now.clone(), pass));
                true
            }
            _ => false,
        }
    }

    pub(super) fn undo(&mut self) -> bool {
        self.past.pop().is_some_and(|(before, _)| {
            self.now = before;
            true
        })
    }

    /// The engine as it was at the start, with nothing in its memory.
    pub(super) fn forget(&mut self) {
        self.engine = (self.dialect.engine)(&self.options);
    }

    /// What the level spends when nothing else is said. With a network the
    /// level has no say: the player knows what is usual.
    fn usual(&self) -> Budget {
        match self.options.network {
            Some(_) => Budget::default(),
            None => G::levels()[usize::from(self.options.level)].budget.clone(),
        }
    }

    /// The budget for a move of `side` now.
    pub(super) fn budget(&self, position: &G::Position) -> Budget {
        let mut budget = self.options.budget.or(&self.usual());
        let moves = (self.dialect.moves_left)(position);
        if let Some(time) = self.clock.allot(position.turn().index(), moves) {
            budget.time = Some(budget.time.map_or(time, |own| own.min(time)));
        }
        budget
    }

    /// The budget of analysis, which goes on until it is stopped: only the
    /// threads are limited. Everything is named, so that no level fills in
    /// what it is used to.
    pub(super) fn endless(&self, position: &G::Position) -> Budget {
        let threads = self.options.budget.threads.or(self.usual().threads);
        let depth = (self.dialect.deepest)(position);
        Budget { nodes: Some(u64::MAX), time: Some(AGES), depth, threads }
    }

    /// Thinks, calling `report` at most `every` so often with what is known.
    /// Says whether the search was told to end.
    pub(super) fn search(
        &mut self,
        task: &Task<G>,
        mut report: impl FnMut(&mut Self, &Analysis<MoveOf<G>>),
    ) -> (Analysis<MoveOf<G>>, bool) {
        let mut engine = std::mem::replace(&mut self.engine, Box::new(Idle));
        let leaves_out = engine.only(task.allowed.as_deref());
        let mut last = Instant::now();
        let mut stopped = false;
        let mut found = engine.search(&task.position, &task.budget, &mut |partial| {
            if last.elapsed() >= task.every {
                last = Instant::now();
                match &task.allowed {
                    Some(allowed) if !leaves_out => {
                        report(self, &kept_to(allowed, partial.clone()));
                    }
                    _ => report(self, partial),
                }
            }
            stopped |= match task.until {
                Until::Interrupt => self.input.take(is_interrupt),
                Until::AnyLine => self.input.waiting(),
            };
            if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let (Some(allowed), false) = (&task.allowed, leaves_out) {
            found = kept_to(allowed, found);
        }
        engine.only(None);
        self.engine = engine;
        (found, stopped)
    }

    /// Has `side` choose a move as in a game, on its clock.
    pub(super) fn choose(
        &mut self,
        task: &Task<G>,
        report: impl FnMut(&mut Self, &Analysis<MoveOf<G>>),
    ) -> (Choice<MoveOf<G>>, Analysis<MoveOf<G>>) {
        let begun = Instant::now();
        let (found, _) = self.search(task, report);
        self.clock.spent(task.position.turn().index(), begun.elapsed());
        let resigns = self.resigns(found.lines[0].value);
        (if resigns { Choice::Resign } else { Choice::Play(found.best()) }, found)
    }

    /// Whether a found line is a reason to resign: hopeless three times in a
    /// row.
    fn resigns(&mut self, value: Value) -> bool {
        let hopeless = matches!(value, Value::Chance(chance) if chance < self.options.resign);
        self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
        self.hopeless >= 3
    }

    /// Waits for the next line, or the end.
    pub(super) fn wait(&mut self) {
        while !self.input.waiting() {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// A rules text with some keys changed.
pub(super) fn merged(rules: &str, changes: &[(&str, &str)]) -> String {
    let changed = |pair: &&str| {
        !changes.iter().any(|(key, _)| pair.split('=').next().is_some_and(|own| own == *key))
    };
    let mut pairs: Vec<String> =
        rules.split_whitespace().filter(changed).map(str::to_owned).collect();
    pairs.extend(changes.iter().map(|(key, value)| format!("{key}={value}")));
    pairs.join(" ")
}

/// GoGui's `gogui-interrupt`: a comment, so that others overlook it.
fn is_interrupt(line: &str) -> bool {
    line.strip_prefix('#').is_some_and(|rest| rest.trim() == "interrupt")
}

/// An analysis without the moves that are not allowed, for engines that look
/// at all of them. Some move is left in any case.
fn kept_to<M: Clone + PartialEq>(allowed: &[M], mut found: Analysis<M>) -> Analysis<M> {
    found.lines.retain(|line| allowed.contains(&line.play));
    if let ([], Some(first)) = (found.lines.as_slice(), allowed.first()) {
        found.lines = Analysis::only(first.clone()).lines;
    }
    found
}

/// Stands in for the engine while that is thinking.
struct Idle;

impl<P: Position> Engine<P> for Idle {
    fn search(
        &mut self,
        position: &P,
        _: &Budget,
        _: &mut sobremesa_kernel::Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        Analysis::only(position.legal()[0])
    }
}
