//! The exact solver.
//!
//! Contract: a *word* is the set of undrawn lines ([`crate::graph`]); its
//! value is the number of boxes the side to move will take from now on less
//! those of the opponent, with best play by both. [`Search::value`] finds it
//! by asking `at_least(t)` until the answers meet; `t` always has the parity
//! of the number of boxes left, as has the value.
//!
//! Words where boxes can be closed are reduced to quiet ones by
//! [`crate::chains::captures`], and opening a chain leads to the quiet rest
//! of the board at once, so only quiet words are searched. Every such word is
//! looked up under the least of its images by the board's symmetries, or, where
//! images will hardly be met, as it is.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::abdada::Busy;
use crate::bits::bits;
use crate::book::Book;
use crate::canonical::Keys;
use crate::chains::{Chain, Shape, after_opening, captures, chain_at, loony_value};
use crate::estimate::plies;
use crate::graph::{GROUND, Graph, has_two};
use crate::transposition::{Bounds, Table};

/// One thread of a search: the graph, the table, and when to stop.
pub struct Search<'a> {
    graph: &'a Graph,
    table: &'a Table,
    book: Option<&'a Book>,
    /// Whether words are looked up by their least image, however lopsided.
    by_image: bool,
    /// Called every [`PULSE`] nodes with the nodes so far; `true` stops.
    pulse: &'a mut dyn FnMut(u64) -> bool,
    /// Where the threads of one search say what they are at, if several are.
    busy: Option<&'a Busy>,
    keys: Keys,
    nodes: u64,
    stopped: bool,
}

impl std::fmt::Debug for Search<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Search({} nodes)", self.nodes)
    }
}

/// Nodes between two looks at the clock, some 0.1 ms; at first fewer, because a
/// node that touches a new table may wait long for its memory.
const PULSE: u64 = 256;
const FIRST_PULSE: u64 = 8;

/// How many lines at least part a lopsided word from each of its images.
const LOPSIDED: u32 = 4;

/// Words with fewer strings than this are not worth a place in the table.
const WORTH_KEEPING: u32 = 8;

/// Words with fewer strings than this are searched without first asking the
/// table about the rest that each opening leaves.
const WORTH_ASKING: u32 = 14;

/// Words with fewer strings than this are searched by one thread alone.
const WORTH_SHARING: u32 = 16;

/// The nodes that an entry from the book is said to have taken: few found by
/// search are worth more.
const RECALLED: u64 = 1 << 20;

/// The search was stopped before it had an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// A quiet word under all its symmetries, with what the search keeps of it.
#[derive(Clone, Copy)]
struct Quiet<const S: usize> {
    /// The word under each symmetry; the first is the word itself.
    images: [u64; S],
    /// [`Graph::hot`] of the word.
    hot: u64,
    /// Boxes left.
    boxes: i32,
}

impl<const S: usize> Quiet<S> {
    fn new(graph: &Graph, word: u64) -> Quiet<S> {
        let mut images = [0; S];
        for string in bits(word) {
            for (image, bit) in images.iter_mut().zip(graph.images[string]) {
                *image |= bit;
            }
        }
        Quiet { images, hot: graph.hot(word), boxes: graph.count_coins(word) }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.images.iter().fold(u64::MAX, |least, &image| least.min(image))
    }

    #[inline]
    fn cut(&mut self, images: &[u64; 8]) {
        for (image, bit) in self.images.iter_mut().zip(images) {
            *image &= !bit;
        }
    }

    /// After cutting a safe string.
    #[inline]
    fn after_safe(mut self, graph: &Graph, string: usize) -> Quiet<S> {
        self.cut(&graph.images[string]);
        self.warm(graph, graph.beside[string]);
        self
    }

    /// After a chain has been opened and taken.
    #[inline]
    fn after_chain(mut self, graph: &Graph, chain: &Chain) -> Quiet<S> {
        for string in bits(chain.strings) {
            self.cut(&graph.images[string]);
        }
        self.hot &= !chain.strings;
        self.boxes -= chain.length;
        self.warm(graph, chain.ends);
        self
    }

    /// Notes that these coins may have two strings now.
    #[inline]
    fn warm(&mut self, graph: &Graph, coins: [u8; 2]) {
        for coin in coins.into_iter().filter(|&coin| coin != GROUND) {
            let left = graph.coins[usize::from(coin)] & self.images[0];
            if has_two(left) {
                self.hot |= left;
            }
        }
    }
}

