//! Why a move is worse than another, in the terms of Othello.

use sobremesa_kernel::{Line, Message, Position as _, Value};
use sobremesa_othello::board::{Bits, Board, CORNERS, squares};
use sobremesa_othello::{Move, Position, Square, stable};

use crate::Reason;
use crate::reason::unless_shared;

/// What speaks against a move, most telling first.
pub fn against(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
    let mut found = Vec::new();
    let (own, other) = (Made::new(position, played.play), Made::new(position, best.play));
    found.extend(misses_corner(&own, &other));
    found.extend(unless_shared(about(&own), &about(&other)));
    found.extend(misses_pass(&own, &other));
    found.extend(forces_corner(&own, &other));
    found.extend(misses_force(position, &own, &other));
    found.extend(forced_corner(position, played, best));
    found.extend(even_region(&own, &other));
    found.extend(rival_turns(&own, &other));
    found.extend(rival_stable(&own, played, &other, best));
    found.extend(misses_stable(&own, &other));
    found.extend(mobility(&own, &other));
    found.extend(own_mobility(&own, &other));
    found.extend(frontier(&own, &other));
    found.extend(rival_gets(&own, played, &other));
    found.extend(ends(position, played, best));
    found
}

/// A move and the board after it, seen by its maker.
pub struct Made {
    pub square: Option<usize>,
    before: Board,
    /// The maker's discs are `rival` here: the other side is to move.
    pub after: Board,
}

impl Made {
    pub fn new(position: &Position, play: Move) -> Made {
        let turned = position.turned(play);
        let square = match play {
            Move::Place(square) => Some(square.index()),
            Move::Pass => None,
        };
        let before = position.board();
        let after = match square {
            Some(square) => before.after(square, turned),
            None => before.swapped(),
        };
        Made { square, before, after }
    }

    /// The discs of the maker that touch an empty square.
    fn frontier(&self) -> Bits {
        self.after.rival & around(self.after.empty())
    }
}

/// Statements about one move.
fn about(turn: &Made) -> Vec<Reason> {
    let mut found = Vec::new();
    let corners = turn.after.moves() & CORNERS;
    // What the rival could take before, it can still take: that is not the
    // move's doing.
    let new = corners & !turn.before.swapped().moves();
    if new != 0 {
        found.push(Reason::new(
            Message::new("judgement-othello-gives-corner").with("corner", names(new)),
            squares(new).map(name),
        ));
    } else if corners != 0 {
        found.push(Reason::new(
            Message::new("judgement-othello-leaves-corner").with("corner", names(corners)),
            squares(corners).map(name),
        ));
    }
    if let Some(square) = turn.square
        && let Some((corner, diagonal)) = corner_beside(square)
        && turn.after.empty() >> corner & 1 != 0
    {
        let id = match diagonal {
            true => "judgement-othello-x-square",
            false => "judgement-othello-c-square",
        };
        let message = Message::new(id).with("square", name(square)).with("corner", name(corner));
        found.push(Reason::new(message, [name(square), name(corner)]));
    }
    if turn.after.swapped().moves() == 0 && turn.after.moves() != 0 {
        found.push(Reason::new(Message::new("judgement-othello-no-moves"), [""; 0]));
    }
    found
}

/// A corner that was there to be taken.
fn misses_corner(own: &Made, other: &Made) -> Option<Reason> {
    let corner = |turn: &Made| turn.square.filter(|&square| CORNERS >> square & 1 != 0);
    let missed = corner(other).filter(|_| corner(own).is_none())?;
    let message = Message::new("judgement-othello-misses-corner").with("corner", name(missed));
    Some(Reason::new(message, [name(missed)]))
}

/// The best move leaves the rival without one.
fn misses_pass(own: &Made, other: &Made) -> Option<Reason> {
    let passes = |turn: &Made| turn.after.moves() == 0 && turn.after.swapped().moves() != 0;
    if passes(own) || !passes(other) {
        return None;
    }
    let square = other.square.map(name).unwrap_or_default();
    let message = Message::new("judgement-othello-misses-pass").with("square", &square);
    Some(Reason::new(message, [square]))
}

