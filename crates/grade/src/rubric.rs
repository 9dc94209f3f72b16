//! Points: how many for each predicate, what a late submission loses and what
//! passes. The sheets' own are the defaults, in `rubric/<course>.toml`.

use serde::Deserialize;
use std::collections::BTreeMap;

use crate::report::{Mark, TaskReport};

/// How a course is marked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// What reports call it.
    pub name: String,
    /// The least that passes, of the sum of all points.
    pub pass: f64,
    /// Taken off what is handed in late.
    #[serde(default)]
    pub late: f64,
    /// What one wrong answer leaves of a predicate's points.
    #[serde(default)]
    pub partial: Partial,
    /// Points by predicate.
    pub points: BTreeMap<String, f64>,
}

/// What a predicate that is not right is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Partial {
    /// The share of questions that it answers rightly, and half at most.
    #[default]
    Share,
    Nothing,
}

/// A rubric that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum WrongRubric {
    #[error("{0}")]
    Form(Box<toml::de::Error>),
    #[error("the course has no {found}; it has {known}")]
    Unknown { found: String, known: String },
    #[error("{name} is {found}; expected a number from 0 to 1000000")]
    Number { name: String, found: f64 },
}

impl Rubric {
    /// Reads a rubric for these predicates.
    pub fn read(text: &str, predicates: &[&str]) -> Result<Rubric, WrongRubric> {
        let rubric: Rubric =
            toml::from_str(text).map_err(|error| WrongRubric::Form(Box::new(error)))?;
        if let Some(found) = rubric.points.keys().find(|name| !predicates.contains(&name.as_str()))
        {
            let known = predicates.join(", ");
            return Err(WrongRubric::Unknown { found: found.clone(), known });
        }
        let numbers = rubric.points.iter().map(|(name, points)| (name.as_str(), *points));
        for (name, found) in numbers.chain([("pass", rubric.pass), ("late", rubric.late)]) {
            if !(0.0..=1e6).contains(&found) {
                return Err(WrongRubric::Number { name: name.to_owned(), found });
            }
        }
        Ok(rubric)
    }

    /// Gives a predicate its points.
    pub fn mark_task(&self, task: &mut TaskReport) {
        task.of = self.points.get(task.rubric).copied().unwrap_or(0.0);
        task.points = if task.is_right() {
            task.of
        } else {
            let right = task.asked.saturating_sub(task.wrong_answers) as f64;
            let share = match self.partial {
                Partial::Share if task.asked > 0 => (right / task.asked as f64).min(0.5),
                _ => 0.0,
            };
            (task.of * share * 10.0).floor() / 10.0
        };
    }

    /// Adds the points up.
    #[must_use]
    pub fn mark(&self, tasks: &[TaskReport], late: bool) -> Mark {
        let sum: f64 = tasks.iter().map(|task| task.points).sum();
        let late = if late { self.late } else { 0.0 };
        Mark {
            points: (sum - late).max(0.0),
            of: tasks.iter().map(|task| task.of).sum(),
            pass: self.pass,
            late,
        }
    }
}
