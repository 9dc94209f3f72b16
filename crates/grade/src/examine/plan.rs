//! In which order questions are asked: those first that tell the most
//! misunderstandings from the sheet, and from each other.

use std::sync::OnceLock;

use super::course::Course;
use super::verdict::Expected;

/// The questions of a course, in order; made once for a whole class.
#[derive(Debug)]
pub struct Plan<C: Course> {
    seed: u64,
    tasks: Vec<OnceLock<Vec<C::Case>>>,
}

/// How often a misunderstanding shall differ from the sheet.
const OFTEN: usize = 4;

impl<C: Course> Plan<C> {
    #[must_use]
    pub fn new(course: &C, seed: u64) -> Plan<C> {
        Plan { seed, tasks: course.tasks().iter().map(|_| OnceLock::new()).collect() }
    }

    /// The questions about a task.
    pub fn cases(&self, course: &C, task: usize) -> &[C::Case] {
        self.tasks[task].get_or_init(|| ordered(course, course.pool(task, self.seed)))
    }
}

fn ordered<C: Course>(course: &C, pool: Vec<C::Case>) -> Vec<C::Case> {
    // Column 0 is the sheet.
    let mut readings = vec![C::Reading::default()];
    for misreading in course.misreadings() {
        let mut reading = C::Reading::default();
        (misreading.change)(&mut reading);
        readings.push(reading);
    }
    let answers: Vec<Vec<usize>> =
        pool.iter().map(|case| classes(course, case, &readings)).collect();
    // How often each pair still has to be told apart.
    let mut wanted = vec![vec![0; readings.len()]; readings.len()];
    for (n, row) in wanted.iter_mut().enumerate() {
        for (m, wanted) in row.iter_mut().enumerate().skip(n + 1) {
            *wanted = if n == 0 { OFTEN } else { usize::from(m > n) };
        }
    }
    let mut left: Vec<usize> = (0..pool.len()).collect();
    let mut order = Vec::with_capacity(pool.len());
    loop {
        let told = |case: usize| {
            let row = &answers[case];
            let mut sum = 0;
            for n in 0..row.len() {
                for m in n + 1..row.len() {
                    // From the sheet counts more than from each other.
                    sum += match wanted[n][m] > 0 && row[n] != row[m] {
                        true if n == 0 => 8,
                        true => 1,
                        false => 0,
                    };
                }
            }
            sum
        };
        let best = left
            .iter()
            .copied()
            .enumerate()
            .max_by_key(|&(at, case)| (told(case), std::cmp::Reverse(at)));
        let Some((at, case)) = best.filter(|&(_, case)| told(case) > 0) else { break };
        left.remove(at);
        order.push(case);
        let row = &answers[case];
        for n in 0..row.len() {
            for m in n + 1..row.len() {
                if row[n] != row[m] {
                    wanted[n][m] = wanted[n][m].saturating_sub(1);
                }
            }
        }
    }
    order.extend(left);
    order.into_iter().map(|case| pool[case].clone()).collect()
}

/// Which readings answer a question alike: for each the first that does.
fn classes<C: Course>(course: &C, case: &C::Case, readings: &[C::Reading]) -> Vec<usize> {
    let mut answers: Vec<Expected> = Vec::with_capacity(readings.len());
    let mut classes = Vec::with_capacity(readings.len());
    for reading in readings {
        let answer = course.expected(case, reading);
        let class =
            answers.iter().position(|known| known.is_like(&answer)).unwrap_or(answers.len());
        classes.push(class);
        answers.push(answer);
    }
    classes
}
