//! Which groups cannot escape capture by one atari after another: the ladder
//! planes of the input.
//!
//! The reading is the one the networks were trained with: the attacker only
//! plays on the last two liberties, the defender extends or captures a chain
//! in atari beside its own, and what leaves a ko counts as escaped. Double kos
//! that KataGo calls dead are not seen.

use crate::board::{BLACK, Board, Colour, NONE, Vertex, WHITE, other};

/// Moves tried for one group; what takes longer is taken for an escape.
const READING: u32 = 3_000;

/// A group that can be caught.
pub(super) struct Caught {
    /// A stone of it.
    pub stone: Vertex,
    /// With two liberties: those that begin a working ladder.
    pub moves: Vec<Vertex>,
}

/// The groups that are caught, whoever's move it is: those in atari that
/// cannot get out, and those of two liberties that can be put there.
pub(super) fn caught<const P: usize, const W: usize>(board: &Board<P, W>) -> Vec<Caught> {
    let mut found = Vec::new();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let stone = board.vertex(row, column);
            if !matches!(board.at(stone), BLACK | WHITE) || board.head(stone) != stone {
                continue;
            }
            match board.count(stone) {
                1 if is_lost(board, stone, &mut READING.clone()) => {
                    found.push(Caught { stone, moves: Vec::new() });
                }
                2 => {
                    let rival = other(board.at(stone));
                    let moves: Vec<Vertex> = board
                        .liberties(stone)
                        .iter()
                        .filter(|&v| {
                            board.allows(v, rival) && {
                                let mut after = board.clone();
                                after.play(v, rival);
                                is_lost(&after, stone, &mut READING.clone())
                            }
                        })
                        .collect();
                    if !moves.is_empty() {
                        found.push(Caught { stone, moves });
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// Whether the group of `stone`, in atari and to move, is lost. A ko left by
/// the move before does not count: the defender is let off every ko.
fn is_lost<const P: usize, const W: usize>(
    board: &Board<P, W>,
    stone: Vertex,
    reading: &mut u32,
) -> bool {
    let mut board = board.clone();
    board.pass();
    board.count(stone) == 1 && defend(&board, stone, reading)
}

/// Whether the defender to move loses the group of `stone`.
fn defend<const P: usize, const W: usize>(
    board: &Board<P, W>,
    stone: Vertex,
    reading: &mut u32,
) -> bool {
    if board.count(stone) >= 2 || board.ko() != NONE {
        return false;
    }
    let side = board.at(stone);
    let mut tried = saving_captures(board, stone, side);
    tried.extend(board.liberties(stone).iter());
    tried.into_iter().all(|v| {
        if !board.allows(v, side) {
            return true;
        }
        if *reading == 0 {
            return false;
        }
        *reading -= 1;
        let mut after = board.clone();
        after.play(v, side);
        attack(&after, stone, reading)
    })
}

/// Whether the attacker to move catches the group of `stone`.
fn attack<const P: usize, const W: usize>(
    board: &Board<P, W>,
    stone: Vertex,
    reading: &mut u32,
) -> bool {
    match board.count(stone) {
        0 | 1 => return true,
        2 => {}
        _ => return false,
    }
    let rival = other(board.at(stone));
    let mut liberties = board.liberties(stone).iter();
    let (one, two) = (liberties.next().unwrap_or(NONE), liberties.next().unwrap_or(NONE));
    let free = |v: Vertex| board.beside(v, crate::board::EMPTY);
    // A liberty with three free neighbours has to be taken, or the defender
    // gets away there; unless they are adjacent and share one.
    let apart = !board.neighbours(one).contains(&two);
    let (try_one, try_two) = if apart { (free(two) < 3, free(one) < 3) } else { (true, true) };
    let mut order = [(one, try_one), (two, try_two)];
    if free(two) > free(one) {
        order.swap(0, 1);
    }
    order.into_iter().filter(|(_, open)| *open).any(|(v, _)| {
        if !board.allows(v, rival) || *reading == 0 {
            return false;
        }
        *reading -= 1;
        let mut after = board.clone();
        after.play(v, rival);
        defend(&after, stone, reading)
    })
}

/// Where the rival's chains in atari beside the group of `stone` are taken.
fn saving_captures<const P: usize, const W: usize>(
    board: &Board<P, W>,
    stone: Vertex,
    side: Colour,
) -> Vec<Vertex> {
    let mut found = Vec::new();
    board.each_stone(stone, |own| {
        for n in board.neighbours(own) {
            if board.at(n) == other(side) && board.count(n) == 1 {
                let v = board.liberties(n).first();
                if !found.contains(&v) {
                    found.push(v);
                }
            }
        }
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Small;
    use crate::{Position, Rules};
    use sobremesa_kernel::Position as _;

    fn stones_caught(diagram: &str) -> Vec<String> {
        let size = diagram.trim().lines().count();
        let rules: Rules = format!("size={size}").parse().unwrap();
        let position = Position::parse(&rules, diagram).unwrap();
        let board = Small::set_up(&position.stones());
        let mut found: Vec<String> =
            caught(&board).iter().map(|group| board.point(group.stone).to_string()).collect();
        found.sort();
        found
    }

    #[test]
    fn a_ladder_works_unless_a_stone_breaks_it() {
        let open = "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            . X O . . . .
            . . X . . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(stones_caught(open), [] as [&str; 0]);
        let caught = "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            . X O X . . .
            . . . X . . .
            . . . . . . .
            . . . . . . .";
        assert_eq!(stones_caught(caught), ["C4"]);
        let broken = "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            . X O X . . .
            . . . X . . .
            . O . . . . .
            . . . . . . .";
        assert_eq!(stones_caught(broken), [] as [&str; 0]);
    }

    #[test]
    fn a_group_in_atari_that_can_capture_is_not_caught() {
        let saved = "
            . . . . .
            X X . . .
            . O X . .
            . X O . .
            . O . . .";
        assert!(!stones_caught(saved).contains(&"B3".to_string()));
        let lost = saved.replace(". O . . .", ". . . . .");
        assert!(stones_caught(&lost).contains(&"B3".to_string()));
    }
}
