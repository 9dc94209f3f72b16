//! Grades the courses' submissions.
//!
//! ```text
//! intake    files, folders and archives of strangers, into memory
//! choose    which files are the program
//! sandbox   where it runs
//! prolog    real SWI-Prolog in it, asked goal by goal
//! course    what each sheet asks for, expects, and what is misunderstood
//! examine   asking in the order that tells most; counterexamples made small
//! rubric    points
//! report    what was found, and the forms it is told in
//! ```
//!
//! Start with [`Grader`]. What a student's program says is an answer to be
//! compared, never a verdict: right and wrong are decided out here, so there is
//! nothing inside the sandbox to forge.
//!
//! The first concern is never to accuse a correct program. What the sheet does
//! not settle is [`Kind::Open`](report::Kind::Open) and costs nothing; what
//! was slow is asked again with patience; what was wrong is asked again in a
//! program that was just loaded before it is said.

#![deny(missing_debug_implementations)]

mod choose;
pub mod course;
mod examine;
mod grader;
pub mod intake;
mod prolog;
pub mod report;
mod rubric;
pub mod sandbox;
mod scratch;

pub use grader::{COURSES, CourseId, Grader, Options, Progress};
pub use rubric::{Partial, Rubric, WrongRubric};
