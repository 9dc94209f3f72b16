//! What everybody may see of a match.

use serde::Serialize;
use sobremesa_kernel::Side;

use crate::{Ended, Ending, State, Time};

/// A match as it is shown, but for what only its host knows: who is there, and
/// what a machine has found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// With what is taken for dead taken off, picture and score accordingly.
    pub game: sobremesa_kernel::View,
    pub ended: Option<Ended>,
    /// The result as the record says it, where `ended` has it from there.
    pub recorded: Option<String>,
    pub settling: Option<Settling>,
    /// What is left on the clocks, and whose runs.
    pub clocks: Option<([u64; 2], Option<Side>)>,
}

/// What the players take for dead after play has stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schema", schema(as = Settlement))]
pub struct Settling {
    /// `false` until the program has made its proposal.
    pub ready: bool,
    /// The places of everything marked, whole groups.
    pub dead: Vec<String>,
    /// The sides that agree to it as it is marked now.
    pub agreed: Vec<Side>,
}

impl State {
    /// What there is to see at a moment.
    #[must_use]
    pub fn view(&self, now: Time) -> View {
        let mut game = self.game().view();
        let ended = self.ended();
        let recorded = ended.is_some_and(|ended| ended.reason == Ending::Record);
        if recorded {
            // What was counted then is the record's to say.
            game.score = None;
        }
        if ended.is_some() {
            game.legal.clear();
        }
        if let Some(settlement) = self.settlement() {
            let counted = self.game().counted(&settlement.dead);
            (game.picture, game.score) = (counted.picture, counted.score);
        }
        let record = self.header().record.as_ref().filter(|_| recorded);
        View {
            game,
            ended,
            recorded: record.map(|record| record.result.clone()),
            settling: self.settling_view(),
            clocks: self.clocks().map(|clocks| (clocks.left(now), clocks.running())),
        }
    }

    fn settling_view(&self) -> Option<Settling> {
        let Some(settlement) = self.settlement() else {
            return self.settling().then(Settling::default);
        };
        Some(Settling {
            ready: true,
            dead: settlement.dead.clone(),
            agreed: Side::BOTH.into_iter().filter(|&side| settlement.agrees(side)).collect(),
        })
    }
}
