//! What Othello adds: passes as its controllers make them, and the commands by
//! which Quarry and GoGui learn what game it is.

use sobremesa_kernel::{Game as _, Outcome, Position as _, Side};
use sobremesa_othello::{Move, Othello, Position, Rules};

use super::commands::{self, syntax_error};
use super::values::vertex;
use super::{Answer, Command, Dialect, Session};
use crate::time::othello_moves;

type OthelloSession = Session<Othello>;

/// Othello as GoGui, Quarry and GRhino speak it.
#[must_use]
pub fn othello() -> Dialect<Othello> {
    Dialect {
        name: "Othello",
        commands: table,
        engine: |options| Othello::engine(options.level, options.seed).expect(crate::LEVEL),
        hand_over,
        ownership: |_, _| None,
        moves_left: |position| othello_moves(position.board().empties()),
        // As far as the strongest level looks before it plays for the end.
        deepest: |position| Some(position.board().empties().clamp(1, 24)),
    }
}

/// A colour that must pass may be passed over, and White may begin: nothing
/// else in the protocol says that it does.
fn hand_over(position: &Position, side: Side) -> Option<Position> {
    let mut next = *position;
    if next.turn() != side {
        if next == Position::start(next.rules()) {
            return Some(Position::start(&Rules { start: side }));
        }
        next.play(Move::Pass).ok()?;
    }
    Some(next)
}

fn table() -> Vec<Command<Othello>> {
    vec![
        Command { name: "komi", run: komi },
        Command { name: "play", run: play },
        Command { name: "gogui-rules_game_id", run: |_, _| Ok("Othello".to_owned()) },
        Command { name: "gogui-rules_board", run: rules_board },
        Command { name: "gogui-rules_board_size", run: |_, _| Ok("8".to_owned()) },
        Command { name: "gogui-rules_legal_moves", run: rules_legal_moves },
        Command { name: "gogui-rules_side_to_move", run: |s, _| Ok(colour(s.now.turn()).into()) },
        Command { name: "gogui-rules_final_result", run: rules_final_result },
        Command { name: "gogui-analyze_commands", run: analyze_commands },
    ]
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// GTP demands it of every engine; Othello has none.
fn komi(_: &mut OthelloSession, arguments: &[&str]) -> Answer {
    match arguments {
        [komi] if komi.parse::<f32>().is_ok() => Ok(String::new()),
        _ => syntax_error(),
    }
}

/// Controllers of Go go on passing when nobody can move.
fn play(session: &mut OthelloSession, arguments: &[&str]) -> Answer {
    if let [by, text] = arguments
        && commands::colour(by).is_some()
        && text.parse() == Ok(Move::Pass)
        && session.pass_after_the_end()
    {
        return Ok(String::new());
    }
    commands::play(session, arguments)
}

/// GoGui draws the first line on top and calls it row 8; so that it is ours
/// too, the last row comes first.
fn rules_board(session: &mut OthelloSession, _: &[&str]) -> Answer {
    let cells: Vec<char> = session.now.cells(['X', 'O', '.']).chars().collect();
    let rows: Vec<String> = cells
        .chunks(8)
        .rev()
        .map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "))
        .collect();
    Ok(rows.join("\n"))
}

/// Empty when the game is over, `pass` when there is nothing else.
fn rules_legal_moves(session: &mut OthelloSession, _: &[&str]) -> Answer {
    let moves: Vec<String> = session.now.legal().into_iter().map(vertex).collect();
    Ok(moves.join(" "))
}

fn rules_final_result(session: &mut OthelloSession, _: &[&str]) -> Answer {
    Ok(match session.now.outcome() {
        None => "unknown",
        Some(Outcome::Draw) => "draw",
        Some(Outcome::Win(side)) => colour(side),
    }
    .to_owned())
}

fn analyze_commands(_: &mut OthelloSession, _: &[&str]) -> Answer {
    Ok("plist/All Legal/all_legal %c\nstring/Final Score/final_score".to_owned())
}
