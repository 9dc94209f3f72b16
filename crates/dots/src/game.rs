use sobremesa_kernel::{
    Budget, Engine, Game, Level, Mark, Picture, Position, Preset, RuleOption, Stand,
};
use sobremesa_search::{Greedy, Random};

use crate::{DotsPosition, Line};

/// Dots and Boxes, *juego de los ceritos*.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dots;

impl Game for Dots {
    type Position = DotsPosition;

    const ID: &'static str = "dots";

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
        const NONE: Budget = Budget { nodes: None, time: None, depth: None, threads: None };
        static LEVELS: [Level; 2] = [
            Level { number: 0, name: "level-random", about: "any line, by lot", budget: NONE },
            Level {
                number: 1,
                name: "level-greedy",
                about: "closes the most boxes at once, else any line by lot",
                budget: NONE,
            },
        ];
        &LEVELS
    }

    fn engine(level: u8, seed: u64) -> Box<dyn Engine<DotsPosition>> {
        match level {
            0 => Box::new(Random::new(seed)),
            _ => Box::new(Greedy::new(seed, closes)),
        }
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
