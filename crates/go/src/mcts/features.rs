//! What a move looks like at first sight: the shape around it and a set of
//! traits, each of which has a learnt weight (`cargo xtask train go`).
//!
//! The chance that a move is the one to play is modelled as the exponential
//! of the sum of its weights over the sum for all moves (a softmax, the
//! generalised Bradley–Terry model with one winner a position).

use std::sync::LazyLock;

use super::patterns;
use super::tactics::{Moves, escapes, is_bad_self_atari, ladder, nakade};
use crate::board::{BLACK, Board, Colour, EDGE, EMPTY, NONE, Vertex, other};
use crate::goban::each;
use crate::{Move, Position};

/// A move at first sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The 3×3 shape as the mover sees it, one code for all its symmetries.
    pub shape: u16,
    /// One bit for each trait, see [`TRAITS`].
    pub traits: u64,
}

/// The traits, by bit.
pub const TRAITS: [&str; 47] = [
    "last-2",
    "last-3",
    "last-4",
    "last-5",
    "last-6",
    "last-7",
    "last-8",
    "last-9",
    "last-10",
    "last-far",
    "before-2",
    "before-3",
    "before-4",
    "before-5",
    "before-6",
    "before-7",
    "before-8",
    "before-9",
    "before-10",
    "before-far",
    "line-1",
    "line-2",
    "line-3",
    "line-4",
    "line-5",
    "take-1",
    "take-2",
    "take-4",
    "save-1",
    "save-2",
    "save-4",
    "catch-1",
    "catch-2",
    "catch-4",
    "flee-1",
    "flee-2",
    "flee-4",
    "self-atari",
    "atari-1",
    "atari-2",
    "vital",
    "fate-1",
    "fate-2",
    "fate-3",
    "open-1",
    "open-2",
    "open-3",
];

const LAST: u32 = 0;
const BEFORE: u32 = 10;
const LINE: u32 = 20;
const TAKE: u32 = 25;
const SAVE: u32 = 28;
const CATCH: u32 = 31;
const FLEE: u32 = 34;
const SELF_ATARI: u32 = 37;
const ATARI: u32 = 38;
const VITAL: u32 = 40;
const FATE: u32 = 41;
const OPEN: u32 = 44;

/// Moves that a ladder reader may try for one group.
const READING: u32 = 60;

/// Calls `f` with every move that `legal` accepts and how it looks; own eyes
/// and the pass apart.
pub fn looks<const P: usize, const W: usize>(
    board: &Board<P, W>,
    colour: Colour,
    last: [Vertex; 2],
    legal: impl Fn(Vertex) -> bool,
    mut f: impl FnMut(Vertex, Look),
) {
    let canonical = &**CANONICAL;
    let fate = distances(board, last[0]);
    let urgent = urgent(board, colour);
    let vital = if last[0] == NONE { NONE } else { nakade(board, last[0]) };
    for &v in board.empties() {
        if !board.allows(v, colour) || board.is_eye(v, colour) || !legal(v) {
            continue;
        }
        let mut traits = urgent[usize::from(v)];
        let mut has = |bit: u32| traits |= 1 << bit;
        if last[0] != NONE {
            has(LAST + distance(board, v, last[0]));
        }
        if last[1] != NONE {
            has(BEFORE + distance(board, v, last[1]));
        }
        let line = line(board, v);
        has(LINE + line.min(5) - 1);
        if line <= 3 && is_open(board, v) {
            has(OPEN + line - 1);
        }
        match fate[usize::from(v)] {
            0 => {}
            steps => has(FATE + u32::from(steps) - 1),
        }
        if v == vital {
            has(VITAL);
        }
        if is_bad_self_atari(board, v, colour) {
            has(SELF_ATARI);
        }
        if let Some(size) = gives_atari(board, v, colour) {
            has(ATARI + u32::from(size > 1));
        }
        let code = patterns::code(board, v);
        let seen = if colour == BLACK { code } else { swapped(code) };
        f(v, Look { shape: canonical[usize::from(seen)], traits });
    }
}

/// [`looks`] of a position, for the trainer.
#[must_use]
pub fn looks_of(position: &Position) -> Vec<(Move, Look)> {
    use sobremesa_kernel::Position as _;
    let mut all = Vec::new();
    each!(position.goban(), board => {
        let legal = |v: Vertex| position.check(Move::Play(board.point(v))).is_ok();
        let colour = crate::board::colour(position.turn());
        looks(board, colour, position.last_vertices(), legal, |v, look| {
            all.push((Move::Play(board.point(v)), look));
        });
    });
    all
}

