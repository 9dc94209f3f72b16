//! The tree of a search with a network: moves with their priors, positions
//! with what was found below them.

use super::judge::Judgement;
use crate::board::{NONE, Vertex};

/// A position that was reached.
#[derive(Clone, Debug, Default)]
pub(super) struct Node {
    first: u32,
    edges: u16,
    pub state: State,
    /// Judgements that came back through here, and searches on their way.
    pub visits: u32,
    pub pending: u32,
    /// Sums for the side to move in this node.
    pub utility: f64,
    pub wins: f64,
    pub lead: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum State {
    #[default]
    New,
    /// A search is having it judged.
    Asked,
    Open,
}

/// A move from a node, and where it leads once somebody went there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub vertex: Vertex,
    pub prior: f32,
    pub child: u32,
}

impl Node {
    fn mean(&self, sum: f64) -> f64 {
        if self.visits == 0 { 0.0 } else { sum / f64::from(self.visits) }
    }

    pub(crate) fn win_rate(&self) -> f64 {
        self.mean(self.wins)
    }

    pub(crate) fn mean_lead(&self) -> f64 {
        self.mean(self.lead)
    }
}

/// All nodes and edges; the root is the first node.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
}

/// How far exploration goes, as in KataGo: grows slowly with the visits.
fn exploration(visits: f64) -> f64 {
    1.0 + 0.45 * ((visits + 500.0) / 500.0).ln()
}

/// What an untried move is believed to lose against its node, at most.
const URGENCY: f64 = 0.2;
/// What a search on its way counts for: as if it had lost.
const LOST: f64 = -1.0;

impl Tree {
    /// Growth stops here: some 60 MB of edges.
    const MOST_EDGES: usize = 5_000_000;

    pub(crate) fn new() -> Tree {
        Tree { nodes: vec![Node::default()], edges: Vec::new() }
    }

    pub(crate) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    pub(crate) fn node_mut(&mut self, at: u32) -> &mut Node {
        &mut self.nodes[at as usize]
    }

    pub(crate) fn edges(&self, at: u32) -> &[Edge] {
        let node = self.node(at);
        &self.edges[node.first as usize..][..usize::from(node.edges)]
    }

    pub(crate) fn is_full(&self) -> bool {
        self.edges.len() >= Self::MOST_EDGES
    }

    /// Gives a node its moves.
    pub(crate) fn open(&mut self, at: u32, judgement: &Judgement) {
        let first = self.edges.len() as u32;
        self.edges.extend(judgement.moves.iter().map(|&(vertex, prior)| Edge {
            vertex,
            prior,
            child: 0,
        }));
        let node = self.node_mut(at);
        (node.first, node.edges) = (first, judgement.moves.len() as u16);
        node.state = State::Open;
    }

    /// The node behind an edge, made when it is first asked for.
    pub(crate) fn child(&mut self, at: u32, edge: usize) -> u32 {
        let place = self.node(at).first as usize + edge;
        if self.edges[place].child == 0 {
            self.edges[place].child = self.nodes.len() as u32;
            self.nodes.push(Node::default());
        }
        self.edges[place].child
    }

    /// The edge that a search takes next.
    pub(crate) fn best_edge(&self, at: u32) -> usize {
        let node = self.node(at);
        let edges = self.edges(at);
        let visited = |edge: &Edge| {
            (edge.child != 0).then(|| self.node(edge.child)).filter(|c| c.visits + c.pending > 0)
        };
        let tried: f64 =
            edges.iter().filter(|e| visited(e).is_some()).map(|e| f64::from(e.prior)).sum();
        let all = f64::from(node.visits + node.pending).max(1.0);
        let explore = exploration(all) * all.sqrt();
        let urgency = node.mean(node.utility) - URGENCY * tried.sqrt();
        let mut best = (f64::MIN, 0);
        for (i, edge) in edges.iter().enumerate() {
            let (value, count) = match visited(edge) {
                None => (urgency, 0.0),
                Some(child) => {
                    let count = f64::from(child.visits + child.pending);
                    let sum = -child.utility + LOST * f64::from(child.pending);
                    (sum / count, count)
                }
            };
            let promise = value + explore * f64::from(edge.prior) / (1.0 + count);
            if promise > best.0 {
                best = (promise, i);
            }
        }
        best.1
    }

    /// The subtree under `at` as a tree of its own. No search is on its way.
    pub(crate) fn subtree(&self, at: u32) -> Tree {
        let mut tree = Tree { nodes: vec![self.node(at).clone()], edges: Vec::new() };
        let mut next = 0;
        while next < tree.nodes.len() {
            let node = tree.nodes[next].clone();
            let first = tree.edges.len() as u32;
            let kept = &self.edges[node.first as usize..][..usize::from(node.edges)];
            for edge in kept {
                let mut edge = *edge;
                if edge.child != 0 {
                    tree.nodes.push(self.node(edge.child).clone());
                    edge.child = tree.nodes.len() as u32 - 1;
                }
                tree.edges.push(edge);
            }
            tree.nodes[next].first = first;
            next += 1;
        }
        tree
    }

    /// Visits behind each edge of the root, most first: edge and visits.
    pub(crate) fn ranked(&self) -> Vec<(usize, u32)> {
        let visits = |edge: &Edge| if edge.child == 0 { 0 } else { self.node(edge.child).visits };
        let mut ranked: Vec<(usize, u32)> = self.edges(0).iter().map(visits).enumerate().collect();
        ranked.sort_by(|a, b| {
            let prior = |i: usize| self.edges(0)[i].prior;
            b.1.cmp(&a.1).then(prior(b.0).total_cmp(&prior(a.0)))
        });
        ranked
    }

    /// The most visited way on from `at`, the edge's own vertex first.
    pub(crate) fn line(&self, edge: &Edge, most: usize) -> Vec<Vertex> {
        let mut line = vec![edge.vertex];
        let mut at = edge.child;
        while at != 0 && line.len() < most {
            let visits = |e: &&Edge| if e.child == 0 { 0 } else { self.node(e.child).visits };
            match self.edges(at).iter().max_by_key(visits) {
                Some(next) if visits(&next) > 0 => {
                    line.push(next.vertex);
                    at = next.child;
                }
                _ => break,
            }
        }
        line
    }

    /// Whether the two last of these moves, with so many passes before them,
    /// end the game.
    pub(crate) fn ends(passes: u8, moves: &[Vertex]) -> bool {
        match moves {
            [.., a, b] => *a == NONE && *b == NONE,
            [a] => *a == NONE && passes > 0,
            [] => false,
        }
    }
}
