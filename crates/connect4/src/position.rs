//! The rules of Connect 4.

use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::{self as kernel, Message, Outcome, Points, Rng, Side, SyntaxError, mix};

use crate::{Board, Cell, Rules, Shape, Standard};

/// The rules of Connect 4: a board on which `First` (`a`) and `Second` (`b`)
/// have dropped pieces in turn, `First` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    plies: u8,
    won: bool,
}

/// A column, counted from 1 in text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    column: u8,
}

/// Why a piece may not be dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The board has no such column.
    NoSuchColumn {
        /// The one that was asked for.
        column: u32,
        /// How many there are.
        columns: u32,
    },
    /// The column has no room.
    ColumnFull {
        /// Which.
        column: u32,
    },
    /// The game has ended.
    GameOver {
        /// How.
        outcome: Outcome,
    },
}

impl Move {
    /// `column` counts from 1; `None` for 0 and for what no board has.
    #[must_use]
    pub fn new(column: u32) -> Option<Move> {
        u8::try_from(column).ok().filter(|&column| column > 0).map(|column| Move { column })
    }

    /// From 1.
    #[inline]
    #[must_use]
    pub const fn column(self) -> u32 {
        self.column as u32
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.column.fmt(f)
    }
}

impl FromStr for Move {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Move, SyntaxError> {
        let digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let column = if digits { text.parse().ok().and_then(Move::new) } else { None };
        column.ok_or_else(|| {
            SyntaxError::new("connect4-move-unreadable", text, "a column number such as 4").at(1, 1)
        })
    }
}

impl Position {
    /// The pieces.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Pieces on the board.
    #[must_use]
    pub const fn plies(&self) -> u32 {
        self.plies as u32
    }

    /// The pieces of the side to move.
    #[must_use]
    pub fn own(&self) -> u64 {
        self.board.stones(kernel::Position::turn(self))
    }

    /// The position in which a board's pieces were dropped in turn. The
    /// caller has checked that the counts allow it.
    pub(crate) fn of(board: Board) -> Position {
        Position { plies: board.occupied().count_ones() as u8, won: board.is_won(), board }
    }

    fn side_to_move(&self) -> Side {
        if self.plies.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn is_over(&self) -> bool {
        self.won
            || u32::from(self.plies) == self.board.rules().rows() * self.board.rules().columns()
    }

    /// Drops a piece of the side to move on `bit`, a playable cell.
    #[inline]
    fn place<S: Shape>(&mut self, shape: S, bit: u64) {
        let side = self.side_to_move();
        self.board = self.board.with(bit, side);
        self.won = shape.has_line(self.board.stones(side));
        self.plies += 1;
    }

    #[inline]
    fn drop_at_random<S: Shape>(&mut self, shape: S, rng: &mut Rng) -> Option<Move> {
        if self.won || u32::from(self.plies) == shape.cells() {
            return None;
        }
        // Columns are full late and rarely: drawing again is cheaper than
        // listing those with room.
        loop {
            let column = rng.below(shape.columns());
            let above = self.board.occupied().wrapping_add(shape.bottom(column));
            let bit = above & shape.column(column);
            if bit != 0 {
                self.place(shape, bit);
                return Some(Move { column: column as u8 + 1 });
            }
        }
    }

    /// The positions one ply later, by column; none when the game is over.
    pub fn replies(&self) -> impl Iterator<Item = Position> + use<> {
        let position = *self;
        kernel::Position::legal(self).into_iter().map(move |m| {
            let mut next = position;
            kernel::Position::play_unchecked(&mut next, m);
            next
        })
    }
}

impl kernel::Position for Position {
    type Move = Move;
    type Rules = Rules;
    type Illegal = Illegal;

    fn start(rules: &Rules) -> Position {
        Position { board: Board::empty(*rules), plies: 0, won: false }
    }

    fn rules(&self) -> &Rules {
        self.board.rules()
    }

