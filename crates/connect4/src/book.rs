//! The opening book: the exact score of every position of the first plies of
//! the usual board, made by `cargo xtask book connect4`.
//!
//! Positions up to mirror image can be listed again at any time, ply by ply
//! and sorted by code, so the file holds scores alone, one byte each:
//!
//! ```text
//! "C4BOOK" │ version │ plies │ checksum (8 bytes, little endian) │ scores of ply 0, 1, …
//! ```
//!
//! A byte is the score plus 128; 0 stands for a score not yet known: the first
//! plies are complete ([`Book::complete`]), of deeper ones a part may be known.

use std::collections::HashSet;
use std::sync::OnceLock;

use sobremesa_kernel::{Position as _, mix};

use crate::board::ones;
use crate::{Board, Position, Rules, Shape, Standard};

/// Scores of the positions of the first plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    plies: Vec<Ply>,
}

/// The positions of a ply up to mirror image, by code, with their scores.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ply {
    codes: Vec<u64>,
    scores: Vec<Option<i8>>,
}

const MAGIC: &[u8; 6] = b"C4BOOK";
const VERSION: u8 = 1;
const HEADER: usize = MAGIC.len() + 2 + 8;
const ZERO: i16 = 128;

/// The deepest book there may be: its file would be of 12 MB.
const MOST_PLIES: usize = 11;

impl Book {
    /// The book that Sobremesa carries.
    pub fn shipped() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| {
            Book::read(include_bytes!("../data/book.bin"))
                .expect("the shipped book is whole: a test reads it")
        })
    }

    /// A book of so many plies in which nothing is known.
    #[must_use]
    pub fn blank(plies: usize) -> Book {
        let plies = levels()
            .take(plies.min(MOST_PLIES) + 1)
            .map(|codes| Ply { scores: vec![None; codes.len()], codes })
            .collect();
        Book { plies }
    }

    /// The deepest ply it has room for.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.plies.len() - 1
    }

    /// The score of a position for its side to move, if it is in the book.
    #[must_use]
    pub fn score(&self, position: &Position) -> Option<i32> {
        if position.rules() != &Rules::STANDARD {
            return None;
        }
        let ply = self.plies.get(position.plies() as usize)?;
        let at = ply.codes.binary_search(&code(position)).ok()?;
        ply.scores[at].map(i32::from)
    }

    /// Writes a score into the book; a position it does not cover is ignored.
    pub fn set(&mut self, position: &Position, score: i32) {
        if let Some(ply) = self.plies.get_mut(position.plies() as usize)
            && let Ok(at) = ply.codes.binary_search(&code(position))
        {
            ply.scores[at] = Some(score as i8);
        }
    }

    /// The positions of a ply up to mirror image, in the order of the file.
    #[must_use]
    pub fn positions(&self, ply: usize) -> Vec<Position> {
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
    /// known; `None` if not even the empty board is.
    #[must_use]
    pub fn complete(&self) -> Option<usize> {
        let open = |ply: &Ply| ply.scores.iter().any(Option::is_none);
        self.plies.iter().position(open).unwrap_or(self.plies.len()).checked_sub(1)
    }

    /// The book as a file, as far down as something is known.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let known = |ply: &Ply| ply.scores.iter().any(Option::is_some);
        let last = self.plies.iter().rposition(known).unwrap_or(0);
        let scores: Vec<u8> = self.plies[..=last]
            .iter()
            .flat_map(|ply| &ply.scores)
            .map(|score| score.map_or(0, |score| (i16::from(score) + ZERO) as u8))
            .collect();
        let mut file = MAGIC.to_vec();
        file.extend([VERSION, last as u8]);
        file.extend(checksum(&scores).to_le_bytes());
        file.extend(scores);
        file
    }

    /// Reads a file that [`Book::write`] made; the error says what is wrong.
    pub fn read(file: &[u8]) -> Result<Book, &'static str> {
        if file.len() < HEADER || &file[..MAGIC.len()] != MAGIC {
            return Err("not a Connect 4 book");
        }
        let (version, plies) = (file[MAGIC.len()], usize::from(file[MAGIC.len() + 1]));
        if version != VERSION {
            return Err("a book of another version");
        }
        if plies > MOST_PLIES {
            return Err("a book deeper than there are");
        }
        let scores = &file[HEADER..];
        if file[HEADER - 8..HEADER] != checksum(scores).to_le_bytes() {
            return Err("a damaged book: its checksum differs");
        }
        let mut book = Book::blank(plies);
        if scores.len() != book.plies.iter().map(|ply| ply.codes.len()).sum::<usize>() {
            return Err("a book with too few or too many scores");
        }
        let slots = book.plies.iter_mut().flat_map(|ply| &mut ply.scores);
        for (slot, &byte) in slots.zip(scores) {
            *slot = (byte != 0).then(|| (i16::from(byte) - ZERO) as i8);
        }
        Ok(book)
    }
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
