//! Analyses as KataGo words them. What is not known is left out.

use std::collections::HashMap;

use serde_json::{Value, json};
use sobremesa_go::net::{Judge, or_own};
use sobremesa_go::{Move, Position};
use sobremesa_kernel::{Analysis, Line, Position as _, Side};

use super::options::Options;
use super::query::{Ask, Perspective};
use crate::gtp::values::{Root, chance, lead, lowest, vertex, visits};
use crate::gtp::{self, go};

/// The most moves after which points are judged: each takes its time.
const MOST_JUDGED: usize = 10;

/// A position that was given up before it was looked at.
pub(super) fn nothing(ask: &Ask) -> Value {
    json!({ "id": ask.id, "isDuringSearch": false, "noResults": true, "turnNumber": ask.turn })
}

/// Tells what is found of one position.
pub(super) struct Teller<'a> {
    options: &'a Options,
    ask: &'a Ask,
    position: &'a Position,
    /// Points are judged once: the positions do not change.
    owners: HashMap<Option<Move>, Value>,
}

impl<'a> Teller<'a> {
    pub fn new(options: &'a Options, ask: &'a Ask, position: &'a Position) -> Teller<'a> {
        Teller { options, ask, position, owners: HashMap::new() }
    }

    /// Whether values of the side to move are told as they are.
    fn as_it_is(&self) -> bool {
        match self.ask.perspective {
            Perspective::SideToMove => true,
            Perspective::Black => self.position.turn() == Side::First,
            Perspective::White => self.position.turn() == Side::Second,
        }
    }

    fn chance(&self, chance: f32) -> f32 {
        if self.as_it_is() { chance } else { 1.0 - chance }
    }

    fn points(&self, points: f32) -> f32 {
        if self.as_it_is() { points } else { -points }
    }

    pub fn told(&mut self, found: &Analysis<Move>, during: bool) -> Value {
        let known: Vec<&Line<Move>> =
            found.lines.iter().filter(|line| chance(line.value).is_some()).collect();
        let moves: Vec<Value> =
            known.iter().enumerate().map(|(order, line)| self.line(line, order)).collect();
        let mut told = json!({
            "id": self.ask.id,
            "isDuringSearch": during,
            "turnNumber": self.ask.turn,
            "moveInfos": moves,
            "rootInfo": self.root(&known, found.nodes),
        });
        if self.ask.include.ownership {
            told["ownership"] = self.owned(None);
        }
        if self.ask.include.policy {
            told["policy"] = self.policy(found);
        }
        told
    }

    fn line(&mut self, line: &Line<Move>, order: usize) -> Value {
        let winrate = chance(line.value).unwrap_or(0.5);
        let mut told = json!({
            "move": vertex(line.play),
            "visits": visits(line),
            "winrate": number(self.chance(winrate)),
            "utility": number(self.points(2.0 * winrate - 1.0)),
            "order": order,
            "pv": line.pv.iter().map(|&m| vertex(m)).collect::<Vec<_>>(),
        });
        if let Some(lead) = lead(line) {
            told["scoreLead"] = number(self.points(lead));
            told["scoreMean"] = number(self.points(lead));
        }
        if let Some(prior) = line.prior {
            told["prior"] = number(prior);
        }
        // The bound is the one of the side that plays, whoever looks on.
        if let Some(lowest) = lowest(line) {
            told["lcb"] = number(self.chance(lowest));
        }
        if self.ask.include.moves_ownership && order < MOST_JUDGED {
            told["ownership"] = self.owned(Some(line.play));
        }
        told
    }

    fn root(&self, known: &[&Line<Move>], nodes: u64) -> Value {
        let mut told = json!({
            "visits": nodes,
            "currentPlayer": if self.position.turn() == Side::First { "B" } else { "W" },
            "thisHash": format!("{:016X}", self.position.key()),
        });
        if let Some(root) = Root::of(known, nodes) {
            told["winrate"] = number(self.chance(root.chance));
            told["utility"] = number(self.points(2.0 * root.chance - 1.0));
            if let Some(lead) = root.lead {
                told["scoreLead"] = number(self.points(lead));
            }
        }
        told
    }

    /// Who will own the points, now or after a move.
    fn owned(&mut self, after: Option<Move>) -> Value {
        if let Some(known) = self.owners.get(&after) {
            return known.clone();
        }
        let mut position = self.position.clone();
        if let Some(m) = after {
            let _ = position.play(m);
        }
        let options = gtp::Options {
            level: self.options.level,
            seed: self.options.seed,
            budget: sobremesa_kernel::Budget::default(),
            rules: String::new(),
            resign: 0.0,
            network: self.options.network.clone(),
        };
        let owners = (go().ownership)(&options, &position).unwrap_or_default();
        // They are told for the side to move there.
        let same = position.turn() == self.position.turn();
        let owners: Vec<Value> = owners
            .into_iter()
            .map(|owner| number(self.points(if same { owner } else { -owner })))
            .collect();
        let owners = Value::Array(owners);
        self.owners.insert(after, owners.clone());
        owners
    }

    /// How likely each move was taken to be good before any was looked at;
    /// the pass comes last, and -1 stands where no move is legal.
    fn policy(&self, found: &Analysis<Move>) -> Value {
        let rules = self.position.rules();
        let (rows, columns) = (rules.rows(), rules.columns());
        if let Some(network) = or_own(self.options.network.as_ref(), rows, columns) {
            let (judged, _) = Judge::new(network).raw(self.position, 0);
            let (points, pass) = judged.policy(self.position);
            let points = points.into_iter().map(|chance| number(chance.unwrap_or(-1.0)));
            return points.chain([number(pass)]).collect();
        }
        let mut chances = vec![-1.0; rows * columns + 1];
        let place = |m: Move| match m {
            Move::Pass => rows * columns,
            Move::Play(point) => (rows - 1 - point.row()) * columns + point.column(),
        };
        for m in self.position.legal() {
            chances[place(m)] = 0.0;
        }
        let sum: f32 = found.lines.iter().filter_map(|line| line.prior).sum();
        for line in &found.lines {
            if let Some(prior) = line.prior {
                chances[place(line.play)] = prior / sum.max(1e-9);
            }
        }
        chances.into_iter().map(number).collect()
    }
}

/// A number as six digits tell it.
fn number(value: f32) -> Value {
    json!((f64::from(value) * 1e6).round() / 1e6)
}
