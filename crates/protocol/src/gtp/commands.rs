//! The commands that every game has: about the program, the board, and play.

use std::time::Duration;

use sobremesa_kernel::{Game, Mark, PASS, Position, Side};
use sobremesa_record::GameResult;
use sobremesa_search::cpu_time;

use super::session::{Choice, MoveOf, Task, Until};
use super::values::vertex;
use super::{Answer, Command, Session};

pub(super) type Commands<G> = Vec<Command<G>>;

/// The table.
pub(super) fn common<G: Game>() -> Commands<G> {
    let mut table: Commands<G> = vec![
        Command { name: "protocol_version", run: |_, _| Ok("2".to_owned()) },
        Command { name: "name", run: |_, _| Ok("Sobremesa".to_owned()) },
        Command { name: "version", run: |_, _| Ok(env!("CARGO_PKG_VERSION").to_owned()) },
        Command { name: "known_command", run: known_command },
        Command { name: "list_commands", run: |s, _| Ok(s.names.join("\n")) },
        Command { name: "quit", run: quit },
        Command { name: "list_games", run: |s, _| Ok(s.dialect.name.to_owned()) },
        Command { name: "set_game", run: set_game },
        Command { name: "boardsize", run: boardsize },
        Command { name: "rectangular_boardsize", run: boardsize },
        Command { name: "query_boardsize", run: |s, _| Ok(size_of(s)) },
        Command { name: "clear_board", run: clear_board },
        Command { name: "play", run: play },
        Command { name: "gogui-play_sequence", run: play_sequence },
        Command { name: "genmove", run: genmove },
        Command { name: "reg_genmove", run: reg_genmove },
        Command { name: "kata-search", run: reg_genmove },
        Command { name: "kata-search_cancellable", run: search_cancellable },
        Command { name: "undo", run: undo },
        Command { name: "gg-undo", run: gg_undo },
        Command { name: "showboard", run: |s, _| Ok(format!("\n{}", s.now.diagram().trim_end())) },
        Command { name: "all_legal", run: all_legal },
        Command { name: "is_legal", run: is_legal },
        Command { name: "list_stones", run: list_stones },
        Command { name: "final_score", run: final_score },
        Command { name: "clear_cache", run: clear_cache },
        Command { name: "cputime", run: cputime },
        Command { name: "gomill-cpu_time", run: cputime },
        // Analysis has ended by the time this is read.
        Command { name: "stop", run: |_, _| Ok(String::new()) },
        // That the name is known says that `# interrupt` is.
        Command { name: "gogui-interrupt", run: |_, _| Ok(String::new()) },
    ];
    table.extend(super::analyze::table());
    table.extend(super::parameters::table());
    table.extend(super::record_commands::table());
    table.extend(super::time_commands::table());
    table
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
        words if words.join(" ").eq_ignore_ascii_case(session.dialect.name) => Ok(String::new()),
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
        session.rules_anew(None)
    } else {
        session.rules_anew(Some(&text))
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
    let rules = session.rules_anew(None).unwrap_or_else(|| session.rules.clone());
    session.restart(rules);
    Ok(String::new())
}

/// Reads a colour and a move as controllers write them.
fn coloured<G: Game>(by: &str, text: &str) -> Result<(Side, MoveOf<G>), String> {
    let m = text.parse().ok();
    colour(by).zip(m).ok_or_else(|| "invalid color or coordinate".to_owned())
}

pub(super) fn play<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let [by, text] = arguments else { return syntax_error() };
    let (side, m) = coloured::<G>(by, text)?;
    session.play(side, m).map_err(|()| "illegal move".to_owned())?;
    Ok(String::new())
}

/// Many moves in one command: all of them or none.
fn play_sequence<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    if !arguments.len().is_multiple_of(2) {
        return syntax_error();
    }
    let before = session.kept();
    for (number, pair) in arguments.chunks(2).enumerate() {
        if let Err(why) = play(session, pair) {
            session.restore(before);
            return Err(format!("move {}: {why}", number + 1));
        }
    }
    Ok(String::new())
}

/// A search on the clock that only GoGui's interrupt ends early.
fn task<G: Game>(session: &Session<G>, position: G::Position, until: Until) -> Task<G> {
    let budget = session.budget(&position);
    Task { position, budget, until, every: Duration::MAX, allowed: None }
}

fn genmove<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    generate(session, colour_arg(arguments)?, true)
}

/// Chooses a move and plays it, or resigns where it `may`.
pub(super) fn generate<G: Game>(session: &mut Session<G>, side: Side, may_resign: bool) -> Answer {
    // A game that is over is answered with a pass, as controllers expect.
    let Some(position) = session.subject(side)? else {
        session.pass_after_the_end();
        return Ok(PASS.to_owned());
    };
    let task = task(session, position, Until::Interrupt);
    let (choice, found) = session.choose(&task, |_, _| ());
    if choice == Choice::Resign && may_resign {
        return Ok("resign".to_owned());
    }
    let m = found.best();
    session.play(side, m).map_err(|()| "illegal move".to_owned())?;
    Ok(vertex(m))
}

fn reg_genmove<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let Some(position) = session.subject(side)? else { return Ok(PASS.to_owned()) };
    let task = task(session, position, Until::Interrupt);
    Ok(vertex(session.search(&task, |_, _| ()).0.best()))
}

fn search_cancellable<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let Some(position) = session.subject(side)? else { return Ok(PASS.to_owned()) };
    let task = task(session, position, Until::AnyLine);
    let (found, stopped) = session.search(&task, |_, _| ());
    Ok(if stopped { "cancelled".to_owned() } else { vertex(found.best()) })
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

fn all_legal<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let position = session.with_turn(side);
    let legal = position.map(|p| p.legal()).unwrap_or_default();
    let shown: Vec<String> = legal.into_iter().map(vertex).filter(|text| text != PASS).collect();
    Ok(shown.join(" "))
}

fn is_legal<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let Some(Ok(m)) = arguments.get(1).map(|text| text.parse()) else { return syntax_error() };
    let legal = session.with_turn(side).is_some_and(|p| p.check(m).is_ok());
    Ok(u8::from(legal).to_string())
}

fn final_score<G: Game>(session: &mut Session<G>, _: &[&str]) -> Answer {
    G::margin(&session.now).map_or_else(
        || Err("cannot score".to_owned()),
        |by| Ok(GameResult::counted(by).to_string()),
    )
}

/// The stones of a colour, where stones stand on points.
fn list_stones<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let stands = G::picture(&session.now).stands;
    let own = stands.iter().filter(|s| s.mark == Mark::Piece && s.side == Some(side));
    Ok(own.map(|stand| vertex(&stand.at)).collect::<Vec<_>>().join(" "))
}

/// Whatever the player remembers of earlier searches.
fn clear_cache<G: Game>(session: &mut Session<G>, _: &[&str]) -> Answer {
    session.forget();
    Ok(String::new())
}

/// Seconds that all threads of this program have used.
fn cputime<G: Game>(_: &mut Session<G>, _: &[&str]) -> Answer {
    Ok(format!("{:.3}", cpu_time().as_secs_f64()))
}
