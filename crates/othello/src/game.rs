//! Othello as a `Game`: levels, presets, picture.

#[cfg(feature = "weights")]
use std::time::Duration;

use sobremesa_kernel::{
    Budget, Engine, Facts, Game, Level, Mark, NoSuchLevel, Pass, Picture, Points, Position as _,
    Preset, RuleOption, Side, Stand,
};
use sobremesa_search::{Greedy, Random};

use crate::board::{Bits, CORNERS, squares};
#[cfg(feature = "weights")]
use crate::engine::{Strength, Strong};
use crate::moves::{Move, Square};
use crate::position::Position;
#[cfg(feature = "weights")]
use crate::root::Goal;

/// Othello.
#[derive(Clone, Copy, Debug, Default)]
pub struct Othello;

const NO_LIMIT: Budget = Budget { nodes: None, time: None, depth: None, threads: None };

#[cfg(feature = "weights")]
const fn seconds(seconds: u64) -> Budget {
    Budget::time(Duration::from_secs(seconds))
}

/// The levels; `STRENGTHS` has the searching ones, which need the weights.
static LEVELS: &[Level] = &[
    Level { number: 0, name: "level-random", about: "a uniformly random move", budget: NO_LIMIT },
    Level {
        number: 1,
        name: "level-greedy",
        about: "the move that turns most discs; of equal ones a corner, or few replies",
        budget: NO_LIMIT,
    },
    #[cfg(feature = "weights")]
    Level {
        number: 2,
        name: "level-apprentice",
        about: "2 plies with an error of up to 1 disc, exact with 6 empty squares",
        budget: NO_LIMIT,
    },
    #[cfg(feature = "weights")]
    Level {
        number: 3,
        name: "level-casual",
        about: "3 plies with an error of up to 1 disc, exact with 8 empty squares",
        budget: NO_LIMIT,
    },
    #[cfg(feature = "weights")]
    Level {
        number: 4,
        name: "level-serious",
        about: "5 plies, exact with 10 empty squares, opening book",
        budget: NO_LIMIT,
    },
    #[cfg(feature = "weights")]
    Level {
        number: 5,
        name: "level-expert",
        about: "7 plies, selective (1.2 deviations), to the end with 16 empty squares, \
                exact with 14, opening book",
        budget: NO_LIMIT,
    },
    #[cfg(feature = "weights")]
    Level {
        number: 6,
        name: "level-master",
        about: "11 plies, selective (1.2 deviations), to the end with 20 empty squares, \
                exact with 18, 10 s a move, opening book",
        budget: seconds(10),
    },
    #[cfg(feature = "weights")]
    Level {
        number: 7,
        name: "level-perfect",
        about: "up to 24 plies, selective (1.2 deviations), to the end with 30 empty squares, \
                exact with 26, 20 s a move, opening book",
        budget: seconds(20),
    },
];

/// Depth, empty squares from which games are searched to the end and solved,
/// surety, error, table size and the book's slack from level 2 on.
#[cfg(feature = "weights")]
const STRENGTHS: [Strength; 6] = [
    strength(2, [6, 6], 3, 1, 12, None),
    strength(3, [8, 8], 3, 1, 14, None),
    strength(5, [10, 10], 3, 0, 16, Some(2)),
    strength(7, [16, 14], 1, 0, 18, Some(1)),
    strength(11, [20, 18], 1, 0, 20, Some(1)),
    strength(24, [30, 26], 1, 0, 22, Some(0)),
];

#[cfg(feature = "weights")]
const fn strength(
    depth: u32,
    [to_end, exact]: [u32; 2],
    sure: u8,
    error: u32,
    bits: u32,
    book: Option<u32>,
) -> Strength {
    Strength { goal: Goal { depth, to_end, exact, sure, outcome_only: false }, bits, error, book }
}

impl Game for Othello {
    type Position = Position;

    const ID: &'static str = "othello";

    const FACTS: Facts = Facts {
        pass: Pass::Forced,
        capitals: true,
        proves: true,
        protocols: &["gtp", "nboard"],
        formats: &["sgf", "ggf", "transcript", "wthor", "obf", "board"],
        set_up: true,
        usual_size: Some([8, 8]),
        ..Facts::PLAIN
    };

    fn cell(at: &str, _: usize) -> Option<(usize, usize)> {
        match at.parse().ok()? {
            Move::Place(square) => Some((square.index() % 8, square.index() / 8)),
            Move::Pass => None,
        }
    }

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
        LEVELS
    }

    fn engine(level: u8, seed: u64) -> Result<Box<dyn Engine<Position>>, NoSuchLevel> {
        Ok(match Self::level(level)?.number {
            0 => Box::new(Random::new(seed)),
            #[cfg(feature = "weights")]
            level @ 2.. => Box::new(Strong::new(STRENGTHS[usize::from(level) - 2].clone(), seed)),
            _ => Box::new(Greedy::new(seed, gain).preferring(preference)),
        })
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

    fn margin(position: &Position) -> Option<Points> {
        let board = position.board();
        let ahead = if board.is_over() { board.final_score() } else { board.difference() };
        let sign = if position.turn() == Side::First { 1 } else { -1 };
        Some(Points::whole(sign * ahead))
    }

    fn perft(position: &Position, depth: u32) -> Option<u64> {
        Some(crate::perft(position.board(), depth))
    }
}

/// Discs turned: what the greedy player counts.
fn gain(position: &Position, m: Move) -> i32 {
    position.turned(m).count_ones() as i32
}

/// Of moves that turn as many discs the course lets any be played: a corner,
/// or one that leaves the rival no corner and few moves.
fn preference(position: &Position, m: Move) -> i32 {
    let Move::Place(square) = m else { return 0 };
    let replies = position.board().after(square.index(), position.turned(m)).moves();
    let corners = |bits: Bits| (bits & CORNERS).count_ones() as i32;
    100 * (corners(square.bit()) - corners(replies)) - replies.count_ones() as i32
}

fn name(square: usize) -> String {
    Square::of_bit(square).to_string()
}
