//! Terms in one flat heap.
//!
//! A term is the index of a cell. Arguments of a compound are consecutive
//! cells, so `f(X, g(a))` is
//!
//! ```text
//!  cell   0: Compound f/2, args at 1
//!  cell   1: Var                      X, unbound: nothing refers anywhere
//!  cell   2: Compound g/1, args at 3
//!  cell   3: Atom a
//! ```
//!
//! Binding a variable overwrites its cell with `Ref` and notes the old cell on
//! the trail; backtracking restores the trail and cuts the heap back to its
//! former length. Nothing is boxed and nothing here recurses, so neither a
//! term 100,000 levels deep nor a cyclic one can exhaust the machine stack.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A term: the index of its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) u32);

impl Term {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// An interned name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Atom(pub(crate) u32);

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// An unbound variable.
    Var,
    /// The same as another cell.
    Ref(Term),
    Int(i64),
    Float(f64),
    Atom(Atom),
    /// A string, by its number in the heap.
    Str(u32),
    /// `name(args, args + 1, …)`.
    Compound {
        name: Atom,
        arity: u32,
        args: Term,
    },
}

/// The heap may not grow any further: the size limit of the query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// A state of a [`Heap`] to go back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    cells: usize,
    strings: usize,
    string_bytes: usize,
    trail: usize,
}

/// Atoms that the code names; their numbers are their places here.
pub mod atoms {
    use super::Atom;

    macro_rules! known {
        ($($id:ident = $text:literal),* $(,)?) => {
            known!(@count 0u32; $($id = $text),*);
            pub(super) const TEXTS: &[&str] = &[$($text),*];
        };
        (@count $n:expr; $id:ident = $text:literal $(, $rest:ident = $more:literal)*) => {
            pub const $id: Atom = Atom($n);
            known!(@count $n + 1; $($rest = $more),*);
        };
        (@count $n:expr;) => {};
    }

    known! {
        NIL = "[]", DOT = "[|]", COMMA = ",", SEMICOLON = ";", ARROW = "->", SOFT_ARROW = "*->",
        NOT = "\\+", EQUAL = "=", NOT_EQUAL = "\\=", SAME = "==", NOT_SAME = "\\==",
        FINDALL = "findall", BETWEEN = "between", MEMBER = "member", LENGTH = "length",
        TRUE = "true", FAIL = "fail", FALSE = "false", CUT = "!", CALL = "call", ONCE = "once",
        IGNORE = "ignore", FORALL = "forall", NOT_WORD = "not", COLON = ":", CURLY = "{}",
        MINUS = "-", PLUS = "+", BAR = "|", ERROR = "error", NULL = "null", INF = "inf",
        INFINITE = "infinite", EMPTY = "", SLASH = "/", MEMBERCHK = "memberchk",
        IS = "is", LESS = "<", LESS_EQUAL = "=<", GREATER = ">", GREATER_EQUAL = ">=",
        NUMBER_EQUAL = "=:=", NUMBER_NOT_EQUAL = "=\\=", UNIV = "=..", APPEND = "append",
        NTH0 = "nth0", NTH1 = "nth1", REVERSE = "reverse", WRITE = "write", PRINT = "print",
        WRITELN = "writeln", WRITEQ = "writeq", NL = "nl", VAR = "var", NONVAR = "nonvar",
        INTEGER = "integer", NUMBER = "number", ATOM = "atom", IS_LIST = "is_list",
        FLOAT = "float", STRING = "string", COMPOUND = "compound", ATOMIC = "atomic",
        CALLABLE = "callable",
    }
}

/// All the terms of one query.
#[derive(Clone, Debug)]
pub struct Heap {
    cells: Vec<Cell>,
    strings: Vec<Arc<str>>,
    /// Bytes of the strings, counted where each was made.
    string_bytes: usize,
    trail: Vec<(Term, Cell)>,
    names: Vec<Box<str>>,
    numbers: HashMap<Box<str>, Atom>,
    /// Bytes of names, which backtracking does not give back.
    name_bytes: usize,
    most_cells: usize,
    /// Cells visited by unifying and copying.
    work: u64,
}

