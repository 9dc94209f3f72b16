//! Positions by lot, and their scores by the rules alone.

use std::collections::HashMap;

use sobremesa_connect4::{Position, Rules};
use sobremesa_kernel::{Outcome, Position as _, Rng};

pub fn rules(size: &str) -> Rules {
    format!("size={size}").parse().expect("sizes of a test fit")
}

/// Random unfinished positions with so many empty cells.
pub fn positions(
    rules: Rules,
    left: std::ops::RangeInclusive<u32>,
    seed: u64,
) -> impl Iterator<Item = Position> {
    let mut rng = Rng::new(seed);
    std::iter::from_fn(move || {
        loop {
            let cells = rules.rows() * rules.columns();
            let wanted = left.start() + rng.below(left.end() - left.start() + 1);
            let mut position = Position::start(&rules);
            while position.plies() + wanted < cells {
                if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                    break;
                }
            }
            if position.plies() + wanted == cells && position.outcome().is_none() {
                return Some(position);
            }
        }
    })
}

/// The score by the rules alone: every game to its end.
pub fn minimax(position: &Position, known: &mut HashMap<u64, i32>) -> i32 {
    let cells = (position.rules().rows() * position.rules().columns()) as i32;
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(_)) => {
            let pieces = (position.plies() as i32 + 1) / 2;
            return -(cells / 2 + 1 - pieces + cells % 2 * (position.plies() % 2) as i32);
        }
        None => {}
    }
    if let Some(&score) = known.get(&position.key()) {
        return score;
    }
    let best = position
        .legal()
        .into_iter()
        .map(|m| {
            let mut next = *position;
            next.play_unchecked(m);
            -minimax(&next, known)
        })
        .max()
        .expect("a game that is on has a move");
    known.insert(position.key(), best);
    best
}
