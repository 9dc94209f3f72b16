//! How a board lies in the bits of a `u64`, and what can be read off it with
//! a few shifts.
//!
//! Columns follow one another, each from the bottom up, with one guard bit on
//! top of each that is always 0 on a board. The 6 × 7 board:
//!
//! ```text
//!   guard   6 13 20 27 34 41 48
//!         ┌─────────────────────
//!   row 1 │ 5 12 19 26 33 40 47
//!   row 2 │ 4 11 18 25 32 39 46
//!   row 3 │ 3 10 17 24 31 38 45
//!   row 4 │ 2  9 16 23 30 37 44
//!   row 5 │ 1  8 15 22 29 36 43
//!   row 6 │ 0  7 14 21 28 35 42
//! ```
//!
//! A step to the right is a shift by 7 (rows + 1), up by 1, and along the two
//! diagonals by 8 and by 6. The guard bits keep a shifted line from running
//! out of the top of a column into the bottom of the next, and take the carry
//! when the bottom row is added to the occupied cells: `occupied + bottom_row`
//! has its lowest new bit of each column exactly where a piece would land.
//!
//! Worked example: stones on 21, 28 and 35 (row 6, columns 4 to 6). Shifted
//! by 7 they are on 28, 35, 42: 42 (column 7) completes a line of four if 21
//! to 35 are all own, and so does 14 (column 3) on the other side.

/// The size of a board, known when compiling ([`Standard`]) or not
/// ([`AnySize`]). Searches and playouts are generic over it, so that the usual
/// board runs with constant shifts.
pub trait Shape: Copy + Send + Sync + 'static {
    fn rows(self) -> u32;
    fn columns(self) -> u32;
    /// The lowest cell of every column.
    fn bottom_row(self) -> u64;

    /// Bits from one column to the next.
    #[inline]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    #[inline]
    fn cells(self) -> u32 {
        self.rows() * self.columns()
    }

    /// Every cell of the board, without the guards.
    #[inline]
    fn all(self) -> u64 {
        self.bottom_row() * ((1 << self.rows()) - 1)
    }

    /// The lowest cell of a column counted from 0.
    #[inline]
    fn bottom(self, column: u32) -> u64 {
        1 << (column * self.stride())
    }

    /// The cells of a column counted from 0.
    #[inline]
    fn column(self, column: u32) -> u64 {
        ((1 << self.rows()) - 1) << (column * self.stride())
    }

    /// The cells where a piece could land now.
    #[inline]
    fn playable(self, occupied: u64) -> u64 {
        occupied.wrapping_add(self.bottom_row()) & self.all()
    }

    /// Whether the stones contain four in line.
    #[inline]
    fn has_line(self, stones: u64) -> bool {
        let s = self.stride();
        let in_line = |step: u32| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step))
        };
        in_line(1) | in_line(s - 1) | in_line(s) | in_line(s + 1) != 0
    }

    /// The cells, taken or not, that would complete four in line with three
    /// of the stones.
    #[inline]
    fn completions(self, stones: u64) -> u64 {
        let s = self.stride();
        // Three on top of each other: only the cell above is left.
        let mut found = (stones << 1) & (stones << 2) & (stones << 3);
        for step in [s - 1, s, s + 1] {
            let pairs = (stones << step) & (stones << (2 * step));
            found |= pairs & (stones << (3 * step));
            found |= pairs & (stones >> step);
            let pairs = (stones >> step) & (stones >> (2 * step));
            found |= pairs & (stones << step);
            found |= pairs & (stones >> (3 * step));
        }
        found & self.all()
    }

    /// The same cells seen in a mirror.
    #[inline]
    fn mirror(self, cells: u64) -> u64 {
        let (stride, last) = (self.stride(), self.columns() - 1);
        let lane = (1 << stride) - 1;
        (0..=last).fold(0, |mirrored, column| {
            mirrored | ((cells >> (column * stride)) & lane) << ((last - column) * stride)
        })
    }
}

/// The usual board: six rows of seven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standard;

impl Shape for Standard {
    #[inline]
    fn rows(self) -> u32 {
        6
    }

    #[inline]
    fn columns(self) -> u32 {
        7
    }

    #[inline]
    fn bottom_row(self) -> u64 {
        const { bottom_row(6, 7) }
    }
}

/// Any board whose columns with their guards fit in 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnySize {
    rows: u32,
    columns: u32,
    bottom_row: u64,
}

impl AnySize {
    /// `rows` is 1 to 15 and `(rows + 1) * columns` at most 64, as in
    /// [`crate::Rules`], which make shapes.
    pub(crate) const fn new(rows: u32, columns: u32) -> AnySize {
        AnySize { rows, columns, bottom_row: bottom_row(rows, columns) }
    }
}

impl Shape for AnySize {
    #[inline]
    fn rows(self) -> u32 {
        self.rows
    }

    #[inline]
    fn columns(self) -> u32 {
        self.columns
    }

    #[inline]
    fn bottom_row(self) -> u64 {
        self.bottom_row
    }
}

const fn bottom_row(rows: u32, columns: u32) -> u64 {
    let (mut bits, mut column) = (0, 0);
    while column < columns {
        bits |= 1 << (column * (rows + 1));
        column += 1;
    }
    bits
}
