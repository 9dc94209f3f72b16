use sobremesa_kernel::{
    Budget, Engine, Game, Level, Mark, Picture, Preset, RuleOption, Side, Stand,
};
use sobremesa_search::{Greedy, Random};

use crate::board::squares;
use crate::moves::{Move, Square};
use crate::position::Position;

/// Othello.
#[derive(Clone, Copy, Debug, Default)]
pub struct Othello;

const NO_LIMIT: Budget = Budget { nodes: None, time: None, depth: None, threads: None };

static LEVELS: [Level; 2] = [
    Level { number: 0, name: "level-random", about: "a uniformly random move", budget: NO_LIMIT },
    Level {
        number: 1,
        name: "level-greedy",
        about: "the move that turns most discs, ties by lot",
        budget: NO_LIMIT,
    },
];

impl Game for Othello {
    type Position = Position;

    const ID: &'static str = "othello";

    fn options() -> Vec<RuleOption> {
        vec![RuleOption {
            key: "start",
            default: "black".into(),
            choices: vec!["black".into(), "white".into()],
            free: None,
        }]
    }

    fn presets() -> Vec<Preset> {
        vec![
            Preset { id: "othello-black", rules: "start=black".into() },
            Preset { id: "othello-white", rules: "start=white".into() },
        ]
    }

    fn levels() -> &'static [Level] {
        &LEVELS
    }

    fn engine(level: u8, seed: u64) -> Box<dyn Engine<Position>> {
        match level {
            0 => Box::new(Random::new(seed)),
            _ => Box::new(Greedy::new(seed, gain)),
        }
    }

    fn picture(position: &Position) -> Picture {
        let mut stands = Vec::new();
        for square in 0..64 {
            for side in Side::BOTH {
                if position.discs(side) >> square & 1 != 0 {
                    stands.push(Stand { at: name(square), mark: Mark::Piece, side: Some(side) });
                }
            }
        }
        Picture { rows: 8, columns: 8, stands, counts: Vec::new() }
    }

    fn changes(position: &Position, m: Move) -> Vec<String> {
        squares(position.turned(m)).map(name).collect()
    }

    fn perft(position: &Position, depth: u32) -> Option<u64> {
        Some(crate::perft(position.board(), depth))
    }
}

/// Discs turned: what the greedy player counts.
fn gain(position: &Position, m: Move) -> i32 {
    position.turned(m).count_ones() as i32
}

fn name(square: usize) -> String {
    Square::of_bit(square).to_string()
}
