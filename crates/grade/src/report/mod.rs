//! What was found about a submission, as data; and the forms it is told in.

mod data;
mod diagram;
mod html;
mod json;
mod junit;
mod markup;
mod moodle;
mod text;
mod vpl;

pub use data::{Answer, Counterexample, Finding, Kind, Mark, Minimality, Note, Report, TaskReport};
pub use diagram::{Diagram, Style};
pub use html::{html, index};
pub use json::{json, sentence};
pub use junit::junit;
pub use moodle::{WrongWorksheet, filled_in};
pub use text::{head_text, mark_text, number, task_text, text};
pub use vpl::vpl;