impl Heap {
    /// A heap of at most `most_cells` cells of 16 bytes; strings and names
    /// are limited to as many bytes.
    #[must_use]
    pub fn new(most_cells: usize) -> Heap {
        let mut heap = Heap {
            cells: Vec::new(),
            strings: Vec::new(),
            string_bytes: 0,
            trail: Vec::new(),
            names: Vec::new(),
            numbers: HashMap::new(),
            name_bytes: 0,
            most_cells: most_cells.min(u32::MAX as usize - 1),
            work: 0,
        };
        for text in atoms::TEXTS {
            heap.atom(text);
        }
        // `[]` is a constant of its own: `'[]'` is another atom.
        heap.numbers.remove("[]");
        heap
    }

    /// The atom of this name.
    pub fn atom(&mut self, name: &str) -> Atom {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let atom = Atom(self.names.len() as u32);
        self.names.push(name.into());
        self.numbers.insert(name.into(), atom);
        self.name_bytes += name.len() + 64;
        atom
    }

    #[must_use]
    pub fn name(&self, atom: Atom) -> &str {
        &self.names[atom.0 as usize]
    }

    /// The text of the string with this number.
    #[must_use]
    pub fn string(&self, number: u32) -> &str {
        &self.strings[number as usize]
    }

    /// Whether `more` cells still fit.
    pub fn room(&self, more: usize) -> Result<(), Full> {
        let used = self.cells.len()
            + 2 * self.trail.len()
            + (self.name_bytes + self.string_bytes) / 16
            + self.strings.len();
        if used.saturating_add(more) > self.most_cells { Err(Full) } else { Ok(()) }
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// About how many bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.cells.capacity() * size_of::<Cell>()
            + self.trail.capacity() * size_of::<(Term, Cell)>()
            + self.strings.capacity() * size_of::<Arc<str>>()
            + self.string_bytes
            + 3 * self.name_bytes
    }

    /// Counts cells that a predicate of the table reads or writes.
    pub fn charge(&mut self, cells: usize) {
        self.work += cells as u64;
    }

    /// How many cells unifying, copying and the table have visited so far.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// A term for a cell.
    pub fn put(&mut self, cell: Cell) -> Term {
        let term = Term(self.cells.len() as u32);
        self.cells.push(cell);
        term
    }

    pub fn var(&mut self) -> Term {
        self.put(Cell::Var)
    }

    /// A new string as a cell.
    pub fn text(&mut self, text: &str) -> Cell {
        self.string_bytes += text.len();
        self.strings.push(text.into());
        Cell::Str(self.strings.len() as u32 - 1)
    }

    /// A new compound as a cell; `args` are copied.
    pub fn compound(&mut self, name: Atom, args: &[Cell]) -> Cell {
        let first = Term(self.cells.len() as u32);
        self.cells.extend_from_slice(args);
        Cell::Compound { name, arity: args.len() as u32, args: first }
    }

    /// The list of these cells with this tail.
    pub fn list(&mut self, items: &[Cell], mut tail: Cell) -> Cell {
        for &item in items.iter().rev() {
            tail = self.compound(atoms::DOT, &[item, tail]);
        }
        tail
    }

    /// Follows references: the final cell and where it is.
    #[must_use]
    pub fn get(&self, mut term: Term) -> (Term, Cell) {
        loop {
            match self.cells[term.index()] {
                Cell::Ref(next) => term = next,
                cell => return (term, cell),
            }
        }
    }

    #[must_use]
    pub fn cell(&self, term: Term) -> Cell {
        self.get(term).1
    }

    /// The `n`th argument (from 0) of a compound whose arguments start at `args`.
    #[must_use]
    pub fn arg(&self, args: Term, n: u32) -> Term {
        Term(args.0 + n)
    }

    /// `[Head|Tail]`, if it is that.
    #[must_use]
    pub fn pair(&self, term: Term) -> Option<(Term, Term)> {
        match self.cell(term) {
            Cell::Compound { name: atoms::DOT, arity: 2, args } => Some((args, self.arg(args, 1))),
            _ => None,
        }
    }

    #[must_use]
    pub fn is_nil(&self, term: Term) -> bool {
        self.cell(term) == Cell::Atom(atoms::NIL)
    }

    /// Walks a list: its items and the rest, which is `[]` for a proper list
    /// and the list's own term again where it is cyclic.
    #[must_use]
    pub fn items(&self, list: Term) -> (Vec<Term>, Term) {
        let mut items = Vec::new();
        let mut rest = list;
        while let Some((head, tail)) = self.pair(rest) {
            // A list cannot have more cells than the heap: it is cyclic.
            if items.len() > self.cells.len() {
                return (items, list);
            }
            items.push(head);
            rest = tail;
        }
        (items, rest)
    }

