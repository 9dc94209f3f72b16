//! `gtp`: our players for a GTP controller.

use std::io::{BufReader, stdin, stdout};
use std::path::PathBuf;

use anyhow::bail;
use sobremesa_go::Go;
use sobremesa_kernel::{Budget, Game};
use sobremesa_othello::Othello;
use sobremesa_protocol::gtp::{self, Dialect, Options};
use sobremesa_text::say;

use crate::Context;
use crate::networks;
use crate::start::{self, Start, find};

/// Answer GTP 2 on standard input and output, for Go or Othello.
///
/// GoGui, Sabaki, Lizzie, KGS clients and Quarry can drive it. Nothing but
/// answers is written to standard output. What --position and --moves set up
/// is on the board until the controller clears it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// go or othello
    #[arg(default_value = "go")]
    game: String,
    /// Level of play (see `sobremesa games`) [default: the strongest]
    #[arg(long)]
    level: Option<u8>,
    /// Seconds a move, instead of the level's own limit
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Playouts or nodes a move, instead of the level's own limit
    #[arg(long, visible_alias = "playouts")]
    nodes: Option<u64>,
    /// Threads
    #[arg(long)]
    threads: Option<usize>,
    /// Resign below this chance of winning (0 never resigns)
    #[arg(long, default_value_t = 0.05)]
    resign: f32,
    /// Play Go with a KataGo network (.bin.gz, .txt.gz): a file, or a name that `sobremesa networks` lists
    #[arg(long, value_name = "FILE", env = "SOBREMESA_GO_NETWORK")]
    network: Option<PathBuf>,
    /// Seed of the player's own choices [default: from the clock]
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    start: Start,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let entry = find(&args.game, context.lang)?;
    let levels = entry.levels().len();
    let level = start::level(args.level, levels as u8 - 1, levels, context.lang)?;
    let options = Options {
        level,
        seed: args.seed.unwrap_or_else(clock_seed),
        budget: Budget {
            nodes: args.nodes,
            time: start::time(args.time, context.lang)?,
            depth: None,
            threads: args.threads,
        },
        rules: args.start.rules(entry, context.lang)?,
        resign: args.resign,
        network: match &args.network {
            Some(file) if entry.id == Go::ID => Some(networks::load(file, context.lang)?),
            _ => None,
        },
    };
    // The controller speaks there.
    if args.start.position.as_deref() == Some("-") {
        bail!(say(context.lang, "cli-gtp-position", &[]));
    }
    match entry.id {
        Go::ID => speak::<Go>(&gtp::go(), options, &args.start, context),
        Othello::ID => speak::<Othello>(&gtp::othello(), options, &args.start, context),
        other => bail!(say(context.lang, "cli-gtp-games", &[("game", &other)])),
    }
}

fn speak<G: Game>(
    dialect: &Dialect<G>,
    options: Options,
    start: &Start,
    context: &Context,
) -> anyhow::Result<()> {
    let start = start.position::<G>(context.lang)?;
    gtp::run_from(dialect, options, start, BufReader::new(stdin()), stdout())?;
    Ok(())
}

/// A seed that differs from one start to the next.
pub fn clock_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
