//! SWI-Prolog's terms as a [`Host`] of predicates.

use std::ffi::{CString, c_char};
use std::ops::ControlFlow;
use std::ptr;
use std::sync::OnceLock;

use sobremesa_prolog::host::{Alphabet, Answer, Fault, Handle, Host, Kind, Value, read_grid};
use sobremesa_prolog::quoted_name;
use sobremesa_prolog::registry::Predicate;
use sobremesa_text::{Lang, tell};

use crate::ffi::*;

/// The longest list that is read: history lists are short, and a cyclic list
/// has no end.
const LONGEST: usize = 100_000;

/// How many alphabets there can be; their ids are below this.
const ALPHABETS: usize = 8;

/// The terms of one foreign call.
///
/// A value of this type exists only while a foreign predicate runs, on the
/// thread that runs it; that is what makes the calls below sound. Every
/// `Handle` is a `term_t` of this call: an argument or a reference made here.
pub struct Swi(());

impl Swi {
    /// # Safety
    /// Only inside a foreign predicate, on its thread, and for no longer.
    pub unsafe fn new() -> Swi {
        Swi(())
    }

    /// Unifies one answer with the arguments of its call.
    pub fn fit(&mut self, args: Handle, answer: &Answer) -> Result<bool, Fault> {
        for (n, value) in answer {
            if !self.unify(args + n, value)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Only the answers that unify with the arguments, so that the last of
    /// them can be taken without leaving a choice point.
    pub fn fitting(
        &mut self,
        args: Handle,
        mut answers: Vec<Answer>,
    ) -> Result<Vec<Answer>, Fault> {
        if answers.len() < 2 || self.all_free(args, &answers[0]) {
            return Ok(answers);
        }
        let mut fault = None;
        answers.retain(|answer| {
            // SAFETY: opened and discarded in the same call.
            let frame = unsafe { PL_open_foreign_frame() };
            let fits = self.fit(args, answer);
            // SAFETY: the frame that was opened above, discarded once.
            unsafe { PL_discard_foreign_frame(frame) };
            fits.unwrap_or_else(|found| {
                fault = Some(found);
                false
            })
        });
        fault.map_or(Ok(answers), Err)
    }

    /// Whether the arguments that an answer binds are different unbound
    /// variables, so that any answer fits.
    fn all_free(&self, args: Handle, answer: &Answer) -> bool {
        // SAFETY: the arguments are valid references of this call.
        answer.iter().enumerate().all(|(at, (n, _))| unsafe {
            PL_is_variable(args + n) != 0
                && answer[..at].iter().all(|(m, _)| PL_compare(args + m, args + n) != 0)
        })
    }

    /// Puts a value into a fresh reference.
    fn build(&mut self, value: &Value) -> Result<TermT, Fault> {
        // SAFETY: every reference below was made here, in this call; texts
        // are given with their lengths.
        unsafe {
            let term = PL_new_term_ref();
            let built = match value {
                Value::Integer(n) => PL_put_int64(term, *n),
                Value::Term(known) => PL_unify(term, *known),
                Value::Atom(name) => PL_put_atom(term, atom(name)),
                Value::Text(text) => put_string(term, text),
                Value::Symbol(alphabet, symbol) => put_symbol(term, alphabet, *symbol),
                Value::Place(row, column) => {
                    let number = PL_new_term_ref();
                    PL_put_nil(term);
                    PL_put_int64(number, *column)
                        & PL_cons_list(term, number, term)
                        & PL_put_int64(number, *row)
                        & PL_cons_list(term, number, term)
                }
                Value::List(items) => {
                    PL_put_nil(term);
                    let mut built = 1;
                    for item in items.iter().rev() {
                        let item = self.build(item)?;
                        built &= PL_cons_list(term, item, term);
                    }
                    built
                }
                Value::Compound(name, args) => {
                    let first = PL_new_term_refs(args.len());
                    for (n, arg) in args.iter().enumerate() {
                        self.put(first + n, arg)?;
                    }
                    PL_cons_functor_v(term, PL_new_functor_sz(atom(name), args.len()), first)
                }
                Value::Grid(alphabet, columns, cells) => {
                    // Three cells are made and every row shares them.
                    let symbols = PL_new_term_refs(3);
                    let mut built = 1;
                    for symbol in 0..3 {
                        built &= put_symbol(symbols + symbol, alphabet, symbol as u8);
                    }
                    let row = PL_new_term_ref();
                    PL_put_nil(term);
                    for cells in cells.chunks(*columns).rev() {
                        PL_put_nil(row);
                        for &cell in cells.iter().rev() {
                            built &= PL_cons_list(row, symbols + usize::from(cell), row);
                        }
                        built &= PL_cons_list(term, row, term);
                    }
                    built
                }
            };
            // Prolog has raised the resource error itself.
            if built == 0 { Err(Fault::Interrupted) } else { Ok(term) }
        }
    }

    /// Puts a value into a given reference.
    fn put(&mut self, term: TermT, value: &Value) -> Result<(), Fault> {
        let done = match value {
            // SAFETY: `term` is a reference of this call.
            Value::Integer(n) => unsafe { PL_put_int64(term, *n) },
            value => {
                let built = self.build(value)?;
                // SAFETY: both are references of this call.
                unsafe { PL_unify(term, built) }
            }
        };
        if done == 0 { Err(Fault::Interrupted) } else { Ok(()) }
    }
}

/// The atom of a name. Atoms made here stay: there are few different ones.
pub fn atom(name: &str) -> AtomT {
    if name.is_ascii() {
        // SAFETY: the text is given with its length.
        return unsafe { PL_new_atom_nchars(name.len(), name.as_ptr().cast()) };
    }
    let letters = wide(name);
    // SAFETY: as above.
    unsafe { PL_new_atom_wchars(letters.len(), letters.as_ptr()) }
}

/// A text as C's wide letters.
fn wide(text: &str) -> Vec<WideT> {
    #[cfg(windows)]
    return text.encode_utf16().collect();
    #[cfg(not(windows))]
    return text.chars().map(u32::from).collect();
}

/// The first letters of a text as Prolog gives it.
fn latin1(bytes: &[u8], most: usize) -> String {
    bytes.iter().take(most).map(|&byte| char::from(byte)).collect()
}

unsafe fn put_string(term: TermT, text: &str) -> u8 {
    debug_assert!(text.is_ascii(), "symbols and results have no other letters");
    // SAFETY: the text is given with its length; `term` is the caller's.
    unsafe { PL_put_string_nchars(term, text.len(), text.as_ptr().cast()) }
}

unsafe fn put_symbol(term: TermT, alphabet: &'static Alphabet, symbol: u8) -> u8 {
    // SAFETY: as above.
    unsafe {
        if alphabet.strings {
            put_string(term, alphabet.symbols[usize::from(symbol)])
        } else {
            PL_put_atom(term, atoms_of(alphabet)[usize::from(symbol)])
        }
    }
}

/// The atoms of an alphabet, looked up once.
fn atoms_of(alphabet: &'static Alphabet) -> &'static [AtomT; 3] {
    static KNOWN: [OnceLock<[AtomT; 3]>; ALPHABETS] = [const { OnceLock::new() }; ALPHABETS];
    KNOWN[alphabet.id].get_or_init(|| alphabet.symbols.map(atom))
}

/// Which symbol a term is, an atom or a string.
unsafe fn symbol(term: TermT, alphabet: &'static Alphabet, atoms: &[AtomT; 3]) -> Option<u8> {
    let mut found: AtomT = 0;
    // SAFETY: `term` is a reference of this call; a string's text is read
    // before anything else is called.
    unsafe {
        if PL_get_atom(term, &mut found) != 0 {
            return atoms.iter().position(|&atom| atom == found).map(|at| at as u8);
        }
        let (mut text, mut len): (*mut c_char, usize) = (ptr::null_mut(), 0);
        if PL_get_string(term, &mut text, &mut len) != 0 {
            let text = std::slice::from_raw_parts(text.cast::<u8>(), len);
            let is = |symbol: &&str| symbol.as_bytes() == text;
            return alphabet.symbols.iter().position(is).map(|at| at as u8);
        }
    }
    None
}

/// Why the end of a list is not `[]`.
unsafe fn list_fault(end: TermT, list: Handle) -> Fault {
    // SAFETY: a reference of this call.
    if unsafe { PL_is_variable(end) } != 0 {
        Fault::Instantiation
    } else {
        Fault::Type("list", list)
    }
}

impl Host for Swi {
    fn kind(&mut self, term: Handle) -> Kind {
        let mut value = 0;
        // SAFETY: `term` is a reference of this call.
        unsafe {
            if PL_is_variable(term) != 0 {
                Kind::Var
            } else if PL_is_atom(term) != 0 {
                Kind::Atom
            } else if PL_is_string(term) != 0 {
                Kind::String
            } else if PL_get_int64(term, &mut value) != 0 && PL_is_float(term) == 0 {
                Kind::Integer(value)
            } else if PL_is_integer(term) != 0 {
                // More than 64 bits: as far out as one can say.
                let zero = PL_new_term_ref();
                let negative = PL_put_int64(zero, 0) != 0 && PL_compare(term, zero) < 0;
                Kind::Integer(if negative { i64::MIN } else { i64::MAX })
            } else {
                Kind::Other
            }
        }
    }

    fn symbol(&mut self, term: Handle, alphabet: &'static Alphabet) -> Option<u8> {
        // SAFETY: `term` is a reference of this call.
        unsafe { symbol(term, alphabet, atoms_of(alphabet)) }
    }

    fn items(&mut self, list: Handle, into: &mut Vec<Handle>) -> Result<(), Fault> {
        into.clear();
        // SAFETY: references of this call, made here.
        unsafe {
            let (head, rest) = (PL_new_term_ref(), PL_copy_term_ref(list));
            while PL_get_list(rest, head, rest) != 0 {
                if into.len() == LONGEST {
                    return Err(Fault::Type("list", list));
                }
                into.push(PL_copy_term_ref(head));
            }
            if PL_get_nil(rest) != 0 { Ok(()) } else { Err(list_fault(rest, list)) }
        }
    }

    fn arguments(&mut self, term: Handle, into: &mut Vec<Handle>) -> bool {
        let (mut name, mut arity) = (0, 0);
        into.clear();
        // SAFETY: references of this call; the indices are within the arity.
        unsafe {
            if PL_get_compound_name_arity_sz(term, &mut name, &mut arity) == 0 {
                return false;
            }
            for index in 1..=arity.min(LONGEST) {
                let arg = PL_new_term_ref();
                if PL_get_arg_sz(index, term, arg) == 0 {
                    return false;
                }
                into.push(arg);
            }
        }
        true
    }

    fn unify(&mut self, term: Handle, value: &Value) -> Result<bool, Fault> {
        // SAFETY: references of this call.
        let equal = unsafe {
            match value {
                Value::Integer(n) => PL_unify_int64(term, *n),
                Value::Term(known) => PL_unify(term, *known),
                Value::Symbol(alphabet, symbol) if !alphabet.strings => {
                    PL_unify_atom(term, atoms_of(alphabet)[usize::from(*symbol)])
                }
                value => {
                    let built = self.build(value)?;
                    PL_unify(term, built)
                }
            }
        };
        Ok(equal != 0)
    }

    fn poll(&mut self) -> ControlFlow<()> {
        // SAFETY: called on the thread of the foreign predicate. A negative
        // answer means that a handler has raised an exception.
        if unsafe { PL_handle_signals() } < 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn shown(&mut self, term: Handle) -> String {
        /// Long enough to recognise what is wrong.
        const MOST: usize = 40;
        let (mut text, mut len): (*mut c_char, usize) = (ptr::null_mut(), 0);
        let mut found: AtomT = 0;
        let piece = |text: *const c_char, len: usize| {
            // SAFETY: Prolog gave the text with its length, and nothing was
            // called since.
            latin1(unsafe { std::slice::from_raw_parts(text.cast::<u8>(), len) }, MOST)
        };
        // SAFETY: `term` is a reference of this call.
        unsafe {
            match self.kind(term) {
                Kind::Integer(n) => return n.to_string(),
                Kind::Atom if PL_get_atom(term, &mut found) != 0 => {
                    let text = PL_atom_nchars(found, &mut len);
                    if !text.is_null() {
                        return quoted_name(&piece(text, len));
                    }
                }
                Kind::String if PL_get_string(term, &mut text, &mut len) != 0 => {
                    return format!("\"{}\"", piece(text, len));
                }
                _ if PL_get_nil(term) != 0 => return "[]".into(),
                _ => {}
            }
        }
        "...".into()
    }

    /// The same as the provided one, with four references instead of one for
    /// every cell. The provided one says what is wrong with a board.
    fn grid(
        &mut self,
        term: Handle,
        alphabet: &'static Alphabet,
        cells: &mut Vec<u8>,
    ) -> Result<usize, Fault> {
        match quick_grid(term, alphabet, cells) {
            Some(columns) => Ok(columns),
            None => read_grid(self, term, alphabet, cells),
        }
    }
}

/// A board of the alphabet's size, `None` when it is anything else.
fn quick_grid(term: Handle, alphabet: &'static Alphabet, cells: &mut Vec<u8>) -> Option<usize> {
    /// No board has longer lists; a cyclic one would have no end.
    const MOST: usize = 1_000;
    let atoms = atoms_of(alphabet);
    let (mut columns, mut rows) = (0, 0);
    cells.clear();
    // SAFETY: references of this call, made here.
    unsafe {
        let (row, rest) = (PL_new_term_ref(), PL_copy_term_ref(term));
        let cell = PL_new_term_ref();
        while PL_get_list(rest, row, rest) != 0 {
            let start = cells.len();
            while PL_get_list(row, cell, row) != 0 {
                match symbol(cell, alphabet, atoms) {
                    Some(symbol) if cells.len() - start < MOST => cells.push(symbol),
                    _ => return None,
                }
            }
            let length = cells.len() - start;
            if rows == 0 {
                columns = length;
            }
            rows += 1;
            if PL_get_nil(row) == 0 || length != columns || rows > MOST {
                return None;
            }
        }
        if PL_get_nil(rest) == 0 {
            return None;
        }
    }
    alphabet.size.is_none_or(|size| size == (rows, columns)).then_some(columns)
}

/// Raises what a fault of `predicate` says as an ISO error.
///
/// # Safety
/// Only inside a foreign predicate, which must then fail.
pub unsafe fn raise(predicate: &Predicate, fault: Fault) {
    let text = |name: &str| CString::new(name).unwrap_or_default();
    // SAFETY: the culprits are references of this call; the texts end in 0.
    unsafe {
        match fault {
            Fault::Instantiation => {
                PL_instantiation_error(PL_new_term_ref());
            }
            Fault::Type(expected, culprit) => {
                PL_type_error(text(expected).as_ptr(), culprit);
            }
            Fault::Malformed(expected, culprit, slip) => {
                let words = tell(Lang::from_environment(), &slip);
                raise_malformed(predicate, expected, culprit, &words);
            }
            Fault::Domain(expected, culprit) => {
                PL_domain_error(text(expected).as_ptr(), culprit);
            }
            Fault::Resource(what) => {
                PL_resource_error(text(what).as_ptr());
            }
            // Prolog has raised the exception itself.
            Fault::Interrupted => {}
        }
    }
}

/// Raises `error(type_error(Expected, Culprit), context(M:N/A, Words))`.
///
/// # Safety
/// As [`raise`]; `culprit` is a reference of this call.
unsafe fn raise_malformed(predicate: &Predicate, expected: &str, culprit: TermT, words: &str) {
    // SAFETY: references made here, in this call, and the caller's.
    unsafe {
        let compound = |name: &str, args: &[TermT]| {
            let first = PL_new_term_refs(args.len());
            let term = PL_new_term_ref();
            let mut done = 1;
            for (n, &arg) in args.iter().enumerate() {
                done &= PL_unify(first + n, arg);
            }
            done &= PL_cons_functor_v(term, PL_new_functor_sz(atom(name), args.len()), first);
            (done != 0).then_some(term)
        };
        let an_atom = |name: &str| {
            let term = PL_new_term_ref();
            PL_put_atom(term, atom(name));
            term
        };
        let arity = PL_new_term_ref();
        PL_put_int64(arity, predicate.args.len() as i64);
        let raised = compound("/", &[an_atom(predicate.name), arity])
            .and_then(|indicator| compound(":", &[an_atom(predicate.module), indicator]))
            .and_then(|place| compound("context", &[place, an_atom(words)]))
            .zip(compound("type_error", &[an_atom(expected), culprit]))
            .and_then(|(context, formal)| compound("error", &[formal, context]));
        if let Some(error) = raised {
            PL_raise_exception(error);
        }
    }
}
