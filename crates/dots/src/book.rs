//! What the solver found once and need not find again.
//!
//! A book is a list of quiet words, each in its least image, with the value
//! and a best move: all those with up to so many lines drawn, and further on
//! those that would take a search long and those that a player who follows its
//! moves can meet.
//!
//! The file: `SMDB`, version (3), rows, columns, a zero byte, the number of
//! entries (u32), then deflated per entry the difference of its key from the
//! one before it as a variable-length number (7 bits a byte, low first), the
//! value (i8) and the string to cut (u8), at the end the sum of checks over
//! all that as it is in the file (FNV-1a, u64). Numbers are little-endian, keys
//! ascending.

use std::fmt;

use sobremesa_search::{fnv1a, put_varint, take_varint};

use crate::geometry::Size;
use crate::graph::Graph;
use crate::transposition::Bounds;

/// No entry is shorter, and none longer.
const LEAST_BYTES: usize = 3;
const MOST_BYTES: usize = 12;
const MAGIC: &[u8; 4] = b"SMDB";
const VERSION: u8 = 3;
/// Bytes before the entries.
const HEADER: usize = 12;
/// No book has more entries: what a file says is not believed beyond it.
const MOST_ENTRIES: usize = 1 << 26;

/// Positions of one board size with what is known of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    size: Size,
    /// Ascending. There are millions: apart from their answers they leave no
    /// gaps in memory.
    keys: Vec<u64>,
    /// Value and string of each key.
    answers: Vec<(i8, u8)>,
}

/// A quiet word with its value and a best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The least image of the word.
    pub key: u64,
    /// What the side to move gains in all, in coins.
    pub value: i8,
    /// The string to cut in that image.
    pub string: u8,
}

/// Why a file is not a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damaged {
    /// It does not begin as a book does.
    NotABook,
    /// A book of another version.
    Version(u8),
    /// A board of a size that is not played, rows and columns.
    Size(u8, u8),
    /// The file ends too early.
    Short,
    /// There is more behind the entries.
    Long,
    /// The checksum is another.
    Check,
    /// The entries cannot be inflated.
    Packing,
    /// The entry with this key is out of order or impossible.
    Entry(u64),
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damaged::NotABook => f.write_str("not a Dots and Boxes book"),
            Damaged::Version(found) => write!(f, "book version {found}, expected {VERSION}"),
            Damaged::Size(rows, columns) => write!(f, "a book of a {rows}x{columns} board"),
            Damaged::Short => f.write_str("the book ends too soon"),
            Damaged::Long => f.write_str("the book goes on after its last entry"),
            Damaged::Check => f.write_str("the book's checksum is wrong"),
            Damaged::Packing => f.write_str("the book's entries cannot be inflated"),
            Damaged::Entry(key) => write!(f, "the book's entry {key:#x} is no position and move"),
        }
    }
}

impl std::error::Error for Damaged {}

impl Book {
    /// A book of these entries, in any order.
    #[must_use]
    pub fn new(size: Size, mut entries: Vec<Entry>) -> Book {
        entries.sort_unstable_by_key(|entry| entry.key);
        entries.dedup_by_key(|entry| entry.key);
        let keys = entries.iter().map(|entry| entry.key).collect();
        let answers = entries.iter().map(|entry| (entry.value, entry.string)).collect();
        Book { size, keys, answers }
    }

