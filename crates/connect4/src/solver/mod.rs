//! Exact scores: which side wins, and how soon.
//!
//! The score of a position is for the side to move: half the cells plus one,
//! minus the pieces the winner has on the board when the line is made (22 −
//! pieces on the usual board); negative if the rival wins, 0 for a draw. Both
//! sides win as fast and lose as slowly as they can.

mod parity;
mod search;
mod transposition;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;

use sobremesa_kernel::Position as _;

use self::search::{Search, Stack};
pub use self::transposition::Table;
use crate::{Move, Position, Rules, Shape, Standard};

/// Solves positions of one board size, keeping what it learns in a table.
#[derive(Debug)]
pub struct Solver {
    rules: Rules,
    table: Arc<Table>,
    stack: Stack,
    threads: usize,
    nodes: u64,
    /// What `nodes` may reach.
    most_nodes: u64,
}

/// How much of a score is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The exact score.
    Score,
    /// Its sign: 1, 0 or −1. Cheaper.
    Sign,
}

impl Solver {
    /// The table that suits a laptop: 64 MiB.
    pub const TABLE: usize = 64 << 20;

    /// A solver with a table of at most `bytes` (and at least 1 MiB).
    #[must_use]
    pub fn new(rules: Rules, bytes: usize) -> Solver {
        let code_bits = (rules.rows() + 1) * rules.columns();
        Solver {
            rules,
            table: Arc::new(Table::new(bytes, code_bits)),
            stack: Stack::default(),
            threads: 1,
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// Lets so many threads share the table when solving one position.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Solver {
        self.threads = threads.max(1);
        self
    }

    /// From now on searches at most about so many nodes more, then answers
    /// `None` as if halted.
    #[must_use]
    pub fn limit(mut self, nodes: Option<u64>) -> Solver {
        self.most_nodes = nodes.map_or(u64::MAX, |nodes| self.nodes.saturating_add(nodes));
        self
    }

    /// Lowers what [`Solver::limit`] allows to so many nodes more.
    pub(crate) fn lower_limit(&mut self, nodes: u64) {
        self.most_nodes = self.most_nodes.min(self.nodes.saturating_add(nodes));
    }

    /// The board it solves.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Another solver on the same table, for another thread.
    #[must_use]
    pub fn sibling(&mut self) -> Solver {
        // A shared table cannot grow later.
        if let Some(table) = Arc::get_mut(&mut self.table) {
            while table.room().is_some() {
                table.grow();
            }
        }
        Solver {
            rules: self.rules,
            table: Arc::clone(&self.table),
            stack: Stack::default(),
            threads: 1,
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// Positions searched so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// What it remembers.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Forgets everything, so that the next position is solved from nothing.
    /// A table that siblings share is left as it is.
    pub fn forget(&mut self) {
        if let Some(table) = Arc::get_mut(&mut self.table) {
            table.forget();
        }
    }

    /// The score of a position of this solver's size. `halt` may be set from
    /// elsewhere; the answer is then `None` soon after.
    ///
    /// A finished game has the score of its result for whoever would move.
    pub fn solve(&mut self, position: &Position, wanted: Wanted, halt: &AtomicBool) -> Option<i32> {
        let most = (self.rules.rows() * self.rules.columns()) as i32;
        match wanted {
            Wanted::Score => self.solve_within(position, -most, most, halt),
            Wanted::Sign => self.solve_within(position, -1, 1, halt),
        }
    }

    /// The exact score.
    pub fn score(&mut self, position: &Position, halt: &AtomicBool) -> Option<i32> {
        self.solve(position, Wanted::Score, halt)
    }

    /// The score brought within the bounds: what is below `lower` is `lower`,
    /// what is above `upper` is `upper`.
    pub fn solve_within(
        &mut self,
        position: &Position,
        lower: i32,
        upper: i32,
        halt: &AtomicBool,
    ) -> Option<i32> {
        debug_assert_eq!(position.rules(), &self.rules);
        if self.rules == Rules::STANDARD {
            self.solve_on(Standard, position, (lower, upper), halt)
        } else {
            self.solve_on(self.rules.shape(), position, (lower, upper), halt)
        }
    }

    /// The exact score, known to be `least` or more: the least that another
    /// move's score leaves. Most are little more, so a few single steps up
    /// come before halving.
    pub fn score_above(
        &mut self,
        position: &Position,
        least: i32,
        halt: &AtomicBool,
    ) -> Option<i32> {
        const STEPS: i32 = 4;
        for least in least..least + STEPS {
            if self.solve_within(position, least, least + 1, halt)? == least {
                return Some(least);
            }
        }
        let most = (self.rules.rows() * self.rules.columns()) as i32;
        self.solve_within(position, least + STEPS, most, halt)
    }

    /// The score for the side to move of playing in each column (`None` where
    /// it cannot), or `None` when halted.
    pub fn columns(
        &mut self,
        position: &Position,
        wanted: Wanted,
        halt: &AtomicBool,
    ) -> Option<Vec<Option<i32>>> {
        (1..=self.rules.columns())
            .map(|column| {
                let m = Move::new(column)?;
                let mut next = *position;
                next.play(m).ok()?;
                Some(self.solve(&next, wanted, halt).map(|score| -score))
            })
            .map(|column| match column {
                None => Some(None),
                Some(None) => None,
                Some(score) => Some(score),
            })
            .collect()
    }

    /// Best play for both sides to the end of the game; ties by the order of
    /// columns from the centre. `None` when halted.
    pub fn line(&mut self, position: &Position, halt: &AtomicBool) -> Option<Vec<Move>> {
        let mut line = Vec::new();
        let mut now = *position;
        while now.outcome().is_none() {
            let columns = self.columns(&now, Wanted::Score, halt)?;
            let middle = i64::from(self.rules.columns()) + 1;
            let best = (1..=self.rules.columns())
                .filter_map(|column| Some((columns[column as usize - 1]?, column)))
                .max_by_key(|&(score, column)| (score, -(2 * i64::from(column) - middle).abs()))?;
            let m = Move::new(best.1)?;
            now.play_unchecked(m);
            line.push(m);
        }
        Some(line)
    }

    fn solve_on<S: Shape>(
        &mut self,
        shape: S,
        position: &Position,
        (least, most): (i32, i32),
        halt: &AtomicBool,
    ) -> Option<i32> {
        let (own, occupied) = (position.own(), position.board().occupied());
        let left = shape.cells() as i32 - position.plies() as i32;
        if position.outcome().is_some() {
            // If there is a line, the rival made it with the last piece.
            let score = if position.board().is_won() { -((left + 2) / 2) } else { 0 };
            return Some(score.clamp(least, most));
        }
        if shape.completions(own) & shape.playable(occupied) != 0 {
            return Some(((left + 1) / 2).clamp(least, most));
        }
        let mut lower = (-(left / 2)).clamp(least, most);
        let mut upper = ((left - 1) / 2).clamp(least, most);
        while lower < upper {
            // Halving, but nearer to the extremes: quick wins are quick to
            // find and to refute.
            let middle = lower + (upper - lower).div_euclid(2);
            let alpha = if middle <= 0 && lower / 2 < middle {
                lower / 2
            } else if middle >= 0 && upper / 2 > middle {
                upper / 2
            } else {
                middle
            };
            let score = self.test(shape, own, occupied, alpha, halt)?;
            if score <= alpha {
                upper = score.max(lower);
            } else {
                lower = score.min(upper);
            }
        }
        Some(lower)
    }

    /// One window, by as many threads as allowed: whichever is first is right.
    fn test<S: Shape>(
        &mut self,
        shape: S,
        own: u64,
        occupied: u64,
        alpha: i32,
        halt: &AtomicBool,
    ) -> Option<i32> {
        // With few buckets in use, search as many nodes as they hold; then
        // begin again with more, and with what was learned.
        while let Some(room) = self.table.room() {
            let most = room.min(self.most_nodes.saturating_sub(self.nodes));
            let mut search = Search::new(shape, &self.table, halt, 0).limit(most);
            let score = search.test(own, occupied, alpha, &mut self.stack);
            self.nodes += search.nodes;
            if score.is_some() || most < room || halt.load(Relaxed) {
                return score;
            }
            match Arc::get_mut(&mut self.table) {
                Some(table) => table.grow(),
                None => break,
            }
        }
        let table = &self.table;
        let most = self.most_nodes.saturating_sub(self.nodes);
        if self.threads == 1 {
            let mut search = Search::new(shape, table, halt, 0).limit(most);
            let score = search.test(own, occupied, alpha, &mut self.stack);
            self.nodes += search.nodes;
            return score;
        }
        let done = AtomicBool::new(false);
        let found = Mutex::new((None, 0));
        thread::scope(|scope| {
            for thread in 0..self.threads {
                let (done, found) = (&done, &found);
                scope.spawn(move || {
                    let mut search = Search::new(shape, table, done, thread).limit(most);
                    let score = search.test(own, occupied, alpha, &mut Stack::default());
                    done.store(true, Relaxed);
                    let mut found = found.lock().unwrap_or_else(|e| e.into_inner());
                    found.0 = found.0.or(score);
                    found.1 += search.nodes;
                });
            }
            // Threads watch `done` alone; the caller's wish is passed on.
            while !done.load(Relaxed) {
                if halt.load(Relaxed) {
                    done.store(true, Relaxed);
                }
                thread::sleep(std::time::Duration::from_micros(200));
            }
        });
        let (score, nodes) = found.into_inner().unwrap_or_else(|e| e.into_inner());
        self.nodes += nodes;
        score
    }
}
