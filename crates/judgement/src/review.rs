//! The moves of a game judged, coarse first and finer later, the last move
//! first: what is learned of an ending serves for the moves before it.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sobremesa_kernel::{Line, Position, Side, Value};

use crate::judge::after;
use crate::{Better, Effort, Judge, Judged, Judgement, Question, Reason, Stage, Stop, Valuation};
use crate::{class, reason};

type Play<G> = <<G as sobremesa_kernel::Game>::Position as Position>::Move;

/// The review of one game. It is shared by its workers: each calls
/// [`Review::work`] with a judge of its own.
pub struct Review<G: Judged> {
    /// The position before each move.
    positions: Vec<G::Position>,
    moves: Vec<Play<G>>,
    effort: Effort,
    state: Mutex<State<Play<G>>>,
}

/// What is known so far, and what is to be done next.
struct State<M> {
    /// The next of the jobs, which are `STAGES` times the moves, last first.
    next: usize,
    /// Jobs that were begun and stopped: they are done before the next one.
    again: Vec<usize>,
    /// The best valuation so far of each position.
    known: Vec<Option<(Stage, Valuation<M>)>>,
}

impl<G: Judged> fmt::Debug for Review<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Review({}, {} moves)", G::ID, self.moves.len())
    }
}

impl<G: Judged> Review<G> {
    /// A review of the moves played from `start`; the error says which of
    /// them (from 1) may not be played and why.
    pub fn new(
        start: &G::Position,
        moves: &[Play<G>],
        effort: Effort,
    ) -> Result<Review<G>, (usize, <G::Position as Position>::Illegal)> {
        let mut positions = Vec::with_capacity(moves.len());
        let mut now = start.clone();
        for (number, &m) in (1..).zip(moves) {
            positions.push(now.clone());
            now.play(m).map_err(|illegal| (number, illegal))?;
        }
        let known = vec![None; moves.len()];
        Ok(Review {
            positions,
            moves: moves.to_vec(),
            effort,
            state: Mutex::new(State { next: 0, again: Vec::new(), known }),
        })
    }

    /// How many moves are judged.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Judges for at most so many workers.
    #[must_use]
    pub fn judges(&self, workers: usize) -> Vec<G::Judge> {
        G::judges(&self.effort, workers.max(1), &self.positions)
    }

    /// Values positions until all are done or `stop` says so, and tells every
    /// judgement that is new or finer than before. What was stopped may be
    /// worked on again: the position it was at comes first then.
    pub fn work(&self, judge: &mut G::Judge, stop: &Stop<'_>, tell: &mut dyn FnMut(Judgement)) {
        let count = self.moves.len();
        while !stop() {
            let (job, stage, index, ahead) = {
                let mut state = self.state();
                let job = state.again.pop().unwrap_or(state.next);
                let Some(&stage) = job.checked_div(count).and_then(|at| G::STAGES.get(at)) else {
                    return;
                };
                state.next = state.next.max(job + 1);
                let index = count - 1 - job % count;
                let ahead = state.known.get(index + 1).and_then(Option::as_ref);
                let ahead = ahead.filter(|(of, _)| *of == stage).map(|(_, found)| found.clone());
                (job, stage, index, ahead)
            };
            let question = Question {
                position: &self.positions[index],
                stop,
                played: Some(self.moves[index]),
                stage,
                after: ahead.as_ref(),
            };
            let Some(found) = judge.value(&question) else {
                self.state().again.push(job);
                return;
            };
            // Another worker may have looked more carefully meanwhile.
            if self.state().known[index].as_ref().is_some_and(|(of, _)| *of > stage) {
                continue;
            }
            tell(self.judgement(index, stage, &found));
            self.state().known[index] = Some((stage, found));
        }
    }

    /// Whether every move has been judged as well as the effort allows.
    #[must_use]
    pub fn is_done(&self) -> bool {
        let fine = |known: &Option<(Stage, _)>| {
            known.as_ref().is_some_and(|(stage, _)| G::STAGES.last() == Some(stage))
        };
        self.state().known.iter().all(fine)
    }

