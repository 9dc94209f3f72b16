//! The project's own chores, run as `cargo xtask …`: what the repository
//! ships and a machine can make again (opening books, trained weights), the
//! history of its speed, and releases.
//!
//! `book` and `train` are directories with one file per game.

mod book;
mod files;
mod ladder;
mod measured;
mod notices;
mod release;
mod train;

use clap::{Parser, Subcommand};

/// Make again what the repository ships, measure and release it.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Book(book::Args),
    Ladder(ladder::Args),
    Train(train::Args),
    Measured(measured::Args),
    Notices(notices::Args),
    Release(release::Args),
}

fn main() -> anyhow::Result<()> {
    match Cli::parse().task {
        Task::Book(args) => book::run(args),
        Task::Ladder(args) => ladder::run(&args),
        Task::Train(args) => train::run(args),
        Task::Measured(args) => measured::run(&args),
        Task::Notices(args) => notices::run(&args),
        Task::Release(args) => release::run(&args),
    }
}
