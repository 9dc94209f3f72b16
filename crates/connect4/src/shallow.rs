//! A player that looks a few plies ahead and can overlook things, as people
//! do: the levels between greedy and perfect.

use std::ops::ControlFlow;

use sobremesa_kernel::{
    Analysis, Budget, Deadline, Engine, Line, Position as _, Progress, Rng, Value,
};

use crate::board::ones;
use crate::{AnySize, Move, Position, Shape};

/// Looks ahead to a fixed depth, with errors.
#[derive(Clone, Debug)]
pub(crate) struct Shallow {
    rng: Rng,
    /// The depth when the budget says none.
    depth: u32,
    /// How often, of a hundred columns, it fails to see where the rival's
    /// reply makes a diagonal: the line people overlook most.
    oversight: u32,
}

/// Values count hundredths of the game's score, so that what is counted up
/// stays below the smallest win.
const UNIT: i32 = 100;
const MOST_ESTIMATE: i32 = UNIT - 1;

/// How many nodes pass between two looks at the clock.
const LOOK_EVERY: u64 = 1 << 12;

impl Shallow {
    pub(crate) const fn new(seed: u64, depth: u32, oversight: u32) -> Shallow {
        Shallow { rng: Rng::new(seed), depth, oversight }
    }
}

impl Engine<Position> for Shallow {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        let deepest = budget.depth.unwrap_or(self.depth).max(1);
        let mut moves = position.legal();
        self.rng.shuffle(&mut moves);
        let blind: Vec<bool> = moves.iter().map(|_| self.rng.below(100) < self.oversight).collect();
        let clock = budget.start();
        let mut found = Analysis::only(moves[0]);
        let mut nodes = 0;
        for depth in 1..=deepest {
            let mut pause = |nodes: u64| halted(&clock, nodes, progress, &found);
            // The first depth is always finished: it is needed for an answer.
            let stop: Option<&mut dyn FnMut(u64) -> ControlFlow<()>> =
                if depth == 1 { None } else { Some(&mut pause) };
            let mut look = Look { shape: position.rules().shape(), nodes, stop };
            let values: Option<Vec<i32>> = moves
                .iter()
                .zip(&blind)
                .map(|(&m, &blind)| look.root(position, m, if blind { 1 } else { depth }))
                .collect();
            nodes = look.nodes;
            let Some(values) = values else { break };
            let mut lines: Vec<Line<Move>> = moves
                .iter()
                .zip(values)
                .map(|(&m, value)| Line::new(m, Value::Estimate(value as f32 / UNIT as f32)))
                .collect();
            // Stable: the shuffle decides between equals.
            lines.sort_by(|a, b| amount(b).total_cmp(&amount(a)));
            found = Analysis { lines, nodes, depth, elapsed: clock.elapsed() };
            if progress(&found).is_break() || clock.reached(nodes) {
                break;
            }
        }
        found
    }
}

fn amount(line: &Line<Move>) -> f32 {
    if let Value::Estimate(value) = line.value { value } else { 0.0 }
}

/// Whether the budget is used up or whoever asked wants no more.
fn halted(
    clock: &Deadline,
    nodes: u64,
    progress: &mut Progress<'_, Move>,
    found: &Analysis<Move>,
) -> ControlFlow<()> {
    if clock.reached(nodes) { ControlFlow::Break(()) } else { progress(found) }
}

struct Look<'a> {
    shape: AnySize,
    nodes: u64,
    stop: Option<&'a mut dyn FnMut(u64) -> ControlFlow<()>>,
}

impl Look<'_> {
    /// The value of a legal move for the side that plays it, looking `depth`
    /// plies ahead; at depth 1 a reply that makes a diagonal is not seen.
    fn root(&mut self, position: &Position, m: Move, depth: u32) -> Option<i32> {
        let (own, occupied) = (position.own(), position.board().occupied());
        let played = position.board().landing(m.column());
        let (mover, rival, occupied) = (own | played, own ^ occupied, occupied | played);
        let left = self.left(occupied);
        if self.shape.has_line(mover) {
            return Some((left + 2) / 2 * UNIT);
        }
        if depth == 1 {
            let replies = self.shape.playable(occupied);
            let seen = ones(replies).any(|reply| self.shape.has_straight_line(rival | reply));
            return Some(if seen {
                -(left + 1) / 2 * UNIT
            } else {
                -self.estimate(rival, occupied)
            });
        }
        self.value(rival, occupied, depth - 1, -i32::MAX, i32::MAX).map(|value| -value)
    }

    /// The value for the side to move, by alpha-beta; `None` when stopped.
    fn value(
        &mut self,
        own: u64,
        occupied: u64,
        depth: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK_EVERY)
            && let Some(stop) = &mut self.stop
            && stop(self.nodes).is_break()
        {
            return None;
        }
        let shape = self.shape;
        let playable = shape.playable(occupied);
        let left = self.left(occupied);
        if left == 0 {
            return Some(0);
        }
        if shape.completions(own) & playable != 0 {
            return Some((left + 1) / 2 * UNIT);
        }
        let threats = shape.completions(own ^ occupied) & playable;
        // Forced moves are free: a threat is answered whatever the depth.
        let moves = if threats != 0 { threats } else { playable };
        if depth == 0 && threats == 0 {
            return Some(self.estimate(own, occupied));
        }
        let mut best = -i32::MAX;
        for column in shape.centre_out() {
            let played = moves & shape.column(column);
            if played == 0 {
                continue;
            }
            let next = own ^ occupied;
            let depth = if threats != 0 { depth } else { depth - 1 };
            let value = -self.value(next, occupied | played, depth, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    fn left(&self, occupied: u64) -> i32 {
        (self.shape.cells() - occupied.count_ones()) as i32
    }

    /// What a position looks like for the side to move: cells that complete
    /// a line, dearer on the rows where they decide at the end (odd for the
    /// side that began, even for the other), and pieces near the centre.
    fn estimate(&self, own: u64, occupied: u64) -> i32 {
        let shape = self.shape;
        let odd = (0..shape.rows()).step_by(2).fold(0, |rows, up| rows | shape.bottom_row() << up);
        let began = occupied.count_ones().is_multiple_of(2);
        let worth = |stones: u64, began: bool| {
            let wins = shape.completions(stones) & !occupied;
            let good = wins & if began { odd } else { odd << 1 };
            let centre: u32 = shape
                .centre_out()
                .zip([3, 1, 1])
                .map(|(column, weight)| weight * (stones & shape.column(column)).count_ones())
                .sum();
            (8 * wins.count_ones() + 6 * good.count_ones() + centre) as i32
        };
        (worth(own, began) - worth(own ^ occupied, !began)).clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
    }
}
