//! A plain board for text, files and callers without a game.

use sobremesa_kernel::Side;

use crate::notation::MAX_SIZE;
use crate::{Illegal, Ko, Point};

/// Stones on a board and nothing else: what a diagram, a file or a Prolog
/// list describes.
///
/// Anything may stand here, even a group without liberties. The functions are
/// plain flood fills without any state between moves: they serve callers who
/// have only boards, and they are the slow twin that the incremental
/// [`crate::board::Board`] is tested against.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    rows: usize,
    columns: usize,
    cells: Vec<Option<Side>>,
}

impl Stones {
    /// An empty board of 1 to 25 rows and columns.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Option<Stones> {
        let fits = |n: usize| (1..=MAX_SIZE).contains(&n);
        (fits(rows) && fits(columns)).then(|| Stones {
            rows,
            columns,
            cells: vec![None; rows * columns],
        })
    }

    /// A board from its cells, row by row. `None` when they are not as many
    /// as the board has, or the board is larger than 25×25.
    #[must_use]
    pub fn from_cells(
        rows: usize,
        columns: usize,
        cells: impl IntoIterator<Item = Option<Side>>,
    ) -> Option<Stones> {
        let mut stones = Stones::new(rows, columns)?;
        stones.cells.clear();
        stones.cells.extend(cells);
        (stones.cells.len() == rows * columns).then_some(stones)
    }

    /// The cells, row by row: what [`from_cells`](Stones::from_cells) reads.
    #[must_use]
    pub fn cells(&self) -> &[Option<Side>] {
        &self.cells
    }

    /// How many rows the board has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns the board has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether the board has this point.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        point.row() < self.rows && point.column() < self.columns
    }

    /// What stands on `point`; `None` also off the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Side> {
        if self.contains(point) { self.cells[self.index(point)] } else { None }
    }

    /// Puts a stone on `point`, or empties it; off the board nothing happens.
    pub fn put(&mut self, point: Point, side: Option<Side>) {
        if self.contains(point) {
            let index = self.index(point);
            self.cells[index] = side;
        }
    }

    fn index(&self, point: Point) -> usize {
        point.row() * self.columns + point.column()
    }

    /// Every point of the board, row by row from A1.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let columns = self.columns;
        (0..self.rows * columns).filter_map(move |i| Point::new(i / columns, i % columns))
    }

    /// Every stone.
    pub fn iter(&self) -> impl Iterator<Item = (Point, Side)> + '_ {
        self.points().filter_map(|point| self.at(point).map(|side| (point, side)))
    }

    /// The points next to `point` that are on the board.
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let (row, column) = (point.row(), point.column());
        [
            Point::new(row.wrapping_sub(1), column),
            Point::new(row, column.wrapping_sub(1)),
            Point::new(row, column + 1),
            Point::new(row + 1, column),
        ]
        .into_iter()
        .flatten()
        .filter(|&p| self.contains(p))
    }

    /// The points connected to `point` with the same content: a group of
    /// stones, or an empty region. In order from A1.
    #[must_use]
    pub fn group(&self, point: Point) -> Vec<Point> {
        let mut seen = vec![false; self.cells.len()];
        let mut found = Vec::new();
        if self.contains(point) {
            seen[self.index(point)] = true;
            found.push(point);
        }
        let mut next = 0;
        while next < found.len() {
            for n in self.neighbours(found[next]) {
                if self.at(n) == self.at(point) && !seen[self.index(n)] {
                    seen[self.index(n)] = true;
                    found.push(n);
                }
            }
            next += 1;
        }
        found.sort_unstable();
        found
    }

    /// The empty points next to the group of the stone on `point`.
    #[must_use]
    pub fn liberties(&self, point: Point) -> Vec<Point> {
        let mut liberties: Vec<Point> = self
            .group(point)
            .into_iter()
            .flat_map(|stone| self.neighbours(stone).collect::<Vec<_>>())
            .filter(|&n| self.at(n).is_none())
            .collect();
        liberties.sort_unstable();
        liberties.dedup();
        liberties
    }

    /// The group of the stone on `point` if it has no liberty. It looks no
    /// further than the first liberty, which is nearly always near.
    fn smothered(&self, point: Point) -> Option<Vec<Point>> {
        let side = self.at(point);
        let mut seen = [0u64; (MAX_SIZE * MAX_SIZE).div_ceil(64)];
        let mut group = vec![point];
        let mut next = 0;
        while next < group.len() {
            for n in self.neighbours(group[next]) {
                let content = Some(self.at(n)?);
                let (word, bit) = (self.index(n) / 64, 1 << (self.index(n) % 64));
                if content == side && seen[word] & bit == 0 && n != point {
                    seen[word] |= bit;
                    group.push(n);
                }
            }
            next += 1;
        }
        Some(group)
    }

    /// A stone of a group without liberties, if there is one.
    #[must_use]
    pub fn breathless(&self) -> Option<Point> {
        self.iter().map(|(point, _)| point).find(|&point| self.smothered(point).is_some())
    }

    /// The board after `side` plays on `point`. Without history there is no
    /// ko; with the earlier boards in `history` (this one need not be among
    /// them) a move that recreates one of them is refused.
    pub fn play(&self, side: Side, point: Point, history: &[Stones]) -> Result<Stones, Illegal> {
        if !self.contains(point) {
            return Err(Illegal::OffBoard(point));
        }
        if self.at(point).is_some() {
            return Err(Illegal::Occupied(point));
        }
        let mut after = self.clone();
        after.put(point, Some(side));
        for rival in self.neighbours(point) {
            if after.at(rival) == Some(side.other())
                && let Some(captured) = after.smothered(rival)
            {
                for stone in captured {
                    after.put(stone, None);
                }
            }
        }
        if after.smothered(point).is_some() {
            return Err(Illegal::Suicide(point));
        }
        if history.contains(&after) {
            return Err(Illegal::Ko(point, Ko::Positional));
        }
        Ok(after)
    }

    /// Points of Black and of White by area: own stones, and empty points
    /// that reach only own stones.
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        let mut area = [0; 2];
        for owner in self.owners().into_iter().flatten() {
            area[owner.index()] += 1;
        }
        area
    }

    /// Who owns each point by area, in the order of [`points`](Stones::points).
    #[must_use]
    pub fn owners(&self) -> Vec<Option<Side>> {
        let mut owners = self.cells.clone();
        let mut seen = vec![false; self.cells.len()];
        for point in self.points() {
            if self.at(point).is_some() || seen[self.index(point)] {
                continue;
            }
            let region = self.group(point);
            let mut touched = [false; 2];
            for &empty in &region {
                seen[self.index(empty)] = true;
                for stone in self.neighbours(empty).filter_map(|n| self.at(n)) {
                    touched[stone.index()] = true;
                }
            }
            let owner = match touched {
                [true, false] => Some(Side::First),
                [false, true] => Some(Side::Second),
                _ => None,
            };
            for empty in region {
                owners[self.index(empty)] = owner;
            }
        }
        owners
    }
}
