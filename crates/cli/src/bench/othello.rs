//! `bench othello`: nodes a second, and the time of published endgames.

use std::ops::ControlFlow;

use anyhow::anyhow;
use sobremesa_kernel::{Budget, Rng};
use sobremesa_othello::board::{Board, squares};
use sobremesa_othello::pattern::Layout;
use sobremesa_othello::weights::{UNIT, Weights};
use sobremesa_othello::{Goal, Report, Thinker, ffo, flip, perft};
use sobremesa_search::cpu_time;

use super::figures::{Figures, Line};

/// Othello: perft, the FFO endgame suite, endings of games, the evaluation.
///
/// The games begin with 8 random plies and go on with searches of 4.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Depth of perft, 0 for none
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(0..=14))]
    perft: u32,
    /// The last FFO problem to solve, from 40; 39 for none
    #[arg(long, default_value_t = 44, value_parser = clap::value_parser!(u32).range(39..=49))]
    ffo: u32,
    /// Solve this many endings of games with 20 empty squares
    #[arg(long, default_value_t = 10)]
    endings: u32,
    /// Threads that solve together
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Measure the evaluation on this many games, at 24 to 40 empty squares
    #[arg(long, default_value_t = 0)]
    evaluation: u32,
}

pub fn run(args: &Args, figures: Figures) -> anyhow::Result<()> {
    figures.line().label("what", "kernel", 0).label("kernel", flip::name(), 0).write()?;
    if args.perft > 0 {
        let begun = cpu_time();
        let leaves = perft(Board::START, args.perft);
        let seconds = (cpu_time() - begun).as_secs_f64();
        figures
            .line()
            .label("what", "perft", 0)
            .count("depth", args.perft.into(), 0)
            .count("leaves", leaves, 0)
            .figure("cpu_seconds", seconds, 0, 2)
            .figure("million_leaves_per_second", leaves as f64 / seconds.max(1e-9) / 1e6, 0, 0)
            .write()?;
    }
    let weights = Weights::shipped();
    let problems = ffo().map_err(|error| anyhow!(error))?;
    let mut total = Spent::default();
    for problem in problems.iter().filter(|problem| problem.number <= args.ffo) {
        let board = problem.position.board();
        let spent = solve(&mut Thinker::new(weights, 22), board, args.threads);
        let line = figures
            .line()
            .label("what", "ffo", 0)
            .label("problem", problem.number, 0)
            .figure("score", spent.score.into(), 3, 0)
            .right(spent.score == problem.score);
        spent.told(line).write()?;
        total.add(&spent);
    }
    if args.ffo >= 40 {
        total.told(figures.line().label("what", "ffo total", 0)).write()?;
    }
    let mut rng = Rng::new(20);
    let mut thinker = Thinker::new(weights, 22);
    let mut total = Spent::default();
    for _ in 0..args.endings {
        let board = from_game(&mut thinker, &mut rng, 20);
        thinker.clear();
        total.add(&solve(&mut thinker, board, args.threads));
    }
    if args.endings > 0 {
        let mean = 1e3 * total.seconds / f64::from(args.endings);
        let line = figures
            .line()
            .label("what", "endings", 0)
            .count("empties", 20, 0)
            .count("endings", args.endings.into(), 0)
            .figure("milliseconds_each", mean, 0, 0);
        total.told(line).write()?;
    }
    if args.evaluation > 0 {
        evaluation(weights, args.evaluation, figures)?;
    }
    Ok(())
}

/// Up to this many empty squares the true score is solved; beyond it the
/// nearest to the truth that is feasible is a deep selective search.
const SOLVED: u32 = 24;
const DEEP: Goal = Goal { depth: 16, to_end: 0, exact: 0, sure: 3, outcome_only: false };

