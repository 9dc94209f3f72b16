//! The players that search, as an `Engine`.

use std::ops::ControlFlow;
use std::time::Duration;

use sobremesa_kernel::{Analysis, Budget, Engine, Line, Progress, Rng, Value};

use crate::board::Board;
use crate::book::Book;
use crate::moves::{Move, Square};
use crate::position::Position;
use crate::root::{Goal, Report, Thinker};
use crate::weights::Weights;

/// How strong a level is.
#[derive(Clone, Debug)]
pub(crate) struct Strength {
    pub goal: Goal,
    /// Size of the table, as a power of two.
    pub bits: u32,
    /// Moves are valued with an error of up to this many discs, so that weak
    /// levels lose in more than one way. 0 plays what is found best.
    pub error: u32,
    /// How many discs worse than the best a move of the opening book may be
    /// that is played now and then; `None` plays without the book.
    pub book: Option<u32>,
}

/// A search to a depth in plies solves endings of this many squares more, if
/// its level does: about what such an ending costs.
const ENDING: u32 = 8;

/// The same for endings that are searched to the end selectively.
const TO_END: u32 = 10;

/// A player that searches.
#[derive(Debug)]
pub(crate) struct Strong {
    thinker: Thinker<'static>,
    strength: Strength,
    rng: Rng,
}

impl Strong {
    pub(crate) fn new(strength: Strength, seed: u64) -> Strong {
        let thinker = Thinker::new(Weights::shipped(), strength.bits);
        Strong { thinker, strength, rng: Rng::new(seed) }
    }

    /// What the book says of an opening, what to play first.
    ///
    /// Where several moves are about as good, any of them is played: a program
    /// that always plays the same game is beaten by memory.
    fn opening(&mut self, board: Board) -> Option<Analysis<Move>> {
        let slack = self.strength.book?;
        let book = Book::shipped();
        let mut moves = book.moves(board)?;
        let best = moves.first()?.value;
        let good = moves.iter().take_while(|m| m.value >= best - slack as i32).count();
        moves[..good].rotate_left(self.rng.below(good as u32) as usize);
        let lines = moves.iter().map(|m| {
            let play = |square| Move::Place(Square::of_bit(square));
            let after = board.after(m.square, board.flips(m.square));
            let pv = std::iter::once(m.square).chain(book.line(after)).map(play).collect();
            Line { pv, ..Line::new(play(m.square), Value::Estimate(m.value as f32)) }
        });
        Some(Analysis {
            lines: lines.collect(),
            nodes: 0,
            depth: book.depth(),
            elapsed: Duration::ZERO,
        })
    }

    /// How far to think within `budget`: whoever asks for few plies does not
    /// want to wait for a long ending either.
    fn goal(&self, budget: &Budget) -> Goal {
        let goal = self.strength.goal.clone();
        let Some(depth) = budget.depth else { return goal };
        Goal {
            to_end: goal.to_end.min(depth.saturating_add(TO_END)),
            exact: goal.exact.min(depth.saturating_add(ENDING)),
            ..goal
        }
    }

    /// Blurs the values of every move and puts the best first.
    fn blur(&mut self, position: &Position, report: &mut Report) {
        let error = self.strength.error;
        let depth = self.strength.goal.depth.saturating_sub(1);
        let goal = Goal { depth, ..self.strength.goal.clone() };
        for m in &mut report.moves {
            let Some(square) = m.square else { continue };
            let board = position.board();
            let child = board.after(square, board.flips(square));
            let mut quiet = |_: &Report| ControlFlow::Continue(());
            let found = self.thinker.think(child, &goal, &Budget::default(), &mut quiet);
            let value = if child.is_over() { child.final_score() } else { found.value() };
            m.value = -value + self.rng.below(2 * error + 1) as i32 - error as i32;
            m.at_most = false;
            report.nodes += found.nodes;
        }
        report.moves.sort_by_key(|m| -m.value);
        report.exact = false;
    }
}

impl Engine<Position> for Strong {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        let board = position.board();
        if let Some(found) = self.opening(board) {
            return found;
        }
        let goal = self.goal(budget);
        let mut report =
            self.thinker.think(board, &goal, budget, &mut |report| progress(&analysis(report)));
        if self.strength.error > 0 && !report.exact {
            self.blur(position, &mut report);
        }
        analysis(&report)
    }
}

/// A report in the words of the kernel.
pub(crate) fn analysis(report: &Report) -> Analysis<Move> {
    let play =
        |square: Option<usize>| square.map_or(Move::Pass, |s| Move::Place(Square::of_bit(s)));
    let lines = report.moves.iter().map(|m| {
        let value = match (report.exact, m.at_most) {
            (true, false) => Value::Exact(m.value),
            (true, true) if m.value >= -64 => Value::AtMost(m.value),
            (false, false) if report.depth > 0 => Value::Estimate(m.value as f32),
            // Not searched, or only known not to be the best.
            _ => Value::Unknown,
        };
        let pv = m.line.iter().map(|&s| play(s)).collect();
        Line { pv, ..Line::new(play(m.square), value) }
    });
    Analysis {
        lines: lines.collect(),
        nodes: report.nodes,
        depth: report.depth,
        elapsed: report.elapsed,
    }
}
