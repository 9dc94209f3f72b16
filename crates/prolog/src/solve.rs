//! Goals: conjunction, disjunction, if-then-else, negation, a few built-in
//! predicates and the table. There are no clauses, so a goal cannot call
//! itself, and steps, time and size are limited, so every query ends.
//!
//! What is left to do is a linked list of [`Task`]s; a [`Choice`] remembers
//! the state to return to and what to try there. Both are plain vectors:
//!
//! ```text
//!  (a ; b), c          tasks: c ← a          running: a
//!                      choices: [ then b, next c ]
//! ```

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::host::{Answer, Call, Fault};
use crate::native::Native;
use crate::problem::Problem;
use crate::read::{Read, read_term};
use crate::table::{self, Predicate};
use crate::term::{Atom, Cell, Frozen, Mark, Store, Term, atoms};
use crate::write;

/// What a query may use.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Inferences; comparing or copying a cell counts as a part of one.
    pub steps: u64,
    /// Cells of 16 bytes, terms and choice points together.
    pub cells: usize,
    /// Time per answer.
    pub time: Duration,
    /// Bytes of text that are read.
    pub text: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 50_000_000, cells: 8 << 20, time: Duration::from_secs(60), text: 16 << 20 }
    }
}

/// A goal being solved.
pub struct Query {
    store: Store,
    variables: Vec<(String, Term)>,
    goal: Term,
    module: String,
    tasks: Vec<Task>,
    choices: Vec<Choice>,
    limits: Limits,
    steps: u64,
    started: bool,
    over: bool,
}

/// What came of asking for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The variables are bound; `more` when others may follow.
    Answer { more: bool },
    /// No answer, or none left.
    Nothing,
}

/// One thing left to do, and what comes after it.
#[derive(Clone, Copy, Debug)]
struct Task {
    what: What,
    next: Next,
}

/// The place of a task, or the end of the query.
type Next = Option<u32>;

#[derive(Clone, Copy, Debug)]
enum What {
    /// Prove a goal; a cut in it leaves `barrier` choices.
    Goal {
        goal: Term,
        barrier: usize,
    },
    /// Forget all but so many choices.
    Cut(usize),
    /// `*->`: the choice at this place has nothing left to try.
    SoftCut(usize),
    Fail,
    /// `\+`, for `forall/2`.
    Not(Term),
    /// Note an answer of the `findall/3` whose choice is at this place.
    Collect {
        template: Term,
        at: usize,
    },
}

/// A state to return to, and what to try there.
struct Choice {
    mark: Mark,
    tasks: usize,
    next: Next,
    alternative: Alternative,
}

enum Alternative {
    Goal {
        goal: Term,
        barrier: usize,
    },
    /// Go on: how `\+` succeeds.
    Succeed,
    Nothing,
    Between {
        number: Term,
        next: i64,
        last: i64,
    },
    Member {
        item: Term,
        rest: Term,
    },
    /// Lists of ever more variables.
    Length {
        tail: Term,
        length: Term,
        next: i64,
        known: i64,
    },
    /// `findall/3`, whose goal has now failed for good.
    Findall {
        bag: Term,
        found: Vec<Frozen>,
        size: usize,
    },
    /// Further answers of a predicate of the table, each known to fit.
    Answers {
        args: Term,
        rest: std::vec::IntoIter<Answer>,
    },
}

impl std::fmt::Debug for Query {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Query")
            .field("steps", &self.steps)
            .field("choices", &self.choices.len())
            .finish_non_exhaustive()
    }
}

impl Query {
    /// Reads a goal. Unqualified names are looked for in `module` first, then
    /// in the others.
    pub fn new(text: &str, module: &str, limits: Limits) -> Result<Query, Problem> {
        if text.len() > limits.text {
            return Err(Problem::resource("text_size"));
        }
        let mut store = Store::new(limits.cells);
        let read = read_term(&mut store, text).map_err(|fault| Problem::syntax(&fault))?;
        Ok(Query::of(store, read, module, limits))
    }

