//! Boards as text.
//!
//! [`write()`] draws a board with coordinates and names who moves; [`read`]
//! takes that back, and also what people paste: 64 characters in a row or in
//! eight rows, with or without coordinates, in any of three alphabets:
//!
//! | | black | white | empty |
//! |---|---|---|---|
//! | usual | `X` `*` | `O` `0` | `-` `.` `_` |
//! | letters | `b` | `w` | `-` `.` `_` |
//! | the course | `N` | `B` | `X` |
//!
//! `X` and `B` mean different things in different alphabets, so the alphabet
//! is decided by the whole board before any square is read.

use sobremesa_kernel::{Phrase, Side, SyntaxError};

use crate::board::{Bits, Board, CENTRE};
use crate::moves::Square;

/// The longest text that is read as a board.
pub const MAX_LEN: usize = 2_000;

const ID: &str = "othello-board-unreadable";

/// How a board is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// `X` or `*` is black, `O` or `0` white.
    Usual,
    /// `B` or `*` is black, `W` or `O` white.
    Letters,
    /// The course's: `n` is black, `b` white, `x` empty.
    Course,
}

impl Alphabet {
    /// `Some(None)` is an empty square, `None` a character of another
    /// alphabet.
    #[must_use]
    pub fn meaning(self, cell: char) -> Option<Option<Side>> {
        Some(match (self, cell.to_ascii_lowercase()) {
            (Alphabet::Course, 'n') => Some(Side::First),
            (Alphabet::Course, 'b') => Some(Side::Second),
            (Alphabet::Course, 'x') => None,
            (Alphabet::Usual, 'x' | '*') => Some(Side::First),
            (Alphabet::Usual, 'o' | '0') => Some(Side::Second),
            (Alphabet::Letters, 'b' | '*') => Some(Side::First),
            (Alphabet::Letters, 'w' | 'o') => Some(Side::Second),
            (Alphabet::Usual | Alphabet::Letters, '-' | '.' | '_') => None,
            _ => return None,
        })
    }

    /// The characters this alphabet uses, for messages.
    const fn expected(self) -> &'static str {
        match self {
            Alphabet::Usual => "X (black), O (white) or - (empty)",
            Alphabet::Letters => "b (black), w (white) or . (empty)",
            Alphabet::Course => "N (black), B (white) or X (empty)",
        }
    }

    /// The alphabet of a board, by the characters that only one of them has.
    fn of(cells: &[Cell]) -> Alphabet {
        let has = |set: &str| cells.iter().any(|cell| set.contains(cell.shown));
        if has("Nn") || (has("Bb") && has("Xx")) || (has("B") && !has("Ww-._*oO")) {
            Alphabet::Course
        } else if has("BbWw") {
            Alphabet::Letters
        } else {
            Alphabet::Usual
        }
    }
}

/// A character of the text and where it stands.
#[derive(Clone, Copy)]
struct Cell {
    shown: char,
    line: usize,
    column: usize,
}

/// The board with coordinates, `X` black, `O` white, and who moves.
#[must_use]
pub fn write(discs: [Bits; 2], turn: Side) -> String {
    let mut text = String::from("  a b c d e f g h\n");
    for row in 0..8 {
        text.push((b'1' + row) as char);
        for column in 0..8 {
            let bit = 1 << (row * 8 + column);
            text.push(' ');
            text.push(symbol(discs, bit, ['X', 'O', '-']));
        }
        text.push('\n');
    }
    text.push_str(match turn {
        Side::First => "black to move\n",
        Side::Second => "white to move\n",
    });
    text
}

/// The 64 squares from a1 to h8 as characters for black, white and empty.
#[must_use]
pub fn cells(discs: [Bits; 2], symbols: [char; 3]) -> String {
    (0..64).map(|square| symbol(discs, 1 << square, symbols)).collect()
}

fn symbol(discs: [Bits; 2], bit: Bits, [black, white, empty]: [char; 3]) -> char {
    if discs[0] & bit != 0 {
        black
    } else if discs[1] & bit != 0 {
        white
    } else {
        empty
    }
}

/// Reads the discs `[black, white]` of a board in any of the alphabets, and who
/// moves where the text says so.
pub fn read(text: &str) -> Result<([Bits; 2], Option<Side>), SyntaxError> {
    if text.len() > MAX_LEN {
        return Err(SyntaxError::new(
            ID,
            text,
            Phrase::new("at most {most} characters").with("most", MAX_LEN),
        ));
    }
    let (cells, rest) = split(text)?;
    let alphabet = Alphabet::of(&cells);
    let discs = board(&cells, alphabet)?;
    let turn = rest.map(|rest| side(&rest, alphabet)).transpose()?;
    Ok((discs, turn))
}

