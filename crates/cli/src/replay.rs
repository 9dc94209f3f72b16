//! `replay`: plays the moves of a file by the rules.

use std::io::{self, BufRead as _, BufWriter, Write};

use serde_json::{Value, json};
use sobremesa_kernel::{AnyGame, Outcome};
use sobremesa_text::tell;

use crate::Context;
use crate::start::{Start, find};

/// Referee games given as move lists, one game a line on standard input.
///
/// For every game: a line `SIDE MOVE…` per ply with who moves and every legal
/// move, then a line `over first|second|draw [SCORE SCORE]`, `open`, or
/// `refused PLY MOVE REASON`, then an empty line.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// go, connect4, dots or othello
    game: String,
    /// Say only how each game ends
    #[arg(long)]
    end: bool,
    /// Write JSON, for programs: an object a game
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    start: Start,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let entry = find(&args.game, context.lang)?;
    let start = args.start.open(entry, context.lang)?;
    let mut out = BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().split(b'\n') {
        // What is not UTF-8 is no move either, and is refused as such.
        let line = String::from_utf8_lossy(&line?).into_owned();
        let mut game = start.fork();
        if args.json {
            writeln!(out, "{}", told(game.as_mut(), &line, args.end, context))?;
        } else {
            referee(game.as_mut(), &line, args.end, context, &mut out)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn referee(
    game: &mut dyn AnyGame,
    moves: &str,
    end_only: bool,
    context: &Context,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    for (ply, text) in moves.split_whitespace().enumerate() {
        if !end_only {
            choices(game, out)?;
        }
        if let Err(refusal) = game.play(text) {
            let why = tell(context.lang, &refusal.message);
            writeln!(out, "refused {} {text} {why}\n", ply + 1)?;
            return Ok(());
        }
    }
    let Some(outcome) = game.outcome() else {
        if !end_only {
            choices(game, out)?;
        }
        writeln!(out, "open\n")?;
        return Ok(());
    };
    match outcome {
        Outcome::Win(side) => write!(out, "over {side}")?,
        Outcome::Draw => write!(out, "over draw")?,
    }
    if let Some([first, second]) = game.score() {
        write!(out, " {first} {second}")?;
    }
    writeln!(out, "\n")?;
    Ok(())
}

/// The same for a program.
fn told(game: &mut dyn AnyGame, moves: &str, end_only: bool, context: &Context) -> Value {
    let mut turns = Vec::new();
    let mut refused = Value::Null;
    let mut plies = 0;
    for text in moves.split_whitespace() {
        if !end_only {
            turns.push(json!({ "side": game.turn().to_string(), "legal": game.legal() }));
        }
        if let Err(refusal) = game.play(text) {
            let why = tell(context.lang, &refusal.message);
            refused = json!({ "ply": plies + 1, "move": text, "why": why });
            break;
        }
        plies += 1;
    }
    let outcome = game.outcome();
    if outcome.is_none() && refused.is_null() && !end_only {
        turns.push(json!({ "side": game.turn().to_string(), "legal": game.legal() }));
    }
    let mut found = json!({
        "plies": plies,
        "over": outcome.is_some(),
        "winner": outcome.and_then(|outcome| match outcome {
            Outcome::Win(side) => Some(side.to_string()),
            Outcome::Draw => None,
        }),
        "score": game.score().filter(|_| outcome.is_some()).map(|score| score.map(|of| of.to_string())),
        "refused": refused,
    });
    if !end_only {
        found["turns"] = turns.into();
    }
    found
}

fn choices(game: &dyn AnyGame, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", game.turn())?;
    for play in game.legal() {
        write!(out, " {play}")?;
    }
    writeln!(out)
}
