//! What the solver cannot reach in time: a depth-limited search of quiet
//! words over an estimate by random safe play.
//!
//! The estimate of a word plays safe lines by lot until none is left, lets
//! both sides open the shortest chain from there on, and averages a few such
//! games. It counts in sixteenths of a box. The games of a word are always
//! the same ones, so a search repeats.
//!
//! The search is full width: every legal line that is not a capture has its
//! representative among the safe strings and the chains, captures are
//! resolved on the way, so `depth` plies here are at least as many turns.

use std::ops::ControlFlow;

use sobremesa_kernel::{Rng, mix};

use crate::bits::{bits, nth_one};
use crate::chains::{Chain, Shape, after_opening, chain_at, chains, loony_value};
use crate::graph::{GROUND, Graph, has_two};
use crate::transposition::Bounds;

/// Estimates are counted in this fraction of a box.
pub const SCALE: i32 = 16;

/// Random games per estimate.
const GAMES: i32 = 8;

/// A move of the search: what one ply does to a quiet word.
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// The string to cut.
    pub string: u8,
    /// The chain this opens, if it is not a safe line.
    pub opens: Option<Chain>,
    /// The quiet word after the move, and after the opponent took the chain.
    pub next: u64,
}

impl Ply {
    /// What this ply is worth to the side that plays it, from bounds of the
    /// word it leaves.
    #[must_use]
    pub fn worth(&self, rest: Bounds) -> Bounds {
        match &self.opens {
            Some(chain) => after_opening(chain, rest),
            None => Bounds { lower: -rest.upper, upper: -rest.lower },
        }
    }
}

/// All plies of a quiet normal word: safe strings from the centre outwards,
/// then chains from the shortest.
#[must_use]
pub fn plies(graph: &Graph, word: u64) -> Vec<Ply> {
    let hot = graph.hot(word);
    let mut found: Vec<Ply> = bits(word & !hot)
        .filter(|&string| graph.after[string] & word == 0)
        .map(|string| Ply { string: string as u8, opens: None, next: word & !(1 << string) })
        .collect();
    let safe = found.len();
    found.extend(chains(graph, word).map(|chain| Ply {
        string: opening_string(graph, word, &chain) as u8,
        opens: Some(chain),
        next: word & !chain.strings,
    }));
    found[safe..].sort_by_key(|ply| ply.opens.map_or(0, |chain| chain.length));
    found
}

/// The string that opens a chain best: the one between the coins of a pair,
/// which leaves the opponent no choice; any other chain's first.
#[must_use]
pub fn opening_string(graph: &Graph, word: u64, chain: &Chain) -> usize {
    let inner = bits(chain.run).find(|&string| {
        graph.beside[string]
            .iter()
            .all(|&coin| coin != GROUND && has_two(graph.coins[usize::from(coin)] & word))
    });
    match inner {
        Some(inner) if chain.length == 2 => inner,
        _ => chain.run.trailing_zeros() as usize,
    }
}

/// The estimated value of a quiet word in [`SCALE`]ths of a box.
#[must_use]
pub fn estimate(graph: &Graph, word: u64) -> i32 {
    let hot = graph.hot(word);
    if word & !hot == 0 {
        return SCALE * settle(graph, word);
    }
    let mut rng = Rng::new(mix(word));
    let total: i32 = (0..GAMES).map(|_| playout(graph, word, hot, &mut rng)).sum();
    total * SCALE / GAMES
}

/// Plays safe strings by lot, then settles: the value for the side to move.
pub(crate) fn playout(graph: &Graph, mut word: u64, mut hot: u64, rng: &mut Rng) -> i32 {
    let mut sign = 1;
    loop {
        let safe = word & !hot;
        if safe == 0 {
            return sign * settle(graph, word);
        }
        let string = nth_one(safe, rng.below(safe.count_ones())) as usize;
        word &= !(1 << string);
        for coin in graph.beside[string].into_iter().filter(|&coin| coin != GROUND) {
            let left = graph.coins[usize::from(coin)] & word;
            if has_two(left) {
                hot |= left;
            }
        }
        sign = -sign;
    }
}

/// The value of a word without safe strings when both always open the
/// shortest chain; exact when all chains and loops are free.
fn settle(graph: &Graph, mut word: u64) -> i32 {
    let mut opened: [Chain; 32] = [Chain::free(0, 0, Shape::Free); 32];
    let mut count = 0;
    let mut value = loop {
        let (mut free, mut loops) = ([0; 64], [0; 16]);
        let (mut free_count, mut loop_count) = (0, 0);
        let mut shortest: Option<Chain> = None;
        let mut left = word;
        let mut tied = false;
        while left != 0 {
            let chain = chain_at(graph, word, left.trailing_zeros() as usize);
            left &= !chain.run;
            match chain.shape {
                Shape::Free => {
                    free[free_count] = chain.length;
                    free_count += 1;
                }
                Shape::Loop => {
                    loops[loop_count] = chain.length;
                    loop_count += 1;
                }
                Shape::Tied => tied = true,
            }
            if shortest.is_none_or(|least| chain.length < least.length) {
                shortest = Some(chain);
            }
        }
        match shortest {
            Some(chain) if tied && count < opened.len() => {
                opened[count] = chain;
                count += 1;
                word &= !chain.strings;
            }
            _ => break loony_value(&mut free[..free_count], &mut loops[..loop_count]),
        }
    };
    for chain in opened[..count].iter().rev() {
        value = chain.opened(value);
    }
    value
}

