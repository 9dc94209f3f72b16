//! `sobremesa bench …`: what is fast and how fast, in CPU time of one thread.
//!
//! Adding a benchmark is `mod <name>;`, a variant `<Name>(<name>::Args)` and
//! its arm below. What it measures it writes through [`Figures`], as lines for
//! people or, with `--json`, for programs.

mod connect4;
mod figures;
mod go;
mod nn;
mod othello;
mod perft;
mod playouts;
mod server;

use crate::Context;
use figures::Figures;

/// Measure speed, in CPU time.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    what: What,
    /// Write JSON, for programs: an object a line
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Connect4(connect4::Args),
    Go(go::Args),
    Nn(nn::Args),
    Othello(othello::Args),
    Playouts(playouts::Args),
    Perft(perft::Args),
    Server(server::Args),
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let figures = |bench| Figures { bench, lang: context.lang, json: args.json };
    match args.what {
        What::Connect4(args) => connect4::run(&args, figures("connect4")),
        What::Go(args) => go::run(&args, figures("go")),
        What::Nn(args) => nn::run(&args, figures("nn")),
        What::Othello(args) => othello::run(&args, figures("othello")),
        What::Playouts(args) => playouts::run(&args, figures("playouts")),
        What::Perft(args) => perft::run(&args, figures("perft")),
        What::Server(args) => server::run(&args, figures("server")),
    }
}
