//! What the solver found once and need not find again.
//!
//! A book is a list of quiet words, each in its least image, with the bounds
//! of their values: those that cost the solver most. It is not a list of
//! moves. [`Book::warm`] puts it into a solver's table and the search does
//! the rest, so a book is never wrong, only more or less complete.
//!
//! The file: `SMDB`, version (1), rows, columns, a zero byte, the number of
//! entries (u32), then per entry the difference of its key from the one
//! before it as a variable-length number (7 bits a byte, low first) and the
//! packed bounds in two bytes, at the end the sum of checks over all that
//! (FNV-1a, u64). Numbers are little-endian, keys ascending.

use std::fmt;

use crate::geometry::Size;
use crate::table::{Bounds, Table};

/// The longest table a book is allowed to make.
const MOST_ENTRIES: usize = 20_000_000;
const MAGIC: &[u8; 4] = b"SMDB";
const VERSION: u8 = 1;

/// Positions of one board size with what is known of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    size: Size,
    /// Sorted by key.
    entries: Vec<(u64, Bounds)>,
}

/// Why a file is not a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Damaged {
    NotABook,
    Version(u8),
    Size(u8, u8),
    Short,
    Check,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damaged::NotABook => f.write_str("not a Dots and Boxes book"),
            Damaged::Version(found) => write!(f, "book version {found}, expected {VERSION}"),
            Damaged::Size(rows, columns) => write!(f, "a book of a {rows}x{columns} board"),
            Damaged::Short => f.write_str("the book ends too soon"),
            Damaged::Check => f.write_str("the book's checksum is wrong"),
        }
    }
}

impl std::error::Error for Damaged {}

impl Book {
    #[must_use]
    pub fn new(size: Size, mut entries: Vec<(u64, Bounds)>) -> Book {
        entries.sort_unstable_by_key(|&(key, _)| key);
        entries.dedup_by_key(|&mut (key, _)| key);
        Book { size, entries }
    }

    /// The book that comes with the program, `None` for a size without one.
    #[must_use]
    pub fn of(size: Size) -> Option<Book> {
        if (size.rows(), size.columns()) != (4, 4) {
            return None;
        }
        Book::read(include_bytes!("../book/4x4.book")).ok()
    }

    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    #[must_use]
    pub fn entries(&self) -> &[(u64, Bounds)] {
        &self.entries
    }

    /// Puts every entry into a table, as dear as can be.
    pub fn warm(&self, table: &Table) {
        for &(key, bounds) in &self.entries {
            table.put(key, bounds, 1 << 40);
        }
    }

    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([VERSION, self.size.rows() as u8, self.size.columns() as u8, 0]);
        file.extend((self.entries.len() as u32).to_le_bytes());
        let mut last = 0;
        for &(key, bounds) in &self.entries {
            let mut step = key - last;
            last = key;
            while step >= 128 {
                file.push(step as u8 | 128);
                step >>= 7;
            }
            file.push(step as u8);
            file.extend((bounds.pack() as u16).to_le_bytes());
        }
        let check = fnv(&file);
        file.extend(check.to_le_bytes());
        file
    }

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
        if fnv(body) != u64::from_le_bytes(*check) {
            return Err(Damaged::Check);
        }
        let mut bytes = body.get(8..).ok_or(Damaged::Short)?.iter().copied();
        let mut next = || bytes.next().ok_or(Damaged::Short);
        let count = u32::from_le_bytes([next()?, next()?, next()?, next()?]) as usize;
        if count > MOST_ENTRIES {
            return Err(Damaged::Short);
        }
        let mut entries = Vec::new();
        let mut key = 0u64;
        for _ in 0..count {
            let mut shift = 0;
            loop {
                let byte = next()?;
                key = key.wrapping_add(u64::from(byte & 127) << shift);
                if byte < 128 {
                    break;
                }
                shift += 7;
                if shift > 63 {
                    return Err(Damaged::Short);
                }
            }
            let packed = u16::from_le_bytes([next()?, next()?]);
            entries.push((key, Bounds::unpack(packed.into())));
        }
        Ok(Book::new(size, entries))
    }
}

/// The 64-bit FNV-1a sum.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Book {
        let bounds = |lower, upper| Bounds { lower, upper };
        let entries = vec![(5, bounds(-3, 3)), (1 << 39, bounds(0, 0)), (900, bounds(-16, 2))];
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

    #[test]
    fn the_book_that_comes_with_the_program_is_whole() {
        let book = Book::read(include_bytes!("../book/4x4.book")).unwrap();
        assert_eq!(book.size(), Size::new(4, 4).unwrap());
        assert!(book.entries().iter().all(|(key, bounds)| {
            key >> book.size().lines() == 0 && bounds.lower <= bounds.upper
        }));
    }
}
