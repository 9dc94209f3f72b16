//! `cargo xtask book connect4`: the exact score of every position of the
//! first plies.
//!
//! Only the last ply is searched: the plies before it are worth the best of
//! their replies. Its positions are solved in the order of a walk through the
//! tree, neighbours one after another, with one table kept from one to the
//! next, which already holds much of what is asked. A small one does: what
//! neighbours share is recent, and look-ups in gigabytes cost more than they
//! save. What is known is written as it grows; an interrupted run goes on from
//! there, and a deeper book from the one there is.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_connect4::{Book, Position, Rules, Solver};
use sobremesa_kernel::Position as _;

/// Solve every position of the first plies of Connect 4.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The ply whose positions are searched; those before follow from it.
    #[arg(long, default_value_t = 9)]
    plies: usize,
    /// Threads, which share the table.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Mebibytes of table.
    #[arg(long, default_value_t = 64)]
    table: usize,
    /// The book to go on from, and where it is written in the end.
    #[arg(long, default_value = "crates/connect4/data/book.bin")]
    output: PathBuf,
    /// Where an unfinished run is kept and resumed from.
    #[arg(long, default_value = "target/connect4-book.part")]
    checkpoint: PathBuf,
}

/// No score is as high.
const MOST: i32 = 42;

/// How often an unfinished run is kept.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(20);

/// Positions that a thread takes at once: replies to the same few positions.
const CHUNK: usize = 16;

pub fn run(args: &Args) -> Result<()> {
    let mut book = Book::blank(args.plies);
    let last = book.depth();
    for path in [&args.output, &args.checkpoint] {
        if let Ok(file) = std::fs::read(path) {
            let before = Book::read(&file).map_err(|e| anyhow!("{}: {e}", path.display()))?;
            // What is known of deeper plies is kept.
            let mut both = Book::blank(before.depth().max(book.depth()));
            copy(&book, &mut both);
            copy(&before, &mut both);
            book = both;
        }
    }
    judge(&mut book)?;
    let mut solver = Solver::new(Rules::STANDARD, args.table << 20);
    book = solve_ply(book, last, &mut solver, args)?;
    judge(&mut book)?;
    write(&book, &args.checkpoint)?;
    write(&book, &args.output)
}

/// Writes into the book the score of every position whose replies are all
/// known, from the last ply up, and checks those that were known already.
fn judge(book: &mut Book) -> Result<()> {
    for ply in (0..book.depth()).rev() {
        for position in book.positions(ply) {
            let known = book.score(&position);
            let scores: Option<Vec<i32>> =
                position.replies().map(|next| book.score(&next).map(|score| -score)).collect();
            match scores.map(|scores| scores.into_iter().max()) {
                None => {}
                Some(None) => book.set(&position, finished(&position)?),
                Some(Some(best)) => {
                    ensure!(
                        known.is_none_or(|known| known == best),
                        "{known:?} is known, the best reply gives {best}:\n{}",
                        position.diagram()
                    );
                    book.set(&position, best);
                }
            }
        }
    }
    Ok(())
}

/// The score of a finished game.
fn finished(position: &Position) -> Result<i32> {
    let halt = AtomicBool::new(false);
    let score = Solver::new(Rules::STANDARD, 0).score(position, &halt);
    score.with_context(|| format!("a game without score:\n{}", position.diagram()))
}

/// Solves what is not yet known of a ply.
fn solve_ply(book: Book, ply: usize, solver: &mut Solver, args: &Args) -> Result<Book> {
    let positions = Book::walk(ply);
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
    let chunks: Vec<&[(Position, i32)]> = open.chunks(CHUNK).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            let mut solver = solver.sibling();
            let (book, next, bar, chunks) = (&book, &next, &bar, &chunks);
            scope.spawn(move || {
                let halt = AtomicBool::new(false);
                while let Some(chunk) = chunks.get(next.fetch_add(1, Relaxed)) {
                    for &(position, least) in *chunk {
                        let score = solver
                            .score_above(&position, least, &halt)
                            .expect("nothing halts a book");
                        bar.inc(1);
                        let mut book = book.lock().unwrap_or_else(|e| e.into_inner());
                        book.0.set(&position, score);
                        if book.1.elapsed() > CHECKPOINT_EVERY {
                            book.1 = Instant::now();
                            // Losing a checkpoint loses time only: go on.
                            if let Err(e) = write(&book.0, &args.checkpoint) {
                                bar.println(format!("{e:#}"));
                            }
                        }
                    }
                }
            });
        }
    });
    bar.finish();
    Ok(book.into_inner().unwrap_or_else(|e| e.into_inner()).0)
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
        .unwrap_or(-MOST)
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
