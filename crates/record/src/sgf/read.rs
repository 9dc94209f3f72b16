//! Bytes to trees.
//!
//! The reader goes over bytes and decodes each value by itself, because every
//! game of a file may name a character set of its own (`CA`) and because in
//! some of them the second byte of a letter looks like a bracket. It looks at
//! each byte a fixed number of times, whatever the file holds.

use std::borrow::Cow;
use std::collections::HashMap;

use encoding_rs::{BIG5, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};
use sobremesa_kernel::{Message, SyntaxError};

use crate::record::Place;
use crate::work::spend;

use super::charset::{Named, named, unicode};
use super::{Collection, MAX_BYTES, Node, Property, Tree};

/// How many properties of a node are looked through one by one for a double;
/// beyond that an index is kept.
const FEW: usize = 8;

/// The longest name of a property.
const LONGEST_NAME: usize = 64;

/// Reads a file. Text before the first `(;` is ignored, as the standard asks.
///
/// The character set of each game is the one its `CA` names; where it names
/// none, UTF-8 if the game's bytes are that, else Latin-1, the standard's own.
/// Latin-1 is read as windows-1252, its superset, as browsers do.
///
/// # Errors
/// Where the file is damaged: what cannot be read could not be written again.
pub fn read(bytes: &[u8]) -> Result<Collection, SyntaxError> {
    let whole = |found: Result<Placed, SyntaxError>| match found {
        Ok(Placed { damage: Some(error), .. }) => Err(error),
        Ok(placed) => Ok(placed.tree),
        Err(error) => Err(error),
    };
    Ok(Collection { trees: read_each(bytes)?.into_iter().map(whole).collect::<Result<_, _>>()? })
}

/// Reads what can be read of the first game of a file.
pub fn read_first(bytes: &[u8]) -> Result<Tree, SyntaxError> {
    read_each(bytes)?.swap_remove(0).map(|placed| placed.tree)
}

/// Whether there is anything in a file that looks like a game tree.
#[must_use]
pub fn is_tree(bytes: &[u8]) -> bool {
    Reader::new(bytes).find_tree()
}

/// A game tree and where it begins.
pub(crate) struct Placed {
    pub tree: Tree,
    pub place: Place,
    /// What was unusual about how it is written.
    pub notes: Vec<Message>,
    /// The first thing that was left out because it cannot be read.
    pub damage: Option<SyntaxError>,
}

/// The game trees. What comes after one that cannot be read is not looked at.
pub(crate) fn read_each(bytes: &[u8]) -> Result<Vec<Result<Placed, SyntaxError>>, SyntaxError> {
    Reader::new(&unicode(bytes)).trees()
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    encoding: &'static Encoding,
    /// Where the last game began: its byte and its place.
    last: (usize, Place),
    /// Whether the character set is a guess.
    guessed: bool,
    /// Whether what cannot be read is skipped.
    lenient: bool,
    seen: Seen,
}

