//! `sobremesa solve GAME`: one file per game with its own arguments.
//!
//! Adding a game is `mod <game>;`, a variant `<Game>(<game>::Args)` and its
//! arm below.

mod connect4;
mod dots;
mod othello;

pub use connect4::moves_left as connect4_moves_left;

use std::fmt::Display;

use sobremesa_text::{Lang, say};

use crate::Context;

/// Solve positions exactly.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, clap::Subcommand)]
enum Game {
    Connect4(connect4::Args),
    Dots(dots::Args),
    Othello(othello::Args),
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    match args.game {
        Game::Connect4(args) => connect4::run(&args, context),
        Game::Dots(args) => dots::run(args, context),
        Game::Othello(args) => othello::run(args, context),
    }
}

/// What a search took: nodes, CPU time and nodes a second.
pub fn speed(nodes: u64, seconds: f64, lang: Lang) -> String {
    let rate = format!("{:.1}", nodes as f64 / seconds.max(1e-9) / 1e6);
    let seconds = format!("{seconds:.2}");
    let words: [(&str, &dyn Display); 3] =
        [("nodes", &nodes), ("seconds", &seconds), ("rate", &rate)];
    say(lang, "cli-solve-speed", &words)
}
