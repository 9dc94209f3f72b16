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

mod counting;

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::error::PrologError;
use crate::host::{Answer, Call, Fault};
use crate::native::Native;
use crate::read::{Read, read_term};
use crate::registry::{self, Predicate};
use crate::term::{Atom, Cell, Frozen, Heap, Mark, Term, atoms};
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
    /// Bytes that `write/1` and its relatives may print.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 50_000_000,
            cells: 8 << 20,
            time: Duration::from_secs(60),
            text: 16 << 20,
            output: 1 << 20,
        }
    }
}

/// A goal being solved.
pub struct Query {
    pub(crate) heap: Heap,
    variables: Vec<(String, Term)>,
    goal: Term,
    module: String,
    tasks: Vec<Task>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) limits: Limits,
    /// How long a machine may think about one move.
    thinking: Duration,
    pub(crate) steps: u64,
    pub(crate) printed: String,
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
pub(crate) type Next = Option<u32>;

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
pub(crate) struct Choice {
    mark: Mark,
    tasks: usize,
    next: Next,
    alternative: Alternative,
}

pub(crate) enum Alternative {
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
    /// `append/3` with an unbound first list, one item longer than before.
    Append {
        front: Term,
        back: Term,
        whole: Term,
    },
    /// The items of a list from this one on, which has this number.
    Nth {
        index: Term,
        rest: Term,
        item: Term,
        number: i64,
    },
    /// `reverse/2` of two lists without an end, of this length.
    Reverse {
        list: Term,
        reversed: Term,
        length: i64,
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
    pub fn new(text: &str, module: &str, limits: Limits) -> Result<Query, PrologError> {
        if text.len() > limits.text {
            return Err(PrologError::resource("text_size"));
        }
        let mut heap = Heap::new(limits.cells);
        let read = read_term(&mut heap, text).map_err(|fault| PrologError::syntax(&fault))?;
        Ok(Query::of(heap, read, module, limits))
    }

    /// A query of a goal that was read into `heap`.
    #[must_use]
    pub fn of(heap: Heap, read: Read, module: &str, limits: Limits) -> Query {
        Query {
            heap,
            variables: read.variables,
            goal: read.term,
            module: module.into(),
            tasks: Vec::new(),
            choices: Vec::new(),
            limits,
            thinking: Duration::MAX,
            steps: 0,
            printed: String::new(),
            started: false,
            over: false,
        }
    }

    /// Looks for the first answer, then for the next one. `stop` is asked now
    /// and then and ends the query by answering `true`.
    pub fn next(&mut self, stop: &dyn Fn() -> bool) -> Result<Found, PrologError> {
        let (begun, time) = (Instant::now(), self.limits.time);
        self.next_while(&|| begun.elapsed() > time, stop)
    }

    /// The same with a deadline that several answers can share. It binds the
    /// machines too: they hear of it while they think.
    pub fn next_while(
        &mut self,
        late: &dyn Fn() -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Found, PrologError> {
        if self.over {
            return Ok(Found::Nothing);
        }
        let result = match self.run(late, &|| stop() || late()) {
            Err(problem) if problem.code == "abort" && !stop() => {
                Err(PrologError::resource("time"))
            }
            result => result,
        };
        self.over = !matches!(result, Ok(Found::Answer { more: true }));
        result
    }

    /// What was printed since this was asked last.
    pub fn take_printed(&mut self) -> String {
        std::mem::take(&mut self.printed)
    }

    /// About how many bytes it takes while it waits to be asked again.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let of = |choice: &Choice| match &choice.alternative {
            Alternative::Findall { found, .. } => {
                found.iter().map(|frozen| frozen.size() * size_of::<Cell>() + 96).sum()
            }
            Alternative::Answers { rest, .. } => {
                let size = |answer: &Answer| {
                    answer.iter().map(|(_, value)| 16 + value.size() * 32).sum::<usize>()
                };
                rest.as_slice().iter().map(size).sum()
            }
            _ => 0,
        };
        self.heap.bytes()
            + self.tasks.capacity() * size_of::<Task>()
            + self.choices.capacity() * size_of::<Choice>()
            + self.choices.iter().map(of).sum::<usize>()
            + self.variables.iter().map(|(name, _)| name.len() + 48).sum::<usize>()
            + self.printed.len()
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

    /// Lets a machine think so long about one move, at most: where others wait
    /// for their answers, each has its share.
    pub fn share_thinking(&mut self, time: Duration) {
        self.thinking = time;
    }

    #[must_use]
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// A term of the present answer as quoted text.
    pub fn quoted(&self, term: Term) -> Result<String, PrologError> {
        if self.heap.is_cyclic(term) {
            return Err(PrologError::cyclic());
        }
        write::quoted(&self.heap, term, &HashMap::new())
            .map_err(|_| PrologError::resource("text_size"))
    }

    /// The present answer: each named variable that is bound, with its value
    /// as quoted text. Variables whose name starts with `_` are left out.
    pub fn answer(&self) -> Result<Vec<(&str, String)>, PrologError> {
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
        self.heap.cell(term) != Cell::Var
    }

    fn run(
        &mut self,
        late: &dyn Fn() -> bool,
        stop: &dyn Fn() -> bool,
    ) -> Result<Found, PrologError> {
        let mut poll_at = self.cost();
        let mut next = if self.started {
            match self.backtrack()? {
                Some(next) => next,
                None => return self.nothing(),
            }
        } else {
            self.started = true;
            self.enter(self.goal, 0, None)?
        };
        while let Some(at) = next {
            self.steps += 1;
            let cost = self.cost();
            if cost > self.limits.steps {
                return Err(PrologError::resource("inferences"));
            }
            if cost >= poll_at {
                poll_at = cost + 2_000;
                if late() {
                    return Err(PrologError::resource("time"));
                }
                if stop() {
                    return Err(PrologError::interrupted());
                }
                if self.heap.room(self.tasks.len() + 4 * self.choices.len()).is_err() {
                    return Err(PrologError::resource("memory"));
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
                What::Not(goal) => {
                    let goal = self.body(goal)?;
                    Some(self.not(goal, task.next))
                }
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
        // What a `*->` has closed has nothing left to try.
        while matches!(self.choices.last(), Some(Choice { alternative: Alternative::Nothing, .. }))
        {
            self.choices.pop();
        }
        Ok(Found::Answer { more: !self.choices.is_empty() })
    }

    /// Nothing was found, or the search was cut short by its limit.
    fn nothing(&self) -> Result<Found, PrologError> {
        if self.cost() > self.limits.steps {
            return Err(PrologError::resource("inferences"));
        }
        Ok(Found::Nothing)
    }

    /// Steps so far, with the cells that unifying and copying touched.
    pub(crate) fn cost(&self) -> u64 {
        self.steps + self.heap.work() / 8
    }

    fn push(&mut self, what: What, next: Next) -> Next {
        self.tasks.push(Task { what, next });
        Some(self.tasks.len() as u32 - 1)
    }

    pub(crate) fn choose(&mut self, alternative: Alternative, next: Next) {
        self.choices.push(Choice {
            mark: self.heap.mark(),
            tasks: self.tasks.len(),
            next,
            alternative,
        });
    }

    /// Starts a goal that is called: the cut in it stays in it.
    pub(crate) fn enter(
        &mut self,
        goal: Term,
        barrier: usize,
        next: Next,
    ) -> Result<Next, PrologError> {
        let goal = self.body(goal)?;
        Ok(self.push(What::Goal { goal, barrier }, next))
    }

    /// A goal as Prolog would compile it: what is no goal anywhere in its
    /// control is an error at once, and a variable in it becomes `call(V)`,
    /// so that a cut that comes through the variable cuts nothing else.
    fn body(&mut self, goal: Term) -> Result<Term, PrologError> {
        let mut variables = false;
        let mut left = vec![goal];
        let mut seen = 0;
        while let Some(part) = left.pop() {
            seen += 1;
            if seen > self.heap.len() + 1 {
                return Err(PrologError::cyclic());
            }
            match self.heap.cell(part) {
                Cell::Var | Cell::Ref(_) if seen == 1 => return Err(PrologError::instantiation()),
                Cell::Var | Cell::Ref(_) => variables = true,
                Cell::Int(_) | Cell::Float(_) | Cell::Str(_) => {
                    return Err(PrologError::wrong_type(&self.heap, "callable", goal));
                }
                Cell::Compound { name, arity, args } if is_control(name, arity) => {
                    left.extend((0..arity).rev().map(|n| self.heap.arg(args, n)));
                }
                Cell::Atom(_) | Cell::Compound { .. } => {}
            }
        }
        self.steps += seen as u64 / 8;
        if !variables {
            return Ok(goal);
        }
        self.heap.room(4 * seen).map_err(|_| PrologError::resource("memory"))?;
        let root = self.heap.var();
        let mut left = vec![(goal, root)];
        while let Some((from, to)) = left.pop() {
            let (at, cell) = self.heap.get(from);
            let copy = match cell {
                Cell::Var => self.heap.compound(atoms::CALL, &[Cell::Ref(at)]),
                Cell::Compound { name, arity, args } if is_control(name, arity) => {
                    let copy = self.heap.compound(name, &vec![Cell::Var; arity as usize]);
                    if let Cell::Compound { args: to, .. } = copy {
                        left.extend((0..arity).map(|n| (Term(args.0 + n), Term(to.0 + n))));
                    }
                    copy
                }
                _ => Cell::Ref(at),
            };
            self.heap.set(to, copy);
        }
        Ok(root)
    }

    fn not(&mut self, goal: Term, next: Next) -> Next {
        let height = self.choices.len();
        self.choose(Alternative::Succeed, next);
        let fail = self.push(What::Fail, None);
        let cut = self.push(What::Cut(height), fail);
        self.push(What::Goal { goal, barrier: height + 1 }, cut)
    }

    fn collect(&mut self, template: Term, at: usize) -> Result<(), PrologError> {
        let frozen = self.heap.freeze(template).map_err(|_| PrologError::resource("memory"))?;
        let room = self.limits.cells;
        let Alternative::Findall { found, size, .. } = &mut self.choices[at].alternative else {
            unreachable!("the place is that of a findall")
        };
        // A vector of its own costs about as much as four cells.
        *size += frozen.size() + 4;
        if *size > room {
            return Err(PrologError::resource("memory"));
        }
        found.push(frozen);
        Ok(())
    }

    /// Returns to the last choice that has something to try; `None` when
    /// there is none, otherwise what to do next.
    fn backtrack(&mut self) -> Result<Option<Next>, PrologError> {
        while let Some(mut choice) = self.choices.pop() {
            self.steps += 1;
            self.heap.undo(choice.mark);
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
                Alternative::Append { front, back, whole } => {
                    self.append_longer(front, back, whole, next)?
                }
                Alternative::Nth { index, rest, item, number } => {
                    self.nth_from(index, rest, item, number, next)?
                }
                Alternative::Reverse { list, reversed, length } => {
                    self.reverse_of_length(list, reversed, length, next)?
                }
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
                return Err(PrologError::resource("inferences"));
            }
        }
        Ok(None)
    }

    fn finish_findall(&mut self, bag: Term, found: Vec<Frozen>) -> Result<bool, PrologError> {
        let full = |_| PrologError::resource("memory");
        let mut items = Vec::with_capacity(found.len());
        for frozen in &found {
            let term = self.heap.thaw(frozen).map_err(full)?;
            items.push(Cell::Ref(term));
        }
        self.heap.room(items.len() * 2).map_err(full)?;
        let list = self.heap.list(&items, Cell::Atom(atoms::NIL));
        let list = self.heap.put(list);
        Ok(self.heap.unify(bag, list))
    }

    /// Takes the next of a predicate's answers. Each is known to fit.
    fn answers(
        &mut self,
        args: Term,
        mut rest: std::vec::IntoIter<Answer>,
        next: Next,
    ) -> Result<bool, PrologError> {
        let Some(answer) = rest.next() else { return Ok(false) };
        if rest.len() > 0 {
            self.choose(Alternative::Answers { args, rest }, next);
        }
        let mut host = Native { heap: &mut self.heap, stop: &|| false, thinking: self.thinking };
        host.fit(args, &answer).map_err(|_| PrologError::resource("memory"))
    }

    /// Starts a goal: what to do next, or `None` when it fails.
    fn prove(
        &mut self,
        goal: Term,
        barrier: usize,
        next: Next,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Next>, PrologError> {
        let (name, arity, args) = match self.heap.cell(goal) {
            Cell::Var | Cell::Ref(_) => return Err(PrologError::instantiation()),
            Cell::Atom(name) => (name, 0, goal),
            Cell::Compound { name, arity, args } => (name, arity, args),
            _ => return Err(PrologError::wrong_type(&self.heap, "callable", goal)),
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
                let (condition, then, soft) = match self.heap.cell(args) {
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
            (atoms::ONCE, 1) => {
                let goal = self.body(args)?;
                Some(self.commit(goal, height, next))
            }
            (atoms::IGNORE, 1) => {
                let goal = self.body(args)?;
                self.choose(Alternative::Succeed, next);
                let cut = self.push(What::Cut(height), next);
                Some(self.push(What::Goal { goal, barrier: height + 1 }, cut))
            }
            (atoms::CALL, 1) => Some(self.enter(args, height, next)?),
            (atoms::CALL, _) if arity > 1 => {
                let goal = self.extended(args, arity)?;
                Some(self.enter(goal, height, next)?)
            }
            (atoms::NOT, 1) => Some(self.not(args, next)),
            (atoms::NOT_WORD, 1) => {
                let goal = self.body(args)?;
                Some(self.not(goal, next))
            }
            (atoms::FORALL, 2) => {
                let goal = self.body(args)?;
                self.choose(Alternative::Succeed, next);
                let fail = self.push(What::Fail, None);
                let cut = self.push(What::Cut(height), fail);
                let unless = self.push(What::Not(second), cut);
                Some(self.push(What::Goal { goal, barrier: height + 1 }, unless))
            }
            (atoms::EQUAL, 2) => self.heap.unify(args, second).then_some(next),
            (atoms::NOT_EQUAL, 2) => {
                let mark = self.heap.mark();
                let equal = self.heap.unify(args, second);
                self.heap.undo(mark);
                (!equal).then_some(next)
            }
            (atoms::SAME, 2) => self.heap.same(args, second).then_some(next),
            (atoms::NOT_SAME, 2) => (!self.heap.same(args, second)).then_some(next),
            (atoms::FINDALL, 3) => {
                let bag = Term(args.0 + 2);
                let goal = self.body(second)?;
                self.choose(Alternative::Findall { bag, found: Vec::new(), size: 0 }, next);
                let note = self.push(What::Collect { template: args, at: height }, None);
                Some(self.push(What::Goal { goal, barrier: height + 1 }, note))
            }
            (atoms::BETWEEN, 3) => self.start_between(args, next)?,
            (atoms::MEMBER, 2) => self.member(args, second, next),
            (atoms::MEMBERCHK, 2) => {
                let (items, rest) = self.heap.items(second);
                if !matches!(self.heap.cell(rest), Cell::Var | Cell::Atom(atoms::NIL)) {
                    return self.memberchk_of_no_list(args, &items, rest, next);
                }
                let cut = self.push(What::Cut(height), next);
                self.member(args, second, cut)
            }
            (atoms::LENGTH, 2) => self.length(args, second, next)?,
            (atoms::COLON, 2) => {
                let (module, goal) = self.unqualified(goal)?;
                let Cell::Atom(module) = self.heap.cell(module) else {
                    return Err(PrologError::wrong_type(&self.heap, "atom", module));
                };
                // The built-in predicates and the table share no name, so the
                // module only says where to look first.
                if let Cell::Compound { name, arity, args } = self.heap.cell(goal)
                    && let Some(found) = self.find(self.heap.name(module), name, arity)
                {
                    self.call(found, args, next, stop)?
                } else {
                    let goal = self.body(goal)?;
                    let module = write::quoted_atom(&self.heap, module);
                    self.prove(goal, height, next, stop)
                        .map_err(|problem| problem.unknown_in(&module))?
                }
            }
            _ => match self.find(&self.module, name, arity) {
                Some(predicate) => self.call(predicate, args, next, stop)?,
                None => match self.builtin(name, arity, args, next)? {
                    Some(went_on) => went_on,
                    None => return Err(PrologError::unknown_procedure(&self.heap, name, arity)),
                },
            },
        })
    }

    /// The condition of an if-then: proved once, then on to `next`.
    fn commit(&mut self, condition: Term, height: usize, next: Next) -> Next {
        let cut = self.push(What::Cut(height), next);
        self.push(What::Goal { goal: condition, barrier: height }, cut)
    }

    /// The last module in front of a goal, and the goal behind it.
    pub(crate) fn unqualified(&self, mut goal: Term) -> Result<(Term, Term), PrologError> {
        let mut module = goal;
        for _ in 0..=self.heap.len() {
            let Cell::Compound { name: atoms::COLON, arity: 2, args } = self.heap.cell(goal) else {
                return Ok((module, goal));
            };
            if self.heap.cell(args) == Cell::Var {
                return Err(PrologError::instantiation());
            }
            (module, goal) = (args, Term(args.0 + 1));
        }
        Err(PrologError::cyclic())
    }

    fn find(&self, module: &str, name: Atom, arity: u32) -> Option<&'static Predicate> {
        registry::find(module, self.heap.name(name), arity as usize)
    }

    fn call(
        &mut self,
        predicate: &'static Predicate,
        args: Term,
        next: Next,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Next>, PrologError> {
        // A board is a few hundred cells to read and write.
        self.steps += 50;
        let mut host = Native { heap: &mut self.heap, stop, thinking: self.thinking };
        let mut call = Call { host: &mut host, args: args.0 as usize };
        let fitting = (predicate.function)(&mut call)
            .and_then(|answers| host.fitting(args, answers))
            .map_err(|fault| self.problem(predicate, fault))?;
        Ok(self.answers(args, fitting.into_iter(), next)?.then_some(next))
    }

    fn problem(&self, predicate: &Predicate, fault: Fault) -> PrologError {
        let term = |handle: usize| Term(handle as u32);
        match fault {
            Fault::Instantiation => PrologError::instantiation(),
            Fault::Type(expected, culprit) => {
                PrologError::wrong_type(&self.heap, expected, term(culprit))
            }
            Fault::Domain(expected, culprit) => {
                PrologError::domain(&self.heap, expected, term(culprit))
            }
            Fault::Malformed(expected, culprit, slip) => {
                PrologError::malformed(&self.heap, expected, term(culprit), *slip)
            }
            Fault::Resource(what) => PrologError::resource(what),
            Fault::Interrupted => return PrologError::interrupted(),
        }
        .within(predicate.module, predicate.name, predicate.args.len())
    }
}

/// Whether this is control that a body is made of, rather than a call.
fn is_control(name: Atom, arity: u32) -> bool {
    matches!(
        (name, arity),
        (atoms::COMMA | atoms::SEMICOLON | atoms::BAR | atoms::ARROW | atoms::SOFT_ARROW, 2)
            | (atoms::NOT, 1)
    )
}
