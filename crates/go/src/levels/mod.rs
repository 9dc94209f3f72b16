//! The machine's levels, from a random player up.
//!
//! Where the network that comes with the program knows the board, a level is
//! a [`Style`] of it: the lower ones play what they see at a glance and shy
//! from what loses more than they would overlook ([`human`]), the upper ones
//! search. On other boards, and without the network, levels are playouts with
//! human weakness (`playouts`).

#[cfg(feature = "net")]
pub mod human;
mod passing;
mod playouts;
mod style;

use std::time::Duration;

use sobremesa_kernel::{Analysis, Budget, Engine, Level, Position as _, Progress, Side};
use sobremesa_search::{Greedy, Random};

use crate::{Move, Position};
use playouts::{Playouts, Weakness};

pub use style::Style;

/// What a level from 2 up is.
struct Spec {
    /// Its name in the catalogue.
    name: &'static str,
    about: &'static str,
    /// With the network.
    #[cfg_attr(not(feature = "net"), expect(dead_code))]
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
        about: "a glance of the network (0.5, 8 points) or 40 playouts, 2 s at most",
        style: Style::Glance { taste: 0.5, shy: 8.0 },
        simulations: 40,
        weakness: weak(0.7, 0.25),
        seconds: 2,
        threads: 1,
    },
    Spec {
        name: "go-level-3",
        about: "a glance of the network (0.6, 5 points) or 80 playouts, 2 s at most",
        style: Style::Glance { taste: 0.6, shy: 5.0 },
        simulations: 80,
        weakness: weak(1.0, 0.15),
        seconds: 2,
        threads: 1,
    },
    Spec {
        name: "go-level-4",
        about: "a glance of the network (0.7, 3 points) or 160 playouts, 2 s at most",
        style: Style::Glance { taste: 0.7, shy: 3.0 },
        simulations: 160,
        weakness: weak(1.5, 0.08),
        seconds: 2,
        threads: 1,
    },
    Spec {
        name: "go-level-5",
        about: "a glance of the network (0.9, 2 points) or 300 playouts, 3 s at most",
        style: Style::Glance { taste: 0.9, shy: 2.0 },
        simulations: 300,
        weakness: weak(2.5, 0.03),
        seconds: 3,
        threads: 1,
    },
    Spec {
        name: "go-level-6",
        about: "a glance of the network (1.3, 0.9 points) or 600 playouts, 3 s at most",
        style: Style::Glance { taste: 1.3, shy: 0.9 },
        simulations: 600,
        weakness: STRICT,
        seconds: 3,
        threads: 1,
    },
    Spec {
        name: "go-level-7",
        about: "4 visits with the network or 1000 playouts, 3 s at most",
        style: Style::Search { visits: 4 },
        simulations: 1_000,
        weakness: STRICT,
        seconds: 3,
        threads: 1,
    },
    Spec {
        name: "go-level-8",
        about: "10 visits with the network or 1500 playouts, 4 s at most",
        style: Style::Search { visits: 10 },
        simulations: 1_500,
        weakness: STRICT,
        seconds: 4,
        threads: 1,
    },
    Spec {
        name: "go-level-9",
        about: "25 visits with the network or 3000 playouts, 5 s at most",
        style: Style::Search { visits: 25 },
        simulations: 3_000,
        weakness: STRICT,
        seconds: 5,
        threads: 1,
    },
    Spec {
        name: "go-level-10",
        about: "60 visits with the network or 5500 playouts, 5 s at most",
        style: Style::Search { visits: 60 },
        simulations: 5_500,
        weakness: STRICT,
        seconds: 5,
        threads: 1,
    },
    Spec {
        name: "go-level-11",
        about: "150 visits with the network or 10000 playouts, 6 s at most",
        style: Style::Search { visits: 150 },
        simulations: 10_000,
        weakness: STRICT,
        seconds: 6,
        threads: 1,
    },
    Spec {
        name: "go-level-12",
        about: "350 visits with the network or 16000 playouts, 8 s at most",
        style: Style::Search { visits: 350 },
        simulations: 16_000,
        weakness: STRICT,
        seconds: 8,
        threads: 1,
    },
    Spec {
        name: "go-level-13",
        about: "800 visits with the network or 30000 playouts, 8 s at most",
        style: Style::Search { visits: 800 },
        simulations: 30_000,
        weakness: STRICT,
        seconds: 8,
        threads: 1,
    },
    Spec {
        name: "go-level-14",
        about: "1800 visits with the network or 60000 playouts, 10 s at most, two threads",
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

pub(crate) static LEVELS: [Level; 15] = [
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

pub(crate) fn engine(level: &'static Level, seed: u64) -> Box<dyn Engine<Position>> {
    match level.number {
        0 => Box::new(Random::new(seed)),
        1 => Box::new(Greedy::new(seed, stones_captured)),
        number => {
            let spec = &SPECS[usize::from(number) - 2];
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
        let known = knows(position);
        if self.now.as_ref().is_none_or(|(with, _)| *with != known) {
            let mut engine = if known { self.with_network() } else { self.without() };
            engine.only(self.only.as_deref());
            self.now = Some((known, engine));
        }
        &mut *self.now.as_mut().expect("made above").1
    }

    #[cfg(feature = "net")]
    fn with_network(&self) -> Box<dyn Engine<Position>> {
        let (style, budget) = (self.spec.style, self.budget.clone());
        Box::new(human::Human::new(crate::net::own().clone(), style, budget, self.seed))
    }

    #[cfg(not(feature = "net"))]
    fn with_network(&self) -> Box<dyn Engine<Position>> {
        self.without()
    }

    fn without(&self) -> Box<dyn Engine<Position>> {
        let budget = Budget { nodes: Some(self.spec.simulations), ..self.budget.clone() };
        Box::new(Playouts::new(self.seed, budget, self.spec.weakness))
    }
}

/// Whether the network that comes with the program knows the board.
#[cfg(feature = "net")]
pub(crate) fn knows(position: &Position) -> bool {
    let rules = position.rules();
    crate::net::own_knows(rules.rows(), rules.columns())
}

#[cfg(not(feature = "net"))]
pub(crate) fn knows(_: &Position) -> bool {
    false
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
