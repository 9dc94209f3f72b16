//! The heap of this crate as a [`Host`] of predicates.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use crate::host::{Alphabet, Answer, Fault, Handle, Host, Kind, Value};
use crate::term::{Atom, Cell, Heap, Term, atoms};
use crate::write::quoted_argument;

pub(crate) struct Native<'a> {
    pub heap: &'a mut Heap,
    pub stop: &'a dyn Fn() -> bool,
    pub thinking: Duration,
}

fn term(handle: Handle) -> Term {
    Term(handle as u32)
}

impl Native<'_> {
    /// Unifies one answer with the arguments of its call.
    pub fn fit(&mut self, args: Term, answer: &Answer) -> Result<bool, Fault> {
        for (n, value) in answer {
            if !self.unify(args.0 as usize + n, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Only the answers that unify with the arguments, so that the last of
    /// them can be taken without leaving a choice behind.
    pub fn fitting(&mut self, args: Term, mut answers: Vec<Answer>) -> Result<Vec<Answer>, Fault> {
        let mut fault = None;
        answers.retain(|answer| {
            let mark = self.heap.mark();
            let fits = self.fit(args, answer);
            self.heap.undo(mark);
            fits.unwrap_or_else(|found| {
                fault = Some(found);
                false
            })
        });
        fault.map_or(Ok(answers), Err)
    }

    fn symbol_cell(&mut self, alphabet: &Alphabet, symbol: u8) -> Cell {
        let text = alphabet.symbols[symbol as usize];
        if alphabet.strings { self.heap.text(text) } else { Cell::Atom(self.heap.atom(text)) }
    }

    /// A value as a cell. Values are a few levels deep, never more.
    fn build(&mut self, value: &Value) -> Cell {
        match value {
            Value::Integer(n) => Cell::Int(*n),
            Value::Term(handle) => Cell::Ref(term(*handle)),
            Value::Atom(name) => Cell::Atom(self.heap.atom(name)),
            Value::Text(text) => self.heap.text(text),
            Value::Place(row, column) => {
                self.heap.list(&[Cell::Int(*row), Cell::Int(*column)], Cell::Atom(atoms::NIL))
            }
            Value::List(items) => {
                let cells: Vec<Cell> = items.iter().map(|item| self.build(item)).collect();
                self.heap.list(&cells, Cell::Atom(atoms::NIL))
            }
            Value::Compound(name, args) => {
                let cells: Vec<Cell> = args.iter().map(|arg| self.build(arg)).collect();
                let name: Atom = self.heap.atom(name);
                self.heap.compound(name, &cells)
            }
            Value::Symbol(alphabet, symbol) => self.symbol_cell(alphabet, *symbol),
            Value::Grid(alphabet, columns, cells) => {
                let symbols = [0, 1, 2].map(|symbol| self.symbol_cell(alphabet, symbol));
                let rows: Vec<Cell> = cells
                    .chunks(*columns)
                    .map(|row| {
                        let row: Vec<Cell> = row.iter().map(|&s| symbols[s as usize]).collect();
                        self.heap.list(&row, Cell::Atom(atoms::NIL))
                    })
                    .collect();
                self.heap.list(&rows, Cell::Atom(atoms::NIL))
            }
        }
    }
}

impl Host for Native<'_> {
    fn kind(&mut self, handle: Handle) -> Kind {
        match self.heap.cell(term(handle)) {
            Cell::Var | Cell::Ref(_) => Kind::Var,
            Cell::Int(n) => Kind::Integer(n),
            Cell::Atom(atoms::NIL) => Kind::Other,
            Cell::Atom(_) => Kind::Atom,
            Cell::Str(_) => Kind::String,
            _ => Kind::Other,
        }
    }

    fn symbol(&mut self, handle: Handle, alphabet: &'static Alphabet) -> Option<u8> {
        let text = match self.heap.cell(term(handle)) {
            Cell::Atom(atom) if atom != atoms::NIL => self.heap.name(atom),
            Cell::Str(number) => self.heap.string(number),
            _ => return None,
        };
        alphabet.symbols.iter().position(|&symbol| symbol == text).map(|at| at as u8)
    }

    fn items(&mut self, list: Handle, into: &mut Vec<Handle>) -> Result<(), Fault> {
        let (items, rest) = self.heap.items(term(list));
        self.heap.charge(2 * items.len());
        into.clear();
        into.extend(items.into_iter().map(|item| item.0 as usize));
        match self.heap.cell(rest) {
            Cell::Atom(atoms::NIL) => Ok(()),
            Cell::Var | Cell::Ref(_) => Err(Fault::Instantiation),
            _ => Err(Fault::Type("list", list)),
        }
    }

    fn arguments(&mut self, handle: Handle, into: &mut Vec<Handle>) -> bool {
        match self.heap.cell(term(handle)) {
            Cell::Compound { arity, args, .. } => {
                self.heap.charge(arity as usize);
                into.clear();
                into.extend((args.0..args.0 + arity).map(|arg| arg as usize));
                true
            }
            _ => false,
        }
    }

    fn unify(&mut self, handle: Handle, value: &Value) -> Result<bool, Fault> {
        let size = value.size();
        self.heap.room(size + 100).map_err(|_| Fault::Resource("memory"))?;
        self.heap.charge(size);
        let cell = self.build(value);
        let built = self.heap.put(cell);
        Ok(self.heap.unify(term(handle), built))
    }

    fn shown(&mut self, handle: Handle) -> String {
        /// Long enough to recognise what is wrong.
        const MOST: usize = 40;
        if self.heap.is_cyclic(term(handle)) {
            return "...".into();
        }
        let text = quoted_argument(self.heap, term(handle), &HashMap::new());
        let text = text.unwrap_or_else(|_| "...".into());
        match text.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}...", &text[..end]),
            None => text,
        }
    }

    fn poll(&mut self) -> ControlFlow<()> {
        if (self.stop)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn thinking(&self) -> Duration {
        self.thinking
    }
}
