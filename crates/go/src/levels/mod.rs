//! The machine's levels, from a random player up.
//!
//! Where the network that comes with the program knows the board, a level is
//! a [`Style`] of it: the lower ones play what they see at a glance and shy
//! from what loses more than they would overlook ([`human`]), the upper ones
//! search. On other boards, and without the network, levels are playouts with
//! human weakness ([`playouts`]).

pub mod human;
mod playouts;

use std::time::Duration;

use sobremesa_kernel::{Analysis, Budget, Engine, Level, Position as _, Progress, Side};
use sobremesa_search::{Greedy, Random};

use crate::{Counting, Move, Position, Scoring, count, estimate, net};
use human::{Human, Style};
use playouts::{Playouts, Weakness};

/// What a level from 2 up is.
struct Spec {
    /// Its name in the catalogue.
    name: &'static str,
    about: &'static str,
    /// With the network.
    style: Style,
    /// Without it: simulations a move and how it falls short.
    simulations: u64,
    weakness: Weakness,
    /// The most seconds a move, and threads.
    seconds: u64,
    threads: usize,
}

const STRICT: Weakness = Weakness { taste: f32::INFINITY, oversight: 0.0 };

const fn weak(taste: f32, oversight: f64) -> Weakness {
    Weakness { taste, oversight }
}

const SPECS: [Spec; 13] = [
    Spec {
        name: "go-level-2",
        about: "a glance of the network (0.5, 8 points), or 40 playouts",
        style: Style::Glance { taste: 0.5, shy: 8.0 },
        simulations: 40,
        weakness: weak(0.7, 0.25),
        seconds: 2,
        threads: 1,
    },
    Spec {
        name: "go-level-3",
        about: "a glance of the network (0.6, 5 points), or 80 playouts",
        style: Style::Glance { taste: 0.6, shy: 5.0 },
        simulations: 80,
        weakness: weak(1.0, 0.15),
        seconds: 2,
        threads: 1,
    },
    Spec {
        name: "go-level-4",
        about: "a glance of the network (0.7, 3 points), or 160 playouts",
        style: Style::Glance { taste: 0.7, shy: 3.0 },
        simulations: 160,
        weakness: weak(1.5, 0.08),
        seconds: 2,
        threads: 1,
    },
    Spec {
        name: "go-level-5",
        about: "a glance of the network (0.9, 2 points), or 300 playouts",
        style: Style::Glance { taste: 0.9, shy: 2.0 },
        simulations: 300,
        weakness: weak(2.5, 0.03),
        seconds: 3,
        threads: 1,
    },
    Spec {
        name: "go-level-6",
        about: "a glance of the network (1.2, 1 points), or 600 playouts",
        style: Style::Glance { taste: 1.2, shy: 1.0 },
        simulations: 600,
        weakness: STRICT,
        seconds: 3,
        threads: 1,
    },
    Spec {
        name: "go-level-7",
        about: "4 visits with the network, or 1000 playouts",
        style: Style::Search { visits: 4 },
        simulations: 1_000,
        weakness: STRICT,
        seconds: 3,
        threads: 1,
    },
    Spec {
        name: "go-level-8",
        about: "10 visits with the network, or 1500 playouts",
        style: Style::Search { visits: 10 },
        simulations: 1_500,
        weakness: STRICT,
        seconds: 4,
        threads: 1,
    },
    Spec {
        name: "go-level-9",
        about: "25 visits with the network, or 3000 playouts",
        style: Style::Search { visits: 25 },
        simulations: 3_000,
        weakness: STRICT,
        seconds: 5,
        threads: 1,
    },
    Spec {
        name: "go-level-10",
        about: "60 visits with the network, or 5500 playouts",
        style: Style::Search { visits: 60 },
        simulations: 5_500,
        weakness: STRICT,
        seconds: 5,
        threads: 1,
    },
    Spec {
        name: "go-level-11",
        about: "150 visits with the network, or 10000 playouts",
        style: Style::Search { visits: 150 },
        simulations: 10_000,
        weakness: STRICT,
        seconds: 6,
        threads: 1,
    },
    Spec {
        name: "go-level-12",
        about: "350 visits with the network, or 16000 playouts",
        style: Style::Search { visits: 350 },
        simulations: 16_000,
        weakness: STRICT,
        seconds: 8,
        threads: 1,
    },
    Spec {
        name: "go-level-13",
        about: "800 visits with the network, or 30000 playouts",
        style: Style::Search { visits: 800 },
        simulations: 30_000,
        weakness: STRICT,
        seconds: 8,
        threads: 1,
    },
    Spec {
        name: "go-level-14",
        about: "1800 visits with the network, or 60000 playouts, two threads",
        style: Style::Search { visits: 1_800 },
        simulations: 60_000,
        weakness: STRICT,
        seconds: 10,
        threads: 2,
    },
];

