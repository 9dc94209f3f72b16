//! Games that say whether a network plays better than before.

use std::sync::Arc;

use sobremesa_go::mcts::Mcts;
use sobremesa_go::net::Player;
use sobremesa_go::{Move, Position, Rules};
use sobremesa_kernel::{Analysis, Budget, Engine, Points, Position as _, Progress};
use sobremesa_nn::Network;
use sobremesa_search::{Duel, Tally, duel, thread_cpu_time};

/// Visits a move.
const VISITS: u64 = 48;
/// Random plies before the networks take over, so that games differ.
const RANDOM: u32 = 3;

/// Games on 9×9 between two networks, colours alternating.
pub fn contest(new: &Arc<Network>, old: &Arc<Network>, games: u32, seed: u64) -> Tally {
    let rules = Rules::sized(9, 9).expect("a board of 9×9").with_komi(Points::whole(7));
    let terms = Duel {
        games,
        random_plies: RANDOM,
        budget: [Budget::nodes(VISITS), Budget::nodes(VISITS)],
        seed,
        most_plies: 180,
    };
    let mut players = [Player::new(new.clone()), Player::new(old.clone())];
    let [new, old] = &mut players;
    duel(&Position::start(&rules), [new, old], &terms)
}

/// How the network fares against the player without one: games, and CPU
/// seconds a move of either.
#[derive(Debug, Default)]
pub struct Measured {
    pub tally: Tally,
    pub seconds: [f64; 2],
}

/// Games on a board of `size` between the network with `visits` and the
/// player without one with `simulations` a move, colours alternating, counted
/// as the stones stand. `told` hears of every game.
pub fn measure(
    network: &Arc<Network>,
    visits: u64,
    simulations: u64,
    (size, games): (usize, u32),
    mut told: impl FnMut(&Measured),
) -> Option<Measured> {
    let komi = if size <= 9 { Points::whole(7) } else { Points::halves(15) };
    let rules = Rules::sized(size, size)?.with_komi(komi);
    let mut player = Timed::new(Player::new(network.clone()));
    let mut classic = Timed::new(Mcts::new(1));
    let mut measured = Measured::default();
    for pair in 0..games.div_ceil(2) {
        let terms = Duel {
            games: 2.min(games - 2 * pair),
            random_plies: 2,
            budget: [Budget::nodes(visits), Budget::nodes(simulations)],
            seed: u64::from(pair),
            most_plies: 2 * size * size,
        };
        let found = duel(&Position::start(&rules), [&mut player, &mut classic], &terms);
        measured.tally.won += found.won;
        measured.tally.drawn += found.drawn;
        measured.tally.lost += found.lost;
        measured.seconds = [player.mean(), classic.mean()];
        told(&measured);
    }
    Some(measured)
}

/// A player whose CPU time is measured.
struct Timed<E> {
    engine: E,
    seconds: f64,
    moves: u32,
}

impl<E> Timed<E> {
    fn new(engine: E) -> Timed<E> {
        Timed { engine, seconds: 0.0, moves: 0 }
    }

    fn mean(&self) -> f64 {
        self.seconds / f64::from(self.moves.max(1))
    }
}

impl<E: Engine<Position>> Engine<Position> for Timed<E> {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        let before = thread_cpu_time();
        let found = self.engine.search(position, budget, progress);
        self.seconds += (thread_cpu_time() - before).as_secs_f64();
        self.moves += 1;
        found
    }
}
