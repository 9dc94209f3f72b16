//! Which groups cannot escape capture by one atari after another, and how they
//! are chased: for whoever explains a move, and the ladder planes of a
//! network's input.
//!
//! The reading is the one the networks were trained with: the attacker only
//! plays on the last two liberties, the defender extends or captures a chain
//! in atari beside its own, and what leaves a ko counts as escaped. Double kos
//! that KataGo calls dead are not seen.

use sobremesa_kernel::Position as _;

#[cfg(feature = "net")]
use crate::board::{BLACK, WHITE};
use crate::board::{Board, Colour, EMPTY, NONE, Vertex, colour, other};
use crate::goban::each;
use crate::{Point, Position};

/// Moves tried for one group; what takes longer is taken for an escape.
const READING: u32 = 3_000;

/// How a chase goes in which each atari is answered, from a position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// Whether the group is caught, whatever it does. What comes to a ko
    /// counts as an escape.
    pub caught: bool,
    /// The moves, alternating, whoever is to move first: to the capture or
    /// until the group has no move left, or else until it has three liberties,
    /// has taken what held it, or there is a ko.
    pub line: Vec<Point>,
}

/// How the group of `stone` fares in a ladder: one in atari whose side is to
/// move, or one of at most two liberties whose rival is. `None` for any other,
/// and where it takes too long to tell.
#[must_use]
pub fn ladder(position: &Position, stone: Point) -> Option<Ladder> {
    let owner = position.at(stone)?;
    let defends = owner == position.turn();
    each!(position.goban(), board => {
        let v = board.vertex(stone.row(), stone.column());
        debug_assert_eq!(board.at(v), colour(owner));
        if board.count(v) > if defends { 1 } else { 2 } {
            return None;
        }
        let mut board = board.clone();
        board.pass();
        chased(&board, v, defends)
    })
}

/// The chase of the group of `stone`, move by move.
fn chased<const P: usize, const W: usize>(
    board: &Board<P, W>,
    stone: Vertex,
    mut defends: bool,
) -> Option<Ladder> {
    let mut reader = Reader { boards: Vec::new(), left: 0 };
    let caught = reader.told(board, stone, defends)?;
    let (mut board, mut line) = (board.clone(), Vec::new());
    let owner = board.at(stone);
    loop {
        let over = match defends {
            true => board.count(stone) > 1 || board.ko() != NONE,
            false => board.count(stone) > 2,
        };
        if over {
            break;
        }
        let side = if defends { owner } else { other(owner) };
        let mut tried: Vec<Vertex> = board.liberties(stone).iter().collect();
        if defends {
            tried.extend(saving_captures(&board, stone, side));
        } else if tried.len() == 1 {
            // What is in atari is taken.
            line.push(board.point(tried[0]));
            break;
        } else if board.beside(tried[1], EMPTY) > board.beside(tried[0], EMPTY) {
            tried.swap(0, 1);
        }
        // Whoever gets its way makes a move that keeps it so; of the other
        // side's moves, which are all in vain, it is the first.
        let mut next = None;
        for v in tried.into_iter().filter(|&v| board.allows(v, side)) {
            let mut after = board.clone();
            after.play(v, side);
            if reader.told(&after, stone, !defends)? == caught {
                next = Some((v, after));
                break;
            }
        }
        let Some((v, after)) = next else { break };
        line.push(board.point(v));
        board = after;
        defends = !defends;
    }
    Some(Ladder { caught, line })
}

/// A group that can be caught.
#[cfg(feature = "net")]
pub(crate) struct Caught {
    /// A stone of it.
    pub(crate) stone: Vertex,
    /// With two liberties: those that begin a working ladder.
    pub(crate) moves: Vec<Vertex>,
}

