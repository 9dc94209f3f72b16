//! What a game has of the archive it came from.

use std::fmt;
use std::str::FromStr;

use crate::rule_text::rule;

/// What an archive says of a game besides its moves and its score: what is
/// needed to write it into an archive again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Source {
    /// Day the file was made: year, month, day.
    pub made: (u16, u8, u8),
    /// The year of the game.
    pub year: u16,
    /// Plies from the end at which `best` was computed.
    pub depth: u8,
    /// Its number in the file of tournaments.
    pub tournament: u16,
    /// Black's and White's numbers in the file of players.
    pub players: [u16; 2],
    /// The most discs Black could have had at that depth.
    pub best: u8,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.made;
        write!(
            f,
            "made={year}-{month}-{day} year={} depth={} tournament={} black={} white={} best={}",
            self.year, self.depth, self.tournament, self.players[0], self.players[1], self.best
        )
    }
}

/// Text that is no [`Source`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSource;

impl FromStr for Source {
    type Err = NoSource;

    fn from_str(text: &str) -> Result<Source, NoSource> {
        fn number<T: FromStr>(text: &str, key: &str) -> Result<T, NoSource> {
            rule(text, key).and_then(|value| value.parse().ok()).ok_or(NoSource)
        }
        let made = rule(text, "made").ok_or(NoSource)?;
        let mut parts = made.split('-');
        let mut part = || parts.next().and_then(|part| part.parse::<u16>().ok()).ok_or(NoSource);
        let small = |n: u16| u8::try_from(n).map_err(|_| NoSource);
        Ok(Source {
            made: (part()?, small(part()?)?, small(part()?)?),
            year: number(text, "year")?,
            depth: number(text, "depth")?,
            tournament: number(text, "tournament")?,
            players: [number(text, "black")?, number(text, "white")?],
            best: number(text, "best")?,
        })
    }
}
