//! What the engine knows about each move, as NBoard's `hint` wants it.
//!
//! A search values its best move and shows of the others only that they are
//! not better. So the moves asked for are valued one by one: each is played,
//! and what follows is searched as deep as the rest of the depth.

use std::collections::HashMap;
use std::io;
use std::time::{Duration, Instant};

use sobremesa_kernel::{Analysis, Budget, Position as _, Value};
use sobremesa_othello::{Move, Position};

use super::{Session, Voice, margin, shown};

/// Plies of the first look that says which moves are worth a deeper one.
const FIRST_LOOK: u32 = 4;

/// What is known about a move, for the side that makes it.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    value: f32,
    /// The value is the result of the game.
    proven: bool,
    depth: u32,
    /// How the game goes on, the move first: never empty.
    line: Vec<Move>,
}

/// A value that the engine stands for; `None` of bounds and of moves it has
/// no opinion about.
pub(super) fn points(value: Value) -> Option<f32> {
    match value {
        Value::Exact(v) => Some(v as f32),
        Value::Estimate(v) => Some(v),
        Value::AtLeast(_) | Value::AtMost(_) | Value::Chance(_) | Value::Unknown => None,
    }
}

impl Known {
    /// What an analysis knows about its move number `at`.
    fn of(found: &Analysis<Move>, at: usize) -> Option<Known> {
        let line = found.lines.get(at)?;
        Some(Known {
            value: points(line.value)?,
            proven: matches!(line.value, Value::Exact(_)),
            depth: found.depth,
            line: if line.pv.is_empty() { vec![line.play] } else { line.pv.clone() },
        })
    }

    /// The same seen from the side that made the move `before`.
    fn after(mut self, before: Move) -> Known {
        self.line.insert(0, before);
        // No minus sign before nothing.
        Known { value: 0.0 - self.value, depth: self.depth + 1, ..self }
    }

    /// How far it looks, for comparing.
    fn reach(&self) -> u32 {
        if self.proven { u32::MAX } else { self.depth }
    }

    /// `search F5D6 1.00 0 12`; the depth of what is proven is `100%`.
    fn text(&self) -> String {
        let line: String = self.line.iter().map(|&m| shown(m)).collect();
        let depth = if self.proven { "100%".to_owned() } else { self.depth.to_string() };
        format!("search {line} {:.2} 0 {depth}", self.value)
    }
}

/// Keeps what is known about a move, unless more was known before: a search
/// that is cut short may not come as far as an earlier one, or forget how the
/// game goes on.
fn learn(known: &mut HashMap<Move, Known>, now: Known) {
    let more = |known: &Known| (known.reach(), known.line.len());
    let m = now.line[0];
    if known.get(&m).is_none_or(|before| more(&now) >= more(before)) {
        known.insert(m, now);
    }
}

/// A hint in the making.
struct Hint<'a> {
    session: &'a mut Session,
    position: Position,
    until: Instant,
    nodes: u64,
    known: HashMap<Move, Known>,
}

/// Tells what the best `wanted` moves of the position are worth, as it becomes
/// known, and at the end again, best first. Answers the nodes it took.
pub(super) fn tell(session: &mut Session, wanted: usize, time: Duration) -> io::Result<u64> {
    let position = session.position;
    let depth = session.depth;
    let wanted = wanted.min(position.count_legal() as usize);
    let until = Instant::now() + time;
    let mut hint = Hint { session, position, until, nodes: 0, known: HashMap::new() };
    let order = if wanted == 1 {
        vec![hint.best(depth, time).0]
    } else {
        hint.one_by_one(wanted, depth, time)?
    };
    let mut lines: Vec<&Known> = order.iter().filter_map(|m| hint.known.get(m)).collect();
    lines.sort_by(|a, b| b.value.total_cmp(&a.value));
    for line in lines {
        hint.session.voice.say(&line.text())?;
    }
    Ok(hint.nodes)
}

