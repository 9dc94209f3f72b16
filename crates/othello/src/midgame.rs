//! Searching with the evaluation, and the exact search above the last dozen
//! empty squares.
//!
//! One pair of functions serves both: [`Deep::null`] in a null window and
//! [`Deep::open`] in an open one, to a `depth` in plies and with a surety. At
//! a depth of all the empty squares the result is the score of the game.
//! Below [`Entry::SURE`] a node is cut off when a shallower search is so far
//! outside the window that the deep one is unlikely to come back
//! (multi-probcut, with the errors measured in training).

use std::ops::ControlFlow::{self, Break, Continue};

use crate::board::{Board, CORNERS, squares};
use crate::endgame::{Endgame, NONE, cost, odd_quadrants, quadrant, stable_cut};
use crate::flip::recursive;
use crate::move_order::Best;
use crate::node::{Node, Null, Try};
use crate::thread::Search;
use crate::transposition::{Entry, Found, NOWHERE};
use crate::weights::UNIT;
use crate::ybwc::crew::Crew;
use crate::ybwc::{Child, helpers, share};

/// Up to this many empty squares exact searches need no evaluation.
pub(crate) const MIDDLE: u32 = 13;

/// An evaluation never claims more than this.
const MOST_ESTIMATE: i32 = 62;

/// How many standard deviations each surety asks for.
const DEVIATIONS: [f32; 6] = [1.0, 1.2, 1.6, 2.1, 2.8, f32::INFINITY];

recursive! {
    /// The recursion points of the search with an evaluation.
    pub trait Deep {
        fn null(s: &mut Search<'_>, node: &Node, alpha: i32, depth: u32, sure: u8) -> i32 = null_body;
        fn open(s: &mut Search<'_>, node: &Node, alpha: i32, beta: i32, depth: u32, sure: u8) -> i32 = open_body;
        fn evaluate(s: &mut Search<'_>, node: &Node) -> i32 = evaluate_body;
    }
}

/// The static value in [`UNIT`]s.
#[inline(always)]
fn raw<K: Endgame>(k: K, s: &Search<'_>, node: &Node, moves: u64) -> i32 {
    let Board { mover, rival } = node.board;
    let moves = [moves.count_ones(), k.moves(rival, mover).count_ones()];
    s.weights.value_at(s.layout, node.board.empties(), &node.features, moves)
}

/// The static value in discs.
#[inline(always)]
fn evaluate_body<K: Endgame>(k: K, s: &mut Search<'_>, node: &Node) -> i32 {
    s.nodes += 1;
    let value = raw(k, s, node, k.moves(node.board.mover, node.board.rival));
    ((value + UNIT / 2) >> UNIT.trailing_zeros()).clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}

/// The exact score in a window, from null windows near a guess.
#[inline(always)]
fn exact_open<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    alpha: i32,
    beta: i32,
    empties: u32,
) -> i32 {
    let (mut lower, mut upper) = (-64, 64);
    let moves = k.moves(node.board.mover, node.board.rival);
    let mut guess = k.evaluate(s, node).clamp(alpha, beta - 1);
    loop {
        // Scores are even: an odd alpha asks the sharper question.
        let test = (guess | 1).clamp(lower.max(alpha), (upper - 1).min(beta - 1));
        let value = k.middle(s, node.board, moves, test, empties);
        if value > test {
            lower = value;
            guess = value + 1;
        } else {
            upper = value;
            guess = value - 1;
        }
        if s.stopped() || lower >= upper || lower >= beta || upper <= alpha {
            return value;
        }
    }
}

/// The moves of a node in the order to try them.
#[inline(always)]
fn ordered<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    moves: u64,
    depth: u32,
    entry: Option<Entry>,
    tries: &mut Best<Try>,
) {
    let empties = node.board.empties();
    let exact = depth >= empties;
    // How deep to look at each move in order to order them: not at all near
    // the leaves, a static value above, and a little search far above. Exact
    // searches gain nothing from looking deeper: they want few replies.
    let look: i32 = match depth {
        _ if exact => 0,
        0..=2 => -1,
        3..=8 => 0,
        9..=12 => 1,
        _ => 2,
    };
    let odd = odd_quadrants(node.board.empty());
    for square in squares(moves) {
        let turned = k.flips(node.board.mover, node.board.rival, square);
        let child_board = node.board.after(square, turned);
        let replies = k.moves(child_board.mover, child_board.rival);
        let remembered = |e: Entry| {
            if usize::from(e.square) == square {
                -2_000_000
            } else if usize::from(e.second) == square {
                -1_000_000
            } else {
                0
            }
        };
        let mut cost = match entry.map_or(0, remembered) {
            0 if look < 0 => cost(child_board, replies),
            0 => {
                let child = node.after(s.layout, square, turned);
                let value = if look == 0 {
                    s.nodes += 1;
                    raw(k, s, &child, replies)
                } else {
                    k.open(s, &child, -64, 64, look as u32, 0) * UNIT
                };
                let mobility = (replies.count_ones() + (replies & CORNERS).count_ones()) as i32;
                value + if exact { 100 * mobility } else { 4 * mobility }
            }
            remembered => remembered,
        };
        if exact && quadrant(square) & odd != 0 {
            cost -= UNIT;
        }
        tries.push(Try { square: square as u8, turned, replies }, cost);
    }
}

/// A value that both searches could not tell apart from the window's edge.
#[inline(always)]
fn probcut<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    alpha: i32,
    depth: u32,
    sure: u8,
) -> Option<i32> {
    let empties = node.board.empties();
    let shallow = match 2 * (depth / 4) + (depth & 1) {
        0 => depth - 2,
        shallow => shallow,
    };
    let cut = &s.weights.cuts[usize::from(depth >= empties)];
    let deviations = DEVIATIONS[usize::from(sure)];
    let margin = (deviations * cut.sigma(shallow, depth, empties)).ceil() as i32;
    let static_margin =
        margin / 2 + (deviations * s.weights.cuts[0].sigma(0, shallow, empties) / 2.0) as i32;
    let value = k.evaluate(s, node);
    let (high, low) = (alpha + 1 + margin, alpha - margin);
    if value > alpha + static_margin
        && high < 64
        && k.null(s, node, high - 1, shallow, sure) >= high
    {
        return Some(alpha + 1);
    }
    if value <= alpha - static_margin && low > -64 && k.null(s, node, low, shallow, sure) <= low {
        return Some(alpha);
    }
    None
}

