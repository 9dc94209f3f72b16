//! A position in the game's own terms, as data: what every line is worth and
//! what kind of move it is, the chains and loops, and who is in control.

use std::time::{Duration, Instant};

use sobremesa_kernel::{Position, Side, Value};

use crate::book::Book;
use crate::chains::{Shape, captures};
use crate::estimate::{SCALE, estimate};
use crate::graph::{AfterLine, Graph};
use crate::solver::Search;
use crate::transposition::Table;
use crate::{DotsPosition, Line};

/// Everything there is to say about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// All legal lines, best first.
    pub lines: Vec<Judged>,
    /// Chains and loops, longest first.
    pub runs: Vec<Run>,
    /// Who can expect the last word.
    pub control: Control,
    /// What the values cost.
    pub nodes: u64,
}

/// A legal line.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// The line.
    pub line: Line,
    /// Net boxes from now on for the side to move: exact, or an estimate.
    pub value: Value,
    /// What playing it does.
    pub kind: Kind,
}

/// What kind of move a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It closes this many boxes.
    Captures(u8),
    /// It gives nothing away.
    Safe,
    /// It gives this many boxes away, which the opponent can only take.
    Sacrifice(u8),
    /// It gives this many boxes away, and the opponent may take all or leave
    /// some and keep the last word: loony, unless nothing better is left.
    Loony(u8),
}

impl Kind {
    /// The name on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Captures(_) => "capture",
            Kind::Safe => "safe",
            Kind::Sacrifice(_) => "sacrifice",
            Kind::Loony(_) => "loony",
        }
    }
}

/// A chain or loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its boxes as (row, column), from 1, along the run.
    pub boxes: Vec<(usize, usize)>,
    /// Chain or loop, and what it hangs on.
    pub shape: Shape,
    /// Long enough (three boxes; loops always are) to be left half taken.
    pub long: bool,
    /// One end is open: it can be taken now.
    pub open: bool,
}

/// Who can expect the last word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Control {
    /// The side in control: certain when no safe line is left, else likely
    /// as lines stand.
    pub side: Option<Side>,
    /// Whether `side` follows from the rules of play, and is no estimate.
    pub certain: bool,
    /// Lines that give nothing away.
    pub safe_lines: usize,
    /// Chains of three or more boxes, and loops.
    pub long_runs: usize,
    /// By the long chain rule: whom the present number of long chains would
    /// favour. The first player wants dots + long chains to be even.
    pub rule: Side,
}

/// Explains a position that is not over, within about `time`: exactly when
/// the solver gets through, else by estimates that say so.
#[must_use]
pub fn explain(position: &DotsPosition, time: Duration, table_bytes: u64) -> Explanation {
    let end = Instant::now() + time;
    let mut explanation = Explanation {
        lines: Vec::new(),
        runs: runs(position),
        control: control(position),
        nodes: 0,
    };
    let geometry = position.geometry();
    let Some((graph, word)) = Graph::of_position(position) else {
        explanation.lines = position
            .undrawn()
            .map(|line| Judged {
                line: geometry.lines[line],
                value: Value::Unknown,
                kind: kind(position, line),
            })
            .collect();
        return explanation;
    };
    let table = Table::fitting(table_bytes, graph.lines.len() as u32, word.count_ones());
    let mut late = |_: u64| Instant::now() >= end;
    let book = Book::of(position.size());
    let mut search = Search::new(&graph, &table, &mut late).with_book(book);
    // Lines that come to the same word are worth the same.
    let mut judged: Vec<(AfterLine, Value)> = Vec::new();
    for line in position.undrawn() {
        let value = match graph.after_line(word, line) {
            None => Value::Unknown,
            Some(after) => match judged.iter().find(|(of, _)| *of == after) {
                Some(&(_, value)) => value,
                None => {
                    let value = match search.value(after.next, 0) {
                        Ok(rest) => Value::Exact(after.worth(rest)),
                        Err(_) => Value::Estimate(estimated(&graph, after)),
                    };
                    judged.push((after, value));
                    value
                }
            },
        };
        let line_text = geometry.lines[line];
        explanation.lines.push(Judged { line: line_text, value, kind: kind(position, line) });
    }
    let worth = |judged: &Judged| match judged.value {
        Value::Exact(value) => value as f32,
        Value::Estimate(value) => value,
        _ => f32::NEG_INFINITY,
    };
    explanation.lines.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    explanation.nodes = search.nodes();
    explanation
}

/// What a line is worth as far as random safe play can tell.
#[must_use]
pub fn estimated(graph: &Graph, after: AfterLine) -> f32 {
    let captures = captures(graph, after.next);
    let rest = estimate(graph, graph.normal(captures.rest)) as f32 / SCALE as f32;
    let value =
        captures.taken as f32 + captures.tail.map_or(rest, |tail| (tail.coins as f32 + rest).abs());
    if after.closed > 0 { after.closed as f32 + value } else { -value }
}

