use std::fmt;

/// A game as it was written down: enough to replay it, nothing of its rules.
///
/// `game` is a game's id (`go`, `othello` …) and `rules` its rules text, so a
/// match can be started from the two; moves are in the text form the game
/// reads. Colours are the record's own notion: Black is `Side::First`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    pub game: String,
    pub rules: String,
    /// Names of Black and White (the first and second side).
    pub players: [String; 2],
    pub event: String,
    pub date: String,
    /// As the file words it, e.g. `B+3.5`, `W+R`, `0`.
    pub result: String,
    pub comment: String,
    /// `None`: the game began from its usual start.
    pub set_up: Option<SetUp>,
    pub moves: Vec<RecordedMove>,
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

/// Who won a result in SGF's words, as a sign for Black's margin, and by what;
/// a draw is won by nothing.
pub(crate) fn who_and_how(result: &str) -> Option<(f64, &str)> {
    let result = result.trim();
    if result == "0" || result.eq_ignore_ascii_case("draw") {
        return Some((1.0, "0"));
    }
    match result.split_once('+')? {
        ("B" | "b", how) => Some((1.0, how)),
        ("W" | "w", how) => Some((-1.0, how)),
        _ => None,
    }
}

/// The value of a key in a rules text.
pub(crate) fn rule<'a>(rules: &'a str, key: &str) -> Option<&'a str> {
    rules.split_whitespace().find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
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
pub struct SetUp {
    pub columns: usize,
    /// Row by row from the top, `None` where nothing stands.
    pub cells: Vec<Option<Colour>>,
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
pub struct RecordedMove {
    /// `None` where the format does not say who moved (transcripts).
    pub colour: Option<Colour>,
    /// The move in the game's own text, `pass` for a pass.
    pub play: String,
    pub comment: String,
}

impl RecordedMove {
    #[must_use]
    pub fn new(colour: Option<Colour>, play: impl Into<String>) -> RecordedMove {
        RecordedMove { colour, play: play.into(), comment: String::new() }
    }
}

/// Who moved, as files of the field call the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    Black,
    White,
}

impl Colour {
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
