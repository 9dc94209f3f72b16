//! Who owns the points and what is dead, as a search with a network sees it.
//!
//! A network alone looks at a fight; a search has it fought out. So the owners
//! are those of the positions that the search came to, each counted as often
//! as it was the last one. What is dead is asked of playouts too, which know
//! better where a small network has not seen the like, and believe too much
//! where a group is dead only by skill.

use std::sync::Arc;

use sobremesa_kernel::{Budget, Engine as _, Position as _, Side, silent};
use sobremesa_nn::Network;

use super::player::{Player, as_move};
use super::tree::Tree;
use crate::estimate::estimate as by_playouts;
use crate::{Estimate, Position, seki};

/// The most positions of a tree whose owners are asked for.
const MOST: usize = 48;
/// Positions that are asked for together.
const TOGETHER: usize = 16;

/// Visits and simulations of a judgement.
const VISITS: u64 = 60;
const SIMULATIONS: u32 = 600;

/// Estimates a position, over or not: who is ahead as a search with `network`
/// sees it, who owns the points and what is dead as that search and playouts
/// see it, each counted half. The same seed gives the same answer.
#[must_use]
pub fn estimate(position: &Position, network: &Arc<Network>, seed: u64) -> Estimate {
    let open = if position.passes() > 0 { position.resumed() } else { position.clone() };
    let stones = open.stones();
    let mut player = Player::new(network.clone());
    player.search(&open, &Budget::nodes(VISITS), &mut silent);
    let played = by_playouts(&open, SIMULATIONS, seed);
    let Some(found) = player.estimate() else { return played };
    let owners = found.ownership.iter().zip(&played.ownership);
    let ownership = owners.map(|(one, other)| (one + other) / 2.0).collect();
    let mut both = Estimate { dead: Vec::new(), ownership, ..found };
    both.give_up(&stones, &seki(&open));
    both
}

impl Player {
    /// What the last search says about its position, `None` before the first
    /// search.
    pub fn estimate(&mut self) -> Option<Estimate> {
        let owners = self.owners()?;
        let (root, tree) = self.known()?;
        let (rows, columns) = (root.rules().rows(), root.rules().columns());
        let black = root.turn() == Side::First;
        let sign = if black { 1.0 } else { -1.0 };
        let stones = root.stones();
        let ownership = stones
            .points()
            .map(|point| sign * owners[(rows - 1 - point.row()) * columns + point.column()])
            .collect();
        let node = tree.node(0);
        let chance = node.win_rate() as f32;
        let black_wins = if black { chance } else { 1.0 - chance };
        let lead = sign * node.mean_lead() as f32;
        let (dead, simulations) = (Vec::new(), node.visits);
        let mut found = Estimate { ownership, lead, black_wins, dead, simulations };
        // A network may doubt a seki; a reader knows.
        found.give_up(&stones, &seki(root));
        Some(found)
    }

    /// Who owns each point after the last search, row by row from the top, 1
    /// for the side to move; `None` before the first.
    pub fn owners(&mut self) -> Option<Vec<f32>> {
        let (root, tree) = self.known()?;
        let asked = gone_through(tree, root);
        let area = root.rules().rows() * root.rules().columns();
        let turn = root.turn();
        let mut owners = vec![0.0; area];
        let mut sum = 0.0;
        for asked in asked.chunks(TOGETHER) {
            let positions: Vec<(Position, u8)> = asked
                .iter()
                .map(|(position, _)| (position.clone(), (position.key() >> 61) as u8))
                .collect();
            let judge = self.judge();
            for ((position, weight), (_, found)) in asked.iter().zip(judge.raw_all(&positions)) {
                let share = if position.turn() == turn { *weight } else { -*weight };
                owners.iter_mut().zip(found).for_each(|(to, from)| *to += share * from);
                sum += *weight;
            }
        }
        owners.iter_mut().for_each(|owner| *owner /= sum);
        Some(owners)
    }
}

/// The positions that a search went through most, each with how often it was
/// the last one of them.
fn gone_through(tree: &Tree, root: &Position) -> Vec<(Position, f32)> {
    let mut found: Vec<(Position, f32)> = Vec::new();
    let mut open = vec![(0, root.clone())];
    while let Some(at) = most_visited(tree, &open) {
        let (node, position) = open.swap_remove(at);
        let children: Vec<u32> = tree
            .edges(node)
            .iter()
            .filter(|edge| edge.child != 0 && tree.node(edge.child).visits > 0)
            .map(|edge| edge.child)
            .collect();
        let visits = tree.node(node).visits.max(1);
        if found.len() + open.len() + children.len() >= MOST || children.is_empty() {
            found.push((position, visits as f32));
            continue;
        }
        let below: u32 = children.iter().map(|&child| tree.node(child).visits).sum();
        found.push((position.clone(), visits.saturating_sub(below).max(1) as f32));
        for edge in tree.edges(node).iter().filter(|edge| children.contains(&edge.child)) {
            let mut next = position.clone();
            next.play_unchecked(as_move(root, edge.vertex));
            // After two passes the stones are judged as if play went on.
            let next = if next.outcome().is_some() { next.resumed() } else { next };
            open.push((edge.child, next));
        }
    }
    found
}

fn most_visited(tree: &Tree, open: &[(u32, Position)]) -> Option<usize> {
    (0..open.len()).max_by_key(|&at| tree.node(open[at].0).visits)
}
