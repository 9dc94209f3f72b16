//! What a predicate is: its head, its function and a query that shows it.

use crate::host::{Answer, Call, Fault};

/// One predicate.
#[derive(Debug)]
pub struct Predicate {
    pub module: &'static str,
    pub name: &'static str,
    /// Each argument's mode and name: `+` must be bound, `-` is answered, `?`
    /// may be either.
    pub args: &'static [&'static str],
    pub determinism: Determinism,
    /// A query that shows it, true as it stands.
    pub example: &'static str,
    /// All its answers for these arguments, in order. Answers that do not
    /// unify with the arguments are the caller's to drop.
    pub function: fn(&mut Call<'_>) -> Result<Vec<Answer>, Fault>,
}

/// How often a predicate can be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Determinism {
    /// Exactly once.
    Det,
    /// At most once.
    Semidet,
    /// Any number of times.
    Nondet,
}

impl Determinism {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Determinism::Det => "det",
            Determinism::Semidet => "semidet",
            Determinism::Nondet => "nondet",
        }
    }
}

impl Predicate {
    /// `goMove(+Board, +Player, +Pos, -RBoard)`.
    #[must_use]
    pub fn head(&self) -> String {
        format!("{}({})", self.name, self.args.join(", "))
    }

    /// The catalogue key of its explanation.
    #[must_use]
    pub fn key(&self) -> String {
        format!("prolog-{}-{}-{}", self.module, self.name, self.args.len())
    }
}
