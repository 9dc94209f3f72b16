use std::io::{BufReader, stdin, stdout};
use std::time::Duration;

use anyhow::bail;
use sobremesa_kernel::{Budget, Game};
use sobremesa_protocol::gtp::{self, Options};

use crate::Context;
use crate::start::{Start, find};

/// Answer GTP 2 on standard input and output, for Go or Othello.
///
/// GoGui, Sabaki, Lizzie, KGS clients and Quarry can drive it. Nothing but
/// answers is written to standard output.
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
    /// Seed of the player's own choices [default: from the clock]
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    start: Start,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let entry = find(&args.game, context.lang)?;
    let most = (entry.levels().len() - 1) as u8;
    let level = args.level.unwrap_or(most);
    if level > most {
        bail!("there is no level {level}: {} has 0 to {most}", entry.id);
    }
    if args.time.is_some_and(|time| !(0.0..1e6).contains(&time)) {
        bail!("--time takes seconds from 0 to 1000000");
    }
    let options = Options {
        level,
        seed: args.seed.unwrap_or_else(clock_seed),
        budget: Budget {
            nodes: args.nodes,
            time: args.time.map(Duration::from_secs_f64),
            depth: None,
            threads: args.threads,
        },
        rules: args.start.rules(),
        resign: args.resign,
    };
    // So that wrong rules are an error here and not ignored later.
    if let Err(error) = entry.start(&options.rules) {
        bail!("{}", sobremesa_text::tell(context.lang, &error.into()));
    }
    let input = BufReader::new(stdin());
    match entry.id {
        sobremesa_go::Go::ID => gtp::run(&gtp::go(), options, input, stdout())?,
        sobremesa_othello::Othello::ID => gtp::run(&gtp::othello(), options, input, stdout())?,
        other => bail!("GTP is for go and othello, not for {other}"),
    }
    Ok(())
}

/// A seed that differs from one start to the next.
pub fn clock_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |time| time.as_nanos() as u64)
}
