//! Othello: exact near the end, a search of some plies before that.

mod merits;
mod reasons;

use std::ops::ControlFlow;

use sobremesa_kernel::{Budget, Line, Position as _, Value};
use sobremesa_othello::board::Board;
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Goal, Move, Othello, Position, Report, Square, Thinker};

use crate::judge::{after, turned};
use crate::{Effort, Judge, Judged, Question, Reason, Scale, Stage, Stop, Valuation};

impl Judged for Othello {
    /// In discs.
    const SCALE: Scale = Scale { points: [3.0, 7.0, 13.0], chance: [1.0; 3], noise: 1.0 };

    const STAGES: &'static [Stage] = &[Stage::Coarse, Stage::Fine];

    type Judge = Moves;

    /// One worker, however many there may be: an estimate builds upon that of
    /// the position after it and upon what the table holds, so with two it
    /// would depend on which of them was faster.
    fn judges(effort: &Effort, _: usize, _: &[Position]) -> Vec<Moves> {
        vec![Moves {
            thinker: Thinker::new(Weights::shipped(), TABLE),
            depth: effort.depth.unwrap_or(DEPTH).max(1),
            exact: effort.exact.unwrap_or(EXACT),
            nodes: effort.nodes,
        }]
    }

    fn reasons(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
        reasons::against(position, played, best)
    }

    fn merits(position: &Position, play: Move) -> Vec<Reason> {
        merits::of(position, play)
    }
}

/// Plies of search where the end is not reached.
const DEPTH: u32 = 16;

/// Empty squares from which values are exact.
const EXACT: u32 = 23;

/// The same for the first picture of a game.
const COARSE_DEPTH: u32 = 5;
const COARSE_EXACT: u32 = 10;

/// The size of a worker's table, as a power of two.
const TABLE: u32 = 20;

/// Searches positions.
#[derive(Debug)]
pub struct Moves {
    thinker: Thinker<'static>,
    depth: u32,
    exact: u32,
    /// The most nodes for a position.
    nodes: Option<u64>,
}

/// What is best on a board.
struct Best {
    lines: Vec<Line<Move>>,
}

impl Judge<Position> for Moves {
    fn value(&mut self, question: &Question<'_, Position>) -> Option<Valuation<Move>> {
        let Question { position, stop, .. } = *question;
        let best = self.best(position.board(), question.stage, stop)?;
        let mut found = Valuation::new(best.lines);
        if let Some(played) = question.played
            && let Some(at) = found.lines.iter().position(|line| line.play == played)
        {
            let proven = matches!(found.lines[at].value, Value::Exact(_));
            if !proven {
                let (value, rest) = self.played(question, played)?;
                let line = &mut found.lines[at];
                line.value = value;
                line.pv = std::iter::once(played).chain(rest).collect();
            }
        }
        // A look from one move on may like the move that was made better than
        // what was found best; then it is the best.
        found.sort();
        Some(found)
    }
}

impl Moves {
    /// What the move that was made is worth to its maker, and what follows.
    fn played(
        &mut self,
        question: &Question<'_, Position>,
        played: Move,
    ) -> Option<(Value, Vec<Move>)> {
        let next = after(question.position, played);
        if next.outcome().is_some() {
            return Some((Value::Exact(-next.board().final_score()), Vec::new()));
        }
        if let Some(known) = question.after
            && let Some(best) = known.lines.first()
        {
            return Some((turned(best.value), best.pv.clone()));
        }
        let best = self.best(next.board(), question.stage, question.stop)?;
        let line = best.lines.into_iter().next()?;
        Some((turned(line.value), line.pv))
    }

    /// Searches a board on which the game is not over.
    ///
    /// A search of an odd number of plies sees the board after a move of the
    /// mover, one of an even number after one of the rival, and that is worth
    /// about a disc to whoever moved last. Estimates are the mean of both, so
    /// that those of two positions in a row can be compared.
    fn best(&mut self, board: Board, stage: Stage, stop: &Stop<'_>) -> Option<Best> {
        let (depth, exact) = match stage {
            Stage::Coarse => (self.depth.min(COARSE_DEPTH), self.exact.min(COARSE_EXACT)),
            Stage::Fine => (self.depth, self.exact),
        };
        // Deep searches that reach the end anyway are exact.
        let shallow = self.think(board, depth.saturating_sub(1).max(1), exact, stop)?;
        if shallow.exact {
            return Some(proven(&shallow));
        }
        let report = self.think(board, depth, exact, stop)?;
        if report.exact {
            return Some(proven(&report));
        }
        let mean = (shallow.value() + report.value()) as f32 / 2.0;
        let lines: Vec<Line<Move>> = report
            .moves
            .iter()
            .enumerate()
            .map(|(at, found)| {
                let value = if at == 0 { Value::Estimate(mean) } else { Value::Unknown };
                Line { pv: squares(&found.line), ..Line::new(play(found.square), value) }
            })
            .collect();
        Some(Best { lines })
    }

    /// `None` when stopped before anything was found.
    fn think(&mut self, board: Board, depth: u32, exact: u32, stop: &Stop<'_>) -> Option<Report> {
        let goal = Goal { depth, to_end: exact, exact, sure: 3, outcome_only: false };
        let mut progress = |_: &Report| match stop() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let budget = Budget { nodes: self.nodes, ..Budget::default() };
        let report = self.thinker.think(board, &goal, &budget, &mut progress);
        (!stop()).then_some(report)
    }
}

/// A report that is proven: the best move exactly, the others as bounds.
fn proven(report: &Report) -> Best {
    let lines = report.moves.iter().map(|found| {
        let value = match found.at_most {
            false => Value::Exact(found.value),
            true if found.value >= -64 => Value::AtMost(found.value),
            true => Value::Unknown,
        };
        Line { pv: squares(&found.line), ..Line::new(play(found.square), value) }
    });
    Best { lines: lines.collect() }
}

fn play(square: Option<usize>) -> Move {
    square.and_then(Square::new).map_or(Move::Pass, Move::Place)
}

fn squares(line: &[Option<usize>]) -> Vec<Move> {
    line.iter().map(|&square| play(square)).collect()
}
