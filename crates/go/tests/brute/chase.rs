//! Chases of groups by atari after atari, on plain stones, by all that can be
//! played.

use sobremesa_go::{Point, Stones};
use sobremesa_kernel::Side;

/// Whether the group of a stone is lost, its side being to move: by all it can
/// play. What came to a ko is an escape.
pub fn defend(stones: &Stones, stone: Point) -> bool {
    let Some(side) = stones.at(stone) else { return true };
    stones.liberties(stone).len() <= 1
        && stones.points().all(|point| match stones.play(side, point, &[]) {
            Ok(next) => attack(&next, stone, Some(stones)),
            Err(_) => true,
        })
}

/// Whether the group of a stone is taken by atari after atari, its rival being
/// to move.
pub fn attack(stones: &Stones, stone: Point, before: Option<&Stones>) -> bool {
    let liberties = stones.liberties(stone);
    match liberties[..] {
        [] | [_] => return true,
        [_, _] => {}
        _ => return false,
    }
    let side = stones.at(stone).expect("a stone");
    let history: Vec<Stones> = before.into_iter().cloned().collect();
    liberties.into_iter().any(|liberty| {
        let Ok(next) = stones.play(side.other(), liberty, &history) else { return false };
        !is_ko(stones, &next, liberty) && defend(&next, stone)
    })
}

/// Whether a move took one stone, and could be answered by taking it alone.
fn is_ko(before: &Stones, after: &Stones, at: Point) -> bool {
    let taker = after.at(at);
    let count = |stones: &Stones| stones.iter().filter(|&(_, of)| Some(of) != taker).count();
    count(before) == count(after) + 1
        && after.group(at).len() == 1
        && after.liberties(at).len() == 1
}

/// Whether a chase can be played as it is drawn, and ends with the capture of
/// the group, or where it cannot go on, or with its escape.
pub fn ends(
    stones: &Stones,
    mut side: Side,
    chase: &[Point],
    group: &[Point],
    caught: bool,
) -> bool {
    let mut now = stones.clone();
    let owner = now.at(group[0]);
    let (mut before, mut ko) = (None, false);
    for &point in chase {
        let history: Vec<Stones> = before.into_iter().collect();
        let Ok(next) = now.play(side, point, &history) else { return false };
        ko = is_ko(&now, &next, point);
        before = Some(now);
        now = next;
        side = side.other();
    }
    let gone = now.at(group[0]) != owner;
    let out_of_moves = Some(side) == owner && now.liberties(group[0]).len() == 1;
    if caught {
        gone || out_of_moves && defend(&now, group[0])
    } else {
        !gone && (!out_of_moves || ko)
    }
}
