//! `sobremesa bench …`: what is fast and how fast, in CPU time of one thread.
//!
//! Adding a benchmark is `mod <name>;`, a variant `<Name>(<name>::Args)` and
//! its arm below.

mod connect4;
mod go;
mod othello;
mod perft;
mod playouts;
mod server;

use crate::Context;

/// Measure speed, in CPU time.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Connect4(connect4::Args),
    Go(go::Args),
    Othello(othello::Args),
    Playouts(playouts::Args),
    Perft(perft::Args),
    Server(server::Args),
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    match args.what {
        What::Connect4(args) => connect4::run(&args),
        What::Go(args) => go::run(&args),
        What::Othello(args) => othello::run(&args),
        What::Playouts(args) => playouts::run(args, context),
        What::Perft(args) => perft::run(args, context),
        What::Server(args) => server::run(args, context),
    }
}
