//! Boards with more undrawn lines than fit in a word.
//!
//! Captures are resolved as on any board, on the graph of the boxes around
//! them. A quiet position is judged line by line, by random games: safe lines
//! in random order until none is left, after which the chains and loops that
//! have formed are opened from the shortest. Sampling goes round all safe
//! lines, or round some of them by lot where they are very many, and, as the
//! budget is used up, keeps the better half. No line is looked at
//! more than one ply deep, but where that many lines are left there is little
//! to read and the last [`crate::graph::MOST_STRINGS`] are searched.

use std::time::{Duration, Instant};

use sobremesa_kernel::{Analysis, Budget, Line as Variation, Progress, Rng, Value};

use crate::chains::{Chain, Shape, captures};
use crate::geometry::{Geometry, OUTSIDE};
use crate::graph::{Graph, MOST_STRINGS};
use crate::{DotsPosition, Line};

/// Lines drawn in the time of one node elsewhere, where a node is eight games
/// of up to 64 lines: a budget in nodes costs about the same on any board.
const LINES_A_NODE: u64 = 512;

/// Lines that are sampled at most: where there are thousands, a few by lot.
const MOST_CANDIDATES: usize = 256;

pub(crate) fn search(
    position: &DotsPosition,
    budget: &Budget,
    rng: &mut Rng,
    progress: &mut Progress<'_, Line>,
) -> Analysis<Line> {
    let begun = Instant::now();
    let geometry = position.geometry();
    let answer = |line: usize, value: Value, nodes: u64, depth: u32| {
        let play = geometry.lines[line];
        let lines = vec![Variation::new(play, value)];
        Analysis { lines, nodes, depth, elapsed: begun.elapsed() }
    };
    let field = Field::new(position);
    if let Some(choice) = field.capture(rng) {
        return answer(choice, Value::Unknown, 1, 1);
    }
    let mut candidates: Vec<Sampled> = position
        .undrawn()
        .filter(|&line| field.is_safe(line))
        .map(|line| Sampled { line, games: 0, sum: 0 })
        .collect();
    if candidates.is_empty() {
        return answer(field.cheapest_opening(position), Value::Unknown, 1, 1);
    }
    rng.shuffle(&mut candidates);
    candidates.truncate(MOST_CANDIDATES);
    let end = budget.time.map(|time| begun + time.mul_f64(0.85));
    let lines_a_game = position.count_undrawn() as u64;
    let most = match budget.nodes {
        Some(nodes) => (nodes.saturating_mul(LINES_A_NODE) / lines_a_game).max(1),
        None => u64::MAX,
    };
    let mut games = 0;
    let mut reported = begun;
    let total = budget.time.unwrap_or(Duration::MAX);
    // The share of the budget after which the worse half is dropped.
    let mut halve_at = 0.25;
    'rounds: loop {
        for sampled in &mut candidates {
            sampled.games += 1;
            sampled.sum -= i64::from(field.after(sampled.line).playout(rng));
            games += 1;
            let now = Instant::now();
            if now.duration_since(reported) >= Duration::from_millis(20) {
                reported = now;
                if progress(&answer(sampled.line, Value::Unknown, games, 1)).is_break() {
                    break 'rounds;
                }
            }
            if games >= most || end.is_some_and(|end| now >= end) {
                break 'rounds;
            }
        }
        // By nodes where they are limited: that repeats, time does not.
        let used = match budget.nodes {
            Some(_) => games as f64 / most as f64,
            None => begun.elapsed().as_secs_f64() / total.as_secs_f64().max(1e-9),
        };
        if used > halve_at && candidates.len() > 2 {
            candidates.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            candidates.truncate(candidates.len().div_ceil(2));
            halve_at += (1.0 - halve_at) * 0.2;
        }
    }
    candidates.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
    let best = &candidates[0];
    let nodes = games * lines_a_game / LINES_A_NODE;
    answer(best.line, Value::Estimate(best.mean() as f32), nodes.max(1), 1)
}

struct Sampled {
    line: usize,
    games: u32,
    sum: i64,
}

impl Sampled {
    fn mean(&self) -> f64 {
        if self.games == 0 { f64::NEG_INFINITY } else { self.sum as f64 / f64::from(self.games) }
    }
}

/// A board that random games can spoil.
#[derive(Clone)]
struct Field {
    geometry: &'static Geometry,
    /// Undrawn sides of each box; the last is the one beyond the border.
    open: Vec<u8>,
    undrawn: Vec<u16>,
    is_undrawn: Vec<bool>,
}

impl Field {
    fn new(position: &DotsPosition) -> Field {
        let geometry = position.geometry();
        let mut open: Vec<u8> =
            (0..geometry.around.len()).map(|of_box| position.open_sides(of_box)).collect();
        open.resize(usize::from(OUTSIDE) + 1, u8::MAX);
        let mut is_undrawn = vec![false; geometry.lines.len()];
        let undrawn: Vec<u16> = position.undrawn().map(|line| line as u16).collect();
        for &line in &undrawn {
            is_undrawn[usize::from(line)] = true;
        }
        Field { geometry, open, undrawn, is_undrawn }
    }

