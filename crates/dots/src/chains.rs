//! Chains, loops, forced captures, and endgames that need no search.
//!
//! A *chain* is a run of coins with two strings each, between two ends that
//! are the ground or coins with more strings; a *loop* is such a run that
//! closes on itself. Whoever cuts a string of one hands all its coins to the
//! opponent, who may take them all and then has to move, or leave the last
//! two (four of a loop) and let the other side move:
//!
//! V(chain of L ≥ 3 opened) = −(L − 2 + |2 + V(T)|), of a loop
//! −(L − 4 + |4 + V(T)|), and of one or two coins, which cannot be left in
//! such a way if cut in the middle, −(L + V(T)); T is the rest.

use crate::graph::{GROUND, Graph, has_one, has_two};
use crate::transposition::Bounds;

/// A chain or loop of a quiet word (one where no coin can be taken).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Its own strings, those that tie its ends included: to cut any of them
    /// is the same move.
    pub run: u64,
    /// The strings that go when the chain has been opened and taken: `run`,
    /// and more where taking it lets the taker go on.
    pub strings: u64,
    /// Coins taken with it.
    pub length: i32,
    /// What it hangs on.
    pub shape: Shape,
    /// The coins at both ends, [`GROUND`] if none; of a loop both are ground.
    pub ends: [u8; 2],
}

/// How a run of coins hangs together with the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Between the ground and the ground: nothing else depends on it.
    Free,
    /// With at least one end at a coin that has more strings.
    Tied,
    /// Closed in itself.
    Loop,
}

impl Chain {
    /// A free chain or loop.
    #[must_use]
    pub const fn free(strings: u64, length: i32, shape: Shape) -> Chain {
        Chain { run: strings, strings, length, shape, ends: [GROUND; 2] }
    }

    /// Coins the opponent can leave to pass the move back.
    #[inline]
    #[must_use]
    pub const fn tail(&self) -> i32 {
        match self.shape {
            Shape::Loop => 4,
            _ if self.length >= 3 => 2,
            _ => 0,
        }
    }

    /// What opening this chain is worth to the side that opens it when the
    /// rest is worth `rest` to the side that moves there.
    #[inline]
    #[must_use]
    pub const fn opened(&self, rest: i32) -> i32 {
        match self.tail() {
            0 => -(self.length + rest),
            tail => -(self.length - tail + (tail + rest).abs()),
        }
    }
}

/// The chain or loop that a hot string of a quiet word belongs to.
///
/// A chain that leaves and enters the same coin of three strings takes that
/// coin along and goes on through its third string.
#[must_use]
pub fn chain_at(graph: &Graph, word: u64, string: usize) -> Chain {
    let mut strings = 1 << string;
    let mut length = 0;
    let mut ends = graph.beside[string];
    for end in &mut ends {
        let mut via = string;
        while *end != GROUND {
            let left = graph.coins[usize::from(*end)] & word;
            if !has_two(left) {
                break;
            }
            length += 1;
            via = (left & !(1 << via)).trailing_zeros() as usize;
            if via == string {
                return Chain::free(strings, length, Shape::Loop);
            }
            strings |= 1 << via;
            *end = graph.other_end(via, *end);
        }
    }
    let run = strings;
    if ends[0] == ends[1] && ends[0] != GROUND {
        let mut coin = ends[0];
        loop {
            let left = graph.coins[usize::from(coin)] & word & !strings;
            if !has_one(left) {
                break;
            }
            length += 1;
            strings |= left;
            coin = graph.other_end(left.trailing_zeros() as usize, coin);
            if coin == GROUND {
                break;
            }
        }
        ends = [coin; 2];
    }
    let shape = if ends == [GROUND; 2] { Shape::Free } else { Shape::Tied };
    Chain { run, strings, length, shape, ends }
}

/// All chains and loops of a quiet word.
pub fn chains(graph: &Graph, word: u64) -> impl Iterator<Item = Chain> + '_ {
    let mut left = graph.hot(word);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let chain = chain_at(graph, word, left.trailing_zeros() as usize);
        left &= !chain.run;
        Some(chain)
    })
}

/// The value of a quiet word whose chains and loops are all free, from their
/// lengths: the smaller of a kind is opened first, so it remains to choose
/// between the next chain and the next loop. Both slices are sorted here.
#[must_use]
pub fn loony_value(chains: &mut [i32], loops: &mut [i32]) -> i32 {
    chains.sort_unstable();
    loops.sort_unstable();
    let mut row = [0; 65];
    for i in (0..=chains.len()).rev() {
        for j in (0..=loops.len()).rev() {
            let by_chain =
                chains.get(i).map(|&length| Chain::free(0, length, Shape::Free).opened(row[j]));
            let by_loop =
                loops.get(j).map(|&length| Chain::free(0, length, Shape::Loop).opened(row[j + 1]));
            row[j] = by_chain.max(by_loop).unwrap_or(0);
        }
    }
    row[0]
}

