//! The rules of a game as a value.

use std::error::Error;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::{Message, Outcome, Points, Rng, Side, SyntaxError};

/// The rules of a game, as a value that is always a valid position.
///
/// Everything that legality needs is inside (superko history, passes, who
/// moves), so a position answers for itself. Fields are private and there are
/// no setters: a position comes from [`start`](Position::start), from
/// [`parse`](Position::parse) (which validates) or from playing moves.
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move as text means it, without a board: `FromStr` reads any
    /// well-formed move, [`check`](Position::check) decides whether it may be
    /// played here. Pass is a move.
    type Move: Copy
        + Eq
        + Hash
        + Debug
        + Display
        + FromStr<Err = SyntaxError>
        + Send
        + Sync
        + 'static;

    /// Size and rule options, written `key=value key=value` (see
    /// [`crate::rules`]); the default is the game as most people know it.
    type Rules: Clone
        + Eq
        + Debug
        + Default
        + Display
        + FromStr<Err = SyntaxError>
        + Send
        + Sync
        + 'static;

    /// Why a move is refused. `Display` is English for developers; the
    /// message is what a person is told.
    type Illegal: Error + Clone + Eq + Into<Message> + Send + Sync + 'static;

    /// The position a game by these rules begins with.
    fn start(rules: &Self::Rules) -> Self;

    /// The rules this game is played by.
    fn rules(&self) -> &Self::Rules;

    /// Who moves. Read it, never assume alternation: a closed box moves again.
    /// When the game is over it is whoever would have moved.
    fn turn(&self) -> Side;

    /// `None` while the game is on.
    fn outcome(&self) -> Option<Outcome>;

    /// The count that decides the game, `[First, Second]`, as it stands now;
    /// `None` in games that are not decided by counting.
    fn score(&self) -> Option<[Points; 2]>;

    /// Replaces the contents of `into` with every legal move, in a fixed
    /// order. Empty exactly when the game is over.
    fn legal_moves(&self, into: &mut Vec<Self::Move>);

    /// Whether `m` may be played now, and if not, why.
    fn check(&self, m: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays a move that [`check`](Position::check) accepts. Anything else is
    /// a bug in the caller; the result is then unspecified, but never unsafe.
    fn play_unchecked(&mut self, m: Self::Move);

    /// The incremental hash of the position: equal positions (same board,
    /// same side to move) have equal keys.
    fn key(&self) -> u64;

    /// [`key`](Position::key) computed afresh from the board: the slow twin.
    fn recomputed_key(&self) -> u64;

    /// The position as a diagram that [`parse`](Position::parse) reads back.
    /// What a board alone cannot show (superko history) is not in it.
    fn diagram(&self) -> String;

    /// Reads a diagram under the given rules and refuses what cannot stand on
    /// a board: a floating piece, a group without liberties, an open box with
    /// an owner.
    fn parse(rules: &Self::Rules, text: &str) -> Result<Self, SyntaxError>;

    /// Plays `m`, or says why not and leaves the position unchanged.
    fn play(&mut self, m: Self::Move) -> Result<(), Self::Illegal> {
        self.check(m)?;
        self.play_unchecked(m);
        Ok(())
    }

    /// [`legal_moves`](Position::legal_moves) as a new list.
    fn legal(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves
    }

    /// How many legal moves there are; games that can count without listing
    /// them override it, and perft gets its bulk counting from it.
    fn count_legal(&self) -> u64 {
        self.legal().len() as u64
    }

    /// Plays one uniformly random legal move and returns it, `None` when the
    /// game is over. `scratch` spares the allocation; fast boards override
    /// this and leave it alone.
    fn play_random(&mut self, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Option<Self::Move> {
        self.legal_moves(scratch);
        let m = rng.pick(scratch)?;
        self.play_unchecked(m);
        Some(m)
    }
}
