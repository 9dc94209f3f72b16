//! One game of a match: sits the players down, lets them move at a table, and
//! says how it ended.

use std::time::Duration;

use sobremesa_games::archive;
use sobremesa_kernel::{AnyGame, Budget, Side, silent};
use sobremesa_record::GameResult;
use sobremesa_search::work_time;
use sobremesa_table::{
    self as table, Command, Event, Header, Occupant, State, Time, Wants, Who, World, decide,
};

use super::finished::{Ending, Finished};
use super::judge::{Broken, Judge};
use super::terms::{Seat, Terms};
use crate::external::{Chosen, Fault};

/// Plays game `number` (from 0) of a match; `seats[0]` has the first side in
/// even games. A `judge` decides games that end on the board in place of the
/// rules' own count. Between levels of ours the game is the same whenever it
/// is played.
pub fn play_game(
    terms: &Terms,
    seats: &mut [Seat; 2],
    judge: Option<&mut Judge>,
    number: u32,
) -> Result<Finished, Broken> {
    for (player, seat) in seats.iter_mut().enumerate() {
        seat.renew(terms.start.entry(), terms.seed_of(number, player));
    }
    let first = (number % 2) as usize;
    let before = [seats[0].cpu(), seats[1].cpu()];
    let state = open(terms, [&seats[first], &seats[1 - first]]);
    let mut game = Game { terms, seats, first, state, moves: [0; 2], why: String::new() };
    game.sit()?;
    game.opening(number);
    game.play(judge.is_some());

    let Game { seats, state, moves, why, .. } = game;
    let names = [seats[first].name(), seats[1 - first].name()];
    let mut record = archive::record(&state, &*state.game().start(), [&names[0], &names[1]]);
    let mut result = archive::result(&state);
    let plies = state.plies();
    let loser = state.ended().and_then(|ended| ended.winner).map(Side::other);
    let loser = loser.map_or(0, |side| if side == Side::First { first } else { 1 - first });
    let ending = match (state.ended().map(|ended| ended.reason), judge) {
        (Some(table::Ending::Resignation), _) => Ending::Resigned { player: loser },
        (Some(table::Ending::Fault), _) => {
            record.comment = format!("{} {why}", seats[loser].name());
            Ending::Fault { player: loser, why }
        }
        (_, Some(judge)) if state.game().outcome().is_some() => {
            result = judge.decide(state.game())?;
            Ending::Judged
        }
        (Some(_), _) if state.settlement().is_some() => Ending::Settled,
        (Some(_), _) => Ending::Counted,
        (None, _) => {
            record.comment = format!("stopped after {plies} plies");
            result = GameResult::Draw;
            Ending::TooLong
        }
    };
    record.result = result.to_string();
    let cpu = [0, 1].map(|player| seats[player].cpu().saturating_sub(before[player]));
    Ok(Finished { number, first, result, ending, plies, moves, cpu, sgf: record.to_sgf()? })
}

/// The table, with the two sides' players.
fn open(terms: &Terms, seats: [&Seat; 2]) -> State {
    let game = terms.start.fork();
    let seats = seats.map(|seat| match seat {
        Seat::Level { level, .. } => Occupant::Machine { level: *level },
        Seat::External(_) => Occupant::Engine,
    });
    let seats = seats.map(table::Seat::of);
    let header = Header { seats, ..Header::between_people(game.entry().id, &game.rules()) };
    State::open(header, game, None)
}

/// A game while it is played.
struct Game<'a> {
    terms: &'a Terms,
    seats: &'a mut [Seat; 2],
    /// Which player has the first side.
    first: usize,
    state: State,
    /// How often each player moved.
    moves: [u32; 2],
    /// What somebody's fault was.
    why: String,
}

/// No time passes, and nobody is away.
const WORLD: World<'static> = World::at(Time(0));

