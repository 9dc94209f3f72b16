//! What a move is worth before it is tried: simulations imagined for it.

use super::features::{WEIGHTS, looks};
use super::opening::Opening;
use super::tree::Node;
use crate::board::{Board, Colour, NONE, Vertex};

/// Imagined simulations that every move has.
const EVEN: f32 = 10.0;
/// Won simulations for a move that looks certain; fewer with the square root
/// of its chance.
const GOOD: f32 = 60.0;

/// How likely a move looked before it was tried: what [`children`] made its
/// imagined simulations of. A pass has no look.
pub(crate) fn chance(node: &Node) -> Option<f32> {
    let share = (node.prior_visits - EVEN) / GOOD;
    (node.vertex != NONE).then_some(share * share)
}

/// A move that the weights or the opening would leave out.
pub(crate) fn unlikely(v: Vertex) -> Node {
    Node { prior_visits: EVEN, prior_wins: EVEN / 10.0, ..Node::new(v) }
}

/// The children of a node: every move that `legal` accepts, own eyes and what
/// no opening has apart, and the pass.
pub(crate) fn children<const P: usize, const W: usize>(
    board: &Board<P, W>,
    colour: Colour,
    last: [Vertex; 2],
    legal: impl Fn(Vertex) -> bool,
    into: &mut Vec<Node>,
) {
    let weights = &*WEIGHTS;
    into.clear();
    let mut sum = 0.0;
    let opening = Opening::of(board, colour, last[0]);
    let legal = |v: Vertex| opening.allows(board, v) && legal(v);
    looks(board, colour, last, legal, |v, look| {
        let mut node = Node::new(v);
        // The chance, not yet divided by the sum.
        node.prior_wins = weights.of(look).exp();
        sum += node.prior_wins;
        into.push(node);
    });
    let moves = into.len() as f32;
    for node in into.iter_mut() {
        let chance = node.prior_wins / sum;
        let good = GOOD * chance.sqrt();
        // A move far less likely than the average starts below even.
        let even = EVEN * (0.5 * (2.0 * chance * moves).sqrt()).clamp(0.2, 0.5);
        node.prior_visits = EVEN + good;
        node.prior_wins = even + good;
    }
    let mut pass = Node::new(NONE);
    pass.prior_visits = 2.0 * EVEN;
    pass.prior_wins = EVEN / 10.0;
    into.push(pass);
}