    /// The judgements so far, by the moves' order; `None` where nothing is
    /// known yet.
    #[must_use]
    pub fn judgements(&self) -> Vec<Option<Judgement>> {
        let known = self.state().known.clone();
        let known = known.into_iter().enumerate();
        known
            .map(|(index, known)| known.map(|(stage, found)| self.judgement(index, stage, &found)))
            .collect()
    }

    fn state(&self) -> MutexGuard<'_, State<Play<G>>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn judgement(&self, index: usize, stage: Stage, found: &Valuation<Play<G>>) -> Judgement {
        let position = &self.positions[index];
        let mut judgement = judged::<G>(position, self.moves[index], found);
        judgement.number = index + 1;
        judgement.is_final = G::STAGES.last() == Some(&stage);
        judgement
    }
}

/// The judgement of one move from what is known of its position's moves.
pub(crate) fn judged<G: Judged>(
    position: &G::Position,
    played: Play<G>,
    found: &Valuation<Play<G>>,
) -> Judgement {
    /// How many better moves are named.
    const NAMED: usize = 3;
    let side: Side = position.turn();
    let unknown = Line::new(played, Value::Unknown);
    let line = found.line(played).unwrap_or(&unknown);
    let best = found.lines.first().unwrap_or(&unknown);
    let ahead = G::ahead(position);
    let text = |line: &[Play<G>]| line.iter().map(ToString::to_string).collect::<Vec<_>>();
    let loss = class::loss(line.value, best.value);
    let chances = found.chance_after.zip(found.chance).map(|(after, of)| [after, of.max(after)]);
    let class = match (found.lines.len(), chances, loss) {
        // Nothing else was to be had.
        (1, _, _) => Some(crate::Class::Best),
        (_, Some([after, of]), Some(loss)) => {
            let loss = if loss <= G::SCALE.noise { 0.0 } else { loss };
            Some(G::SCALE.class_of_losses(loss, of - after))
        }
        _ => G::SCALE.class(line.value, best.value, ahead),
    };
    let costs = loss.is_some_and(|loss| loss > 0.0) && class > Some(crate::Class::Best);
    let is_better = |other: &&Line<Play<G>>| {
        let gains = class::loss(line.value, other.value).is_some_and(|gain| gain > 0.0);
        gains && !matches!(other.value, Value::AtMost(_))
    };
    let better = |other: &Line<Play<G>>| Better {
        play: other.play.to_string(),
        value: other.value,
        line: text(&other.pv),
    };
    // A move that is good enough needs no excuse.
    let needs_reasons = costs && class >= Some(crate::Class::Inaccuracy) && best.play != played;
    let reasons: Vec<Reason> = if needs_reasons {
        G::reasons(position, line, best).into_iter().take(reason::MOST).collect()
    } else {
        Vec::new()
    };
    Judgement {
        number: 0,
        side,
        play: played.to_string(),
        value: line.value,
        best: best.value,
        ahead,
        chances,
        loss,
        class,
        better: if costs {
            found.lines.iter().filter(is_better).take(NAMED).map(better).collect()
        } else {
            Vec::new()
        },
        refutation: if costs { text(line.pv.get(1..).unwrap_or_default()) } else { Vec::new() },
        reasons,
        is_final: true,
    }
}

/// What every legal move of a position is worth, for those who ask about a
/// position and not about a game. `None` when stopped or when it is over.
#[must_use]
pub fn position<G: Judged>(
    position: &G::Position,
    effort: &Effort,
    stop: &Stop<'_>,
) -> Option<Valuation<Play<G>>> {
    if position.outcome().is_some() {
        return None;
    }
    let mut judge = G::judges(effort, 1, std::slice::from_ref(position)).pop()?;
    let question = Question { position, stop, played: None, stage: Stage::Fine, after: None };
    judge.value(&question)
}

/// How the game goes on after a move by what `best` finds, up to some plies.
pub(crate) fn line<P: Position>(
    position: &P,
    play: P::Move,
    plies: usize,
    mut best: impl FnMut(&P) -> Option<P::Move>,
) -> Vec<P::Move> {
    let mut now = after(position, play);
    let mut line = vec![play];
    while line.len() < plies && now.outcome().is_none() {
        let Some(m) = best(&now) else { break };
        line.push(m);
        now.play_unchecked(m);
    }
    line
}
