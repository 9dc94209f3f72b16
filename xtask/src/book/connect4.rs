//! `cargo xtask book connect4`: the exact score of every position of the
//! first plies.
//!
//! Only the last ply is searched: the plies before it are worth the best of
//! their replies. Of the ply after it those follow that are worth a draw at
//! least by the book, and perhaps no more: they take longest to solve.
//!
//! Positions are solved in the order of a walk through the tree, neighbours one
//! after another, with one table kept from one to the next, which already holds
//! much of what is asked, and the more of it the larger it is. What is known is
//! written as it grows; an interrupted run goes on from there, and a deeper
//! book from the one there is.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_connect4::{Book, Position, Rules, Solver};
use sobremesa_kernel::Position as _;

use crate::files::replace;

/// Solve every position of the first plies of Connect 4.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The ply whose positions are all searched; those before follow from it,
    /// and of the one after it those are searched that the book says are worth
    /// a draw at least, not more.
    #[arg(long, default_value_t = 10)]
    plies: usize,
    /// Threads, which share the table.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Mebibytes of table.
    #[arg(long, default_value_t = 1024)]
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
    let most = Book::MOST_PLIES as usize - 1;
    ensure!(args.plies <= most, "--plies {}: a book has {most} whole plies at most", args.plies);
    let mut book = Book::default();
    // The checkpoint first: it has all that the book had when it was begun.
    for path in [&args.checkpoint, &args.output] {
        if let Ok(file) = std::fs::read(path) {
            let before = Book::read(&file).map_err(|e| anyhow!("{}: {e}", path.display()))?;
            if book.len() < before.len() {
                book = before;
            }
        }
    }
    judge(&mut book, args.plies)?;
    let mut solver = Solver::new(Rules::STANDARD, args.table << 20);
    book = solve_all(book, &Book::walk(args.plies), &mut solver, args)?;
    judge(&mut book, args.plies)?;
    let mut after = Book::walk(args.plies + 1);
    after.retain(|position| position.outcome().is_none() && book.least(position) == Some(0));
    book = solve_all(book, &after, &mut solver, args)?;
    write(&book, &args.output)
}

/// Writes into the book the score of every position whose replies are all
/// known, from the last ply up, and checks those that were known already.
fn judge(book: &mut Book, plies: usize) -> Result<()> {
    for ply in (0..plies).rev() {
        let mut found = Vec::new();
        for position in Book::positions(ply) {
            let known = book.score(&position);
            let scores: Option<Vec<i32>> =
                position.replies().map(|next| book.score(&next).map(|score| -score)).collect();
            match scores.map(|scores| scores.into_iter().max()) {
                None => {}
                Some(None) => found.push((position, finished(&position)?)),
                Some(Some(best)) => {
                    ensure!(
                        known.is_none_or(|known| known == best),
                        "{known:?} is known, the best reply gives {best}:\n{}",
                        position.diagram()
                    );
                    found.push((position, best));
                }
            }
        }
        book.extend(found);
    }
    Ok(())
}

/// The score of a finished game.
fn finished(position: &Position) -> Result<i32> {
    let halt = AtomicBool::new(false);
    let score = Solver::new(Rules::STANDARD, 0).score(position, &halt);
    score.with_context(|| format!("a game without score:\n{}", position.diagram()))
}

/// The book as it grows.
struct Draft {
    book: Book,
    /// What was found since it was last written.
    found: Vec<(Position, i32)>,
    written: Instant,
}

impl Draft {
    fn write(&mut self, path: &Path) -> Result<()> {
        self.book.extend(self.found.drain(..));
        self.written = Instant::now();
        write(&self.book, path)
    }
}

/// Solves those of the positions, all of one ply, that are not yet known.
fn solve_all(book: Book, positions: &[Position], solver: &mut Solver, args: &Args) -> Result<Book> {
    let open: Vec<(Position, i32)> = positions
        .iter()
        .filter(|position| book.score(position).is_none())
        .map(|position| (*position, book.least(position).unwrap_or(-MOST)))
        .collect();
    let bar = ProgressBar::new(positions.len() as u64).with_style(
        ProgressStyle::with_template("ply {msg} {wide_bar} {pos}/{len} {elapsed} (eta {eta})")
            .context("the template of the progress bar")?,
    );
    bar.set_message(positions.first().map_or(0, |position| position.plies()).to_string());
    bar.set_position((positions.len() - open.len()) as u64);
    let draft = Mutex::new(Draft { book, found: Vec::new(), written: Instant::now() });
    let chunks: Vec<&[(Position, i32)]> = open.chunks(CHUNK).collect();
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..args.threads.max(1) {
            let mut solver = solver.sibling();
            let (draft, next, bar, chunks) = (&draft, &next, &bar, &chunks);
            scope.spawn(move || {
                let halt = AtomicBool::new(false);
                while let Some(chunk) = chunks.get(next.fetch_add(1, Relaxed)) {
                    for &(position, least) in *chunk {
                        let score = solver
                            .score_above(&position, least, &halt)
                            .expect("nothing halts a book");
                        bar.inc(1);
                        let mut draft = draft.lock().unwrap_or_else(|e| e.into_inner());
                        draft.found.push((position, score));
                        if draft.written.elapsed() > CHECKPOINT_EVERY {
                            // Losing a checkpoint loses time only: go on.
                            if let Err(e) = draft.write(&args.checkpoint) {
                                bar.println(format!("{e:#}"));
                            }
                        }
                    }
                }
            });
        }
    });
    bar.finish();
    let mut draft = draft.into_inner().unwrap_or_else(|e| e.into_inner());
    draft.write(&args.checkpoint)?;
    Ok(draft.book)
}

fn write(book: &Book, path: &Path) -> Result<()> {
    replace(path, &book.write())
}
