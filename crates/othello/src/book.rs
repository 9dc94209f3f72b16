//! The opening book: what moves near the start are worth, found by long
//! searches with `cargo xtask book othello`.
//!
//! A position is *open* when the book has a value for each of its moves. The
//! start is open, and every other open position is reached from it by moves
//! of open positions, so that no board needs to be written: the file lists
//! open positions in the order in which they are found from the start, and of
//! each one byte a move.
//!
//! ```text
//! "SOBK" | version u8 | depth u8 | open positions u32 | checksum u64 | deflate(moves …)
//! a move: value + 63 in the low seven bits, 128 if it leads to an open position
//! ```
//! little endian; the checksum is FNV-1a of what is compressed. A position
//! stands for all its symmetries, and is kept as the least of them; its moves
//! are in the order of their squares there.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

use sobremesa_search::fnv1a;

use crate::board::{Board, squares, symmetry};

const MAGIC: &[u8; 4] = b"SOBK";
const VERSION: u8 = 1;
const HEADER: usize = 18;

/// The largest value that a byte of the file can hold.
const MOST: i8 = 63;

/// The most positions a file may have: a book is small.
const MOST_OPEN: usize = 1 << 20;

/// A move and what it is worth to who makes it, in discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Where the disc goes, 0 is `a1`.
    pub square: usize,
    /// What it is worth to who plays it, in discs.
    pub value: i32,
}

/// Opening positions with their moves' values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Plies of search behind every value.
    depth: u32,
    /// The values of the moves of every open position.
    open: HashMap<Board, Vec<i8>>,
}

impl Book {
    /// The book that comes with this crate; an empty one without the feature
    /// `book`.
    #[must_use]
    pub fn shipped() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        #[cfg(feature = "book")]
        let read = || {
            Book::read(include_bytes!("../data/book.bin"))
                .expect("the shipped book is whole: a test reads it")
        };
        #[cfg(not(feature = "book"))]
        let read = || Book::new(0);
        BOOK.get_or_init(read)
    }

    /// A book in which nothing is open yet, for searches of `depth` plies (up
    /// to 60).
    #[must_use]
    pub fn new(depth: u32) -> Book {
        Book { depth: depth.min(60), open: HashMap::new() }
    }

    /// How deep the searches were, in plies.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// How many positions are open.
    #[must_use]
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether no position is open.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Every move of an open position, best first; `None` of other positions.
    #[must_use]
    pub fn moves(&self, board: Board) -> Option<Vec<BookMove>> {
        let (least, which) = canonical(board);
        let values = self.open.get(&least)?;
        let names: Vec<usize> = squares(least.moves()).collect();
        let mut moves: Vec<BookMove> = squares(board.moves())
            .filter_map(|square| {
                let name = symmetry(1 << square, which).trailing_zeros() as usize;
                let at = names.iter().position(|&n| n == name)?;
                Some(BookMove { square, value: values[at].into() })
            })
            .collect();
        moves.sort_by_key(|m| -m.value);
        Some(moves)
    }

    /// How the game goes on with the best moves of open positions.
    pub fn line(&self, mut board: Board) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let square = self.moves(board)?.first()?.square;
            board = board.after(square, board.flips(square));
            Some(square)
        })
    }

    /// Opens a position with the values of its moves, in the order of its
    /// squares. It must be the least of its symmetries, and have a move.
    pub fn open(&mut self, board: Board, values: &[i32]) {
        assert_eq!(board, board.canonical());
        assert_eq!(board.moves().count_ones() as usize, values.len());
        let most = i32::from(MOST);
        self.open.insert(board, values.iter().map(|v| (*v).clamp(-most, most) as i8).collect());
    }

    /// Values moves to open positions by what follows: the best of the moves
    /// there.
    pub fn refine(&mut self) {
        let mut boards: Vec<Board> = self.open.keys().copied().collect();
        // Fuller boards first: what follows is known when it is asked for.
        boards.sort_by_key(|board| board.empties());
        for board in boards {
            let best = |child: Board| {
                self.open.get(&child.canonical()).and_then(|values| values.iter().max()).copied()
            };
            let found: Vec<Option<i8>> = children(board).map(best).collect();
            if let Some(values) = self.open.get_mut(&board) {
                for (value, best) in values.iter_mut().zip(found) {
                    *value = best.map_or(*value, |best| -best);
                }
            }
        }
    }

    /// The open positions in the order in which they are found from the
    /// start, each with its moves' values.
    pub fn walk(&self) -> impl Iterator<Item = (Board, &[i8])> {
        let mut found = vec![Board::START.canonical()];
        let mut seen: HashSet<Board> = found.iter().copied().collect();
        let mut at = 0;
        while let Some(&board) = found.get(at) {
            at += 1;
            if !self.open.contains_key(&board) {
                continue;
            }
            for child in children(board).map(Board::canonical) {
                if self.open.contains_key(&child) && seen.insert(child) {
                    found.push(child);
                }
            }
        }
        found
            .into_iter()
            .filter_map(|board| self.open.get(&board).map(|values| (board, values.as_slice())))
    }

    /// The book as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut count = 0u32;
        for (board, values) in self.walk() {
            count += 1;
            for (child, value) in children(board).zip(values) {
                let open = self.open.contains_key(&child.canonical());
                bytes.push((value + MOST) as u8 | if open { 128 } else { 0 });
            }
        }
        let mut file = Vec::from(MAGIC);
        file.extend([VERSION, self.depth as u8]);
        file.extend(count.to_le_bytes());
        file.extend(fnv1a(&bytes).to_le_bytes());
        file.extend(miniz_oxide::deflate::compress_to_vec(&bytes, 9));
        file
    }

    /// Reads what [`write`](Book::write) wrote; the error says what is wrong.
    pub fn read(file: &[u8]) -> Result<Book, &'static str> {
        if file.len() < HEADER || &file[..4] != MAGIC {
            return Err("not an Othello book (SOBK)");
        }
        let number = |range: std::ops::Range<usize>| {
            file[range].iter().rev().fold(0u64, |n, &byte| n << 8 | u64::from(byte))
        };
        if file[4] != VERSION {
            return Err("a book of another version");
        }
        if file[5] > 60 {
            return Err("a depth that no search has");
        }
        let count = number(6..10) as usize;
        if count > MOST_OPEN {
            return Err("more positions than a book may have");
        }
        // No position has more than 34 moves.
        let bytes =
            miniz_oxide::inflate::decompress_to_vec_with_limit(&file[HEADER..], 34 * count + 1)
                .map_err(|_| "damaged data")?;
        if fnv1a(&bytes) != number(10..18) {
            return Err("a wrong checksum");
        }
        let mut bytes = bytes.into_iter();
        let mut book = Book::new(file[5].into());
        let mut found = vec![Board::START.canonical()];
        let mut seen: HashSet<Board> = found.iter().copied().collect();
        for at in 0..count {
            let board = *found.get(at).ok_or("positions that are not reached from the start")?;
            let mut values = Vec::new();
            for child in children(board) {
                let byte = bytes.next().ok_or("fewer moves than its positions have")?;
                let value = (byte & 127) as i8 - MOST;
                if value > MOST {
                    return Err("a value out of range");
                }
                values.push(value);
                let child = child.canonical();
                if byte & 128 != 0 && seen.insert(child) {
                    found.push(child);
                }
            }
            if values.is_empty() {
                return Err("a position without a move");
            }
            book.open.insert(board, values);
        }
        if bytes.next().is_some() || found.len() != count.max(1) {
            return Err("more moves than its positions have");
        }
        Ok(book)
    }
}

