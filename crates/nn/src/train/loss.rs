//! How far what a network says is from what it should say.

use crate::model::Scales;
use crate::output::Output;
use crate::train::Sample;

/// What a step of training tries to make small, in parts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Cross-entropies in nats.
    pub policy: f64,
    /// Of win, loss and no result.
    pub value: f64,
    /// Of who owns each point.
    pub ownership: f64,
    /// Points away from the lead, on average.
    pub lead: f64,
    /// What is made small: the parts weighed against each other.
    pub total: f64,
    /// How often the first choice is the same.
    pub agreed: f64,
    /// Positions.
    pub count: f64,
}

/// How much the parts count.
const VALUE: f32 = 1.2;
const OWNERSHIP: f32 = 1.0;
const LEAD: f32 = 0.006;
const SCORE: f32 = 0.0015;
const SPREAD: f32 = 0.001;
/// From so many points on a wrong score counts in proportion, no longer by the
/// square.
const FAR: f32 = 10.0;

impl Loss {
    /// Adds the loss of other positions.
    pub fn add(&mut self, other: &Loss) {
        self.policy += other.policy;
        self.value += other.value;
        self.ownership += other.ownership;
        self.lead += other.lead;
        self.total += other.total;
        self.agreed += other.agreed;
        self.count += other.count;
    }

    /// The parts of one position.
    #[must_use]
    pub fn mean(&self) -> Loss {
        let share = 1.0 / self.count.max(1.0);
        Loss {
            policy: self.policy * share,
            value: self.value * share,
            ownership: self.ownership * share,
            lead: self.lead * share,
            total: self.total * share,
            agreed: self.agreed * share,
            count: 1.0,
        }
    }
}

/// Huber's loss and its slope.
fn huber(distance: f32) -> (f32, f32) {
    if distance.abs() <= FAR {
        (distance * distance / 2.0, distance)
    } else {
        (FAR * (distance.abs() - FAR / 2.0), FAR * distance.signum())
    }
}

fn greatest(numbers: impl Iterator<Item = f32>) -> usize {
    numbers.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
}

/// What `output` costs, and what each of its numbers is to blame for.
pub(super) fn loss(sample: &Sample, output: &Output, scales: &Scales) -> (Loss, Output) {
    let mut blame = Output {
        policy: vec![0.0; output.policy.len()],
        ownership: vec![0.0; output.ownership.len()],
        ..Output::default()
    };
    let mut found = Loss { count: 1.0, ..Loss::default() };

    let allowed = |at: usize| sample.policy[at].is_some();
    let chances = output.chances(allowed);
    for (at, wanted) in sample.policy.iter().enumerate() {
        if let Some(wanted) = wanted {
            found.policy -= f64::from(*wanted) * f64::from(chances[at].max(1e-30).ln());
            blame.policy[at] = chances[at] - wanted;
        }
    }
    let first = greatest(sample.policy.iter().map(|chance| chance.unwrap_or(-1.0)));
    found.agreed = f64::from(first == greatest(chances.iter().copied()));

    let top = output.value.iter().copied().fold(f32::MIN, f32::max);
    let parts = output.value.map(|logit| (logit - top).exp());
    let sum: f32 = parts.iter().sum();
    for (i, wanted) in sample.value.iter().enumerate() {
        let log = output.value[i] - top - sum.ln();
        found.value -= f64::from(*wanted) * f64::from(log);
        blame.value[i] = VALUE * (parts[i] / sum - wanted);
    }

    let mut total = found.policy + f64::from(VALUE) * found.value;
    let mut distance = |at: usize, scale: f32, weight: f32, wanted: f32| {
        let off = output.score[at] * scale - wanted;
        let (cost, slope) = huber(off);
        total += f64::from(weight * cost);
        blame.score[at] = weight * slope * scale;
        off
    };
    distance(0, scales.score_mean, SCORE, sample.score);
    found.lead = f64::from(distance(2, scales.lead, LEAD, sample.lead).abs());
    // The spread goes through a softplus.
    let raw = output.score[1];
    let spread = (raw.max(0.0) + (-raw.abs()).exp().ln_1p()) * scales.score_spread;
    let (cost, slope) = huber(spread - sample.spread);
    total += f64::from(SPREAD * cost);
    blame.score[1] = SPREAD * slope * scales.score_spread / (1.0 + (-raw).exp());

    // tanh x is 2σ(2x) - 1, so that ownership is a chance too.
    let share = 1.0 / output.ownership.len() as f32;
    for (at, wanted) in sample.ownership.iter().enumerate() {
        let logit = 2.0 * output.ownership[at];
        let wanted = (1.0 + wanted) / 2.0;
        let plus = logit.max(0.0) + (-logit.abs()).exp().ln_1p();
        found.ownership += f64::from(share * (plus - wanted * logit));
        let chance = 1.0 / (1.0 + (-logit).exp());
        blame.ownership[at] = OWNERSHIP * share * 2.0 * (chance - wanted);
    }
    found.total = total + f64::from(OWNERSHIP) * found.ownership;
    (found, blame)
}
