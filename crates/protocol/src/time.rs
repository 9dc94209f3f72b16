//! How long to think about a move when a controller says what time is left.

use std::time::Duration;

/// How a controller counts time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum TimeSettings {
    #[default]
    None,
    Absolute {
        main: Duration,
    },
    /// After the main time, periods in each of which so many moves are made.
    Canadian {
        main: Duration,
        period: Duration,
        stones: u32,
    },
    /// After the main time, periods for one move each; a move that takes
    /// longer uses up that period.
    ByoYomi {
        main: Duration,
        period: Duration,
        periods: u32,
    },
    /// Every move adds to the clock, up to `most`; none may take longer than
    /// `most_a_move`.
    Fischer {
        main: Duration,
        increment: Duration,
        most: Option<Duration>,
        most_a_move: Option<Duration>,
    },
}

/// The most seconds that are believed: some 68 years, which KataGo asks for.
const MOST_SECONDS: f64 = 2_147_483_647.0;

/// A number of seconds as controllers write them, with a fraction or without.
#[must_use]
pub fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    (0.0..=MOST_SECONDS).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

impl TimeSettings {
    /// GTP's `time_settings`: a period without stones is no limit, and so is
    /// nothing at all.
    #[must_use]
    pub fn gtp(main: Duration, period: Duration, stones: u32) -> TimeSettings {
        match (period.is_zero(), stones) {
            (true, _) if main.is_zero() => TimeSettings::None,
            (true, _) => TimeSettings::Absolute { main },
            (false, 0) => TimeSettings::None,
            (false, stones) => TimeSettings::Canadian { main, period, stones },
        }
    }

    /// `kgs-time_settings` and `kata-time_settings`: a word and its numbers.
    #[must_use]
    pub fn named(words: &[&str]) -> Option<TimeSettings> {
        let optional = |text: &str| match text.parse::<f64>() {
            Ok(negative) if negative < 0.0 => Some(None),
            _ => seconds(text).map(Some),
        };
        Some(match words {
            ["none", ..] => TimeSettings::None,
            ["absolute", main] => TimeSettings::Absolute { main: seconds(main)? },
            ["canadian", main, period, stones] => {
                TimeSettings::gtp(seconds(main)?, seconds(period)?, stones.parse().ok()?)
            }
            ["byoyomi" | "byo-yomi", main, period, periods] => {
                let (main, period) = (seconds(main)?, seconds(period)?);
                match periods.parse().ok()? {
                    0 => TimeSettings::Absolute { main },
                    _ if period.is_zero() => TimeSettings::Absolute { main },
                    periods => TimeSettings::ByoYomi { main, period, periods },
                }
            }
            ["fischer", main, increment] => TimeSettings::Fischer {
                main: seconds(main)?,
                increment: seconds(increment)?,
                most: None,
                most_a_move: None,
            },
            ["fischer-capped", main, increment, most, most_a_move] => TimeSettings::Fischer {
                main: seconds(main)?,
                increment: seconds(increment)?,
                most: optional(most)?,
                most_a_move: optional(most_a_move)?,
            },
            _ => return None,
        })
    }

    /// The names that [`named`](TimeSettings::named) knows.
    pub const NAMES: &str = "none absolute byoyomi canadian fischer fischer-capped";
}

/// The clocks of both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Clocks {
    system: TimeSettings,
    /// What is left to each side: time, and after the main time the moves of
    /// the period, or the periods. `None`: nobody has moved yet.
    left: [Option<Left>; 2],
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Left {
    time: Duration,
    count: u32,
}

/// The part of a period that a move may take; the rest is for delays.
const OF_A_PERIOD: f64 = 0.8;

impl Clocks {
    #[must_use]
    pub fn new(system: TimeSettings) -> Clocks {
        Clocks { system, left: [None; 2] }
    }

    /// Both sides have all their time again.
    pub fn reset(&mut self) {
        self.left = [None; 2];
    }

    /// `time_left colour time stones`. Without stones it is the main time;
    /// else what is left of a period, and for how many moves, or under
    /// byo-yomi how many periods there still are, this one included.
    pub fn set_left(&mut self, side: usize, time: Duration, count: u32) {
        self.left[side] = Some(Left { time, count });
    }

