//! Pieces without a turn, and what players call their cells and columns.

use sobremesa_kernel::Side;

use crate::{AnySize, Rules, Shape};

/// Pieces on a board, none of them floating, without a turn: the two sides
/// may have any number of pieces.
///
/// It answers the questions players ask of a board. The course's predicates
/// ask them for either side whoever's turn it is, so they live here and not
/// in [`crate::Position`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rules: Rules,
    stones: [u64; 2],
}

/// A cell counted from 1, row 1 on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Its row, from 1 on top.
    pub row: u32,
    /// Its column, from 1 on the left.
    pub column: u32,
}

impl Board {
    /// A board without a piece.
    #[must_use]
    pub const fn empty(rules: Rules) -> Board {
        Board { rules, stones: [0, 0] }
    }

    /// The board with these stones, which lie on it, apart and not floating.
    pub(crate) fn from_stones(rules: Rules, stones: [u64; 2]) -> Board {
        debug_assert_eq!(stones[0] & stones[1], 0);
        Board { rules, stones }
    }

    /// Its size.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The bits of a side's pieces, laid out as [`Shape`] says.
    #[inline]
    #[must_use]
    pub const fn stones(&self, side: Side) -> u64 {
        self.stones[side.index()]
    }

    /// The cells with a piece.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Who has a piece on a cell; `None` also when there is no such cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Option<Side> {
        let bit = self.bit(cell)?;
        Side::BOTH.into_iter().find(|&side| self.stones(side) & bit != 0)
    }

    /// Whether column `column` (from 1) exists and has room.
    #[must_use]
    pub fn has_room(&self, column: u32) -> bool {
        self.landing(column) != 0
    }

    /// The columns with room, from 1, in order.
    pub fn columns(&self) -> impl Iterator<Item = u32> + use<> {
        let board = *self;
        (1..=board.rules.columns()).filter(move |&column| board.has_room(column))
    }

    /// The board after `side` drops a piece; `None` when the column is full
    /// or does not exist.
    #[must_use]
    pub fn dropped(&self, column: u32, side: Side) -> Option<Board> {
        let bit = self.landing(column);
        (bit != 0).then(|| self.with(bit, side))
    }

    /// Whether the side has four in line.
    #[must_use]
    pub fn has_line(&self, side: Side) -> bool {
        self.rules.shape().has_line(self.stones(side))
    }

    /// Whether anybody has four in line.
    #[must_use]
    pub fn is_won(&self) -> bool {
        Side::BOTH.into_iter().any(|side| self.has_line(side))
    }

    /// Every line of four or more of a side: all the cells of a line, sorted
    /// by row and column, and the lines sorted likewise.
    #[must_use]
    pub fn lines(&self, side: Side) -> Vec<Vec<Cell>> {
        let mut lines = Vec::new();
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for cell in self.cells() {
                let starts = self.at(cell) == Some(side)
                    && step(cell, -down, -right).is_none_or(|before| self.at(before) != Some(side));
                if !starts {
                    continue;
                }
                let mut line: Vec<Cell> = std::iter::successors(Some(cell), |&at| {
                    step(at, down, right).filter(|&next| self.at(next) == Some(side))
                })
                .collect();
                if line.len() >= 4 {
                    line.sort_unstable();
                    lines.push(line);
                }
            }
        }
        lines.sort_unstable();
        lines
    }

    /// Columns where `side` wins at once. None on a board already won.
    #[must_use]
    pub fn winning_columns(&self, side: Side) -> Vec<u32> {
        self.columns_that(|board, bit| board.with(bit, side).has_line(side))
    }

    /// Columns after which the rival has no winning column. A move that wins
    /// at once is safe; on a board already won no move is.
    #[must_use]
    pub fn safe_columns(&self, side: Side) -> Vec<u32> {
        self.columns_that(|board, bit| {
            let next = board.with(bit, side);
            next.is_won() || next.winning_cells(side.other()) == 0
        })
    }

    /// Columns after which `side` has a winning column next turn whatever the
    /// rival answers. A move that wins at once is not definitive, nor is one
    /// that lets the rival win or leaves it without an answer.
    #[must_use]
    pub fn definitive_columns(&self, side: Side) -> Vec<u32> {
        self.columns_that(|board, bit| {
            let next = board.with(bit, side);
            if next.is_won() || next.winning_cells(side.other()) != 0 {
                return false;
            }
            let mut replies = ones(next.shape().playable(next.occupied())).peekable();
            replies.peek().is_some()
                && replies.all(|reply| next.with(reply, side.other()).winning_cells(side) != 0)
        })
    }

    /// The cells where a piece of `side` could land now and win.
    fn winning_cells(&self, side: Side) -> u64 {
        let shape = self.shape();
        shape.completions(self.stones(side)) & shape.playable(self.occupied())
    }

    /// The columns with room whose landing cell satisfies `wanted`, none on a
    /// board already won.
    fn columns_that(&self, wanted: impl Fn(&Board, u64) -> bool) -> Vec<u32> {
        if self.is_won() {
            return Vec::new();
        }
        self.columns().filter(|&column| wanted(self, self.landing(column))).collect()
    }

    fn shape(&self) -> AnySize {
        self.rules.shape()
    }

    /// Every cell, row by row from the top.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (rows, columns) = (self.rules.rows(), self.rules.columns());
        (1..=rows).flat_map(move |row| (1..=columns).map(move |column| Cell { row, column }))
    }

    /// The cell where a piece dropped in `column` (from 1) lands, 0 if none.
    #[inline]
    pub(crate) fn landing(&self, column: u32) -> u64 {
        if !(1..=self.rules.columns()).contains(&column) {
            return 0;
        }
        let shape = self.shape();
        self.occupied().wrapping_add(shape.bottom(column - 1)) & shape.column(column - 1)
    }

    /// The top piece of a column counted from 1, 0 if it is empty.
    pub(crate) fn top(&self, column: u32) -> u64 {
        if !(1..=self.rules.columns()).contains(&column) {
            return 0;
        }
        let pieces = self.occupied() & self.shape().column(column - 1);
        if pieces == 0 { 0 } else { 1 << (63 - pieces.leading_zeros()) }
    }

    /// The board without the top piece of a column counted from 1; `None`
    /// when there is none.
    #[must_use]
    pub fn lifted(&self, column: u32) -> Option<Board> {
        let top = self.top(column);
        let stones = self.stones.map(|stones| stones & !top);
        (top != 0).then_some(Board { rules: self.rules, stones })
    }

    /// The bit of a cell, `None` when it is not on the board.
    pub(crate) fn bit(&self, cell: Cell) -> Option<u64> {
        let (rows, columns) = (self.rules.rows(), self.rules.columns());
        ((1..=rows).contains(&cell.row) && (1..=columns).contains(&cell.column))
            .then(|| self.shape().bottom(cell.column - 1) << (rows - cell.row))
    }

    #[inline]
    pub(crate) fn with(&self, bit: u64, side: Side) -> Board {
        let mut stones = self.stones;
        stones[side.index()] |= bit;
        Board { rules: self.rules, stones }
    }
}

/// The bits of a set, each alone, lowest first.
pub(crate) fn ones(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = set & set.wrapping_neg();
        set ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The cell some rows down and columns to the right; it may be off the board
/// at the bottom or right, where nothing stands.
fn step(from: Cell, down: i32, right: i32) -> Option<Cell> {
    Some(Cell {
        row: from.row.checked_add_signed(down)?,
        column: from.column.checked_add_signed(right)?,
    })
}
