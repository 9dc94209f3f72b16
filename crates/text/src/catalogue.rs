//! The catalogues, read once.

use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::Lang;

include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// The catalogue files of a language as (area, Fluent text).
pub fn files(lang: Lang) -> &'static [(&'static str, &'static str)] {
    match lang {
        Lang::En => EN,
        Lang::Es => ES,
    }
}

pub fn has(id: &str) -> bool {
    bundle(Lang::En).has_message(id)
}

pub fn format<'a>(lang: Lang, id: &str, args: impl Iterator<Item = (&'a str, String)>) -> String {
    let bundle = bundle(lang);
    let Some(pattern) = bundle.get_message(id).and_then(|message| message.value()) else {
        return format!("[{id}]");
    };
    let mut filled = FluentArgs::new();
    for (name, value) in args {
        filled.set(name.to_owned(), number_or_text(value));
    }
    let mut errors = Vec::new();
    bundle.format_pattern(pattern, Some(&filled), &mut errors).into_owned()
}

/// Plural selectors need numbers, yet a number must print as it was given:
/// only a whole number in its usual spelling is one.
fn number_or_text(text: String) -> FluentValue<'static> {
    const EXACT: i64 = 1 << 53;
    match text.parse::<i64>() {
        Ok(n) if n.abs() < EXACT && n.to_string() == text => FluentValue::from(n),
        _ => FluentValue::from(text),
    }
}

/// The parsed catalogue of a language, built when it is first needed.
///
/// Mistakes in the files (a syntax error, a key given twice) drop the entry
/// here, so that a bad sentence never stops a game; the tests refuse them.
fn bundle(lang: Lang) -> &'static FluentBundle<FluentResource> {
    static BUNDLES: [OnceLock<FluentBundle<FluentResource>>; 2] =
        [OnceLock::new(), OnceLock::new()];
    BUNDLES[lang as usize].get_or_init(|| {
        let tag = lang.tag().parse().expect("our own tags are valid");
        let mut bundle = FluentBundle::new_concurrent(vec![tag]);
        // Isolation marks confuse terminals and tests; our placeables are
        // moves, numbers and names, which read left to right.
        bundle.set_use_isolating(false);
        for (_, text) in files(lang) {
            let resource = match FluentResource::try_new((*text).to_owned()) {
                Ok(resource) | Err((resource, _)) => resource,
            };
            let _ = bundle.add_resource(resource);
        }
        bundle
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::say;

    #[test]
    fn numbers_choose_plurals_and_text_stays_as_it_is() {
        assert_eq!(say(Lang::En, "common-moves-played", &[("count", &1)]), "1 move played");
        assert_eq!(say(Lang::Es, "common-moves-played", &[("count", &1)]), "1 jugada");
        assert_eq!(say(Lang::Es, "common-moves-played", &[("count", &"+1")]), "+1 jugadas");
    }

    #[test]
    fn a_missing_message_shows_its_id() {
        assert_eq!(say(Lang::Es, "no-such-thing", &[]), "[no-such-thing]");
    }

    #[test]
    fn no_isolation_marks() {
        let text = say(Lang::Es, "page-turn", &[("side", &"Negro")]);
        assert!(text.is_ascii() || !text.contains('\u{2068}'), "{text:?}");
        assert!(text.contains("Negro"));
    }
}
