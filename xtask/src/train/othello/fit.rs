//! Regression: the weights whose sums come closest to the targets.
//!
//! A target is the score of the game close to its end, and further from it
//! more and more what the searches of the positions that followed expected (a
//! λ-return): the mistakes of the players blur a score long before they blur
//! the next few plies.
//!
//! Squared error by stochastic gradient, each weight with its own step
//! (AdaGrad), so that rare patterns learn as much from their few rows as
//! common ones from their many. A pull towards zero in proportion to the
//! step keeps what is hardly ever seen small; what was seen less than
//! [`LEAST`] times stays out. Rows are taken in random chunks, each sorted by
//! knot: two knots fit the cache, all fifteen do not.

use sobremesa_kernel::Rng;
use sobremesa_othello::board::Board;
use sobremesa_othello::pattern::{EXTRAS, Layout, MOST_MOVES, PLACES};
use sobremesa_othello::weights::{KNOT_STEP, KNOTS, Knots, UNIT, knots_of};

use super::play::Row;

/// Weights seen in fewer rows than this are 0.
const LEAST: u32 = 2;

/// The first step of a fresh weight, in discs.
const STEP: f32 = 0.35;

/// The pull towards zero, per row and disc of weight.
const PULL: f32 = 0.02;

/// How much of a target comes from beyond the next position, while the game
/// is not solved yet.
const LAMBDA: f32 = 0.9;

/// Rows in a chunk.
const CHUNK: usize = 1 << 18;

pub struct Fitted {
    pub knots: Knots,
    pub errors: Vec<StageError>,
    /// The mean absolute error over 24 to 40 empty squares.
    pub middle_error: f64,
}

pub struct StageError {
    pub from: u32,
    pub to: u32,
    pub rows: u64,
    pub mean: f64,
}

#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    /// The sum of squared gradients.
    grown: f32,
}

/// The weights that a board uses, as places in a knot.
fn used(layout: &Layout, board: Board) -> [u32; PLACES + 3] {
    let features = layout.features(board);
    let mut at = [0; PLACES + 3];
    for (at, (&base, &number)) in at.iter_mut().zip(layout.base.iter().zip(&features.0)) {
        *at = layout.shared[(i64::from(base) + i64::from(number)) as usize];
    }
    let most = MOST_MOVES as u32;
    let mobility = [board.moves(), board.swapped().moves()].map(|m| m.count_ones().min(most));
    let extras = layout.shared[layout.size - EXTRAS];
    at[PLACES] = extras + mobility[0];
    at[PLACES + 1] = extras + most + 1 + mobility[1];
    at[PLACES + 2] = extras + 2 * (most + 1) + (board.empties() & 1);
    at
}

/// The sign that turns what the mover of `next` wins into what the mover of
/// `now` wins, if `next` follows `now` in a game.
fn follows(now: Board, next: Board) -> Option<f32> {
    let new = next.occupied() & !now.occupied();
    let one = now.occupied() & !next.occupied() == 0 && new.count_ones() == 1;
    one.then_some(if new & next.rival != 0 { -1.0 } else { 1.0 })
}

/// The target of every row; rows are in the order of their games. Rows of
/// solved endings expect their score, so that it is their target.
fn targets(rows: &[&Row]) -> Vec<f32> {
    let mut targets: Vec<f32> = rows.iter().map(|row| f32::from(row.score)).collect();
    for n in (0..rows.len().saturating_sub(1)).rev() {
        let next = rows[n + 1];
        if let Some(sign) = follows(rows[n].board, next.board) {
            let ahead = (1.0 - LAMBDA) * f32::from(next.expected) + LAMBDA * targets[n + 1];
            targets[n] = sign * ahead;
        }
    }
    targets
}

