//! Files of games, whatever their format.

use std::borrow::Cow;
use std::collections::HashSet;

use sobremesa_kernel::SyntaxError;
use sobremesa_record::{Record, ggf, sgf, transcript, wthor};

use crate::{find, json, replay};

/// The formats that are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Sgf,
    /// A game as this program's server exports it.
    Json,
    Ggf,
    Wthor,
    /// Othello boards: OBF, 64 cells a line, or one diagram.
    Boards,
    /// Othello transcripts.
    Transcripts,
}

/// A game of a file, or why it cannot be read.
pub type Game = Result<Record, SyntaxError>;

/// Reads every game of a file. One that cannot be read does not hide the
/// others; what is none of the formats is an error. The list is not empty.
pub fn read(bytes: &[u8]) -> Result<Vec<Game>, SyntaxError> {
    let bytes = &text_of(bytes);
    if bytes.trim_ascii().is_empty() {
        return Err(empty());
    }
    let text = String::from_utf8_lossy(bytes);
    let games = match format(bytes, &text) {
        Format::Wthor => wthor::read(bytes)?.records(&[]).into_iter().map(Ok).collect(),
        Format::Ggf => ggf::read_each(&text)?,
        Format::Sgf => Record::each_from_sgf(bytes)?,
        Format::Json => vec![json::read(&text)],
        Format::Boards => boards(&text),
        Format::Transcripts => transcripts(&text),
    };
    if games.is_empty() { Err(empty()) } else { Ok(games) }
}

/// Whether a file holds game trees of SGF.
#[must_use]
pub fn is_sgf(bytes: &[u8]) -> bool {
    let bytes = &text_of(bytes);
    format(bytes, &String::from_utf8_lossy(bytes)) == Format::Sgf
}

/// A file in the one set of characters that formats are told apart in; an
/// archive is no text.
fn text_of(bytes: &[u8]) -> Cow<'_, [u8]> {
    let text = if wthor::is_archive(bytes) { Cow::Borrowed(bytes) } else { sgf::unicode(bytes) };
    match text {
        Cow::Borrowed(bytes) => Cow::Borrowed(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)),
        owned => owned,
    }
}

fn empty() -> SyntaxError {
    SyntaxError::finding("record-unreadable", "an empty file", "a game")
}

/// Tells the formats apart: WTHOR by its header, the others by what only they
/// have.
fn format(bytes: &[u8], text: &str) -> Format {
    let game_of_othello = || {
        let mut rest = text;
        while let Some(at) = rest.find("GM[") {
            rest = &rest[at + 3..];
            if rest.get(..8).is_some_and(|game| game.eq_ignore_ascii_case("othello]")) {
                return true;
            }
        }
        false
    };
    if wthor::is_archive(bytes) {
        Format::Wthor
    } else if text.trim_start().starts_with('{') {
        Format::Json
    } else if game_of_othello() {
        Format::Ggf
    } else if sgf::is_tree(bytes) || text.trim_start().starts_with('(') {
        Format::Sgf
    } else if bytes.iter().any(|&byte| byte < b' ' && !byte.is_ascii_whitespace()) {
        // Neither a text nor as long as its header says.
        Format::Wthor
    } else if looks_like_a_board(text) {
        Format::Boards
    } else {
        Format::Transcripts
    }
}

/// A board is made of few characters, most of which no transcript has; row
/// labels and words about who moves do not change that.
fn looks_like_a_board(text: &str) -> bool {
    // OBF has squares with scores after a semicolon.
    let bare: String = text.lines().filter_map(|line| line.split(['%', ';']).next()).collect();
    let cells = bare.chars().filter(|c| "XxOo*-._0NnWw".contains(*c)).count();
    let squares = bare.as_bytes().windows(2).filter(|pair| {
        matches!(pair[0].to_ascii_lowercase(), b'a'..=b'h') && matches!(pair[1], b'1'..=b'8')
    });
    cells >= 32 && cells > 8 * squares.count()
}

/// Boards, one a line where the lines are long enough, else one of several
/// lines. Each is a game that was set up and has no moves.
fn boards(text: &str) -> Vec<Game> {
    let bare = |line: &str| line.split('%').next().unwrap_or("").trim().to_owned();
    let lines: Vec<(usize, String)> = text
        .lines()
        .enumerate()
        .map(|(number, line)| (number + 1, bare(line)))
        .filter(|(_, line)| !line.is_empty())
        .collect();
    let cells = |line: &str| line.chars().filter(|c| !c.is_whitespace()).count();
    if lines.iter().any(|(_, line)| cells(line) < 64) {
        return vec![board(text)];
    }
    lines
        .iter()
        .map(|(number, line)| {
            // What OBF says about the moves comes after the first semicolon.
            board(line.split(';').next().unwrap_or("")).map_err(|error| {
                let column = error.place().map_or(1, |(_, column)| column);
                error.at(*number, column)
            })
        })
        .collect()
}

fn board(text: &str) -> Game {
    let unknown = || SyntaxError::new("record-unreadable", text, "a board");
    let game = find("othello").ok_or_else(unknown)?.set_up("", text)?;
    let mut record = Record { game: "othello".to_owned(), ..Record::default() };
    record.set_othello_start(replay::set_up(&*game).ok_or_else(unknown)?);
    Ok(record)
}

