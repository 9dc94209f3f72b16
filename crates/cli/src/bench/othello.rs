use std::ops::ControlFlow;

use anyhow::anyhow;
use sobremesa_kernel::{Budget, Position as _, Rng};
use sobremesa_othello::board::Board;
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Goal, Position, Report, Rules, Thinker, ffo, kernel, perft};
use sobremesa_search::cpu_time;

/// Othello: perft, the FFO endgame suite, and endings of random games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Depth of perft, 0 for none
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(0..=14))]
    perft: u32,
    /// The last FFO problem to solve, from 40; 39 for none
    #[arg(long, default_value_t = 44, value_parser = clap::value_parser!(u32).range(39..=49))]
    ffo: u32,
    /// Solve this many endings of random games with 20 empty squares
    #[arg(long, default_value_t = 10)]
    endings: u32,
}

pub fn run(args: &Args) -> anyhow::Result<()> {
    println!("kernel {}", kernel::name());
    if args.perft > 0 {
        let begun = cpu_time();
        let leaves = perft(Board::START, args.perft);
        let seconds = (cpu_time() - begun).as_secs_f64();
        println!(
            "perft {} {leaves} {seconds:.2} CPU s {:.0} M leaves/s",
            args.perft,
            leaves as f64 / seconds.max(1e-9) / 1e6
        );
    }
    let weights = Weights::shipped();
    let problems = ffo().map_err(|error| anyhow!(error))?;
    let mut total = Spent::default();
    for problem in problems.iter().filter(|problem| problem.number <= args.ffo) {
        let spent = solve(&mut Thinker::new(weights, 22), problem.position.board());
        let right = if spent.score == problem.score { "" } else { " WRONG" };
        println!("ffo {} {:+}{right} {}", problem.number, spent.score, spent.text());
        total.add(&spent);
    }
    println!("ffo total {}", total.text());
    let mut rng = Rng::new(20);
    let mut thinker = Thinker::new(weights, 22);
    let mut total = Spent::default();
    let mut solved = 0;
    while solved < args.endings {
        let mut position = Position::start(&Rules::default());
        while position.board().empties() > 20 {
            if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                break;
            }
        }
        if position.board().empties() == 20 && position.outcome().is_none() {
            thinker.clear();
            total.add(&solve(&mut thinker, position.board()));
            solved += 1;
        }
    }
    if solved > 0 {
        let mean = 1e3 * total.seconds / f64::from(solved);
        println!("20 empty, {solved} endings, {mean:.0} ms each, {}", total.text());
    }
    Ok(())
}

#[derive(Default)]
struct Spent {
    score: i32,
    nodes: u64,
    seconds: f64,
}

impl Spent {
    fn add(&mut self, more: &Spent) {
        self.nodes += more.nodes;
        self.seconds += more.seconds;
    }

    fn text(&self) -> String {
        let (nodes, seconds) = (self.nodes, self.seconds);
        let speed = nodes as f64 / seconds.max(1e-9) / 1e6;
        format!("{nodes} nodes {seconds:.2} CPU s {speed:.1} M nodes/s")
    }
}

fn solve(thinker: &mut Thinker<'_>, board: Board) -> Spent {
    let mut go_on = |_: &Report| ControlFlow::Continue(());
    let begun = cpu_time();
    let report = thinker.think(board, &Goal::SOLVE, &Budget::default(), &mut go_on);
    let seconds = (cpu_time() - begun).as_secs_f64();
    Spent { score: report.value(), nodes: report.nodes, seconds }
}
