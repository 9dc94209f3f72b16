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
//! step keeps what is hardly ever seen small; what was never seen stays out.
//!
//! A row between two knots changes the weights of these two alone. So the
//! rows are sorted into the [`KNOTS`] spans between knots, and every other
//! span can learn at the same time as no two of them share a knot: first the
//! even spans, then the odd ones, a [`PARTS`]th of the rows at a time. Which
//! thread does what changes nothing.

use std::sync::Mutex;

use sobremesa_kernel::Rng;
use sobremesa_othello::board::Board;
use sobremesa_othello::pattern::{EXTRAS, Layout, MOST_MOVES, PLACES};
use sobremesa_othello::weights::{KNOT_STEP, KNOTS, Knots, UNIT, knots_of};

use super::play::Row;

/// Pieces of a pass over the rows.
const PARTS: usize = 64;

/// How to learn.
#[derive(Clone, Debug)]
pub struct Method {
    /// Passes over the rows.
    pub epochs: u32,
    /// The first step of a fresh weight, in discs; it shrinks to nothing
    /// towards the end.
    pub step: f32,
    /// The pull towards zero, per row and disc of weight.
    pub pull: f32,
    /// How much of a target comes from beyond the next position, while the
    /// game is not solved yet.
    pub lambda: f32,
}

impl Default for Method {
    fn default() -> Method {
        Method { epochs: 10, step: 0.6, pull: 0.005, lambda: 0.8 }
    }
}

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
    seen: bool,
}

/// A row to learn from.
#[derive(Clone, Copy)]
struct Sample {
    board: Board,
    target: f32,
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
fn targets(rows: &[Row], lambda: f32) -> Vec<f32> {
    let mut targets: Vec<f32> = rows.iter().map(|row| f32::from(row.score)).collect();
    for n in (0..rows.len().saturating_sub(1)).rev() {
        let next = rows[n + 1];
        if let Some(sign) = follows(rows[n].board, next.board) {
            let ahead = (1.0 - lambda) * f32::from(next.expected) + lambda * targets[n + 1];
            targets[n] = sign * ahead;
        }
    }
    targets
}

/// Fits from `start` in several passes over the rows that are not held back.
pub fn fit(rows: &[Row], start: &Knots, method: &Method, seed: u64, threads: usize) -> Fitted {
    let size = Layout::get().shared_count;
    let fresh = |&w: &i16| Weight { value: f32::from(w) / UNIT as f32, ..Weight::default() };
    let mut weights: Vec<Weight> = start.weights.iter().map(fresh).collect();
    let mut spans: Vec<Vec<Sample>> = vec![Vec::new(); KNOTS];
    let mut held_back = Vec::new();
    for (row, target) in rows.iter().zip(targets(rows, method.lambda)) {
        let sample = Sample { board: row.board, target };
        if row.held_back {
            held_back.push(sample);
        } else {
            spans[knots_of(row.board.empties()).0].push(sample);
        }
    }
    let mut rng = Rng::new(seed);
    spans.iter_mut().for_each(|span| rng.shuffle(span));
    let count: usize = spans.iter().map(Vec::len).sum();
    for epoch in 0..method.epochs {
        let mut total = 0.0;
        for part in 0..PARTS {
            let gone = (epoch as f32 + part as f32 / PARTS as f32) / method.epochs as f32;
            let step = method.step * (1.0 - gone);
            for odd in [0, 1] {
                total +=
                    learn(&mut weights[odd * size..], &spans, odd, part, step, method, threads);
            }
        }
        let others: f64 = held_back.iter().map(|sample| distance(&weights, sample)).sum();
        println!(
            "pass {epoch}: {:.3} discs from the targets of {count} rows, {:.3} from those of {} \
             others",
            total / count.max(1) as f64,
            others / held_back.len().max(1) as f64,
            held_back.len(),
        );
    }
    let kept = weights.iter().map(|w| {
        if w.seen { (w.value * UNIT as f32).round().clamp(-32e3, 32e3) as i16 } else { 0 }
    });
    let knots = Knots { weights: kept.collect(), cuts: start.cuts };
    let (errors, middle_error) = errors(rows, &knots);
    Fitted { knots, errors, middle_error }
}

/// Learns a part of every other span from `odd` on, whose knots begin with
/// `weights`. The sum of the distances to the targets.
fn learn(
    weights: &mut [Weight],
    spans: &[Vec<Sample>],
    odd: usize,
    part: usize,
    step: f32,
    method: &Method,
    threads: usize,
) -> f64 {
    let knots = weights.chunks_mut(2 * Layout::get().shared_count);
    let tasks = Mutex::new(spans[odd..].iter().step_by(2).zip(knots).enumerate());
    let work = || {
        let mut done = Vec::new();
        loop {
            let Some((n, (span, knots))) =
                tasks.lock().unwrap_or_else(std::sync::PoisonError::into_inner).next()
            else {
                return done;
            };
            let range = span.len() * part / PARTS..span.len() * (part + 1) / PARTS;
            done.push((n, learn_span(knots, &span[range], step, method.pull)));
        }
    };
    let mut sums: Vec<(usize, f64)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("a fit does not panic"))
            .collect()
    });
    // Added in the same order whoever was first.
    sums.sort_by_key(|sum| sum.0);
    sums.iter().map(|sum| sum.1).sum()
}

