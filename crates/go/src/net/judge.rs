//! Positions judged by a network: inputs made, symmetries undone, moves that
//! the rules forbid left out, and the judgements kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use sobremesa_kernel::{Position as _, mix};
use sobremesa_nn::{Evaluator, Input, Network};

use super::features::{PLANES, input};
use crate::board::{NONE, Vertex};
use crate::{Ko, Move, Position};

/// What the network says of a position, for the side to move.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The legal moves ([`NONE`] is the pass) and how likely each is good.
    pub(super) moves: Vec<(Vertex, f32)>,
    /// The chance to win.
    pub win: f32,
    /// The chance to lose.
    pub loss: f32,
    /// The chance that the game has no result.
    pub no_result: f32,
    /// Points ahead.
    pub lead: f32,
    /// Points at the end of the network's own games, and how sure that is.
    pub score: f32,
    /// The spread of `score`.
    pub spread: f32,
}

impl Judgement {
    /// The legal moves of `position`, which was judged, and how likely each is
    /// good.
    pub fn chances(&self, position: &Position) -> impl Iterator<Item = (Move, f32)> {
        self.moves.iter().map(|&(v, chance)| {
            let m = if v == NONE { Move::Pass } else { Move::Play(position.goban().point(v)) };
            (m, chance)
        })
    }

    /// The chances of the points, row by row from the top (`None` where no
    /// move is legal), and of the pass.
    #[must_use]
    pub fn policy(&self, position: &Position) -> (Vec<Option<f32>>, f32) {
        let (rows, columns) = (position.rules().rows(), position.rules().columns());
        let mut points = vec![None; rows * columns];
        let mut pass = 0.0;
        for &(v, chance) in &self.moves {
            if v == NONE {
                pass = chance;
            } else {
                let point = position.goban().point(v);
                points[(rows - 1 - point.row()) * columns + point.column()] = Some(chance);
            }
        }
        (points, pass)
    }
}

/// Judgements that several threads keep together, the oldest half forgotten
/// when there are too many.
#[derive(Debug, Default)]
pub(super) struct Memory {
    new: Mutex<[HashMap<u64, Arc<Judgement>>; 2]>,
}

impl Memory {
    /// Some 45 MB on 19×19.
    const MOST: usize = 8_000;

    pub(crate) fn get(&self, key: u64) -> Option<Arc<Judgement>> {
        let maps = self.new.lock().expect("no judgement panics");
        maps[0].get(&key).or_else(|| maps[1].get(&key)).cloned()
    }

    fn put(&self, key: u64, judgement: Arc<Judgement>) {
        let mut maps = self.new.lock().expect("no judgement panics");
        if maps[0].len() >= Self::MOST {
            maps.swap(0, 1);
            maps[0].clear();
        }
        maps[0].insert(key, judgement);
    }
}

/// One thread's evaluator.
#[derive(Debug)]
pub struct Judge {
    evaluator: Evaluator,
}

/// Where the point `at` (row by row from the top) goes by one of the eight
/// symmetries of a square: bit 0 turns the rows round, bit 1 the columns, bit 2
/// exchanges them (left out where the board is not square).
#[must_use]
pub fn mirrored(symmetry: u8, rows: usize, columns: usize, at: usize) -> usize {
    let (mut y, mut x) = (at / columns, at % columns);
    if symmetry & 1 != 0 {
        y = rows - 1 - y;
    }
    if symmetry & 2 != 0 {
        x = columns - 1 - x;
    }
    if symmetry & 4 != 0 && rows == columns {
        (y, x) = (x, y);
    }
    y * columns + x
}

