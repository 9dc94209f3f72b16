//! Terms, goals and the courses' predicates as one table; no clauses, no I/O.
//!
//! Start with [`registry`]: every predicate of the courses, declared once. A
//! predicate is a function of a [`host::Call`]; it reads its arguments
//! through the [`host::Host`] that calls it and answers plain values. There
//! are two hosts: [`Query`], the solver of this crate, which reads a goal as
//! text and answers it without any Prolog installed, and SWI-Prolog, through
//! `crates/swipl`.
//!
//! [`Query`] is not a Prolog: a goal can combine predicates (`,` `;` `->`
//! `\+` `findall/3` …) but nothing can be defined, stored, read or written,
//! and steps, time and memory are limited, so a query from anywhere can be
//! answered.
//!
//! ```
//! use sobremesa_prolog::{Found, Limits, Query};
//! let goal = "tableroInicial(T), ingresarFicha(T,3,a,T2), contenido(T2,[6,3],F).";
//! let mut query = Query::new(goal, "conecta4", Limits::default())?;
//! assert_eq!(query.next(&|| false)?, Found::Answer { more: false });
//! assert_eq!(query.answer()?.last(), Some(&("F", "a".to_string())));
//! # Ok::<(), sobremesa_prolog::PrologError>(())
//! ```

mod answer;
mod arithmetic;
mod builtins;
mod error;
mod fault;
pub mod host;
mod lex;
mod library;
mod names;
mod native;
mod ops;
mod predicate;
mod predicates;
mod pretty;
mod quote;
mod read;
pub mod registry;
mod solve;
mod term;
mod write;

pub use answer::Binding;
pub use error::PrologError;
pub use fault::SyntaxFault;
pub use quote::{quoted_name, quoted_text};
pub use read::{Read, is_blank, read_first, read_term, skip_term};
pub use solve::{Found, Limits, Query};
pub use term::{Atom, Cell, Frozen, Full, Heap, Mark, Term, atoms};
pub use write::{MOST_TEXT, json, json_string, quoted, quoted_argument};
