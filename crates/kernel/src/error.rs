//! What is said to people, as ids and arguments, and text that cannot be read.

use std::borrow::Cow;
use std::fmt;

use crate::escape::shown;

/// Something to tell a person, in whatever language they read.
///
/// `id` is a key of the catalogues in `sobremesa-text` and `args` fill its
/// placeables. Every [`crate::Position::Illegal`] and every [`SyntaxError`]
/// turns into one; their `Display` is English, for developers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The key in the catalogues.
    pub id: &'static str,
    /// What fills the placeables, by name.
    pub args: Vec<(&'static str, Argument)>,
}

/// What fills a placeable: text as it is, or words to be said in the
/// language of the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Text as it is: a number, a move, what somebody wrote.
    Text(String),
    /// Words of ours, to be said in the reader's language.
    Phrase(Phrase),
}

impl Message {
    /// A message without arguments.
    #[must_use]
    pub fn new(id: &'static str) -> Message {
        Message { id, args: Vec::new() }
    }

    /// The same message with text for one more placeable.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Message {
        self.args.push((name, Argument::Text(value.to_string())));
        self
    }
}

/// A few words inside a sentence, such as what a parser expected to find.
///
/// The English template is what the catalogues are asked for; `{name}` in it
/// stands for an argument. Text that has no translation, such as a notation,
/// is a phrase as well: it is shown as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    template: Cow<'static, str>,
    args: Vec<(&'static str, String)>,
}

impl Phrase {
    /// A phrase by its English words, placeables in braces.
    #[must_use]
    pub fn new(template: &'static str) -> Phrase {
        Phrase { template: Cow::Borrowed(template), args: Vec::new() }
    }

    /// The same phrase with text for one more placeable.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Phrase {
        self.args.push((name, value.to_string()));
        self
    }

    /// Whether these are our words, which the catalogues must have, rather
    /// than a piece of what a person wrote.
    #[must_use]
    pub fn is_ours(&self) -> bool {
        matches!(self.template, Cow::Borrowed(_))
    }

    /// The English words, placeables in braces: the key in the catalogues.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.template
    }

    /// What fills the placeables, by name.
    #[must_use]
    pub fn args(&self) -> &[(&'static str, String)] {
        &self.args
    }

    /// A piece of what a person wrote.
    fn quoted(text: &str) -> Phrase {
        Phrase { template: Cow::Owned(shown(text)), args: Vec::new() }
    }
}

impl From<&'static str> for Phrase {
    fn from(template: &'static str) -> Phrase {
        Phrase::new(template)
    }
}

/// The English words.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.args.iter().fold(self.template.to_string(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), value)
        });
        f.write_str(&text)
    }
}

/// Text that cannot be read as a move, as rules or as a diagram.
///
/// It says what was being read, what was found, where, and what was expected
/// there. It never speaks of legality: that needs a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    id: &'static str,
    place: Option<(usize, usize)>,
    /// Apart, so that a parser's good results travel light.
    words: Box<Words>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Words {
    found: Phrase,
    expected: Phrase,
}

impl SyntaxError {
    /// `id` is the catalogue key of the sentence that explains what this
    /// parser reads; it may use the arguments `found`, `line`, `column` and
    /// `expected`. `found` is the offending text.
    #[must_use]
    pub fn new(id: &'static str, found: &str, expected: impl Into<Phrase>) -> SyntaxError {
        SyntaxError::finding(id, Phrase::quoted(found), expected)
    }

    /// The same where what was found is said in words, such as "the end of
    /// the line", instead of being repeated.
    #[must_use]
    pub fn finding(
        id: &'static str,
        found: impl Into<Phrase>,
        expected: impl Into<Phrase>,
    ) -> SyntaxError {
        let words = Words { found: found.into(), expected: expected.into() };
        SyntaxError { id, place: None, words: Box::new(words) }
    }

    /// Where it went wrong, both counted from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> SyntaxError {
        self.place = Some((line, column));
        self
    }

    /// Line and column where it stands in a text of many lines, both from 1.
    #[must_use]
    pub fn place(&self) -> Option<(usize, usize)> {
        self.place
    }

    /// What was found, in English.
    #[must_use]
    pub fn found(&self) -> String {
        self.words.found.to_string()
    }

    /// What was expected, in English.
    #[must_use]
    pub fn expected(&self) -> String {
        self.words.expected.to_string()
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        write!(f, "found {:?}, expected {}", self.words.found.to_string(), self.words.expected)
    }
}

impl std::error::Error for SyntaxError {}

impl From<SyntaxError> for Message {
    fn from(error: SyntaxError) -> Message {
        let (line, column) = error.place.unwrap_or((1, 1));
        let mut message = Message::new(error.id).with("line", line).with("column", column);
        message.args.push(("found", Argument::Phrase(error.words.found)));
        message.args.push(("expected", Argument::Phrase(error.words.expected)));
        message
    }
}
