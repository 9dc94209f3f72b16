//! Where a text stops being a term.

use std::fmt;

/// Text that is not a term, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxFault {
    /// What is wrong, as SWI-Prolog names it: `operator_expected`,
    /// `cannot_start_term`, `end_of_file` … (a term as text).
    pub id: String,
    /// Both counted from 1.
    pub line: usize,
    pub column: usize,
    /// Characters before it.
    pub offset: usize,
}

impl SyntaxFault {
    pub(crate) fn at(text: &str, byte: usize, id: impl Into<String>) -> SyntaxFault {
        let before = &text[..byte];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        SyntaxFault {
            id: id.into(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            offset: before.chars().count(),
        }
    }
}

impl fmt::Display for SyntaxFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: syntax error: {}", self.line, self.column, self.id)
    }
}

impl std::error::Error for SyntaxFault {}
