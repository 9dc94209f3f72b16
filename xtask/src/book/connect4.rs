//! `cargo xtask book connect4`: the exact score of every position of the
//! first plies, from the empty board down.
//!
//! Going down is what makes it cheap: a position scores at least minus what
//! its parents score, so one window often settles it, and the table, large
//! and kept from one position to the next, already holds most of what is
//! asked. The book is written as it grows; an interrupted run goes on from
//! there.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_connect4::{Book, Position, Rules, Solver};
use sobremesa_kernel::Position as _;

/// Solve every position of the first plies of Connect 4.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The last ply of the book.
    #[arg(long, default_value_t = 8)]
    plies: usize,
    /// Threads, which share the table.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Mebibytes of table.
    #[arg(long, default_value_t = 2048)]
    table: usize,
    /// The book; only plies that are complete are written to it.
    #[arg(long, default_value = "crates/connect4/data/book.bin")]
    output: PathBuf,
    /// Where an unfinished run is kept and resumed from.
    #[arg(long, default_value = "target/connect4-book.part")]
    checkpoint: PathBuf,
}

/// How often an unfinished run is kept.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(20);

pub fn run(args: &Args) -> Result<()> {
    let mut book = Book::blank(args.plies);
    let plies = book.depth();
    if let Ok(file) = std::fs::read(&args.checkpoint) {
        let before =
            Book::read(&file).map_err(|e| anyhow!("{}: {e}", args.checkpoint.display()))?;
        copy(&before, &mut book);
    }
    let mut solver = Solver::new(Rules::STANDARD, args.table << 20);
    for ply in 0..=plies {
        book = solve_ply(book, ply, &mut solver, args)?;
        write(&book, &args.checkpoint)?;
        if let Some(finished) = book.finished() {
            write(&finished, &args.output)?;
        }
    }
    Ok(())
}

/// Solves what is not yet known of a ply.
fn solve_ply(book: Book, ply: usize, solver: &mut Solver, args: &Args) -> Result<Book> {
    let positions = book.positions(ply);
    let open: Vec<(Position, i32)> = positions
        .iter()
        .filter(|position| book.score(position).is_none())
        .map(|position| (*position, least(&book, position)))
        .collect();
    let bar = ProgressBar::new(positions.len() as u64).with_style(
        ProgressStyle::with_template("ply {msg} {wide_bar} {pos}/{len} {elapsed} (eta {eta})")
            .context("the template of the progress bar")?,
    );
    bar.set_message(ply.to_string());
    bar.set_position((positions.len() - open.len()) as u64);
    let book = Mutex::new((book, Instant::now()));
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            let mut solver = solver.sibling();
            let (book, next, bar, open) = (&book, &next, &bar, &open);
            scope.spawn(move || {
                let halt = AtomicBool::new(false);
                while let Some(&(position, least)) = open.get(next.fetch_add(1, Relaxed)) {
                    let score = solve(&mut solver, &position, least, &halt);
                    let mut book = book.lock().unwrap_or_else(|e| e.into_inner());
                    book.0.set(&position, score);
                    bar.inc(1);
                    if book.1.elapsed() > CHECKPOINT_EVERY {
                        book.1 = Instant::now();
                        // Losing a checkpoint loses time only: go on.
                        if let Err(e) = write(&book.0, &args.checkpoint) {
                            bar.println(format!("{e:#}"));
                        }
                    }
                }
            });
        }
    });
    bar.finish();
    Ok(book.into_inner().unwrap_or_else(|e| e.into_inner()).0)
}

/// The exact score, knowing that it is `least` or more.
fn solve(solver: &mut Solver, position: &Position, least: i32, halt: &AtomicBool) -> i32 {
    const MOST: i32 = 42;
    let never = "nothing halts a book";
    let first = solver.solve_within(position, least, least + 1, halt).expect(never);
    if first == least && least > -MOST {
        return least;
    }
    solver.solve_within(position, least, MOST, halt).expect(never)
}

/// What the scores of its parents say that a position scores at least.
fn least(book: &Book, position: &Position) -> i32 {
    let rules = position.rules();
    let board = position.board();
    (1..=rules.columns())
        .filter_map(|column| board.lifted(column))
        .filter_map(|parent| Position::from_board(parent).ok())
        .filter(|parent| parent.outcome().is_none())
        .filter_map(|parent| book.score(&parent))
        .map(|score| -score)
        .max()
        .unwrap_or(-42)
}

fn copy(from: &Book, to: &mut Book) {
    for ply in 0..=from.depth().min(to.depth()) {
        for position in from.positions(ply) {
            if let Some(score) = from.score(&position) {
                to.set(&position, score);
            }
        }
    }
}

/// Writes beside and renames, so that no half-written book is ever there.
fn write(book: &Book, path: &Path) -> Result<()> {
    let beside = path.with_extension("new");
    std::fs::write(&beside, book.write())
        .and_then(|()| std::fs::rename(&beside, path))
        .with_context(|| format!("writing {}", path.display()))
}
