//! The predicates of Prolog that a student types without thinking:
//! arithmetic, lists, taking terms apart, printing. Control is in
//! [`crate::solve`], and more of them in [`crate::library`].

use std::cmp::Ordering;
use std::collections::HashMap;

use crate::arithmetic::evaluate;
use crate::error::PrologError;
use crate::ops;
use crate::solve::{Alternative, Next, Query};
use crate::term::{Atom, Cell, Term, atoms};
use crate::write::{self, Style};

/// How a predicate goes on: what to do next, or `None` when it fails.
type Went = Result<Option<Next>, PrologError>;

impl Query {
    /// Calls a built-in predicate; `None` when there is none of this name.
    pub(crate) fn builtin(
        &mut self,
        name: Atom,
        arity: u32,
        args: Term,
        next: Next,
    ) -> Result<Option<Option<Next>>, PrologError> {
        let second = Term(args.0 + 1);
        let third = Term(args.0 + 2);
        let went = match (name, arity) {
            (atoms::IS, 2) => self.is(args, second, next),
            (
                atoms::LESS
                | atoms::LESS_EQUAL
                | atoms::GREATER
                | atoms::GREATER_EQUAL
                | atoms::NUMBER_EQUAL
                | atoms::NUMBER_NOT_EQUAL,
                2,
            ) => self.compare(name, args, second, next),
            (atoms::UNIV, 2) => self.univ(args, second, next),
            (atoms::APPEND, 3) => self.append(args, second, third, next),
            (atoms::NTH0, 3) => self.nth(args, second, third, 0, next),
            (atoms::NTH1, 3) => self.nth(args, second, third, 1, next),
            (atoms::REVERSE, 2) => self.reverse(args, second, next),
            (atoms::WRITE, 1) => self.print(args, false, "", next),
            (atoms::WRITELN, 1) => self.print(args, false, "\n", next),
            (atoms::PRINT | atoms::WRITEQ, 1) => self.print(args, true, "", next),
            (atoms::NL, 0) => self.put("\n").map(|()| Some(next)),
            (atoms::VAR, 1) => Ok(self.is_kind(args, next, |cell| cell == Cell::Var)),
            (atoms::NONVAR, 1) => Ok(self.is_kind(args, next, |cell| cell != Cell::Var)),
            (atoms::INTEGER, 1) => {
                Ok(self.is_kind(args, next, |cell| matches!(cell, Cell::Int(_))))
            }
            (atoms::NUMBER, 1) => {
                Ok(self.is_kind(args, next, |cell| matches!(cell, Cell::Int(_) | Cell::Float(_))))
            }
            (atoms::ATOM, 1) => {
                let atom = |cell| matches!(cell, Cell::Atom(name) if name != atoms::NIL);
                Ok(self.is_kind(args, next, atom))
            }
            (atoms::FLOAT, 1) => {
                Ok(self.is_kind(args, next, |cell| matches!(cell, Cell::Float(_))))
            }
            (atoms::STRING, 1) => Ok(self.is_kind(args, next, |cell| matches!(cell, Cell::Str(_)))),
            (atoms::COMPOUND, 1) => {
                Ok(self.is_kind(args, next, |cell| matches!(cell, Cell::Compound { .. })))
            }
            (atoms::ATOMIC, 1) => Ok(self.is_kind(args, next, |cell| {
                !matches!(cell, Cell::Var | Cell::Ref(_) | Cell::Compound { .. })
            })),
            (atoms::CALLABLE, 1) => Ok(self.is_kind(args, next, |cell| match cell {
                Cell::Atom(name) => name != atoms::NIL,
                cell => matches!(cell, Cell::Compound { .. }),
            })),
            (atoms::IS_LIST, 1) => {
                let (items, rest) = self.heap.items(args);
                self.steps += items.len() as u64 / 8;
                Ok(self.heap.is_nil(rest).then_some(next))
            }
            _ => return self.of_library(name, arity, args, next),
        };
        let module = match name {
            atoms::APPEND | atoms::NTH0 | atoms::NTH1 | atoms::REVERSE => "lists",
            _ => "system",
        };
        match went {
            Ok(went) => Ok(Some(went)),
            Err(problem) if problem.code == "resource_error" => Err(problem),
            Err(problem) => {
                let name = self.heap.name(name).to_owned();
                Err(problem.within(module, &name, arity as usize))
            }
        }
    }