    /// Whether a list that is not cyclic is a proper one.
    #[must_use]
    pub fn ends_in_nil(&self, mut list: Term) -> bool {
        while let Some((_, tail)) = self.pair(list) {
            list = tail;
        }
        self.is_nil(list)
    }

    pub fn mark(&self) -> Mark {
        Mark {
            cells: self.cells.len(),
            strings: self.strings.len(),
            string_bytes: self.string_bytes,
            trail: self.trail.len(),
        }
    }

    /// Undoes every binding since `mark` and forgets every cell since then.
    pub fn undo(&mut self, mark: Mark) {
        self.unbind(mark);
        self.cells.truncate(mark.cells);
        self.strings.truncate(mark.strings);
        self.string_bytes = mark.string_bytes;
    }

    /// Undoes every binding since `mark` and keeps the cells.
    fn unbind(&mut self, mark: Mark) {
        while self.trail.len() > mark.trail {
            let (term, old) = self.trail.pop().expect("the length was compared");
            self.cells[term.index()] = old;
        }
    }

    /// Says what a cell is that was just made; nothing is noted for undoing.
    pub(crate) fn set(&mut self, term: Term, cell: Cell) {
        self.cells[term.index()] = cell;
    }

    fn bind(&mut self, term: Term, to: Cell) {
        self.trail.push((term, self.cells[term.index()]));
        self.cells[term.index()] = to;
    }

    /// Makes two terms equal, or leaves bindings for [`undo`](Heap::undo)
    /// and answers `false`. There is no occurs check; two cyclic terms unify
    /// in finitely many steps because each pair of compounds that has been
    /// compared becomes one cell.
    pub fn unify(&mut self, a: Term, b: Term) -> bool {
        self.equate(a, b, true)
    }

    /// `==`: equal without binding any variable.
    pub fn same(&mut self, a: Term, b: Term) -> bool {
        let mark = self.mark();
        let same = self.equate(a, b, false);
        self.unbind(mark);
        same
    }