impl Judge {
    /// A judge that asks `network`.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Judge {
        Judge { evaluator: Evaluator::new(network) }
    }

    /// The network it asks.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        self.evaluator.network()
    }

    /// What the network says, in one symmetry, and who will own each point
    /// (row by row from the top, 1 for the side to move).
    #[must_use]
    pub fn raw(&mut self, position: &Position, symmetry: u8) -> (Judgement, Vec<f32>) {
        self.raw_all(&[(position.clone(), symmetry)]).remove(0)
    }

    /// Judges positions of one board size together, those in `memory` from
    /// there. The symmetry follows from the position, so that answers repeat.
    pub(super) fn judge(&mut self, positions: &[Position], memory: &Memory) -> Vec<Arc<Judgement>> {
        let mut found: Vec<Option<Arc<Judgement>>> =
            positions.iter().map(|position| memory.get(position.key())).collect();
        let missing: Vec<usize> = (0..found.len()).filter(|&i| found[i].is_none()).collect();
        let asked: Vec<(Position, u8)> = missing
            .iter()
            .map(|&i| (positions[i].clone(), (mix(positions[i].key()) >> 61) as u8))
            .collect();
        for (&i, (judgement, _)) in missing.iter().zip(self.raw_all(&asked)) {
            let judgement = Arc::new(judgement);
            memory.put(positions[i].key(), judgement.clone());
            found[i] = Some(judgement);
        }
        // A judgement of another way to the same stones may know moves that
        // superko forbids here; one that was just made does not.
        found
            .into_iter()
            .zip(positions)
            .enumerate()
            .map(|(i, (judgement, position))| {
                let judgement = judgement.expect("found or judged");
                if missing.binary_search(&i).is_ok() {
                    return judgement;
                }
                let banned = |v: Vertex| {
                    v != NONE && position.check(Move::Play(position.goban().point(v))).is_err()
                };
                let superko = position.rules().ko() != Ko::Simple;
                if superko && judgement.moves.iter().any(|(v, _)| banned(*v)) {
                    let mut cut = (*judgement).clone();
                    cut.moves.retain(|(v, _)| !banned(*v));
                    return Arc::new(cut);
                }
                judgement
            })
            .collect()
    }

    /// [`raw`](Judge::raw) of positions of one board size, evaluated together.
    #[must_use]
    pub fn raw_all(&mut self, asked: &[(Position, u8)]) -> Vec<(Judgement, Vec<f32>)> {
        let Some((first, _)) = asked.first() else { return Vec::new() };
        let (rows, columns) = (first.rules().rows(), first.rules().columns());
        let area = rows * columns;
        let inputs: Vec<Input> = asked
            .iter()
            .map(|(position, symmetry)| {
                let straight = input(position, false);
                let mut turned =
                    Input { spatial: vec![0.0; area * PLANES], global: straight.global };
                for (at, planes) in straight.spatial.chunks_exact(PLANES).enumerate() {
                    let to = mirrored(*symmetry, rows, columns, at);
                    turned.spatial[to * PLANES..][..PLANES].copy_from_slice(planes);
                }
                turned
            })
            .collect();
        let outputs = self.evaluator.evaluate(rows, columns, &inputs);
        let network = self.evaluator.network();
        let (scales, version) = (*network.scales(), network.version());
        outputs
            .iter()
            .zip(asked)
            .map(|(output, (position, symmetry))| {
                let place = |v: Vertex| {
                    if v == NONE {
                        return area;
                    }
                    let point = position.goban().point(v);
                    let at = (rows - 1 - point.row()) * columns + point.column();
                    mirrored(*symmetry, rows, columns, at)
                };
                let mut moves: Vec<(Vertex, f32)> = Vec::with_capacity(area + 1);
                position.each_legal(|v| moves.push((v, output.policy[place(v)])));
                moves.push((NONE, output.policy[area]));
                let top = moves.iter().map(|(_, logit)| *logit).fold(f32::MIN, f32::max);
                moves.iter_mut().for_each(|(_, logit)| *logit = (*logit - top).exp());
                let sum: f32 = moves.iter().map(|(_, chance)| chance).sum();
                moves.iter_mut().for_each(|(_, chance)| *chance /= sum);
                let endless = position.rules().ko() == Ko::Simple;
                let judged = output.judged(&scales, version, endless);
                let owners = output.owners();
                let owners =
                    (0..area).map(|at| owners[mirrored(*symmetry, rows, columns, at)]).collect();
                let judgement = Judgement {
                    moves,
                    win: judged.win,
                    loss: judged.loss,
                    no_result: judged.no_result,
                    lead: judged.lead,
                    score: judged.score,
                    spread: judged.spread,
                };
                (judgement, owners)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_is_a_permutation_and_they_differ() {
        let mut seen = std::collections::HashSet::new();
        for symmetry in 0..8 {
            let image: Vec<usize> = (0..25).map(|at| mirrored(symmetry, 5, 5, at)).collect();
            let mut sorted = image.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..25).collect::<Vec<_>>());
            assert!(seen.insert(image));
        }
        for symmetry in 0..8 {
            assert!((0..15).all(|at| mirrored(symmetry, 3, 5, at) < 15));
        }
    }
}
