//! The commands that every game has.

use sobremesa_kernel::{Game, Points, Position, Side};
use sobremesa_record::Record;

use super::{Answer, Command, Session, analyze};
use crate::clock::Clock;

/// The table.
pub(super) fn common<G: Game>() -> Vec<Command<G>> {
    vec![
        Command { name: "protocol_version", run: |_, _| Ok("2".to_owned()) },
        Command { name: "name", run: |_, _| Ok("Sobremesa".to_owned()) },
        Command { name: "version", run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned()) },
        Command { name: "known_command", run: known_command },
        Command { name: "list_commands", run: |s, _| Ok(s.names.join("\n")) },
        Command { name: "quit", run: quit },
        Command { name: "list_games", run: |s, _| Ok(s.game.to_owned()) },
        Command { name: "set_game", run: set_game },
        Command { name: "boardsize", run: boardsize },
        Command { name: "query_boardsize", run: |s, _| Ok(size_of(s)) },
        Command { name: "clear_board", run: clear_board },
        Command { name: "play", run: play },
        Command { name: "genmove", run: genmove },
        Command { name: "reg_genmove", run: reg_genmove },
        Command { name: "undo", run: undo },
        Command { name: "gg-undo", run: gg_undo },
        Command { name: "showboard", run: |s, _| Ok(format!("\n{}", s.now.diagram().trim_end())) },
        Command { name: "time_settings", run: time_settings },
        Command { name: "time_left", run: time_left },
        Command { name: "loadsgf", run: loadsgf },
        Command { name: "all_legal", run: all_legal },
        Command { name: "is_legal", run: is_legal },
        Command { name: "final_score", run: final_score },
        Command { name: "lz-analyze", run: |s, a| analyze::analyze(s, a, analyze::Style::Leela) },
        Command { name: "kata-analyze", run: |s, a| analyze::analyze(s, a, analyze::Style::Kata) },
        Command {
            name: "lz-genmove_analyze",
            run: |s, a| analyze::genmove(s, a, analyze::Style::Leela),
        },
        Command {
            name: "kata-genmove_analyze",
            run: |s, a| analyze::genmove(s, a, analyze::Style::Kata),
        },
    ]
}

pub(super) fn syntax_error<T>() -> Result<T, String> {
    Err("syntax error".to_owned())
}

/// `b`, `black`, `w`, `white`, in any case.
pub(super) fn colour(text: &str) -> Option<Side> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

pub(super) fn colour_arg(arguments: &[&str]) -> Result<Side, String> {
    match arguments.first() {
        Some(text) => colour(text).map_or_else(|| Err("invalid color".to_owned()), Ok),
        None => syntax_error(),
    }
}

/// A move as GTP writes it: upper case, `pass` in lower case as usual.
pub(super) fn vertex(m: impl ToString) -> String {
    let text = m.to_string().to_ascii_uppercase();
    if text == "PASS" { "pass".to_owned() } else { text }
}

fn known_command<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    match arguments {
        [name] => Ok(session.names.contains(name).to_string()),
        _ => syntax_error(),
    }
}

fn quit<G: Game>(session: &mut Session<G>, _: &[&str]) -> Answer {
    session.quit = true;
    Ok(String::new())
}

/// Quarry's way to ask for one of the games of an engine.
fn set_game<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    match arguments {
        [] => syntax_error(),
        words if words.join(" ").eq_ignore_ascii_case(session.game) => Ok(String::new()),
        _ => Err("unsupported game".to_owned()),
    }
}

fn size_of<G: Game>(session: &Session<G>) -> String {
    let picture = G::picture(&session.now);
    if picture.rows == picture.columns {
        picture.rows.to_string()
    } else {
        format!("{} {}", picture.columns, picture.rows)
    }
}

fn boardsize<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let size = match arguments {
        [n] => n.parse().ok().map(|n: usize| (n, n)),
        [columns, rows] => columns.parse().ok().zip(rows.parse().ok()),
        _ => None,
    };
    let Some((columns, rows)) = size else { return syntax_error() };
    let text = if columns == rows { columns.to_string() } else { format!("{rows}x{columns}") };
    let picture = G::picture(&session.now);
    // A game of one size accepts that size.
    let rules = if (picture.columns, picture.rows) == (columns, rows) {
        Some(session.rules.clone())
    } else {
        session.rules_with("size", &text)
    };
    match rules {
        Some(rules) => {
            session.restart(rules);
            Ok(String::new())
        }
        None => Err("unacceptable size".to_owned()),
    }
}

