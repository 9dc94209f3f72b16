//! What went wrong with a query: the exception as SWI-Prolog has it, and
//! words for people in their language.

use std::collections::HashMap;
use std::fmt;

use sobremesa_kernel::Message;
use sobremesa_text::{Lang, say, tell};

use crate::fault::SyntaxFault;
use crate::names;
use crate::quote::quoted_name;
use crate::term::{Atom, Cell, Heap, Term, atoms};
use crate::{ops, write};

/// An error that ended a query. It owns its text: the terms it speaks of may
/// be gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrologError {
    /// The name of the formal term: `type_error`, `existence_error` …
    pub code: &'static str,
    /// The formal term as quoted text, never cut: `type_error(integer,foo)`.
    pub formal: String,
    /// The predicate that complained: `conecta4:columnaDisp/2`.
    pub context: Option<String>,
    /// What is said to a person.
    message: Box<Message>,
    /// Whether the message says more than the formal term, so that it belongs
    /// to the exception.
    telling: bool,
    /// Where a syntax error is: line and column from 1.
    pub place: Option<(usize, usize)>,
}

/// The longest piece of a culprit that a message repeats.
const SHOWN: usize = 400;

impl PrologError {
    /// An error with words of its own.
    #[must_use]
    pub fn new(code: &'static str, formal: impl Into<String>, message: Message) -> PrologError {
        let (context, place) = (None, None);
        let message = Box::new(message);
        PrologError { code, formal: formal.into(), context, message, telling: false, place }
    }

    #[must_use]
    pub fn syntax(fault: &SyntaxFault) -> PrologError {
        let message = Message::new("prolog-fault-syntax").with("id", &fault.id);
        let place = Some((fault.line, fault.column));
        let formal = format!("syntax_error({})", fault.id);
        PrologError { place, ..PrologError::new("syntax_error", formal, message) }
    }

    #[must_use]
    pub fn instantiation() -> PrologError {
        let message = Message::new("prolog-fault-instantiation");
        PrologError::new("instantiation_error", "instantiation_error", message)
    }

    #[must_use]
    pub fn wrong_type(heap: &Heap, expected: &str, culprit: Term) -> PrologError {
        let text = shown(heap, culprit);
        let message = Message::new("prolog-fault-type")
            .with("expected", expected)
            .with("found", cut(&text))
            .with("kind", a_kind(heap, culprit));
        let formal = format!("type_error({},{text})", quoted_name(expected));
        PrologError::new("type_error", formal, message)
    }

    #[must_use]
    pub fn domain(heap: &Heap, expected: &str, culprit: Term) -> PrologError {
        let text = shown(heap, culprit);
        let message = Message::new("prolog-fault-domain")
            .with("expected", expected)
            .with("found", cut(&text));
        let formal = format!("domain_error({},{text})", quoted_name(expected));
        PrologError::new("domain_error", formal, message)
    }

    /// A board that is none: the type error, and what is wrong with it.
    #[must_use]
    pub fn malformed(heap: &Heap, expected: &str, culprit: Term, slip: Message) -> PrologError {
        let problem = PrologError::wrong_type(heap, expected, culprit);
        PrologError { message: Box::new(slip), telling: true, ..problem }
    }

    /// Something in an expression that is no number and no function.
    #[must_use]
    pub fn not_evaluable(heap: &Heap, name: Atom, arity: u32) -> PrologError {
        let indicator = match (name, arity) {
            // As SWI-Prolog has it.
            (atoms::NIL, 0) => "[]".into(),
            _ => indicator(heap, name, arity),
        };
        let message = Message::new("prolog-fault-evaluable").with("name", &indicator);
        PrologError::new("type_error", format!("type_error(evaluable,{indicator})"), message)
    }

    /// `zero_divisor`, `undefined`, `int_overflow` …
    #[must_use]
    pub fn evaluation(what: &str) -> PrologError {
        let message = Message::new("prolog-fault-evaluation").with("what", what);
        PrologError::new("evaluation_error", format!("evaluation_error({what})"), message)
    }

    /// Nothing of this kind and name; `name` is text that Prolog can read.
    #[must_use]
    pub fn unknown(what: &str, name: &str) -> PrologError {
        let message = Message::new("prolog-fault-existence").with("what", what).with("name", name);
        PrologError::new("existence_error", format!("existence_error({what},{name})"), message)
    }

    #[must_use]
    pub fn unknown_procedure(heap: &Heap, name: Atom, arity: u32) -> PrologError {
        let indicator = indicator(heap, name, arity);
        let name = heap.name(name);
        let message = match (names::near(name, arity), names::defines(name, arity)) {
            (_, true) => Message::new("prolog-fault-procedure-defines"),
            (near, _) if near.is_empty() => Message::new("prolog-fault-procedure"),
            (near, _) => Message::new("prolog-fault-procedure-near").with("near", near.join(", ")),
        };
        PrologError::no_procedure(&indicator, message)
    }

    fn no_procedure(indicator: &str, message: Message) -> PrologError {
        let formal = format!("existence_error(procedure,{indicator})");
        PrologError::new("existence_error", formal, message.with("name", indicator))
    }

    /// Says of an unknown procedure in which module it was looked for; `user`
    /// goes without saying.
    #[must_use]
    pub fn unknown_in(self, module: &str) -> PrologError {
        let indicator = self.formal.strip_prefix("existence_error(procedure,");
        match indicator.and_then(|rest| rest.strip_suffix(')')) {
            Some(indicator) if module != "user" => {
                let mut message = *self.message;
                message.args.retain(|(name, _)| *name != "name");
                PrologError::no_procedure(&format!("{module}:{indicator}"), message)
            }
            _ => self,
        }
    }