/// The boards after each move, in the order of the squares.
fn children(board: Board) -> impl Iterator<Item = Board> {
    squares(board.moves()).map(move |square| board.after(square, board.flips(square)))
}

/// The least of the symmetric boards, and which of them it is.
fn canonical(board: Board) -> (Board, usize) {
    (0..8).map(|which| (board.symmetry(which), which)).min().unwrap_or((board, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sobremesa_kernel::Rng;

    /// A book of a few plies whose values are random.
    fn some() -> Book {
        let mut rng = Rng::new(3);
        let mut book = Book::new(12);
        let mut boards = vec![Board::START.canonical()];
        for _ in 0..60 {
            let board = boards[rng.below(boards.len() as u32) as usize];
            if book.open.contains_key(&board) || board.moves() == 0 {
                continue;
            }
            let values: Vec<i32> = children(board).map(|_| rng.below(41) as i32 - 20).collect();
            book.open(board, &values);
            boards.extend(children(board).map(Board::canonical));
        }
        book.refine();
        book
    }

    #[test]
    fn a_book_reads_back_and_damage_is_refused() {
        let book = some();
        assert!(book.len() > 10);
        let file = book.write();
        assert_eq!(Book::read(&file).as_ref(), Ok(&book));
        assert!(Book::read(&[]).is_err());
        for at in (0..5).chain(6..file.len()) {
            let mut other = file.clone();
            other[at] ^= 0x10;
            assert!(Book::read(&other).is_err(), "damage at {at} passes");
            assert!(Book::read(&file[..at]).is_err(), "{at} bytes pass");
        }
        let none = Book::new(3);
        assert_eq!(Book::read(&none.write()), Ok(none));
    }

    #[test]
    fn every_symmetry_has_the_same_moves() {
        let book = some();
        for (board, _) in book.walk() {
            let moves = book.moves(board).expect("open");
            assert_eq!(moves.len(), board.moves().count_ones() as usize);
            for which in 1..8 {
                let other = book.moves(board.symmetry(which)).expect("open");
                for m in &moves {
                    let square = symmetry(1 << m.square, which);
                    let there = other.iter().find(|o| 1 << o.square == square);
                    // A board that is its own image may name a move in two ways.
                    assert!(there.is_some_and(|o| o.value == m.value) || is_own_image(board));
                }
            }
        }
        assert_eq!(book.moves(Board::START.after(19, Board::START.flips(19))).is_some(), {
            let child = children(Board::START).next().expect("a move").canonical();
            book.open.contains_key(&child)
        });
    }

    fn is_own_image(board: Board) -> bool {
        (1..8).any(|which| board.symmetry(which) == board)
    }

    #[test]
    fn moves_are_worth_what_follows() {
        let book = some();
        for (board, values) in book.walk() {
            for (child, &value) in children(board).zip(values) {
                if let Some(next) = book.open.get(&child.canonical()) {
                    assert_eq!(Some(-value), next.iter().max().copied());
                }
            }
        }
    }

    #[test]
    fn the_shipped_book_is_whole() {
        let book = Book::read(include_bytes!("../data/book.bin")).expect("whole");
        assert!(book.moves(Board::START).is_some_and(|moves| moves.len() == 4));
    }
}
