//! A board as a picture: cells of letters, with the numbers the course counts by.

use std::fmt::Write as _;

use serde::Serialize;

/// How a board is drawn where there is more than letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Round pieces that fell into columns: `a` and `b`.
    Columns,
    /// Stones on crossings: `b` and `w`.
    Crossings,
    /// Discs in squares: `N` and `B`.
    Squares,
    /// Dots, lines and owners, each a cell.
    Dots,
}

/// A drawn board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagram {
    pub style: Style,
    /// Row by row from the top; `-` is empty.
    pub rows: Vec<String>,
    /// What stands above the columns and before the rows.
    pub column_names: Vec<String>,
    pub row_names: Vec<String>,
}

impl Diagram {
    /// A board whose rows and columns are counted from `first`.
    #[must_use]
    pub fn counted(style: Style, rows: Vec<String>, first: usize) -> Diagram {
        let columns = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let names = |count: usize| (first..first + count).map(|n| n.to_string()).collect();
        Diagram { style, row_names: names(rows.len()), column_names: names(columns), rows }
    }

    /// In letters, for a terminal.
    #[must_use]
    pub fn drawn(&self) -> String {
        let width = |names: &[String]| names.iter().map(|name| name.len()).max().unwrap_or(0);
        let (left, cell) = (width(&self.row_names), width(&self.column_names));
        let mut text = " ".repeat(left);
        for name in &self.column_names {
            let _ = write!(text, " {name:>cell$}");
        }
        while text.ends_with(' ') {
            text.pop();
        }
        text.push('\n');
        for (name, row) in self.row_names.iter().zip(&self.rows) {
            let _ = write!(text, "{name:>left$}");
            for letter in row.chars() {
                let letter = match letter {
                    '-' => '·',
                    // A program may answer anything.
                    letter if letter.is_control() => '?',
                    letter => letter,
                };
                let _ = write!(text, " {letter:>cell$}");
            }
            while text.ends_with(' ') {
                text.pop();
            }
            text.push('\n');
        }
        text
    }
}
