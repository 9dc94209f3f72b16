//! After play has stopped: which groups are dead.
//!
//! The program proposes, the people mark and agree, or play on. A machine
//! agrees to its own proposal and to nothing else: when the person agrees to
//! other marks, play goes on. Against a machine a game that goes on is played
//! out: at the next stop the stones count as they stand, so that nothing is
//! disputed twice. Who is away while all others have agreed gets some time to
//! come back; then the program's proposal stands.

use sobremesa_kernel::{Judgement, Side};
use sobremesa_store::Event;
use tokio::time::Instant;

use super::{BUSY, Room};
use crate::problem::Problem;
use crate::sheet::{Held, to_store};
use crate::workers::Urgency;

impl Room {
    /// Whether the players wait for the program's proposal.
    pub(super) fn wants_proposal(&self) -> bool {
        self.sheet.settling() && self.sheet.agreement.is_none()
    }

    pub(super) fn let_judge_think(&mut self) {
        if self.judging.is_some() || !self.wants_proposal() || Instant::now() < self.not_before {
            return;
        }
        match self.hub.workers.judge(self.sheet.game.fork(), Urgency::Move) {
            Ok(thought) => self.judging = Some(thought),
            Err(_) => self.not_before = Instant::now() + BUSY,
        }
    }

    /// The judge has answered; without an opinion nothing is marked.
    pub(super) async fn propose(&mut self, found: Option<Judgement>) {
        self.judging = None;
        let dead = found.map(|judgement| judgement.dead).unwrap_or_default();
        if self.wants_proposal() {
            self.let_happen(Event::Propose { dead }).await;
        }
    }

    /// Machines answer once every person has agreed.
    pub(super) async fn let_machines_settle(&mut self) {
        if !self.sheet.settling() {
            return;
        }
        let Some(agreement) = &self.sheet.agreement else { return };
        let waiting = |side: &Side| !agreement.agreed[side.index()];
        let (machines, people): (Vec<Side>, Vec<Side>) =
            Side::BOTH.into_iter().filter(waiting).partition(|&side| self.sheet.is_machine(side));
        if !people.is_empty() {
            return;
        }
        let content = agreement.dead == agreement.proposal;
        for side in machines.into_iter().map(to_store) {
            let event =
                if content { Event::Agree { side } } else { Event::Resume { side, out: true } };
            self.let_happen(event).await;
        }
    }

    /// The person all others wait for: they have agreed, and the one is away.
    pub(super) fn absent_from_agreement(&self) -> Option<Side> {
        let agreement = self.sheet.agreement.as_ref().filter(|_| self.sheet.settling())?;
        Side::BOTH.into_iter().find(|&side| {
            agreement.agreed[side.other().index()]
                && !agreement.agreed[side.index()]
                && !self.sheet.is_machine(side)
                && self.present[side.index()] == 0
                && self.present[side.other().index()] > 0
        })
    }

    /// Nobody can be made to wait for ever, nor to accept marks that only the
    /// rival agreed to: the program's proposal stands for both.
    pub(super) async fn settle_without_absent(&mut self) {
        let Some(absent) = self.absent_from_agreement() else { return };
        if let Err(problem) = self.settle_as_proposed(absent).await {
            tracing::error!(?problem, id = self.sheet.id, "an agreement was not kept");
            self.away_since[absent.index()] = Instant::now();
        }
    }

    async fn settle_as_proposed(&mut self, absent: Side) -> Result<(), Problem> {
        while let Some(at) = self.sheet.first_changed_mark() {
            self.happen(Event::Mark { side: to_store(absent), at }).await?;
        }
        for side in [absent.other(), absent] {
            if self.sheet.agreement.as_ref().is_some_and(|all| !all.agreed[side.index()]) {
                self.happen(Event::Agree { side: to_store(side) }).await?;
            }
        }
        Ok(())
    }

    /// The order of all three: the end, the stop, `seq`.
    fn check_settling(&self, seq: u64) -> Result<(), Problem> {
        if self.sheet.outcome().is_some() {
            return Err(Problem::over());
        }
        if !self.sheet.settling() {
            return Err(Problem::not_settling());
        }
        if seq != self.sheet.seq() {
            return Err(Problem::stale(self.sheet.seq()));
        }
        Ok(())
    }

    pub(super) async fn mark(&mut self, held: Held, at: String, seq: u64) -> Result<(), Problem> {
        self.check_settling(seq)?;
        let side = to_store(self.acting_side(held));
        self.happen(Event::Mark { side, at }).await
    }

    pub(super) async fn agree_dead(&mut self, held: Held, seq: u64) -> Result<(), Problem> {
        self.check_settling(seq)?;
        for side in held.sides() {
            let agreed = self.sheet.agreement.as_ref().is_some_and(|all| all.agreed[side.index()]);
            if !agreed {
                self.happen(Event::Agree { side: to_store(side) }).await?;
            }
        }
        self.let_machines_settle().await;
        Ok(())
    }

    pub(super) async fn resume(&mut self, held: Held, seq: u64) -> Result<(), Problem> {
        self.check_settling(seq)?;
        let side = to_store(self.acting_side(held));
        let out = Side::BOTH.into_iter().any(|side| self.sheet.is_machine(side));
        self.happen(Event::Resume { side, out }).await
    }
}
