//! Matches between two engines.

use sobremesa_kernel::{Budget, Engine, Outcome, Position, Rng, Side, silent};

/// The terms of a match between two engines.
#[derive(Clone, Debug)]
pub struct Duel {
    /// Games to play; the seats are swapped after each.
    pub games: u32,
    /// Random plies before the engines take over, the same for both games of
    /// a pair.
    pub random_plies: u32,
    /// What each engine may spend on a move.
    pub budget: [Budget; 2],
    /// What the openings are drawn with.
    pub seed: u64,
    /// A game this long counts as a draw.
    pub most_plies: usize,
}

/// The result of a match, seen from the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games the first engine won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games the first engine lost.
    pub lost: u32,
}

impl Tally {
    /// Points per game, a draw being half a point.
    #[must_use]
    pub fn rate(&self) -> f64 {
        let games = self.won + self.drawn + self.lost;
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(games.max(1))
    }
}

/// Plays `terms.games` games between two engines from `start`.
pub fn duel<P: Position>(start: &P, engines: [&mut dyn Engine<P>; 2], terms: &Duel) -> Tally {
    let mut tally = Tally::default();
    for game in 0..terms.games {
        let mut rng = Rng::new(terms.seed.wrapping_add(u64::from(game / 2)));
        let mut position = start.clone();
        for _ in 0..terms.random_plies {
            position.play_random(&mut rng, &mut Vec::new());
        }
        // Which engine plays the side `First`.
        let first = (game % 2) as usize;
        for _ in 0..terms.most_plies {
            if position.outcome().is_some() {
                break;
            }
            let seat = if position.turn() == Side::First { first } else { 1 - first };
            let found = engines[seat].search(&position, &terms.budget[seat], &mut silent);
            position.play_unchecked(found.best());
        }
        match position.outcome() {
            Some(Outcome::Win(side)) => {
                if (side == Side::First) == (first == 0) {
                    tally.won += 1;
                } else {
                    tally.lost += 1;
                }
            }
            Some(Outcome::Draw) | None => tally.drawn += 1,
        }
    }
    tally
}
