//! Terms into text: quoted (`~q`, what `writeq/1` prints) and JSON (what the
//! Pengines protocol sends). Both keep their own stack of what is left to
//! write and stop at a length limit, because a small term with shared parts
//! can be very long as text.

use std::collections::HashMap;

use crate::ops;
use crate::quote::{is_alnum, is_symbol, quoted_name, quoted_text};
use crate::term::{Atom, Cell, Full, Heap, Term, atoms};

/// The longest text that is written for one term.
pub const MOST_TEXT: usize = 32 << 20;

/// A term as `writeq/1` prints it; variables are `_1`, `_2` … or have a name
/// in `names`. The term must not be cyclic.
pub fn quoted(heap: &Heap, term: Term, names: &HashMap<Term, String>) -> Result<String, Full> {
    written(heap, term, names, Style { most: ops::TERM, quotes: true, cycles: &HashMap::new() })
}

/// The same as an argument or an item of a list: `(a,b)` in brackets.
pub fn quoted_argument(
    heap: &Heap,
    term: Term,
    names: &HashMap<Term, String>,
) -> Result<String, Full> {
    let style = Style { most: ops::ARGUMENT, quotes: true, cycles: &HashMap::new() };
    written(heap, term, names, style)
}

/// How a term is written.
pub(crate) struct Style<'a> {
    /// The priority it may have without brackets.
    pub most: u16,
    /// Whether names and strings have quotes where the reader needs them.
    pub quotes: bool,
    /// Names for compounds, by where their arguments are: written instead of
    /// a compound wherever it is met inside the term.
    pub cycles: &'a HashMap<Term, String>,
}

/// A term as text; `names` are those of its variables.
pub(crate) fn written(
    heap: &Heap,
    term: Term,
    names: &HashMap<Term, String>,
    style: Style<'_>,
) -> Result<String, Full> {
    written_from(heap, term, names, style, false)
}

/// The same; `named` when the term as a whole may be written by its name.
pub(crate) fn written_from(
    heap: &Heap,
    term: Term,
    names: &HashMap<Term, String>,
    style: Style<'_>,
    named: bool,
) -> Result<String, Full> {
    let Style { most, quotes, cycles } = style;
    let (root, out, left) = (!named, String::new(), Vec::new());
    let mut writer = Writer { heap, names, quotes, cycles, root, out, left };
    writer.left.push(Job::Term(term, most));
    while let Some(job) = writer.left.pop() {
        match job {
            Job::Text(text) => writer.emit(text),
            Job::Raw(text) => writer.out.push_str(text),
            Job::Name(atom) => writer.emit_name(atom),
            Job::Term(term, most) => writer.term(term, most),
            Job::Operand(term, most) => writer.operand(term, most),
            Job::Rest(rest) => writer.rest(rest),
        }
        if writer.out.len() > MOST_TEXT {
            return Err(Full);
        }
    }
    Ok(writer.out)
}

enum Job {
    /// Text that must not run into what stands before it.
    Text(&'static str),
    /// Text that goes straight on.
    Raw(&'static str),
    Name(Atom),
    Term(Term, u16),
    /// An operand of an operator, where a bare operator needs brackets.
    Operand(Term, u16),
    /// The rest of a list.
    Rest(Term),
}

struct Writer<'a> {
    heap: &'a Heap,
    names: &'a HashMap<Term, String>,
    quotes: bool,
    cycles: &'a HashMap<Term, String>,
    /// Whether nothing has been written yet.
    root: bool,
    out: String,
    left: Vec<Job>,
}

impl Writer<'_> {
    /// Writes text, with a space where it would read as one token with what
    /// stands before.
    fn emit(&mut self, text: &str) {
        if let (Some(last), Some(first)) = (self.out.chars().next_back(), text.chars().next()) {
            let runs_together =
                (is_alnum(last) && is_alnum(first)) || (is_symbol(last) && is_symbol(first));
            if runs_together {
                self.out.push(' ');
            }
        }
        self.out.push_str(text);
    }

    fn emit_name(&mut self, atom: Atom) {
        if self.quotes {
            self.emit(&quoted_atom(self.heap, atom));
        } else {
            self.emit(self.heap.name(atom));
        }
    }

    /// Whether a compound has a name here, which then stands for it.
    fn named(&mut self, args: Term) -> bool {
        match self.cycles.get(&args) {
            Some(name) if !self.root => {
                self.emit(name);
                true
            }
            _ => false,
        }
    }

