//! `cargo xtask book othello`: what the moves near the start are worth.
//!
//! Positions are opened (every move valued by a search of what follows) in
//! the order in which players are expected to reach them: where the moves on
//! the way from the start lost least, and there are few of them. What is found
//! further on changes what the moves before it are worth, and so which
//! positions are opened next.
//!
//! The book itself is written as it grows, and a run goes on from it. The same
//! weights and numbers give the same book, with any number of threads.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;

use anyhow::{Context, Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_kernel::Budget;
use sobremesa_othello::board::{Board, squares};
use sobremesa_othello::book::Book;
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Goal, Report, Thinker};

use crate::files::replace;

/// Search the openings of Othello.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// How many positions to have open in the end.
    #[arg(long, default_value_t = 4_000)]
    positions: usize,
    /// Plies of search behind every move.
    #[arg(long, default_value_t = 16)]
    depth: u32,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Begin from nothing instead of going on from the book there is.
    #[arg(long)]
    anew: bool,
    /// The book to go on from, and where it is written.
    #[arg(long, default_value = "crates/othello/data/book.bin")]
    output: PathBuf,
}

/// Discs that a ply on the way is worth when positions are put in order.
const PLY: f64 = 0.7;

/// Positions opened before the order is looked at again.
const AT_ONCE: usize = 32;

/// Games this long are not openings any more.
const LEAST_EMPTIES: u32 = 36;

pub fn run(args: &Args) -> Result<()> {
    ensure!(args.threads > 0 && args.depth > 0, "--threads and --depth must be above 0");
    let mut book = match std::fs::read(&args.output) {
        _ if args.anew => Book::new(args.depth),
        Ok(file) => Book::read(&file).map_err(|e| anyhow!("{}: {e}", args.output.display()))?,
        Err(error) if error.kind() == ErrorKind::NotFound => Book::new(args.depth),
        Err(error) => return Err(error).context(args.output.display().to_string()),
    };
    ensure!(
        book.depth() == args.depth,
        "the book there is was searched {} plies deep: --anew begins another",
        book.depth()
    );
    let bar = ProgressBar::new(args.positions as u64).with_style(
        ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} (eta {eta})")
            .context("the template of the progress bar")?,
    );
    bar.set_position(book.len() as u64);
    while book.len() < args.positions {
        let next = most_expected(&book, AT_ONCE.min(args.positions - book.len()));
        if next.is_empty() {
            break;
        }
        for (board, values) in valued(&next, args, &bar) {
            book.open(board, &values);
        }
        book.refine();
        replace(&args.output, &book.write())?;
    }
    bar.finish();
    let moves = book.moves(Board::START).context("the start is not open")?;
    println!("{} positions open; the start is worth {:+} to Black", book.len(), moves[0].value);
    Ok(())
}

/// The positions to open next: those with the least lost on the way.
fn most_expected(book: &Book, count: usize) -> Vec<Board> {
    let start = Board::START.canonical();
    let mut cost: HashMap<Board, f64> = HashMap::from([(start, 0.0)]);
    let mut closed: Vec<(f64, Board)> = Vec::new();
    // A position comes after all those that lead to it: they have more empty
    // squares.
    let mut open: Vec<(Board, &[i8])> = book.walk().collect();
    open.sort_by_key(|(board, _)| std::cmp::Reverse((board.empties(), *board)));
    if open.is_empty() {
        return vec![start];
    }
    let is_open: std::collections::HashSet<Board> = open.iter().map(|(board, _)| *board).collect();
    for (board, values) in open {
        let here = cost[&board];
        let best = values.iter().max().copied().unwrap_or(0);
        for (square, &value) in squares(board.moves()).zip(values) {
            let child = board.after(square, board.flips(square)).canonical();
            let there = here + PLY + f64::from(best) - f64::from(value);
            let least = cost.entry(child).or_insert(f64::INFINITY);
            *least = least.min(there);
        }
    }
    for (board, cost) in cost {
        let late = board.empties() < LEAST_EMPTIES;
        if !is_open.contains(&board) && !late && board.moves() != 0 {
            closed.push((cost, board));
        }
    }
    closed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    closed.into_iter().take(count).map(|(_, board)| board).collect()
}

/// Values all moves of each position.
fn valued(boards: &[Board], args: &Args, bar: &ProgressBar) -> Vec<(Board, Vec<i32>)> {
    let tasks = Mutex::new(boards.iter().enumerate());
    let work = || {
        let mut thinker = Thinker::new(Weights::shipped(), 20);
        let mut done = Vec::new();
        loop {
            let Some((at, &board)) = tasks.lock().unwrap_or_else(|e| e.into_inner()).next() else {
                return done;
            };
            // What was thought before must not change what is found now.
            thinker.clear();
            let values = squares(board.moves())
                .map(|square| board.after(square, board.flips(square)))
                .map(|child| -value(&mut thinker, child.canonical(), args.depth))
                .collect();
            done.push((at, (board, values)));
            bar.inc(1);
        }
    };
    let mut all: Vec<(usize, (Board, Vec<i32>))> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no search panics")).collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, found)| found).collect()
}

fn value(thinker: &mut Thinker<'_>, board: Board, depth: u32) -> i32 {
    if board.is_over() {
        return board.final_score();
    }
    let goal = Goal { sure: 1, ..Goal::depth(depth) };
    let mut go_on = |_: &Report| ControlFlow::Continue(());
    thinker.think(board, &goal, &Budget::default(), &mut go_on).value()
}
