//! Engines of others that speak the line protocol of Dots and Boxes.

use std::time::{Duration, Instant};

use sobremesa_kernel::AnyGame;

use super::{Chosen, Fault, Process};

/// An engine of the Dots and Boxes line protocol (`docs/dots.md`):
/// `new R C`, `play h|v r c`, `go seconds` answered by `h|v r c`.
#[derive(Debug)]
pub struct LineEngine {
    process: Process,
}

impl LineEngine {
    pub(super) fn new(process: Process) -> LineEngine {
        LineEngine { process }
    }

    pub(super) fn process(&self) -> &Process {
        &self.process
    }

    pub(super) fn begin(&mut self, game: &dyn AnyGame) -> Result<(), Fault> {
        if sobremesa_games::replay::unusual_start(game).is_some() {
            return Err(Fault::NoSetUp("the line protocol has no command for it".to_owned()));
        }
        let picture = game.view().picture;
        self.process.send(&format!("new {} {}", picture.rows, picture.columns))
    }

    /// `play` is `F-C-h`, counted from 1; the protocol counts from 0.
    pub(super) fn played(&mut self, play: &str) -> Result<(), Fault> {
        let mut parts = play.split('-');
        let (Some(row), Some(column), Some(direction)) = (
            parts.next().and_then(|n| n.parse::<usize>().ok()),
            parts.next().and_then(|n| n.parse::<usize>().ok()),
            parts.next(),
        ) else {
            return Err(Fault::Nonsense(play.to_owned()));
        };
        self.process.send(&format!(
            "play {direction} {} {}",
            row.saturating_sub(1),
            column.saturating_sub(1)
        ))
    }

    pub(super) fn choose(&mut self, time: Duration, patience: Duration) -> Result<Chosen, Fault> {
        self.process.send(&format!("go {}", time.as_secs_f64()))?;
        let line = self.process.receive(Instant::now() + patience)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        // Some engines repeat the word `play` before their move.
        let words = words.strip_prefix(&["play"]).unwrap_or(&words);
        match *words {
            [direction @ ("h" | "v"), row, column] => {
                match (row.parse::<usize>(), column.parse::<usize>()) {
                    (Ok(row), Ok(column)) if row < 1000 && column < 1000 => {
                        Ok(Chosen::Play(format!("{}-{}-{direction}", row + 1, column + 1)))
                    }
                    _ => Err(Fault::Nonsense(line.clone())),
                }
            }
            _ => Err(Fault::Nonsense(line.chars().take(60).collect())),
        }
    }
}