    fn term(&mut self, term: Term, most: u16) {
        let (at, cell) = self.heap.get(term);
        if let Cell::Compound { args, .. } = cell
            && self.named(args)
        {
            return;
        }
        self.root = false;
        match cell {
            Cell::Var | Cell::Ref(_) => match self.names.get(&at) {
                Some(name) => {
                    let name = name.clone();
                    self.emit(&name);
                }
                None => self.emit(&format!("_{}", at.0)),
            },
            Cell::Int(n) => self.emit(&n.to_string()),
            Cell::Float(x) => self.emit(&float(x)),
            Cell::Str(number) if self.quotes => {
                let text = quoted_text(self.heap.string(number));
                self.emit(&text);
            }
            Cell::Str(number) => self.emit(self.heap.string(number)),
            Cell::Atom(atom) => self.emit_name(atom),
            Cell::Compound { name: atoms::DOT, arity: 2, args } => {
                self.emit("[");
                self.left.push(Job::Rest(self.heap.arg(args, 1)));
                self.left.push(Job::Term(args, ops::ARGUMENT));
            }
            Cell::Compound { name, arity, args } => self.compound(name, arity, args, most),
        }
    }

    fn rest(&mut self, rest: Term) {
        let cyclic = self.heap.pair(rest).is_some_and(|(head, _)| self.cycles.contains_key(&head));
        if let (false, Some((head, tail))) = (cyclic, self.heap.pair(rest)) {
            self.out.push(',');
            self.left.push(Job::Rest(tail));
            self.left.push(Job::Term(head, ops::ARGUMENT));
        } else if self.heap.is_nil(rest) {
            self.out.push(']');
        } else {
            self.out.push('|');
            self.left.push(Job::Raw("]"));
            self.left.push(Job::Term(rest, ops::ARGUMENT));
        }
    }

    fn operand(&mut self, term: Term, most: u16) {
        match self.heap.cell(term) {
            Cell::Atom(atom) if ops::is_operator(self.heap.name(atom)) => {
                self.emit("(");
                self.emit_name(atom);
                self.out.push(')');
            }
            _ => self.term(term, most),
        }
    }

    /// The operand that is printed first, and the priority it may have.
    fn leftmost(&self, mut term: Term, mut most: u16) -> (Term, u16) {
        while let Cell::Compound { name, arity: 2, args } = self.heap.cell(term) {
            match ops::infix(self.heap.name(name)) {
                Some(op) if op.priority <= most => (term, most) = (args, op.left),
                _ => break,
            }
        }
        (term, most)
    }

    fn compound(&mut self, name: Atom, arity: u32, args: Term, most: u16) {
        let text = self.heap.name(name);
        let second = Term(args.0 + 1);
        match (arity, ops::infix(text), ops::prefix(text)) {
            (1, _, _) if name == atoms::CURLY => {
                self.emit("{");
                self.left.push(Job::Raw("}"));
                self.left.push(Job::Term(args, ops::TERM));
            }
            (2, Some(op), _) => {
                let words = text.starts_with(is_alnum);
                if op.priority > most {
                    self.emit("(");
                    self.left.push(Job::Raw(")"));
                }
                self.left.push(Job::Operand(second, op.right));
                if name == atoms::COMMA {
                    self.left.push(Job::Raw(","));
                } else if name == atoms::BAR {
                    self.left.push(Job::Raw("|"));
                } else if words {
                    self.left.push(Job::Raw(" "));
                    self.left.push(Job::Name(name));
                    self.left.push(Job::Raw(" "));
                } else {
                    self.left.push(Job::Name(name));
                }
                self.left.push(Job::Operand(args, op.left));
            }
            (1, _, Some(op)) => {
                if op.priority > most {
                    self.emit("(");
                    self.left.push(Job::Raw(")"));
                }
                // `- 1` is not `-1`, and `-(` would read as a call.
                let (first, most) = self.leftmost(args, op.right);
                let spaced = match self.heap.cell(first) {
                    Cell::Int(n) => name == atoms::MINUS && n >= 0,
                    Cell::Float(x) => name == atoms::MINUS && x.is_sign_positive(),
                    Cell::Atom(atom) => ops::is_operator(self.heap.name(atom)),
                    Cell::Compound { name, arity: 2, .. } => {
                        ops::infix(self.heap.name(name)).is_some_and(|i| i.priority > most)
                    }
                    Cell::Compound { name, arity: 1, .. } => {
                        ops::prefix(self.heap.name(name)).is_some_and(|i| i.priority > most)
                    }
                    _ => false,
                };
                self.left.push(Job::Operand(args, op.right));
                if spaced {
                    self.left.push(Job::Raw(" "));
                }
                self.left.push(Job::Name(name));
            }
            _ => {
                self.emit_name(name);
                self.out.push('(');
                self.left.push(Job::Raw(")"));
                for n in (0..arity).rev() {
                    self.left.push(Job::Term(Term(args.0 + n), ops::ARGUMENT));
                    if n > 0 {
                        self.left.push(Job::Text(","));
                    }
                }
            }
        }
    }
}