/// A word in which coins can be taken, after all captures that are surely
/// right: V = taken + |tail + V(rest)|, or taken + V(rest) without a tail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Captures {
    /// The strings to cut at once, in order.
    pub sure: Vec<usize>,
    /// Coins they take.
    pub taken: i32,
    /// What may be taken or left, if there is a choice.
    pub tail: Option<Tail>,
    /// The word without what was and can be taken: a quiet one.
    pub rest: u64,
}

/// Two or four coins that can be taken, or left so that the opponent has to
/// take them and then move in the rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tail {
    /// How many.
    pub coins: i32,
    /// The string that starts to take them.
    pub take: usize,
    /// The string that leaves them.
    pub leave: usize,
}

impl Captures {
    /// The value of the word from the value of [`Captures::rest`].
    #[must_use]
    pub fn value(&self, rest: i32) -> i32 {
        match self.tail {
            None => self.taken + rest,
            Some(tail) => self.taken + (tail.coins + rest).abs(),
        }
    }
}

/// Resolves all captures of any word; of a quiet one there are none.
#[must_use]
pub fn captures(graph: &Graph, word: u64) -> Captures {
    let mut found = Captures { sure: Vec::new(), taken: 0, tail: None, rest: word };
    loop {
        let (mut two, mut four, mut next) = (Vec::new(), Vec::new(), None);
        for coin in 0..graph.coins.len() {
            match look(graph, found.rest, coin as u8) {
                Look::Nothing => {}
                Look::Sure(string) => {
                    next = Some(string);
                    break;
                }
                Look::Two(tail) => two.push(tail),
                Look::Four(tail) => four.push(tail),
            }
        }
        // A loop's tail is seen from both its ends.
        four.sort_by_key(|tail| tail.leave);
        four.dedup_by_key(|tail| tail.leave);
        // Only one tail can be left; the smaller kind is the better one.
        let next = next.or_else(|| match (two.len(), four.len()) {
            (0, 0 | 1) | (1, 0) => None,
            (_, 0) => Some(two[0].take),
            _ => Some(four[0].take),
        });
        let Some(string) = next else {
            found.tail = two.first().or(four.first()).copied();
            if let Some(tail) = found.tail {
                found.rest &= !tail_strings(graph, found.rest, tail);
            }
            return found;
        };
        let left = found.rest & !(1 << string);
        for &end in graph.beside[string].iter().filter(|&&end| end != GROUND) {
            found.taken += i32::from(graph.coins[usize::from(end)] & left == 0);
        }
        found.sure.push(string);
        found.rest = left;
    }
}

enum Look {
    Nothing,
    Sure(usize),
    Two(Tail),
    Four(Tail),
}

/// What a coin offers: it can be taken if it has one string left.
fn look(graph: &Graph, word: u64, coin: u8) -> Look {
    let strings = |coin: u8| {
        if coin == GROUND { 0 } else { graph.coins[usize::from(coin)] & word }
    };
    let bit = |word: u64| word.trailing_zeros() as usize;
    let own = strings(coin);
    if !has_one(own) {
        return Look::Nothing;
    }
    let take = bit(own);
    let second = graph.other_end(take, coin);
    if !has_two(strings(second)) {
        return Look::Sure(take);
    }
    let between = bit(strings(second) & !own);
    let third = graph.other_end(between, second);
    if third == GROUND || !(has_one(strings(third)) || has_two(strings(third))) {
        return Look::Two(Tail { coins: 2, take, leave: between });
    }
    if has_two(strings(third)) {
        let last = bit(strings(third) & !(1 << between));
        let fourth = graph.other_end(last, third);
        if fourth != GROUND && has_one(strings(fourth)) {
            return Look::Four(Tail { coins: 4, take, leave: between });
        }
    }
    Look::Sure(take)
}

/// The strings that go with a tail.
fn tail_strings(graph: &Graph, word: u64, tail: Tail) -> u64 {
    let ends = graph.beside[tail.leave];
    if tail.coins == 2 {
        1 << tail.take | 1 << tail.leave
    } else {
        ends.iter().fold(0, |set, &coin| set | graph.coins[usize::from(coin)] & word)
    }
}

/// Bounds of the value of opening a chain from bounds of the rest.
pub(crate) fn after_opening(chain: &Chain, rest: Bounds) -> Bounds {
    let (a, b) = (chain.opened(rest.lower), chain.opened(rest.upper));
    let tail = chain.tail();
    let peak = tail != 0 && rest.lower <= -tail && -tail <= rest.upper;
    Bounds { lower: a.min(b), upper: if peak { tail - chain.length } else { a.max(b) } }
}
