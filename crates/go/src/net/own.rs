//! The network that comes with the program.

use std::sync::{Arc, OnceLock};

use sobremesa_nn::{Model, Network};

/// The network that comes with the program, laid out for this machine when it
/// is first asked for. `cargo xtask train go-net` made it.
#[must_use]
pub fn own() -> &'static Arc<Network> {
    static OWN: OnceLock<Arc<Network>> = OnceLock::new();
    OWN.get_or_init(|| Arc::new(Network::new(&own_model())))
}

/// The network that comes with the program as its file has it: its name, its
/// shape and its weights.
#[must_use]
pub fn own_model() -> Model {
    let bytes: &[u8] = include_bytes!("../../data/network.bin.gz");
    sobremesa_nn::read(bytes).expect("a test reads this very file")
}

/// Whether the judgement of the network that comes with the program is worth
/// having on boards of this shape: it was trained on 7×7 to 13×13, and those up
/// to 19×19 are alike enough.
#[must_use]
pub fn own_knows(rows: usize, columns: usize) -> bool {
    let (short, long) = (rows.min(columns), rows.max(columns));
    short >= 7 && long <= 19
}

/// The network that judges boards of this shape: `given`, else the one that
/// comes with the program where it knows them.
#[must_use]
pub fn or_own(given: Option<&Arc<Network>>, rows: usize, columns: usize) -> Option<Arc<Network>> {
    given.or_else(|| own_knows(rows, columns).then(own)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_that_comes_with_the_program_is_whole_and_takes_our_inputs() {
        let network = own();
        assert_eq!(
            (network.planes(), network.globals()),
            (super::super::PLANES, super::super::GLOBALS)
        );
    }
}
