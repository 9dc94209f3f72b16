//! What a strong player believes about a position at any time.

use sobremesa_kernel::{Budget, Engine, silent};

use crate::mcts::Mcts;
use crate::{Estimate, Position, seki};

/// Estimates a position, over or not, with a search of `simulations`. The
/// same seed gives the same answer.
#[must_use]
pub fn estimate(position: &Position, simulations: u32, seed: u64) -> Estimate {
    let mut engine = Mcts::new(seed);
    let open = position.resumed();
    engine.search(&open, &Budget::nodes(u64::from(simulations.max(1))), &mut silent);
    let mut found = engine.estimate().unwrap_or_else(|| Estimate::unknown(&open.stones()));
    // Playouts break sekis up; a reader knows better.
    let in_seki = seki(&open);
    found.dead.retain(|stone| !in_seki.contains(stone));
    found
}
