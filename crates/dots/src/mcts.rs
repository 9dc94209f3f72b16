//! Monte-Carlo tree search over quiet words, for what the solver cannot reach.
//!
//! A node is a quiet word with the lead of the side to move; equal ones are
//! one node however they came about, and safe lines come about in any order.
//! Its moves are the safe lines and the chains of one or two boxes; longer
//! chains are opened only when nothing else is left, and then the word is
//! worth what the solver says. Below the tree a game goes on with safe lines
//! by lot and ends as [`crate::estimate`] settles it. What counts is to win;
//! by how much is a little more.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use sobremesa_kernel::Rng;

use crate::chains::Shape;
use crate::estimate::{playout, plies};
use crate::graph::Graph;
use crate::solver::Search;

/// How much a move that was tried little gets ahead. Of 0.2 to 1.0 the best in
/// matches on 5×5 boxes.
const EXPLORE: f32 = 0.45;

/// Words of up to this many strings are solved where the tree meets them.
const SOLVED: u32 = 18;

/// The most moves of a tree, 200 MB with the nodes they lead to; a full tree is
/// still walked, but does not grow.
const MOST_EDGES: usize = 1 << 21;

/// No lead is counted higher: 64 strings are at most so many boxes, and a path
/// may give away as many again.
const MOST_LEAD: i32 = 63;

#[derive(Debug)]
pub(crate) struct Tree<'a> {
    graph: &'a Graph,
    search: Search<'a>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    places: HashMap<(u64, i8), u32, BuildHasherDefault<Mix>>,
    /// The nodes and moves of the game being sampled.
    path: Vec<(u32, u32)>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    word: u64,
    hot: u64,
    /// Boxes of the side to move less the other's, so far.
    lead: i8,
    /// What the rest is worth, if it is known.
    exact: Option<i8>,
    visits: u32,
    /// The sums of how the games went for the side to move.
    won: f32,
    net: f32,
    /// Its moves, once it has been visited twice.
    edges: [u32; 2],
}

#[derive(Clone, Copy, Debug)]
struct Edge {
    /// [`NOWHERE`] until it has been tried.
    node: u32,
    visits: u32,
    string: u8,
    /// Boxes given away.
    given: i8,
    next: u64,
}

const NOWHERE: u32 = u32::MAX;

/// What the tree says of its root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Verdict {
    /// The string of the move tried most.
    pub string: u8,
    /// The boxes the side to move gains from here on, on average.
    pub net: f32,
}

impl<'a> Tree<'a> {
    /// A tree over a quiet, normal word that has safe strings, with the boxes
    /// the mover is ahead. What `search` has no time for is sampled.
    pub(crate) fn new(graph: &'a Graph, search: Search<'a>, word: u64, lead: i32) -> Tree<'a> {
        let mut tree = Tree {
            graph,
            search,
            nodes: Vec::new(),
            edges: Vec::new(),
            places: HashMap::default(),
            path: Vec::new(),
        };
        tree.node(word, lead.clamp(-MOST_LEAD, MOST_LEAD) as i8);
        tree.grow(0);
        tree
    }

    fn is_full(&self) -> bool {
        self.edges.len() >= MOST_EDGES
    }

    #[must_use]
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        let root = self.nodes[0];
        let best = self.edges_of(0).iter().max_by_key(|edge| edge.visits)?;
        Some(Verdict { string: best.string, net: root.net / root.visits.max(1) as f32 })
    }

    fn edges_of(&self, node: u32) -> &[Edge] {
        let [from, to] = self.nodes[node as usize].edges;
        &self.edges[from as usize..to as usize]
    }

    fn node(&mut self, word: u64, lead: i8) -> u32 {
        if let Some(&at) = self.places.get(&(word, lead)) {
            return at;
        }
        let hot = self.graph.hot(word);
        let at = self.nodes.len() as u32;
        let node =
            Node { word, hot, lead, exact: None, visits: 0, won: 0.0, net: 0.0, edges: [0; 2] };
        self.nodes.push(node);
        self.places.insert((word, lead), at);
        at
    }

    /// Gives a node its moves, or its value.
    fn grow(&mut self, at: u32) {
        let Node { word, hot, .. } = self.nodes[at as usize];
        let strings = word.count_ones();
        // Without safe strings more is solved just as fast.
        let most = if word & !hot == 0 { 26 } else { SOLVED };
        if at != 0 && strings <= most {
            if let Ok(value) = self.search.value(word, 0) {
                self.nodes[at as usize].exact = Some(value as i8);
            }
            return;
        }
        let from = self.edges.len() as u32;
        let mut seen = 0u64;
        for ply in plies(self.graph, word) {
            let given = match ply.opens {
                None => 0,
                Some(chain) if chain.tail() != 0 => continue,
                Some(chain) => {
                    if chain.shape == Shape::Free {
                        if seen >> chain.length & 1 != 0 {
                            continue;
                        }
                        seen |= 1 << chain.length;
                    }
                    chain.length as i8
                }
            };
            let next = self.graph.normal(ply.next);
            let edge = Edge { node: NOWHERE, visits: 0, string: ply.string, given, next };
            self.edges.push(edge);
        }
        self.nodes[at as usize].edges = [from, self.edges.len() as u32];
    }

    /// One more game.
    pub(crate) fn sample(&mut self, rng: &mut Rng) {
        self.path.clear();
        let mut at = 0;
        let net = loop {
            let node = self.nodes[at as usize];
            if let Some(value) = node.exact {
                break i32::from(value);
            }
            if node.edges[0] == node.edges[1] {
                if node.visits >= 1 && !self.is_full() {
                    self.grow(at);
                    let node = &self.nodes[at as usize];
                    if node.exact.is_some() || node.edges[0] != node.edges[1] {
                        continue;
                    }
                }
                break playout(self.graph, node.word, node.hot, rng);
            }
            let edge = self.choose(at);
            let Edge { node: child, given, next, .. } = self.edges[edge as usize];
            let child = if child == NOWHERE {
                let child = self.node(next, given - node.lead);
                self.edges[edge as usize].node = child;
                child
            } else {
                child
            };
            self.edges[edge as usize].visits += 1;
            self.path.push((at, edge));
            at = child;
        };
        // Upwards: what is good for one side is bad for the other.
        let mut net = net;
        let mut final_lead = i32::from(self.nodes[at as usize].lead) + net;
        let mut node = at;
        loop {
            let here = &mut self.nodes[node as usize];
            here.visits += 1;
            here.won += worth(final_lead);
            here.net += net as f32;
            let Some((parent, edge)) = self.path.pop() else { break };
            net = -(net + i32::from(self.edges[edge as usize].given));
            final_lead = -final_lead;
            node = parent;
        }
    }

    /// The move of a node to try next.
    fn choose(&self, at: u32) -> u32 {
        let node = &self.nodes[at as usize];
        let log = (node.visits.max(1) as f32).ln();
        let hope = node.won / node.visits.max(1) as f32;
        let mut best = (f32::MIN, node.edges[0]);
        for edge in node.edges[0]..node.edges[1] {
            let Edge { node: child, visits, .. } = self.edges[edge as usize];
            let score = if child == NOWHERE {
                hope + EXPLORE * (log / 0.7).sqrt()
            } else {
                let child = &self.nodes[child as usize];
                let won = 1.0 - child.won / child.visits.max(1) as f32;
                won + EXPLORE * (log / visits.max(1) as f32).sqrt()
            };
            if score > best.0 {
                best = (score, edge);
            }
        }
        best.1
    }
}

