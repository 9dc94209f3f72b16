//! The NBoard protocol, version 2: what the NBoard program asks of an Othello
//! engine.
//!
//! `set depth` limits the middle game to that many plies and the ending to
//! some squares more (`sobremesa_othello` has the rule). Whatever the depth,
//! no question takes longer than the level does on a move, and `go` keeps
//! within the clock of the game.

mod hint;

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use sobremesa_games::replay;
use sobremesa_kernel::{Analysis, Budget, Engine, Game, Position as _, Side};
use sobremesa_othello::{Move, Othello, Position};
use sobremesa_record::ggf;

use crate::Input;
use crate::time::{othello_moves, share};

/// A command: its first words and what it does with the rest of its line.
struct Command {
    name: &'static str,
    run: fn(&mut Session, &str) -> io::Result<()>,
}

const COMMANDS: &[Command] = &[
    Command { name: "nboard", run: nboard },
    Command { name: "set game", run: set_game },
    Command { name: "set depth", run: set_depth },
    Command { name: "set contempt", run: |_, _| Ok(()) },
    Command { name: "move", run: play },
    Command { name: "hint", run: hint },
    Command { name: "go", run: go },
    Command { name: "ping", run: ping },
    Command { name: "learn", run: |s, _| s.say("learned") },
    Command { name: "analyze", run: analyze },
    Command { name: "quit", run: quit },
];

/// The longest that a question may take at levels that have no limit.
const MOST_TIME: Duration = Duration::from_secs(20);

struct Session {
    position: Position,
    /// The positions before each move of the game.
    past: Vec<Position>,
    /// The last game was refused: there is no position to speak of.
    lost: bool,
    clocks: [Option<ggf::TimeLeft>; 2],
    depth: u32,
    threads: usize,
    /// The longest that a question may take.
    most: Duration,
    engine: Box<dyn Engine<Position>>,
    input: Input,
    voice: Voice,
    quit: bool,
}

/// Where the answers go.
struct Voice(Box<dyn Write + Send>);

impl Voice {
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.0, "{line}")?;
        self.0.flush()
    }
}

/// Who answers.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub level: u8,
    pub seed: u64,
    pub threads: usize,
}

/// Answers until `quit` or the end of the input.
pub fn run(
    options: Options,
    reader: impl BufRead + Send + 'static,
    writer: impl Write + Send + 'static,
) -> io::Result<()> {
    let Options { level, seed, threads } = options;
    let usual = &Othello::level(level).map_err(io::Error::other)?.budget;
    let mut session = Session {
        position: Position::start(&Default::default()),
        past: Vec::new(),
        lost: false,
        clocks: [None; 2],
        depth: 12,
        threads,
        most: usual.time.unwrap_or(MOST_TIME),
        engine: Othello::engine(level, seed).map_err(io::Error::other)?,
        input: Input::new(reader),
        voice: Voice(Box::new(writer)),
        quit: false,
    };
    while let Some(line) = session.input.line() {
        let line = line.trim();
        let found = COMMANDS.iter().find_map(|command| {
            let rest = line.strip_prefix(command.name)?;
            (rest.is_empty() || rest.starts_with(' ')).then_some((command, rest.trim()))
        });
        match found {
            Some((command, rest)) => (command.run)(&mut session, rest)?,
            // The first version of the protocol sent moves bare.
            None if move_of(line).is_ok() => play(&mut session, line)?,
            // It asks engines to ignore what they do not know.
            None => {}
        }
        if session.quit {
            break;
        }
    }
    Ok(())
}

impl Session {
    fn say(&mut self, line: &str) -> io::Result<()> {
        self.voice.say(line)
    }

    fn error(&mut self, what: &str) -> io::Result<()> {
        self.say(&format!("status error: {what}"))
    }

    /// Whether there is a position to speak of; says so if there is not.
    fn has_game(&mut self) -> io::Result<bool> {
        if self.lost {
            self.error("the last game was refused, set another")?;
        }
        Ok(!self.lost)
    }

    /// Plays a move, a pass being inserted where it was left out. Where the
    /// game says who made it, that must be whose turn it is.
    fn play(&mut self, by: Option<Side>, m: Move) -> bool {
        let fits = |position: &Position| {
            by.is_none_or(|side| side == position.turn()) && position.check(m).is_ok()
        };
        if !fits(&self.position) {
            let mut passed = self.position;
            if passed.play(Move::Pass).is_err() || !fits(&passed) {
                return false;
            }
            self.past.push(std::mem::replace(&mut self.position, passed));
        }
        self.past.push(self.position);
        self.position.play_unchecked(m);
        true
    }

