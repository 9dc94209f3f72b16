//! How far shallow searches are from deep ones: what probcut may rely on.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use sobremesa_kernel::{Budget, Rng};
use sobremesa_othello::weights::{Cut, Weights};
use sobremesa_othello::{Goal, Thinker};

use super::play::Row;

/// Positions looked at for each of the two cuts.
const POSITIONS: usize = 1_000;

/// The deepest search with an evaluation, and the deepest shallow one before
/// an ending.
const DEEPEST: u32 = 8;
const DEEPEST_BEFORE_END: u32 = 6;

/// A shallow depth, a deep one and a number of empty squares.
type Case = (u32, u32, u32);

/// Measures both cuts on rows that were held back.
pub fn measure(weights: &Weights, rows: &[Row], seed: u64) -> [Cut; 2] {
    let held_back: Vec<&Row> = rows.iter().filter(|row| row.held_back).collect();
    let mut rng = Rng::new(seed ^ 0xc075);
    let mut thinker = Thinker::new(weights, 18);
    let mut value = |row: &Row, depth: u32| {
        let goal = Goal { depth, to_end: 0, exact: 0, sure: 5, outcome_only: false };
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
    for row in sample(9, 18) {
        let empties = row.board.empties();
        // Shallow first: the table must not answer with what was solved.
        let shallow: Vec<f64> = (1..=DEEPEST_BEFORE_END).map(|depth| value(row, depth)).collect();
        let last = value(row, empties);
        for (found, depth) in shallow.into_iter().zip(1..) {
            ending.entry((depth, empties / 2 * 2, empties / 2 * 2)).or_default().push(last - found);
        }
    }
    [line(&middle, true), line(&ending, false)]
}

/// Weighted least squares of the logarithms of the deviations, so that no
/// extrapolation reaches 0. For endings the depth is the number of empty
/// squares, so only one of the two is used. A deeper shallow search is never
/// taken to be worse, nor a longer way to the deep one better: a slope
/// against that is noise, and is left out.
fn line(cases: &BTreeMap<Case, Vec<f64>>, with_empties: bool) -> Cut {
    let mut use_of = [true, true, true, with_empties];
    loop {
        let cut = fitted(cases, use_of);
        if cut.shallow > 0.0 {
            use_of[1] = false;
        } else if cut.deep < 0.0 {
            use_of[2] = false;
        } else {
            return cut;
        }
    }
}

fn fitted(cases: &BTreeMap<Case, Vec<f64>>, use_of: [bool; 4]) -> Cut {
    let mut normal = [[0.0f64; 5]; 4];
    for (&(shallow, deep, empties), differences) in cases {
        if differences.len() < 8 {
            continue;
        }
        let count = differences.len() as f64;
        let deviation = (differences.iter().map(|d| d * d).sum::<f64>() / count).sqrt().max(0.5);
        let x = [1.0, f64::from(shallow), f64::from(deep), f64::from(empties)];
        let x: [f64; 4] = std::array::from_fn(|n| if use_of[n] { x[n] } else { 0.0 });
        for i in 0..4 {
            for j in 0..4 {
                normal[i][j] += count * x[i] * x[j];
            }
            normal[i][4] += count * x[i] * deviation.ln();
        }
    }
    // What is left out is pinned to 0.
    for (n, used) in use_of.into_iter().enumerate() {
        normal[n][n] += f64::from(u8::from(!used));
    }
    let [constant, shallow, deep, empties] = solved(normal);
    Cut { constant, shallow, deep, empties }
}

/// Gauss with pivots; a system without a solution gives a wide constant.
fn solved(mut m: [[f64; 5]; 4]) -> [f32; 4] {
    for column in 0..4 {
        let pivot = (column..4)
            .max_by(|&a, &b| m[a][column].abs().total_cmp(&m[b][column].abs()))
            .unwrap_or(column);
        if m[pivot][column].abs() < 1e-9 {
            return [Cut::WIDE.constant, 0.0, 0.0, 0.0];
        }
        m.swap(pivot, column);
        for row in 0..4 {
            if row != column {
                let pivot = m[column];
                let factor = m[row][column] / pivot[column];
                for (cell, above) in m[row].iter_mut().zip(pivot) {
                    *cell -= factor * above;
                }
            }
        }
    }
    std::array::from_fn(|row| (m[row][4] / m[row][row]) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Deviations that follow the law are found again, and slopes the wrong
    /// way round are not believed.
    #[test]
    fn a_law_is_found_again() {
        let cases = |slope: f64| -> BTreeMap<Case, Vec<f64>> {
            let mut cases = BTreeMap::new();
            for shallow in 1..5 {
                for deep in shallow + 1..8 {
                    for empties in [16, 24, 32] {
                        let sigma = (1.5 + slope * f64::from(shallow) + 0.05 * f64::from(deep)
                            - 0.01 * f64::from(empties))
                        .exp();
                        cases.insert((shallow, deep, empties), vec![sigma; 10]);
                    }
                }
            }
            cases
        };
        let cut = line(&cases(-0.1), true);
        let expected = [1.5, -0.1, 0.05, -0.01];
        for (found, expected) in
            [cut.constant, cut.shallow, cut.deep, cut.empties].iter().zip(expected)
        {
            assert!((found - expected).abs() < 1e-3, "{cut:?}");
        }
        assert_eq!(line(&cases(0.1), true).shallow, 0.0);
        assert!(line(&cases(-0.1), false).sigma(20, 60, 60) >= 1.0);
    }
}
