//! How games end and what is counted.

use std::fmt;

use crate::Side;

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win(Side),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side) => Some(side),
            Outcome::Draw => None,
        }
    }

    /// The outcome when the larger of two scores wins.
    #[must_use]
    pub fn by_score(score: [Points; 2]) -> Outcome {
        match score[0].cmp(&score[1]) {
            std::cmp::Ordering::Greater => Outcome::Win(Side::First),
            std::cmp::Ordering::Less => Outcome::Win(Side::Second),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

/// A score, counted in half points so that a komi of 7.5 is exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Points {
    halves: i32,
}

impl Points {
    /// So many whole points.
    #[must_use]
    pub const fn whole(points: i32) -> Points {
        Points { halves: points * 2 }
    }

    /// So many half points.
    #[must_use]
    pub const fn halves(halves: i32) -> Points {
        Points { halves }
    }

    /// The number of half points.
    #[must_use]
    pub const fn in_halves(self) -> i32 {
        self.halves
    }

    /// The number of points.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.halves) / 2.0
    }
}

impl std::ops::Add for Points {
    type Output = Points;
    fn add(self, other: Points) -> Points {
        Points::halves(self.halves + other.halves)
    }
}

impl std::ops::Sub for Points {
    type Output = Points;
    fn sub(self, other: Points) -> Points {
        Points::halves(self.halves - other.halves)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.halves % 2 == 0 {
            write!(f, "{}", self.halves / 2)
        } else {
            let sign = if self.halves < 0 { "-" } else { "" };
            write!(f, "{sign}{}.5", self.halves.abs() / 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_print_halves_and_signs() {
        let shown: Vec<String> = [0, 1, -1, 14, 15, -15, -2]
            .into_iter()
            .map(|h| Points::halves(h).to_string())
            .collect();
        assert_eq!(shown, ["0", "0.5", "-0.5", "7", "7.5", "-7.5", "-1"]);
    }
}
