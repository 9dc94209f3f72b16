use std::fmt::Display;
use std::fs;
use std::io::{Read as _, Write as _};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use sobremesa_games::files::{self, Game};
use sobremesa_games::replay::{self, ReplayError};
use sobremesa_kernel::{Match, SyntaxError};
use sobremesa_record::sgf::Collection;
use sobremesa_record::{Record, ggf, obf, sgf, transcript, wthor};
use sobremesa_text::{Lang, say, tell};

use crate::Context;

/// Read game records, check them by the rules and write them in another form.
///
/// Reads SGF (Go, Othello), GGF, WTHOR, Othello transcripts (one a line, if
/// they are several) and Othello boards (OBF, 64 cells, diagrams), told apart
/// by their contents. A board is a game that was set up and has no moves.
/// Where a move is illegal it says which and why, and exits with 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file, or - for standard input
    input: String,
    /// The form to write
    #[arg(long, value_enum, default_value_t = Form::Moves)]
    to: Form,
    /// The game to take of a file with several, from 1 [default: all]
    #[arg(long)]
    game: Option<usize>,
    /// Where to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// One move a line
    Moves,
    /// The final position
    Diagram,
    /// The main line as SGF, replayed
    Sgf,
    /// The SGF file as it is, variations and unknown properties kept, not replayed
    SgfTree,
    Ggf,
    Transcript,
    Wthor,
    /// The final position as a line of OBF
    Obf,
    /// The final position as 64 cells and the side to move
    Board,
}

/// A game that was replayed: how it stands, and the record of it.
struct Replayed {
    table: Box<dyn Match>,
    record: Record,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut bytes = Vec::new();
    if args.input == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(&args.input).with_context(|| args.input.clone())?;
    }
    if args.to == Form::SgfTree {
        let collection = sgf::read(&bytes).map_err(|error| unreadable(error, lang))?;
        return write(&args, sgf::write(&collection).as_bytes());
    }
    let games = files::read(&bytes).map_err(|error| unreadable(error, lang))?;
    let several = games.len() > 1;
    let mut replayed = Vec::new();
    for (number, game) in chosen(games, args.game, lang)? {
        let game = one(game, args.to, lang).map_err(|error| {
            let which: [(&str, &dyn Display); 2] = [("number", &number), ("why", &error)];
            if several { anyhow::anyhow!(say(lang, "cli-game-in-file", &which)) } else { error }
        })?;
        replayed.push(game);
    }
    write(&args, &written(&replayed, args.to)?)
}

/// The games that were asked for, with their numbers.
fn chosen(
    mut games: Vec<Game>,
    number: Option<usize>,
    lang: Lang,
) -> anyhow::Result<Vec<(usize, Game)>> {
    match number {
        None => Ok((1..).zip(games).collect()),
        Some(number) if (1..=games.len()).contains(&number) => {
            Ok(vec![(number, games.swap_remove(number - 1))])
        }
        Some(number) => {
            let numbers: &[(&str, &dyn Display)] = &[("number", &number), ("count", &games.len())];
            bail!(say(lang, "cli-no-such-game-in-file", numbers));
        }
    }
}

/// Replays a game and sees whether a form can hold it.
fn one(game: Game, to: Form, lang: Lang) -> anyhow::Result<Replayed> {
    let read = game.map_err(|error| unreadable(error, lang))?;
    let table = replay::replay(&read).map_err(|error| explain(error, lang))?;
    let names = [read.players[0].as_str(), read.players[1].as_str()];
    let mut record = replay::record(&*table, names);
    if !matches!(read.result.as_str(), "" | "?") {
        record.result = read.result;
    }
    let record = Record {
        event: read.event,
        date: read.date,
        comment: read.comment,
        set_up: read.set_up,
        ..record
    };
    let othello = ["ggf", "transcript", "wthor", "obf", "board"];
    let form = to.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    if record.game != "othello" && othello.contains(&form.as_str()) {
        let args: [(&str, &dyn Display); 2] = [("form", &form), ("game", &record.game)];
        bail!(say(lang, "cli-othello-form", &args));
    }
    // These say moves and nothing else: they all begin with the four discs
    // and Black.
    let unusual = record.set_up.is_some() || record.rules == "start=white";
    if unusual && matches!(to, Form::Transcript | Form::Wthor) {
        bail!(say(lang, "cli-form-start", &[("form", &form)]));
    }
    Ok(Replayed { table, record })
}

