//! Judged games as a page to keep, to send and to print: one file that needs
//! nothing else.

mod board;

use std::fmt::{Display, Write as _};

use sobremesa_judgement::{Class, Judgement};
use sobremesa_kernel::{AnyGame, Side};
use sobremesa_text::{Lang, say, tell};

use super::{graph as bars, report};
use board::Pointed;

/// A judged game of the report.
#[derive(Debug)]
pub struct Reviewed {
    /// Its number, where a file has several.
    pub number: Option<usize>,
    pub game: Box<dyn AnyGame>,
    pub players: [String; 2],
    pub judgements: Vec<Judgement>,
}

/// The whole page.
pub fn page(games: &[Reviewed], lang: Lang) -> String {
    let title = say(lang, "judgement-report", &[]);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n<main>\n",
        escape(&title),
        include_str!("report.css")
    );
    for reviewed in games {
        page += &section(reviewed, lang);
    }
    page += "</main>\n</body>\n</html>\n";
    page
}

fn section(reviewed: &Reviewed, lang: Lang) -> String {
    let id = reviewed.game.entry().id;
    let mut heading = say(lang, &format!("game-{id}"), &[]);
    if let Some(number) = reviewed.number {
        heading += " · ";
        heading += &report::title(number, &reviewed.players, lang);
    } else if reviewed.players.iter().any(|name| !name.is_empty()) {
        let _ = write!(heading, " · {} – {}", reviewed.players[0], reviewed.players[1]);
    }
    let mut html = format!("<section>\n<h1>{}</h1>\n", escape(&heading));
    html += &graph(&reviewed.judgements, &say(lang, "page-review-graph", &[]));
    for side in Side::BOTH {
        let total = report::total(id, side, &reviewed.judgements, lang);
        let _ = writeln!(html, "<p class=\"total\">{}</p>", escape(&total));
    }
    let mut before = reviewed.game.start();
    for judgement in &reviewed.judgements {
        let mut now = before.fork();
        if now.play(&judgement.play).is_err() {
            break;
        }
        if judgement.class >= Some(Class::Inaccuracy) {
            html += &mistake(id, &*now, judgement, lang);
        }
        before = now;
    }
    html += &moves(id, &reviewed.judgements, lang);
    html + "</section>\n"
}

/// A move that cost something: the board after it, why, and what was better.
fn mistake(game: &str, after: &dyn AnyGame, judgement: &Judgement, lang: Lang) -> String {
    let places: Vec<String> =
        judgement.reasons.iter().flat_map(|reason| reason.places.clone()).collect();
    let better = judgement.better.first();
    let pointed = Pointed {
        played: Some(&judgement.play),
        better: better.map(|better| &*better.play),
        places: &places,
    };
    let mut html = format!(
        "<article>\n{}\n<div>\n<h2>{}</h2>\n",
        board::drawn(game, &after.view().picture, pointed),
        escape(&headline(game, judgement, lang))
    );
    if !judgement.reasons.is_empty() {
        html += "<ul>\n";
        for reason in &judgement.reasons {
            let _ = writeln!(html, "<li>{}</li>", escape(&tell(lang, &reason.message)));
        }
        html += "</ul>\n";
    }
    if let Some(better) = better {
        let (line, value) = (better.line.join(" "), better.value.to_string());
        let words: [(&str, &dyn Display); 2] = [("line", &line), ("value", &value)];
        let best = say(lang, "cli-analyze-best", &words);
        let _ = writeln!(html, "<p>{}</p>", escape(&best));
    }
    html + "</div>\n</article>\n"
}

/// `12. Red 3 ?? · blunder · -5`.
fn headline(game: &str, judgement: &Judgement, lang: Lang) -> String {
    let side = say(lang, &format!("{game}-{}", judgement.side), &[]);
    let mark = judgement.class.map_or("", Class::mark);
    let class = class(judgement, lang);
    let Judgement { number, play, value, .. } = judgement;
    format!("{number}. {side} {play} {mark} · {class} · {value}")
}

