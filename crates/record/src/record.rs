//! A game as it was written down.

use std::fmt;

use sobremesa_kernel::Message;

use crate::archived::Source;
use crate::work::spend;

/// A game as it was written down: enough to replay it, nothing of its rules.
///
/// `game` is a game's id (`go`, `othello` …) and `rules` its rules text, so a
/// match can be started from the two; moves are in the text form the game
/// reads. Colours are the record's own notion: Black is `Side::First`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The rules as the game's own text.
    pub rules: String,
    /// Names of Black and White (the first and second side).
    pub players: [String; 2],
    /// What it was part of.
    pub event: String,
    /// When it was played, as the file words it.
    pub date: String,
    /// As the file words it, e.g. `B+3.5`, `W+R`, `0`: a [`crate::GameResult`]
    /// where it is one.
    pub result: String,
    /// A remark on the whole game.
    pub comment: String,
    /// `None`: the game began from its usual start.
    pub set_up: Option<SetUp>,
    /// Where the game began, as the game's own diagram, in games whose
    /// positions are no stones on a grid; empty for the usual start.
    pub diagram: String,
    /// The moves, oldest first.
    pub moves: Vec<RecordedMove>,
    /// What was changed on the board between moves, in order.
    pub edits: Vec<Edit>,
    /// What else SGF says of the whole game (`BR`, `RO`, `TM` …), as text.
    pub info: Vec<(String, String)>,
    /// The stones the players agreed to be dead, if they did.
    pub dead: Option<Vec<String>>,
    /// What WTHOR says of the game besides its moves.
    pub archived: Option<Source>,
    /// What was in the file and is not in here.
    pub left_out: LeftOut,
    /// What was unusual about the file.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub notes: Vec<Message>,
}

/// Stones put on the board or taken off it after some moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edit {
    /// The number of moves before it.
    pub after: usize,
    /// Column and row from the top left, both from 0, and what stands there.
    pub cells: Vec<(usize, usize, Option<Colour>)>,
    /// Whose turn it is then, if it says.
    pub turn: Option<Colour>,
}

/// How much of a file a record does not hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LeftOut {
    /// Nodes of variations.
    pub variations: usize,
    /// Marks, evaluations and times of moves, and properties nobody knows.
    pub properties: usize,
}

impl Record {
    /// Where a game of Othello starts. The four discs are no set-up, whoever
    /// moves: that White does is a rule.
    pub fn set_othello_start(&mut self, start: SetUp) {
        if start.cells != SetUp::othello().cells {
            self.set_up = Some(start);
            return;
        }
        self.set_up = None;
        if start.turn == Colour::White {
            self.rules = "start=white".to_owned();
        }
    }
}

/// A line and a column of a text, both from 1.
pub(crate) type Place = (usize, usize);

/// The place of a byte of a text.
pub(crate) fn place(text: &str, at: usize) -> Place {
    further((1, 1), &text[..at.min(text.len())])
}

/// The place after some text that begins at `from`. A reader of many games
/// goes from one to the next, so that it reads a file once.
pub(crate) fn further((line, column): Place, text: &str) -> Place {
    spend(text.len());
    match text.rsplit_once('\n') {
        None => (line, column + text.chars().count()),
        Some((before, last)) => (line + before.matches('\n').count() + 1, last.chars().count() + 1),
    }
}

/// What is shown of the text at a place: the beginning of what is left of its
/// line.
pub(crate) fn shown(text: &str) -> String {
    text.chars().take_while(|&c| c != '\n').take(60).collect()
}

/// A position a record starts from: stones on a grid and who moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SetUp {
    /// How many columns the grid has.
    pub columns: usize,
    /// Row by row from the top, `None` where nothing stands.
    pub cells: Vec<Option<Colour>>,
    /// Who moves.
    pub turn: Colour,
}

impl SetUp {
    /// The four discs every game of Othello starts with, Black to move.
    #[must_use]
    pub fn othello() -> SetUp {
        let mut cells = vec![None; 64];
        for (at, colour) in
            [(27, Colour::White), (28, Colour::Black), (35, Colour::Black), (36, Colour::White)]
        {
            cells[at] = Some(colour);
        }
        SetUp { columns: 8, cells, turn: Colour::Black }
    }

    /// Lets stones be put on the board or taken off it.
    pub fn change(&mut self, edit: &Edit) {
        for &(column, row, cell) in &edit.cells {
            if column < self.columns
                && let Some(place) = self.cells.get_mut(row * self.columns + column)
            {
                *place = cell;
            }
        }
        self.turn = edit.turn.unwrap_or(self.turn);
    }

    /// The rows as text, one character a cell: `X` black, `O` white, `.` empty.
    #[must_use]
    pub fn rows(&self) -> Vec<String> {
        self.cells
            .chunks(self.columns.max(1))
            .map(|row| row.iter().map(|cell| cell.map_or('.', Colour::letter)).collect())
            .collect()
    }
}

/// A move as recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RecordedMove {
    /// `None` where the format does not say who moved (transcripts).
    pub colour: Option<Colour>,
    /// The move in the game's own text, `pass` for a pass.
    pub play: String,
    /// A remark on the move.
    pub comment: String,
    /// The file says that it was made although the rules forbid it (`KO`).
    pub forced: bool,
}

impl RecordedMove {
    /// A move without a remark.
    #[must_use]
    pub fn new(colour: Option<Colour>, play: impl Into<String>) -> RecordedMove {
        RecordedMove { colour, play: play.into(), comment: String::new(), forced: false }
    }
}

/// Who moved, as files of the field call the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Colour {
    /// Who moves first in Go and Othello: [`Side::First`](sobremesa_kernel::Side).
    Black,
    /// The other.
    White,
}

impl Colour {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `X` or `O`, as in diagrams.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'X',
            Colour::White => 'O',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Colour::Black => "black",
            Colour::White => "white",
        })
    }
}