/// What needs no move to be tried: leaves, positions without a move, the last
/// ply. Otherwise the moves there are. A window of one is a null window.
#[inline(always)]
fn outset<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    (alpha, beta): (i32, i32),
    depth: u32,
    sure: u8,
) -> ControlFlow<i32, u64> {
    let board = node.board;
    let empties = board.empties();
    let null = beta == alpha + 1;
    if depth == empties && empties <= MIDDLE {
        return Break(if null {
            k.middle(s, board, k.moves(board.mover, board.rival), alpha, empties)
        } else {
            exact_open(k, s, node, alpha, beta, empties)
        });
    }
    if depth == 0 {
        return Break(k.evaluate(s, node));
    }
    s.nodes += 1;
    if s.should_stop() {
        return Break(alpha);
    }
    s.far.prefetch(board.hash());
    if null
        && depth == empties
        && let Some(most) = stable_cut(board, alpha, 2 * empties as i32 - 4)
    {
        return Break(most);
    }
    let moves = k.moves(board.mover, board.rival);
    if moves == 0 {
        let pass = node.passed();
        return Break(if k.moves(pass.board.mover, pass.board.rival) == 0 {
            board.final_score()
        } else if null {
            -k.null(s, &pass, -beta, depth, sure)
        } else {
            -k.open(s, &pass, -beta, -alpha, depth, sure)
        });
    }
    if depth == 1 {
        return Break(one_ply(k, s, node, moves, beta - 1));
    }
    Continue(moves)
}

