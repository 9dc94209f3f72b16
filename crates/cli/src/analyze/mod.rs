//! `sobremesa analyze GAME`: one file per game with its own arguments.
//!
//! Adding a game is `mod <game>;`, a variant `<Game>(<game>::Args)` and its
//! arm below.

mod dots;
mod othello;

use crate::Context;

/// Say what every move of a game was worth.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, clap::Subcommand)]
enum Game {
    Dots(dots::Args),
    Othello(othello::Args),
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    match args.game {
        Game::Dots(args) => dots::run(args, context),
        Game::Othello(args) => othello::run(args, context),
    }
}