const fn spec_level(number: usize) -> Level {
    let Spec { name, about, seconds, threads, .. } = &SPECS[number - 2];
    Level {
        number: number as u8,
        name,
        about,
        budget: Budget {
            // The players know them, because they go by the board.
            nodes: None,
            time: Some(Duration::from_secs(*seconds)),
            depth: None,
            threads: Some(*threads),
        },
    }
}

const NO_LIMIT: Budget = Budget { nodes: None, time: None, depth: None, threads: None };

pub static LEVELS: [Level; 15] = [
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
    spec_level(11),
    spec_level(12),
    spec_level(13),
    spec_level(14),
];

pub fn engine(level: u8, seed: u64) -> Box<dyn Engine<Position>> {
    match level {
        0 => Box::new(Random::new(seed)),
        1 => Box::new(Greedy::new(seed, stones_captured)),
        _ => {
            let spec = &SPECS[usize::from(level - 2).min(SPECS.len() - 1)];
            let level = &LEVELS[usize::from(level).min(LEVELS.len() - 1)];
            Box::new(Levelled { spec, budget: level.budget.clone(), seed, now: None, only: None })
        }
    }
}

/// The player of a level: with the network where it knows the board.
struct Levelled {
    spec: &'static Spec,
    budget: Budget,
    seed: u64,
    /// Who plays, and whether with the network.
    now: Option<(bool, Box<dyn Engine<Position>>)>,
    only: Option<Vec<Move>>,
}

impl Levelled {
    fn player(&mut self, position: &Position) -> &mut dyn Engine<Position> {
        let rules = position.rules();
        let known = net::own_knows(rules.rows(), rules.columns());
        if self.now.as_ref().is_none_or(|(with, _)| *with != known) {
            let (spec, budget) = (self.spec, self.budget.clone());
            let mut engine: Box<dyn Engine<Position>> = if known {
                Box::new(Human::new(net::own().clone(), spec.style, budget, self.seed))
            } else {
                let budget = Budget { nodes: Some(spec.simulations), ..budget };
                Box::new(Playouts::new(self.seed, budget, spec.weakness))
            };
            engine.only(self.only.as_deref());
            self.now = Some((known, engine));
        }
        &mut *self.now.as_mut().expect("made above").1
    }
}

impl Engine<Position> for Levelled {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        self.player(position).search(position, budget, progress)
    }

    fn only(&mut self, moves: Option<&[Move]>) -> bool {
        self.only = moves.map(<[Move]>::to_vec);
        if let Some((_, engine)) = &mut self.now {
            engine.only(moves);
        }
        true
    }
}

/// Whether a pass answers the other side's: the players will agree on dead
/// stones, and nothing else is left to play for.
fn may_agree(position: &Position) -> bool {
    position.passes() == 1
        && position.rules().scoring() != Scoring::Standing
        && is_settled(position)
}

/// Brings the pass to the front.
fn pass_first(found: &mut Analysis<Move>) {
    if let Some(pass) = found.lines.iter().position(|line| line.play == Move::Pass) {
        found.lines[..=pass].rotate_right(1);
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