/// What no game can show.
pub(crate) struct Fault {
    /// Where it is seen.
    square: usize,
    /// What is seen there, in words with a `{square}`.
    found: &'static str,
    expected: &'static str,
}

impl From<Fault> for SyntaxError {
    fn from(Fault { square, found, expected }: Fault) -> SyntaxError {
        let name = Square::of_bit(square).to_string().to_uppercase();
        let found = Phrase::new(found).with("square", name);
        SyntaxError::finding("othello-board-impossible", found, expected)
            .at(square / 8 + 1, square % 8 + 1)
    }
}

/// What no game can show on this board, if there is anything.
pub(crate) fn fault(board: Board) -> Option<Fault> {
    let at = |bits: Bits, found, expected| {
        (bits != 0).then(|| Fault { square: bits.trailing_zeros() as usize, found, expected })
    };
    let both = board.mover & board.rival;
    if both != 0 {
        return at(both, "two discs on square {square}", "one disc on a square");
    }
    let hole = CENTRE & board.empty();
    if hole != 0 {
        return at(hole, "square {square} empty", "discs on the four centre squares");
    }
    let mut joined = CENTRE;
    loop {
        let wide =
            joined | (joined << 1) & 0xfefe_fefe_fefe_fefe | (joined >> 1) & 0x7f7f_7f7f_7f7f_7f7f;
        let next = (wide | wide << 8 | wide >> 8) & board.occupied();
        if next == joined {
            break;
        }
        joined = next;
    }
    at(
        board.occupied() & !joined,
        "a disc on {square} apart from the others",
        "every disc joined to the centre by other discs",
    )
}

/// The 64 cells, and what follows them.
fn split(text: &str) -> Result<(Vec<Cell>, Option<Cells>), SyntaxError> {
    let mut cells: Cells = Vec::new();
    let mut last = (1, 1);
    for (line, content) in text.lines().enumerate() {
        let compact: String = content.chars().filter(|c| !c.is_whitespace()).collect();
        if compact.eq_ignore_ascii_case("abcdefgh") {
            continue;
        }
        for (column, shown) in content.chars().enumerate() {
            last = (line + 1, column + 1);
            // Row labels are the only digits from 1 to 8 on a board.
            let label = ('1'..='8').contains(&shown) || shown == '|';
            if !shown.is_whitespace() && !label {
                cells.push(Cell { shown, line: last.0, column: last.1 });
            }
        }
    }
    if cells.len() < 64 {
        return Err(SyntaxError::finding(
            ID,
            Phrase::new("{squares} squares").with("squares", cells.len()),
            "64 squares, row by row from a1",
        )
        .at(last.0, last.1));
    }
    let rest = cells.split_off(64);
    Ok((cells, (!rest.is_empty()).then_some(rest)))
}

type Cells = Vec<Cell>;

/// The discs `[black, white]` of 64 cells.
fn board(cells: &[Cell], alphabet: Alphabet) -> Result<[Bits; 2], SyntaxError> {
    let mut discs = [0; 2];
    for (square, cell) in cells.iter().enumerate() {
        let meaning = alphabet.meaning(cell.shown).ok_or_else(|| {
            SyntaxError::new(ID, &cell.shown.to_string(), alphabet.expected())
                .at(cell.line, cell.column)
        })?;
        if let Some(side) = meaning {
            discs[side.index()] |= 1 << square;
        }
    }
    Ok(discs)
}

/// The side of a word in lower case, in either language.
pub(crate) fn named(word: &str) -> Option<Side> {
    match word {
        "black" | "negro" | "negras" => Some(Side::First),
        "white" | "blanco" | "blancas" => Some(Side::Second),
        _ => None,
    }
}

/// Who moves, from the text after the cells.
fn side(rest: &[Cell], alphabet: Alphabet) -> Result<Side, SyntaxError> {
    let text: String = rest.iter().map(|cell| cell.shown.to_ascii_lowercase()).collect();
    let word = text.trim_end_matches(';').trim_end_matches("tomove");
    let word = word.strip_prefix("turn=").unwrap_or(word);
    if let Some(side) = named(word) {
        return Ok(side);
    }
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && let Some(Some(side)) = alphabet.meaning(letter)
    {
        return Ok(side);
    }
    Err(SyntaxError::new(ID, &text, "black or white, whoever moves")
        .at(rest[0].line, rest[0].column))
}
