//! What a course is to whoever asks: tasks, questions, what is expected.

use std::io;

use super::verdict::{self, Expected, Verdict};
use crate::prolog::{Program, Reply, Step, Term};
use crate::report::{Diagram, TaskReport};

/// One predicate that the sheet asks for.
#[derive(Debug)]
pub struct Task {
    pub predicate: &'static str,
    pub arity: usize,
    /// Other names under which it is handed in, with as many arguments. Where
    /// there are any the sheet prescribes none, so a program that has none of
    /// them, or answers nothing that is understood, is not graded in it.
    pub aliases: &'static [&'static str],
    /// The sheet's sentence about it, in the sheet's language.
    pub sheet: &'static str,
}

impl Task {
    /// Its report, with so many questions asked.
    #[must_use]
    pub fn report(&self, asked: usize) -> TaskReport {
        TaskReport::new(format!("{}/{}", self.predicate, self.arity), self.sheet, asked)
    }
}

/// Something that is often misunderstood: a change to how the rules are read.
pub struct Misreading<R> {
    /// The key of its sentence in the catalogues.
    pub id: &'static str,
    pub change: fn(&mut R),
}

impl<R> std::fmt::Debug for Misreading<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.id)
    }
}

/// A course whose predicates are asked in Prolog.
pub trait Course: Sync {
    /// One question.
    type Case: Clone + PartialEq + std::fmt::Debug + Send + Sync;
    /// A way to read the rules; the default one is the sheet's.
    type Reading: Clone + Default + Send + Sync + 'static;

    fn id(&self) -> &'static str;
    fn tasks(&self) -> &'static [Task];
    fn misreadings(&self) -> &'static [Misreading<Self::Reading>];
    /// Every question that may be asked about a task, the smallest first.
    fn pool(&self, task: usize, seed: u64) -> Vec<Self::Case>;
    /// Finds out how this program writes what the sheet leaves to it.
    fn prepare(&self, _: &mut Program<'_>) -> io::Result<()> {
        Ok(())
    }
    /// The readings that are all the sheet's; the one that a program keeps to
    /// best is the one it is held to.
    fn sheets(&self) -> Vec<Self::Reading> {
        vec![Self::Reading::default()]
    }
    /// What is asked; what the last step says is judged.
    fn steps(&self, case: &Self::Case) -> Vec<Step>;
    /// What somebody with this reading would answer.
    fn expected(&self, case: &Self::Case, reading: &Self::Reading) -> Expected;
    /// An answer in the form that [`Course::expected`] has it.
    fn normal(&self, _: &Self::Case, answer: Term) -> Term {
        answer
    }
    fn verdict(&self, case: &Self::Case, expected: &Expected, replies: &[Reply]) -> Verdict {
        verdict::of(expected, replies.last(), &|term| self.normal(case, term))
    }
    /// Whether an answer has the form that is asked for; see [`Task::aliases`].
    fn is_understood(&self, _: &Self::Case, _: &[Reply]) -> bool {
        true
    }
    /// Questions of the same kind that are smaller by one thing.
    fn smaller(&self, case: &Self::Case) -> Vec<Self::Case>;
    /// Every smaller question of the same kind there is, where that is few.
    fn all_below(&self, _: &Self::Case) -> Option<Vec<Self::Case>> {
        None
    }
    /// How large a question is.
    fn size(&self, case: &Self::Case) -> usize;
    /// What can be pasted to see it.
    fn query(&self, case: &Self::Case) -> String;
    /// The board of a question.
    fn board(&self, case: &Self::Case) -> Option<Diagram>;
    /// An answer as a board, where it is one.
    fn drawn(&self, _: &Self::Case, _: &Term) -> Option<Diagram> {
        None
    }
    /// An answer as Prolog would show it: `C = 3`.
    fn told(&self, case: &Self::Case, answer: &Term) -> String;
}
