//! Boards and games as text: diagrams (rows from the top, `a`, `b` and `-`)
//! and strings of columns (`4455`).

use sobremesa_kernel::{Phrase, Position as _, Side, SyntaxError};

use crate::{Board, Cell, Illegal, Move, Position, Rules};

/// The longest text that is read; the largest board needs 60 moves of two
/// digits or 15 short rows.
const MAX_LEN: usize = 2_000;

impl Board {
    /// Rows from the top, `a` for `First`, `b` for `Second`, `-` for empty.
    #[must_use]
    pub fn diagram(&self) -> String {
        let mut text = String::new();
        for cell in self.cells() {
            text.push(match self.at(cell) {
                None => '-',
                Some(Side::First) => 'a',
                Some(Side::Second) => 'b',
            });
            if cell.column == self.rules().columns() {
                text.push('\n');
            }
        }
        text
    }

    /// Reads a diagram: `a`, `x` or `1` is `First`, `b`, `o` or `2` is
    /// `Second`, `-`, `.`, `_` or `0` is empty, in either case; blanks, `|`
    /// and `,` may separate cells and empty lines are skipped. Pieces may not
    /// float; their number is free.
    pub fn from_diagram(rules: Rules, text: &str) -> Result<Board, SyntaxError> {
        let shape = Phrase::new("{rows} rows of {columns} cells a, b or -")
            .with("rows", rules.rows())
            .with("columns", rules.columns());
        const ID: &str = "connect4-diagram-unreadable";
        let refuse = |found: &str| SyntaxError::new(ID, found, shape.clone());
        if text.len() > MAX_LEN {
            return Err(refuse(text));
        }
        let mut stones = [0, 0];
        let mut row = 0;
        let mut last_line = 1;
        for (line_number, line) in text.lines().enumerate().map(|(i, line)| (i + 1, line)) {
            last_line = line_number;
            let mut column = 0;
            for (at, char) in line.chars().enumerate() {
                let side = match char.to_ascii_lowercase() {
                    ' ' | '\t' | '|' | ',' | '\r' => continue,
                    'a' | 'x' | '1' => Some(Side::First),
                    'b' | 'o' | '2' => Some(Side::Second),
                    '-' | '.' | '_' | '0' => None,
                    _ => return Err(refuse(&char.to_string()).at(line_number, at + 1)),
                };
                column += 1;
                let cell = Cell { row: row + 1, column };
                let Some(bit) = Board::empty(rules).bit(cell) else {
                    return Err(refuse(line).at(line_number, at + 1));
                };
                if let Some(side) = side {
                    stones[side.index()] |= bit;
                }
            }
            if column == rules.columns() {
                row += 1;
            } else if column > 0 {
                return Err(refuse(line).at(line_number, line.chars().count() + 1));
            }
        }
        if row != rules.rows() {
            return Err(SyntaxError::finding(ID, "the end of the diagram", shape).at(last_line, 1));
        }
        let board = Board::from_stones(rules, stones);
        match board.floating() {
            Some(cell) => Err(SyntaxError::new(
                "connect4-diagram-floating",
                &String::from(cell),
                "a piece under every piece",
            )
            .at(cell.row as usize, cell.column as usize)),
            None => Ok(board),
        }
    }

    /// The first cell, from the top, with a piece and nothing under it.
    fn floating(&self) -> Option<Cell> {
        self.cells().find(|&cell| {
            let below = Cell { row: cell.row + 1, ..cell };
            self.at(cell).is_some() && cell.row < self.rules().rows() && self.at(below).is_none()
        })
    }
}

impl Position {
    /// Reads a diagram as [`Board::from_diagram`] and refuses what taking
    /// turns cannot lead to: a count that is off, lines for both sides, play
    /// after a win.
    pub fn from_diagram(rules: Rules, text: &str) -> Result<Position, SyntaxError> {
        Position::from_board(Board::from_diagram(rules, text)?)
    }

