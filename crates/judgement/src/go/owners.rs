//! Who will own what, as far as the engine can tell.

use sobremesa_go::net::{Judge, or_own};
use sobremesa_go::{Move, Point, Position, estimate};
use sobremesa_kernel::{Position as _, Side};

use crate::judge::after;

/// Playouts behind what is said of life and points where no network knows the
/// board.
const PLAYOUTS: u32 = 400;

/// How far a line of play is followed before the board is looked at: what is
/// in danger has been taken or saved by then.
const PLIES: usize = 8;

/// Who owns each point.
pub struct Owners {
    columns: usize,
    /// In the order of [`sobremesa_go::Stones::points`], from 1, the side that
    /// was asked for, to -1, its rival.
    shares: Vec<f32>,
}

impl Owners {
    /// Who owns what after a line of play, as `side` sees it.
    pub fn after_line(position: &Position, line: &[Move], side: Side) -> Owners {
        let mut now = position.clone();
        for &play in line.iter().take(PLIES) {
            if now.check(play).is_err() {
                break;
            }
            now = after(&now, play);
        }
        Owners::of(&now, side)
    }

    fn of(position: &Position, side: Side) -> Owners {
        let rules = position.rules();
        let (rows, columns) = (rules.rows(), rules.columns());
        let Some(network) = or_own(None, rows, columns) else {
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            let shares = estimate(position, PLAYOUTS, 0).ownership;
            return Owners { columns, shares: shares.iter().map(|share| sign * share).collect() };
        };
        // The network tells who owns what of a game that goes on.
        let position =
            if position.outcome().is_some() { position.resumed() } else { position.clone() };
        let asked: Vec<(Position, u8)> =
            (0..8).map(|symmetry| (position.clone(), symmetry)).collect();
        let sign = if position.turn() == side { 1.0 } else { -1.0 };
        let mut shares = vec![0.0; rows * columns];
        for (_, found) in Judge::new(network).raw_all(&asked) {
            for (row, of_row) in found.chunks_exact(columns).rev().enumerate() {
                for (column, share) in of_row.iter().enumerate() {
                    shares[row * columns + column] += sign * share / 8.0;
                }
            }
        }
        Owners { columns, shares }
    }

    pub fn share(&self, point: Point) -> f32 {
        self.shares[point.row() * self.columns + point.column()]
    }

    /// How surely a group's points are the side's, all in all.
    pub fn of_group(&self, group: &[Point]) -> f32 {
        group.iter().map(|&point| self.share(point)).sum::<f32>() / group.len().max(1) as f32
    }
}
