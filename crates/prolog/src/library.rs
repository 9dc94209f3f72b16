//! More of what a student types without thinking: the standard order, lists of
//! numbers, looking at terms, and goals that are asked of every item. Each is
//! found by its name, after everything else was tried.

use std::cmp::Ordering;

use crate::arithmetic::{Number, evaluate};
use crate::error::PrologError;
use crate::solve::{Next, Query};
use crate::term::{Atom, Cell, Term, atoms};

/// How a predicate goes on: what to do next, or `None` when it fails.
type Went = Result<Option<Next>, PrologError>;

/// What the predicates are, by name and number of arguments.
#[derive(Clone, Copy)]
enum Kind {
    /// `@<` and its relatives: the orders that it holds for.
    Order(&'static [Ordering]),
    Compare,
    Functor,
    Arg,
    CopyTerm,
    Ground,
    /// Whether equal items are kept.
    Sort(bool),
    Sum,
    /// The largest item, or the smallest.
    Extreme(&'static str),
    Last,
    Numlist,
    Succ,
    Plus,
    Tab,
    AtomLength,
    Maplist,
    AggregateAll,
}

fn kind(name: &str, arity: u32) -> Option<Kind> {
    use Ordering::{Equal, Greater, Less};
    Some(match (name, arity) {
        ("@<", 2) => Kind::Order(&[Less]),
        ("@>", 2) => Kind::Order(&[Greater]),
        ("@=<", 2) => Kind::Order(&[Less, Equal]),
        ("@>=", 2) => Kind::Order(&[Greater, Equal]),
        ("compare", 3) => Kind::Compare,
        ("functor", 3) => Kind::Functor,
        ("arg", 3) => Kind::Arg,
        ("copy_term", 2) => Kind::CopyTerm,
        ("ground", 1) => Kind::Ground,
        ("msort", 2) => Kind::Sort(true),
        ("sort", 2) => Kind::Sort(false),
        ("sum_list" | "sumlist", 2) => Kind::Sum,
        ("max_list", 2) => Kind::Extreme("max"),
        ("min_list", 2) => Kind::Extreme("min"),
        ("last", 2) => Kind::Last,
        ("numlist", 3) => Kind::Numlist,
        ("succ", 2) => Kind::Succ,
        ("plus", 3) => Kind::Plus,
        ("tab", 1) => Kind::Tab,
        ("atom_length", 2) => Kind::AtomLength,
        ("maplist", 2..=5) => Kind::Maplist,
        ("aggregate_all", 3) => Kind::AggregateAll,
        _ => return None,
    })
}

impl Query {
    /// Calls a predicate of this file; `None` when there is none of this name.
    pub(crate) fn of_library(
        &mut self,
        name: Atom,
        arity: u32,
        args: Term,
        next: Next,
    ) -> Result<Option<Option<Next>>, PrologError> {
        let Some(kind) = kind(self.heap.name(name), arity) else { return Ok(None) };
        let (second, third) = (Term(args.0 + 1), Term(args.0 + 2));
        let went = match kind {
            Kind::Order(orders) => {
                let order = self.order(args, second)?;
                Ok(orders.contains(&order).then_some(next))
            }
            Kind::Compare => self.compare_terms(args, second, third, next),
            Kind::Functor => self.functor(args, second, third, next),
            Kind::Arg => self.argument(args, second, third, next),
            Kind::CopyTerm => {
                let full = |_| PrologError::resource("memory");
                let frozen = self.heap.freeze(args).map_err(full)?;
                let copy = self.heap.thaw(&frozen).map_err(full)?;
                Ok(self.heap.unify(second, copy).then_some(next))
            }
            Kind::Ground => {
                let ground = self.heap.variables(args).is_empty();
                self.steps += self.heap.len() as u64 / 64;
                Ok(ground.then_some(next))
            }
            Kind::Sort(doubles) => self.sort(args, second, doubles, next),
            Kind::Succ => self.succ(args, second, next),
            Kind::Plus => self.plus([args, second, third], next),
            Kind::Tab => self.tab(args, next),
            Kind::AtomLength => self.atom_length(args, second, next),
            // What follows calls others, whose errors are theirs.
            Kind::Sum => return self.sum(args, second, next).map(Some),
            Kind::Extreme(which) => return self.extreme(args, second, which, next).map(Some),
            Kind::Last => return self.last(args, second, next).map(Some),
            Kind::Numlist => return self.numlist([args, second, third], next).map(Some),
            Kind::Maplist => return self.maplist(args, arity, next).map(Some),
            Kind::AggregateAll => return self.aggregate(args, second, third, next).map(Some),
        };
        let name = self.heap.name(name).to_owned();
        went.map(Some).map_err(|problem| match problem.code {
            "resource_error" => problem,
            _ if problem.context.is_some() => problem,
            _ => problem.within("system", &name, arity as usize),
        })
    }

    /// Which of two terms comes first in the standard order: variables by
    /// age, numbers, strings, `[]`, atoms, compounds by their number of
    /// arguments, name and arguments.
    fn order(&mut self, a: Term, b: Term) -> Result<Ordering, PrologError> {
        let mut left = vec![(a, b)];
        while let Some((a, b)) = left.pop() {
            self.steps += 1;
            if self.cost() > self.limits.steps {
                return Err(PrologError::resource("inferences"));
            }
            let ((a, x), (b, y)) = (self.heap.get(a), self.heap.get(b));
            if a == b {
                continue;
            }
            let order = match (x, y) {
                (Cell::Var, Cell::Var) => a.cmp(&b),
                (Cell::Str(x), Cell::Str(y)) => self.heap.string(x).cmp(self.heap.string(y)),
                (Cell::Atom(f), Cell::Atom(g)) if rank(x) == rank(y) => {
                    self.heap.name(f).cmp(self.heap.name(g))
                }
                (
                    Cell::Compound { name: f, arity: m, args: these },
                    Cell::Compound { name: g, arity: n, args: those },
                ) => {
                    let heads = m.cmp(&n).then_with(|| self.heap.name(f).cmp(self.heap.name(g)));
                    if heads.is_eq() && these != those {
                        let pairs = (0..m).rev().map(|n| (Term(these.0 + n), Term(those.0 + n)));
                        left.extend(pairs);
                    }
                    heads
                }
                (x, y) => match (number(x), number(y)) {
                    // Equal by value: the float is the smaller.
                    (Some(x), Some(y)) => x.compare(y).unwrap_or(Ordering::Equal).then_with(|| {
                        let whole = |n| matches!(n, Number::Int(_));
                        whole(x).cmp(&whole(y))
                    }),
                    _ => rank(x).cmp(&rank(y)),
                },
            };
            if order.is_ne() {
                return Ok(order);
            }
        }
        Ok(Ordering::Equal)
    }

    fn compare_terms(&mut self, order: Term, a: Term, b: Term, next: Next) -> Went {
        match self.heap.cell(order) {
            Cell::Var | Cell::Ref(_) => {}
            Cell::Atom(name) if matches!(self.heap.name(name), "<" | "=" | ">") => {}
            Cell::Atom(_) => return Err(PrologError::domain(&self.heap, "order", order)),
            _ => return Err(PrologError::wrong_type(&self.heap, "atom", order)),
        }
        let found = match self.order(a, b)? {
            Ordering::Less => atoms::LESS,
            Ordering::Equal => atoms::EQUAL,
            Ordering::Greater => atoms::GREATER,
        };
        self.is_answer(order, Cell::Atom(found), next)
    }

    /// Unifies an argument with a value.
    fn is_answer(&mut self, argument: Term, value: Cell, next: Next) -> Went {
        self.heap.room(1).map_err(|_| PrologError::resource("memory"))?;
        let value = self.heap.put(value);
        Ok(self.heap.unify(argument, value).then_some(next))
    }

    /// An integer that must be there; `None` of a variable.
    fn integer(&self, term: Term) -> Result<Option<i64>, PrologError> {
        match self.heap.cell(term) {
            Cell::Var | Cell::Ref(_) => Ok(None),
            Cell::Int(n) => Ok(Some(n)),
            _ => Err(PrologError::wrong_type(&self.heap, "integer", term)),
        }
    }

    /// The same from zero on.
    fn natural(&self, term: Term) -> Result<Option<i64>, PrologError> {
        match self.integer(term)? {
            Some(n) if n < 0 => Err(PrologError::domain(&self.heap, "not_less_than_zero", term)),
            found => Ok(found),
        }
    }

    /// The items of a list that has its end.
    fn whole(&mut self, list: Term) -> Result<Vec<Term>, PrologError> {
        let (items, rest) = self.heap.items(list);
        self.steps += items.len() as u64;
        match self.heap.cell(rest) {
            Cell::Atom(atoms::NIL) => Ok(items),
            Cell::Var | Cell::Ref(_) => Err(PrologError::instantiation()),
            _ => Err(PrologError::wrong_type(&self.heap, "list", list)),
        }
    }

    /// Unifies an argument with a list of these terms.
    fn answer_list(&mut self, argument: Term, items: &[Cell], next: Next) -> Went {
        self.heap.room(2 * items.len() + 1).map_err(|_| PrologError::resource("memory"))?;
        self.steps += items.len() as u64 / 8;
        let list = self.heap.list(items, Cell::Atom(atoms::NIL));
        self.is_answer(argument, list, next)
    }

    fn functor(&mut self, term: Term, name: Term, arity: Term, next: Next) -> Went {
        let (of, count) = match self.heap.cell(term) {
            Cell::Var | Cell::Ref(_) => return self.of_functor(term, name, arity, next),
            Cell::Compound { name, arity, .. } => (Cell::Atom(name), arity),
            atomic => (atomic, 0),
        };
        match self.is_answer(name, of, next)? {
            Some(next) => self.is_answer(arity, Cell::Int(i64::from(count)), next),
            None => Ok(None),
        }
    }

    fn of_functor(&mut self, term: Term, name: Term, arity: Term, next: Next) -> Went {
        let of = self.heap.cell(name);
        let Some(count) = self.natural(arity)?.filter(|_| of != Cell::Var) else {
            return Err(PrologError::instantiation());
        };
        match of {
            Cell::Compound { .. } => Err(PrologError::wrong_type(&self.heap, "atomic", name)),
            atomic if count == 0 => self.is_answer(term, atomic, next),
            Cell::Atom(of) => {
                let count = usize::try_from(count).unwrap_or(usize::MAX);
                self.heap
                    .room(count.saturating_add(1))
                    .map_err(|_| PrologError::resource("memory"))?;
                let built = self.heap.compound(of, &vec![Cell::Var; count]);
                self.is_answer(term, built, next)
            }
            _ => Err(PrologError::wrong_type(&self.heap, "atom", name)),
        }
    }

    fn argument(&mut self, number: Term, term: Term, item: Term, next: Next) -> Went {
        let Cell::Compound { arity, args, .. } = self.heap.cell(term) else {
            return Err(match self.heap.cell(term) {
                Cell::Var => PrologError::instantiation(),
                _ => PrologError::wrong_type(&self.heap, "compound", term),
            });
        };
        if let Some(wanted) = self.natural(number)? {
            let inside = (1..=i64::from(arity)).contains(&wanted);
            let at = Term(args.0.saturating_add((wanted - 1) as u32));
            return Ok((inside && self.heap.unify(item, at)).then_some(next));
        }
        // Each of them in turn, as `nth1/3` finds the items of a list.
        let cells: Vec<Cell> = (0..arity).map(|n| Cell::Ref(Term(args.0 + n))).collect();
        self.heap.room(2 * cells.len() + 1).map_err(|_| PrologError::resource("memory"))?;
        let list = self.heap.list(&cells, Cell::Atom(atoms::NIL));
        let list = self.heap.put(list);
        self.nth_from(number, list, item, 1, next)
    }

    /// Sorts by halves, so that what a comparison costs can end it.
    fn sort(&mut self, list: Term, sorted: Term, doubles: bool, next: Next) -> Went {
        let mut items = self.whole(list)?;
        let mut width = 1;
        while width < items.len() {
            let mut merged = Vec::with_capacity(items.len());
            for run in items.chunks(2 * width) {
                let (mut a, mut b) = run.split_at(width.min(run.len()));
                while let (Some((&x, more)), Some((&y, others))) =
                    (a.split_first(), b.split_first())
                {
                    // Of equal items the first stays first.
                    if self.order(x, y)?.is_le() {
                        merged.push(x);
                        a = more;
                    } else {
                        merged.push(y);
                        b = others;
                    }
                }
                merged.extend_from_slice(a);
                merged.extend_from_slice(b);
            }
            items = merged;
            width *= 2;
        }
        if !doubles {
            let mut single: Vec<Term> = Vec::with_capacity(items.len());
            for item in items {
                let again = match single.last() {
                    Some(&last) => self.order(last, item)?.is_eq(),
                    None => false,
                };
                if !again {
                    single.push(item);
                }
            }
            items = single;
        }
        let cells: Vec<Cell> = items.into_iter().map(Cell::Ref).collect();
        self.answer_list(sorted, &cells, next)
    }

    /// The value of an expression; what is wrong with it is `is/2`'s to say.
    fn worth(&mut self, expression: Term) -> Result<Number, PrologError> {
        let most = self.limits.steps;
        evaluate(&self.heap, expression, &mut self.steps, most).map_err(|problem| {
            match problem.code {
                "resource_error" => problem,
                _ => problem.within("system", "is", 2),
            }
        })
    }

    /// A term of a function of two arguments.
    fn applied(&mut self, function: &str, a: Term, b: Term) -> Result<Term, PrologError> {
        self.heap.room(4).map_err(|_| PrologError::resource("memory"))?;
        let function = self.heap.atom(function);
        let applied = self.heap.compound(function, &[Cell::Ref(a), Cell::Ref(b)]);
        Ok(self.heap.put(applied))
    }

    fn sum(&mut self, list: Term, sum: Term, next: Next) -> Went {
        let mut total = self.heap.put(Cell::Int(0));
        for item in self.whole(list)? {
            let more = self.applied("+", total, item)?;
            let value = self.worth(more)?;
            total = self.heap.put(value.cell());
        }
        Ok(self.heap.unify(sum, total).then_some(next))
    }

    fn extreme(&mut self, list: Term, found: Term, which: &str, next: Next) -> Went {
        let items = self.whole(list)?;
        let Some((&first, others)) = items.split_first() else { return Ok(None) };
        let mut best = first;
        for &item in others {
            let better = self.applied(which, best, item)?;
            let value = self.worth(better)?;
            best = self.heap.put(value.cell());
        }
        Ok(self.heap.unify(found, best).then_some(next))
    }

    fn last(&mut self, list: Term, item: Term, next: Next) -> Went {
        let (items, rest) = self.heap.items(list);
        self.steps += items.len() as u64 / 8;
        match (self.heap.cell(rest), items.last()) {
            (Cell::Atom(atoms::NIL), Some(&last)) => {
                Ok(self.heap.unify(item, last).then_some(next))
            }
            // A list without an end: whatever comes before its last item.
            (Cell::Var, _) => {
                self.heap.room(8).map_err(|_| PrologError::resource("memory"))?;
                let single = self.heap.list(&[Cell::Ref(item)], Cell::Atom(atoms::NIL));
                let (front, single) = (self.heap.var(), self.heap.put(single));
                self.append(front, single, list, next)
            }
            _ => Ok(None),
        }
    }

    fn numlist(&mut self, [first, last, list]: [Term; 3], next: Next) -> Went {
        let (Some(low), Some(high)) = (self.integer(first)?, self.integer(last)?) else {
            return Err(PrologError::instantiation());
        };
        if low > high {
            return Ok(None);
        }
        let count = usize::try_from(high.abs_diff(low)).unwrap_or(usize::MAX);
        self.heap
            .room(count.saturating_mul(2).saturating_add(4))
            .map_err(|_| PrologError::resource("memory"))?;
        let cells: Vec<Cell> = (low..=high).map(Cell::Int).collect();
        self.answer_list(list, &cells, next)
    }

    fn succ(&mut self, number: Term, after: Term, next: Next) -> Went {
        match (self.natural(number)?, self.natural(after)?) {
            (Some(n), _) => {
                let after_it =
                    n.checked_add(1).ok_or_else(|| PrologError::evaluation("int_overflow"))?;
                self.is_answer(after, Cell::Int(after_it), next)
            }
            (None, Some(0)) => Ok(None),
            (None, Some(n)) => self.is_answer(number, Cell::Int(n - 1), next),
            (None, None) => Err(PrologError::instantiation()),
        }
    }

    fn plus(&mut self, terms: [Term; 3], next: Next) -> Went {
        let [a, b, sum] =
            [self.integer(terms[0])?, self.integer(terms[1])?, self.integer(terms[2])?];
        let (missing, value) = match (a, b, sum) {
            (Some(a), Some(b), _) => (terms[2], a.checked_add(b)),
            (Some(one), None, Some(sum)) => (terms[1], sum.checked_sub(one)),
            (None, Some(one), Some(sum)) => (terms[0], sum.checked_sub(one)),
            _ => return Err(PrologError::instantiation()),
        };
        let value = value.ok_or_else(|| PrologError::evaluation("int_overflow"))?;
        self.is_answer(missing, Cell::Int(value), next)
    }

    fn tab(&mut self, count: Term, next: Next) -> Went {
        let most = self.limits.steps;
        let value = evaluate(&self.heap, count, &mut self.steps, most)?;
        let Number::Int(count) = value else {
            let value = self.heap.put(value.cell());
            return Err(PrologError::wrong_type(&self.heap, "integer", value));
        };
        let count = usize::try_from(count.max(0)).unwrap_or(usize::MAX);
        if count > self.limits.output {
            return Err(PrologError::resource("output"));
        }
        self.put(&" ".repeat(count))?;
        Ok(Some(next))
    }

    fn atom_length(&mut self, text: Term, length: Term, next: Next) -> Went {
        let letters = match self.heap.cell(text) {
            Cell::Var | Cell::Ref(_) => return Err(PrologError::instantiation()),
            Cell::Compound { .. } => return Err(PrologError::wrong_type(&self.heap, "text", text)),
            // As a text the empty list is empty.
            Cell::Atom(atoms::NIL) => 0,
            Cell::Atom(name) => self.heap.name(name).chars().count(),
            Cell::Str(number) => self.heap.string(number).chars().count(),
            Cell::Int(_) | Cell::Float(_) => self.quoted(text)?.chars().count(),
        };
        self.integer(length)?;
        self.is_answer(length, Cell::Int(letters as i64), next)
    }

    /// `maplist(Goal, List…)`: the goal of the first items, then of the
    /// second, and so on. At least one of the lists has its end.
    fn maplist(&mut self, args: Term, arity: u32, next: Next) -> Went {
        let lists: Vec<Term> = (1..arity).map(|n| Term(args.0 + n)).collect();
        let mut length = None;
        for &list in &lists {
            let (items, rest) = self.heap.items(list);
            self.steps += items.len() as u64;
            if self.heap.is_nil(rest) {
                if length.is_some_and(|length| length != items.len()) {
                    return Ok(None);
                }
                length = Some(items.len());
            } else if self.heap.cell(rest) != Cell::Var {
                return Ok(None);
            }
        }
        let length = length.ok_or_else(PrologError::instantiation)?;
        let mut columns = Vec::with_capacity(lists.len());
        for &list in &lists {
            let (items, rest) = self.heap.items(list);
            if items.len() > length {
                return Ok(None);
            }
            if self.heap.cell(rest) == Cell::Var
                && self.fill(rest, (length - items.len()) as i64)?.is_none()
            {
                return Ok(None);
            }
            columns.push(self.heap.items(list).0);
        }
        let cells = length.saturating_mul(arity as usize + 4);
        self.heap.room(cells).map_err(|_| PrologError::resource("memory"))?;
        let mut goals = None;
        for row in (0..length).rev() {
            let mut called = vec![Cell::Ref(args)];
            called.extend(columns.iter().map(|column| Cell::Ref(column[row])));
            let called = self.heap.compound(atoms::CALL, &called);
            goals = Some(match goals {
                None => called,
                Some(after) => {
                    let after: Cell = after;
                    self.heap.compound(atoms::COMMA, &[called, after])
                }
            });
        }
        match goals {
            None => Ok(Some(next)),
            Some(goals) => {
                let goals = self.heap.put(goals);
                let height = self.choices.len();
                self.enter(goals, height, next).map(Some)
            }
        }
    }

    /// `aggregate_all(Spec, Goal, Result)` as the goals that it stands for.
    fn aggregate(&mut self, spec: Term, goal: Term, result: Term, next: Next) -> Went {
        let (what, template) = match self.heap.cell(spec) {
            Cell::Var | Cell::Ref(_) => return Err(PrologError::instantiation()),
            Cell::Atom(name) => (self.heap.name(name), None),
            Cell::Compound { name, arity: 1, args } => (self.heap.name(name), Some(args)),
            _ => ("", None),
        };
        let then = match (what, template) {
            ("count", _) => "length",
            ("sum", Some(_)) => "sum_list",
            ("max", Some(_)) => "max_list",
            ("min", Some(_)) => "min_list",
            ("bag", Some(_)) => "=",
            ("set", Some(_)) => "sort",
            _ => return Err(PrologError::domain(&self.heap, "aggregate_template", spec)),
        };
        self.heap.room(16).map_err(|_| PrologError::resource("memory"))?;
        let then = self.heap.atom(then);
        let found = Cell::Ref(self.heap.var());
        let template = Cell::Ref(template.unwrap_or(spec));
        let find = self.heap.compound(atoms::FINDALL, &[template, Cell::Ref(goal), found]);
        let count = self.heap.compound(then, &[found, Cell::Ref(result)]);
        let both = self.heap.compound(atoms::COMMA, &[find, count]);
        let both = self.heap.put(both);
        let height = self.choices.len();
        self.enter(both, height, next).map(Some)
    }
}

fn number(cell: Cell) -> Option<Number> {
    match cell {
        Cell::Int(n) => Some(Number::Int(n)),
        Cell::Float(x) => Some(Number::Float(x)),
        _ => None,
    }
}

/// The place of a kind of term in the standard order.
fn rank(cell: Cell) -> u8 {
    match cell {
        Cell::Var | Cell::Ref(_) => 0,
        Cell::Int(_) | Cell::Float(_) => 1,
        Cell::Str(_) => 2,
        Cell::Atom(atoms::NIL) => 3,
        Cell::Atom(_) => 4,
        Cell::Compound { .. } => 5,
    }
}
