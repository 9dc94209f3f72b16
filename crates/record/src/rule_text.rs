//! Rules as text, without knowing what they mean.

/// The value of a key in a rules text.
#[must_use]
pub fn rule<'a>(rules: &'a str, key: &str) -> Option<&'a str> {
    rules.split_whitespace().find_map(|pair| pair.strip_prefix(key)?.strip_prefix('='))
}
