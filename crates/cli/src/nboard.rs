//! `nboard`: our player of Othello for NBoard.

use std::io::{BufReader, stdin, stdout};

use sobremesa_kernel::Game;
use sobremesa_othello::Othello;
use sobremesa_protocol::nboard::{self, Options};

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
    /// Threads that search together
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let levels = Othello::levels().len();
    let level = level(args.level, levels as u8 - 1, levels, context.lang)?;
    let options = Options { level, seed: args.seed, threads: args.threads.into() };
    nboard::run(options, BufReader::new(stdin()), stdout())?;
    Ok(())
}
