//! Which line borders which box: tables per board size, made once.
//!
//! Lines are numbered as OpenSpiel numbers them, all horizontal ones first:
//!
//! ```text
//!  2×2 boxes      + 0 + 1 +
//!                 6   7   8        horizontal (r, c) = r·C + c
//!                 + 2 + 3 +        vertical   (r, c) = (R+1)·C + r·(C+1) + c
//!                 9  10  11        box        (r, c) = r·C + c
//!                 + 4 + 5 +
//! ```
//!
//! Box 0 has the lines 0 (top), 6 (left), 2 (bottom) and 7 (right).

use std::fmt;
use std::sync::OnceLock;

use crate::{Direction, Line};

/// The most rows and columns of boxes.
pub const MOST: usize = 20;
/// The most lines a board has.
pub const MOST_LINES: usize = 2 * MOST * (MOST + 1);
/// The most boxes a board has.
pub const MOST_BOXES: usize = MOST * MOST;

/// Stands for "no box" beyond the border: one past the last box, so that
/// tables with a spare entry need no test for it.
pub(crate) const OUTSIDE: u16 = MOST_BOXES as u16;

/// Rows and columns of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    rows: u8,
    columns: u8,
}

impl Size {
    /// `None` unless both are from 1 to [`MOST`].
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Option<Size> {
        let fits = |n: usize| (1..=MOST).contains(&n);
        (fits(rows) && fits(columns)).then_some(Size { rows: rows as u8, columns: columns as u8 })
    }

    /// Rows of boxes.
    #[must_use]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns of boxes.
    #[must_use]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// How many boxes the board has.
    #[must_use]
    pub const fn boxes(self) -> usize {
        self.rows() * self.columns()
    }

    /// How many lines are horizontal; the vertical ones are numbered from here.
    #[must_use]
    pub const fn horizontals(self) -> usize {
        (self.rows() + 1) * self.columns()
    }

    /// How many lines the board has.
    #[must_use]
    pub const fn lines(self) -> usize {
        self.horizontals() + self.rows() * (self.columns() + 1)
    }

    /// The number of a line, `None` when this board has no such line.
    #[must_use]
    pub fn index(self, line: Line) -> Option<usize> {
        let (r, c) =
            (usize::from(line.row).checked_sub(1)?, usize::from(line.column).checked_sub(1)?);
        match line.direction {
            Direction::Horizontal => {
                (r <= self.rows() && c < self.columns()).then(|| r * self.columns() + c)
            }
            Direction::Vertical => (r < self.rows() && c <= self.columns())
                .then(|| self.horizontals() + r * (self.columns() + 1) + c),
        }
    }

    /// The line with a number below [`Size::lines`].
    #[must_use]
    pub fn line(self, index: usize) -> Line {
        debug_assert!(index < self.lines());
        if index < self.horizontals() {
            let (r, c) = (index / self.columns(), index % self.columns());
            Line::horizontal(r as u8 + 1, c as u8 + 1)
        } else {
            let index = index - self.horizontals();
            let (r, c) = (index / (self.columns() + 1), index % (self.columns() + 1));
            Line::vertical(r as u8 + 1, c as u8 + 1)
        }
    }

    /// The tables of this size.
    #[must_use]
    pub fn geometry(self) -> &'static Geometry {
        static TABLES: [OnceLock<Box<Geometry>>; MOST * MOST] =
            [const { OnceLock::new() }; MOST * MOST];
        let slot = (self.rows() - 1) * MOST + self.columns() - 1;
        TABLES[slot].get_or_init(|| Box::new(Geometry::new(self)))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// The tables of one board size.
#[derive(Debug)]
pub struct Geometry {
    /// The board these tables are about.
    pub size: Size,
    /// Of each line, its text form.
    pub lines: Vec<Line>,
    /// Of each line, the one or two boxes beside it (above or left first);
    /// `OUTSIDE` where there is none.
    pub beside: Vec<[u16; 2]>,
    /// Of each box, its top, left, bottom and right line.
    pub around: Vec<[u16; 4]>,
}

impl Geometry {
    fn new(size: Size) -> Geometry {
        let (columns, horizontals) = (size.columns(), size.horizontals());
        let mut beside = vec![[OUTSIDE; 2]; size.lines()];
        let mut around = Vec::with_capacity(size.boxes());
        for row in 0..size.rows() {
            for column in 0..columns {
                let this = (row * columns + column) as u16;
                let top = row * columns + column;
                let left = horizontals + row * (columns + 1) + column;
                let (bottom, right) = (top + columns, left + 1);
                beside[top][1] = this;
                beside[left][1] = this;
                beside[bottom][0] = this;
                beside[right][0] = this;
                around.push([top as u16, left as u16, bottom as u16, right as u16]);
            }
        }
        let lines = (0..size.lines()).map(|index| size.line(index)).collect();
        Geometry { size, lines, beside, around }
    }

    /// The boxes beside a line: one at the border, else two.
    pub fn boxes_beside(&self, line: usize) -> impl Iterator<Item = usize> + use<> {
        self.beside[line].into_iter().filter(|&b| b != OUTSIDE).map(usize::from)
    }

    /// The place of a box, counted from 0.
    #[must_use]
    pub fn place(&self, of_box: usize) -> (usize, usize) {
        (of_box / self.size.columns(), of_box % self.size.columns())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lines_are_one_to_one_on_every_size() {
        for rows in 1..=MOST {
            for columns in 1..=MOST {
                let size = Size::new(rows, columns).unwrap();
                for index in 0..size.lines() {
                    assert_eq!(size.index(size.line(index)), Some(index));
                }
            }
        }
        assert_eq!(Size::new(MOST, MOST).unwrap().lines(), MOST_LINES);
    }

    #[test]
    fn box_f_c_has_the_four_lines_of_the_document() {
        let size = Size::new(3, 3).unwrap();
        for (of_box, around) in size.geometry().around.iter().enumerate() {
            let (f, c) = (of_box as u8 / 3 + 1, of_box as u8 % 3 + 1);
            let named = [
                Line::horizontal(f, c),
                Line::vertical(f, c),
                Line::horizontal(f + 1, c),
                Line::vertical(f, c + 1),
            ];
            assert_eq!(around.map(|line| size.line(line.into())), named);
            for line in around {
                assert!(size.geometry().boxes_beside((*line).into()).any(|b| b == of_box));
            }
        }
    }

    #[test]
    fn lines_outside_the_board_have_no_number() {
        let size = Size::new(2, 3).unwrap();
        for text in ["4-1-h", "1-4-h", "3-1-v", "1-5-v", "255-255-h"] {
            assert_eq!(size.index(text.parse().unwrap()), None, "{text}");
        }
    }
}
