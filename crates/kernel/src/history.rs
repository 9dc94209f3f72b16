//! A game with its way back.

use crate::Position;

/// A position and all that came before it, so that moves can be taken back.
///
/// Positions have no un-play: a search copies them, which is cheaper for boards
/// of a few words, and whoever walks one game to and fro keeps this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History<P: Position> {
    past: Vec<(P, P::Move)>,
    now: P,
}

impl<P: Position> History<P> {
    /// A game that begins here.
    #[must_use]
    pub const fn new(start: P) -> History<P> {
        History { past: Vec::new(), now: start }
    }

    /// The position now.
    #[must_use]
    pub const fn now(&self) -> &P {
        &self.now
    }

    /// The moves so far, oldest first, each with the position it was made in.
    #[must_use]
    pub fn past(&self) -> &[(P, P::Move)] {
        &self.past
    }

    /// Plays a move, or says why not and changes nothing.
    pub fn play(&mut self, m: P::Move) -> Result<(), P::Illegal> {
        self.now.check(m)?;
        let before = self.now.clone();
        self.now.play_unchecked(m);
        self.past.push((before, m));
        Ok(())
    }

    /// Takes the last move back and returns it, `None` when there is none.
    pub fn undo(&mut self) -> Option<P::Move> {
        let (before, m) = self.past.pop()?;
        self.now = before;
        Some(m)
    }
}
