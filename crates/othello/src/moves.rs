//! How squares and moves are written.

use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::SyntaxError;

/// One of the 64 squares: column a–h, then row 1–8 counted from the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this bit number, `None` past the board.
    #[must_use]
    pub const fn new(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// For bit numbers that come out of a 64-bit word.
    #[inline]
    pub(crate) const fn of_bit(index: usize) -> Square {
        Square(index as u8 & 63)
    }

    /// Its bit number: `row * 8 + column`, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its bit of a board's words.
    #[inline]
    #[must_use]
    pub const fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.0 % 8) as char, self.0 / 8 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Square, SyntaxError> {
        match *text.as_bytes() {
            [column @ (b'a'..=b'h' | b'A'..=b'H'), row @ b'1'..=b'8'] => {
                Ok(Square((row - b'1') * 8 + (column.to_ascii_lowercase() - b'a')))
            }
            _ => {
                let expected = "a column a to h and a row 1 to 8, such as d3, or pass";
                Err(if names_a_square(text) {
                    SyntaxError::new("othello-off-board", &text.to_uppercase(), expected)
                } else {
                    SyntaxError::new("othello-move-unreadable", text, expected)
                })
            }
        }
    }
}

/// Whether text has the form of a square on a board of some size: a letter
/// and a number.
fn names_a_square(text: &str) -> bool {
    let mut letters = text.chars();
    let column = letters.next().is_some_and(char::is_alphabetic);
    let row = letters.as_str();
    column && !row.is_empty() && row.bytes().all(|b| b.is_ascii_digit())
}

/// A disc on a square, or a pass. Prints as `d3` or `pass`; also reads upper
/// case and the passes `pa`, `ps`, `--` and `paso`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc on a square.
    Place(Square),
    /// No disc, because none can be placed.
    Pass,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Move {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Move, SyntaxError> {
        let text = text.trim();
        let is = |word: &str| text.eq_ignore_ascii_case(word);
        if ["pass", "pa", "ps", "paso", "--"].into_iter().any(is) {
            return Ok(Move::Pass);
        }
        text.parse().map(Move::Place)
    }
}

#[cfg(test)]
mod tests {
    use sobremesa_kernel::Message;

    use super::*;

    #[test]
    fn squares_print_and_read_back_in_either_case() {
        for index in 0..64 {
            let square = Square::new(index).unwrap();
            let text = square.to_string();
            assert_eq!(text.parse(), Ok(square));
            assert_eq!(text.to_uppercase().parse::<Move>(), Ok(Move::Place(square)));
        }
        assert_eq!(Square::new(19).unwrap().to_string(), "d3");
        assert_eq!(Square::new(64), None);
    }

    #[test]
    fn what_is_not_a_square_is_refused() {
        for text in ["", "d", "d9", "i1", "d0", "3d", "d33", "dé", "d 3", "pass!", "ñ4"] {
            assert!(text.parse::<Move>().is_err(), "{text:?}");
        }
        for text in ["pass", "PA", "--", " ps ", "Paso"] {
            assert_eq!(text.parse(), Ok(Move::Pass));
        }
    }

    #[test]
    fn a_square_of_another_board_is_told_from_what_is_no_square() {
        let id = |text: &str| Message::from(text.parse::<Move>().unwrap_err()).id;
        for text in ["i9", "A9", "j3", " d0 ", "d33", "Ñ4"] {
            assert_eq!(id(text), "othello-off-board", "{text:?}");
        }
        for text in ["", "d", "3", "3d", "d 3", "d3x", "dd3", "d-1", "¿4"] {
            assert_eq!(id(text), "othello-move-unreadable", "{text:?}");
        }
    }
}
