//! What a move looks worth before it is tried: simulations imagined for it.

use super::patterns;
use super::tactics::{Moves, escapes, is_bad_self_atari, ladder};
use super::tree::Node;
use crate::board::{Board, Colour, EDGE, EMPTY, NONE, Vertex};

/// Imagined simulations, all won except where said.
const EVEN: f32 = 10.0;
const NEAR: [f32; 4] = [0.0, 24.0, 22.0, 8.0];
const SHAPE: f32 = 10.0;
const CAPTURE_ONE: f32 = 15.0;
const CAPTURE_MANY: f32 = 30.0;
/// Lost ones.
const SELF_ATARI: f32 = 10.0;
const LOW_LINE: f32 = 10.0;
const PASS: f32 = 10.0;
/// Won ones, for the third line where nothing is near.
const OPEN_SIDE: f32 = 10.0;

/// Moves that a ladder reader may try for one group.
const READING: u32 = 60;

/// The children of a node: every move that `legal` accepts, own eyes apart,
/// and the pass.
pub fn children<const P: usize, const W: usize>(
    board: &Board<P, W>,
    colour: Colour,
    last: Vertex,
    legal: impl Fn(Vertex) -> bool,
    into: &mut Vec<Node>,
) {
    let table = &**patterns::TABLE;
    let distance = distances(board, last);
    let (mut taken, mut saved) = ([0u16; P], [0u16; P]);
    urgent(board, colour, &mut taken, &mut saved);
    into.clear();
    for &v in board.empties() {
        if !board.allows(v, colour) || board.is_eye(v, colour) || !legal(v) {
            continue;
        }
        let mut node = Node::new(v);
        node.prior_visits = EVEN;
        node.prior_wins = EVEN / 2.0;
        let win = |node: &mut Node, by: f32| {
            node.prior_visits += by;
            node.prior_wins += by;
        };
        let at = usize::from(v);
        win(&mut node, NEAR[usize::from(distance[at])]);
        match taken[at].max(saved[at]) {
            0 => {}
            1 => win(&mut node, CAPTURE_ONE),
            _ => win(&mut node, CAPTURE_MANY),
        }
        if patterns::matches(table, patterns::code(board, v)) {
            win(&mut node, SHAPE);
        }
        if is_bad_self_atari(board, v, colour) {
            node.prior_visits += SELF_ATARI;
        }
        match line_of_open_area(board, v) {
            Some(1 | 2) => node.prior_visits += LOW_LINE,
            Some(3) => win(&mut node, OPEN_SIDE),
            _ => {}
        }
        into.push(node);
    }
    let mut pass = Node::new(NONE);
    pass.prior_visits = PASS + EVEN;
    pass.prior_wins = PASS / 10.0;
    into.push(pass);
}

/// Marks, for every group in trouble, the moves that take it (`taken`, its
/// size) or save it (`saved`).
fn urgent<const P: usize, const W: usize>(
    board: &Board<P, W>,
    colour: Colour,
    taken: &mut [u16; P],
    saved: &mut [u16; P],
) {
    let mark = |marks: &mut [u16; P], v: Vertex, size: u16| {
        marks[usize::from(v)] = marks[usize::from(v)].max(size);
    };
    for row in 0..board.rows() {
        for column in 0..board.columns() {
            let v = board.vertex(row, column);
            let stone = board.at(v);
            if stone == EMPTY || board.head(v) != v {
                continue;
            }
            let size = board.size(v);
            match (board.count(v), stone == colour) {
                (1, false) => mark(taken, board.liberties(v).first(), size),
                (1, true) => {
                    let mut moves = Moves::NONE;
                    escapes(board, v, &mut READING.clone(), &mut moves);
                    moves.as_slice().iter().for_each(|&m| mark(saved, m, size));
                }
                (2, false) => {
                    let attack = ladder(board, v, &mut READING.clone());
                    if attack != NONE {
                        mark(taken, attack, size);
                    }
                }
                (2, true) if ladder(board, v, &mut READING.clone()) != NONE => {
                    for m in board.liberties(v).iter() {
                        let outlook = board.outlook(m, colour);
                        if outlook.liberties.few() > 2 || outlook.captures > 0 {
                            mark(saved, m, size);
                        }
                    }
                }
                _ => {}
            }
        }
    }
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

/// The line (1 at the edge) of a point with no stone within three steps.
fn line_of_open_area<const P: usize, const W: usize>(
    board: &Board<P, W>,
    v: Vertex,
) -> Option<usize> {
    let point = board.point(v);
    let (row, column) = (point.row(), point.column());
    let (rows, columns) = (board.rows(), board.columns());
    let line = (row.min(column).min(rows - 1 - row).min(columns - 1 - column)) + 1;
    if line > 3 {
        return None;
    }
    for r in row.saturating_sub(3)..=(row + 3).min(rows - 1) {
        for c in column.saturating_sub(3)..=(column + 3).min(columns - 1) {
            let near = r.abs_diff(row) + c.abs_diff(column) <= 3;
            if near && board.at(board.vertex(r, c)) != EMPTY {
                return None;
            }
        }
    }
    Some(line)
}
