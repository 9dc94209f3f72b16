//! GGF, the format of the Generic Game Server, for Othello:
//! `(;GM[Othello]PB[a]PW[b]TY[8]BO[8 …64 cells… *]B[d3//0.5]W[c3];)`.

use sobremesa_kernel::SyntaxError;

use crate::{Colour, Record, RecordedMove, SetUp, obf, sgf};

/// The largest file that is read: 4 MiB.
const MAX_BYTES: usize = 4 << 20;

/// Reads every game of a file; text between games is ignored.
pub fn read(text: &str) -> Result<Vec<Record>, SyntaxError> {
    if text.len() > MAX_BYTES {
        return Err(SyntaxError::finding("record-unreadable", "a larger file", "at most 4 MiB"));
    }
    let mut games = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("(;") {
        let end = end_of_game(&rest[start..])
            .ok_or_else(|| refuse(&rest[start..], "a game that ends with ;)"))?;
        // Inside, GGF is a single SGF node.
        let body = &rest[start + 2..start + end];
        let body = body.trim_end_matches(')').trim_end().trim_end_matches(';');
        games.push(game(&sgf::properties_in_order(body)?)?);
        rest = &rest[start + end..];
    }
    if games.is_empty() {
        return Err(refuse(text, "a game that starts with (;"));
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
        ("RE", &record.result),
    ] {
        if !value.is_empty() {
            out.push_str(&format!("{id}[{}]", sgf::escape(value)));
        }
    }
    let start = record.set_up.clone().unwrap_or_else(usual_start);
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

/// The four discs every game starts with, Black to move.
#[must_use]
pub fn usual_start() -> SetUp {
    let mut cells = vec![None; 64];
    cells[27] = Some(Colour::White);
    cells[36] = Some(Colour::White);
    cells[28] = Some(Colour::Black);
    cells[35] = Some(Colour::Black);
    SetUp { columns: 8, cells, turn: Colour::Black }
}

fn refuse(found: &str, expected: &'static str) -> SyntaxError {
    SyntaxError::new("record-unreadable", found, expected)
}

/// The length of the game at the start of `text`, up to its `;)`, skipping
/// over values.
fn end_of_game(text: &str) -> Option<usize> {
    let mut in_value = false;
    let mut escaped = false;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_value = true,
            ']' => in_value = false,
            ')' if !in_value && before == ';' => return Some(at + 1),
            _ => {}
        }
        if !c.is_whitespace() {
            before = c;
        }
    }
    None
}

fn game(properties: &[sgf::Property]) -> Result<Record, SyntaxError> {
    let text = |id: &str| {
        let property = properties.iter().find(|p| p.id == id);
        property.map(|p| sgf::simple_text(&p.values[0])).unwrap_or_default()
    };
    if !text("GM").eq_ignore_ascii_case("othello") {
        return Err(refuse(&format!("GM[{}]", text("GM")), "GM[Othello]"));
    }
    let board = text("BO");
    let set_up = if board.is_empty() { usual_start() } else { board_of(&board)? };
    let mut record = Record {
        game: "othello".to_owned(),
        players: [text("PB"), text("PW")],
        date: text("DT"),
        result: text("RE"),
        ..Record::default()
    };
    for property in properties {
        let colour = match property.id.as_str() {
            "B" => Colour::Black,
            "W" => Colour::White,
            _ => continue,
        };
        for raw in &property.values {
            record.moves.push(RecordedMove::new(Some(colour), move_text(raw)?));
        }
    }
    record.set_up = (set_up != usual_start()).then_some(set_up);
    Ok(record)
}

fn board_of(value: &str) -> Result<SetUp, SyntaxError> {
    let bad = || refuse(&format!("BO[{value}]"), "8, 64 cells of * O -, and the side to move");
    let rest = value.trim().strip_prefix('8').ok_or_else(bad)?;
    let (cells, taken) = obf::cells(rest).ok_or_else(bad)?;
    let turn = obf::colour(&rest[taken..]).ok_or_else(bad)?;
    Ok(SetUp { columns: 8, cells, turn })
}

/// `D3//0.5` and the like: the move, an evaluation and a time.
fn move_text(raw: &str) -> Result<String, SyntaxError> {
    let play = raw.split('/').next().unwrap_or("").trim().to_ascii_lowercase();
    match play.as_bytes() {
        [b'a'..=b'h', b'1'..=b'8'] => Ok(play),
        _ if matches!(play.as_str(), "pa" | "pass" | "--") => Ok("pass".to_owned()),
        _ => Err(refuse(raw, "a square such as D3, or PA")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
