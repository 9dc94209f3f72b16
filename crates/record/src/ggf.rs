//! GGF, the format of the Generic Game Server, for Othello:
//! `(;GM[Othello]PB[a]PW[b]RE[+16.000]TY[8]BO[8 …64 cells… *]B[d3//0.5]W[c3];)`.
//!
//! It looks like SGF and is not: a game is one node that ends with `;)`,
//! values are raw up to the first `]` (there are no escapes), and the result
//! is Black's margin as a number, with `:r`, `:t` or `:s` after it where a
//! player resigned, ran out of time, or both agreed. Two more letters are our
//! own, and stand after a margin of the whole board as those do, so that a
//! program that does not know them still sees who won: `:f` for a forfeit and
//! `:w` where only the winner is known.

use std::time::Duration;

use sobremesa_kernel::SyntaxError;

use crate::record::{Place, further, shown};
use crate::rule_text::rule;
use crate::work::spend;
use crate::{Colour, GameResult, How, Margin, Record, RecordedMove, SetUp, obf};

/// The largest file that is read: 4 MiB.
const MAX_BYTES: usize = 4 << 20;

const UNENDED: &str = "a game that ends with ;)";

/// The longest value.
const MAX_VALUE: usize = 4096;

/// What a resignation or a lost clock is worth: the whole board.
const WHOLE: f64 = 64.0;

/// Reads every game of a file; text between games is ignored.
pub fn read(text: &str) -> Result<Vec<Record>, SyntaxError> {
    read_each(text)?.into_iter().collect()
}

/// The same, each game by itself: one that cannot be read does not hide the
/// others.
pub fn read_each(text: &str) -> Result<Vec<Result<Record, SyntaxError>>, SyntaxError> {
    if text.len() > MAX_BYTES {
        return Err(SyntaxError::finding("record-unreadable", "a larger file", "at most 4 MiB"));
    }
    let games: Vec<_> = Games::of(text).map(|found| found.and_then(|g| g.record())).collect();
    if games.is_empty() {
        return Err(refuse(text, (1, 1), "a game that starts with (;"));
    }
    Ok(games)
}

/// Writes one game on one line.
#[must_use]
pub fn write(record: &Record) -> String {
    let mut out = String::from("(;GM[Othello]PC[Sobremesa]");
    for (id, value) in [
        ("DT", &record.date),
        ("PB", &record.players[0]),
        ("PW", &record.players[1]),
        ("RE", &to_margin(&record.result)),
    ] {
        if !value.is_empty() {
            out.push_str(&format!("{id}[{}]", plain(value)));
        }
    }
    let start = record.set_up.clone().unwrap_or_else(|| SetUp {
        turn: match rule(&record.rules, "start") {
            Some("white") => Colour::White,
            _ => Colour::Black,
        },
        ..SetUp::othello()
    });
    let mark = |colour| if colour == Colour::Black { '*' } else { 'O' };
    let cells: String = start.cells.iter().map(|cell| cell.map_or('-', mark)).collect();
    out.push_str(&format!("TY[8]BO[8 {cells} {}]", mark(start.turn)));
    let mut turn = start.turn;
    for m in &record.moves {
        let colour = m.colour.unwrap_or(turn);
        let id = if colour == Colour::Black { 'B' } else { 'W' };
        let play = if m.play == "pass" { "PA".to_owned() } else { m.play.to_ascii_uppercase() };
        out.push_str(&format!("{id}[{play}]"));
        turn = colour.other();
    }
    out.push_str(";)");
    out
}

/// A side's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// Time left.
    pub left: Duration,
    /// Added after each of its moves.
    pub increment: Duration,
}

impl TimeLeft {
    /// The side has made a move in this time.
    pub fn spend(&mut self, time: Duration) {
        self.left = self.left.saturating_sub(time) + self.increment;
    }
}

