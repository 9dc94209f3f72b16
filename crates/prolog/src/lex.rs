//! Text into tokens.

use crate::fault::SyntaxFault;
use crate::quote::{is_alnum, is_symbol, quoted_name};

/// One token and where it starts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token {
    pub kind: Kind,
    pub at: usize,
    /// The byte just after it: `f(` is a call only when nothing stands between.
    pub end: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    /// A name; quoted ones are never operators.
    Name {
        text: String,
        quoted: bool,
    },
    Var(String),
    Int(i64),
    Float(f64),
    Str(String),
    /// `` `codes` ``
    Codes(String),
    /// One of `( ) [ ] { } , |`.
    Punct(char),
    /// The full stop.
    End,
    /// The end of the text.
    Eof,
}

/// Reads tokens from a text.
#[derive(Clone, Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    pos: usize,
}

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, pos: 0 }
    }

    fn peek(&self) -> Option<char> {
        self.text[self.pos..].chars().next()
    }

    fn peek_after(&self, bytes: usize) -> Option<char> {
        self.text.get(self.pos + bytes..)?.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.pos += c.len_utf8();
        Some(c)
    }

    fn fault<T>(&self, at: usize, id: impl Into<String>) -> Result<T, SyntaxFault> {
        Err(SyntaxFault::at(self.text, at, id))
    }

    fn run(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let rest = &self.text[self.pos..];
        let len = rest.find(|c| !accept(c)).unwrap_or(rest.len());
        self.pos += len;
        &rest[..len]
    }

    fn skip_layout(&mut self) -> Result<(), SyntaxFault> {
        loop {
            self.run(char::is_whitespace);
            let rest = &self.text[self.pos..];
            if rest.starts_with('%') {
                self.pos += rest.find('\n').unwrap_or(rest.len());
            } else if let Some(comment) = rest.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(len) => self.pos += len + 4,
                    None => return self.fault(self.pos, "end_of_file_in_block_comment"),
                }
            } else {
                return Ok(());
            }
        }
    }

    pub fn next(&mut self) -> Result<Token, SyntaxFault> {
        self.skip_layout()?;
        let at = self.pos;
        let kind = self.kind(at)?;
        Ok(Token { kind, at, end: self.pos })
    }

    /// Whether `(` follows at once, which makes a name a functor.
    pub fn at_open(&self) -> bool {
        self.text[self.pos..].starts_with('(')
    }

    /// Leaves out one character after a fault, to look for the end of a term.
    pub fn step(&mut self) {
        self.bump();
    }

    /// The number that follows, with a minus sign before it.
    pub fn negative(&mut self) -> Result<Token, SyntaxFault> {
        let at = self.pos;
        let kind = self.number(at, true)?;
        Ok(Token { kind, at, end: self.pos })
    }

    /// Whether a digit follows at once, which makes `-` a sign.
    pub fn at_digit(&self) -> bool {
        self.peek().is_some_and(|c| c.is_ascii_digit())
    }

    fn kind(&mut self, at: usize) -> Result<Kind, SyntaxFault> {
        let Some(c) = self.peek() else { return Ok(Kind::Eof) };
        let name = |text: &str| Kind::Name { text: text.into(), quoted: false };
        Ok(match c {
            '0'..='9' => return self.number(at, false),
            '_' => Kind::Var(self.run(is_alnum).into()),
            c if c.is_uppercase() => Kind::Var(self.run(is_alnum).into()),
            c if c.is_alphabetic() => name(self.run(is_alnum)),
            '\'' => Kind::Name { text: self.quoted('\'')?, quoted: true },
            '"' => Kind::Str(self.quoted('"')?),
            '`' => Kind::Codes(self.quoted('`')?),
            '(' | ')' | '[' | ']' | '{' | '}' | ',' | '|' => {
                self.pos += 1;
                Kind::Punct(c)
            }
            '!' | ';' => {
                self.pos += 1;
                name(&self.text[at..self.pos])
            }
            '.' if self.peek_after(1).is_none_or(|c| c.is_whitespace() || c == '%') => {
                self.pos += 1;
                Kind::End
            }
            c if is_symbol(c) => name(self.run(is_symbol)),
            _ => return self.fault(at, "illegal_character"),
        })
    }

    fn number(&mut self, at: usize, negative: bool) -> Result<Kind, SyntaxFault> {
        let rest = &self.text[at..];
        let signed = |code: u32| if negative { -i64::from(code) } else { i64::from(code) };
        if let Some(after) = rest.strip_prefix("0'") {
            match after.chars().next() {
                Some('\\') => {
                    self.pos = at + 2;
                    if let Some(c) = self.escape('\'')? {
                        return Ok(Kind::Int(signed(c.into())));
                    }
                    return self.fault(at, "undefined_char_escape(c)");
                }
                Some('\'') if after.starts_with("''") => {
                    self.pos = at + 4;
                    return Ok(Kind::Int(signed(39)));
                }
                Some(c) => {
                    self.pos = at + 2 + c.len_utf8();
                    return Ok(Kind::Int(signed(c.into())));
                }
                None => {}
            }
        }
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
            if rest
                .strip_prefix(prefix)
                .is_some_and(|after| after.starts_with(|c: char| c.is_digit(radix)))
            {
                self.pos = at + 2;
                let digits = self.digits(radix);
                return self.integer(at, &digits, radix, negative);
            }
        }
        let mut digits = self.digits(10);
        // `16'FF`: any radix up to 36.
        if let Ok(radix @ 2..=36) = digits.parse::<u32>()
            && self.peek() == Some('\'')
            && self.peek_after(1).is_some_and(|c| c.is_digit(radix))
        {
            self.pos += 1;
            let digits = self.digits(radix);
            return self.integer(at, &digits, radix, negative);
        }
        let mut float = false;
        if self.peek() == Some('.') && self.peek_after(1).is_some_and(|c| c.is_ascii_digit()) {
            float = true;
            self.pos += 1;
            digits.push('.');
            digits.push_str(self.run(|c| c.is_ascii_digit()));
        }
        if let Some('e' | 'E') = self.peek() {
            let sign = usize::from(matches!(self.peek_after(1), Some('+' | '-')));
            if self.peek_after(1 + sign).is_some_and(|c| c.is_ascii_digit()) {
                float = true;
                digits.push_str(&self.text[self.pos..=self.pos + sign]);
                self.pos += 1 + sign;
                digits.push_str(self.run(|c| c.is_ascii_digit()));
            }
        }
        let sign = if negative { -1.0 } else { 1.0 };
        for (word, value) in [("Inf", f64::INFINITY), ("NaN", f64::NAN)] {
            if float && self.text[self.pos..].starts_with(word) {
                self.pos += word.len();
                return Ok(Kind::Float(sign * value));
            }
        }
        if float {
            match digits.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Kind::Float(sign * value)),
                _ => self.fault(at, "illegal_number"),
            }
        } else {
            self.integer(at, &digits, 10, negative)
        }
    }

    /// Digits, which may stand in groups: `1_000_000`, and `1 000 000` when
    /// they are decimal.
    fn digits(&mut self, radix: u32) -> String {
        let mut digits: String = self.run(|c| c.is_digit(radix)).into();
        loop {
            let gap = match self.peek() {
                Some(' ') if radix == 10 => 1,
                Some('_') => {
                    1 + self.text[self.pos + 1..].chars().take_while(|&c| c == ' ').count()
                }
                _ => return digits,
            };
            if !self.peek_after(gap).is_some_and(|c| c.is_digit(radix)) {
                return digits;
            }
            self.pos += gap;
            digits.push_str(self.run(|c| c.is_digit(radix)));
        }
    }

    fn integer(
        &self,
        at: usize,
        digits: &str,
        radix: u32,
        negative: bool,
    ) -> Result<Kind, SyntaxFault> {
        let size = i128::from_str_radix(digits, radix).ok();
        match size.and_then(|n| i64::try_from(if negative { -n } else { n }).ok()) {
            Some(n) => Ok(Kind::Int(n)),
            None => self.fault(at, "integer_too_large"),
        }
    }

    fn quoted(&mut self, quote: char) -> Result<String, SyntaxFault> {
        let at = self.pos;
        self.pos += 1;
        let mut text = String::new();
        loop {
            text.push_str(self.run(|c| c != quote && c != '\\'));
            match self.peek() {
                None => {
                    let shown = if quote == '\'' { "\\'".into() } else { quote.to_string() };
                    return self.fault(at, format!("end_of_file_in_quoted('{shown}')"));
                }
                Some('\\') => text.extend(self.escape(quote)?),
                Some(_) => {
                    self.pos += 1;
                    if self.peek() != Some(quote) {
                        return Ok(text);
                    }
                    self.pos += 1;
                    text.push(quote);
                }
            }
        }
    }

    /// Reads an escape at `\`; `None` for one that stands for nothing.
    fn escape(&mut self, quote: char) -> Result<Option<char>, SyntaxFault> {
        let at = self.pos;
        self.pos += 1;
        let Some(c) = self.bump() else {
            let shown = if quote == '\'' { "\\'".into() } else { quote.to_string() };
            return self.fault(at, format!("end_of_file_in_quoted('{shown}')"));
        };
        Ok(Some(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'a' => '\x07',
            'b' => '\x08',
            'f' => '\x0c',
            'v' => '\x0b',
            'e' => '\x1b',
            's' => ' ',
            'z' => return self.fault(at, "undefined_char_escape(z)"),
            '\\' | '\'' | '"' | '`' => c,
            '\n' => return Ok(None),
            'c' => {
                self.run(char::is_whitespace);
                return Ok(None);
            }
            'x' | '0'..='7' => {
                let radix = if c == 'x' { 16 } else { 8 };
                if c != 'x' {
                    self.pos -= 1;
                }
                let digits = self.run(|c| c.is_digit(radix));
                if self.peek() == Some('\\') {
                    self.pos += 1;
                }
                return self.code(at, digits, radix);
            }
            'u' | 'U' => {
                let len = if c == 'u' { 4 } else { 8 };
                let Some(digits) = self.text.get(self.pos..self.pos + len) else {
                    return self.fault(at, "illegal_escape_sequence");
                };
                self.pos += len;
                return self.code(at, digits, 16);
            }
            c => {
                let shown = quoted_name(c.encode_utf8(&mut [0; 4]));
                return self.fault(at, format!("undefined_char_escape({shown})"));
            }
        }))
    }

    fn code(&self, at: usize, digits: &str, radix: u32) -> Result<Option<char>, SyntaxFault> {
        match u32::from_str_radix(digits, radix).ok().and_then(char::from_u32) {
            Some(c) => Ok(Some(c)),
            None => self.fault(at, "illegal_escape_sequence"),
        }
    }
}
