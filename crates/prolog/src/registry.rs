//! The courses' predicates, each said once: what prints them, documents them,
//! calls them here and registers them in SWI-Prolog reads this table.

pub use crate::predicate::{Determinism, Predicate};
use crate::predicates::{ceritolog, conecta4, othello, proylcc};

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
