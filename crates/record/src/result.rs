//! How a game ended, in the words of SGF's `RE`: the one reader and writer of
//! `B+3.5`, `W+R`, `B+T`, `B+F`, `0`, `?` and `Void`.
//!
//! Formats with words of their own (GGF's margins, WTHOR's discs) turn them
//! into a [`GameResult`] and back; everybody else shows or reads its text.

use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::{Outcome, Points, Side};

use crate::Colour;

/// How a game ended, as a record says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// One side won.
    Win(Colour, How),
    /// Nobody won.
    Draw,
    /// It is not known, or the game is not over.
    Unknown,
    /// The game was broken off and counts for nobody.
    Void,
}

/// What a game was won by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By so many points or discs.
    By(Margin),
    /// The loser resigned.
    Resignation,
    /// The loser's time was up.
    Time,
    /// The loser forfeited: did not come, or broke a rule.
    Forfeit,
    /// The record does not say, or the game is not won by counting.
    Unsaid,
}

/// A number of points, exact to a thousandth: counts in stones have quarters,
/// and GGF writes three digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Margin {
    thousandths: u64,
}

impl Margin {
    /// The largest: nobody wins by more.
    const MOST: f64 = 1e9;

    /// So many whole points.
    #[must_use]
    pub const fn whole(points: u32) -> Margin {
        Margin { thousandths: points as u64 * 1000 }
    }

    /// `None` for what is no number of points.
    #[must_use]
    pub fn from_f64(points: f64) -> Option<Margin> {
        (0.0..=Margin::MOST)
            .contains(&points)
            .then(|| Margin { thousandths: (points * 1000.0).round() as u64 })
    }

    /// The number of points.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.thousandths as f64 / 1000.0
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.thousandths / 1000)?;
        match self.thousandths % 1000 {
            0 => Ok(()),
            rest => write!(f, ".{}", format!("{rest:03}").trim_end_matches('0')),
        }
    }
}

impl GameResult {
    /// A game that was decided by counting, by how much Black is ahead.
    #[must_use]
    pub fn counted(ahead: Points) -> GameResult {
        let by = Margin { thousandths: u64::from(ahead.in_halves().unsigned_abs()) * 500 };
        match ahead.in_halves() {
            0 => GameResult::Draw,
            1.. => GameResult::Win(Colour::Black, How::By(by)),
            _ => GameResult::Win(Colour::White, How::By(by)),
        }
    }

    /// A game that was played to its end; `ahead` is by how much Black is
    /// ahead where that is counted.
    #[must_use]
    pub fn played_out(outcome: Outcome, ahead: Option<Points>) -> GameResult {
        match (outcome.winner(), ahead) {
            (None, _) => GameResult::Draw,
            (Some(winner), Some(ahead)) => match GameResult::counted(ahead) {
                // A margin that says otherwise is not what decided.
                counted if counted.winner() == Some(winner.into()) => counted,
                _ => GameResult::Win(winner.into(), How::Unsaid),
            },
            (Some(winner), None) => GameResult::Win(winner.into(), How::Unsaid),
        }
    }

    /// Who won, if anybody did.
    #[must_use]
    pub const fn winner(self) -> Option<Colour> {
        match self {
            GameResult::Win(colour, _) => Some(colour),
            _ => None,
        }
    }

    /// Whether the game is over: somebody won, or nobody.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, GameResult::Win(..) | GameResult::Draw)
    }

    /// Whether two results can both be true: the same winner, and nothing
    /// that both say differs.
    #[must_use]
    pub fn agrees(self, other: GameResult) -> bool {
        match (self, other) {
            (GameResult::Win(a, how), GameResult::Win(b, other)) => {
                a == b && (how == other || how == How::Unsaid || other == How::Unsaid)
            }
            (a, b) => a == b,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (colour, how) = match self {
            GameResult::Draw => return f.write_str("0"),
            GameResult::Unknown => return f.write_str("?"),
            GameResult::Void => return f.write_str("Void"),
            GameResult::Win(colour, how) => (colour, how),
        };
        f.write_str(if *colour == Colour::Black { "B+" } else { "W+" })?;
        match how {
            How::By(margin) => write!(f, "{margin}"),
            How::Resignation => f.write_str("R"),
            How::Time => f.write_str("T"),
            How::Forfeit => f.write_str("F"),
            How::Unsaid => Ok(()),
        }
    }
}

