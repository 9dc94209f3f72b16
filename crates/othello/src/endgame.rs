//! The last dozen empty squares, exactly.
//!
//! Every function here answers in a null window: is the board worth more than
//! `alpha` to the mover? The value returned is a bound on the true score, at
//! least as good as the answer (fail-soft): above `alpha` it is a lower
//! bound, otherwise an upper bound. Scores give the empty squares to the
//! winner, so they are even, from −64 to +64.
//!
//! From few to many empty squares: [`Endgame::three`] and [`Endgame::four`]
//! try the squares in the order of parity (first where the quadrant has an
//! odd number of empty squares: who plays first there also plays last);
//! [`Endgame::shallow`] lists moves; [`Endgame::middle`] orders them by what
//! they leave the rival (fastest first) and remembers.

use crate::board::{Bits, Board, CORNERS, squares};
use crate::flip::recursive;
use crate::move_order::Best;
use crate::stability::stable;
use crate::thread::Search;
use crate::transposition::{Entry, Found, NOWHERE};

/// Up to this many empty squares moves are only listed, not ordered.
pub(crate) const SHALLOW: u32 = 6;

/// Worse than any score: no move was found yet.
pub(crate) const NONE: i32 = -65;

recursive! {
    /// The recursion points of the exact search.
    pub trait Endgame {
        fn two(s: &mut Search<'_>, board: Board, alpha: i32, a: usize, b: usize) -> i32 = two_body;
        fn three(s: &mut Search<'_>, board: Board, alpha: i32, odd: u32) -> i32 = three_body;
        fn four(s: &mut Search<'_>, board: Board, alpha: i32, odd: u32) -> i32 = four_body;
        fn shallow(s: &mut Search<'_>, board: Board, alpha: i32, odd: u32, empties: u32) -> i32 = shallow_body;
        fn middle(s: &mut Search<'_>, board: Board, moves: Bits, alpha: i32, empties: u32) -> i32 = middle_body;
    }
}

/// The quadrant of a square as one of four bits.
pub(crate) const fn quadrant(square: usize) -> u32 {
    1 << (square / 4 % 2 + square / 32 * 2)
}

/// The squares of each set of quadrants.
static QUADRANTS: [Bits; 16] = {
    let mut all = [0; 16];
    let mut set = 0;
    while set < 16 {
        let mut square = 0;
        while square < 64 {
            if set & quadrant(square) as usize != 0 {
                all[set] |= 1 << square;
            }
            square += 1;
        }
        set += 1;
    }
    all
};

/// The squares around each square.
static AROUND: [Bits; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let wide = 1u64 << square
            | (1 << square & 0xfefe_fefe_fefe_fefe) >> 1
            | (1 << square & 0x7f7f_7f7f_7f7f_7f7f) << 1;
        all[square] = (wide | wide << 8 | wide >> 8) & !(1 << square);
        square += 1;
    }
    all
};

/// The quadrants with an odd number of empty squares.
#[inline(always)]
pub(crate) fn odd_quadrants(empty: Bits) -> u32 {
    let mut odd = 0;
    for q in 0..4 {
        odd |= ((empty & QUADRANTS[1 << q]).count_ones() & 1) << q;
    }
    odd
}

/// One empty square: the exact score.
#[inline(always)]
fn one<K: Endgame>(k: K, s: &mut Search<'_>, mover: Bits, square: usize) -> i32 {
    s.nodes += 1;
    k.last(mover, square)
}

#[inline(always)]
fn two_body<K: Endgame>(
    k: K,
    s: &mut Search<'_>,
    board: Board,
    alpha: i32,
    a: usize,
    b: usize,
) -> i32 {
    s.nodes += 1;
    let Board { mover, rival } = board;
    let mut best = NONE;
    for (here, there) in [(a, b), (b, a)] {
        if AROUND[here] & rival != 0 {
            let turned = k.flips(mover, rival, here);
            if turned != 0 {
                best = best.max(-one(k, s, rival ^ turned, there));
                if best > alpha {
                    return best;
                }
            }
        }
    }
    if best != NONE {
        return best;
    }
    // The rival moves, and minimises.
    let mut worst = -NONE;
    for (here, there) in [(a, b), (b, a)] {
        if AROUND[here] & mover != 0 {
            let turned = k.flips(rival, mover, here);
            if turned != 0 {
                worst = worst.min(one(k, s, mover ^ turned, there));
                if worst <= alpha {
                    return worst;
                }
            }
        }
    }
    if worst == -NONE { board.final_score() } else { worst }
}

#[inline(always)]
fn three_body<K: Endgame>(k: K, s: &mut Search<'_>, board: Board, alpha: i32, odd: u32) -> i32 {
    few(k, s, board, alpha, odd, &mut |k: K, s, child, alpha, _, rest| {
        k.two(s, child, alpha, rest.trailing_zeros() as usize, 63 - rest.leading_zeros() as usize)
    })
}

#[inline(always)]
fn four_body<K: Endgame>(k: K, s: &mut Search<'_>, board: Board, alpha: i32, odd: u32) -> i32 {
    few(k, s, board, alpha, odd, &mut |k: K, s, child, alpha, odd, _| k.three(s, child, alpha, odd))
}

/// Tries the empty squares in the order of parity, then the pass.
#[inline(always)]
fn few<K: Endgame>(
    k: K,
    s: &mut Search<'_>,
    board: Board,
    alpha: i32,
    odd: u32,
    next: &mut impl FnMut(K, &mut Search<'_>, Board, i32, u32, Bits) -> i32,
) -> i32 {
    s.nodes += 1;
    let best = best_of_few(k, s, board, alpha, odd, next);
    if best != NONE {
        return best;
    }
    match best_of_few(k, s, board.swapped(), -alpha - 1, odd, next) {
        NONE => board.final_score(),
        best => -best,
    }
}

/// The best move of [`few`], [`NONE`] when there is no move.
#[inline(always)]
fn best_of_few<K: Endgame>(
    k: K,
    s: &mut Search<'_>,
    board: Board,
    alpha: i32,
    odd: u32,
    next: &mut impl FnMut(K, &mut Search<'_>, Board, i32, u32, Bits) -> i32,
) -> i32 {
    let Board { mover, rival } = board;
    let empty = board.empty();
    let first = empty & QUADRANTS[odd as usize];
    let mut best = NONE;
    for group in [first, empty & !first] {
        for square in squares(group) {
            if AROUND[square] & rival == 0 {
                continue;
            }
            let turned = k.flips(mover, rival, square);
            if turned == 0 {
                continue;
            }
            let child = board.after(square, turned);
            let rest = empty & !(1 << square);
            let value = -next(k, s, child, -alpha - 1, odd ^ quadrant(square), rest);
            if value > best {
                best = value;
                if best > alpha {
                    return best;
                }
            }
        }
    }
    best
}

/// The most the mover can score for the rival's stable discs, if it is at most
/// `alpha`. They are counted only from `worthwhile` on, where it pays.
#[inline(always)]
pub(crate) fn stable_cut(board: Board, alpha: i32, worthwhile: i32) -> Option<i32> {
    // Were all of them stable, would it be enough?
    if alpha < worthwhile || 64 - 2 * board.rival.count_ones() as i32 > alpha {
        return None;
    }
    let most = 64 - 2 * stable(board.rival, board.mover).count_ones() as i32;
    (most <= alpha).then_some(most)
}

#[inline(always)]
fn shallow_body<K: Endgame>(
    k: K,
    s: &mut Search<'_>,
    board: Board,
    alpha: i32,
    odd: u32,
    empties: u32,
) -> i32 {
    s.nodes += 1;
    if let Some(most) = stable_cut(board, alpha, 2 * empties as i32 - 2) {
        return most;
    }
    let moves = k.moves(board.mover, board.rival);
    if moves == 0 {
        let passed = board.swapped();
        return if k.moves(passed.mover, passed.rival) == 0 {
            board.final_score()
        } else {
            -k.shallow(s, passed, -alpha - 1, odd, empties)
        };
    }
    let mut best = NONE;
    let first = moves & QUADRANTS[odd as usize];
    for group in [first & CORNERS, first & !CORNERS, moves & !first] {
        for square in squares(group) {
            let child = board.after(square, k.flips(board.mover, board.rival, square));
            let odd = odd ^ quadrant(square);
            let value = -if empties == 5 {
                k.four(s, child, -alpha - 1, odd)
            } else {
                k.shallow(s, child, -alpha - 1, odd, empties - 1)
            };
            if value > best {
                best = value;
                if best > alpha {
                    return best;
                }
            }
        }
    }
    best
}

/// A move to try, cheapest first.
#[derive(Clone, Copy)]
struct Try {
    child: Board,
    /// The rival's moves then.
    replies: Bits,
    square: u8,
}

/// What moves on each square cost in [`Endgame::middle`] before anything else
/// is known: corners and edges are good, the squares next to a corner along
/// the diagonal are not. Found by counting nodes: 7 % fewer at 20 empties.
static PLACE: [i8; 64] = {
    let mut all = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (row, column) = (square / 8, square % 8);
        let edges = (row % 7 == 0) as i8 + (column % 7 == 0) as i8;
        let beside = (row == 1 || row == 6) && (column == 1 || column == 6);
        all[square] = match edges {
            2 => -16,
            1 => -4,
            _ if beside => 4,
            _ => 0,
        };
        square += 1;
    }
    all
};

/// What a rival is left with after a move: the order is by few replies,
/// corners counting double, then by few empty squares around our discs.
#[inline(always)]
pub(crate) fn cost(child: Board, replies: Bits) -> i32 {
    let mobility = replies.count_ones() + (replies & CORNERS).count_ones();
    // Squares next to our discs are the rival's future moves.
    let wide = child.rival
        | (child.rival & 0xfefe_fefe_fefe_fefe) >> 1
        | (child.rival & 0x7f7f_7f7f_7f7f_7f7f) << 1;
    let potential = ((wide | wide << 8 | wide >> 8) & child.empty()).count_ones();
    24 * mobility as i32 + 2 * potential as i32
}

/// `moves` are the mover's: whoever ordered this board has them already.
#[inline(always)]
fn middle_body<K: Endgame>(
    k: K,
    s: &mut Search<'_>,
    board: Board,
    moves: Bits,
    alpha: i32,
    empties: u32,
) -> i32 {
    if empties <= SHALLOW {
        return exact_few(k, s, board, alpha, empties);
    }
    s.nodes += 1;
    if s.should_stop() {
        return alpha;
    }
    if moves == 0 {
        let passed = board.swapped();
        let replies = k.moves(passed.mover, passed.rival);
        return if replies == 0 {
            board.final_score()
        } else {
            -k.middle(s, passed, replies, -alpha - 1, empties)
        };
    }
    if let Some(most) = stable_cut(board, alpha, 2 * empties as i32 - 2) {
        return most;
    }
    let hash = board.hash();
    let table = s.table_for(empties);
    let mut best = NONE;
    let mut best_square = NOWHERE;
    let mut rest = moves;
    if let Some(entry) = table.probe(hash)
        && u32::from(entry.depth) == empties
        && entry.sure == Entry::SURE
    {
        if i32::from(entry.lower) > alpha {
            return entry.lower.into();
        }
        if i32::from(entry.upper) <= alpha {
            return entry.upper.into();
        }
        // The move that was best in another window is often best in this one
        // too: no need to order the others before it has failed.
        let square = usize::from(entry.square);
        if square < 64 && moves >> square & 1 != 0 {
            let child = board.after(square, k.flips(board.mover, board.rival, square));
            best = -next(k, s, child, k.moves(child.mover, child.rival), alpha, empties);
            best_square = entry.square;
            rest &= !(1 << square);
        }
    }
    if best <= alpha {
        let mut tries = Best::new();
        let odd = odd_quadrants(board.empty());
        let look_ahead = empties > SHALLOW + 2;
        let next_table = s.table_for(empties - 1);
        for square in squares(rest) {
            let turned = k.flips(board.mover, board.rival, square);
            if turned == board.rival {
                return 64;
            }
            let child = board.after(square, turned);
            if look_ahead {
                next_table.prefetch(child.hash());
            }
            let replies = k.moves(child.mover, child.rival);
            let mut cost = cost(child, replies) + i32::from(PLACE[square]);
            if quadrant(square) & odd != 0 {
                cost -= 8;
            }
            tries.push(Try { child, replies, square: square as u8 }, cost);
        }
        if look_ahead {
            // The table may know already that a child is bad enough for the
            // rival (enhanced transposition cut-off).
            for t in tries.as_slice() {
                if let Some(entry) = next_table.probe(t.child.hash())
                    && u32::from(entry.depth) == empties - 1
                    && entry.sure == Entry::SURE
                    && -i32::from(entry.upper) > alpha
                {
                    return -i32::from(entry.upper);
                }
            }
        }
        while let Some(t) = tries.next() {
            let value = -next(k, s, t.child, t.replies, alpha, empties);
            if value > best {
                best = value;
                best_square = t.square;
                if best > alpha {
                    break;
                }
            }
        }
    }
    if !s.stopped() {
        let (depth, sure, beta) = (empties as u8, Entry::SURE, alpha + 1);
        table.store(hash, Found { depth, sure, alpha, beta, value: best, square: best_square });
    }
    best
}

/// A child in [`Endgame::middle`], in the window above its parent's `alpha`.
#[inline(always)]
fn next<K: Endgame>(
    k: K,
    s: &mut Search<'_>,
    child: Board,
    replies: Bits,
    alpha: i32,
    empties: u32,
) -> i32 {
    if empties - 1 <= SHALLOW {
        exact_few(k, s, child, -alpha - 1, empties - 1)
    } else {
        k.middle(s, child, replies, -alpha - 1, empties - 1)
    }
}

/// Any board with up to [`SHALLOW`] empty squares.
#[inline(always)]
pub(crate) fn exact_few<K: Endgame>(
    k: K,
    s: &mut Search<'_>,
    board: Board,
    alpha: i32,
    empties: u32,
) -> i32 {
    let empty = board.empty();
    match empties {
        0 => {
            s.nodes += 1;
            board.final_score()
        }
        1 => one(k, s, board.mover, empty.trailing_zeros() as usize),
        2 => k.two(
            s,
            board,
            alpha,
            empty.trailing_zeros() as usize,
            63 - empty.leading_zeros() as usize,
        ),
        3 => k.three(s, board, alpha, odd_quadrants(empty)),
        4 => k.four(s, board, alpha, odd_quadrants(empty)),
        _ => k.shallow(s, board, alpha, odd_quadrants(empty), empties),
    }
}
