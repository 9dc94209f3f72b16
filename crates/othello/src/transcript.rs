//! The course's two files: the list of moves that the referee reads, and the
//! board that it writes and the playing program reads.
//!
//! ```text
//! Alejandro,B        name and colour of each player
//! Federico,N
//! B                  the colour that started
//! D6                 a move a line, in turns; an empty line is a pass
//! ```
//!
//! The words that are passes elsewhere (`paso`, `pass`, `--` …) are passes
//! here as well.
//!
//! The board is eight lines of eight letters (`X` empty, `B` white, `N` black)
//! and a line with the colour that plays next, even if it will have to pass.

use sobremesa_kernel::{Message, Phrase, Position as _, Side, SyntaxError};

use crate::board::Board;
use crate::diagram::{self, Alphabet};
use crate::moves::Move;
use crate::position::{Illegal, Position, Rules};

/// The longest file that is read, in bytes.
pub const MAX_LEN: usize = 1 << 20;

/// No game has more moves than squares.
const MOST_MOVES: usize = 64;

/// A list of moves as the file has it: its form is right, its moves are not
/// looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The players' names, `[black, white]`.
    pub players: [String; 2],
    /// Who moves first.
    pub start: Side,
    /// The moves as written, trimmed.
    pub moves: Vec<String>,
}

/// Lines before the first move.
const HEADER: usize = 3;

/// What the referee says of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game is over.
    Over(Position),
    /// The game goes on from here.
    Open(Position),
    /// A move is not allowed.
    Incorrect {
        /// The line of the file, from 1.
        line: usize,
        /// Who made it.
        side: Side,
        /// As written; empty for a pass, however it was written.
        text: String,
        /// The reason, for a person.
        why: Message,
        /// The position in which it was made.
        before: Position,
    },
}

impl Transcript {
    /// Reads the file's form: header, colours, number of lines.
    pub fn read(text: &str) -> Result<Transcript, SyntaxError> {
        let refuse = |id, line: usize, found: &str, expected: &'static str| {
            Err(SyntaxError::new(id, found, expected).at(line, 1))
        };
        let mut lines = contents(text)?.lines().map(str::trim);
        let mut players: [Option<String>; 2] = [None, None];
        for line in 1..=2 {
            let Some(content) = lines.next() else {
                return refuse("othello-file-header", line, "", "two players and a colour");
            };
            let split = content.rsplit_once(',').map(|(name, c)| (name.trim(), colour(c)));
            let Some((name @ [_, ..], Some(side))) =
                split.map(|(name, side)| (name.as_bytes(), side))
            else {
                return refuse("othello-file-player", line, content, "name,B or name,N");
            };
            let seat = &mut players[side.index()];
            if seat.is_some() {
                return refuse("othello-file-same-colour", line, content, "the other colour");
            }
            *seat = Some(String::from_utf8_lossy(name).into_owned());
        }
        let Some(content) = lines.next() else {
            return refuse("othello-file-header", 3, "", "two players and a colour");
        };
        let Some(start) = colour(content) else {
            return refuse("othello-file-start", 3, content, "B or N");
        };
        let mut moves = Vec::new();
        let mut placed = 0;
        for content in lines {
            placed += usize::from(read_move(content) != Ok(Move::Pass));
            // Between two discs each side passes at most once.
            if placed > MOST_MOVES || moves.len() > 3 * MOST_MOVES {
                let line = HEADER + moves.len() + 1;
                return refuse("othello-file-too-long", line, content, "the moves of one game");
            }
            moves.push(content.to_owned());
        }
        let players = players.map(Option::unwrap_or_default);
        Ok(Transcript { players, start, moves })
    }

    /// Plays the moves one by one.
    #[must_use]
    pub fn referee(&self) -> Verdict {
        let mut position = Position::start(&Rules { start: self.start });
        for (n, text) in self.moves.iter().enumerate() {
            let read = read_move(text);
            let passed = read == Ok(Move::Pass);
            let allowed = if position.outcome().is_some() {
                // Whatever the line says.
                Err(Illegal::GameOver.into())
            } else {
                read.map_err(Message::from)
                    .and_then(|m| position.check(m).map(|()| m).map_err(Message::from))
            };
            match allowed {
                Ok(m) => position.play_unchecked(m),
                Err(why) => {
                    return Verdict::Incorrect {
                        line: HEADER + n + 1,
                        side: position.turn(),
                        text: if passed { String::new() } else { text.clone() },
                        why,
                        before: position,
                    };
                }
            }
        }
        if position.outcome().is_some() { Verdict::Over(position) } else { Verdict::Open(position) }
    }
}

