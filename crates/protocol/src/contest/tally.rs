//! The sum of a match, and where it stands while its games come in.

use std::collections::BTreeMap;
use std::time::Duration;

use super::{Finished, Sprt, Verdict};

/// The sum of a match, seen from the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Games a player lost by a fault: illegal, silent, crashed.
    pub faults: [u32; 2],
    pub moves: [u32; 2],
    pub cpu: [Duration; 2],
}

impl Tally {
    pub fn add(&mut self, game: &Finished) {
        match game.winner() {
            Some(0) => self.won += 1,
            Some(_) => self.lost += 1,
            None => self.drawn += 1,
        }
        if let Some(player) = game.ending.at_fault() {
            self.faults[player] += 1;
        }
        for player in 0..2 {
            self.moves[player] += game.moves[player];
            self.cpu[player] += game.cpu[player];
        }
    }

    #[must_use]
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Points per game, a draw being half a point.
    #[must_use]
    pub fn rate(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// The 95 % interval of the rate (Wilson's, which is sound near 0 and 1).
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        let n = f64::from(self.games().max(1));
        let z = 1.96f64;
        let p = self.rate();
        let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        ((centre - half).max(0.0), (centre + half).min(1.0))
    }

    /// CPU seconds per move of a player.
    #[must_use]
    pub fn cpu_per_move(&self, player: usize) -> f64 {
        self.cpu[player].as_secs_f64() / f64::from(self.moves[player].max(1))
    }
}

/// A match while it is played. Games come in any order and count in the order
/// of their numbers, so that a match that is stopped by a test stops at the
/// same game however many are played at once and however often it was resumed.
#[derive(Debug, Default)]
pub struct Standing {
    tally: Tally,
    test: Option<Sprt>,
    verdict: Option<Verdict>,
    /// Games that came before one of a smaller number.
    early: BTreeMap<u32, Finished>,
    next: u32,
}

impl Standing {
    #[must_use]
    pub fn new(test: Option<Sprt>) -> Standing {
        Standing { test, ..Standing::default() }
    }

    /// Counts a game, unless its number was counted or the match is decided.
    pub fn add(&mut self, game: Finished) {
        if game.number >= self.next {
            self.early.entry(game.number).or_insert(game);
        }
        while self.verdict.is_none()
            && let Some(game) = self.early.remove(&self.next)
        {
            self.next += 1;
            self.tally.add(&game);
            self.verdict = self.test.and_then(|test| test.verdict(&self.tally));
        }
    }

    /// The games that count so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// What the test has decided; no more games are needed then.
    #[must_use]
    pub const fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_is_the_known_one() {
        let tally = Tally { won: 80, lost: 20, ..Tally::default() };
        let (low, high) = tally.interval();
        assert!((low - 0.711).abs() < 0.001 && (high - 0.867).abs() < 0.001, "{low} {high}");
        let all = Tally { won: 10, ..Tally::default() };
        assert!((all.interval().1 - 1.0).abs() < 1e-9 && all.interval().0 > 0.7);
    }

    fn game(number: u32, result: &str) -> Finished {
        Finished {
            number,
            first: (number % 2) as usize,
            result: result.parse().unwrap(),
            ending: crate::contest::Ending::Counted,
            plies: 1,
            moves: [1, 1],
            cpu: [Duration::ZERO; 2],
            sgf: String::new(),
        }
    }

    #[test]
    fn every_game_counts_once_in_any_order() {
        let results = ["B+1", "B+1", "0", "W+2", "B+R"];
        let mut standing = Standing::new(None);
        for number in [4, 2, 4, 0, 1, 0, 3, 4] {
            standing.add(game(number, results[number as usize]));
        }
        let tally = standing.tally();
        assert_eq!((tally.won, tally.drawn, tally.lost), (3, 1, 1));
    }

    #[test]
    fn a_test_ends_a_match_at_the_same_game_whatever_came_first() {
        let results: Vec<Finished> =
            (0..400).map(|n| game(n, if n % 2 == 0 { "B+1" } else { "W+1" })).collect();
        let play = |order: &mut dyn Iterator<Item = u32>| {
            let mut standing = Standing::new(Sprt::new(0.0, 50.0));
            for number in order {
                standing.add(results[number as usize].clone());
            }
            (*standing.tally(), standing.verdict())
        };
        let (tally, verdict) = play(&mut (0..400));
        assert_eq!(verdict, Some(Verdict::Higher));
        assert!(tally.games() < 100 && tally.won == tally.games());
        assert_eq!(play(&mut (0..400).rev()), (tally, verdict));
        assert_eq!(play(&mut (0..200).flat_map(|n| [2 * n + 1, 2 * n])), (tally, verdict));
    }
}
