//! Every word shown to a person, in one catalogue per language.
//!
//! The catalogues are Fluent files, `catalogue/<language>/<area>.ftl`; a file
//! dropped there is part of the program. [`say`] fills a message, [`tell`]
//! does it for a kernel [`Message`], and [`export`] hands the whole catalogue
//! to the page as plain data.
//!
//! The files keep to a small part of Fluent, so that a page can format them
//! in thirty lines of JavaScript: text, `{ $argument }`, quoted literals and
//! one level of plural selectors on an argument. A test holds them to it, and
//! both languages to the same keys with the same arguments.

mod catalogue;
mod decode;
mod export;
mod lang;

use std::fmt::Display;

use sobremesa_kernel::{Argument, Message, Phrase};

pub use decode::decode;
pub use export::export;
pub use lang::Lang;

/// The message `id` in the language `lang`, its placeables filled with `args`.
///
/// A missing message is its id in brackets: visible, never a panic.
///
/// ```
/// use sobremesa_text::{Lang, say};
/// let text = say(Lang::En, "common-moves-played", &[("count", &2)]);
/// assert_eq!(text, "2 moves played");
/// ```
#[must_use]
pub fn say(lang: Lang, id: &str, args: &[(&str, &dyn Display)]) -> String {
    catalogue::format(lang, id, args.iter().map(|(name, value)| (*name, value.to_string())))
}

/// What a kernel message says in the language `lang`.
#[must_use]
pub fn tell(lang: Lang, message: &Message) -> String {
    let value = |value: &Argument| match value {
        Argument::Text(text) => text.clone(),
        Argument::Phrase(words) => phrase(lang, words),
    };
    catalogue::format(lang, message.id, message.args.iter().map(|(name, v)| (*name, value(v))))
}

/// What a phrase says in the language `lang`; in its own words if the
/// catalogues do not have it, as with notations and what a person wrote.
#[must_use]
pub fn phrase(lang: Lang, phrase: &Phrase) -> String {
    match phrase_id(phrase) {
        Some(id) => catalogue::format(lang, &id, phrase.args().iter().cloned()),
        None => phrase.to_string(),
    }
}

/// The key of a phrase in the catalogues, if they have it: `phrase-` and the
/// letters and digits of its English template.
///
/// ```
/// use sobremesa_kernel::Phrase;
/// let dot = Phrase::new("a dot (+)");
/// assert_eq!(sobremesa_text::phrase_id(&dot).as_deref(), Some("phrase-a-dot"));
/// ```
#[must_use]
pub fn phrase_id(phrase: &Phrase) -> Option<String> {
    let words = phrase.template().split(|c: char| !c.is_ascii_alphanumeric());
    let id = words
        .filter(|word| !word.is_empty())
        .fold("phrase".to_owned(), |id, word| id + "-" + &word.to_ascii_lowercase());
    has(&id).then_some(id)
}

/// Whether the catalogues have a message `id`.
#[must_use]
pub fn has(id: &str) -> bool {
    catalogue::has(id)
}

/// The catalogue files of a language as (area, Fluent text).
#[must_use]
pub fn files(lang: Lang) -> &'static [(&'static str, &'static str)] {
    catalogue::files(lang)
}
