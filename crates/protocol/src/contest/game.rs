//! One game of a match: sits the players down, lets them move, and says how it
//! ended.

use std::time::Duration;

use sobremesa_games::replay;
use sobremesa_kernel::{Budget, Match, Side, silent};
use sobremesa_record::{Colour, GameResult, How};
use sobremesa_search::work_time;

use super::{Broken, Ending, Finished, Judge, Seat, Terms};
use crate::outside::{Chosen, Fault};

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
    let first = (number % 2) as usize;
    for (player, seat) in seats.iter_mut().enumerate() {
        seat.renew(terms.start.entry(), terms.seed_of(number, player));
    }
    let mut count = Count { first, moves: [0; 2] };
    let before = [seats[0].cpu(), seats[1].cpu()];
    let mut table = terms.start.fork();
    let ended = sit(seats, &*table)?
        .and_then(|()| opening(terms, seats, &mut *table, number))
        .and_then(|()| moves(terms, seats, &mut *table, &mut count));
    let names = [seats[first].name(), seats[1 - first].name()];
    let mut record = replay::record(&*table, [&names[0], &names[1]]);
    let (result, ending) = match ended {
        Err(Lost { player, how }) => {
            let winner = if player == first { Colour::White } else { Colour::Black };
            match how {
                None => {
                    let result = GameResult::Win(winner, How::Resignation);
                    (result, Ending::Resigned { player })
                }
                Some(why) => {
                    record.comment = format!("{} {why}", seats[player].name());
                    (GameResult::Win(winner, How::Forfeit), Ending::Fault { player, why })
                }
            }
        }
        Ok(()) => match (table.outcome(), judge) {
            (None, _) => {
                record.comment = format!("stopped after {} plies", table.moves().len());
                (GameResult::Draw, Ending::TooLong)
            }
            (Some(_), Some(judge)) => (judge.decide(&*table)?, Ending::Judged),
            // The rules leave it to the players what is dead; a program that
            // sees it stands for both.
            (Some(_), None) if table.awaits_agreement() => {
                let dead = table.judge().map_or_else(Vec::new, |judged| judged.dead);
                let score = table.counted(&dead).score;
                record.dead = Some(dead);
                let ahead = score.map(|[first, second]| first - second);
                (ahead.map_or(GameResult::Unknown, GameResult::counted), Ending::Settled)
            }
            (Some(outcome), None) => {
                (GameResult::played_out(outcome, table.margin()), Ending::Counted)
            }
        },
    };
    let mut cpu = [Duration::ZERO; 2];
    for (player, seat) in seats.iter().enumerate() {
        cpu[player] = seat.cpu().saturating_sub(before[player]);
    }
    record.result = result.to_string();
    let (plies, sgf) = (table.moves().len(), record.to_sgf()?);
    Ok(Finished { number, first, result, ending, plies, moves: count.moves, cpu, sgf })
}

/// Who moves, and how often each player did.
struct Count {
    first: usize,
    moves: [u32; 2],
}

/// Who lost before the end of the game: by resigning, or by a fault.
struct Lost {
    player: usize,
    how: Option<String>,
}

fn fault(player: usize) -> impl Fn(Fault) -> Lost {
    move |fault| Lost { player, how: Some(fault.to_string()) }
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
    let mut rng = terms.chance_of_opening(number);
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
    count: &mut Count,
) -> Result<(), Lost> {
    while table.outcome().is_none() && table.moves().len() < terms.most_plies {
        let side = table.turn();
        let player = if side == Side::First { count.first } else { 1 - count.first };
        let play = match choose(terms, &mut seats[player], table).map_err(fault(player))? {
            Chosen::Play(play) => play,
            Chosen::Resign => return Err(Lost { player, how: None }),
        };
        count.moves[player] += 1;
        let played = table.play(&play).map_err(|refusal| Lost {
            player,
            how: Some(format!("played {play}: {}", refusal.detail)),
        })?;
        tell(seats, side, &played.play)?;
    }
    Ok(())
}

fn choose(terms: &Terms, seat: &mut Seat, table: &dyn Match) -> Result<Chosen, Fault> {
    match seat {
        Seat::Level { player, cpu, .. } => {
            let begun = work_time();
            // One thread, so that CPU time compares.
            let budget =
                Budget { time: terms.time, nodes: terms.nodes, depth: None, threads: Some(1) };
            let found = player.think(table, &budget, &mut silent);
            *cpu += work_time().saturating_sub(begun);
            found
                .map(|analysis| Chosen::Play(analysis.lines[0].play.clone()))
                .ok_or_else(|| Fault::Nonsense("no move".to_owned()))
        }
        Seat::Outside(engine) => {
            engine.choose(table, terms.time.unwrap_or(Duration::from_secs(60)))
        }
    }
}