    /// A query of a goal that was read into `store`.
    #[must_use]
    pub fn of(store: Store, read: Read, module: &str, limits: Limits) -> Query {
        Query {
            store,
            variables: read.variables,
            goal: read.term,
            module: module.into(),
            tasks: Vec::new(),
            choices: Vec::new(),
            limits,
            steps: 0,
            started: false,
            over: false,
        }
    }

    /// Looks for the first answer, then for the next one. `stop` is asked now
    /// and then and ends the query by answering `true`.
    pub fn next(&mut self, stop: &dyn Fn() -> bool) -> Result<Found, Problem> {
        if self.over {
            return Ok(Found::Nothing);
        }
        let result = self.run(stop);
        self.over = !matches!(result, Ok(Found::Answer { more: true }));
        result
    }

    /// The named variables, in the order of the text.
    #[must_use]
    pub fn variables(&self) -> &[(String, Term)] {
        &self.variables
    }

    /// The goal, with what is known of its variables at present.
    #[must_use]
    pub fn goal(&self) -> Term {
        self.goal
    }

    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// A term of the present answer as quoted text.
    pub fn quoted(&self, term: Term) -> Result<String, Problem> {
        if self.store.is_cyclic(term) {
            return Err(Problem::cyclic());
        }
        write::quoted(&self.store, term, &HashMap::new())
            .map_err(|_| Problem::resource("text_size"))
    }

    /// The present answer: each named variable that is bound, with its value
    /// as quoted text. Variables whose name starts with `_` are left out.
    pub fn answer(&self) -> Result<Vec<(&str, String)>, Problem> {
        self.variables
            .iter()
            .filter(|(name, term)| !name.starts_with('_') && self.is_bound(*term))
            .map(|(name, term)| Ok((name.as_str(), self.quoted(*term)?)))
            .collect()
    }

    /// Whether a variable of the query has a value, or is the same as a
    /// variable named before it.
    #[must_use]
    pub fn is_bound(&self, term: Term) -> bool {
        self.store.cell(term) != Cell::Var
    }

    fn run(&mut self, stop: &dyn Fn() -> bool) -> Result<Found, Problem> {
        let deadline = Instant::now() + self.limits.time;
        let mut poll_at = self.cost();
        let mut next = if self.started {
            match self.backtrack()? {
                Some(next) => next,
                None => return self.nothing(),
            }
        } else {
            self.started = true;
            self.push(What::Goal { goal: self.goal, barrier: 0 }, None)
        };
        while let Some(at) = next {
            self.steps += 1;
            let cost = self.cost();
            if cost > self.limits.steps {
                return Err(Problem::resource("inferences"));
            }
            if cost >= poll_at {
                poll_at = cost + 2_000;
                if stop() {
                    return Err(Problem::interrupted());
                }
                if Instant::now() > deadline {
                    return Err(Problem::resource("time"));
                }
                if self.store.room(self.tasks.len() + 4 * self.choices.len()).is_err() {
                    return Err(Problem::resource("memory"));
                }
            }
            let task = self.tasks[at as usize];
            let went_on = match task.what {
                What::Goal { goal, barrier } => self.prove(goal, barrier, task.next, stop)?,
                What::Cut(height) => {
                    self.choices.truncate(height);
                    Some(task.next)
                }
                What::SoftCut(place) => {
                    self.choices[place].alternative = Alternative::Nothing;
                    Some(task.next)
                }
                What::Fail => None,
                What::Not(goal) => Some(self.not(goal, task.next)),
                What::Collect { template, at } => {
                    self.collect(template, at)?;
                    None
                }
            };
            next = match went_on {
                Some(next) => next,
                None => match self.backtrack()? {
                    Some(next) => next,
                    None => return self.nothing(),
                },
            };
        }
        Ok(Found::Answer { more: !self.choices.is_empty() })
    }

