//! Asks about one predicate, confirms what seems wrong and makes it small.

use std::io;

use super::course::Course;
use super::plan::Plan;
use super::verdict::{Expected, Verdict, Wrong};
use crate::prolog::{PATIENT, Program, QUICK, Reply, Status, Term};
use crate::report::{Answer, Counterexample, Finding, Kind, Minimality, TaskReport};

/// A question that was asked.
struct Asked<C: Course> {
    case: C::Case,
    replies: Vec<Reply>,
    verdict: Verdict,
}

/// Questions about one predicate: as few always, as many at most.
const FEWEST: usize = 30;
const MOST: usize = 120;

/// Inferences after which a predicate has been asked enough.
const ENOUGH: u64 = 20_000_000;

/// Questions that may be spent on making one counterexample small.
const SHRINKING: usize = 200;
const SHRINKING_INFERENCES: u64 = 60_000_000;

/// Counterexamples told about one predicate.
const TOLD: usize = 3;

/// Asks about one task, and says what was found.
pub fn examine<C: Course>(
    course: &C,
    plan: &Plan<C>,
    program: &mut Program<'_>,
    task: usize,
) -> io::Result<TaskReport> {
    let mut examiner = Examiner { course, program, sheet: C::Reading::default() };
    let mut asked: Vec<Asked<C>> = Vec::new();
    let mut spent = 0;
    let mut lost = 0;
    for case in plan.cases(course, task).iter().take(MOST) {
        let one = examiner.ask(case, QUICK)?;
        spent += one.replies.iter().map(|reply| reply.inferences).sum::<u64>();
        // Whoever does not answer is not waited for again and again.
        lost += usize::from(one.verdict.slow || one.verdict.lost());
        asked.push(one);
        if lost >= 2 || asked.len() >= FEWEST && spent > ENOUGH {
            break;
        }
    }
    examiner.choose_sheet(&mut asked);
    examiner.hear_the_slow(&mut asked)?;
    let mut report = course.tasks()[task].report(asked.len());
    report.understood = asked.iter().any(|one| course.is_understood(&one.case, &one.replies));
    examiner.tell(&mut asked, &mut report)?;
    Ok(report)
}

struct Examiner<'a, 'b, C: Course> {
    course: &'a C,
    program: &'a mut Program<'b>,
    /// The reading of the sheet that this program keeps to.
    sheet: C::Reading,
}

impl<C: Course> Examiner<'_, '_, C> {
    fn ask(&mut self, case: &C::Case, limit: u64) -> io::Result<Asked<C>> {
        let replies = self.program.ask(&self.course.steps(case), limit)?;
        let expected = self.course.expected(case, &self.sheet);
        let verdict = self.course.verdict(case, &expected, &replies);
        Ok(Asked { case: case.clone(), replies, verdict })
    }

    /// Holds the program to that reading of the sheet which it keeps to best.
    fn choose_sheet(&mut self, asked: &mut [Asked<C>]) {
        let verdicts = |sheet: &C::Reading| -> Vec<Verdict> {
            let verdict = |one: &Asked<C>| {
                let expected = self.course.expected(&one.case, sheet);
                self.course.verdict(&one.case, &expected, &one.replies)
            };
            asked.iter().map(verdict).collect()
        };
        let wrong = |verdicts: &[Verdict]| verdicts.iter().filter(|v| v.wrong.is_some()).count();
        let all = self.course.sheets().into_iter().map(|sheet| (verdicts(&sheet), sheet));
        if let Some((verdicts, sheet)) = all.min_by_key(|(verdicts, _)| wrong(verdicts)) {
            asked.iter_mut().zip(verdicts).for_each(|(one, verdict)| one.verdict = verdict);
            self.sheet = sheet;
        }
    }