fn written(games: &[Replayed], to: Form) -> anyhow::Result<Vec<u8>> {
    // A line a game, or some lines with an empty one between games.
    let lines = |line: &dyn Fn(&Replayed) -> String| -> String {
        games.iter().map(|game| format!("{}\n", line(game))).collect()
    };
    let blocks = |block: &dyn Fn(&Replayed) -> String| -> String {
        games.iter().map(block).collect::<Vec<_>>().join("\n")
    };
    let text = match to {
        Form::Moves => blocks(&|game| {
            game.record.moves.iter().map(|m| format!("{}\n", m.play)).collect::<String>()
        }),
        Form::Diagram => blocks(&|game| game.table.diagram()),
        Form::Sgf | Form::SgfTree => {
            let trees = games.iter().map(|game| game.record.to_tree()).collect::<Result<_, _>>()?;
            sgf::write(&Collection { trees })
        }
        Form::Ggf => lines(&|game| ggf::write(&game.record)),
        Form::Transcript => lines(&|game| transcript::write(&game.record)),
        Form::Obf => lines(&|game| board(game).map_or_else(String::new, |b| obf::write(&b))),
        Form::Board => lines(&|game| {
            let board = board(game).map(|problem| problem.board);
            board.map_or_else(String::new, |board| {
                format!("{} {}", obf::board_text(&board), board.turn.letter())
            })
        }),
        Form::Wthor => {
            let games = games.iter().map(archived).collect();
            return Ok(wthor::write(&wthor::Archive { games, ..wthor::Archive::default() })?);
        }
    };
    Ok(text.into_bytes())
}

/// The final position of a game of Othello.
fn board(game: &Replayed) -> Option<obf::Problem> {
    let board = replay::set_up(&*game.table)?;
    Some(obf::Problem { board, scores: Vec::new(), comment: String::new() })
}

/// A game of Othello for an archive, which has the discs of Black at the end:
/// the empty squares are the winner's.
fn archived(game: &Replayed) -> wthor::Game {
    let whole = |points: sobremesa_kernel::Points| (points.in_halves() / 2) as u8;
    let finished = replay::record(&*game.table, ["", ""]).result;
    // Of a game that was not played out only the record may know who won.
    let known = wthor::score(&finished).or_else(|| wthor::score(&game.record.result));
    let score = known.or_else(|| game.table.score().map(|[black, _]| whole(black))).unwrap_or(0);
    let moves = game.record.moves.iter().filter(|m| m.play != "pass").map(|m| m.play.clone());
    wthor::Game { tournament: 0, players: [0, 0], score, best: score, moves: moves.collect() }
}

fn write(args: &Args, bytes: &[u8]) -> anyhow::Result<()> {
    match &args.output {
        Some(path) => fs::write(path, bytes).with_context(|| path.clone())?,
        None => std::io::stdout().write_all(bytes)?,
    }
    Ok(())
}

fn unreadable(error: SyntaxError, lang: Lang) -> anyhow::Error {
    anyhow::anyhow!("{}", tell(lang, &error.into()))
}

fn explain(error: ReplayError, lang: Lang) -> anyhow::Error {
    match error {
        ReplayError::UnknownGame(_) => anyhow::anyhow!("{error}"),
        ReplayError::Unreadable(error) => unreadable(error, lang),
        ReplayError::Illegal { number, play, message, .. } => {
            anyhow::anyhow!("{number}. {play}: {}", tell(lang, &message))
        }
    }
}
