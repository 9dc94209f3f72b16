//! The player that never errs, by solving every column.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use sobremesa_kernel::{Analysis, Budget, Engine, Position as _, Progress, Rng, Value, silent};
use sobremesa_search::Errand;

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

/// What is proven of a column.
#[derive(Clone, Copy)]
struct Column {
    play: Move,
    worth: Value,
    /// Whether it is worth as much as the position.
    best: bool,
    /// How many of the replies to it are errors, counted between equals.
    traps: u32,
}

/// The depth of the look ahead that replaces a solution there is no time for.
const FALLBACK_DEPTH: u32 = 8;

/// What may be spent on columns that will not be played: about a second. Only
/// early in a game is it too little, and a bound is then all that is said.
const NODES_FOR_THE_OTHERS: u64 = 4_000_000;

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
            let errand = Errand::mine();
            scope.spawn(move || errand.run(|| solve_columns(solver, position, plays, halt, &send)));
            loop {
                match receive.recv_timeout(TICK) {
                    Ok(column) => {
                        match columns.iter_mut().find(|known| known.play == column.play) {
                            Some(known) => *known = column,
                            None => columns.push(column),
                        }
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

/// Finds what the position is worth, then which columns keep that, then the
/// traps each of those sets, and at last what the others are worth; sends what
/// is found as it is found. Ends early when halted or out of nodes.
fn solve_columns(
    solver: &mut Solver,
    position: &Position,
    plays: &[Move],
    halt: &AtomicBool,
    send: &mpsc::Sender<Column>,
) -> Option<()> {
    let book = Book::shipped();
    let after = |position: &Position, play: Move| {
        let mut next = *position;
        next.play_unchecked(play);
        next
    };
    let score = book.solve(solver, position, halt)?;
    let (mut tied, mut others) = (Vec::new(), Vec::new());
    for &play in plays {
        let next = after(position, play);
        let known = book.score(&next).map(|known| -known);
        let best = match known {
            Some(known) => known == score,
            None if book.least(&next).is_some_and(|least| least > -score) => false,
            None => solver.solve_within(&next, -score, 1 - score, halt)? == -score,
        };
        let worth = match known {
            Some(known) => Value::Exact(known),
            None if best => Value::Exact(score),
            None => Value::AtMost(score - 1),
        };
        let column = Column { play, worth, best, traps: 0 };
        if best {
            tied.push(column);
        } else if known.is_none() {
            others.push(column);
        }
        send.send(column).ok()?;
    }
    if tied.len() > 1 {
        for column in tied {
            let next = after(position, column.play);
            let mut traps = 0;
            for reply in next.legal() {
                // An error gives away more than the column is worth.
                let then = after(&next, reply);
                let gift = match book.score(&then) {
                    Some(gift) => gift,
                    None => solver.solve_within(&then, score, score + 1, halt)?,
                };
                traps += u32::from(gift > score);
            }
            send.send(Column { traps, ..column }).ok()?;
        }
    }
    solver.lower_limit(NODES_FOR_THE_OTHERS);
    for column in others {
        let next = after(position, column.play);
        let worth = -book.solve_above(solver, &next, 1 - score, halt)?;
        send.send(Column { worth: Value::Exact(worth), ..column }).ok()?;
    }
    Some(())
}

/// Puts what is proven into an analysis. Columns of which nothing is proven
/// keep their estimates, below the best if that is known.
fn merge(found: &mut Analysis<Move>, columns: &[Column]) {
    let known = |play: Move| columns.iter().position(|column| column.play == play);
    let best = columns.iter().any(|column| column.best);
    for line in &mut found.lines {
        if let Some(at) = known(line.play) {
            line.value = columns[at].worth;
        }
    }
    found.lines.sort_by_cached_key(|line| {
        let at = known(line.play);
        let worth = match line.value {
            Value::Exact(worth) => 2 * worth,
            Value::AtMost(worth) => 2 * worth - 1,
            Value::Estimate(worth) => worth.round() as i32,
            _ => 0,
        };
        let column = at.map(|at| columns[at]);
        let leads = column.is_some_and(|column| column.best);
        let traps = column.map_or(0, |column| column.traps);
        // Where one is known to be best, an estimate is worth nothing; the
        // order in which columns were solved is the order of the lot.
        let open = best && at.is_none();
        (!leads, open, Reverse(worth), Reverse(traps), at)
    });
}
