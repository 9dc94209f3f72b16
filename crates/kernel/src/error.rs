use std::fmt;

/// Something to tell a person, in whatever language they read.
///
/// `id` is a key of the catalogues in `sobremesa-text` and `args` fill its
/// placeables. Every [`crate::Position::Illegal`] and every [`SyntaxError`]
/// turns into one; their `Display` is English, for developers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub id: &'static str,
    pub args: Vec<(&'static str, String)>,
}

impl Message {
    #[must_use]
    pub fn new(id: &'static str) -> Message {
        Message { id, args: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Message {
        self.args.push((name, value.to_string()));
        self
    }
}

/// Text that cannot be read as a move, as rules or as a diagram.
///
/// It says what was being read, what was found, where, and what was expected
/// there. It never speaks of legality: that needs a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    id: &'static str,
    found: String,
    place: Option<(usize, usize)>,
    expected: String,
}

impl SyntaxError {
    /// The longest piece of the offending text that an error repeats.
    const SHOWN: usize = 40;

    /// `id` is the catalogue key of the sentence that explains what this
    /// parser reads; it may use the arguments `found`, `line`, `column` and
    /// `expected`.
    #[must_use]
    pub fn new(id: &'static str, found: &str, expected: impl Into<String>) -> SyntaxError {
        let mut shown: String = found.chars().take(Self::SHOWN).collect();
        if shown.len() < found.len() {
            shown.push('…');
        }
        SyntaxError { id, found: shown, place: None, expected: expected.into() }
    }

    /// Where it went wrong, both counted from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> SyntaxError {
        self.place = Some((line, column));
        self
    }

    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }

    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }

    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "found {:?}, expected {}", self.found, self.expected)
    }
}

impl std::error::Error for SyntaxError {}

impl From<SyntaxError> for Message {
    fn from(error: SyntaxError) -> Message {
        let (line, column) = error.place.unwrap_or((1, 1));
        Message::new(error.id)
            .with("found", error.found)
            .with("line", line)
            .with("column", column)
            .with("expected", error.expected)
    }
}