/// The groups that are caught, whoever's move it is: those in atari that
/// cannot get out, and those of two liberties that can be put there.
#[cfg(feature = "net")]
pub(crate) fn caught<const P: usize, const W: usize>(board: &Board<P, W>) -> Vec<Caught> {
    let mut reader = Reader { boards: Vec::new(), left: 0 };
    let mut found = Vec::new();
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let stone = board.vertex(row, column);
            if !matches!(board.at(stone), BLACK | WHITE) || board.head(stone) != stone {
                continue;
            }
            match board.count(stone) {
                1 if reader.is_lost(board, NONE, stone) => {
                    found.push(Caught { stone, moves: Vec::new() });
                }
                2 => {
                    let rival = other(board.at(stone));
                    let moves: Vec<Vertex> = board
                        .liberties(stone)
                        .iter()
                        .filter(|&v| board.allows(v, rival) && reader.is_lost(board, v, stone))
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

/// Reads on boards of its own: a ladder is as long as the board is wide, and
/// so many boards would not fit on a thread's stack.
struct Reader<const P: usize, const W: usize> {
    /// The board of each move that another one may be tried instead of.
    boards: Vec<Board<P, W>>,
    /// Moves that may still be tried.
    left: u32,
}

impl<const P: usize, const W: usize> Reader<P, W> {
    /// Whether the group of `stone` is caught on this board, and nothing where
    /// that takes too long to tell.
    fn told(&mut self, board: &Board<P, W>, stone: Vertex, defends: bool) -> Option<bool> {
        self.left = READING;
        self.put(0, board);
        let caught = match defends {
            true => self.defend(0, stone),
            false => self.attack(0, stone),
        };
        (self.left > 0).then_some(caught)
    }

    /// Whether the group of `stone` is lost when it is put in atari on
    /// `first`, or is in atari where there is none, and its side is to move.
    /// A ko left by the move before does not count: the defender is let off
    /// every ko.
    #[cfg(feature = "net")]
    fn is_lost(&mut self, board: &Board<P, W>, first: Vertex, stone: Vertex) -> bool {
        self.left = READING;
        self.put(0, board);
        let here = &mut self.boards[0];
        if first != NONE {
            here.play(first, other(board.at(stone)));
        }
        here.pass();
        here.count(stone) == 1 && self.defend(0, stone)
    }

    // Not part of its callers, whose frames would each have room for a board.
    #[inline(never)]
    fn put(&mut self, depth: usize, board: &Board<P, W>) {
        match self.boards.get_mut(depth) {
            Some(there) => there.clone_from(board),
            None => self.boards.push(board.clone()),
        }
    }

    #[inline(never)]
    fn copy(&mut self, depth: usize) {
        if depth + 1 == self.boards.len() {
            self.boards.push(self.boards[depth].clone());
        }
        let (here, next) = self.boards.split_at_mut(depth + 1);
        next[0].clone_from(&here[depth]);
    }

    /// Plays on the board at `depth`, or on a copy of it where it is `kept`
    /// for another try. Returns where, or nothing when enough was read.
    fn play(&mut self, depth: usize, v: Vertex, side: Colour, kept: bool) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        if kept {
            self.copy(depth);
        }
        let depth = depth + usize::from(kept);
        self.boards[depth].play(v, side);
        Some(depth)
    }

    /// Whether the defender to move loses the group of `stone` on the board at
    /// `depth`, which is not needed afterwards.
    fn defend(&mut self, depth: usize, stone: Vertex) -> bool {
        let board = &self.boards[depth];
        if board.count(stone) >= 2 || board.ko() != NONE {
            return false;
        }
        let side = board.at(stone);
        let mut tried = saving_captures(board, stone, side);
        tried.extend(board.liberties(stone).iter());
        tried.retain(|&v| board.allows(v, side));
        let last = tried.len();
        tried.into_iter().zip(1..).all(|(v, number)| {
            let next = self.play(depth, v, side, number < last);
            next.is_some_and(|next| self.attack(next, stone))
        })
    }

    /// Whether the attacker to move catches the group of `stone` on the board
    /// at `depth`, which is not needed afterwards.
    fn attack(&mut self, depth: usize, stone: Vertex) -> bool {
        let board = &self.boards[depth];
        match board.count(stone) {
            0 | 1 => return true,
            2 => {}
            _ => return false,
        }
        let rival = other(board.at(stone));
        let mut liberties = board.liberties(stone).iter();
        let (one, two) = (liberties.next().unwrap_or(NONE), liberties.next().unwrap_or(NONE));
        let free = |v: Vertex| board.beside(v, EMPTY);
        // A liberty with three free neighbours has to be taken, or the defender
        // gets away there; unless they are adjacent and share one.
        let apart = !board.neighbours(one).contains(&two);
        let (try_one, try_two) = if apart { (free(two) < 3, free(one) < 3) } else { (true, true) };
        let mut order = [(one, try_one), (two, try_two)];
        if free(two) > free(one) {
            order.swap(0, 1);
        }
        let order = order.map(|(v, open)| (v, open && board.allows(v, rival)));
        let [(first, one), (second, two)] = order;
        let mut tries = |v: Vertex, kept: bool| {
            let next = self.play(depth, v, rival, kept);
            next.is_some_and(|next| self.defend(next, stone))
        };
        (one && tries(first, two)) || (two && tries(second, false))
    }
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

#[cfg(all(test, feature = "net"))]
mod tests {
    use super::*;
    use crate::board::Small;
    use crate::{Point, Position, Rules, Stones};
    use sobremesa_kernel::Side;

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

    /// The longest ladders there are, on a stack that has no room for many
    /// boards.
    #[test]
    fn a_ladder_across_the_largest_board_needs_little_stack() {
        fn caught_on<const P: usize, const W: usize>() -> (Vec<Vertex>, Vertex) {
            let size = if P == 448 { 19 } else { 25 };
            let mut stones = Stones::new(size, size).unwrap();
            let mut put = |row: usize, column: usize, side| {
                stones.put(Point::new(size - row, size - column).unwrap(), Some(side));
            };
            put(4, 4, Side::Second);
            for (row, column) in [(3, 4), (4, 5), (4, 3), (5, 3)] {
                put(row, column, Side::First);
            }
            let board = Board::<P, W>::set_up(&stones);
            let found = caught(&board).iter().map(|group| group.stone).collect();
            (found, board.vertex(size - 4, size - 4))
        }
        let read = || {
            for (found, white) in [caught_on::<448, 7>(), caught_on::<704, 11>()] {
                assert_eq!(found, [white]);
            }
        };
        let small = std::thread::Builder::new().stack_size(512 * 1024);
        small.spawn(read).unwrap().join().unwrap();
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
