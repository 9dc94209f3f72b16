//! Connect 4 as a `Game`: levels, presets, picture.

use sobremesa_kernel::{
    Budget, Engine, Facts, Game, Level, Mark, NoSuchLevel, Picture, Position as _, Preset,
    RuleOption, Side, Stand, Worth,
};
use sobremesa_search::{Greedy, Random};

use crate::perfect::Perfect;
use crate::shallow::Shallow;
use crate::{Move, Position, Rules};

/// Connect 4 as the rest of Sobremesa sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Connect4;

const LEVELS: &[Level] = &[
    level(0, "level-random", "a uniformly random column", NO_LIMIT),
    level(1, "level-greedy", "wins at once if it can, else blocks, else a random column", NO_LIMIT),
    level(
        2,
        "level-apprentice",
        "looks 2 plies ahead; misses the rival's diagonals in 3 columns of 10",
        plies(2),
    ),
    level(
        3,
        "level-casual",
        "looks 4 plies ahead; misses the rival's diagonals in 1 column of 10",
        plies(4),
    ),
    level(
        4,
        "level-serious",
        "looks 6 plies ahead; misses the rival's diagonals in 1 column of 30",
        plies(6),
    ),
    level(5, "level-expert", "looks 8 plies ahead, answering threats for free", plies(8)),
    level(
        6,
        "level-master",
        "solves what 200,000 nodes solve (most positions from ply 12 on); else looks 8 plies ahead",
        Budget::nodes(200_000),
    ),
    level(
        7,
        "level-perfect",
        "book and solver, 20 s at most: wins fastest, loses slowest, sets most traps between equals",
        Budget::time(std::time::Duration::from_secs(20)),
    ),
];

const NO_LIMIT: Budget = Budget { nodes: None, time: None, depth: None, threads: None };

/// So many plies; the nodes only end what would take too long on a board of
/// many columns, and are more than the standard board ever needs.
const fn plies(depth: u32) -> Budget {
    Budget { depth: Some(depth), nodes: Some(2_000_000), ..NO_LIMIT }
}

const fn level(number: u8, name: &'static str, about: &'static str, budget: Budget) -> Level {
    Level { number, name, about, budget }
}

impl Game for Connect4 {
    type Position = Position;

    const ID: &'static str = "connect4";

    const FACTS: Facts =
        Facts { worth: Worth::Speed, proves: true, formats: &["sgf", "columns"], ..Facts::PLAIN };

    fn options() -> Vec<RuleOption> {
        vec![RuleOption {
            key: "size",
            default: "6x7".into(),
            choices: ["6x7", "5x6", "7x8", "6x9"].map(String::from).to_vec(),
            free: Some("rows x columns, 1 to 15 rows, (rows + 1) x columns at most 64"),
        }]
    }

    fn presets() -> Vec<Preset> {
        [
            ("connect4-standard", "size=6x7"),
            ("connect4-small", "size=5x6"),
            ("connect4-large", "size=7x8"),
        ]
        .map(|(id, rules)| Preset { id, rules: rules.into() })
        .to_vec()
    }

    fn levels() -> &'static [Level] {
        LEVELS
    }

    fn engine(level: u8, seed: u64) -> Result<Box<dyn Engine<Position>>, NoSuchLevel> {
        Ok(match Self::level(level)?.number {
            0 => Box::new(Random::new(seed)),
            1 => Box::new(Greedy::new(seed, gain)),
            2 => Box::new(Shallow::new(seed, 2, 30)),
            3 => Box::new(Shallow::new(seed, 4, 10)),
            4 => Box::new(Shallow::new(seed, 6, 3)),
            5 => Box::new(Shallow::new(seed, 8, 0)),
            _ => Box::new(Perfect::new(seed)),
        })
    }

    fn picture(position: &Position) -> Picture {
        let rules: &Rules = position.rules();
        let board = position.board();
        let mut stands: Vec<Stand> = board
            .cells()
            .filter_map(|cell| {
                let side = board.at(cell)?;
                Some(Stand { at: cell.into(), mark: Mark::Piece, side: Some(side) })
            })
            .collect();
        for side in Side::BOTH {
            let mut cells: Vec<_> = board.lines(side).concat();
            cells.sort_unstable();
            cells.dedup();
            stands.extend(cells.into_iter().map(|cell| Stand {
                at: cell.into(),
                mark: Mark::Winning,
                side: Some(side),
            }));
        }
        Picture {
            rows: rules.rows() as usize,
            columns: rules.columns() as usize,
            stands,
            counts: Vec::new(),
        }
    }

    /// The cell where the piece comes to rest.
    fn changes(position: &Position, m: Move) -> Vec<String> {
        let board = position.board();
        let landing = board.landing(m.column());
        board.cells().filter(|&cell| board.bit(cell) == Some(landing)).map(String::from).collect()
    }
}

/// The obvious measure of a move: winning, then keeping the rival from
/// winning in that column.
fn gain(position: &Position, m: Move) -> i32 {
    let (board, side) = (position.board(), position.turn());
    let lines_up =
        |side: Side| board.dropped(m.column(), side).is_some_and(|next| next.has_line(side));
    if lines_up(side) {
        2
    } else if lines_up(side.other()) {
        1
    } else {
        0
    }
}
