//! The machine's levels, from a random player up.
//!
//! Levels 2 to 5 are weak the way people are: they look at few games ahead,
//! do not always play what they like best, and now and then overlook the best
//! move altogether. From 6 on only the number of simulations changes.
//!
//! A level's simulations are those on boards up to [`WIDE`] points, 13×13.
//! On larger ones each costs so much more that there are fewer, and a move
//! takes some four times as long on 19×19 as on 9×9 and not ten.

use std::time::Duration;

use sobremesa_kernel::{Analysis, Budget, Engine, Level, Position as _, Progress, Rng, Side};
use sobremesa_search::{Greedy, Random};

use crate::mcts::Mcts;
use crate::{Counting, Move, Position, Scoring, count, estimate};

/// How a level falls short.
struct Weakness {
    /// Moves are drawn with chances like their visits to this power; high is
    /// strict, infinite is none.
    taste: f32,
    /// The chance of not seeing the best move.
    oversight: f64,
}

/// For each level from 2: catalogue key, technical line, simulations, the
/// most seconds, threads, and weakness.
type Spec = (&'static str, &'static str, u64, u64, usize, Weakness);

const STRICT: Weakness = Weakness { taste: f32::INFINITY, oversight: 0.0 };

const SPECS: [Spec; 9] = [
    (
        "go-level-2",
        "MCTS, 40 simulations or 2 s, careless",
        40,
        2,
        1,
        Weakness { taste: 0.7, oversight: 0.25 },
    ),
    (
        "go-level-3",
        "MCTS, 80 simulations or 2 s, careless",
        80,
        2,
        1,
        Weakness { taste: 1.0, oversight: 0.15 },
    ),
    (
        "go-level-4",
        "MCTS, 160 simulations or 2 s, sometimes careless",
        160,
        2,
        1,
        Weakness { taste: 1.5, oversight: 0.08 },
    ),
    (
        "go-level-5",
        "MCTS, 300 simulations or 3 s, seldom careless",
        300,
        3,
        1,
        Weakness { taste: 2.5, oversight: 0.03 },
    ),
    ("go-level-6", "MCTS, 600 simulations or 3 s", 600, 3, 1, STRICT),
    ("go-level-7", "MCTS, 1500 simulations or 4 s", 1_500, 4, 1, STRICT),
    ("go-level-8", "MCTS, 5500 simulations or 5 s", 5_500, 5, 1, STRICT),
    ("go-level-9", "MCTS, 16000 simulations or 8 s", 16_000, 8, 1, STRICT),
    ("go-level-10", "MCTS, 60000 simulations or 10 s, two threads", 60_000, 10, 2, STRICT),
];

/// The points of the largest board on which a level's simulations are all
/// run.
const WIDE: u64 = 169;

/// A level's simulations on a board of so many points.
fn simulations_on(points: u64, simulations: u64) -> u64 {
    if points <= WIDE { simulations } else { simulations * WIDE / points }
}

const fn spec_level(number: usize) -> Level {
    let (name, about, _, seconds, threads, _) = &SPECS[number - 2];
    Level {
        number: number as u8,
        name,
        about,
        budget: Budget {
            // The player knows them, because they go by the board.
            nodes: None,
            time: Some(Duration::from_secs(*seconds)),
            depth: None,
            threads: Some(*threads),
        },
    }
}

const NO_LIMIT: Budget = Budget { nodes: None, time: None, depth: None, threads: None };

pub(crate) static LEVELS: [Level; 11] = [
    Level {
        number: 0,
        name: "level-random",
        about: "a uniformly random legal move",
        budget: NO_LIMIT,
    },
    Level {
        number: 1,
        name: "level-greedy",
        about: "the move that captures most stones, ties by lot",
        budget: NO_LIMIT,
    },
    spec_level(2),
    spec_level(3),
    spec_level(4),
    spec_level(5),
    spec_level(6),
    spec_level(7),
    spec_level(8),
    spec_level(9),
    spec_level(10),
];

pub(crate) fn engine(level: &'static Level, seed: u64) -> Box<dyn Engine<Position>> {
    match level.number {
        0 => Box::new(Random::new(seed)),
        1 => Box::new(Greedy::new(seed, stones_captured)),
        number => {
            let (_, _, simulations, _, _, weakness) = &SPECS[usize::from(number) - 2];
            Box::new(Person {
                mcts: Mcts::new(seed),
                rng: Rng::new(!seed),
                usual: Budget { nodes: Some(*simulations), ..level.budget.clone() },
                weakness,
            })
        }
    }
}

/// The tree search with a level's budget and a level's weakness.
struct Person {
    mcts: Mcts,
    rng: Rng,
    /// With the simulations of small boards.
    usual: Budget,
    weakness: &'static Weakness,
}

impl Engine<Position> for Person {
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
        let pass = found.lines.iter().position(|line| line.play == Move::Pass);
        if let Some(pass) = pass
            && position.passes() == 1
            && position.rules().scoring() != Scoring::Standing
            && is_settled(position)
        {
            found.lines[..=pass].rotate_right(1);
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

impl Person {
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
        let mut point = self.rng.unit() as f32 * weights.iter().sum::<f32>();
        for (i, weight) in weights.iter().enumerate() {
            if *weight > 0.0 && point < *weight {
                return i;
            }
            point -= weight;
        }
        0
    }
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

/// What the greedy player wants: stones captured; a pass is its last choice
/// unless it wins the game.
fn stones_captured(position: &Position, m: Move) -> i32 {
    match m {
        Move::Play(point) => position.captured_by(point).len() as i32,
        Move::Pass => {
            let ahead = position.score().is_some_and(|[black, white]| match position.turn() {
                Side::First => black > white,
                Side::Second => white > black,
            });
            if position.passes() == 1 && ahead { i32::MAX } else { -1 }
        }
    }
}
