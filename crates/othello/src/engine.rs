use std::ops::ControlFlow;

use sobremesa_kernel::{Analysis, Budget, Engine, Line, Progress, Rng, Value};

use crate::moves::{Move, Square};
use crate::position::Position;
use crate::thinker::{Goal, Report, Thinker};
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
}

/// A player that searches.
#[derive(Debug)]
pub(crate) struct Strong {
    thinker: Thinker<'static>,
    strength: Strength,
    rng: Rng,
}

impl Strong {
    pub fn new(strength: Strength, seed: u64) -> Strong {
        let thinker = Thinker::new(Weights::shipped(), strength.bits);
        Strong { thinker, strength, rng: Rng::new(seed) }
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
        let mut report = self
            .thinker
            .think(board, &self.strength.goal, budget, &mut |report| progress(&analysis(report)));
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
