//! Moves as numbers, for whoever keeps an array over them.

use crate::Position;

/// A position whose moves have numbers, dense from 0: what a policy network, a
/// table of visits or an environment for learners is indexed by.
///
/// A number means the same move in every position of a game; that it may be
/// played now is [`check`](Position::check)'s to say.
pub trait Actions: Position {
    /// How many numbers there are under these rules.
    fn actions(rules: &Self::Rules) -> usize;

    /// The number of a move, `None` of one that no board of these rules has.
    fn action(rules: &Self::Rules, m: Self::Move) -> Option<usize>;

    /// The move of a number, `None` of [`actions`](Actions::actions) and above.
    fn of_action(rules: &Self::Rules, action: usize) -> Option<Self::Move>;

    /// The numbers of the legal moves, in the order of
    /// [`legal_moves`](Position::legal_moves).
    fn legal_actions(&self) -> Vec<usize> {
        self.legal().into_iter().filter_map(|m| Self::action(self.rules(), m)).collect()
    }
}
