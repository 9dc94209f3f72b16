//! What the arguments of an analysis command ask for:
//! `[colour] [interval] [key value]…`, as Leela Zero and KataGo have them.

use std::time::Duration;

use sobremesa_kernel::{Game, Position, Side};

use super::Session;
use super::commands::colour;
use super::session::MoveOf;

/// The arguments, read.
#[derive(Debug)]
pub(super) struct Wish<M> {
    pub side: Side,
    pub every: Duration,
    /// What may be looked at first, `None` for everything.
    pub allowed: Option<Vec<M>>,
    /// The most moves listed, and the fewest, tried or not.
    pub most: usize,
    pub least: usize,
    pub ownership: bool,
    pub moves_ownership: bool,
    pub root_info: bool,
}

const USUAL_INTERVAL: Duration = Duration::from_millis(500);

/// Reads the arguments; `allow` and `avoid` hold for the first move of the
/// side that is looked at.
pub(super) fn wish<G: Game>(
    session: &Session<G>,
    arguments: &[&str],
) -> Result<Wish<MoveOf<G>>, String> {
    let mut wish = Wish {
        side: session.now.turn(),
        every: USUAL_INTERVAL,
        allowed: None,
        most: usize::MAX,
        least: 0,
        ownership: false,
        moves_ownership: false,
        root_info: false,
    };
    let mut choices: Vec<(bool, Side, Vec<MoveOf<G>>)> = Vec::new();
    let mut words = arguments.iter();
    while let Some(&word) = words.next() {
        if let Some(side) = colour(word) {
            wish.side = side;
            continue;
        }
        if let Some(every) = centiseconds(word) {
            wish.every = every;
            continue;
        }
        let value = *words.next().ok_or("syntax error")?;
        match word {
            "interval" => wish.every = centiseconds(value).ok_or("syntax error")?,
            "maxmoves" => wish.most = value.parse().map_err(|_| "syntax error")?,
            "minmoves" => wish.least = value.parse().map_err(|_| "syntax error")?,
            "ownership" => wish.ownership = truth(value)?,
            "movesOwnership" => wish.moves_ownership = truth(value)?,
            "rootInfo" => wish.root_info = truth(value)?,
            "allow" | "avoid" => {
                let side = colour(value).ok_or("invalid color or coordinate")?;
                let moves = words.next().ok_or("syntax error")?;
                let until: u32 = words.next().and_then(|n| n.parse().ok()).ok_or("syntax error")?;
                if until == 0 {
                    return Err("the depth of allow and avoid counts from 1".to_owned());
                }
                // Resigning is no move that is looked at.
                let moves = moves.split(',').filter(|m| !m.eq_ignore_ascii_case("resign"));
                let moves: Result<Vec<_>, _> = moves.map(str::parse).collect();
                let moves = moves.map_err(|_| "invalid color or coordinate")?;
                choices.push((word == "allow", side, moves));
            }
            // `pvVisits true` and whatever comes in later versions.
            _ => {}
        }
    }
    let allows = choices.iter().filter(|(allow, ..)| *allow).count();
    if allows > 1 || allows == 1 && choices.len() > 1 {
        return Err("allow may be given once, and not together with avoid".to_owned());
    }
    choices.retain(|(_, side, _)| *side == wish.side);
    if !choices.is_empty() {
        let mut legal = session.with_turn(wish.side).map_or_else(Vec::new, |p| p.legal());
        legal.retain(|m| choices.iter().all(|(allow, _, moves)| moves.contains(m) == *allow));
        if legal.is_empty() {
            return Err("no legal move is left to look at".to_owned());
        }
        wish.allowed = Some(legal);
    }
    Ok(wish)
}

/// An interval; fast ones are as fast as reports come.
fn centiseconds(text: &str) -> Option<Duration> {
    let centis: f64 = text.parse().ok()?;
    (centis >= 0.0).then(|| Duration::from_millis((centis.clamp(1.0, 1e6) * 10.0) as u64))
}

fn truth(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" => Ok(true),
        "false" | "0" | "no" => Ok(false),
        _ => Err("syntax error".to_owned()),
    }
}