/// What Black and White have left at the end of the first game of a text, by
/// its `TI` (or `TB` and `TW`) and the times of its moves; `None` where the
/// game names no time.
#[must_use]
pub fn clocks(text: &str) -> [Option<TimeLeft>; 2] {
    let Some(Ok(game)) = Games::of(text).next() else { return [None; 2] };
    [("B", "TB"), ("W", "TW")].map(|(moves, own)| {
        let mut clock = [own, "TI"].iter().find_map(|id| clock(game.value(id)?))?;
        for property in game.properties.iter().filter(|p| p.id == moves) {
            clock.spend(move_time(property.value).unwrap_or_default());
        }
        Some(clock)
    })
}

/// The time of a move written `D3/eval/seconds`.
#[must_use]
pub fn move_time(raw: &str) -> Option<Duration> {
    seconds(raw.split('/').nth(2)?)
}

/// `15:00/00:10/02:00`: main time, increment, and an extension that is not
/// counted on.
fn clock(text: &str) -> Option<TimeLeft> {
    let mut parts = text.split('/').map(|part| seconds(part).unwrap_or_default());
    let left = parts.next()?;
    let increment = parts.next().unwrap_or_default();
    (!left.is_zero()).then_some(TimeLeft { left, increment })
}

/// `days.hours:minutes:seconds`, from the right as far as it goes.
fn seconds(text: &str) -> Option<Duration> {
    const MOST: f64 = 1e7;
    let (days, rest) = match text.trim().split_once('.') {
        Some((days, rest)) if rest.contains(':') => (days.parse::<f64>().ok()?, rest),
        _ => (0.0, text.trim()),
    };
    let read = rest
        .split(':')
        .try_fold(0.0, |sum, part| part.trim().parse::<f64>().ok().map(|n| sum * 60.0 + n))?
        + days * 86_400.0;
    (0.0..MOST).contains(&read).then(|| Duration::from_secs_f64(read))
}

/// Black's margin for a result in SGF's words; what is none stays as it is.
fn to_margin(result: &str) -> String {
    let Ok(read) = result.parse::<GameResult>() else { return result.trim().to_owned() };
    let (winner, how) = match read {
        GameResult::Draw => return "+0.000".to_owned(),
        GameResult::Unknown | GameResult::Void => return read.to_string(),
        GameResult::Win(winner, how) => (winner, how),
    };
    let sign = if winner == Colour::Black { 1.0 } else { -1.0 };
    let (by, flag) = match how {
        How::By(margin) => (margin.as_f64(), ""),
        How::Resignation => (WHOLE, ":r"),
        How::Time => (WHOLE, ":t"),
        How::Forfeit => (WHOLE, ":f"),
        How::Unsaid => (WHOLE, ":w"),
    };
    format!("{:+.3}{flag}", sign * by)
}

/// The result in SGF's words; what is no number stays as it is.
fn of_margin(text: &str) -> String {
    let text = text.trim();
    let (number, flag) = text.split_once(':').unwrap_or((text, ""));
    let read = number.trim().parse::<f64>().ok();
    let Some((ahead, margin)) = read.and_then(|n| Some((n, Margin::from_f64(n.abs())?))) else {
        return text.to_owned();
    };
    if margin == Margin::whole(0) {
        return GameResult::Draw.to_string();
    }
    let how = match flag.trim() {
        "r" => How::Resignation,
        "t" => How::Time,
        "f" => How::Forfeit,
        "w" => How::Unsaid,
        _ => How::By(margin),
    };
    let winner = if ahead > 0.0 { Colour::Black } else { Colour::White };
    GameResult::Win(winner, how).to_string()
}

/// A value that ends where it should: GGF cannot write a `]`.
pub(crate) fn plain(value: &str) -> String {
    value.chars().map(|c| if c == ']' { ')' } else { c }).map(blank).collect()
}

fn blank(c: char) -> char {
    if c.is_control() { ' ' } else { c }
}

fn refuse(rest: &str, (line, column): Place, expected: &'static str) -> SyntaxError {
    let error = if rest.is_empty() {
        SyntaxError::finding("record-unreadable", "the end of the file", expected)
    } else {
        SyntaxError::new("record-unreadable", &shown(rest), expected)
    };
    error.at(line, column)
}

