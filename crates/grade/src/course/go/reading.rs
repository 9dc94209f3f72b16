//! Go as somebody may have understood it: the sheets' rules, slowly and
//! plainly, with a switch for each misunderstanding. With no switch on it is
//! the slow twin of `sobremesa_go::Stones`, which a test holds it to.

pub const SIZE: usize = 19;

/// A board, row by row from the top: 0 empty, 1 black, 2 white.
#[derive(Clone, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Board(pub Vec<u8>);

/// Whose empty points count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Territory {
    /// Those that reach the stones of one side alone.
    Rule,
    /// None.
    None,
    /// Those of regions that both sides touch count for both.
    Shared,
    /// Stones do not count, only what they surround.
    Alone,
    /// A region without any stone at its side belongs to both.
    EmptyBoth,
    /// Only single empty points with four stones of one side around them.
    Single,
}

/// Every switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub diagonals: bool,
    /// The edge is a liberty.
    pub edge_breathes: bool,
    /// Whether a move is suicide is looked at before anything is captured.
    pub suicide_first: bool,
    pub suicide_allowed: bool,
    /// Suicide of a single stone alone is looked at.
    pub suicide_of_one: bool,
    /// Only the first group that has no liberty is captured.
    pub one_group: bool,
    /// Only groups of one stone are captured.
    pub single_stones: bool,
    pub nothing_captured: bool,
    /// Own stones without a liberty are taken off too.
    pub own_removed: bool,
    /// A stone may be set on another.
    pub occupied: bool,
    pub off_board: bool,
    pub territory: Territory,
    /// White's points come first.
    pub white_first: bool,
}

impl Default for Reading {
    fn default() -> Reading {
        Reading {
            diagonals: false,
            edge_breathes: false,
            suicide_first: false,
            suicide_allowed: false,
            suicide_of_one: false,
            one_group: false,
            single_stones: false,
            nothing_captured: false,
            own_removed: false,
            occupied: false,
            off_board: false,
            territory: Territory::Rule,
            white_first: false,
        }
    }
}

impl Board {
    #[must_use]
    pub fn empty() -> Board {
        Board(vec![0; SIZE * SIZE])
    }

    #[must_use]
    pub fn at(&self, row: usize, column: usize) -> u8 {
        self.0[row * SIZE + column]
    }

    #[must_use]
    pub fn stones(&self) -> usize {
        self.0.iter().filter(|&&cell| cell != 0).count()
    }
}

impl Reading {
    /// The points beside a point, and whether the edge is one of them.
    fn beside(&self, point: usize) -> (Vec<usize>, bool) {
        let (row, column) = (point / SIZE, point % SIZE);
        let straight: &[(isize, isize)] = &[(-1, 0), (1, 0), (0, -1), (0, 1)];
        let around: &[(isize, isize)] =
            &[(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)];
        let steps = if self.diagonals { around } else { straight };
        let points: Vec<usize> = steps
            .iter()
            .filter_map(|&(down, right)| {
                let row = row.checked_add_signed(down).filter(|&row| row < SIZE)?;
                let column = column.checked_add_signed(right).filter(|&c| c < SIZE)?;
                Some(row * SIZE + column)
            })
            .collect();
        let edge = points.len() < steps.len();
        (points, edge)
    }

    /// The group or empty region of a point.
    #[must_use]
    pub fn region(&self, board: &Board, point: usize) -> Vec<usize> {
        let colour = board.0[point];
        let mut seen = vec![false; board.0.len()];
        let (mut region, mut open) = (Vec::new(), vec![point]);
        seen[point] = true;
        while let Some(at) = open.pop() {
            region.push(at);
            for next in self.beside(at).0 {
                if !seen[next] && board.0[next] == colour {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        region.sort_unstable();
        region
    }

    #[must_use]
    pub fn breathes(&self, board: &Board, group: &[usize]) -> bool {
        group.iter().any(|&at| {
            let (points, edge) = self.beside(at);
            edge && self.edge_breathes || points.iter().any(|&next| board.0[next] == 0)
        })
    }

    /// The board after a move, rows and columns from 0.
    #[must_use]
    pub fn played(&self, board: &Board, colour: u8, row: i64, column: i64) -> Option<Board> {
        let inside = |n: i64| usize::try_from(n).ok().filter(|&n| n < SIZE);
        let (Some(row), Some(column)) = (inside(row), inside(column)) else {
            return self.off_board.then(|| board.clone());
        };
        let point = row * SIZE + column;
        if board.0[point] != 0 && !self.occupied {
            return None;
        }
        let mut next = board.clone();
        next.0[point] = colour;
        if self.suicide_first && !self.breathes(&next, &self.region(&next, point)) {
            return None;
        }
        let mut taken = 0;
        for at in self.beside(point).0 {
            if next.0[at] != 3 - colour || self.nothing_captured || self.one_group && taken > 0 {
                continue;
            }
            let group = self.region(&next, at);
            if !self.breathes(&next, &group) && (group.len() == 1 || !self.single_stones) {
                group.iter().for_each(|&stone| next.0[stone] = 0);
                taken += 1;
            }
        }
        let own = self.region(&next, point);
        if self.breathes(&next, &own) || self.suicide_allowed {
            return Some(next);
        }
        if self.suicide_of_one && own.len() > 1 {
            return Some(next);
        }
        if self.own_removed {
            own.iter().for_each(|&stone| next.0[stone] = 0);
            return Some(next);
        }
        None
    }

    /// The points of black and white.
    #[must_use]
    pub fn score(&self, board: &Board) -> [i64; 2] {
        let mut points = [0, 0];
        let mut seen = vec![false; board.0.len()];
        for point in 0..board.0.len() {
            match board.0[point] {
                0 if !seen[point] => {
                    let region = self.region(board, point);
                    region.iter().for_each(|&at| seen[at] = true);
                    let touches = |colour: u8| {
                        region.iter().any(|&at| {
                            self.beside(at).0.iter().any(|&next| board.0[next] == colour)
                        })
                    };
                    let touched = [touches(1), touches(2)];
                    let size = region.len() as i64;
                    for (side, points) in points.iter_mut().enumerate() {
                        let alone = touched[side] && !touched[1 - side];
                        let counts = match self.territory {
                            Territory::Rule | Territory::Alone => alone,
                            Territory::None => false,
                            Territory::Shared => touched[side],
                            Territory::EmptyBoth => !touched[1 - side],
                            Territory::Single => alone && size == 1,
                        };
                        *points += if counts { size } else { 0 };
                    }
                }
                0 => {}
                colour => {
                    let counts = self.territory != Territory::Alone;
                    points[usize::from(colour) - 1] += i64::from(counts);
                }
            }
        }
        points
    }
}
