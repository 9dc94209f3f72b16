use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use sobremesa_dots::book::Book;
use sobremesa_dots::estimate::plies;
use sobremesa_dots::solver::Search;
use sobremesa_dots::{Graph, Size, Table};
use sobremesa_search::cpu_time;

/// Solve the openings of a Dots and Boxes board and keep what was dear.
///
/// Every position with up to PLIES lines is solved, fewest lines first, each
/// thread one at a time in a table they share, and the table's most expensive
/// entries go into the book. The file is written after every few minutes of
/// work and read again at the start, so the command can be stopped and run
/// again at any time.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rows x columns of boxes
    #[arg(default_value = "4x4")]
    size: String,
    /// Lines drawn in the positions to solve
    #[arg(long, default_value_t = 2)]
    plies: u32,
    /// Table size in MiB
    #[arg(long, default_value_t = 2048)]
    table: u64,
    /// Keep entries that cost at least this many nodes
    #[arg(long, default_value_t = 16_384)]
    least: u64,
    /// Positions to solve at once
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Seconds of work between two writings of the file
    #[arg(long, default_value_t = 120)]
    every: u64,
    /// The book to write [default: the one the program carries]
    #[arg(long)]
    out: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<()> {
    let size = args
        .size
        .split_once('x')
        .and_then(|(r, c)| Size::new(r.parse().ok()?, c.parse().ok()?))
        .with_context(|| format!("{:?} is not a size such as 4x4", args.size))?;
    let Some(graph) = Graph::of_board(size) else {
        bail!("{size} has more than 64 lines");
    };
    let out = args.out.unwrap_or_else(|| format!("crates/dots/book/{size}.book").into());
    let table = Table::new(args.table << 20, graph.lines.len() as u32);
    if let Ok(file) = fs::read(&out) {
        let book = Book::read(&file).with_context(|| out.display().to_string())?;
        if book.size() != size {
            bail!("{} is a book of {}", out.display(), book.size());
        }
        book.warm(&table);
        println!("going on from {} entries of {}", book.entries().len(), out.display());
    }
    let write = || -> anyhow::Result<usize> {
        let book = Book::new(size, table.entries(args.least).collect());
        // Never a half-written book: a new file takes the old one's place.
        let new = out.with_extension("new");
        fs::write(&new, book.write()).with_context(|| new.display().to_string())?;
        fs::rename(&new, &out)?;
        Ok(book.entries().len())
    };
    let mut level = BTreeSet::from([u64::MAX >> (64 - graph.lines.len())]);
    for drawn in 0..=args.plies {
        let words: Vec<u64> = level.iter().copied().collect();
        let next = AtomicUsize::new(0);
        let nodes = AtomicU64::new(0);
        std::thread::scope(|scope| -> anyhow::Result<()> {
            let workers: Vec<_> = (0..args.threads.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        while let Some(&word) = words.get(next.fetch_add(1, Ordering::Relaxed)) {
                            solve(&graph, &table, word, &nodes);
                        }
                    })
                })
                .collect();
            let mut written = Instant::now();
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(Duration::from_millis(200));
                if written.elapsed() >= Duration::from_secs(args.every) {
                    let begun = next.load(Ordering::Relaxed).min(words.len());
                    let (nodes, cpu) = (nodes.load(Ordering::Relaxed), cpu_time().as_secs());
                    let entries = write()?;
                    println!(
                        "{drawn} lines: {begun} of {} begun, {nodes} nodes, {cpu} CPU s, {entries} entries",
                        words.len()
                    );
                    written = Instant::now();
                }
            }
            Ok(())
        })?;
        let entries = write()?;
        println!(
            "{drawn} lines: all {} solved, {} nodes, {} CPU s, {entries} entries",
            words.len(),
            nodes.load(Ordering::Relaxed),
            cpu_time().as_secs()
        );
        level = words
            .iter()
            .flat_map(|&word| plies(&graph, word))
            .filter(|ply| graph.lines.len() as u32 - ply.next.count_ones() == drawn + 1)
            .map(|ply| least_image(&graph, graph.normal(ply.next)))
            .collect();
    }
    Ok(())
}

/// Solves a word unless the table knows it, counting nodes as they come.
fn solve(graph: &Graph, table: &Table, word: u64, nodes: &AtomicU64) {
    let mut seen = 0;
    let mut count = |now: u64| {
        nodes.fetch_add(now - seen, Ordering::Relaxed);
        seen = now;
        false
    };
    let mut search = Search::new(graph, table, &mut count);
    let known = search.known(word);
    if known.is_none_or(|known| known.lower < known.upper) {
        let guess = known.map_or(0, |known| known.lower.max(0).min(known.upper));
        search.quiet_bounds(word, guess);
    }
}

fn least_image(graph: &Graph, word: u64) -> u64 {
    (0..graph.symmetries)
        .map(|symmetry| {
            (0..graph.lines.len())
                .filter(|&string| word >> string & 1 != 0)
                .fold(0, |image, string| image | graph.images[string][symmetry])
        })
        .min()
        .unwrap_or(word)
}
