use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;

use anyhow::{Context as _, anyhow};
use sobremesa_games::replay::typed;
use sobremesa_kernel::{Budget, Position as _, Side};
use sobremesa_othello::board::Board;
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Goal, Move, Position, Report, Square, Thinker};
use sobremesa_record::transcript;
use sobremesa_text::{say, tell};

use crate::Context;

/// Say what every move of an Othello game was worth, what would have been
/// best, and what each side lost, in discs.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The moves, such as f5d6c3d3, or @FILE with them
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
    let text = match args.game.strip_prefix('@') {
        Some(path) => std::fs::read_to_string(path).with_context(|| path.to_owned())?,
        None => args.game.clone(),
    };
    let record = transcript::read(&text).map_err(|e| anyhow!(tell(lang, &e.into())))?;
    let (mut position, moves) = typed::<Position>(&record)?;
    let mut judge = Judge {
        thinker: Thinker::new(Weights::shipped(), 20),
        goal: Goal {
            depth: args.depth,
            to_end: args.exact,
            exact: args.exact,
            sure: 3,
            outcome_only: false,
        },
    };
    let show = io::stderr().is_terminal();
    let mut out = io::stdout().lock();
    let mut lost = [0; 2];
    for (number, (_, m)) in moves.iter().enumerate() {
        // Transcripts leave forced passes out.
        if *m != Move::Pass && position.legal() == [Move::Pass] {
            position.play_unchecked(Move::Pass);
        }
        let play = m.to_string();
        if let Err(illegal) = position.check(*m) {
            let why = tell(lang, &illegal.into());
            let number = number + 1;
            anyhow::bail!(say(
                lang,
                "cli-move-refused",
                &[("number", &number), ("move", &play), ("why", &why)]
            ));
        }
        if show {
            eprint!("\r\x1b[K{} / {} ", number + 1, moves.len());
        }
        let side = position.turn();
        let (best, best_value, exact) = judge.best(position.board());
        position.play_unchecked(*m);
        let value = if best == *m { best_value } else { -judge.best(position.board()).1 };
        // A deeper look may like the move better than what was found best.
        let loss = (best_value - value).max(0);
        lost[side.index()] += loss;
        if show {
            eprint!("\r\x1b[K");
        }
        let letter = if side == Side::First { 'X' } else { 'O' };
        let mark = if exact { '=' } else { '~' };
        write!(out, "{:>2} {letter} {play:<4} {mark}{value:+3}", number + 1)?;
        if loss > 0 {
            write!(out, "  -{loss:<2} best {best} {mark}{best_value:+}")?;
        }
        writeln!(out)?;
    }
    writeln!(
        out,
        "{} -{}, {} -{}",
        say(lang, "othello-first", &[]),
        lost[0],
        say(lang, "othello-second", &[]),
        lost[1]
    )?;
    Ok(())
}

struct Judge {
    thinker: Thinker<'static>,
    goal: Goal,
}

impl Judge {
    /// The best move of a board, what it is worth to the mover, and whether
    /// that is proven.
    fn best(&mut self, board: Board) -> (Move, i32, bool) {
        if board.is_over() {
            return (Move::Pass, board.final_score(), true);
        }
        let mut go_on = |_: &Report| ControlFlow::Continue(());
        let report = self.thinker.think(board, &self.goal, &Budget::default(), &mut go_on);
        let square = report.moves.first().and_then(|m| m.square).and_then(Square::new);
        (square.map_or(Move::Pass, Move::Place), report.value(), report.exact)
    }
}
