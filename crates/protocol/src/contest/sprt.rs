//! When a match is decided: a sequential probability ratio test between two
//! differences of strength in Elo, on won, drawn and lost games.
//!
//! The ratio is that of the likeliest chances with either difference (the
//! generalised test), with errors of 5 % both ways.

use super::tally::Tally;

/// The two differences, seen from the first player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo: [f64; 2],
}

/// Which of the two it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Not stronger by more than the lower difference.
    Lower,
    /// Stronger by the higher one.
    Higher,
}

/// ln(0.95 / 0.05): how far the logarithm of the ratio must go.
const FAR: f64 = 2.944_438_979_166_44;

impl Sprt {
    /// `None` unless the second difference is the larger.
    #[must_use]
    pub fn new(lower: f64, higher: f64) -> Option<Sprt> {
        const MOST: f64 = 2_000.0;
        let fits = |elo: f64| (-MOST..=MOST).contains(&elo);
        (fits(lower) && fits(higher) && lower < higher).then_some(Sprt { elo: [lower, higher] })
    }

    /// How far the ratio must go either way.
    #[must_use]
    pub const fn bound() -> f64 {
        FAR
    }

    /// The logarithm of the ratio after these games.
    #[must_use]
    pub fn ratio(&self, tally: &Tally) -> f64 {
        let games = f64::from(tally.games());
        if games == 0.0 {
            return 0.0;
        }
        // A result that never came has some chance all the same.
        let share = |count: u32| f64::from(count).max(1e-3) / games;
        let seen = [(0.0, share(tally.lost)), (0.5, share(tally.drawn)), (1.0, share(tally.won))];
        let [lower, higher] = self.elo.map(|elo| likeliest(&seen, expected(elo)));
        let each = seen.iter().zip(lower.iter().zip(&higher));
        games * each.map(|((_, seen), (low, high))| seen * (high / low).ln()).sum::<f64>()
    }

    #[must_use]
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        match self.ratio(tally) {
            ratio if ratio >= FAR => Some(Verdict::Higher),
            ratio if ratio <= -FAR => Some(Verdict::Lower),
            _ => None,
        }
    }
}

/// Points a game against somebody so much weaker.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The likeliest chances of results worth so much, given how often they were
/// seen, if a game brings `mean` points: each share is divided by a line that
/// is found by halving.
fn likeliest(seen: &[(f64, f64); 3], mean: f64) -> [f64; 3] {
    let chances = |slope: f64| seen.map(|(worth, share)| share / (1.0 + slope * (worth - mean)));
    let lean = |slope: f64| {
        let chances = chances(slope);
        seen.iter().zip(chances).map(|((worth, _), chance)| chance * (worth - mean)).sum::<f64>()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if lean(middle) > 0.0 { low = middle } else { high = middle }
    }
    chances((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sobremesa_kernel::Rng;

    fn tally(won: u32, drawn: u32, lost: u32) -> Tally {
        Tally { won, drawn, lost, ..Tally::default() }
    }

    #[test]
    fn the_ratio_is_the_known_one() {
        let test = Sprt::new(0.0, 10.0).unwrap();
        // Wins alone: the chance of a win is all that differs.
        let each = (expected(10.0) / 0.5).ln();
        assert!((test.ratio(&tally(100, 0, 0)) - 100.0 * each).abs() < 0.05);
        assert_eq!(test.ratio(&tally(0, 0, 0)), 0.0);
        // Even results speak for the lower difference as much as those half
        // way speak for neither.
        assert!(test.ratio(&tally(300, 400, 300)) < -0.3);
        let middle = Sprt::new(-10.0, 10.0).unwrap();
        assert!(middle.ratio(&tally(300, 400, 300)).abs() < 1e-6);
        assert!(
            (middle.ratio(&tally(320, 400, 280)) + middle.ratio(&tally(280, 400, 320))).abs()
                < 1e-6
        );
        for (lower, higher) in [(5.0, 5.0), (10.0, 0.0), (f64::NAN, 1.0), (0.0, f64::INFINITY)] {
            assert_eq!(Sprt::new(lower, higher), None);
        }
    }

    /// One chance in twenty to be wrong, either way, over 200 matches each.
    #[test]
    fn it_errs_as_seldom_as_it_says() {
        let test = Sprt::new(0.0, 60.0).unwrap();
        for (elo, right) in [(0.0, Verdict::Lower), (60.0, Verdict::Higher)] {
            let mut wrong = 0;
            for match_of in 0..200 {
                let mut rng = Rng::new(match_of);
                let mut games = tally(0, 0, 0);
                let verdict = loop {
                    let drawn = 0.3;
                    let won = expected(elo) - drawn / 2.0;
                    match rng.unit() {
                        chance if chance < won => games.won += 1,
                        chance if chance < won + drawn => games.drawn += 1,
                        _ => games.lost += 1,
                    }
                    if let Some(verdict) = test.verdict(&games) {
                        break verdict;
                    }
                };
                wrong += u32::from(verdict != right);
                assert!(games.games() < 5_000);
            }
            assert!(wrong <= 18, "{elo}: {wrong} of 200");
        }
    }
}
