//! Matches of the strongest level against two plain players: one that closes
//! boxes and else draws a safe line by lot, and minimax of depth 4 over the
//! boxes closed. `duel [SIZE [SECONDS [GAMES]]]`.

use std::time::Duration;

use sobremesa_dots::{Dots, DotsPosition, Line, Rules};
use sobremesa_kernel::{Analysis, Budget, Engine, Game, Position, Progress, Rng};
use sobremesa_search::{Duel, duel};

/// Closes a box if it can, else a line that gives none away, else any.
struct GreedySafe(Rng);

impl Engine<DotsPosition> for GreedySafe {
    fn search(
        &mut self,
        position: &DotsPosition,
        _: &Budget,
        _: &mut Progress<'_, Line>,
    ) -> Analysis<Line> {
        let rank = |line: usize| match position.closed_by(line).count() {
            0 => {
                let gives = |b: usize| position.open_sides(b) == 2;
                i32::from(!position.geometry().boxes_beside(line).any(gives))
            }
            closed => 1 + closed as i32,
        };
        let best = position.undrawn().map(rank).max().unwrap_or(0);
        let lines: Vec<usize> = position.undrawn().filter(|&line| rank(line) == best).collect();
        let line = self.0.pick(&lines).expect("the game is on");
        Analysis::only(position.geometry().lines[line])
    }
}

/// Alpha-beta over single lines, counting boxes.
struct Minimax(u32, Rng);

fn minimax(position: &DotsPosition, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let lead = |p: &DotsPosition| {
        let boxes = p.boxes().map(i32::from);
        boxes[position.turn().index()] - boxes[1 - position.turn().index()]
    };
    if depth == 0 || position.outcome().is_some() {
        return lead(position);
    }
    let mut best = i32::MIN / 2;
    for line in position.undrawn() {
        let mut next = position.clone();
        next.draw(line);
        let value = if next.turn() == position.turn() {
            minimax(&next, depth - 1, alpha, beta)
        } else {
            -minimax(&next, depth - 1, -beta, -alpha)
        };
        best = best.max(value);
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

impl Engine<DotsPosition> for Minimax {
    fn search(
        &mut self,
        position: &DotsPosition,
        _: &Budget,
        _: &mut Progress<'_, Line>,
    ) -> Analysis<Line> {
        let mut lines: Vec<usize> = position.undrawn().collect();
        self.1.shuffle(&mut lines);
        let mut best = (i32::MIN, lines[0]);
        for line in lines {
            let mut next = position.clone();
            next.draw(line);
            let floor = best.0.max(i32::MIN / 4);
            let value = if next.turn() == position.turn() {
                minimax(&next, self.0 - 1, floor, i32::MAX / 4)
            } else {
                -minimax(&next, self.0 - 1, -i32::MAX / 4, -floor)
            };
            if value > best.0 {
                best = (value, line);
            }
        }
        Analysis::only(position.geometry().lines[best.1])
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let size = args.next().unwrap_or("5x5".into());
    let seconds: f64 = args.next().map_or(0.3, |s| s.parse().expect("seconds"));
    let games: u32 = args.next().map_or(20, |s| s.parse().expect("a number of games"));
    let rules: Rules = format!("size={size}").parse().expect("a size");
    let start = DotsPosition::start(&rules);
    let ours = Budget::time(Duration::from_secs_f64(seconds));
    let others: [(&str, Box<dyn Engine<DotsPosition>>); 2] = [
        ("greedy-safe", Box::new(GreedySafe(Rng::new(1)))),
        ("minimax depth 4", Box::new(Minimax(4, Rng::new(2)))),
    ];
    for (name, mut other) in others {
        let mut player = Dots::engine(7, 3).unwrap();
        let terms = Duel {
            games,
            random_plies: 2,
            budget: [ours.clone(), Budget::default()],
            seed: 11,
            most_plies: 1000,
        };
        let tally = duel(&start, [player.as_mut(), other.as_mut()], &terms);
        println!("{size} against {name}: {tally:?}, {:.1} %", 100.0 * tally.rate());
    }
}
