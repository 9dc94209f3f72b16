//! Where a match stands while its games come in.

use std::collections::BTreeMap;

use super::finished::Finished;
use super::sprt::{Sprt, Verdict};
use super::tally::Tally;

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
    use std::time::Duration;

    use super::*;

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