    #[must_use]
    pub fn resource(what: &str) -> PrologError {
        let message = Message::new("prolog-fault-resource").with("resource", what);
        PrologError::new("resource_error", format!("resource_error({what})"), message)
    }

    /// `X = f(X)` cannot be written down.
    #[must_use]
    pub fn cyclic() -> PrologError {
        let message = Message::new("prolog-fault-cyclic");
        PrologError::new("representation_error", "representation_error(cyclic_term)", message)
    }

    #[must_use]
    pub fn interrupted() -> PrologError {
        PrologError::new("abort", "'$aborted'", Message::new("prolog-fault-aborted"))
    }

    #[must_use]
    pub fn within(mut self, module: &str, name: &str, arity: usize) -> PrologError {
        let name = in_indicator(name, quoted_name(name));
        self.context = Some(format!("{module}:{name}/{arity}"));
        self
    }

    /// What happened, in words: the predicate, then what is wrong.
    #[must_use]
    pub fn words(&self, lang: Lang) -> String {
        let words = match self.message.id {
            "prolog-fault-syntax" => syntax_words(lang, &self.formal),
            _ => tell(lang, &self.localised(lang)),
        };
        match self.context.as_ref().and_then(|context| context.split_once(':')) {
            Some((_, predicate)) => format!("{predicate}: {words}"),
            None => words,
        }
    }

    /// The message with what was expected, the kind of its culprit, and what
    /// ran out, in words.
    fn localised(&self, lang: Lang) -> Message {
        let mut message = (*self.message).clone();
        for (name, value) in &mut message.args {
            match (*name, &mut *value) {
                ("kind", sobremesa_kernel::Argument::Text(kind)) => *kind = say(lang, kind, &[]),
                ("expected", sobremesa_kernel::Argument::Text(what)) => {
                    let key = format!("prolog-expected-{}", what.replace('_', "-"));
                    if sobremesa_text::has(&key) {
                        *what = say(lang, &key, &[]);
                    }
                }
                ("resource", sobremesa_kernel::Argument::Text(what)) => {
                    let key = format!("prolog-resource-{what}");
                    if sobremesa_text::has(&key) {
                        *what = say(lang, &key, &[]);
                    }
                }
                _ => {}
            }
        }
        message
    }

    /// The whole exception as quoted text; what it has to tell is in `lang`.
    #[must_use]
    pub fn term(&self, lang: Lang) -> String {
        match (&self.context, self.place) {
            _ if self.code == "abort" => self.formal.clone(),
            (Some(context), _) => {
                let told = match self.telling {
                    true => quoted_name(&tell(lang, &self.message)),
                    false => "_".into(),
                };
                format!("error({},context({context},{told}))", self.formal)
            }
            (None, Some((line, column))) => {
                format!("error({},query({line},{column}))", self.formal)
            }
            (None, None) => format!("error({},_)", self.formal),
        }
    }

    /// Counts the lines of a syntax error from the start of a longer text,
    /// whose first `lines` lines come before.
    #[must_use]
    pub fn below(mut self, lines: usize) -> PrologError {
        if let Some((line, _)) = &mut self.place {
            *line += lines;
        }
        self
    }

    /// Moves a syntax error left: the first line began with `characters` that
    /// were not in the text a person wrote.
    #[must_use]
    pub fn after(mut self, characters: usize) -> PrologError {
        if let Some((1, column)) = &mut self.place {
            *column = column.saturating_sub(characters).max(1);
        }
        self
    }
}

/// In English, as developers read it.
impl fmt::Display for PrologError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.words(Lang::En))
    }
}

impl std::error::Error for PrologError {}

/// The words for a syntax error: those of its id, or the id itself.
fn syntax_words(lang: Lang, formal: &str) -> String {
    let id = formal.strip_prefix("syntax_error(").and_then(|id| id.strip_suffix(')'));
    let id = id.unwrap_or(formal);
    let name = id.split('(').next().unwrap_or(id);
    let key = format!("prolog-syntax-{name}");
    let words = match sobremesa_text::has(&key) {
        true => say(lang, &key, &[("id", &id)]),
        false => id.replace('_', " "),
    };
    say(lang, "prolog-fault-syntax", &[("words", &words)])
}

/// `name/arity`, readable: `(:-)/2`.
fn indicator(heap: &Heap, name: Atom, arity: u32) -> String {
    let quoted = write::quoted_atom(heap, name);
    format!("{}/{arity}", in_indicator(heap.name(name), quoted))
}

/// A name beside `/`, where an operator needs brackets.
fn in_indicator(name: &str, quoted: String) -> String {
    if ops::is_operator(name) { format!("({quoted})") } else { quoted }
}

/// A culprit as text that reads back as one argument.
fn shown(heap: &Heap, term: Term) -> String {
    if heap.is_cyclic(term) {
        return "'<cyclic_term>'".into();
    }
    write::quoted_argument(heap, term, &HashMap::new()).unwrap_or_else(|_| "'<large_term>'".into())
}

/// The beginning of a long text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The catalogue key of what kind of term something is.
fn a_kind(heap: &Heap, term: Term) -> &'static str {
    match heap.cell(term) {
        Cell::Var | Cell::Ref(_) => "prolog-kind-variable",
        Cell::Int(_) => "prolog-kind-integer",
        Cell::Float(_) => "prolog-kind-float",
        Cell::Atom(atoms::NIL) => "prolog-kind-empty-list",
        Cell::Atom(_) => "prolog-kind-atom",
        Cell::Str(_) => "prolog-kind-string",
        Cell::Compound { .. } if heap.pair(term).is_some() => "prolog-kind-list",
        Cell::Compound { .. } => "prolog-kind-compound",
    }
}
