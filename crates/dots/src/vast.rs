//! A board of any size that memory holds: the same rules as
//! [`DotsPosition`], one number a line and a box instead of bits and tables
//! made for boards up to [`MOST`], and a player that is quick rather than
//! deep. It is the slow twin of the position on the sizes that both know.

use sobremesa_kernel::{Rng, Side};

use crate::geometry::{MOST, Size};
use crate::{Direction, DotsPosition, Line, Rules};

/// The most rows and columns of boxes: 200 dots a side, so that a board as
/// text is a few hundred kilobytes.
pub const MOST_VAST: usize = 199;

/// A game on a board of up to [`MOST_VAST`] rows and columns of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VastBoard {
    rows: usize,
    columns: usize,
    turn: Side,
    /// Of each cell, boxes and the last row and column alike: whether its top
    /// and its left side are drawn.
    drawn: Vec<[bool; 2]>,
    /// Of each box, who has it.
    owners: Vec<Option<Side>>,
    undrawn: usize,
}

/// Why a board cannot be set up, with the number of a box row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mismatch {
    /// Owned, but not closed.
    Open(usize),
    /// Closed, but nobody's.
    Unowned(usize),
}

impl VastBoard {
    /// The empty board, `None` unless both are from 1 to [`MOST_VAST`].
    #[must_use]
    pub fn new(rows: usize, columns: usize, turn: Side) -> Option<VastBoard> {
        let fits = |n: usize| (1..=MOST_VAST).contains(&n);
        (fits(rows) && fits(columns)).then(|| VastBoard {
            rows,
            columns,
            turn,
            drawn: vec![[false; 2]; (rows + 1) * (columns + 1)],
            owners: vec![None; rows * columns],
            undrawn: (rows + 1) * columns + rows * (columns + 1),
        })
    }

    /// This board with these lines, all of them on it, and owners, box by box.
    pub fn with(
        mut self,
        lines: impl IntoIterator<Item = Line>,
        owners: Vec<Option<Side>>,
    ) -> Result<VastBoard, Mismatch> {
        for line in lines {
            self.mark(line);
        }
        for (of_box, owner) in owners.iter().enumerate() {
            let (row, column) = self.place(of_box);
            match (owner, self.open_sides(row, column)) {
                (Some(_), 1..) => return Err(Mismatch::Open(of_box)),
                (None, 0) => return Err(Mismatch::Unowned(of_box)),
                _ => {}
            }
        }
        self.owners = owners;
        Ok(self)
    }