/// Text that is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoResult;

impl FromStr for GameResult {
    type Err = NoResult;

    /// Reads SGF's words in any case, and those that programs write for them
    /// (`B+Resign`, `W+Time`, `B+Res`, `Draw`, `Jigo`, a comma in a number).
    fn from_str(text: &str) -> Result<GameResult, NoResult> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "0" | "draw" | "jigo" => return Ok(GameResult::Draw),
            "?" => return Ok(GameResult::Unknown),
            "void" => return Ok(GameResult::Void),
            _ => {}
        }
        let (winner, how) = text.split_once('+').ok_or(NoResult)?;
        let winner = match winner.trim() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => return Err(NoResult),
        };
        let how = match how.trim() {
            "" | "?" => How::Unsaid,
            "r" | "res" | "resign" | "resignation" => How::Resignation,
            "t" | "time" => How::Time,
            "f" | "forfeit" => How::Forfeit,
            by if by.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')) => {
                let by = by.replace(',', ".").parse().ok().and_then(Margin::from_f64);
                match by.ok_or(NoResult)? {
                    Margin { thousandths: 0 } => return Ok(GameResult::Draw),
                    by => How::By(by),
                }
            }
            _ => return Err(NoResult),
        };
        Ok(GameResult::Win(winner, how))
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::First => Colour::Black,
            Side::Second => Colour::White,
        }
    }
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Side {
        match colour {
            Colour::Black => Side::First,
            Colour::White => Side::Second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let hows = [How::Resignation, How::Time, How::Forfeit, How::Unsaid];
        let margins =
            [500, 1000, 3500, 3750, 19_000, 361_000, 1].map(|thousandths| Margin { thousandths });
        let mut all = vec![GameResult::Draw, GameResult::Unknown, GameResult::Void];
        for colour in [Colour::Black, Colour::White] {
            all.extend(hows.map(|how| GameResult::Win(colour, how)));
            all.extend(margins.map(|by| GameResult::Win(colour, How::By(by))));
        }
        for result in all {
            assert_eq!(result.to_string().parse(), Ok(result), "{result}");
        }
        let shown = margins.map(|margin| margin.to_string());
        assert_eq!(shown, ["0.5", "1", "3.5", "3.75", "19", "361", "0.001"]);
    }

    #[test]
    fn the_words_of_other_programs() {
        for (text, same) in [
            ("b+r", "B+R"),
            ("W+Resign", "W+R"),
            ("B+Res", "B+R"),
            ("W+Time", "W+T"),
            ("B+Forfeit", "B+F"),
            ("Draw", "0"),
            ("jigo", "0"),
            ("B+0", "0"),
            (" W+3,5 ", "W+3.5"),
            ("B+12.50", "B+12.5"),
            ("VOID", "Void"),
            ("B+?", "B+"),
        ] {
            assert_eq!(
                text.parse::<GameResult>().map(|r| r.to_string()),
                Ok(same.to_owned()),
                "{text}"
            );
        }
        for none in ["", "B", "X+3", "B+-2", "B+nan", "B+inf", "B+1e99", "unfinished", "B+R (late)"]
        {
            assert_eq!(none.parse::<GameResult>(), Err(NoResult), "{none}");
        }
    }

    #[test]
    fn counting_and_outcomes() {
        assert_eq!(GameResult::counted(Points::halves(7)).to_string(), "B+3.5");
        assert_eq!(GameResult::counted(Points::halves(-2)).to_string(), "W+1");
        assert_eq!(GameResult::counted(Points::default()), GameResult::Draw);
        let won = |side, ahead| GameResult::played_out(Outcome::Win(side), ahead).to_string();
        assert_eq!(won(Side::Second, None), "W+");
        assert_eq!(won(Side::Second, Some(Points::whole(-3))), "W+3");
        assert_eq!(won(Side::First, Some(Points::whole(-3))), "B+");
        assert!(
            !GameResult::Win(Colour::Black, How::Time)
                .agrees(GameResult::Win(Colour::Black, How::Resignation))
        );
        assert!(
            GameResult::Win(Colour::Black, How::Unsaid)
                .agrees(GameResult::Win(Colour::Black, How::Time))
        );
    }
}
