//! What a strong player believes about a position at any time.

use sobremesa_kernel::{Budget, Engine, Side, silent};

use crate::mcts::Mcts;
use crate::{Counting, Estimate, Position, count, seki};

/// Estimates a position, over or not, with a search of `simulations`. The
/// same seed gives the same answer.
#[must_use]
pub fn estimate(position: &Position, simulations: u32, seed: u64) -> Estimate {
    let mut engine = Mcts::new(seed);
    let open = position.resumed();
    engine.search(&open, &Budget::nodes(u64::from(simulations.max(1))), &mut silent);
    let stones = open.stones();
    let mut found = engine.estimate().unwrap_or_else(|| Estimate::unknown(&stones));
    // Playouts break sekis up; a reader knows better.
    found.give_up(&stones, &seki(&open));
    found
}

/// Whether nothing is left to play for once the dead stones may be agreed on:
/// with those that look dead taken off, the playouts give every point to whom
/// the count gives it, and few points to nobody.
pub(crate) fn is_settled(position: &Position) -> bool {
    const SIMULATIONS: u32 = 400;
    const SURE: f32 = 0.7;
    let found = estimate(position, SIMULATIONS, 0);
    let owners = count(position, &found.dead, Counting::Area).owners;
    let neutral = owners.iter().filter(|owner| owner.is_none()).count();
    neutral * 10 <= owners.len()
        && owners.iter().zip(&found.ownership).all(|(owner, &share)| match owner {
            Some(Side::First) => share > SURE,
            Some(Side::Second) => share < -SURE,
            None => true,
        })
}
