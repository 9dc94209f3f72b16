//! A network that plays as people of a strength do.
//!
//! A person of some rank has the shapes in the eye and sees the large
//! mistakes, and misses the small ones. So does a [`Style::Glance`]: moves are
//! drawn by the network's first impression of them, and each is the less
//! likely the more points it loses by the network's impression of what comes
//! after it. Neither absurd moves nor sudden brilliance come of that.

use std::sync::Arc;
use std::time::Instant;

use sobremesa_kernel::{Analysis, Budget, Engine, Line, Position as _, Progress, Rng, Side, Value};
use sobremesa_nn::Network;

use super::passing::{may_agree, pass_first};
use super::playouts::drawn;
use super::style::Style;
use crate::net::{Judge, Player};
use crate::{Move, Position, Scoring};

/// A network with a style.
#[derive(Debug)]
pub struct Human {
    judge: Judge,
    player: Player,
    style: Style,
    /// What is spent when nothing else is said, without visits.
    usual: Budget,
    rng: Rng,
    only: Option<Vec<Move>>,
}

/// A move and what a glance says of it.
struct Seen {
    play: Move,
    prior: f32,
    /// The mover's chance and points ahead after it.
    chance: f32,
    lead: f32,
}

impl Human {
    /// Moves that are looked at, by first impression.
    const SEEN: usize = 24;

    /// A player; `usual` is what it spends when nothing else is said, besides
    /// the visits of its style.
    #[must_use]
    pub fn new(network: Arc<Network>, style: Style, usual: Budget, seed: u64) -> Human {
        Human {
            judge: Judge::new(network.clone()),
            player: Player::new(network),
            style,
            usual,
            rng: Rng::new(!seed),
            only: None,
        }
    }

    /// The likeliest moves and what comes after each.
    fn glance(&mut self, position: &Position) -> Vec<Seen> {
        let symmetry = (self.rng.next_u64() >> 61) as u8;
        let (judgement, _) = self.judge.raw(position, symmetry);
        let mut moves: Vec<(Move, f32)> = judgement
            .chances(position)
            .filter(|(m, _)| self.only.as_ref().is_none_or(|only| only.contains(m)))
            .collect();
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves.truncate(Self::SEEN);
        let after: Vec<Position> = moves
            .iter()
            .map(|(m, _)| {
                let mut next = position.clone();
                next.play_unchecked(*m);
                next
            })
            .collect();
        // Where the game is over, what the network thinks of the stones
        // stands for the players' agreement.
        let asked: Vec<(Position, u8)> = after
            .iter()
            .map(|next| {
                (if next.outcome().is_some() { next.resumed() } else { next.clone() }, symmetry)
            })
            .collect();
        self.judge
            .raw_all(&asked)
            .into_iter()
            .zip(moves.iter().zip(&after))
            .map(|((judged, _), ((play, prior), next))| {
                let mut seen = Seen {
                    play: *play,
                    prior: *prior,
                    chance: 1.0 - judged.win,
                    lead: -judged.lead,
                };
                // Stones count as they stand: a pass is worth what it leaves
                // when the other side passes too.
                if *play == Move::Pass && position.rules().scoring() == Scoring::Standing {
                    let standing = standing(next, position.turn());
                    seen.lead =
                        if next.outcome().is_some() { standing } else { seen.lead.min(standing) };
                    seen.chance = if seen.lead > 0.0 { 1.0 } else { 0.0 };
                }
                seen
            })
            .collect()
    }

    /// Draws a move.
    fn drawn(&mut self, position: &Position, taste: f32, shy: f32) -> Analysis<Move> {
        let started = Instant::now();
        let mut seen = self.glance(position);
        if seen.is_empty() {
            return Analysis::only(Move::Pass);
        }
        let best = seen.iter().map(|one| one.lead).fold(f32::MIN, f32::max);
        let first = &seen[0];
        let ends = first.play == Move::Pass && first.prior > 0.5 && first.lead > best - 0.5;
        let chosen = if ends {
            0
        } else {
            let weights: Vec<f32> = seen
                .iter()
                .map(|one| one.prior.powf(taste) * ((one.lead - best) / shy).exp())
                .collect();
            drawn(&weights, &mut self.rng)
        };
        seen[..=chosen].rotate_right(1);
        let lines: Vec<Line<Move>> = seen
            .iter()
            .map(|one| Line {
                visits: 1,
                prior: Some(one.prior),
                lead: Some(one.lead),
                ..Line::new(one.play, Value::Chance(one.chance))
            })
            .collect();
        let nodes = lines.len() as u64 + 1;
        let mut found = Analysis { lines, nodes, depth: 1, elapsed: started.elapsed() };
        if may_agree(position) {
            pass_first(&mut found);
        }
        found
    }
}

/// By how many points `side` is ahead when the stones count as they stand.
fn standing(position: &Position, side: Side) -> f32 {
    let [black, white] = position.area().map(|points| points as f32);
    let ahead = black - white - position.rules().komi().in_halves() as f32 / 2.0;
    if side == Side::First { ahead } else { -ahead }
}

impl Engine<Position> for Human {
    fn search(
        &mut self,
        position: &Position,
        budget: &Budget,
        progress: &mut Progress<'_, Move>,
    ) -> Analysis<Move> {
        let visits = match self.style {
            // Who says how many nodes wants them searched.
            Style::Glance { .. } if budget.nodes.is_some() => None,
            Style::Glance { taste, shy } => return self.drawn(position, taste, shy),
            Style::Search { visits } => Some(visits),
        };
        let usual = Budget { nodes: visits, ..self.usual.clone() };
        self.player.search(position, &budget.or(&usual), progress)
    }

    fn only(&mut self, moves: Option<&[Move]>) -> bool {
        self.only = moves.map(<[Move]>::to_vec);
        self.player.only(moves)
    }
}
