//! Records replayed through the rules, and matches written down as records.

use sobremesa_kernel::{
    AnyGame, GameEntry, Message, PASS, Pass, Phrase, Played, Position, Side, SyntaxError,
};
use sobremesa_record::sgf::Tree;
use sobremesa_record::{Origin, Record, RecordedMove, SetUp, rule};

pub use crate::boards::{ReplayError, diagram, result, set_up, unusual_start};

use crate::boards::without_handicap;
use crate::{find, reading};

/// Plays a record to its end, or says which move is illegal and why.
///
/// Records are read as people wrote them, and a referee who reads is milder
/// than one who watches; [`Replayed::notes`] says where.
pub fn replay(record: &Record) -> Result<Box<dyn AnyGame>, ReplayError> {
    replay_whole(record).map(|replayed| replayed.game)
}

/// A record that was played to its end.
#[derive(Debug)]
pub struct Replayed {
    /// How the game stands. Where stones were changed between moves it begins
    /// with the last change.
    pub game: Box<dyn AnyGame>,
    /// The record's moves, each with who made it, and the forced passes that
    /// formats leave out.
    pub moves: Vec<RecordedMove>,
    /// What was unusual.
    pub notes: Vec<Message>,
    /// How the table's moves hang together with the record's.
    pub origin: Origin,
    /// The rules it began with, and the stones.
    rules: String,
    set_up: Option<SetUp>,
}

impl Replayed {
    /// The record with what replaying it has shown: whole moves, whole rules,
    /// and the result of a game whose file does not say it.
    #[must_use]
    pub fn record(self, read: Record) -> (Box<dyn AnyGame>, Record) {
        let result = match read.result.as_str() {
            "" => result(&*self.game).to_string(),
            _ => read.result,
        };
        let mut notes = read.notes;
        notes.extend(self.notes);
        let set_up = read.set_up.or(self.set_up);
        // Stones elsewhere than on the fixed places are a set-up for the
        // rules, and still the handicap that the file calls them.
        let mut info = read.info;
        let handicap = |rules| rule(rules, "handicap").filter(|&stones| stones != "0");
        if let (Some(stones), None) = (handicap(&read.rules), handicap(&self.rules))
            && !info.iter().any(|(id, _)| id == "HA")
        {
            info.push(("HA".to_owned(), stones.to_owned()));
        }
        // Who begins goes without saying, or a set-up says it.
        let said = self.rules == "start=black" || self.rules == "start=white" && set_up.is_some();
        let rules = if said { String::new() } else { self.rules };
        let record = Record {
            game: self.game.entry().id.to_owned(),
            rules,
            diagram: if set_up.is_some() { String::new() } else { read.diagram },
            set_up,
            result,
            moves: self.moves,
            info,
            notes,
            ..read
        };
        (self.game, record)
    }
}

/// [`replay`] with all there is to say about it.
///
/// Formats that leave passes out are helped: a side that can only pass does,
/// when the record goes on with another move. Passes after the end change
/// nothing. What else is excused is Go's.
pub fn replay_whole(record: &Record) -> Result<Replayed, ReplayError> {
    let mut excused = Vec::new();
    let mut rules = record.rules.clone();
    loop {
        match replay_by(record, &rules) {
            Err(ReplayError::Illegal { number, message, .. })
                if let Some((milder, note)) = reading::milder(record, &rules, &message) =>
            {
                rules = milder;
                excused.push(note.with("number", number));
            }
            Err(error) => return Err(error),
            Ok(replayed) => {
                excused.extend(replayed.notes);
                return Ok(Replayed { notes: excused, ..replayed });
            }
        }
    }
}

