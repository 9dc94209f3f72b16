//! Reading by hand: ladders, self-atari, the vital point of an eye space.
//!
//! A reader works on copies of the board and spends a `budget` of moves;
//! when it is used up the answer is the cautious one, that nothing dies.

use crate::board::{Board, Colour, EMPTY, NONE, Vertex, other};

/// The most moves worth collecting at once.
const MOST: usize = 24;

/// A short list of moves, each once.
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    moves: [Vertex; MOST],
    len: usize,
}

impl Moves {
    /// No move.
    pub const NONE: Moves = Moves { moves: [NONE; MOST], len: 0 };

    /// Adds a move, unless it is there or there is no room.
    #[inline]
    pub fn add(&mut self, v: Vertex) {
        // By hand: a call to `contains` costs more than the few comparisons.
        for i in 0..self.len {
            if self.moves[i] == v {
                return;
            }
        }
        if self.len < MOST {
            self.moves[self.len] = v;
            self.len += 1;
        }
    }

    /// The moves in the order they were added.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Vertex] {
        &self.moves[..self.len]
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Adds the moves that capture a rival group touching the group of `v`.
pub fn counter_captures<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
    into: &mut Moves,
) {
    let own = board.at(v);
    board.each_stone(v, |stone| {
        for n in board.neighbours(stone) {
            if board.at(n) == other(own) && board.count(n) == 1 {
                let capture = board.liberties(n).first();
                if board.allows(capture, own) {
                    into.add(capture);
                }
            }
        }
    });
}

/// Adds the moves that get the group of `v` out of atari: captures, and the
/// extension when it does not run into a ladder. The owner is to move.
pub fn escapes<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
    budget: &mut u32,
    into: &mut Moves,
) {
    counter_captures(board, v, into);
    let extension = board.liberties(v).first();
    if board.allows(extension, board.at(v)) && survives(board, v, extension, budget, 0) {
        into.add(extension);
    }
}

/// How many boards deep a reader branches. A ladder has one sensible move for
/// each side nearly everywhere and is read on one board however long it is.
const MOST_BRANCHES: u32 = 6;

/// Whether the group of `v` lives on at least for now after its owner plays
/// `m`: three liberties, or two and no working ladder.
fn survives<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
    m: Vertex,
    budget: &mut u32,
    branches: u32,
) -> bool {
    let own = board.at(v);
    let outlook = board.outlook(m, own);
    if outlook.captures == 0 {
        match outlook.liberties.few() {
            0 | 1 => return false,
            2 => {}
            _ => return true,
        }
    }
    if *budget == 0 || branches == MOST_BRANCHES {
        return true;
    }
    let mut after = board.clone();
    after.play(m, own);
    match after.count(v) {
        0 | 1 => false,
        2 => attack(&mut after, v, budget, branches) == NONE,
        _ => true,
    }
}

/// The move with which the rival catches the group of `v`, which has two
/// liberties, in a ladder; [`NONE`] when there is none. The rival is to move.
pub fn ladder<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
    budget: &mut u32,
) -> Vertex {
    let ataris = ataris(board, v);
    if ataris == [Atari::NONE; 2] {
        return NONE;
    }
    let at_once = at_once(board, v, ataris, budget);
    // Copying the board costs as much as several moves.
    if at_once != NONE { at_once } else { pursue(&mut board.clone(), v, ataris, budget, 0) }
}

/// [`ladder`] on a board that may be used up.
fn attack<const P: usize, const W: usize>(
    board: &mut Board<P, W>,
    v: Vertex,
    budget: &mut u32,
    branches: u32,
) -> Vertex {
    let ataris = ataris(board, v);
    let at_once = at_once(board, v, ataris, budget);
    if at_once != NONE { at_once } else { pursue(board, v, ataris, budget, branches) }
}

/// The first of these ataris that works.
fn pursue<const P: usize, const W: usize>(
    board: &mut Board<P, W>,
    v: Vertex,
    ataris: [Atari; 2],
    budget: &mut u32,
    branches: u32,
) -> Vertex {
    match ataris.map(|atari| atari.at) {
        [NONE, only] | [only, NONE] => {
            if only != NONE && chase(board, v, only, budget, branches) {
                only
            } else {
                NONE
            }
        }
        [_, _] if branches == MOST_BRANCHES => NONE,
        [one, two] => {
            if chase(&mut board.clone(), v, one, budget, branches + 1) {
                one
            } else if chase(board, v, two, budget, branches) {
                two
            } else {
                NONE
            }
        }
    }
}