/// What reading a tree has shown.
#[derive(Default)]
struct Seen {
    /// A value had bytes that are no characters.
    garbled: bool,
    /// A backslash may have been half a letter.
    doubtful: bool,
    /// A first node had no `;`.
    bare: bool,
    /// A name had no capital letter.
    small: bool,
    damage: Option<SyntaxError>,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader {
            bytes: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes),
            at: 0,
            encoding: UTF_8,
            last: (0, (1, 1)),
            guessed: false,
            lenient: false,
            seen: Seen::default(),
        }
    }

    fn trees(&mut self) -> Result<Vec<Result<Placed, SyntaxError>>, SyntaxError> {
        if self.bytes.len() > MAX_BYTES {
            let most = "at most 16 MiB";
            return Err(SyntaxError::finding("record-unreadable", "a larger file", most));
        }
        let mut trees = Vec::new();
        while self.find_tree() {
            let place = self.place(self.at);
            self.last = (self.at, place);
            let end = self.end_of_tree();
            let (encodings, note) = self.encodings(end);
            let tree = self.tree_in(&encodings);
            let broken = tree.is_err();
            trees.push(tree.map(|tree| {
                let seen = std::mem::take(&mut self.seen);
                let mut notes: Vec<Message> = note.into_iter().collect();
                if seen.garbled && notes.is_empty() {
                    let name = self.encoding.name();
                    notes.push(Message::new("record-note-garbled").with("charset", name));
                }
                let odd = [(seen.bare, "record-note-bare"), (seen.small, "record-note-small")];
                notes.extend(odd.into_iter().filter(|odd| odd.0).map(|odd| Message::new(odd.1)));
                Placed { tree, place, notes, damage: seen.damage }
            }));
            if broken {
                break;
            }
        }
        if trees.is_empty() {
            return Err(self.refuse("a game tree that starts with (;"));
        }
        Ok(trees)
    }

    /// The tree that begins here, in the likeliest set that makes sense of it;
    /// if none does, what can be read of it in the first.
    fn tree_in(&mut self, encodings: &[&'static Encoding]) -> Result<Tree, SyntaxError> {
        let begun = self.at;
        let (mut readable, mut wrong) = (None, None);
        self.lenient = false;
        for (index, &encoding) in encodings.iter().enumerate() {
            (self.at, self.encoding, self.seen) = (begun, encoding, Seen::default());
            match self.tree() {
                Ok(tree) if !self.seen.doubtful && (index == 0 || !self.seen.garbled) => {
                    return Ok(tree);
                }
                Ok(_) => readable = readable.or(Some(encoding)),
                // What the first, likeliest set finds wrong is what is said.
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        self.encoding = readable.unwrap_or(encodings[0]);
        (self.at, self.seen, self.lenient) = (begun, Seen::default(), true);
        let tree = self.tree()?;
        let says = tree.nodes.iter().any(|node| !node.properties.is_empty());
        match wrong.filter(|_| readable.is_none() && !says) {
            Some(error) => Err(error),
            None => Ok(tree),
        }
    }

    /// The encodings to try for the tree that begins here and ends at `end`,
    /// likeliest first and never none, and what is to be said about them.
    fn encodings(&mut self, end: usize) -> (Vec<&'static Encoding>, Option<Message>) {
        let declared = self.declared().filter(|label| !label.trim().is_empty());
        let unicode = std::str::from_utf8(&self.bytes[self.at..end]).is_ok();
        spend(end - self.at);
        let (known, note) = match declared.as_deref().map(named) {
            Some(Named::Known(encoding)) if encoding == UTF_8 && !unicode => {
                (Some(WINDOWS_1252), Some(Message::new("record-note-not-utf8")))
            }
            Some(Named::Known(encoding)) => (Some(encoding), None),
            Some(Named::Unknown) => {
                let label = declared.unwrap_or_default();
                (None, Some(Message::new("record-note-charset").with("charset", label)))
            }
            Some(Named::Wide) | None => (None, None),
        };
        self.guessed = known.is_none();
        let encodings = match known {
            Some(encoding) => vec![encoding],
            None if unicode => vec![UTF_8],
            // Chinese and Japanese programs name none as often as not. Their
            // bytes are mostly readable as Latin-1, if not as words.
            None => vec![WINDOWS_1252, GB18030, SHIFT_JIS, BIG5],
        };
        (encodings, note)
    }

    /// The value of the first `CA[…]` in the root that begins here. The bytes
    /// of other values are skipped as they are: it stands near the front.
    fn declared(&mut self) -> Option<String> {
        let mut at = self.at + 1;
        let mut id = Vec::new();
        let mut root = false;
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'[' => {
                    let end = plain_value_end(self.bytes, at + 1)?;
                    spend(end - at);
                    if id == b"CA" {
                        let value = &self.bytes[at + 1..end.min(at + 60)];
                        return Some(String::from_utf8_lossy(value).trim().to_owned());
                    }
                    at = end;
                }
                b';' if !root => root = true,
                b';' | b'(' | b')' => return None,
                b'A'..=b'Z' | b'0'..=b'9' => {
                    if !(at > 0 && self.bytes[at - 1].is_ascii_alphanumeric()) {
                        id.clear();
                    }
                    id.push(byte);
                }
                // Lower case is noise: it begins an id, but is no part of it.
                b'a'..=b'z' if !self.bytes[at - 1].is_ascii_alphanumeric() => id.clear(),
                _ => {}
            }
            at += 1;
            spend(1);
        }
        None
    }

    /// Where the tree that begins here ends, as far as brackets tell.
    fn end_of_tree(&mut self) -> usize {
        let (mut at, mut depth) = (self.at, 0usize);
        while let Some(&byte) = self.bytes.get(at) {
            match byte {
                b'[' => match plain_value_end(self.bytes, at + 1) {
                    Some(end) => at = end,
                    None => break,
                },
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        spend(at + 1 - self.at);
                        return at + 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        spend(self.bytes.len() - self.at);
        self.bytes.len()
    }

    /// Moves to the next `(` that a node follows, skipping anything else.
    fn find_tree(&mut self) -> bool {
        while let Some(open) = self.bytes[self.at..].iter().position(|&byte| byte == b'(') {
            self.at += open;
            let rest = self.bytes[self.at + 1..].trim_ascii_start();
            let name = name(rest);
            spend(open + 1 + name);
            // Some programs leave out the `;` of the root; a word in brackets
            // is no property.
            let named = rest[..name].iter().any(u8::is_ascii_uppercase)
                && rest[name..].trim_ascii_start().starts_with(b"[");
            if rest.starts_with(b";") || named {
                return true;
            }
            // Only blanks were looked at: none of them is a bracket.
            self.at = self.bytes.len() - rest.len();
        }
        self.at = self.bytes.len();
        false
    }

    fn tree(&mut self) -> Result<Tree, SyntaxError> {
        let mut nodes: Vec<Node> = Vec::new();
        // For each open bracket, the node its sequence hangs from.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut last: Option<usize> = None;
        let mut begins = false;
        loop {
            let symbol = self.next_symbol();
            let begun = std::mem::replace(&mut begins, symbol == Some(b'('));
            match symbol {
                Some(b'(') => open.push(last),
                Some(b')') => {
                    last = open.pop().expect("closed only what was opened");
                    if open.is_empty() {
                        break;
                    }
                }
                Some(byte) if byte == b';' || begun && byte.is_ascii_alphabetic() => {
                    self.seen.bare |= byte != b';';
                    let index = nodes.len();
                    if last.is_none() && index > 0 {
                        return Err(self.refuse("one root in a game tree"));
                    }
                    nodes.push(Node { parent: last, ..Node::default() });
                    if let Some(parent) = last {
                        nodes[parent].children.push(index);
                    }
                    last = Some(index);
                    self.properties(&mut nodes[index])?;
                }
                Some(_) => {
                    self.damaged("one of ( ) ; or a property")?;
                    self.skip();
                }
                None => {
                    self.damaged("a closing )")?;
                    break;
                }
            }
        }
        if nodes.is_empty() {
            return Err(self.refuse("a game tree that starts with (;"));
        }
        Ok(Tree { nodes })
    }

    /// Something cannot be read: the first such thing is remembered if what
    /// cannot be read is skipped.
    fn damaged(&mut self, expected: &'static str) -> Result<(), SyntaxError> {
        if !self.lenient {
            return Err(self.refuse(expected));
        }
        if self.seen.damage.is_none() {
            self.seen.damage = Some(self.refuse(expected));
        }
        Ok(())
    }

    /// Goes on where something may begin: a word is skipped whole, anything
    /// else up to the next bracket, semicolon or capital letter.
    fn skip(&mut self) {
        let begun = self.at;
        self.at += name(&self.bytes[begun..]).max(1);
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let next = |byte: &u8| matches!(byte, b'(' | b')' | b';') || byte.is_ascii_uppercase();
        self.at += rest.iter().position(next).unwrap_or(rest.len());
        spend(self.at - begun);
    }

    /// Skips white space and takes the next bracket or semicolon; anything else
    /// is answered but not taken.
    fn next_symbol(&mut self) -> Option<u8> {
        self.skip_blanks();
        let byte = *self.bytes.get(self.at)?;
        if matches!(byte, b'(' | b')' | b';') {
            self.at += 1;
            spend(1);
        }
        Some(byte)
    }

    /// Blanks of ASCII, and the wide one of Chinese and Japanese text.
    fn skip_blanks(&mut self) {
        let begun = self.at;
        loop {
            match &self.bytes[self.at..] {
                [b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c, ..] => self.at += 1,
                [0xc2, 0xa0, ..] if self.encoding == UTF_8 => self.at += 2,
                [0xe3, 0x80, 0x80, ..] if self.encoding == UTF_8 => self.at += 3,
                _ => break,
            }
        }
        spend(self.at - begun);
    }

    fn properties(&mut self, node: &mut Node) -> Result<(), SyntaxError> {
        let mut index: HashMap<String, usize> = HashMap::new();
        loop {
            while let Some(Property { id, values }) = self.property()? {
                let known = node.properties.len();
                let double = if known <= FEW {
                    spend(known);
                    node.properties.iter().position(|p| p.id == id)
                } else {
                    if index.is_empty() {
                        let all = node.properties.iter().enumerate();
                        index.extend(all.map(|(at, property)| (property.id.clone(), at)));
                    }
                    spend(1);
                    index.get(&id).copied()
                };
                match double {
                    // The standard forbids doubles; joining them loses nothing.
                    Some(at) => node.properties[at].values.extend(values),
                    None => {
                        if !index.is_empty() {
                            index.insert(id.clone(), known);
                        }
                        node.properties.push(Property { id, values });
                    }
                }
            }
            if matches!(self.bytes.get(self.at), None | Some(b'(' | b')' | b';')) {
                return Ok(());
            }
            // Something like a comment whose brackets are not escaped.
            self.damaged("one of ( ) ; or a property")?;
            self.skip();
        }
    }

    /// The next property, `None` where none starts.
    fn property(&mut self) -> Result<Option<Property>, SyntaxError> {
        loop {
            self.skip_blanks();
            let rest = &self.bytes[self.at..];
            let length = name(rest);
            spend(length);
            if length == 0 {
                return Ok(None);
            }
            // FF[3] allowed `GaMe[1]` for `GM[1]`: lower case is noise, unless
            // there is nothing else.
            let all = &rest[..length.min(LONGEST_NAME + 1)];
            let upper = all.iter().filter(|byte| !byte.is_ascii_lowercase());
            let mut id: String = upper.map(|&byte| byte as char).collect();
            let small = id.is_empty();
            if small {
                id = String::from_utf8_lossy(all).to_ascii_uppercase();
            }
            if id.len() > LONGEST_NAME {
                self.damaged("a property name in upper case")?;
                self.at += length;
                continue;
            }
            self.at += length;
            let values = self.values()?;
            if !values.is_empty() {
                self.seen.small |= small;
                return Ok(Some(Property { id, values }));
            }
        }
    }

    /// The values of a property; none only where what cannot be read is
    /// skipped.
    fn values(&mut self) -> Result<Vec<String>, SyntaxError> {
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if self.bytes.get(self.at) != Some(&b'[') {
                break;
            }
            let begun = self.at + 1;
            let Some(end) = self.value_end(begun) else {
                self.damaged("a ] that ends the value")?;
                self.at = self.bytes.len();
                return Ok(values);
            };
            spend(end - begun);
            let (text, garbled) =
                self.encoding.decode_without_bom_handling(&self.bytes[begun..end]);
            self.seen.garbled |= garbled;
            values.push(text.into_owned());
            self.at = end + 1;
        }
        if values.is_empty() {
            self.damaged("a value in [ ]")?;
        }
        Ok(values)
    }

    /// Where the value that begins at `at` has its closing bracket.
    fn value_end(&mut self, mut at: usize) -> Option<usize> {
        loop {
            match *self.bytes.get(at)? {
                b']' => return Some(at),
                b'\\' => {
                    let single = self.guessed && self.encoding == WINDOWS_1252;
                    self.seen.doubtful |= single && self.bytes[at - 1] >= 0x80;
                    at += 1 + self.length_at(at + 1);
                }
                _ => at += self.length_at(at),
            }
        }
    }

    /// How many bytes the letter at `at` has, as far as brackets are
    /// concerned: in these sets the second byte may be that of one.
    fn length_at(&self, at: usize) -> usize {
        let Some(&lead) = self.bytes.get(at) else { return 1 };
        let wide = if self.encoding == SHIFT_JIS {
            matches!(lead, 0x81..=0x9f | 0xe0..=0xfc)
        } else if self.encoding == GBK || self.encoding == GB18030 || self.encoding == BIG5 {
            matches!(lead, 0x81..=0xfe)
        } else {
            false
        };
        // A letter that was cut off is not half a bracket.
        let trail = self.bytes.get(at + 1).is_some_and(|&byte| byte >= 0x30);
        if wide && trail { 2 } else { 1 }
    }

    /// The line and the column of a byte behind where the last game began.
    fn place(&self, at: usize) -> Place {
        let (from, (line, column)) = self.last;
        let passed = &self.bytes[from..at.min(self.bytes.len())];
        let letters = |bytes: &[u8]| -> usize {
            let (text, _): (Cow<'_, str>, bool) = self.encoding.decode_without_bom_handling(bytes);
            text.chars().count()
        };
        match passed.iter().rposition(|&byte| byte == b'\n') {
            None => (line, column + letters(passed)),
            Some(last) => {
                let breaks = passed[..last].iter().filter(|&&byte| byte == b'\n').count();
                (line + breaks + 1, letters(&passed[last + 1..]) + 1)
            }
        }
    }

    fn refuse(&self, expected: &'static str) -> SyntaxError {
        let at = self.at.min(self.bytes.len());
        let (line, column) = self.place(at);
        let rest = &self.bytes[at..];
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()).min(400);
        let error = if rest.is_empty() {
            SyntaxError::finding("record-unreadable", "the end of the file", expected)
        } else {
            let (found, _) = self.encoding.decode_without_bom_handling(&rest[..end]);
            SyntaxError::new("record-unreadable", found.trim_end_matches('\r'), expected)
        };
        error.at(line, column)
    }
}

/// How long the name is that begins here.
fn name(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count()
}

/// Where the value that begins at `at` has its closing bracket, if no byte is
/// part of a wider letter.
fn plain_value_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *bytes.get(at)? {
            b']' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::counted::assert_linear;

    /// Twice the input is at most about twice the work, whatever it is made of.
    #[test]
    fn reading_is_linear_in_the_input() {
        fn letters(mut n: usize) -> String {
            let mut id = String::new();
            loop {
                id.insert(0, (b'A' + (n % 26) as u8) as char);
                n /= 26;
                if n == 0 {
                    return id;
                }
            }
        }
        type Made = fn(usize) -> String;
        let kinds: [(&str, Made); 18] = [
            ("different properties", |n| {
                let all: String = (0..n).map(|i| format!("{}[]", letters(i))).collect();
                format!("(;{all})")
            }),
            ("one property again and again", |n| format!("(;{})", "C[a]".repeat(n))),
            ("values of one property", |n| format!("(;AB{})", "[aa]".repeat(n))),
            ("many nodes", |n| format!("({})", ";B[aa]".repeat(n))),
            ("depth", |n| format!("{}{}", "(;B[aa]".repeat(n), ")".repeat(n))),
            ("variations", |n| format!("(;{})", "(;B[aa])".repeat(n))),
            ("many games", |n| "(;B[aa])".repeat(n)),
            ("games that name a set", |n| "(;CA[gbk]B[aa])".repeat(n)),
            ("games that name an unknown set", |n| "(;CA[x]B[aa])".repeat(n)),
            ("brackets and blanks", |n| "( ".repeat(n)),
            ("games that never end", |n| "(;B[aa]".repeat(n)),
            ("values that never end", |n| "(;B[aa".repeat(n)),
            ("names without values", |n| format!("(;C[x]{}", "B;W ".repeat(n))),
            ("long names", |n| format!("(;C[x]{}", "B".repeat(n))),
            ("junk", |n| format!("(;C[x]{}", "? a] ".repeat(n))),
            ("words in brackets", |n| "(ABC ".repeat(n)),
            ("roots without a semicolon", |n| "(B[aa])".repeat(n)),
            ("small names", |n| format!("(;C[x]{})", "b[aa]".repeat(n))),
        ];
        for (kind, make) in kinds {
            let read = |text: &str| drop(Reader::new(text.as_bytes()).trees());
            assert_linear(kind, make, &read, 12);
        }
    }
}
