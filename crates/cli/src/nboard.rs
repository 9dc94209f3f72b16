use std::io::{BufReader, stdin, stdout};

use sobremesa_kernel::Game;
use sobremesa_othello::Othello;

use crate::Context;
use crate::start::level;

/// Answer the NBoard protocol on standard input and output (Othello).
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Level of play (see `sobremesa games`) [default: the strongest]
    #[arg(long)]
    level: Option<u8>,
    /// Seed of the player's own choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let levels = Othello::levels().len();
    let level = level(args.level, levels as u8 - 1, levels, context.lang)?;
    sobremesa_protocol::nboard::run(level, args.seed, BufReader::new(stdin()), stdout())?;
    Ok(())
}
