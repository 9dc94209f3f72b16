//! Random games.

use sobremesa_kernel::{Outcome, Position, Rng, Side};

/// The sum of many random games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Playouts {
    /// Games played.
    pub games: u64,
    /// Moves in all of them.
    pub moves: u64,
    /// Games the first side won.
    pub first: u64,
    /// Games the second side won.
    pub second: u64,
    /// Draws, and games cut short.
    pub level: u64,
}

/// Plays `games` uniformly random games from `start`, each cut after `most`
/// plies.
pub fn playouts<P: Position>(start: &P, games: u64, most: usize, rng: &mut Rng) -> Playouts {
    let mut sum = Playouts { games, ..Playouts::default() };
    let mut scratch = Vec::new();
    for _ in 0..games {
        let mut position = start.clone();
        let mut ply = 0;
        while ply < most && position.play_random(rng, &mut scratch).is_some() {
            ply += 1;
        }
        sum.moves += ply as u64;
        match position.outcome() {
            Some(Outcome::Win(Side::First)) => sum.first += 1,
            Some(Outcome::Win(Side::Second)) => sum.second += 1,
            Some(Outcome::Draw) | None => sum.level += 1,
        }
    }
    sum
}
