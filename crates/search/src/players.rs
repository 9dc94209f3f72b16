//! The two weakest players of every game.

use std::fmt;

use sobremesa_kernel::{Analysis, Budget, Engine, Line, Position, Progress, Rng, Value};

/// Level 0 of every game: a uniformly random legal move.
#[derive(Clone, Debug)]
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player that plays the same moves for the same seed.
    #[must_use]
    pub const fn new(seed: u64) -> Random {
        Random { rng: Rng::new(seed) }
    }
}

impl<P: Position> Engine<P> for Random {
    fn search(
        &mut self,
        position: &P,
        _: &Budget,
        _: &mut Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let legal = position.legal();
        Analysis::only(self.rng.pick(&legal).expect("search is asked while the game is on"))
    }
}

/// Level 1 of every game: the move with the largest gain by the game's
/// obvious measure (discs flipped, boxes closed, stones captured, win or
/// block). Between equal gains a game may prefer one; the rest is drawn by lot.
#[derive(Clone)]
pub struct Greedy<P: Position> {
    rng: Rng,
    gain: fn(&P, P::Move) -> i32,
    preference: fn(&P, P::Move) -> i32,
}

impl<P: Position> Greedy<P> {
    /// `gain` measures a legal move for the side that plays it.
    #[must_use]
    pub const fn new(seed: u64, gain: fn(&P, P::Move) -> i32) -> Greedy<P> {
        Greedy { rng: Rng::new(seed), gain, preference: |_, _| 0 }
    }

    /// The same, and of moves with equal gains one with the largest
    /// `preference`.
    #[must_use]
    pub const fn preferring(self, preference: fn(&P, P::Move) -> i32) -> Greedy<P> {
        Greedy { preference, ..self }
    }
}

impl<P: Position> fmt::Debug for Greedy<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Greedy")
    }
}

impl<P: Position> Engine<P> for Greedy<P> {
    fn search(
        &mut self,
        position: &P,
        _: &Budget,
        _: &mut Progress<'_, P::Move>,
    ) -> Analysis<P::Move> {
        let mut legal = position.legal();
        self.rng.shuffle(&mut legal);
        let mut gains: Vec<(i32, P::Move)> =
            legal.into_iter().map(|m| ((self.gain)(position, m), m)).collect();
        // Stable, so that the shuffle decides what nothing else does.
        gains.sort_by_key(|&(gain, m)| (-gain, -(self.preference)(position, m)));
        Analysis {
            nodes: gains.len() as u64,
            depth: 1,
            elapsed: std::time::Duration::ZERO,
            lines: gains
                .into_iter()
                .map(|(gain, play)| Line::new(play, Value::Estimate(gain as f32)))
                .collect(),
        }
    }
}