    /// Thinks until the budget is spent or a line comes; `progress` sees what
    /// is known so far.
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut dyn FnMut(&mut Voice, &Analysis<Move>),
    ) -> Analysis<Move> {
        let Session { engine, input, voice, .. } = self;
        let budget = Budget { threads: Some(self.threads), ..budget.clone() };
        engine.search(position, &budget, &mut |partial| {
            progress(voice, partial);
            if input.waiting() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }

    /// Thinks to the depth that was set, for at most `time`.
    fn think(&mut self, position: &Position, time: Duration) -> Analysis<Move> {
        let budget = Budget { time: Some(time), ..Budget::depth(self.depth) };
        self.search(position, &budget, &mut |_, _| {})
    }

    fn node_stats(&mut self, nodes: u64, begun: Instant) -> io::Result<()> {
        self.say(&format!("nodestats {nodes} {:.3}", begun.elapsed().as_secs_f64()))
    }
}

fn nboard(session: &mut Session, _: &str) -> io::Result<()> {
    session.say("set myname Sobremesa")
}

fn quit(session: &mut Session, _: &str) -> io::Result<()> {
    session.quit = true;
    Ok(())
}

fn ping(session: &mut Session, rest: &str) -> io::Result<()> {
    session.say(&format!("pong {rest}"))
}

fn set_depth(session: &mut Session, rest: &str) -> io::Result<()> {
    match rest.parse() {
        Ok(depth @ 1..=60) => session.depth = depth,
        _ => return session.error("set depth wants a number from 1 to 60"),
    }
    Ok(())
}

fn set_game(session: &mut Session, rest: &str) -> io::Result<()> {
    // Until the game is known to be right, the old one is not it.
    session.lost = true;
    let games = match ggf::read(rest) {
        Ok(games) => games,
        Err(error) => return session.error(&error.to_string()),
    };
    let (start, moves) = match replay::typed::<Position>(&games[0]) {
        Ok(read) => read,
        Err(error) => return session.error(&error.to_string()),
    };
    session.position = start;
    session.past.clear();
    for (index, (side, m)) in moves.into_iter().enumerate() {
        let idle = m == Move::Pass && session.position.outcome().is_some();
        if !idle && !session.play(Some(side), m) {
            let what = format!("move {} ({m}) of the game is illegal", index + 1);
            return session.error(&what);
        }
    }
    session.clocks = ggf::clocks(rest);
    session.lost = false;
    Ok(())
}

/// The move of `F5/1.5/0.2`.
fn move_of(text: &str) -> Result<Move, sobremesa_kernel::SyntaxError> {
    text.split('/').next().unwrap_or("").parse()
}

/// `move F5/1.5/0.2`: the move, an evaluation and a time.
fn play(session: &mut Session, rest: &str) -> io::Result<()> {
    if !session.has_game()? {
        return Ok(());
    }
    match move_of(rest) {
        Ok(m) if session.play(None, m) => {
            // A pass that was left out was made by the other side.
            if let Some(before) = session.past.last()
                && let Some(clock) = &mut session.clocks[before.turn().index()]
            {
                clock.spend(ggf::move_time(rest).unwrap_or_default());
            }
            Ok(())
        }
        Ok(m) => session.error(&format!("{} is illegal", shown(m))),
        Err(error) => session.error(&error.to_string()),
    }
}

/// A move as NBoard writes it.
fn shown(m: Move) -> String {
    match m {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_ascii_uppercase(),
    }
}

/// By how much a side has won a game that is over.
fn margin(position: &Position, side: Side) -> f32 {
    let score = position.board().final_score() as f32;
    if position.turn() == side { score } else { 0.0 - score }
}

fn hint(session: &mut Session, rest: &str) -> io::Result<()> {
    if !session.has_game()? {
        return Ok(());
    }
    let wanted = rest.parse().unwrap_or(1).clamp(1, 64);
    if session.position.outcome().is_some() {
        return session.say("status");
    }
    session.say("status Thinking")?;
    let begun = Instant::now();
    let nodes = hint::tell(session, wanted, session.most)?;
    session.node_stats(nodes, begun)?;
    session.say("status")
}

fn go(session: &mut Session, _: &str) -> io::Result<()> {
    if !session.has_game()? {
        return Ok(());
    }
    if session.position.outcome().is_some() {
        return session.error("the game is over");
    }
    session.say("status Thinking")?;
    let position = session.position;
    let begun = Instant::now();
    let moves = othello_moves(position.board().empties());
    let time = match session.clocks[position.turn().index()] {
        Some(clock) => session.most.min(share(clock.left, moves) + clock.increment / 2),
        None => session.most,
    };
    let found = session.think(&position, time);
    session.node_stats(found.nodes, begun)?;
    let line = &found.lines[0];
    // The evaluation may be left out; a level without one says nothing.
    let value = hint::points(line.value).map_or(String::new(), |value| format!("{value:.2}"));
    let seconds = begun.elapsed().as_secs_f64();
    session.say(&format!("=== {}/{value}/{seconds:.3}", shown(line.play)))?;
    session.say("status")
}

/// Values every position of the game, last first, from Black's side, as NBoard
/// draws them.
fn analyze(session: &mut Session, _: &str) -> io::Result<()> {
    if !session.has_game()? {
        return Ok(());
    }
    session.say("status Analyzing")?;
    let mut line: Vec<Position> = session.past.clone();
    line.push(session.position);
    for (made, position) in line.iter().enumerate().rev() {
        let value = if position.outcome().is_some() {
            Some(margin(position, Side::First))
        } else {
            if session.input.waiting() {
                break;
            }
            let found = session.think(position, session.most);
            let sign = if position.turn() == Side::First { 1.0 } else { -1.0 };
            // What the engine would play need not be the very best.
            let values = found.lines.iter().filter_map(|line| hint::points(line.value));
            // No minus sign before nothing.
            values.max_by(f32::total_cmp).map(|value| sign * value + 0.0)
        };
        if let Some(value) = value {
            session.say(&format!("analysis {made} {value:.2}"))?;
        }
    }
    session.say("status")
}
