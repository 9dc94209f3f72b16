//! Boards as text, drawn from a [`View`] alone: nothing here knows a rule.
//!
//! One small module per game; a game without one is drawn by its mark keys
//! only, so adding a game never breaks the terminal.

mod connect4;
mod dots;
mod go;
mod othello;

use std::collections::HashMap;
use std::fmt::Write as _;

use sobremesa_kernel::{Mark, Side, View};

/// How a board may be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// ASCII without colours.
    Plain,
    /// ANSI colours and round pieces.
    Colour,
}

type Draw = fn(&Board<'_>, &mut String);

const DRAWINGS: &[(&str, Draw)] = &[
    ("connect4", connect4::draw),
    ("dots", dots::draw),
    ("go", go::draw),
    ("othello", othello::draw),
];

/// The board of a view as lines of text.
#[must_use]
pub fn board(view: &View, ink: Ink) -> String {
    let board = Board::new(view, ink);
    let mut text = String::new();
    match DRAWINGS.iter().find(|(id, _)| *id == view.game) {
        Some((_, draw)) => draw(&board, &mut text),
        None => {
            for stand in &view.picture.stands {
                let side = stand.side.map_or(String::new(), |side| side.to_string());
                let _ = writeln!(text, "{} {} {side}", stand.at, stand.mark.name());
            }
        }
    }
    text
}

/// What the drawings ask of a view.
struct Board<'a> {
    view: &'a View,
    ink: Ink,
    stands: HashMap<(String, Mark), Option<Side>>,
    /// The key of the last move, lower case.
    last: Option<String>,
}

impl<'a> Board<'a> {
    fn new(view: &'a View, ink: Ink) -> Board<'a> {
        Board {
            view,
            ink,
            stands: view
                .picture
                .stands
                .iter()
                .map(|stand| ((stand.at.to_lowercase(), stand.mark), stand.side))
                .collect(),
            last: view.moves.last().map(|played| played.play.to_lowercase()),
        }
    }

    fn rows(&self) -> usize {
        self.view.picture.rows
    }

    fn columns(&self) -> usize {
        self.view.picture.columns
    }

    /// Whose `mark` stands at `key`.
    fn side(&self, key: &str, mark: Mark) -> Option<Side> {
        self.stands.get(&(key.to_lowercase(), mark)).copied().flatten()
    }

    /// Whether a `mark` stands at `key`, anybody's.
    fn has(&self, key: &str, mark: Mark) -> bool {
        self.stands.contains_key(&(key.to_lowercase(), mark))
    }

    fn is_last(&self, key: &str) -> bool {
        self.last.as_deref().is_some_and(|last| last == key.to_lowercase())
    }

    fn is_legal(&self, key: &str) -> bool {
        self.view.legal.iter().any(|choice| choice.play.eq_ignore_ascii_case(key))
    }

    /// `text` in an ANSI style such as `1;31`, or as it is.
    fn paint(&self, style: &str, text: &str) -> String {
        match self.ink {
            Ink::Plain => text.to_owned(),
            Ink::Colour => format!("\x1b[{style}m{text}\x1b[0m"),
        }
    }

    /// A cell three wide on the ground of its board; `style` and `ground` are
    /// ANSI codes.
    fn cell(&self, ground: &str, style: &str, inside: &str, frame: Frame) -> String {
        let (left, right) = match frame {
            Frame::None => (' ', ' '),
            Frame::Last => ('(', ')'),
            Frame::Winning => ('[', ']'),
        };
        self.paint(&format!("{ground};{style}"), &format!("{left}{inside}{right}"))
    }

    /// The frame of the cell that `key` names as a move.
    fn frame(&self, key: &str) -> Frame {
        if self.is_last(key) { Frame::Last } else { Frame::None }
    }

    /// One of two texts by the kind of ink.
    fn either(&self, plain: &'static str, colour: &'static str) -> &'static str {
        match self.ink {
            Ink::Plain => plain,
            Ink::Colour => colour,
        }
    }
}

/// What stands around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Frame {
    None,
    Last,
    Winning,
}

/// Go's column letters: I is skipped.
fn letter(column: usize) -> char {
    b"ABCDEFGHJKLMNOPQRSTUVWXYZ".get(column).map_or('?', |&letter| char::from(letter))
}
