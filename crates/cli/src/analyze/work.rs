//! A review at work: its threads, and the line of progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_judgement::{Effort, Judgement, open};
use sobremesa_kernel::AnyGame;
use sobremesa_text::{Lang, say};

use crate::thinking;

/// The judgements of all moves of a game, by so many threads.
pub fn judged(
    game: &dyn AnyGame,
    effort: &Effort,
    workers: usize,
    lang: Lang,
) -> anyhow::Result<Vec<Judgement>> {
    let review = open(game, effort).with_context(|| say(lang, "judgement-no-review", &[]))?;
    // Hidden where standard error is no terminal.
    let judgements = Arc::clone(&review);
    let bar = if thinking::is_plain() { ProgressBar::hidden() } else { ProgressBar::new(0) };
    bar.set_length(review.len() as u64);
    bar.set_style(ProgressStyle::with_template("{wide_bar} {pos}/{len} {msg} {elapsed}")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let done = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for mut work in review.workers(workers) {
            let (bar, done) = (&bar, &done);
            scope.spawn(move || {
                work(&|| false, &mut |judgement| {
                    bar.set_message(judgement.play.clone());
                    if judgement.is_final {
                        bar.set_position(done.fetch_add(1, Relaxed) as u64 + 1);
                    }
                });
            });
        }
    });
    bar.finish_and_clear();
    Ok(judgements.judgements().into_iter().flatten().collect())
}
