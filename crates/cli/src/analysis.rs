//! `sobremesa analysis`: KataGo's analysis engine on standard input and output.

use std::io::{BufReader, stdin, stdout};
use std::path::PathBuf;

use sobremesa_go::Go;
use sobremesa_kernel::Game;
use sobremesa_protocol::analysis::{self, Options};

use crate::Context;
use crate::{networks, start};

/// Answer queries about positions of Go as KataGo's analysis engine does.
///
/// KaTrain and review tools write a JSON object a line and read one for every
/// position. Many queries may wait; those of the highest priority come first,
/// and `terminate` ends them. docs/gtp.md says which fields are honoured.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Level that looks where there is no network (see `sobremesa games`) [default: the strongest]
    #[arg(long)]
    level: Option<u8>,
    /// Look with a KataGo network (.bin.gz, .txt.gz): a file, or a name that `sobremesa networks` lists
    #[arg(long, value_name = "FILE", env = "SOBREMESA_GO_NETWORK")]
    network: Option<PathBuf>,
    /// Visits for a position whose query does not say
    #[arg(long, default_value_t = 500)]
    visits: u64,
    /// Positions looked at together
    #[arg(long, default_value_t = 1)]
    parallel: usize,
    /// Threads for each position
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Leave when the input ends, whatever still waits
    #[arg(long)]
    quit_without_waiting: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let levels = Go::levels().len();
    let options = Options {
        level: start::level(args.level, levels as u8 - 1, levels, context.lang)?,
        network: match &args.network {
            Some(file) => Some(networks::load(file, context.lang)?),
            None => None,
        },
        visits: args.visits.max(1),
        parallel: args.parallel.clamp(1, 64),
        threads: args.threads.clamp(1, 64),
        seed: 1,
        leave_at_the_end: args.quit_without_waiting,
    };
    analysis::run(&options, BufReader::new(stdin()), stdout())?;
    Ok(())
}
