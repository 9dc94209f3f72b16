//! `convert`: games from one file format to another.

use std::fmt::Display;
use std::fs;
use std::io::{Read as _, Write as _};

use anyhow::{Context as _, bail};
use clap::ValueEnum;
use serde_json::{Value, json};
use sobremesa_games::files::{self, Game};
use sobremesa_games::replay::{self, ReplayError};
use sobremesa_kernel::{AnyGame, Message, SyntaxError};
use sobremesa_record::losses::{self, Format, Part};
use sobremesa_record::sgf::{Collection, Tree};
use sobremesa_record::{Record, ggf, obf, sgf, transcript, wthor};
use sobremesa_text::{Lang, say, tell};

use crate::Context;
use crate::start::find;
use crate::wrap;

/// Read game records, check them by the rules and write them in another form.
///
/// Reads SGF of all four games, JSON as the server exports it, GGF, WTHOR,
/// Othello transcripts (one a line, if they are several) and Othello boards
/// (OBF, 64 cells, diagrams), told apart by their contents. A board is a game
/// that was set up and has no moves. What is unusual about a record and what
/// a form cannot hold is said on standard error, once, with the number of
/// games. Where a move is illegal it says which and why, and exits with 1.
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
    /// Write what was found as JSON, for programs: an object a game
    #[arg(long, conflicts_with = "to")]
    json: bool,
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

impl Form {
    /// The format it is, if it holds whole games.
    fn format(self) -> Option<Format> {
        match self {
            Form::Sgf => Some(Format::Sgf),
            Form::Ggf => Some(Format::Ggf),
            Form::Transcript => Some(Format::Transcript),
            Form::Wthor => Some(Format::Wthor),
            Form::Moves | Form::Diagram | Form::SgfTree | Form::Obf | Form::Board => None,
        }
    }
}

/// A game that was replayed: how it stands, and the record of it.
struct Replayed {
    game: Box<dyn AnyGame>,
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
        let mut collection = sgf::read(&bytes).map_err(|error| unreadable(error, lang))?;
        collection.trees.iter_mut().for_each(Tree::name_charset);
        return write(&args, sgf::write(&collection).as_bytes());
    }
    let games = files::read(&bytes).map_err(|error| unreadable(error, lang))?;
    let several = games.len() > 1;
    let (mut replayed, mut numbers) = (Vec::new(), Vec::new());
    let mut remarks = Remarks::default();
    for (number, game) in chosen(games, args.game, lang)? {
        let game = one(game, args.to, lang).map_err(|error| {
            let which: [(&str, &dyn Display); 2] = [("number", &number), ("why", &error)];
            if several { anyhow::anyhow!(say(lang, "cli-game-in-file", &which)) } else { error }
        })?;
        remarks.take(number, &game, args.to);
        replayed.push(game);
        numbers.push(number);
    }
    if args.json {
        let found = numbers.iter().zip(&replayed);
        let lines = found.map(|(number, game)| format!("{}\n", described(*number, game, lang)));
        return write(&args, lines.collect::<String>().as_bytes());
    }
    write(&args, &written(&replayed, args.to)?)?;
    remarks.say(several, args.to, lang);
    Ok(())
}

/// What is to be said about the games, each thing once.
#[derive(Default)]
struct Remarks {
    /// What was unusual: the first of its kind, its game, and how many games.
    unusual: Vec<(Message, usize, usize)>,
    /// What cannot be said, and in how many games.
    lost: Vec<(Part, usize)>,
}

impl Remarks {
    fn take(&mut self, number: usize, replayed: &Replayed, to: Form) {
        let mut seen: Vec<&str> = Vec::new();
        for note in &replayed.record.notes {
            if seen.contains(&note.id) {
                continue;
            }
            seen.push(note.id);
            match self.unusual.iter_mut().find(|(first, ..)| first.id == note.id) {
                Some((.., games)) => *games += 1,
                None => self.unusual.push((note.clone(), number, 1)),
            }
        }
        let Some(format) = to.format() else { return };
        // The moves tell by themselves how a game ended, unless it was away
        // from the board.
        let told = replay::result(&*replayed.game).to_string() == replayed.record.result;
        for part in losses::lost(format, &replayed.record) {
            if format == Format::Transcript
                && told
                && matches!(part, Part::Winner | Part::Manner | Part::Unfinished)
            {
                continue;
            }
            match self.lost.iter_mut().find(|(known, _)| *known == part) {
                Some((_, games)) => *games += 1,
                None => self.lost.push((part, 1)),
            }
        }
    }

