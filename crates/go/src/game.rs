use sobremesa_kernel::{
    Engine, Game, Level, Mark, Picture, Position as _, Preset, RuleOption, Stand,
};

use crate::{Move, Position, levels};

/// The game of Go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Go;

impl Game for Go {
    type Position = Position;

    const ID: &'static str = "go";

    fn options() -> Vec<RuleOption> {
        let texts = |choices: &[&str]| choices.iter().map(ToString::to_string).collect();
        vec![
            RuleOption {
                key: "size",
                default: "19".to_owned(),
                choices: texts(&["9", "13", "19"]),
                free: Some("1 to 25, or rows and columns such as 9x13"),
            },
            RuleOption {
                key: "ko",
                default: "positional".to_owned(),
                choices: texts(&["positional", "situational", "simple"]),
                free: None,
            },
            RuleOption {
                key: "komi",
                default: "0".to_owned(),
                choices: texts(&["0", "0.5", "5.5", "6.5", "7", "7.5"]),
                free: Some("points and halves from -1000 to 1000"),
            },
            RuleOption {
                key: "handicap",
                default: "0".to_owned(),
                choices: texts(&["0", "2", "3", "4", "5", "6", "7", "8", "9"]),
                free: None,
            },
        ]
    }

    fn presets() -> Vec<Preset> {
        let preset = |id, rules: &str| Preset { id, rules: rules.to_owned() };
        vec![
            preset("go-course", "size=19 ko=positional komi=0 handicap=0"),
            preset("go-9", "size=9 ko=positional komi=7 handicap=0"),
            preset("go-13", "size=13 ko=positional komi=7.5 handicap=0"),
            preset("go-19", "size=19 ko=positional komi=7.5 handicap=0"),
        ]
    }

    fn levels() -> &'static [Level] {
        &levels::LEVELS
    }

    fn engine(level: u8, seed: u64) -> Box<dyn Engine<Position>> {
        levels::engine(level, seed)
    }

    fn picture(position: &Position) -> Picture {
        let stones = position.stones();
        let mut stands: Vec<Stand> = stones
            .iter()
            .map(|(at, side)| Stand { at: at.to_string(), mark: Mark::Piece, side: Some(side) })
            .collect();
        if position.outcome().is_some() {
            for (at, owner) in stones.points().zip(stones.owners()) {
                if owner.is_some() && stones.at(at).is_none() {
                    stands.push(Stand { at: at.to_string(), mark: Mark::Territory, side: owner });
                }
            }
        } else if let Some(ko) = position.ko() {
            stands.push(Stand { at: ko.to_string(), mark: Mark::Ko, side: None });
        }
        Picture {
            rows: stones.rows(),
            columns: stones.columns(),
            stands,
            counts: vec![("captures", position.captures().map(|stones| stones as i32))],
        }
    }

    fn changes(position: &Position, m: Move) -> Vec<String> {
        let Move::Play(point) = m else { return Vec::new() };
        position.captured_by(point).iter().map(ToString::to_string).collect()
    }
}
