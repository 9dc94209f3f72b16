use sobremesa_kernel::{
    Budget, Engine, Game, Level, Mark, Picture, Position as _, Preset, RuleOption, Side, Stand,
};
use sobremesa_search::{Greedy, Random};

use crate::{Move, Position, Rules};

/// Connect 4 as the rest of Sobremesa sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Connect4;

const NO_LIMIT: Budget = Budget { nodes: None, time: None, depth: None, threads: None };

const LEVELS: &[Level] = &[
    Level { number: 0, name: "level-random", about: "a uniformly random column", budget: NO_LIMIT },
    Level {
        number: 1,
        name: "level-greedy",
        about: "wins at once if it can, else blocks, else a random column",
        budget: NO_LIMIT,
    },
];

impl Game for Connect4 {
    type Position = Position;

    const ID: &'static str = "connect4";

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

    fn engine(level: u8, seed: u64) -> Box<dyn Engine<Position>> {
        match level {
            0 => Box::new(Random::new(seed)),
            _ => Box::new(Greedy::new(seed, gain)),
        }
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
