use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use sobremesa_kernel::{Analysis, Budget, Engine, Game, Position, Progress, Side, Value};

use super::{Answer, Dialect};
use crate::Input;
use crate::clock::Clock;

/// How the engine behind a session plays.
#[derive(Clone, Debug)]
pub struct Options {
    pub level: u8,
    pub seed: u64,
    /// Limits that take the place of the level's own.
    pub budget: Budget,
    /// The rules a game starts with; empty is the game's default.
    pub rules: String,
    /// Resign below this chance of winning; 0 never resigns.
    pub resign: f32,
}

/// The state of one GTP conversation.
pub struct Session<G: Game> {
    pub(super) options: Options,
    pub(super) rules: <G::Position as Position>::Rules,
    pub(super) now: G::Position,
    /// The positions before each move, for undo.
    pub(super) past: Vec<(G::Position, <G::Position as Position>::Move)>,
    pub(super) engine: Box<dyn Engine<G::Position>>,
    pub(super) clock: Clock,
    pub(super) names: Vec<&'static str>,
    pub(super) input: Input,
    pub(super) quit: bool,
    /// Moves in a row in which the chance of winning was hopeless.
    hopeless: u32,
    /// What controllers of several games call this one.
    pub(super) game: &'static str,
    hand_over: fn(&G::Position, Side) -> Option<G::Position>,
    moves_left: fn(&G::Position) -> u32,
    pub(super) ownership: fn(&G::Position) -> Option<Vec<f32>>,
    out: Box<dyn Write + Send>,
    /// Set once an answer has begun to stream, so that it is not begun twice.
    streaming: bool,
    id: Option<u64>,
}

/// See [`Session::kept`].
pub(super) struct Kept<G: Game> {
    rules: <G::Position as Position>::Rules,
    now: G::Position,
    past: Vec<(G::Position, <G::Position as Position>::Move)>,
}

impl<G: Game> std::fmt::Debug for Session<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Session({}, {} moves)", G::ID, self.past.len())
    }
}

impl<G: Game> Session<G> {
    pub(super) fn new(
        options: Options,
        dialect: &Dialect<G>,
        start: G::Position,
        names: Vec<&'static str>,
        input: Input,
        out: Box<dyn Write + Send>,
    ) -> Session<G> {
        Session {
            rules: start.rules().clone(),
            now: start,
            past: Vec::new(),
            engine: G::engine(options.level, options.seed),
            options,
            clock: Clock::default(),
            names,
            input,
            quit: false,
            hopeless: 0,
            game: dialect.name,
            hand_over: dialect.hand_over,
            moves_left: dialect.moves_left,
            ownership: dialect.ownership,
            out,
            streaming: false,
            id: None,
        }
    }

    pub(super) fn begin(&mut self, id: Option<u64>) {
        self.id = id;
        self.streaming = false;
    }