/// Plays a record by other rules than it says.
fn replay_by(record: &Record, rules: &str) -> Result<Replayed, ReplayError> {
    let entry = find(&record.game).ok_or_else(|| ReplayError::UnknownGame(record.game.clone()))?;
    let mut notes = Vec::new();
    let mut game = begin(entry, record, rules, &mut notes)?;
    let rules = game.rules();
    let set_up = if record.diagram.is_empty() { handicap(&*game) } else { set_up(&*game) };
    let mut moves = Vec::with_capacity(record.moves.len());
    let mut edits = record.edits.iter().peekable();
    // What is excused is Go's: other games have no passes in plenty.
    let go = entry.facts.pass == Pass::Free;
    let resumed = if go { reading::resumed(record) } else { Vec::new() };
    // The record's moves before the table's first, and whose index each of the
    // table's moves is.
    let (mut from, mut indices) = (0, Vec::new());
    let note = |id: &'static str, number: usize| Message::new(id).with("number", number);
    for (index, m) in record.moves.iter().enumerate() {
        let number = index + 1;
        while let Some(edit) = edits.next_if(|edit| edit.after <= index) {
            if let Some(other) = reading::edited(&*game, edit)? {
                game = other;
                (from, indices) = (index, Vec::new());
                notes.push(note("record-note-edit", index));
            }
        }
        if go && m.play == PASS && (game.outcome().is_some() || resumed[index]) {
            // Such a pass is part of what was played.
            moves.push(m.clone());
            if game.outcome().is_some() {
                notes.push(note("record-note-pass", number));
            }
            continue;
        }
        if m.play == PASS && game.outcome().is_some() {
            continue;
        }
        if index > 0 && go && resumed[index - 1] {
            notes.push(note("record-note-resumed", number));
        }
        if entry.facts.pass == Pass::Forced && m.play != PASS && game.legal() == [PASS] {
            moves.push(RecordedMove::new(Some(game.turn().into()), PASS));
            let _ = game.play(PASS);
            indices.push(None);
        }
        let illegal = |message: Message, detail: String| ReplayError::Illegal {
            number,
            play: m.play.clone(),
            message,
            detail,
        };
        if let Some(colour) = m.colour
            && Side::from(colour) != game.turn()
            && game.outcome().is_none()
        {
            if !go {
                return Err(illegal(
                    Message::new("record-wrong-turn").with("number", number),
                    "it is the other side's turn".to_owned(),
                ));
            }
            notes.push(note("record-note-twice", number));
            let before = index.checked_sub(1).map(|before| &record.moves[before]);
            // Two passes running would end the game, and one of them is ours.
            let passed = before.is_some_and(|m| m.play == PASS) && !resumed[index - 1];
            let passed = passed || m.play == PASS;
            let other = reading::handed_over(game, passed)?;
            if other.moves().is_empty() {
                (from, indices) = (index, Vec::new());
            } else {
                indices.push(None);
            }
            game = other;
        }
        let colour = m.colour.unwrap_or_else(|| game.turn().into());
        if let Err(refusal) = game.play(&m.play) {
            let again = index > 0 && go && resumed[index - 1];
            let Some((other, id)) = reading::excused(&*game, record, m, &refusal.message, again)?
            else {
                return Err(illegal(refusal.message, refusal.detail));
            };
            game = other;
            // It begins anew, before this move or after it.
            indices = vec![Some(index); game.moves().len()];
            from = number - indices.len();
            notes.push(note(id, number));
        } else {
            indices.push(Some(index));
        }
        moves.push(RecordedMove { colour: Some(colour), ..m.clone() });
    }
    for edit in edits {
        let other = if let Some(other) = reading::edited(&*game, edit)? {
            notes.push(note("record-note-edit", record.moves.len()));
            other
        } else if let Some(turn) = edit.turn
            && go
            && Side::from(turn) != game.turn()
            && game.outcome().is_none()
        {
            reading::changed(&*game, |board| board.turn = turn)?
        } else {
            continue;
        };
        game = other;
        (from, indices) = (record.moves.len(), Vec::new());
    }
    let played = recorded(&*game);
    debug_assert_eq!(played.len(), indices.len(), "each move has its place");
    let origin = Origin { from, moves: played.into_iter().zip(indices).collect() };
    Ok(Replayed { game, moves, notes, origin, rules, set_up })
}

/// A game that goes on from a file, put back into it: the file's tree with
/// what was played as its main line, and everything else where it was.
/// `written` is the game as a record, and `table` the game itself.
///
/// `None` where the tree would be read as another game than that: then only
/// the record alone tells the truth.
#[must_use]
pub fn merged(written: &Record, game: &dyn AnyGame, mut tree: Tree) -> Option<Tree> {
    let opened = replay_whole(&Record::from_tree(&tree).ok()?).ok()?;
    if opened.game.start().diagram() != game.start().diagram() {
        return None;
    }
    written.merge_into(&mut tree, &opened.origin).ok()?;
    let again = replay(&Record::from_tree(&tree).ok()?).ok()?;
    // A game that began anew at a move which was taken back has more behind it
    // in the file: the moves before, and a ko that they made.
    let same = again.moves().ends_with(&game.moves()) && again.outcome() == game.outcome();
    let board = |game: &dyn AnyGame| set_up(game).ok_or_else(|| game.diagram());
    (same && board(&*again) == board(game)).then_some(tree)
}

