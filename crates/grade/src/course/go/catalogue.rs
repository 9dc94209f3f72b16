//! What students misunderstand about Go: each is a switch of [`Reading`], and
//! a sentence of the catalogues, `grade-go-…`.

use super::reading::{Reading, Territory};
use crate::examine::Misreading;

macro_rules! misreading {
    ($id:literal, $reading:ident => $change:expr) => {
        Misreading {
            id: concat!("grade-go-", $id),
            change: |$reading: &mut Reading| {
                $change;
            },
        }
    };
}

/// The commonest first.
pub static MISREADINGS: &[Misreading<Reading>] = &[
    misreading!("suicide-first", r => r.suicide_first = true),
    misreading!("suicide-allowed", r => r.suicide_allowed = true),
    misreading!("suicide-of-one", r => r.suicide_of_one = true),
    misreading!("own-removed", r => r.own_removed = true),
    misreading!("one-group", r => r.one_group = true),
    misreading!("single-stones", r => r.single_stones = true),
    misreading!("nothing-captured", r => r.nothing_captured = true),
    misreading!("diagonals", r => r.diagonals = true),
    misreading!("edge-breathes", r => r.edge_breathes = true),
    misreading!("occupied", r => r.occupied = true),
    misreading!("off-board", r => r.off_board = true),
    misreading!("empty-both", r => r.territory = Territory::EmptyBoth),
    misreading!("no-territory", r => r.territory = Territory::None),
    misreading!("shared", r => r.territory = Territory::Shared),
    misreading!("stones-do-not-count", r => r.territory = Territory::Alone),
    misreading!("single-points", r => r.territory = Territory::Single),
];
