//! What went wrong with a query, in the words of SWI-Prolog.

use std::collections::HashMap;
use std::fmt;

use crate::read::SyntaxFault;
use crate::term::{Cell, Store, Term};
use crate::write;

/// An error that ended a query. It owns its text: the terms it speaks of may
/// be gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The name of the formal term: `type_error`, `existence_error` …
    pub code: &'static str,
    /// The formal term as quoted text: `type_error(integer,foo)`.
    pub formal: String,
    /// The predicate that complained: `columnaDisp/2`.
    pub context: Option<String>,
    /// A sentence for people, in English as SWI-Prolog has it.
    pub message: String,
    /// Where a syntax error is.
    pub place: Option<(usize, usize)>,
}

/// The longest piece of a culprit that an error repeats.
const SHOWN: usize = 400;

impl Problem {
    #[must_use]
    pub fn syntax(fault: &SyntaxFault) -> Problem {
        Problem {
            code: "syntax_error",
            formal: format!("syntax_error({})", fault.id),
            context: None,
            message: format!("Syntax error: {}", fault.words()),
            place: Some((fault.line, fault.column)),
        }
    }

    #[must_use]
    pub fn instantiation() -> Problem {
        Problem {
            code: "instantiation_error",
            formal: "instantiation_error".into(),
            context: None,
            message: "Arguments are not sufficiently instantiated".into(),
            place: None,
        }
    }

    #[must_use]
    pub fn wrong_type(store: &Store, expected: &str, culprit: Term) -> Problem {
        let text = shown(store, culprit);
        let a = a_kind(store, culprit);
        Problem {
            code: "type_error",
            formal: format!("type_error({},{text})", write::quoted_name(expected)),
            context: None,
            message: format!("Type error: `{expected}' expected, found `{text}' ({a})"),
            place: None,
        }
    }

    #[must_use]
    pub fn domain(store: &Store, expected: &str, culprit: Term) -> Problem {
        let text = shown(store, culprit);
        Problem {
            code: "domain_error",
            formal: format!("domain_error({},{text})", write::quoted_name(expected)),
            context: None,
            message: format!("Domain error: `{expected}' expected, found `{text}'"),
            place: None,
        }
    }

    /// Nothing of this kind and name: `what` is `procedure` for a predicate.
    #[must_use]
    pub fn unknown(what: &str, name: &str, message: String) -> Problem {
        Problem {
            code: "existence_error",
            formal: format!("existence_error({what},{name})"),
            context: None,
            message,
            place: None,
        }
    }

    #[must_use]
    pub fn unknown_procedure(name: &str, arity: u32) -> Problem {
        let indicator = format!("{}/{arity}", write::quoted_name(name));
        Problem::unknown("procedure", &indicator, format!("Unknown procedure: {indicator}"))
    }

    #[must_use]
    pub fn resource(what: &str) -> Problem {
        Problem {
            code: "resource_error",
            formal: format!("resource_error({what})"),
            context: None,
            message: format!("Not enough resources: {what}"),
            place: None,
        }
    }

    /// `X = f(X)` cannot be written down.
    #[must_use]
    pub fn cyclic() -> Problem {
        Problem {
            code: "representation_error",
            formal: "representation_error(cyclic_term)".into(),
            context: None,
            message: "Cannot represent due to `cyclic_term`".into(),
            place: None,
        }
    }

    #[must_use]
    pub fn interrupted() -> Problem {
        Problem {
            code: "abort",
            formal: "'$aborted'".into(),
            context: None,
            message: "Execution aborted".into(),
            place: None,
        }
    }

    #[must_use]
    pub fn within(mut self, module: &str, name: &str, arity: usize) -> Problem {
        self.context = Some(format!("{module}:{}/{arity}", write::quoted_name(name)));
        self.message = format!("{}/{arity}: {}", write::quoted_name(name), self.message);
        self
    }

    /// The whole exception as quoted text.
    #[must_use]
    pub fn term(&self) -> String {
        match (&self.context, self.place) {
            _ if self.code == "abort" => self.formal.clone(),
            (Some(context), _) => format!("error({},context({context},_))", self.formal),
            (None, Some((line, column))) => {
                format!("error({},query({line},{column}))", self.formal)
            }
            (None, None) => format!("error({},_)", self.formal),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

fn shown(store: &Store, term: Term) -> String {
    if store.is_cyclic(term) {
        return "@cyclic".into();
    }
    let mut text = write::quoted(store, term, &HashMap::new()).unwrap_or_else(|_| "...".into());
    if text.len() > SHOWN
        && let Some((cut, _)) = text.char_indices().nth(SHOWN)
    {
        text.truncate(cut);
        text.push_str("...");
    }
    text
}

fn a_kind(store: &Store, term: Term) -> &'static str {
    match store.cell(term) {
        Cell::Var | Cell::Ref(_) => "a var",
        Cell::Int(_) => "an integer",
        Cell::Float(_) => "a float",
        Cell::Atom(crate::term::atoms::NIL) => "an empty_list",
        Cell::Atom(_) => "an atom",
        Cell::Str(_) => "a string",
        Cell::Compound { .. } if store.pair(term).is_some() => "a list",
        Cell::Compound { .. } => "a compound",
    }
}