/// A move as a line has it: nothing is a pass.
pub fn read_move(line: &str) -> Result<Move, SyntaxError> {
    if line.is_empty() { Ok(Move::Pass) } else { line.parse() }
}

/// The text of a file that is not too large, without the mark that some
/// editors put before it.
fn contents(text: &str) -> Result<&str, SyntaxError> {
    if text.len() > MAX_LEN {
        let most = Phrase::new("at most {most} MiB").with("most", MAX_LEN >> 20);
        return Err(SyntaxError::finding("othello-file-too-large", "a larger file", most).at(1, 1));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// `B` is white (*blanco*), `N` black (*negro*); either case.
#[must_use]
pub fn colour(text: &str) -> Option<Side> {
    match text.trim() {
        "B" | "b" => Some(Side::Second),
        "N" | "n" => Some(Side::First),
        _ => None,
    }
}

/// A colour as people name it: the letter, or the word in either language.
#[must_use]
pub fn spoken_colour(text: &str) -> Option<Side> {
    colour(text).or_else(|| diagram::named(&text.trim().to_lowercase()))
}

/// The letter of a side: the inverse of [`colour`].
#[must_use]
pub const fn letter(side: Side) -> char {
    match side {
        Side::First => 'N',
        Side::Second => 'B',
    }
}

const LETTERS: [char; 3] = ['N', 'B', 'X'];

/// The board file.
#[must_use]
pub fn write_board(position: &Position) -> String {
    let cells = position.cells(LETTERS);
    let mut text = String::new();
    for row in 0..8 {
        text.push_str(&cells[8 * row..8 * row + 8]);
        text.push('\n');
    }
    text.push(letter(position.turn()));
    text.push('\n');
    text
}

/// A board file, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// What it shows.
    pub position: Position,
    /// Why no game comes to it, if none does: a board to try things out on.
    pub odd: Option<SyntaxError>,
}

/// Reads a board file, to the letter but for case, blanks around a line and
/// empty lines at the end. Any board that can be written so is read.
pub fn read_board(text: &str) -> Result<Setting, SyntaxError> {
    let refuse = |id, line: usize, column: usize, found: &str, expected: &'static str| {
        Err(SyntaxError::new(id, found, expected).at(line, column))
    };
    let lines: Vec<&str> = contents(text)?.trim_end().lines().map(str::trim).take(10).collect();
    let mut discs = [0; 2];
    for row in 0..8 {
        let Some(&line) = lines.get(row) else {
            return refuse("othello-file-short", row + 1, 1, "", "eight rows and a colour");
        };
        if line.chars().count() != 8 {
            return refuse("othello-file-row", row + 1, 1, line, "eight letters X, B or N");
        }
        for (column, cell) in line.chars().enumerate() {
            match Alphabet::Course.meaning(cell) {
                Some(Some(side)) => discs[side.index()] |= 1 << (8 * row + column),
                Some(None) => {}
                None => {
                    let found = cell.to_string();
                    return refuse("othello-file-cell", row + 1, column + 1, &found, "X, B or N");
                }
            }
        }
    }
    let Some(turn) = lines.get(8).and_then(|line| colour(line)) else {
        let found = lines.get(8).copied().unwrap_or_default();
        return refuse("othello-file-turn", 9, 1, found, "B or N");
    };
    if let Some(&more) = lines.get(9) {
        return refuse("othello-file-more", 10, 1, more, "the end of the file");
    }
    let odd = match Position::from_discs(discs, turn, Rules::default()) {
        Ok(position) => return Ok(Setting { position, odd: None }),
        Err(odd) => odd,
    };
    let [own, other] = if turn == Side::First { discs } else { [discs[1], discs[0]] };
    // A letter is one disc or none.
    match Position::set_up(Board::new(own, other), turn, Rules::default()) {
        Some(position) => Ok(Setting { position, odd: Some(odd) }),
        None => Err(odd),
    }
}