/// What kind of move a legal line is.
#[must_use]
pub fn kind(position: &DotsPosition, line: usize) -> Kind {
    let geometry = position.geometry();
    let closed = position.closed_by(line).count();
    if closed > 0 {
        return Kind::Captures(closed as u8);
    }
    let opened: Vec<usize> =
        geometry.boxes_beside(line).filter(|&b| position.open_sides(b) == 2).collect();
    if opened.is_empty() {
        return Kind::Safe;
    }
    // Walk away from the line through boxes with two sides, both ways.
    let mut given = 0;
    let mut looped = false;
    for &start in &opened {
        let (mut at, mut via) = (start, line);
        loop {
            given += 1;
            let around = geometry.around[at].map(usize::from);
            let Some(out) = around.into_iter().find(|&l| l != via && !position.is_drawn(l)) else {
                break;
            };
            if out == line {
                looped = true;
                break;
            }
            let next = geometry.boxes_beside(out).find(|&b| b != at);
            match next {
                Some(next) if position.open_sides(next) == 2 => (at, via) = (next, out),
                _ => break,
            }
        }
        if looped {
            break;
        }
    }
    let middle_of_two = given == 2 && opened.len() == 2;
    if given == 1 || middle_of_two { Kind::Sacrifice(given) } else { Kind::Loony(given) }
}

/// The chains and loops of a position, longest first, those that can be
/// taken now included.
fn runs(position: &DotsPosition) -> Vec<Run> {
    let geometry = position.geometry();
    let open = |of_box: usize| position.open_sides(of_box);
    let in_run = |of_box: usize| matches!(open(of_box), 1 | 2);
    let mut seen = vec![false; geometry.around.len()];
    let mut found = Vec::new();
    let neighbours = |of_box: usize| {
        geometry.around[of_box]
            .into_iter()
            .map(usize::from)
            .filter(|&line| !position.is_drawn(line))
            .filter_map(move |line| geometry.boxes_beside(line).find(|&b| b != of_box))
            .filter(|&b| in_run(b))
            .collect::<Vec<usize>>()
    };
    // Ends first, so that a chain is walked from one end; what remains unseen
    // then lies on loops.
    let mut starts: Vec<usize> = (0..seen.len()).filter(|&b| in_run(b)).collect();
    starts.sort_by_key(|&b| neighbours(b).len());
    for start in starts {
        if seen[start] {
            continue;
        }
        let looped = neighbours(start).len() == 2;
        let mut along = vec![start];
        seen[start] = true;
        while let Some(next) =
            neighbours(*along.last().unwrap_or(&start)).into_iter().find(|&b| !seen[b])
        {
            seen[next] = true;
            along.push(next);
        }
        let tied = along.iter().any(|&b| {
            let sides = geometry.around[b].map(usize::from);
            let mut beyond = sides
                .into_iter()
                .filter(|&line| !position.is_drawn(line))
                .flat_map(|line| geometry.boxes_beside(line));
            beyond.any(|other| open(other) > 2)
        });
        let shape = match (looped, tied) {
            (true, _) => Shape::Loop,
            (_, true) => Shape::Tied,
            _ => Shape::Free,
        };
        found.push(Run {
            long: looped || along.len() >= 3,
            open: along.iter().any(|&b| open(b) == 1),
            boxes: along
                .into_iter()
                .map(|of_box| {
                    let (row, column) = geometry.place(of_box);
                    (row + 1, column + 1)
                })
                .collect(),
            shape,
        });
    }
    found.sort_by_key(|run| std::cmp::Reverse(run.boxes.len()));
    found
}

fn control(position: &DotsPosition) -> Control {
    let geometry = position.geometry();
    let safe_lines = position
        .undrawn()
        .filter(|&line| geometry.boxes_beside(line).all(|b| position.open_sides(b) > 2))
        .count();
    let long_runs = runs(position).iter().filter(|run| run.long).count();
    let size = position.size();
    let dots = (size.rows() + 1) * (size.columns() + 1);
    let rule = if (dots + long_runs).is_multiple_of(2) { Side::First } else { Side::Second };
    // Whoever is to move when safe lines run out has to open a chain; the
    // other side is in control.
    let opener =
        if safe_lines.is_multiple_of(2) { position.turn() } else { position.turn().other() };
    let certain = safe_lines == 0 && long_runs > 0 && !can_capture(position);
    let side = if long_runs == 0 {
        None
    } else if certain {
        Some(position.turn().other())
    } else {
        Some(opener.other())
    };
    Control { side, certain, safe_lines, long_runs, rule }
}

fn can_capture(position: &DotsPosition) -> bool {
    (0..position.size().boxes()).any(|of_box| position.open_sides(of_box) == 1)
}
