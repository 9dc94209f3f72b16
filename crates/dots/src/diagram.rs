//! Positions as text.
//!
//! ```text
//! +---+---+   +
//! | 1 |       |
//! +---+   +---+
//!     |
//! +   +   +   +
//! turn 2
//! ```
//!
//! Dots are `+` (also `.`, `*`, `o`), lines `---` and `|`, a closed box shows
//! the number of its owner. The last line says whose turn it is; without it
//! player 1 moves. `/` stands for a new line, so that a diagram fits in one
//! argument of a command, and blanks at the end of a line may be left out.

use sobremesa_kernel::{Phrase, Side, SyntaxError};

use crate::geometry::Size;

/// The longest text that is read; the largest board needs about 3,500.
const MOST_TEXT: usize = 20_000;

/// What a diagram shows.
pub(crate) struct Diagram {
    /// The numbers of the lines that are drawn.
    pub drawn: Vec<usize>,
    /// The owner of every box.
    pub owners: Vec<Option<Side>>,
    pub turn: Side,
    /// Empty lines above the board.
    skipped: usize,
}

pub(crate) fn write(
    size: Size,
    turn: Side,
    is_drawn: impl Fn(usize) -> bool,
    owner: impl Fn(usize) -> Option<Side>,
) -> String {
    let (rows, columns) = (size.rows(), size.columns());
    let mut text = String::new();
    for row in 0..=rows {
        for column in 0..columns {
            let drawn = is_drawn(row * columns + column);
            text.push_str(if drawn { "+---" } else { "+   " });
        }
        text.push_str("+\n");
        if row == rows {
            break;
        }
        for column in 0..=columns {
            let drawn = is_drawn(size.horizontals() + row * (columns + 1) + column);
            text.push(if drawn { '|' } else { ' ' });
            if column < columns {
                text.push_str(match owner(row * columns + column) {
                    Some(Side::First) => " 1 ",
                    Some(Side::Second) => " 2 ",
                    None => "   ",
                });
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text.push_str(match turn {
        Side::First => "turn 1\n",
        Side::Second => "turn 2\n",
    });
    text
}

pub(crate) fn read(size: Size, text: &str) -> Result<Diagram, SyntaxError> {
    if text.len() > MOST_TEXT {
        return Err(refuse(text, Phrase::new("at most {most} characters").with("most", MOST_TEXT)));
    }
    let mut lines: Vec<Vec<char>> =
        text.split(['\n', '/']).map(|line| line.trim_end().chars().collect()).collect();
    while lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    // The part above the turn; only blank lines at the very top are skipped,
    // because a row of boxes without lines is blank too.
    let skipped = lines.iter().take_while(|line| line.is_empty()).count();
    let turn = match lines.last().map(|line| line.iter().collect::<String>()) {
        Some(last) if last.trim_start().starts_with("turn") => {
            let turn = match last.trim_start()["turn".len()..].trim_matches([' ', '=', ':']) {
                "1" => Side::First,
                "2" => Side::Second,
                _ => return Err(refuse(&last, "turn 1 or turn 2").at(lines.len(), 1)),
            };
            lines.pop();
            turn
        }
        _ => Side::First,
    };
    let expected = 2 * size.rows() + 1;
    if lines.len() != skipped + expected {
        let found = Phrase::new("{lines} lines").with("lines", lines.len().saturating_sub(skipped));
        let wanted = Phrase::new("{lines} lines for {size} boxes, then the turn")
            .with("lines", expected)
            .with("size", size);
        return Err(SyntaxError::finding(ID, found, wanted).at(lines.len().max(1), 1));
    }
    let mut drawn = Vec::new();
    let mut owners = vec![None; size.boxes()];
    for (row, line) in lines[skipped..].iter().enumerate() {
        read_row(size, row, line, &mut drawn, &mut owners).map_err(|(column, expected)| {
            let error = match line.get(column) {
                Some(found) => refuse(&found.to_string(), expected),
                None => SyntaxError::finding(ID, "the end of the line", expected),
            };
            error.at(skipped + row + 1, column + 1)
        })?;
    }
    Ok(Diagram { drawn, owners, turn, skipped })
}

impl Diagram {
    /// A box whose owner and lines do not fit each other.
    pub(crate) fn misfit(&self, size: Size, of_box: usize) -> SyntaxError {
        let (row, column) = (of_box / size.columns(), of_box % size.columns());
        let (found, expected) = match self.owners[of_box] {
            Some(_) => ("an owner in an open box", "owners only in boxes with four lines"),
            None => ("a closed box without owner", "1 or 2 in every box with four lines"),
        };
        SyntaxError::finding(ID, found, expected).at(self.skipped + 2 * row + 2, 4 * column + 3)
    }
}

const ID: &str = "dots-diagram-unreadable";

fn refuse(found: &str, expected: impl Into<Phrase>) -> SyntaxError {
    SyntaxError::new(ID, found, expected)
}

/// Reads one text row: even rows hold dots and horizontal lines, odd rows
/// vertical lines and owners. The error is a column and what should be there.
fn read_row(
    size: Size,
    row: usize,
    line: &[char],
    drawn: &mut Vec<usize>,
    owners: &mut [Option<Side>],
) -> Result<(), (usize, &'static str)> {
    let width = 4 * size.columns() + 1;
    if line.len() > width {
        return Err((width, "the end of the line: the board is no wider"));
    }
    let at = |column: usize| line.get(column).copied().unwrap_or(' ');
    let dots = row.is_multiple_of(2);
    for column in 0..=size.columns() {
        let corner = 4 * column;
        if dots {
            if !['+', '.', '*', 'o'].contains(&at(corner)) {
                return Err((corner, "a dot (+)"));
            }
        } else {
            match at(corner) {
                '|' => drawn.push(size.horizontals() + row / 2 * (size.columns() + 1) + column),
                ' ' => {}
                _ => return Err((corner, "| or a blank")),
            }
        }
        if column == size.columns() {
            break;
        }
        let inside = [corner + 1, corner + 2, corner + 3];
        let cell = row / 2 * size.columns() + column;
        match inside.map(at) {
            [' ', ' ', ' '] => {}
            ['-', '-', '-'] if dots => drawn.push(cell),
            [' ', '1', ' '] if !dots => owners[cell] = Some(Side::First),
            [' ', '2', ' '] if !dots => owners[cell] = Some(Side::Second),
            _ if dots => return Err((corner + 1, "--- or three blanks")),
            _ => return Err((corner + 1, "an owner (1 or 2) between blanks, or three blanks")),
        }
    }
    Ok(())
}
