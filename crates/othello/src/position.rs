//! The rules of Othello.

use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::{
    Actions, Message, Outcome, Points, Position as Rulebook, Rng, Side, SyntaxError, rules,
};

use crate::board::{Bits, Board, squares};
use crate::diagram;
use crate::moves::{Move, Square};

/// An Othello position: Black is [`Side::First`], White [`Side::Second`].
///
/// Sides alternate strictly: who has no move is still to play and must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    turn: Side,
    rules: Rules,
}

/// Which colour starts (`start=black`, the default, or `start=white`); the
/// four discs stand the same either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Who moves first.
    pub start: Side,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules { start: Side::First }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.start {
            Side::First => "start=black",
            Side::Second => "start=white",
        })
    }
}

impl FromStr for Rules {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Rules, SyntaxError> {
        let mut read = Rules::default();
        for pair in rules::pairs(text, &["start"])? {
            read.start = match pair.value {
                "black" => Side::First,
                "white" => Side::Second,
                _ => return Err(pair.refuse("start=black or start=white")),
            };
        }
        Ok(read)
    }
}

/// Why a move is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// A disc is there.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// No disc would be turned.
    #[error("a disc on {0} would turn no disc")]
    NoFlip(Square),
    /// A pass, though a disc can be placed, for instance here.
    #[error("passing is only allowed without a move, and {0} is one")]
    CanMove(Square),
}

impl From<Illegal> for Message {
    fn from(illegal: Illegal) -> Message {
        match illegal {
            Illegal::GameOver => Message::new("othello-game-over"),
            Illegal::Occupied(square) => {
                Message::new("othello-occupied").with("square", upper(square))
            }
            Illegal::NoFlip(square) => {
                Message::new("othello-no-flip").with("square", upper(square))
            }
            Illegal::CanMove(square) => {
                Message::new("othello-can-move").with("square", upper(square))
            }
        }
    }
}

/// Squares as people write them.
fn upper(square: Square) -> String {
    square.to_string().to_uppercase()
}

impl Position {
    /// A position from the mover's discs and the rival's, refused when no
    /// game can show it: overlapping discs, an empty square in the centre, or
    /// a disc that touches no other (every disc is played next to one).
    #[must_use]
    pub fn new(board: Board, turn: Side, rules: Rules) -> Option<Position> {
        diagram::fault(board).is_none().then_some(Position { board, turn, rules })
    }

    /// A position from the discs `[black, white]`, or what no game can show on
    /// it.
    pub fn from_discs(
        [black, white]: [Bits; 2],
        turn: Side,
        rules: Rules,
    ) -> Result<Position, SyntaxError> {
        let board = match turn {
            Side::First => Board::new(black, white),
            Side::Second => Board::new(white, black),
        };
        match diagram::fault(board) {
            Some(fault) => Err(fault.into()),
            None => Ok(Position { board, turn, rules }),
        }
    }

    /// A position from any discs that do not overlap, whether a game can show
    /// them or not: a test board with an empty centre, a lonely disc.
    #[must_use]
    pub fn set_up(board: Board, turn: Side, rules: Rules) -> Option<Position> {
        (board.mover & board.rival == 0).then_some(Position { board, turn, rules })
    }

    /// The discs as the mover sees them.
    #[inline]
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// The discs of one side.
    #[inline]
    #[must_use]
    pub fn discs(&self, side: Side) -> Bits {
        if side == self.turn { self.board.mover } else { self.board.rival }
    }

    /// The 64 squares from a1 to h8 as characters for black, white and empty.
    #[must_use]
    pub fn cells(&self, symbols: [char; 3]) -> String {
        diagram::cells(Side::BOTH.map(|side| self.discs(side)), symbols)
    }

    /// The rival's discs that `m` would turn; none for a pass or a square
    /// where the mover cannot play.
    #[must_use]
    pub fn turned(&self, m: Move) -> Bits {
        match m {
            Move::Place(square) if self.board.occupied() & square.bit() == 0 => {
                self.board.flips(square.index())
            }
            _ => 0,
        }
    }
}

impl Rulebook for Position {
    type Move = Move;
    type Rules = Rules;
    type Illegal = Illegal;

