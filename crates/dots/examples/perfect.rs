//! How long the strongest level takes on 4×4 boxes, and whether it is exact:
//! `perfect GAMES` against lines by lot and safe lines by lot in turn, `perfect
//! GAMES LINES` for the first move after so many lines by lot.

use sobremesa_dots::{Dots, DotsPosition, Rules};
use sobremesa_kernel::{Game, Position, Rng, Side, Value, silent};
use sobremesa_search::cpu_time;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|n| n.parse().expect("a number"));
    let games: u64 = numbers.next().unwrap_or(20);
    let lines: Option<u64> = numbers.next();
    let rules: Rules = "size=4x4".parse().expect("a size");
    let budget = &Dots::levels()[7].budget;
    // Of each number of lines drawn: moves, CPU seconds, the most of them.
    let mut spent = [(0u32, 0.0f64, 0.0f64); 40];
    let mut guessed = 0;
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut engine = Dots::engine(7, seed).unwrap();
        let mut position = DotsPosition::start(&rules);
        for _ in 0..lines.unwrap_or(0) {
            let line = rng.pick(&position.undrawn().collect::<Vec<_>>()).expect("the game is on");
            position.play(position.geometry().lines[line]).expect("it is not drawn");
        }
        let us = if lines.is_some() { position.turn() } else { Side::BOTH[seed as usize % 2] };
        while position.outcome().is_none() {
            if position.turn() != us {
                let gives = |line: usize| {
                    position.geometry().boxes_beside(line).any(|b| position.open_sides(b) == 2)
                };
                let safe: Vec<usize> = position.undrawn().filter(|&line| !gives(line)).collect();
                let any: Vec<usize> = position.undrawn().collect();
                let from = if safe.is_empty() || seed % 3 == 0 { any } else { safe };
                let line = rng.pick(&from).expect("the game is on");
                position.play(position.geometry().lines[line]).expect("it is not drawn");
                continue;
            }
            let begun = cpu_time();
            let found = engine.search(&position, budget, &mut silent);
            let seconds = (cpu_time() - begun).as_secs_f64();
            let (moves, sum, most) = &mut spent[40 - position.count_undrawn()];
            (*moves, *sum, *most) = (*moves + 1, *sum + seconds, most.max(seconds));
            // Sure captures are made without a look at the rest.
            let sure = position.undrawn().any(|line| position.closed_by(line).count() > 0);
            guessed += u32::from(!sure && !matches!(found.lines[0].value, Value::Exact(_)));
            position.play(found.best()).expect("engines play by the rules");
            if lines.is_some() && !sure {
                break;
            }
        }
    }
    for (drawn, (moves, sum, most)) in spent.iter().enumerate().filter(|(_, of)| of.2 >= 0.01) {
        println!(
            "{drawn} lines: {moves} moves, {:.3} CPU s, at most {most:.3}",
            sum / f64::from(*moves)
        );
    }
    let most = spent.iter().fold(0.0f64, |most, of| most.max(of.2));
    println!("{games} games, {guessed} quiet positions not solved, at most {most:.2} CPU s a move");
}