impl<'a> Search<'a> {
    /// A search of words of `graph` that asks `pulse` now and then whether to go on.
    pub fn new(
        graph: &'a Graph,
        table: &'a Table,
        pulse: &'a mut dyn FnMut(u64) -> bool,
    ) -> Search<'a> {
        Search {
            graph,
            table,
            book: None,
            by_image: false,
            pulse,
            busy: None,
            keys: Keys::new(),
            nodes: 0,
            stopped: false,
        }
    }

    /// The same search with a book of the graph's board to look words up in
    /// before they are searched.
    #[must_use]
    pub fn with_book(mut self, book: Option<&'a Book>) -> Search<'a> {
        self.book = book;
        self
    }

    /// The same search for a table in which words are solved that do not come of
    /// one another, so that what is known of an image serves.
    #[must_use]
    pub fn among_others(mut self) -> Search<'a> {
        self.by_image = true;
        self
    }

    /// Words visited so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The value of any word of the graph; `guess` is where to start asking.
    pub fn value(&mut self, word: u64, guess: i32) -> Result<i32, Stopped> {
        let captures = captures(self.graph, self.graph.normal(word));
        let rest = self.quiet_bounds(self.graph.normal(captures.rest), guess);
        if rest.lower == rest.upper { Ok(captures.value(rest.lower)) } else { Err(Stopped) }
    }

    /// What can be proven about a quiet, normal word before the search is
    /// stopped; both bounds meet when it is not. The first question is
    /// whether the value is at least `guess`, if that is not known already.
    pub fn quiet_bounds(&mut self, word: u64, guess: i32) -> Bounds {
        let known = self.before_search(word);
        if known.lower < known.upper && self.book.is_some() {
            self.recall(word);
        }
        match self.images(word) {
            1 => self.narrow(&Quiet::<1>::new(self.graph, word), known, guess),
            4 => self.narrow(&Quiet::<4>::new(self.graph, word), known, guess),
            _ => self.narrow(&Quiet::<8>::new(self.graph, word), known, guess),
        }
    }

    /// Puts into the table what the book says of the words that come of this
    /// one: of themselves, and of the others they come of. Where it holds many
    /// of the word's neighbours, some lines need no search.
    fn recall(&mut self, word: u64) {
        let lopsided = self.is_lopsided(word);
        for ply in plies(self.graph, word) {
            let next = self.graph.normal(ply.next);
            let boxes = self.graph.count_coins(next);
            let known = self.before_search(next);
            if known.lower > -boxes || known.upper < boxes {
                let key = if lopsided { next } else { self.graph.least_image(next).0 };
                self.table.put(key, known, RECALLED);
            }
        }
    }

    /// Searches for a reason why a quiet, normal word is worth at least `t`, even
    /// if that is known: the table then has the move, unless it had to give way.
    pub fn confirm(&mut self, word: u64, t: i32) {
        fn ask<const S: usize>(search: &mut Search<'_>, word: u64, t: i32) {
            let quiet = Quiet::<S>::new(search.graph, word);
            search.at_least(&quiet, quiet.key(), t);
        }
        match self.images(word) {
            1 => ask::<1>(self, word, t),
            4 => ask::<4>(self, word, t),
            _ => ask::<8>(self, word, t),
        }
    }

    /// How many images of the words that come of this one are worth the look.
    fn images(&self, word: u64) -> usize {
        if self.is_lopsided(word) { 1 } else { self.graph.symmetries }
    }

    /// Whether so many lines part a word from each of its images that hardly two
    /// words that come of it are images of one another. Its search then spares
    /// itself the images.
    fn is_lopsided(&self, word: u64) -> bool {
        let images = Quiet::<8>::new(self.graph, word).images;
        !self.by_image
            && images[1..self.graph.symmetries]
                .iter()
                .all(|image| (word & !image).count_ones() >= LOPSIDED)
    }

    /// What is known of a quiet, normal word and of those from which a safe line
    /// leads to it: if they are worth at most `u`, it is worth at least `-u`.
    fn before_search(&self, word: u64) -> Bounds {
        let graph = self.graph;
        let boxes = graph.count_coins(word);
        let mut bounds = self.known(word).unwrap_or(Bounds { lower: -boxes, upper: boxes });
        for string in (0..graph.lines.len()).filter(|&string| word >> string & 1 == 0) {
            let before = word | 1 << string;
            if graph.normal(before) == before
                && graph.count_coins(before) == boxes
                && let Some(known) = self.known(before)
            {
                bounds.lower = bounds.lower.max(-known.upper);
            }
        }
        bounds
    }

    fn narrow<const S: usize>(
        &mut self,
        quiet: &Quiet<S>,
        mut bounds: Bounds,
        guess: i32,
    ) -> Bounds {
        let mut t = guess.clamp(bounds.lower, bounds.upper);
        t += (t - bounds.upper) & 1;
        while bounds.lower < bounds.upper {
            let asked = t.max(bounds.lower + 2);
            let answer = self.at_least(quiet, quiet.key(), asked);
            if self.stopped {
                break;
            }
            if answer {
                bounds.lower = asked;
                t = asked + 2;
            } else {
                bounds.upper = asked - 2;
                t = bounds.upper;
            }
        }
        bounds
    }

    /// What table and book know of a quiet, normal word without any search.
    #[must_use]
    pub fn known(&self, word: u64) -> Option<Bounds> {
        let boxes = self.graph.count_coins(word);
        if boxes == 0 {
            return Some(Bounds { lower: 0, upper: 0 });
        }
        let key = match self.graph.symmetries {
            1 => word,
            4 => Quiet::<4>::new(self.graph, word).key(),
            _ => Quiet::<8>::new(self.graph, word).key(),
        };
        if let Some(value) = self.book.and_then(|book| book.value(key)) {
            return Some(value);
        }
        // Searches of lopsided words keep what they find under the words.
        match (self.table.get(key), self.table.get(word)) {
            (Some(one), Some(other)) => Some(Bounds {
                lower: one.lower.max(other.lower),
                upper: one.upper.min(other.upper),
            }),
            (one, other) => one.or(other),
        }
    }

    /// Whether the value of a quiet word is at least `t`, which has the
    /// parity of the boxes left; `key` is the word's. Meaningless once `stopped`.
    fn at_least<const S: usize>(&mut self, quiet: &Quiet<S>, key: u64, t: i32) -> bool {
        if t > quiet.boxes {
            return false;
        }
        if t <= -quiet.boxes {
            return true;
        }
        self.nodes += 1;
        let pulse = if self.nodes < PULSE { FIRST_PULSE } else { PULSE };
        if self.nodes.is_multiple_of(pulse) && (self.pulse)(self.nodes) {
            self.stopped = true;
        }
        if self.stopped {
            return false;
        }
        let begun = self.nodes;
        let word = quiet.images[0];
        let kept = word.count_ones() >= WORTH_KEEPING;
        let mut bounds = Bounds { lower: -quiet.boxes, upper: quiet.boxes };
        if kept && let Some(known) = self.table.get(key) {
            if known.lower >= t {
                return true;
            }
            if known.upper < t {
                return false;
            }
            bounds = known;
        }
        let answer = self.by_safe_move(quiet, t, kept) || self.by_opening(quiet, t);
        if self.stopped {
            return false;
        }
        if kept {
            if answer {
                bounds.lower = t;
            } else {
                bounds.upper = t - 2;
            }
            self.table.put(key, bounds, self.nodes - begun + 1);
        }
        answer
    }

    /// Whether some line that gives nothing away reaches `t`.
    fn by_safe_move<const S: usize>(&mut self, quiet: &Quiet<S>, t: i32, kept: bool) -> bool {
        let graph = self.graph;
        let word = quiet.images[0];
        let mut moves = [(0u64, 0u8); 64];
        let mut count = 0;
        for string in bits(word & !quiet.hot) {
            if graph.after[string] & word != 0 {
                continue;
            }
            moves[count] = (0, string as u8);
            count += 1;
        }
        // A move that is already known to be good enough ends it; one that is
        // known not to be is struck.
        if kept {
            self.keys.set(&quiet.images, &graph.images, &mut moves[..count]);
            for &(key, _) in &moves[..count] {
                self.table.prefetch(key);
            }
            let mut open = 0;
            for index in 0..count {
                if let Some(known) = self.table.get(moves[index].0) {
                    if known.upper <= -t {
                        return true;
                    }
                    if known.lower > -t {
                        continue;
                    }
                }
                moves[open] = moves[index];
                open += 1;
            }
            count = open;
        }
        if let Some(busy) = self.busy
            && word.count_ones() >= WORTH_SHARING
        {
            return self.by_shared_move(quiet, t, &mut moves[..count], busy);
        }
        for &(key, string) in &moves[..count] {
            let next = quiet.after_safe(graph, string.into());
            if !self.at_least(&next, key, 2 - t) {
                return !self.stopped;
            }
        }
        false
    }

    /// As [`Search::by_safe_move`], with other threads at the same tree: moves
    /// they are busy with come last, and after each move the table may know
    /// what they found.
    fn by_shared_move<const S: usize>(
        &mut self,
        quiet: &Quiet<S>,
        t: i32,
        moves: &mut [(u64, u8)],
        busy: &Busy,
    ) -> bool {
        let graph = self.graph;
        let own = quiet.key();
        let mut put_off = 0;
        for round in 0..2 {
            let open = if round == 0 { moves.len() } else { put_off };
            for index in 0..open {
                let (key, string) = moves[index];
                // The first move is everyone's: if it is good enough, the
                // others need not be searched at all.
                if round == 0 && index > 0 && busy.has(key) {
                    moves[put_off] = moves[index];
                    put_off += 1;
                    continue;
                }
                let next = quiet.after_safe(graph, string.into());
                if !busy.during(key, || self.at_least(&next, key, 2 - t)) {
                    return !self.stopped;
                }
                if let Some(known) = self.table.get(own) {
                    if known.lower >= t {
                        return true;
                    }
                    if known.upper < t {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Whether opening some chain or loop reaches `t`.
    fn by_opening<const S: usize>(&mut self, quiet: &Quiet<S>, t: i32) -> bool {
        let graph = self.graph;
        let word = quiet.images[0];
        let mut left = quiet.hot;
        let mut found = [Chain::free(0, 0, Shape::Loop); 32];
        let mut count = 0;
        // Free chains of one length are all the same move.
        let mut seen_free = 0u64;
        let mut all_free = quiet.hot == word;
        let (mut free, mut loops) = ([0; 64], [0; 16]);
        let (mut free_count, mut loop_count) = (0, 0);
        while left != 0 {
            let chain = chain_at(graph, word, left.trailing_zeros() as usize);
            left &= !chain.run;
            match chain.shape {
                Shape::Free => {
                    free[free_count] = chain.length;
                    free_count += 1;
                    if seen_free >> chain.length & 1 != 0 {
                        continue;
                    }
                    seen_free |= 1 << chain.length;
                }
                Shape::Tied => all_free = false,
                Shape::Loop => {
                    loops[loop_count] = chain.length;
                    loop_count += 1;
                }
            }
            // What is handed over for good already decides some.
            if chain.tail() == 0 || -t - (chain.length - chain.tail()) >= 0 {
                found[count] = chain;
                count += 1;
            }
        }
        if all_free {
            return loony_value(&mut free[..free_count], &mut loops[..loop_count]) >= t;
        }
        if word.count_ones() >= WORTH_ASKING {
            let mut open = 0;
            for index in 0..count {
                let chain = found[index];
                let rest = quiet.after_chain(graph, &chain);
                if let Some(known) = self.table.get(rest.key()) {
                    let known = after_opening(&chain, known);
                    if known.lower >= t {
                        return true;
                    }
                    if known.upper < t {
                        continue;
                    }
                }
                found[open] = chain;
                open += 1;
            }
            count = open;
        }
        found[..count].sort_unstable_by_key(|chain| chain.length);
        for chain in &found[..count] {
            let rest = quiet.after_chain(graph, chain);
            let (key, tail) = (rest.key(), chain.tail());
            let good = if tail == 0 {
                !self.at_least(&rest, key, 2 - t - chain.length)
            } else {
                let slack = -t - (chain.length - tail);
                self.at_least(&rest, key, -slack - tail)
                    && !self.at_least(&rest, key, slack - tail + 2)
            };
            if self.stopped {
                return false;
            }
            if good {
                return true;
            }
        }
        false
    }
}

/// What can be proven about a quiet, normal word, by `threads` threads that
/// share the table, with the nodes of all. `pulse` runs on the calling thread.
/// Threads tell each other what they are at (`abdada`) and meet in the
/// table; the first to finish ends the others.
pub fn prove(
    graph: &Graph,
    table: &Table,
    book: Option<&Book>,
    word: u64,
    guess: i32,
    threads: usize,
    pulse: &mut dyn FnMut(u64) -> bool,
) -> (Bounds, u64) {
    let done = AtomicBool::new(false);
    let others = AtomicU64::new(0);
    let busy = Busy::new();
    let proven: OnceLock<Bounds> = OnceLock::new();
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let (done, others, proven, busy) = (&done, &others, &proven, &busy);
            scope.spawn(move || {
                let mut seen = 0;
                let mut pulse = |nodes: u64| {
                    others.fetch_add(nodes - seen, Ordering::Relaxed);
                    seen = nodes;
                    done.load(Ordering::Relaxed)
                };
                let mut search = Search::new(graph, table, &mut pulse).with_book(book);
                search.busy = Some(busy);
                let bounds = search.quiet_bounds(word, guess);
                if bounds.lower == bounds.upper {
                    proven.get_or_init(|| bounds);
                    done.store(true, Ordering::Relaxed);
                }
            });
        }
        let mut pulse = |nodes: u64| {
            pulse(nodes + others.load(Ordering::Relaxed)) || done.load(Ordering::Relaxed)
        };
        let mut search = Search::new(graph, table, &mut pulse).with_book(book);
        search.busy = (threads > 1).then_some(&busy);
        let bounds = search.quiet_bounds(word, guess);
        let nodes = search.nodes();
        done.store(true, Ordering::Relaxed);
        let nodes = nodes + others.load(Ordering::Relaxed);
        (proven.get().copied().unwrap_or(bounds), nodes)
    })
}
