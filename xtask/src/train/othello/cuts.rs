//! How far shallow searches are from deep ones: what probcut may rely on.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use sobremesa_kernel::{Budget, Rng};
use sobremesa_othello::weights::{Cut, Weights};
use sobremesa_othello::{Goal, Thinker};

use super::play::Row;

/// Positions looked at for each of the two cuts.
const POSITIONS: usize = 100;
const DEEPEST: u32 = 5;

/// A shallow depth, a deep one and a number of empty squares.
type Case = (u32, u32, u32);

/// Measures both cuts on rows that were held back.
pub fn measure(weights: &Weights, rows: &[&Row], seed: u64) -> [Cut; 2] {
    let held_back: Vec<&Row> = rows.iter().copied().filter(|row| row.held_back).collect();
    let mut rng = Rng::new(seed ^ 0xc075);
    let mut thinker = Thinker::new(weights, 18);
    let mut value = |row: &Row, depth: u32| {
        let goal = Goal { depth, exact: 0, sure: 5, outcome_only: false };
        let mut go_on = |_: &_| ControlFlow::Continue(());
        let report = thinker.think(row.board, &goal, &Budget::default(), &mut go_on);
        f64::from(report.value())
    };
    let mut sample = |from: u32, to: u32| -> Vec<&Row> {
        let fitting: Vec<&Row> = held_back
            .iter()
            .copied()
            .filter(|row| (from..=to).contains(&row.board.empties()))
            .collect();
        (0..POSITIONS).filter_map(|_| rng.pick(&fitting)).collect()
    };
    let mut middle: BTreeMap<Case, Vec<f64>> = BTreeMap::new();
    for row in sample(14, 46) {
        let values: Vec<f64> = (1..=DEEPEST).map(|depth| value(row, depth)).collect();
        for shallow in 1..DEEPEST {
            for deep in shallow + 1..=DEEPEST {
                let difference = values[deep as usize - 1] - values[shallow as usize - 1];
                let stage = row.board.empties() / 4 * 4;
                middle.entry((shallow, deep, stage)).or_default().push(difference);
            }
        }
    }
    let mut ending: BTreeMap<Case, Vec<f64>> = BTreeMap::new();
    for row in sample(8, 14) {
        let empties = row.board.empties();
        let last = value(row, empties);
        for shallow in 1..DEEPEST.min(empties - 1) {
            let difference = last - value(row, shallow);
            ending.entry((shallow, empties, empties)).or_default().push(difference);
        }
    }
    [line(&middle, true), line(&ending, false)]
}

/// Weighted least squares of the deviations. For endings the depth is the
/// number of empty squares, so only one of the two is used.
fn line(cases: &BTreeMap<Case, Vec<f64>>, with_empties: bool) -> Cut {
    let size = if with_empties { 4 } else { 3 };
    let mut normal = [[0.0f64; 5]; 4];
    for (&(shallow, deep, empties), differences) in cases {
        if differences.len() < 8 {
            continue;
        }
        let count = differences.len() as f64;
        let deviation = (differences.iter().map(|d| d * d).sum::<f64>() / count).sqrt();
        let x = [1.0, f64::from(shallow), f64::from(deep), f64::from(empties)];
        for i in 0..size {
            for j in 0..size {
                normal[i][j] += count * x[i] * x[j];
            }
            normal[i][4] += count * x[i] * deviation;
        }
    }
    let [constant, shallow, deep, empties] = solved(normal, size);
    Cut { constant, shallow, deep, empties }
}

/// Gauss with pivots; a system without a solution gives a wide constant.
fn solved(mut m: [[f64; 5]; 4], size: usize) -> [f32; 4] {
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| m[a][column].abs().total_cmp(&m[b][column].abs()))
            .unwrap_or(column);
        if m[pivot][column].abs() < 1e-9 {
            return [6.0, 0.0, 0.0, 0.0];
        }
        m.swap(pivot, column);
        for row in 0..size {
            if row != column {
                let pivot = m[column];
                let factor = m[row][column] / pivot[column];
                for (cell, above) in m[row].iter_mut().zip(pivot) {
                    *cell -= factor * above;
                }
            }
        }
    }
    let mut x = [0.0; 4];
    for row in 0..size {
        x[row] = (m[row][4] / m[row][row]) as f32;
    }
    x
}
