//! What an analysis says, in the words of controllers: moves, chances, leads
//! and bounds, each only where it is known.

use sobremesa_kernel::{Line, PASS, Value};

/// A move as GTP writes it: upper case, `pass` in lower case as usual.
pub(crate) fn vertex(m: impl ToString) -> String {
    let text = m.to_string().to_ascii_uppercase();
    if text == "PASS" { PASS.to_owned() } else { text }
}

/// What a position is worth by what its moves are worth, each as often as it
/// was visited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Root {
    pub visits: u64,
    pub chance: f32,
    pub lead: Option<f32>,
}

impl Root {
    pub fn of<M>(lines: &[&Line<M>], nodes: u64) -> Option<Root> {
        let (mut sum, mut chances, mut leads, mut all) = (0.0, 0.0, 0.0, true);
        for line in lines {
            let Some(chance) = chance(line.value) else { continue };
            // Where nobody counts visits, the best move alone tells.
            let weight = match line.visits {
                0 if sum > 0.0 => continue,
                0 => 1.0,
                visits => visits as f32,
            };
            sum += weight;
            chances += weight * chance;
            match lead(line) {
                Some(lead) => leads += weight * lead,
                None => all = false,
            }
        }
        (sum > 0.0).then(|| Root {
            visits: nodes,
            chance: chances / sum,
            lead: all.then(|| leads / sum),
        })
    }
}

/// Visits as controllers know them: a value has cost one at least.
pub(crate) fn visits<M>(line: &Line<M>) -> u64 {
    line.visits.max(1)
}

/// The chance of winning, where a value says it. What is only known not to be
/// the best, or to be below some bound, says none: the controller would take
/// anything said of it for a value.
pub(crate) fn chance(value: Value) -> Option<f32> {
    match value {
        Value::Chance(chance) => Some(chance),
        Value::Exact(v) => Some((1.0 + v.signum() as f32) / 2.0),
        Value::Estimate(v) => Some(squash(v)),
        Value::AtLeast(_) | Value::AtMost(_) | Value::Unknown => None,
    }
}

/// How many points the side that plays a line is ahead.
pub(crate) fn lead<M>(line: &Line<M>) -> Option<f32> {
    match line.value {
        Value::Exact(v) => Some(v as f32),
        Value::Estimate(v) => Some(v),
        _ => line.lead,
    }
}

/// What the chance is at least, with all but one chance in forty: Wilson's
/// bound. A mean of so many results from 0 to 1 cannot scatter more than wins
/// and losses do, for which it is made.
pub(crate) fn lowest<M>(line: &Line<M>) -> Option<f32> {
    const DEVIATIONS: f32 = 1.96;
    let chance = chance(line.value)?;
    match line.value {
        Value::Exact(_) => Some(chance),
        // A value that no visits stand behind has no such bound.
        _ if line.visits == 0 => None,
        _ => {
            let (visits, square) = (line.visits as f32, DEVIATIONS * DEVIATIONS);
            let scatter = chance * (1.0 - chance) / visits + square / (4.0 * visits * visits);
            let middle = chance + square / (2.0 * visits);
            let lowest = (middle - DEVIATIONS * scatter.max(0.0).sqrt()) / (1.0 + square / visits);
            Some(lowest.clamp(0.0, chance))
        }
    }
}

/// A chance from a score in points, for engines that count points.
fn squash(points: f32) -> f32 {
    1.0 / (1.0 + (-points / 4.0).exp())
}
