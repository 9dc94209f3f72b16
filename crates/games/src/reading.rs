//! What a referee who reads a game of Go excuses, and one who watches does not:
//! the game was played so, whatever the rules say, and what comes after rests
//! on it.

use sobremesa_kernel::{AnyGame, Message, PASS, SyntaxError};
use sobremesa_record::{Edit, Record, RecordedMove, SetUp};

use crate::boards::{ReplayError, diagram_of, set_up, without_handicap};

/// Milder rules by which a record may be legal, after what was refused by the
/// ones it was read by, and what is to be said about them.
pub(crate) fn milder(record: &Record, rules: &str, refusal: &Message) -> Option<(String, Message)> {
    if record.game != "go" {
        return None;
    }
    match refusal.id {
        // Few programs enforce it, whatever rules they write down. What this
        // program wrote down it has enforced.
        "go-ko-positional" | "go-ko-situational"
            if record.info("RU").is_some() || !record.rules.contains("ko=") =>
        {
            let others = rules.split_whitespace().filter(|pair| !pair.starts_with("ko="));
            let milder = others.chain(["ko=simple"]).collect::<Vec<_>>().join(" ");
            Some((milder, Message::new("record-note-superko")))
        }
        // `HA` without its stones says that there were some, but not where.
        "go-occupied" | "go-suicide"
            if record.set_up.is_none() && rules.split(' ').any(is_handicap) =>
        {
            Some((without_handicap(rules), Message::new("record-note-free-handicap")))
        }
        _ => None,
    }
}

fn is_handicap(pair: &str) -> bool {
    pair.strip_prefix("handicap=").is_some_and(|stones| stones != "0")
}

/// For each move whether it is one of several passes running after which the
/// game goes on. They stopped nothing, so none of them is played.
pub(crate) fn resumed(record: &Record) -> Vec<bool> {
    let mut all = vec![false; record.moves.len()];
    let mut begun = 0;
    for (index, m) in record.moves.iter().enumerate() {
        if m.play != PASS {
            if index - begun >= 2 {
                all[begun..index].fill(true);
            }
            begun = index + 1;
        }
    }
    all
}

/// The match after stones were changed, `None` if that changes none.
pub(crate) fn edited(
    game: &dyn AnyGame,
    edit: &Edit,
) -> Result<Option<Box<dyn AnyGame>>, ReplayError> {
    let board = set_up(game);
    let mut after = board.clone();
    if let Some(after) = &mut after {
        after.change(edit);
    }
    let same = match (&board, &after) {
        (Some(board), Some(after)) => board.cells == after.cells,
        _ => false,
    };
    if same { Ok(None) } else { changed(game, |board| board.change(edit)).map(Some) }
}

/// The match with its board changed; what was played before is gone from it.
pub(crate) fn changed(
    game: &dyn AnyGame,
    change: impl FnOnce(&mut SetUp),
) -> Result<Box<dyn AnyGame>, ReplayError> {
    let mut board = set_up(game).ok_or_else(|| {
        SyntaxError::finding("record-unreadable", "AB or AW", "no set-up in this game")
    })?;
    change(&mut board);
    let diagram = diagram_of(&board);
    Ok(game.entry().set_up(&without_handicap(&game.rules()), &diagram)?)
}

/// The other side's turn: as if this one had passed, unless that would be
/// the second pass and end the game.
pub(crate) fn handed_over(
    mut game: Box<dyn AnyGame>,
    passed: bool,
) -> Result<Box<dyn AnyGame>, ReplayError> {
    if !passed && game.play(PASS).is_ok() {
        return Ok(game);
    }
    changed(&*game, |board| board.turn = board.turn.other())
}

/// The match after a move that a record may have although it was refused, and
/// the key of what is to be said about it.
pub(crate) type Excused = (Box<dyn AnyGame>, &'static str);

/// What becomes of a move that was refused, if a record may have it: suicide where the game's rules allow
/// that, what the file says was forced, a ko that passes have lifted
/// (`passed`), and play after the end.
pub(crate) fn excused(
    game: &dyn AnyGame,
    record: &Record,
    m: &RecordedMove,
    refusal: &Message,
    passed: bool,
) -> Result<Option<Excused>, ReplayError> {
    if record.game != "go" {
        return Ok(None);
    }
    let again = |mut game: Box<dyn AnyGame>| {
        let played = game.play(&m.play).is_ok();
        played.then_some((game, "record-note-forced"))
    };
    match refusal.id {
        "go-suicide" if m.forced || allows_suicide(record) => {
            let Some(dead) = suicide(game, &m.play) else { return Ok(None) };
            let emptied = changed(game, |board| {
                dead.into_iter().for_each(|at| board.cells[at] = None);
                board.turn = board.turn.other();
            })?;
            Ok(Some((emptied, "record-note-suicide")))
        }
        "go-ko-simple" | "go-ko-positional" | "go-ko-situational" if m.forced || passed => {
            // A board that was set up has no history.
            Ok(again(changed(game, |_| {})?))
        }
        // Passes that nobody wrote down have ended it.
        "go-over" => {
            let going_on = changed(game, |board| {
                board.turn = m.colour.unwrap_or(board.turn);
            })?;
            Ok(again(going_on).map(|(game, _)| (game, "record-note-resumed")))
        }
        "go-occupied" if m.forced => {
            let emptied = changed(game, |board| {
                let rows = board.cells.len() / board.columns.max(1);
                if let Some((column, row)) = game.entry().cell(&m.play, rows) {
                    board.cells[row * board.columns + column] = None;
                }
            })?;
            let Some((game, id)) = again(emptied) else { return Ok(None) };
            // What stood there is gone for good: no taking back leads to a
            // board that never was.
            Ok(Some((changed(&*game, |_| {})?, id)))
        }
        _ => Ok(None),
    }
}

/// Whether the rules that a file names allow suicide.
fn allows_suicide(record: &Record) -> bool {
    let named = record.info("RU").unwrap_or_default().to_ascii_lowercase();
    matches!(named.as_str(), "nz" | "new zealand" | "goe" | "ing" | "tromp-taylor")
        // The long names that KataGo writes end so.
        || named.ends_with("sui1")
}

/// The cells of the mover's stones that hang together with where it would
/// play: all of them die.
fn suicide(game: &dyn AnyGame, play: &str) -> Option<Vec<usize>> {
    let board = set_up(game)?;
    let columns = board.columns;
    let rows = board.cells.len() / columns.max(1);
    let (column, row) = game.entry().cell(play, rows)?;
    let mut reached = vec![false; board.cells.len()];
    let mut found = vec![row * columns + column];
    *reached.get_mut(found[0])? = true;
    let mut looked = 0;
    while let Some(&at) = found.get(looked) {
        looked += 1;
        let (column, row) = (at % columns, at / columns);
        let beside = [
            (column > 0).then(|| at - 1),
            (column + 1 < columns).then_some(at + 1),
            (row > 0).then(|| at - columns),
            (row + 1 < rows).then_some(at + columns),
        ];
        for next in beside.into_iter().flatten() {
            if board.cells[next] == Some(board.turn) && !reached[next] {
                reached[next] = true;
                found.push(next);
            }
        }
    }
    Some(found)
}
