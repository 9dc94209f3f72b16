//! Go: a tree search of every position.

mod merits;
mod reasons;

use std::ops::ControlFlow;

use sobremesa_go::mcts::Mcts;
use sobremesa_go::{Go, Move, Position};
use sobremesa_kernel::{Budget, Engine, Line, Position as _, Side, Value};

use crate::judge::after;
use crate::{Effort, Judge, Judged, Question, Reason, Scale, Stage, Stop, Valuation};

impl Judged for Go {
    /// In points of the lead, and in chances of winning.
    const SCALE: Scale = Scale { points: [3.0, 7.0, 15.0], chance: [0.06, 0.14, 0.28], noise: 1.0 };

    const STAGES: &'static [Stage] = &[Stage::Coarse, Stage::Fine];

    type Judge = Trees;

    /// One worker, however many there may be: what a move came to is read off
    /// the position after it when that is known, and with two workers it would
    /// depend on which of them was faster.
    fn judges(effort: &Effort, _: usize, _: &[Position]) -> Vec<Trees> {
        vec![Trees { nodes: effort.nodes.unwrap_or(PLAYOUTS) }]
    }

    fn reasons(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
        reasons::against(position, played, best)
    }

    fn merits(position: &Position, play: Move) -> Vec<Reason> {
        merits::of(position, play)
    }
}

/// Playouts for a position.
const PLAYOUTS: u64 = 6_000;

/// The same for the first picture of a game.
const COARSE: u64 = 60;

/// Searches positions, each afresh: the same position gets the same answer.
#[derive(Debug)]
pub struct Trees {
    nodes: u64,
}

/// What a search says of a position, as its mover sees it.
struct Seen {
    lines: Vec<Line<Move>>,
    lead: f32,
    chance: f32,
}

impl Judge<Position> for Trees {
    fn value(&mut self, question: &Question<'_, Position>) -> Option<Valuation<Move>> {
        let Question { position, stop, .. } = *question;
        let seen = self.search(position, question.stage, stop)?;
        let mut found = Valuation::new(seen.lines);
        let mut best = (Value::Estimate(seen.lead), seen.chance);
        found.chance = Some(seen.chance);
        let Some(played) = question.played else {
            if let Some(line) = found.lines.first_mut() {
                line.value = best.0;
            }
            return Some(found);
        };
        // What came of the move, as its maker sees it.
        let (lead, chance, answer) = match question.after.and_then(said) {
            Some((lead, chance)) => {
                let answer = question.after.and_then(|found| found.lines.first());
                (-lead, 1.0 - chance, answer.map_or_else(Vec::new, |line| line.pv.clone()))
            }
            None => {
                let next = after(position, played);
                match next.score() {
                    Some(score) if next.outcome().is_some() => {
                        let lead = ahead(score, position.turn());
                        (
                            lead,
                            if lead > 0.0 {
                                1.0
                            } else if lead < 0.0 {
                                0.0
                            } else {
                                0.5
                            },
                            Vec::new(),
                        )
                    }
                    _ => {
                        let seen = self.search(&next, question.stage, stop)?;
                        let answer = seen.lines.first().map_or_else(Vec::new, |l| l.pv.clone());
                        (-seen.lead, 1.0 - seen.chance, answer)
                    }
                }
            }
        };
        let best_play = found.lines.first().map(|line| line.play);
        if best_play == Some(played) || chance >= best.1 {
            // The move is the best there is, whatever the two looks say.
            best = (Value::Estimate(lead), chance);
            found.chance = Some(chance);
        }
        found.chance_after = Some(chance);
        for line in &mut found.lines {
            if line.play == played {
                line.value = Value::Estimate(lead);
                line.pv = std::iter::once(played).chain(answer.iter().copied()).collect();
            }
        }
        if best.1 <= chance {
            let at = found.lines.iter().position(|line| line.play == played).unwrap_or(0);
            found.lines[..=at].rotate_right(1);
        } else if let Some(line) = found.lines.first_mut() {
            // A lead that is smaller than after the worse move is noise.
            line.value = Value::Estimate(seen.lead.max(lead));
        }
        Some(found)
    }
}

/// Lead and chance of the mover as a valuation has them.
fn said(found: &Valuation<Move>) -> Option<(f32, f32)> {
    match found.value() {
        Value::Estimate(lead) => Some((lead, found.chance?)),
        _ => None,
    }
}

/// By how many points a side is ahead.
fn ahead([black, white]: [sobremesa_kernel::Points; 2], side: Side) -> f32 {
    let lead = (black - white).as_f64() as f32;
    if side == Side::First { lead } else { -lead }
}

impl Trees {
    fn search(&mut self, position: &Position, stage: Stage, stop: &Stop<'_>) -> Option<Seen> {
        let nodes = match stage {
            Stage::Coarse => COARSE.min(self.nodes),
            Stage::Fine => self.nodes,
        };
        let mut engine = Mcts::new(0);
        let mut progress = |_: &sobremesa_kernel::Analysis<Move>| match stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let found = engine.search(position, &Budget::nodes(nodes.max(1)), &mut progress);
        if stop() {
            return None;
        }
        let estimate = engine.estimate()?;
        let first = position.turn() == Side::First;
        let lead = if first { estimate.lead } else { -estimate.lead };
        let chance = if first { estimate.black_wins } else { 1.0 - estimate.black_wins };
        Some(Seen { lines: found.lines, lead, chance })
    }
}
