//! What a move is said to be worth, against playing it and every game that can
//! follow.

mod common;

use common::minimax;
use sobremesa_kernel::laws::proven_values_are_those_of_play;
use sobremesa_kernel::{Budget, Game, Position as _, Rng, silent};
use sobremesa_othello::{Othello, Position, Rules};

#[test]
fn what_a_level_calls_exact_is_what_the_move_comes_to() {
    let levels = Othello::levels().len() as u8;
    let mut engines: Vec<_> = (2..levels).map(|level| Othello::engine(level, 3).unwrap()).collect();
    let mut rng = Rng::new(41);
    let (mut values, mut passes) = (0, 0);
    for round in 0..400 {
        let mut position = Position::start(&Rules::default());
        let empties = 1 + round % 7;
        while position.outcome().is_none() && position.board().empties() > empties {
            position.play_random(&mut rng, &mut Vec::new());
        }
        if position.outcome().is_some() {
            continue;
        }
        passes += u32::from(position.board().moves() == 0);
        for engine in &mut engines {
            let found = engine.search(&position, &Budget::nodes(200_000), &mut silent);
            let worth = |_: &Position, after: &Position| -minimax(after.board());
            values += proven_values_are_those_of_play(&position, &found, worth);
        }
    }
    assert!(values > 1_000 && passes > 0, "{values} {passes}");
}
