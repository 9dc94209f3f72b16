//! Connect 4: every column solved, by the book and the solver.

mod merits;
mod reasons;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use sobremesa_connect4::{Book, Connect4, Move, Position, Rules, Solver};
use sobremesa_kernel::{Line, Position as _, Value};

use crate::judge::after;
use crate::{Effort, Judge, Judged, Question, Reason, Scale, Stage, Stop, Valuation, review};

impl Judged for Connect4 {
    /// The score says how soon a game is won or lost; while the winner stays
    /// the same, a move that is slower by many turns is an inaccuracy.
    const SCALE: Scale =
        Scale { points: [6.0, f32::INFINITY, f32::INFINITY], chance: [1.0; 3], noise: 0.0 };

    const STAGES: &'static [Stage] = &[Stage::Fine];

    type Judge = Columns;

    /// One alone: what it learns of the end of a game spares it most of the
    /// work for the moves before, and a whole game takes it a second.
    fn judges(effort: &Effort, _: usize, positions: &[Position]) -> Vec<Columns> {
        let rules = positions.first().map_or(Rules::STANDARD, |position| *position.rules());
        vec![Columns {
            solver: Some(Solver::new(rules, Solver::TABLE)),
            nodes: effort.nodes.unwrap_or(POSITION),
        }]
    }

    fn reasons(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
        reasons::against(position, played, best)
    }

    fn merits(position: &Position, play: Move) -> Vec<Reason> {
        merits::of(position, play)
    }
}

/// Solves the columns of positions of one size.
#[derive(Debug)]
pub struct Columns {
    /// Always there, but while it is given other limits.
    solver: Option<Solver>,
    /// The most nodes for a position.
    nodes: u64,
}

/// Nodes for a position: never so many on the usual board, where the book knows
/// the hard ones; on larger ones there has to be an end.
const POSITION: u64 = 200_000_000;

/// Nodes between two questions whether to stop.
const PULSE: u64 = 4_000_000;

/// How much of a line of best play is shown where nobody wins; else it goes to
/// the end, which is the proof.
const LINE: usize = 8;

impl Judge<Position> for Columns {
    fn value(&mut self, question: &Question<'_, Position>) -> Option<Valuation<Move>> {
        let Question { position, stop, .. } = *question;
        let mut left = self.nodes;
        let mut found = Valuation::new(Vec::new());
        for play in centre_out(position) {
            let next = after(position, play);
            let value = match self.score(&next, &mut left, stop) {
                Some(score) => Value::Exact(-score),
                None if stop() => return None,
                None => Value::Unknown,
            };
            found.lines.push(Line::new(play, value));
        }
        found.sort();
        let played = question.played;
        for line in &mut found.lines {
            if played == Some(line.play) {
                line.pv = self.line(position, line, stop);
            }
        }
        if let Some(best) = found.lines.first_mut()
            && played != Some(best.play)
        {
            best.pv = self.line(position, best, stop);
        }
        Some(found)
    }
}

impl Columns {
    /// The score of a position for its mover; `None` when stopped, or when it
    /// takes more nodes than are `left`.
    fn score(&mut self, position: &Position, left: &mut u64, stop: &Stop<'_>) -> Option<i32> {
        let never = AtomicBool::new(false);
        while *left > 0 && !stop() {
            let mut solver = self.solver.take()?.limit(Some(PULSE.min(*left)));
            let before = solver.nodes();
            let score = Book::shipped().solve(&mut solver, position, &never);
            *left = left.saturating_sub(solver.nodes() - before);
            self.solver = Some(solver);
            if score.is_some() {
                return score;
            }
        }
        None
    }

    /// How the game goes on after a solved move, as far as it is shown.
    fn line(&mut self, position: &Position, line: &Line<Move>, stop: &Stop<'_>) -> Vec<Move> {
        let Value::Exact(value) = line.value else { return vec![line.play] };
        let Some(mut solver) = self.solver.take().map(|solver| solver.limit(None)) else {
            return vec![line.play];
        };
        let halt = AtomicBool::new(false);
        // What the position is worth to whoever moves in it.
        let mut worth = -value;
        let plies = if value == 0 { LINE } else { usize::MAX };
        let found = review::line(position, line.play, plies, |now| {
            halt.store(stop(), Relaxed);
            let wanted = -worth;
            worth = wanted;
            centre_out(now).find(|&play| {
                let next = after(now, play);
                let known = Book::shipped().score(&next);
                let score =
                    known.or_else(|| solver.solve_within(&next, wanted - 1, wanted + 1, &halt));
                score == Some(wanted)
            })
        });
        self.solver = Some(solver);
        found
    }
}

/// The columns with room, the middle first: ties go to the middle.
fn centre_out(position: &Position) -> impl Iterator<Item = Move> + use<> {
    let columns = i64::from(position.rules().columns());
    let mut moves = position.legal();
    moves.sort_by_key(|m| (2 * i64::from(m.column()) - columns - 1).abs());
    moves.into_iter()
}
