//! The player that never errs, by solving every column.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use sobremesa_kernel::{
    Analysis, Budget, Engine, Line, Position as _, Progress, Rng, Value, silent,
};

use crate::shallow::Shallow;
use crate::{Book, Move, Position, Solver};

/// Wins as fast and loses as slowly as can be. Between equal columns it takes
/// the one after which most replies are errors, then draws lots.
#[derive(Debug)]
pub(crate) struct Perfect {
    rng: Rng,
    /// Made when first needed: its table is large.
    solver: Option<Solver>,
    /// Plays when the budget ends before every column is solved.
    fallback: Shallow,
}

/// What one solved column is worth, and how many of the replies to it are
/// errors.
#[derive(Clone, Copy)]
struct Column {
    play: Move,
    score: i32,
    traps: u32,
}

/// The depth of the look ahead that replaces a solution there is no time for.
const FALLBACK_DEPTH: u32 = 8;

/// How often progress is told and the clock read.
const TICK: Duration = Duration::from_millis(15);

impl Perfect {
    pub(crate) fn new(seed: u64) -> Perfect {
        Perfect {
            rng: Rng::new(seed),
            solver: None,
            fallback: Shallow::new(seed, FALLBACK_DEPTH, 0),
        }
    }
}

impl Engine<Position> for Perfect {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        let clock = budget.start();
        // Something to say at once, and to fall back on.
        let glance =
            Budget { nodes: Some(20_000), time: None, depth: Some(FALLBACK_DEPTH), threads: None };
        let mut found = self.fallback.search(position, &glance, &mut silent);
        let glanced = found.nodes;
        let rules = *position.rules();
        let solver = self.solver.take().filter(|solver| solver.rules() == rules);
        let mut solver = solver
            .unwrap_or_else(|| Solver::new(rules, Solver::TABLE))
            .threads(budget.threads.unwrap_or(1))
            .limit(budget.nodes.map(|nodes| nodes.saturating_sub(glanced)));
        let before = solver.nodes();
        let mut plays = position.legal();
        self.rng.shuffle(&mut plays);
        let halt = AtomicBool::new(false);
        let mut columns: Vec<Column> = Vec::new();
        thread::scope(|scope| {
            let (send, receive) = mpsc::channel();
            let (solver, halt, plays) = (&mut solver, &halt, &plays);
            scope.spawn(move || solve_columns(solver, position, plays, halt, &send));
            loop {
                match receive.recv_timeout(TICK) {
                    Ok(column) => {
                        columns.retain(|known| known.play != column.play);
                        columns.push(column);
                        merge(&mut found, &columns);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {}
                    Err(mpsc::RecvTimeoutError::Disconnected) => break,
                }
                found.elapsed = clock.elapsed();
                // The worker counts nodes; here only the time is watched.
                let over = clock.reached(0) || progress(&found) == ControlFlow::Break(());
                if over && !halt.swap(true, Relaxed) {
                    continue;
                }
            }
        });
        found.nodes = glanced + (solver.nodes() - before);
        found.elapsed = clock.elapsed();
        self.solver = Some(solver);
        found
    }
}

/// Solves the columns and sends each, first its score, then again with its
/// traps if it is among the best. Ends early when halted or out of nodes.
fn solve_columns(
    solver: &mut Solver,
    position: &Position,
    plays: &[Move],
    halt: &AtomicBool,
    send: &mpsc::Sender<Column>,
) -> Option<()> {
    let mut columns = Vec::new();
    for &play in plays {
        let mut next = *position;
        next.play_unchecked(play);
        let score = -score(solver, &next, halt)?;
        let column = Column { play, score, traps: 0 };
        columns.push(column);
        send.send(column).ok()?;
    }
    let best = columns.iter().map(|column| column.score).max()?;
    let tied: Vec<Column> = columns.into_iter().filter(|column| column.score == best).collect();
    if tied.len() < 2 {
        return Some(());
    }
    for column in tied {
        let mut next = *position;
        next.play_unchecked(column.play);
        let mut traps = 0;
        for reply in next.legal() {
            let mut after = next;
            after.play_unchecked(reply);
            // An error gives away more than the column is worth.
            let worth = score(solver, &after, halt)?;
            traps += u32::from(worth > best);
        }
        send.send(Column { traps, ..column }).ok()?;
    }
    Some(())
}

/// The score of a position from the book or by solving it.
fn score(solver: &mut Solver, position: &Position, halt: &AtomicBool) -> Option<i32> {
    Book::shipped().score(position).or_else(|| solver.score(position, halt))
}

/// Puts solved columns into an analysis. Columns not solved keep their
/// estimates and stand where those put them.
fn merge(found: &mut Analysis<Move>, columns: &[Column]) {
    let known = |line: &Line<Move>| columns.iter().find(|column| column.play == line.play);
    for line in &mut found.lines {
        if let Some(column) = known(line) {
            line.value = Value::Exact(column.score);
        }
    }
    // The order of arrival is the order of the lot.
    let key = |line: &Line<Move>| match (known(line), line.value) {
        (Some(column), _) => (column.score as f32, column.traps, 0),
        (None, Value::Estimate(value)) => (value, 0, 1),
        (None, _) => (0.0, 0, 1),
    };
    let lot = |line: &Line<Move>| columns.iter().position(|column| column.play == line.play);
    found.lines.sort_by(|a, b| {
        let ((a_worth, a_traps, a_open), (b_worth, b_traps, b_open)) = (key(a), key(b));
        b_worth
            .total_cmp(&a_worth)
            .then(b_traps.cmp(&a_traps))
            .then(a_open.cmp(&b_open))
            .then(lot(a).cmp(&lot(b)))
    });
}
