//! How long to think about a move when a controller says what time is left.

use std::time::Duration;

/// GTP time: main time, then periods of `byo` for `stones` moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    main: Duration,
    byo: Duration,
    stones: u32,
    /// What the controller last said is left, per side.
    left: [Option<(Duration, u32)>; 2],
}

impl Clock {
    /// `time_settings main byo stones`. `byo` without stones is no limit.
    pub fn settings(main: u64, byo: u64, stones: u32) -> Clock {
        Clock {
            main: Duration::from_secs(main),
            byo: Duration::from_secs(byo),
            stones,
            left: [None; 2],
        }
    }

    /// `time_left colour time stones`; no stones means main time.
    pub fn set_left(&mut self, side: usize, time: u64, stones: u32) {
        self.left[side] = Some((Duration::from_secs(time), stones));
    }

    /// How long to think, `None` without a limit. `moves` is a guess of how
    /// many moves the side still has to make.
    pub fn allot(&self, side: usize, moves: u32) -> Option<Duration> {
        let unlimited = self.main.is_zero() && (self.stones == 0 || self.byo.is_zero());
        if unlimited && !(self.stones > 0 && self.byo.is_zero()) {
            return self.left[side].map(|(time, stones)| share(time, stones.max(1), moves));
        }
        let (time, stones) = self.left[side].unwrap_or((self.main, 0));
        Some(if stones > 0 {
            share(time, stones, stones)
        } else if self.stones > 0 && time.is_zero() {
            share(self.byo, self.stones, self.stones)
        } else {
            let period = if self.stones > 0 { self.byo / self.stones } else { Duration::ZERO };
            share(time, 1, moves) + period.mul_f64(0.8)
        })
    }
}

/// How many of its coming moves a side of Othello should share its time
/// among, with so many squares empty.
///
/// Openings are played quickly and what matters is decided before the ending,
/// which is solved: the moves after that cost next to nothing, so they are not
/// counted, and the solving itself may take a good part of what is left.
pub fn othello_moves(empties: u32) -> u32 {
    const SOLVED: u32 = 24;
    const OPENING: u32 = 44;
    // The ending is worth so many moves of the middle.
    const ENDING: u32 = 8;
    if empties > SOLVED {
        ENDING + (empties - SOLVED) / 2 + empties.saturating_sub(OPENING) / 2
    } else {
        (empties / 8).clamp(2, 3)
    }
}

/// A fair share of `time` for one of the coming moves, with a margin for the
/// controller's own delays.
pub fn share(time: Duration, stones: u32, moves: u32) -> Duration {
    let margin = Duration::from_millis(100).min(time / 10);
    (time.saturating_sub(margin)) / stones.max(moves).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_shared_and_never_exceeded() {
        let none = Clock::settings(0, 1, 0);
        assert_eq!(none.allot(0, 30), None);
        let sudden = Clock::settings(60, 0, 0);
        assert!(sudden.allot(0, 30).unwrap() <= Duration::from_secs(2));
        let byo = Clock::settings(0, 10, 5);
        assert!(byo.allot(1, 30).unwrap() <= Duration::from_secs(2));
        let mut left = sudden;
        left.set_left(0, 1, 0);
        assert!(left.allot(0, 20).unwrap() < Duration::from_millis(50));
        left.set_left(0, 4, 2);
        assert!(left.allot(0, 20).unwrap() < Duration::from_secs(2));
    }

    /// A whole game of Othello on one clock: never overdrawn, most of it spent
    /// before the ending is solved, and less on the opening than later.
    #[test]
    fn othello_spends_its_time_before_the_ending() {
        let whole = Duration::from_secs(300);
        let (mut left, mut spent) = (whole, Vec::new());
        for empties in (2..=60).rev().step_by(2) {
            let time = share(left, 1, othello_moves(empties));
            assert!(time < left, "{empties} empty squares");
            left -= time;
            spent.push((empties, time));
        }
        let sum = |range: std::ops::Range<u32>| -> Duration {
            spent.iter().filter(|(empties, _)| range.contains(empties)).map(|(_, t)| *t).sum()
        };
        let mean = |range: std::ops::Range<u32>| sum(range.clone()) / (range.len() as u32 / 2);
        assert!(sum(20..61) > whole * 9 / 10);
        assert!(mean(26..46) > mean(46..61), "{spent:?}");
        assert!(sum(16..26) > whole / 6, "{spent:?}");
    }
}
