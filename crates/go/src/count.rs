//! Counting a board, with dead stones taken off by agreement.
//!
//! The rules ([`crate::Position`]) count area as the stones stand. What is
//! here is for people who agree on dead stones first: [`crate::count()`] removes them
//! and counts by area or by territory, [`crate::estimate`] says what a strong
//! player believes at any time, and proposes the dead stones.

use sobremesa_kernel::{Points, Side};

use crate::{Counting, Point, Stones};

/// A counted board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Points of Black and of White, komi included.
    pub score: [Points; 2],
    /// The owner of each point with the dead stones gone, in the order of
    /// [`Stones::points`] (A1, B1, …).
    pub owners: Vec<Option<Side>>,
    /// The stones that were taken off: whole groups.
    pub dead: Vec<Point>,
}

impl Count {
    /// How many points Black is ahead, negative when White is.
    #[must_use]
    pub fn lead(&self) -> Points {
        self.score[0] - self.score[1]
    }
}

/// Counts stones after removing the groups of those in `dead` (points without a
/// stone are ignored); `prisoners` were taken before.
pub(crate) fn counted(
    before: &Stones,
    mut prisoners: [u32; 2],
    komi: Points,
    dead: &[Point],
    counting: Counting,
) -> Count {
    let mut removed: Vec<Point> = dead
        .iter()
        .filter(|&&point| before.at(point).is_some())
        .flat_map(|&point| before.group(point))
        .collect();
    removed.sort_unstable();
    removed.dedup();
    let mut after = before.clone();
    for &point in &removed {
        if let Some(side) = before.at(point) {
            prisoners[side.other().index()] += 1;
        }
        after.put(point, None);
    }
    let owners = after.owners();
    let mut points = [0; 2];
    for (point, owner) in after.points().zip(&owners) {
        if let Some(side) = owner
            && (counting == Counting::Area || after.at(point).is_none())
        {
            points[side.index()] += 1;
        }
    }
    if counting == Counting::Territory {
        points = [points[0] + prisoners[0], points[1] + prisoners[1]];
    }
    let [black, white] = points.map(|n| Points::whole(n as i32));
    Count { score: [black, white + komi], owners, dead: removed }
}

/// What playouts, or a search with a network, say about a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// For each point, in the order of [`Stones::points`]: from 1, always
    /// Black's at the end, to -1, always White's.
    pub ownership: Vec<f32>,
    /// How many points Black is expected to be ahead, komi included.
    pub lead: f32,
    /// Black's chance of winning.
    pub black_wins: f32,
    /// Stones that will not survive: whole groups.
    pub dead: Vec<Point>,
    /// How many playouts, or visits of the search, say so.
    pub simulations: u32,
}

impl Estimate {
    /// Ownership below which a group is given up, as its owner sees it.
    const HOPELESS: f32 = -0.3;

    /// No idea at all.
    pub(crate) fn unknown(stones: &Stones) -> Estimate {
        Estimate {
            ownership: vec![0.0; stones.rows() * stones.columns()],
            lead: 0.0,
            black_wins: 0.5,
            dead: Vec::new(),
            simulations: 0,
        }
    }

    pub(crate) fn new(
        stones: &Stones,
        ownership: Vec<f32>,
        lead: f32,
        black_wins: f32,
        simulations: u32,
    ) -> Estimate {
        let mut found = Estimate { ownership, lead, black_wins, dead: Vec::new(), simulations };
        found.give_up(stones, &[]);
        found
    }

    /// Gives up the groups that the ownership gives to the rival, but not
    /// those with a stone among `kept`.
    pub(crate) fn give_up(&mut self, stones: &Stones, kept: &[Point]) {
        let owned = |point: Point| self.ownership[point.row() * stones.columns() + point.column()];
        let mut dead = Vec::new();
        let mut seen = kept.to_vec();
        for (point, side) in stones.iter() {
            if seen.contains(&point) {
                continue;
            }
            let group = stones.group(point);
            let sum: f32 = group.iter().map(|&stone| owned(stone)).sum();
            let mean = sum / group.len() as f32;
            let for_owner = if side == Side::First { mean } else { -mean };
            if for_owner < Self::HOPELESS {
                dead.extend_from_slice(&group);
            }
            seen.extend_from_slice(&group);
        }
        dead.sort_unstable();
        self.dead = dead;
    }
}
