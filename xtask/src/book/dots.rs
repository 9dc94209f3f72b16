//! `cargo xtask book dots`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use sobremesa_dots::bits;
use sobremesa_dots::book::{Book, Entry};
use sobremesa_dots::chains::captures;
use sobremesa_dots::estimate::plies;
use sobremesa_dots::player::proven_ply;
use sobremesa_dots::solver::{Search, prove};
use sobremesa_dots::transposition::Bounds;
use sobremesa_dots::{Graph, Size, Table};
use sobremesa_search::cpu_time;

/// Solve the openings of a Dots and Boxes board.
///
/// Every position with up to PLIES lines in which nothing can be taken is
/// solved, fewest lines first, and gets one best move; with up to CLOSED lines
/// those where a box is closed already, with up to FOLLOWED those that a player
/// who plays the book's moves can meet, whatever the opponent does. Then come
/// those that would take more than HARD nodes, hardest first. Each thread
/// solves one at a time, in a table they share: with a large one a position
/// takes a hundredth of what it takes alone. The file is written after every few
/// minutes of work and read again at the start, so the command can be stopped
/// and run again at any time.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rows x columns of boxes
    #[arg(default_value = "4x4")]
    size: String,
    /// Most lines drawn in the positions that are all solved
    #[arg(long, default_value_t = 7)]
    plies: usize,
    /// The same where a box is closed: its four lines leave as much to solve as
    /// one or two others
    #[arg(long, default_value_t = 8)]
    closed: usize,
    /// Most lines drawn in the positions that follow the book's moves
    #[arg(long, default_value_t = 8)]
    followed: usize,
    /// Thousands of nodes: positions with more than PLIES lines that would take
    /// as many by themselves are solved too. How many they take is a rough guess,
    /// one in a hundred takes three times as many
    #[arg(long, default_value_t = 800, value_parser = clap::value_parser!(u32).range(100..))]
    hard: u32,
    /// Table size in MiB
    #[arg(long, default_value_t = 2048)]
    table: u64,
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
    let table = Table::whole(args.table << 20, graph.lines.len() as u32);
    let mut known: BTreeMap<u64, Entry> = BTreeMap::new();
    if let Ok(file) = fs::read(&out) {
        let book = Book::read(&file).with_context(|| out.display().to_string())?;
        if book.size() != size {
            bail!("{} is a book of {}", out.display(), book.size());
        }
        println!("going on from {} entries of {}", book.len(), out.display());
        let first = book.entries().map(|entry| entry.key);
        let first = first.filter(|key| graph.lines.len() as u32 - key.count_ones() <= FIRST_LINES);
        warm(&graph, &table, &first.collect::<Vec<_>>(), args.threads);
        for entry in book.entries() {
            let value = entry.value.into();
            table.put(entry.key, Bounds { lower: value, upper: value }, 1 << 40);
        }
        known = book.entries().map(|entry| (entry.key, entry)).collect();
    }
    let known = Mutex::new(known);
    let work = Work { graph: &graph, table: &table, known: &known, nodes: AtomicU64::new(0) };
    // By lines drawn; those of one level in the order they came, so that
    // neighbours are solved one after the other.
    let deepest = args.plies.max(args.closed).max(args.followed);
    let mut levels = vec![Level::default(); deepest + 1];
    let lines = graph.lines.len();
    let add = |levels: &mut [Level], word: u64, followed: bool| {
        let word = graph.least_image(graph.normal(word)).0;
        let drawn = lines - word.count_ones() as usize;
        let most = match graph.count_coins(word) < graph.coins.len() as i32 {
            _ if followed => args.followed,
            true => args.plies.max(args.closed),
            false => args.plies,
        };
        if word != 0 && drawn <= most {
            let level = &mut levels[drawn];
            if level.seen.insert(word) {
                level.words.push(word);
            }
            if followed {
                level.followed.insert(word);
            }
        }
    };
    let empty = u64::MAX >> (64 - lines);
    add(&mut levels, empty, true);
    for word in answers(&graph, empty, args.followed) {
        add(&mut levels, word, true);
    }
    let mut last = Vec::new();
    let every = Duration::from_secs(args.every);
    for drawn in 0..levels.len() {
        let Level { words, followed, .. } = std::mem::take(&mut levels[drawn]);
        work.solve_all(&words, &format!("{drawn} lines"), args.threads, every, size, &out)?;
        for ply in words.iter().flat_map(|&word| plies(&graph, word)) {
            add(&mut levels, ply.next, false);
        }
        let known = known.lock().expect("no thread panicked");
        for word in followed {
            let left = word & !(1 << known[&word].string);
            for word in answers(&graph, left, args.followed) {
                add(&mut levels, word, true);
            }
        }
        drop(known);
        if drawn == args.plies {
            last = words;
        }
    }
    let hard = hard_words(&graph, last, f64::from(args.hard) * 1000.0);
    work.solve_all(&hard, "hard", args.threads, every, size, &out)
}