/// The moves of a match, each with who made it.
fn recorded(game: &dyn AnyGame) -> Vec<RecordedMove> {
    let moves = game.moves().into_iter();
    moves.map(|Played { side, play }| RecordedMove::new(Some(side.into()), play)).collect()
}

/// The match before the first move.
fn begin(
    entry: &'static GameEntry,
    record: &Record,
    rules: &str,
    notes: &mut Vec<Message>,
) -> Result<Box<dyn AnyGame>, ReplayError> {
    let usual = entry.start(rules);
    let bare = without_handicap(rules);
    let handicap = bare != rules;
    let Some(diagram) = diagram(record) else {
        return match usual {
            Err(_) if handicap => {
                notes.push(Message::new("record-note-handicap"));
                Ok(entry.start(&bare)?)
            }
            usual => Ok(usual?),
        };
    };
    // Handicap stones on the points the rules give them are the usual start.
    match usual {
        Ok(usual) if handicap && set_up(&*usual) == record.set_up => Ok(usual),
        _ => Ok(entry.set_up(&bare, &diagram)?),
    }
}

/// Where a record starts, and its moves with who made them.
pub type Line<P> = (P, Vec<(Side, <P as Position>::Move)>);

/// The start and the moves of a record with the types of its game, for
/// protocols that may hand the turn over; the moves are not checked.
pub fn typed<P: Position>(record: &Record) -> Result<Line<P>, ReplayError> {
    if let Some(edit) = record.edits.iter().find(|edit| !edit.cells.is_empty()) {
        let found = Phrase::new("stones set up after move {number}").with("number", edit.after);
        let only = "set-up before the first move only";
        return Err(SyntaxError::finding("record-unreadable", found, only).into());
    }
    let rules = record.rules.parse().or_else(|_| without_handicap(&record.rules).parse())?;
    let start = match diagram(record) {
        None => P::start(&rules),
        Some(diagram) => P::parse(&rules, &diagram)?,
    };
    let mut turn = start.turn();
    let mut moves = Vec::with_capacity(record.moves.len());
    for m in &record.moves {
        let by = m.colour.map_or(turn, Side::from);
        moves.push((by, m.play.parse()?));
        turn = by.other();
    }
    Ok((start, moves))
}

/// Writes a match down. `names` are those of the first and second side.
#[must_use]
pub fn record(game: &dyn AnyGame, names: [&str; 2]) -> Record {
    let start = unusual_start(game);
    let set_up = start.as_deref().and_then(set_up);
    Record {
        game: game.entry().id.to_owned(),
        rules: game.rules(),
        players: names.map(str::to_owned),
        result: result(game).to_string(),
        diagram: start
            .filter(|_| set_up.is_none())
            .map(|start| start.diagram())
            .unwrap_or_default(),
        set_up: set_up.or_else(|| handicap(game)),
        moves: recorded(game),
        ..Record::default()
    }
}

