//! What the players take for dead after play has stopped.
//!
//! The program proposes, the people mark and agree, or play on. A machine
//! agrees to its own proposal and to nothing else: when the person agrees to
//! other marks, play goes on. Against a machine a game that goes on is played
//! out: at the next stop the stones count as they stand, so that nothing is
//! disputed twice.

use sobremesa_kernel::Side;

/// What is taken for dead, and who agrees.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settlement {
    /// What the program proposed: whole groups, in order.
    pub proposal: Vec<String>,
    /// What is marked now: whole groups, in order.
    pub dead: Vec<String>,
    /// Who agrees to `dead`.
    pub agreed: [bool; 2],
}

impl Settlement {
    pub(crate) fn new(mut proposal: Vec<String>) -> Settlement {
        proposal.sort_unstable();
        proposal.dedup();
        Settlement { dead: proposal.clone(), proposal, agreed: [false; 2] }
    }

    /// The group is taken for dead, or no longer; everybody is asked again.
    pub(crate) fn toggle(&mut self, group: Vec<String>) {
        if group.first().is_some_and(|at| self.dead.contains(at)) {
            self.dead.retain(|at| !group.contains(at));
        } else {
            self.dead.extend(group);
            self.dead.sort_unstable();
        }
        self.agreed = [false; 2];
    }

    /// A stone that is marked otherwise than the program proposed.
    pub(crate) fn first_changed(&self) -> Option<String> {
        let only_in = |a: &[String], b: &[String]| a.iter().find(|at| !b.contains(at)).cloned();
        only_in(&self.dead, &self.proposal).or_else(|| only_in(&self.proposal, &self.dead))
    }

    pub(crate) fn agrees(&self, side: Side) -> bool {
        self.agreed[side.index()]
    }
}
