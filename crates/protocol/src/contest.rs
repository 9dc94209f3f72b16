//! Matches between any two players: levels of ours and outside engines.
//!
//! Seats alternate: in odd games the first player has the first side, in even
//! games the second. A seat that breaks the rules, crashes or is silent loses
//! that game. Every finished game is one line in the log, so that a match
//! that was stopped goes on where it was.

mod judge;
mod play;
mod tally;

use std::sync::Arc;
use std::time::Duration;

use sobremesa_kernel::{Entry, Match, Outcome, Player, Side};

use crate::outside::{Fault, Outside};
pub use judge::{Broken, Judge};
pub use play::play_game;
pub use tally::Tally;

/// Who sits down, as text: `level:6` (or `6`) is a level of ours, anything
/// else the command line of an outside engine.
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
    pub fn seat(&self, entry: &'static Entry, seed: u64) -> Result<Seat, Fault> {
        match self {
            Spec::Level(level) => match entry.player(*level, seed) {
                Some(player) => Ok(Seat::Level { level: *level, player, cpu: Duration::ZERO }),
                None => Err(Fault::Missing(format!(
                    "there is no level {level}: {} has 0 to {}",
                    entry.id,
                    entry.levels().len() - 1
                ))),
            },
            Spec::Command(command) => Outside::start(command, entry.id).map(Seat::Outside),
        }
    }
}

/// A player of a match.
#[derive(Debug)]
pub enum Seat {
    Level { level: u8, player: Player, cpu: Duration },
    Outside(Outside),
}

impl Seat {
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Seat::Level { level, .. } => format!("Sobremesa level {level}"),
            Seat::Outside(engine) => engine.name().to_owned(),
        }
    }

    /// CPU time used so far.
    #[must_use]
    pub fn cpu(&self) -> Duration {
        match self {
            Seat::Level { cpu, .. } => *cpu,
            Seat::Outside(engine) => engine.cpu(),
        }
    }
}

/// The terms that hold for every game of a match.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Where every game starts: the rules, a position, moves made already.
    pub start: Arc<dyn Match>,
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

/// One finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    pub number: u32,
    /// Which player (0 or 1) had the first side.
    pub first: usize,
    pub outcome: Outcome,
    /// Why, when it did not end on the board: `resign`, `illegal move …`,
    /// or the fault of an engine.
    pub reason: String,
    pub plies: usize,
    /// Moves chosen and CPU spent by each player.
    pub moves: [u32; 2],
    pub cpu: [Duration; 2],
    /// The game as SGF.
    pub sgf: String,
}

impl Finished {
    /// The player (0 or 1) who won, `None` of a draw.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.outcome
            .winner()
            .map(|side| if side == Side::First { self.first } else { 1 - self.first })
    }

    /// The game as a line of the log (without its SGF).
    #[must_use]
    pub fn log_line(&self) -> String {
        let winner = self.winner().map_or("draw".to_owned(), |w| w.to_string());
        format!(
            "{} first={} winner={winner} plies={} moves={},{} cpu_ms={},{} reason={}",
            self.number,
            self.first,
            self.plies,
            self.moves[0],
            self.moves[1],
            self.cpu[0].as_millis(),
            self.cpu[1].as_millis(),
            self.reason.replace(char::is_whitespace, "_"),
        )
    }

    /// Reads a log line back; the outcome and numbers survive, the SGF does
    /// not.
    #[must_use]
    pub fn from_log_line(line: &str) -> Option<Finished> {
        let mut words = line.split_whitespace();
        let number = words.next()?.parse().ok()?;
        let mut value = |key: &str| words.next()?.strip_prefix(key)?.strip_prefix('=');
        let first: usize = value("first")?.parse().ok()?;
        let winner = value("winner")?;
        let pair = |text: &str| -> Option<(u64, u64)> {
            let (a, b) = text.split_once(',')?;
            Some((a.parse().ok()?, b.parse().ok()?))
        };
        let plies = value("plies")?.parse().ok()?;
        let moves = pair(value("moves")?)?;
        let cpu = pair(value("cpu_ms")?)?;
        let reason = value("reason")?.replace('_', " ");
        let outcome = match winner {
            "draw" => Outcome::Draw,
            w => {
                let w: usize = w.parse().ok()?;
                Outcome::Win(if w == first { Side::First } else { Side::Second })
            }
        };
        Some(Finished {
            number,
            first,
            outcome,
            reason,
            plies,
            moves: [moves.0 as u32, moves.1 as u32],
            cpu: [Duration::from_millis(cpu.0), Duration::from_millis(cpu.1)],
            sgf: String::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn log_lines_read_back() {
        let game = Finished {
            number: 3,
            first: 1,
            outcome: Outcome::Win(Side::Second),
            reason: "illegal move".to_owned(),
            plies: 40,
            moves: [20, 20],
            cpu: [Duration::from_millis(5), Duration::from_millis(7)],
            sgf: String::new(),
        };
        assert_eq!(game.winner(), Some(0));
        assert_eq!(Finished::from_log_line(&game.log_line()), Some(game));
        assert_eq!(Finished::from_log_line("3 first=x"), None);
        assert_eq!(Finished::from_log_line(""), None);
    }

    #[test]
    fn specs_are_levels_or_commands() {
        assert_eq!(Spec::parse("level:6"), Spec::Level(6));
        assert_eq!(Spec::parse("6"), Spec::Level(6));
        assert_eq!(Spec::parse("gnugo --mode gtp"), Spec::Command("gnugo --mode gtp".to_owned()));
    }
}
