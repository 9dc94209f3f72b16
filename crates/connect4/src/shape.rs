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

pub(crate) const MOST_COLUMNS: usize = 32;

/// The size of a board, known when compiling ([`Standard`]) or not
/// ([`AnySize`]). Searches and playouts are generic over it, so that the usual
/// board runs with constant shifts.
pub trait Shape: Copy + Send + Sync + 'static {
    /// Room for one `T` per column.
    type Slots<T: Copy>: AsRef<[T]> + AsMut<[T]>;

    /// `fill` once per column.
    fn slots<T: Copy>(fill: T) -> Self::Slots<T>;
    /// How many rows the board has.
    fn rows(self) -> u32;
    /// How many columns the board has.
    fn columns(self) -> u32;
    /// The lowest cell of every column.
    fn bottom_row(self) -> u64;

    /// Bits from one column to the next.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.rows() + 1
    }

    /// How many cells the board has.
    #[inline(always)]
    fn cells(self) -> u32 {
        self.rows() * self.columns()
    }

    /// Every cell of the board, without the guards.
    #[inline(always)]
    fn all(self) -> u64 {
        self.bottom_row() * ((1 << self.rows()) - 1)
    }

    /// The lowest cell of a column counted from 0.
    #[inline(always)]
    fn bottom(self, column: u32) -> u64 {
        1 << (column * self.stride())
    }

    /// The cells of a column counted from 0.
    #[inline(always)]
    fn column(self, column: u32) -> u64 {
        ((1 << self.rows()) - 1) << (column * self.stride())
    }

    /// The columns, counted from 0, from the middle outwards.
    fn centre_out(self) -> impl Iterator<Item = u32> {
        let columns = self.columns();
        (0..columns).map(move |turn| {
            let (middle, away) = ((columns - 1) / 2, turn.div_ceil(2));
            if turn % 2 == 1 { middle + away } else { middle - away }
        })
    }

    /// The cells where a piece could land now.
    #[inline(always)]
    fn playable(self, occupied: u64) -> u64 {
        occupied.wrapping_add(self.bottom_row()) & self.all()
    }

    /// Whether the stones contain four in line.
    #[inline(always)]
    fn has_line(self, stones: u64) -> bool {
        let lines = self.steps().map(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step)
        });
        join(lines) != 0
    }

    /// Whether the stones contain four in line upwards or sideways.
    #[inline(always)]
    fn has_straight_line(self, stones: u64) -> bool {
        let in_line = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step)
        };
        in_line(1) | in_line(self.stride()) != 0
    }

    /// The cells, taken or not, that with three of the stones make four in
    /// line.
    #[inline(always)]
    fn completions(self, stones: u64) -> u64 {
        let found = self.steps().map(|step| {
            let (up, up2, up3) = (stones << step, stones << (2 * step), stones << (3 * step));
            let (down, down2, down3) = (stones >> step, stones >> (2 * step), stones >> (3 * step));
            (up & up2 & (up3 | down)) | (down & down2 & (up | down3))
        });
        join(found) & self.all()
    }

    /// The cells of every line of four that lies within these cells.
    #[inline(always)]
    fn cover(self, cells: u64) -> u64 {
        let covered = self.steps().map(|step| {
            let pairs = cells & cells >> step;
            let lines = pairs & pairs >> (2 * step);
            let halves = lines | lines << step;
            halves | halves << (2 * step)
        });
        join(covered)
    }

    /// The shifts of one step up, along the two diagonals and to the right.
    #[inline(always)]
    fn steps(self) -> [u32; 4] {
        let s = self.stride();
        [1, s - 1, s, s + 1]
    }

    /// The same cells seen in a mirror; also of two sets added, as no column
    /// carries into the next.
    #[inline(always)]
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
    type Slots<T: Copy> = [T; 7];

    #[inline(always)]
    fn slots<T: Copy>(fill: T) -> [T; 7] {
        [fill; 7]
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        6
    }

    #[inline(always)]
    fn columns(self) -> u32 {
        7
    }

    #[inline(always)]
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
    type Slots<T: Copy> = [T; MOST_COLUMNS];

    #[inline(always)]
    fn slots<T: Copy>(fill: T) -> [T; MOST_COLUMNS] {
        [fill; MOST_COLUMNS]
    }

    #[inline(always)]
    fn rows(self) -> u32 {
        self.rows
    }

    #[inline(always)]
    fn columns(self) -> u32 {
        self.columns
    }

    #[inline(always)]
    fn bottom_row(self) -> u64 {
        self.bottom_row
    }
}

#[inline(always)]
fn join(lanes: [u64; 4]) -> u64 {
    (lanes[0] | lanes[2]) | (lanes[1] | lanes[3])
}

const fn bottom_row(rows: u32, columns: u32) -> u64 {
    let (mut bits, mut column) = (0, 0);
    while column < columns {
        bits |= 1 << (column * (rows + 1));
        column += 1;
    }
    bits
}
