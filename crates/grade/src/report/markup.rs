//! Text within HTML and XML.

/// Text as an element or an attribute may hold it. What XML cannot hold at all
/// is left out.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\n' | '\t' => out.push(letter),
            letter if letter.is_control() || letter == '\u{fffe}' || letter == '\u{ffff}' => {}
            letter => out.push(letter),
        }
    }
    out
}