/// The words that come of these and would take so many nodes, hardest first;
/// those that are about as hard in an order where neighbours are together.
fn hard_words(graph: &Graph, mut words: Vec<u64>, nodes: f64) -> Vec<u64> {
    let mut found: Vec<(i32, u64)> = Vec::new();
    let mut seen = HashSet::new();
    while let Some(word) = words.pop() {
        for ply in plies(graph, word) {
            let next = graph.least_image(graph.normal(ply.next)).0;
            let effort = effort(graph, next);
            if effort >= nodes && seen.insert(next) {
                found.push((-(8.0 * effort.ln()) as i32, next));
                // A line more never leaves more to search.
                words.push(next);
            }
        }
    }
    found.sort_by_key(|&(ease, _)| ease);
    found.into_iter().map(|(_, word)| word).collect()
}

/// About how many nodes the search of a quiet word takes with an empty table.
/// Fitted to 790 positions of eight to ten lines; the logarithm of what one
/// takes is off by 0.48 (one standard deviation).
fn effort(graph: &Graph, word: u64) -> f64 {
    let with = |strings: u32| {
        let has = |coin: &&u64| (*coin & word).count_ones() == strings;
        graph.coins.iter().filter(has).count() as f64
    };
    let safe = plies(graph, word).iter().filter(|ply| ply.opens.is_none()).count() as f64;
    (6.035 + 0.463 * with(4) + 0.206 * with(3) + 0.132 * safe).exp()
}

/// Positions with up to so many lines are solved again when a book is gone on
/// with: their searches fill the table with what all others ask for.
const FIRST_LINES: u32 = 3;

/// Solves words for what that leaves in the table.
fn warm(graph: &Graph, table: &Table, words: &[u64], threads: usize) {
    println!("filling the table with the searches of {} positions", words.len());
    let mut never = |_: u64| false;
    let widest = words.iter().copied().max_by_key(|word| word.count_ones());
    prove(graph, table, None, widest.unwrap_or(0), 0, threads.max(1), &mut never);
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut never = |_: u64| false;
                let mut search = Search::new(graph, table, &mut never).among_others();
                while let Some(&word) = words.get(next.fetch_add(1, Ordering::Relaxed)) {
                    search.quiet_bounds(word, 0);
                }
            });
        }
    });
}

/// Positions with equally many lines.
#[derive(Clone, Debug, Default)]
struct Level {
    words: Vec<u64>,
    seen: HashSet<u64>,
    /// Those in which a player who follows the book can be to move.
    followed: BTreeSet<u64>,
}

/// What the threads share.
struct Work<'a> {
    graph: &'a Graph,
    table: &'a Table,
    known: &'a Mutex<BTreeMap<u64, Entry>>,
    nodes: AtomicU64,
}

