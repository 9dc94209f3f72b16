use std::time::Duration;

use sobremesa_games::replay;
use sobremesa_kernel::{Budget, Match, Outcome, Rng, Side, silent};
use sobremesa_search::thread_cpu_time;

use super::{Broken, Finished, Judge, Seat, Terms};
use crate::outside::{Chosen, Fault};

/// Plays game `number` (from 0) of a match; `seats[0]` has the first side in
/// even games. A `judge` decides games that end on the board in place of the
/// rules' own count.
pub fn play_game(
    terms: &Terms,
    seats: &mut [Seat; 2],
    judge: Option<&mut Judge>,
    number: u32,
) -> Result<Finished, Broken> {
    let first = (number % 2) as usize;
    let mut game = Finished {
        number,
        first,
        outcome: Outcome::Draw,
        reason: String::new(),
        plies: 0,
        moves: [0; 2],
        cpu: [Duration::ZERO; 2],
        sgf: String::new(),
    };
    let before = [seats[0].cpu(), seats[1].cpu()];
    let mut table = terms.start.fork();
    let ended = sit(seats, &*table)?
        .and_then(|()| opening(terms, seats, &mut *table, number))
        .and_then(|()| moves(terms, seats, &mut *table, &mut game));
    game.outcome = match (ended, table.outcome()) {
        (Err((loser, why)), _) => {
            game.reason = format!("{} {why}", seats[loser].name());
            Outcome::Win(if loser == first { Side::Second } else { Side::First })
        }
        (Ok(()), Some(outcome)) => match judge {
            Some(judge) => judge.decide(&*table)?,
            None => outcome,
        },
        (Ok(()), None) => {
            game.reason = "too long".to_owned();
            Outcome::Draw
        }
    };
    game.plies = table.moves().len();
    for (player, seat) in seats.iter().enumerate() {
        game.cpu[player] = seat.cpu().saturating_sub(before[player]);
    }
    let names = [seats[first].name(), seats[1 - first].name()];
    let mut record = replay::record(&*table, [&names[0], &names[1]]);
    if !game.reason.is_empty() {
        record.comment.clone_from(&game.reason);
        record.result = match game.outcome {
            Outcome::Win(Side::First) => "B+R".to_owned(),
            Outcome::Win(Side::Second) => "W+R".to_owned(),
            Outcome::Draw => "0".to_owned(),
        };
    }
    game.sgf = record.to_sgf()?;
    Ok(game)
}

/// Who lost by their own fault, and why.
type Lost = (usize, String);

fn fault(player: usize) -> impl Fn(Fault) -> Lost {
    move |fault| (player, fault.to_string())
}

/// Sets the game up at both seats. That an engine has no way to begin there
/// is nobody's loss: no game can be played.
fn sit(seats: &mut [Seat; 2], table: &dyn Match) -> Result<Result<(), Lost>, Broken> {
    for (player, seat) in seats.iter_mut().enumerate() {
        let Seat::Outside(engine) = seat else { continue };
        match engine.begin(table) {
            Ok(()) => {}
            Err(why @ Fault::NoSetUp(_)) => {
                return Err(Broken::SetUp(engine.name().to_owned(), why));
            }
            Err(other) => return Ok(Err(fault(player)(other))),
        }
    }
    Ok(Ok(()))
}

/// Plays the random opening.
fn opening(
    terms: &Terms,
    seats: &mut [Seat; 2],
    table: &mut dyn Match,
    number: u32,
) -> Result<(), Lost> {
    // The same opening for both games of a pair.
    let mut rng = Rng::new(terms.seed.wrapping_add(u64::from(number / 2)));
    for _ in 0..terms.opening {
        let legal: Vec<String> = table.legal().into_iter().filter(|m| m != "pass").collect();
        if legal.is_empty() {
            break;
        }
        let side = table.turn();
        let play = &legal[rng.below(legal.len() as u32) as usize];
        let mut tried = table.fork();
        // An opening never ends the game.
        if tried.play(play).is_err() || tried.outcome().is_some() {
            break;
        }
        let _ = table.play(play);
        tell(seats, side, play)?;
    }
    Ok(())
}

fn tell(seats: &mut [Seat; 2], side: Side, play: &str) -> Result<(), Lost> {
    for (player, seat) in seats.iter_mut().enumerate() {
        if let Seat::Outside(engine) = seat {
            engine.played(side, play).map_err(fault(player))?;
        }
    }
    Ok(())
}

fn moves(
    terms: &Terms,
    seats: &mut [Seat; 2],
    table: &mut dyn Match,
    game: &mut Finished,
) -> Result<(), Lost> {
    while table.outcome().is_none() && table.moves().len() < terms.most_plies {
        let side = table.turn();
        let player = if side == Side::First { game.first } else { 1 - game.first };
        let play = match choose(terms, &mut seats[player], table).map_err(fault(player))? {
            Chosen::Play(play) => play,
            Chosen::Resign => return Err((player, "resigned".to_owned())),
        };
        game.moves[player] += 1;
        let played = table
            .play(&play)
            .map_err(|refusal| (player, format!("played {play}: {}", refusal.detail)))?;
        tell(seats, side, &played.play)?;
    }
    Ok(())
}

fn choose(terms: &Terms, seat: &mut Seat, table: &dyn Match) -> Result<Chosen, Fault> {
    match seat {
        Seat::Level { player, cpu, .. } => {
            let begun = thread_cpu_time();
            // One thread, so that CPU time compares.
            let budget =
                Budget { time: terms.time, nodes: terms.nodes, depth: None, threads: Some(1) };
            let found = player.think(table, &budget, &mut silent);
            *cpu += thread_cpu_time().saturating_sub(begun);
            found
                .map(|analysis| Chosen::Play(analysis.lines[0].play.clone()))
                .ok_or_else(|| Fault::Nonsense("no move".to_owned()))
        }
        Seat::Outside(engine) => {
            engine.choose(table, terms.time.unwrap_or(Duration::from_secs(60)))
        }
    }
}
