//! Records replayed through the rules, and matches written down as records.

use std::fmt;

use sobremesa_kernel::{Mark, Match, Message, Outcome, Played, Position, Side, SyntaxError};
use sobremesa_record::{Colour, Record, RecordedMove, SetUp};

use crate::find;

/// Why a record cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// No game of that name.
    UnknownGame(String),
    /// The rules, the set-up or a move cannot be read.
    Unreadable(SyntaxError),
    /// Move `number` (from 1) may not be played; the refusal says why.
    Illegal { number: usize, play: String, message: Message, detail: String },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::UnknownGame(game) => write!(f, "no game is called {game:?}"),
            ReplayError::Unreadable(error) => write!(f, "{error}"),
            ReplayError::Illegal { number, play, detail, .. } => {
                write!(f, "move {number} ({play}) is illegal: {detail}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}

impl From<SyntaxError> for ReplayError {
    fn from(error: SyntaxError) -> ReplayError {
        ReplayError::Unreadable(error)
    }
}

/// Plays a record to its end, or says which move is illegal and why.
///
/// Formats that leave passes out are helped: a side that can only pass does,
/// when the record goes on with another move. So are programs of Othello that
/// go on passing when the game is over.
pub fn replay(record: &Record) -> Result<Box<dyn Match>, ReplayError> {
    let entry = find(&record.game).ok_or_else(|| ReplayError::UnknownGame(record.game.clone()))?;
    let mut table = match diagram(record) {
        None => entry.start(&record.rules)?,
        Some(diagram) => entry.set_up(&record.rules, &diagram)?,
    };
    for (index, m) in record.moves.iter().enumerate() {
        if m.play == "pass" && record.game == "othello" && table.outcome().is_some() {
            continue;
        }
        if m.play != "pass" && table.legal() == ["pass"] {
            let _ = table.play("pass");
        }
        let illegal = |message: Message, detail: String| ReplayError::Illegal {
            number: index + 1,
            play: m.play.clone(),
            message,
            detail,
        };
        if let Some(colour) = m.colour
            && side(colour) != table.turn()
            && table.outcome().is_none()
        {
            return Err(illegal(
                Message::new("record-wrong-turn").with("number", index + 1),
                "it is the other side's turn".to_owned(),
            ));
        }
        table.play(&m.play).map_err(|refusal| illegal(refusal.message, refusal.detail))?;
    }
    Ok(table)
}

/// Where a record starts, and its moves with who made them.
pub type Line<P> = (P, Vec<(Side, <P as Position>::Move)>);

/// The start and the moves of a record with the types of its game, for
/// protocols that may hand the turn over; the moves are not checked.
pub fn typed<P: Position>(record: &Record) -> Result<Line<P>, ReplayError> {
    let rules = record.rules.parse()?;
    let start = match diagram(record) {
        None => P::start(&rules),
        Some(diagram) => P::parse(&rules, &diagram)?,
    };
    let mut turn = start.turn();
    let mut moves = Vec::with_capacity(record.moves.len());
    for m in &record.moves {
        let by = m.colour.map_or(turn, side);
        moves.push((by, m.play.parse()?));
        turn = by.other();
    }
    Ok((start, moves))
}

/// Writes a match down. `names` are those of the first and second side.
#[must_use]
pub fn record(table: &dyn Match, names: [&str; 2]) -> Record {
    Record {
        game: table.entry().id.to_owned(),
        rules: table.rules(),
        players: names.map(str::to_owned),
        result: result(table),
        set_up: unusual_start(table).and_then(|start| set_up(&*start)),
        moves: table
            .moves()
            .into_iter()
            .map(|Played { side, play }| RecordedMove::new(Some(colour(side)), play))
            .collect(),
        ..Record::default()
    }
}

/// The match before its first move, if it does not begin as its rules say.
#[must_use]
pub fn unusual_start(table: &dyn Match) -> Option<Box<dyn Match>> {
    let start = table.start();
    let usual = table.entry().start(&table.rules());
    let same = usual.is_ok_and(|usual| usual.diagram() == start.diagram());
    (!same).then_some(start)
}

/// `B+3.5`, `W+` where nothing is counted, `0` for a draw, `?` while it is on.
fn result(table: &dyn Match) -> String {
    match (table.outcome(), table.margin()) {
        (None, _) => "?".to_owned(),
        (Some(Outcome::Draw), _) => "0".to_owned(),
        (Some(Outcome::Win(Side::First)), Some(by)) => format!("B+{by}"),
        (Some(Outcome::Win(Side::Second)), Some(by)) => {
            format!("W+{}", sobremesa_kernel::Points::default() - by)
        }
        (Some(Outcome::Win(Side::First)), None) => "B+".to_owned(),
        (Some(Outcome::Win(Side::Second)), None) => "W+".to_owned(),
    }
}

fn side(colour: Colour) -> Side {
    match colour {
        Colour::Black => Side::First,
        Colour::White => Side::Second,
    }
}

fn colour(side: Side) -> Colour {
    match side {
        Side::First => Colour::Black,
        Side::Second => Colour::White,
    }
}

/// The position of a match as a set-up of discs or stones, `None` in games
/// whose files have none. A ko or passes that a diagram may carry are left out.
#[must_use]
pub fn set_up(table: &dyn Match) -> Option<SetUp> {
    let view = table.view();
    let (rows, columns) = (view.picture.rows, view.picture.columns);
    let mut cells = vec![None; rows * columns];
    for stand in view.picture.stands.iter().filter(|stand| stand.mark == Mark::Piece) {
        let letter = stand.at.bytes().next()?.to_ascii_uppercase();
        let number: usize = stand.at.get(1..)?.parse().ok()?;
        let (column, row) = match view.game {
            // Go leaves out the I and counts from the bottom.
            "go" => (usize::from(letter - b'A' - u8::from(letter > b'I')), rows - number),
            "othello" => (usize::from(letter - b'A'), number - 1),
            _ => return None,
        };
        *cells.get_mut(row * columns + column)? = stand.side.map(colour);
    }
    matches!(view.game, "go" | "othello").then(|| SetUp { columns, cells, turn: colour(view.turn) })
}

/// The set-up as the game's diagram.
#[must_use]
pub fn diagram(record: &Record) -> Option<String> {
    let set_up = record.set_up.as_ref()?;
    let rows = set_up.rows().join("\n");
    Some(match record.game.as_str() {
        "othello" => format!("{rows}\n{} to move\n", set_up.turn),
        _ => format!("{rows}\nturn={}\n", set_up.turn),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sgf(text: &str) -> Result<Box<dyn Match>, ReplayError> {
        replay(&Record::from_sgf(text.as_bytes()).unwrap())
    }

    #[test]
    fn a_record_replays_and_is_written_down_again() {
        let table = sgf("(;SZ[5]KM[0.5];B[cc];W[bb];B[];W[])").unwrap();
        assert!(table.outcome().is_some());
        let again = record(&*table, ["a", "b"]);
        assert_eq!(again.set_up, None);
        // One stone each and nothing surrounded: the komi decides.
        assert_eq!(again.result, "W+0.5");
        let sgf_again = again.to_sgf().unwrap();
        let table_again = replay(&Record::from_sgf(sgf_again.as_bytes()).unwrap()).unwrap();
        assert_eq!(table_again.moves(), table.moves());
        assert_eq!(table_again.rules(), table.rules());
    }

    #[test]
    fn set_ups_become_positions() {
        let go = sgf("(;SZ[5]AB[aa]AW[ba]PL[B];B[ab])").unwrap();
        assert_eq!(go.moves().len(), 1);
        let othello = sgf("(;GM[2]AB[dd][ed][ce]AW[de][ee]PL[W];W[dc])").unwrap();
        assert_eq!(othello.turn(), Side::First);
    }

    #[test]
    fn set_ups_are_written_down_again() {
        for text in
            ["(;SZ[9]AB[aa][hb]AW[ic]PL[W];W[ab])", "(;GM[2]AB[dd][ed][ce]AW[de][ee]PL[W];W[dc])"]
        {
            let read = Record::from_sgf(text.as_bytes()).unwrap();
            let start = replay(&Record { moves: Vec::new(), ..read.clone() }).unwrap();
            assert_eq!(set_up(&*start), read.set_up, "{text}");
            assert_eq!(record(&*replay(&read).unwrap(), ["", ""]).set_up, read.set_up, "{text}");
        }
        assert_eq!(set_up(&*find("dots").unwrap().start("").unwrap()), None);
    }

    #[test]
    fn the_illegal_move_is_named() {
        let error = sgf("(;SZ[5];B[cc];W[cc])").unwrap_err();
        assert!(matches!(&error, ReplayError::Illegal { number: 2, .. }), "{error}");
        let error = sgf("(;SZ[5];B[cc];B[dd])").unwrap_err();
        assert!(matches!(&error, ReplayError::Illegal { number: 2, .. }), "{error}");
        assert!(sgf("(;GM[1]SZ[5]AB[aa]AW[ba][ab])").is_err(), "a group without liberties");
    }

    #[test]
    fn empty_squares_are_the_winners_in_records_but_not_in_the_count() {
        let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ');
        let mut table = find("othello").unwrap().start("").unwrap();
        for play in moves {
            table.play(play).unwrap();
        }
        assert_eq!(table.score().unwrap().map(|points| points.to_string()), ["13", "0"]);
        assert_eq!(record(&*table, ["", ""]).result, "B+64");
        table.undo();
        assert_eq!(record(&*table, ["", ""]).result, "?");
        assert_eq!(table.margin(), table.score().map(|[first, second]| first - second));
    }

    #[test]
    fn passes_after_the_end_change_nothing() {
        let mut read = sobremesa_record::transcript::read("e6f4e3f6g5d6e7f5c5 pass").unwrap();
        assert_eq!(replay(&read).unwrap().moves().len(), 9);
        read.moves[9].play = "a1".to_owned();
        assert!(matches!(replay(&read), Err(ReplayError::Illegal { number: 10, .. })));
        assert!(sgf("(;SZ[5];B[];W[];B[])").is_err(), "passes of Go are moves");
    }

    #[test]
    fn passes_that_a_transcript_leaves_out_are_played() {
        let mut rng = sobremesa_kernel::Rng::new(3);
        let mut passes = 0;
        for _ in 0..40 {
            let mut table = find("othello").unwrap().start("").unwrap();
            while table.outcome().is_none() {
                let legal = table.legal();
                table.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            }
            let text = sobremesa_record::transcript::write(&record(&*table, ["", ""]));
            let again = replay(&sobremesa_record::transcript::read(&text).unwrap()).unwrap();
            assert_eq!(again.moves(), table.moves(), "{text}");
            passes += table.moves().iter().filter(|m| m.play == "pass").count();
        }
        assert!(passes > 0, "no game had a pass: the test shows nothing");
    }
}
