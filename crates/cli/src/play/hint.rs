//! A hint in words: what a move promises, said as certain only where it was
//! proven. The words are the page's (`screens/hint.js`); what a value means is
//! a game's own.

use std::fmt::Display;

use sobremesa_judgement::merits;
use sobremesa_kernel::{AnyGame, Line, Mark, Value, Worth};
use sobremesa_text::{Lang, say, tell};

use crate::solve::connect4_moves_left;

/// What an estimate, in points, must come to before somebody is called ahead.
const AHEAD: f32 = 0.75;
/// The same for the score of Connect 4, where 1 is the slowest win there is.
const BETTER: f32 = 0.5;

/// What playing `line` promises to whoever is to move, how sure that is, and
/// what speaks for it; `level` is the word for who says so.
pub fn words(lang: Lang, game: &dyn AnyGame, line: &Line<String>, level: &str) -> String {
    let (kind, count) = if game.entry().facts.worth == Worth::Speed {
        four(game, line.value)
    } else {
        points(game, line.value)
    };
    let args: [(&str, &dyn Display); 3] =
        [("move", &line.play), ("level", &level), ("count", &count)];
    let promise = say(lang, &format!("hint-{kind}"), &args);
    // That a move wins is the promise itself.
    match merits(game, &line.play).first().filter(|why| why.kind != "connect4-wins") {
        Some(why) => {
            format!("{}. {}", promise.trim_end_matches('.'), sentence(&tell(lang, &why.message)))
        }
        None => promise,
    }
}

/// A clause of the catalogue as a sentence.
fn sentence(clause: &str) -> String {
    let mut letters = clause.chars();
    let first = letters.next().map(char::to_uppercase);
    format!("{}{}.", first.into_iter().flatten().collect::<String>(), letters.as_str())
}

/// The message and its number where values are points at the end.
fn points(game: &dyn AnyGame, value: Value) -> (&'static str, i32) {
    match value {
        Value::Exact(value) => match value + owned(game) {
            0 => ("holds", 0),
            lead if lead > 0 => ("sure-up", lead),
            lead => ("sure-down", -lead),
        },
        Value::AtLeast(value) if value + owned(game) > 0 => ("least-up", value + owned(game)),
        Value::Estimate(value) => match value + owned(game) as f32 {
            lead if lead.abs() < AHEAD => ("likely-even", 0),
            lead if lead > 0.0 => ("likely-up", lead.round() as i32),
            lead => ("likely-down", -lead.round() as i32),
        },
        Value::Chance(chance) => ("chance", (100.0 * chance).round() as i32),
        Value::AtLeast(_) | Value::AtMost(_) | Value::Unknown => ("try", 0),
    }
}

/// Such a score counts how many more pieces the winner could still
/// have put, so it says in how many moves the game is won.
fn four(game: &dyn AnyGame, value: Value) -> (&'static str, i32) {
    match value {
        Value::Exact(0) => ("holds", 0),
        Value::Exact(score) => {
            let picture = game.view().picture;
            let pieces = picture.stands.iter().filter(|one| one.mark == Mark::Piece).count();
            let cells = picture.rows * picture.columns;
            match connect4_moves_left(cells as i32, pieces as i32, score) {
                count if score < 0 => ("loses-in", count),
                ..=1 => ("now", 1),
                count => ("wins-in", count),
            }
        }
        Value::Estimate(score) if score >= BETTER => ("better", 0),
        Value::Estimate(score) if score <= -BETTER => ("worse", 0),
        Value::Estimate(_) => ("likely-even", 0),
        Value::Chance(_) => points(game, value),
        Value::AtLeast(_) | Value::AtMost(_) | Value::Unknown => ("try", 0),
    }
}

/// By how much the side to move leads already, where a value speaks of what is
/// still to come; elsewhere it is the end itself.
fn owned(game: &dyn AnyGame) -> i32 {
    match game.score().filter(|_| game.entry().facts.worth == Worth::Rest) {
        Some(score) => {
            let side = game.turn();
            (score[side.index()] - score[side.other().index()]).in_halves() / 2
        }
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use sobremesa_games::find;
    use sobremesa_kernel::Line;

    use super::*;

    fn told(game: &str, rules: &str, moves: &str, value: Value) -> String {
        let mut game = find(game).unwrap().start(rules).unwrap();
        for play in moves.split_whitespace() {
            game.play(play).unwrap();
        }
        words(Lang::En, game.as_ref(), &Line::new("M".to_owned(), value), "Master")
    }

    #[test]
    fn certain_and_likely_are_told_apart() {
        let othello = |value| told("othello", "", "", value);
        assert_eq!(othello(Value::Exact(4)), "Try M: if nobody goes wrong you win by 4.");
        assert_eq!(othello(Value::Exact(0)), "Try M: if nobody goes wrong it ends in a draw.");
        assert_eq!(othello(Value::Estimate(-3.4)), "Try M: you seem to lose by about 3 (Master).");
        assert_eq!(othello(Value::Estimate(-0.04)), "Try M: the game looks even (Master).");
        assert_eq!(othello(Value::Unknown), "Try M");
        assert_eq!(
            told("go", "size=9", "", Value::Chance(0.625)),
            "Try M: this way you would win 63 times in 100 (Master)."
        );
    }

    #[test]
    fn a_score_of_connect_4_is_told_in_moves() {
        let at = |moves, score| told("connect4", "", moves, Value::Exact(score));
        // Three in a column each, first to move: the piece that wins is the fourth of its side.
        assert_eq!(at("1 2 1 2 1 2", 18), "Try M: you win with this move.");
        assert_eq!(at("1 2 1 2", 18), "Try M: you win in 2 moves, whatever the other side does.");
        assert_eq!(
            at("1 2 1 2 1", -18),
            "Try M: the other side can win with its next move; this holds out longest."
        );
    }

    #[test]
    fn what_speaks_for_a_move_is_said() {
        let mut game = find("connect4").unwrap().start("").unwrap();
        for play in "1 2 1 2 1".split(' ') {
            game.play(play).unwrap();
        }
        let line = Line::new("1".to_owned(), Value::Unknown);
        assert_eq!(
            words(Lang::En, game.as_ref(), &line, "Master"),
            "Try 1. It blocks the rival’s win in column 1."
        );
        assert_eq!(
            words(Lang::Es, game.as_ref(), &line, "Maestro"),
            "Prueba 1. Tapa el triunfo del rival en la columna 1."
        );
    }

    #[test]
    fn boxes_already_owned_count_in_dots_and_boxes() {
        let lines = "1-1-h 1-1-v 2-1-h 1-2-v";
        assert_eq!(
            told("dots", "size=1x2", lines, Value::Exact(-1)),
            "Try M: if nobody goes wrong it ends in a draw."
        );
    }
}
