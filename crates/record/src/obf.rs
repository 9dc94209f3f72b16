//! OBF, Edax' problem files: a line is 64 cells, the side to move, then
//! `move:score` pairs, all separated by semicolons; `%` starts a comment.
//!
//! ```text
//! --XXXXX--OOOXX-O-OOXXOX-OXOXOXX-OXXXXXXX--XOXOO--XXXXX----X-O--- X; F2:+10; % FFO 40
//! ```

use sobremesa_kernel::SyntaxError;

use crate::{Colour, SetUp};

/// One line of an OBF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestPosition {
    /// The board, and who moves.
    pub board: SetUp,
    /// Known moves with their scores for the side to move, best first as the
    /// file has them.
    pub scores: Vec<(String, i32)>,
    /// What stands behind `%`.
    pub comment: String,
}

/// Reads every problem of a file; empty lines and comment lines are skipped.
pub fn read(text: &str) -> Result<Vec<TestPosition>, SyntaxError> {
    text.lines()
        .enumerate()
        .filter(|(_, line)| !line.split('%').next().unwrap_or("").trim().is_empty())
        .map(|(number, line)| problem(line, number + 1))
        .collect()
}

/// Writes one problem as a line without its line break.
#[must_use]
pub fn write(problem: &TestPosition) -> String {
    let mut line = board_text(&problem.board);
    line.push(' ');
    line.push(problem.board.turn.letter());
    line.push(';');
    for (play, score) in &problem.scores {
        line.push_str(&format!(" {}:{score:+03};", play.to_ascii_uppercase()));
    }
    if !problem.comment.is_empty() {
        line.push_str(" % ");
        line.push_str(&problem.comment);
    }
    line
}

/// A board as 64 characters `X O -`.
#[must_use]
pub fn board_text(board: &SetUp) -> String {
    board.cells.iter().map(|cell| cell.map_or('-', Colour::letter)).collect()
}

/// Reads 64 cells in any of the field's alphabets (`X O -`, `* o .`, `b w`),
/// blanks between them ignored. Answers the cells and how many bytes they took.
pub(crate) fn cells(text: &str) -> Option<(Vec<Option<Colour>>, usize)> {
    let mut cells = Vec::with_capacity(64);
    for (at, c) in text.char_indices() {
        match c {
            'X' | 'x' | '*' | 'B' | 'b' => cells.push(Some(Colour::Black)),
            'O' | 'o' | 'W' | 'w' | '0' => cells.push(Some(Colour::White)),
            '-' | '.' => cells.push(None),
            c if c.is_whitespace() => continue,
            _ => return None,
        }
        if cells.len() == 64 {
            return Some((cells, at + 1));
        }
    }
    None
}

pub(crate) fn colour(text: &str) -> Option<Colour> {
    match text.trim() {
        "X" | "x" | "*" | "B" | "b" => Some(Colour::Black),
        "O" | "o" | "W" | "w" => Some(Colour::White),
        _ => None,
    }
}

fn problem(line: &str, number: usize) -> Result<TestPosition, SyntaxError> {
    let refuse = |found: &str, expected: &'static str| {
        let column = line.find(found).map_or(1, |at| line[..at].chars().count() + 1);
        SyntaxError::new("record-unreadable", found, expected).at(number, column)
    };
    let (body, comment) = line.split_once('%').unwrap_or((line, ""));
    let (cells, taken) = cells(body).ok_or_else(|| refuse(body, "64 cells of X, O and -"))?;
    let mut fields = body[taken..].split(';');
    let side = fields.next().unwrap_or("");
    let turn = colour(side).ok_or_else(|| refuse(side, "X or O to move, then ;"))?;
    let mut scores = Vec::new();
    for field in fields.map(str::trim).filter(|field| !field.is_empty()) {
        let expected = "move:score such as G8:+10";
        let (play, score) = field.split_once(':').ok_or_else(|| refuse(field, expected))?;
        let play = play.trim().to_ascii_lowercase();
        if !matches!(play.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
            && !matches!(play.as_str(), "pa" | "pass" | "--")
        {
            return Err(refuse(field, expected));
        }
        let score: i32 =
            score.trim().trim_start_matches('+').parse().map_err(|_| refuse(field, expected))?;
        if !(-64..=64).contains(&score) {
            return Err(refuse(field, "a score from -64 to 64"));
        }
        scores.push((play, score));
    }
    Ok(TestPosition {
        board: SetUp { columns: 8, cells, turn },
        scores,
        comment: comment.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORTY: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; B1:+18; % FFO 40";

    #[test]
    fn a_problem_reads_and_writes_back() {
        let read = read(&format!("% header\n\n{FORTY}\n")).unwrap();
        assert_eq!(read.len(), 1);
        assert_eq!(read[0].scores, [("a2".to_owned(), 38), ("b1".to_owned(), 18)]);
        assert_eq!(read[0].board.turn, Colour::Black);
        assert_eq!(write(&read[0]), FORTY);
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(read("\nO--").unwrap_err().place(), Some((2, 1)));
        let bad = FORTY.replace("A2:+38", "Z2:+38");
        assert_eq!(read(&bad).unwrap_err().place(), Some((1, 69)));
        assert!(read(&FORTY.replace(" X;", " ;")).is_err());
        for score in ["+65", "-65", "+380", "9999999999"] {
            let beyond = read(&FORTY.replace("+38", score)).unwrap_err();
            assert_eq!(beyond.place(), Some((1, 69)), "{score}");
        }
        assert!(read(&FORTY.replace("+38", "-64")).is_ok());
    }
}
