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

mod admin;
mod analysis;
mod analyze;
mod ask;
mod bench;
mod completions;
mod contest;
mod convert;
mod dots_engine;
mod exit;
mod games;
mod grade;
mod gtp;
mod help;
mod nboard;
mod networks;
mod othello;
mod perft;
mod play;
mod predicates;
mod replay;
mod serve;
mod solve;
mod start;
mod thinking;
mod wrap;

use std::ffi::OsString;
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
    command: Command,
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
    Analysis(analysis::Args),
    Networks(networks::Args),
    DotsEngine(dots_engine::Args),
    Match(contest::Args),
    Convert(convert::Args),
    Ask(ask::Args),
    Predicates(predicates::Args),
    Othello(othello::Args),
    Grade(grade::Args),
    Admin(admin::Args),
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
            Command::Analysis(args) => analysis::run(&args, context),
            Command::Networks(args) => networks::run(&args, context),
            Command::DotsEngine(args) => dots_engine::run(args, context),
            Command::Match(args) => contest::run(args, context),
            Command::Convert(args) => convert::run(args, context),
            Command::Ask(args) => ask::run(args, context),
            Command::Predicates(args) => predicates::run(args, context),
            Command::Othello(args) => othello::run(args, context),
            Command::Grade(args) => grade::run(args, context),
            Command::Admin(args) => admin::run(args, context),
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
    let mut arguments = with_a_command(std::env::args_os().collect());
    // The usage need not name one.
    let command = Cli::command().subcommand_required(false).arg_required_else_help(false);
    if let Err(wrong) = start::with_the_own_name(&mut arguments, &command) {
        let lang = help::language(arguments.into_iter()).unwrap_or(lang);
        return exit::finish("sobremesa", lang, Err(wrong.told(lang)));
    }
    let matches = help::arguments(command, "help", arguments, lang);
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let context = Context { lang: cli.lang.unwrap_or(lang) };
    exit::finish("sobremesa", context.lang, cli.command.run(&context).map(|()| 0))
}

/// The arguments with `serve` where no command is: the bare program, also with
/// options, is `serve` in everything.
fn with_a_command(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let mut at = 1;
    while let Some(argument) = arguments.get(at) {
        match argument.to_str() {
            // The one option that may stand before a command, with its value.
            Some("--lang") => at += 2,
            Some(text) if text.starts_with("--lang=") => at += 1,
            Some("-h" | "--help" | "-V" | "--version") => return arguments,
            // `help play` is `play --help`.
            Some("help") => {
                arguments.remove(at);
                arguments.push("--help".into());
                return arguments;
            }
            Some(text) if text.starts_with('-') => break,
            _ => return arguments,
        }
    }
    if at <= arguments.len() {
        arguments.insert(at, "serve".into());
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command and every argument has its words in both languages.
    #[test]
    fn all_of_the_help_is_in_both_languages() {
        let missing = help::wordless(&Cli::command(), "help");
        assert!(missing.is_empty(), "the catalogue has no words for {missing:?}");
    }

    /// Whatever is wrong with the arguments of any command is said in Spanish
    /// where Spanish is asked for.
    #[test]
    fn no_mistake_in_the_arguments_is_told_in_english() {
        let (wrong, kinds) = help::english(Cli::command(), "help");
        assert!(wrong.is_empty(), "{}\nand more: {}", wrong[0], wrong.len());
        use clap::error::ErrorKind;
        for kind in [
            ErrorKind::ArgumentConflict,
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
            ErrorKind::InvalidSubcommand,
            ErrorKind::InvalidUtf8,
            ErrorKind::InvalidValue,
            ErrorKind::MissingRequiredArgument,
            ErrorKind::MissingSubcommand,
            ErrorKind::TooManyValues,
            ErrorKind::UnknownArgument,
            ErrorKind::ValueValidation,
        ] {
            assert!(kinds.contains(&kind), "the scan never meets {kind:?}: {kinds:?}");
        }
    }

    #[test]
    fn a_line_without_a_command_serves() {
        for (line, read) in [
            ("", "serve"),
            ("--listen :1 --lan", "serve --listen :1 --lan"),
            ("--lang es", "--lang es serve"),
            ("--lang=es --lan", "--lang=es serve --lan"),
            ("--lang es play go", "--lang es play go"),
            ("--help", "--help"),
            ("--lang en -V", "--lang en -V"),
            ("--lang", "--lang"),
            ("plya", "plya"),
            ("help", "--help"),
            ("--lang es help solve dots", "--lang es solve dots --help"),
        ] {
            let words = |line: &str| -> Vec<OsString> {
                ["sobremesa"]
                    .into_iter()
                    .chain(line.split_whitespace())
                    .map(OsString::from)
                    .collect()
            };
            assert_eq!(with_a_command(words(line)), words(read), "{line}");
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
        for lang in Lang::ALL {
            help::translate(Cli::command(), "help", lang).debug_assert();
        }
    }
}
