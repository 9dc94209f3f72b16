//! The courses' predicates, each said once: what prints them, documents them,
//! calls them here and registers them in SWI-Prolog reads this table.

use crate::host::{Answer, Call, Fault};
use crate::predicates::{ceritolog, conecta4, othello, proylcc};

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

/// The modules, which are also the applications of the Pengines server.
pub static MODULES: &[(&str, &[Predicate])] = &[
    ("proylcc", proylcc::PREDICATES),
    ("conecta4", conecta4::PREDICATES),
    ("ceritolog", ceritolog::PREDICATES),
    ("othello", othello::PREDICATES),
];

/// Every predicate, module by module.
pub fn all() -> impl Iterator<Item = &'static Predicate> {
    MODULES.iter().flat_map(|(_, predicates)| predicates.iter())
}

/// The predicate of this name, looked for in `module` first.
#[must_use]
pub fn find(module: &str, name: &str, arity: usize) -> Option<&'static Predicate> {
    let named = |predicate: &&Predicate| predicate.name == name && predicate.args.len() == arity;
    MODULES
        .iter()
        .filter(|(this, _)| *this == module)
        .flat_map(|(_, predicates)| predicates.iter())
        .find(named)
        .or_else(|| all().find(named))
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
