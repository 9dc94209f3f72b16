//! Games by lot, and positions on the way.
#![allow(dead_code)]

use sobremesa_judgement::Judged;
use sobremesa_kernel::{Position, Rng};

/// The moves of a game by lot.
pub fn random_game<P: Position>(start: &P, rng: &mut Rng, most: usize) -> Vec<P::Move> {
    let mut position = start.clone();
    let mut scratch = Vec::new();
    let play = |_| position.play_random(rng, &mut scratch);
    (0..most).map_while(play).collect()
}

/// Unfinished positions of games by lot from which at most `last` and at least
/// one move were left to the end of the game.
pub fn endings<P: Position>(start: P, last: u32, seed: u64) -> impl Iterator<Item = P> {
    let mut rng = Rng::new(seed);
    std::iter::from_fn(move || {
        let moves = random_game(&start, &mut rng, 1_000);
        let back = 1 + rng.below(last.min(moves.len() as u32)) as usize;
        let mut position = start.clone();
        for &m in &moves[..moves.len() - back] {
            position.play_unchecked(m);
        }
        Some(position)
    })
}

/// A game between two levels, with some moves by lot so that no two are alike.
pub fn played_game<G: Judged>(
    start: &G::Position,
    levels: [u8; 2],
    seed: u64,
) -> Vec<<G::Position as Position>::Move> {
    const LOT: usize = 4;
    let mut rng = Rng::new(seed);
    let mut players = levels.map(|level| (G::engine(level, seed).unwrap(), level));
    let mut position = start.clone();
    let mut moves = Vec::new();
    while position.outcome().is_none() && moves.len() < 400 {
        let m = if moves.len() < LOT {
            rng.pick(&position.legal()).expect("the game is on")
        } else {
            let (player, level) = &mut players[position.turn().index()];
            let budget = &G::levels()[usize::from(*level)].budget;
            player.search(&position, budget, &mut sobremesa_kernel::silent).best()
        };
        position.play_unchecked(m);
        moves.push(m);
    }
    moves
}