/// Transcripts, one a line if the lines are games by themselves; else all
/// lines are one game. A line that repeats a square of another is one: no
/// game has a square twice.
fn transcripts(text: &str) -> Vec<Game> {
    let lines = transcript::read_lines(text);
    if lines.len() < 2 {
        return lines;
    }
    let mut seen = HashSet::new();
    let repeated = lines
        .iter()
        .flatten()
        .flat_map(|record| &record.moves)
        .any(|m| m.play != sobremesa_kernel::PASS && !seen.insert(m.play.as_str()));
    let games = |line: &Game| line.as_ref().is_ok_and(|record| replay::replay(record).is_ok());
    if repeated || lines.iter().all(games) {
        return lines;
    }
    vec![transcript::read(text)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORTEST: &str = "e6f4e3f6g5d6e7f5c5";
    const FORTY: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";

    fn moves(text: &str) -> Vec<usize> {
        read(text.as_bytes()).unwrap().into_iter().map(|game| game.unwrap().moves.len()).collect()
    }

    #[test]
    fn formats_are_told_apart() {
        let kind = |text: &str| format(text.as_bytes(), text);
        assert_eq!(kind("(;GM[2];B[fe])"), Format::Sgf);
        assert_eq!(kind(" ( ;SZ[9])"), Format::Sgf);
        assert_eq!(kind("From: ana (yes)\n( ;SZ[9])"), Format::Sgf);
        assert_eq!(kind("A game (lost)\n(\nGM[1];B[aa])"), Format::Sgf);
        assert_eq!(kind("\n{\"game\":\"go\"}"), Format::Json);
        assert_eq!(kind("3 (;GM[oThello];)"), Format::Ggf);
        assert_eq!(kind("f5-d6-c3\tpa"), Format::Transcripts);
        assert_eq!(kind("1. f5 2. d6 3. c3"), Format::Transcripts);
        assert_eq!(kind(&"--".repeat(10)), Format::Transcripts);
        assert_eq!(kind(FORTY), Format::Boards);
        let scores: String =
            (1..=8).flat_map(|row| ["a", "b"].map(|c| format!(" {c}{row}:+2;"))).collect();
        assert_eq!(kind(&format!("{FORTY};{scores}")), Format::Boards);
        assert_eq!(kind("\0\u{1}"), Format::Wthor);
        let start = find("othello").unwrap().start("").unwrap();
        assert_eq!(kind(&start.diagram()), Format::Boards);
    }

    /// The bytes of a game may spell anything.
    #[test]
    fn an_archive_is_known_by_its_header() {
        let game = wthor::Game {
            tournament: u16::from_le_bytes(*b"(;"),
            players: [u16::from_le_bytes(*b"GM"), 0],
            score: 64,
            best: 64,
            moves: vec!["e6".to_owned()],
        };
        let archive = wthor::Archive { games: vec![game], ..wthor::Archive::default() };
        let none = wthor::write(&wthor::Archive::default()).unwrap();
        assert!(read(&none).is_err(), "an archive without games");
        let games = read(&wthor::write(&archive).unwrap()).unwrap();
        assert_eq!(games[0].as_ref().unwrap().moves.len(), 1);
    }

    #[test]
    fn boards_are_games_without_moves() {
        let obf = format!("% FFO\n{FORTY}; A2:+38; % 40\n\n{FORTY}\n");
        let games = read(obf.as_bytes()).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0], games[1]);
        let record = games[0].as_ref().unwrap();
        let game = replay::replay(record).unwrap();
        assert_eq!(game.start().diagram(), game.diagram());
        assert_eq!(read(game.diagram().as_bytes()).unwrap(), games[..1]);
        // The usual start is no set-up.
        let start = find("othello").unwrap().start("").unwrap();
        let read_start = read(start.diagram().as_bytes()).unwrap().remove(0).unwrap();
        assert_eq!((read_start.set_up, read_start.rules.as_str()), (None, ""));
        let white = start.diagram().replace("Black", "White").replace("black", "white");
        let read_white = read(white.as_bytes()).unwrap().remove(0).unwrap();
        assert_eq!((read_white.set_up, read_white.rules.as_str()), (None, "start=white"));
        // A bad board says where, and is not taken for anything else.
        let bad = format!("{FORTY}\n{}", FORTY.replace('O', "Q"));
        let games = read(bad.as_bytes()).unwrap();
        assert!(games[0].is_ok());
        assert_eq!(games[1].as_ref().unwrap_err().place(), Some((2, 1)));
        let short = read(&FORTY.as_bytes()[8..]).unwrap().remove(0).unwrap_err();
        assert!(short.expected().contains("64 squares"), "{short}");
    }

    #[test]
    fn lines_are_games_if_they_can_be() {
        assert_eq!(moves(&format!("{SHORTEST}\n{SHORTEST}\n")), [9, 9]);
        assert_eq!(moves("f5d6\nc4c3"), [2, 2]);
        // One game, broken anywhere.
        assert_eq!(moves("e6f4e3f6\ng5d6e7f5c5"), [9]);
        assert_eq!(
            moves(
                &SHORTEST
                    .as_bytes()
                    .chunks(2)
                    .map(|square| { format!("{}\n", String::from_utf8_lossy(square)) })
                    .collect::<String>()
            ),
            [9]
        );
        // A line that is wrong does not make one game of them all.
        let games = read(b"f5d6\nf5z9\nf5f6\n").unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!(games[1].as_ref().unwrap_err().place(), Some((2, 3)));
    }

    #[test]
    fn marks_and_nothing_at_all() {
        assert_eq!(moves("\u{feff}f5\td6"), [2]);
        for empty in [&b""[..], b" \n\t", b"\xef\xbb\xbf\r\n"] {
            assert_eq!(read(empty).unwrap_err().found(), "an empty file");
        }
    }
}
