//! Connect 4 as somebody may have understood it: the sheet's rules, slowly and
//! plainly, with a switch for each misunderstanding. With no switch on it is
//! the slow twin of `sobremesa_connect4::Board`, which tests hold it to.

/// Six rows, top first, of seven cells: 0 empty, 1 `a`, 2 `b`.
pub type Grid = [[u8; COLUMNS]; ROWS];

pub const ROWS: usize = 6;
pub const COLUMNS: usize = 7;

/// A cell, both counted from 0.
pub type Place = (usize, usize);

/// Which moves are taken for safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Safe {
    Rule,
    /// Only the rival's answer in the same column is looked at.
    SameColumn,
    /// The rival's threats are looked for before the piece has landed.
    Before,
    /// Threats that were there before do not count.
    NewOnly,
    /// Safe is what lets oneself not win.
    WrongSide,
}

/// Which moves are taken for definitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definitive {
    Rule,
    /// One answer of the rival that lets us win is enough.
    SomeReply,
    /// That the rival wins with its answer is not looked at.
    BlindToRival,
    /// The rival does not get to answer.
    NoReply,
    /// What the rival's safe answers leave: none is needed.
    WinsNow,
}

/// What happens with a piece in a full column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Full {
    Fails,
    /// The board stays as it is.
    Unchanged,
    /// The topmost piece is replaced.
    Overwrites,
}

/// Which columns have room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    Rule,
    /// Only wholly empty ones.
    Empty,
    /// Every one, full or not.
    Every,
}

/// When it is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    Rule,
    /// Whenever the board is full.
    Full,
    /// Whenever nobody has won.
    Unwon,
}

/// Every switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Across, down, falling to the right, rising to the right.
    pub directions: [bool; 4],
    pub need: usize,
    /// A longer line is none.
    pub exact: bool,
    /// Pieces in one row or column count with others between them.
    pub gaps: bool,
    /// A line goes on in the next row.
    pub wraps: bool,
    /// Four empty cells are a line too.
    pub empties: bool,
    /// What stands in this row or column (from 0) is not seen.
    pub blind_row: Option<usize>,
    pub blind_column: Option<usize>,
    pub from_bottom: bool,
    pub swapped: bool,
    pub from_zero: bool,
    /// Pieces stay in the top row.
    pub floats: bool,
    pub full: Full,
    /// A column off the board changes nothing and succeeds.
    pub off_board: bool,
    pub room: Room,
    pub draw: Draw,
    pub safe: Safe,
    pub definitive: Definitive,
    /// A piece may land on any empty cell of its column.
    pub no_gravity: bool,
    /// Only the first of several answers is given.
    pub first_only: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            directions: [true; 4],
            need: 4,
            exact: false,
            gaps: false,
            wraps: false,
            empties: false,
            blind_row: None,
            blind_column: None,
            from_bottom: false,
            swapped: false,
            from_zero: false,
            floats: false,
            full: Full::Fails,
            off_board: false,
            room: Room::Rule,
            draw: Draw::Rule,
            safe: Safe::Rule,
            definitive: Definitive::Rule,
            no_gravity: false,
            first_only: false,
        }
    }
}

