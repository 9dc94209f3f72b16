//! Tokens into terms: operator precedence with an explicit stack, so that
//! depth costs memory (which is limited) and never the machine stack.

use std::collections::HashMap;

use crate::fault::SyntaxFault;
use crate::lex::{Kind, Lexer, Token};
use crate::ops::{self, Infix, Prefix};
use crate::term::{Atom, Cell, Heap, Term, atoms};

/// A term that was read, with the names of its variables.
#[derive(Clone, Debug)]
pub struct Read {
    pub term: Term,
    /// Every named variable once, in the order of the text; `_` is not one.
    pub variables: Vec<(String, Term)>,
    /// The byte after the term and its full stop.
    pub end: usize,
}

/// Reads the one term a text contains; the full stop may be missing.
pub fn read_term(heap: &mut Heap, text: &str) -> Result<Read, SyntaxFault> {
    let read = read_first(heap, text)?;
    let mut rest = Lexer::new(&text[read.end..]);
    match rest.next() {
        Ok(Token { kind: Kind::Eof, .. }) => Ok(read),
        Ok(Token { at, .. }) => Err(SyntaxFault::at(text, read.end + at, "end_of_clause_expected")),
        Err(_) => Err(SyntaxFault::at(text, read.end, "end_of_clause_expected")),
    }
}

/// Reads the first term of a text, up to its full stop or the end.
pub fn read_first(heap: &mut Heap, text: &str) -> Result<Read, SyntaxFault> {
    Reader {
        heap,
        text,
        lexer: Lexer::new(text),
        peeked: None,
        frames: vec![Frame { kind: Open::Top, operands: 0, operators: 0, at: 0 }],
        operands: Vec::new(),
        operators: Vec::new(),
        variables: Vec::new(),
        known: HashMap::new(),
    }
    .read()
}

/// Where the term that starts a text ends, whatever is wrong with it: the byte
/// after its full stop, or the end of the text.
#[must_use]
pub fn skip_term(text: &str) -> usize {
    let mut lexer = Lexer::new(text);
    loop {
        match lexer.next() {
            Ok(Token { kind: Kind::End | Kind::Eof, end, .. }) => return end,
            Ok(_) => {}
            Err(_) => lexer.step(),
        }
    }
}

/// Whether a text has nothing but blanks and comments.
#[must_use]
pub fn is_blank(text: &str) -> bool {
    matches!(Lexer::new(text).next(), Ok(Token { kind: Kind::Eof, .. }))
}

/// A bracket that is open.
#[derive(Debug)]
enum Open {
    Top,
    Paren,
    Call(Atom),
    /// After the bar when `rest`.
    List {
        rest: bool,
    },
    Curly,
}

#[derive(Debug)]
struct Frame {
    kind: Open,
    /// Where its operands and operators start on the shared stacks.
    operands: usize,
    operators: usize,
    at: usize,
}

#[derive(Clone, Copy, Debug)]
enum Operator {
    Infix(Atom, Infix),
    Prefix(Atom, Prefix),
}

struct Reader<'s, 't> {
    heap: &'s mut Heap,
    text: &'t str,
    lexer: Lexer<'t>,
    peeked: Option<Token>,
    frames: Vec<Frame>,
    operands: Vec<(Cell, u16)>,
    operators: Vec<Operator>,
    variables: Vec<(String, Term)>,
    known: HashMap<String, Term>,
}

impl Reader<'_, '_> {
    fn fault<T>(&self, at: usize, id: &str) -> Result<T, SyntaxFault> {
        Err(SyntaxFault::at(self.text, at, id))
    }

    fn next(&mut self) -> Result<Token, SyntaxFault> {
        match self.peeked.take() {
            Some(token) => Ok(token),
            None => self.lexer.next(),
        }
    }

    fn peek(&mut self) -> Result<&Token, SyntaxFault> {
        if self.peeked.is_none() {
            self.peeked = Some(self.lexer.next()?);
        }
        Ok(self.peeked.as_ref().expect("just put there"))
    }

    fn frame(&self) -> &Frame {
        self.frames.last().expect("the outermost frame stays")
    }

    fn open(&mut self, kind: Open, at: usize) {
        let (operands, operators) = (self.operands.len(), self.operators.len());
        self.frames.push(Frame { kind, operands, operators, at });
    }

    fn read(mut self) -> Result<Read, SyntaxFault> {
        let mut want_operand = true;
        loop {
            let token = self.next()?;
            if self.heap.room(4 + 2 * self.frames.len() + self.operands.len()).is_err() {
                return self.fault(token.at, "term_too_large");
            }
            if want_operand {
                want_operand = !self.operand(token)?;
            } else {
                let (at, end) = (token.at, token.end);
                match self.after_operand(token)? {
                    Then::Operand => want_operand = true,
                    Then::Operator => {}
                    Then::Done => {
                        let (cell, _) = self.operands.pop().expect("a term was read");
                        debug_assert!(at <= end);
                        let term = match cell {
                            Cell::Ref(term) => term,
                            cell => self.heap.put(cell),
                        };
                        return Ok(Read { term, variables: self.variables, end });
                    }
                }
            }
        }
    }

