//! Games that make positions to learn from: played by what a network likes,
//! with enough chance that no two are alike, every position judged by the
//! teacher.
//!
//! A search asks about many positions that good players never reach, so that a
//! part of the moves is drawn from nearly all that are legal, and some
//! positions are followed one move aside only to be judged.

use sobremesa_go::net::{Judge, Judgement, input};
use sobremesa_go::{Ko, Move, Point, Position, Rules};
use sobremesa_kernel::{Points, Position as _, Rng};

use super::record;

/// Games that are played side by side, so that their positions are judged
/// together.
const TOGETHER: usize = 16;
/// The share of moves drawn from nearly all that are legal.
const WILD: f64 = 0.03;
/// The share of positions from which one move aside is judged too.
const ASIDE: f64 = 0.2;
/// From this chance on a game counts as decided, and ends with this chance
/// after each move.
const DECIDED: f32 = 0.985;
const CUT: f64 = 0.08;

/// Plays [`TOGETHER`] games on boards of `size` and returns their records.
/// `student`, where there is one, chooses the moves of every other game.
pub fn play(
    size: usize,
    teacher: &mut Judge,
    mut student: Option<&mut Judge>,
    seed: u64,
) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let mut games: Vec<(Position, bool)> =
        (0..TOGETHER).map(|game| (opening(size, &mut rng), game % 2 == 1)).collect();
    // Positions one move aside, which go no further.
    let mut aside: Vec<Position> = Vec::new();
    let mut records = Vec::new();
    for ply in 0..2 * size * size {
        games.retain(|(position, _)| position.outcome().is_none());
        if games.is_empty() && aside.is_empty() {
            break;
        }
        let asked: Vec<(Position, u8)> = games
            .iter()
            .map(|(position, _)| position)
            .chain(&aside)
            .map(|position| (position.clone(), rng.below(8) as u8))
            .collect();
        let judged = teacher.raw_all(&asked);
        for ((position, _), (judgement, owners)) in asked.iter().zip(&judged) {
            record::write(&mut records, position, &input(position, false), judgement, owners);
        }
        aside.clear();
        let opinions: Vec<Judgement> = match &mut student {
            Some(student) => {
                let own = games.iter().zip(&asked).filter(|((_, own), _)| *own);
                let own: Vec<(Position, u8)> = own.map(|(_, asked)| asked.clone()).collect();
                student.raw_all(&own).into_iter().map(|(judgement, _)| judgement).collect()
            }
            None => Vec::new(),
        };
        let mut opinions = opinions.into_iter();
        let mut next = Vec::with_capacity(games.len());
        for ((position, own), (judgement, _)) in games.drain(..).zip(judged) {
            let opinion = if own { opinions.next() } else { None };
            let opinion = opinion.as_ref().unwrap_or(&judgement);
            if judgement.win.max(judgement.loss) > DECIDED && rng.unit() < CUT {
                continue;
            }
            if rng.unit() < ASIDE {
                let mut there = position.clone();
                there.play_unchecked(draw(&position, &judgement, 0.25, &mut rng));
                if there.outcome().is_none() {
                    aside.push(there);
                }
            }
            let taste = match () {
                () if rng.unit() < WILD => 0.25,
                () if ply < size * size / 8 => 0.9,
                () => 1.1,
            };
            let chosen = draw(&position, opinion, taste, &mut rng);
            let mut position = position;
            position.play_unchecked(chosen);
            next.push((position, own));
        }
        games = next;
    }
    records
}

/// A first position: mostly the usual komi and an empty board.
fn opening(size: usize, rng: &mut Rng) -> Position {
    let usual = if size <= 9 { 14 } else { 15 };
    let halves = match rng.below(10) {
        0..6 => usual,
        6..8 => usual - 6 + rng.below(13) as i32,
        _ => usual - 30 + rng.below(61) as i32,
    };
    let ko = match rng.below(10) {
        0 => Ko::Simple,
        1 => Ko::Situational,
        _ => Ko::Positional,
    };
    let rules = Rules::sized(size, size)
        .expect("sizes are checked where they are read")
        .with_komi(Points::halves(halves))
        .with_ko(ko);
    let mut position = Position::start(&rules);
    if rng.below(5) == 0 {
        for _ in 0..1 + rng.below(6) {
            position.play_random(rng, &mut Vec::new());
        }
        if position.outcome().is_some() {
            return Position::start(&rules);
        }
    }
    position
}

/// A move drawn with chances like those of `judgement` to the power of
/// `taste`. Where nearly all moves are meant, the pass is not.
fn draw(position: &Position, judgement: &Judgement, taste: f32, rng: &mut Rng) -> Move {
    let (points, pass) = judgement.policy(position);
    let rules = position.rules();
    let (rows, columns) = (rules.rows(), rules.columns());
    let weight = |chance: f32| chance.max(1e-9).powf(taste);
    let weights: Vec<f32> = points.iter().map(|chance| chance.map_or(0.0, weight)).collect();
    let sum: f32 = weights.iter().sum();
    let pass = if taste < 0.5 && sum > 0.0 { 0.0 } else { weight(pass) };
    let mut left = rng.unit() as f32 * (sum + pass);
    for (at, weight) in weights.iter().enumerate() {
        if left < *weight {
            let point = Point::new(rows - 1 - at / columns, at % columns);
            return point.map_or(Move::Pass, Move::Play);
        }
        left -= weight;
    }
    Move::Pass
}