/// An atom with quotes where the reader needs them; `[]` is no name.
#[must_use]
pub fn quoted_atom(heap: &Heap, atom: Atom) -> String {
    if atom == atoms::NIL { "[]".into() } else { quoted_name(heap.name(atom)) }
}

/// A float as SWI-Prolog prints it: the shortest text that reads back, with a
/// point, and an exponent from 1.0e15 on.
fn float(x: f64) -> String {
    if x.is_nan() {
        return "1.5NaN".into();
    }
    if x.is_infinite() {
        return if x > 0.0 { "1.0Inf".into() } else { "-1.0Inf".into() };
    }
    let size = x.abs();
    if size != 0.0 && !(1e-4..1e15).contains(&size) {
        let text = format!("{x:e}");
        let (digits, exponent) = text.split_once('e').expect("the format has an exponent");
        let point = if digits.contains('.') { "" } else { ".0" };
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(exponent) => ('-', exponent),
            None => ('+', exponent),
        };
        return format!("{digits}{point}e{sign}{exponent}");
    }
    let text = format!("{x}");
    if text.contains('.') { text } else { text + ".0" }
}

/// Writes a term as JSON the way Pengines does: atoms and strings as strings
/// (but `true`, `false` and `null` as themselves), integers beyond 32 bits as
/// strings, lists as arrays, other compounds as `{"functor":…,"args":[…]}`,
/// variables by their name in `names` or `"_"`. The term must not be cyclic.
pub fn json(
    heap: &Heap,
    term: Term,
    names: &HashMap<Term, String>,
    out: &mut String,
) -> Result<(), Full> {
    enum Job {
        Term(Term),
        /// A tail of a list that is known not to end in `[]`.
        Tail(Term),
        Text(&'static str),
        /// The rest of an array.
        Rest(Term),
    }
    let mut left = vec![Job::Term(term)];
    while let Some(job) = left.pop() {
        if out.len() > MOST_TEXT {
            return Err(Full);
        }
        let (term, improper) = match job {
            Job::Text(text) => {
                out.push_str(text);
                continue;
            }
            Job::Rest(rest) => {
                match heap.pair(rest) {
                    Some((head, tail)) => {
                        out.push(',');
                        left.push(Job::Rest(tail));
                        left.push(Job::Term(head));
                    }
                    None => out.push(']'),
                }
                continue;
            }
            Job::Term(term) => (term, false),
            Job::Tail(term) => (term, true),
        };
        let (at, cell) = heap.get(term);
        match cell {
            Cell::Var | Cell::Ref(_) => {
                json_string(names.get(&at).map_or("_", String::as_str), out);
            }
            Cell::Int(n) if i32::try_from(n).is_ok() => out.push_str(&n.to_string()),
            Cell::Int(n) => json_string(&n.to_string(), out),
            Cell::Float(x) if x.is_finite() => out.push_str(&float(x).replace("e+", "e")),
            Cell::Float(x) => json_string(&float(x), out),
            Cell::Str(number) => json_string(heap.string(number), out),
            Cell::Atom(atoms::NIL) => out.push_str("[]"),
            Cell::Atom(atom @ (atoms::TRUE | atoms::FALSE | atoms::NULL)) => {
                out.push_str(heap.name(atom));
            }
            Cell::Atom(atom) => json_string(heap.name(atom), out),
            Cell::Compound { name, arity, args } => {
                let pair = name == atoms::DOT && arity == 2;
                if pair && !improper && heap.ends_in_nil(term) {
                    out.push('[');
                    left.push(Job::Rest(Term(args.0 + 1)));
                    left.push(Job::Term(args));
                    continue;
                }
                out.push_str("{\"functor\":");
                json_string(heap.name(name), out);
                out.push_str(",\"args\":[");
                left.push(Job::Text("]}"));
                for n in (0..arity).rev() {
                    let arg = Term(args.0 + n);
                    left.push(if pair && n == 1 { Job::Tail(arg) } else { Job::Term(arg) });
                    if n > 0 {
                        left.push(Job::Text(","));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Writes a JSON string.
pub fn json_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}
