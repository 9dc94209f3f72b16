//! What was expected, and what is to be said of an answer. Three kinds, never
//! mixed: wrong by the sheet, a point the sheet leaves open, and style.

use crate::prolog::{Reply, Status, Term};
use crate::sandbox::Silence;

/// What somebody expects of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum Expected {
    /// The sheet says nothing of it.
    Any,
    Fails,
    Holds,
    /// This and nothing else.
    Value(Term),
    /// Each of `must`, any of `may`, nothing else, in this order.
    Set {
        must: Vec<Term>,
        may: Vec<Term>,
    },
    /// One or more of these lines of a winner, each a list of places, of which
    /// at least four must be named.
    Lines {
        winner: Term,
        lines: Vec<Vec<Term>>,
    },
}

impl Expected {
    /// Whether who answers as one expects is right for the other as well, so
    /// that asking tells nothing. Of several lines one is enough.
    #[must_use]
    pub fn is_like(&self, other: &Expected) -> bool {
        match (self, other) {
            (
                Expected::Lines { winner, lines },
                Expected::Lines { winner: of_other, lines: others },
            ) => {
                let within = |these: &[Vec<Term>], those: &[Vec<Term>]| {
                    these.iter().all(|line| those.contains(line))
                };
                winner == of_other && (within(lines, others) || within(others, lines))
            }
            _ => self == other,
        }
    }

    /// The right answers, for people.
    #[must_use]
    pub fn values(&self) -> Vec<Term> {
        match self {
            Expected::Any | Expected::Fails | Expected::Holds => vec![],
            Expected::Value(value) => vec![value.clone()],
            Expected::Set { must, .. } => must.clone(),
            Expected::Lines { winner, lines } => lines
                .iter()
                .map(|line| Term::call("t", [winner.clone(), Term::List(line.clone())]))
                .collect(),
        }
    }
}

/// How an answer is wrong by the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// It fails and should not.
    Failed,
    /// It succeeds and should not.
    Succeeded,
    Value,
    /// A second, different answer on backtracking.
    Second,
    Missing,
    Extra,
    Error,
    Endless,
    /// Prolog ended.
    Ended,
    /// The answer is no finite term, or hidden in other output.
    Unreadable,
    Undefined,
}

impl Wrong {
    /// The key of its sentence.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Wrong::Failed => "grade-wrong-failed",
            Wrong::Succeeded => "grade-wrong-succeeded",
            Wrong::Value => "grade-wrong-value",
            Wrong::Second => "grade-wrong-second",
            Wrong::Missing => "grade-wrong-missing",
            Wrong::Extra => "grade-wrong-extra",
            Wrong::Error => "grade-wrong-error",
            Wrong::Endless => "grade-wrong-endless",
            Wrong::Ended => "grade-wrong-ended",
            Wrong::Unreadable => "grade-wrong-unreadable",
            Wrong::Undefined => "grade-wrong-undefined",
        }
    }
}

/// What is to be said of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    pub wrong: Option<Wrong>,
    /// Keys of sentences about points the sheet leaves open.
    pub open: Vec<&'static str>,
    /// Keys of sentences about style.
    pub style: Vec<&'static str>,
    /// It was not waited for long enough to say.
    pub slow: bool,
}

impl Verdict {
    /// Wrong in this way, and nothing else to say.
    #[must_use]
    pub fn wrong(wrong: Wrong) -> Verdict {
        Verdict { wrong: Some(wrong), ..Verdict::default() }
    }

    /// Whether there was no answer at all.
    #[must_use]
    pub fn lost(&self) -> bool {
        matches!(self.wrong, Some(Wrong::Endless | Wrong::Ended))
    }
}

