//! Games of files on the board, and the board's game as a file.

use sobremesa_games::{find, replay};
use sobremesa_kernel::{Game, PASS, Playing, Position, Side};
use sobremesa_record::{Record, RecordedMove};

use super::commands::{Commands, syntax_error};
use super::session::merged;
use super::{Answer, Command, Session};

pub(super) fn table<G: Game>() -> Commands<G> {
    vec![Command { name: "loadsgf", run: loadsgf }, Command { name: "printsgf", run: printsgf }]
}

/// `loadsgf FILE [MOVE]`: the position before move number MOVE (from 1), or
/// after the last.
fn loadsgf<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let (file, until) = match arguments {
        [file] => (file, usize::MAX),
        [file, number] => match number.parse::<usize>() {
            Ok(number) => (file, number.saturating_sub(1)),
            Err(_) => return syntax_error(),
        },
        _ => return syntax_error(),
    };
    let cannot = |why: String| Err(format!("cannot load file: {why}"));
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => return cannot(error.to_string()),
    };
    let mut record = match Record::from_sgf(&bytes) {
        Ok(record) => record,
        Err(error) => return cannot(error.to_string()),
    };
    if record.game != G::ID {
        return cannot(format!("it is a game of {}", record.game));
    }
    // Where the file does not say how it is counted, what the controller said
    // before still holds.
    record.rules = kept_beneath(&session.rules.to_string(), &record.rules);
    let (start, moves) = match replay::typed::<G::Position>(&record) {
        Ok(read) => read,
        Err(error) => return cannot(error.to_string()),
    };
    let before = session.kept();
    session.set(start);
    for (index, (side, m)) in moves.into_iter().take(until).enumerate() {
        let idle = |session: &mut Session<G>| PASS.parse() == Ok(m) && session.pass_after_the_end();
        if session.play(side, m).is_err() && !idle(session) {
            session.restore(before);
            return cannot(format!("move {} is illegal", index + 1));
        }
    }
    let turn = session.now.turn();
    Ok(if turn == Side::First { "black" } else { "white" }.to_owned())
}

/// The rules of a file over those of the session, of which a board's size and
/// handicap and who begins are the file's alone.
fn kept_beneath(session: &str, file: &str) -> String {
    let of_the_file = |pair: &&str| {
        !["size", "handicap", "start"].iter().any(|key| pair.split('=').next() == Some(key))
    };
    let kept: Vec<&str> = session.split_whitespace().filter(of_the_file).collect();
    let said: Vec<(&str, &str)> =
        file.split_whitespace().filter_map(|pair| pair.split_once('=')).collect();
    merged(&kept.join(" "), &said)
}

/// `printsgf [FILE]`: the game so far, as an answer or into a file.
fn printsgf<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let file = match arguments {
        [] | ["-"] => None,
        [file] => Some(*file),
        _ => return syntax_error(),
    };
    let sgf = record(session)?.to_sgf().map_err(|error| error.to_string())?;
    match file {
        None => Ok(sgf.trim_end().replace("\n\n", "\n")),
        Some(file) => {
            std::fs::write(file, sgf).map_err(|error| format!("cannot write {file}: {error}"))?;
            Ok(String::new())
        }
    }
}

/// The game on the board, with who made each move.
fn record<G: Game>(session: &Session<G>) -> Result<Record, String> {
    let entry = find(G::ID).ok_or("no such game")?;
    let first = session.past.first().map_or(&session.now, |(before, _)| before);
    let mut record = replay::record(&Playing::<G>::new(entry, first.clone()), ["", ""]);
    let after = session.past.iter().map(|(before, _)| before).skip(1).chain([&session.now]);
    for ((before, m), after) in session.past.iter().zip(after) {
        // Whoever is to move now did not make the move, in games of turns; a
        // pass after the end is the next side's.
        let by = if before == after { before.turn() } else { after.turn().other() };
        record.moves.push(RecordedMove::new(Some(by.into()), m.to_string()));
    }
    Ok(record)
}
