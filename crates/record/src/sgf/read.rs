//! Bytes to trees.

use sobremesa_kernel::{Phrase, SyntaxError};

use crate::record::{Place, further, place};

use super::{Collection, MAX_BYTES, Node, Property, Tree};

/// Reads a file. Text before the first `(;` is ignored, as the standard asks.
///
/// The character set is the one `CA` names (UTF-8 or Latin-1); without `CA`,
/// UTF-8 if the bytes are that, else Latin-1.
pub fn read(bytes: &[u8]) -> Result<Collection, SyntaxError> {
    let trees = read_each(bytes)?.into_iter().map(|found| found.map(|(tree, _)| tree));
    Ok(Collection { trees: trees.collect::<Result<_, _>>()? })
}

/// The game trees with the line and the column where each begins. What comes
/// after one that cannot be read is not looked at.
pub(crate) fn read_each(bytes: &[u8]) -> Result<Vec<Placed>, SyntaxError> {
    if bytes.len() > MAX_BYTES {
        return Err(SyntaxError::finding("record-unreadable", "a larger file", "at most 16 MiB"));
    }
    let text = decode(bytes)?;
    let mut reader = Reader { text: &text, at: 0 };
    let mut trees = Vec::new();
    let (mut begun, mut at) = ((1, 1), 0);
    while reader.find_tree() {
        begun = further(begun, &text[at..reader.at]);
        at = reader.at;
        let tree = reader.tree();
        let broken = tree.is_err();
        trees.push(tree.map(|tree| (tree, begun)));
        if broken {
            break;
        }
    }
    if trees.is_empty() { Err(reader.refuse("a game tree that starts with (;")) } else { Ok(trees) }
}

/// A tree, or why it is none, and where it begins.
type Placed = Result<(Tree, Place), SyntaxError>;

fn error(found: &str, expected: impl Into<Phrase>) -> SyntaxError {
    SyntaxError::new("record-unreadable", found, expected)
}

fn decode(bytes: &[u8]) -> Result<String, SyntaxError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let latin = || bytes.iter().map(|&b| b as char).collect();
    match declared_charset(bytes) {
        None => Ok(std::str::from_utf8(bytes).map_or_else(|_| latin(), str::to_owned)),
        Some(name) => match name.to_ascii_lowercase().replace(['_', ' '], "-").as_str() {
            "utf-8" | "utf8" => std::str::from_utf8(bytes).map(str::to_owned).map_err(|e| {
                SyntaxError::finding(
                    "record-unreadable",
                    Phrase::new("byte {number} of the file").with("number", e.valid_up_to()),
                    "UTF-8, as CA says",
                )
            }),
            "iso-8859-1" | "iso8859-1" | "latin-1" | "latin1" | "windows-1252" | "us-ascii"
            | "ascii" => Ok(latin()),
            _ => Err(error(&name, "a character set of: UTF-8, ISO-8859-1")),
        },
    }
}

/// The value of the first `CA[…]`, looked for in the raw bytes.
fn declared_charset(bytes: &[u8]) -> Option<String> {
    let at = bytes
        .windows(3)
        .enumerate()
        .find(|(at, w)| w == b"CA[" && (*at == 0 || !bytes[at - 1].is_ascii_alphanumeric()))?
        .0;
    let value: Vec<u8> =
        bytes[at + 3..].iter().copied().take_while(|&b| b != b']').take(40).collect();
    Some(String::from_utf8_lossy(&value).trim().to_owned())
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// Moves to the next `(` that a `;` follows, skipping anything else.
    fn find_tree(&mut self) -> bool {
        while let Some(open) = self.text[self.at..].find('(') {
            self.at += open;
            if self.text[self.at + 1..].trim_start().starts_with(';') {
                return true;
            }
            self.at += 1;
        }
        self.at = self.text.len();
        false
    }

    fn tree(&mut self) -> Result<Tree, SyntaxError> {
        let mut nodes: Vec<Node> = Vec::new();
        // For each open bracket, the node its sequence hangs from.
        let mut open: Vec<Option<usize>> = Vec::new();
        let mut last: Option<usize> = None;
        loop {
            match self.next_symbol() {
                Some('(') => open.push(last),
                Some(')') => {
                    last = open.pop().expect("closed only what was opened");
                    if open.is_empty() {
                        break;
                    }
                }
                Some(';') => {
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
                Some(_) => return Err(self.refuse("one of ( ) ; or a property")),
                None => return Err(self.refuse("a closing )")),
            }
        }
        Ok(Tree { nodes })
    }

    /// Skips white space and takes the next bracket or semicolon; anything else
    /// is answered but not taken.
    fn next_symbol(&mut self) -> Option<char> {
        self.skip_blanks();
        let c = self.text[self.at..].chars().next()?;
        if matches!(c, '(' | ')' | ';') {
            self.at += 1;
        }
        Some(c)
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn properties(&mut self, node: &mut Node) -> Result<(), SyntaxError> {
        while let Some(Property { id, values }) = self.property()? {
            match node.properties.iter_mut().find(|p| p.id == id) {
                // The standard forbids doubles; joining them loses nothing.
                Some(property) => property.values.extend(values),
                None => node.properties.push(Property { id, values }),
            }
        }
        Ok(())
    }

    /// The next property, `None` where none starts.
    fn property(&mut self) -> Result<Option<Property>, SyntaxError> {
        self.skip_blanks();
        let rest = &self.text[self.at..];
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        if length == 0 {
            return Ok(None);
        }
        // FF[3] allowed `GaMe[1]` for `GM[1]`: lower case is noise.
        let id: String = rest[..length].chars().filter(|c| !c.is_ascii_lowercase()).collect();
        if id.is_empty() || id.len() > 64 {
            return Err(self.refuse("a property name in upper case"));
        }
        self.at += length;
        Ok(Some(Property { id, values: self.values()? }))
    }

    fn values(&mut self) -> Result<Vec<String>, SyntaxError> {
        let mut values = Vec::new();
        loop {
            self.skip_blanks();
            if !self.text[self.at..].starts_with('[') {
                break;
            }
            let begun = self.at + 1;
            let mut escaped = false;
            let end = self.text[begun..].find(|c| {
                let closes = c == ']' && !escaped;
                escaped = c == '\\' && !escaped;
                closes
            });
            let Some(end) = end else {
                return Err(self.refuse("a ] that ends the value"));
            };
            values.push(self.text[begun..begun + end].to_owned());
            self.at = begun + end + 1;
        }
        if values.is_empty() {
            return Err(self.refuse("a value in [ ]"));
        }
        Ok(values)
    }

    fn refuse(&self, expected: &'static str) -> SyntaxError {
        let at = self.at.min(self.text.len());
        let (line, column) = place(self.text, at);
        let found = self.text[at..].lines().next().unwrap_or("");
        let error = if found.is_empty() && at == self.text.len() {
            SyntaxError::finding("record-unreadable", "the end of the file", expected)
        } else {
            error(found, expected)
        };
        error.at(line, column)
    }
}