#[inline(always)]
fn null_body<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    alpha: i32,
    depth: u32,
    sure: u8,
) -> i32 {
    let board = node.board;
    let empties = board.empties();
    let depth = depth.min(empties);
    let moves = match outset(k, s, node, (alpha, alpha + 1), depth, sure) {
        Continue(moves) => moves,
        Break(value) => return value,
    };
    let exact = depth == empties;
    let hash = board.hash();
    let entry = s.far.probe(hash);
    if let Some(value) = entry.and_then(|e| known(e, depth, sure, alpha, alpha + 1)) {
        return value;
    }
    if sure < Entry::SURE
        && depth >= 3
        && let Some(value) = probcut(k, s, node, alpha, depth, sure)
    {
        return value;
    }
    if depth >= 5 {
        let table = if exact { s.table_for(empties - 1) } else { s.far };
        let child = |square| board.after(square, k.flips(board.mover, board.rival, square));
        for square in squares(moves) {
            table.prefetch(child(square).hash());
        }
        for square in squares(moves) {
            let child = child(square);
            if let Some(e) = table.probe(child.hash())
                && u32::from(e.depth) >= depth - 1
                && e.sure >= sure
                && -i32::from(e.upper) > alpha
            {
                return -i32::from(e.upper);
            }
        }
    }
    let mut best = NONE;
    let mut square = NOWHERE;
    let mut rest = moves;
    // The remembered move is often enough: the others are ordered only when
    // it has failed.
    if let Some(e) = entry
        && e.square != NOWHERE
        && moves >> e.square & 1 != 0
    {
        let turned = k.flips(board.mover, board.rival, e.square.into());
        let child = board.after(e.square.into(), turned);
        let replies = k.moves(child.mover, child.rival);
        let t = Try { square: e.square, turned, replies };
        best = after_null(k, s, node, t, alpha, depth, sure);
        square = e.square;
        rest &= !(1 << e.square);
    }
    if best <= alpha {
        let mut tries = Best::new();
        ordered(k, s, node, rest, depth, entry, &mut tries);
        while let Some(t) = tries.next() {
            if best != NONE
                && let Some(crew) = helpers(s, depth, exact)
            {
                let window = Null { alpha, depth, sure };
                let Some(values) = share(s, crew, node, tries.rest(t), window, child(k)) else {
                    return alpha;
                };
                for (t, value) in values {
                    if value > best {
                        (best, square) = (value, t.square);
                    }
                }
                break;
            }
            let value = after_null(k, s, node, t, alpha, depth, sure);
            if value > best {
                best = value;
                square = t.square;
                if best > alpha {
                    break;
                }
            }
        }
    }
    if !s.stopped() {
        let found = Found { depth: depth as u8, sure, alpha, beta: alpha + 1, value: best, square };
        s.far.store(hash, found);
    }
    best
}

/// What a move is worth in a null window.
#[inline(always)]
fn after_null<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    t: Try,
    alpha: i32,
    depth: u32,
    sure: u8,
) -> i32 {
    let empties = node.board.empties();
    if depth == empties && empties - 1 <= MIDDLE {
        // The evaluation is not needed any more.
        let child = node.board.after(t.square.into(), t.turned);
        -k.middle(s, child, t.replies, -alpha - 1, empties - 1)
    } else {
        let child = node.after(s.layout, t.square.into(), t.turned);
        -k.null(s, &child, -alpha - 1, depth - 1, sure)
    }
}

/// The search of a move that threads are handed when they share a node.
pub(crate) fn child<K: Deep + Endgame>(k: K) -> impl Child {
    move |s: &mut Search<'_>, node: &Node, t: Try, Null { alpha, depth, sure }: Null| {
        after_null(k, s, node, t, alpha, depth, sure)
    }
}

