//! The `sobremesa` program: one file per subcommand.
//!
//! A subcommand is a module with its `Args` (what clap reads) and
//! `run(Args, &Context)`; adding one is a line in [`Command`] and a line in
//! [`Command::run`]. `solve`, `analyze` and `bench` are directories with one
//! file per game.
//!
//! `println!` panics when nobody reads or the disk is full, so what is printed
//! goes through `writeln!(out, …)?` and [`exit::finish`] says what happened.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analyze;
mod ask;
mod bench;
mod completions;
mod contest;
mod convert;
mod dots_engine;
mod exit;
mod games;
mod gtp;
mod help;
mod nboard;
mod othello;
mod perft;
mod play;
mod predicates;
mod replay;
mod serve;
mod solve;
mod start;
mod thinking;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use sobremesa_text::Lang;

/// Go, Connect 4, Dots and Boxes (ceritos) and Othello: play them, study
/// them, serve them.
#[derive(Parser)]
#[command(name = "sobremesa", version, propagate_version = true, max_term_width = 100)]
struct Cli {
    /// Language of everything that is said: es or en [default: from LANG].
    #[arg(long, global = true, value_name = "es|en")]
    lang: Option<Lang>,

    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Args),
    Serve(serve::Args),
    Games(games::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Solve(solve::Args),
    Analyze(analyze::Args),
    Bench(bench::Args),
    Gtp(gtp::Args),
    Nboard(nboard::Args),
    DotsEngine(dots_engine::Args),
    Match(contest::Args),
    Convert(convert::Args),
    Ask(ask::Args),
    Predicates(predicates::Args),
    Othello(othello::Args),
    Completions(completions::Args),
}

impl Command {
    fn run(self, context: &Context) -> anyhow::Result<()> {
        match self {
            Command::Play(args) => play::run(args, context),
            Command::Serve(args) => serve::run(args, context),
            Command::Games(args) => games::run(args, context),
            Command::Perft(args) => perft::run(args, context),
            Command::Replay(args) => replay::run(args, context),
            Command::Solve(args) => solve::run(args, context),
            Command::Analyze(args) => analyze::run(args, context),
            Command::Bench(args) => bench::run(args, context),
            Command::Gtp(args) => gtp::run(args, context),
            Command::Nboard(args) => nboard::run(args, context),
            Command::DotsEngine(args) => dots_engine::run(args, context),
            Command::Match(args) => contest::run(args, context),
            Command::Convert(args) => convert::run(args, context),
            Command::Ask(args) => ask::run(args, context),
            Command::Predicates(args) => predicates::run(args, context),
            Command::Othello(args) => othello::run(args, context),
            Command::Completions(args) => completions::run(args, context),
        }
    }
}

/// What every subcommand is told besides its own arguments.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    pub lang: Lang,
}

fn main() -> ExitCode {
    // The course's programs speak Spanish unless they are told otherwise.
    let lang = match std::env::args_os().nth(1) {
        Some(command) if command == "othello" => Lang::Es,
        _ => Lang::from_environment(),
    };
    let matches = help::arguments(Cli::command(), lang);
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let context = Context { lang: cli.lang.unwrap_or(lang) };
    let done = match cli.command {
        Some(command) => command.run(&context),
        None => serve::run(serve::Args::default(), &context),
    };
    exit::finish("sobremesa", context.lang, done.map(|()| 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        for lang in Lang::ALL {
            help::translate(Cli::command(), lang).debug_assert();
        }
    }
}