    /// Asks the smallest question that was not answered soon once more, with
    /// all the patience there is: slow is not wrong.
    fn hear_the_slow(&mut self, asked: &mut [Asked<C>]) -> io::Result<()> {
        let slow = asked.iter_mut().filter(|one| one.verdict.slow);
        if let Some(one) = slow.min_by_key(|one| self.course.size(&one.case)) {
            let mut again = self.ask(&one.case, PATIENT)?;
            if again.verdict.slow {
                again.verdict.slow = false;
                again.verdict.wrong = Some(Wrong::Endless);
            } else {
                again.verdict.style.push("grade-style-slow");
            }
            *one = again;
        }
        Ok(())
    }

    /// What was found, the most telling first.
    fn tell(&mut self, asked: &mut [Asked<C>], report: &mut TaskReport) -> io::Result<()> {
        report.wrong_answers = asked.iter().filter(|one| one.verdict.wrong.is_some()).count();
        let named = self.misreading(asked);
        let mut kinds: Vec<Wrong> = Vec::new();
        for one in asked.iter() {
            if let Some(wrong) = &one.verdict.wrong
                && !kinds.contains(wrong)
            {
                kinds.push(*wrong);
            }
        }
        // What happens most often is the most telling.
        let count =
            |wrong: Wrong| asked.iter().filter(|one| one.verdict.wrong == Some(wrong)).count();
        kinds.sort_by_key(|&wrong| std::cmp::Reverse(count(wrong)));
        for wrong in kinds.into_iter().take(TOLD) {
            let mut candidates: Vec<&Asked<C>> =
                asked.iter().filter(|one| one.verdict.wrong == Some(wrong)).collect();
            candidates.sort_by_key(|one| self.course.size(&one.case));
            let places = candidates.len();
            let mut confirmed = None;
            for candidate in candidates.into_iter().take(3) {
                self.program.forget()?;
                let limit = if wrong == Wrong::Endless { PATIENT } else { QUICK };
                let mut again = self.ask(&candidate.case, limit)?;
                if wrong == Wrong::Endless && again.verdict.slow {
                    again.verdict.wrong = Some(wrong);
                }
                if again.verdict.wrong.is_some() {
                    confirmed = Some(again);
                    break;
                }
            }
            let Some(found) = confirmed else {
                // A program that has just been loaded gets it right: what it
                // answers depends on what it was asked before.
                report.wrong_answers = report.wrong_answers.saturating_sub(places);
                report.open.push(Finding::plain(Kind::Open, "grade-open-remembers"));
                continue;
            };
            let (found, minimality) = if found.verdict.lost() || wrong == Wrong::Endless {
                (found, Minimality::Found)
            } else {
                self.shrink(found)?
            };
            let counterexample = self.show(&found, minimality);
            report.wrong.push(Finding {
                kind: Kind::Wrong,
                what: found.verdict.wrong.map_or("", Wrong::id),
                misreading: named,
                places,
                counterexample: Some(counterexample),
            });
        }
        for (kind, notes, into) in [
            (Kind::Open, notes(asked, |verdict| &verdict.open), &mut report.open),
            (Kind::Style, notes(asked, |verdict| &verdict.style), &mut report.style),
        ] {
            for (what, places) in notes {
                let example = asked.iter().find(|one| {
                    let verdict = &one.verdict;
                    verdict.open.contains(&what) || verdict.style.contains(&what)
                });
                let counterexample = example.map(|one| self.show(one, Minimality::Found));
                into.push(Finding { kind, what, misreading: None, places, counterexample });
            }
        }
        Ok(())
    }