    /// Rows of boxes.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Columns of boxes.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Who moves.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// Whether every line is drawn.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.undrawn == 0
    }

    /// Boxes owned, `[First, Second]`.
    #[must_use]
    pub fn boxes(&self) -> [usize; 2] {
        Side::BOTH.map(|side| self.owners.iter().filter(|&&owner| owner == Some(side)).count())
    }

    /// Who has the box of this row and column, from 0; nobody has what is no box.
    #[must_use]
    pub fn owner(&self, row: usize, column: usize) -> Option<Side> {
        let on_board = row < self.rows && column < self.columns;
        if on_board { self.owners[row * self.columns + column] } else { None }
    }

    /// Whether the board has such a line.
    #[must_use]
    pub fn has(&self, line: Line) -> bool {
        let (row, column) = (usize::from(line.row), usize::from(line.column));
        let (last_row, last_column) = match line.direction {
            Direction::Horizontal => (self.rows + 1, self.columns),
            Direction::Vertical => (self.rows, self.columns + 1),
        };
        (1..=last_row).contains(&row) && (1..=last_column).contains(&column)
    }

    /// Whether a line of the board is drawn; one that it has not is not.
    #[must_use]
    pub fn is_drawn(&self, line: Line) -> bool {
        self.has(line) && self.drawn[self.cell(line)][side_of(line)]
    }

    /// Whether a line may be drawn now.
    #[must_use]
    pub fn is_legal(&self, line: Line) -> bool {
        self.has(line) && !self.is_drawn(line)
    }

    /// Draws a legal line for the side to move; the boxes it closed, as row
    /// and column from 0, the one above or to the left first.
    pub fn draw(&mut self, line: Line) -> Vec<(usize, usize)> {
        debug_assert!(self.is_legal(line));
        self.mark(line);
        let closed: Vec<_> =
            self.beside(line).filter(|&(row, column)| self.open_sides(row, column) == 0).collect();
        for &(row, column) in &closed {
            self.owners[row * self.columns + column] = Some(self.turn);
        }
        if closed.is_empty() {
            self.turn = self.turn.other();
        }
        closed
    }

    /// The same as a position of the engines, `None` when it is too large for them.
    #[must_use]
    pub fn position(&self) -> Option<DotsPosition> {
        let size = Size::new(self.rows, self.columns)?;
        let lines = (0..size.lines()).filter(|&index| self.is_drawn(size.line(index)));
        DotsPosition::set_up(Rules { size }, lines, &self.owners, self.turn).ok()
    }

    /// A line that a careful player draws, `None` at the end: one that closes
    /// a box; else any after which nobody can; else one that gives away as
    /// few boxes as can be. It takes time in proportion to the board.
    #[must_use]
    pub fn careful_line(&self, rng: &mut Rng) -> Option<Line> {
        let undrawn: Vec<Line> = self.lines().filter(|&line| self.is_legal(line)).collect();
        let fewest_open = |line: Line| {
            self.beside(line).map(|(row, column)| self.open_sides(row, column)).min().unwrap_or(4)
        };
        if let Some(closing) = undrawn.iter().copied().find(|&line| fewest_open(line) == 1) {
            return Some(closing);
        }
        let any = |lines: &[Line], rng: &mut Rng| {
            (!lines.is_empty()).then(|| lines[rng.below(lines.len() as u32) as usize])
        };
        let safe: Vec<Line> =
            undrawn.iter().copied().filter(|&line| fewest_open(line) > 2).collect();
        any(&safe, rng).or_else(|| {
            let given = self.given_away();
            let cost = |line: Line| {
                self.beside(line).map(|(row, column)| given[row * self.columns + column]).max()
            };
            let least = undrawn.iter().map(|&line| cost(line)).min()?;
            let cheap: Vec<Line> =
                undrawn.into_iter().filter(|&line| cost(line) == least).collect();
            any(&cheap, rng)
        })
    }

    /// Of each box with two open sides, how many boxes hang together with it
    /// over open sides of such boxes: whoever opens one gives them all. 0 for
    /// the others.
    fn given_away(&self) -> Vec<usize> {
        let mut given = vec![0; self.owners.len()];
        let mut seen = vec![false; self.owners.len()];
        for start in 0..self.owners.len() {
            let (row, column) = self.place(start);
            if seen[start] || self.open_sides(row, column) != 2 {
                continue;
            }
            let mut chain = vec![start];
            seen[start] = true;
            let mut next = 0;
            while next < chain.len() {
                let (row, column) = self.place(chain[next]);
                next += 1;
                for line in around(row, column).into_iter().filter(|&line| self.is_legal(line)) {
                    for (row, column) in self.beside(line) {
                        let of_box = row * self.columns + column;
                        if !seen[of_box] && self.open_sides(row, column) == 2 {
                            seen[of_box] = true;
                            chain.push(of_box);
                        }
                    }
                }
            }
            for &of_box in &chain {
                given[of_box] = chain.len();
            }
        }
        given
    }

    fn lines(&self) -> impl Iterator<Item = Line> + '_ {
        let cells =
            (0..=self.rows).flat_map(|row| (0..=self.columns).map(move |column| (row, column)));
        cells
            .flat_map(|(row, column)| {
                let (row, column) = (row as u8 + 1, column as u8 + 1);
                [Line::horizontal(row, column), Line::vertical(row, column)]
            })
            .filter(|&line| self.has(line))
    }

    /// The place of the cell whose side a line is.
    fn cell(&self, line: Line) -> usize {
        (usize::from(line.row) - 1) * (self.columns + 1) + usize::from(line.column) - 1
    }

    fn place(&self, of_box: usize) -> (usize, usize) {
        (of_box / self.columns, of_box % self.columns)
    }

    fn mark(&mut self, line: Line) {
        let cell = self.cell(line);
        let drawn = &mut self.drawn[cell][side_of(line)];
        self.undrawn -= usize::from(!*drawn);
        *drawn = true;
    }

    /// The one or two boxes beside a line.
    fn beside(&self, line: Line) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (row, column) = (usize::from(line.row) - 1, usize::from(line.column) - 1);
        let before = match line.direction {
            Direction::Horizontal => row.checked_sub(1).map(|row| (row, column)),
            Direction::Vertical => column.checked_sub(1).map(|column| (row, column)),
        };
        let after = (row < self.rows && column < self.columns).then_some((row, column));
        before.into_iter().chain(after)
    }

    fn open_sides(&self, row: usize, column: usize) -> usize {
        around(row, column).into_iter().filter(|&line| !self.is_drawn(line)).count()
    }
}