/// The stones of a game that begins with a handicap: records show them.
fn handicap(game: &dyn AnyGame) -> Option<SetUp> {
    let board = set_up(&*game.start())?;
    let chosen = game.entry().options().iter().any(|option| option.key == "handicap");
    (chosen && board.cells.iter().any(Option::is_some)).then_some(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sgf(text: &str) -> Result<Box<dyn AnyGame>, ReplayError> {
        replay(&Record::from_sgf(text.as_bytes()).unwrap())
    }

    #[test]
    fn a_record_replays_and_is_written_down_again() {
        let game = sgf("(;SZ[5]KM[0.5];B[cc];W[bb];B[];W[])").unwrap();
        assert!(game.outcome().is_some());
        let again = record(&*game, ["a", "b"]);
        assert_eq!(again.set_up, None);
        // One stone each and nothing surrounded: the komi decides.
        assert_eq!(again.result, "W+0.5");
        let sgf_again = again.to_sgf().unwrap();
        let table_again = replay(&Record::from_sgf(sgf_again.as_bytes()).unwrap()).unwrap();
        assert_eq!(table_again.moves(), game.moves());
        assert_eq!(table_again.rules(), game.rules());
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
        let error = sgf("(;GM[2];B[fe];B[fd])").unwrap_err();
        assert!(matches!(&error, ReplayError::Illegal { number: 2, .. }), "{error}");
        assert!(sgf("(;GM[1]SZ[5]AB[aa]AW[ba][ab])").is_err(), "a group without liberties");
    }

    #[test]
    fn empty_squares_are_the_winners_in_records_but_not_in_the_count() {
        let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5".split(' ');
        let mut game = find("othello").unwrap().start("").unwrap();
        for play in moves {
            game.play(play).unwrap();
        }
        assert_eq!(game.score().unwrap().map(|points| points.to_string()), ["13", "0"]);
        assert_eq!(record(&*game, ["", ""]).result, "B+64");
        game.undo();
        assert_eq!(record(&*game, ["", ""]).result, "?");
        assert_eq!(game.margin(), game.score().map(|[first, second]| first - second));
    }

    #[test]
    fn passes_after_the_end_change_nothing() {
        let mut read = sobremesa_record::transcript::read("e6f4e3f6g5d6e7f5c5 pass").unwrap();
        assert_eq!(replay(&read).unwrap().moves().len(), 9);
        read.moves[9].play = "a1".to_owned();
        assert!(matches!(replay(&read), Err(ReplayError::Illegal { number: 10, .. })));
    }

    fn notes(text: &str) -> (Vec<&'static str>, Replayed) {
        let replayed = replay_whole(&Record::from_sgf(text.as_bytes()).unwrap())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        (replayed.notes.iter().map(|note| note.id).collect(), replayed)
    }

    /// What files of the world have and a referee at the board would refuse.
    #[test]
    fn unusual_records_are_replayed_and_say_so() {
        let stones = |replayed: &Replayed| set_up(&*replayed.game).unwrap().rows().concat();
        // A pass after the end, and two of them.
        let (said, replayed) = notes("(;SZ[3];B[bb];W[];B[];W[];B[])");
        assert_eq!(said, ["record-note-pass"; 2]);
        assert_eq!((replayed.game.moves().len(), replayed.moves.len()), (3, 5));
        // One colour twice running, at the start and after a pass.
        let (said, replayed) = notes("(;SZ[3];W[aa];B[bb];B[cc])");
        assert_eq!(said, ["record-note-twice"; 2]);
        assert_eq!(stones(&replayed), "O...X...X");
        assert_eq!(replayed.moves.len(), 3, "no pass was in the record");
        let (said, replayed) = notes("(;SZ[3];B[aa];W[];W[bb])");
        assert_eq!((said, stones(&replayed).as_str()), (vec!["record-note-twice"], "X...O...."));
        // Stones changed between moves.
        let (said, replayed) = notes("(;SZ[3];B[aa];AW[bb]AE[aa]PL[W];W[cc])");
        assert_eq!((said, stones(&replayed).as_str()), (vec!["record-note-edit"], "....O...O"));
        let (said, _) = notes("(;SZ[3];B[aa];AW[bb]PL[1])");
        assert_eq!(said, ["record-note-edit"]);
        // The number of the player for its colour.
        assert_eq!(notes("(;SZ[3]AB[aa]PL[2];W[bb])").0, [""; 0]);
        // Play goes on after two passes.
        let (said, replayed) = notes("(;SZ[3]RU[Japanese];B[bb];W[];B[];W[aa])");
        assert_eq!((said, stones(&replayed).as_str()), (vec!["record-note-resumed"], "O...X...."));
        // Komi that is no half point, or no number.
        let komis = [
            ("KM[3.75]", "4"),
            ("RU[Chinese]KM[3.75]", "7.5"),
            ("KM[650]", "6.5"),
            ("KM[6 1/2]", "6.5"),
            ("KM[5.5 points]", "5.5"),
            ("KM[黒6目半]", "0"),
            ("KM[6目半]", "6.5"),
            ("KM[reverse]", "0"),
            ("KM[99999999]", "0"),
        ];
        for (text, komi) in komis {
            let read = Record::from_sgf(format!("(;SZ[3]{text})").as_bytes()).unwrap();
            assert!(read.notes[0].id.starts_with("record-note-komi"), "{text}");
            assert!(replay(&read).unwrap().rules().contains(&format!("komi={komi} ")), "{text}");
            let (_, written) = text.rsplit_once("KM").unwrap();
            let number = written[1..written.len() - 1].parse::<f64>().is_ok();
            let kept = if number { written.to_owned() } else { format!("KM[{komi}]") };
            assert!(read.to_sgf().unwrap().contains(&kept), "{text}");
        }
        // Play goes on after passes also where nobody agrees on anything.
        let (said, replayed) = notes("(;SZ[3];B[bb];W[];B[];W[aa];B[];W[])");
        assert_eq!((said, replayed.moves.len()), (vec!["record-note-resumed"], 6));
        assert!(replayed.game.outcome().is_some());
        // Who passes after moving has not ended the game.
        let (said, replayed) = notes("(;SZ[3];B[bb];B[];W[aa])");
        assert_eq!(said, ["record-note-twice"]);
        assert!(replayed.game.outcome().is_none());
        assert_eq!(stones(&replayed), "O...X....");
        // Both colours in a node, in the order they are written, and a root
        // that moves.
        let (said, replayed) = notes("(;SZ[3]W[aa]B[bb];W[cc])");
        assert_eq!(replayed.moves.len(), 3);
        assert_eq!((said, stones(&replayed).as_str()), (vec!["record-note-twice"], "O...X...O"));
        // Whose turn it is goes without saying between moves, and captured
        // stones may be taken off by the file itself.
        let (said, replayed) = notes("(;SZ[3];B[aa];W[bb]PL[B];B[cc];PL[W];W[ca])");
        assert_eq!((said.len(), replayed.game.moves().len()), (0, 4));
        let (said, replayed) = notes("(;SZ[3];B[ba];W[aa];B[ab]AE[aa];W[cc])");
        assert_eq!((said.len(), replayed.game.moves().len()), (0, 4));
        assert_eq!(stones(&replayed), ".X.X....O");
        // Handicap stones that stand elsewhere than where the game puts them.
        let (said, _) = notes("(;SZ[9]HA[2];W[gc];B[ee])");
        assert_eq!(said, ["record-note-free-handicap", "record-note-twice"]);
        assert!(notes("(;SZ[9]HA[2]PL[W];W[ee])").1.game.moves().len() == 1);
        // A game of Othello has no such freedom.
        assert!(sgf("(;GM[2];B[fe];AW[fe])").is_ok());
        assert!(sgf("(;GM[2];B[fe];W[])").is_err());
    }

    #[test]
    fn a_ko_is_a_ko_unless_the_file_says_otherwise() {
        // Black takes it at C3, White may not retake at once.
        let game =
            |tail: &str| format!("(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc]PL[B];B[cb]{tail})");
        assert!(sgf(&game(";W[bb]")).is_err(), "the retake is too early");
        let (said, replayed) = notes(&game(";W[bb]KO[1]"));
        assert_eq!(said, ["record-note-forced"]);
        assert!(replayed.moves[1].forced);
        let occupied = notes(&game(";W[cb]KO[1]")).1;
        assert_eq!(set_up(&*occupied.game).unwrap().rows()[1], "X.OO");
        // Passes lift it, and the game goes on.
        let (said, _) = notes(&game(";W[];B[];W[bb]"));
        assert_eq!(said, ["record-note-resumed", "record-note-forced"]);
        assert!(sgf(&game(";W[cb]")).is_err(), "nobody plays on a stone");
    }

    #[test]
    fn a_board_that_recurs_is_excused_unless_our_own_rules_forbid_it() {
        // Two kos: each side takes one, and then takes the other's back.
        let file = |rules: &str| {
            format!(
                "(;SZ[9]{rules}AB[ba][ab][bc][ce][bf][df][cg]AW[ca][bb][db][cc][be][af][bg]PL[B]\
                 ;B[cb];W[cf];B[];W[bb];B[bf])"
            )
        };
        for rules in ["", "RU[Chinese]", "RU[Tromp-Taylor]"] {
            let (said, replayed) = notes(&file(rules));
            assert_eq!(said, ["record-note-superko"], "{rules}");
            assert_eq!(replayed.game.moves().len(), 5, "{rules}");
        }
        assert_eq!(notes(&file("RU[Japanese]")).0, [""; 0]);
        assert!(sgf(&file("XR[size=9 ko=positional komi=0 handicap=0]")).is_err());
    }

    #[test]
    fn suicide_stands_where_the_rules_allow_it() {
        let game = |rules: &str| format!("(;SZ[3]{rules}AB[ba][ab]AW[cc]PL[W];W[aa];B[bb])");
        assert!(sgf(&game("")).is_err() && sgf(&game("RU[Japanese]")).is_err());
        for rules in ["RU[NZ]", "RU[GOE]", "RU[koPOSITIONALscoreAREAtaxNONEsui1]"] {
            let (said, replayed) = notes(&game(rules));
            assert_eq!(said, ["record-note-suicide"], "{rules}");
            assert_eq!(set_up(&*replayed.game).unwrap().rows(), [".X.", "XX.", "..O"]);
        }
        // All the stones that hang together go.
        let two = "(;SZ[3]RU[NZ]AB[ca][bb][ab]AW[aa]PL[W];W[ba])";
        assert_eq!(set_up(&*notes(two).1.game).unwrap().rows(), ["..X", "XX.", "..."]);
        let forced = "(;SZ[3]AB[ba][ab]PL[W];W[aa]KO[])";
        assert_eq!(notes(forced).0, ["record-note-suicide"]);
    }

    #[test]
    fn handicap_stones_are_in_the_file_and_the_game_begins_with_them() {
        let game = find("go").unwrap().start("size=9 komi=0.5 handicap=4").unwrap();
        let written = record(&*game, ["", ""]).to_sgf().unwrap();
        for part in ["HA[4]", "AB[", "PL[W]"] {
            assert!(written.contains(part), "{part}: {written}");
        }
        let read = Record::from_sgf(written.as_bytes()).unwrap();
        let again = replay(&read).unwrap();
        assert_eq!((again.rules(), again.diagram()), (game.rules(), game.diagram()));
        assert!(unusual_start(&*again).is_none(), "it is the usual start of that handicap");
        // Stones elsewhere are a set-up, and `HA` stays.
        let free = Record::from_sgf(b"(;SZ[9]HA[2]AB[aa][bb];W[ee])").unwrap();
        let game = replay(&free).unwrap();
        assert!(unusual_start(&*game).is_some());
        let (_, whole) = replay_whole(&free).unwrap().record(free);
        assert!(whole.to_sgf().unwrap().contains("HA[2]"));
        // More than a board has fixed places for, or none named.
        for odd in
            ["(;SZ[5]HA[2]AB[aa][bb];W[ee])", "(;SZ[19]HA[12];W[ee])", "(;SZ[9]HA[2];B[cc];B[gg])"]
        {
            let (_, replayed) = notes(odd);
            assert!(!replayed.game.moves().is_empty(), "{odd}");
        }
    }

    /// Connect 4 and Dots and Boxes too, from any position.
    #[test]
    fn every_game_is_written_as_sgf_and_read_back() {
        let mut rng = sobremesa_kernel::Rng::new(8);
        for entry in crate::GAMES {
            for _ in 0..20 {
                let mut game = entry.start("").unwrap();
                for _ in 0..rng.below(20) {
                    let legal = game.legal();
                    if legal.is_empty() {
                        break;
                    }
                    game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
                }
                let mut later = entry.set_up(&game.rules(), &game.diagram()).unwrap();
                while later.outcome().is_none() && rng.below(9) > 0 {
                    let legal = later.legal();
                    later.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
                }
                for game in [game, later] {
                    let written = record(&*game, ["a", "b"]).to_sgf().unwrap();
                    let read = Record::from_sgf(written.as_bytes()).unwrap();
                    let again = replay(&read).unwrap_or_else(|e| panic!("{written}: {e}"));
                    assert_eq!(again.diagram(), game.diagram(), "{written}");
                    assert_eq!(again.moves(), game.moves(), "{written}");
                    assert_eq!(again.rules(), game.rules(), "{written}");
                    assert_eq!(read.result, result(&*game).to_string(), "{written}");
                }
            }
        }
    }

    #[test]
    fn passes_that_a_transcript_leaves_out_are_played() {
        let mut rng = sobremesa_kernel::Rng::new(3);
        let mut passes = 0;
        for _ in 0..40 {
            let mut game = find("othello").unwrap().start("").unwrap();
            while game.outcome().is_none() {
                let legal = game.legal();
                game.play(&legal[rng.below(legal.len() as u32) as usize]).unwrap();
            }
            let text = sobremesa_record::transcript::write(&record(&*game, ["", ""]));
            let again = replay(&sobremesa_record::transcript::read(&text).unwrap()).unwrap();
            assert_eq!(again.moves(), game.moves(), "{text}");
            passes += game.moves().iter().filter(|m| m.play == PASS).count();
        }
        assert!(passes > 0, "no game had a pass: the test shows nothing");
    }
}
