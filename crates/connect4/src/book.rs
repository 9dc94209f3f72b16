//! The opening book: the exact score of every position of the first plies of
//! the usual board, made by `cargo xtask book connect4`.
//!
//! A position and its mirror image share an entry. Entries are sorted by key,
//! a number written in base 3 (see [`key`]): positions of the same ply lie
//! close together, and the step from one key to the next takes little more
//! than a byte.
//!
//! ```text
//! "C4BOOK" │ version │ 0 │ checksum (8 bytes) │ entries (4 bytes) │ step, score │ step, score …
//! ```
//!
//! Numbers are little-endian; a step is of variable length (7 bits a byte, low
//! first), a score one signed byte.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::AtomicBool;

use sobremesa_kernel::{Position as _, mix};
use sobremesa_search::{put_varint, take_varint};

use crate::board::ones;
use crate::{Board, Position, Rules, Shape, Solver, Standard};

/// Scores of the positions of the first plies.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    /// Ascending.
    keys: Vec<u32>,
    /// Those of the keys, in their order.
    scores: Vec<i8>,
}

const MAGIC: &[u8; 6] = b"C4BOOK";
const VERSION: u8 = 2;
const CHECKED_FROM: usize = MAGIC.len() + 2 + 8;

impl Book {
    /// The longest game of which a key is made: seven columns and so many pieces
    /// are digits in base 3, and all are to fit in 32 bits.
    pub const MOST_PLIES: u32 = 12;

    /// The book that comes with this crate; an empty one without the feature
    /// `book`.
    pub fn shipped() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        #[cfg(feature = "book")]
        let read = || {
            Book::read(include_bytes!("../data/book.bin"))
                .expect("the shipped book is whole: a test reads it")
        };
        #[cfg(not(feature = "book"))]
        let read = Book::default;
        BOOK.get_or_init(read)
    }

    /// The number of positions, mirror images counted once.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The score of a position for its side to move, if it is in the book.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i32> {
        let at = self.keys.binary_search(&key(position)?).ok()?;
        Some(self.scores[at].into())
    }

    /// Takes in scores; a position too deep for a book is ignored.
    pub fn extend(&mut self, scores: impl IntoIterator<Item = (Position, i32)>) {
        let found = scores.into_iter().filter_map(|(at, score)| Some((key(&at)?, score as i8)));
        let known = self.keys.drain(..).zip(self.scores.drain(..));
        // The sort is stable: of two scores for a key the older stays.
        let mut entries: Vec<(u32, i8)> = known.chain(found).collect();
        entries.sort_by_key(|entry| entry.0);
        entries.dedup_by_key(|entry| entry.0);
        (self.keys, self.scores) = entries.into_iter().unzip();
    }

    /// What a position scores at least for its side to move, if one of the
    /// positions it may have come from is in the book.
    #[must_use]
    pub fn least(&self, position: &Position) -> Option<i32> {
        let board = position.board();
        (1..=position.rules().columns())
            .filter_map(|column| board.lifted(column))
            .filter_map(|parent| Position::from_board(parent).ok())
            .filter(|parent| parent.outcome().is_none())
            .filter_map(|parent| self.score(&parent))
            .map(|score| -score)
            .max()
    }

    /// The exact score, from the book or else by search, which need not prove
    /// again what the book says of the positions before. `None` when halted.
    pub fn solve(
        &self,
        solver: &mut Solver,
        position: &Position,
        halt: &AtomicBool,
    ) -> Option<i32> {
        if let Some(score) = self.score(position) {
            return Some(score);
        }
        match self.least(position) {
            Some(least) => solver.score_above(position, least, halt),
            None => solver.score(position, halt),
        }
    }

    /// The same for a score that is known to be `least` or more.
    pub fn solve_above(
        &self,
        solver: &mut Solver,
        position: &Position,
        least: i32,
        halt: &AtomicBool,
    ) -> Option<i32> {
        self.score(position).or_else(|| {
            let least = self.least(position).map_or(least, |known| known.max(least));
            solver.score_above(position, least, halt)
        })
    }

    /// The positions of a ply up to mirror image, in no particular order.
    #[must_use]
    pub fn positions(ply: usize) -> Vec<Position> {
        let codes = levels().nth(ply).unwrap_or_default();
        codes.into_iter().map(position).collect()
    }

    /// The positions of a ply up to mirror image in the order of a walk
    /// through the tree: neighbours have much in common, so that solving one
    /// after another with one table is cheap.
    #[must_use]
    pub fn walk(ply: usize) -> Vec<Position> {
        let mut level = vec![Position::start(&Rules::STANDARD)];
        for _ in 0..ply {
            let mut seen = HashSet::new();
            level = level.iter().flat_map(Position::replies).collect();
            level.retain(|position| seen.insert(code(position)));
        }
        level
    }

    /// The deepest ply of which, as of those before it, every position is
    /// known; `None` if not even the empty board is. Lists them all.
    #[must_use]
    pub fn complete(&self) -> Option<usize> {
        let whole =
            |codes: &Vec<u64>| codes.iter().all(|&code| self.score(&position(code)).is_some());
        levels().take_while(whole).count().checked_sub(1)
    }

    /// The book as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut entries = (self.keys.len() as u32).to_le_bytes().to_vec();
        let mut last = 0;
        for (&key, &score) in self.keys.iter().zip(&self.scores) {
            put_varint(&mut entries, (key - last).into());
            last = key;
            entries.push(score as u8);
        }
        let mut file = MAGIC.to_vec();
        file.extend([VERSION, 0]);
        file.extend(checksum(&entries).to_le_bytes());
        file.extend(entries);
        file
    }

    /// Reads a file that [`Book::write`] made; the error says what is wrong.
    pub fn read(file: &[u8]) -> Result<Book, &'static str> {
        const SHORT: &str = "a book with too few or too many scores";
        let Some((head, entries)) = file.split_at_checked(CHECKED_FROM) else {
            return Err("not a Connect 4 book");
        };
        if &head[..MAGIC.len()] != MAGIC {
            return Err("not a Connect 4 book");
        }
        if head[MAGIC.len()] != VERSION {
            return Err("a book of another version");
        }
        if head[CHECKED_FROM - 8..] != checksum(entries).to_le_bytes() {
            return Err("a damaged book: its checksum differs");
        }
        let (&count, entries) = entries.split_first_chunk::<4>().ok_or(SHORT)?;
        let count = u32::from_le_bytes(count) as usize;
        if count > entries.len() / 2 {
            return Err(SHORT);
        }
        let mut book = Book { keys: Vec::with_capacity(count), scores: Vec::with_capacity(count) };
        let mut bytes = entries.iter().copied();
        let mut key = 0u32;
        for _ in 0..count {
            let step = take_varint(&mut bytes).ok_or(SHORT)?;
            let next = u32::try_from(step).ok().and_then(|step| key.checked_add(step));
            key = next.ok_or("a book out of order")?;
            book.keys.push(key);
            book.scores.push(bytes.next().ok_or(SHORT)? as i8);
        }
        if bytes.next().is_some() {
            return Err(SHORT);
        }
        if !book.keys.is_sorted_by(|a, b| a < b) {
            return Err("a book out of order");
        }
        Ok(book)
    }
}

