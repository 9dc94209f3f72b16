use std::fs;
use std::io::{Read as _, Write as _};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use sobremesa_games::replay::{self, ReplayError};
use sobremesa_record::{Record, ggf, transcript, wthor};
use sobremesa_text::{Lang, say, tell};

use crate::Context;

/// Read a game record, check it by the rules and write it in another form.
///
/// Reads SGF (Go, Othello), GGF, WTHOR and Othello transcripts, told apart by
/// their contents. Where a move is illegal it says which and why, and exits
/// with 1.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file, or - for standard input
    input: String,
    /// The form to write
    #[arg(long, value_enum, default_value_t = Form::Moves)]
    to: Form,
    /// The game to take of a file with several, from 1
    #[arg(long, default_value_t = 1)]
    game: usize,
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
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let mut bytes = Vec::new();
    if args.input == "-" {
        std::io::stdin().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(&args.input).with_context(|| args.input.clone())?;
    }
    if args.to == Form::SgfTree {
        let collection = sobremesa_record::sgf::read(&bytes)
            .map_err(|error| anyhow::anyhow!("{}", tell(context.lang, &error.into())))?;
        return write(&args, sobremesa_record::sgf::write(&collection).as_bytes());
    }
    let mut records = read(&bytes, context.lang)?;
    if args.game == 0 || args.game > records.len() {
        let numbers: &[(&str, &dyn std::fmt::Display)] =
            &[("number", &args.game), ("count", &records.len())];
        bail!(say(context.lang, "cli-no-such-game-in-file", numbers));
    }
    let record = records.swap_remove(args.game - 1);
    let table = replay::replay(&record).map_err(|error| explain(&error, context.lang))?;
    let names = [record.players[0].as_str(), record.players[1].as_str()];
    let mut replayed = replay::record(&*table, names);
    replayed.event.clone_from(&record.event);
    replayed.date.clone_from(&record.date);
    replayed.comment.clone_from(&record.comment);
    replayed.set_up.clone_from(&record.set_up);
    if !record.result.is_empty() {
        replayed.result.clone_from(&record.result);
    }
    let othello_only = |form: &str| -> anyhow::Result<()> {
        if replayed.game != "othello" {
            let args: &[(&str, &dyn std::fmt::Display)] =
                &[("form", &form), ("game", &replayed.game)];
            bail!(say(context.lang, "cli-othello-form", args));
        }
        Ok(())
    };
    let written: Vec<u8> = match args.to {
        Form::Moves => {
            let moves: Vec<&str> = replayed.moves.iter().map(|m| m.play.as_str()).collect();
            format!("{}\n", moves.join("\n")).into_bytes()
        }
        Form::Diagram => table.diagram().into_bytes(),
        Form::Sgf => replayed.to_sgf()?.into_bytes(),
        // Reached only by a record that replays; the file was asked for as it is.
        Form::SgfTree => bytes,
        Form::Ggf => {
            othello_only("GGF")?;
            format!("{}\n", ggf::write(&replayed)).into_bytes()
        }
        Form::Transcript => {
            othello_only("a transcript")?;
            format!("{}\n", transcript::write(&replayed)).into_bytes()
        }
        Form::Wthor => {
            othello_only("WTHOR")?;
            let score = table.score().map_or(0, |[black, _]| black.in_halves() / 2);
            let game = wthor::Game {
                tournament: 0,
                players: [0, 0],
                score: score as u8,
                best: score as u8,
                moves: replayed
                    .moves
                    .iter()
                    .filter(|m| m.play != "pass")
                    .map(|m| m.play.clone())
                    .collect(),
            };
            wthor::write(&wthor::Archive { games: vec![game], ..wthor::Archive::default() })?
        }
    };
    write(&args, &written)
}

fn write(args: &Args, bytes: &[u8]) -> anyhow::Result<()> {
    match &args.output {
        Some(path) => fs::write(path, bytes).with_context(|| path.clone())?,
        None => std::io::stdout().write_all(bytes)?,
    }
    Ok(())
}

/// Tells the formats apart by how they begin.
fn read(bytes: &[u8], lang: Lang) -> anyhow::Result<Vec<Record>> {
    let explain =
        |error: sobremesa_kernel::SyntaxError| anyhow::anyhow!("{}", tell(lang, &error.into()));
    let text = String::from_utf8_lossy(bytes);
    if text.contains("GM[Othello]") || text.contains("GM[othello]") {
        return ggf::read(&text).map_err(explain);
    }
    if text.contains("(;") || text.trim_start().starts_with('(') {
        let collection = sobremesa_record::sgf::read(bytes).map_err(explain)?;
        return collection
            .trees
            .iter()
            .map(Record::from_tree)
            .collect::<Result<_, _>>()
            .map_err(explain);
    }
    let plain = bytes.iter().all(|&b| b == b'\n' || b == b'\r' || (b' '..=b'~').contains(&b));
    if plain {
        return Ok(vec![transcript::read(&text).map_err(explain)?]);
    }
    let archive = wthor::read(bytes).map_err(explain)?;
    Ok(archive.games.iter().map(|game| game.record(&[])).collect())
}

fn explain(error: &ReplayError, lang: Lang) -> anyhow::Error {
    match error {
        ReplayError::UnknownGame(_) => anyhow::anyhow!("{error}"),
        ReplayError::Unreadable(error) => anyhow::anyhow!("{}", tell(lang, &error.clone().into())),
        ReplayError::Illegal { number, play, message, .. } => {
            anyhow::anyhow!("{number}. {play}: {}", tell(lang, message))
        }
    }
}
