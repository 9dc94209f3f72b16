//! Levels without a network: fewer playouts, and human weakness.
//!
//! The low ones are weak the way people are: they look at few games ahead, do
//! not always play what they like best, and now and then overlook the best
//! move altogether.
//!
//! A level's simulations are those on boards up to [`WIDE`] points, 13×13.
//! On larger ones each costs so much more that there are fewer, and a move
//! takes some four times as long on 19×19 as on 9×9 and not ten.

use sobremesa_kernel::{Analysis, Budget, Engine, Position as _, Progress, Rng};

use super::passing::{may_agree, pass_first};
use crate::mcts::Mcts;
use crate::{Move, Position};

/// How a level falls short.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weakness {
    /// Moves are drawn with chances like their visits to this power; high is
    /// strict, infinite is none.
    pub(super) taste: f32,
    /// The chance of not seeing the best move.
    pub(super) oversight: f64,
}

/// The points of the largest board on which a level's simulations are all
/// run.
const WIDE: u64 = 169;

/// A level's simulations on a board of so many points.
fn simulations_on(points: u64, simulations: u64) -> u64 {
    if points <= WIDE { simulations } else { simulations * WIDE / points }
}

/// The tree search with a level's budget and a level's weakness.
pub(super) struct Playouts {
    mcts: Mcts,
    rng: Rng,
    /// With the simulations of small boards.
    usual: Budget,
    weakness: Weakness,
}

impl Playouts {
    pub(super) fn new(seed: u64, usual: Budget, weakness: Weakness) -> Playouts {
        Playouts { mcts: Mcts::new(seed), rng: Rng::new(!seed), usual, weakness }
    }

    /// The index of the line to play.
    fn choose(&mut self, found: &Analysis<Move>) -> usize {
        let overlooked = usize::from(self.rng.unit() < self.weakness.oversight);
        let weights: Vec<f32> = found
            .lines
            .iter()
            .enumerate()
            .map(|(i, line)| match line.play {
                Move::Play(_) if i >= overlooked => (line.visits as f32).powf(self.weakness.taste),
                _ => 0.0,
            })
            .collect();
        drawn(&weights, &mut self.rng)
    }
}

/// An index, with chances like these weights; the first when all are 0.
pub(super) fn drawn(weights: &[f32], rng: &mut Rng) -> usize {
    let mut point = rng.unit() as f32 * weights.iter().sum::<f32>();
    for (i, weight) in weights.iter().enumerate() {
        if *weight > 0.0 && point < *weight {
            return i;
        }
        point -= weight;
    }
    0
}

impl Engine<Position> for Playouts {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        let rules = position.rules();
        let points = (rules.rows() * rules.columns()) as u64;
        let nodes = self.usual.nodes.map(|usual| simulations_on(points, usual));
        let usual = Budget { nodes, ..self.usual.clone() };
        let mut found = self.mcts.search(position, &budget.or(&usual), progress);
        if may_agree(position) {
            pass_first(&mut found);
        }
        if self.weakness.taste.is_finite() && found.best() != Move::Pass {
            let chosen = self.choose(&found);
            found.lines[..=chosen].rotate_right(1);
        }
        found
    }

    fn only(&mut self, moves: Option<&[Move]>) -> bool {
        self.mcts.only(moves)
    }
}