    /// The misunderstanding that explains every answer, if one does.
    fn misreading(&self, asked: &[Asked<C>]) -> Option<&'static str> {
        if asked.iter().all(|one| one.verdict.wrong.is_none()) {
            return None;
        }
        self.course
            .misreadings()
            .iter()
            .find(|misreading| {
                let mut reading = self.sheet.clone();
                (misreading.change)(&mut reading);
                asked.iter().all(|one| {
                    let expected = self.course.expected(&one.case, &reading);
                    let verdict = self.course.verdict(&one.case, &expected, &one.replies);
                    // What allows everything explains nothing.
                    let explains = one.verdict.wrong.is_none() || expected != Expected::Any;
                    verdict.wrong.is_none() && !verdict.slow && explains
                })
            })
            .map(|misreading| misreading.id)
    }

    /// Makes a counterexample smaller for as long as one thing can be left
    /// out, and looks whether any smaller one exists at all.
    fn shrink(&mut self, mut found: Asked<C>) -> io::Result<(Asked<C>, Minimality)> {
        let (mut asked, mut spent) = (0, 0);
        if self.course.smaller(&found.case).is_empty() {
            return Ok((found, Minimality::Found));
        }
        'smaller: loop {
            for case in self.course.smaller(&found.case) {
                if asked >= SHRINKING || spent > SHRINKING_INFERENCES {
                    return Ok((found, Minimality::Found));
                }
                let one = self.ask(&case, QUICK)?;
                asked += 1;
                spent += one.replies.iter().map(|reply| reply.inferences).sum::<u64>();
                if one.verdict.wrong == found.verdict.wrong {
                    found = one;
                    continue 'smaller;
                }
            }
            break;
        }
        let Some(below) = self.course.all_below(&found.case) else {
            return Ok((found, Minimality::OneLess));
        };
        for case in below {
            let one = self.ask(&case, QUICK)?;
            if one.verdict.wrong.is_some() && !one.verdict.lost() {
                return Ok((one, Minimality::Smallest));
            }
        }
        Ok((found, Minimality::Smallest))
    }

    fn show(&self, one: &Asked<C>, minimality: Minimality) -> Counterexample {
        let case = &one.case;
        let expected = self.course.expected(case, &self.sheet);
        let reply = one.replies.last();
        let solutions: Vec<Term> = reply
            .map(|reply| {
                let values = reply.solutions.iter().map(|solution| solution.value.clone());
                values.map(|value| value.unwrap_or_else(|| Term::atom("∞"))).collect()
            })
            .unwrap_or_default();
        let normal = |term: Term| self.course.normal(case, term);
        let solutions: Vec<Term> = solutions.into_iter().map(normal).collect();
        let boards =
            |terms: &[Term]| terms.iter().filter_map(|t| self.course.drawn(case, t)).collect();
        let told = |terms: &[Term]| terms.iter().map(|t| self.course.told(case, t)).collect();
        let right = expected.values();
        Counterexample {
            board: self.course.board(case),
            query: self.course.query(case),
            answered: Answer {
                ended: match reply.map(|reply| &reply.status) {
                    Some(Status::Done) => "grade-ended-done",
                    Some(Status::More) => "grade-ended-more",
                    Some(Status::Limit) => "grade-ended-limit",
                    Some(Status::Error(_)) => "grade-ended-error",
                    Some(Status::Undefined) => "grade-ended-undefined",
                    Some(Status::Silent(_)) | None => "grade-ended-silent",
                },
                error: match reply.map(|reply| &reply.status) {
                    Some(Status::Error(error)) => Some(shortened(&error.to_string())),
                    _ => None,
                },
                values: told(&solutions),
                boards: boards(&solutions),
            },
            right: Answer {
                ended: match &expected {
                    Expected::Fails => "grade-right-fails",
                    Expected::Holds => "grade-right-holds",
                    Expected::Any => "grade-right-any",
                    Expected::Lines { .. } => "grade-right-lines",
                    Expected::Value(_) | Expected::Set { .. } => "grade-right-values",
                },
                error: None,
                values: told(&right),
                boards: boards(&right),
            },
            minimality,
        }
    }
}

/// What was noted, and how often, the most often first.
fn notes<C: Course>(
    asked: &[Asked<C>],
    of: impl Fn(&Verdict) -> &Vec<&'static str>,
) -> Vec<(&'static str, usize)> {
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for note in asked.iter().flat_map(|one| of(&one.verdict)) {
        match counts.iter_mut().find(|(known, _)| known == note) {
            Some((_, count)) => *count += 1,
            None => counts.push((note, 1)),
        }
    }
    counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    counts
}

/// The beginning of a long text.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
