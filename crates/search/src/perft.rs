//! Counting move sequences.

use std::collections::HashSet;

use sobremesa_kernel::Position;

/// The number of move sequences of exactly `depth` plies.
///
/// A finished game is not extended: it counts only at its own ply. The last
/// ply is counted without being played ([`Position::count_legal`]).
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal(),
        _ => position
            .legal()
            .into_iter()
            .map(|m| {
                let mut next = position.clone();
                next.play_unchecked(m);
                perft(&next, depth - 1)
            })
            .sum(),
    }
}

/// The number of distinct positions at each ply from 0 to `depth`, told apart
/// by their keys.
pub fn distinct<P: Position>(position: &P, depth: u32) -> Vec<u64> {
    let mut level = vec![position.clone()];
    let mut counts = vec![1];
    for _ in 0..depth {
        let mut seen = HashSet::new();
        let mut next_level = Vec::new();
        for position in &level {
            for m in position.legal() {
                let mut next = position.clone();
                next.play_unchecked(m);
                if seen.insert(next.key()) {
                    next_level.push(next);
                }
            }
        }
        counts.push(next_level.len() as u64);
        level = next_level;
    }
    counts
}
