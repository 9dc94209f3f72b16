//! `sobremesa play GAME`: a person against the machine (or each other) in the
//! terminal.
//!
//! [`turn_loop`] is the game itself, [`command`] what a person may type,
//! [`console`] how lines come in and colours go out, [`draw`] the boards,
//! [`hint`] what a move promises, in words.

mod command;
mod console;
pub mod draw;
mod hint;
mod turn_loop;

use std::time::Duration;

use sobremesa_kernel::Side;
use sobremesa_table::Occupant;

use crate::Context;
use crate::start::{Start, find};
use console::{Colour, Console};
use turn_loop::TurnLoop;

/// Play a game in the terminal.
///
/// Type a move as the game writes it (D4, 4, 2-1-h, d3) or a command: undo,
/// pass, resign, hint, save FILE, load FILE, help, quit.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// go, connect4, dots or othello (also ceritos, conecta4, reversi …)
    game: String,

    /// Who makes the first move
    #[arg(long, value_enum, default_value_t = First::Human)]
    first: First,

    /// The machine's level (see `sobremesa games`)
    #[arg(long, value_name = "N")]
    level: Option<u8>,

    /// Two people share the terminal, no machine plays
    #[arg(long, conflicts_with_all = ["first", "watch"])]
    two: bool,

    /// The machine plays both sides
    #[arg(long, conflicts_with = "first")]
    watch: bool,

    /// The machine's time for a move, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,

    /// Decides the machine's lots; the same seed plays the same game
    #[arg(long)]
    seed: Option<u64>,

    /// Begin with a game saved before
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "preset", "rules", "position", "moves"])]
    load: Option<String>,

    /// When to use colours
    #[arg(long, value_enum, default_value_t = Colour::Auto)]
    color: Colour,

    #[command(flatten)]
    start: Start,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum First {
    Human,
    Machine,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let wrong = || "expected seconds above 0, such as 2.5".to_owned();
    let seconds: f64 = text.parse().map_err(|_| wrong())?;
    Duration::try_from_secs_f64(seconds)
        .ok()
        .filter(|time| !time.is_zero() && time.as_secs() <= 86_400)
        .ok_or_else(wrong)
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let entry = find(&args.game, context.lang)?;
    let start = args.start.with_usual_preset(entry);
    let game = start.open(entry, context.lang)?;
    let levels = entry.levels().len();
    let level = crate::start::level(args.level, levels as u8 / 2, levels, context.lang)?;
    let mut seats = [Occupant::Machine { level }; 2];
    let opens = game.turn();
    if args.two {
        seats = [Occupant::Here; 2];
    } else if !args.watch {
        let human: Side = if args.first == First::Human { opens } else { opens.other() };
        seats[human.index()] = Occupant::Here;
    }
    let mut session = TurnLoop::new(
        game,
        seats,
        turn_loop::Machine { level, time: args.time, seed: args.seed },
        Console::new(args.color)?,
        context.lang,
    );
    if let Some(path) = &args.load {
        session.load(path)?;
    }
    session.run()
}
