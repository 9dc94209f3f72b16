//! Size, komi, handicap, ko and counting.

use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::{Phrase, Points, SyntaxError, rules};

use crate::Point;
use crate::notation::MAX_SIZE;

/// What is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Counting {
    /// Stones and surrounded empty points (Chinese rules, and the course's).
    #[default]
    Area,
    /// Surrounded empty points and prisoners (Japanese rules). Limits: empty
    /// points inside a seki count when only one colour touches them, handicap
    /// and passes give no compensation, and whether a group is dead is what
    /// the caller says, never proved by play.
    Territory,
}

/// Which repetition is forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ko {
    /// A single stone that just captured a single stone may not be retaken at
    /// once. Longer cycles are allowed, so a game may go on for ever.
    Simple,
    /// The whole board may not recur by a stone, whoever moves.
    #[default]
    Positional,
    /// The whole board may not recur by a stone with the same side to move.
    Situational,
}

impl Ko {
    /// All of them.
    pub const ALL: [Ko; 3] = [Ko::Simple, Ko::Positional, Ko::Situational];

    /// As the rules' text has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Ko::Simple => "simple",
            Ko::Positional => "positional",
            Ko::Situational => "situational",
        }
    }
}

impl fmt::Display for Ko {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How a game is counted once two passes have stopped it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// By area, with the stones as they stand: the course's rules.
    #[default]
    Standing,
    /// By area, after the players have agreed on what is dead.
    Agreed,
    /// By territory and prisoners, after the players have agreed on what is
    /// dead. [`Counting::Territory`] says what this leaves out.
    Territory,
}

impl Scoring {
    /// All of them.
    pub const ALL: [Scoring; 3] = [Scoring::Standing, Scoring::Agreed, Scoring::Territory];

    /// As the rules' text has it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Scoring::Standing => "area",
            Scoring::Agreed => "agreed",
            Scoring::Territory => "territory",
        }
    }

    /// What is counted.
    #[must_use]
    pub const fn counting(self) -> Counting {
        match self {
            Scoring::Standing | Scoring::Agreed => Counting::Area,
            Scoring::Territory => Counting::Territory,
        }
    }
}

/// Size and rule options: `size=9 ko=positional komi=7 handicap=0`, with
/// `count=agreed` or `count=territory` behind where it is not plain area.
///
/// The default is the course's game: 19×19, positional superko, no komi.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    rows: u8,
    columns: u8,
    ko: Ko,
    komi: Points,
    handicap: u8,
    scoring: Scoring,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            rows: 19,
            columns: 19,
            ko: Ko::Positional,
            komi: Points::whole(0),
            handicap: 0,
            scoring: Scoring::Standing,
        }
    }
}

impl Rules {
    /// The largest komi either way, in points.
    const MAX_KOMI: i32 = 1000;

    /// The default rules on another board of 1 to 25 rows and columns.
    #[must_use]
    pub fn sized(rows: usize, columns: usize) -> Option<Rules> {
        let fits = |n: usize| (1..=MAX_SIZE).contains(&n);
        (fits(rows) && fits(columns)).then(|| Rules {
            rows: rows as u8,
            columns: columns as u8,
            ..Rules::default()
        })
    }

    /// The same rules with another rule of ko.
    #[must_use]
    pub fn with_ko(self, ko: Ko) -> Rules {
        Rules { ko, ..self }
    }

    /// Komi beyond ±1000 points is cut to that.
    #[must_use]
    pub fn with_komi(self, komi: Points) -> Rules {
        let most = 2 * Self::MAX_KOMI;
        Rules { komi: Points::halves(komi.in_halves().clamp(-most, most)), ..self }
    }

    /// `None` where the board has no such fixed handicap.
    #[must_use]
    pub fn with_handicap(self, stones: usize) -> Option<Rules> {
        let rules = Rules { handicap: u8::try_from(stones).ok()?, ..self };
        (stones == 0 || stones <= rules.most_handicap() && stones >= 2).then_some(rules)
    }

    /// The same rules with another count.
    #[must_use]
    pub const fn with_scoring(self, scoring: Scoring) -> Rules {
        Rules { scoring, ..self }
    }

