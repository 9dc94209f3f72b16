//! The size of the board.

use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::{Phrase, SyntaxError, rules};

use crate::shape::{AnySize, MOST_COLUMNS};

/// The size of the board, written `size=6x7` (rows × columns).
///
/// Any size with 1 to 15 rows fits whose columns, each with a guard bit, take
/// at most 64 bits: 6 × 9, 7 × 8, 15 × 4, 3 × 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    rows: u8,
    columns: u8,
}

impl Rules {
    /// The usual board: six rows, seven columns.
    pub const STANDARD: Rules = Rules { rows: 6, columns: 7 };

    const MOST_ROWS: usize = 15;
    const BITS: usize = 64;

    /// `None` when the size does not fit.
    #[must_use]
    pub const fn new(rows: usize, columns: usize) -> Option<Rules> {
        let fits = rows >= 1
            && rows <= Self::MOST_ROWS
            && columns >= 1
            && columns <= MOST_COLUMNS
            && (rows + 1) * columns <= Self::BITS;
        if fits { Some(Rules { rows: rows as u8, columns: columns as u8 }) } else { None }
    }

    /// How many rows the board has.
    #[must_use]
    pub const fn rows(self) -> u32 {
        self.rows as u32
    }

    /// How many columns the board has.
    #[must_use]
    pub const fn columns(self) -> u32 {
        self.columns as u32
    }

    /// How the board lies in 64 bits.
    #[must_use]
    pub const fn shape(self) -> AnySize {
        AnySize::new(self.rows as u32, self.columns as u32)
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::STANDARD
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size={}x{}", self.rows, self.columns)
    }
}

impl FromStr for Rules {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Rules, SyntaxError> {
        let mut read = Rules::default();
        for pair in rules::pairs(text, &["size"])? {
            let (rows, columns) = pair.size(1..=Self::MOST_ROWS, 1..=MOST_COLUMNS)?;
            read = Rules::new(rows, columns).ok_or_else(|| {
                pair.refuse(
                    Phrase::new("a size with (rows + 1) × columns at most {most}")
                        .with("most", Self::BITS),
                )
            })?;
        }
        Ok(read)
    }
}
