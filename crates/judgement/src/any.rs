//! Reviews of matches whose game their holder does not know.

use std::fmt;

use sobremesa_connect4::Connect4;
use sobremesa_dots::Dots;
use sobremesa_go::Go;
use sobremesa_kernel::{Line, Match, Position, Table};
use sobremesa_othello::Othello;

use crate::{Effort, Judged, Judgement, Review, Stop, review};

/// A review with the types erased.
pub trait AnyReview: Send + Sync + fmt::Debug {
    /// How many moves are judged.
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// At most so many pieces of work, to be run at the same time by whoever
    /// has the threads.
    fn workers(&self, most: usize) -> Vec<Work<'_>>;

    /// The judgements so far, in the order of the moves.
    fn judgements(&self) -> Vec<Option<Judgement>>;
}

/// A piece of work of a review: runs until the review is done or stopped, and
/// tells what it finds.
pub type Work<'a> = Box<dyn FnOnce(&Stop<'_>, &mut dyn FnMut(Judgement)) + Send + 'a>;

impl<G: Judged> AnyReview for Review<G> {
    fn len(&self) -> usize {
        Review::len(self)
    }

    fn workers(&self, most: usize) -> Vec<Work<'_>> {
        let work = |mut judge: G::Judge| -> Work<'_> {
            Box::new(move |stop, tell| self.work(&mut judge, stop, tell))
        };
        self.judges(most).into_iter().map(work).collect()
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
pub fn open(of: &dyn Match, effort: &Effort) -> Option<Box<dyn AnyReview>> {
    first_of_every_game!(open_as(of, effort))
}

/// What every legal move of a match is worth now, best first; empty when the
/// match is over, its game cannot be judged, or `stop` says so.
#[must_use]
pub fn values(of: &dyn Match, effort: &Effort, stop: &Stop<'_>) -> Vec<Line<String>> {
    first_of_every_game!(values_as(of, effort, stop)).unwrap_or_default()
}

fn position<G: Judged>(of: &dyn Match) -> Option<G::Position> {
    Some(of.as_any().downcast_ref::<Table<G>>()?.position().clone())
}

fn open_as<G: Judged>(of: &dyn Match, effort: &Effort) -> Option<Box<dyn AnyReview>> {
    let start = position::<G>(&*of.start())?;
    let moves: Option<Vec<_>> = of.moves().iter().map(|played| played.play.parse().ok()).collect();
    // A match holds only moves that were played in it.
    let review = Review::<G>::new(&start, &moves?, effort.clone()).ok()?;
    Some(Box::new(review))
}

fn values_as<G: Judged>(
    of: &dyn Match,
    effort: &Effort,
    stop: &Stop<'_>,
) -> Option<Vec<Line<String>>> {
    let found = review::position::<G>(&position::<G>(of)?, effort, stop);
    let text = |line: Line<<G::Position as Position>::Move>| line.map(|play| play.to_string());
    Some(found.map_or_else(Vec::new, |found| found.lines.into_iter().map(text).collect()))
}
