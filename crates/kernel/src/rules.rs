//! Rules as text: `key=value` pairs separated by blanks or commas, each key at
//! most once, such as `size=9 ko=simple komi=7.5`.

use crate::{Phrase, SyntaxError};

/// The longest rules text that is read.
pub const MAX_LEN: usize = 400;

/// One pair, with the column (from 1) where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<'a> {
    /// What stands before the equals sign.
    pub key: &'a str,
    /// What stands behind it.
    pub value: &'a str,
    /// The column of the key in the text, from 1.
    pub column: usize,
}

impl Pair<'_> {
    /// The error for this pair: its value is not one of what was `expected`.
    #[must_use]
    pub fn refuse(&self, expected: impl Into<Phrase>) -> SyntaxError {
        SyntaxError::new("rules-unreadable", &format!("{}={}", self.key, self.value), expected)
            .at(1, self.column)
    }

    /// The value as a number of the given range.
    pub fn number(&self, range: std::ops::RangeInclusive<usize>) -> Result<usize, SyntaxError> {
        let expected = || {
            self.refuse(
                Phrase::new("a whole number from {least} to {most}")
                    .with("least", range.start())
                    .with("most", range.end()),
            )
        };
        let n = self.value.parse().map_err(|_| expected())?;
        if range.contains(&n) { Ok(n) } else { Err(expected()) }
    }

    /// The value as `RxC`, or `N` meaning `NxN`.
    pub fn size(
        &self,
        rows: std::ops::RangeInclusive<usize>,
        columns: std::ops::RangeInclusive<usize>,
    ) -> Result<(usize, usize), SyntaxError> {
        let (r, c) = self.value.split_once(['x', 'X', '×']).unwrap_or((self.value, self.value));
        match (r.parse(), c.parse()) {
            (Ok(r), Ok(c)) if rows.contains(&r) && columns.contains(&c) => Ok((r, c)),
            _ => Err(self.refuse(
                Phrase::new(
                    "a size such as {rows}x{columns}: {least-rows} to {rows} rows, \
                     {least-columns} to {columns} columns",
                )
                .with("rows", rows.end())
                .with("columns", columns.end())
                .with("least-rows", rows.start())
                .with("least-columns", columns.start()),
            )),
        }
    }
}

/// Splits rules text into its pairs. `known` are the keys the game has.
pub fn pairs<'a>(text: &'a str, known: &[&str]) -> Result<Vec<Pair<'a>>, SyntaxError> {
    if text.len() > MAX_LEN {
        return Err(SyntaxError::new(
            "rules-unreadable",
            text,
            Phrase::new("at most {most} characters").with("most", MAX_LEN),
        ));
    }
    let mut found: Vec<Pair<'a>> = Vec::new();
    for word in text.split([' ', '\t', ',', '\n', '\r']).filter(|word| !word.is_empty()) {
        let byte = word.as_ptr() as usize - text.as_ptr() as usize;
        let column = text[..byte].chars().count() + 1;
        let refuse =
            |expected: Phrase| SyntaxError::new("rules-unreadable", word, expected).at(1, column);
        let Some((key, value)) = word.split_once('=') else {
            return Err(refuse(
                Phrase::new("key=value with a key of: {keys}").with("keys", known.join(", ")),
            ));
        };
        if !known.contains(&key) {
            return Err(refuse(Phrase::new("a key of: {keys}").with("keys", known.join(", "))));
        }
        if found.iter().any(|pair| pair.key == key) {
            return Err(refuse(Phrase::new("{key} only once").with("key", key)));
        }
        found.push(Pair { key, value, column });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_read_with_their_columns() {
        let read = pairs("size=9, ko=simple", &["size", "ko"]).unwrap();
        assert_eq!(read[0], Pair { key: "size", value: "9", column: 1 });
        assert_eq!(read[1], Pair { key: "ko", value: "simple", column: 9 });
        assert_eq!(read[0].number(2..=25), Ok(9));
        assert_eq!(read[0].size(1..=20, 1..=20), Ok((9, 9)));
    }

    #[test]
    fn unknown_and_double_keys_are_refused_where_they_stand() {
        assert_eq!(pairs("size=9 kö=1", &["size"]).unwrap_err().place(), Some((1, 8)));
        assert_eq!(pairs("size=9 size=9", &["size"]).unwrap_err().place(), Some((1, 8)));
        assert!(pairs(&"a".repeat(500), &["size"]).is_err());
    }
}