/// The games of a text, one after the other.
struct Games<'a> {
    text: &'a str,
    at: usize,
    /// Where the last game began: its byte and its place.
    last: (usize, Place),
}

/// A game as it is written, from its first byte to the end of the text.
struct Game<'a> {
    text: &'a str,
    place: Place,
    properties: Vec<Property<'a>>,
}

struct Property<'a> {
    id: String,
    value: &'a str,
    /// Where the value stands in the game.
    at: usize,
}

impl<'a> Iterator for Games<'a> {
    type Item = Result<Game<'a>, SyntaxError>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.text[self.at..].find("(;");
        spend(found.unwrap_or(self.text.len() - self.at));
        let begun = self.at + found?;
        let (before, place) = self.last;
        self.last = (begun, further(place, &self.text[before..begun]));
        let mut game =
            Game { text: &self.text[begun..], place: self.last.1, properties: Vec::new() };
        let (length, wrong) = match game.read() {
            Ok(length) => (length, None),
            // Another game began before this one had ended.
            Err((at, expected @ UNENDED)) => (at, Some(game.refuse(0, expected))),
            // Whatever else is wrong ends with the line: games have their own.
            Err((at, expected)) => {
                let left = &game.text[at..];
                let next = at + left.find('\n').unwrap_or(left.len());
                spend(next - at);
                (next, Some(game.refuse(at, expected)))
            }
        };
        self.at = begun + length;
        Some(wrong.map_or(Ok(game), Err))
    }
}

impl<'a> Games<'a> {
    fn of(text: &'a str) -> Games<'a> {
        Games { text, at: 0, last: (0, (1, 1)) }
    }
}

impl<'a> Game<'a> {
    /// Reads the properties and answers how long the game is, or where it is
    /// wrong and what was expected there.
    fn read(&mut self) -> Result<usize, (usize, &'static str)> {
        let text = self.text;
        let mut at = 2;
        let mut id = String::new();
        loop {
            let blanks = text[at..].len() - text[at..].trim_start().len();
            at += blanks;
            let rest = &text[at..];
            spend(blanks + 1);
            if rest.strip_prefix(';').is_some_and(|rest| rest.trim_start().starts_with(')')) {
                return Ok(at + rest.find(')').unwrap_or(0) + 1);
            }
            // Lower case is noise, as in old SGF.
            let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
            spend(length);
            if length > 0 {
                id = rest[..length].chars().filter(|c| !c.is_ascii_lowercase()).collect();
                if id.is_empty() || id.len() > 64 {
                    return Err((at, "a property name in upper case"));
                }
                at += length;
                if !text[at..].trim_start().starts_with('[') {
                    return Err((at, "a value in [ ]"));
                }
            } else if !id.is_empty() && rest.starts_with('[') {
                // A value may be broken over lines, but it holds no game, and
                // nobody writes one as long as this.
                let value = &rest[1..];
                let bytes = value.as_bytes();
                let most = bytes.len().min(MAX_VALUE);
                let stop =
                    (0..most).find(|&at| bytes[at] == b']' || bytes[at..].starts_with(b"\n(;"));
                spend(stop.unwrap_or(most));
                let end = stop.filter(|&at| bytes[at] == b']');
                let Some(end) = end else { return Err((at, "a ] that ends the value")) };
                let value = &value[..end];
                self.properties.push(Property { id: id.clone(), value, at: at + 1 });
                at += end + 2;
            } else if rest.is_empty() || rest.starts_with("(;") {
                return Err((at, UNENDED));
            } else {
                return Err((at, "a property"));
            }
        }
    }

    fn refuse(&self, at: usize, expected: &'static str) -> SyntaxError {
        refuse(&self.text[at..], further(self.place, &self.text[..at]), expected)
    }

    fn property(&self, id: &str) -> Option<&Property<'a>> {
        self.properties.iter().find(|property| property.id == id)
    }

