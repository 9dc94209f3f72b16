//! Which characters make a name, and names and strings in the quotes they need.

/// The ASCII ones, and what is neither letter nor blank beyond: `→`, `€`.
pub(crate) fn is_symbol(c: char) -> bool {
    "+-*/\\^<>=~:.?@#&$".contains(c)
        || !(c.is_ascii() || c.is_alphanumeric() || c.is_whitespace() || c.is_control())
}

pub(crate) fn is_alnum(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// A name with quotes where the reader needs them.
#[must_use]
pub fn quoted_name(name: &str) -> String {
    let mut chars = name.chars();
    let plain = match chars.next() {
        None => false,
        Some(first) if first.is_alphabetic() && !first.is_uppercase() => chars.all(is_alnum),
        Some(first) if is_symbol(first) => {
            name != "." && !name.starts_with("/*") && chars.all(is_symbol)
        }
        Some(_) => matches!(name, "{}" | "!" | ";"),
    };
    if plain { name.into() } else { escape(name, '\'') }
}

/// A string as the reader takes it.
#[must_use]
pub fn quoted_text(text: &str) -> String {
    escape(text, '"')
}

fn escape(text: &str, quote: char) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push(quote);
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '\x07' => out.push_str("\\a"),
            '\x08' => out.push_str("\\b"),
            '\x0b' => out.push_str("\\v"),
            '\x0c' => out.push_str("\\f"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if is_unseen(c) => out.push_str(&format!("\\x{:X}\\", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push(quote);
    out
}

/// Whether a character says nothing on paper: controls, blanks that are not
/// the usual one, marks of the writing direction.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || (c != ' ' && c.is_whitespace())
        || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
}