    /// Nothing was found, or the search was cut short by its limit.
    fn nothing(&self) -> Result<Found, Problem> {
        if self.cost() > self.limits.steps {
            return Err(Problem::resource("inferences"));
        }
        Ok(Found::Nothing)
    }

    /// Steps so far, with the cells that unifying and copying touched.
    fn cost(&self) -> u64 {
        self.steps + self.store.work() / 8
    }

    fn push(&mut self, what: What, next: Next) -> Next {
        self.tasks.push(Task { what, next });
        Some(self.tasks.len() as u32 - 1)
    }

    fn choose(&mut self, alternative: Alternative, next: Next) {
        self.choices.push(Choice {
            mark: self.store.mark(),
            tasks: self.tasks.len(),
            next,
            alternative,
        });
    }

    fn not(&mut self, goal: Term, next: Next) -> Next {
        let height = self.choices.len();
        self.choose(Alternative::Succeed, next);
        let fail = self.push(What::Fail, None);
        let cut = self.push(What::Cut(height), fail);
        self.push(What::Goal { goal, barrier: height + 1 }, cut)
    }

    fn collect(&mut self, template: Term, at: usize) -> Result<(), Problem> {
        let frozen = self.store.freeze(template).map_err(|_| Problem::resource("memory"))?;
        let room = self.limits.cells;
        let Alternative::Findall { found, size, .. } = &mut self.choices[at].alternative else {
            unreachable!("the place is that of a findall")
        };
        // A vector of its own costs about as much as four cells.
        *size += frozen.size() + 4;
        if *size > room {
            return Err(Problem::resource("memory"));
        }
        found.push(frozen);
        Ok(())
    }

    /// Returns to the last choice that has something to try; `None` when
    /// there is none, otherwise what to do next.
    fn backtrack(&mut self) -> Result<Option<Next>, Problem> {
        while let Some(mut choice) = self.choices.pop() {
            self.steps += 1;
            self.store.undo(choice.mark);
            self.tasks.truncate(choice.tasks);
            let next = choice.next;
            let went_on = match choice.alternative {
                Alternative::Nothing => None,
                Alternative::Succeed => Some(next),
                Alternative::Goal { goal, barrier } => {
                    Some(self.push(What::Goal { goal, barrier }, next))
                }
                Alternative::Between { number, next: n, last } => {
                    self.between(number, n, last, next)
                }
                Alternative::Member { item, rest } => self.member(item, rest, next),
                Alternative::Length { tail, length, next: n, known } => {
                    self.length_from(tail, length, n, known, next)?
                }
                Alternative::Findall { bag, ref mut found, .. } => {
                    let found = std::mem::take(found);
                    self.finish_findall(bag, found)?.then_some(next)
                }
                Alternative::Answers { args, rest } => {
                    self.answers(args, rest, next)?.then_some(next)
                }
            };
            if went_on.is_some() {
                return Ok(went_on);
            }
            if self.cost() > self.limits.steps {
                return Err(Problem::resource("inferences"));
            }
        }
        Ok(None)
    }

    fn finish_findall(&mut self, bag: Term, found: Vec<Frozen>) -> Result<bool, Problem> {
        let full = |_| Problem::resource("memory");
        let mut items = Vec::with_capacity(found.len());
        for frozen in &found {
            let term = self.store.thaw(frozen).map_err(full)?;
            items.push(Cell::Ref(term));
        }
        self.store.room(items.len() * 2).map_err(full)?;
        let list = self.store.list(&items, Cell::Atom(atoms::NIL));
        let list = self.store.put(list);
        Ok(self.store.unify(bag, list))
    }

    /// Takes the next of a predicate's answers. Each is known to fit.
    fn answers(
        &mut self,
        args: Term,
        mut rest: std::vec::IntoIter<Answer>,
        next: Next,
    ) -> Result<bool, Problem> {
        let Some(answer) = rest.next() else { return Ok(false) };
        if rest.len() > 0 {
            self.choose(Alternative::Answers { args, rest }, next);
        }
        let mut host = Native { store: &mut self.store, stop: &|| false };
        host.fit(args, &answer).map_err(|_| Problem::resource("memory"))
    }