    /// A move of `side` took so long; the controller may say it better.
    pub fn spent(&mut self, side: usize, used: Duration) {
        let main = match self.system {
            TimeSettings::None => return,
            TimeSettings::Absolute { main }
            | TimeSettings::Canadian { main, .. }
            | TimeSettings::ByoYomi { main, .. }
            | TimeSettings::Fischer { main, .. } => main,
        };
        let left = self.left[side].unwrap_or(Left { time: main, count: 0 });
        let over = used.checked_sub(left.time);
        let rest = left.time.saturating_sub(used);
        let next = match (self.system, over) {
            (TimeSettings::Fischer { increment, most, .. }, _) => {
                let time = rest.saturating_add(increment);
                Left { time: most.map_or(time, |most| time.min(most)), count: 0 }
            }
            (TimeSettings::Canadian { period, stones, .. }, _) => {
                // The moves of this period, with one made.
                let (time, moves) = match (left.count, over) {
                    (0, None) => (rest, 0),
                    (0, Some(over)) => (period.saturating_sub(over), stones),
                    (moves, _) => (rest, moves),
                };
                match moves {
                    0 => Left { time, count: 0 },
                    1 => Left { time: period, count: stones },
                    moves => Left { time, count: moves - 1 },
                }
            }
            (TimeSettings::ByoYomi { period, periods, .. }, _) => match (left.count, over) {
                (0, None) => Left { time: rest, count: 0 },
                (count, over) => {
                    let had = if count == 0 { periods } else { count };
                    let begun = over.map_or(0, |over| {
                        let whole = over.as_secs_f64() / period.as_secs_f64();
                        whole as u32 + u32::from(count > 0)
                    });
                    Left { time: period, count: had.saturating_sub(begun).max(1) }
                }
            },
            _ => Left { time: rest, count: 0 },
        };
        self.left[side] = Some(next);
    }

