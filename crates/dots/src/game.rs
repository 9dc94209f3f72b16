//! Dots and Boxes as a `Game`: levels, presets, picture.

use std::time::Duration;

use sobremesa_kernel::{
    Budget, Engine, Facts, Game, Level, Mark, NoSuchLevel, Picture, Position, Preset, RuleOption,
    Stand, Worth,
};
use sobremesa_search::{Greedy, Random};

use crate::player::{Player, Strength};
use crate::{DotsPosition, Line};

/// Dots and Boxes, *juego de los ceritos*.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dots;

impl Game for Dots {
    type Position = DotsPosition;

    const ID: &'static str = "dots";

    const FACTS: Facts =
        Facts { worth: Worth::Rest, proves: true, protocols: &["line"], ..Facts::PLAIN };

    fn options() -> Vec<RuleOption> {
        vec![RuleOption {
            key: "size",
            default: "5x5".into(),
            choices: ["3x3", "4x4", "5x5", "6x6", "8x8", "10x10"].map(String::from).into(),
            free: Some("rows x columns of boxes, each 1 to 20"),
        }]
    }

    fn presets() -> Vec<Preset> {
        [("dots-course", "size=5x5"), ("dots-small", "size=3x3"), ("dots-large", "size=8x8")]
            .map(|(id, rules)| Preset { id, rules: rules.into() })
            .into()
    }

    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn engine(level: u8, seed: u64) -> Result<Box<dyn Engine<DotsPosition>>, NoSuchLevel> {
        Ok(match Self::level(level)?.number {
            0 => Box::new(Random::new(seed)),
            1 => Box::new(Greedy::new(seed, closes)),
            level => Box::new(Player::new(STRENGTHS[usize::from(level) - 2], seed)),
        })
    }

    fn picture(position: &DotsPosition) -> Picture {
        let size = position.size();
        let mut stands = Vec::new();
        for (index, line) in position.geometry().lines.iter().enumerate() {
            if position.is_drawn(index) {
                let side = position.drawn_by(index);
                stands.push(Stand { at: line.to_string(), mark: Mark::Line, side });
            }
        }
        for of_box in 0..size.boxes() {
            if let Some(side) = position.owner(of_box) {
                let at = box_key(position, of_box);
                stands.push(Stand { at, mark: Mark::Box, side: Some(side) });
            }
        }
        Picture { rows: size.rows(), columns: size.columns(), stands, counts: Vec::new() }
    }

    fn changes(position: &DotsPosition, m: Line) -> Vec<String> {
        let Some(line) = position.size().index(m) else { return Vec::new() };
        position.closed_by(line).map(|of_box| box_key(position, of_box)).collect()
    }
}

const NO_LIMIT: Budget = Budget { nodes: None, time: None, depth: None, threads: None };

/// So many plies; `nodes` only end what would take too long on some board.
const fn plies_deep(depth: u32, nodes: u64) -> Budget {
    Budget { depth: Some(depth), nodes: Some(nodes), ..NO_LIMIT }
}

const fn seconds(seconds: u64) -> Budget {
    Budget { time: Some(Duration::from_secs(seconds)), ..NO_LIMIT }
}

/// Levels 2 to 5 have a budget in plies or nodes, so the same seed plays the
/// same game; 6 and 7 use up their time.
static LEVELS: [Level; 8] = [
    Level { number: 0, name: "level-random", about: "any line, by lot", budget: NO_LIMIT },
    Level {
        number: 1,
        name: "level-greedy",
        about: "closes the most boxes at once, else any line by lot",
        budget: NO_LIMIT,
    },
    Level {
        number: 2,
        name: "level-apprentice",
        about: "2 plies over random safe play; perfect in the last 10 lines",
        budget: plies_deep(2, 10_000),
    },
    Level {
        number: 3,
        name: "level-casual",
        about: "3 plies; perfect in the last 14 lines",
        budget: plies_deep(3, 40_000),
    },
    Level {
        number: 4,
        name: "level-serious",
        about: "4 plies; perfect in the last 18 lines",
        budget: plies_deep(4, 100_000),
    },
    Level {
        number: 5,
        name: "level-expert",
        about: "as deep as 100,000 nodes allow; perfect in the last 24 lines",
        budget: Budget::nodes(100_000),
    },
    Level {
        number: 6,
        name: "level-master",
        about: "samples games for 2 s and solves whatever it can in that time",
        budget: seconds(2),
    },
    Level {
        number: 7,
        name: "level-perfect",
        about: "5 s, the book and the solver: perfect on boards up to 4x4 and from the middle game on 5x5",
        budget: seconds(5),
    },
];

/// Of the levels from 2 on.
const STRENGTHS: [Strength; 6] = [
    Strength { depth: 2, exact: 10, effort: 10_000, tries: false, table: 1 << 20, samples: false },
    Strength { depth: 3, exact: 14, effort: 30_000, tries: false, table: 1 << 20, samples: false },
    Strength { depth: 4, exact: 18, effort: 40_000, tries: false, table: 4 << 20, samples: false },
    Strength { depth: 5, exact: 24, effort: 60_000, tries: false, table: 16 << 20, samples: false },
    Strength { depth: 6, exact: 26, effort: 90_000, tries: true, table: 64 << 20, samples: true },
    Strength { depth: 7, exact: 26, effort: 120_000, tries: true, table: 128 << 20, samples: true },
];

/// A box as pictures name it: `F-C`, from 1.
fn box_key(position: &DotsPosition, of_box: usize) -> String {
    let (row, column) = position.geometry().place(of_box);
    format!("{}-{}", row + 1, column + 1)
}

/// Boxes that a legal move closes: the gain of the greedy player.
fn closes(position: &DotsPosition, m: Line) -> i32 {
    debug_assert!(position.check(m).is_ok());
    position.size().index(m).map_or(0, |line| position.closed_by(line).count() as i32)
}