    fn value(&self, id: &str) -> Option<&'a str> {
        self.property(id).map(|property| property.value)
    }

    fn record(&self) -> Result<Record, SyntaxError> {
        let text = |id: &str| {
            let raw = self.value(id).unwrap_or_default();
            raw.chars().map(blank).collect::<String>().trim().to_owned()
        };
        if !text("GM").eq_ignore_ascii_case("othello") {
            let at = self.property("GM").map_or(0, |property| property.at);
            return Err(self.refuse(at, "GM[Othello]"));
        }
        let mut record = Record {
            game: "othello".to_owned(),
            players: [text("PB"), text("PW")],
            date: text("DT"),
            result: of_margin(&text("RE")),
            ..Record::default()
        };
        if let Some(board) = self.property("BO").filter(|board| !board.value.trim().is_empty()) {
            let expected = "8, 64 cells of * O -, and the side to move";
            let set_up = board_of(board.value).ok_or_else(|| self.refuse(board.at, expected))?;
            record.set_othello_start(set_up);
        }
        for property in &self.properties {
            let colour = match property.id.as_str() {
                "B" => Colour::Black,
                "W" => Colour::White,
                _ => continue,
            };
            let play = move_text(property.value)
                .ok_or_else(|| self.refuse(property.at, "a square such as D3, or PA"))?;
            record.moves.push(RecordedMove::new(Some(colour), play));
        }
        Ok(record)
    }
}

fn board_of(value: &str) -> Option<SetUp> {
    let rest = value.trim().strip_prefix('8')?;
    let (cells, taken) = obf::cells(rest)?;
    Some(SetUp { columns: 8, cells, turn: obf::colour(&rest[taken..])? })
}

