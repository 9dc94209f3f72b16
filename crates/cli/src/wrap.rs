//! Sentences for people: on a terminal a line ends between two words, not in
//! one. Elsewhere a sentence stays one line, for programs that read it.
//! `othello-arbitro` and `othello-jugar` include this file too, so it uses
//! nothing else of the program.

use std::io::IsTerminal;

/// Fewer columns are no place for sentences.
const NARROWEST: usize = 20;

/// A text as it is shown on `stream`.
#[cfg(unix)]
#[must_use]
pub fn on(stream: &(impl IsTerminal + std::os::fd::AsFd), text: &str) -> String {
    let size = stream.is_terminal().then(|| rustix::termios::tcgetwinsize(stream).ok()).flatten();
    match size.map(|size| usize::from(size.ws_col)) {
        Some(columns) if columns >= NARROWEST => wrapped(text, columns),
        _ => text.to_owned(),
    }
}

/// Nobody knows how wide it is.
#[cfg(not(unix))]
#[must_use]
pub fn on(_stream: &impl IsTerminal, text: &str) -> String {
    text.to_owned()
}

/// Every line in at most that many columns where its words allow it. What
/// stands in front of a line (spaces, or a word and its column) stays in front
/// of the further ones as spaces.
fn wrapped(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| wrapped_line(line, columns)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, columns: usize) -> String {
    if line.chars().count() <= columns {
        return line.to_owned();
    }
    let indent = indent(line).min(columns / 2);
    let mut shown = String::new();
    let mut width = 0;
    let mut rest = line;
    while !rest.is_empty() {
        // A word with the spaces in front of it.
        let begin = rest.find(|c| c != ' ').unwrap_or(rest.len());
        let end = rest[begin..].find(' ').map_or(rest.len(), |end| begin + end);
        let (word, later) = rest.split_at(end);
        let long = word.chars().count();
        if width > indent && width + long > columns {
            shown.push('\n');
            shown.extend(std::iter::repeat_n(' ', indent));
            shown.push_str(&word[begin..]);
            width = indent + long - begin;
        } else {
            shown.push_str(word);
            width += long;
        }
        rest = later;
    }
    shown
}

/// Where the sentence of a line begins: after the spaces in front, and after
/// the columns of a table, which two spaces set apart.
fn indent(line: &str) -> usize {
    let begin = line.find(|c| c != ' ').unwrap_or(0);
    let after = line.rfind("  ").map_or(0, |at| at + 2).max(begin);
    line.get(..after).map_or(0, |front| front.chars().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_between_words() {
        let shown = wrapped("una línea que no entra en veinte columnas", 20);
        assert_eq!(shown, "una línea que no\nentra en veinte\ncolumnas");
        assert_eq!(wrapped("veinte columnas son1 y más", 20), "veinte columnas son1\ny más");
        assert_eq!(wrapped("corta\n\notra", 20), "corta\n\notra");
        // A word that no line holds stays whole.
        let link = "https://example.org/una-dirección-larga";
        assert_eq!(wrapped(&format!("abre {link} ahora"), 20), format!("abre\n{link}\nahora"));
        assert_eq!(wrapped(link, 20), link);
    }

    #[test]
    fn what_is_in_front_stays_in_front() {
        assert_eq!(
            wrapped("  dos espacios delante de esto", 20),
            "  dos espacios\n  delante de esto"
        );
        let table = "undo  takes the last move of yours back";
        assert_eq!(wrapped(table, 22), "undo  takes the last\n      move of yours\n      back");
        // Not so far that nothing fits behind it.
        let far = format!("{}  word word", "x".repeat(40));
        assert!(wrapped(&far, 20).lines().all(|line| line.starts_with('x') || line.len() <= 20));
    }

    /// Nothing but spaces and ends of lines changes, whatever the width.
    #[test]
    fn no_word_is_lost() {
        let text = "  a bb  ccc   dddd eeeee ffffff\n ggg    hhhh   ";
        for columns in NARROWEST..50 {
            let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(words(&wrapped(text, columns)), words(text), "{columns}");
        }
    }
}
