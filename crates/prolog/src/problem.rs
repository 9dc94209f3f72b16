//! What went wrong with a query: the exception as SWI-Prolog has it, and
//! words for people in their language.

use std::collections::HashMap;
use std::fmt;

use sobremesa_kernel::Message;
use sobremesa_text::{Lang, say, tell};

use crate::read::SyntaxFault;
use crate::term::{Atom, Cell, Store, Term, atoms};
use crate::{ops, write};

/// An error that ended a query. It owns its text: the terms it speaks of may
/// be gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
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

impl Problem {
    /// An error with words of its own.
    #[must_use]
    pub fn new(code: &'static str, formal: impl Into<String>, message: Message) -> Problem {
        let (context, place) = (None, None);
        let message = Box::new(message);
        Problem { code, formal: formal.into(), context, message, telling: false, place }
    }

    #[must_use]
    pub fn syntax(fault: &SyntaxFault) -> Problem {
        let message = Message::new("prolog-fault-syntax").with("id", &fault.id);
        let place = Some((fault.line, fault.column));
        let formal = format!("syntax_error({})", fault.id);
        Problem { place, ..Problem::new("syntax_error", formal, message) }
    }

    #[must_use]
    pub fn instantiation() -> Problem {
        let message = Message::new("prolog-fault-instantiation");
        Problem::new("instantiation_error", "instantiation_error", message)
    }

    #[must_use]
    pub fn wrong_type(store: &Store, expected: &str, culprit: Term) -> Problem {
        let text = shown(store, culprit);
        let message = Message::new("prolog-fault-type")
            .with("expected", expected)
            .with("found", cut(&text))
            .with("kind", a_kind(store, culprit));
        let formal = format!("type_error({},{text})", write::quoted_name(expected));
        Problem::new("type_error", formal, message)
    }

    #[must_use]
    pub fn domain(store: &Store, expected: &str, culprit: Term) -> Problem {
        let text = shown(store, culprit);
        let message = Message::new("prolog-fault-domain")
            .with("expected", expected)
            .with("found", cut(&text));
        let formal = format!("domain_error({},{text})", write::quoted_name(expected));
        Problem::new("domain_error", formal, message)
    }

    /// A board that is none: the type error, and what is wrong with it.
    #[must_use]
    pub fn malformed(store: &Store, expected: &str, culprit: Term, slip: Message) -> Problem {
        let problem = Problem::wrong_type(store, expected, culprit);
        Problem { message: Box::new(slip), telling: true, ..problem }
    }

    /// Something in an expression that is no number and no function.
    #[must_use]
    pub fn not_evaluable(store: &Store, name: Atom, arity: u32) -> Problem {
        let indicator = match (name, arity) {
            // As SWI-Prolog has it.
            (atoms::NIL, 0) => "[]".into(),
            _ => indicator(store, name, arity),
        };
        let message = Message::new("prolog-fault-evaluable").with("name", &indicator);
        Problem::new("type_error", format!("type_error(evaluable,{indicator})"), message)
    }

    /// `zero_divisor`, `undefined`, `int_overflow` …
    #[must_use]
    pub fn evaluation(what: &str) -> Problem {
        let message = Message::new("prolog-fault-evaluation").with("what", what);
        Problem::new("evaluation_error", format!("evaluation_error({what})"), message)
    }

    /// Nothing of this kind and name; `name` is text that Prolog can read.
    #[must_use]
    pub fn unknown(what: &str, name: &str) -> Problem {
        let message = Message::new("prolog-fault-existence").with("what", what).with("name", name);
        Problem::new("existence_error", format!("existence_error({what},{name})"), message)
    }

    #[must_use]
    pub fn unknown_procedure(store: &Store, name: Atom, arity: u32) -> Problem {
        Problem::no_procedure(&indicator(store, name, arity))
    }

