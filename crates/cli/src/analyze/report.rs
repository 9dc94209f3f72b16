//! The judgements of a game in words, for a terminal.

use std::fmt::{Display, Write as _};

use sobremesa_judgement::{Better, Class, Judgement};
use sobremesa_kernel::Side;
use sobremesa_text::{Lang, say, tell};

use super::graph;

/// Moves of a line that are shown.
const SHOWN: usize = 8;

/// The number of a game in its file, and who played it.
pub fn title(number: usize, players: &[String; 2], lang: Lang) -> String {
    let [first, second] = players;
    let words: [(&str, &dyn Display); 3] =
        [("number", &number), ("first", first), ("second", second)];
    match first.is_empty() && second.is_empty() {
        true => say(lang, "judgement-game", &words[..1]),
        false => say(lang, "judgement-game-of", &words),
    }
}

/// A line a move, the graph, and what each side lost.
/// Sentences are shown as `sentence` makes them fit.
pub fn written(
    game: &str,
    judgements: &[Judgement],
    sentence: impl Fn(&str) -> String,
    lang: Lang,
) -> String {
    let mut text = String::new();
    let width = judgements.iter().map(|j| j.play.len()).max().unwrap_or(0);
    for judgement in judgements {
        let _ = writeln!(text, "{}", line(judgement, width, lang).trim_end());
        for reason in &judgement.reasons {
            let reason = format!("      {}", tell(lang, &reason.message));
            let _ = writeln!(text, "{}", sentence(&reason));
        }
    }
    text.push_str(&graph::drawn(judgements));
    for side in Side::BOTH {
        let _ = writeln!(text, "{}", sentence(&total(game, side, judgements, lang)));
    }
    text
}

fn line(judgement: &Judgement, width: usize, lang: Lang) -> String {
    let Judgement { number, side, play, value, class, loss, .. } = judgement;
    let mark = class.map_or("", Class::mark);
    let letter = if *side == Side::First { 'X' } else { 'O' };
    let worth = with_chance(value.to_string(), judgement.chances.map(|[after, _]| after));
    let mut line = format!("{number:>3} {letter} {play:<width$} {mark:<2} {worth:>7}");
    if let (Some(loss), Some(best)) = (loss, judgement.better.first()) {
        let Better { value, line: moves, .. } = best;
        let value = with_chance(value.to_string(), judgement.chances.map(|[_, best]| best));
        let moves = moves.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join(" ");
        let words: [(&str, &dyn Display); 2] = [("line", &moves), ("value", &value)];
        let _ = write!(line, "  {:<5} {}", lost(*loss), say(lang, "cli-analyze-best", &words));
    }
    line
}

fn with_chance(value: String, chance: Option<f32>) -> String {
    match chance {
        Some(chance) => format!("{value} {:.0}%", 100.0 * chance),
        None => value,
    }
}

/// A loss with the digits that say something.
fn lost(loss: f32) -> String {
    if loss == 0.0 {
        return "0".to_owned();
    }
    if loss.fract() == 0.0 { format!("-{loss:.0}") } else { format!("-{loss:.1}") }
}

/// What a side lost in all, and how many of its moves are marked.
pub fn total(game: &str, of: Side, judgements: &[Judgement], lang: Lang) -> String {
    let own = || judgements.iter().filter(|judgement| judgement.side == of);
    let name = say(lang, &format!("{game}-{of}"), &[]);
    let loss: f32 = own().filter(|j| j.class > Some(Class::Best)).filter_map(|j| j.loss).sum();
    let mut words = vec![format!("{name} {}", lost(loss))];
    for class in [Class::Blunder, Class::Mistake, Class::Inaccuracy] {
        let count = own().filter(|judgement| judgement.class == Some(class)).count();
        if count > 0 {
            words.push(say(
                lang,
                &format!("judgement-count-{}", class.name()),
                &[("count", &count)],
            ));
        }
    }
    words.join(", ")
}

/// What it took.
pub fn time(seconds: f64, lang: Lang) -> String {
    say(lang, "judgement-time", &[("seconds", &format!("{seconds:.2}"))])
}
