//! The sum of a match.

use std::time::Duration;

use super::finished::Finished;

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
}
