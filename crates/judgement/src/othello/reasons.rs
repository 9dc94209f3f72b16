//! Why a move is worse than another, in the terms of Othello.

use sobremesa_kernel::{Line, Message, Position as _};
use sobremesa_othello::board::{Bits, Board, CORNERS, squares};
use sobremesa_othello::{Move, Position, Square};

use crate::Reason;
use crate::reason::unless_shared;

/// What speaks against a move, most telling first.
pub fn against(position: &Position, played: &Line<Move>, best: &Line<Move>) -> Vec<Reason> {
    let mut found = Vec::new();
    let (own, other) = (Made::new(position, played.play), Made::new(position, best.play));
    found.extend(misses_corner(&own, &other));
    found.extend(unless_shared(about(&own), &about(&other)));
    found.extend(misses_pass(&own, &other));
    found.extend(forced_corner(position, played, best));
    found.extend(mobility(&own, &other));
    found.extend(own_mobility(&own, &other));
    found.extend(frontier(&own, &other));
    found
}

/// A move and the board after it, seen by its maker.
pub struct Made {
    pub square: Option<usize>,
    before: Board,
    /// The maker's discs are `rival` here: the other side is to move.
    pub after: Board,
    turned: Bits,
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
        Made { square, before, after, turned }
    }

    /// The discs of the maker that touch an empty square.
    fn frontier(&self) -> u32 {
        (self.after.rival & around(self.after.empty())).count_ones()
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
    let (here, there) = (own.frontier(), other.frontier());
    (here >= there + TELLING).then(|| {
        let message =
            Message::new("judgement-othello-frontier").with("count", here).with("other", there);
        Reason::new(message, squares(own.turned).map(name))
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