    /// How a finished game is counted.
    #[must_use]
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// How many rows the board has.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows as usize
    }

    /// How many columns the board has.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns as usize
    }

    /// The rule of ko.
    #[must_use]
    pub const fn ko(&self) -> Ko {
        self.ko
    }

    /// What White is given.
    #[must_use]
    pub const fn komi(&self) -> Points {
        self.komi
    }

    /// Fixed handicap stones of Black, 0 without a handicap.
    #[must_use]
    pub const fn handicap(&self) -> usize {
        self.handicap as usize
    }

    /// The most fixed handicap stones this board takes: none below 7×7 or off
    /// the square, four where there is no middle line or no room (GTP 2, 4.1.1).
    #[must_use]
    pub const fn most_handicap(&self) -> usize {
        if self.rows != self.columns || self.rows < 7 {
            0
        } else if self.rows.is_multiple_of(2) || self.rows == 7 {
            4
        } else {
            9
        }
    }

    /// Where the handicap stones stand, in the order of GTP's
    /// `fixed_handicap`.
    #[must_use]
    pub fn handicap_points(&self) -> Vec<Point> {
        let n = self.rows();
        let low = if n < 13 { 2 } else { 3 };
        let (high, middle) = (n.saturating_sub(low + 1), n / 2);
        let corners = [(low, low), (high, high), (high, low), (low, high)];
        let sides = [(middle, low), (middle, high), (low, middle), (high, middle)];
        let count = self.handicap();
        let mut places: Vec<(usize, usize)> = corners.into_iter().take(count).collect();
        let on_sides = count.saturating_sub(4) / 2 * 2;
        places.extend(sides.into_iter().take(on_sides));
        if count > 4 && count % 2 == 1 {
            places.push((middle, middle));
        }
        places.into_iter().filter_map(|(row, column)| Point::new(row, column)).collect()
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size={}", self.rows)?;
        if self.columns != self.rows {
            write!(f, "x{}", self.columns)?;
        }
        write!(f, " ko={} komi={} handicap={}", self.ko, self.komi, self.handicap)?;
        match self.scoring {
            Scoring::Standing => Ok(()),
            scoring => write!(f, " count={}", scoring.name()),
        }
    }
}

impl FromStr for Rules {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Rules, SyntaxError> {
        let mut read = Rules::default();
        let mut handicap = None;
        for pair in rules::pairs(text, &["size", "ko", "komi", "handicap", "count"])? {
            match pair.key {
                "size" => {
                    let (rows, columns) = pair.size(1..=MAX_SIZE, 1..=MAX_SIZE)?;
                    (read.rows, read.columns) = (rows as u8, columns as u8);
                }
                "ko" => {
                    read.ko = Ko::ALL
                        .into_iter()
                        .find(|ko| ko.name() == pair.value)
                        .ok_or_else(|| pair.refuse("simple, positional or situational"))?;
                }
                "komi" => {
                    read.komi = read_komi(pair.value).ok_or_else(|| {
                        pair.refuse(
                            Phrase::new("points and halves from -{most} to {most}, such as 7.5")
                                .with("most", Self::MAX_KOMI),
                        )
                    })?;
                }
                "count" => {
                    read.scoring = Scoring::ALL
                        .into_iter()
                        .find(|scoring| scoring.name() == pair.value)
                        .ok_or_else(|| pair.refuse("area, agreed or territory"))?;
                }
                _ => handicap = Some((pair.number(0..=9)?, pair)),
            }
        }
        if let Some((stones, pair)) = handicap {
            read = read.with_handicap(stones).ok_or_else(|| match read.most_handicap() {
                0 => pair.refuse("0 on a board of this size"),
                most => pair.refuse(
                    Phrase::new("0, or 2 to {most} on a board of this size").with("most", most),
                ),
            })?;
        }
        Ok(read)
    }
}

/// Reads `7`, `7.5`, `-0.5`, `6.0`.
fn read_komi(text: &str) -> Option<Points> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, half) = match digits.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return None,
        None => (digits, 0),
    };
    if whole.is_empty() || whole.len() > 4 || !whole.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let halves = whole.parse::<i32>().ok()? * 2 + half;
    (halves <= 2 * Rules::MAX_KOMI).then(|| Points::halves(if negative { -halves } else { halves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back() {
        for text in [
            "size=19 ko=positional komi=0 handicap=0",
            "size=9 ko=simple komi=7 handicap=4",
            "size=1x3 ko=situational komi=-0.5 handicap=0",
            "size=13 ko=positional komi=7.5 handicap=9",
            "size=9 ko=positional komi=7 handicap=0 count=agreed",
            "size=19 ko=simple komi=6.5 handicap=0 count=territory",
        ] {
            assert_eq!(text.parse::<Rules>().unwrap().to_string(), text);
        }
        assert_eq!("".parse(), Ok(Rules::default()));
        assert_eq!("count=area".parse(), Ok(Rules::default()));
    }

    #[test]
    fn rules_that_cannot_be_are_refused() {
        for text in [
            "size=0",
            "size=26",
            "size=9x",
            "ko=super",
            "count=stones",
            "komi=7.25",
            "komi=.5",
            "komi=1001",
            "komi=--1",
            "handicap=1",
            "size=5 handicap=2",
            "size=8 handicap=5",
            "handicap=10",
            "size=9x13 handicap=2",
        ] {
            assert!(text.parse::<Rules>().is_err(), "{text:?} was read");
        }
    }

    #[test]
    fn handicap_stones_stand_where_gtp_puts_them() {
        let at = |text: &str| {
            let points = text.parse::<Rules>().unwrap().handicap_points();
            points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(at("size=19 handicap=2"), "D4 Q16");
        assert_eq!(at("size=19 handicap=3"), "D4 Q16 D16");
        assert_eq!(at("size=19 handicap=5"), "D4 Q16 D16 Q4 K10");
        assert_eq!(at("size=19 handicap=6"), "D4 Q16 D16 Q4 D10 Q10");
        assert_eq!(at("size=19 handicap=9"), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(at("size=9 handicap=2"), "C3 G7");
    }
}