/// The value of a board that uses the weights `at` of two knots.
fn sum(low: &[Weight], high: &[Weight], at: &[u32], share: f32) -> f32 {
    let value = |knot: &[Weight]| at.iter().map(|&a| knot[a as usize].value).sum::<f32>();
    let below = (1.0 - share) * value(low);
    if share > 0.0 { below + share * value(high) } else { below }
}

/// How far the weights are from the target of a sample.
fn distance(weights: &[Weight], sample: &Sample) -> f64 {
    let layout = Layout::get();
    let (low, high, share) = knots_of(sample.board.empties());
    let share = share as f32 / KNOT_STEP as f32;
    let [low, high] = [low, high].map(|knot| &weights[knot * layout.shared_count..]);
    f64::from((sample.target - sum(low, high, &used(layout, sample.board), share)).abs())
}

/// `knots` are the one below the span and the one above, if there is one.
fn learn_span(knots: &mut [Weight], samples: &[Sample], step: f32, pull: f32) -> f64 {
    let layout = Layout::get();
    let (low, high) = knots.split_at_mut(layout.shared_count);
    let mut total = 0.0;
    for sample in samples {
        let at = used(layout, sample.board);
        let share = knots_of(sample.board.empties()).2 as f32 / KNOT_STEP as f32;
        let error = sample.target - sum(low, high, &at, share);
        total += f64::from(error.abs());
        for (knot, part) in [(&mut *low, 1.0 - share), (&mut *high, share)] {
            if part == 0.0 {
                continue;
            }
            for &a in &at {
                let w = &mut knot[a as usize];
                let gradient = error * part - pull * w.value;
                w.grown += gradient * gradient;
                w.value += step * gradient / (w.grown + 100.0).sqrt();
                w.seen = true;
            }
        }
    }
    total
}

/// The error on the games held back, by stage of the game.
fn errors(rows: &[Row], knots: &Knots) -> (Vec<StageError>, f64) {
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
        let of = |epochs| Method { epochs, ..Method::default() };
        let none = fit(&rows, &Knots::zero(), &of(0), 1, 1);
        let some = fit(&rows, &Knots::zero(), &of(8), 1, 3);
        assert!(some.middle_error < none.middle_error / 2.0);
        assert_eq!(
            fit(&rows, &Knots::zero(), &of(8), 1, 1).knots,
            some.knots,
            "the same seed, the same fit, whatever the number of threads"
        );
    }
}
