//! A game: its rules, options, players and pictures.

use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

use crate::{Budget, Engine, Picture, Points, Position};

/// One unit struct per game: its name, its options, its players and how its
/// positions are drawn. `sobremesa-games` lists them all.
pub trait Game: Copy + Default + Debug + Send + Sync + 'static {
    /// The rules.
    type Position: Position;

    /// The name in commands, addresses and files: `go`, `connect4`, `dots`,
    /// `othello`. The name for people is the catalogue's `game-<id>`; the
    /// sides' names are `<id>-first` and `<id>-second`.
    const ID: &'static str;

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

    /// Whether play has stopped and the rules leave it to the players to agree
    /// on what is dead before the board is counted.
    fn awaits_agreement(position: &Self::Position) -> bool {
        let _ = position;
        false
    }

    /// The places of what lives or dies together with what stands on `at`, as
    /// keys of [`crate::Stand::at`]; empty where nothing stands that could be dead.
    fn group_at(position: &Self::Position, at: &str) -> Vec<String> {
        let _ = (position, at);
        Vec::new()
    }

    /// The board counted with the groups on `dead` taken off.
    fn counted(position: &Self::Position, dead: &[String]) -> Counted {
        let _ = dead;
        Counted { picture: Self::picture(position), score: position.score() }
    }

    /// By how much the first side is ahead as tournaments and records count a
    /// game, negative when it is behind; `None` in games that are not decided
    /// by counting. It differs from the score in Othello, where the squares
    /// that are empty at the end are the winner's.
    fn margin(position: &Self::Position) -> Option<Points> {
        position.score().map(|[first, second]| first - second)
    }

    /// The same position under rules that count what stands and ask for no
    /// agreement.
    fn played_out(position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// What a strong player believes about who owns what, over or not; the
    /// same position gives the same answer. `None` in games without territory.
    /// It thinks for about a second at most.
    fn judge(position: &Self::Position) -> Option<Judgement> {
        let _ = position;
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

/// A board as it counts once some groups are taken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// What is left on the board, and whose it is.
    pub picture: Picture,
    /// Points of both sides, where the game counts.
    pub score: Option<[Points; 2]>,
}

/// What a strong player believes about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// For each place: from 1, always the first side's at the end, to -1,
    /// always the second's.
    pub owners: Vec<(String, f32)>,
    /// How many points the first side is expected to be ahead.
    pub lead: f32,
    /// The first side's chance of winning, 0 to 1.
    pub chance: f32,
    /// What will not survive: whole groups.
    pub dead: Vec<String>,
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
