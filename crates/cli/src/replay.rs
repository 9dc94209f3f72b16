//! `replay`: plays the moves of a file by the rules.

use std::io::{self, BufRead as _, BufWriter, Write};

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
        referee(start.fork().as_mut(), &line, args.end, context, &mut out)?;
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

fn choices(game: &dyn AnyGame, out: &mut impl Write) -> io::Result<()> {
    write!(out, "{}", game.turn())?;
    for play in game.legal() {
        write!(out, " {play}")?;
    }
    writeln!(out)
}
