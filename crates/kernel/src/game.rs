//! A game: its rules, options, players and pictures.

use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

use crate::{Budget, Engine, Facts, Picture, Points, Position, Settling};

/// One unit struct per game: its name, its options, its players and how its
/// positions are drawn. `sobremesa-games` lists them all.
pub trait Game: Copy + Default + Debug + Send + Sync + 'static {
    /// The rules.
    type Position: Position;

    /// The name in commands, addresses and files: `go`, `connect4`, `dots`,
    /// `othello`. The name for people is the catalogue's `game-<id>`; the
    /// sides' names are `<id>-first` and `<id>-second`.
    const ID: &'static str;

    /// What front ends, files and protocols have to know of the game besides.
    const FACTS: Facts = Facts::PLAIN;

    /// The rule options, for set-up screens and `sobremesa games`.
    fn options() -> Vec<RuleOption>;

    /// Rules worth offering by name, the default first.
    fn presets() -> Vec<Preset>;

    /// The machine's levels, weakest first, numbered from 0 without gaps.
    fn levels() -> &'static [Level];

    /// The level of this number.
    fn level(number: u8) -> Result<&'static Level, NoSuchLevel> {
        let levels = Self::levels();
        let most = levels.last().map_or(0, |last| last.number);
        levels.get(usize::from(number)).ok_or(NoSuchLevel { level: number, most })
    }

    /// A player of the given level. The seed decides its ties and its errors.
    fn engine(level: u8, seed: u64) -> Result<Box<dyn Engine<Self::Position>>, NoSuchLevel>;

    /// What stands where.
    fn picture(position: &Self::Position) -> Picture;

    /// What playing `m` would change on the board besides placing it: discs
    /// turned, stones captured, boxes closed, as keys of [`crate::Stand::at`]. For
    /// previews; `m` is legal.
    fn changes(position: &Self::Position, m: <Self::Position as Position>::Move) -> Vec<String> {
        let _ = (position, m);
        Vec::new()
    }

    /// By how much the first side is ahead as tournaments and records count a
    /// game, negative when it is behind; `None` in games that are not decided
    /// by counting. It differs from the score in Othello, where the squares
    /// that are empty at the end are the winner's.
    fn margin(position: &Self::Position) -> Option<Points> {
        position.score().map(|[first, second]| first - second)
    }

    /// What the players have to agree on before the board is counted, in games
    /// whose rules leave something to them.
    fn settling() -> Option<&'static dyn Settling<Self::Position>> {
        None
    }

    /// The column and the row, from the top left and from 0, of a place that a
    /// board set up in a file can have a piece on, on a board of `rows` rows.
    /// `None` for what is no such place, and in games whose files have none.
    fn cell(at: &str, rows: usize) -> Option<(usize, usize)> {
        let _ = (at, rows);
        None
    }

    /// The number of move sequences of `depth` plies, for games whose
    /// published counts follow a convention of their own or that count
    /// faster below the traits. `None`: `sobremesa_search::perft` counts.
    fn perft(position: &Self::Position, depth: u32) -> Option<u64> {
        let _ = (position, depth);
        None
    }
}

/// A machine level.
#[derive(Clone, Debug, PartialEq)]
pub struct Level {
    /// Its number, from 0, the weakest.
    pub number: u8,
    /// Catalogue key of the word for it: `level-random`, `level-greedy`,
    /// `level-apprentice`, `level-casual`, `level-serious`, `level-expert`,
    /// `level-master`, `level-perfect` …
    pub name: &'static str,
    /// One technical line in English: how it thinks, with its limits.
    pub about: &'static str,
    /// What it spends on a move when nothing else is said.
    pub budget: Budget,
}

/// A level was asked for that the game does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchLevel {
    /// The one that was asked for.
    pub level: u8,
    /// The strongest there is; the weakest is 0.
    pub most: u8,
}

impl Display for NoSuchLevel {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "there is no level {}; levels go from 0 to {}", self.level, self.most)
    }
}

impl Error for NoSuchLevel {}

/// A rule that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The key in rules text; the words are the catalogue's `rule-<key>`.
    pub key: &'static str,
    /// The value it has unless another is chosen.
    pub default: String,
    /// Values to offer, in order; others may be accepted (`free`).
    pub choices: Vec<String>,
    /// What the key accepts beyond the choices, in English, e.g. `2 to 25`.
    pub free: Option<&'static str>,
}

/// Rules worth a name: the words are the catalogue's `preset-<id>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The key of its name in the catalogues, behind `preset-`.
    pub id: &'static str,
    /// The rules as text.
    pub rules: String,
}
