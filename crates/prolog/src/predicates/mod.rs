//! The functions behind the table, one file per course.

/// A line of the table: module, name, arguments, determinism, function and a
/// query that shows it.
macro_rules! predicate {
    (
        $module:literal, $name:literal, $args:expr, $determinism:expr, $function:expr,
        $example:expr $(,)?
    ) => {
        crate::predicate::Predicate {
            module: $module,
            name: $name,
            args: &$args,
            determinism: $determinism,
            example: $example,
            function: $function,
        }
    };
}

pub(crate) mod ceritolog;
pub(crate) mod conecta4;
pub(crate) mod machines;
pub(crate) mod othello;
pub(crate) mod proylcc;
