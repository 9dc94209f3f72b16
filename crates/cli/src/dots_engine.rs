use std::io::{BufReader, stdin, stdout};

use anyhow::bail;
use sobremesa_dots::Dots;
use sobremesa_kernel::Game;

use crate::Context;

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

pub fn run(args: Args, _: &Context) -> anyhow::Result<()> {
    let most = (Dots::levels().len() - 1) as u8;
    let level = args.level.unwrap_or(most);
    if level > most {
        bail!("there is no level {level}: dots has 0 to {most}");
    }
    let input = BufReader::new(stdin());
    sobremesa_protocol::dots::run(level, args.seed, args.threads, input, stdout())?;
    Ok(())
}
