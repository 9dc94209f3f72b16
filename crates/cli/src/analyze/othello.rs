use std::fmt::Display;
use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_games::files;
use sobremesa_games::replay::typed;
use sobremesa_kernel::{Budget, Game as _, Position as _, Side, SyntaxError};
use sobremesa_othello::board::Board;
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Goal, Move, Othello, Position, Report, Square, Thinker};
use sobremesa_record::{Record, transcript};
use sobremesa_search::cpu_time;
use sobremesa_text::{Lang, say, tell};

use crate::Context;
use crate::solve::speed;

/// Say what every move of an Othello game was worth, what would have been
/// best, and what each side lost, in discs.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The moves, such as f5d6c3d3, or @FILE: its first game, in any format
    /// that convert reads
    game: String,
    /// Plies of search while more squares are empty than --exact
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=40))]
    depth: u32,
    /// Empty squares from which values are exact
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u32).range(0..=30))]
    exact: u32,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let record = read(&args.game, lang)?;
    let (start, moves) = typed::<Position>(&record)?;
    let moves: Vec<Move> = moves.into_iter().map(|(_, m)| m).collect();
    if moves.is_empty() {
        bail!(say(lang, "cli-no-moves", &[]));
    }
    // A wrong move is known before anything is thought about.
    let boards = replayed(start, &moves, lang)?;
    let mut judge = Judge {
        thinker: Thinker::new(Weights::shipped(), 20),
        goal: Goal {
            depth: args.depth,
            to_end: args.exact,
            exact: args.exact,
            sure: 3,
            outcome_only: false,
        },
        nodes: 0,
    };
    // Hidden where standard error is no terminal.
    let bar = ProgressBar::new(moves.len() as u64)
        .with_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {elapsed}")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let begun = cpu_time();
    let mut lost = [0; 2];
    for (number, (m, mut position)) in moves.iter().zip(boards).enumerate() {
        let play = m.to_string();
        bar.set_position(number as u64);
        bar.set_message(play.clone());
        let side = position.turn();
        let best = judge.best(position.board());
        position.play_unchecked(*m);
        let value =
            if best.play() == *m { best.value } else { -judge.best(position.board()).value };
        // A deeper look may like the move better than what was found best.
        let loss = (best.value - value).max(0);
        lost[side.index()] += loss;
        let letter = if side == Side::First { 'X' } else { 'O' };
        let mark = if best.exact { '=' } else { '~' };
        let mut line = format!("{:>2} {letter} {play:<4} {mark}{value:+3}", number + 1);
        if loss > 0 {
            let instead: Vec<String> = best.line.iter().take(SHOWN).map(Move::to_string).collect();
            let value = format!("{mark}{:+}", best.value);
            let words: [(&str, &dyn Display); 2] =
                [("line", &instead.join(" ")), ("value", &value)];
            line += &format!("  -{loss:<2} {}", say(lang, "cli-analyze-best", &words));
        }
        bar.suspend(|| writeln!(io::stdout(), "{line}"))?;
    }
    bar.finish_and_clear();
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "{} -{}, {} -{}",
        say(lang, "othello-first", &[]),
        lost[0],
        say(lang, "othello-second", &[]),
        lost[1]
    )?;
    let seconds = (cpu_time() - begun).as_secs_f64();
    writeln!(out, "{}", speed(judge.nodes, seconds, lang))?;
    Ok(())
}

/// Moves of the best line that are shown.
const SHOWN: usize = 8;

/// The game that was given, or the first of the file that was named.
fn read(given: &str, lang: Lang) -> anyhow::Result<Record> {
    let unreadable = |error: SyntaxError| anyhow!(tell(lang, &error.into()));
    let Some(path) = given.strip_prefix('@') else {
        return transcript::read(given).map_err(unreadable);
    };
    let bytes = std::fs::read(path).with_context(|| path.to_owned())?;
    let game = files::read(&bytes).map_err(unreadable)?.swap_remove(0);
    let record = game.map_err(unreadable)?;
    if record.game != Othello::ID {
        let game = say(lang, &format!("game-{}", record.game), &[]);
        bail!(say(lang, "cli-load-other-game", &[("file", &path), ("game", &game)]));
    }
    Ok(record)
}

/// The positions before each of the moves, or an error if one of them may not
/// be played.
fn replayed(mut position: Position, moves: &[Move], lang: Lang) -> anyhow::Result<Vec<Position>> {
    let mut boards = Vec::with_capacity(moves.len());
    for (number, &m) in (1..).zip(moves) {
        // Some programs go on passing when the game is over.
        if m == Move::Pass && position.outcome().is_some() {
            break;
        }
        // Transcripts leave forced passes out.
        if m != Move::Pass && position.legal() == [Move::Pass] {
            position.play_unchecked(Move::Pass);
        }
        boards.push(position);
        if let Err(illegal) = position.play(m) {
            let why = tell(lang, &illegal.into());
            let words = [("number", &number as &dyn Display), ("move", &m), ("why", &why)];
            bail!(say(lang, "cli-move-refused", &words));
        }
    }
    Ok(boards)
}

struct Judge {
    thinker: Thinker<'static>,
    goal: Goal,
    nodes: u64,
}

/// What is best on a board.
struct Best {
    /// How the game goes on; empty when it is over.
    line: Vec<Move>,
    /// What that is worth to the mover.
    value: i32,
    /// Whether the value is proven.
    exact: bool,
}

impl Best {
    fn play(&self) -> Move {
        self.line.first().copied().unwrap_or(Move::Pass)
    }
}

impl Judge {
    fn best(&mut self, board: Board) -> Best {
        if board.is_over() {
            return Best { line: Vec::new(), value: board.final_score(), exact: true };
        }
        let mut go_on = |_: &Report| ControlFlow::Continue(());
        let report = self.thinker.think(board, &self.goal, &Budget::default(), &mut go_on);
        self.nodes += report.nodes;
        let place = |square: &Option<usize>| square.and_then(Square::new).map(Move::Place);
        let line = report.moves.first().map_or(&[][..], |m| &m.line);
        Best {
            line: line.iter().map(|square| place(square).unwrap_or(Move::Pass)).collect(),
            value: report.value(),
            exact: report.exact,
        }
    }
}