    /// The goal of `call(Goal, Extra…)`; a module stays in front of it.
    pub(crate) fn extended(&mut self, args: Term, arity: u32) -> Result<Term, PrologError> {
        let (module, goal) = self.unqualified(args)?;
        let (name, mut cells) = match self.heap.cell(goal) {
            Cell::Var | Cell::Ref(_) => return Err(PrologError::instantiation()),
            Cell::Atom(name) => (name, Vec::new()),
            Cell::Compound { name, arity, args } => {
                (name, (0..arity).map(|n| Cell::Ref(Term(args.0 + n))).collect())
            }
            _ => return Err(PrologError::wrong_type(&self.heap, "callable", args)),
        };
        cells.extend((1..arity).map(|n| Cell::Ref(Term(args.0 + n))));
        self.need(cells.len() + 4)?;
        let mut called = self.heap.compound(name, &cells);
        if module != goal {
            called = self.heap.compound(atoms::COLON, &[Cell::Ref(module), called]);
        }
        Ok(self.heap.put(called))
    }

    fn need(&self, cells: usize) -> Result<(), PrologError> {
        self.heap.room(cells).map_err(|_| PrologError::resource("memory"))
    }

    fn is_kind(&self, term: Term, next: Next, kind: impl Fn(Cell) -> bool) -> Option<Next> {
        kind(self.heap.cell(term)).then_some(next)
    }

    fn value(&mut self, expression: Term) -> Result<crate::arithmetic::Number, PrologError> {
        let most = self.limits.steps;
        evaluate(&self.heap, expression, &mut self.steps, most)
    }

    fn is(&mut self, result: Term, expression: Term, next: Next) -> Went {
        let value = self.value(expression)?;
        self.need(1)?;
        let value = self.heap.put(value.cell());
        Ok(self.heap.unify(result, value).then_some(next))
    }

    fn compare(&mut self, name: Atom, a: Term, b: Term, next: Next) -> Went {
        let (a, b) = (self.value(a)?, self.value(b)?);
        let order = a.compare(b);
        let holds = match name {
            atoms::LESS => order == Some(Ordering::Less),
            atoms::LESS_EQUAL => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            atoms::GREATER => order == Some(Ordering::Greater),
            atoms::GREATER_EQUAL => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            atoms::NUMBER_EQUAL => order == Some(Ordering::Equal),
            _ => order != Some(Ordering::Equal),
        };
        Ok(holds.then_some(next))
    }

    /// `Term =.. [Name|Arguments]`.
    fn univ(&mut self, term: Term, list: Term, next: Next) -> Went {
        let parts = match self.heap.cell(term) {
            Cell::Var | Cell::Ref(_) => return self.build(term, list, next),
            Cell::Compound { name, arity, args } => {
                let mut parts = vec![Cell::Atom(name)];
                parts.extend((0..arity).map(|n| Cell::Ref(Term(args.0 + n))));
                parts
            }
            atomic => vec![atomic],
        };
        let (_, rest) = self.heap.items(list);
        if self.heap.cell(rest) != Cell::Var && !self.heap.is_nil(rest) {
            return Err(PrologError::wrong_type(&self.heap, "list", list));
        }
        self.need(3 * parts.len())?;
        let parts = self.heap.list(&parts, Cell::Atom(atoms::NIL));
        let parts = self.heap.put(parts);
        Ok(self.heap.unify(list, parts).then_some(next))
    }

    /// The term that a list of a name and arguments is.
    fn build(&mut self, term: Term, list: Term, next: Next) -> Went {
        let (items, rest) = self.heap.items(list);
        match self.heap.cell(rest) {
            Cell::Var | Cell::Ref(_) => return Err(PrologError::instantiation()),
            Cell::Atom(atoms::NIL) => {}
            _ => return Err(PrologError::wrong_type(&self.heap, "list", list)),
        }
        let Some((&name, args)) = items.split_first() else {
            return Err(PrologError::domain(&self.heap, "non_empty_list", list));
        };
        let cell = match (self.heap.cell(name), args) {
            (Cell::Var | Cell::Ref(_), _) => return Err(PrologError::instantiation()),
            (Cell::Compound { .. }, []) => {
                return Err(PrologError::wrong_type(&self.heap, "atomic", name));
            }
            (atomic, []) => atomic,
            (Cell::Atom(functor), args) => {
                self.need(args.len() + 1)?;
                let cells: Vec<Cell> = args.iter().map(|&arg| Cell::Ref(arg)).collect();
                self.heap.compound(functor, &cells)
            }
            _ => return Err(PrologError::wrong_type(&self.heap, "atom", name)),
        };
        self.need(1)?;
        let built = self.heap.put(cell);
        Ok(self.heap.unify(term, built).then_some(next))
    }

