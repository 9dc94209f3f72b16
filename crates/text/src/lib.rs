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
mod export;
mod lang;

use std::fmt::Display;

use sobremesa_kernel::Message;

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
    catalogue::format(lang, message.id, message.args.iter().cloned())
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
