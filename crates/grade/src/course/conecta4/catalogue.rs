//! What students misunderstand about Connect 4: each is a switch of
//! [`Reading`], and a sentence of the catalogues, `grade-c4-…`.

use super::reading::{Definitive, Draw, Full, Reading, Room, Safe};
use crate::examine::Misreading;

macro_rules! misreading {
    ($id:literal, $reading:ident => $change:expr) => {
        Misreading {
            id: concat!("grade-c4-", $id),
            change: |$reading: &mut Reading| {
                $change;
            },
        }
    };
}

/// The commonest first: where two agree with all that was asked, the first is
/// named.
pub static MISREADINGS: &[Misreading<Reading>] = &[
    misreading!("no-diagonals", r => r.directions = [true, true, false, false]),
    misreading!("no-falling-diagonals", r => r.directions[2] = false),
    misreading!("no-rising-diagonals", r => r.directions[3] = false),
    misreading!("no-rows", r => r.directions[0] = false),
    misreading!("no-columns", r => r.directions[1] = false),
    misreading!("three", r => r.need = 3),
    misreading!("five", r => r.need = 5),
    misreading!("exactly-four", r => r.exact = true),
    misreading!("gaps", r => r.gaps = true),
    misreading!("wraps", r => r.wraps = true),
    misreading!("empties", r => r.empties = true),
    misreading!("no-last-column", r => r.blind_column = Some(6)),
    misreading!("no-first-column", r => r.blind_column = Some(0)),
    misreading!("no-bottom-row", r => r.blind_row = Some(5)),
    misreading!("no-top-row", r => r.blind_row = Some(0)),
    misreading!("from-bottom", r => r.from_bottom = true),
    misreading!("swapped", r => r.swapped = true),
    misreading!("from-zero", r => r.from_zero = true),
    misreading!("floats", r => r.floats = true),
    misreading!("full-unchanged", r => r.full = Full::Unchanged),
    misreading!("full-overwritten", r => r.full = Full::Overwrites),
    misreading!("off-board", r => r.off_board = true),
    misreading!("room-only-empty", r => r.room = Room::Empty),
    misreading!("room-every", r => r.room = Room::Every),
    misreading!("draw-is-full", r => r.draw = Draw::Full),
    misreading!("draw-is-unwon", r => r.draw = Draw::Unwon),
    misreading!("safe-same-column", r => r.safe = Safe::SameColumn),
    misreading!("safe-before", r => r.safe = Safe::Before),
    misreading!("safe-new-only", r => r.safe = Safe::NewOnly),
    misreading!("safe-wrong-side", r => r.safe = Safe::WrongSide),
    misreading!("definitive-blind", r => r.definitive = Definitive::BlindToRival),
    misreading!("definitive-some-reply", r => r.definitive = Definitive::SomeReply),
    misreading!("definitive-no-reply", r => r.definitive = Definitive::NoReply),
    misreading!("definitive-wins-now", r => r.definitive = Definitive::WinsNow),
    misreading!("no-gravity", r => r.no_gravity = true),
    misreading!("first-only", r => r.first_only = true),
];