/// `D3//0.5` and the like: the move, an evaluation and a time.
fn move_text(raw: &str) -> Option<String> {
    let play = raw.split('/').next().unwrap_or("").trim().to_ascii_lowercase();
    match play.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8'] => Some(play),
        _ if matches!(play.as_str(), "pa" | "pass" | "--") => Some("pass".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::counted::assert_linear;

    const GAME: &str = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[F4];)";

    #[test]
    fn a_game_of_nboard_reads_and_writes_back() {
        let games = read(GAME).unwrap();
        assert_eq!(games.len(), 1);
        let plays: Vec<&str> = games[0].moves.iter().map(|m| m.play.as_str()).collect();
        assert_eq!(plays, ["f5", "f6", "d3", "c5", "e6", "f7", "f4"]);
        assert_eq!(games[0].moves[1].colour, Some(Colour::White));
        assert_eq!(games[0].set_up, None);
        assert_eq!(read(&write(&games[0])).unwrap(), games);
    }

    #[test]
    fn evaluations_passes_and_several_games() {
        let text = format!("noise {GAME}\n(;GM[Othello]B[d3/1.5/0.2]W[PA//];)");
        let games = read(&text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[1].moves[1].play, "pass");
    }

    #[test]
    fn malformed_games_are_refused() {
        for bad in [
            "",
            "(;GM[Othello]",
            "(;GM[Go];)",
            "(;GM[Othello]B[z9];)",
            "(;GM[Othello]BO[8 --- *];)",
            "(;)",
            "(;GM;)",
            "(;[Othello];)",
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_bad_game_is_named_where_it_stands_and_hides_no_other() {
        for (bad, column) in [
            ("(;GM[Othello]B[f5]W[z9];)", 21),
            ("(;GM[Othello]B[f5", 15),
            ("(;GM[Othello]B[f5]", 1),
            ("(;GM[Go];)", 6),
            ("(;GM[Othello]BO[8 *];)", 17),
            ("(;GM[Othello] ? ;)", 15),
        ] {
            let text = format!("{GAME}\n{bad}\n{GAME}");
            let games = read_each(&text).unwrap();
            assert_eq!(games.len(), 3, "{bad}: {games:?}");
            assert!(games[0].is_ok() && games[2].is_ok(), "{bad}");
            let place = games[1].as_ref().unwrap_err().place();
            assert_eq!(place, Some((2, column)), "{bad}: {games:?}");
        }
    }

    #[test]
    fn reading_is_linear_in_the_input() {
        type Made = fn(usize) -> String;
        let kinds: [(&str, Made); 8] = [
            ("games", |n| "(;GM[Othello]B[f5];)\n".repeat(n)),
            ("moves", |n| format!("(;GM[Othello]{};)", "B[f5]".repeat(n))),
            ("games that never end", |n| "(;GM[Othello]B[f5]\n".repeat(n)),
            ("values that never end", |n| "(;GM[Othello\n".repeat(n)),
            ("other games", |n| "(;GM[Go];)\n".repeat(n)),
            ("bad squares", |n| "(;GM[Othello]B[z9];)\n".repeat(n)),
            ("blanks", |n| format!("(;GM[Othello]{};)", "B[f5]\n  ".repeat(n))),
            ("no game", |n| "( ;".repeat(n)),
        ];
        for (kind, make) in kinds {
            assert_linear(kind, make, &|text| drop(read_each(text)), 12);
        }
        // A value is looked at as far as values go, once for each that begins.
        let unended = |n: usize| "x(;GM[y\n".repeat(n);
        assert_linear("values that end nowhere", unended, &|text| drop(read_each(text)), 600);
    }

    #[test]
    fn values_are_raw_and_end_at_the_first_bracket() {
        let read = read("(;GM[Othello]PB[C:\\]PW[a(;b]DT[12:30];)").unwrap().remove(0);
        assert_eq!(read.players, ["C:\\", "a(;b"]);
        let record = Record { players: ["x]y".into(), "1:2\\\n".into()], ..read };
        let written = write(&record);
        assert!(written.contains("DT[12:30]PB[x)y]PW[1:2\\ ]"), "{written}");
    }

    #[test]
    fn results_are_margins_of_black() {
        for (ggf, sgf) in [
            ("+64.000", "B+64"),
            ("-16.000", "W+16"),
            ("+2.500", "B+2.5"),
            ("+0.000", "0"),
            ("+64.000:r", "B+R"),
            ("-64.000:t", "W+T"),
            ("+64.000:f", "B+F"),
            ("-64.000:w", "W+"),
            ("?", "?"),
            ("Void", "Void"),
        ] {
            assert_eq!(of_margin(ggf), sgf);
            assert_eq!(to_margin(sgf), ggf);
        }
        for (sgf, ggf) in [("W+Resign", "-64.000:r"), ("Draw", "+0.000"), ("", "")] {
            assert_eq!(to_margin(sgf), ggf);
        }
        assert_eq!(of_margin("-2.00:s"), "W+2");
        assert_eq!(of_margin("nan"), "nan");
    }

    #[test]
    fn white_may_move_first() {
        let record = Record {
            game: "othello".into(),
            rules: "start=white".into(),
            moves: vec![RecordedMove::new(Some(Colour::White), "d6")],
            ..Record::default()
        };
        let written = write(&record);
        assert!(written.contains("--- O]W[D6]"), "{written}");
        assert_eq!(read(&written).unwrap(), [record]);
    }

    #[test]
    fn clocks_count_down_by_the_times_of_the_moves() {
        let text = "(;GM[Othello]TI[5:00/10/02:00]TW[1:00:00]B[f5/1/20]W[d6//1.5]B[c3];)";
        let second = Duration::from_secs;
        assert_eq!(
            clocks(text),
            [
                Some(TimeLeft { left: second(300), increment: second(10) }),
                Some(TimeLeft { left: Duration::from_millis(3_598_500), increment: second(0) }),
            ]
        );
        assert_eq!(clocks("(;GM[Othello]B[f5];)"), [None; 2]);
        assert_eq!(clocks("(;GM[Othello]TI[x]B[f5];)"), [None; 2]);
        assert_eq!(seconds("1.00:00:01"), Some(second(86_401)));
        assert_eq!(seconds("1.5"), Some(Duration::from_millis(1_500)));
        assert_eq!(seconds("-1"), None);
    }
}