/// A corner that the rival takes a few moves later in the line of best play.
fn forced_corner(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Option<Reason> {
    /// How far the line is followed.
    const PLIES: usize = 6;
    let taken = |line: &Line<Move>| {
        let mut now = *position;
        let side = position.turn();
        for &play in line.pv.iter().take(PLIES) {
            if let Move::Place(square) = play
                && now.turn() != side
                && square.bit() & CORNERS != 0
            {
                return Some(square);
            }
            if now.play(play).is_err() {
                return None;
            }
        }
        None
    };
    let at_once = Made::new(position, played.play).after.moves() & CORNERS != 0;
    let corner = taken(played).filter(|_| !at_once && taken(best).is_none())?;
    let line: Vec<String> = played.pv.iter().take(PLIES).map(Move::to_string).collect();
    let message = Message::new("judgement-othello-loses-corner")
        .with("corner", corner)
        .with("line", line.join(" "));
    Some(Reason::new(message, std::iter::once(corner.to_string()).chain(line)))
}

/// The boards that the side to move can leave, by a pass where it has to.
fn replies(board: Board) -> Vec<(Option<usize>, Board)> {
    let after = |square| (Some(square), board.after(square, board.flips(square)));
    let found: Vec<_> = squares(board.moves()).map(after).collect();
    if found.is_empty() && !board.is_over() { vec![(None, board.swapped())] } else { found }
}

/// The corners that the other side takes after each of the replies to this
/// board, one for each; empty where a reply leaves none.
fn unavoidable(board: Board) -> Bits {
    let left = replies(board);
    let corners = left.iter().map(|(_, next)| next.moves() & CORNERS);
    if left.is_empty() || corners.clone().any(|corners| corners == 0) {
        return 0;
    }
    corners.fold(0, |all, corners| all | corners)
}

/// A move of the rival after which it takes a corner whatever is answered.
fn forces_corner(own: &Made, other: &Made) -> Option<Reason> {
    let forced = |turn: &Made| {
        let at_once = turn.after.moves() & CORNERS != 0;
        let forcing = |(square, next): (Option<usize>, Board)| {
            let corners = unavoidable(next);
            square.filter(|_| corners != 0).map(|square| (square, corners))
        };
        (at_once, replies(turn.after).into_iter().find_map(forcing))
    };
    let ((false, Some((square, corners))), (false, None)) = (forced(own), forced(other)) else {
        return None;
    };
    let message = Message::new("judgement-othello-lets-force").with("square", name(square));
    Some(Reason::new(message, std::iter::once(name(square)).chain(squares(corners).map(name))))
}

/// The best move takes a corner next whatever the rival answers.
fn misses_force(position: &Position, own: &Made, other: &Made) -> Option<Reason> {
    let corners = unavoidable(other.after);
    let there_already = position.board().moves() & CORNERS != 0;
    if there_already || corners == 0 || unavoidable(own.after) != 0 {
        return None;
    }
    let square = other.square.map(name)?;
    let message = Message::new("judgement-othello-misses-force").with("square", &square);
    Some(Reason::new(message, std::iter::once(square).chain(squares(corners).map(name))))
}

/// The empty squares that hang together with one of them.
fn region(empty: Bits, square: usize) -> Bits {
    let mut region = 1 << square;
    loop {
        let more = around(region) & empty;
        if more == region {
            return region;
        }
        region = more;
    }
}

/// With so few empty squares regions last, and discs that are turned stay so.
const LATE: u32 = 20;

/// Plays first where an even number of squares is empty, so that the rival
/// plays last there, while the best move is in a region with an odd number.
fn even_region(own: &Made, other: &Made) -> Option<Reason> {
    let empty = own.before.empty();
    let regions = [own, other].map(|turn| turn.square.map(|square| region(empty, square)));
    let [Some(here), Some(there)] = regions else { return None };
    let even = |region: Bits| region.count_ones().is_multiple_of(2);
    if empty.count_ones() > LATE || !even(here) || even(there) {
        return None;
    }
    let message = Message::new("judgement-othello-even-region")
        .with("count", here.count_ones())
        .with("other", there.count_ones());
    Some(Reason::new(message, squares(here).map(name)))
}

/// Many discs that the rival can turn at once, late in the game.
fn rival_turns(own: &Made, other: &Made) -> Option<Reason> {
    let most = |turn: &Made| {
        let turned = |square| (turn.after.flips(square).count_ones(), square);
        squares(turn.after.moves()).map(turned).max()
    };
    let (count, square) = most(own)?;
    let instead = most(other).map_or(0, |(count, _)| count);
    if own.before.empties() > LATE || count < instead + TELLING {
        return None;
    }
    let message = Message::new("judgement-othello-rival-turns")
        .with("square", name(square))
        .with("count", count)
        .with("other", instead);
    Some(Reason::new(message, squares(own.after.flips(square)).map(name)))
}

/// Discs that the rival's answer makes safe for good.
fn rival_stable(
    own: &Made,
    played: &Line<Move>,
    other: &Made,
    best: &Line<Move>,
) -> Option<Reason> {
    let made = |turn: &Made, line: &Line<Move>| {
        let &Move::Place(square) = line.pv.get(1)? else { return None };
        let board = turn.after;
        let next = board.after(square.index(), board.flips(square.index()));
        let already = stable(turn.before.rival, turn.before.mover);
        Some((square, stable(next.rival, next.mover) & !already))
    };
    let (square, safe) = made(own, played)?;
    let instead = made(other, best).map_or(0, |(_, safe)| safe.count_ones());
    (safe.count_ones() >= instead + TELLING).then(|| {
        let message = Message::new("judgement-othello-rival-stable")
            .with("square", square)
            .with("count", safe.count_ones());
        Reason::new(message, squares(safe).map(name))
    })
}

/// Discs that the best move makes safe for good and this one does not.
fn misses_stable(own: &Made, other: &Made) -> Option<Reason> {
    let safe = |turn: &Made| stable(turn.after.rival, turn.after.mover);
    let missed = safe(other) & !safe(own);
    (missed.count_ones() >= TELLING).then(|| {
        let message = Message::new("judgement-othello-misses-stable")
            .with("square", other.square.map(name).unwrap_or_default())
            .with("count", missed.count_ones());
        Reason::new(message, squares(missed).map(name))
    })
}

/// The square of the rival's answer, which after the best move it could not
/// take: that is where the best move is, or there would be nothing to turn.
fn rival_gets(own: &Made, played: &Line<Move>, other: &Made) -> Option<Reason> {
    let &Move::Place(answer) = played.pv.get(1)? else { return None };
    debug_assert!(own.after.moves() & answer.bit() != 0);
    if other.after.moves() & answer.bit() != 0 {
        return None;
    }
    let id = match other.square == Some(answer.index()) {
        true => "judgement-othello-leaves-square",
        false => "judgement-othello-lets-play",
    };
    Some(Reason::new(Message::new(id).with("square", answer), [answer]))
}

/// How the game ends with the best play of both, where it is proven to the
/// end.
fn ends(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Option<Reason> {
    let (Value::Exact(value), Value::Exact(instead)) = (played.value, best.value) else {
        return None;
    };
    let mut now = *position;
    for &play in &played.pv {
        now.play(play).ok()?;
    }
    now.outcome()?;
    // The winner has the squares that stay empty.
    let discs = |value: i32| (64 + value) / 2;
    let message = Message::new("judgement-othello-ends")
        .with("own", discs(value))
        .with("rival", discs(-value))
        .with("better", discs(instead))
        .with("worse", discs(-instead));
    Some(Reason::new(message, played.pv.iter().skip(1).take(1)))
}

/// A difference of so many moves or discs is worth a word.
const TELLING: u32 = 3;

/// The moves that the rival has.
fn mobility(own: &Made, other: &Made) -> Option<Reason> {
    let count = |turn: &Made| turn.after.moves().count_ones();
    let (here, there) = (count(own), count(other));
    (here >= there + TELLING).then(|| {
        let message =
            Message::new("judgement-othello-rival-moves").with("count", here).with("other", there);
        Reason::new(message, squares(own.after.moves()).map(name))
    })
}

/// The moves that the mover would have if it were its turn again.
fn own_mobility(own: &Made, other: &Made) -> Option<Reason> {
    let count = |turn: &Made| turn.after.swapped().moves().count_ones();
    let (here, there) = (count(own), count(other));
    (here + TELLING <= there).then(|| {
        let message =
            Message::new("judgement-othello-own-moves").with("count", here).with("other", there);
        Reason::new(message, squares(own.after.swapped().moves()).map(name))
    })
}

/// The discs turned outwards.
fn frontier(own: &Made, other: &Made) -> Option<Reason> {
    let (here, there) = (own.frontier().count_ones(), other.frontier().count_ones());
    (here >= there + TELLING).then(|| {
        let message =
            Message::new("judgement-othello-frontier").with("count", here).with("other", there);
        Reason::new(message, squares(own.frontier()).map(name))
    })
}

/// The corner next to a square, and whether along the diagonal (an X square)
/// or along the edge (a C square).
fn corner_beside(square: usize) -> Option<(usize, bool)> {
    let (row, column) = (square / 8, square % 8);
    let near = |at: usize| if at < 4 { 0 } else { 7 };
    let (down, across) = (row.abs_diff(near(row)), column.abs_diff(near(column)));
    let corner = near(row) * 8 + near(column);
    match (down, across) {
        (1, 1) => Some((corner, true)),
        (0, 1) | (1, 0) => Some((corner, false)),
        _ => None,
    }
}

/// The squares next to these, themselves among them where they touch.
fn around(bits: Bits) -> Bits {
    const NOT_A: Bits = 0xfefe_fefe_fefe_fefe;
    const NOT_H: Bits = 0x7f7f_7f7f_7f7f_7f7f;
    let sideways = bits | bits << 1 & NOT_A | bits >> 1 & NOT_H;
    sideways | sideways << 8 | sideways >> 8
}

pub fn name(square: usize) -> String {
    Square::new(square).map(|square| square.to_string()).unwrap_or_default()
}

fn names(bits: Bits) -> String {
    squares(bits).map(name).collect::<Vec<_>>().join(" ")
}