    /// A token where a term must start. Answers whether a whole operand was
    /// read, as against a prefix operator or an open bracket.
    fn operand(&mut self, token: Token) -> Result<bool, SyntaxFault> {
        let at = token.at;
        let cell = match token.kind {
            Kind::Int(n) => Cell::Int(n),
            Kind::Float(x) => Cell::Float(x),
            Kind::Str(text) => self.heap.text(&text),
            Kind::Codes(text) => {
                let codes: Vec<Cell> =
                    text.chars().map(|c| Cell::Int(i64::from(u32::from(c)))).collect();
                self.heap.list(&codes, Cell::Atom(atoms::NIL))
            }
            Kind::Var(name) => Cell::Ref(self.variable(name)),
            Kind::Name { text, quoted } => return self.name(at, &text, quoted),
            Kind::Punct('(') => {
                self.open(Open::Paren, at);
                return Ok(false);
            }
            Kind::Punct(open @ ('[' | '{')) => {
                let close = if open == '[' { ']' } else { '}' };
                if self.peek()?.kind == Kind::Punct(close) {
                    self.next()?;
                    // `[]` is not the atom `'[]'`.
                    let atom = if open == '[' { atoms::NIL } else { atoms::CURLY };
                    return self.named(at, atom, None);
                }
                let kind = if open == '[' { Open::List { rest: false } } else { Open::Curly };
                self.open(kind, at);
                return Ok(false);
            }
            Kind::Punct(',' | '|') => return self.fault(at, "quoted_punctuation"),
            Kind::Punct(_) => return self.fault(at, "cannot_start_term"),
            Kind::End => return self.fault(at, "end_of_clause"),
            Kind::Eof => return self.fault(at, "end_of_file"),
        };
        self.operands.push((cell, 0));
        Ok(true)
    }

    fn variable(&mut self, name: String) -> Term {
        if name == "_" {
            return self.heap.var();
        }
        if let Some(&term) = self.known.get(&name) {
            return term;
        }
        let term = self.heap.var();
        self.known.insert(name.clone(), term);
        self.variables.push((name, term));
        term
    }

    /// A name where a term must start: functor, sign, prefix operator or atom.
    fn name(&mut self, at: usize, text: &str, quoted: bool) -> Result<bool, SyntaxFault> {
        let atom = self.heap.atom(text);
        self.named(at, atom, (!quoted).then_some(text))
    }

    /// The same for an atom; `text` is there unless it was quoted.
    fn named(&mut self, at: usize, atom: Atom, text: Option<&str>) -> Result<bool, SyntaxFault> {
        if self.peeked.is_none() && self.lexer.at_open() {
            self.next()?;
            // `f()` is a compound without arguments, and not `f`.
            if self.peek()?.kind == Kind::Punct(')') {
                self.next()?;
                let cell = self.heap.compound(atom, &[]);
                self.operands.push((cell, 0));
                return Ok(true);
            }
            self.open(Open::Call(atom), at);
            return Ok(false);
        }
        if text == Some("-") && self.peeked.is_none() && self.lexer.at_digit() {
            let cell = match self.lexer.negative()?.kind {
                Kind::Int(n) => Cell::Int(n),
                Kind::Float(x) => Cell::Float(x),
                _ => unreachable!("a digit starts a number"),
            };
            self.operands.push((cell, 0));
            return Ok(true);
        }
        if let Some(prefix) = text.and_then(ops::prefix)
            && self.operand_follows()?
        {
            self.operators.push(Operator::Prefix(atom, prefix));
            return Ok(false);
        }
        self.operands.push((Cell::Atom(atom), 0));
        Ok(true)
    }

    /// Whether what comes after a prefix operator can be its operand; if not
    /// the operator is a plain atom, as in `[-]` and `- = x`.
    fn operand_follows(&mut self) -> Result<bool, SyntaxFault> {
        let called = |reader: &Self| reader.lexer.at_open();
        Ok(match &self.peek()?.kind {
            Kind::Punct(c) => matches!(c, '(' | '[' | '{'),
            Kind::End | Kind::Eof => false,
            Kind::Name { text, quoted: false } => {
                ops::infix(text).is_none() || ops::prefix(text).is_some() || called(self)
            }
            _ => true,
        })
    }

