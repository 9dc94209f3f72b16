//! What a pengine is doing: a small state machine, apart from what it is
//! asked and how.
//!
//! ```text
//!            begin                 finish(None)
//!   Idle ───────────▶ Running ───────────────────▶ Idle
//!    ▲                 │  ▲ begin
//!    │ stop, abort     │  │
//!    └── Suspended ◀───┘──┘   finish(Some): more answers
//! ```
//!
//! One lock guards it, so that of two who ask at the same time one is told
//! that it is busy. Whoever began holds a [`Claim`], from the waiting for a
//! place to run until the answer is there: the stop belongs to that turn, so
//! that an abort reaches the question that waits as well as the one that
//! runs, and never a later one. A turn that is given up frees the pengine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Locks, whatever became of the thread that held it before.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Set to end what is being looked for.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn is(&self, other: &Stop) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// What it is doing; `A` is a question with more answers.
#[derive(Debug)]
enum Doing<A> {
    Idle,
    Suspended(A),
    Running(Stop),
    Dead,
}

/// The machine, shared by those who ask.
#[derive(Debug)]
pub struct Machine<A>(Arc<Mutex<Doing<A>>>);

/// Why a turn cannot begin, or a question cannot be stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It is still looking for an answer.
    Busy,
    /// There is no question with more answers.
    Nothing,
}

impl<A> Default for Machine<A> {
    fn default() -> Machine<A> {
        Machine(Arc::new(Mutex::new(Doing::Idle)))
    }
}

impl<A> Machine<A> {
    /// Begins a new question, which ends one that has more answers.
    pub fn begin(&self) -> Result<Claim<A>, Refusal> {
        let mut doing = lock(&self.0);
        if matches!(*doing, Doing::Running(_)) {
            return Err(Refusal::Busy);
        }
        let stop = Stop::default();
        if matches!(*doing, Doing::Dead) {
            stop.set();
        } else {
            *doing = Doing::Running(stop.clone());
        }
        Ok(Claim { machine: Arc::clone(&self.0), stop })
    }

    /// Goes on with the question that has more answers.
    pub fn resume(&self) -> Result<(Claim<A>, A), Refusal> {
        let mut doing = lock(&self.0);
        match std::mem::replace(&mut *doing, Doing::Idle) {
            Doing::Suspended(question) => {
                let stop = Stop::default();
                *doing = Doing::Running(stop.clone());
                Ok((Claim { machine: Arc::clone(&self.0), stop }, question))
            }
            Doing::Running(stop) => {
                *doing = Doing::Running(stop);
                Err(Refusal::Busy)
            }
            other => {
                *doing = other;
                Err(Refusal::Nothing)
            }
        }
    }

    /// Forgets the question that has more answers.
    pub fn drop_question(&self) -> Result<(), Refusal> {
        self.resume().map(drop)
    }

    /// Stops whatever it is doing: a question that runs, waits or has more.
    pub fn abort(&self) {
        let mut doing = lock(&self.0);
        match &*doing {
            Doing::Running(stop) => stop.set(),
            Doing::Suspended(_) => *doing = Doing::Idle,
            Doing::Idle | Doing::Dead => {}
        }
    }

    /// The end: nothing can begin any more.
    pub fn kill(&self) {
        let mut doing = lock(&self.0);
        if let Doing::Running(stop) = &*doing {
            stop.set();
        }
        *doing = Doing::Dead;
    }

    pub fn is_running(&self) -> bool {
        matches!(*lock(&self.0), Doing::Running(_))
    }

    /// A look at the question that has more answers.
    pub fn question<T>(&self, look: impl FnOnce(&A) -> T) -> Option<T> {
        match &*lock(&self.0) {
            Doing::Suspended(question) => Some(look(question)),
            _ => None,
        }
    }
}

/// The right to look for answers, until it is finished or dropped.
#[derive(Debug)]
pub struct Claim<A> {
    machine: Arc<Mutex<Doing<A>>>,
    stop: Stop,
}

impl<A> Claim<A> {
    pub fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Ends the turn; `more` is a question with more answers. Nothing is kept
    /// of one that was stopped.
    pub fn finish(self, more: Option<A>) {
        self.end(more);
    }

