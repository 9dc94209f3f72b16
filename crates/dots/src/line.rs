//! How a line is written.

use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::SyntaxError;

/// A line between two neighbouring dots: a move.
///
/// It is written `F-C-h` for the top side of the cell in row F and column C,
/// `F-C-v` for its left side, both counted from 1. The last row and column of
/// dots have cells too, which are no boxes: they only name the border lines.
/// Text knows no board, so a line may lie outside the one it is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Line {
    /// From 1.
    pub row: u8,
    /// From 1.
    pub column: u8,
    /// Along which side of the cell.
    pub direction: Direction,
}

/// How a line lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// The top side of a cell.
    Horizontal,
    /// The left side of a cell.
    Vertical,
}

impl Line {
    /// The top side of the cell, counted from 1.
    #[must_use]
    pub const fn horizontal(row: u8, column: u8) -> Line {
        Line { row, column, direction: Direction::Horizontal }
    }

    /// The left side of the cell, counted from 1.
    #[must_use]
    pub const fn vertical(row: u8, column: u8) -> Line {
        Line { row, column, direction: Direction::Vertical }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = match self.direction {
            Direction::Horizontal => 'h',
            Direction::Vertical => 'v',
        };
        write!(f, "{}-{}-{direction}", self.row, self.column)
    }
}

impl FromStr for Line {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Line, SyntaxError> {
        let refuse = || {
            SyntaxError::new(
                "dots-move-unreadable",
                text,
                "a line such as 2-1-h: row, column, and h (top side) or v (left side)",
            )
        };
        let mut parts = text.split('-');
        let (Some(row), Some(column), Some(direction), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(refuse());
        };
        let number = |digits: &str| -> Result<u8, SyntaxError> {
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            match digits.parse() {
                Ok(n) if plain && n > 0 => Ok(n),
                _ => Err(refuse()),
            }
        };
        let direction = match direction {
            "h" | "H" => Direction::Horizontal,
            "v" | "V" => Direction::Vertical,
            _ => return Err(refuse()),
        };
        Ok(Line { row: number(row)?, column: number(column)?, direction })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_and_written_in_the_notation_of_the_document() {
        assert_eq!("2-1-h".parse(), Ok(Line::horizontal(2, 1)));
        assert_eq!("3-5-V".parse(), Ok(Line::vertical(3, 5)));
        assert_eq!(Line::vertical(3, 5).to_string(), "3-5-v");
    }

    #[test]
    fn what_is_not_a_line_is_refused() {
        for text in ["", "2-1", "2-1-x", "0-1-h", "2-0-v", "+2-1-h", "2-1-h-", "300-1-h", "2--1-h"]
        {
            assert!(text.parse::<Line>().is_err(), "{text:?} was read");
        }
    }
}