    fn is_safe(&self, line: usize) -> bool {
        self.geometry.beside[line].iter().all(|&of_box| self.open[usize::from(of_box)] > 2)
    }

    fn cut(&mut self, line: usize) {
        self.is_undrawn[line] = false;
        for of_box in self.geometry.boxes_beside(line) {
            self.open[of_box] -= 1;
        }
    }

    fn after(&self, line: usize) -> Field {
        let mut next = self.clone();
        next.cut(line);
        next
    }

    /// The value of a quiet field for the side to move, by one random game.
    fn playout(mut self, rng: &mut Rng) -> i32 {
        let mut lines = std::mem::take(&mut self.undrawn);
        rng.shuffle(&mut lines);
        let mut sign = 1;
        // A line that is not safe never becomes so: one pass finds them all.
        for line in lines.into_iter().map(usize::from) {
            if self.is_undrawn[line] && self.is_safe(line) {
                self.cut(line);
                sign = -sign;
            }
        }
        let mut runs = self.runs();
        runs.sort_unstable_by_key(|chain| chain.length);
        sign * runs.iter().rev().fold(0, |rest, chain| chain.opened(rest))
    }

    /// The chains and loops of a field without captures, by length and shape
    /// only; boxes where several meet belong to none.
    fn runs(&self) -> Vec<Chain> {
        let mut seen = vec![false; self.geometry.around.len()];
        let mut found = Vec::new();
        for start in 0..seen.len() {
            if seen[start] || self.open[start] != 2 {
                continue;
            }
            seen[start] = true;
            let mut length = 1;
            let mut closed = false;
            for (way, first) in self.sides(start).enumerate() {
                if way == 1 && closed {
                    break;
                }
                let (mut at, mut via) = (start, first);
                loop {
                    let next = self.geometry.boxes_beside(via).find(|&b| b != at);
                    let Some(next) = next.filter(|&next| self.open[next] == 2) else { break };
                    if next == start {
                        closed = true;
                        break;
                    }
                    seen[next] = true;
                    length += 1;
                    via = self.sides(next).find(|&line| line != via).unwrap_or(via);
                    at = next;
                }
            }
            let shape = if closed { Shape::Loop } else { Shape::Free };
            found.push(Chain::free(start as u64, length, shape));
        }
        found
    }

    /// The undrawn lines of a box.
    fn sides(&self, of_box: usize) -> impl Iterator<Item = usize> + '_ {
        self.geometry.around[of_box]
            .iter()
            .map(|&line| usize::from(line))
            .filter(|&line| self.is_undrawn[line])
    }

    /// The line that opens the shortest chain; in the middle if it is a pair.
    fn cheapest_opening(&self, position: &DotsPosition) -> usize {
        let runs = self.runs();
        let cheapest = runs.iter().min_by_key(|chain| (chain.length, chain.tail()));
        let Some(chain) = cheapest else {
            return position.undrawn().next().unwrap_or(0);
        };
        // `runs` keeps the box where it began in place of the strings.
        let start = chain.strings as usize;
        let inner = self.sides(start).find(|&line| {
            self.geometry.boxes_beside(line).filter(|&b| self.open[b] == 2).count() == 2
        });
        match inner {
            Some(inner) if chain.length == 2 => inner,
            _ => self.sides(start).next().unwrap_or(0),
        }
    }

    /// What to do when boxes can be closed: the line to draw.
    fn capture(&self, rng: &mut Rng) -> Option<usize> {
        // All boxes that captures can run through: those with one or two
        // sides left, joined to one with one side.
        let mut reached: Vec<usize> =
            (0..self.geometry.around.len()).filter(|&b| self.open[b] == 1).collect();
        let first = *reached.first()?;
        let mut next = 0;
        while next < reached.len() {
            for line in self.sides(reached[next]) {
                for of_box in self.geometry.boxes_beside(line) {
                    if matches!(self.open[of_box], 1 | 2) && !reached.contains(&of_box) {
                        reached.push(of_box);
                    }
                }
            }
            next += 1;
        }
        reached.sort_unstable();
        let mut lines: Vec<usize> = reached.iter().flat_map(|&of_box| self.sides(of_box)).collect();
        lines.sort_unstable();
        lines.dedup();
        let any = self.sides(first).next();
        if lines.len() > MOST_STRINGS {
            return any;
        }
        let graph = Graph::tie(&self.geometry.beside, &lines, &reached);
        let word = u64::MAX >> (64 - lines.len());
        let found = captures(&graph, word);
        if let Some(&string) = found.sure.first() {
            return Some(lines[string]);
        }
        let tail = found.tail?;
        // Is it better to move in the rest, or to let the opponent?
        let mut rest = self.clone();
        for (string, &line) in lines.iter().enumerate() {
            if found.rest >> string & 1 == 0 {
                rest.cut(line);
            }
        }
        let games = 200;
        let sum: i32 = (0..games).map(|_| rest.clone().playout(rng)).sum();
        let keeps = sum + games * tail.coins >= 0;
        Some(lines[if keeps { tail.take } else { tail.leave }])
    }
}