    fn end(&self, more: Option<A>) {
        let mut doing = lock(&self.machine);
        if matches!(&*doing, Doing::Running(stop) if stop.is(&self.stop)) {
            *doing = match more {
                Some(question) if !self.stop.is_set() => Doing::Suspended(question),
                _ => Doing::Idle,
            };
        }
    }
}

impl<A> Drop for Claim<A> {
    fn drop(&mut self) {
        self.end(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What an asker does, step by step.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Step {
        /// Begins its question.
        Begin(usize),
        /// Got a place to run, and looks for an answer.
        Run(usize),
        /// Has its answer.
        Finish(usize),
        /// Leaves before it has one.
        GiveUp(usize),
        Abort,
    }

    /// Every order of several lists of steps, each list in its own order.
    fn interleavings(lists: &[Vec<Step>]) -> Vec<Vec<Step>> {
        if lists.iter().all(Vec::is_empty) {
            return vec![Vec::new()];
        }
        let mut all = Vec::new();
        for (n, list) in lists.iter().enumerate() {
            let Some((&first, rest)) = list.split_first() else { continue };
            let mut others = lists.to_vec();
            others[n] = rest.to_vec();
            for mut order in interleavings(&others) {
                order.insert(0, first);
                all.push(order);
            }
        }
        all
    }

    /// Plays one order and checks what must hold after every step.
    fn play(order: &[Step], more: bool) {
        let machine: Machine<usize> = Machine::default();
        let mut turns: [Option<Claim<usize>>; 2] = [None, None];
        // Whether an abort came while this asker held the turn.
        let mut aborted = [false; 2];
        let mut stopped = [false; 2];
        let mut last = None;
        for &step in order {
            match step {
                Step::Begin(who) => {
                    let others = turns[1 - who].is_some();
                    match machine.begin() {
                        Ok(turn) => {
                            assert!(!others, "two run: {order:?}");
                            assert!(!turn.stop().is_set(), "an old abort: {order:?}");
                            turns[who] = Some(turn);
                        }
                        Err(refusal) => assert!(others && refusal == Refusal::Busy, "{order:?}"),
                    }
                }
                Step::Run(who) => {
                    if let Some(turn) = &turns[who] {
                        stopped[who] = turn.stop().is_set();
                        assert_eq!(stopped[who], aborted[who], "an abort was lost: {order:?}");
                    }
                }
                Step::Finish(who) => {
                    if let Some(turn) = turns[who].take() {
                        assert_eq!(turn.stop().is_set(), aborted[who], "{order:?}");
                        turn.finish(more.then_some(who));
                        last = (more && !aborted[who]).then_some(who);
                    }
                }
                Step::GiveUp(who) => {
                    if turns[who].take().is_some() {
                        last = None;
                    }
                }
                Step::Abort => {
                    machine.abort();
                    for who in 0..2 {
                        aborted[who] |= turns[who].is_some();
                    }
                    if turns.iter().all(Option::is_none) {
                        last = None;
                    }
                }
            }
            if turns.iter().any(Option::is_some) {
                last = None;
            }
            assert_eq!(machine.is_running(), turns.iter().any(Option::is_some), "{order:?}");
            assert_eq!(machine.question(|&who| who), last, "{order:?}");
        }
    }

    #[test]
    fn two_askers_and_an_abort_in_every_order() {
        let asks = |who| vec![Step::Begin(who), Step::Run(who), Step::Finish(who)];
        let leaves = |who| vec![Step::Begin(who), Step::GiveUp(who)];
        let mut orders = interleavings(&[asks(0), asks(1), vec![Step::Abort]]);
        assert_eq!(orders.len(), 140);
        orders.extend(interleavings(&[leaves(0), asks(1), vec![Step::Abort]]));
        for order in orders {
            play(&order, true);
            play(&order, false);
        }
    }

    #[test]
    fn a_dead_one_stays_dead() {
        let machine: Machine<()> = Machine::default();
        let turn = machine.begin().unwrap();
        machine.kill();
        assert!(turn.stop().is_set());
        turn.finish(Some(()));
        assert_eq!(machine.resume().unwrap_err(), Refusal::Nothing);
        assert!(machine.begin().unwrap().stop().is_set());
    }
}
