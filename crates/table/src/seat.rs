//! What is agreed before a match: who sits where, and how it is played.
//! These types are a file format: fields are added with defaults, never
//! renamed.

use serde::{Deserialize, Serialize};
use sobremesa_kernel::{Side, is_hidden};

use crate::{Refused, TimeControl};

/// What was agreed when a match was created.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    pub game: String,
    pub rules: String,
    /// The diagram the match began from, if not the usual start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    pub seats: [Seat; 2],
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    #[serde(default)]
    pub listed: bool,
    /// Whether the players may ask for hints, if it was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hints: Option<bool>,
    /// The match this one follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The record the match was opened from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<Recorded>,
}

/// A game record that became a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recorded {
    /// The game tree as SGF, with everything the match itself does not hold.
    pub sgf: String,
    /// How the record says the game ended, where the rules alone would say
    /// something else; empty otherwise. It holds while nothing else happens.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub result: String,
    /// The moves of the match that are the record's.
    pub moves: usize,
}

/// Who sits on a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seat {
    #[serde(flatten)]
    pub occupant: Occupant,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The SHA-256 of the seat's secret, in hexadecimal. The secret itself is
    /// kept nowhere, and what opens a seat is not the table's business.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
}

/// What kind of player sits on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Occupant {
    /// A person at the device that created the match.
    Here,
    /// A person who was sent a link.
    Link,
    Machine {
        #[serde(default)]
        level: u8,
    },
    /// An outside engine, known by the seat's name.
    Engine,
}

impl Occupant {
    #[must_use]
    pub const fn is_machine(self) -> bool {
        matches!(self, Occupant::Machine { .. } | Occupant::Engine)
    }

    #[must_use]
    pub const fn level(self) -> Option<u8> {
        match self {
            Occupant::Machine { level } => Some(level),
            _ => None,
        }
    }
}

impl Seat {
    #[must_use]
    pub const fn of(occupant: Occupant) -> Seat {
        Seat { occupant, name: None, secret: None }
    }
}

impl Header {
    /// The plainest agreement: two people at one device, no clock.
    #[must_use]
    pub fn between_people(game: &str, rules: &str) -> Header {
        Header {
            game: game.to_owned(),
            rules: rules.to_owned(),
            position: None,
            seats: [Seat::of(Occupant::Here), Seat::of(Occupant::Here)],
            clock: None,
            listed: false,
            hints: None,
            previous: None,
            record: None,
        }
    }

    #[must_use]
    pub const fn is_machine(&self, side: Side) -> bool {
        self.seats[side.index()].occupant.is_machine()
    }

    /// Whether two machines play, for somebody to watch.
    #[must_use]
    pub fn is_show(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.is_machine(side))
    }

    /// Whether nobody but the holder has a say: the other seat is the
    /// holder's too, or a machine's.
    #[must_use]
    pub fn alone(&self, held: Held) -> bool {
        Side::BOTH.into_iter().all(|side| held.has(side) || self.is_machine(side))
    }

    /// Whether hints may be asked for: as it was said at the set-up, and if
    /// nothing was said unless somebody plays by link.
    #[must_use]
    pub fn allows_hints(&self) -> bool {
        let by_link = || self.seats.iter().any(|seat| seat.occupant == Occupant::Link);
        self.hints.unwrap_or_else(|| !by_link())
    }

    /// The same agreement for the match after this one, for the same secrets.
    /// A rematch swaps the sides; otherwise they stay as they are.
    #[must_use]
    pub(crate) fn next(&self, swapped: bool) -> Header {
        let mut next = Header { previous: None, record: None, ..self.clone() };
        if swapped {
            next.seats.swap(0, 1);
        }
        next
    }
}

/// The sides somebody may act for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held([bool; 2]);

impl Held {
    pub const NONE: Held = Held([false; 2]);
    pub const BOTH: Held = Held([true; 2]);

    /// First and second.
    #[must_use]
    pub const fn new(held: [bool; 2]) -> Held {
        Held(held)
    }

    #[must_use]
    pub const fn only(side: Side) -> Held {
        let mut held = [false; 2];
        held[side.index()] = true;
        Held(held)
    }

    #[must_use]
    pub const fn has(self, side: Side) -> bool {
        self.0[side.index()]
    }

    #[must_use]
    pub fn both(self) -> bool {
        self == Held::BOTH
    }

    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |&side| self.has(side))
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Held::NONE
    }
}

/// The longest display name, in characters.
pub const LONGEST_NAME: usize = 40;

/// A display name with the blanks around it and the hidden characters in it
/// removed; empty is none.
///
/// # Errors
/// When it is too long.
pub fn clean_name(name: &str) -> Result<Option<String>, Refused> {
    if name.chars().count() > LONGEST_NAME {
        return Err(Refused::NameTooLong { most: LONGEST_NAME });
    }
    // Those that turn the direction of the text around, or are not seen at
    // all, could make one name look like another.
    let letters: Vec<char> = name.chars().filter(|&c| !is_hidden(c) && !is_invisible(c)).collect();
    let clean: String = letters
        .iter()
        .enumerate()
        .filter(|&(at, &c)| !joins(c) || is_joined(&letters, at))
        .map(|(_, &c)| c)
        .collect();
    let clean = clean.trim();
    Ok((!clean.is_empty()).then(|| clean.to_owned()))
}

/// Whether a character takes no place, or an empty one, and means nothing in a
/// name.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0d}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character says how its neighbours are drawn, as in Persian words
/// and in the pictures of families.
fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe0e}' | '\u{fe0f}')
}

/// Whether one that joins stands between letters, or after a picture, that it
/// can say something of: none of the alphabets whose letters stand alone.
fn is_joined(letters: &[char], at: usize) -> bool {
    let joinable = |c: Option<&char>| c.is_some_and(|&c| c >= '\u{590}' && !joins(c));
    let picture = |c: Option<&char>| c.is_some_and(|&c| c >= '\u{2190}' && !joins(c));
    let before = at.checked_sub(1).and_then(|at| letters.get(at));
    let after = letters.get(at + 1);
    match letters[at] {
        '\u{fe0e}' | '\u{fe0f}' => picture(before),
        _ => (joinable(before) || before == Some(&'\u{fe0f}')) && joinable(after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_nobody_sees_is_none_and_none_looks_like_another() {
        let clean = |name: &str| clean_name(name).unwrap();
        for hidden in ["\u{200b}", "\u{3164}", " \u{2060}\u{ad} ", "\u{200d}", "\u{2800}\u{fe0f}"] {
            assert_eq!(clean(hidden), None, "{hidden:?}");
        }
        for double in
            ["A\u{200b}na", "An\u{200d}a", "Ana\u{fe0f}", "Ana\u{e0041}", "\u{feff}Ana\u{200c}"]
        {
            assert_eq!(clean(double).as_deref(), Some("Ana"), "{double:?}");
        }
        for whole in
            ["Ñandú", "👩\u{200d}👧", "❤\u{fe0f}\u{200d}🔥", "می\u{200c}خواهم", "José Ángel"]
        {
            assert_eq!(clean(whole).as_deref(), Some(whole));
        }
    }
}
