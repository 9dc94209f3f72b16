//! Go as a `Game`: presets, picture, agreement.

use sobremesa_kernel::{
    Counted, Engine, Facts, Game, Judgement, Level, Mark, NoSuchLevel, Pass, Picture,
    Position as _, Preset, RuleOption, Settling, Stand,
};

#[cfg(feature = "net")]
use crate::net;
use crate::{Estimate, Move, Point, Position, Scoring, count, estimate, levels};

/// The game of Go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Go;

impl Game for Go {
    type Position = Position;

    const ID: &'static str = "go";

    const FACTS: Facts = Facts {
        pass: Pass::Free,
        // A single stone owns the whole board until the other side plays.
        score_during_play: false,
        quick_preset: Some("go-9"),
        set_up: true,
        set_up_by_pieces: true,
        ..Facts::PLAIN
    };

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
            RuleOption {
                key: "count",
                default: Scoring::Standing.name().to_owned(),
                choices: Scoring::ALL.map(|scoring| scoring.name().to_owned()).to_vec(),
                free: None,
            },
        ]
    }

    fn presets() -> Vec<Preset> {
        let preset = |id, rules: &str| Preset { id, rules: rules.to_owned() };
        vec![
            preset("go-course", "size=19 ko=positional komi=0 handicap=0"),
            preset("go-9", "size=9 ko=positional komi=7 handicap=0 count=agreed"),
            preset("go-13", "size=13 ko=positional komi=7.5 handicap=0 count=agreed"),
            preset("go-19", "size=19 ko=positional komi=7.5 handicap=0 count=agreed"),
        ]
    }

    fn levels() -> &'static [Level] {
        &levels::LEVELS
    }

    fn engine(level: u8, seed: u64) -> Result<Box<dyn Engine<Position>>, NoSuchLevel> {
        Ok(levels::engine(Self::level(level)?, seed))
    }

    fn picture(position: &Position) -> Picture {
        if position.outcome().is_some() {
            return Go.counted(position, &[]).picture;
        }
        let mut picture = stones_alone(position);
        if let Some(ko) = position.ko() {
            picture.stands.push(Stand { at: ko.to_string(), mark: Mark::Ko, side: None });
        }
        picture
    }

    fn changes(position: &Position, m: Move) -> Vec<String> {
        let Move::Play(point) = m else { return Vec::new() };
        position.captured_by(point).iter().map(ToString::to_string).collect()
    }

    fn settling() -> Option<&'static dyn Settling<Position>> {
        Some(&Go)
    }

    fn cell(at: &str, rows: usize) -> Option<(usize, usize)> {
        match at.parse().ok()? {
            Move::Play(point) => Some((point.column(), rows.checked_sub(point.row() + 1)?)),
            Move::Pass => None,
        }
    }
}

impl Settling<Position> for Go {
    fn awaits_agreement(&self, position: &Position) -> bool {
        position.outcome().is_some() && position.rules().scoring() != Scoring::Standing
    }

    fn group_at(&self, position: &Position, at: &str) -> Vec<String> {
        match at.parse() {
            Ok(Move::Play(point)) if position.at(point).is_some() => {
                keys(&position.stones().group(point))
            }
            _ => Vec::new(),
        }
    }

    fn counted(&self, position: &Position, dead: &[String]) -> Counted {
        let dead: Vec<Point> = dead
            .iter()
            .filter_map(|at| match at.parse() {
                Ok(Move::Play(point)) => Some(point),
                _ => None,
            })
            .collect();
        let count = count(position, &dead, position.rules().scoring().counting());
        let mut picture = stones_alone(position);
        picture.stands.extend(count.dead.iter().map(|at| Stand {
            at: at.to_string(),
            mark: Mark::Dead,
            side: None,
        }));
        for (at, owner) in position.stones().points().zip(&count.owners) {
            if owner.is_some() && (position.at(at).is_none() || count.dead.contains(&at)) {
                picture.stands.push(Stand {
                    at: at.to_string(),
                    mark: Mark::Territory,
                    side: *owner,
                });
            }
        }
        Counted { picture, score: Some(count.score) }
    }

    fn played_out(&self, position: &Position) -> Position {
        position.with_scoring(Scoring::Standing)
    }

    fn judge(&self, position: &Position) -> Judgement {
        let found = judged(position);
        Judgement {
            owners: position
                .stones()
                .points()
                .map(|point| point.to_string())
                .zip(found.ownership)
                .collect(),
            lead: found.lead,
            chance: found.black_wins,
            dead: keys(&found.dead),
        }
    }
}

/// Simulations behind a judgement where no network knows the board: about a
/// second on 19×19, far less on 9×9.
const JUDGING: u32 = 1_000;

/// What the network that comes with the program says where it knows the board,
/// and playouts elsewhere.
fn judged(position: &Position) -> Estimate {
    #[cfg(feature = "net")]
    if levels::knows(position) {
        return net::estimate(position, net::own(), 0);
    }
    estimate(position, JUDGING, 0)
}

fn keys(points: &[Point]) -> Vec<String> {
    points.iter().map(ToString::to_string).collect()
}

fn stones_alone(position: &Position) -> Picture {
    let stones = position.stones();
    Picture {
        rows: stones.rows(),
        columns: stones.columns(),
        stands: stones
            .iter()
            .map(|(at, side)| Stand { at: at.to_string(), mark: Mark::Piece, side: Some(side) })
            .collect(),
        counts: vec![("captures", position.captures().map(|stones| stones as i32))],
    }
}
