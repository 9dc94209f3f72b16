//! What players agree on when play has stopped and the rules do not say how the
//! board is counted.

use std::fmt::Debug;

use crate::{Picture, Points};

/// A game whose players agree on what is dead before the board is counted.
pub trait Settling<P>: Debug + Sync {
    /// Whether play has stopped and the players have to agree first.
    fn awaits_agreement(&self, position: &P) -> bool;

    /// The places of what lives or dies together with what stands on `at`, as
    /// keys of [`crate::Stand::at`]; empty where nothing stands that could be dead.
    fn group_at(&self, position: &P, at: &str) -> Vec<String>;

    /// The board counted with the groups on `dead` taken off.
    fn counted(&self, position: &P, dead: &[String]) -> Counted;

    /// The same position under rules that count what stands and ask for no
    /// agreement.
    fn played_out(&self, position: &P) -> P;

    /// What a strong player believes about who owns what, over or not; the
    /// same position gives the same answer. It thinks for about a second at most.
    fn judge(&self, position: &P) -> Judgement;
}

/// A board as it counts once some groups are taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What is left on the board, and whose it is.
    pub picture: Picture,
    /// Points of both sides, where the game counts.
    pub score: Option<[Points; 2]>,
}

/// What a strong player believes about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// For each place: from 1, always the first side's at the end, to -1,
    /// always the second's.
    pub owners: Vec<(String, f32)>,
    /// How many points the first side is expected to be ahead.
    pub lead: f32,
    /// The first side's chance of winning, 0 to 1.
    pub chance: f32,
    /// What will not survive: whole groups.
    pub dead: Vec<String>,
}