    /// The position with these pieces; the same refusals.
    pub fn from_board(board: Board) -> Result<Position, SyntaxError> {
        let [first, second] = Side::BOTH.map(|side| board.stones(side).count_ones());
        if first != second && first != second + 1 {
            return Err(SyntaxError::new(
                "connect4-diagram-counts",
                &format!("{first} a, {second} b"),
                "as many a as b, or one a more",
            ));
        }
        let position = Position::of(board);
        let winners: Vec<Side> =
            Side::BOTH.into_iter().filter(|&side| board.has_line(side)).collect();
        match winners[..] {
            [] => Ok(position),
            [_, _] => Err(SyntaxError::finding(
                "connect4-diagram-both-won",
                "four in line for a and for b",
                "a line for one of them at most",
            )),
            // The winner moved last, and taking back its last piece, the top
            // one of some column, leaves no line.
            [winner, ..] => {
                let last = |column| {
                    let top = board.top(column);
                    let before = board.stones(winner) & !top;
                    board.stones(winner) & top != 0
                        && !Board::from_stones(*board.rules(), [before, 0]).has_line(Side::First)
                };
                if position.turn() != winner && (1..=board.rules().columns()).any(last) {
                    Ok(position)
                } else {
                    Err(SyntaxError::finding(
                        "connect4-diagram-played-on",
                        "pieces dropped after the line of four",
                        "a line made by the last piece",
                    ))
                }
            }
        }
    }

    /// Plays a string of columns from the start: one digit a move (`4455`),
    /// or numbers separated by blanks or commas where there are more than
    /// nine columns. An error says at which character it stopped and why.
    pub fn from_columns(rules: Rules, text: &str) -> Result<Position, SyntaxError> {
        Ok(Position::replay(rules, text)?.1)
    }

    /// As [`Position::from_columns`], with the moves.
    pub fn replay(rules: Rules, text: &str) -> Result<(Vec<Move>, Position), SyntaxError> {
        let mut position = Position::start(&rules);
        let mut moves = Vec::new();
        if text.len() > MAX_LEN {
            let expected = Phrase::new("at most {most} characters").with("most", MAX_LEN);
            return Err(SyntaxError::new("connect4-columns-unreadable", text, expected));
        }
        for (at, word) in words(text.trim_end()) {
            let refuse = |expected: Phrase| {
                SyntaxError::new("connect4-columns-unreadable", word, expected).at(1, at)
            };
            let m: Move = word.parse().map_err(|_| refuse(columns(rules.columns())))?;
            position.play(m).map_err(|illegal| refuse(instead_of(&illegal)))?;
            moves.push(m);
        }
        Ok((moves, position))
    }
}

/// What could have been played instead.
fn instead_of(illegal: &Illegal) -> Phrase {
    match illegal {
        Illegal::NoSuchColumn { columns: most, .. } => columns(*most),
        Illegal::ColumnFull { column } => {
            Phrase::new("a column with room: column {column} is full").with("column", column)
        }
        Illegal::GameOver { .. } => Phrase::new("nothing more: the game is over"),
    }
}

fn columns(most: u32) -> Phrase {
    Phrase::new("a column from 1 to {most}").with("most", most)
}

/// The words of a string of columns with the character (from 1) where each
/// starts: numbers if anything separates them, single characters if not.
fn words(text: &str) -> Vec<(usize, &str)> {
    let separates = |char: char| char == ',' || char.is_whitespace();
    let separated = text.contains(separates);
    let mut words = Vec::new();
    let mut open: Option<(usize, usize)> = None;
    for (number, (byte, char)) in text.char_indices().enumerate() {
        if separates(char) {
            words.extend(open.take().map(|(at, from)| (at, &text[from..byte])));
        } else if separated {
            open.get_or_insert((number + 1, byte));
        } else {
            words.push((number + 1, &text[byte..byte + char.len_utf8()]));
        }
    }
    words.extend(open.map(|(at, from)| (at, &text[from..])));
    words
}
