//! `completions`: what a shell completes.

use std::io::{self, Write as _};

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Cli, Context};

/// Print the completion script of a shell.
///
/// For bash: `source <(sobremesa completions bash)`.
#[derive(Debug, clap::Args)]
pub struct Args {
    shell: Shell,
}

pub fn run(args: Args, _: &Context) -> anyhow::Result<()> {
    // clap_complete panics when it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sobremesa", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}