const STEPS: [(isize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Reading {
    /// Every line of a side, each sorted, all sorted.
    #[must_use]
    pub fn lines(&self, grid: &Grid, side: u8) -> Vec<Vec<Place>> {
        let mut lines = Vec::new();
        for (step, on) in STEPS.into_iter().zip(self.directions) {
            if on {
                self.lines_along(grid, side, step, &mut lines);
            }
        }
        for line in &mut lines {
            line.sort_unstable();
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    fn lines_along(
        &self,
        grid: &Grid,
        side: u8,
        step: (isize, isize),
        lines: &mut Vec<Vec<Place>>,
    ) {
        let seen = |(row, column): Place| {
            grid[row][column] == side
                && self.blind_row != Some(row)
                && self.blind_column != Some(column)
        };
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let at = (row, column);
                if self.gaps {
                    if self.next(at, (-step.0, -step.1)).is_none() {
                        let all = std::iter::successors(Some(at), |&at| self.next(at, step));
                        let own: Vec<Place> = all.filter(|&at| seen(at)).collect();
                        if own.len() >= self.need {
                            lines.push(own);
                        }
                    }
                    continue;
                }
                let begins = seen(at) && self.next(at, (-step.0, -step.1)).is_none_or(|b| !seen(b));
                if !begins {
                    continue;
                }
                let line: Vec<Place> = std::iter::successors(Some(at), |&at| {
                    self.next(at, step).filter(|&next| seen(next))
                })
                .collect();
                if line.len() == self.need || line.len() > self.need && !self.exact {
                    lines.push(line);
                }
            }
        }
    }

    fn next(&self, (row, column): Place, step: (isize, isize)) -> Option<Place> {
        if self.wraps && step.0 == 0 {
            let at = (row * COLUMNS + column).checked_add_signed(step.1)?;
            return (at < ROWS * COLUMNS).then_some((at / COLUMNS, at % COLUMNS));
        }
        let place = (row.checked_add_signed(step.0)?, column.checked_add_signed(step.1)?);
        (place.0 < ROWS && place.1 < COLUMNS).then_some(place)
    }

    #[must_use]
    pub fn has_line(&self, grid: &Grid, side: u8) -> bool {
        !self.lines(grid, side).is_empty()
    }

    #[must_use]
    pub fn is_won(&self, grid: &Grid) -> bool {
        self.has_line(grid, 1) || self.has_line(grid, 2)
    }

    /// The board after a piece is let into a column counted from 0.
    #[must_use]
    pub fn dropped(&self, grid: &Grid, column: usize, side: u8) -> Option<Grid> {
        let mut next = *grid;
        let free = (0..ROWS).rev().find(|&row| grid[row][column] == 0);
        let row = match (free, self.full) {
            (Some(_), _) if self.floats => (grid[0][column] == 0).then_some(0)?,
            (Some(row), _) => row,
            (None, Full::Fails) => return None,
            (None, Full::Unchanged) => return Some(next),
            (None, Full::Overwrites) => 0,
        };
        next[row][column] = side;
        Some(next)
    }

    /// Columns from 0 with room.
    #[must_use]
    pub fn free(&self, grid: &Grid) -> Vec<usize> {
        (0..COLUMNS)
            .filter(|&column| match self.room {
                Room::Rule => grid[0][column] == 0,
                Room::Empty => grid[ROWS - 1][column] == 0,
                Room::Every => true,
            })
            .collect()
    }

    #[must_use]
    pub fn drawn(&self, grid: &Grid) -> bool {
        let full = grid[0].iter().all(|&cell| cell != 0);
        match self.draw {
            Draw::Rule => full && !self.is_won(grid),
            Draw::Full => full,
            Draw::Unwon => !self.is_won(grid),
        }
    }

    /// Columns from 0 where a side wins at once.
    #[must_use]
    pub fn winning(&self, grid: &Grid, side: u8) -> Vec<usize> {
        (0..COLUMNS)
            .filter(|&column| {
                if self.no_gravity {
                    return (0..ROWS).filter(|&row| grid[row][column] == 0).any(|row| {
                        let mut next = *grid;
                        next[row][column] = side;
                        self.has_line(&next, side)
                    });
                }
                self.played(grid, column, side).is_some_and(|next| self.has_line(&next, side))
            })
            .collect()
    }

    /// A piece let in where there is room.
    fn played(&self, grid: &Grid, column: usize, side: u8) -> Option<Grid> {
        (grid[0][column] == 0).then(|| self.dropped(grid, column, side)).flatten()
    }

    #[must_use]
    pub fn safe(&self, grid: &Grid, side: u8) -> Vec<usize> {
        let rival = 3 - side;
        let before = self.winning(grid, rival);
        (0..COLUMNS)
            .filter(|&column| {
                let Some(next) = self.played(grid, column, side) else { return false };
                if self.safe == Safe::Rule && self.has_line(&next, side) {
                    return true;
                }
                let after = || self.winning(&next, rival);
                match self.safe {
                    Safe::Rule => after().is_empty(),
                    Safe::SameColumn => !after().contains(&column),
                    Safe::Before => before.is_empty(),
                    Safe::NewOnly => after().iter().all(|column| before.contains(column)),
                    Safe::WrongSide => self.winning(&next, side).is_empty(),
                }
            })
            .collect()
    }

    #[must_use]
    pub fn definitive(&self, grid: &Grid, side: u8) -> Vec<usize> {
        let rival = 3 - side;
        let wins_next = |grid: &Grid| !self.winning(grid, side).is_empty();
        (0..COLUMNS)
            .filter(|&column| {
                let Some(next) = self.played(grid, column, side) else { return false };
                if self.definitive == Definitive::WinsNow {
                    return self.has_line(&next, side);
                }
                if self.has_line(&next, side) {
                    return false;
                }
                let mut replies =
                    (0..COLUMNS).filter_map(|reply| self.played(&next, reply, rival)).peekable();
                match self.definitive {
                    Definitive::Rule => {
                        self.winning(&next, rival).is_empty()
                            && replies.peek().is_some()
                            && replies.all(|grid| wins_next(&grid))
                    }
                    Definitive::SomeReply => replies.any(|grid| wins_next(&grid)),
                    Definitive::BlindToRival => {
                        replies.peek().is_some() && replies.all(|grid| wins_next(&grid))
                    }
                    Definitive::NoReply => wins_next(&next),
                    Definitive::WinsNow => unreachable!("answered above"),
                }
            })
            .collect()
    }
}
