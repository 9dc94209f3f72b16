//! Reviews of matches whose game their holder does not know.

use std::fmt;
use std::sync::Arc;

use sobremesa_connect4::Connect4;
use sobremesa_dots::Dots;
use sobremesa_go::Go;
use sobremesa_kernel::{AnyGame, Line, Playing, Position};
use sobremesa_othello::Othello;

use crate::{Effort, Judged, Judgement, Reason, Review, Stop, reason, review};

/// A review with the types erased.
pub trait AnyReview: Send + Sync + fmt::Debug {
    /// How many moves are judged.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// At most so many pieces of work, to be run at the same time by whoever
    /// has the threads.
    fn workers(self: Arc<Self>, most: usize) -> Vec<Work>;

    /// Whether every move has been judged as well as the effort allows.
    fn is_done(&self) -> bool;

    /// The judgements so far, in the order of the moves.
    fn judgements(&self) -> Vec<Option<Judgement>>;
}

/// A piece of work of a review: runs until the review is done or stopped, and
/// tells what it finds. One that was stopped goes on when it is called again.
pub type Work = Box<dyn FnMut(&Stop<'_>, &mut dyn FnMut(Judgement)) + Send>;

impl<G: Judged> AnyReview for Review<G> {
    fn len(&self) -> usize {
        Review::len(self)
    }

    fn workers(self: Arc<Self>, most: usize) -> Vec<Work> {
        let work = |mut judge: G::Judge| -> Work {
            let review = Arc::clone(&self);
            Box::new(move |stop, tell| review.work(&mut judge, stop, tell))
        };
        self.judges(most).into_iter().map(work).collect()
    }

    fn is_done(&self) -> bool {
        Review::is_done(self)
    }

    fn judgements(&self) -> Vec<Option<Judgement>> {
        Review::judgements(self)
    }
}

/// Tries a function of a game's type on every game that can be judged.
macro_rules! first_of_every_game {
    ($function:ident($($argument:expr),*)) => {
        $function::<Go>($($argument),*)
            .or_else(|| $function::<Connect4>($($argument),*))
            .or_else(|| $function::<Othello>($($argument),*))
            .or_else(|| $function::<Dots>($($argument),*))
    };
}

/// The review of the moves of a match; `None` when its game cannot be judged.
#[must_use]
pub fn open(of: &dyn AnyGame, effort: &Effort) -> Option<Arc<dyn AnyReview>> {
    first_of_every_game!(open_as(of, effort))
}

/// What every legal move of a match is worth now, best first; empty when the
/// match is over, its game cannot be judged, or `stop` says so.
#[must_use]
pub fn values(of: &dyn AnyGame, effort: &Effort, stop: &Stop<'_>) -> Vec<Line<String>> {
    first_of_every_game!(values_as(of, effort, stop)).unwrap_or_default()
}

/// What a legal move of a match does that speaks for it: at most so much as
/// is said of a move. Nothing is searched.
#[must_use]
pub fn merits(of: &dyn AnyGame, play: &str) -> Vec<Reason> {
    first_of_every_game!(merits_as(of, play)).unwrap_or_default()
}

fn merits_as<G: Judged>(of: &dyn AnyGame, play: &str) -> Option<Vec<Reason>> {
    let position = position::<G>(of)?;
    let play: <G::Position as Position>::Move = play.parse().ok()?;
    position.check(play).ok()?;
    Some(G::merits(&position, play).into_iter().take(reason::MOST).collect())
}

fn position<G: Judged>(of: &dyn AnyGame) -> Option<G::Position> {
    Some(of.as_any().downcast_ref::<Playing<G>>()?.position().clone())
}

fn open_as<G: Judged>(of: &dyn AnyGame, effort: &Effort) -> Option<Arc<dyn AnyReview>> {
    let start = position::<G>(&*of.start())?;
    let moves: Option<Vec<_>> = of.moves().iter().map(|played| played.play.parse().ok()).collect();
    // A match holds only moves that were played in it.
    let review = Review::<G>::new(&start, &moves?, effort.clone()).ok()?;
    Some(Arc::new(review))
}

fn values_as<G: Judged>(
    of: &dyn AnyGame,
    effort: &Effort,
    stop: &Stop<'_>,
) -> Option<Vec<Line<String>>> {
    let found = review::position::<G>(&position::<G>(of)?, effort, stop);
    let text = |line: Line<<G::Position as Position>::Move>| line.map(|play| play.to_string());
    Some(found.map_or_else(Vec::new, |found| found.lines.into_iter().map(text).collect()))
}