impl Hint<'_> {
    /// The best move, and the moves of which a search for it shows the value:
    /// that one, or every move at some levels, or none.
    fn best(&mut self, depth: u32, time: Duration) -> (Move, Vec<Move>) {
        let found = self.search(None, depth, time, true);
        let mut known: Vec<Known> =
            (0..found.lines.len()).filter_map(|at| Known::of(&found, at)).collect();
        // What the engine would play may be another move that is almost as good.
        known.sort_by(|a, b| b.value.total_cmp(&a.value));
        let valued: Vec<Move> = known.iter().map(|known| known.line[0]).collect();
        known.into_iter().for_each(|now| learn(&mut self.known, now));
        (valued.first().copied().unwrap_or_else(|| found.best()), valued)
    }

    /// Values the moves by what follows them, where a search for the best
    /// does not; answers those that were asked for.
    fn one_by_one(&mut self, wanted: usize, depth: u32, time: Duration) -> io::Result<Vec<Move>> {
        let (_, valued) = self.best(depth.min(FIRST_LOOK), time);
        if valued.is_empty() {
            return Ok(Vec::new());
        }
        let mut order = self.position.legal();
        for &m in order.iter().filter(|m| !valued.contains(m)) {
            self.value(m, depth.min(FIRST_LOOK), Duration::MAX, false);
        }
        let value = |m: &Move| self.known.get(m).map_or(f32::NEG_INFINITY, |known| known.value);
        order.sort_by(|a, b| value(b).total_cmp(&value(a)));
        // A person is waiting: these are true already.
        for known in order.iter().take(wanted).filter_map(|m| self.known.get(m)) {
            self.session.voice.say(&known.text())?;
        }
        // All moves together show the best sooner than one by one.
        let (best, valued) = self.best(depth, time / 2);
        order.retain(|&m| m != best);
        order.insert(0, best);
        order.truncate(wanted);
        for (at, &m) in order.iter().enumerate().filter(|(_, m)| !valued.contains(m)) {
            let left = self.until.saturating_duration_since(Instant::now());
            if left.is_zero() || self.session.input.waiting() {
                break;
            }
            self.value(m, depth, left / (order.len() - at) as u32, true);
        }
        Ok(order)
    }

    /// Values one move by what follows it.
    fn value(&mut self, m: Move, depth: u32, time: Duration, aloud: bool) {
        let mut after = self.position;
        after.play_unchecked(m);
        let known = if after.outcome().is_some() {
            let value = margin(&after, self.position.turn());
            Some(Known { value, proven: true, depth: 1, line: vec![m] })
        } else {
            // At least one ply is needed to have a value at all.
            let found = self.search(Some((m, after)), (depth - 1).max(1), time, aloud);
            Known::of(&found, 0).map(|known| known.after(m))
        };
        known.into_iter().for_each(|now| learn(&mut self.known, now));
    }

    /// Searches the position, or the one that a move leads to; `aloud`, each
    /// iteration is told.
    fn search(
        &mut self,
        after: Option<(Move, Position)>,
        plies: u32,
        time: Duration,
        aloud: bool,
    ) -> Analysis<Move> {
        let position = after.map_or(self.position, |(_, position)| position);
        let left = self.until.saturating_duration_since(Instant::now());
        let budget = Budget { time: Some(left.min(time)), ..Budget::depth(plies) };
        let mut told = 0;
        let Hint { session, known, .. } = self;
        let found = session.search(&position, &budget, &mut |voice: &mut Voice, partial| {
            if !aloud || partial.depth <= told {
                return;
            }
            let Some(now) = Known::of(partial, 0) else { return };
            told = partial.depth;
            let now = after.map_or(now.clone(), |(m, _)| now.after(m));
            if known.get(&now.line[0]).is_none_or(|before| now.reach() > before.reach()) {
                // A controller that is gone shows at the next read.
                let _ = voice.say(&now.text());
            }
            learn(known, now);
        });
        self.nodes += found.nodes;
        found
    }
}
