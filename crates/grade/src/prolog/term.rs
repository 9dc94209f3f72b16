//! Terms as plain values: what is asked of a student's program, and what it
//! answered. An answer comes from a stranger, so reading one is limited.

use std::fmt;

use sobremesa_prolog::{Cell, Heap, Term as Place, quoted_name, quoted_text, read_term};

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A variable: a name in what is asked, a number in what is answered.
    Var(String),
    Int(i64),
    Float(f64),
    Atom(String),
    Text(String),
    List(Vec<Term>),
    Compound(String, Vec<Term>),
}

/// Terms nested deeper than this are no answer to anything that is asked.
const DEEPEST: usize = 300;

/// Cells of the longest answer: a thousand boards.
const MOST_CELLS: usize = 4_000_000;

impl Term {
    /// Reads one term, as SWI-Prolog writes it with `quoted` and `ignore_ops`.
    #[must_use]
    pub fn read(text: &str) -> Option<Term> {
        let mut heap = Heap::new(MOST_CELLS);
        let read = read_term(&mut heap, text).ok()?;
        from_heap(&heap, read.term, 0)
    }

    #[must_use]
    pub fn var(name: &str) -> Term {
        Term::Var(name.to_owned())
    }

    #[must_use]
    pub fn atom(name: &str) -> Term {
        Term::Atom(name.to_owned())
    }

    #[must_use]
    pub fn call(name: &str, arguments: impl Into<Vec<Term>>) -> Term {
        let arguments = arguments.into();
        if arguments.is_empty() { Term::atom(name) } else { Term::Compound(name.into(), arguments) }
    }

    /// A list of numbers.
    #[must_use]
    pub fn numbers(numbers: &[i64]) -> Term {
        Term::List(numbers.iter().map(|&n| Term::Int(n)).collect())
    }

    #[must_use]
    pub fn as_int(&self) -> Option<i64> {
        match self {
            Term::Int(n) => Some(*n),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_list(&self) -> Option<&[Term]> {
        match self {
            Term::List(items) => Some(items),
            _ => None,
        }
    }

    /// The name of an atom or the text of a string.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Term::Atom(text) | Term::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The arguments of a compound of this name and so many arguments.
    #[must_use]
    pub fn arguments(&self, name: &str, arity: usize) -> Option<&[Term]> {
        match self {
            Term::Compound(this, arguments) if this == name && arguments.len() == arity => {
                Some(arguments)
            }
            _ => None,
        }
    }
}

fn from_heap(heap: &Heap, term: Place, depth: usize) -> Option<Term> {
    if depth > DEEPEST {
        return None;
    }
    let (place, cell) = heap.get(term);
    Some(match cell {
        Cell::Var | Cell::Ref(_) => Term::Var(format!("_{place:?}")),
        Cell::Int(n) => Term::Int(n),
        Cell::Float(x) => Term::Float(x),
        Cell::Str(number) => Term::Text(heap.string(number).to_owned()),
        Cell::Atom(_) if heap.is_nil(place) => Term::List(vec![]),
        Cell::Atom(atom) => Term::Atom(heap.name(atom).to_owned()),
        Cell::Compound { name, arity, args } => {
            if heap.pair(place).is_some() {
                let (items, tail) = heap.items(place);
                if heap.is_nil(tail) {
                    let items = items.into_iter().map(|item| from_heap(heap, item, depth + 1));
                    return items.collect::<Option<Vec<Term>>>().map(Term::List);
                }
            }
            let arguments = (0..arity).map(|n| from_heap(heap, heap.arg(args, n), depth + 1));
            Term::Compound(heap.name(name).to_owned(), arguments.collect::<Option<Vec<Term>>>()?)
        }
    })
}

/// As SWI-Prolog reads it, with no operators.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed = |f: &mut fmt::Formatter<'_>, items: &[Term]| {
            items.iter().enumerate().try_for_each(|(n, item)| {
                let comma = if n == 0 { "" } else { "," };
                write!(f, "{comma}{item}")
            })
        };
        match self {
            Term::Var(name) => f.write_str(name),
            Term::Int(n) => write!(f, "{n}"),
            Term::Float(x) => write!(f, "{x:?}"),
            // The empty place of Connect 4's boards, as the sheet prints it.
            Term::Atom(name) if name == "-" => f.write_str("-"),
            Term::Atom(name) => f.write_str(&quoted_name(name)),
            Term::Text(text) => f.write_str(&quoted_text(text)),
            Term::List(items) => {
                f.write_str("[")?;
                listed(f, items)?;
                f.write_str("]")
            }
            Term::Compound(name, arguments) => {
                f.write_str(&quoted_name(name))?;
                f.write_str("(")?;
                listed(f, arguments)?;
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for text in [
            "[a,-,\"b c\",'B C',-3,f(x,[]),[[1],[2,3]]]",
            "'[|]'(a,b)",
            "t([],2.5)",
            "error(resource_error(stack))",
        ] {
            let term = Term::read(text).expect(text);
            assert_eq!(Term::read(&term.to_string()), Some(term), "{text}");
        }
        assert_eq!(Term::read("f(X, _)").map(|t| matches!(t, Term::Compound(..))), Some(true));
        assert_eq!(Term::read("f(a"), None);
    }

    #[test]
    fn an_answer_nested_too_deep_is_none() {
        let text = "f(".repeat(5_000) + "x" + &")".repeat(5_000);
        assert_eq!(Term::read(&text), None);
    }
}