/// An atari on a group of two liberties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Atari {
    at: Vertex,
    /// Running straight away leaves the group in atari.
    hopeless: bool,
}

impl Atari {
    const NONE: Atari = Atari { at: NONE, hopeless: false };
}

/// The ataris on a group of two liberties after which running straight away
/// does not give it three.
fn ataris<const P: usize, const W: usize>(board: &Board<P, W>, v: Vertex) -> [Atari; 2] {
    let own = board.at(v);
    let mut liberties = board.liberties(v).iter();
    let (Some(a), Some(b)) = (liberties.next(), liberties.next()) else { return [Atari::NONE; 2] };
    [(a, b), (b, a)].map(|(at, run)| {
        if !board.allows(at, other(own)) {
            return Atari::NONE;
        }
        let outlook = board.outlook(run, own);
        let mut running = outlook.liberties;
        running.remove(at);
        match running.few() {
            0 | 1 => Atari { at, hopeless: outlook.captures == 0 },
            2 => Atari { at, hopeless: false },
            _ => Atari::NONE,
        }
    })
}

/// The atari, if one of these is, that catches the group of `v` without
/// further reading: it cannot run, and nothing around it can be captured.
fn at_once<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
    ataris: [Atari; 2],
    budget: &mut u32,
) -> Vertex {
    // A ko that may not be taken now may be taken after the atari.
    let hopeless = ataris.iter().any(|atari| atari.hopeless);
    if *budget == 0 || !hopeless || board.ko() != NONE {
        return NONE;
    }
    let mut captures = Moves::NONE;
    counter_captures(board, v, &mut captures);
    if !captures.is_empty() {
        return NONE;
    }
    let rival = other(board.at(v));
    for atari in ataris.into_iter().filter(|atari| atari.hopeless) {
        let outlook = board.outlook(atari.at, rival);
        if outlook.captures == 0 && outlook.liberties.few() > 1 {
            *budget -= 1;
            return atari.at;
        }
    }
    NONE
}

/// Whether the group of `v`, which has two liberties, is caught when the
/// rival starts with `attack`.
fn chase<const P: usize, const W: usize>(
    board: &mut Board<P, W>,
    v: Vertex,
    mut atari: Vertex,
    budget: &mut u32,
    branches: u32,
) -> bool {
    let own = board.at(v);
    loop {
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        board.play(atari, other(own));
        if board.count(v) != 1 {
            return false;
        }
        let mut captures = Moves::NONE;
        counter_captures(board, v, &mut captures);
        let saves = |&m: &Vertex| survives(board, v, m, budget, branches + 1);
        if captures.as_slice().iter().any(saves) {
            return false;
        }
        let run = board.liberties(v).first();
        if !board.allows(run, own) {
            return true;
        }
        let outlook = board.outlook(run, own);
        match outlook.liberties.few() {
            0 | 1 => return true,
            2 => {}
            _ => return false,
        }
        board.play(run, own);
        if board.count(v) != 2 {
            return board.count(v) < 2;
        }
        let ataris = ataris(board, v);
        if at_once(board, v, ataris, budget) != NONE {
            return true;
        }
        match ataris.map(|atari| atari.at) {
            [NONE, NONE] => return false,
            [NONE, only] | [only, NONE] => atari = only,
            [_, _] if branches == MOST_BRANCHES => return false,
            [one, two] => {
                if chase(&mut board.clone(), v, one, budget, branches + 1) {
                    return true;
                }
                atari = two;
            }
        }
    }
}

/// Whether a stone of `colour` on `v` puts its own group in atari for no good
/// reason. Captures are a good reason; so are throw-ins and stones inside a
/// rival's eye space, as long as few enough are given away.
#[inline]
pub fn is_bad_self_atari<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
    colour: Colour,
) -> bool {
    if board.beside(v, EMPTY) > 1 {
        return false;
    }
    let outlook = board.outlook(v, colour);
    if outlook.captures > 0 || outlook.liberties.few() > 1 {
        return false;
    }
    if outlook.size == 1 {
        // A single stone between rivals may be a throw-in; next to only one
        // kind of neighbour it is given away.
        return board.beside(v, other(colour)) < 2;
    }
    outlook.size > 5 || !fills_eye_space(board, v, colour, outlook.size)
}

