//! The control predicates that count or walk a list and leave choices behind:
//! `between/3`, `member/2`, `length/2`.

use super::*;

impl Query {
    pub(super) fn start_between(
        &mut self,
        args: Term,
        next: Next,
    ) -> Result<Option<Next>, PrologError> {
        let integer = |query: &Query, n| match query.heap.cell(Term(args.0 + n)) {
            Cell::Var | Cell::Ref(_) => Err(PrologError::instantiation()),
            Cell::Int(value) => Ok(value),
            Cell::Atom(atoms::INF | atoms::INFINITE) if n == 1 => Ok(i64::MAX),
            _ => Err(PrologError::wrong_type(&query.heap, "integer", Term(args.0 + n))),
        };
        let (first, last) = (integer(self, 0)?, integer(self, 1)?);
        let number = Term(args.0 + 2);
        Ok(match self.heap.cell(number) {
            Cell::Var => self.between(number, first, last, next),
            Cell::Int(value) => (first..=last).contains(&value).then_some(next),
            _ => return Err(PrologError::wrong_type(&self.heap, "integer", number)),
        })
    }

    pub(super) fn between(
        &mut self,
        number: Term,
        first: i64,
        last: i64,
        next: Next,
    ) -> Option<Next> {
        if first > last {
            return None;
        }
        if first < last {
            self.choose(Alternative::Between { number, next: first + 1, last }, next);
        }
        let value = self.heap.put(Cell::Int(first));
        self.heap.unify(number, value).then_some(next)
    }

    pub(super) fn member(&mut self, item: Term, mut rest: Term, next: Next) -> Option<Next> {
        loop {
            let (head, tail) = match self.heap.get(rest) {
                (_, Cell::Compound { name: atoms::DOT, arity: 2, args }) => {
                    (args, Term(args.0 + 1))
                }
                // A partial list: one more item, and so on for ever.
                (at, Cell::Var) => {
                    let (head, tail) = (self.heap.var(), self.heap.var());
                    let cell = self.heap.compound(atoms::DOT, &[Cell::Ref(head), Cell::Ref(tail)]);
                    let pair = self.heap.put(cell);
                    // Bound before the choice, which goes on from there.
                    let bound = self.heap.unify(at, pair);
                    debug_assert!(bound, "a variable was bound");
                    self.choose(Alternative::Member { item, rest: tail }, next);
                    return self.heap.unify(item, head).then_some(next);
                }
                _ => return None,
            };
            self.steps += 1;
            // The last item of a list leaves no choice.
            let last = !matches!(self.heap.cell(tail), Cell::Compound { .. } | Cell::Var);
            let mark = self.heap.mark();
            let height = self.choices.len();
            if !last {
                self.choose(Alternative::Member { item, rest: tail }, next);
            }
            if self.heap.unify(item, head) {
                return Some(next);
            }
            self.heap.undo(mark);
            self.choices.truncate(height);
            if last || self.cost() > self.limits.steps {
                return None;
            }
            rest = tail;
        }
    }

    /// `memberchk/2` of what does not end like a list: an item is found, or
    /// the end complained of.
    pub(super) fn memberchk_of_no_list(
        &mut self,
        item: Term,
        items: &[Term],
        end: Term,
        next: Next,
    ) -> Result<Option<Next>, PrologError> {
        for &other in items {
            self.steps += 1;
            let mark = self.heap.mark();
            if self.heap.unify(item, other) {
                return Ok(Some(next));
            }
            self.heap.undo(mark);
        }
        Err(PrologError::wrong_type(&self.heap, "list", end))
    }

    pub(super) fn length(
        &mut self,
        list: Term,
        length: Term,
        next: Next,
    ) -> Result<Option<Next>, PrologError> {
        let (items, rest) = self.heap.items(list);
        self.steps += items.len() as u64;
        let known = items.len() as i64;
        let wanted = match self.heap.cell(length) {
            Cell::Var => None,
            Cell::Int(n) if n < 0 => {
                return Err(PrologError::domain(&self.heap, "not_less_than_zero", length));
            }
            Cell::Int(n) => Some(n),
            _ => return Err(PrologError::wrong_type(&self.heap, "integer", length)),
        };
        match (self.heap.get(rest), wanted) {
            ((_, Cell::Atom(atoms::NIL)), _) => {
                let value = self.heap.put(Cell::Int(known));
                Ok(self.heap.unify(length, value).then_some(next))
            }
            // `length(L,L)`: no list is its own length.
            ((tail, Cell::Var), None) if self.heap.get(length).0 == tail => Ok(None),
            ((tail, Cell::Var), Some(wanted)) => {
                Ok(if wanted < known { None } else { self.fill(tail, wanted - known)? }
                    .map(|()| next))
            }
            ((tail, Cell::Var), None) => self.length_from(tail, length, known, known, next),
            _ => Err(PrologError::wrong_type(&self.heap, "list", list)),
        }
    }

    /// Makes the list's end `total - known` variables longer, and leaves one
    /// more for the next time.
    pub(super) fn length_from(
        &mut self,
        tail: Term,
        length: Term,
        total: i64,
        known: i64,
        next: Next,
    ) -> Result<Option<Next>, PrologError> {
        self.choose(Alternative::Length { tail, length, next: total + 1, known }, next);
        if self.fill(tail, total - known)?.is_none() {
            return Ok(None);
        }
        let value = self.heap.put(Cell::Int(total));
        Ok(self.heap.unify(length, value).then_some(next))
    }

    pub(crate) fn fill(&mut self, tail: Term, more: i64) -> Result<Option<()>, PrologError> {
        let more = usize::try_from(more).unwrap_or(usize::MAX);
        self.steps += (more as u64) / 8;
        self.heap.room(more.saturating_mul(2)).map_err(|_| PrologError::resource("memory"))?;
        // Each pair's head is its own variable: a cell that is `Var` in place.
        let mut list = Cell::Atom(atoms::NIL);
        for _ in 0..more {
            list = self.heap.compound(atoms::DOT, &[Cell::Var, list]);
        }
        let list = self.heap.put(list);
        Ok(self.heap.unify(tail, list).then_some(()))
    }
}