    fn after_operand(&mut self, token: Token) -> Result<Then, SyntaxFault> {
        let at = token.at;
        match token.kind {
            Kind::Name { text, quoted } => match ops::infix(&text) {
                Some(infix) if !quoted => self.infix(at, &text, infix),
                _ => self.fault(at, "operator_expected"),
            },
            Kind::Punct(',') => match self.frame().kind {
                Open::Call(_) | Open::List { rest: false } => {
                    self.reduce_all(at)?;
                    Ok(Then::Operand)
                }
                Open::List { rest: true } => self.fault(at, "list_rest"),
                _ => self.infix(at, ",", ops::infix(",").expect("an operator")),
            },
            Kind::Punct('|') => match self.frame().kind {
                Open::List { rest: false } => {
                    self.reduce_all(at)?;
                    let frame = self.frames.last_mut().expect("the outermost frame stays");
                    frame.kind = Open::List { rest: true };
                    Ok(Then::Operand)
                }
                Open::List { rest: true } => self.fault(at, "list_rest"),
                _ => self.infix(at, "|", ops::infix("|").expect("an operator")),
            },
            Kind::Punct(c @ (')' | ']' | '}')) => {
                let closes = match self.frame().kind {
                    Open::Paren | Open::Call(_) => ')',
                    Open::List { .. } => ']',
                    Open::Curly => '}',
                    Open::Top => return self.fault(at, "cannot_start_term"),
                };
                if c != closes {
                    return self.fault(at, "cannot_start_term");
                }
                self.reduce_all(at)?;
                self.close();
                Ok(Then::Operator)
            }
            Kind::End | Kind::Eof => match self.frame().kind {
                Open::Top => {
                    self.reduce_all(at)?;
                    Ok(Then::Done)
                }
                // The bracket that was never closed is what a person looks for.
                _ if token.kind == Kind::Eof => self.fault(self.frame().at, "operator_expected"),
                _ => self.fault(at, "operator_expected"),
            },
            _ => self.fault(at, "operator_expected"),
        }
    }

    fn infix(&mut self, at: usize, text: &str, infix: Infix) -> Result<Then, SyntaxFault> {
        while let Some(top) = self.top() {
            let (priority, right) = match top {
                Operator::Infix(_, top) => (top.priority, top.right),
                Operator::Prefix(_, top) => (top.priority, top.right),
            };
            if priority > infix.left {
                if infix.priority > right {
                    return self.fault(at, "operator_clash");
                }
                break;
            }
            self.reduce(at)?;
        }
        let atom = self.heap.atom(text);
        self.operators.push(Operator::Infix(atom, infix));
        Ok(Then::Operand)
    }

    /// The operator of the innermost bracket that was met last.
    fn top(&self) -> Option<Operator> {
        if self.operators.len() > self.frame().operators {
            self.operators.last().copied()
        } else {
            None
        }
    }

    fn reduce_all(&mut self, at: usize) -> Result<(), SyntaxFault> {
        while self.top().is_some() {
            self.reduce(at)?;
        }
        Ok(())
    }

    /// Applies the operator met last to the operands met last.
    fn reduce(&mut self, at: usize) -> Result<(), SyntaxFault> {
        let operator = self.operators.pop().expect("the caller saw one");
        let (right, right_priority) = self.operands.pop().expect("an operator has an operand");
        match operator {
            Operator::Prefix(name, op) => {
                if right_priority > op.right {
                    return self.fault(at, "operator_clash");
                }
                let cell = self.heap.compound(name, &[right]);
                self.operands.push((cell, op.priority));
            }
            Operator::Infix(name, op) => {
                let (left, left_priority) = self.operands.pop().expect("an infix has two");
                if right_priority > op.right || left_priority > op.left {
                    return self.fault(at, "operator_clash");
                }
                let cell = self.heap.compound(name, &[left, right]);
                self.operands.push((cell, op.priority));
            }
        }
        Ok(())
    }

    /// Closes the innermost bracket: its operands become one.
    fn close(&mut self) {
        let frame = self.frames.pop().expect("a bracket was open");
        let cells: Vec<Cell> =
            self.operands.drain(frame.operands..).map(|(cell, _)| cell).collect();
        let cell = match frame.kind {
            Open::Top | Open::Paren => cells[0],
            Open::Curly => self.heap.compound(atoms::CURLY, &cells),
            Open::Call(name) => self.heap.compound(name, &cells),
            Open::List { rest } => {
                let (tail, items) = match cells.split_last() {
                    Some((&tail, items)) if rest => (tail, items),
                    _ => (Cell::Atom(atoms::NIL), &cells[..]),
                };
                self.heap.list(items, tail)
            }
        };
        self.operands.push((cell, 0));
    }
}

enum Then {
    Operand,
    Operator,
    Done,
}
