//! Who plays a match, and the terms that hold for every game of it.

use std::sync::Arc;
use std::time::Duration;

use sobremesa_kernel::{AnyEngine, AnyGame, GameEntry, Rng, mix};

use crate::external::{External, Fault};

/// Who sits down, as text: `level:6` (or `6`) is a level of ours, anything
/// else the command line of an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    Level(u8),
    Command(String),
}

impl Spec {
    #[must_use]
    pub fn parse(text: &str) -> Spec {
        let number = text.strip_prefix("level:").unwrap_or(text);
        number.parse().map_or_else(|_| Spec::Command(text.to_owned()), Spec::Level)
    }

    /// Sits down: starts the engine.
    pub fn seat(&self, entry: &'static GameEntry) -> Result<Seat, Fault> {
        match self {
            Spec::Level(level) => match entry.player(*level, 0) {
                Some(player) => Ok(Seat::Level { level: *level, player, cpu: Duration::ZERO }),
                None => Err(Fault::Missing(format!(
                    "there is no level {level}: {} has 0 to {}",
                    entry.id,
                    entry.levels().len() - 1
                ))),
            },
            Spec::Command(command) => External::start(command, entry.id).map(Seat::External),
        }
    }
}

/// A player of a match.
#[derive(Debug)]
pub enum Seat {
    Level { level: u8, player: AnyEngine, cpu: Duration },
    External(External),
}

impl Seat {
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Seat::Level { level, .. } => format!("Sobremesa level {level}"),
            Seat::External(engine) => engine.name().to_owned(),
        }
    }

    /// CPU time used so far.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        match self {
            Seat::Level { cpu, .. } => *cpu,
            Seat::External(engine) => engine.cpu(),
        }
    }

    /// A level begins every game without a memory and with that game's seed:
    /// nothing that was played before decides how it goes.
    pub(super) fn renew(&mut self, entry: &GameEntry, seed: u64) {
        if let Seat::Level { level, player, .. } = self
            && let Some(anew) = entry.player(*level, seed)
        {
            *player = anew;
        }
    }
}

/// The terms that hold for every game of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Where every game starts: the rules, a position, moves made already.
    pub start: Arc<dyn AnyGame>,
    /// Random plies before the players take over, the same in both games of a
    /// pair.
    pub opening: u32,
    /// Time a move; `None` lets every level use its own budget.
    pub time: Option<Duration>,
    /// Playouts or nodes a move for our levels.
    pub nodes: Option<u64>,
    pub seed: u64,
    /// A game this long is a draw.
    pub most_plies: usize,
}

impl Terms {
    /// What decides how the games of a match go, as one line of text.
    #[must_use]
    pub fn described(&self, players: [&str; 2], judge: Option<&str>) -> String {
        let start = self.start.start();
        let unusual = sobremesa_games::replay::unusual_start(&*self.start).is_some();
        let moves: Vec<String> = self.start.moves().into_iter().map(|m| m.play).collect();
        format!(
            "game={} rules={:?} position={:?} moves={:?} first={:?} second={:?} judge={:?} \
             opening={} time={} nodes={} seed={} longest={}",
            start.entry().id,
            start.rules(),
            if unusual { start.diagram() } else { String::new() },
            moves.join(" "),
            players[0],
            players[1],
            judge.unwrap_or_default(),
            self.opening,
            self.time.map_or("-".to_owned(), |time| time.as_secs_f64().to_string()),
            self.nodes.map_or("-".to_owned(), |nodes| nodes.to_string()),
            self.seed,
            self.most_plies,
        )
    }

    /// The chance behind a game's opening, the same for both games of a pair,
    /// and of no other pair under this or another seed.
    pub(super) fn chance_of_opening(&self, number: u32) -> Rng {
        Rng::new(mix(mix(self.seed) ^ (u64::from(number / 2) + 1)))
    }

    /// The seed of a player in a game.
    pub(super) fn seed_of(&self, number: u32, player: usize) -> u64 {
        mix(mix(self.seed).wrapping_add(2 * u64::from(number) + player as u64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_levels_or_commands() {
        assert_eq!(Spec::parse("level:6"), Spec::Level(6));
        assert_eq!(Spec::parse("6"), Spec::Level(6));
        assert_eq!(Spec::parse("gnugo --mode gtp"), Spec::Command("gnugo --mode gtp".to_owned()));
    }

    #[test]
    fn neighbouring_seeds_share_no_opening() {
        let go = sobremesa_games::find("go").unwrap();
        let terms = |seed| Terms {
            start: go.start("size=9").unwrap().into(),
            opening: 8,
            time: None,
            nodes: None,
            seed,
            most_plies: 100,
        };
        let mut seen = std::collections::HashSet::new();
        for seed in 1..30 {
            for pair in 0..100 {
                let [mut a, mut b] =
                    [2 * pair, 2 * pair + 1].map(|n| terms(seed).chance_of_opening(n));
                let opening = a.next_u64();
                assert_eq!(opening, b.next_u64());
                assert!(seen.insert(opening), "seed {seed}, pair {pair}");
            }
        }
    }
}