/// The size class of a group: 1, 2–3, 4 and more stones.
fn class(size: u16) -> u32 {
    match size {
        1 => 0,
        2 | 3 => 1,
        _ => 2,
    }
}

/// The traits of moves that take or save a group in trouble.
fn urgent<const P: usize, const W: usize>(board: &Board<P, W>, colour: Colour) -> [u64; P] {
    let mut traits = [0; P];
    let mut mark = |v: Vertex, from: u32, size: u16| {
        traits[usize::from(v)] |= 1u64 << (from + class(size));
    };
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let v = board.vertex(row, column);
            let stone = board.at(v);
            if stone == EMPTY || board.head(v) != v {
                continue;
            }
            let size = board.size(v);
            let mut budget = READING;
            match (board.count(v), stone == colour) {
                (1, false) => mark(board.liberties(v).first(), TAKE, size),
                (1, true) => {
                    let mut moves = Moves::NONE;
                    escapes(board, v, &mut budget, &mut moves);
                    moves.as_slice().iter().for_each(|&m| mark(m, SAVE, size));
                }
                (2, false) => match ladder(board, v, &mut budget) {
                    NONE => {}
                    attack => mark(attack, CATCH, size),
                },
                (2, true) if ladder(board, v, &mut budget) != NONE => {
                    for m in board.liberties(v).iter() {
                        let outlook = board.outlook(m, colour);
                        if outlook.liberties.few() > 2 || outlook.captures > 0 {
                            mark(m, FLEE, size);
                        }
                    }
                }
                _ => {}
            }
        }
    }
    traits
}

/// The largest rival group that a move puts in atari.
fn gives_atari<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
    colour: Colour,
) -> Option<u16> {
    let rivals = board.neighbours(v).into_iter().filter(|&n| board.at(n) == other(colour));
    rivals.filter(|&n| board.count(n) == 2).map(|n| board.size(n)).max()
}

/// How far apart two points are, 0 (next to each other) to 9: rows plus
/// columns plus the larger of the two, less two.
fn distance<const P: usize, const W: usize>(board: &Board<P, W>, a: Vertex, b: Vertex) -> u32 {
    let (a, b) = (board.point(a), board.point(b));
    let (rows, columns) = (a.row().abs_diff(b.row()), a.column().abs_diff(b.column()));
    ((rows + columns + rows.max(columns)) as u32).saturating_sub(2).min(9)
}

/// Steps from `last` up to 3, where a whole group is one step wide (the
/// common fate graph); 0 beyond.
fn distances<const P: usize, const W: usize>(board: &Board<P, W>, last: Vertex) -> [u8; P] {
    const FAR: u8 = 0;
    let mut distance = [FAR; P];
    if last == NONE {
        return distance;
    }
    let mut ring = Vec::with_capacity(64);
    let reach = |v: Vertex, step: u8, distance: &mut [u8; P], ring: &mut Vec<Vertex>| {
        if distance[usize::from(v)] != FAR {
            return;
        }
        if board.at(v) == EMPTY {
            distance[usize::from(v)] = step;
            ring.push(v);
        } else if board.at(v) != EDGE {
            board.each_stone(v, |stone| {
                distance[usize::from(stone)] = step;
                ring.push(stone);
            });
        }
    };
    // The last stone's own group is at distance 1 like its liberties: what
    // matters is what is next to it.
    reach(last, 1, &mut distance, &mut ring);
    let mut from = 0;
    for step in 1..=3u8 {
        let to = ring.len();
        for i in from..to {
            let v = ring[i];
            for n in board.neighbours(v) {
                reach(n, step, &mut distance, &mut ring);
            }
        }
        from = if step == 1 { 0 } else { to };
    }
    distance
}

/// The line a point is on, 1 at the edge.
pub(super) fn line<const P: usize, const W: usize>(board: &Board<P, W>, v: Vertex) -> u32 {
    let point = board.point(v);
    let (row, column) = (point.row(), point.column());
    let (top, right) = (board.rows() - 1 - row, board.columns() - 1 - column);
    row.min(column).min(top).min(right) as u32 + 1
}

