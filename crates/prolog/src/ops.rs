//! The operators of SWI-Prolog that a goal or an answer can contain.

/// How an operator treats its arguments: the most their priority may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infix {
    pub priority: u16,
    pub left: u16,
    pub right: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefix {
    pub priority: u16,
    pub right: u16,
}

/// The priority of an argument of a compound or an item of a list.
pub const ARGUMENT: u16 = 999;
/// The priority of what stands beside `=`.
pub const VALUE: u16 = 699;
/// The priority of a whole term.
pub const TERM: u16 = 1200;

#[must_use]
pub fn infix(name: &str) -> Option<Infix> {
    let (priority, left, right) = match name {
        ":-" | "-->" | "=>" => (1200, 1, 1),
        "|" => (1105, 1, 0),
        ";" => (1100, 1, 0),
        "->" | "*->" => (1050, 1, 0),
        "," => (1000, 1, 0),
        ":=" => (800, 1, 1),
        "<" | "=" | "=.." | "=@=" | "=:=" | "=<" | "==" | "=\\=" | ">" | ">=" | "@<" | "@=<"
        | "@>" | "@>=" | "\\=" | "\\==" | "as" | "is" | ">:<" | ":<" | "\\=@=" => (700, 1, 1),
        ":" => (600, 1, 0),
        "+" | "-" | "/\\" | "\\/" => (500, 0, 1),
        "*" | "/" | "//" | "mod" | "rem" | "<<" | ">>" | "div" | "rdiv" | "xor" => (400, 0, 1),
        "**" => (200, 1, 1),
        "^" => (200, 1, 0),
        _ => return None,
    };
    Some(Infix { priority, left: priority - left, right: priority - right })
}

#[must_use]
pub fn prefix(name: &str) -> Option<Prefix> {
    let (priority, right) = match name {
        ":-" | "?-" => (1200, 1),
        "dynamic"
        | "discontiguous"
        | "initialization"
        | "meta_predicate"
        | "module_transparent"
        | "multifile"
        | "public"
        | "thread_local"
        | "table"
        | "volatile"
        | "thread_initialization" => (1150, 1),
        "\\+" => (900, 0),
        "-" | "+" | "\\" => (200, 0),
        "$" => (1, 1),
        _ => return None,
    };
    Some(Prefix { priority, right: priority - right })
}

/// Whether a name is an operator of any kind.
#[must_use]
pub fn is_operator(name: &str) -> bool {
    infix(name).is_some() || prefix(name).is_some()
}
