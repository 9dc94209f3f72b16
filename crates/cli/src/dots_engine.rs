//! `dots`: our player of Dots and Boxes behind its line protocol.

use std::io::{BufReader, stdin, stdout};

use sobremesa_dots::Dots;
use sobremesa_kernel::Game;

use crate::Context;
use crate::start::level;

/// Answer the line protocol of docs/dots.md on standard input and output
/// (Dots and Boxes).
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Level of play (see `sobremesa games`) [default: the strongest]
    #[arg(long)]
    level: Option<u8>,
    /// Threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seed of the player's own choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let levels = Dots::levels().len();
    let level = level(args.level, levels as u8 - 1, levels, context.lang)?;
    let input = BufReader::new(stdin());
    sobremesa_protocol::dots::run(level, args.seed, args.threads, input, stdout())?;
    Ok(())
}
