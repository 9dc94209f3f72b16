//! Asking a student's program, and finding the most telling of what it gets
//! wrong. It knows no course: a [`Course`] is a list of tasks whose questions
//! are asked in Prolog, with what the sheet expects of each and what each
//! misunderstanding would expect.
//!
//! The order of the questions is chosen so that every misunderstanding of the
//! catalogue is told from the sheet, and from the others, as early as can be.

mod course;
mod examiner;
mod plan;
mod verdict;

pub use course::{Course, Misreading, Task};
pub use examiner::examine;
pub use plan::Plan;
pub use verdict::Expected;