/// What a finished node remembers.
#[derive(Clone, Copy, Default)]
struct Kept {
    word: u64,
    value: i16,
    depth: u8,
    /// 0 empty, 1 exact, 2 at least, 3 at most.
    bound: u8,
    best: u8,
}

/// A depth-limited alpha-beta search.
///
/// Words are searched as the least of their images, so that what is found of
/// one serves them all: of the lines of an empty square board one in eight is
/// looked at.
pub struct Estimator<'a> {
    graph: &'a Graph,
    kept: Vec<Kept>,
    /// Words that were estimated, with their estimates: most leaves are met by
    /// several orders of the same lines, and estimating is most of the work.
    estimated: Vec<(u64, i32)>,
    /// Called now and then with the nodes so far.
    pulse: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    /// Words visited so far.
    pub nodes: u64,
    stopped: bool,
    /// Whether the last search met a leaf that was only estimated.
    pub guessed: bool,
    /// Whether leaves count as even, so that only boxes won on the way count.
    boxes_only: bool,
}

/// A line may make hot, beside itself, the two strings left of each of the two
/// coins it ties: of this many safe strings there are fewer after it, at most.
const SPOILT: u32 = 5;

impl std::fmt::Debug for Estimator<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Estimator({} nodes)", self.nodes)
    }
}

const KEPT_BITS: u32 = 18;

impl<'a> Estimator<'a> {
    /// An estimator for words of `graph` that asks `pulse` now and then whether to go
    /// on.
    pub fn new(
        graph: &'a Graph,
        pulse: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Estimator<'a> {
        let kept = vec![Kept::default(); 1 << KEPT_BITS];
        let estimated = vec![(0, 0); 1 << KEPT_BITS];
        Estimator {
            graph,
            kept,
            estimated,
            pulse,
            nodes: 0,
            stopped: false,
            guessed: false,
            boxes_only: false,
        }
    }

    /// A search that estimates nothing: what counts are the boxes won and lost
    /// within its depth, as in the plain minimax of the course.
    pub fn of_boxes(
        graph: &'a Graph,
        pulse: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Estimator<'a> {
        Estimator { boxes_only: true, ..Estimator::new(graph, pulse) }
    }

    /// What a ply is worth to the side that plays it, `depth` plies on and
    /// within the window; `None` when stopped. All in [`SCALE`]ths.
    pub fn ply_value(&mut self, ply: &Ply, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        let value = self.after(ply, depth, alpha, beta);
        (!self.stopped).then_some(value)
    }

    fn after(&mut self, ply: &Ply, depth: u32, alpha: i32, beta: i32) -> i32 {
        let (next, _) = self.graph.least_image(self.graph.normal(ply.next));
        let Some(chain) = ply.opens else {
            return -self.search(next, depth, -beta, -alpha);
        };
        let (length, tail) = (chain.length * SCALE, chain.tail() * SCALE);
        if tail == 0 {
            return -(length + self.search(next, depth, -beta - length, -alpha - length));
        }
        // What the opponent keeps for sure bounds it already.
        let slack = -alpha - (length - tail);
        if slack <= 0 {
            return tail - length;
        }
        let rest = self.search(next, depth, -slack - tail, slack - tail);
        -(length - tail + (tail + rest).abs())
    }

    fn search(&mut self, word: u64, depth: u32, mut alpha: i32, mut beta: i32) -> i32 {
        if word == 0 {
            return 0;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(64) && (self.pulse)(self.nodes).is_break() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        // While there are safe lines for all plies, nobody need lose a box.
        if self.boxes_only
            && (depth == 0 || (word & !self.graph.hot(word)).count_ones() > SPOILT * depth)
        {
            self.guessed = true;
            return 0;
        }
        let slot = (mix(word) >> (64 - KEPT_BITS)) as usize;
        if depth == 0 {
            self.guessed = true;
            let place = &mut self.estimated[slot];
            if place.0 != word {
                *place = (word, estimate(self.graph, word));
            }
            return place.1;
        }
        let known = self.kept[slot];
        let mut first = u8::MAX;
        if known.bound != 0 && known.word == word {
            first = known.best;
            if u32::from(known.depth) == depth {
                self.guessed = true;
                let value = i32::from(known.value);
                match known.bound {
                    1 => return value,
                    2 if value >= beta => return value,
                    3 if value <= alpha => return value,
                    2 => alpha = alpha.max(value),
                    _ => beta = beta.min(value),
                }
            }
        }
        let mut moves = plies(self.graph, word);
        if let Some(at) = moves.iter().position(|ply| ply.string == first) {
            moves[..=at].rotate_right(1);
        }
        let (mut best, mut best_string, mut floor) = (i32::MIN, 0, alpha);
        for ply in &moves {
            let value = self.after(ply, depth - 1, floor, beta);
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, best_string) = (value, ply.string);
                floor = floor.max(value);
                if value >= beta {
                    break;
                }
            }
        }
        let bound = match best {
            _ if best >= beta => 2,
            _ if best <= alpha => 3,
            _ => 1,
        };
        let value = best as i16;
        self.kept[slot] = Kept { word, value, depth: depth as u8, bound, best: best_string };
        best
    }
}