    /// How long to think, `None` without a limit. `moves` is a guess of how
    /// many moves the side still has to make.
    #[must_use]
    pub fn allot(&self, side: usize, moves: u32) -> Option<Duration> {
        let known = self.left[side];
        let begin = |main| known.unwrap_or(Left { time: main, count: 0 });
        Some(match self.system {
            // Somebody who says what is left means a limit.
            TimeSettings::None => {
                let left = known?;
                share(left.time, if left.count > 0 { left.count } else { moves })
            }
            TimeSettings::Absolute { main } => share(begin(main).time, moves),
            TimeSettings::Canadian { main, period, stones } => match begin(main) {
                Left { time, count: 0 } if time.is_zero() => share(period, stones),
                Left { time, count: 0 } => share(time, moves) + share(period, stones),
                Left { time, count } => share(time, count),
            },
            TimeSettings::ByoYomi { main, period, .. } => match begin(main) {
                // A period comes back whole after every move: it is used, not
                // shared, whichever of the periods it is.
                Left { time, count: 0 } => share(time, moves) + period.mul_f64(OF_A_PERIOD),
                Left { time, .. } => time.mul_f64(OF_A_PERIOD),
            },
            TimeSettings::Fischer { main, increment, most_a_move, .. } => {
                let time = begin(main).time;
                let wanted = share(time, moves) + increment.mul_f64(OF_A_PERIOD);
                let most = most_a_move.unwrap_or(Duration::MAX).min(time).mul_f64(OF_A_PERIOD);
                wanted.min(most)
            }
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
pub fn share(time: Duration, moves: u32) -> Duration {
    let margin = Duration::from_millis(100).min(time / 10);
    (time.saturating_sub(margin)) / moves.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secs(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn time_is_shared_and_never_exceeded() {
        let gtp =
            |main, period, stones| Clocks::new(TimeSettings::gtp(secs(main), secs(period), stones));
        assert_eq!(gtp(0, 1, 0).allot(0, 30), None);
        assert_eq!(gtp(60, 1, 0).allot(0, 30), None, "a period without stones is no limit");
        let sudden = gtp(60, 0, 0);
        assert!(sudden.allot(0, 30).unwrap() <= secs(2));
        assert!(gtp(0, 10, 5).allot(1, 30).unwrap() <= secs(2));
        let mut left = sudden;
        left.set_left(0, secs(1), 0);
        assert!(left.allot(0, 20).unwrap() < Duration::from_millis(50));
        // The time of a period is for the moves of that period alone.
        let mut canadian = gtp(60, 30, 5);
        canadian.set_left(0, secs(4), 2);
        let alloted = canadian.allot(0, 20).unwrap();
        assert!(alloted < secs(2) && alloted > secs(1), "{alloted:?}");
    }

    /// KGS: after the main time the second number of `time_left` is how many
    /// periods there still are, and each is for one move.
    #[test]
    fn a_byo_yomi_period_is_used_and_not_shared_among_the_periods() {
        let system = TimeSettings::named(&["byoyomi", "300", "30", "5"]).unwrap();
        let mut clock = Clocks::new(system);
        for periods in [5, 1] {
            clock.set_left(0, secs(30), periods);
            let time = clock.allot(0, 60).unwrap();
            assert!(time >= secs(20) && time < secs(30), "{periods}: {time:?}");
        }
        clock.set_left(0, secs(10), 3);
        assert!(clock.allot(0, 60).unwrap() < secs(10));
        clock.set_left(0, secs(0), 0);
        assert!(clock.allot(0, 60).unwrap() < secs(30), "the first period is beginning");
    }

    #[test]
    fn fischer_spends_the_increment_and_never_the_whole_clock() {
        let mut clock = Clocks::new(TimeSettings::named(&["fischer", "120.5", "10"]).unwrap());
        assert!(clock.allot(0, 40).unwrap() > secs(8));
        clock.set_left(0, secs(3), 0);
        assert!(clock.allot(0, 40).unwrap() < secs(3));
        let capped = ["fischer-capped", "120", "10", "-1", "2.5"];
        let clock = Clocks::new(TimeSettings::named(&capped).unwrap());
        assert!(clock.allot(0, 40).unwrap() < Duration::from_millis(2500));
        assert_eq!(TimeSettings::named(&["fischer", "1"]), None);
        assert_eq!(TimeSettings::named(&["absolute", "-1"]), None);
        assert_eq!(TimeSettings::named(&["absolute", "nan"]), None);
        for name in TimeSettings::NAMES.split(' ') {
            let words = [name, "60", "10", "5", "-1"];
            let read = (1..=5).find_map(|n| TimeSettings::named(&words[..n]));
            assert!(read.is_some(), "{name}");
        }
    }

    /// Controllers that never say what is left (Sabaki) must not be overdrawn.
    #[test]
    fn own_time_is_counted_where_nobody_says_what_is_left() {
        let mut clock = Clocks::new(TimeSettings::gtp(secs(60), Duration::ZERO, 0));
        let mut used = Duration::ZERO;
        for _ in 0..200 {
            let time = clock.allot(0, 20).unwrap();
            clock.spent(0, time);
            used += time;
        }
        assert!(used < secs(60) && used > secs(50), "{used:?}");
        let mut canadian = Clocks::new(TimeSettings::gtp(secs(10), secs(20), 2));
        canadian.spent(0, secs(12));
        assert_eq!(canadian.left[0], Some(Left { time: secs(18), count: 1 }));
        canadian.spent(0, secs(5));
        assert_eq!(canadian.left[0], Some(Left { time: secs(20), count: 2 }));
        let mut japanese = Clocks::new(TimeSettings::named(&["byoyomi", "10", "5", "3"]).unwrap());
        japanese.spent(1, secs(12));
        assert_eq!(japanese.left[1], Some(Left { time: secs(5), count: 3 }));
        japanese.spent(1, secs(4));
        assert_eq!(japanese.left[1], Some(Left { time: secs(5), count: 3 }));
        japanese.spent(1, secs(6));
        assert_eq!(japanese.left[1], Some(Left { time: secs(5), count: 2 }));
    }

    /// A whole game of Othello on one clock: never overdrawn, most of it spent
    /// before the ending is solved, and less on the opening than later.
    #[test]
    fn othello_spends_its_time_before_the_ending() {
        let whole = Duration::from_secs(300);
        let (mut left, mut spent) = (whole, Vec::new());
        for empties in (2..=60).rev().step_by(2) {
            let time = share(left, othello_moves(empties));
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
