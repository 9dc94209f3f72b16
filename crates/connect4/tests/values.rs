//! What a column is said to be worth, against playing it and every game that
//! can follow.

mod common;

use std::collections::HashMap;

use common::{minimax, positions, rules};
use sobremesa_connect4::Connect4;
use sobremesa_kernel::laws::proven_values_are_those_of_play;
use sobremesa_kernel::{Budget, Game, silent};

#[test]
fn what_a_level_calls_exact_is_what_the_column_comes_to() {
    let levels = Connect4::levels().len() as u8;
    let mut values = 0;
    for (size, count) in [
        ("6x7", 300),
        ("4x5", 60),
        ("5x4", 60),
        ("7x8", 60),
        ("1x9", 20),
        ("3x16", 40),
        ("5x5", 60),
    ] {
        // One engine for many positions: what it remembers of one must not
        // spoil another.
        let mut engines: Vec<_> =
            (2..levels).map(|level| Connect4::engine(level, 3).unwrap()).collect();
        for position in positions(rules(size), 1..=11, 23).take(count) {
            let mut known = HashMap::new();
            for engine in &mut engines {
                let found = engine.search(&position, &Budget::nodes(200_000), &mut silent);
                let worth = |_: &_, after: &_| -minimax(after, &mut known);
                values += proven_values_are_those_of_play(&position, &found, worth);
            }
        }
    }
    assert!(values > 1_000, "{values}");
}