    /// Starts a goal: what to do next, or `None` when it fails.
    fn prove(
        &mut self,
        goal: Term,
        barrier: usize,
        next: Next,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Next>, Problem> {
        let (name, arity, args) = match self.store.cell(goal) {
            Cell::Var | Cell::Ref(_) => return Err(Problem::instantiation()),
            Cell::Atom(name) => (name, 0, goal),
            Cell::Compound { name, arity, args } => (name, arity, args),
            _ => return Err(Problem::wrong_type(&self.store, "callable", goal)),
        };
        let second = Term(args.0 + 1);
        let height = self.choices.len();
        Ok(match (name, arity) {
            (atoms::TRUE, 0) => Some(next),
            (atoms::FAIL | atoms::FALSE, 0) => None,
            (atoms::CUT, 0) => {
                self.choices.truncate(barrier);
                Some(next)
            }
            (atoms::COMMA, 2) => {
                let then = self.push(What::Goal { goal: second, barrier }, next);
                Some(self.push(What::Goal { goal: args, barrier }, then))
            }
            (atoms::SEMICOLON | atoms::BAR, 2) => {
                self.choose(Alternative::Goal { goal: second, barrier }, next);
                let (condition, then, soft) = match self.store.cell(args) {
                    Cell::Compound { name: atoms::ARROW, arity: 2, args } => {
                        (args, Some(Term(args.0 + 1)), false)
                    }
                    Cell::Compound { name: atoms::SOFT_ARROW, arity: 2, args } => {
                        (args, Some(Term(args.0 + 1)), true)
                    }
                    _ => (args, None, false),
                };
                Some(match then {
                    None => self.push(What::Goal { goal: condition, barrier }, next),
                    Some(then) => {
                        let then = self.push(What::Goal { goal: then, barrier }, next);
                        let cut = if soft { What::SoftCut(height) } else { What::Cut(height) };
                        let commit = self.push(cut, then);
                        self.push(What::Goal { goal: condition, barrier: height + 1 }, commit)
                    }
                })
            }
            (atoms::ARROW, 2) => {
                let then = self.push(What::Goal { goal: second, barrier }, next);
                Some(self.commit(args, height, then))
            }
            (atoms::SOFT_ARROW, 2) => {
                let then = self.push(What::Goal { goal: second, barrier }, next);
                Some(self.push(What::Goal { goal: args, barrier: height }, then))
            }
            (atoms::ONCE, 1) => Some(self.commit(args, height, next)),
            (atoms::IGNORE, 1) => {
                self.choose(Alternative::Succeed, next);
                let cut = self.push(What::Cut(height), next);
                Some(self.push(What::Goal { goal: args, barrier: height + 1 }, cut))
            }
            (atoms::CALL, 1) => Some(self.push(What::Goal { goal: args, barrier: height }, next)),
            (atoms::NOT | atoms::NOT_WORD, 1) => Some(self.not(args, next)),
            (atoms::FORALL, 2) => {
                self.choose(Alternative::Succeed, next);
                let fail = self.push(What::Fail, None);
                let cut = self.push(What::Cut(height), fail);
                let unless = self.push(What::Not(second), cut);
                Some(self.push(What::Goal { goal: args, barrier: height + 1 }, unless))
            }
            (atoms::EQUAL, 2) => self.store.unify(args, second).then_some(next),
            (atoms::NOT_EQUAL, 2) => {
                let mark = self.store.mark();
                let equal = self.store.unify(args, second);
                self.store.undo(mark);
                (!equal).then_some(next)
            }
            (atoms::SAME, 2) => self.store.same(args, second).then_some(next),
            (atoms::NOT_SAME, 2) => (!self.store.same(args, second)).then_some(next),
            (atoms::FINDALL, 3) => {
                let bag = Term(args.0 + 2);
                let (_, rest) = self.store.items(bag);
                if self.store.cell(rest) != Cell::Var && !self.store.is_nil(rest) {
                    return Err(Problem::wrong_type(&self.store, "list", bag));
                }
                self.choose(Alternative::Findall { bag, found: Vec::new(), size: 0 }, next);
                let note = self.push(What::Collect { template: args, at: height }, None);
                Some(self.push(What::Goal { goal: second, barrier: height + 1 }, note))
            }
            (atoms::BETWEEN, 3) => self.start_between(args, next)?,
            (atoms::MEMBER, 2) => self.member(args, second, next),
            (atoms::MEMBERCHK, 2) => {
                let cut = self.push(What::Cut(height), next);
                self.member(args, second, cut)
            }
            (atoms::LENGTH, 2) => self.length(args, second, next)?,
            (atoms::COLON, 2) => {
                let Cell::Atom(module) = self.store.cell(args) else {
                    return Err(Problem::wrong_type(&self.store, "module", args));
                };
                // The built-in predicates and the table share no name, so the
                // module only says where to look first.
                if let Cell::Compound { name, arity, args } = self.store.cell(second)
                    && let Some(found) = self.find(self.store.name(module), name, arity)
                {
                    self.call(found, args, next, stop)?
                } else {
                    Some(self.push(What::Goal { goal: second, barrier }, next))
                }
            }
            _ => match self.find(&self.module, name, arity) {
                Some(predicate) => self.call(predicate, args, next, stop)?,
                None => return Err(Problem::unknown_procedure(self.store.name(name), arity)),
            },
        })
    }

    /// The condition of an if-then: proved once, then on to `next`.
    fn commit(&mut self, condition: Term, height: usize, next: Next) -> Next {
        let cut = self.push(What::Cut(height), next);
        self.push(What::Goal { goal: condition, barrier: height }, cut)
    }

    fn find(&self, module: &str, name: Atom, arity: u32) -> Option<&'static Predicate> {
        table::find(module, self.store.name(name), arity as usize)
    }