/// What is to be said of a reply.
pub fn of(expected: &Expected, reply: Option<&Reply>, normal: &dyn Fn(Term) -> Term) -> Verdict {
    let Some(reply) = reply else { return Verdict::wrong(Wrong::Ended) };
    let mut verdict = Verdict::default();
    let mut values: Vec<Term> = Vec::new();
    let mut repeated = false;
    for solution in &reply.solutions {
        let Some(value) = solution.value.clone() else {
            return Verdict::wrong(Wrong::Unreadable);
        };
        let value = normal(value);
        match values.contains(&value) {
            true => repeated = true,
            false => values.push(value),
        }
    }
    match &reply.status {
        Status::Undefined => return Verdict::wrong(Wrong::Undefined),
        Status::Silent(Silence::Ended) => return Verdict::wrong(Wrong::Ended),
        Status::Silent(Silence::Time) => return Verdict::wrong(Wrong::Endless),
        Status::Silent(Silence::Flood) => return Verdict::wrong(Wrong::Unreadable),
        _ => {}
    }
    verdict.wrong = compare(expected, &values, &mut verdict.open);
    match &reply.status {
        Status::Error(_) => match (&verdict.wrong, expected) {
            (_, Expected::Any) => {}
            (None, Expected::Fails) => verdict.open.push("grade-open-error"),
            // What was asked for came before the error.
            (None, _) => verdict.style.push("grade-style-error-after"),
            (Some(Wrong::Failed | Wrong::Missing), _) => verdict.wrong = Some(Wrong::Error),
            (Some(_), _) => {}
        },
        Status::Limit => match (&verdict.wrong, expected) {
            (_, Expected::Any) => {}
            (None, Expected::Fails) | (Some(Wrong::Failed | Wrong::Missing), _) => {
                verdict.wrong = None;
                verdict.slow = true;
            }
            (None, _) => verdict.style.push("grade-style-endless-after"),
            (Some(_), _) => {}
        },
        _ => {}
    }
    if verdict.wrong.is_none() && !verdict.slow {
        if repeated || matches!(expected, Expected::Holds) && reply.solutions.len() > 1 {
            verdict.style.push("grade-style-repeated");
        } else if matches!(expected, Expected::Value(_))
            && reply.status == Status::Done
            && reply.solutions.last().is_some_and(|solution| !solution.last)
        {
            verdict.style.push("grade-style-choice-point");
        }
    }
    verdict
}

fn compare(expected: &Expected, values: &[Term], open: &mut Vec<&'static str>) -> Option<Wrong> {
    match expected {
        Expected::Any => None,
        Expected::Fails => (!values.is_empty()).then_some(Wrong::Succeeded),
        Expected::Holds => values.is_empty().then_some(Wrong::Failed),
        Expected::Value(right) => match values {
            [] => Some(Wrong::Failed),
            [first, ..] if first != right => Some(Wrong::Value),
            [_] => None,
            _ => Some(Wrong::Second),
        },
        Expected::Set { must, may } => {
            let known = |value: &Term| must.contains(value) || may.contains(value);
            if values.is_empty() && !must.is_empty() {
                Some(Wrong::Failed)
            } else if must.iter().any(|value| !values.contains(value)) {
                Some(Wrong::Missing)
            } else if must.is_empty() && may.is_empty() && !values.is_empty() {
                Some(Wrong::Succeeded)
            } else if !values.iter().all(known) {
                Some(Wrong::Extra)
            } else {
                let places = values.iter().filter_map(|v| must.iter().position(|m| m == v));
                if !places.is_sorted() {
                    open.push("grade-open-order");
                }
                if !may.is_empty() {
                    let all = may.iter().all(|value| values.contains(value));
                    if !all {
                        open.push("grade-open-reading");
                    }
                }
                None
            }
        }
        Expected::Lines { winner, lines } => compare_lines(winner, lines, values, open),
    }
}

fn compare_lines(
    winner: &Term,
    lines: &[Vec<Term>],
    values: &[Term],
    open: &mut Vec<&'static str>,
) -> Option<Wrong> {
    if values.is_empty() {
        return Some(Wrong::Failed);
    }
    let mut named = vec![false; lines.len()];
    for (n, value) in values.iter().enumerate() {
        let wrong = if n == 0 { Wrong::Value } else { Wrong::Second };
        let Some([side, Term::List(places)]) = value.arguments("t", 2) else { return Some(wrong) };
        let mut distinct: Vec<&Term> = Vec::new();
        for place in places {
            if !distinct.contains(&place) {
                distinct.push(place);
            }
        }
        let within = |line: &[Term]| distinct.iter().all(|place| line.contains(place));
        if side != winner || distinct.len() < lines.iter().map(Vec::len).min().unwrap_or(4).min(4) {
            return Some(wrong);
        }
        if let Some(at) = lines.iter().position(|line| within(line)) {
            named[at] = true;
            if distinct.len() < lines[at].len() {
                open.push("grade-open-long-line");
            }
            let order = distinct.iter().map(|place| lines[at].iter().position(|p| p == *place));
            if !order.is_sorted() || distinct.len() < places.len() {
                open.push("grade-open-line-order");
            }
        } else {
            // Several lines at once may be one list.
            let whole: Vec<usize> = (0..lines.len())
                .filter(|&at| {
                    lines[at].iter().filter(|place| distinct.contains(place)).count() >= 4
                })
                .collect();
            let covered = |place: &&Term| whole.iter().any(|&at| lines[at].contains(place));
            if whole.is_empty() || !distinct.iter().all(covered) {
                return Some(wrong);
            }
            whole.iter().for_each(|&at| named[at] = true);
            open.push("grade-open-lines-together");
        }
    }
    if named.contains(&false) {
        open.push("grade-open-one-line");
    }
    open.dedup();
    None
}
