//! Dots and Boxes: every line solved where the solver gets through, else
//! estimated.

mod merits;
mod reasons;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use sobremesa_dots::bits;
use sobremesa_dots::book::Book;
use sobremesa_dots::explain::estimated;
use sobremesa_dots::graph::AfterLine;
use sobremesa_dots::{Dots, DotsPosition, Graph, Line, Search, Table};
use sobremesa_kernel::{Line as Variation, Position as _, Value};

use crate::judge::after;
use crate::{Effort, Judge, Judged, Question, Reason, Scale, Stage, Valuation, review};

impl Judged for Dots {
    /// Values that are proven differ by two boxes at least.
    const SCALE: Scale = Scale { points: [2.0, 4.0, 8.0], chance: [1.0; 3], noise: 1.0 };

    const STAGES: &'static [Stage] = &[Stage::Coarse, Stage::Fine];

    type Judge = Lines;

    fn judges(effort: &Effort, workers: usize, positions: &[DotsPosition]) -> Vec<Lines> {
        let shared = Arc::new(Shared::new(effort, positions));
        (0..workers).map(|_| Lines { shared: Arc::clone(&shared) }).collect()
    }

    fn ahead(position: &DotsPosition) -> i32 {
        let boxes = position.boxes().map(i32::from);
        let mover = position.turn().index();
        boxes[mover] - boxes[1 - mover]
    }

    fn reasons(
        position: &DotsPosition,
        played: &Variation<Line>,
        best: &Variation<Line>,
    ) -> Vec<Reason> {
        reasons::against(position, played, best)
    }

    fn merits(position: &DotsPosition, play: Line) -> Vec<Reason> {
        merits::of(position, play)
    }
}

/// The solver of one game's positions.
#[derive(Debug)]
pub struct Lines {
    shared: Arc<Shared>,
}

/// What the workers on one game share.
#[derive(Debug)]
struct Shared {
    /// The graph of the largest position of the game that has one, and its
    /// table; `None` where every position is too large.
    board: Option<(Graph, Table)>,
    /// Nodes that are left for the whole game.
    left: AtomicU64,
    /// The most of them for one position.
    most: u64,
    /// With so many undrawn lines or more a solution was given up, for want of
    /// nodes: with more it would be given up again.
    hopeless: AtomicU64,
}

impl Shared {
    /// At most so much memory for the table.
    const TABLE: u64 = 256 << 20;

    /// Nodes for a game of many positions: about 25 CPU seconds.
    const GAME: u64 = 24_000_000;

    /// The most nodes for one position.
    const POSITION: u64 = 8_000_000;

    fn new(effort: &Effort, positions: &[DotsPosition]) -> Shared {
        let board = positions.iter().find_map(|position| {
            let (graph, word) = Graph::of_position(position)?;
            let table = Table::fitting(Shared::TABLE, graph.lines.len() as u32, word.count_ones());
            Some((graph, table))
        });
        let most = effort.nodes.unwrap_or(Shared::POSITION);
        let game = match effort.nodes {
            None => Shared::GAME,
            Some(nodes) => nodes.saturating_mul(positions.len() as u64),
        };
        Shared { board, left: AtomicU64::new(game), most, hopeless: AtomicU64::new(u64::MAX) }
    }
}

/// How much of a line of best play is followed: mostly beyond the safe lines.
const LINE: usize = 20;

