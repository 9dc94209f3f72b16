//! `cargo xtask book GAME`: one file per game with its own arguments.
//!
//! Adding a game is `mod <game>;`, a variant `<Game>(<game>::Args)` and its
//! arm below.

mod connect4;
mod dots;
mod othello;

/// Make an opening book with our own search.
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

pub fn run(args: Args) -> anyhow::Result<()> {
    match args.game {
        Game::Connect4(args) => connect4::run(&args),
        Game::Dots(args) => dots::run(args),
        Game::Othello(args) => othello::run(&args),
    }
}
