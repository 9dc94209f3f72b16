//! The statements about moves, on a board of cells.

use sobremesa_judgement::{Judgement, Reason};
use sobremesa_kernel::{Position as _, Rng, Side};
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Move, Position, Thinker};

use super::{after, argument, lines, number};

const CORNERS: [&str; 4] = ["a1", "h1", "a8", "h8"];

fn cells(position: &Position) -> [[Option<Side>; 8]; 8] {
    let mut cells = [[None; 8]; 8];
    for side in Side::BOTH {
        for square in 0..64 {
            if position.discs(side) >> square & 1 != 0 {
                cells[square / 8][square % 8] = Some(side);
            }
        }
    }
    cells
}

/// The squares where a side could play, by walking in all eight directions.
fn moves(position: &Position, side: Side) -> Vec<String> {
    let cells = cells(position);
    let at = |row: i32, column: i32| {
        let inside = (0..8).contains(&row) && (0..8).contains(&column);
        inside.then(|| cells[row as usize][column as usize]).flatten()
    };
    let turns = |row: i32, column: i32, down: i32, right: i32| {
        let mut steps = 1;
        while at(row + steps * down, column + steps * right) == Some(side.other()) {
            steps += 1;
        }
        steps > 1 && at(row + steps * down, column + steps * right) == Some(side)
    };
    let mut found = Vec::new();
    for row in 0..8 {
        for column in 0..8 {
            let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
            if at(row, column).is_none()
                && around.filter(|&d| d != (0, 0)).any(|(d, r)| turns(row, column, d, r))
            {
                found.push(name(row as usize, column as usize));
            }
        }
    }
    found
}

fn name(row: usize, column: usize) -> String {
    format!("{}{}", (b'a' + column as u8) as char, row + 1)
}

fn corners(moves: &[String]) -> Vec<String> {
    moves.iter().filter(|play| CORNERS.contains(&play.as_str())).cloned().collect()
}

/// Discs of a side with an empty square beside them.
fn frontier(position: &Position, side: Side) -> usize {
    let cells = cells(position);
    let open = |row: usize, column: usize| {
        (row.saturating_sub(1)..(row + 2).min(8))
            .any(|r| (column.saturating_sub(1)..(column + 2).min(8)).any(|c| cells[r][c].is_none()))
    };
    (0..64).filter(|at| cells[at / 8][at % 8] == Some(side) && open(at / 8, at % 8)).count()
}

/// Whether a square lies at the diagonal (2) or at the edge (1) of a corner.
fn near(square: &str, corner: &str) -> usize {
    let distance = |at: usize| square.as_bytes()[at].abs_diff(corner.as_bytes()[at]);
    match (distance(0), distance(1)) {
        (1, 1) => 2,
        (0, 1) | (1, 0) => 1,
        _ => 0,
    }
}

/// Whether a side has a corner to take after whatever the other side does, who
/// is to move.
fn takes_next(position: &Position, side: Side) -> bool {
    let left = position.legal();
    position.turn() != side
        && !left.is_empty()
        && left.into_iter().all(|play| !corners(&moves(&after(position, play), side)).is_empty())
}

/// How many empty squares hang together with one, corners touching.
fn region(position: &Position, square: &str) -> usize {
    let cells = cells(position);
    let at = |name: &str| {
        (usize::from(name.as_bytes()[1] - b'1'), usize::from(name.as_bytes()[0] - b'a'))
    };
    let near = |a: usize, b: usize| a.abs_diff(b) <= 1;
    let mut found = vec![at(square)];
    let mut next = 0;
    while let Some(&(row, column)) = found.get(next) {
        next += 1;
        let all = (0..64).map(|at| (at / 8, at % 8));
        for (r, c) in all.filter(|&(r, c)| near(r, row) && near(c, column)) {
            if cells[r][c].is_none() && !found.contains(&(r, c)) {
                found.push((r, c));
            }
        }
    }
    found.len()
}

/// Whether these discs are a side's now and stay so in games by lot.
fn stay(position: &Position, side: Side, squares: &[String]) -> bool {
    const GAMES: u64 = 40;
    let own = |position: &Position| {
        let cells = cells(position);
        squares.iter().all(|square| {
            let at = square.as_bytes();
            cells[usize::from(at[1] - b'1')][usize::from(at[0] - b'a')] == Some(side)
        })
    };
    (0..GAMES).all(|game| {
        let (mut now, mut rng) = (*position, Rng::new(game));
        let mut stayed = own(&now);
        while stayed && now.play_random(&mut rng, &mut Vec::new()).is_some() {
            stayed = own(&now);
        }
        stayed
    })
}

/// See [`super::connect4::speaks`].
pub fn speaks(position: &Position, play: Move, reason: &Reason) -> bool {
    let (side, rival) = (position.turn(), position.turn().other());
    let left = |play: Move| moves(&after(position, play), rival).len();
    match reason.kind {
        "othello-takes-corner" => CORNERS.contains(&play.to_string().as_str()),
        "othello-rival-passes" => {
            left(play) == 0 && !moves(&after(position, play), side).is_empty()
        }
        "othello-few-moves" => {
            left(play) == number(reason, "count")
                && position.legal().into_iter().all(|other| left(other) >= left(play))
        }
        other => panic!("nobody checks {other}"),
    }
}