fn class(judgement: &Judgement, lang: Lang) -> String {
    let word = |class: Class| say(lang, &format!("judgement-class-{}", class.name()), &[]);
    judgement.class.map(word).unwrap_or_default()
}

/// Every move and what it was worth.
fn moves(game: &str, judgements: &[Judgement], lang: Lang) -> String {
    let column = |name: &str| escape(&say(lang, &format!("page-review-column-{name}"), &[]));
    let mut html = String::from("<table>\n<thead><tr><th scope=\"col\">#</th>");
    for name in ["move", "value", "class"] {
        let _ = write!(html, "<th scope=\"col\">{}</th>", column(name));
    }
    html += "</tr></thead>\n<tbody>\n";
    for judgement in judgements {
        let side = say(lang, &format!("{game}-{}", judgement.side), &[]);
        let mark = judgement.class.map_or("", Class::mark);
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{} {} {mark}</td><td>{}</td><td>{}</td></tr>",
            judgement.number,
            escape(&side),
            escape(&judgement.play),
            escape(&judgement.value.to_string()),
            escape(&class(judgement, lang)),
        );
    }
    html + "</tbody>\n</table>\n"
}

/// How far the first side is ahead after each move, as bars.
fn graph(judgements: &[Judgement], label: &str) -> String {
    let heights: Vec<f32> = judgements.iter().map(|one| bars::height(one).unwrap_or(0.0)).collect();
    let most = heights.iter().fold(0.0f32, |most, height| most.max(height.abs()));
    if most == 0.0 {
        return String::new();
    }
    let mut svg = format!(
        "<svg class=\"graph\" viewBox=\"0 -50 {} 100\" preserveAspectRatio=\"none\" role=\"img\" \
         aria-label=\"{}\">",
        heights.len(),
        escape(label)
    );
    for (x, height) in heights.iter().enumerate() {
        let tall = 48.0 * height.abs() / most;
        let (side, y) = if *height > 0.0 { ("first", -tall) } else { ("second", 0.0) };
        let _ = write!(
            svg,
            "<rect class=\"{side}\" x=\"{x}\" y=\"{y:.1}\" width=\"1\" height=\"{tall:.1}\"/>"
        );
    }
    let _ = writeln!(svg, "<path d=\"M0 0h{}\"/></svg>", heights.len());
    svg
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use sobremesa_judgement::{Effort, open};

    use super::*;

    fn reviewed() -> Reviewed {
        let mut game = sobremesa_games::find("connect4").unwrap().start("").unwrap();
        for play in ["1", "4", "1", "4", "1", "7", "1"] {
            game.play(play).unwrap();
        }
        let review = open(&*game, &Effort::default()).unwrap();
        for mut work in Arc::clone(&review).workers(1) {
            work(&|| false, &mut |_| ());
        }
        let judgements = review.judgements().into_iter().flatten().collect();
        let players = ["Ana <b>".to_owned(), "Eva & Co".to_owned()];
        Reviewed { number: None, game, players, judgements }
    }

    #[test]
    fn a_report_needs_nothing_else_and_shows_every_mistake() {
        let game = reviewed();
        let bad = game.judgements.iter().filter(|j| j.class >= Some(Class::Inaccuracy)).count();
        let html = page(std::slice::from_ref(&game), Lang::En);
        assert!(bad > 0);
        assert_eq!(html.matches("<article>").count(), bad);
        assert_eq!(html.matches("<tr>").count(), 1 + game.judgements.len());
        assert!(html.contains("Ana &lt;b&gt; – Eva &amp; Co"), "names are text");
        for outside in ["http", "src=", "href=", "url(", "@import", "<script"] {
            assert!(!html.contains(outside), "{outside}");
        }
        assert!(html.contains("6. Red 7 ?? · blunder"), "{html}");
        assert!(html.contains("lets the rival win at once in column 1"));
        let spanish = page(&[game], Lang::Es);
        assert!(spanish.contains("<html lang=\"es\">") && spanish.contains("error grave"));
    }
}