    /// The book that comes with this crate, `None` for a size without one, and
    /// for every size without the feature `book`.
    #[must_use]
    pub fn of(size: Size) -> Option<&'static Book> {
        #[cfg(feature = "book")]
        if (size.rows(), size.columns()) == (4, 4) {
            use std::sync::OnceLock;
            static BOOK: OnceLock<Option<Book>> = OnceLock::new();
            let read = || Book::read(include_bytes!("../book/4x4.book")).ok();
            return BOOK.get_or_init(read).as_ref();
        }
        let _ = size;
        None
    }

    /// The board it is about.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// How many positions it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has no word.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// All positions, by ascending key.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> {
        let both = self.keys.iter().zip(&self.answers);
        both.map(|(&key, &(value, string))| Entry { key, value, string })
    }

    fn entry(&self, key: u64) -> Option<Entry> {
        let at = self.keys.binary_search(&key).ok()?;
        let (value, string) = self.answers[at];
        Some(Entry { key, value, string })
    }

    /// The value of the word with this least image.
    #[must_use]
    pub fn value(&self, key: u64) -> Option<Bounds> {
        let value = self.entry(key)?.value.into();
        Some(Bounds { lower: value, upper: value })
    }

    /// The value of a quiet, normal word of the board's graph, and the string
    /// to cut.
    #[must_use]
    pub fn answer(&self, graph: &Graph, word: u64) -> Option<(i32, usize)> {
        let (key, symmetry) = graph.least_image(word);
        let entry = self.entry(key)?;
        let string =
            (0..graph.lines.len()).find(|&s| graph.images[s][symmetry] == 1 << entry.string)?;
        Some((entry.value.into(), string))
    }

    /// The book as a file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([VERSION, self.size.rows() as u8, self.size.columns() as u8, 0]);
        file.extend((self.len() as u32).to_le_bytes());
        let (mut entries, mut last) = (Vec::new(), 0);
        for entry in self.entries() {
            put_varint(&mut entries, entry.key - last);
            last = entry.key;
            entries.extend([entry.value as u8, entry.string]);
        }
        file.extend(miniz_oxide::deflate::compress_to_vec(&entries, 9));
        let check = fnv1a(&file);
        file.extend(check.to_le_bytes());
        file
    }

    /// A book from its file, every entry of which is looked at.
    pub fn read(file: &[u8]) -> Result<Book, Damaged> {
        let Some((MAGIC, head)) = file.split_first_chunk::<4>() else {
            return Err(Damaged::NotABook);
        };
        let Some((&[version, rows, columns, _], _)) = head.split_first_chunk::<4>() else {
            return Err(Damaged::Short);
        };
        if version != VERSION {
            return Err(Damaged::Version(version));
        }
        let size = Size::new(rows.into(), columns.into())
            .filter(|size| size.lines() <= 64)
            .ok_or(Damaged::Size(rows, columns))?;
        let Some((body, check)) = file.split_last_chunk::<8>() else {
            return Err(Damaged::Short);
        };
        if fnv1a(body) != u64::from_le_bytes(*check) {
            return Err(Damaged::Check);
        }
        let packed = body.get(HEADER..).ok_or(Damaged::Short)?;
        let count = body.get(8..).and_then(|rest| rest.first_chunk()).ok_or(Damaged::Short)?;
        let count = u32::from_le_bytes(*count) as usize;
        if count > MOST_ENTRIES {
            return Err(Damaged::Short);
        }
        let most = MOST_BYTES * count;
        let bytes = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, most);
        let bytes = bytes.map_err(|_| Damaged::Packing)?;
        if count > bytes.len() / LEAST_BYTES {
            return Err(Damaged::Short);
        }
        let mut bytes = bytes.into_iter();
        let (keys, answers) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut book = Book { size, keys, answers };
        let mut key = 0u64;
        for index in 0..count {
            let step = take_varint(&mut bytes).ok_or(Damaged::Short)?;
            key = key.checked_add(step).ok_or(Damaged::Short)?;
            if index > 0 && step == 0 {
                return Err(Damaged::Entry(key));
            }
            let (Some(value), Some(string)) = (bytes.next(), bytes.next()) else {
                return Err(Damaged::Short);
            };
            let value = value as i8;
            let fits = usize::from(value.unsigned_abs()) <= size.boxes()
                && u64::MAX >> (64 - size.lines()) & key == key
                && key.checked_shr(string.into()).is_some_and(|rest| rest & 1 != 0);
            if !fits {
                return Err(Damaged::Entry(key));
            }
            book.keys.push(key);
            book.answers.push((value, string));
        }
        if bytes.next().is_some() {
            return Err(Damaged::Long);
        }
        Ok(book)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Book {
        let entries = vec![
            Entry { key: 5, value: -2, string: 2 },
            Entry { key: 1 << 39, value: 16, string: 39 },
            Entry { key: 900, value: 0, string: 7 },
        ];
        Book::new(Size::new(4, 4).unwrap(), entries)
    }

    #[test]
    fn a_book_reads_back() {
        assert_eq!(Book::read(&small().write()), Ok(small()));
    }

    #[test]
    fn a_damaged_book_is_refused() {
        let file = small().write();
        for at in 0..file.len() {
            let mut damaged = file.clone();
            damaged[at] ^= 1;
            assert!(Book::read(&damaged).is_err(), "byte {at}");
            assert!(Book::read(&file[..at]).is_err(), "cut at {at}");
        }
    }

    /// The small book's file with another count, other bytes behind its entries
    /// and a sum that is right.
    fn sealed(count: u8, more: &[u8]) -> Vec<u8> {
        let file = small().write();
        let (head, packed) = file[..file.len() - 8].split_at(HEADER);
        let mut entries = miniz_oxide::inflate::decompress_to_vec(packed).unwrap();
        entries.extend(more);
        let mut file = head.to_vec();
        file[8] = count;
        file.extend(miniz_oxide::deflate::compress_to_vec(&entries, 9));
        resealed(file)
    }

    fn resealed(mut file: Vec<u8>) -> Vec<u8> {
        let check = fnv1a(&file);
        file.extend(check.to_le_bytes());
        file
    }

    #[test]
    fn too_many_entries_and_too_few_are_refused() {
        assert_eq!(Book::read(&sealed(3, &[])), Ok(small()));
        assert_eq!(Book::read(&sealed(3, &[1, 0, 0])), Err(Damaged::Long));
        for count in [4, u8::MAX] {
            assert_eq!(Book::read(&sealed(count, &[])), Err(Damaged::Short));
        }
        assert_eq!(Book::read(&sealed(4, &[0, 0, 39])), Err(Damaged::Entry(1 << 39)));
        // Far more than so many entries can be.
        assert_eq!(Book::read(&sealed(3, &[0; 500])), Err(Damaged::Packing));
        let file = small().write();
        let mut many = file[..file.len() - 8].to_vec();
        many[8..HEADER].fill(u8::MAX);
        assert_eq!(Book::read(&resealed(many)), Err(Damaged::Short));
        let cut = file[..file.len() - 10].to_vec();
        assert_eq!(Book::read(&resealed(cut)), Err(Damaged::Packing));
    }

    #[test]
    fn an_entry_that_is_no_move_is_refused() {
        for (key, value, string) in
            [(4, 0, 1), (1, 17, 0), (1, -17, 0), (1 << 40, 0, 40), (1, 0, 64)]
        {
            let book = Book::new(Size::new(4, 4).unwrap(), vec![Entry { key, value, string }]);
            assert_eq!(Book::read(&book.write()), Err(Damaged::Entry(key)));
        }
    }

    #[test]
    fn the_book_that_comes_with_the_program_is_whole() {
        let book = Book::read(include_bytes!("../book/4x4.book")).unwrap();
        let graph = Graph::of_board(book.size()).unwrap();
        for entry in book.entries() {
            assert_eq!(graph.normal(entry.key), entry.key);
            assert_eq!(graph.least_image(entry.key).0, entry.key);
            // Of interchangeable lines the last stands for all, except where a
            // chain is opened: any of its lines does that.
            let opens = graph.hot(entry.key) >> entry.string & 1 != 0;
            let string = usize::from(entry.string);
            assert!(opens || graph.drop_line(entry.key, string) == Some(string));
            assert!(!graph.can_capture(entry.key));
        }
    }
}
