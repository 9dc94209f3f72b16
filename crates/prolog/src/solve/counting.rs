//! The control predicates that count or walk a list and leave choices behind:
//! `between/3`, `member/2`, `length/2`.

use super::*;

impl Query {
    pub(super) fn start_between(
        &mut self,
        args: Term,
        next: Next,
    ) -> Result<Option<Next>, Problem> {
        let integer = |query: &Query, n| match query.store.cell(Term(args.0 + n)) {
            Cell::Var | Cell::Ref(_) => Err(Problem::instantiation()),
            Cell::Int(value) => Ok(value),
            Cell::Atom(atoms::INF | atoms::INFINITE) if n == 1 => Ok(i64::MAX),
            _ => Err(Problem::wrong_type(&query.store, "integer", Term(args.0 + n))),
        };
        let (first, last) = (integer(self, 0)?, integer(self, 1)?);
        let number = Term(args.0 + 2);
        Ok(match self.store.cell(number) {
            Cell::Var => self.between(number, first, last, next),
            Cell::Int(value) => (first..=last).contains(&value).then_some(next),
            _ => return Err(Problem::wrong_type(&self.store, "integer", number)),
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
        let value = self.store.put(Cell::Int(first));
        self.store.unify(number, value).then_some(next)
    }

    pub(super) fn member(&mut self, item: Term, mut rest: Term, next: Next) -> Option<Next> {
        loop {
            let (head, tail) = match self.store.get(rest) {
                (_, Cell::Compound { name: atoms::DOT, arity: 2, args }) => {
                    (args, Term(args.0 + 1))
                }
                // A partial list: one more item, and so on for ever.
                (at, Cell::Var) => {
                    let (head, tail) = (self.store.var(), self.store.var());
                    let cell = self.store.compound(atoms::DOT, &[Cell::Ref(head), Cell::Ref(tail)]);
                    let pair = self.store.put(cell);
                    // Bound before the choice, which goes on from there.
                    let bound = self.store.unify(at, pair);
                    debug_assert!(bound, "a variable was bound");
                    self.choose(Alternative::Member { item, rest: tail }, next);
                    return self.store.unify(item, head).then_some(next);
                }
                _ => return None,
            };
            self.steps += 1;
            // The last item of a list leaves no choice.
            let last = !matches!(self.store.cell(tail), Cell::Compound { .. } | Cell::Var);
            let mark = self.store.mark();
            let height = self.choices.len();
            if !last {
                self.choose(Alternative::Member { item, rest: tail }, next);
            }
            if self.store.unify(item, head) {
                return Some(next);
            }
            self.store.undo(mark);
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
    ) -> Result<Option<Next>, Problem> {
        for &other in items {
            self.steps += 1;
            let mark = self.store.mark();
            if self.store.unify(item, other) {
                return Ok(Some(next));
            }
            self.store.undo(mark);
        }
        Err(Problem::wrong_type(&self.store, "list", end))
    }

    pub(super) fn length(
        &mut self,
        list: Term,
        length: Term,
        next: Next,
    ) -> Result<Option<Next>, Problem> {
        let (items, rest) = self.store.items(list);
        self.steps += items.len() as u64;
        let known = items.len() as i64;
        let wanted = match self.store.cell(length) {
            Cell::Var => None,
            Cell::Int(n) if n < 0 => {
                return Err(Problem::domain(&self.store, "not_less_than_zero", length));
            }
            Cell::Int(n) => Some(n),
            _ => return Err(Problem::wrong_type(&self.store, "integer", length)),
        };
        match (self.store.get(rest), wanted) {
            ((_, Cell::Atom(atoms::NIL)), _) => {
                let value = self.store.put(Cell::Int(known));
                Ok(self.store.unify(length, value).then_some(next))
            }
            // `length(L,L)`: no list is its own length.
            ((tail, Cell::Var), None) if self.store.get(length).0 == tail => Ok(None),
            ((tail, Cell::Var), Some(wanted)) => {
                Ok(if wanted < known { None } else { self.fill(tail, wanted - known)? }
                    .map(|()| next))
            }
            ((tail, Cell::Var), None) => self.length_from(tail, length, known, known, next),
            _ => Err(Problem::wrong_type(&self.store, "list", list)),
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
    ) -> Result<Option<Next>, Problem> {
        self.choose(Alternative::Length { tail, length, next: total + 1, known }, next);
        if self.fill(tail, total - known)?.is_none() {
            return Ok(None);
        }
        let value = self.store.put(Cell::Int(total));
        Ok(self.store.unify(length, value).then_some(next))
    }

    pub(crate) fn fill(&mut self, tail: Term, more: i64) -> Result<Option<()>, Problem> {
        let more = usize::try_from(more).unwrap_or(usize::MAX);
        self.steps += (more as u64) / 8;
        self.store.room(more.saturating_mul(2)).map_err(|_| Problem::resource("memory"))?;
        // Each pair's head is its own variable: a cell that is `Var` in place.
        let mut list = Cell::Atom(atoms::NIL);
        for _ in 0..more {
            list = self.store.compound(atoms::DOT, &[Cell::Var, list]);
        }
        let list = self.store.put(list);
        Ok(self.store.unify(tail, list).then_some(()))
    }
}