    #[inline]
    fn turn(&self) -> Side {
        self.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            Some(Outcome::Win(self.side_to_move().other()))
        } else {
            self.is_over().then_some(Outcome::Draw)
        }
    }

    fn score(&self) -> Option<[Points; 2]> {
        None
    }

    fn legal_moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if !self.is_over() {
            into.extend(self.board.columns().filter_map(Move::new));
        }
    }

    fn check(&self, m: Move) -> Result<(), Illegal> {
        let (column, columns) = (m.column(), self.board.rules().columns());
        if let Some(outcome) = self.outcome() {
            Err(Illegal::GameOver { outcome })
        } else if column > columns {
            Err(Illegal::NoSuchColumn { column, columns })
        } else if !self.board.has_room(column) {
            Err(Illegal::ColumnFull { column })
        } else {
            Ok(())
        }
    }

    fn play_unchecked(&mut self, m: Move) {
        self.place(self.board.rules().shape(), self.board.landing(m.column()));
    }

    /// The side to move's pieces plus the occupied cells: the sum carries
    /// into a one above each column's top piece and so names the position;
    /// mixed, because its low bits alone tell little.
    fn key(&self) -> u64 {
        mix(self.own().wrapping_add(self.board.occupied()))
    }

    fn recomputed_key(&self) -> u64 {
        let turn = self.side_to_move();
        let mut sum = 0u64;
        for cell in self.board.cells() {
            let weight = match self.board.at(cell) {
                None => 0,
                Some(side) => 1 + u64::from(side == turn),
            };
            let bit = self.board.bit(cell).unwrap_or(0);
            sum = sum.wrapping_add(bit.wrapping_mul(weight));
        }
        mix(sum)
    }

    fn diagram(&self) -> String {
        self.board.diagram()
    }

    fn parse(rules: &Rules, text: &str) -> Result<Position, SyntaxError> {
        Position::from_diagram(*rules, text)
    }

    fn count_legal(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let shape = self.board.rules().shape();
        u64::from(shape.playable(self.board.occupied()).count_ones())
    }

    #[inline]
    fn play_random(&mut self, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        let rules = *self.board.rules();
        if rules == Rules::STANDARD {
            self.drop_at_random(Standard, rng)
        } else {
            self.drop_at_random(rules.shape(), rng)
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NoSuchColumn { column, columns } => {
                write!(f, "there is no column {column}: the board has {columns}")
            }
            Illegal::ColumnFull { column } => write!(f, "column {column} is full"),
            Illegal::GameOver { outcome: Outcome::Win(side) } => {
                write!(f, "the game is over: the {side} player has four in line")
            }
            Illegal::GameOver { outcome: Outcome::Draw } => {
                f.write_str("the game is over: the board is full")
            }
        }
    }
}

impl std::error::Error for Illegal {}

impl From<Illegal> for Message {
    fn from(illegal: Illegal) -> Message {
        match illegal {
            Illegal::NoSuchColumn { column, columns } => Message::new("connect4-no-such-column")
                .with("column", column)
                .with("columns", columns),
            Illegal::ColumnFull { column } => {
                Message::new("connect4-column-full").with("column", column)
            }
            Illegal::GameOver { .. } => Message::new("connect4-game-over"),
        }
    }
}

impl From<Cell> for String {
    /// The key of a cell on the wire, `row-column`.
    fn from(cell: Cell) -> String {
        format!("{}-{}", cell.row, cell.column)
    }
}

/// A move's number is its column less one.
impl kernel::Actions for Position {
    fn actions(rules: &Rules) -> usize {
        rules.columns() as usize
    }

    fn action(rules: &Rules, m: Move) -> Option<usize> {
        (m.column() <= rules.columns()).then(|| m.column() as usize - 1)
    }

    fn of_action(rules: &Rules, action: usize) -> Option<Move> {
        let column = u32::try_from(action).ok()?.checked_add(1)?;
        Move::new(column).filter(|_| column <= rules.columns())
    }
}
