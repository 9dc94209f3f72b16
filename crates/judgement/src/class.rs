//! How good a move was, in one word: what it costs in outcome first, in
//! points second.

use sobremesa_kernel::Value;

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Class {
    /// Nothing better is known.
    Best,
    /// It costs less than an inaccuracy.
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Class {
    pub const ALL: [Class; 5] =
        [Class::Best, Class::Good, Class::Inaccuracy, Class::Mistake, Class::Blunder];

    /// The name for programs; the word for people is `judgement-class-<name>`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Best => "best",
            Class::Good => "good",
            Class::Inaccuracy => "inaccuracy",
            Class::Mistake => "mistake",
            Class::Blunder => "blunder",
        }
    }

    /// The mark annotators write after a move, empty for a good one.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            Class::Best | Class::Good => "",
            Class::Inaccuracy => "?!",
            Class::Mistake => "?",
            Class::Blunder => "??",
        }
    }
}

/// From which loss on a move of a game is an inaccuracy, a mistake or a
/// blunder.
///
/// A game thrown away is a blunder and half of one (a win that becomes a draw,
/// a draw that becomes a loss) a mistake, where both values are proven. Then
/// come the points, in the unit of the game, and where an engine believes in
/// chances, the part of the game that was given away.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Points lost: inaccuracy, mistake, blunder.
    pub points: [f32; 3],
    /// Chance of winning lost, 0 to 1: inaccuracy, mistake, blunder.
    pub chance: [f32; 3],
    /// What a loss has to exceed to be more than noise, where it is believed
    /// and not proven.
    pub noise: f32,
}

impl Scale {
    /// The class of a move worth `played` where `best` was to be had. `ahead`
    /// is what the mover already has more than the rival and the values do not
    /// count. `None` when the values cannot be compared.
    #[must_use]
    pub fn class(&self, played: Value, best: Value, ahead: i32) -> Option<Class> {
        let loss = loss(played, best)?;
        if let (Some(was), Some(is)) = (outcome(best, ahead), outcome(played, ahead))
            && was > is
        {
            return Some(
                if was - is == 2 { Class::Blunder } else { Class::Mistake }
                    .max(by(self.points, loss)),
            );
        }
        let proven =
            matches!((played, best), (Value::Exact(_) | Value::AtMost(_), Value::Exact(_)));
        Some(match (played, best) {
            (Value::Chance(_), Value::Chance(_)) => by(self.chance, loss),
            _ if loss <= 0.0 || !proven && loss <= self.noise => Class::Best,
            _ => by(self.points, loss),
        })
    }

    /// The class by points and chances at once, for games that know both.
    #[must_use]
    pub fn class_of_losses(&self, points: f32, chance: f32) -> Class {
        by(self.chance, chance).max(by(self.points, points).min(Class::Mistake))
    }
}

/// The class of a loss by three thresholds.
fn by(thresholds: [f32; 3], loss: f32) -> Class {
    match thresholds.iter().filter(|&&least| loss >= least).count() {
        0 if loss <= 0.0 => Class::Best,
        0 => Class::Good,
        1 => Class::Inaccuracy,
        2 => Class::Mistake,
        _ => Class::Blunder,
    }
}

/// What `played` costs against `best`, never negative; of a bound, what it
/// costs at least. `None` when the values are of different kinds or unknown.
#[must_use]
pub fn loss(played: Value, best: Value) -> Option<f32> {
    let comparable = matches!(played, Value::Chance(_)) == matches!(best, Value::Chance(_));
    let (played, best) = (crate::number(played)?, crate::number(best)?);
    comparable.then(|| (best - played).max(0.0))
}

/// 1, 0 or -1 where a proven value says who wins.
fn outcome(value: Value, ahead: i32) -> Option<i32> {
    match value {
        Value::Exact(value) => Some((value + ahead).signum()),
        Value::AtMost(value) if value + ahead < 0 => Some(-1),
        Value::AtLeast(value) if value + ahead > 0 => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: Scale = Scale { points: [3.0, 7.0, 13.0], chance: [0.05, 0.12, 0.25], noise: 1.0 };

    #[test]
    fn a_game_thrown_away_is_a_blunder_whatever_the_points() {
        let class = |played, best| SCALE.class(Value::Exact(played), Value::Exact(best), 0);
        assert_eq!(class(-1, 1), Some(Class::Blunder));
        assert_eq!(class(0, 1), Some(Class::Mistake));
        assert_eq!(class(-1, 0), Some(Class::Mistake));
        assert_eq!(class(20, 34), Some(Class::Blunder));
        assert_eq!(class(30, 34), Some(Class::Inaccuracy));
        assert_eq!(class(32, 34), Some(Class::Good));
        assert_eq!(class(34, 34), Some(Class::Best));
    }

    #[test]
    fn what_is_ahead_counts_for_the_outcome() {
        let class = |ahead| SCALE.class(Value::Exact(0), Value::Exact(2), ahead);
        assert_eq!(class(5), Some(Class::Good), "won either way");
        assert_eq!(class(-1), Some(Class::Blunder), "from one ahead to one behind");
        assert_eq!(class(0), Some(Class::Mistake));
    }

    #[test]
    fn estimates_have_noise_and_kinds_do_not_mix() {
        let class = |played, best| SCALE.class(Value::Estimate(played), Value::Estimate(best), 0);
        assert_eq!(class(1.5, 2.0), Some(Class::Best));
        assert_eq!(class(-2.0, 2.0), Some(Class::Inaccuracy));
        assert_eq!(SCALE.class(Value::Chance(0.5), Value::Estimate(1.0), 0), None);
        assert_eq!(SCALE.class(Value::Unknown, Value::Exact(1), 0), None);
        let class = SCALE.class(Value::Chance(0.4), Value::Chance(0.6), 0);
        assert_eq!(class, Some(Class::Mistake));
    }
}