/// What a result is worth to the side that ends so far ahead, from 0 to 1.
fn worth(lead: i32) -> f32 {
    0.5 + 0.42 * lead.signum() as f32 + 0.08 * (lead as f32 / 16.0).clamp(-1.0, 1.0)
}

/// Words are spread well enough by one product.
#[derive(Default)]
struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_i8(&mut self, value: i8) {
        self.write_u64(value as u64);
    }

    fn write_u64(&mut self, value: u64) {
        let mixed = (self.0 ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ mixed >> 29;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::transposition::Table;

    /// On 3×3 boxes the solver can tell whether the tree is right.
    #[test]
    fn sampling_finds_moves_that_win() {
        let graph = Graph::of_board(Size::new(3, 3).unwrap()).unwrap();
        let table = Table::new(1 << 20, graph.lines.len() as u32);
        let mut rng = Rng::new(12);
        let (mut right, mut asked) = (0, 0);
        while asked < 20 {
            let mut word = u64::MAX >> (64 - graph.lines.len());
            while word.count_ones() > SOLVED + 3 {
                word &= !(1 << rng.below(graph.lines.len() as u32));
            }
            let word = graph.normal(word);
            let mut never = |_: u64| false;
            let mut search = Search::new(&graph, &table, &mut never);
            if graph.can_capture(word) || search.value(word, 0).unwrap() <= 0 {
                continue;
            }
            asked += 1;
            let mut tree = Tree::new(&graph, search, word, 0);
            for _ in 0..5_000 {
                tree.sample(&mut rng);
            }
            let verdict = tree.verdict().unwrap();
            let next = word & !(1 << verdict.string);
            let mut search = Search::new(&graph, &table, &mut never);
            right += i32::from(-search.value(next, 0).unwrap() > 0);
        }
        assert!(right >= 18, "{right} of {asked}");
    }

    #[test]
    fn a_sampled_game_reaches_the_root_from_both_sides() {
        // A row of eight with a line in its middle: two rows of four.
        let graph = Graph::of_board(Size::new(1, 8).unwrap()).unwrap();
        let mut word = u64::MAX >> (64 - graph.lines.len());
        for (string, ends) in graph.beside.iter().enumerate() {
            let column = |coin: u8| graph.boxes[usize::from(coin)];
            let between = ends.iter().all(|&end| end != crate::graph::GROUND);
            if between && ends.iter().copied().map(column).sum::<u16>() == 7 {
                word &= !(1 << string);
            }
        }
        let table = Table::new(1 << 20, graph.lines.len() as u32);
        let mut never = |_: u64| false;
        let exact = Search::new(&graph, &table, &mut never).value(word, 0).unwrap();
        let search = Search::new(&graph, &table, &mut never);
        let mut tree = Tree::new(&graph, search, graph.normal(word), 0);
        let mut rng = Rng::new(1);
        for _ in 0..20_000 {
            tree.sample(&mut rng);
        }
        let visits: u32 = tree.edges_of(0).iter().map(|edge| edge.visits).sum();
        assert_eq!(visits, 20_000);
        let net = tree.verdict().unwrap().net;
        assert!((net - exact as f32).abs() < 1.5, "{net} for {exact}");
    }
}