/// The mean distance of the static evaluation to the true score, on games of
/// a seed that training never used.
fn evaluation(weights: &Weights, games: u32, figures: Figures) -> std::io::Result<()> {
    let mut thinker = Thinker::new(weights, 20);
    let mut go_on = |_: &Report| ControlFlow::Continue(());
    let (mut all, mut count) = (0.0, 0);
    for empties in (24..=40).step_by(4) {
        let (mut sum, mut squared) = (0.0, 0.0);
        let mut rng = Rng::new(0xe7a1);
        for _ in 0..games {
            let board = from_game(&mut thinker, &mut rng, empties);
            let goal = if empties <= SOLVED { Goal::SOLVE } else { DEEP };
            let truth = thinker.think(board, &goal, &Budget::default(), &mut go_on).value();
            let moves = [board, board.swapped()].map(|board| board.moves().count_ones());
            let value = weights.value(board, &Layout::get().features(board), moves);
            let error = f64::from(value) / f64::from(UNIT) - f64::from(truth);
            sum += error.abs();
            squared += error * error;
        }
        // The truth is solved, or searched as deep as this.
        let depth = if empties <= SOLVED { empties } else { DEEP.depth };
        figures
            .line()
            .label("what", "evaluation", 0)
            .count("empties", empties.into(), 0)
            .count("games", games.into(), 0)
            .count("depth", depth.into(), 2)
            .figure("mean_error", sum / f64::from(games), 0, 2)
            .figure("root_mean_square", (squared / f64::from(games)).sqrt(), 0, 2)
            .write()?;
        all += sum;
        count += games;
    }
    figures
        .line()
        .label("what", "evaluation total", 0)
        .figure("mean_error", all / f64::from(count), 0, 2)
        .write()
}

/// A position with `empties` empty squares whose mover can move, of a game of
/// 8 random plies and then searches of 4.
fn from_game(thinker: &mut Thinker<'_>, rng: &mut Rng, empties: u32) -> Board {
    let mut go_on = |_: &Report| ControlFlow::Continue(());
    loop {
        let mut board = Board::START;
        while board.empties() > empties {
            let moves: Vec<usize> = squares(board.moves()).collect();
            let square = if board.empties() > 52 {
                rng.pick(&moves)
            } else {
                let goal = Goal::depth(4);
                let report = thinker.think(board, &goal, &Budget::default(), &mut go_on);
                report.moves.first().and_then(|m| m.square)
            };
            board = match square {
                Some(square) => board.after(square, board.flips(square)),
                None if board.is_over() => break,
                None => board.swapped(),
            };
        }
        if board.empties() == empties && board.moves() != 0 {
            return board;
        }
    }
}

#[derive(Default)]
struct Spent {
    score: i32,
    nodes: u64,
    /// CPU time of all threads.
    seconds: f64,
    /// What a clock on the wall shows.
    elapsed: f64,
}

impl Spent {
    fn add(&mut self, more: &Spent) {
        self.nodes += more.nodes;
        self.seconds += more.seconds;
        self.elapsed += more.elapsed;
    }

    /// A line with what was spent.
    fn told(&self, line: Line) -> Line {
        let speed = self.nodes as f64 / self.seconds.max(1e-9) / 1e6;
        line.count("nodes", self.nodes, 0)
            .figure("cpu_seconds", self.seconds, 0, 2)
            .figure("million_nodes_per_second", speed, 0, 1)
            .figure("elapsed_seconds", self.elapsed, 0, 2)
    }
}

fn solve(thinker: &mut Thinker<'_>, board: Board, threads: u16) -> Spent {
    let mut go_on = |_: &Report| ControlFlow::Continue(());
    let budget = Budget::default().threads(threads.into());
    let begun = cpu_time();
    let report = thinker.think(board, &Goal::SOLVE, &budget, &mut go_on);
    let seconds = (cpu_time() - begun).as_secs_f64();
    let elapsed = report.elapsed.as_secs_f64();
    Spent { score: report.value(), nodes: report.nodes, seconds, elapsed }
}
