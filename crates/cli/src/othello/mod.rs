//! `sobremesa othello …`: the course's two programs.

mod course;

use std::path::PathBuf;

use crate::Context;

/// The course's two Othello programs: referee a list of moves, and play on.
///
/// They speak Spanish unless --lang says otherwise. Exit codes: 0 done, 1 a
/// file cannot be read or written or has not the right form, or the input
/// ended before the game, 2 wrong arguments, 3 (referee) the list has an
/// incorrect move.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    program: Program,
}

#[derive(Debug, clap::Subcommand)]
enum Program {
    Referee(Referee),
    Play(Play),
}

/// Check a list of moves; write the board when the game is not over.
#[derive(Debug, clap::Args)]
struct Referee {
    /// Two lines name,B|N, the colour that started, a move a line; - reads
    /// standard input
    input: PathBuf,
    /// Where the board goes; - is standard output
    output: PathBuf,
}

/// Go on from a board that the referee wrote, person against program.
#[derive(Debug, clap::Args)]
struct Play {
    /// The board file; - reads it from standard input, before the moves
    board: PathBuf,
    /// The person's colour: B or white, N or black (also blancas, negras)
    colour: String,
    /// 0 random, 1 most discs turned, higher is stronger
    level: String,
    /// Makes the program's choices repeat
    #[arg(long)]
    seed: Option<u64>,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let code = match args.program {
        Program::Referee(Referee { input, output }) => course::referee(&input, &output, lang),
        Program::Play(Play { board, colour, level, seed }) => {
            course::play(&board, &colour, &level, seed, lang)
        }
    }?;
    // A code that is neither success nor an error.
    if code != 0 {
        std::process::exit(code.into());
    }
    Ok(())
}
