//! A game: its rules, options, players and pictures.

use std::error::Error;
use std::fmt::{self, Debug, Display, Formatter};

use crate::{Budget, Engine, Outcome, Played, Points, Position, Side};

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
    /// turned, stones captured, boxes closed, as keys of [`Stand::at`]. For
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
    /// keys of [`Stand::at`]; empty where nothing stands that could be dead.
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

/// A position as a picture: a grid size and what stands on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    /// Rows and columns of cells (points in Go, boxes in Dots and Boxes).
    pub rows: usize,
    /// How many columns the grid has.
    pub columns: usize,
    /// What stands on it.
    pub stands: Vec<Stand>,
    /// Further counts worth showing, `[First, Second]`: `captures` in Go.
    /// The words are the catalogue's `count-<name>`.
    pub counts: Vec<(&'static str, [i32; 2])>,
}

/// One thing on the board.
///
/// `at` is the key that moves use where a move names a place (`D4`, `d3`,
/// `2-1-h`); a box is `row-column` and so is a Connect 4 cell (from 1, row 1
/// on top), whose move is the column alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// Where: the key that moves use.
    pub at: String,
    /// What.
    pub mark: Mark,
    /// Whose, if it is anybody's.
    pub side: Option<Side>,
}

/// The kinds of thing that stand on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// A stone, disc or piece.
    Piece,
    /// A drawn line of Dots and Boxes (its `side` is who drew it, if known).
    Line,
    /// An owned box.
    Box,
    /// A cell of a winning line.
    Winning,
    /// A point that counts for a side at the end.
    Territory,
    /// A point that may not be played because of ko.
    Ko,
    /// A piece that the players take for dead.
    Dead,
}

impl Mark {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Mark::Piece => "piece",
            Mark::Line => "line",
            Mark::Box => "box",
            Mark::Winning => "winning",
            Mark::Territory => "territory",
            Mark::Ko => "ko",
            Mark::Dead => "dead",
        }
    }
}

/// A legal move, with what it would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move as text.
    pub play: String,
    /// The keys of what would change.
    pub changes: Vec<String>,
}

/// Everything a front end needs to show a game in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// The game's id.
    pub game: &'static str,
    /// The rules as text.
    pub rules: String,
    /// The board.
    pub picture: Picture,
    /// Who moves.
    pub turn: Side,
    /// How it ended, if it is over.
    pub outcome: Option<Outcome>,
    /// Points of both sides, where the game counts.
    pub score: Option<[Points; 2]>,
    /// Empty when the game is over.
    pub legal: Vec<Choice>,
    /// The moves so far, oldest first.
    pub moves: Vec<Played>,
}
