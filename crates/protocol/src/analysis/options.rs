//! How the engine looks at positions.

use std::sync::Arc;

use sobremesa_nn::Network;

/// How the engine looks at positions.
#[derive(Clone, Debug)]
pub struct Options {
    /// The level that looks where there is no network.
    pub level: u8,
    pub network: Option<Arc<Network>>,
    /// Visits for a position whose query does not say.
    pub visits: u64,
    /// Positions looked at together, and threads for each.
    pub parallel: usize,
    pub threads: usize,
    pub seed: u64,
    /// Whether to leave when the input ends, whatever still waits.
    pub leave_at_the_end: bool,
}