impl Judge<DotsPosition> for Lines {
    fn value(&mut self, question: &Question<'_, DotsPosition>) -> Option<Valuation<Line>> {
        let Question { position, stop, .. } = *question;
        let lines: Vec<usize> = position.undrawn().collect();
        let geometry = position.geometry();
        let unknown = |line: &usize| Variation::new(geometry.lines[*line], Value::Unknown);
        let mut found = Valuation::new(lines.iter().map(unknown).collect());
        let Some((graph, table)) = &self.shared.board else { return Some(found) };
        if lines.len() > graph.lines.len() {
            return Some(found);
        }
        let word = graph.word(position);
        let moves: Vec<Option<AfterLine>> =
            lines.iter().map(|&line| graph.after_line(word, line)).collect();
        for (line, after) in found.lines.iter_mut().zip(&moves) {
            if let Some(after) = after {
                line.value = Value::Estimate(foreseen(graph, *after));
            }
        }
        let hopeless = lines.len() as u64 >= self.shared.hopeless.load(Relaxed);
        if question.stage == Stage::Fine && !hopeless {
            let most = self.shared.most.min(self.shared.left.load(Relaxed));
            let mut pulse = |nodes: u64| nodes >= most || stop();
            let mut search = Search::new(graph, table, &mut pulse)
                .with_book(Book::of(position.size()))
                .among_others();
            solve(&mut search, word, &moves, &mut found);
            if !found.lines.iter().all(|line| matches!(line.value, Value::Exact(_))) {
                self.shared.hopeless.fetch_min(lines.len() as u64, Relaxed);
            } else {
                lines_of_play(&mut search, graph, position, question.played, &mut found);
            }
            let nodes = search.nodes();
            let spent = |left: u64| Some(left.saturating_sub(nodes));
            let _ = self.shared.left.fetch_update(Relaxed, Relaxed, spent);
            if stop() {
                return None;
            }
        }
        found.sort();
        Some(found)
    }
}

/// What a move is worth as far as random safe play after it, and after each of
/// the answers to it, can tell. The best of many estimates is too good to be
/// true; taking one after the rival's choice and one before it, half of each,
/// keeps the values of two positions in a row together.
fn foreseen(graph: &Graph, after: AfterLine) -> f32 {
    let at_once = estimated(graph, after);
    let answers = bits(after.next)
        .filter_map(|string| graph.after_line(after.next, graph.lines[string].into()));
    let best = answers.map(|answer| estimated(graph, answer)).max_by(f32::total_cmp);
    let closed = after.closed as f32;
    let answered = match best {
        Some(best) if after.closed > 0 => closed + best,
        Some(best) => -best,
        None => closed,
    };
    (at_once + answered) / 2.0
}

/// Solves the moves one after another, those that promise most first, as long
/// as the search is not stopped.
fn solve(
    search: &mut Search<'_>,
    word: u64,
    moves: &[Option<AfterLine>],
    found: &mut Valuation<Line>,
) {
    // The value of the whole position says where to look for those of its
    // moves, and leaves the table full of them.
    let Ok(worth) = search.value(word, 0) else { return };
    let mut known: Vec<(AfterLine, i32)> = Vec::new();
    for (line, after) in found.lines.iter_mut().zip(moves) {
        let Some(after) = *after else { continue };
        let same = known.iter().find(|(of, _)| *of == after).map(|&(_, value)| value);
        let guess = if after.closed > 0 { worth - after.closed } else { -worth };
        let value = same.or_else(|| Some(after.worth(search.value(after.next, guess).ok()?)));
        line.value = match value {
            Some(value) => Value::Exact(value),
            // No move is worth more than the position.
            None => Value::AtMost(worth),
        };
        if let (None, Some(value)) = (same, value) {
            known.push((after, value));
        }
    }
}

/// How the game goes on after the move that was made and after the best one.
fn lines_of_play(
    search: &mut Search<'_>,
    graph: &Graph,
    position: &DotsPosition,
    played: Option<Line>,
    found: &mut Valuation<Line>,
) {
    found.sort();
    let best = found.lines.first().map(|line| line.play);
    for line in &mut found.lines {
        if Some(line.play) != played && Some(line.play) != best {
            continue;
        }
        let Value::Exact(value) = line.value else { continue };
        let next = after(position, line.play);
        let gained = net(&next, position) - net(position, position);
        let rest = value - gained;
        let mut worth = if next.turn() == position.turn() { rest } else { -rest };
        line.pv = review::line(position, line.play, LINE, |now| {
            let word = graph.word(now);
            let geometry = now.geometry();
            let (best, rest) = now.undrawn().find_map(|line| {
                let after = graph.after_line(word, line)?;
                let rest = search.value(after.next, 0).ok()?;
                (after.worth(rest) == worth).then_some((line, rest))
            })?;
            worth = rest;
            Some(geometry.lines[best])
        });
    }
}

/// The boxes that the side to move in `of` has more than its rival.
fn net(position: &DotsPosition, of: &DotsPosition) -> i32 {
    let boxes = position.boxes().map(i32::from);
    let side = of.turn().index();
    boxes[side] - boxes[1 - side]
}