/// Fits from `start` in `epochs` passes over the rows that are not held back.
pub fn fit(rows: &[&Row], start: &Knots, epochs: u32, seed: u64) -> Fitted {
    let layout = Layout::get();
    let size = layout.shared_count;
    let mut weights: Vec<Weight> = start
        .weights
        .iter()
        .map(|&w| Weight { value: f32::from(w) / UNIT as f32, grown: 0.0 })
        .collect();
    let mut seen = vec![0u32; weights.len()];
    let mut order: Vec<u32> =
        (0..rows.len() as u32).filter(|&n| !rows[n as usize].held_back).collect();
    let mut rng = Rng::new(seed);
    let goals = targets(rows);
    for epoch in 0..epochs {
        rng.shuffle(&mut order);
        for chunk in order.chunks_mut(CHUNK) {
            chunk.sort_by_key(|&n| knots_of(rows[n as usize].board.empties()).0);
        }
        let step = STEP * (1.0 - epoch as f32 / epochs as f32).max(0.1);
        let mut total = 0.0f64;
        for &n in &order {
            let row = rows[n as usize];
            let at = used(layout, row.board);
            let (low, high, share) = knots_of(row.board.empties());
            let share = share as f32 / KNOT_STEP as f32;
            let (low, high) = (low * size, high * size);
            let mut sum = 0.0;
            for &a in &at {
                let a = a as usize;
                sum += weights[low + a].value * (1.0 - share) + weights[high + a].value * share;
            }
            let error = goals[n as usize] - sum;
            total += f64::from(error.abs());
            for (knot, part) in [(low, 1.0 - share), (high, share)] {
                if part == 0.0 {
                    continue;
                }
                for &a in &at {
                    let w = &mut weights[knot + a as usize];
                    let gradient = error * part - PULL * w.value;
                    w.grown += gradient * gradient;
                    w.value += step * gradient / (w.grown + 100.0).sqrt();
                }
                if epoch == 0 {
                    at.iter().for_each(|&a| seen[knot + a as usize] += 1);
                }
            }
        }
        println!(
            "pass {epoch}: {:.3} discs from the targets of {} rows",
            total / order.len().max(1) as f64,
            order.len()
        );
    }
    let kept = weights.iter().zip(&seen).map(|(w, &seen)| {
        if seen < LEAST { 0 } else { (w.value * UNIT as f32).round().clamp(-32e3, 32e3) as i16 }
    });
    let knots = Knots { weights: kept.collect(), cuts: start.cuts };
    let (errors, middle_error) = errors(rows, &knots);
    Fitted { knots, errors, middle_error }
}

/// The error on the games held back, by stage of the game.
fn errors(rows: &[&Row], knots: &Knots) -> (Vec<StageError>, f64) {
    let layout = Layout::get();
    let size = layout.shared_count;
    let mut sums = [(0u64, 0.0f64); KNOTS + 1];
    let mut middle = (0u64, 0.0f64);
    for row in rows.iter().filter(|row| row.held_back) {
        let empties = row.board.empties();
        let (low, high, share) = knots_of(empties);
        let share = f64::from(share) / f64::from(KNOT_STEP);
        let sum: f64 = used(layout, row.board)
            .iter()
            .map(|&a| {
                let weight = |knot: usize| f64::from(knots.weights[knot * size + a as usize]);
                weight(low) * (1.0 - share) + weight(high) * share
            })
            .sum();
        let value = (sum / f64::from(UNIT)).clamp(-64.0, 64.0);
        let error = (value - f64::from(row.score)).abs();
        let stage = &mut sums[(empties / KNOT_STEP) as usize];
        *stage = (stage.0 + 1, stage.1 + error);
        if (24..=40).contains(&empties) {
            middle = (middle.0 + 1, middle.1 + error);
        }
    }
    let stages = sums.iter().enumerate().filter(|(_, sum)| sum.0 > 0);
    let errors = stages.map(|(n, &(rows, sum))| StageError {
        from: n as u32 * KNOT_STEP,
        to: n as u32 * KNOT_STEP + KNOT_STEP - 1,
        rows,
        mean: sum / rows as f64,
    });
    (errors.collect(), middle.1 / middle.0.max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A score that is linear in what the weights see is learnt from few rows.
    #[test]
    fn a_linear_score_is_learnt() {
        let mut rng = Rng::new(1);
        let rows: Vec<Row> = (0..4_000)
            .map(|n| {
                let mut board = Board::START;
                let ply = 10 + rng.below(30);
                for _ in 0..ply {
                    let moves: Vec<usize> =
                        sobremesa_othello::board::squares(board.moves()).collect();
                    board = match rng.pick(&moves) {
                        Some(square) => board.after(square, board.flips(square)),
                        None => board.swapped(),
                    };
                }
                let score = board.difference().clamp(-64, 64) as i8;
                Row { board, score, expected: score, held_back: n % 10 == 0 }
            })
            .collect();
        let rows: Vec<&Row> = rows.iter().collect();
        let none = fit(&rows, &Knots::zero(), 0, 1);
        let some = fit(&rows, &Knots::zero(), 8, 1);
        assert!(some.middle_error < none.middle_error / 2.0);
        assert_eq!(
            fit(&rows, &Knots::zero(), 8, 1).knots,
            some.knots,
            "the same seed, the same fit"
        );
    }
}
