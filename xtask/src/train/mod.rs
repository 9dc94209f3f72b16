//! `cargo xtask train GAME`: one file per game with its own arguments.
//!
//! Adding a game is `mod <game>;`, a variant `<Game>(<game>::Args)` and its
//! arm below.

mod go;
mod go_net;
mod othello;

/// Train an evaluation from self-play.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, clap::Subcommand)]
enum Game {
    Go(go::Args),
    GoNet(go_net::Args),
    Othello(othello::Args),
}

pub fn run(args: Args) -> anyhow::Result<()> {
    match args.game {
        Game::Go(args) => go::run(args),
        Game::GoNet(args) => go_net::run(args),
        Game::Othello(args) => othello::run(args),
    }
}
