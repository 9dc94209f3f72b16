//! Who thinks for the machines of all rooms: the workers and the engines of
//! others.

use std::sync::Arc;
use std::time::Duration;

use sobremesa_kernel::{Budget, Side};
use sobremesa_table::{Occupant, State, Time, Wants};

use crate::engines::{Engines, Question};
use crate::kept;
use crate::problem::Problem;
use crate::thinking::{Asked, Found, Thinkers, Thought};
use crate::workers::{Task, Urgency, Workers};

/// The program's own levels and judge, and the engines of others.
#[derive(Debug)]
pub struct Machines {
    pub workers: Arc<Workers>,
    pub engines: Arc<Engines>,
}

impl Thinkers for Machines {
    fn begin(&self, asked: &Asked<'_>) -> Result<Thought<Found>, Problem> {
        let game = asked.state.game();
        let side = match asked.wants {
            Wants::Proposal { .. } => return self.workers.propose(game.fork(), asked.visitor),
            Wants::Move { side, .. } => side,
        };
        let seat = &asked.state.header().seats[side.index()];
        let thinker = format!("{}/{side}", asked.id);
        if seat.occupant == Occupant::Engine {
            let start = kept::begin(asked.state.header())?;
            let name = seat.name.as_deref().unwrap_or_default();
            return self.engines.choose(name, Question { start, now: game.fork(), seat: thinker });
        }
        let level = if asked.stand_in { 0 } else { seat.occupant.level().unwrap_or(0) };
        let budget = budget(asked.state, side, level, asked.now);
        self.workers.choose(Task {
            position: game.fork(),
            level,
            budget,
            thinker,
            urgency: Urgency::Move,
            visitor: asked.visitor,
        })
    }

    fn dismiss(&self, id: &str) {
        self.engines.dismiss(id);
        self.workers.dismiss(id);
    }
}

/// The level's own budget, and with a clock no more than a fair share of what
/// is left, network and queue included.
fn budget(state: &State, side: Side, level: u8, now: Time) -> Budget {
    let levels = state.game().entry().levels();
    let usual =
        levels.get(usize::from(level)).map(|level| level.budget.clone()).unwrap_or_default();
    let Some(clocks) = state.clocks() else { return usual };
    let left = clocks.left(now)[side.index()];
    let share = left / 30 + u64::from(clocks.control.increment) * 700;
    let share = Duration::from_millis(share.min(left / 2).max(10));
    Budget { time: Some(usual.time.map_or(share, |time| time.min(share))), ..usual }
}
