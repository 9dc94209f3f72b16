//! When a level passes because the other side has.

use sobremesa_kernel::{Analysis, Position as _};

use crate::estimate::is_settled;
use crate::{Move, Position, Scoring};

/// Whether a pass answers the other side's: the players will agree on dead
/// stones, and nothing else is left to play for.
pub(super) fn may_agree(position: &Position) -> bool {
    position.passes() == 1
        && position.rules().scoring() != Scoring::Standing
        && is_settled(position)
}

/// Brings the pass to the front.
pub(super) fn pass_first(found: &mut Analysis<Move>) {
    if let Some(pass) = found.lines.iter().position(|line| line.play == Move::Pass) {
        found.lines[..=pass].rotate_right(1);
    }
}