fn clear_board<G: Game>(session: &mut Session<G>, _: &[&str]) -> Answer {
    let rules = session.rules_with("handicap", "0").unwrap_or_else(|| session.rules.clone());
    session.restart(rules);
    Ok(String::new())
}

pub(super) fn play<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let (side, text) = match arguments {
        // Some Othello controllers write the two together as one move.
        [colour_text, text] => match colour(colour_text) {
            Some(side) => (side, *text),
            None => return Err("invalid color or coordinate".to_owned()),
        },
        _ => return syntax_error(),
    };
    let Ok(m) = text.parse() else { return Err("invalid color or coordinate".to_owned()) };
    session.play(side, m).map_or_else(|()| Err("illegal move".to_owned()), |()| Ok(String::new()))
}

fn genmove<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    // A game that is over is answered with a pass, as controllers expect.
    let Some(found) = session.think(side)? else {
        session.pass_after_the_end();
        return Ok("pass".to_owned());
    };
    if session.resigns(found.lines[0].value) {
        return Ok("resign".to_owned());
    }
    let m = found.best();
    session.play(side, m).map_err(|()| "illegal move".to_owned())?;
    Ok(vertex(m))
}

fn reg_genmove<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    Ok(session.think(side)?.map_or_else(|| "pass".to_owned(), |found| vertex(found.best())))
}

fn undo<G: Game>(session: &mut Session<G>, _: &[&str]) -> Answer {
    if session.undo() { Ok(String::new()) } else { Err("cannot undo".to_owned()) }
}

fn gg_undo<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let Ok(count) = arguments.first().unwrap_or(&"1").parse::<usize>() else {
        return syntax_error();
    };
    if count > session.past.len() {
        return Err("cannot undo".to_owned());
    }
    for _ in 0..count {
        session.undo();
    }
    Ok(String::new())
}

fn numbers<const N: usize>(arguments: &[&str]) -> Option<[u64; N]> {
    let read: Vec<u64> = arguments
        .iter()
        .map(|text| text.parse::<f64>().ok().filter(|n| (0.0..1e9).contains(n)).map(|n| n as u64))
        .collect::<Option<_>>()?;
    read.try_into().ok()
}

fn time_settings<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let Some([main, byo, stones]) = numbers(arguments) else { return syntax_error() };
    session.clock = Clock::settings(main, byo, stones as u32);
    Ok(String::new())
}

fn time_left<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let Some([time, stones]) = numbers(&arguments[1..]) else { return syntax_error() };
    session.clock.set_left(side.index(), time, stones as u32);
    Ok(String::new())
}

fn all_legal<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let position = session.with_turn(side);
    let legal = position.map(|p| p.legal()).unwrap_or_default();
    let shown: Vec<String> = legal.into_iter().map(vertex).filter(|text| text != "pass").collect();
    Ok(shown.join(" "))
}

fn is_legal<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let Some(Ok(m)) = arguments.get(1).map(|text| text.parse()) else { return syntax_error() };
    let legal = session.with_turn(side).is_some_and(|p| p.check(m).is_ok());
    Ok(u8::from(legal).to_string())
}

fn final_score<G: Game>(session: &mut Session<G>, _: &[&str]) -> Answer {
    G::margin(&session.now).map_or_else(|| Err("cannot score".to_owned()), |by| Ok(result(by)))
}

/// `B+3.5`, `W+2` or `0`, by how much Black is ahead.
pub(super) fn result(margin: Points) -> String {
    let nothing = Points::default();
    match margin.cmp(&nothing) {
        std::cmp::Ordering::Greater => format!("B+{margin}"),
        std::cmp::Ordering::Less => format!("W+{}", nothing - margin),
        std::cmp::Ordering::Equal => "0".to_owned(),
    }
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
    let record = match Record::from_sgf(&bytes) {
        Ok(record) => record,
        Err(error) => return cannot(error.to_string()),
    };
    if record.game != G::ID {
        return cannot(format!("it is a game of {}", record.game));
    }
    let (start, moves) = match sobremesa_games::replay::typed::<G::Position>(&record) {
        Ok(read) => read,
        Err(error) => return cannot(error.to_string()),
    };
    let before = session.kept();
    session.set(start);
    for (index, (side, m)) in moves.into_iter().take(until).enumerate() {
        let idle =
            |session: &mut Session<G>| "pass".parse() == Ok(m) && session.pass_after_the_end();
        if session.play(side, m).is_err() && !idle(session) {
            session.restore(before);
            return cannot(format!("move {} is illegal", index + 1));
        }
    }
    let turn = session.now.turn();
    Ok(if turn == Side::First { "black" } else { "white" }.to_owned())
}