    fn no_procedure(indicator: &str) -> Problem {
        let message = Message::new("prolog-fault-procedure").with("name", indicator);
        let formal = format!("existence_error(procedure,{indicator})");
        Problem::new("existence_error", formal, message)
    }

    /// Says of an unknown procedure in which module it was looked for; `user`
    /// goes without saying.
    #[must_use]
    pub fn unknown_in(self, module: &str) -> Problem {
        let indicator = self.formal.strip_prefix("existence_error(procedure,");
        match indicator.and_then(|rest| rest.strip_suffix(')')) {
            Some(indicator) if module != "user" => {
                Problem::no_procedure(&format!("{module}:{indicator}"))
            }
            _ => self,
        }
    }

    #[must_use]
    pub fn resource(what: &str) -> Problem {
        let message = Message::new("prolog-fault-resource").with("resource", what);
        Problem::new("resource_error", format!("resource_error({what})"), message)
    }

    /// `X = f(X)` cannot be written down.
    #[must_use]
    pub fn cyclic() -> Problem {
        let message = Message::new("prolog-fault-cyclic");
        Problem::new("representation_error", "representation_error(cyclic_term)", message)
    }

    #[must_use]
    pub fn interrupted() -> Problem {
        Problem::new("abort", "'$aborted'", Message::new("prolog-fault-aborted"))
    }

    #[must_use]
    pub fn within(mut self, module: &str, name: &str, arity: usize) -> Problem {
        let name = in_indicator(name, write::quoted_name(name));
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

    /// The message with the kind of its culprit, and what ran out, in words.
    fn localised(&self, lang: Lang) -> Message {
        let mut message = (*self.message).clone();
        for (name, value) in &mut message.args {
            match (*name, &mut *value) {
                ("kind", sobremesa_kernel::Argument::Text(kind)) => *kind = say(lang, kind, &[]),
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
                    true => write::quoted_name(&tell(lang, &self.message)),
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
    pub fn below(mut self, lines: usize) -> Problem {
        if let Some((line, _)) = &mut self.place {
            *line += lines;
        }
        self
    }

    /// Moves a syntax error left: the first line began with `characters` that
    /// were not in the text a person wrote.
    #[must_use]
    pub fn after(mut self, characters: usize) -> Problem {
        if let Some((1, column)) = &mut self.place {
            *column = column.saturating_sub(characters).max(1);
        }
        self
    }
}

/// In English, as developers read it.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.place {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.words(Lang::En))
    }
}

impl std::error::Error for Problem {}

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
fn indicator(store: &Store, name: Atom, arity: u32) -> String {
    let quoted = write::quoted_atom(store, name);
    format!("{}/{arity}", in_indicator(store.name(name), quoted))
}

/// A name beside `/`, where an operator needs brackets.
fn in_indicator(name: &str, quoted: String) -> String {
    if ops::is_operator(name) { format!("({quoted})") } else { quoted }
}

/// A culprit as text that reads back as one argument.
fn shown(store: &Store, term: Term) -> String {
    if store.is_cyclic(term) {
        return "'<cyclic_term>'".into();
    }
    write::quoted_argument(store, term, &HashMap::new()).unwrap_or_else(|_| "'<large_term>'".into())
}

/// The beginning of a long text.
fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The catalogue key of what kind of term something is.
fn a_kind(store: &Store, term: Term) -> &'static str {
    match store.cell(term) {
        Cell::Var | Cell::Ref(_) => "prolog-kind-variable",
        Cell::Int(_) => "prolog-kind-integer",
        Cell::Float(_) => "prolog-kind-float",
        Cell::Atom(atoms::NIL) => "prolog-kind-empty-list",
        Cell::Atom(_) => "prolog-kind-atom",
        Cell::Str(_) => "prolog-kind-string",
        Cell::Compound { .. } if store.pair(term).is_some() => "prolog-kind-list",
        Cell::Compound { .. } => "prolog-kind-compound",
    }
}