/// Whether no stone is within three steps.
pub(super) fn is_open<const P: usize, const W: usize>(board: &Board<P, W>, v: Vertex) -> bool {
    let point = board.point(v);
    let (row, column) = (point.row(), point.column());
    let (rows, columns) = (board.rows(), board.columns());
    (row.saturating_sub(3)..=(row + 3).min(rows - 1)).all(|r| {
        (column.saturating_sub(3)..=(column + 3).min(columns - 1)).all(|c| {
            r.abs_diff(row) + c.abs_diff(column) > 3 || board.at(board.vertex(r, c)) == EMPTY
        })
    })
}

/// A shape with its colours exchanged: the two bits of a stone are 01 or 10.
fn swapped(code: u16) -> u16 {
    (code & 0x5555) << 1 | code >> 1 & 0x5555
}

/// For each shape, the least code of its eight symmetries.
static CANONICAL: LazyLock<Box<[u16; 1 << 16]>> = LazyLock::new(|| {
    // Where each neighbour goes in a quarter turn and in a reflection.
    const TURN: [u32; 8] = [5, 3, 0, 6, 1, 7, 4, 2];
    const MIRROR: [u32; 8] = [2, 1, 0, 4, 3, 7, 6, 5];
    let moved = |code: u16, to: &[u32; 8]| {
        (0..8).fold(0, |all, i| all | (code >> (2 * i) & 3) << (2 * to[i as usize]))
    };
    let mut table = Box::new([0; 1 << 16]);
    for code in 0..=u16::MAX {
        let mut least = code;
        let mut image = code;
        for turn in 0..8 {
            image = moved(image, &TURN);
            if turn == 3 {
                image = moved(image, &MIRROR);
            }
            least = least.min(image);
        }
        table[usize::from(code)] = least;
    }
    table
});

/// Learnt weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// By canonical shape.
    pub shapes: Vec<f32>,
    /// By trait: one for each bit.
    pub traits: [f32; 64],
}

/// The weights that the repository ships.
pub static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_str!("weights.txt")));

impl Weights {
    /// All equal: every move looks the same.
    #[must_use]
    pub fn zero() -> Weights {
        Weights { shapes: vec![0.0; 1 << 16], traits: [0.0; 64] }
    }

    /// The sum of the weights of what is there.
    #[inline]
    #[must_use]
    pub fn of(&self, look: Look) -> f32 {
        let mut sum = self.shapes[usize::from(look.shape)];
        let mut traits = look.traits;
        while traits != 0 {
            sum += self.traits[traits.trailing_zeros() as usize];
            traits &= traits - 1;
        }
        sum
    }

    /// Reads lines of a trait's name, or a shape's code in hexadecimal, and a
    /// weight; other lines are skipped, and what is not named weighs nothing.
    #[must_use]
    pub fn read(text: &str) -> Weights {
        let mut weights = Weights::zero();
        for line in text.lines() {
            let Some((name, value)) = line.split_once(' ') else { continue };
            let Ok(value) = value.trim().parse::<f32>() else { continue };
            if let Some(i) = TRAITS.iter().position(|&t| t == name) {
                weights.traits[i] = value;
            } else if let Ok(code) = u16::from_str_radix(name, 16) {
                weights.shapes[usize::from(code)] = value;
            }
        }
        weights
    }

    /// The text that [`read`](Weights::read) reads, without the zeros.
    #[must_use]
    pub fn write(&self) -> String {
        let traits = TRAITS.iter().zip(self.traits).map(|(name, w)| (name.to_string(), w));
        let shapes = self.shapes.iter().enumerate().map(|(code, &w)| (format!("{code:04x}"), w));
        traits
            .chain(shapes)
            .filter(|(_, w)| w.abs() >= 0.005)
            .map(|(name, w)| format!("{name} {w:.2}\n"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Small, WHITE};

    #[test]
    fn a_shape_has_one_code_for_all_symmetries_and_both_movers() {
        let mut codes = Vec::new();
        for (row, column) in [(3, 4), (4, 3), (5, 4), (4, 5)] {
            for colour in [BLACK, WHITE] {
                let mut board = Small::new(9, 9);
                board.play(board.vertex(row, column), colour);
                looks(
                    &board,
                    colour,
                    [NONE; 2],
                    |v| v == board.vertex(4, 4),
                    |_, look| {
                        codes.push(look.shape);
                    },
                );
            }
        }
        assert_eq!(codes.len(), 8);
        assert!(codes.iter().all(|&code| code == codes[0]), "{codes:?}");
    }

    #[test]
    fn weights_read_back() {
        let mut weights = Weights::zero();
        weights.traits[3] = 1.25;
        weights.shapes[0x1f] = -0.5;
        assert_eq!(Weights::read(&weights.write()), weights);
    }
}