    /// Writes the answer, or the end of one that streamed.
    pub(super) fn finish(&mut self, id: Option<u64>, answer: &Answer) -> io::Result<()> {
        let id = id.map(|id| id.to_string()).unwrap_or_default();
        match answer {
            Ok(text) if self.streaming => {
                if !text.is_empty() {
                    writeln!(self.out, "{text}")?;
                }
                writeln!(self.out)?;
            }
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
    pub(super) fn restart(&mut self, rules: <G::Position as Position>::Rules) {
        self.now = G::Position::start(&rules);
        self.rules = rules;
        self.past.clear();
        self.hopeless = 0;
    }

    /// Goes on from a position that was set up.
    pub(super) fn set(&mut self, position: G::Position) {
        self.rules = position.rules().clone();
        self.now = position;
        self.past.clear();
        self.hopeless = 0;
    }

    /// The rules with one key changed, or `None` when the game refuses that.
    pub(super) fn rules_with(
        &self,
        key: &str,
        value: &str,
    ) -> Option<<G::Position as Position>::Rules> {
        let mut pairs: Vec<String> = self
            .rules
            .to_string()
            .split_whitespace()
            .filter(|pair| !pair.starts_with(&format!("{key}=")))
            .map(str::to_owned)
            .collect();
        pairs.push(format!("{key}={value}"));
        pairs.join(" ").parse().ok()
    }

    /// The position with `side` to move, if the game allows it.
    pub(super) fn with_turn(&self, side: Side) -> Option<G::Position> {
        if self.now.turn() == side && self.now.outcome().is_none() {
            Some(self.now.clone())
        } else {
            (self.hand_over)(&self.now, side)
        }
    }

    /// Plays for `side`, whoever's turn it is.
    pub(super) fn play(
        &mut self,
        side: Side,
        m: <G::Position as Position>::Move,
    ) -> Result<(), ()> {
        let before = self.with_turn(side).ok_or(())?;
        let mut next = before.clone();
        next.play(m).map_err(|_| ())?;
        self.past.push((std::mem::replace(&mut self.now, next), m));
        Ok(())
    }

    /// Where the game is over, a pass that changes nothing but can be undone,
    /// as the controller will believe; `false` where it is not.
    pub(super) fn pass_after_the_end(&mut self) -> bool {
        match "pass".parse() {
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

    /// The budget for a move of `side` now.
    fn budget(&self, position: &G::Position) -> Budget {
        let level = G::levels()[usize::from(self.options.level)].budget.clone();
        let mut budget = self.options.budget.or(&level);
        let moves = (self.moves_left)(position);
        if let Some(time) = self.clock.allot(position.turn().index(), moves) {
            budget.time = Some(budget.time.map_or(time, |own| own.min(time)));
        }
        budget
    }

    /// Thinks about the position with `side` to move.
    pub(super) fn think(
        &mut self,
        side: Side,
    ) -> Result<Option<Analysis<<G::Position as Position>::Move>>, String> {
        let position = match self.with_turn(side) {
            Some(position) if position.outcome().is_none() => position,
            None if self.now.outcome().is_none() => {
                return Err("it is the other side's turn".to_owned());
            }
            _ => return Ok(None),
        };
        let budget = self.budget(&position);
        Ok(Some(self.engine.search(&position, &budget, &mut sobremesa_kernel::silent)))
    }

    /// Whether a found line is a reason to resign: hopeless three times in a
    /// row.
    pub(super) fn resigns(&mut self, value: Value) -> bool {
        let hopeless = matches!(value, Value::Chance(chance) if chance < self.options.resign);
        self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
        self.hopeless >= 3
    }

    /// Thinks until a line comes, calling `report` with what is known.
    pub(super) fn ponder(
        &mut self,
        side: Side,
        every: Duration,
        mut report: impl FnMut(&mut Self, &Analysis<<G::Position as Position>::Move>),
    ) -> Option<Analysis<<G::Position as Position>::Move>> {
        let position = self.with_turn(side)?;
        if position.outcome().is_some() {
            return None;
        }
        let budget = Budget { time: Some(Duration::from_secs(3600)), ..Budget::default() };
        let mut engine = std::mem::replace(&mut self.engine, Box::new(Idle));
        let mut last = std::time::Instant::now();
        let found = {
            let progress: &mut Progress<'_, _> = &mut |partial| {
                if last.elapsed() >= every {
                    last = std::time::Instant::now();
                    report(self, partial);
                }
                if self.input.waiting() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            engine.search(&position, &budget, progress)
        };
        self.engine = engine;
        report(self, &found);
        // A search may end by itself (a solved position): the answer still
        // stands until the next line.
        while !self.input.waiting() {
            std::thread::sleep(Duration::from_millis(5));
        }
        Some(found)
    }
}

/// Stands in for the engine while that is thinking.
struct Idle;

impl<P: Position> Engine<P> for Idle {
    fn search(
        &mut self,
        position: &P,
        _: &Budget,
        _: &mut Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        Analysis::only(position.legal()[0])
    }
}
