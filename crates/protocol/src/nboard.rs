//! The NBoard protocol, version 2: what the NBoard program asks of an Othello
//! engine.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Instant;

use sobremesa_games::replay;
use sobremesa_kernel::{Analysis, Budget, Engine, Game, Position as _, Value};
use sobremesa_othello::{Move, Othello, Position};
use sobremesa_record::ggf;

use crate::Input;

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

struct Session {
    position: Position,
    /// The positions before each move of the game.
    past: Vec<Position>,
    depth: u32,
    engine: Box<dyn Engine<Position>>,
    input: Input,
    out: Box<dyn Write + Send>,
    quit: bool,
}

/// Answers until `quit` or the end of the input.
pub fn run(
    level: u8,
    seed: u64,
    reader: impl BufRead + Send + 'static,
    writer: impl Write + Send + 'static,
) -> io::Result<()> {
    let mut session = Session {
        position: Position::start(&Default::default()),
        past: Vec::new(),
        depth: 12,
        engine: Othello::engine(level, seed),
        input: Input::new(reader),
        out: Box::new(writer),
        quit: false,
    };
    while let Some(line) = session.input.line() {
        let line = line.trim();
        let found = COMMANDS.iter().find_map(|command| {
            let rest = line.strip_prefix(command.name)?;
            (rest.is_empty() || rest.starts_with(' ')).then_some((command, rest.trim()))
        });
        // The protocol asks engines to ignore what they do not know.
        if let Some((command, rest)) = found {
            (command.run)(&mut session, rest)?;
        }
        if session.quit {
            break;
        }
    }
    Ok(())
}

impl Session {
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn error(&mut self, what: &str) -> io::Result<()> {
        self.say(&format!("status error: {what}"))
    }

    /// Plays a move, a pass being inserted where it was left out.
    fn play(&mut self, m: Move) -> bool {
        let before = self.position;
        if self.position.play(m).is_ok() {
            self.past.push(before);
            return true;
        }
        if let Ok(pass) = "pass".parse()
            && self.position.check(pass).is_ok()
        {
            let mut passed = self.position;
            passed.play_unchecked(pass);
            if passed.check(m).is_ok() {
                self.past.push(self.position);
                self.past.push(passed);
                passed.play_unchecked(m);
                self.position = passed;
                return true;
            }
        }
        false
    }

    /// Thinks to the depth that was set; stops when a line comes.
    fn think(&mut self, position: &Position) -> Analysis<Move> {
        let input = &mut self.input;
        self.engine.search(position, &Budget::depth(self.depth), &mut |_| {
            if input.waiting() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
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
    let games = match ggf::read(rest) {
        Ok(games) => games,
        Err(error) => return session.error(&error.to_string()),
    };
    let (start, moves) = match replay::typed::<Position>(&games[0]) {
        Ok(read) => read,
        Err(error) => return session.error(&error.to_string()),
    };
    let old = (session.position, std::mem::take(&mut session.past));
    session.position = start;
    for (index, (_, m)) in moves.into_iter().enumerate() {
        if !session.play(m) {
            (session.position, session.past) = old;
            return session.error(&format!("move {} ({m}) of the game is illegal", index + 1));
        }
    }
    Ok(())
}

/// `move F5/1.5/0.2`: the move, an evaluation and a time.
fn play(session: &mut Session, rest: &str) -> io::Result<()> {
    let text = rest.split('/').next().unwrap_or("").trim();
    let text = if matches!(text, "PA" | "pa" | "--") { "pass" } else { text };
    match text.parse() {
        Ok(m) if session.play(m) => Ok(()),
        Ok(_) => session.error(&format!("{text} is illegal")),
        Err(error) => session.error(&error.to_string()),
    }
}

/// A move as NBoard writes it.
fn shown(m: Move) -> String {
    let text = m.to_string().to_ascii_uppercase();
    if text == "PASS" { "PA".to_owned() } else { text }
}

fn points(value: Value) -> f32 {
    match value {
        Value::Exact(v) | Value::AtLeast(v) | Value::AtMost(v) => v as f32,
        Value::Estimate(v) => v,
        Value::Chance(v) => v * 2.0 - 1.0,
        Value::Unknown => 0.0,
    }
}

fn hint(session: &mut Session, rest: &str) -> io::Result<()> {
    let wanted = rest.parse().unwrap_or(1).clamp(1, 60);
    if session.position.outcome().is_some() {
        return session.say("status");
    }
    session.say("status Thinking")?;
    let position = session.position;
    let begun = Instant::now();
    let found = session.think(&position);
    for line in found.lines.iter().take(wanted) {
        let pv: String = line.pv.iter().map(|&m| shown(m)).collect();
        session.say(&format!("search {pv} {:.2} 0 {}", points(line.value), found.depth))?;
    }
    session.say(&format!("nodestats {} {:.3}", found.nodes, begun.elapsed().as_secs_f64()))?;
    session.say("status")
}

fn go(session: &mut Session, _: &str) -> io::Result<()> {
    if session.position.outcome().is_some() {
        return session.error("the game is over");
    }
    session.say("status Thinking")?;
    let position = session.position;
    let begun = Instant::now();
    let found = session.think(&position);
    let line = &found.lines[0];
    let answer = format!(
        "=== {}/{:.2}/{:.3}",
        shown(line.play),
        points(line.value),
        begun.elapsed().as_secs_f64()
    );
    session.say(&answer)?;
    session.say("status")
}

/// Values every position of the game, last first, for the side to move then
/// as NBoard shows it: from Black's side.
fn analyze(session: &mut Session, _: &str) -> io::Result<()> {
    session.say("status Analyzing")?;
    let mut line: Vec<Position> = session.past.clone();
    line.push(session.position);
    for (made, position) in line.iter().enumerate().rev() {
        let value = match (position.outcome(), position.score()) {
            (Some(_), Some([black, white])) => (black - white).as_f64() as f32,
            _ => {
                if session.input.waiting() {
                    break;
                }
                let found = session.think(position);
                let sign =
                    if position.turn() == sobremesa_kernel::Side::First { 1.0 } else { -1.0 };
                sign * points(found.lines[0].value)
            }
        };
        session.say(&format!("analysis {made} {value:.2}"))?;
    }
    session.say("status")
}
