//! An answer as a toplevel shows it: variables keep the names of the query,
//! those that became one are said to be equal, and a term that contains
//! itself is written with a name where it comes round.

use std::collections::{HashMap, HashSet};

use crate::error::PrologError;
use crate::ops;
use crate::solve::Query;
use crate::term::{Cell, Heap, Term};
use crate::write::{self, Style};

/// One line of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// A variable of the query, or a name made for a part of a cyclic term.
    pub name: String,
    /// What it is: another variable, or a value as quoted text.
    pub text: String,
    /// The value, for those who can draw it.
    pub value: Option<Term>,
}

impl Query {
    /// The present answer. Variables whose name starts with `_` are left out,
    /// and so are unbound ones that are equal to no other.
    pub fn bindings(&self) -> Result<Vec<Binding>, PrologError> {
        let heap = self.heap();
        let shown: Vec<(&str, Term)> = self
            .variables()
            .iter()
            .filter(|(name, _)| !name.starts_with('_'))
            .map(|(name, term)| (name.as_str(), *term))
            .collect();
        let mut names = self.names(&shown);
        name_the_rest(heap, &shown, &mut names);
        let mut cycles = Cycles::of(heap, &shown);
        let mut found = Vec::new();
        let mut following = following(heap, &shown).into_iter();
        for &(name, term) in &shown {
            let same = following.next().flatten();
            if heap.cell(term) == Cell::Var {
                // Each is said to be the next one that it became one with.
                if let Some(other) = same {
                    found.push(Binding { name: name.into(), text: other.into(), value: None });
                }
                continue;
            }
            let text = cycles.write(heap, term, &names)?;
            found.push(Binding { name: name.into(), text, value: Some(term) });
        }
        // Parts that have a name of their own, and so parts of those.
        while let Some((name, term)) = cycles.unsaid() {
            let text = cycles.write(heap, term, &names)?;
            found.push(Binding { name, text, value: None });
        }
        Ok(found)
    }

    /// A term of the present answer as an argument in Prolog text, for a list
    /// of answers of which this is number `serial`: no variable is shared
    /// with another answer. Parts that contain themselves have names, and the
    /// second list says what each is.
    pub fn knotted(&self, term: Term, serial: usize) -> Result<(String, Vec<String>), PrologError> {
        let heap = self.heap();
        let names: HashMap<Term, String> = heap
            .variables(term)
            .into_iter()
            .enumerate()
            .map(|(n, (variable, _))| (variable, format!("_{serial}_{n}")))
            .collect();
        let rounds = heap.rounds(term);
        let name = |n| format!("_S{serial}_{n}");
        let cycles: HashMap<Term, String> =
            rounds.iter().enumerate().map(|(n, &(args, _))| (args, name(n))).collect();
        let write = |term, root_is_named| {
            let style = Style { most: ops::ARGUMENT, quotes: true, cycles: &cycles };
            write::written_from(heap, term, &names, style, root_is_named)
                .map_err(|_| PrologError::resource("text_size"))
        };
        let mut knots = Vec::new();
        for (n, &(_, part)) in rounds.iter().enumerate() {
            knots.push(format!("{}={}", name(n), write(part, false)?));
        }
        Ok((write(term, true)?, knots))
    }

    /// Names for the unbound variables: the last one of those in the query,
    /// one that is shown before one that is not.
    fn names(&self, shown: &[(&str, Term)]) -> HashMap<Term, String> {
        let hidden = self.variables().iter().filter(|(name, _)| name.starts_with('_'));
        let all = hidden.map(|(name, term)| (name.as_str(), *term)).chain(shown.iter().copied());
        all.filter(|(_, term)| self.heap().cell(*term) == Cell::Var)
            .map(|(name, term)| (self.heap().get(term).0, name.to_owned()))
            .collect()
    }
}

/// For each of the variables shown the next one that is the same variable.
fn following<'a>(heap: &Heap, shown: &[(&'a str, Term)]) -> Vec<Option<&'a str>> {
    let mut last: HashMap<Term, &str> = HashMap::new();
    let mut found: Vec<_> =
        shown.iter().rev().map(|(name, term)| last.insert(heap.get(*term).0, name)).collect();
    found.reverse();
    found
}

/// `_` for a variable that occurs once, `_A`, `_B` … for the others.
fn name_the_rest(heap: &Heap, shown: &[(&str, Term)], names: &mut HashMap<Term, String>) {
    let taken: HashSet<String> = names.values().cloned().collect();
    let mut fresh = (0..)
        .map(|n: u32| {
            let letter = char::from(b'A' + (n % 26) as u8);
            if n < 26 { format!("_{letter}") } else { format!("_{letter}{}", n / 26) }
        })
        .filter(|name| !taken.contains(name));
    let mut order = Vec::new();
    let mut counts: HashMap<Term, u32> = HashMap::new();
    for &(_, term) in shown.iter().filter(|(_, term)| heap.cell(*term) != Cell::Var) {
        for (variable, count) in heap.variables(term) {
            let sum = counts.entry(variable).or_insert_with(|| {
                order.push(variable);
                0
            });
            *sum += count;
        }
    }
    for variable in order {
        names.entry(variable).or_insert_with(|| match counts[&variable] {
            1 => "_".into(),
            _ => fresh.next().expect("there is no end of names"),
        });
    }
}

/// The compounds that contain themselves.
struct Cycles {
    /// Their names, by where their arguments are.
    names: HashMap<Term, String>,
    /// Those that no variable of the query is, still to be written.
    unsaid: Vec<(String, Term)>,
}

impl Cycles {
    fn of(heap: &Heap, shown: &[(&str, Term)]) -> Cycles {
        let mut cycles = Cycles { names: HashMap::new(), unsaid: Vec::new() };
        let mut rounds = Vec::new();
        for &(_, term) in shown {
            rounds.extend(heap.rounds(term));
        }
        let places: HashSet<Term> = rounds.iter().map(|&(args, _)| args).collect();
        for &(name, term) in shown {
            if let Cell::Compound { args, .. } = heap.cell(term)
                && places.contains(&args)
            {
                cycles.names.entry(args).or_insert_with(|| name.to_owned());
            }
        }
        for (args, term) in rounds {
            let name = format!("_S{}", cycles.unsaid.len() + 1);
            cycles.names.entry(args).or_insert_with(|| {
                cycles.unsaid.push((name.clone(), term));
                name
            });
        }
        cycles.unsaid.reverse();
        cycles
    }

    fn unsaid(&mut self) -> Option<(String, Term)> {
        self.unsaid.pop()
    }

    fn write(
        &self,
        heap: &Heap,
        term: Term,
        names: &HashMap<Term, String>,
    ) -> Result<String, PrologError> {
        // `X = (a:-b)`: the value stands to the right of `=`.
        let style = Style { most: ops::VALUE, quotes: true, cycles: &self.names };
        write::written(heap, term, names, style).map_err(|_| PrologError::resource("text_size"))
    }
}