/// Whether the stones that a self-atari on `v` joins, with their last
/// liberty, are a small space inside one rival group's surroundings where the
/// rival, capturing, would be left with a space that can be killed again: a
/// compact shape of the stones themselves.
fn fills_eye_space<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
    colour: Colour,
    size: u16,
) -> bool {
    let mut shape = [NONE; 6];
    let mut len = 1;
    shape[0] = v;
    for n in board.neighbours(v) {
        if board.at(n) == colour {
            board.each_stone(n, |stone| {
                if len < shape.len() && !shape[..len].contains(&stone) {
                    shape[len] = stone;
                    len += 1;
                }
            });
        }
    }
    len == usize::from(size) && (len <= 3 || vital_point(board, &shape[..len]).is_some())
}

/// The vital point of an eye space, if it has one: the point that makes two
/// eyes for one side and kills for the other.
pub fn vital_point<const P: usize, const W: usize>(
    board: &Board<P, W>,
    space: &[Vertex],
) -> Option<Vertex> {
    if space.len() < 3 {
        return None;
    }
    let degree = |v: Vertex| board.neighbours(v).iter().filter(|n| space.contains(n)).count();
    let most = space.iter().copied().max_by_key(|&v| degree(v))?;
    let pairs = space.iter().map(|&v| degree(v)).sum::<usize>() / 2;
    match (space.len(), degree(most), pairs) {
        // Three in a row or bent; the pyramid; the cross and the bulky five;
        // the rabbity six.
        (3, 2, _) | (4, 3, _) | (5, 4, _) | (5, 3, 5) | (6, 4, 6) => Some(most),
        _ => None,
    }
}

/// The vital point of a small empty space next to the stone on `v` that its
/// colour surrounds.
pub fn nakade<const P: usize, const W: usize>(board: &Board<P, W>, v: Vertex) -> Vertex {
    const LARGEST: usize = 6;
    let rival = other(board.at(v));
    // As long as a register, so that one instruction compares them all.
    let mut space = [NONE; 8];
    let reached = |space: &[Vertex; 8], n| space.iter().fold(false, |found, &s| found | (s == n));
    for start in board.neighbours(v) {
        // What the fill before reached has been looked at.
        if board.at(start) != EMPTY || board.beside(start, rival) > 0 || reached(&space, start) {
            continue;
        }
        space = [NONE; 8];
        space[0] = start;
        let (mut len, mut next) = (1, 0);
        let enclosed = 'fill: loop {
            if next == len {
                break true;
            }
            let at = space[next];
            next += 1;
            if board.beside(at, rival) > 0 {
                break false;
            }
            for n in board.neighbours(at) {
                if board.at(n) == EMPTY && !reached(&space, n) {
                    if len == LARGEST {
                        break 'fill false;
                    }
                    space[len] = n;
                    len += 1;
                }
            }
        };
        if enclosed && let Some(vital) = vital_point(board, &space[..len]) {
            return vital;
        }
    }
    NONE
}

#[cfg(test)]
mod tests {
    use sobremesa_kernel::Rng;

    use super::*;
    use crate::board::{BLACK, Small, WHITE};
    use crate::mcts::policy::Policy;

    /// What is seen without playing is what playing it out finds.
    #[test]
    fn what_is_caught_at_once_is_caught_by_reading() {
        const PLENTY: u32 = 1_000;
        let mut rng = Rng::new(21);
        let mut seen = 0;
        for _ in 0..200 {
            let mut moves = Vec::new();
            let record = |v: Vertex, colour: Colour| moves.push((v, colour));
            Policy::LIGHT.play_out(&mut Small::new(9, 9), BLACK, NONE, NONE, &mut rng, record);
            let mut board = Small::new(9, 9);
            for (v, colour) in moves {
                if v == NONE {
                    board.pass();
                    continue;
                }
                board.play(v, colour);
                for n in board.neighbours(v) {
                    let group = matches!(board.at(n), BLACK | WHITE) && board.count(n) == 2;
                    if !group {
                        continue;
                    }
                    let atari = at_once(&board, n, ataris(&board, n), &mut PLENTY.clone());
                    if atari != NONE {
                        seen += 1;
                        let caught = chase(&mut board.clone(), n, atari, &mut PLENTY.clone(), 0);
                        assert!(caught, "{:?}", board.stones());
                    }
                }
            }
        }
        assert!(seen > 1_000, "{seen}");
    }
}