impl Work<'_> {
    /// Solves all words that are not known, writing the book now and then.
    fn solve_all(
        &self,
        words: &[u64],
        what: &str,
        threads: usize,
        every: Duration,
        size: Size,
        out: &Path,
    ) -> anyhow::Result<()> {
        let next = AtomicUsize::new(0);
        let tell = |done: usize| -> anyhow::Result<()> {
            let entries = self.write(size, out)?;
            println!(
                "{what}: {done} of {} begun, {} nodes, {} CPU s, {entries} entries",
                words.len(),
                self.nodes.load(Ordering::Relaxed),
                cpu_time().as_secs()
            );
            Ok(())
        };
        std::thread::scope(|scope| -> anyhow::Result<()> {
            let workers: Vec<_> = (0..threads.max(1))
                .map(|_| {
                    scope.spawn(|| {
                        while let Some(&word) = words.get(next.fetch_add(1, Ordering::Relaxed)) {
                            self.solve(word);
                        }
                    })
                })
                .collect();
            let mut written = Instant::now();
            while workers.iter().any(|worker| !worker.is_finished()) {
                std::thread::sleep(Duration::from_millis(200));
                if written.elapsed() >= every {
                    tell(next.load(Ordering::Relaxed).min(words.len()))?;
                    written = Instant::now();
                }
            }
            Ok(())
        })?;
        tell(words.len())
    }

    /// Finds the value of a word and a best move, unless the book has them.
    fn solve(&self, word: u64) {
        if self.known.lock().expect("no thread panicked").contains_key(&word) {
            return;
        }
        let mut seen = 0;
        let mut count = |now: u64| {
            self.nodes.fetch_add(now - seen, Ordering::Relaxed);
            seen = now;
            false
        };
        let mut search = Search::new(self.graph, self.table, &mut count).among_others();
        let bounds = search.quiet_bounds(word, 0);
        let ply = proven_ply(self.graph, &mut search, word, bounds.lower)
            .expect("some move is worth what the position is");
        let entry = Entry { key: word, value: bounds.lower as i8, string: ply.string };
        self.known.lock().expect("no thread panicked").insert(word, entry);
    }

    /// Writes the book and says how many entries it has. Never a half-written
    /// one: a new file takes the old one's place.
    fn write(&self, size: Size, out: &Path) -> anyhow::Result<usize> {
        let entries = self.known.lock().expect("no thread panicked").values().copied().collect();
        let book = Book::new(size, entries);
        crate::files::replace(out, &book.write())?;
        Ok(book.len())
    }
}

/// Where the player can be to move after a turn of the opponent's in any word:
/// the quiet words that are left once the player has taken what there is to
/// take. Where a tail is left, both ways to go on are followed.
fn answers(graph: &Graph, word: u64, most: usize) -> Vec<u64> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    // Words where the opponent is to move.
    let mut left = vec![graph.normal(word)];
    while let Some(word) = left.pop() {
        if graph.lines.len() - word.count_ones() as usize >= most || !seen.insert(word) {
            continue;
        }
        for string in bits(word).filter(|&string| graph.drop_line(word, string) == Some(string)) {
            let next = word & !(1 << string);
            if graph.count_coins(next) < graph.count_coins(word) {
                left.push(next);
                continue;
            }
            let captures = captures(graph, next);
            found.push(graph.normal(captures.rest));
            if let Some(tail) = captures.tail {
                let taken = captures.sure.iter().fold(next, |word, string| word & !(1 << string));
                left.push(graph.normal(taken & !(1 << tail.leave)));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use sobremesa_kernel::Rng;

    /// [`hard_words`] goes on from hard words only.
    #[test]
    fn a_word_is_as_hard_as_what_comes_of_it() {
        let graph = Graph::of_board(Size::new(4, 4).expect("a size")).expect("40 lines");
        let mut rng = Rng::new(4);
        for round in 0..2_000 {
            let mut word = u64::MAX >> 24;
            for _ in 0..round % 20 {
                word &= !(1 << rng.below(40));
            }
            let word = graph.normal(captures(&graph, graph.normal(word)).rest);
            for ply in plies(&graph, word) {
                let next = graph.normal(ply.next);
                assert!(effort(&graph, next) <= effort(&graph, word), "{word:#x} {ply:?}");
            }
        }
    }

    #[test]
    fn hard_words_come_hardest_first_and_once() {
        let graph = Graph::of_board(Size::new(3, 3).expect("a size")).expect("24 lines");
        let words = hard_words(&graph, vec![u64::MAX >> 40], 60_000.0);
        let efforts: Vec<f64> = words.iter().map(|&word| effort(&graph, word)).collect();
        assert!(words.len() > 20, "{}", words.len());
        assert!(efforts.iter().all(|&effort| effort >= 60_000.0));
        assert!(efforts.windows(2).all(|pair| pair[1].ln() < pair[0].ln() + 0.125));
        let different: HashSet<u64> = words.iter().copied().collect();
        assert_eq!(different.len(), words.len());
    }
}