/// The four sides of a box, its row and column from 0.
fn around(row: usize, column: usize) -> [Line; 4] {
    let (row, column) = (row as u8 + 1, column as u8 + 1);
    [
        Line::horizontal(row, column),
        Line::vertical(row, column),
        Line::horizontal(row + 1, column),
        Line::vertical(row, column + 1),
    ]
}

fn side_of(line: Line) -> usize {
    match line.direction {
        Direction::Horizontal => 0,
        Direction::Vertical => 1,
    }
}

const _: () = assert!(MOST_VAST < 255 && MOST <= MOST_VAST, "a line's numbers have eight bits");

#[cfg(test)]
mod tests {
    use super::*;
    use sobremesa_kernel::Position as _;

    #[test]
    fn it_plays_by_the_rules_of_the_position() {
        let mut rng = Rng::new(22);
        for round in 0..60 {
            let (rows, columns) = (1 + round % 7, 1 + round % 5);
            let mut slow = VastBoard::new(rows, columns, Side::First).unwrap();
            let size = Size::new(rows, columns).unwrap();
            let mut fast = DotsPosition::start(&Rules { size });
            let mut moves = Vec::new();
            loop {
                fast.legal_moves(&mut moves);
                let listed: Vec<Line> = slow.lines().filter(|&line| slow.is_legal(line)).collect();
                assert!(moves.iter().all(|&line| slow.is_legal(line)));
                assert_eq!(listed.len(), moves.len());
                assert_eq!(slow.is_over(), moves.is_empty());
                let again = slow.position().unwrap();
                assert_eq!((again.turn(), again.boxes()), (fast.turn(), fast.boxes()));
                assert_eq!(again.key(), fast.key());
                if moves.is_empty() {
                    break;
                }
                let line = moves[rng.below(moves.len() as u32) as usize];
                let index = size.index(line).unwrap();
                let closed: Vec<_> =
                    fast.closed_by(index).map(|of_box| size.geometry().place(of_box)).collect();
                assert_eq!(slow.draw(line), closed);
                fast.draw(index);
            }
        }
    }

    /// It never opens a box while it need not, and takes what is open.
    #[test]
    fn the_careful_player_is_careful() {
        let mut rng = Rng::new(3);
        let mut board = VastBoard::new(9, 8, Side::First).unwrap();
        let opened = |board: &VastBoard| {
            let boxes = (0..9).flat_map(|row| (0..8).map(move |column| (row, column)));
            boxes.filter(|&(row, column)| board.open_sides(row, column) == 1).count()
        };
        while let Some(line) = board.careful_line(&mut rng) {
            let (before, was_safe) = (
                opened(&board),
                board.lines().any(|line| {
                    board.is_legal(line)
                        && board.beside(line).all(|(row, column)| board.open_sides(row, column) > 2)
                }),
            );
            let mut next = board.clone();
            let closed = next.draw(line);
            if before > 0 {
                assert!(!closed.is_empty(), "a box was left");
            } else if was_safe {
                assert_eq!(opened(&next), 0, "{line} gives a box away");
            }
            board = next;
        }
        assert!(board.is_over());
        assert_eq!(board.boxes().iter().sum::<usize>(), 72);
    }

    #[test]
    fn the_largest_board_is_played_to_its_end() {
        let mut rng = Rng::new(1);
        assert_eq!(VastBoard::new(MOST_VAST + 1, 1, Side::First), None);
        assert_eq!(VastBoard::new(0, 1, Side::First), None);
        let mut board = VastBoard::new(MOST_VAST, MOST_VAST, Side::Second).unwrap();
        assert!(board.position().is_none());
        let lines: Vec<Line> = board.lines().collect();
        assert_eq!(lines.len(), 2 * MOST_VAST * (MOST_VAST + 1));
        assert!(board.careful_line(&mut rng).is_some());
        for &line in &lines {
            assert!(board.is_legal(line));
            board.draw(line);
        }
        assert!(board.is_over() && board.careful_line(&mut rng).is_none());
    }

    #[test]
    fn a_board_that_contradicts_itself_is_refused() {
        let empty = || VastBoard::new(1, 1, Side::First).unwrap();
        assert_eq!(empty().with([], vec![Some(Side::First)]), Err(Mismatch::Open(0)));
        assert_eq!(empty().with(around(0, 0), vec![None]), Err(Mismatch::Unowned(0)));
        assert!(empty().with(around(0, 0), vec![Some(Side::Second)]).unwrap().is_over());
    }
}