/// See [`super::connect4::holds`].
pub fn holds(position: &Position, judgement: &Judgement, reason: &Reason) -> bool {
    let [played, best] = lines::<Move>(judgement).map(|line| line[0]);
    let (side, rival) = (position.turn(), position.turn().other());
    let next = |play: Move| after(position, play);
    let rival_corners = |play: Move| corners(&moves(&next(play), rival));
    let square = |play: Move| play.to_string();
    let beside_empty = |play: Move, how: usize| {
        CORNERS.iter().any(|corner| {
            let stands = cells(position)[usize::from(corner.as_bytes()[1] - b'1')]
                [usize::from(corner.as_bytes()[0] - b'a')];
            near(&square(play), corner) == how && stands.is_none()
        })
    };
    let counts = |count: &dyn Fn(Move) -> usize| {
        (count(played), count(best)) == (number(reason, "count"), number(reason, "other"))
    };
    match reason.kind {
        "othello-gives-corner" | "othello-leaves-corner" => {
            let before = corners(&moves(position, rival));
            let open = |play: Move, new: bool| -> Vec<String> {
                let all = rival_corners(play);
                all.into_iter().filter(|corner| !new || !before.contains(corner)).collect()
            };
            let new = reason.kind == "othello-gives-corner";
            open(played, new).join(" ") == argument(reason, "corner")
                && (new || open(played, true).is_empty())
                && (if new {
                    open(best, true).is_empty()
                } else {
                    open(best, false).is_empty() || !open(best, true).is_empty()
                })
        }
        "othello-misses-corner" => {
            argument(reason, "corner") == square(best)
                && CORNERS.contains(&square(best).as_str())
                && !CORNERS.contains(&square(played).as_str())
        }
        "othello-x-square" => beside_empty(played, 2) && !beside_empty(best, 2),
        "othello-c-square" => beside_empty(played, 1) && !beside_empty(best, 1),
        "othello-no-moves" => {
            let stuck = |play: Move| {
                moves(&next(play), side).is_empty() && !moves(&next(play), rival).is_empty()
            };
            stuck(played) && !stuck(best)
        }
        "othello-misses-pass" => {
            let passes = |play: Move| {
                moves(&next(play), rival).is_empty() && !moves(&next(play), side).is_empty()
            };
            passes(best) && !passes(played)
        }
        "othello-loses-corner" => {
            let line = argument(reason, "line");
            let mut now = *position;
            let mut lost = false;
            for play in line.split(' ') {
                lost |= now.turn() == rival && play == argument(reason, "corner");
                now.play(play.parse().expect("a move")).expect("a line of play");
            }
            lost && line.split(' ').next() == Some(&square(played))
                && rival_corners(played).is_empty()
        }
        "othello-rival-moves" => counts(&|play| moves(&next(play), rival).len()),
        "othello-own-moves" => counts(&|play| moves(&next(play), side).len()),
        "othello-frontier" => {
            counts(&|play| frontier(&next(play), side))
                && reason.places.len() == number(reason, "count")
        }
        "othello-lets-force" => {
            let forces = |play: Move, answer: Move| takes_next(&after(&next(play), answer), rival);
            let forcing = |play: Move| {
                let answers = next(play).legal().into_iter();
                answers.filter(|&answer| answer != Move::Pass).find(|&answer| forces(play, answer))
            };
            forces(played, argument(reason, "square").parse().expect("a move"))
                && rival_corners(played).is_empty()
                && rival_corners(best).is_empty()
                && forcing(best).is_none()
        }
        "othello-misses-force" => {
            argument(reason, "square") == square(best)
                && corners(&moves(position, side)).is_empty()
                && takes_next(&next(best), side)
                && !takes_next(&next(played), side)
        }
        "othello-even-region" => {
            let region = |play: Move| region(position, &square(play));
            (region(played), region(best)) == (number(reason, "count"), number(reason, "other"))
                && region(played) % 2 == 0
                && region(best) % 2 == 1
                && reason.places.len() == number(reason, "count")
        }
        "othello-rival-turns" => {
            let own = |position: &Position| cells(position).into_iter().flatten().flatten();
            let count = |position: &Position| own(position).filter(|&of| of == side).count();
            let turned =
                |play: Move, answer: Move| count(&next(play)) - count(&after(&next(play), answer));
            let most = |play: Move| {
                let answers = next(play).legal().into_iter();
                answers.map(|answer| turned(play, answer)).max().unwrap_or(0)
            };
            let answer = argument(reason, "square").parse().expect("a move");
            turned(played, answer) == number(reason, "count")
                && reason.places.len() == number(reason, "count")
                && (most(played), most(best)) == (number(reason, "count"), number(reason, "other"))
        }
        "othello-rival-stable" => {
            let answer = argument(reason, "square").parse().expect("a move");
            stay(&after(&next(played), answer), rival, &reason.places)
                && reason.places.len() == number(reason, "count")
        }
        "othello-misses-stable" => {
            argument(reason, "square") == square(best)
                && stay(&next(best), side, &reason.places)
                && reason.places.len() == number(reason, "count")
        }
        "othello-lets-play" | "othello-leaves-square" => {
            let answer = argument(reason, "square");
            let taken = answer == square(best);
            moves(&next(played), rival).contains(&answer)
                && !moves(&next(best), rival).contains(&answer)
                && judgement.refutation.first() == Some(&answer)
                && taken == (reason.kind == "othello-leaves-square")
        }
        "othello-ends" => {
            let mut thinker = Thinker::new(Weights::shipped(), 12);
            let mut ahead = |play: Move| {
                let next = next(play);
                match next.outcome() {
                    Some(_) => -next.board().final_score(),
                    None => -thinker.solve(next.board()),
                }
            };
            let said = |own, rival| {
                let [own, rival] = [own, rival].map(|name| number(reason, name) as i32);
                assert_eq!(own + rival, 64);
                own - rival
            };
            said("own", "rival") == ahead(played) && said("better", "worse") == ahead(best)
        }
        other => panic!("nobody checks {other}"),
    }
}
