//! Go: a tree search of every position, with the network where it knows the
//! board and by playouts elsewhere.

mod merits;
mod owners;
mod reasons;
mod shapes;

use std::ops::ControlFlow;

use sobremesa_go::mcts::Mcts;
use sobremesa_go::net::{Player, or_own};
use sobremesa_go::{Go, Move, Position};
use sobremesa_kernel::{Analysis, Budget, Engine, Line, Position as _, Side, Value};

use crate::judge::after;
use crate::{Effort, Judge, Judged, Question, Reason, Scale, Stage, Stop, Valuation, number};

impl Judged for Go {
    /// In points of the lead, and in chances of winning.
    const SCALE: Scale = Scale { points: [3.0, 7.0, 15.0], chance: [0.06, 0.14, 0.28], noise: 1.0 };

    const STAGES: &'static [Stage] = &[Stage::Coarse, Stage::Fine];

    type Judge = Trees;

    /// One worker, however many there may be: what a move came to is read off
    /// the position after it when that is known, and with two workers it would
    /// depend on which of them was faster.
    fn judges(effort: &Effort, _: usize, _: &[Position]) -> Vec<Trees> {
        vec![Trees { nodes: effort.nodes }]
    }

    fn reasons(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
        reasons::against(position, played, best)
    }

    fn merits(position: &Position, play: Move) -> Vec<Reason> {
        merits::of(position, play)
    }
}

/// Visits for a position with the network, and for the first picture of a game.
const VISITS: [u64; 2] = [1_200, 8];

/// Playouts for a position on boards that the network does not know, and for
/// the first picture.
const PLAYOUTS: [u64; 2] = [6_000, 60];

/// Searches positions, each afresh: the same position gets the same answer.
#[derive(Debug)]
pub struct Trees {
    /// Visits or playouts for a position, where it was asked for so many.
    nodes: Option<u64>,
}

/// What a search says of a position, as its mover sees it.
struct Seen {
    /// The move that was looked at most first, each with the lead after it
    /// where there is one.
    lines: Vec<Line<Move>>,
    lead: f32,
    chance: f32,
}

/// What a move came to, as its maker sees it.
struct Came {
    lead: f32,
    chance: f32,
    answer: Vec<Move>,
}

impl Judge<Position> for Trees {
    fn value(&mut self, question: &Question<'_, Position>) -> Option<Valuation<Move>> {
        let seen = self.search(question.position, question.stage, question.stop)?;
        let mut found = Valuation::new(seen.lines);
        found.chance = Some(seen.chance);
        let Some(played) = question.played else {
            cap(&mut found);
            return Some(found);
        };
        let came = self.came_of(question, played)?;
        found.chance_after = Some(came.chance);
        let at = found.lines.iter().position(|line| line.play == played);
        let at = at.unwrap_or_else(|| {
            // Playouts do not look at every move.
            found.lines.push(Line::new(played, Value::Unknown));
            found.lines.len() - 1
        });
        let line = &mut found.lines[at];
        line.value = Value::Estimate(came.lead);
        line.pv = std::iter::once(played).chain(came.answer).collect();
        if at == 0 || came.chance >= seen.chance {
            // The move is the best there is, whatever the two looks say.
            found.chance = Some(came.chance);
            found.lines[..=at].rotate_right(1);
        } else {
            // A lead that is smaller than after the worse move is noise.
            found.lines[0].value = Value::Estimate(seen.lead.max(came.lead));
        }
        cap(&mut found);
        Some(found)
    }
}

/// Holds every move to the best one's lead: those that were hardly looked at
/// promise more than they keep.
fn cap(found: &mut Valuation<Move>) {
    let best = found.value();
    for line in &mut found.lines {
        if number(line.value) > number(best) {
            line.value = best;
        }
    }
}

/// By how many points a side is ahead.
fn ahead([black, white]: [sobremesa_kernel::Points; 2], side: Side) -> f32 {
    let lead = (black - white).as_f64() as f32;
    if side == Side::First { lead } else { -lead }
}

impl Trees {
    /// What came of the move that was made: what is known of the position
    /// after it, its count when the game is over there, or a search.
    fn came_of(&self, question: &Question<'_, Position>, played: Move) -> Option<Came> {
        let known = question.after.and_then(|found| match found.value() {
            Value::Estimate(lead) => Some((lead, found.chance?, found.lines[0].pv.clone())),
            _ => None,
        });
        if let Some((lead, chance, answer)) = known {
            return Some(Came { lead: -lead, chance: 1.0 - chance, answer });
        }
        let next = after(question.position, played);
        if let Some(score) = next.score().filter(|_| next.outcome().is_some()) {
            let lead = ahead(score, question.position.turn());
            let chance = if lead == 0.0 { 0.5 } else { f32::from(lead > 0.0) };
            return Some(Came { lead, chance, answer: Vec::new() });
        }
        let seen = self.search(&next, question.stage, question.stop)?;
        let answer = seen.lines.into_iter().next().map_or_else(Vec::new, |line| line.pv);
        Some(Came { lead: -seen.lead, chance: 1.0 - seen.chance, answer })
    }

    /// `None` when stopped.
    fn search(&self, position: &Position, stage: Stage, stop: &Stop<'_>) -> Option<Seen> {
        let rules = position.rules();
        let network = or_own(None, rules.rows(), rules.columns());
        let [fine, coarse] = if network.is_some() { VISITS } else { PLAYOUTS };
        let nodes = self.nodes.unwrap_or(fine);
        let nodes = if stage == Stage::Coarse { nodes.min(coarse) } else { nodes };
        let budget = Budget::nodes(nodes.max(1));
        let mut progress = |_: &Analysis<Move>| match stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let (analysis, overall) = match network {
            Some(network) => {
                let mut engine = Player::new(network);
                let analysis = engine.search(position, &budget, &mut progress);
                (analysis, None)
            }
            None => {
                let mut engine = Mcts::new(0);
                let analysis = engine.search(position, &budget, &mut progress);
                let overall = engine.estimate().map(|found| match position.turn() {
                    Side::First => (found.lead, found.black_wins),
                    Side::Second => (-found.lead, 1.0 - found.black_wins),
                });
                (analysis, overall)
            }
        };
        if stop() {
            return None;
        }
        let mut lines = analysis.lines;
        let most = lines.iter().max_by_key(|line| line.visits)?;
        let of_most = match most.value {
            Value::Chance(chance) => most.lead.map(|lead| (lead, chance)),
            _ => None,
        };
        // Playouts tell the lead of the position better than that of a move.
        let (lead, chance) = overall.or(of_most)?;
        for line in &mut lines {
            line.value = line.lead.map_or(Value::Unknown, Value::Estimate);
        }
        lines.first_mut()?.value = Value::Estimate(lead);
        Some(Seen { lines, lead, chance })
    }
}