impl Game<'_> {
    fn player(&self, side: Side) -> usize {
        if side == Side::First { self.first } else { 1 - self.first }
    }

    /// A player loses by a fault of their own.
    fn fault(&mut self, player: usize, why: String) {
        let side = if player == self.first { Side::First } else { Side::Second };
        let command = Command::Fault { why: why.clone(), seq: self.state.seq() };
        if self.state.run(Who::Machine(side), &command, &WORLD).is_ok() {
            self.why = why;
        }
    }

    /// Sets the game up at both seats. That an engine has no way to begin there
    /// is nobody's loss: no game can be played.
    fn sit(&mut self) -> Result<(), Broken> {
        for player in 0..2 {
            let Seat::External(engine) = &mut self.seats[player] else { continue };
            match engine.begin(self.state.game()) {
                Ok(()) => {}
                Err(why @ Fault::NoSetUp(_)) => {
                    return Err(Broken::SetUp(engine.name().to_owned(), why));
                }
                Err(other) => {
                    self.fault(player, other.to_string());
                    break;
                }
            }
        }
        Ok(())
    }

    /// Plays the random opening.
    fn opening(&mut self, number: u32) {
        let mut rng = self.terms.chance_of_opening(number);
        for _ in 0..self.terms.opening {
            let Some(Wants::Move { side, .. }) = self.state.wants() else { break };
            let game = self.state.game();
            let legal: Vec<String> = game.legal().into_iter().filter(|m| m != "pass").collect();
            if legal.is_empty() {
                break;
            }
            let play = legal[rng.below(legal.len() as u32) as usize].clone();
            let mut tried = game.fork();
            // An opening never ends the game.
            if tried.play(&play).is_err() || tried.outcome().is_some() {
                break;
            }
            self.plays(side, &play);
        }
    }

    /// Lets the players move until the game is over, too long, or for a judge
    /// to decide.
    fn play(&mut self, judged: bool) {
        while let Some(wants) = self.state.wants() {
            let (side, seq) = match wants {
                // The rules leave it to the players what is dead; a program
                // that sees it stands for both.
                Wants::Proposal { seq } if !judged => {
                    let seen = self.state.game().judge();
                    let dead = seen.map_or_else(Vec::new, |seen| seen.dead);
                    let command = Command::Propose { dead, seq };
                    if self.state.run(Who::Referee, &command, &WORLD).is_err() {
                        return;
                    }
                    continue;
                }
                Wants::Move { side, seq } if self.state.plies() < self.terms.most_plies => {
                    (side, seq)
                }
                _ => return,
            };
            let player = self.player(side);
            match choose(self.terms, &mut self.seats[player], self.state.game()) {
                Ok(Chosen::Play(play)) => {
                    self.moves[player] += 1;
                    self.plays(side, &play);
                }
                Ok(Chosen::Resign) => {
                    let _ = self.state.run(Who::Machine(side), &Command::Resign, &WORLD);
                }
                Err(fault) => self.fault(player, fault.to_string()),
            }
            debug_assert!(self.state.seq() > seq || self.state.ended().is_some());
        }
    }

    /// Plays a move once everybody was told of it.
    fn plays(&mut self, side: Side, play: &str) {
        let command = Command::Play { play: play.to_owned(), seq: self.state.seq() };
        let decided = match decide(&self.state, Who::Machine(side), &command, &WORLD) {
            Ok(decided) => decided,
            Err(refused) => {
                return self.fault(self.player(side), format!("played {play}: {refused}"));
            }
        };
        for event in &decided.events {
            for player in 0..2 {
                if let (Seat::External(engine), Event::Play { play, .. }) =
                    (&mut self.seats[player], event)
                    && let Err(fault) = engine.played(side, play)
                {
                    return self.fault(player, fault.to_string());
                }
            }
            let _ = self.state.apply(event, WORLD.now);
        }
    }
}

fn choose(terms: &Terms, seat: &mut Seat, game: &dyn AnyGame) -> Result<Chosen, Fault> {
    match seat {
        Seat::Level { player, cpu, .. } => {
            let begun = work_time();
            // One thread, so that CPU time compares.
            let budget =
                Budget { time: terms.time, nodes: terms.nodes, depth: None, threads: Some(1) };
            let found = player.think(game, &budget, &mut silent);
            *cpu += work_time().saturating_sub(begun);
            found
                .map(|analysis| Chosen::Play(analysis.lines[0].play.clone()))
                .ok_or_else(|| Fault::Nonsense("no move".to_owned()))
        }
        Seat::External(engine) => {
            engine.choose(game, terms.time.unwrap_or(Duration::from_secs(60)))
        }
    }
}