    /// `append(Front, Back, Whole)`.
    pub(crate) fn append(
        &mut self,
        mut front: Term,
        back: Term,
        mut whole: Term,
        next: Next,
    ) -> Went {
        loop {
            self.steps += 1;
            if self.cost() > self.limits.steps {
                return Err(PrologError::resource("inferences"));
            }
            match self.heap.get(front) {
                (_, Cell::Atom(atoms::NIL)) => {
                    return Ok(self.heap.unify(back, whole).then_some(next));
                }
                (_, Cell::Compound { name: atoms::DOT, arity: 2, args }) => {
                    let Some(rest) = self.take(args, whole)? else { return Ok(None) };
                    (front, whole) = (Term(args.0 + 1), rest);
                }
                (front, Cell::Var) => {
                    // Empty first; longer afterwards, where there is more.
                    let mark = self.heap.mark();
                    let height = self.choices.len();
                    if self.heap.pair(whole).is_some() || self.heap.cell(whole) == Cell::Var {
                        self.choose(Alternative::Append { front, back, whole }, next);
                    }
                    let nil = self.heap.put(Cell::Atom(atoms::NIL));
                    if self.heap.unify(front, nil) && self.heap.unify(back, whole) {
                        return Ok(Some(next));
                    }
                    self.heap.undo(mark);
                    if self.choices.len() == height {
                        return Ok(None);
                    }
                    self.choices.truncate(height);
                    return self.append_longer(front, back, whole, next);
                }
                _ => return Ok(None),
            }
        }
    }

    /// The same when the unbound `front` has one item more than was tried.
    pub(crate) fn append_longer(
        &mut self,
        front: Term,
        back: Term,
        whole: Term,
        next: Next,
    ) -> Went {
        self.need(8)?;
        let (head, tail) = (self.heap.var(), self.heap.var());
        let pair = self.heap.compound(atoms::DOT, &[Cell::Ref(head), Cell::Ref(tail)]);
        let pair = self.heap.put(pair);
        if !self.heap.unify(front, pair) {
            return Ok(None);
        }
        let Some(rest) = self.take(head, whole)? else { return Ok(None) };
        self.append(tail, back, rest, next)
    }

    /// Makes `item` the first of `list` and answers the rest; a list without
    /// an end grows.
    fn take(&mut self, item: Term, list: Term) -> Result<Option<Term>, PrologError> {
        if let Some((head, tail)) = self.heap.pair(list) {
            return Ok(self.heap.unify(item, head).then_some(tail));
        }
        if self.heap.cell(list) != Cell::Var {
            return Ok(None);
        }
        self.need(4)?;
        let tail = self.heap.var();
        let pair = self.heap.compound(atoms::DOT, &[Cell::Ref(item), Cell::Ref(tail)]);
        let pair = self.heap.put(pair);
        Ok(self.heap.unify(list, pair).then_some(tail))
    }

    /// `nth0(Index, List, Item)` and `nth1`, whose items count from `first`.
    fn nth(&mut self, index: Term, list: Term, item: Term, first: i64, next: Next) -> Went {
        let wanted = match self.heap.cell(index) {
            Cell::Var | Cell::Ref(_) => return self.nth_from(index, list, item, first, next),
            Cell::Int(n) => n,
            _ => return Err(PrologError::wrong_type(&self.heap, "integer", index)),
        };
        let Some(mut left) = wanted.checked_sub(first).filter(|&left| left >= 0) else {
            return Ok(None);
        };
        let mut rest = list;
        while let (Some((_, tail)), true) = (self.heap.pair(rest), left > 0) {
            self.steps += 1;
            if self.cost() > self.limits.steps {
                return Err(PrologError::resource("inferences"));
            }
            (rest, left) = (tail, left - 1);
        }
        if left > 0 && self.heap.cell(rest) == Cell::Var {
            // The items between are there, whatever they are.
            let more = usize::try_from(left).unwrap_or(usize::MAX);
            self.need(more.saturating_mul(2).saturating_add(2))?;
            let end = self.heap.var();
            let cell = self.heap.list(&vec![Cell::Var; more], Cell::Ref(end));
            let cell = self.heap.put(cell);
            if !self.heap.unify(rest, cell) {
                return Ok(None);
            }
            (rest, left) = (end, 0);
        }
        Ok(if left > 0 { None } else { self.take(item, rest)?.map(|_| next) })
    }

