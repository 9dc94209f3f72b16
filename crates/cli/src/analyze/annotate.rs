//! A judged game as SGF: marks, values and reasons at the moves, and the
//! better lines as variations.

use sobremesa_games::replay;
use sobremesa_judgement::{Class, Judgement, number};
use sobremesa_kernel::{AnyGame, Side, SyntaxError, Value};
use sobremesa_record::sgf::Tree;
use sobremesa_text::{Lang, say, tell};

/// The tree of a game with what was found about its moves.
pub fn annotated(
    game: &dyn AnyGame,
    players: &[String; 2],
    judgements: &[Judgement],
    lang: Lang,
) -> Result<Tree, SyntaxError> {
    let [first, second] = players;
    let mut tree = replay::record(game, [first, second]).to_tree()?;
    let nodes: Vec<usize> = tree.main_line().collect();
    let mut before = game.start();
    for (index, judgement) in judgements.iter().enumerate() {
        // The root comes before the first move.
        let (Some(&parent), Some(&at)) = (nodes.get(index), nodes.get(index + 1)) else { break };
        for (id, value) in marks(judgement) {
            tree.node_mut(at).push_raw(id, value);
        }
        tree.node_mut(at).set_text("C", &comment(judgement, lang));
        if judgement.class >= Some(Class::Inaccuracy) {
            for better in judgement.better.iter().take(1) {
                variation(&mut tree, parent, &*before, index, &better.line)?;
            }
        }
        if before.play(&judgement.play).is_err() {
            break;
        }
    }
    Ok(tree)
}

/// SGF's own marks of a bad or doubtful move, and its value for Black.
fn marks(judgement: &Judgement) -> Vec<(&'static str, String)> {
    let mut marks = match judgement.class {
        Some(Class::Blunder) => vec![("BM", "2".to_owned())],
        Some(Class::Mistake) => vec![("BM", "1".to_owned())],
        Some(Class::Inaccuracy) => vec![("DO", String::new())],
        _ => Vec::new(),
    };
    let sign = if judgement.side == Side::First { 1.0 } else { -1.0 };
    if let Some(value) = number(judgement.value)
        && !matches!(judgement.value, Value::Chance(_))
    {
        let ahead = sign * (value + judgement.ahead as f32);
        // Never a minus before nothing.
        marks.push(("V", format!("{}", if ahead == 0.0 { 0.0 } else { ahead })));
    }
    marks
}

/// What the terminal says of the move.
fn comment(judgement: &Judgement, lang: Lang) -> String {
    let mut lines = vec![judgement.value.to_string()];
    if let Some(class) = judgement.class.filter(|class| *class >= Class::Inaccuracy) {
        let word = say(lang, &format!("judgement-class-{}", class.name()), &[]);
        lines[0] = format!("{} – {word}", lines[0]);
    }
    lines.extend(judgement.reasons.iter().map(|reason| tell(lang, &reason.message)));
    if let Some(better) = judgement.better.first() {
        let line = better.line.join(" ");
        let value = better.value.to_string();
        lines.push(say(lang, "cli-analyze-best", &[("line", &line), ("value", &value)]));
    }
    lines.join("\n")
}

/// Adds a line that could have been played instead of the move after `parent`,
/// before which `index` moves were made.
fn variation(
    tree: &mut Tree,
    parent: usize,
    before: &dyn AnyGame,
    index: usize,
    line: &[String],
) -> Result<(), SyntaxError> {
    let mut now = before.fork();
    for play in line {
        if now.play(play).is_err() {
            break;
        }
    }
    let other = replay::record(&*now, ["", ""]).to_tree()?;
    let mut at = parent;
    for node in other.main_line().skip(index + 1) {
        at = tree.add(at);
        tree.node_mut(at).properties = other.node(node).properties.clone();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sobremesa_judgement::{Better, Reason};
    use sobremesa_kernel::Message;
    use sobremesa_record::Record;

    #[test]
    fn a_bad_move_gets_its_mark_its_reason_and_a_variation() {
        let mut game = sobremesa_games::find("connect4").unwrap().start("").unwrap();
        let mut judgements = Vec::new();
        for (number, (play, class)) in
            (1..).zip([("4", Class::Best), ("1", Class::Blunder), ("4", Class::Best)])
        {
            let side = game.play(play).unwrap().side;
            let bad = class == Class::Blunder;
            let better = || Better {
                play: "4".to_owned(),
                value: Value::Exact(-1),
                line: vec!["4".to_owned(), "4".to_owned()],
            };
            let reason = || Reason {
                kind: "connect4-loses",
                message: Message::new("judgement-connect4-loses").with("turns", 9),
                places: Vec::new(),
            };
            judgements.push(Judgement {
                number,
                side,
                play: play.to_owned(),
                value: Value::Exact(-3),
                best: Value::Exact(-1),
                ahead: 0,
                chances: None,
                loss: Some(2.0),
                class: Some(class),
                better: if bad { vec![better()] } else { Vec::new() },
                refutation: Vec::new(),
                reasons: if bad { vec![reason()] } else { Vec::new() },
                is_final: true,
            });
        }
        let players = ["Ana".to_owned(), "Eva".to_owned()];
        let tree = annotated(&*game, &players, &judgements, Lang::En).unwrap();
        // What was played is still the main line.
        let read = Record::from_tree(&tree).unwrap();
        let plays: Vec<&str> = read.moves.iter().map(|m| m.play.as_str()).collect();
        assert_eq!((plays, &read.players[0]), (vec!["4", "1", "4"], &players[0]));
        let line: Vec<usize> = tree.main_line().collect();
        assert_eq!(tree.node(line[1]).children().len(), 2, "the better line beside the move");
        let bad = tree.node(line[2]);
        assert_eq!(
            (bad.values("BM"), bad.values("V")),
            (&["2".to_owned()][..], &["3".to_owned()][..])
        );
        assert!(bad.values("C")[0].contains("wins in 9 turns"), "{:?}", bad.values("C"));
        let instead = tree.node(line[1]).children()[1];
        assert_eq!(tree.node(instead).values("W"), ["4"]);
        assert_eq!(tree.node(tree.node(instead).children()[0]).values("B"), ["4"]);
    }
}
