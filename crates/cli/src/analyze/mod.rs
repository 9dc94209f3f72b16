//! `sobremesa analyze GAME`: what the moves of a game, or those of a position,
//! are worth. Every game is judged by the same review; one file per game where
//! it has arguments or answers of its own.

mod annotate;
mod dots;
mod graph;
mod html;
mod json;
mod positions;
mod read;
mod report;
mod work;

use std::io::{self, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use sobremesa_judgement::Effort;
use sobremesa_record::sgf::{self, Collection};
use sobremesa_search::cpu_time;
use sobremesa_text::{say, tell};

use crate::start::{self, Start};
use crate::{Context, wrap};

/// Say what every move of a game was worth.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    game: Game,
}

#[derive(Debug, clap::Subcommand)]
enum Game {
    Go(Review),
    Connect4(Review),
    Othello(Othello),
    Dots(dots::Args),
}

/// Judge the moves of a game, or value those of a position.
#[derive(Debug, clap::Args)]
struct Review {
    /// A file of games in any format that convert reads, - for standard input,
    /// or the moves themselves; without it the moves of the position are valued
    #[arg(value_name = "FILE|MOVES", allow_hyphen_values = true)]
    record: Option<String>,
    #[command(flatten)]
    start: Start,
    /// The game to take of a file with several, from 1 [default: all]
    #[arg(long = "game", value_name = "N")]
    only: Option<usize>,
    /// Threads that work on a game [default: as many as there are cores]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=64))]
    workers: Option<u64>,
    /// Nodes or playouts for a position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Write the games as SGF with marks, values, reasons and better lines as
    /// variations
    #[arg(long, value_name = "FILE.sgf")]
    annotate: Option<PathBuf>,
    /// Write a report to read and to print: boards, graph and reasons in one
    /// file
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
}

/// The same for Othello, whose search is told how far to look and whose board
/// has one size.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |size| size.hide(true)))]
struct Othello {
    #[command(flatten)]
    review: Review,
    /// Plies of search while more squares are empty than --exact
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: Option<u32>,
    /// Empty squares from which values are exact
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=30))]
    exact: Option<u32>,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let usual = Effort::default();
    match args.game {
        Game::Go(review) => analyze("go", &review, usual, context),
        Game::Connect4(review) => analyze("connect4", &review, usual, context),
        Game::Othello(Othello { review, depth, exact }) => {
            analyze("othello", &review, Effort { depth, exact, ..usual }, context)
        }
        Game::Dots(args) => dots::run(args, context),
    }
}

/// Judges a game, or values a position where none is given.
fn analyze(game: &str, args: &Review, effort: Effort, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let entry = start::find(game, lang)?;
    let effort = Effort { nodes: args.nodes, ..effort };
    let Some(given) = &args.record else {
        return positions::run(&*args.start.open(entry, lang)?, &effort, args.json, lang);
    };
    let games = read::games(given, entry, &args.start, args.only, lang)?;
    let several = games.len() > 1;
    let workers = args.workers.map_or_else(cores, |workers| workers as usize);
    let mut annotated = Collection::default();
    let mut reviewed = Vec::new();
    for read::Given { number, game, players } in games {
        if game.moves().is_empty() {
            bail!(say(lang, "cli-no-moves", &[]));
        }
        let begun = cpu_time();
        let judgements = work::judged(&*game, &effort, workers, lang)?;
        let seconds = (cpu_time() - begun).as_secs_f64();
        if args.annotate.is_some() {
            let tree = annotate::annotated(&*game, &players, &judgements, lang)
                .map_err(|error| anyhow!(tell(lang, &error.into())))?;
            annotated.trees.push(tree);
        }
        let mut out = io::stdout().lock();
        let numbered = several.then_some(number);
        if args.json {
            for judgement in &judgements {
                writeln!(out, "{}", json::told(judgement, numbered, lang))?;
            }
        } else {
            if several {
                writeln!(out, "{}", report::title(number, &players, lang))?;
            }
            let wrapped = |text: &str| wrap::on(&out, text);
            let words = report::written(entry.id, &judgements, wrapped, lang);
            write!(out, "{words}")?;
            writeln!(out, "{}", wrap::on(&out, &report::time(seconds, lang)))?;
        }
        if args.html.is_some() {
            reviewed.push(html::Reviewed { number: numbered, game, players, judgements });
        }
    }
    if let Some(path) = &args.html {
        let page = html::page(&reviewed, lang);
        std::fs::write(path, page).with_context(|| path.display().to_string())?;
    }
    if let Some(path) = &args.annotate {
        std::fs::write(path, sgf::write(&annotated)).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