    fn equate(&mut self, a: Term, b: Term, binding: bool) -> bool {
        let mut left = vec![(a, b)];
        while let Some((a, b)) = left.pop() {
            self.work += 1;
            let ((a, x), (b, y)) = (self.get(a), self.get(b));
            if a == b {
                continue;
            }
            match (x, y) {
                // The younger refers to the older, so that cutting the heap
                // back never leaves a reference into nothing.
                (Cell::Var, Cell::Var) if binding => {
                    let (young, old) = if a > b { (a, b) } else { (b, a) };
                    self.bind(young, Cell::Ref(old));
                }
                (Cell::Var, _) if binding => self.bind(a, Cell::Ref(b)),
                (_, Cell::Var) if binding => self.bind(b, Cell::Ref(a)),
                (
                    Cell::Compound { name, arity, args },
                    Cell::Compound { name: name2, arity: arity2, args: args2 },
                ) => {
                    if name != name2 || arity != arity2 {
                        return false;
                    }
                    if args == args2 {
                        continue;
                    }
                    self.bind(a, Cell::Ref(b));
                    // Pushed backwards: compared from the first argument on.
                    left.extend((0..arity).rev().map(|n| (self.arg(args, n), self.arg(args2, n))));
                }
                (Cell::Str(m), Cell::Str(n)) => {
                    if self.string(m) != self.string(n) {
                        return false;
                    }
                }
                (Cell::Float(m), Cell::Float(n)) => {
                    if m.to_bits() != n.to_bits() {
                        return false;
                    }
                }
                (x, y) => {
                    if x != y || x == Cell::Var {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Whether a term contains itself.
    #[must_use]
    pub fn is_cyclic(&self, term: Term) -> bool {
        !self.find_rounds(term, true).is_empty()
    }

    /// The compounds that a term comes round to, each once: where their
    /// arguments are, and the compound.
    #[must_use]
    pub fn rounds(&self, term: Term) -> Vec<(Term, Term)> {
        self.find_rounds(term, false)
    }

    fn find_rounds(&self, term: Term, one_is_enough: bool) -> Vec<(Term, Term)> {
        enum Step {
            Enter(Term),
            Leave(Term),
        }
        let mut found: Vec<(Term, Term)> = Vec::new();
        let mut known = HashSet::new();
        let mut open = HashSet::new();
        let mut done = HashSet::new();
        let mut left = vec![Step::Enter(term)];
        while let Some(step) = left.pop() {
            match step {
                Step::Leave(args) => {
                    open.remove(&args);
                    done.insert(args);
                }
                Step::Enter(term) => {
                    let Cell::Compound { arity, args, .. } = self.cell(term) else { continue };
                    if arity == 0 || done.contains(&args) {
                        continue;
                    }
                    if !open.insert(args) {
                        if known.insert(args) {
                            found.push((args, term));
                        }
                        if one_is_enough {
                            return found;
                        }
                        continue;
                    }
                    left.push(Step::Leave(args));
                    left.extend((0..arity).rev().map(|n| Step::Enter(self.arg(args, n))));
                }
            }
        }
        found
    }

    /// The variables of a term, each once, in the order they are met.
    #[must_use]
    pub fn variables(&self, term: Term) -> Vec<(Term, u32)> {
        let mut places: HashMap<Term, usize> = HashMap::new();
        let mut found: Vec<(Term, u32)> = Vec::new();
        let mut done = HashSet::new();
        let mut left = vec![term];
        while let Some(term) = left.pop() {
            match self.get(term) {
                (at, Cell::Var) => {
                    let place = *places.entry(at).or_insert_with(|| {
                        found.push((at, 0));
                        found.len() - 1
                    });
                    found[place].1 += 1;
                }
                (_, Cell::Compound { arity, args, .. }) if arity > 0 && done.insert(args) => {
                    left.extend((0..arity).rev().map(|n| self.arg(args, n)));
                }
                _ => {}
            }
        }
        found
    }

    /// Copies a term out of the heap, so that it outlives backtracking.
    pub fn freeze(&mut self, term: Term) -> Result<Frozen, Full> {
        let mut frozen = Frozen { cells: vec![Cell::Var], strings: Vec::new() };
        let mut moved: HashMap<Term, Term> = HashMap::new();
        let mut variables: HashMap<Term, Term> = HashMap::new();
        // What to copy, and the frozen cell it goes to.
        let mut left = vec![(term, Term(0))];
        while let Some((from, to)) = left.pop() {
            let (at, cell) = self.get(from);
            frozen.cells[to.index()] = match cell {
                Cell::Var => match variables.get(&at) {
                    Some(&first) => Cell::Ref(first),
                    None => {
                        variables.insert(at, to);
                        Cell::Var
                    }
                },
                Cell::Str(number) => {
                    frozen.strings.push(self.strings[number as usize].clone());
                    Cell::Str(frozen.strings.len() as u32 - 1)
                }
                Cell::Compound { name, arity, args } if arity > 0 => {
                    let args = *moved.entry(args).or_insert_with(|| {
                        let first = Term(frozen.cells.len() as u32);
                        frozen.cells.extend((0..arity).map(|_| Cell::Var));
                        left.extend(
                            (0..arity).rev().map(|n| (self.arg(args, n), Term(first.0 + n))),
                        );
                        first
                    });
                    Cell::Compound { name, arity, args }
                }
                cell => cell,
            };
            if frozen.cells.len() > self.most_cells {
                return Err(Full);
            }
        }
        self.work += frozen.cells.len() as u64;
        Ok(frozen)
    }

    /// Copies a frozen term into the heap, with fresh variables.
    pub fn thaw(&mut self, frozen: &Frozen) -> Result<Term, Full> {
        self.room(frozen.size())?;
        self.work += frozen.cells.len() as u64;
        let base = self.cells.len() as u32;
        let strings = self.strings.len() as u32;
        let shift = |term: Term| Term(term.0 + base);
        self.cells.extend(frozen.cells.iter().map(|&cell| match cell {
            Cell::Ref(to) => Cell::Ref(shift(to)),
            Cell::Str(number) => Cell::Str(number + strings),
            Cell::Compound { name, arity, args } => {
                Cell::Compound { name, arity, args: shift(args) }
            }
            cell => cell,
        }));
        self.strings.extend(frozen.strings.iter().cloned());
        Ok(Term(base))
    }
}

/// A term by itself, outside the heap whose atoms it names.
#[derive(Clone, Debug)]
pub struct Frozen {
    cells: Vec<Cell>,
    strings: Vec<Arc<str>>,
}

impl Frozen {
    /// What it costs in cells.
    #[must_use]
    pub fn size(&self) -> usize {
        self.cells.len() + self.strings.len()
    }
}