    fn start(rules: &Rules) -> Position {
        let board = match rules.start {
            Side::First => Board::START,
            Side::Second => Board::START.swapped(),
        };
        Position { board, turn: rules.start, rules: *rules }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.board.is_over().then(|| match self.board.difference() {
            0 => Outcome::Draw,
            d if d > 0 => Outcome::Win(self.turn),
            _ => Outcome::Win(self.turn.other()),
        })
    }

    /// The discs on the board, as the course counts; empty squares count for
    /// nobody here.
    fn score(&self) -> Option<[Points; 2]> {
        Some(Side::BOTH.map(|side| Points::whole(self.discs(side).count_ones() as i32)))
    }

    fn legal_moves(&self, into: &mut Vec<Move>) {
        into.clear();
        let moves = self.board.moves();
        into.extend(squares(moves).map(|square| Move::Place(Square::of_bit(square))));
        if moves == 0 && self.board.swapped().moves() != 0 {
            into.push(Move::Pass);
        }
    }

    fn check(&self, m: Move) -> Result<(), Illegal> {
        let moves = self.board.moves();
        if moves == 0 && self.board.swapped().moves() == 0 {
            return Err(Illegal::GameOver);
        }
        match m {
            Move::Pass if moves != 0 => {
                Err(Illegal::CanMove(Square::of_bit(moves.trailing_zeros() as usize)))
            }
            Move::Place(square) if self.board.occupied() & square.bit() != 0 => {
                Err(Illegal::Occupied(square))
            }
            Move::Place(square) if moves & square.bit() == 0 => Err(Illegal::NoFlip(square)),
            _ => Ok(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        self.board = match m {
            Move::Place(square) => {
                self.board.after(square.index(), self.board.flips(square.index()))
            }
            Move::Pass => self.board.swapped(),
        };
        self.turn = self.turn.other();
    }

    /// Two multiplications of the two words: cheaper than keeping a key up to
    /// date through every flip, so nothing is kept.
    fn key(&self) -> u64 {
        self.board.hash() ^ side_key(self.turn)
    }

    fn recomputed_key(&self) -> u64 {
        let mut board = Board::new(0, 0);
        for square in 0..64 {
            let bit = 1 << square;
            if self.discs(self.turn) & bit != 0 {
                board.mover |= bit;
            } else if self.discs(self.turn.other()) & bit != 0 {
                board.rival |= bit;
            }
        }
        board.hash() ^ side_key(self.turn)
    }

    fn diagram(&self) -> String {
        diagram::write(Side::BOTH.map(|side| self.discs(side)), self.turn)
    }

    fn parse(rules: &Rules, text: &str) -> Result<Position, SyntaxError> {
        let (discs, turn) = diagram::read(text)?;
        Position::from_discs(discs, turn.unwrap_or(rules.start), *rules)
    }

    fn count_legal(&self) -> u64 {
        let moves = self.board.moves();
        if moves != 0 {
            return u64::from(moves.count_ones());
        }
        u64::from(self.board.swapped().moves() != 0)
    }

    fn play_random(&mut self, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        let mut moves = self.board.moves();
        if moves == 0 {
            if self.board.swapped().moves() == 0 {
                return None;
            }
            self.play_unchecked(Move::Pass);
            return Some(Move::Pass);
        }
        for _ in 0..rng.below(moves.count_ones()) {
            moves &= moves - 1;
        }
        let m = Move::Place(Square::of_bit(moves.trailing_zeros() as usize));
        self.play_unchecked(m);
        Some(m)
    }
}

const fn side_key(turn: Side) -> u64 {
    match turn {
        Side::First => 0,
        Side::Second => 0x5bd1_e995_97f4_a7c1,
    }
}

/// Squares row by row from `a1`, then the pass.
impl Actions for Position {
    fn actions(_: &Rules) -> usize {
        65
    }

    fn action(_: &Rules, m: Move) -> Option<usize> {
        Some(match m {
            Move::Place(square) => square.index(),
            Move::Pass => 64,
        })
    }

    fn of_action(_: &Rules, action: usize) -> Option<Move> {
        match action {
            64 => Some(Move::Pass),
            square => Square::new(square).map(Move::Place),
        }
    }
}
