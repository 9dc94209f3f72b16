//! How a network plays at a level.

use std::fmt;
use std::str::FromStr;

/// How a network plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Style {
    /// Without searching: a move's chance is its first impression to the
    /// power `taste`, and falls by a factor e for each `shy` points it loses.
    Glance {
        /// High is strict.
        taste: f32,
        /// In points.
        shy: f32,
    },
    /// The best move of a search.
    Search {
        /// Positions judged for a move.
        visits: u64,
    },
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Style::Glance { taste, shy } => write!(f, "glance:{taste}:{shy}"),
            Style::Search { visits } => write!(f, "search:{visits}"),
        }
    }
}

impl FromStr for Style {
    type Err = String;

    /// As shown: `glance:0.7:3` or `search:40`.
    fn from_str(text: &str) -> Result<Style, String> {
        let wrong =
            || format!("found style {text}, expected one such as glance:0.7:3 or search:40");
        let words: Vec<&str> = text.split(':').collect();
        let positive = |word: &str| {
            word.parse().ok().filter(|x: &f32| x.is_finite() && *x > 0.0).ok_or_else(wrong)
        };
        match words[..] {
            ["glance", taste, shy] => {
                Ok(Style::Glance { taste: positive(taste)?, shy: positive(shy)? })
            }
            ["search", visits] => match visits.parse() {
                Ok(visits) if visits > 0 => Ok(Style::Search { visits }),
                _ => Err(wrong()),
            },
            _ => Err(wrong()),
        }
    }
}