/// [Shares](share) the younger brothers of a node in an open window, whose best
/// so far is `window.alpha`: those that are worth more are searched again for
/// their value, up to `beta`. `tell` hears of every move that was searched, its
/// value and whether that is only known not to be exceeded.
#[cold]
#[inline(never)]
#[allow(clippy::too_many_arguments)]
pub(crate) fn share_open<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    crew: &Crew,
    node: &Node,
    mut moves: Vec<Try>,
    window: Null,
    beta: i32,
    tell: &mut dyn FnMut(Try, i32, bool),
) {
    let Null { alpha: mut floor, depth, sure } = window;
    while floor < beta && !moves.is_empty() {
        let window = Null { alpha: floor, ..window };
        let Some(values) = share(s, crew, node, moves.clone(), window, child(k)) else { return };
        let mut better = None;
        for (m, value) in values {
            if value > floor {
                better.get_or_insert((m, value));
            } else {
                tell(m, value, true);
                moves.retain(|other| other.square != m.square);
            }
        }
        let Some((m, mut value)) = better else { return };
        moves.retain(|other| other.square != m.square);
        if value < beta {
            let after = node.after(s.layout, m.square.into(), m.turned);
            value = -k.open(s, &after, -beta, -floor, depth - 1, sure);
            if s.stopped() {
                return;
            }
        }
        tell(m, value, value <= floor);
        floor = floor.max(value);
    }
}

/// The last ply before the evaluation: nothing to order or remember.
#[inline(always)]
fn one_ply<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    moves: u64,
    beta_less_one: i32,
) -> i32 {
    let mut best = NONE;
    for square in squares(moves) {
        let turned = k.flips(node.board.mover, node.board.rival, square);
        let child = node.after(s.layout, square, turned);
        best = best.max(-evaluate_body(k, s, &child));
        if best > beta_less_one {
            break;
        }
    }
    best
}

/// What a remembered entry answers, if it is as deep and as sure as asked.
#[inline(always)]
fn known(e: Entry, depth: u32, sure: u8, alpha: i32, beta: i32) -> Option<i32> {
    let (lower, upper) = (i32::from(e.lower), i32::from(e.upper));
    if u32::from(e.depth) < depth || e.sure < sure {
        None
    } else if lower >= beta || lower == upper {
        Some(lower)
    } else if upper <= alpha {
        Some(upper)
    } else {
        None
    }
}

#[inline(always)]
fn open_body<K: Deep + Endgame>(
    k: K,
    s: &mut Search<'_>,
    node: &Node,
    alpha: i32,
    beta: i32,
    depth: u32,
    sure: u8,
) -> i32 {
    let board = node.board;
    let empties = board.empties();
    let depth = depth.min(empties);
    let moves = match outset(k, s, node, (alpha, beta), depth, sure) {
        Continue(moves) => moves,
        Break(value) => return value,
    };
    let hash = board.hash();
    let mut entry = s.far.probe(hash);
    if let Some(value) = entry.and_then(|e| known(e, depth, sure, alpha, beta)) {
        return value;
    }
    if depth >= 6 && entry.is_none_or(|e| e.square == NOWHERE) {
        // Without a remembered move, look for one with a smaller search.
        let less = if depth == empties { depth.saturating_sub(10).max(2) } else { depth - 3 };
        k.open(s, node, alpha, beta, less, sure.min(1));
        entry = s.far.probe(hash);
    }
    let mut tries = Best::new();
    ordered(k, s, node, moves, depth, entry, &mut tries);
    let mut best = NONE;
    let mut square = NOWHERE;
    while let Some(t) = tries.next() {
        let floor = alpha.max(best);
        if best != NONE
            && let Some(crew) = helpers(s, depth, depth == empties)
        {
            let window = Null { alpha: floor, depth, sure };
            share_open(k, s, crew, node, tries.rest(t), window, beta, &mut |t, value, _| {
                if value > best {
                    (best, square) = (value, t.square);
                }
            });
            break;
        }
        let child = node.after(s.layout, t.square.into(), t.turned);
        let value = if best == NONE {
            -k.open(s, &child, -beta, -floor, depth - 1, sure)
        } else {
            let value = -k.null(s, &child, -floor - 1, depth - 1, sure);
            if value > floor && value < beta {
                -k.open(s, &child, -beta, -floor, depth - 1, sure)
            } else {
                value
            }
        };
        if value > best {
            best = value;
            square = t.square;
            if best >= beta {
                break;
            }
        }
    }
    if !s.stopped() {
        let found = Found { depth: depth as u8, sure, alpha, beta, value: best, square };
        s.far.store(hash, found);
    }
    best
}
