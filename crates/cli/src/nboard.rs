use std::io::{BufReader, stdin, stdout};

use anyhow::bail;
use sobremesa_kernel::Game;
use sobremesa_othello::Othello;

use crate::Context;

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

pub fn run(args: Args, _: &Context) -> anyhow::Result<()> {
    let most = (Othello::levels().len() - 1) as u8;
    let level = args.level.unwrap_or(most);
    if level > most {
        bail!("there is no level {level}: othello has 0 to {most}");
    }
    sobremesa_protocol::nboard::run(level, args.seed, BufReader::new(stdin()), stdout())?;
    Ok(())
}