    fn say(&self, several: bool, to: Form, lang: Lang) {
        for (note, number, games) in &self.unusual {
            let why = tell(lang, note);
            let which: [(&str, &dyn Display); 3] =
                [("number", number), ("count", games), ("why", &why)];
            let line = if several { say(lang, "cli-convert-unusual", &which) } else { why.clone() };
            complain(&line);
        }
        let Some(format) = to.format() else { return };
        for (part, games) in &self.lost {
            let words = say(lang, part.id(), &[]);
            let which: [(&str, &dyn Display); 3] =
                [("form", &format.name()), ("part", &words), ("count", games)];
            let line = say(lang, "cli-convert-lost", &which);
            complain(&line);
        }
    }
}

/// A remark for whoever watches.
fn complain(line: &str) {
    let said = wrap::on(&std::io::stderr(), &format!("sobremesa: {line}"));
    let _ = writeln!(std::io::stderr(), "{said}");
}

/// What was found of a game, for programs. A result that the file does not
/// give is the board's; notes are what was unusual.
fn described(number: usize, replayed: &Replayed, lang: Lang) -> Value {
    let Replayed { game, record } = replayed;
    let result = match record.result.as_str() {
        "" => replay::result(&**game).to_string(),
        told => told.to_owned(),
    };
    json!({
        "number": number,
        "game": record.game,
        "rules": record.rules,
        "players": record.players,
        "event": record.event,
        "date": record.date,
        "result": result,
        "set_up": record.set_up.is_some() || !record.diagram.is_empty(),
        "moves": record.moves.iter().map(|m| m.play.as_str()).collect::<Vec<_>>(),
        "diagram": game.diagram(),
        "notes": record.notes.iter().map(|note| tell(lang, note)).collect::<Vec<_>>(),
    })
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
    let replayed = replay::replay_whole(&read).map_err(|error| explain(error, lang))?;
    let (game, record) = replayed.record(read);
    let form = to.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let any = matches!(to, Form::Moves | Form::Diagram | Form::Sgf | Form::SgfTree);
    if !any && !game.entry().facts.has_format(&form) {
        let args: [(&str, &dyn Display); 2] = [("form", &form), ("game", &record.game)];
        bail!(say(lang, "cli-othello-form", &args));
    }
    // These say moves and nothing else: they all begin with the four discs
    // and Black.
    let unusual = record.set_up.is_some() || record.rules == "start=white";
    if unusual && matches!(to, Form::Transcript | Form::Wthor)
        || !record.edits.is_empty() && matches!(to, Form::Transcript | Form::Wthor | Form::Ggf)
    {
        bail!(say(lang, "cli-form-start", &[("form", &form)]));
    }
    Ok(Replayed { game, record })
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
        Form::Moves => blocks(&|replayed| {
            replayed.record.moves.iter().map(|m| format!("{}\n", m.play)).collect::<String>()
        }),
        Form::Diagram => blocks(&|replayed| replayed.game.diagram()),
        Form::Sgf | Form::SgfTree => {
            let trees =
                games.iter().map(|replayed| replayed.record.to_tree()).collect::<Result<_, _>>()?;
            sgf::write(&Collection { trees })
        }
        Form::Ggf => lines(&|replayed| ggf::write(&replayed.record)),
        Form::Transcript => lines(&|replayed| transcript::write(&replayed.record)),
        Form::Obf => {
            lines(&|replayed| board(replayed).map_or_else(String::new, |b| obf::write(&b)))
        }
        Form::Board => lines(&|replayed| {
            let board = board(replayed).map(|problem| problem.board);
            board.map_or_else(String::new, |board| {
                format!("{} {}", obf::board_text(&board), board.turn.letter())
            })
        }),
        Form::Wthor => {
            let scored: Vec<_> =
                games.iter().map(|replayed| (&replayed.record, score(replayed))).collect();
            return Ok(wthor::write(&wthor::Archive::of(&scored))?);
        }
    };
    Ok(text.into_bytes())
}

/// The final position of a game of Othello.
fn board(replayed: &Replayed) -> Option<obf::TestPosition> {
    let board = replay::set_up(&*replayed.game)?;
    Some(obf::TestPosition { board, scores: Vec::new(), comment: String::new() })
}

/// The discs of Black at the end of a game of Othello by its result, or by
/// the board where the file's result is no such thing.
fn score(replayed: &Replayed) -> Option<u8> {
    let says = replayed.record.result.parse().unwrap_or_else(|_| replay::result(&*replayed.game));
    wthor::score(says)
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
        ReplayError::UnknownGame(name) => match find(&name, lang) {
            Err(error) => error,
            // It is known by another name alone.
            Ok(_) => anyhow::anyhow!(name),
        },
        ReplayError::Unreadable(error) => unreadable(error, lang),
        ReplayError::Illegal { number, play, message, .. } => {
            anyhow::anyhow!("{number}. {play}: {}", tell(lang, &message))
        }
    }
}
