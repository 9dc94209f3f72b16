//! What a predicate sees of whoever calls it.
//!
//! The same functions serve two hosts: the solver of this crate, whose terms
//! are cells of a [`crate::Heap`], and real SWI-Prolog through
//! `crates/swipl`, whose terms are `term_t`. Both name terms by a number and
//! keep the arguments of a call consecutive, so a call is a number and an
//! arity, and nothing is copied on the way in.

use std::ops::ControlFlow;
use std::time::Duration;

use sobremesa_kernel::Message;

/// A term of the host.
pub type Handle = usize;

/// Why a predicate did not get to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Something that must be known is an unbound variable.
    Instantiation,
    /// Not of the named type: `type_error(expected, culprit)`.
    Type(&'static str, Handle),
    /// Of the right type, but not one of the values: `domain_error(…)`.
    Domain(&'static str, Handle),
    /// Not of the named type, and what is wrong with it in words: a board.
    Malformed(&'static str, Handle, Box<Message>),
    /// Too large or too long: `resource_error(what)`.
    Resource(&'static str),
    /// The host asked to stop; it knows why.
    Interrupted,
}

/// What kind of term something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Var,
    /// An integer; one of more than 64 bits is the largest or the smallest of
    /// them, which is as far out of every range.
    Integer(i64),
    Atom,
    String,
    /// Compounds, lists (`[]` too), floats.
    Other,
}

/// The symbols that stand on the cells of a game's boards. A cell is read as
/// an atom or a string, and written as `strings` says.
#[derive(Debug, PartialEq, Eq)]
pub struct Alphabet {
    /// The type that a malformed board is not.
    pub board: &'static str,
    /// What one symbol is called in a domain error.
    pub symbol: &'static str,
    /// A cell is its place here.
    pub symbols: [&'static str; 3],
    pub strings: bool,
    /// The number of the first row and of the first column.
    pub first: usize,
    /// Rows and columns of every board, where there is but one size.
    pub size: Option<(usize, usize)>,
    /// A small number of its own, for hosts that remember the symbols.
    pub id: usize,
}

/// A value that a predicate answers, without a host.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Integer(i64),
    Atom(&'static str),
    Text(&'static str),
    List(Vec<Value>),
    Compound(&'static str, Vec<Value>),
    /// `[row, column]`, so common that it is spared two allocations.
    Place(i64, i64),
    /// A board: rows of `columns` cells of an alphabet.
    Grid(&'static Alphabet, usize, Box<[u8]>),
    /// One symbol of an alphabet.
    Symbol(&'static Alphabet, u8),
    /// A term of the call itself.
    Term(Handle),
}

impl Value {
    /// About how many cells of a heap it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Value::List(items) => items.iter().map(|item| 2 + item.size()).sum::<usize>() + 1,
            Value::Compound(_, args) => args.iter().map(Value::size).sum::<usize>() + 1,
            Value::Grid(_, columns, cells) => 2 * (cells.len() + cells.len() / columns.max(&1)) + 8,
            Value::Place(..) => 4,
            _ => 1,
        }
    }
}

/// One solution: arguments (counted from 0) and what they are.
pub type Answer = Vec<(usize, Value)>;

/// The terms of whoever calls a predicate.
pub trait Host {
    fn kind(&mut self, term: Handle) -> Kind;

    /// Which symbol of the alphabet an atom or string is.
    fn symbol(&mut self, term: Handle, alphabet: &'static Alphabet) -> Option<u8>;

    /// Replaces `into` with the items of a list. `Type("list")` when it is
    /// not one, `Instantiation` when its end is unbound.
    fn items(&mut self, list: Handle, into: &mut Vec<Handle>) -> Result<(), Fault>;

    /// Replaces `into` with the arguments of a compound; `false` when it is
    /// not a compound.
    fn arguments(&mut self, term: Handle, into: &mut Vec<Handle>) -> bool;

    /// Makes a term equal to a value; bindings made before a `false` remain
    /// for the host to undo.
    fn unify(&mut self, term: Handle, value: &Value) -> Result<bool, Fault>;

    /// Called now and then by searches.
    fn poll(&mut self) -> ControlFlow<()>;

    /// How long a machine may think about one move, at most.
    fn thinking(&self) -> Duration {
        Duration::MAX
    }

    /// The beginning of a term as text, for messages.
    fn shown(&mut self, term: Handle) -> String;

    /// Reads a list of equally long lists of symbols: replaces `cells`, row
    /// by row, and answers the number of columns. What is wrong with it is
    /// said by row and column.
    fn grid(
        &mut self,
        term: Handle,
        alphabet: &'static Alphabet,
        cells: &mut Vec<u8>,
    ) -> Result<usize, Fault> {
        read_grid(self, term, alphabet, cells)
    }
}

/// The board that a term is, cell by cell; see [`Host::grid`].
pub fn read_grid(
    host: &mut (impl Host + ?Sized),
    term: Handle,
    alphabet: &'static Alphabet,
    cells: &mut Vec<u8>,
) -> Result<usize, Fault> {
    let malformed = |slip: Message| Fault::Malformed(alphabet.board, term, Box::new(slip));
    let number = |place: usize| place + alphabet.first;
    let (mut rows, mut row) = (Vec::new(), Vec::new());
    cells.clear();
    match host.items(term, &mut rows) {
        Err(Fault::Type(..)) => return Err(malformed(Message::new("prolog-slip-no-list"))),
        read => read?,
    }
    let (expected_rows, mut columns) = alphabet.size.unwrap_or((rows.len(), 0));
    for (place, &list) in rows.iter().enumerate() {
        match host.items(list, &mut row) {
            Err(Fault::Type(..)) => {
                let slip = Message::new("prolog-slip-row-no-list").with("row", number(place));
                let found = host.shown(list);
                return Err(malformed(slip.with("found", found)));
            }
            read => read?,
        }
        if place == 0 && alphabet.size.is_none() {
            columns = row.len();
        }
        for (column, &cell) in row.iter().enumerate() {
            match host.symbol(cell, alphabet) {
                Some(symbol) => cells.push(symbol),
                None if host.kind(cell) == Kind::Var => return Err(Fault::Instantiation),
                None => {
                    let found = host.shown(cell);
                    let quote = if alphabet.strings { "\"" } else { "" };
                    let known = alphabet.symbols.map(|symbol| format!("{quote}{symbol}{quote}"));
                    let slip = Message::new("prolog-slip-cell")
                        .with("row", number(place))
                        .with("column", number(column))
                        .with("found", found)
                        .with("known", known.join(" "));
                    return Err(malformed(slip));
                }
            }
        }
        if row.len() != columns {
            let slip = Message::new("prolog-slip-row-length")
                .with("row", number(place))
                .with("found", row.len())
                .with("expected", columns);
            return Err(malformed(slip));
        }
    }
    if rows.len() != expected_rows {
        let slip = Message::new("prolog-slip-rows")
            .with("found", rows.len())
            .with("expected", expected_rows);
        return Err(malformed(slip));
    }
    Ok(columns)
}

/// One call of a predicate: its host and its arguments.
pub struct Call<'a> {
    pub host: &'a mut dyn Host,
    /// The first argument; the others follow.
    pub args: Handle,
}

impl std::fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Call({})", self.args)
    }
}

impl Call<'_> {
    #[must_use]
    pub fn arg(&self, n: usize) -> Handle {
        self.args + n
    }

    /// The integer argument `n`, `None` when it is unbound.
    pub fn integer(&mut self, n: usize) -> Result<Option<i64>, Fault> {
        integer(self.host, self.args + n)
    }

    /// The integer argument `n`, which must be bound.
    pub fn bound_integer(&mut self, n: usize) -> Result<i64, Fault> {
        self.integer(n)?.ok_or(Fault::Instantiation)
    }

    /// The symbol argument `n`, `None` when it is unbound. Text that is not
    /// in the alphabet is a domain error, anything else a type error.
    pub fn symbol(&mut self, n: usize, alphabet: &'static Alphabet) -> Result<Option<u8>, Fault> {
        let term = self.args + n;
        if let Some(symbol) = self.host.symbol(term, alphabet) {
            return Ok(Some(symbol));
        }
        match self.host.kind(term) {
            Kind::Var => Ok(None),
            Kind::Atom | Kind::String => Err(Fault::Domain(alphabet.symbol, term)),
            _ if alphabet.strings => Err(Fault::Type("string", term)),
            _ => Err(Fault::Type("atom", term)),
        }
    }

    /// The place `[Row, Column]` of argument `n`, each `None` when unbound;
    /// the whole argument may be unbound too.
    pub fn place(&mut self, n: usize) -> Result<(Option<i64>, Option<i64>), Fault> {
        let term = self.args + n;
        if self.host.kind(term) == Kind::Var {
            return Ok((None, None));
        }
        let mut items = Vec::new();
        self.host.items(term, &mut items)?;
        match items[..] {
            [row, column] => Ok((integer(self.host, row)?, integer(self.host, column)?)),
            _ => Err(Fault::Domain("position", term)),
        }
    }

    /// The board of argument `n`, its cells row by row and the columns.
    pub fn grid(
        &mut self,
        n: usize,
        alphabet: &'static Alphabet,
    ) -> Result<(Vec<u8>, usize), Fault> {
        let mut cells = Vec::with_capacity(400);
        let columns = self.host.grid(self.args + n, alphabet, &mut cells)?;
        Ok((cells, columns))
    }
}

fn integer(host: &mut dyn Host, term: Handle) -> Result<Option<i64>, Fault> {
    match host.kind(term) {
        Kind::Var => Ok(None),
        Kind::Integer(n) => Ok(Some(n)),
        _ => Err(Fault::Type("integer", term)),
    }
}
