//! The nodes of the search tree.

use crate::board::Vertex;

/// A move in the tree, with what is known of it for the side that plays it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub vertex: Vertex,
    /// How many children, and where they start; none before expansion.
    pub children: u16,
    pub first: u32,
    pub visits: f32,
    pub wins: f32,
    /// The points that this side was ahead at the ends of its simulations.
    pub points: f32,
    /// The same counts over all simulations in which this side played this
    /// move first, whenever that was (RAVE).
    pub rave_visits: f32,
    pub rave_wins: f32,
    /// Simulations imagined before the first real one.
    pub prior_visits: f32,
    pub prior_wins: f32,
}

impl Node {
    #[must_use]
    pub(crate) const fn new(vertex: Vertex) -> Node {
        Node {
            vertex,
            children: 0,
            first: 0,
            visits: 0.0,
            wins: 0.0,
            points: 0.0,
            rave_visits: 0.0,
            rave_wins: 0.0,
            prior_visits: 0.0,
            prior_wins: 0.0,
        }
    }

    /// The number of simulations at which RAVE and real results weigh alike.
    const EQUIVALENCE: f32 = 3500.0;

    /// What selection goes by: real and imagined results, mixed with RAVE
    /// while there are few of them.
    #[inline]
    #[must_use]
    pub(crate) fn promise(&self) -> f32 {
        let visits = self.visits + self.prior_visits;
        let mean = (self.wins + self.prior_wins) / visits;
        if self.rave_visits == 0.0 {
            return mean;
        }
        let rave = self.rave_wins / self.rave_visits;
        let weight = self.rave_visits
            / (self.rave_visits + visits + self.rave_visits * visits / Self::EQUIVALENCE);
        weight * rave + (1.0 - weight) * mean
    }

    /// The share of wins in real simulations.
    #[must_use]
    pub(crate) fn mean(&self) -> f32 {
        if self.visits > 0.0 { self.wins / self.visits } else { 0.5 }
    }

    /// How many points this side was ahead on average.
    #[must_use]
    pub(crate) fn lead(&self) -> Option<f32> {
        (self.visits > 0.0).then(|| self.points / self.visits)
    }
}

/// All nodes in one list; the children of a node are next to each other and
/// the root is the first.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// Where growth stops: some 80 MB.
    const MOST_NODES: usize = 2_000_000;

    #[must_use]
    pub(crate) fn new() -> Tree {
        Tree { nodes: vec![Node::new(0)] }
    }

    #[inline]
    #[must_use]
    pub(crate) fn node(&self, index: u32) -> &Node {
        &self.nodes[index as usize]
    }

    #[inline]
    pub(crate) fn node_mut(&mut self, index: u32) -> &mut Node {
        &mut self.nodes[index as usize]
    }

    #[inline]
    #[must_use]
    pub(crate) fn children(&self, index: u32) -> &[Node] {
        let node = self.node(index);
        &self.nodes[node.first as usize..][..usize::from(node.children)]
    }

    #[inline]
    pub(crate) fn children_mut(&mut self, index: u32) -> &mut [Node] {
        let node = *self.node(index);
        &mut self.nodes[node.first as usize..][..usize::from(node.children)]
    }

    /// The index of the `i`th child.
    #[inline]
    #[must_use]
    pub(crate) fn child(&self, index: u32, i: usize) -> u32 {
        self.node(index).first + i as u32
    }

    #[must_use]
    pub(crate) fn is_full(&self) -> bool {
        self.nodes.len() >= Self::MOST_NODES
    }

    /// Gives a childless node its children.
    pub(crate) fn expand(&mut self, index: u32, children: &[Node]) {
        let first = self.nodes.len() as u32;
        self.nodes.extend_from_slice(children);
        let node = self.node_mut(index);
        node.first = first;
        node.children = children.len() as u16;
    }

    /// The child that selection prefers.
    #[inline]
    #[must_use]
    pub(crate) fn best_child(&self, index: u32) -> u32 {
        let mut best = (f32::MIN, 0);
        for (i, child) in self.children(index).iter().enumerate() {
            let promise = child.promise();
            if promise > best.0 {
                best = (promise, i);
            }
        }
        self.child(index, best.1)
    }

    /// The subtree under `index` as a tree of its own.
    #[must_use]
    pub(crate) fn subtree(&self, index: u32) -> Tree {
        let mut tree = Tree { nodes: vec![*self.node(index)] };
        let mut next = 0;
        while next < tree.nodes.len() {
            let node = tree.nodes[next];
            if node.children > 0 {
                let first = tree.nodes.len() as u32;
                let children = &self.nodes[node.first as usize..][..usize::from(node.children)];
                tree.nodes.extend_from_slice(children);
                tree.nodes[next].first = first;
            }
            next += 1;
        }
        tree
    }
}
