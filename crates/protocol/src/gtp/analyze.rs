//! `lz-analyze` and `kata-analyze`: values of moves while thinking, until the
//! next line.

use std::time::Duration;

use sobremesa_kernel::{Analysis, Game, Position, Side, Value};

use super::commands::{colour, vertex};
use super::{Answer, Session};

/// Which dialect of analysis: Leela Zero's (whole numbers, winrate in
/// ten-thousandths) or KataGo's (winrate from 0 to 1, scores).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Leela,
    Kata,
}

/// What the arguments ask for: `[colour] [interval] [key value]…`.
struct Wish {
    side: Option<Side>,
    every: Duration,
    ownership: bool,
}

fn wish(arguments: &[&str]) -> Result<Wish, String> {
    let mut wish = Wish { side: None, every: Duration::from_millis(500), ownership: false };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        if let Some(side) = colour(word) {
            wish.side = Some(side);
        } else if let Ok(centis) = word.parse::<u64>() {
            wish.every = Duration::from_millis(centis.clamp(1, 10_000) * 10);
        } else if *word == "interval" {
            let centis = words.next().and_then(|n| n.parse::<u64>().ok());
            wish.every = Duration::from_millis(centis.ok_or("syntax error")?.clamp(1, 10_000) * 10);
        } else if matches!(*word, "avoid" | "allow") {
            // Three arguments; we look at every move whatever is asked.
            words.nth(2).ok_or("syntax error")?;
        } else if *word == "ownership" {
            wish.ownership = *words.next().ok_or("syntax error")? == "true";
        } else {
            // `maxmoves 10` and the like.
            words.next().ok_or("syntax error")?;
        }
    }
    Ok(wish)
}

/// Reports until a line comes.
pub(super) fn analyze<G: Game>(
    session: &mut Session<G>,
    arguments: &[&str],
    style: Style,
) -> Answer {
    let wish = wish(arguments)?;
    let side = wish.side.unwrap_or_else(|| session.now.turn());
    // Points are judged once: the position does not change while pondering.
    let owners = match session.with_turn(side) {
        Some(position) if wish.ownership => (session.ownership)(&position),
        _ => None,
    };
    let owners = owners.map_or(String::new(), |owners| {
        let shown: Vec<String> = owners.iter().map(|owner| format!("{owner:.2}")).collect();
        format!(" ownership {}", shown.join(" "))
    });
    session.open_stream();
    session.ponder(side, wish.every, |session, found| {
        if let Some(lines) = report(found, style) {
            session.stream(&format!("{lines}{owners}"));
        }
    });
    Ok(String::new())
}

/// Reports while choosing a move, then plays it.
pub(super) fn genmove<G: Game>(
    session: &mut Session<G>,
    arguments: &[&str],
    style: Style,
) -> Answer {
    let wish = wish(arguments)?;
    let side = wish.side.unwrap_or_else(|| session.now.turn());
    let found = session.think(side)?;
    session.open_stream();
    let Some(found) = found else {
        session.pass_after_the_end();
        return Ok("play pass".to_owned());
    };
    if let Some(lines) = report(&found, style) {
        session.stream(&lines);
    }
    let m = found.best();
    session.play(side, m).map_err(|()| "illegal move".to_owned())?;
    Ok(format!("play {}", vertex(m)))
}

/// The moves whose value is known. What is only known not to be the best, or
/// to be below some bound, is left out: the controller would take anything
/// said of it for a value.
fn report<M: Copy + ToString>(found: &Analysis<M>, style: Style) -> Option<String> {
    // Priors are not part of an analysis; the share of the visits stands in.
    let all: u64 = found.lines.iter().map(|line| line.visits.max(1)).sum();
    let share = |visits: u64| visits as f32 / all.max(1) as f32;
    let known = found.lines.iter().filter_map(|line| {
        let (chance, lead) = match line.value {
            Value::Chance(chance) => (chance, 0.0),
            Value::Exact(v) => (squash(v as f32), v as f32),
            Value::Estimate(v) => (squash(v), v),
            Value::AtLeast(_) | Value::AtMost(_) | Value::Unknown => return None,
        };
        Some((line, chance, lead))
    });
    let lines = known.take(20).enumerate().map(|(order, (line, chance, lead))| {
        let visits = line.visits.max(1);
        let pv: Vec<String> = line.pv.iter().map(|&m| vertex(m)).collect();
        let numbers = match style {
            Style::Leela => format!(
                "visits {visits} winrate {} prior {} lcb {}",
                (chance * 10_000.0) as u32,
                (share(visits) * 10_000.0) as u32,
                (chance * 10_000.0) as u32
            ),
            Style::Kata => format!(
                "visits {visits} utility {:.4} winrate {chance:.4} scoreMean {:.1} scoreLead {:.1} prior {:.4} lcb {chance:.4}",
                chance * 2.0 - 1.0,
                lead,
                lead,
                share(visits)
            ),
        };
        format!("info move {} {numbers} order {order} pv {}", vertex(line.play), pv.join(" "))
    });
    let lines: Vec<String> = lines.collect();
    (!lines.is_empty()).then(|| lines.join(" "))
}

/// A chance from a score in points, for engines that count points.
fn squash(points: f32) -> f32 {
    1.0 / (1.0 + (-points / 4.0).exp())
}
