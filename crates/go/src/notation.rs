//! How points and moves are written.

use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::SyntaxError;

/// The letters of the columns, left to right: I is skipped, as everywhere in
/// Go, because it looks like a 1.
const COLUMNS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The largest number of rows and of columns.
pub const MAX_SIZE: usize = 25;

/// An intersection, as text names it: `A1` is the lower left corner whatever
/// the size of the board, so a point needs no board to be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    row: u8,
    column: u8,
}

impl Point {
    /// A point by its row counted from the bottom and its column counted from
    /// the left, both from 0; `None` beyond 25×25.
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Option<Point> {
        if row < MAX_SIZE && column < MAX_SIZE {
            Some(Point { row: row as u8, column: column as u8 })
        } else {
            None
        }
    }

    /// Counted from the bottom, from 0.
    #[must_use]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// Counted from the left, from 0.
    #[must_use]
    pub const fn column(self) -> usize {
        self.column as usize
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(COLUMNS[self.column()]), self.row + 1)
    }
}

impl FromStr for Point {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Point, SyntaxError> {
        let refuse = || {
            SyntaxError::new(
                "go-move-unreadable",
                text,
                "a point such as D4 (A to Z without I, 1 to 25)",
            )
            .at(1, 1)
        };
        let mut bytes = text.bytes();
        let letter = bytes.next().ok_or_else(refuse)?.to_ascii_uppercase();
        let column = COLUMNS.iter().position(|&c| c == letter).ok_or_else(refuse)?;
        let digits = &text[1..];
        if digits.starts_with(['0', '+']) || digits.len() > 2 {
            return Err(refuse());
        }
        let row: usize = digits.parse().map_err(|_| refuse())?;
        Point::new(row.wrapping_sub(1), column).ok_or_else(refuse)
    }
}

/// A stone on a point, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Move {
    /// A stone on a point.
    Play(Point),
    /// No stone.
    Pass,
}

impl Move {
    /// The point played, `None` of a pass.
    #[must_use]
    pub const fn point(self) -> Option<Point> {
        match self {
            Move::Play(point) => Some(point),
            Move::Pass => None,
        }
    }
}

impl From<Point> for Move {
    fn from(point: Point) -> Move {
        Move::Play(point)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Play(point) => point.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Move, SyntaxError> {
        if text.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Play).map_err(|_: SyntaxError| {
            SyntaxError::new(
                "go-move-unreadable",
                text,
                "a point such as D4 (A to Z without I, 1 to 25) or pass",
            )
            .at(1, 1)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_reads_back() {
        for row in 0..MAX_SIZE {
            for column in 0..MAX_SIZE {
                let point = Point::new(row, column).unwrap();
                assert_eq!(point.to_string().parse(), Ok(point));
                assert_eq!(point.to_string().to_lowercase().parse(), Ok(Move::Play(point)));
            }
        }
        assert_eq!("PASS".parse(), Ok(Move::Pass));
        assert_eq!("Q16".parse(), Ok(Point::new(15, 15).unwrap()));
        assert_eq!("J1".parse(), Ok(Point::new(0, 8).unwrap()));
    }

    #[test]
    fn what_is_not_a_move_is_refused() {
        for text in
            ["", "I5", "A0", "A26", "A+1", "A01", "4D", "D", "D4 ", "pas", "ñ4", "A٣", "D444"]
        {
            assert!(text.parse::<Move>().is_err(), "{text:?} was read");
        }
    }
}