/// The board for people: the file's letters with coordinates.
#[must_use]
pub fn show_board(position: &Position) -> String {
    let cells: Vec<char> = position.cells(LETTERS).chars().collect();
    let mut text = String::from("  A B C D E F G H\n");
    for (row, line) in cells.chunks(8).enumerate() {
        text.push_str(&(row + 1).to_string());
        for cell in line {
            text.push(' ');
            text.push(*cell);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "Alejandro,B\nFederico,N\nB\nD6\nC4\nG5\n";

    #[test]
    fn document_sample_the_third_move_is_whites_mistake() {
        let read = Transcript::read(SAMPLE).unwrap();
        assert_eq!(read.players, ["Federico", "Alejandro"]);
        let Verdict::Incorrect { line, side, text, why, before } = read.referee() else {
            panic!("G5 turns nothing")
        };
        assert_eq!((line, side, text.as_str(), why.id), (6, Side::Second, "G5", "othello-no-flip"));
        assert_eq!(write_board(&before).lines().last(), Some("B"));
    }

    #[test]
    fn document_the_board_file_has_eight_rows_and_the_next_colour() {
        let read = Transcript::read("Alejandro,B\nFederico,N\nB\nD6\nC4").unwrap();
        let Verdict::Open(position) = read.referee() else { panic!("the game goes on") };
        let file =
            "XXXXXXXX\nXXXXXXXX\nXXXXXXXX\nXXNNNXXX\nXXXBBXXX\nXXXBXXXX\nXXXXXXXX\nXXXXXXXX\nB\n";
        // D6 turned d5; C4 turned d4 back: row 4 is N N N from c to e.
        assert_eq!(write_board(&position), file);
        let back = read_board(file).unwrap();
        assert_eq!((write_board(&back.position).as_str(), &back.odd), (file, &None));
        assert_eq!(read_board(&file.to_lowercase().replace('\n', " \r\n")).unwrap(), back);
    }

    #[test]
    fn a_final_newline_is_not_a_pass() {
        let moves = |text: &str| Transcript::read(text).unwrap().moves;
        assert_eq!(moves("a,B\nb,N\nN\nC4\n"), ["C4"]);
        assert_eq!(moves("a,B\nb,N\nN\nC4\n\n"), ["C4", ""]);
        assert_eq!(moves("a,B\r\nb,N\r\nN\r\n c4 \r\n"), ["c4"]);
        assert!(moves("a,B\nb,N\nN").is_empty());
    }

    #[test]
    fn every_mistake_of_form_has_its_line() {
        let refused = |text: &str| {
            let error = Transcript::read(text).unwrap_err();
            let line = error.place().map(|place| place.0);
            (Message::from(error).id, line.unwrap_or(0))
        };
        assert_eq!(refused(""), ("othello-file-header", 1));
        assert_eq!(refused("Ana,B\n"), ("othello-file-header", 2));
        assert_eq!(refused("Ana,B\nLeo,N\n"), ("othello-file-header", 3));
        assert_eq!(refused("Ana\nLeo,N\nB\n"), ("othello-file-player", 1));
        assert_eq!(refused(",B\nLeo,N\nB\n"), ("othello-file-player", 1));
        assert_eq!(refused("Ana,B\nLeo,R\nB\n"), ("othello-file-player", 2));
        assert_eq!(refused("Ana,B\nLeo,B\nB\n"), ("othello-file-same-colour", 2));
        assert_eq!(refused("Ana,B\nLeo,N\nD3\n"), ("othello-file-start", 3));
        let many = "Ana,B\nLeo,N\nN\n".to_owned() + &"D3\n".repeat(65);
        assert_eq!(refused(&many), ("othello-file-too-long", 68));
        let blank = "Ana,B\nLeo,N\nN\n".to_owned() + &"\n".repeat(500);
        assert_eq!(refused(&blank).0, "othello-file-too-long");
        let large = "Ana,B\nLeo,N\nN\n".to_owned() + &"D3 ".repeat(MAX_LEN);
        assert_eq!(refused(&large), ("othello-file-too-large", 1));
    }

    #[test]
    fn words_for_passes_are_passes_and_not_moves() {
        let list = |moves: &str| Transcript::read(&format!("Ana,B\nLeo,N\nN\n{moves}"));
        assert!(list(&("D3\n".repeat(60) + &"paso\n".repeat(60))).is_ok());
        for word in ["", "paso", "PASS", "--"] {
            let Verdict::Incorrect { text, why, .. } =
                list(&format!("D3\n{word}\n")).unwrap().referee()
            else {
                panic!("White can move")
            };
            assert_eq!((text.as_str(), why.id), ("", "othello-can-move"), "{word}");
        }
    }

    #[test]
    fn an_editors_mark_before_the_text_is_skipped() {
        assert_eq!(
            Transcript::read(&format!("\u{feff}{SAMPLE}")).unwrap(),
            Transcript::read(SAMPLE).unwrap()
        );
        let board = write_board(&Position::start(&Rules::default()));
        assert!(read_board(&format!("\u{feff}{board}")).is_ok());
    }

    #[test]
    fn colours_are_named_in_both_languages() {
        for name in ["N", " n ", "negras", "Negro", "BLACK"] {
            assert_eq!(spoken_colour(name), Some(Side::First), "{name}");
        }
        for name in ["B", "b", "Blancas", "blanco", "white"] {
            assert_eq!(spoken_colour(name), Some(Side::Second), "{name}");
        }
        for name in ["", "X", "W", "rojas", "BN"] {
            assert_eq!(spoken_colour(name), None, "{name}");
        }
    }

    #[test]
    fn every_incorrect_move_says_who_and_why() {
        let judged = |moves: &str| {
            let text = format!("Ana,B\nLeo,N\nN\n{moves}");
            match Transcript::read(&text).unwrap().referee() {
                Verdict::Incorrect { side, line, why, .. } => (why.id, side, line),
                other => panic!("{moves:?}: {other:?}"),
            }
        };
        assert_eq!(judged("Z9\n"), ("othello-off-board", Side::First, 4));
        assert_eq!(judged("D3?\n"), ("othello-move-unreadable", Side::First, 4));
        assert_eq!(judged("D3\nD3\n"), ("othello-occupied", Side::Second, 5));
        assert_eq!(judged("A1\n"), ("othello-no-flip", Side::First, 4));
        assert_eq!(judged("D3\n\n"), ("othello-can-move", Side::Second, 5));
        let over = "E6\nF4\nE3\nF6\nG5\nD6\nE7\nF5\nC5\n";
        assert_eq!(judged(&format!("{over}A1\n")), ("othello-game-over", Side::Second, 13));
        assert_eq!(judged(&format!("{over}\n")), ("othello-game-over", Side::Second, 13));
        assert_eq!(judged(&format!("{over}¿?\n")), ("othello-game-over", Side::Second, 13));
        let text = format!("Ana,B\nLeo,N\nN\n{over}");
        assert!(matches!(Transcript::read(&text).unwrap().referee(), Verdict::Over(_)));
    }

    #[test]
    fn a_board_that_no_game_comes_to_is_read_and_said_to_be_odd() {
        let good = write_board(&Position::start(&Rules::default()));
        let hole = read_board(&good.replacen('N', "X", 1)).unwrap();
        let odd = hole.odd.unwrap();
        assert_eq!(
            (Message::from(odd.clone()).id, odd.place()),
            ("othello-board-impossible", Some((4, 5)))
        );
        assert_eq!(hole.position.discs(Side::First).count_ones(), 1);
        // Every board that can be written is read as it is.
        let mut rng = sobremesa_kernel::Rng::new(9);
        for _ in 0..300 {
            let empty = rng.below(4);
            let mut text = String::new();
            for _ in 0..8 {
                let cells = (0..8).map(|_| {
                    if rng.below(4) < empty {
                        'X'
                    } else if rng.below(2) == 0 {
                        'B'
                    } else {
                        'N'
                    }
                });
                text.extend(cells.chain(['\n']));
            }
            text.push_str(if rng.below(2) == 0 { "B\n" } else { "N\n" });
            assert_eq!(write_board(&read_board(&text).unwrap().position), text);
        }
    }

    #[test]
    fn a_board_file_is_refused_where_it_goes_wrong() {
        let good = write_board(&Position::start(&Rules::default()));
        let refused = |text: &str| {
            let error = read_board(text).unwrap_err();
            (Message::from(error.clone()).id, error.place())
        };
        assert_eq!(refused(""), ("othello-file-short", Some((1, 1))));
        assert_eq!(refused(&good[..30]).0, "othello-file-row");
        assert_eq!(refused(&good[..27]), ("othello-file-short", Some((4, 1))));
        assert_eq!(
            refused(&good.replace("XXXXXXXX", "XXXXXXX")),
            ("othello-file-row", Some((1, 1)))
        );
        assert_eq!(refused(&good.replacen('X', "O", 1)), ("othello-file-cell", Some((1, 1))));
        assert_eq!(refused(good.strip_suffix("N\n").unwrap()), ("othello-file-turn", Some((9, 1))));
        assert_eq!(refused(&(good.clone() + "N\n")), ("othello-file-more", Some((10, 1))));
        assert_eq!(refused(&"X".repeat(MAX_LEN + 1)).0, "othello-file-too-large");
        assert!(read_board(&(good + "\n\n")).is_ok());
    }
}