    /// The items of a list from the one with this number on.
    pub(crate) fn nth_from(
        &mut self,
        index: Term,
        rest: Term,
        item: Term,
        mut number: i64,
        next: Next,
    ) -> Went {
        let mut rest = rest;
        loop {
            self.steps += 1;
            if self.cost() > self.limits.steps {
                return Err(PrologError::resource("inferences"));
            }
            if self.heap.cell(rest) == Cell::Var {
                // Bound before the choice, which goes on from there.
                self.need(4)?;
                let (head, tail) = (self.heap.var(), self.heap.var());
                let pair = self.heap.compound(atoms::DOT, &[Cell::Ref(head), Cell::Ref(tail)]);
                let pair = self.heap.put(pair);
                self.heap.unify(rest, pair);
            }
            let Some((head, tail)) = self.heap.pair(rest) else { return Ok(None) };
            let mark = self.heap.mark();
            let height = self.choices.len();
            let last = self.heap.pair(tail).is_none() && self.heap.cell(tail) != Cell::Var;
            if !last {
                let rest = Alternative::Nth { index, rest: tail, item, number: number + 1 };
                self.choose(rest, next);
            }
            self.need(1)?;
            let value = self.heap.put(Cell::Int(number));
            if self.heap.unify(item, head) && self.heap.unify(index, value) {
                return Ok(Some(next));
            }
            self.heap.undo(mark);
            self.choices.truncate(height);
            if last {
                return Ok(None);
            }
            (rest, number) = (tail, number + 1);
        }
    }

    fn reverse(&mut self, list: Term, reversed: Term, next: Next) -> Went {
        let (items, rest) = self.heap.items(list);
        let known = items.len() as i64;
        self.steps += items.len() as u64;
        match self.heap.get(rest) {
            (_, Cell::Atom(atoms::NIL)) => self.reversed(&items, reversed, next),
            (tail, Cell::Var) => {
                let (others, end) = self.heap.items(reversed);
                let length = others.len() as i64;
                if !self.heap.is_nil(end) {
                    return self.reverse_of_length(list, reversed, known, next);
                }
                if length < known || self.fill(tail, length - known)?.is_none() {
                    return Ok(None);
                }
                let (items, _) = self.heap.items(list);
                self.reversed(&items, reversed, next)
            }
            _ => Ok(None),
        }
    }

    /// Two lists without an end: those of this length, longer ones later.
    pub(crate) fn reverse_of_length(
        &mut self,
        list: Term,
        reversed: Term,
        length: i64,
        next: Next,
    ) -> Went {
        let longer = Alternative::Reverse { list, reversed, length: length + 1 };
        self.choose(longer, next);
        let (items, rest) = self.heap.items(list);
        if self.fill(rest, length - items.len() as i64)?.is_none() {
            return Ok(None);
        }
        let (items, _) = self.heap.items(list);
        self.reversed(&items, reversed, next)
    }

    fn reversed(&mut self, items: &[Term], reversed: Term, next: Next) -> Went {
        self.need(2 * items.len() + 1)?;
        let cells: Vec<Cell> = items.iter().rev().map(|&item| Cell::Ref(item)).collect();
        let list = self.heap.list(&cells, Cell::Atom(atoms::NIL));
        let list = self.heap.put(list);
        Ok(self.heap.unify(reversed, list).then_some(next))
    }

    fn print(&mut self, term: Term, quotes: bool, end: &str, next: Next) -> Went {
        if self.heap.is_cyclic(term) {
            return Err(PrologError::cyclic());
        }
        let style = Style { most: ops::TERM, quotes, cycles: &HashMap::new() };
        let text = write::written(&self.heap, term, &HashMap::new(), style)
            .map_err(|_| PrologError::resource("output"))?;
        self.steps += text.len() as u64 / 16;
        self.put(&text)?;
        self.put(end)?;
        Ok(Some(next))
    }

    pub(crate) fn put(&mut self, text: &str) -> Result<(), PrologError> {
        if self.printed.len() + text.len() > self.limits.output {
            return Err(PrologError::resource("output"));
        }
        self.printed.push_str(text);
        Ok(())
    }
}