    fn call(
        &mut self,
        predicate: &'static Predicate,
        args: Term,
        next: Next,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Next>, Problem> {
        // A board is a few hundred cells to read and write.
        self.steps += 50;
        let mut host = Native { store: &mut self.store, stop };
        let mut call = Call { host: &mut host, args: args.0 as usize };
        let fitting = (predicate.function)(&mut call)
            .and_then(|answers| host.fitting(args, answers))
            .map_err(|fault| self.problem(predicate, fault))?;
        Ok(self.answers(args, fitting.into_iter(), next)?.then_some(next))
    }

    fn problem(&self, predicate: &Predicate, fault: Fault) -> Problem {
        let term = |handle: usize| Term(handle as u32);
        match fault {
            Fault::Instantiation => Problem::instantiation(),
            Fault::Type(expected, culprit) => {
                Problem::wrong_type(&self.store, expected, term(culprit))
            }
            Fault::Domain(expected, culprit) => {
                Problem::domain(&self.store, expected, term(culprit))
            }
            Fault::Resource(what) => Problem::resource(what),
            Fault::Interrupted => return Problem::interrupted(),
        }
        .within(predicate.module, predicate.name, predicate.args.len())
    }

    fn start_between(&mut self, args: Term, next: Next) -> Result<Option<Next>, Problem> {
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

    fn between(&mut self, number: Term, first: i64, last: i64, next: Next) -> Option<Next> {
        if first > last {
            return None;
        }
        if first < last {
            self.choose(Alternative::Between { number, next: first + 1, last }, next);
        }
        let value = self.store.put(Cell::Int(first));
        self.store.unify(number, value).then_some(next)
    }

    fn member(&mut self, item: Term, mut rest: Term, next: Next) -> Option<Next> {
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

    fn length(&mut self, list: Term, length: Term, next: Next) -> Result<Option<Next>, Problem> {
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
    fn length_from(
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

    fn fill(&mut self, tail: Term, more: i64) -> Result<Option<()>, Problem> {
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