/// What names a position and its mirror image in the book, `None` on boards
/// of another size and deep in a game. Digits in base 3: column by column from
/// the bottom 1 for a piece of the side to move and 2 for one of its rival,
/// after each column 0; of the position and its image the smaller number.
fn key(position: &Position) -> Option<u32> {
    if position.rules() != &Rules::STANDARD || position.plies() > Book::MOST_PLIES {
        return None;
    }
    let (own, occupied) = (position.own(), position.board().occupied());
    let lane = |key: u32, column: u32| {
        let digits = ones(occupied & Standard.column(column))
            .fold(key, |key, cell| 3 * key + if own & cell != 0 { 1 } else { 2 });
        3 * digits
    };
    let columns = 0..Standard.columns();
    Some(columns.clone().fold(0, lane).min(columns.rev().fold(0, lane)))
}

/// The name of a position and of its mirror image.
fn code(position: &Position) -> u64 {
    code_of(position.own(), position.board().occupied())
}

fn code_of(own: u64, occupied: u64) -> u64 {
    let code = own + occupied;
    code.min(Standard.mirror(code))
}

/// The own pieces and the occupied cells of the position that a code names.
fn decode(code: u64) -> (u64, u64) {
    let stride = Standard.stride();
    (0..Standard.columns()).fold((0, 0), |(own, occupied), column| {
        // In a column of `n` pieces the occupied cells are 2ⁿ − 1, and the
        // own pieces between 0 and that.
        let lane = code >> (column * stride) & ((1 << stride) - 1);
        let full = (1 << (lane + 1).ilog2()) - 1;
        (own | (lane - full) << (column * stride), occupied | full << (column * stride))
    })
}

fn position(code: u64) -> Position {
    let (own, occupied) = decode(code);
    let rival = own ^ occupied;
    let stones = if occupied.count_ones().is_multiple_of(2) { [own, rival] } else { [rival, own] };
    let board = Board::from_stones(Rules::STANDARD, stones);
    Position::from_board(board).expect("both sides have moved in turn")
}

/// The codes of each ply, sorted.
fn levels() -> impl Iterator<Item = Vec<u64>> {
    std::iter::successors(Some(vec![0]), |level| Some(successors(level)))
}

/// The codes one ply after these. A finished game has none.
fn successors(level: &[u64]) -> Vec<u64> {
    let mut next = Vec::with_capacity(4 * level.len());
    for &code in level {
        let (own, occupied) = decode(code);
        let rival = own ^ occupied;
        if !Standard.has_line(rival) {
            let played = ones(Standard.playable(occupied));
            next.extend(played.map(|played| code_of(rival, occupied | played)));
        }
    }
    next.sort_unstable();
    next.dedup();
    next
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |sum, &byte| mix(sum ^ u64::from(byte)))
}
